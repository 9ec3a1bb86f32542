// The annotated source: a line a row, as hot as its share of the cycles; hover or focus shows the
// counters, a click or Enter chooses its most expensive access.
(function (lanewise) {
    'use strict';
    const { el, grouped, ratio, plural } = lanewise;

    // Beyond this many lines only those near a counted one are shown at first.
    const MOST_LINES = 2000, CONTEXT = 4;
    // Lines drawn before the page is first shown, and each time after that.
    const AT_ONCE = 300, STEP = 100;

    function costOf(a) {
        return a.space === 'workgroup'
            ? { cost: a.wavefronts, ideal: a.ideal_wavefronts, unit: 'pass', units: 'passes' }
            : { cost: a.sectors, ideal: a.ideal_sectors, unit: 'sector', units: 'sectors' };
    }

    // "8-way conflict", "8× the sectors": what is wrong with an access, or ''.
    function faultOf(a) {
        const { cost, ideal } = costOf(a);
        if (a.space === 'workgroup')
            return cost <= ideal ? '' : a.worst_degree > 1 ? `${a.worst_degree}-way conflict` : 'conflict';
        return cost > 2 * ideal ? `${ratio(cost, ideal)}× the sectors` : '';
    }

    // What happens on each line: { accesses, branches, cycles }.
    function collectLines(report) {
        const lines = new Map();
        const at = (n) => {
            if (!lines.has(n))
                lines.set(n, { accesses: [], branches: [], cycles: 0 });
            return lines.get(n);
        };
        report.accesses.forEach((a, i) => {
            const line = at(a.line);
            line.accesses.push(i);
            line.cycles += a.cycles;
        });
        for (const b of report.branches)
            if (b.divergent)
                at(b.line).branches.push(b);
        return lines;
    }

    function describeAccess(a) {
        const { cost, ideal, unit, units } = costOf(a);
        return el('p', {}, el('b', {}, `${a.op} `), el('code', {}, a.expression),
            `: ${plural(cost, unit, units)}`,
            cost > ideal ? `, ${grouped(ideal)} would do` : ', as few as can be',
            faultOf(a) ? el('em', {}, ` (${faultOf(a)})`) : null,
            `, over ${plural(a.executions, 'execution')}`);
    }

    function describeLine(report, line) {
        return el('div', { class: 'tip', role: 'tooltip' },
            line.accesses.slice(0, 8).map((i) => describeAccess(report.accesses[i])),
            line.accesses.length > 8 ? el('p', {}, `and ${line.accesses.length - 8} more accesses`) : null,
            line.branches.map((b) => el('p', {}, `branch: ${grouped(b.divergent)} of ` +
                `${plural(b.executions, 'subgroup')} go both ways`)));
    }

    function badgeOf(report, line) {
        const faults = line.accesses.map((i) => report.accesses[i]).filter(faultOf);
        if (!faults.length)
            return line.branches.length ? el('span', { class: 'badge mild', title: 'divergent' }, '⑂') : null;
        const worst = faults.reduce((x, y) => y.cycles > x.cycles ? y : x), { cost, ideal } = costOf(worst);
        return el('span', { class: 'badge' }, `${Math.round(10 * cost / (ideal || 1)) / 10}×`);
    }

    function drawLine(report, number, text, line, total, choose) {
        const share = line && total ? line.cycles / total : 0;
        const row = el('div', { class: 'line', 'data-line': number },
            el('span', { class: 'number' }, number),
            el('span', { class: 'heat' }),
            el('span', { class: 'mark' }, line ? badgeOf(report, line) : null),
            el('code', { class: 'text' }, text || ' '));
        if (!line)
            return row;
        const worst = line.accesses.slice().sort(
            (i, k) => report.accesses[k].cycles - report.accesses[i].cycles)[0];
        row.classList.add('counted');
        row.style.setProperty('--share', share);
        row.tabIndex = 0;
        if (worst !== undefined) {
            row.setAttribute('role', 'button');
            row.addEventListener('click', () => choose(worst));
            row.addEventListener('keydown', (e) => {
                if (e.key === 'Enter' || e.key === ' ') {
                    e.preventDefault();
                    choose(worst);
                }
            });
        }
        // Made when it is first wanted: a source of thousands of lines opens quickly.
        const describe = () => row.querySelector('.tip') || row.append(describeLine(report, line));
        row.addEventListener('pointerenter', describe);
        row.addEventListener('focus', describe);
        return row;
    }

    // Line numbers to show: all, or those near a counted one.
    function nearLines(count, lines) {
        const shown = new Set();
        for (const n of lines.keys())
            for (let k = Math.max(1, n - CONTEXT); k <= Math.min(count, n + CONTEXT); k++)
                shown.add(k);
        return shown;
    }

    function drawSource(root, report, choose) {
        const text = (report.source || '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);
        const lines = collectLines(report);
        const total = report.accesses.reduce((sum, a) => sum + a.cycles, 0);
        const draw = (all) => {
            const shown = all ? null : nearLines(text.length, lines);
            const list = el('div', { class: 'lines' });
            let next = 1, before = 0;
            const drawTo = (end) => {
                for (; next <= Math.min(end, text.length); next++) {
                    if (shown && !shown.has(next))
                        continue;
                    if (next !== before + 1)
                        list.append(el('div', { class: 'gap' }, '⋯'));
                    list.append(drawLine(report, next, text[next - 1], lines.get(next), total, choose));
                    before = next;
                }
                return next > text.length;
            };
            const more = all ? null : el('button', { type: 'button', onclick: () => draw(true) },
                `show all ${grouped(text.length)} lines`);
            root.replaceChildren(...[el('h2', {}, 'Source'),
                el('p', { class: 'hint' }, 'The fuller the bar, the more of the estimated cycles; ' +
                    '8× is eight times the passes or sectors that would do. Choose a line to see it drawn.'), list, more].filter(Boolean));
            drawTo(AT_ONCE);
            drawRest(list, drawTo, AT_ONCE);
            drawers.set(root, drawTo);
        };
        draw(text.length <= MOST_LINES);
    }

    // The lines after the first ones follow a little at a time, or at once when the page is printed.
    function drawRest(list, drawTo, from) {
        const step = () => {
            if (list.isConnected && !drawTo(from += STEP))
                setTimeout(step);
        };
        setTimeout(step);
        addEventListener('beforeprint', () => list.isConnected && drawTo(Infinity));
    }

    const drawers = new WeakMap(); // of what draws a source: up to a line

    function markLine(root, number) {
        for (const row of root.querySelectorAll('.line.chosen'))
            row.classList.remove('chosen');
        drawers.get(root)(number);
        const row = root.querySelector(`.line[data-line="${number}"]`), box = root.querySelector('.lines');
        if (!row)
            return null;
        row.classList.add('chosen');
        const inside = row.offsetTop; // scrolls the box alone, not the page
        if (inside < box.scrollTop || inside > box.scrollTop + box.clientHeight - 40)
            box.scrollTop = inside - box.clientHeight / 2;
        return row;
    }

    Object.assign(lanewise, { costOf, faultOf, drawSource, markLine });
})(globalThis.lanewise = globalThis.lanewise || {});
