// The rules of the hardware models: what one access of one subgroup costs. They are those of
// src/hw/cost.c, whose words explain them; tests/page holds the two against each other, and against
// the counters of the GPU. The models themselves come with the page's data.
(function (lanewise) {
    'use strict';

    const MOST_LANES = 128, SLOTS = 2048, NEAR = 1 << 16;

    // A set of words that is emptied in one step: slots count only when they carry the generation. Low
    // words, which those of workgroup memory are, have a slot of their own.
    const slotWord = new Uint32Array(SLOTS), slotSeen = new Uint32Array(SLOTS);
    const nearSeen = new Uint32Array(NEAR);
    let generation = 0;

    function clearWords() {
        generation++;
    }

    // True when the word was not there.
    function addWord(word) {
        if (word < NEAR) {
            if (nearSeen[word] === generation)
                return false;
            nearSeen[word] = generation;
            return true;
        }
        let s = Math.imul(word, 0x9e3779b1) >>> 21;
        while (slotSeen[s] === generation) {
            if (slotWord[s] === word >>> 0)
                return false;
            s = (s + 1) & (SLOTS - 1);
        }
        slotSeen[s] = generation;
        slotWord[s] = word;
        return true;
    }

    function log2(power) {
        return 31 - Math.clz32(power);
    }

    function wordCount(model, width) {
        return width > model.bank_bytes ? width >> log2(model.bank_bytes) : 1;
    }

    function groupsOf(model, width) {
        return model.groups[width >= 16 ? 2 : width >= 8 ? 1 : 0];
    }

    // Do equal words share a pass?
    function shares(model, op) {
        return op === 'load' || (op === 'store' && model.stores_share);
    }

    const load = new Uint16Array(256);

    // Passes that the lanes [from, to) need, all together.
    function groupPasses(model, op, width, active, address, from, to) {
        const shift = log2(model.bank_bytes), parts = wordCount(model, width),
              share = shares(model, op), banks = model.banks;
        let most = 0;
        load.fill(0, 0, banks);
        clearWords();
        for (let lane = from; lane < to; lane++) {
            for (let k = 0; k < parts && active[lane]; k++) {
                const word = (address[lane] >>> shift) + k;
                if (share && !addWord(word))
                    continue;
                const n = ++load[word % banks];
                if (n > most)
                    most = n;
            }
        }
        return most;
    }

    function anyActive(active, from, to) {
        for (let i = from; i < to; i++)
            if (active[i])
                return true;
        return false;
    }

    // Do all active lanes i and i ^ distance of [base, end) load the same address?
    function pairsAgree(active, address, base, end, distance) {
        for (let i = 0; i < end - base; i++) {
            const j = i ^ distance;
            if (j > i && j < end - base && active[base + i] && active[base + j] &&
                address[base + i] !== address[base + j])
                return false;
        }
        return true;
    }

    function countActive(active, lanes) {
        let n = 0;
        for (let i = 0; i < lanes; i++)
            n += active[i];
        return n;
    }

    // The lanes that go together, as [from, to, from, to, ...]; groups without an active lane are left
    // out.
    function laneGroups(model, op, width, lanes, active, address) {
        const g = groupsOf(model, width), list = [];
        if (!g.lanes)
            return anyActive(active, 0, lanes) ? [0, lanes] : list;
        for (let base = 0; base < lanes; base += 32) {
            const end = Math.min(lanes, base + 32);
            const merge = g.merge && op === 'load' &&
                (pairsAgree(active, address, base, end, 1) ||
                 pairsAgree(active, address, base, end, 2));
            const step = merge ? 2 * g.lanes : g.lanes;
            for (let from = base; from < end; from += step) {
                const to = Math.min(end, from + step);
                if (anyActive(active, from, to))
                    list.push(from, to);
            }
        }
        return list;
    }

    // The cost in workgroup memory: { wavefronts, ideal }, in `cost` when it is given.
    function bankCost(model, op, width, lanes, active, address, cost = {}) {
        const g = groupsOf(model, width);
        cost.wavefronts = cost.ideal = 0;
        if (width <= 4 && g.lanes >= lanes) { // the everyday case: one group
            cost.wavefronts = groupPasses(model, op, width, active, address, 0, lanes);
            cost.ideal = cost.wavefronts ? 1 : 0;
            return cost;
        }
        const groups = laneGroups(model, op, width, lanes, active, address);
        for (let i = 0; i < groups.length; i += 2) {
            cost.wavefronts +=
                groupPasses(model, op, width, active, address, groups[i], groups[i + 1]);
            cost.ideal++;
        }
        if (!g.lanes) {
            const bytes = countActive(active, lanes) * Math.max(width, model.bank_bytes);
            cost.ideal = Math.min(cost.wavefronts,
                Math.ceil(bytes / (model.banks * model.bank_bytes)));
        }
        return cost;
    }

    // The same as a schedule, to be drawn: for each group of lanes its passes, and for each word what
    // bank gives it to which lanes in which pass.
    function bankSchedule(model, op, width, lanes, active, address) {
        const shift = log2(model.bank_bytes), parts = wordCount(model, width),
              share = shares(model, op), list = laneGroups(model, op, width, lanes, active, address),
              groups = [];
        for (let i = 0; i < list.length; i += 2) {
            const group = { from: list[i], to: list[i + 1], passes: 0, cells: [] };
            const byWord = new Map(), used = new Uint16Array(model.banks);
            for (let lane = group.from; lane < group.to; lane++) {
                for (let k = 0; k < parts && active[lane]; k++) {
                    const word = (address[lane] >>> shift) + k, known = byWord.get(word);
                    if (share && known) {
                        known.lanes.push(lane);
                        continue;
                    }
                    const bank = word % model.banks;
                    const cell = { bank, word, pass: used[bank]++, lanes: [lane] };
                    byWord.set(word, cell);
                    group.cells.push(cell);
                    group.passes = Math.max(group.passes, used[bank]);
                }
            }
            groups.push(group);
        }
        return groups;
    }

    const turn = new Uint8Array(MOST_LANES);

    // The number of each active lane among those on its address; returns the largest, plus one.
    function takeTurns(lanes, active, address) {
        const count = new Map();
        let most = 0;
        for (let i = 0; i < lanes; i++) {
            if (!active[i])
                continue;
            const n = count.get(address[i]) || 0;
            turn[i] = n;
            count.set(address[i], n + 1);
            most = Math.max(most, n + 1);
        }
        return most;
    }

    function countSectors(model, width, lanes, active, address, which) {
        const shift = log2(model.sector_bytes);
        let n = 0;
        clearWords();
        for (let i = 0; i < lanes; i++) {
            if (!active[i] || turn[i] !== which)
                continue;
            const first = address[i] >>> shift, last = (address[i] + width - 1) >>> shift;
            for (let s = first; s <= last; s++)
                n += addWord(s) ? 1 : 0;
        }
        return n;
    }

    // Sectors touched when lanes on one word go in turns (atomics) or all together.
    function turnsSectors(model, op, width, lanes, active, address) {
        turn.fill(0, 0, lanes);
        const turns = op === 'atomic' ? takeTurns(lanes, active, address) : 1;
        let sectors = 0;
        for (let t = 0; t < turns; t++)
            sectors += countSectors(model, width, lanes, active, address, t);
        return sectors;
    }

    function parity(word) {
        word ^= word >>> 16;
        word ^= word >>> 8;
        word ^= word >>> 4;
        return 0x6996 >>> (word & 15) & 1;
    }

    function sliceOf(model, address) {
        return parity(address & model.slice_mask[0]) | parity(address & model.slice_mask[1]) << 1;
    }

    function isSliced(model, op) {
        return op === 'atomic' && (model.slice_mask[0] | model.slice_mask[1]) !== 0;
    }

    const SLICES = 4, BANKS = 256;
    const claimed = new Uint8Array(SLICES * BANKS), waiting = new Uint8Array(MOST_LANES);
    const slice = new Uint8Array(MOST_LANES), line = new Uint32Array(SLICES), touched = new Uint32Array(SLICES);

    // One pass of the `n` waiting lanes, which sets what each slice touches; returns how many still wait.
    function slicedPass(model, n, address, pass) {
        const lineShift = log2(model.line_bytes), bankShift = log2(model.bank_bytes);
        let rest = 0;
        touched.fill(0);
        for (let i = 0; i < n; i++) {
            const lane = waiting[i], at = address[lane], s = slice[lane];
            const place = s * BANKS + (at >>> bankShift) % model.banks;
            if (!touched[s])
                line[s] = at >>> lineShift;
            const first = claimed[place] !== pass;
            claimed[place] = pass;
            if (first && line[s] === at >>> lineShift)
                touched[s] |= 1 << (at & (model.line_bytes - 1)) / model.sector_bytes;
            else
                waiting[rest++] = lane;
        }
        return rest;
    }

    function slicedSectors(model, lanes, active, address) {
        let n = 0, sectors = 0;
        claimed.fill(0);
        for (let i = 0; i < lanes; i++) {
            slice[i] = sliceOf(model, address[i]);
            if (active[i])
                waiting[n++] = i;
        }
        for (let pass = 1; n > 0; pass++) {
            n = slicedPass(model, n, address, pass);
            for (let s = 0; s < SLICES; s++)
                for (let bits = touched[s]; bits; bits &= bits - 1)
                    sectors++;
        }
        return sectors;
    }

    // The cost in storage memory: { wavefronts: sectors, ideal }, in `cost` when it is given.
    function sectorCost(model, op, width, lanes, active, address, cost = {}) {
        const n = countActive(active, lanes);
        cost.wavefronts = isSliced(model, op) ? slicedSectors(model, lanes, active, address)
            : turnsSectors(model, op, width, lanes, active, address);
        cost.ideal = Math.min(cost.wavefronts, Math.ceil(n * width / model.sector_bytes));
        return cost;
    }

    Object.assign(lanewise, { bankCost, bankSchedule, sectorCost, isSliced });
})(globalThis.lanewise = globalThis.lanewise || {});
