// What objects made by a device have in common: a label.
'use strict';
const idl = require('./idl.js');
const {native} = require('./native.js');
const {expose, illegal, own} = require('./slots.js');

// Adds the label to a class, and exposes its members as Web IDL says.
function gpuObject(Class) {
    Object.defineProperty(Class.prototype, 'label', {
        get() { return own(this, Class).label; },
        set(value) {
            const slots = own(this, Class);
            slots.label = idl.string(value);
            native.setLabel(slots.handle, slots.label);
        },
        enumerable: true, configurable: true,
    });
    return expose(Class);
}

// A class of objects that have nothing but a label.
function plainClass(name) {
    return gpuObject({[name]: class { constructor() { illegal(); } }}[name]);
}

module.exports = {gpuObject, plainClass};
