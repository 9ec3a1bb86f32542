// The picture of the chosen access: a slider over its recorded executions, the controls, the numbers as
// they are and as they would be, and the banks or sectors drawn.
(function (lanewise) {
    'use strict';
    const { el, grouped, plural, ratio, nameOf } = lanewise;

    const MOST_PAD = 32, SIZES = [4, 8, 16, 32, 64, 128];

    // Executions are cut once for each access and subgroup size.
    const cuts = new WeakMap();
    function executionsOf(records, size) {
        if (!cuts.has(records))
            cuts.set(records, new Map());
        const bySize = cuts.get(records);
        if (!bySize.has(size))
            bySize.set(size, lanewise.cutExecutions(records, size));
        return bySize.get(size);
    }

    function modelsOf(data, report) {
        const rest = data.models.filter((m) => JSON.stringify(m) !== JSON.stringify(report.model));
        return [report.model, ...rest];
    }

    // What the controls say when nothing was changed.
    function plainControls(report, shape, access) {
        const guess = report.pads.find((p) => p.flattened && p.name === access.name &&
                                              p.dispatch === access.dispatch);
        return { pad: 0, swizzle: false, width: 0, size: report.subgroup_size, model: 0,
                 columns: shape && !shape.nested && guess ? guess.dimension : 0 };
    }

    class Picture {
        constructor(root, data) {
            this.root = root;
            this.data = data;
            this.byLane = false;
        }

        show(report, index) {
            this.report = report;
            this.access = report.accesses[index];
            this.banked = this.access.space === 'workgroup';
            this.object = report.objects[this.access.dispatch][this.access.object];
            this.shape = lanewise.arrayShape(this.object);
            this.models = modelsOf(this.data, report);
            this.controls = plainControls(report, this.shape, this.access);
            this.plain = { ...this.controls };
            this.at = 0;
            this.searched = null;
            this.counted = new Map();
            if (this.access.records)
                this.build();
            else
                this.buildWithout();
        }

        // ---- numbers ----

        // The accesses that a change of the layout moves: all of the array, in the same dispatch.
        siblings() {
            return this.report.accesses.filter((a) => a.records && a.dispatch === this.access.dispatch &&
                a.object === this.access.object && a.space === this.access.space);
        }

        // Remembered, since the numbers as profiled are asked for at each change.
        count(access, controls) {
            const key = [this.report.accesses.indexOf(access), ...Object.values(controls)].join();
            if (!this.counted.has(key)) {
                if (this.counted.size > 200)
                    this.counted.clear();
                this.counted.set(key, this.countNow(access, controls));
            }
            return this.counted.get(key);
        }

        countNow(access, controls) {
            const list = executionsOf(access.records, controls.size);
            return lanewise.countAll(list, this.banked, access.records.op, this.models[controls.model],
                                     lanewise.makeLayout(this.shape, controls));
        }

        countArray(controls) {
            let wavefronts = 0, ideal = 0;
            for (const a of this.siblings()) {
                const all = this.count(a, controls);
                wavefronts += all.wavefronts;
                ideal += all.ideal;
            }
            return { wavefronts, ideal };
        }

        changed() {
            return Object.keys(this.plain).some((k) => this.plain[k] !== this.controls[k] && k !== 'columns');
        }

        // ---- building ----

        heading() {
            const a = this.access;
            return [el('h2', {}, 'Picture'),
                el('p', { class: 'what' }, `line ${a.line}: ${a.op} `, el('code', {}, a.expression),
                   ` of ${a.space} memory, ${a.width} bytes a lane`)];
        }

        buildWithout() {
            this.root.replaceChildren(...this.heading(),
                el('p', {}, 'Executions of this access are not in the page: the first workgroup made none, or ' +
                   'accesses that cost more took the room.'));
        }

        build() {
            this.parts = {};
            const p = this.parts;
            p.degree = el('p', { class: 'degree' });
            p.say = el('p', { class: 'say', 'aria-live': 'polite' });
            p.drawing = el('div', { class: 'drawing' });
            p.slider = el('input', { type: 'range', min: 0, value: 0, id: 'execution',
                oninput: () => { this.at = Number(p.slider.value); this.drawExecution(); } });
            p.where = el('output', { for: 'execution' });
            p.numbers = el('div', { class: 'numbers' });
            p.search = el('div', { class: 'pads' });
            p.note = el('p', { class: 'hint' });
            this.root.replaceChildren(...this.heading(), el('div', { class: 'headline' }, p.degree, p.say),
                el('div', { class: 'slider' }, el('label', { for: 'execution' }, 'Execution, worst first'),
                   p.slider, p.where), p.drawing, this.buildColours(), this.buildControls(), p.numbers,
                p.search, p.note);
            this.update();
        }

        buildColours() {
            const button = (text, byLane) => el('button', { type: 'button', 'aria-pressed': this.byLane === byLane,
                onclick: (e) => {
                    this.byLane = byLane;
                    for (const b of e.target.parentNode.querySelectorAll('button'))
                        b.setAttribute('aria-pressed', b === e.target);
                    this.drawExecution();
                } }, text);
            return el('div', { class: 'colours', role: 'group', 'aria-label': 'Colours' }, 'Colours: ',
                this.banked ? button('by pass', false) : button('plain', false), button('by lane', true));
        }

        control(label, node, name) {
            node.id = `control-${name}`;
            node.dataset.control = name;
            return el('label', { class: 'control' }, el('span', {}, label), node);
        }

        select(label, name, options) {
            const node = el('select', { onchange: () => this.set(name, Number(node.value)) },
                options.map(([value, text]) => el('option', { value, selected: this.controls[name] === value },
                    text)));
            return this.control(label, node, name);
        }

        buildControls() {
            const c = this.controls, list = [];
            const rows = this.banked && this.shape;
            if (rows && !this.shape.nested) {
                const node = el('input', { type: 'number', min: 0, max: 65536, value: c.columns,
                    oninput: () => this.set('columns', Math.min(65536, Math.max(0, Math.floor(node.value)))) });
                list.push(this.control('Elements a row', node, 'columns'));
            }
            if (rows) {
                const pad = el('input', { type: 'range', min: 0, max: MOST_PAD, value: 0,
                    oninput: () => this.set('pad', Number(pad.value)) });
                this.parts.pad = pad;
                this.parts.padText = el('output', {}, '0');
                const padControl = this.control('Pad', pad, 'pad');
                padControl.append(this.parts.padText);
                const swizzle = el('input', { type: 'checkbox',
                    onchange: () => this.set('swizzle', swizzle.checked) });
                this.parts.swizzle = swizzle;
                list.push(padControl, this.control('XOR swizzle', swizzle, 'swizzle'));
            }
            if (this.shape && [2, 4, 8, 16].includes(this.shape.stride))
                list.push(this.select('Element', 'width', [[0, `${this.shape.stride} bytes, as it is`],
                    ...[2, 4, 8, 16].filter((w) => w !== this.shape.stride).map((w) => [w, `${w} bytes`])]));
            list.push(this.select('Subgroup', 'size', SIZES.map((s) => [s, `${s} lanes`])));
            list.push(this.select('Hardware', 'model', this.models.map((m, i) =>
                [i, i ? `${m.name} (${m.basis})` : `${m.name} (${m.basis}), as profiled`])));
            this.parts.reset = el('button', { type: 'button', class: 'reset', onclick: () => this.reset() },
                'As profiled');
            return el('div', { class: 'controls', role: 'group', 'aria-label': 'What if' }, list,
                this.parts.reset);
        }

        set(name, value) {
            const size = this.controls.size;
            this.controls[name] = value;
            if (name === 'size' && size !== value)
                this.at = 0;
            this.update();
        }

        reset() {
            this.controls = { ...this.plain };
            this.at = 0;
            for (const node of this.root.querySelectorAll('[data-control]')) {
                const value = this.controls[node.dataset.control];
                if (node.type === 'checkbox')
                    node.checked = value;
                else
                    node.value = value;
            }
            this.update();
        }

        // ---- updating ----

        update() {
            const p = this.parts;
            this.list = executionsOf(this.access.records, this.controls.size);
            this.all = this.count(this.access, this.controls);
            this.order = lanewise.worstFirst(this.all);
            this.at = Math.min(this.at, this.list.length - 1);
            p.slider.max = this.list.length - 1;
            p.slider.value = this.at;
            p.slider.disabled = this.list.length < 2;
            p.reset.disabled = !this.changed();
            if (p.padText)
                p.padText.textContent = this.controls.pad;
            this.drawExecution();
            this.drawNumbers();
            this.drawNote();
            this.searchPads();
        }

        drawExecution() {
            const p = this.parts, i = this.order[this.at], x = this.list[i];
            const model = this.models[this.controls.model], op = this.access.records.op;
            const lanes = lanewise.lanesOf(x, lanewise.makeLayout(this.shape, this.controls));
            const before = lanewise.lanesOf(x, { move: null, width: null });
            const cost = { wavefronts: this.all.each[i], ideal: this.all.eachIdeal[i] };
            const moved = lanewise.makeLayout(this.shape, this.controls).move !== null;
            const nameLane = (lane) => this.object ? nameOf(this.object, before.address[lane]) : '';
            const view = { model, lanes: lanes.lanes, byLane: this.byLane, nameLane,
                           object: moved ? null : this.object };
            p.where.textContent = `${grouped(this.at + 1)} of ${grouped(this.list.length)}: workgroup ` +
                `${x.workgroup}, subgroup ${x.subgroup}`;
            if (this.banked) {
                const groups = lanewise.bankSchedule(model, op, lanes.width, lanes.lanes, lanes.active,
                                                     lanes.address);
                p.degree.textContent = cost.wavefronts > cost.ideal
                    ? `${ratio(cost.wavefronts, cost.ideal)}-way conflict` : 'no conflict';
                p.say.textContent = lanewise.sayBanks(groups, cost, model, op);
                p.drawing.replaceChildren(lanewise.drawBanks(groups, view));
            } else {
                p.degree.textContent = cost.wavefronts > cost.ideal
                    ? `${ratio(cost.wavefronts, cost.ideal)}× the sectors` : 'packed';
                p.say.textContent = lanewise.saySectors(lanes, cost, model, op);
                p.drawing.replaceChildren(lanewise.drawSectors(lanes, view));
            }
            p.degree.classList.toggle('bad', cost.wavefronts > cost.ideal);
        }

        // Totals as they are and as they would be, of the access and of all accesses of its array.
        drawNumbers() {
            const unit = this.banked ? 'passes' : 'sectors';
            const rows = [['this access', this.count(this.access, this.plain), this.all]];
            if (this.siblings().length > 1)
                rows.push([`all accesses of ${this.access.name}`, this.countArray(this.plain),
                           this.countArray(this.controls)]);
            const change = (a, b) => b === a ? 'same' : b < a ? `${ratio(a, b)}× fewer` : `${ratio(b, a)}× more`;
            this.parts.numbers.replaceChildren(lanewise.table(
                `${unit[0].toUpperCase()}${unit.slice(1)} of the first workgroup, as far as recorded`,
                [['', ''], ['as profiled', 'number'], ['now', 'number'], ['without conflict', 'number'], ['', '']],
                rows.map(([name, was, now]) => ({ cells: [name, grouped(was.wavefronts),
                    el('b', {}, grouped(now.wavefronts)), grouped(now.ideal),
                    el('span', { class: now.wavefronts > was.wavefronts ? 'bad'
                        : now.wavefronts < was.wavefronts ? 'good' : '' },
                       change(was.wavefronts, now.wavefronts))] }))));
        }

        drawNote() {
            const r = this.access.records, c = this.controls, notes = [];
            const columns = c.columns || (this.shape ? this.shape.columns : 0);
            if (r.kept < this.access.executions)
                notes.push(`${plural(r.kept, 'execution')} of ${grouped(this.access.executions)} ` +
                    `${r.kept === 1 ? 'is' : 'are'} recorded, from the first workgroup` +
                    `${r.worst ? ', and the worst of the dispatch' : ''}.`);
            if (c.size !== this.report.subgroup_size)
                notes.push('The recorded addresses, cut into other subgroups: a shader that asks for its ' +
                    'subgroup size would do something else.');
            if (c.swizzle && (columns < 2 || columns & (columns - 1)))
                notes.push('A swizzle needs rows of a power of two of elements.');
            if (this.shape && c.pad && columns > 1)
                notes.push(`The pad takes ${grouped(Math.ceil(this.shape.elements / columns) * c.pad *
                    (c.width || this.shape.stride))} bytes more.`);
            this.parts.note.textContent = notes.join(' ');
        }

        // All pads and the swizzle tried over the whole array, a little at a time.
        searchPads() {
            const c = this.controls, columns = c.columns || (this.shape ? this.shape.columns : 0);
            const box = this.parts.search;
            if (!this.banked || columns < 2) {
                box.replaceChildren();
                this.searched = null;
                return;
            }
            const key = [c.size, c.model, c.width, columns].join();
            if (this.searched && this.searched.key === key) {
                this.drawPads();
                return;
            }
            const tries = [];
            for (let pad = 0; pad <= MOST_PAD; pad++)
                tries.push({ pad, swizzle: false });
            if ((columns & (columns - 1)) === 0)
                tries.push({ pad: 0, swizzle: true });
            const mine = this.searched = { key, tries, done: 0 };
            const step = () => {
                const end = performance.now() + 6;
                while (mine.done < tries.length && performance.now() < end) {
                    const t = tries[mine.done++];
                    t.total = this.countArray({ ...c, pad: t.pad, swizzle: t.swizzle });
                }
                if (this.searched !== mine)
                    return;
                if (mine.done < tries.length)
                    setTimeout(step);
                else
                    this.drawPads();
            };
            setTimeout(step);
        }

        drawPads() {
            const s = this.searched, c = this.controls;
            if (s.done < s.tries.length)
                return;
            const isNow = (t) => c.pad === t.pad && c.swizzle === t.swizzle;
            if (s.drawn) { // only another one is chosen
                s.drawn.forEach((node, i) => node.setAttribute('aria-pressed', isNow(s.tries[i])));
                return;
            }
            const most = Math.max(...s.tries.map((t) => t.total.wavefronts));
            const least = Math.min(...s.tries.map((t) => t.total.wavefronts));
            const bar = (t) => {
                const text = `${t.swizzle ? 'XOR swizzle' : `pad ${t.pad}`}: ` +
                    `${plural(t.total.wavefronts, 'pass', 'passes')}, without conflict ${grouped(t.total.ideal)}`;
                return el('button', { type: 'button', title: text, 'aria-label': text, 'aria-pressed': isNow(t),
                    class: t.total.wavefronts === least ? 'best' : null,
                    style: { '--share': t.total.wavefronts / (most || 1) },
                    onclick: () => this.choosePad(t) }, el('span', {}, t.swizzle ? '⊕' : t.pad));
            };
            s.drawn = s.tries.map(bar);
            const best = s.tries.filter((t) => t.total.wavefronts === least);
            this.parts.search.replaceChildren(
                el('p', {}, `All accesses of ${this.access.name}, by pad and XOR swizzle (⊕). Best: `,
                   el('b', {}, best[0].swizzle ? 'swizzle' : `pad ${best[0].pad}`),
                   `, ${plural(least, 'pass', 'passes')}` +
                   (least <= best[0].total.ideal ? ', no conflict left' : `, ${grouped(best[0].total.ideal)} would be free`)),
                el('div', { class: 'bars' }, s.drawn));
        }

        choosePad(t) {
            const p = this.parts;
            this.controls.pad = t.pad;
            this.controls.swizzle = t.swizzle;
            p.pad.value = t.pad;
            p.swizzle.checked = t.swizzle;
            const at = this.searched.tries.indexOf(t);
            this.update();
            p.search.querySelectorAll('.bars button')[at].focus();
        }
    }

    Object.assign(lanewise, { Picture });
})(globalThis.lanewise = globalThis.lanewise || {});
