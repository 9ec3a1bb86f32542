// Storage memory: a row a sector that is fetched, with the words that the lanes asked for filled in.
// What stays empty was fetched for nothing.
(function (lanewise) {
    'use strict';
    const { want, ranges, nameOf, laneHue, grouped } = lanewise;

    const CELL = 34, HIGH = 20, LABEL = 150, TOP = 26, MOST_ROWS = 64;

    // Sectors in order of address, each with the lanes at its words.
    function collectSectors(model, x) {
        const bytes = model.sector_bytes, sectors = new Map();
        for (let lane = 0; lane < x.lanes; lane++) {
            if (!x.active[lane])
                continue;
            for (let at = x.address[lane]; at < x.address[lane] + x.width; at += 4 - at % 4) {
                const number = Math.floor(at / bytes);
                if (!sectors.has(number))
                    sectors.set(number, { number, words: new Map(), lanes: new Set() });
                const s = sectors.get(number), word = Math.floor(at % bytes / 4);
                if (!s.words.has(word))
                    s.words.set(word, []);
                s.words.get(word).push(lane);
                s.lanes.add(lane);
            }
        }
        return [...sectors.values()].sort((a, b) => a.number - b.number);
    }

    function drawWord(lanes, x, y, view, text) {
        return want('g', { class: `cell ${view.byLane ? 'bylane' : 'pass0'}`, role: 'img', 'aria-label': text,
                           transform: `translate(${x} ${y})`, 'data-lanes': lanes.join(' '),
                           style: view.byLane ? { '--hue': laneHue(lanes[0], view.lanes) } : null },
            want('rect', { x: 1, y: 1, width: CELL - 2, height: HIGH - 2, rx: 3 }),
            want('text', { x: CELL / 2, y: HIGH / 2 + 4 }, lanes.length === 1 ? lanes[0] : `×${lanes.length}`));
    }

    // Puts a sector's row into the layers: its label, its words, and as a path those that nobody wants.
    function drawSector(s, y, view, layers) {
        const { model, object } = view, words = model.sector_bytes / 4;
        const at = s.number * model.sector_bytes;
        layers.labels.push(want('text', { x: LABEL - 8, y: y + HIGH / 2 + 4, class: 'label' },
            object ? nameOf(object, Math.max(at, object.start)).slice(0, 20) : `byte ${grouped(at)}`));
        for (let w = 0; w < words; w++) {
            const lanes = s.words.get(w), x = LABEL + w * CELL;
            if (!lanes) {
                layers.idle += `M${x + 1} ${y + 1}h${CELL - 2}v${HIGH - 2}h${2 - CELL}z`;
                continue;
            }
            const name = object ? ` (${nameOf(object, at + 4 * w)})` : '';
            layers.cells.push(drawWord(lanes, x, y, view, `byte ${at + 4 * w}${name} for ` +
                `lane${lanes.length > 1 ? 's' : ''} ${ranges([...new Set(lanes)])}`));
        }
    }

    function drawOffsets(words) {
        const list = [want('text', { x: LABEL - 8, y: TOP - 8, class: 'label' }, 'sector starts at')];
        for (let w = 0; w < words; w++)
            list.push(want('text', { x: LABEL + w * CELL + CELL / 2, y: TOP - 8, class: 'bank' }, `+${4 * w}`));
        return list;
    }

    // view: { model, lanes, byLane, object }.
    function drawSectors(x, view) {
        const sectors = collectSectors(view.model, x), shown = sectors.slice(0, MOST_ROWS);
        const words = view.model.sector_bytes / 4, perLine = view.model.line_bytes / view.model.sector_bytes;
        const layers = { labels: [], cells: [], idle: '' };
        let y = TOP, before = null;
        for (const s of shown) {
            const line = Math.floor(s.number / perLine);
            if (before !== null && line !== before)
                y += 6; // a line of the cache ends
            before = line;
            drawSector(s, y, view, layers);
            y += HIGH;
        }
        if (sectors.length > shown.length) {
            layers.labels.push(want('text', { x: LABEL, y: y + 16, class: 'group' },
                `and ${sectors.length - shown.length} more sectors`));
            y += 24;
        }
        return want('svg', { class: 'sectors', viewBox: `0 0 ${LABEL + words * CELL + 2} ${y + 2}`, role: 'group', tabindex: 0,
                             'aria-label': 'Sectors as rows, their words as columns; arrow keys go through the words' },
            want('g', {}, drawOffsets(words)), want('path', { class: 'idle wait', d: layers.idle }),
            want('g', {}, layers.labels), want('g', {}, layers.cells));
    }

    function saySectors(x, cost, model, op) {
        let lanes = 0;
        for (let i = 0; i < x.lanes; i++)
            lanes += x.active[i];
        const wanted = lanes * x.width, moved = cost.wavefronts * model.sector_bytes;
        const start = `${lanes} lanes ask for ${grouped(wanted)} bytes and touch ${cost.wavefronts} ` +
            `sector${cost.wavefronts === 1 ? '' : 's'} of ${model.sector_bytes} bytes`;
        if (op === 'atomic' && cost.wavefronts > cost.ideal)
            return `${start}: atomics that meet take turns, and each turn touches its sectors anew.`;
        if (cost.wavefronts <= cost.ideal)
            return `${start}: as few as can be.`;
        return `${start}, where ${cost.ideal} would hold the data: ${Math.round(100 * Math.min(1, wanted / moved))} % ` +
            `of what is moved is used. Let neighbouring invocations touch neighbouring elements.`;
    }

    Object.assign(lanewise, { drawSectors, saySectors, collectSectors });
})(globalThis.lanewise = globalThis.lanewise || {});
