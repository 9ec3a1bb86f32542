// The page: reads its data, draws the chosen run, and joins the parts: what is chosen in one is shown in
// the others.
(function (lanewise) {
    'use strict';
    const { el, plural, grouped } = lanewise;

    const byId = (id) => document.getElementById(id);

    function estimateBars(report) {
        const e = report.totals.estimated_cycles, most = Math.max(e.banks, e.memory, e.arithmetic, 1);
        const bar = (name, value) => el('div', { class: value === most ? 'most' : null },
            el('dt', {}, name), el('dd', {},
                el('span', { class: 'bar', style: { '--share': value / most } }), `${grouped(value)} cycles`));
        return el('dl', { class: 'estimate', title: report.estimate }, bar('banks', e.banks),
            bar('storage memory', e.memory), bar('arithmetic', e.arithmetic));
    }

    // The sentence, its "line 20" made a link to the line.
    function summaryOf(report, go) {
        const text = report.summary.replace(/(\d) (?=\d{3})/g, '$1\u202f'), parts = text.split(/(line \d+)/);
        return el('p', { class: 'summary' }, parts.map((part, i) => i % 2
            ? el('button', { type: 'button', class: 'link', onclick: () => go(Number(part.slice(5))) }, part)
            : part));
    }

    function drawHead(root, report, go) {
        const dispatches = report.dispatches.slice(0, 4).map((d) => `${d.entry}: ${d.workgroups.join(' × ')} ` +
            `workgroups of ${d.workgroup_size.join(' × ')}`);
        if (report.dispatches.length > 4)
            dispatches.push(`and ${plural(report.dispatches.length - 4, 'more dispatch', 'more dispatches')}`);
        root.replaceChildren(el('h1', {}, lanewise.titleOf(report)), summaryOf(report, go), estimateBars(report),
            el('p', { class: 'hint' }, [...dispatches, `subgroups of ${report.subgroup_size}`,
                `${report.model.title}, ${report.model.basis}`].join(' · '),
               '. Cycles are an estimate from published rates, each as if nothing else took time.'));
    }

    // What a cell says, where a pointer rests: made when it is first wanted.
    function titleCell(cell) {
        let title = cell.querySelector('title');
        if (!title)
            cell.append(title = document.createElementNS(cell.namespaceURI, 'title'));
        title.textContent = cell.getAttribute('aria-label');
    }

    // Lanes and their cells point at each other. The keyboard comes to the drawing, and arrows go through its
    // cells.
    function listenToCells(root) {
        const met = (e) => {
            const cell = e.target.closest('.cell');
            const lanes = new Set(cell ? cell.dataset.lanes.split(' ') : []);
            if (cell)
                titleCell(cell);
            for (const other of root.querySelectorAll('.cell'))
                other.classList.toggle('met', other.dataset.lanes.split(' ').some((l) => lanes.has(l)));
        };
        root.addEventListener('pointerover', met);
        root.addEventListener('focusin', met);
        root.addEventListener('keydown', (e) => {
            const svg = e.target.closest('svg'), by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
            if (!svg || !by)
                return;
            const cells = [...svg.querySelectorAll('.cell')], at = cells.indexOf(e.target);
            const next = cells[at < 0 ? by > 0 ? 0 : cells.length - 1 : at + by];
            e.preventDefault();
            if (next) {
                next.setAttribute('tabindex', -1);
                next.focus();
            }
        });
    }

    // Keys outside of fields: / searches, j and k go down and up the table of accesses.
    function listenToKeys(page) {
        document.addEventListener('keydown', (e) => {
            if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName))
                return;
            if (e.key === '/') {
                e.preventDefault();
                page.table.focusSearch();
            } else if (e.key === 'j' || e.key === 'k') {
                page.step(e.key === 'j' ? 1 : -1);
            }
        });
    }

    class Page {
        constructor(data) {
            this.data = data;
            this.picture = new lanewise.Picture(byId('picture'), data);
        }

        showReport(number) {
            const report = this.report = this.data.reports[number];
            const go = (line) => this.goToLine(line);
            lanewise.drawCompare(byId('compare'), this.data.reports, number, (i) => this.showReport(i));
            drawHead(byId('head'), report, go);
            lanewise.drawSource(byId('source'), report, (i) => this.choose(i, false));
            this.table = lanewise.drawAccesses(byId('accesses'), report, (i) => this.choose(i, true));
            lanewise.drawFindings(byId('findings'), this.data, report, go);
            lanewise.drawTables(byId('tables'), report, go);
            if (this.table.order.length)
                this.choose(this.firstAccess(), false);
            else
                byId('picture').replaceChildren(el('h2', {}, 'Picture'),
                    el('p', {}, 'This shader accesses no shared memory.'));
        }

        // The one to look at first: the worst conflict when there is one, else the most expensive.
        firstAccess() {
            const extra = (a) => a.space === 'workgroup' ? a.wavefronts - a.ideal_wavefronts : 0;
            const worst = this.table.order.reduce((x, i) =>
                extra(this.report.accesses[i]) > extra(this.report.accesses[x]) ? i : x);
            return extra(this.report.accesses[worst]) ? worst : this.table.order[0];
        }

        choose(access, scroll) {
            this.chosen = access;
            this.picture.show(this.report, access);
            this.table.mark(access);
            lanewise.markLine(byId('source'), this.report.accesses[access].line);
            if (scroll && byId('picture').getBoundingClientRect().top < 0)
                byId('picture').scrollIntoView({ block: 'start' });
        }

        step(by) {
            const at = this.table.order.indexOf(this.chosen) + by;
            if (at >= 0 && at < this.table.order.length)
                this.choose(this.table.order[at], false);
        }

        goToLine(line) {
            const row = lanewise.markLine(byId('source'), line);
            if (!row)
                return;
            row.scrollIntoView({ block: 'center' });
            row.focus();
            if (row.getAttribute('role') === 'button')
                row.click();
        }
    }

    function start() {
        const data = JSON.parse(byId('data').textContent), page = new Page(data);
        page.showReport(0);
        listenToCells(byId('picture'));
        listenToKeys(page);
        byId('foot').replaceChildren(el('p', {}, `Lanewise ${data.lanewise}. Keys: / searches, j and k go through ` +
            'the accesses, arrows move the sliders and go through a drawing. Fewer conflicts are not always fewer microseconds: measure.'));
    }

    start();
})(globalThis.lanewise = globalThis.lanewise || {});
