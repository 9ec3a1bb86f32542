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

    // The subgroups of a pattern that have an active lane. What they execute is a kind: executions of one
    // kind have the same lanes at the same distances, only bases differ.
    function cutPattern(pattern, size, kinds) {
        const mine = [];
        for (let from = 0; from < pattern.lanes; from += size) {
            const lanes = Math.min(size, pattern.lanes - from), lane = pattern.active.indexOf(1, from);
            if (lane >= 0 && lane < from + lanes)
                mine.push(kinds.push({ pattern, from, lanes }) - 1);
        }
        return mine;
    }

    // All executions of an access by subgroups of that size, in order, as columns; executionAt makes one of
    // them. The worst of the dispatch, where it comes with them, is the first and an extra one that no total
    // counts. `same` is the number of the first execution of the same kind at the same base: its cost is the
    // same under any layout and model.
    function cutExecutions(records, size) {
        const kinds = [], e = records.events, w = records.worst;
        const extra = w ? cutPattern(parsePattern(w.pattern), size, kinds) : [];
        const cuts = records.patterns.map((text) => cutPattern(parsePattern(text), size, kinds));
        let length = extra.length, n = 0;
        for (let i = 0; i < e.length; i += 5)
            length += cuts[e[i]].length * e[i + 4];
        const list = { length, kinds, extra: extra.length, workgroup: w ? w.workgroup : 0,
                       kind: new Uint32Array(length), base: new Uint32Array(length),
                       subgroup: new Uint32Array(length), same: new Uint32Array(length) };
        const add = (cut, seen, first, base) => {
            const known = seen.get(base), like = known === undefined ? n : known;
            if (known === undefined)
                seen.set(base, n);
            for (let k = 0; k < cut.length; k++, n++) {
                list.same[n] = like + k;
                list.kind[n] = cut[k];
                list.base[n] = base;
                list.subgroup[n] = Math.floor((first + kinds[cut[k]].from) / size);
            }
        };
        if (w)
            add(extra, new Map(), w.lane, w.base);
        const seen = cuts.map(() => new Map());
        for (let i = 0; i < e.length; i += 5)
            for (let k = 0; k < e[i + 4]; k++)
                add(cuts[e[i]], seen[e[i]], e[i + 1], e[i + 2] + k * e[i + 3]);
        return list;
    }

    function executionAt(list, i) {
        return { ...list.kinds[list.kind[i]], base: list.base[i], subgroup: list.subgroup[i],
                 workgroup: i < list.extra ? list.workgroup : 0 };
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

    // Fills `active` and `address` with the lanes of a kind at a base; returns the bytes a lane.
    function place(kind, base, layout) {
        const p = kind.pattern;
        for (let i = 0; i < kind.lanes; i++) {
            active[i] = p.active[kind.from + i];
            const at = base + p.offset[kind.from + i];
            address[i] = active[i] && layout.move ? layout.move(at) : at;
        }
        return layout.width || p.width;
    }

    // The lanes of one execution, to be drawn.
    function lanesOf(x, layout) {
        const width = place(x, x.base, layout);
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
        const { length, kind, base, same, extra } = list;
        const each = new Uint32Array(length), eachIdeal = new Uint32Array(length);
        const period = costPeriod(banked, model, op, layout), seen = list.kinds.map(() => new Map());
        let wavefronts = 0, ideal = 0;
        for (let i = 0; i < length; i++) {
            let like = same[i];
            if (like === i) {
                const offset = base[i] - layout.start, key = offset >= 0 ? offset % period : -base[i];
                const mine = seen[kind[i]];
                like = mine.get(key);
                if (like === undefined) {
                    mine.set(key, i);
                    const k = list.kinds[kind[i]];
                    rule(model, op, place(k, base[i], layout), k.lanes, active, address, cost);
                    each[i] = cost.wavefronts;
                    eachIdeal[i] = cost.ideal;
                    like = i;
                }
            }
            each[i] = each[like];
            eachIdeal[i] = eachIdeal[like];
            if (i >= extra) {
                wavefronts += each[i];
                ideal += eachIdeal[i];
            }
        }
        return { wavefronts, ideal, each, eachIdeal };
    }

    // Numbers of executions, the worst first: by degree, then by passes or sectors; equal ones as they were
    // executed. Different costs are few, so that they are sorted and the executions dealt out to them.
    function worstFirst(all) {
        const { each, eachIdeal } = all, n = each.length, order = new Uint32Array(n);
        const groups = new Map(), groupOf = new Uint16Array(n), list = [];
        for (let i = 0, last = -1, g = 0; i < n; i++) {
            const key = each[i] * 65536 + eachIdeal[i];
            if (key !== last && (g = groups.get(last = key)) === undefined) {
                groups.set(key, g = list.length);
                list.push({ cost: each[i], degree: eachIdeal[i] ? each[i] / eachIdeal[i] : 0, count: 0, at: 0 });
            }
            list[groupOf[i] = g].count++;
        }
        let at = 0;
        for (const g of [...list].sort((a, b) => b.degree - a.degree || b.cost - a.cost)) {
            g.at = at;
            at += g.count;
        }
        for (let i = 0; i < n; i++)
            order[list[groupOf[i]].at++] = i;
        return order;
    }

    Object.assign(lanewise, { parsePattern, cutExecutions, executionAt, arrayShape, makeLayout, lanesOf, countAll,
                              worstFirst });
})(globalThis.lanewise = globalThis.lanewise || {});
