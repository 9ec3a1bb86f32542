// Query sets.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {native} = require('./native.js');
const {gpuObject} = require('./object.js');
const {illegal, make, own} = require('./slots.js');

const QuerySetDescriptor = idl.dictionary('GPUQuerySetDescriptor', {
    label: idl.optional(idl.string, ''),
    type: idl.required(enums.GPUQueryType),
    count: idl.required(idl.u32),
});

class GPUQuerySet {
    constructor() { illegal(); }
    get type() { return enums.GPUQueryType.nameOf(own(this, GPUQuerySet).queryType); }
    get count() { return own(this, GPUQuerySet).count; }
    destroy() { native.querySetDestroy(own(this, GPUQuerySet).handle); }
}
gpuObject(GPUQuerySet);

function createQuerySet(device, descriptor) {
    const d = QuerySetDescriptor(descriptor);
    const feature = 'timestamp-query';
    if (enums.GPUQueryType.nameOf(d.type) === 'timestamp' && !device.features.has(feature))
        throw new TypeError(`createQuerySet: type 'timestamp' needs the feature '${feature}'`);
    const handle = native.createQuerySet(device.handle, d);
    return make(GPUQuerySet, {handle, device, label: d.label, queryType: d.type, count: d.count});
}

module.exports = {GPUQuerySet, createQuerySet};
