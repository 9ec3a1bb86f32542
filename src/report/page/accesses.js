// The table of accesses, the most expensive first, with a search; of thousands the first are shown.
(function (lanewise) {
    'use strict';
    const { el, grouped, ratio, costOf, faultOf } = lanewise;

    const FIRST = 25;

    // All words of the search stand in the text of the row.
    function matches(a, words) {
        const text = `${a.line}:${a.column} ${a.op} ${a.space} ${a.name} ${a.expression} ${faultOf(a)}`
            .toLowerCase();
        return words.every((w) => text.includes(w));
    }

    function drawRow(a, total, several, report, choose) {
        const { cost, ideal, units } = costOf(a);
        const share = total ? a.cycles / total : 0;
        return el('tr', { onclick: choose },
            el('td', {}, el('button', { type: 'button', class: 'link' }, `${a.line}:${a.column}`)),
            el('td', { class: 'access' }, `${a.op} `, el('code', {}, a.expression),
                several ? ` (${report.dispatches[a.dispatch].entry})` : null),
            el('td', {}, a.space),
            el('td', { class: 'number' }, grouped(a.executions)),
            el('td', { class: 'number' }, `${grouped(cost)} `, el('small', {}, units)),
            el('td', { class: 'number' }, grouped(ideal)),
            el('td', { class: `number${faultOf(a) ? ' bad' : ''}` }, ideal ? `${ratio(cost, ideal)}×` : ''),
            el('td', {}, el('div', { class: 'share' },
                el('span', { class: 'bar', style: { '--share': share } }),
                el('span', {}, `${Math.round(100 * share)} %`))));
    }

    function drawAccesses(root, report, choose) {
        const total = report.accesses.reduce((sum, a) => sum + a.cycles, 0);
        const order = report.accesses.map((a, i) => i)
            .sort((i, k) => report.accesses[k].cycles - report.accesses[i].cycles || i - k);
        const several = report.dispatches.length > 1;
        let most = FIRST;
        const body = el('tbody');
        const said = el('p', { class: 'hint', 'aria-live': 'polite' });
        const more = el('button', { type: 'button', onclick: () => { most *= 4; draw(); } });
        const search = el('input', { type: 'search', id: 'search', placeholder: 'tile, load, line 20, conflict',
            'aria-label': 'Search accesses', oninput: () => { most = FIRST; draw(); } });

        function draw() {
            const words = search.value.toLowerCase().split(/\s+/).filter((w) => w && w !== 'line');
            const found = order.filter((i) => matches(report.accesses[i], words));
            body.replaceChildren(...found.slice(0, most).map((i) => {
                const row = drawRow(report.accesses[i], total, several, report, () => choose(i));
                row.dataset.access = i;
                return row;
            }));
            const shown = Math.min(most, found.length);
            said.textContent = found.length === order.length && shown === found.length ? ''
                : `${grouped(shown)} of ${grouped(found.length)} shown` +
                  (words.length ? ` that match, of ${grouped(order.length)}` : '');
            more.hidden = shown === found.length;
            more.textContent = `show ${grouped(Math.min(most * 4, found.length) - shown)} more`;
            mark();
        }

        let chosen = -1;
        function mark(i = chosen) {
            chosen = i;
            for (const row of body.children)
                row.setAttribute('aria-selected', Number(row.dataset.access) === chosen);
        }

        root.replaceChildren(el('h2', {}, 'Accesses'),
            el('div', { class: 'tools' }, el('label', {}, 'Search ', search), said),
            el('div', { class: 'wide' }, el('table', { class: 'accesses' },
                el('caption', {}, 'The most expensive first, by estimated cycles. The cost is passes through the ' +
                    'banks in workgroup memory, else sectors.'),
                el('thead', {}, el('tr', {}, [['place', ''], ['access', ''], ['memory', ''],
                    ['executions', 'number'], ['cost', 'number'], ['without conflict', 'number'],
                    ['ratio', 'number'], ['of all cycles', '']].map(([t, c]) =>
                    el('th', { scope: 'col', class: c || null }, t)))), body)), more);
        draw();
        return { mark, order, focusSearch: () => search.focus() };
    }

    Object.assign(lanewise, { drawAccesses });
})(globalThis.lanewise = globalThis.lanewise || {});
