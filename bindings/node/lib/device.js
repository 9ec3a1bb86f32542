// GPUDevice: the maker of everything else, error scopes, events, the end.
'use strict';
const enums = require('./enums.js');
const idl = require('./idl.js');
const {GPUUncapturedErrorEvent, errorOf, lostInfo, operationError} = require('./errors.js');
const {native, settle} = require('./native.js');
const {gpuObject} = require('./object.js');
const {illegal, makeFrom, own, slotsOf} = require('./slots.js');
const {createBuffer} = require('./buffer.js');
const {createBindGroup, createBindGroupLayout, createPipelineLayout} = require('./binding.js');
const {createCommandEncoder} = require('./encoder.js');
const {createComputePipeline, createComputePipelineAsync, createShaderModule} =
    require('./pipeline.js');
const {createQuerySet} = require('./query.js');
const {makeQueue} = require('./queue.js');
const {createRenderBundleEncoder, createRenderPipeline, createRenderPipelineAsync} =
    require('./render.js');
const {createSampler, createTexture} = require('./texture.js');
const {makeTools} = require('./tools.js');

class GPUDevice extends EventTarget {
    constructor() { super(); illegal(); }
    get features() { return own(this, GPUDevice).features; }
    get limits() { return own(this, GPUDevice).limits; }
    get adapterInfo() { return own(this, GPUDevice).adapterInfo; }
    get queue() { return own(this, GPUDevice).queue; }
    get lost() { return own(this, GPUDevice).lost; }

    // What Lanewise adds: check, profile, capture, reports.
    get lanewise() {
        const device = own(this, GPUDevice);
        return device.tools ??= makeTools(device);
    }

    destroy() {
        const device = own(this, GPUDevice);
        device.unmapAll();
        native.deviceDestroy(device.handle);
    }

    pushErrorScope(filter) {
        const device = own(this, GPUDevice);
        idl.argumentCount('pushErrorScope', arguments, 1);
        native.pushErrorScope(device.handle, enums.GPUErrorFilter(filter, 'pushErrorScope: filter'));
    }

    async popErrorScope() {
        const device = own(this, GPUDevice);
        const {status, type, message} = await settle(native.popErrorScope(device.handle));
        if (status !== SUCCESS)
            throw operationError(message);
        return errorOf(type, message);
    }

    // An event handler attribute: one listener, which keeps its place in the order while the function
    // that it calls is exchanged.
    get onuncapturederror() { return own(this, GPUDevice).handler ?? null; }
    set onuncapturederror(value) {
        const device = own(this, GPUDevice);
        const before = device.handler;
        device.handler = idl.isObject(value) ? value : null;
        if (device.handler && !before)
            this.addEventListener('uncapturederror', callHandler);
        else if (!device.handler)
            this.removeEventListener('uncapturederror', callHandler);
    }
}

function callHandler(event) {
    const {handler} = slotsOf(this);
    if (typeof handler === 'function' && handler.call(this, event) === false)
        event.preventDefault();
}

const SUCCESS = 1;

// create...(device, arguments): methods of GPUDevice, of which some return promises.
const makers = {createBuffer, createBindGroup, createBindGroupLayout, createPipelineLayout,
    createShaderModule, createComputePipeline, createCommandEncoder, createQuerySet, createTexture,
    createSampler, createRenderPipeline, createRenderBundleEncoder};
const asyncMakers = {createComputePipelineAsync, createRenderPipelineAsync};
const WITHOUT_ARGUMENT = new Set([createCommandEncoder, createSampler]);

for (const [name, make] of Object.entries(makers))
    GPUDevice.prototype[name] = {[name](descriptor) {
        const device = own(this, GPUDevice);
        if (!WITHOUT_ARGUMENT.has(make))
            idl.argumentCount(name, arguments, 1);
        return make(device, descriptor);
    }}[name];
for (const [name, make] of Object.entries(asyncMakers))
    GPUDevice.prototype[name] = {async [name](descriptor) {
        const device = own(this, GPUDevice);
        idl.argumentCount(name, arguments, 1);
        return make(device, descriptor);
    }}[name];
gpuObject(GPUDevice);

// Errors that no scope takes become events, in a later turn; a program that does not listen is told
// on standard error, as a browser's console would.
function tellUncaptured(device, type, message) {
    setImmediate(() => {
        const event = new GPUUncapturedErrorEvent('uncapturederror',
            {error: errorOf(type, message), cancelable: true});
        if (device.dispatchEvent(event))
            console.error(`lanewise: uncaptured ${event.error.constructor.name}: ${message}`);
    });
}

// All buffers that are mapped, so that the device's end can take their memory away.
class MappedBuffers {
    #refs = new Set();
    #most = 64;
    add(buffer) {
        if (this.#refs.size >= this.#most) {
            for (const ref of this.#refs)
                if (!ref.deref())
                    this.#refs.delete(ref);
            this.#most = 64 + 2 * this.#refs.size;
        }
        buffer.mappedRef = new WeakRef(buffer);
        this.#refs.add(buffer.mappedRef);
    }
    delete(buffer) { this.#refs.delete(buffer.mappedRef); }
    * [Symbol.iterator]() {
        for (const ref of [...this.#refs]) {
            const buffer = ref.deref();
            if (buffer)
                yield buffer;
        }
    }
}

// The device behind a weak reference: the library calls back for as long as it lives, and that must
// not keep it alive.
async function makeDevice(adapter, descriptor, {featuresOf, limitsOf, infoOf}) {
    let resolveLost, weak;
    const lost = new Promise(resolve => { resolveLost = resolve; });
    const onLost = (reason, message) => {
        const info = lostInfo(reason === DESTROYED ? 'destroyed' : 'unknown', message);
        setImmediate(resolveLost, info); // what ended before is heard of before
    };
    const onError = (type, message) => {
        const device = weak?.deref();
        if (device)
            tellUncaptured(device, type, message);
    };
    const {value, message} =
        await settle(native.requestDevice(adapter.handle, descriptor, onLost, onError));
    if (!value)
        throw operationError(message);
    const {features, limits, info, queue} = native.deviceInfo(value);
    const mapped = new MappedBuffers();
    const slots = {handle: value, label: descriptor.label, lost, mapped,
        features: featuresOf(features), limits: limitsOf(limits),
        adapterInfo: infoOf(info, adapter.isFallback),
        unmapAll() {
            for (const buffer of mapped)
                buffer.unmap();
        }};
    slots.object = makeFrom(EventTarget, GPUDevice, slots);
    slots.queue = makeQueue(slots, queue, descriptor.defaultQueue.label);
    weak = new WeakRef(slots.object);
    return slots.object;
}

const DESTROYED = 2;

module.exports = {GPUDevice, makeDevice};
