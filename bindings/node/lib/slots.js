// The internal slots of WebGPU's objects: what only this package may see of an object is kept in a
// private field, which is put on objects of any class (a GPUDevice is an EventTarget, too).
'use strict';

class Slots extends (function (object) { return object; }) {
    #slots;
    constructor(object, slots) {
        super(object);
        this.#slots = slots;
    }
    static of(object) {
        return typeof object === 'object' && object !== null && #slots in object ? object.#slots
            : undefined;
    }
}

// The slots of an object, or undefined when it is not one of ours.
const slotsOf = Slots.of;

// The slots of `this` in a method of `Class`.
function own(object, Class) {
    const slots = Slots.of(object);
    if (!slots || !(slots.type === Class))
        throw new TypeError(`Illegal invocation: this is not of type ${Class.name}`);
    return slots;
}

// An object of a class that programs cannot construct.
function make(Class, slots) {
    slots.type = Class;
    return new Slots(Object.create(Class.prototype), slots);
}

// The same for a class whose base class must construct it.
function makeFrom(Base, Class, slots) {
    slots.type = Class;
    return new Slots(Reflect.construct(Base, [], Class), slots);
}

function illegal() {
    throw new TypeError('Illegal constructor');
}

// Makes a class look as Web IDL says: members are enumerable, objects have their class's name.
function expose(Class) {
    for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(Class.prototype)))
        if (key !== 'constructor')
            Object.defineProperty(Class.prototype, key, {...property, enumerable: true});
    Object.defineProperty(Class.prototype, Symbol.toStringTag,
        {value: Class.name, configurable: true});
    Object.defineProperty(Class.prototype, INSPECT, {value: inspect, configurable: true});
    return Class;
}

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

// For console.log: the class's name and the values of its attributes.
function inspect(depth, options, print) {
    if (!slotsOf(this))
        return this;
    const shown = {};
    for (const key in this) { // attributes stand in the prototype
        const value = this[key];
        if (typeof value !== 'function')
            shown[key] = value;
    }
    return `${this.constructor.name} ${depth < 0 ? '{...}' : print(shown, {...options, depth: depth - 1})}`;
}

module.exports = {expose, illegal, make, makeFrom, own, slotsOf};
