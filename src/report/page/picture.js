// The picture of the chosen access: a slider over its recorded executions, the controls, the numbers as
// they are and as they would be, and the banks or sectors drawn.
(function (lanewise) {
    'use strict';
    const { el, want, show, grouped, plural, ratio, nameOf } = lanewise;

    const MOST_PAD = 32, SLICE = 5, SIZES = [4, 8, 16, 32, 64, 128];

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

    function numberCells(was, now) {
        const a = was.wavefronts, b = now.wavefronts;
        return [grouped(a), want('b', {}, grouped(b)), grouped(now.ideal),
            want('span', { class: b > a ? 'bad' : b < a ? 'good' : null },
                b === a ? 'same' : b < a ? `${ratio(a, b)}× fewer` : `${ratio(b, a)}× more`)];
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
            this.tall = 0;
            this.searched = null;
            this.counts = new Map();
            this.totals = new Map();
            this.siblings = this.findSiblings();
            if (this.access.records)
                this.build();
            else
                this.buildWithout();
        }

        // ---- numbers ----

        // The accesses that a change of the layout moves: all of the array, in the same dispatch.
        findSiblings() {
            return this.report.accesses.filter((a) => a.records && a.dispatch === this.access.dispatch &&
                a.object === this.access.object && a.space === this.access.space);
        }

        count(access, controls) {
            const list = executionsOf(access.records, controls.size);
            return lanewise.countAll(list, this.banked, access.records.op, this.models[controls.model],
                                     lanewise.makeLayout(this.shape, controls));
        }

        // Of the chosen access, remembered: the numbers as profiled are asked for at each change.
        countMine(controls) {
            const key = Object.values(controls).join();
            if (!this.counts.has(key)) {
                if (this.counts.size > 200)
                    this.counts.clear();
                this.counts.set(key, this.count(this.access, controls));
            }
            return this.counts.get(key);
        }

        // Of all accesses of the array, remembered. Counts until that time, and says null while it has not come
        // to the end: what asks again gets on from there.
        countArray(controls, until) {
            const key = Object.values(controls).join();
            if (!this.totals.has(key))
                this.totals.set(key, { wavefronts: 0, ideal: 0, done: 0 });
            const total = this.totals.get(key);
            while (total.done < this.siblings.length) {
                if (performance.now() >= until)
                    return null;
                const { wavefronts, ideal } = this.count(this.siblings[total.done++], controls);
                total.wavefronts += wavefronts;
                total.ideal += ideal;
            }
            return total;
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
                this.buildControls(),
                el('div', { class: 'slider' }, el('label', { for: 'execution' }, 'Execution, worst first'),
                   p.slider, p.where), p.drawing, p.numbers, p.search, p.note);
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
                this.parts.padText = el('output');
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
                this.parts.reset, this.buildColours());
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
            this.all = this.countMine(this.controls);
            this.order = lanewise.worstFirst(this.all);
            this.at = Math.min(this.at, this.list.length - 1);
            p.slider.max = this.list.length - 1;
            p.slider.value = this.at;
            p.slider.disabled = this.list.length < 2;
            p.reset.disabled = !this.changed();
            if (p.padText)
                show(p.padText, this.controls.pad);
            this.drawExecution();
            this.drawNumbers(performance.now() + 2);
            this.drawNote();
            this.keepPads();
            this.finishLater();
        }

        // What can wait until the answer is painted, a little at a time: totals of many accesses, the search of
        // pads, and the cuts that other sizes of subgroups will want.
        finishLater() {
            const mine = this.turn = {};
            const step = () => {
                if (this.turn !== mine)
                    return;
                const until = performance.now() + SLICE;
                if (!this.drawNumbers(until) || !this.searchPads(until) || !this.prepareSizes(until))
                    setTimeout(step);
            };
            requestAnimationFrame(() => setTimeout(step));
        }

        prepareSizes(until) {
            for (const size of SIZES) {
                if (performance.now() >= until)
                    return false;
                executionsOf(this.access.records, size);
            }
            return true;
        }

        drawExecution() {
            const p = this.parts, i = this.order[this.at], x = lanewise.executionAt(this.list, i);
            const model = this.models[this.controls.model], op = this.access.records.op;
            const layout = lanewise.makeLayout(this.shape, this.controls);
            const lanes = lanewise.lanesOf(x, layout), before = lanewise.lanesOf(x, { move: null, width: null });
            const cost = { wavefronts: this.all.each[i], ideal: this.all.eachIdeal[i] };
            const nameLane = (lane) => this.object ? nameOf(this.object, before.address[lane]) : '';
            const view = { model, lanes: lanes.lanes, byLane: this.byLane, nameLane,
                           object: layout.move ? null : this.object };
            show(p.where, `${grouped(this.at + 1)} of ${grouped(this.list.length)}: workgroup ` +
                `${x.workgroup}, subgroup ${x.subgroup}`);
            const bad = cost.wavefronts > cost.ideal;
            if (this.banked) {
                const groups = lanewise.bankSchedule(model, op, lanes.width, lanes.lanes, lanes.active,
                                                     lanes.address);
                show(p.degree, bad ? `${ratio(cost.wavefronts, cost.ideal)}-way conflict` : 'no conflict');
                show(p.say, lanewise.sayBanks(groups, cost, model, op));
                show(p.drawing, lanewise.drawBanks(groups, view));
            } else {
                show(p.degree, bad ? `${ratio(cost.wavefronts, cost.ideal)}× the sectors` : 'packed');
                show(p.say, lanewise.saySectors(lanes, cost, model, op));
                show(p.drawing, lanewise.drawSectors(lanes, view));
            }
            p.degree.classList.toggle('bad', bad);
            this.keepHeight();
        }

        // What is below the drawing stays where it is when another has fewer rows.
        keepHeight() {
            const [, , width, height] = this.parts.drawing.firstChild.getAttribute('viewBox').split(' ');
            if (height / width > this.tall) {
                this.tall = height / width;
                this.parts.drawing.style.setProperty('--tall', this.tall);
            }
        }

        // Totals as they are and as they would be, of the access and of all accesses of its array. True when
        // all are known.
        drawNumbers(until) {
            const unit = this.banked ? 'Passes' : 'Sectors';
            const rows = [['this access', this.countMine(this.plain), this.all]];
            if (this.siblings.length > 1)
                rows.push([`all accesses of ${this.access.name}`, this.countArray(this.plain, until),
                           this.countArray(this.controls, until)]);
            show(this.parts.numbers, lanewise.tableBy(want,
                `${unit} of the first workgroup, as far as recorded`,
                [['', ''], ['as profiled', 'number'], ['now', 'number'], ['without conflict', 'number'], ['', '']],
                rows.map(([name, was, now]) => ({ cells: was && now ? [name, ...numberCells(was, now)]
                    : [name, '…', '…', '…', ''] }))));
            return rows.every(([, was, now]) => was && now);
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
            show(this.parts.note, notes.join(' '));
        }

        // All pads and the swizzle, tried over the whole array. True when all are counted.
        searchPads(until) {
            const s = this.searched, c = this.controls;
            for (; s && s.done < s.tries.length; s.done++) {
                const t = s.tries[s.done];
                if (!(t.total = this.countArray({ ...c, pad: t.pad, swizzle: t.swizzle }, until)))
                    return false;
            }
            this.drawPads();
            return true;
        }

        // Shows the pads again when only another one is chosen; what else changes begins a new search.
        keepPads() {
            const c = this.controls, columns = c.columns || (this.shape ? this.shape.columns : 0);
            const key = this.banked && columns > 1 ? [c.size, c.model, c.width, columns].join() : '';
            if (this.searched && this.searched.key === key) {
                this.drawPads();
                return;
            }
            const tries = [];
            for (let pad = 0; pad <= MOST_PAD; pad++)
                tries.push({ pad, swizzle: false });
            if ((columns & (columns - 1)) === 0)
                tries.push({ pad: 0, swizzle: true });
            this.searched = key ? { key, tries, done: 0 } : null;
            if (!key)
                show(this.parts.search);
        }

        drawPads() {
            const s = this.searched, c = this.controls;
            if (!s || s.done < s.tries.length)
                return;
            const isNow = (t) => c.pad === t.pad && c.swizzle === t.swizzle;
            const most = Math.max(...s.tries.map((t) => t.total.wavefronts));
            const least = Math.min(...s.tries.map((t) => t.total.wavefronts));
            const bar = (t) => {
                const text = `${t.swizzle ? 'XOR swizzle' : `pad ${t.pad}`}: ` +
                    `${plural(t.total.wavefronts, 'pass', 'passes')}, without conflict ${grouped(t.total.ideal)}`;
                return want('button', { type: 'button', title: text, 'aria-label': text, 'aria-pressed': isNow(t),
                    class: t.total.wavefronts === least ? 'best' : null,
                    style: { '--share': t.total.wavefronts / (most || 1) },
                    onclick: () => this.choosePad(t) }, want('span', {}, t.swizzle ? '⊕' : t.pad));
            };
            const best = s.tries.find((t) => t.total.wavefronts === least), { ideal } = best.total;
            show(this.parts.search,
                want('p', {}, `All accesses of ${this.access.name}, by pad and XOR swizzle (⊕). Best: `,
                     want('b', {}, best.swizzle ? 'swizzle' : `pad ${best.pad}`),
                     `, ${plural(least, 'pass', 'passes')}` +
                     (least <= ideal ? ', no conflict left' : `, ${grouped(ideal)} would be free`)),
                want('div', { class: 'bars' }, s.tries.map(bar)));
        }

        choosePad(t) {
            const p = this.parts;
            this.controls.pad = t.pad;
            this.controls.swizzle = t.swizzle;
            p.pad.value = t.pad;
            p.swizzle.checked = t.swizzle;
            this.update();
        }
    }

    Object.assign(lanewise, { Picture });
})(globalThis.lanewise = globalThis.lanewise || {});
