// Recorded executions: from the compact form of src/report/page_records.c to lanes and addresses, cut
// into subgroups of any size, moved to where another layout of the array would put them, and counted.
(function (lanewise) {
    'use strict';

    const MOST_LANES = 128;

    // "32,4,ffff0000;4*15,-60" -> lanes, bytes a lane, which lanes are active, and how far each is from
    // the first active one.
    function parsePattern(text) {
        const [head, distances] = text.split(';'), [lanes, width, mask] = head.split(',');
        const p = {
            lanes: Number(lanes), width: Number(width),
            active: new Uint8Array(Number(lanes)), offset: new Int32Array(Number(lanes)),
        };
        for (let i = 0; i < p.lanes; i++) {
            const word = mask && parseInt(mask.slice(i >> 5 << 3, (i >> 5 << 3) + 8), 16);
            p.active[i] = mask ? word >>> (i & 31) & 1 : 1;
        }
        let lane = p.active.indexOf(1), at = 0;
        for (const part of distances ? distances.split(',') : []) {
            const [step, times] = part.split('*');
            for (let k = Number(times || 1); k > 0; k--) {
                lane = p.active.indexOf(1, lane + 1);
                at += Number(step);
                p.offset[lane] = at;
            }
        }
        return p;
    }

    // All executions of an access by subgroups of that size, in order; the worst of the dispatch, where it
    // comes with them, is an extra one that no total counts.
    function cutExecutions(records, subgroupSize) {
        const patterns = records.patterns.map(parsePattern), list = [];
        let kinds = 0; // executions of one kind have the same lanes of the same pattern: only bases differ
        const add = (pattern, first, base, workgroup, extra) => {
            if (pattern.kind === undefined) {
                pattern.kind = kinds;
                kinds += Math.ceil(pattern.lanes / subgroupSize);
            }
            for (let from = 0; from < pattern.lanes; from += subgroupSize) {
                const lanes = Math.min(subgroupSize, pattern.lanes - from);
                if (pattern.active.indexOf(1, from) >= 0 &&
                    pattern.active.indexOf(1, from) < from + lanes)
                    list.push({ pattern, from, lanes, base, workgroup, extra,
                                kind: pattern.kind + from / subgroupSize,
                                subgroup: Math.floor((first + from) / subgroupSize) });
            }
        };
        if (records.worst)
            add(parsePattern(records.worst.pattern), records.worst.lane, records.worst.base,
                records.worst.workgroup, true);
        const e = records.events;
        for (let i = 0; i < e.length; i += 5)
            for (let k = 0; k < e[i + 4]; k++)
                add(patterns[e[i]], e[i + 1], e[i + 2] + k * e[i + 3], 0, false);
        return list;
    }

    // How an array lies in memory now: rows of `columns` elements of `stride` bytes, from `start`.
    // columns 0: it has no rows. NULL when it is no array.
    function arrayShape(object) {
        if (!object || !object.dims.length)
            return null;
        const [count, stride] = object.dims[object.dims.length - 1];
        const nested = object.dims.length > 1;
        return { start: object.start, stride, columns: nested ? count : 0, nested,
                 elements: Math.floor(object.bytes / stride) };
    }

    // The layout that the controls ask for: a function of addresses, and the bytes a lane. Addresses that
    // are `period` bytes further are moved to where they go, and `step` bytes further.
    function makeLayout(shape, controls) {
        const plain = { width: null, move: null, start: 0, period: 1, step: 1 };
        if (!shape)
            return plain;
        const { start, stride } = shape, columns = controls.columns || shape.columns;
        const swizzle = controls.swizzle && columns > 1 && (columns & (columns - 1)) === 0;
        const pad = columns > 1 ? controls.pad : 0;
        const width = controls.width && controls.width !== stride ? controls.width : null;
        if (!swizzle && !pad && !width)
            return plain;
        const bytes = width || stride, row = columns || 1, rows = swizzle ? columns : 1;
        return {
            width, start, period: rows * row * stride, step: rows * (row + pad) * bytes,
            move(address) {
                const offset = address - start, element = Math.floor(offset / stride);
                const r = Math.floor(element / row);
                let c = element - r * row;
                if (swizzle)
                    c ^= r & (columns - 1);
                const inside = width ? 0 : offset - element * stride;
                return start + (r * (row + pad) + c) * bytes + inside;
            },
        };
    }

    const active = new Uint8Array(MOST_LANES), address = new Uint32Array(MOST_LANES);

    // Fills `active` and `address` with an execution's lanes; returns the bytes a lane.
    function place(x, layout) {
        const p = x.pattern;
        for (let i = 0; i < x.lanes; i++) {
            active[i] = p.active[x.from + i];
            const at = x.base + p.offset[x.from + i];
            address[i] = active[i] && layout.move ? layout.move(at) : at;
        }
        return layout.width || p.width;
    }

    // The lanes of one execution, to be drawn.
    function lanesOf(x, layout) {
        const width = place(x, layout);
        return { width, lanes: x.lanes, active: active.slice(0, x.lanes),
                 address: address.slice(0, x.lanes) };
    }

    // The distance of bases after which costs repeat: moved addresses are whole banks or sectors further,
    // so that the same lanes meet.
    function costPeriod(banked, model, op, layout) {
        if (!banked && lanewise.isSliced(model, op))
            return 4294967296;
        const unit = banked ? model.bank_bytes : model.sector_bytes;
        let times = 1;
        while (layout.step * times % unit)
            times++;
        return layout.period * times;
    }

    // What each execution costs, and all together. Executions that cost the same are counted once.
    function countAll(list, banked, op, model, layout) {
        const cost = { wavefronts: 0, ideal: 0 }, rule = banked ? lanewise.bankCost : lanewise.sectorCost;
        const all = { wavefronts: 0, ideal: 0, each: new Uint32Array(list.length),
                      eachIdeal: new Uint32Array(list.length) };
        const period = costPeriod(banked, model, op, layout), seen = new Map();
        for (let i = 0; i < list.length; i++) {
            const x = list[i], offset = x.base - layout.start;
            const key = x.kind * 4294967296 + (offset >= 0 ? offset % period : x.base);
            const same = seen.get(key);
            if (same === undefined) {
                rule(model, op, place(x, layout), x.lanes, active, address, cost);
                seen.set(key, i);
            }
            all.each[i] = same === undefined ? cost.wavefronts : all.each[same];
            all.eachIdeal[i] = same === undefined ? cost.ideal : all.eachIdeal[same];
            if (x.extra)
                continue;
            all.wavefronts += all.each[i];
            all.ideal += all.eachIdeal[i];
        }
        return all;
    }

    // Numbers of executions, the worst first; equal ones as they were executed.
    function worstFirst(all) {
        const n = all.each.length, key = new Float64Array(n);
        for (let i = 0; i < n; i++) {
            const degree = all.eachIdeal[i] ? all.each[i] / all.eachIdeal[i] : 0;
            key[i] = i - (Math.round(degree * 1000) * 1024 + Math.min(all.each[i], 1023)) * 2097152;
        }
        const sorted = key.sort();
        const order = new Uint32Array(n);
        for (let i = 0; i < n; i++)
            order[i] = ((sorted[i] % 2097152) + 2097152) % 2097152;
        return order;
    }

    Object.assign(lanewise, { parsePattern, cutExecutions, arrayShape, makeLayout, lanesOf, countAll,
                              worstFirst });
})(globalThis.lanewise = globalThis.lanewise || {});
