// node --import lanewise/register PROGRAM: gives the program navigator.gpu and WebGPU's globals, as a
// browser does.
'use strict';
const {create, globals} = require('./index.js');

for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, {value, writable: true, configurable: true});

const gpu = create([]);
if (typeof globalThis.navigator !== 'object')
    Object.defineProperty(globalThis, 'navigator', {value: {}, writable: true, configurable: true});
Object.defineProperty(globalThis.navigator, 'gpu',
    {get: () => gpu, configurable: true, enumerable: true});
