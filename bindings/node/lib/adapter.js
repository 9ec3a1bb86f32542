// GPU and its adapters: what can be asked of them, and the making of devices.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {operationError} = require('./errors.js');
const {optionsOf} = require('./options.js');
const {native, settle} = require('./native.js');
const {expose, illegal, make, own} = require('./slots.js');
const {makeDevice} = require('./device.js');

const {optional} = idl;

// A read-only set of strings.
function setClass(name) {
    const Class = {[name]: class {
        constructor() { illegal(); }
        get size() { return own(this, Class).set.size; }
        has(value) { return own(this, Class).set.has(`${value}`); }
        entries() { return own(this, Class).set.entries(); }
        keys() { return own(this, Class).set.keys(); }
        values() { return own(this, Class).set.values(); }
        forEach(callback, thisArg) {
            own(this, Class).set.forEach(value => callback.call(thisArg, value, value, this));
        }
    }}[name];
    Class.prototype[Symbol.iterator] = Class.prototype.values;
    Object.defineProperty(Class.prototype, Symbol.iterator, {enumerable: false});
    return expose(Class);
}

const GPUSupportedFeatures = setClass('GPUSupportedFeatures');
const WGSLLanguageFeatures = setClass('WGSLLanguageFeatures');

const setOf = (Class, convert, numbers) =>
    make(Class, {set: new Set(numbers.map(convert.nameOf).filter(Boolean))});
const featuresOf = numbers => setOf(GPUSupportedFeatures, enums.GPUFeatureName, numbers);

// A class of attributes that stand in the slots under the same names.
function attributes(Class, names) {
    for (const name of names)
        Object.defineProperty(Class.prototype, name,
            {get() { return own(this, Class)[name]; }, enumerable: true, configurable: true});
    return expose(Class);
}

// Limits of one shader stage, which are those of every stage: asking for them raises these.
const STAGE_LIMITS = {
    maxStorageBuffersInVertexStage: 'maxStorageBuffersPerShaderStage',
    maxStorageBuffersInFragmentStage: 'maxStorageBuffersPerShaderStage',
    maxStorageTexturesInVertexStage: 'maxStorageTexturesPerShaderStage',
    maxStorageTexturesInFragmentStage: 'maxStorageTexturesPerShaderStage',
};

class GPUSupportedLimits {
    constructor() { illegal(); }
}
attributes(GPUSupportedLimits, [...native.limitNames(), ...Object.keys(STAGE_LIMITS)]);

function limitsOf(values) {
    for (const [name, all] of Object.entries(STAGE_LIMITS))
        values[name] = values[all];
    return make(GPUSupportedLimits, values);
}

// The limits that a descriptor asks for, by name.
function requiredLimits(list) {
    const limits = {};
    for (const [name, value] of list) {
        if (value === undefined)
            continue;
        if (!(name in GPUSupportedLimits.prototype))
            throw operationError(`requestDevice: there is no limit '${name}'`);
        const all = STAGE_LIMITS[name] ?? name;
        limits[all] = Math.max(limits[all] ?? 0, value);
    }
    return limits;
}

class GPUAdapterInfo {
    constructor() { illegal(); }
}
attributes(GPUAdapterInfo, ['vendor', 'architecture', 'device', 'description', 'subgroupMinSize',
    'subgroupMaxSize', 'isFallbackAdapter']);

const DeviceDescriptor = idl.dictionary('GPUDeviceDescriptor', {
    label: optional(idl.string, ''),
    requiredFeatures: optional(idl.sequence(enums.GPUFeatureName), []),
    requiredLimits: optional(idl.record((v, where) => v === undefined ? v : idl.u64(v, where)), []),
    defaultQueue: optional(idl.dictionary('GPUQueueDescriptor', {label: optional(idl.string, '')}),
        {label: ''}),
    lanewise: optional(optionsOf),
});

class GPUAdapter {
    constructor() { illegal(); }
    get features() { return own(this, GPUAdapter).features; }
    get limits() { return own(this, GPUAdapter).limits; }
    get info() { return own(this, GPUAdapter).info; }

    async requestDevice(descriptor) {
        const adapter = own(this, GPUAdapter);
        const d = DeviceDescriptor(descriptor);
        for (const feature of d.requiredFeatures) {
            const name = enums.GPUFeatureName.nameOf(feature);
            if (!adapter.features.has(name))
                throw new TypeError(`requestDevice: the adapter lacks the feature '${name}'`);
        }
        return makeDevice(adapter, {...d, requiredLimits: requiredLimits(d.requiredLimits)},
            {featuresOf, limitsOf, infoOf});
    }
}
expose(GPUAdapter);

const infoOf = (values, isFallbackAdapter) => make(GPUAdapterInfo, {...values, isFallbackAdapter});

const AdapterOptions = idl.dictionary('GPURequestAdapterOptions', {
    featureLevel: optional(idl.string, 'core'),
    powerPreference: optional(enums.GPUPowerPreference),
    forceFallbackAdapter: optional(idl.boolean, false),
    xrCompatible: optional(idl.boolean, false),
});

class GPU {
    constructor() { illegal(); }
    get wgslLanguageFeatures() { return own(this, GPU).languageFeatures; }

    // The adapter says that it is a fallback to those who ask for one, and to nobody else: programs
    // refuse fallback adapters, and those who ask for one expect one.
    async requestAdapter(options) {
        const gpu = own(this, GPU);
        const {featureLevel, forceFallbackAdapter, xrCompatible} = AdapterOptions(options);
        if (!['core', 'compatibility'].includes(featureLevel) || xrCompatible)
            return null;
        const {value} = await settle(native.requestAdapter());
        if (!value)
            return null;
        const {features, limits, info} = native.adapterInfo(value);
        return make(GPUAdapter, {handle: value, gpu, features: featuresOf(features),
            limits: limitsOf(limits), info: infoOf(info, forceFallbackAdapter),
            isFallback: forceFallbackAdapter});
    }

    getPreferredCanvasFormat() {
        own(this, GPU);
        return 'bgra8unorm';
    }
}
expose(GPU);

const makeGPU = flags => make(GPU, {flags, languageFeatures: setOf(WGSLLanguageFeatures,
    enums.WGSLLanguageFeatureName, native.languageFeatures())});

module.exports = {GPU, GPUAdapter, GPUAdapterInfo, GPUSupportedFeatures, GPUSupportedLimits,
    WGSLLanguageFeatures, makeGPU};
