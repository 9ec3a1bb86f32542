// device.lanewise: checks and profiles of what the device runs, and captures of its dispatches.
'use strict';
const idl = require('./idl.js');
const {native, settle} = require('./native.js');
const {OBSERVERS, observe, observersOf} = require('./options.js');
const {expose, illegal, make, own, slotsOf} = require('./slots.js');

const COST = OBSERVERS.get('cost'), CHECK = OBSERVERS.get('check');

const {optional} = idl;

const CheckOptions = idl.dictionary('LanewiseCheckOptions', {
    name: optional(idl.string, 'shader'),
    rules: optional(observe, 0),
});
const ProfileOptions = idl.dictionary('LanewiseProfileOptions', {name: optional(idl.string, 'shader')});
const CaptureOptions = idl.dictionary('LanewiseCaptureOptions', {most: optional(idl.u64, 0)});

class LanewiseDevice {
    constructor() { illegal(); }

    // The names of the observers that watch; setting them counts from the next submit on.
    get observe() { return observersOf(native.observers(own(this, LanewiseDevice).device.handle)); }
    set observe(value) {
        native.observe(own(this, LanewiseDevice).device.handle, observe(value, 'observe'));
    }

    // The report of all dispatches since the last one was taken; null when nothing was observed.
    takeReport(name = 'shader') {
        return reportOf(own(this, LanewiseDevice).device, idl.string(name));
    }

    // Runs `work` under the correctness observers, and gives the report of its dispatches.
    async check(work, options) {
        const {device} = own(this, LanewiseDevice);
        const {name, rules} = CheckOptions(options);
        return observed(device, work, CHECK | rules, name);
    }

    // The same with the observers of cost.
    async profile(work, options) {
        const {device} = own(this, LanewiseDevice);
        return observed(device, work, COST, ProfileOptions(options).name);
    }

    // Saves each dispatch of `work` in a folder; gives the paths of the .run files.
    async capture(folder, work, options) {
        const {device} = own(this, LanewiseDevice);
        idl.argumentCount('capture', arguments, 2);
        const path = idl.string(folder), {most} = CaptureOptions(options);
        if (!path)
            throw new TypeError('capture: the folder has no name');
        await done(device);
        const wrong = native.capture(device.handle, path, most);
        if (wrong)
            throw new Error(wrong);
        try {
            await call(work, 'capture');
            await done(device);
            return native.captured(device.handle);
        } finally {
            native.capture(device.handle, '', 0);
        }
    }
}
expose(LanewiseDevice);

// What was submitted has run: the functions of the addon about it need not wait.
const done = device => settle(native.workDone(slotsOf(device.queue).handle));

function call(work, where) {
    if (typeof work !== 'function')
        throw new TypeError(`${where}: work is not a function`);
    return work();
}

// What was observed before is dropped, so that the report is of this work alone.
async function observed(device, work, bits, name) {
    const before = native.observers(device.handle);
    await done(device);
    reportOf(device, name);
    native.observe(device.handle, bits);
    try {
        await call(work, bits === COST ? 'profile' : 'check');
        await done(device);
        const report = reportOf(device, name) ?? empty(name);
        return bits & CHECK ? readable(report, findingsOf(report)) : report;
    } finally {
        native.observe(device.handle, before);
    }
}

// docs/formats.md's object; as a string it is the report for people.
function reportOf(device, name) {
    const taken = native.takeReport(device.handle, name);
    return taken && readable(JSON.parse(taken.json), taken.text);
}

const findingsOf = ({shader, findings}) => findings.map(f =>
    `${shader}:${f.line}:${f.column}: ${f.severity}: ${f.message} [${f.rule}]\n`).join('');

const readable = (report, text) => Object.defineProperty(report, 'toString',
    {value: () => text, configurable: true});

const empty = name => readable({lanewise: native.version(), shader: name, dispatches: [],
    findings: []}, 'nothing was dispatched\n');

const makeTools = device => make(LanewiseDevice, {device});

module.exports = {LanewiseDevice, makeTools};
