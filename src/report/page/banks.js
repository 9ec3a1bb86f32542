// The banks: a column each, a row a pass. A cell is the word that the bank gives in that pass, with the
// lanes that get it. What stays empty while another bank works is time lost.
(function (lanewise) {
    'use strict';
    const { svg, ranges } = lanewise;

    const CELL = 24, LABEL = 62, TOP = 26, GAP = 14;

    // Pass 0 costs what it must; each further one is hotter. Three steps, then as hot as it gets.
    function passClass(pass) {
        return `pass${Math.min(pass, 3)}`;
    }

    function laneHue(lane, lanes) {
        return Math.round(330 * lane / Math.max(lanes, 1));
    }

    function cellText(cell) {
        if (cell.lanes.length === 1)
            return String(cell.lanes[0]);
        const both = cell.lanes.join(' ');
        return cell.lanes.length === 2 && both.length < 5 ? both : `×${cell.lanes.length}`;
    }

    function drawCell(cell, x, y, view, describe) {
        const { lanes, byLane } = view;
        const text = describe(cell);
        const node = svg('g', {
            class: `cell ${byLane ? 'bylane' : passClass(cell.pass)}`, tabindex: 0, role: 'img',
            'aria-label': text, 'data-lanes': cell.lanes.join(' '),
            style: { '--hue': laneHue(cell.lanes[0], lanes) },
        }, svg('title', {}, text),
            svg('rect', { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 4 }),
            svg('text', { x: x + CELL / 2, y: y + CELL / 2 + 4,
                          class: cellText(cell).length > 2 ? 'tight' : null }, cellText(cell)));
        return node;
    }

    function drawBankNumbers(model) {
        const every = model.banks > 64 ? 16 : 1, list = [];
        for (let b = 0; b < model.banks; b += every)
            list.push(svg('text', { x: LABEL + b * CELL + CELL / 2, y: TOP - 8,
                                    class: b % 4 ? 'bank odd' : 'bank' }, b));
        return [svg('text', { x: LABEL - 8, y: TOP - 8, class: 'label' }, 'bank'), ...list];
    }

    // The places where a bank gives nothing, as one path for the first pass and one for the others.
    function drawIdle(group, top, banks) {
        const filled = new Set(group.cells.map((c) => c.pass * 1024 + c.bank)), path = ['', ''];
        for (let pass = 0; pass < group.passes; pass++)
            for (let bank = 0; bank < banks; bank++)
                if (!filled.has(pass * 1024 + bank))
                    path[pass ? 1 : 0] += `M${LABEL + bank * CELL + 2} ${top + pass * CELL + 2}h20v20h-20z`;
        return [svg('path', { class: 'idle', d: path[0] }), svg('path', { class: 'idle wait', d: path[1] })];
    }

    function drawGroup(group, top, view, several) {
        const { model, describe } = view, nodes = drawIdle(group, top, model.banks);
        for (let pass = 0; pass < group.passes; pass++)
            nodes.push(svg('text', { x: LABEL - 8, y: top + pass * CELL + CELL / 2 + 4, class: 'label' },
                `pass ${pass + 1}`));
        for (const cell of group.cells)
            nodes.push(drawCell(cell, LABEL + cell.bank * CELL, top + cell.pass * CELL, view, describe));
        if (several)
            nodes.unshift(svg('text', { x: LABEL, y: top - 4, class: 'group' },
                `lanes ${group.from} to ${group.to - 1} go together`));
        return nodes;
    }

    // groups: bankSchedule's. view: { model, lanes, byLane, nameLane }.
    function drawBanks(groups, view) {
        const several = groups.length > 1, nodes = drawBankNumbers(view.model);
        let top = TOP + (several ? GAP : 0);
        view.describe = (cell) => {
            const name = view.nameLane(cell.lanes[0]);
            const one = cell.lanes.length === 1;
            return `bank ${cell.bank}, pass ${cell.pass + 1}: word ${cell.word}${name ? ` (${name})` : ''} for ` +
                `lane${one ? '' : 's'} ${ranges(cell.lanes)}${one ? '' : ', which share it'}`;
        };
        for (const group of groups) {
            nodes.push(...drawGroup(group, top, view, several));
            top += group.passes * CELL + (several ? GAP + 8 : 0);
        }
        const width = LABEL + view.model.banks * CELL + 2, height = Math.max(top, TOP + CELL) + 2;
        return svg('svg', { class: 'banks', viewBox: `0 0 ${width} ${height}`, role: 'group',
                            style: { '--columns': view.model.banks },
                            'aria-label': 'Banks as columns, passes as rows' }, nodes);
    }

    // A sentence for the picture: what is slow about it, or why nothing is.
    function sayBanks(groups, cost, model, op) {
        const load = new Map();
        let shared = false;
        for (const g of groups)
            for (const c of g.cells) {
                load.set(c.bank, (load.get(c.bank) || 0) + 1);
                shared = shared || c.lanes.length > 1;
            }
        if (!groups.length)
            return 'No lane is active.';
        const most = Math.max(...load.values()), full = [...load].filter(([, n]) => n === most);
        if (cost.wavefronts <= cost.ideal)
            return 'No bank is asked for more than it can give in one go' +
                (shared ? '; lanes that want the same word get it together.' : '.');
        const bank = Math.min(...full.map(([b]) => b)), used = load.size;
        const queued = op === 'atomic' || (op === 'store' && !model.stores_share);
        const asked = queued ? `${most} lanes' ${op}s, and does` : `${most} different words, and gives`;
        return `Bank ${bank} is asked for ${asked} one a pass` +
            (full.length > 1 ? `, and so do ${full.length - 1} more` : '') +
            `: ${cost.wavefronts} passes where ${cost.ideal} would do. ` +
            `The lanes meet ${used} of ${model.banks} banks${used < model.banks ? '; the others wait' : ''}.`;
    }

    Object.assign(lanewise, { drawBanks, sayBanks, laneHue });
})(globalThis.lanewise = globalThis.lanewise || {});
