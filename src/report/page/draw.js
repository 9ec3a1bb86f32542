// Elements. Text is always put in as text, never as markup: it is the shader's.
(function (lanewise) {
    'use strict';

    const SVG = 'http://www.w3.org/2000/svg';

    function fill(node, properties, children) {
        for (const [name, value] of Object.entries(properties || {})) {
            if (name.startsWith('on'))
                node.addEventListener(name.slice(2), value);
            else if (name === 'style')
                for (const [k, v] of Object.entries(value))
                    node.style.setProperty(k, v);
            else if (name.startsWith('aria-'))
                node.setAttribute(name, value);
            else if (value === true)
                node.setAttribute(name, '');
            else if (value !== false && value !== null && value !== undefined)
                node.setAttribute(name, value);
        }
        node.append(...children.flat().filter((c) => c !== null && c !== undefined));
        return node;
    }

    function el(tag, properties, ...children) {
        return fill(document.createElement(tag), properties, children);
    }

    function svg(tag, properties, ...children) {
        return fill(document.createElementNS(SVG, tag), properties, children);
    }

    // A table of rows of cells (text, nodes); columns: [title, 'number' or ''].
    function table(caption, columns, rows, properties) {
        return el('table', properties,
            el('caption', {}, caption),
            el('thead', {}, el('tr', {}, columns.map(([title, kind]) =>
                el('th', { scope: 'col', class: kind || null }, title)))),
            el('tbody', {}, rows.map((row) => el('tr', row.properties || {},
                row.cells.map((cell, i) => el('td', { class: columns[i][1] || null }, cell))))));
    }

    Object.assign(lanewise, { el, svg, table });
})(globalThis.lanewise = globalThis.lanewise || {});
