// device.lanewise: reports of what the device has run.
'use strict';
const {native} = require('./native.js');
const {expose, illegal, make, own} = require('./slots.js');

class LanewiseTools {
    constructor() { illegal(); }

    // The report of all dispatches since the last call, or null when nothing was observed.
    takeReport(name = 'shader') {
        const json = native.takeReport(own(this, LanewiseTools).device.handle, `${name}`);
        return json === null ? null : JSON.parse(json);
    }
}
expose(LanewiseTools);

const makeTools = device => make(LanewiseTools, {device});

module.exports = {LanewiseTools, makeTools};
