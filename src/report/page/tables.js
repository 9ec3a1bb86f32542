// Findings with what they mean, divergent branches, atomics, totals.
(function (lanewise) {
    'use strict';
    const { el, table, grouped, plural, ratio } = lanewise;

    function placeButton(line, column, go) {
        return el('button', { type: 'button', class: 'link', onclick: () => go(line) }, `${line}:${column}`);
    }

    // `code` in the texts of rules is put between backquotes.
    function withCode(text) {
        return text.split('`').map((part, i) => i % 2 ? el('code', {}, part) : part);
    }

    function drawRule(name, rule) {
        const part = (title, text, code) => text
            ? [el('h4', {}, title), el('p', {}, withCode(text)), code ? el('pre', {}, code) : null] : null;
        return el('details', { id: `rule-${name}` },
            el('summary', {}, `what ${name} means, and its cure`),
            el('p', {}, withCode(rule.about)), el('pre', {}, rule.example),
            part('Cure', rule.cure, rule.cured), part('Price', rule.price), part('Caution', rule.caution),
            el('p', { class: 'hint' }, 'The same in the terminal: ', el('code', {}, `lanewise explain ${name}`)));
    }

    function drawFindings(root, data, report, go) {
        if (!report.findings.length) {
            root.replaceChildren(el('h2', {}, 'Findings'), el('p', {}, 'None: nothing here costs more than it must.'));
            return;
        }
        const rules = [...new Set(report.findings.map((f) => f.rule))];
        const list = report.findings.slice(0, 200);
        root.replaceChildren(el('h2', {}, 'Findings'), ...rules.map((name) => [
            el('h3', {}, `${name}: `, el('span', {}, data.rules[name] ? data.rules[name].title : '')),
            el('ul', {}, list.filter((f) => f.rule === name).map((f) =>
                el('li', { class: f.severity }, placeButton(f.line, f.column, go), ` ${f.message}`))),
            data.rules[name] ? drawRule(name, data.rules[name]) : null]).flat().filter(Boolean),
        ...(report.findings.length > list.length
            ? [el('p', {}, `and ${grouped(report.findings.length - list.length)} more (--format json has all)`)] : []));
    }

    function drawBranches(report, go) {
        const rows = report.branches.filter((b) => b.divergent)
            .sort((a, b) => b.divergent - a.divergent).slice(0, 100)
            .map((b) => ({ cells: [placeButton(b.line, b.column, go), grouped(b.executions),
                grouped(b.divergent), `${Math.round(100 * b.divergent / b.executions)} %`] }));
        return rows.length
            ? table('Subgroups whose lanes go both ways, and so take both one after the other',
                [['branch', ''], ['executions', 'number'], ['divergent', 'number'], ['share', 'number']], rows)
            : el('p', {}, 'No branch divides a subgroup.');
    }

    function drawAtomics(report, go) {
        const rows = report.accesses.filter((a) => a.same_address !== undefined)
            .sort((a, b) => b.same_address - a.same_address).slice(0, 100)
            .map((a) => ({ cells: [placeButton(a.line, a.column, go), el('code', {}, a.expression), a.space,
                grouped(a.lanes), ratio(a.same_address, a.executions), grouped(a.max_same_address)] }));
        return rows.length
            ? table('Lanes of a subgroup that meet on one word',
                [['atomic', ''], ['on', ''], ['memory', ''], ['atomics', 'number'], ['on average', 'number'],
                 ['at most', 'number']], rows)
            : el('p', {}, 'No atomics.');
    }

    function drawTotals(report) {
        const t = report.totals;
        const rows = [
            ['invocations', grouped(t.invocations)],
            ['lanes active', `${(100 * t.active_lane_ratio).toFixed(1)} %`],
            ['passes through the banks', grouped(t.workgroup_wavefronts)],
            ['of them for conflicts', grouped(t.workgroup_conflicts)],
            ['sectors of storage memory', grouped(t.storage_sectors)],
            ['barriers, per subgroup', grouped(t.barriers)],
            ['float operations', grouped(t.float_operations)],
            ['bytes of storage', grouped(t.storage_bytes)],
            ['operations a byte', ratio(t.float_operations, t.storage_bytes)],
            ['workgroup memory', plural(t.workgroup_bytes, 'byte')]];
        return table('Over all dispatches', [['', ''], ['', 'number']], rows.map((cells) => ({ cells })));
    }

    function drawTables(root, report, go) {
        root.replaceChildren(
            el('div', { class: 'wide' }, el('h2', {}, 'Divergence'), drawBranches(report, go)),
            el('div', { class: 'wide' }, el('h2', {}, 'Atomics'), drawAtomics(report, go)),
            el('div', {}, el('h2', {}, 'Totals'), drawTotals(report)));
    }

    Object.assign(lanewise, { drawFindings, drawTables });
})(globalThis.lanewise = globalThis.lanewise || {});
