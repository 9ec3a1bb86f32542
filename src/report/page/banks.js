// The banks: a column each, a row a pass. A cell is the word that the bank gives in that pass, with the
// lanes that get it. What stays empty while another bank works is time lost.
(function (lanewise) {
    'use strict';
    const { want, ranges } = lanewise;

    const CELL = 24, LABEL = 62, TOP = 26, GAP = 14, MOST_NUMBERS = 16;

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

    // A group that is moved as a whole: its inside stays as it is when the cell goes elsewhere.
    function drawCell(cell, x, y, view) {
        const { lanes, byLane } = view, label = cellText(cell);
        return want('g', {
            class: `cell ${byLane ? 'bylane' : passClass(cell.pass)}`, role: 'img',
            'aria-label': view.describe(cell), transform: `translate(${x} ${y})`,
            'data-lanes': cell.lanes.join(' '),
            style: byLane ? { '--hue': laneHue(cell.lanes[0], lanes) } : null,
        }, want('rect', { x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 4 }),
            want('text', { x: CELL / 2, y: CELL / 2 + 4, class: label.length > 2 ? 'tight' : null }, label));
    }

    function drawBankNumbers(model) {
        const every = model.banks > 64 ? 16 : 1, list = [];
        for (let b = 0; b < model.banks; b += every)
            list.push(want('text', { x: LABEL + b * CELL + CELL / 2, y: TOP - 8, class: 'bank' }, b));
        return [want('text', { x: LABEL - 8, y: TOP - 8, class: 'label' }, 'bank'), ...list];
    }

    // A place where a bank gives nothing, in the first pass or in another: the ground on which cells lie.
    function drawGround(name, kind) {
        return want('pattern', { id: name, width: CELL, height: CELL, patternUnits: 'userSpaceOnUse' },
            want('rect', { x: 2, y: 2, width: CELL - 4, height: CELL - 4, class: kind }));
    }

    function drawIdle(group, top, banks) {
        const width = banks * CELL, waits = Math.max(group.passes - 1, 0);
        return want('g', { transform: `translate(${LABEL} ${top})` },
            want('rect', { width, height: CELL, fill: 'url(#ground-first)' }),
            want('rect', { y: CELL, width, height: waits * CELL, fill: 'url(#ground-wait)' }));
    }

    function drawPassNumbers(group, top) {
        const list = [], every = group.passes > MOST_NUMBERS ? 4 : 1;
        for (let pass = 1; pass <= group.passes; pass++)
            if (pass === 1 || pass % every === 0)
                list.push(want('text', { x: LABEL - 8, y: top + (pass - 1) * CELL + CELL / 2 + 4, class: 'label' },
                    `pass ${pass}`));
        return list;
    }

    function describer(view) {
        return (cell) => {
            const name = view.nameLane(cell.lanes[0]);
            const one = cell.lanes.length === 1;
            return `bank ${cell.bank}, pass ${cell.pass + 1}: word ${cell.word}${name ? ` (${name})` : ''} for ` +
                `lane${one ? '' : 's'} ${ranges(cell.lanes)}${one ? '' : ', which share it'}`;
        };
    }

    // groups: bankSchedule's. view: { model, lanes, byLane, nameLane }. The parts are layers, so that each
    // keeps its elements when the number of passes changes.
    function drawBanks(groups, view) {
        const several = groups.length > 1, { banks } = view.model;
        const idle = [], passes = [], titles = [], cells = [];
        let top = TOP + (several ? GAP : 0);
        view.describe = describer(view);
        for (const group of groups) {
            idle.push(drawIdle(group, top, banks));
            passes.push(...drawPassNumbers(group, top));
            for (const cell of group.cells)
                cells.push(drawCell(cell, LABEL + cell.bank * CELL, top + cell.pass * CELL, view));
            if (several)
                titles.push(want('text', { x: LABEL, y: top - 4, class: 'group' },
                    `lanes ${group.from} to ${group.to - 1} go together`));
            top += group.passes * CELL + (several ? GAP + 8 : 0);
        }
        const width = LABEL + banks * CELL + 2, height = Math.max(top, TOP + CELL) + 2;
        return want('svg', { class: 'banks', viewBox: `0 0 ${width} ${height}`, role: 'group', tabindex: 0,
                             'aria-label': 'Banks as columns, passes as rows; arrow keys go through the words' },
            drawGround('ground-first', 'idle'), drawGround('ground-wait', 'idle wait'),
            want('g', {}, drawBankNumbers(view.model)), want('g', {}, idle), want('g', {}, passes),
            want('g', {}, titles), want('g', {}, cells));
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
