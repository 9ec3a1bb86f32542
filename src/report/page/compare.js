// Several runs side by side: totals of each, against the first.
(function (lanewise) {
    'use strict';
    const { el, table, grouped, ratio } = lanewise;

    const MEASURES = [
        ['passes', (r) => r.totals.workgroup_wavefronts],
        ['of conflicts', (r) => r.totals.workgroup_conflicts],
        ['sectors', (r) => r.totals.storage_sectors],
        ['barriers', (r) => r.totals.barriers],
        ['workgroup bytes', (r) => r.totals.workgroup_bytes],
        ['findings', (r) => r.findings.length],
    ];

    function cell(value, first) {
        const kind = value < first ? 'good' : value > first ? 'bad' : '';
        const change = value === first ? '' : first && value
            ? ` ${value < first ? `${ratio(first, value)}× fewer` : `${ratio(value, first)}× more`}` : '';
        return el('span', { class: kind }, grouped(value), el('small', {}, change));
    }

    function titleOf(report) {
        return report.shader;
    }

    function drawCompare(root, reports, chosen, choose) {
        root.hidden = reports.length < 2;
        if (root.hidden)
            return;
        root.replaceChildren(el('h2', {}, 'Side by side'), el('div', { class: 'wide' }, table(
            'Each run against the first; choose one to see it below',
            [['run', ''], ['subgroup', 'number'], ['hardware', ''], ...MEASURES.map(([name]) => [name, 'number'])],
            reports.map((r, i) => ({
                properties: { 'aria-selected': i === chosen },
                cells: [el('button', { type: 'button', class: 'link', onclick: () => choose(i) }, titleOf(r)),
                    r.subgroup_size, r.hardware,
                    ...MEASURES.map(([, of]) => cell(of(r), of(reports[0])))],
            })))));
    }

    Object.assign(lanewise, { drawCompare, titleOf });
})(globalThis.lanewise = globalThis.lanewise || {});
