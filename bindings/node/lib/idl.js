// Conversions of JavaScript values to what WebGPU's interface definitions ask for (Web IDL): each is a
// function (value, where) that returns the converted value or throws a TypeError that names the place.
// Dictionaries come out as plain objects with every default filled in, enumerations as the numbers of
// webgpu.h, interface types as the internal slots of the object.
'use strict';
const {slotsOf} = require('./slots.js');

function fail(where, what) {
    throw new TypeError(`${where} ${what}`);
}

// [EnforceRange] integers.
function integer(least, most) {
    return (value, where) => {
        const number = Math.trunc(+value);
        if (!(number >= least && number <= most))
            fail(where, `is not an integer from ${least} to ${most}`);
        return number + 0; // no negative zero
    };
}

const u32 = integer(0, 0xFFFFFFFF);
const i32 = integer(-0x80000000, 0x7FFFFFFF);
const u64 = integer(0, Number.MAX_SAFE_INTEGER);

// [Clamp] unsigned short: rounded to the nearest, ties to even.
function clampedU16(value) {
    const number = Math.min(Math.max(+value || 0, 0), 0xFFFF), down = Math.floor(number);
    const up = number - down > 0.5 || (number - down === 0.5 && down % 2 === 1);
    return up ? down + 1 : down;
}

function double(value, where) {
    const number = +value;
    if (!Number.isFinite(number))
        fail(where, 'is not a finite number');
    return number;
}

function float(value, where) {
    const number = Math.fround(double(value, where));
    if (!Number.isFinite(number))
        fail(where, 'is not a finite 32-bit number');
    return number;
}

const boolean = value => !!value;

function string(value) {
    const text = `${value}`; // a symbol throws
    return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\uFFFD') : text;
}

// `names` maps names to numbers.
function enumeration(title, names) {
    return (value, where) => {
        const number = names.get(`${value}`);
        if (number === undefined)
            fail(where, `is '${value}', which is no ${title}`);
        return number;
    };
}

function sequence(type) {
    return (value, where) => {
        const method = isObject(value) ? value[Symbol.iterator] : undefined;
        if (typeof method !== 'function')
            fail(where, 'is not iterable');
        return Array.from({[Symbol.iterator]: () => method.call(value)}, v => type(v, where));
    };
}

// A list of [key, value].
function record(type) {
    return (value, where) => {
        if (!isObject(value))
            fail(where, 'is not an object');
        return Object.keys(value).map(key => [string(key), type(value[key], where)]);
    };
}

const nullable = type => (value, where) => value == null ? null : type(value, where);

// An object of an interface; `getClass` is called late, since classes and conversions need each other.
function instance(getClass) {
    return (value, where) => {
        const slots = slotsOf(value);
        if (!slots || !(slots.type === getClass()))
            fail(where, `is not of type ${getClass().name}`);
        return slots;
    };
}

const required = type => ({type, required: true});
const optional = (type, byDefault) => ({type, byDefault});

function isObject(value) {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// `members` maps keys to what required and optional return; `bases` are dictionaries that it extends.
function dictionary(name, members, ...bases) {
    const list = [...bases.flatMap(b => b.members),
        ...Object.entries(members).map(([key, m]) => ({...m, key, where: `${name}.${key}`}))];
    const convert = (value, where) => {
        if (value !== undefined && value !== null && !isObject(value))
            fail(where, `is not an object (dictionary ${name})`);
        const out = {};
        for (const m of list) {
            const v = value == null ? undefined : value[m.key];
            if (v !== undefined)
                out[m.key] = m.type(v, m.where);
            else if (m.required)
                fail(m.where, 'is missing');
            else
                out[m.key] = m.byDefault;
        }
        return out;
    };
    convert.members = list;
    return convert;
}

// The bytes of an ArrayBuffer, a SharedArrayBuffer or a view: {buffer, start, bytes, unit}, unit being
// the size of an element.
function bufferSource(value, where) {
    if (ArrayBuffer.isView(value))
        return {buffer: value.buffer, start: value.byteOffset, bytes: value.byteLength,
            unit: value.BYTES_PER_ELEMENT ?? 1};
    if (value instanceof ArrayBuffer || isKind(value, '[object ArrayBuffer]') ||
        isKind(value, '[object SharedArrayBuffer]'))
        return {buffer: value, start: 0, bytes: value.byteLength, unit: 1};
    return fail(where, 'is neither an ArrayBuffer nor a view of one');
}

const isKind = (value, kind) => Object.prototype.toString.call(value) === kind;

function argumentCount(where, list, least) {
    if (list.length < least)
        fail(where, `needs ${least} argument${least > 1 ? 's' : ''}, got ${list.length}`);
}

module.exports = {argumentCount, boolean, bufferSource, clampedU16, dictionary, double, enumeration, fail,
    float, i32, instance, isKind, isObject, nullable, optional, record, required, sequence,
    string, u32, u64};
