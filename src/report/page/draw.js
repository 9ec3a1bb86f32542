// Elements. Text is always put in as text, never as markup: it is the shader's.
(function (lanewise) {
    'use strict';

    const SVG = 'http://www.w3.org/2000/svg';

    const HTML = 'http://www.w3.org/1999/xhtml';

    function setProperty(node, name, value) {
        if (name.startsWith('on'))
            node[name] = value;
        else if (name === 'style' && value)
            for (const [k, v] of Object.entries(value))
                node.style.setProperty(k, v);
        else if (name.startsWith('aria-'))
            node.setAttribute(name, value);
        else if (value === false || value === null || value === undefined)
            node.removeAttribute(name);
        else
            node.setAttribute(name, value === true ? '' : value);
    }

    function el(tag, properties, ...children) {
        const node = document.createElement(tag);
        for (const [name, value] of Object.entries(properties || {}))
            setProperty(node, name, value);
        node.append(...children.flat().filter((c) => c !== null && c !== undefined));
        return node;
    }

    // A description of an element that show() will make; the same arguments as el's.
    function want(tag, properties, ...children) {
        return { tag, properties: properties || {}, children: described(children), node: null };
    }

    function described(children) {
        return children.flat().filter((c) => c !== null && c !== undefined)
            .map((c) => c.tag ? c : { tag: '', text: String(c), node: null });
    }

    function make(w, parent) {
        if (!w.tag)
            return w.node = document.createTextNode(w.text);
        w.node = document.createElementNS(
            w.tag === 'svg' || parent.namespaceURI === SVG ? SVG : HTML, w.tag);
        for (const [name, value] of Object.entries(w.properties))
            setProperty(w.node, name, value);
        for (const c of w.children)
            w.node.append(make(c, w.node));
        return w.node;
    }

    function sameValue(a, b) {
        return a === b || (a && b && typeof a === 'object' && typeof b === 'object' &&
            Object.keys(b).every((k) => a[k] === b[k]));
    }

    function change(was, w) {
        const node = w.node = was.node;
        if (!w.tag) {
            if (was.text !== w.text)
                node.data = w.text;
            return;
        }
        for (const name in was.properties)
            if (!(name in w.properties))
                node.removeAttribute(name);
        for (const name in w.properties)
            if (!sameValue(was.properties[name], w.properties[name]))
                setProperty(node, name, w.properties[name]);
        changeAll(node, was.children, w.children);
    }

    function changeAll(node, was, wanted) {
        wanted.forEach((w, i) => {
            if (i >= was.length)
                node.append(make(w, node));
            else if (was[i].tag !== w.tag)
                was[i].node.replaceWith(make(w, node));
            else
                change(was[i], w);
        });
        for (let i = wanted.length; i < was.length; i++)
            was[i].node.remove();
    }

    // Fills a node with what is described, and touches only what differs from what it showed before: a frame
    // is short, and what has the focus keeps it.
    const shown = new WeakMap();
    function show(node, ...children) {
        const wanted = described(children);
        changeAll(node, shown.get(node) || [], wanted);
        shown.set(node, wanted);
    }

    // A table of rows of cells (text, nodes), made by el or want; columns: [title, 'number' or ''].
    function tableBy(by, caption, columns, rows, properties) {
        return by('table', properties,
            by('caption', {}, caption),
            by('thead', {}, by('tr', {}, columns.map(([title, kind]) =>
                by('th', { scope: 'col', class: kind || null }, title)))),
            by('tbody', {}, rows.map((row) => by('tr', row.properties || {},
                row.cells.map((cell, i) => by('td', { class: columns[i][1] || null }, cell))))));
    }

    const table = (...args) => tableBy(el, ...args);

    Object.assign(lanewise, { el, want, show, table, tableBy });
})(globalThis.lanewise = globalThis.lanewise || {});
