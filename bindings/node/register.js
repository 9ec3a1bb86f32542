// node --import lanewise/register PROGRAM: gives the program navigator.gpu and WebGPU's globals, as a
// browser does.
'use strict';
const os = require('node:os');
const {create, globals} = require('./index.js');

for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, {value, writable: true, configurable: true});

const gpu = create([]);
if (typeof globalThis.navigator !== 'object') { // node before 21: what later ones have, for who asks
    const navigator = {userAgent: `Node.js/${process.versions.node.split('.')[0]}`,
        language: 'en-US', languages: ['en-US'], platform: process.platform,
        hardwareConcurrency: os.cpus().length || 1};
    Object.defineProperty(globalThis, 'navigator',
        {value: navigator, writable: true, configurable: true});
}
Object.defineProperty(globalThis.navigator, 'gpu',
    {get: () => gpu, configurable: true, enumerable: true});
