// Numbers and words for people.
(function (lanewise) {
    'use strict';

    const THIN = '\u202f';

    // 1234567 as "1 234 567".
    function grouped(n) {
        return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, THIN);
    }

    function plural(n, one, many) {
        return `${grouped(n)} ${n === 1 ? one : many || one + 's'}`;
    }

    // 8, 1.5, 12.25: a ratio with no more digits than it has.
    function ratio(a, b) {
        return b ? String(Math.round(100 * a / b) / 100) : '0';
    }

    // "0–15, 20": numbers in ascending order, runs joined.
    function ranges(numbers) {
        const parts = [];
        for (let i = 0; i < numbers.length;) {
            let k = i;
            while (k + 1 < numbers.length && numbers[k + 1] === numbers[k] + 1)
                k++;
            parts.push(k > i ? `${numbers[i]}–${numbers[k]}` : String(numbers[i]));
            i = k + 1;
        }
        return parts.join(', ');
    }

    // What a byte of an object is called in the shader, as far as its arrays go: "tile[3][5]".
    function nameOf(object, address) {
        let rest = address - object.start, text = object.name;
        for (const [, stride] of object.dims) {
            const index = Math.floor(rest / stride);
            text += `[${index}]`;
            rest -= index * stride;
        }
        return object.dims.length ? text : `${text} + ${rest}`;
    }

    Object.assign(lanewise, { grouped, plural, ratio, ranges, nameOf });
})(globalThis.lanewise = globalThis.lanewise || {});
