// Memory that a worker thread has mapped, taken away and sent to another thread. What may be in use there
// at the worker's end is not freed, so that LeakSanitizer is not asked about this file.
'use strict';
const assert = require('node:assert/strict');
const {test} = require('node:test');
const {answerOf, collect, withTransfer} = require('./lib/helpers.js');

withTransfer(__filename, tests);

function tests() {
    test('what was taken outlives the thread that mapped it', async () => {
        const program = `const {create} = require(${JSON.stringify(require.resolve('../index.js'))});
            const {parentPort} = require('node:worker_threads');
            (async () => {
                const device = await (await create().requestAdapter()).requestDevice();
                const make = () => device.createBuffer({size: 1 << 16, usage: 4, mappedAtCreation: true});
                const [early, late, left] = [make(), make(), make()];
                const taken = [early, late].map(buffer => buffer.getMappedRange().transfer());
                new Uint8Array(left.getMappedRange()).fill(1);
                early.unmap();
                parentPort.postMessage(taken, taken);
            })();`;
        const {answer, end} = answerOf(program);
        const taken = (await answer).map(memory => new Uint8Array(memory));
        await end;
        await collect();
        for (const bytes of taken)
            assert.equal(bytes.fill(8)[65535], 8);
    });
}
