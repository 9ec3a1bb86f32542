// The device descriptor's member `lanewise`: what WebGPU has no words for. Values that are left out
// come from the environment (LANEWISE_SUBGROUP_SIZE, ...), else they are the defaults.
'use strict';
const idl = require('./idl.js');

const {optional} = idl;

const OBSERVERS = new Map([['cost', 1], ['check', 2], ['shift-range', 4], ['conversion-range', 8],
    ['f16-index', 16], ['non-finite', 32], ['unused-invocations', 64],
    ['print', 1 << 16]]);
const OUT_OF_BOUNDS = new Map([['clamp', 0], ['drop', 1], ['trap', 2]]);
const SCHEDULES = new Map([['fair', 0], ['ascending', 1], ['descending', 2], ['occupancy', 3],
    ['seed', 4]]);

const observer = idl.enumeration('LanewiseObserver', OBSERVERS);

// 'check', or ['check', 'cost']: a set of bits.
function observe(value, where) {
    const list = typeof value === 'string' ? [value] : idl.sequence(v => v)(value, where);
    return list.reduce((bits, name) => bits | observer(name, where), 0);
}

// 'seed 7': {schedule, argument}
function schedule(value, where) {
    const [, name, argument] = /^([a-z]+)(?: (\d+))?$/.exec(idl.string(value)) ?? [];
    const number = SCHEDULES.get(name);
    if (number === undefined || (number >= 3) !== (argument !== undefined))
        idl.fail(where, `is '${value}': a schedule is fair, ascending, descending, occupancy K or ` +
            'seed N');
    return {schedule: number, argument: idl.u32(argument ?? 0, where)};
}

const optionsOf = idl.dictionary('LanewiseDeviceOptions', {
    subgroupSize: optional(idl.u32, 0),
    threads: optional(idl.u32, 0),
    hardware: optional(idl.string, ''),
    observe: optional(observe, 0),
    schedule: optional(schedule, {schedule: 0, argument: 0}),
    stepBudget: optional(idl.u64, 0),
    memoryBudget: optional(idl.u64, 0),
    allowNonUniform: optional(idl.boolean, false),
    outOfBounds: optional(idl.enumeration('LanewiseOutOfBounds', OUT_OF_BOUNDS), 0),
});

// The names of a set of bits.
const observersOf = bits => [...OBSERVERS].filter(([, bit]) => bits & bit).map(([name]) => name);

module.exports = {OBSERVERS, observe, observersOf, optionsOf};
