// Errors and the events that tell of them.
'use strict';
const idl = require('./idl.js');
const {expose, illegal, make, own} = require('./slots.js');

class GPUError {
    #message;
    constructor(message, token) {
        if (token !== BASE)
            illegal();
        this.#message = idl.string(message);
    }
    get message() { return this.#message; }
}

const BASE = Symbol('made by a derived class');

// GPUValidationError and the like: programs may construct them.
function errorClass(name) {
    const Class = {[name]: class extends GPUError {
        constructor(message) {
            idl.argumentCount(`${name} constructor`, arguments, 1);
            super(message, BASE);
        }
    }}[name];
    return expose(Class);
}

const GPUValidationError = errorClass('GPUValidationError');
const GPUOutOfMemoryError = errorClass('GPUOutOfMemoryError');
const GPUInternalError = errorClass('GPUInternalError');

// The error for a WGPUErrorType and its message; null for NoError.
function errorOf(type, message) {
    switch (type) {
    case 1: return null;
    case 2: return new GPUValidationError(message);
    case 3: return new GPUOutOfMemoryError(message);
    default: return new GPUInternalError(message);
    }
}

class GPUPipelineError extends DOMException {
    #reason;
    constructor(message = '', options) {
        if (!idl.isObject(options) || !['validation', 'internal'].includes(options.reason))
            throw new TypeError('GPUPipelineErrorInit.reason is neither validation nor internal');
        super(idl.string(message), 'GPUPipelineError');
        this.#reason = options.reason;
    }
    get reason() { return this.#reason; }
}

class GPUUncapturedErrorEvent extends Event {
    #error;
    constructor(type, init) {
        idl.argumentCount('GPUUncapturedErrorEvent constructor', arguments, 2);
        if (!(init?.error instanceof GPUError))
            throw new TypeError('GPUUncapturedErrorEventInit.error is not of type GPUError');
        super(type, init);
        this.#error = init.error;
    }
    get error() { return this.#error; }
}

class GPUDeviceLostInfo {
    constructor() { illegal(); }
    get reason() { return own(this, GPUDeviceLostInfo).reason; }
    get message() { return own(this, GPUDeviceLostInfo).message; }
}

const lostInfo = (reason, message) => make(GPUDeviceLostInfo, {reason, message});

const operationError = message => new DOMException(message, 'OperationError');
const abortError = message => new DOMException(message, 'AbortError');

for (const Class of [GPUError, GPUPipelineError, GPUUncapturedErrorEvent, GPUDeviceLostInfo])
    expose(Class);

module.exports = {GPUDeviceLostInfo, GPUError, GPUInternalError, GPUOutOfMemoryError, GPUPipelineError,
    GPUUncapturedErrorEvent, GPUValidationError, abortError, errorOf, lostInfo, operationError};
