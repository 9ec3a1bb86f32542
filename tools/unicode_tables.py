#!/usr/bin/env python3
"""Writes src/base/unicode_tables.h: the code points that may start and continue an identifier.

WGSL takes XID_Start and XID_Continue from Unicode 14, which is what Python 3.11 knows; another
version of Python is refused, so that the table never changes by accident.

    tools/unicode_tables.py > src/base/unicode_tables.h
"""
import sys
import unicodedata

UNICODE = "14.0.0"
LAST = 0x10FFFF


def kind(code_point):
    """2: may start an identifier, 1: may only continue one, 0: neither."""
    c = chr(code_point)
    if c != "_" and c.isidentifier():
        return 2
    return 1 if ("a" + c).isidentifier() else 0


def runs():
    """Maximal runs of code points of one kind, as (first, last, kind)."""
    first, current = 0, kind(0)
    for code_point in range(1, LAST + 2):
        k = kind(code_point) if code_point <= LAST else -1
        if k != current:
            if current:
                yield first, code_point - 1, current
            first, current = code_point, k


def main():
    if unicodedata.unidata_version != UNICODE:
        sys.exit(f"needs the Unicode {UNICODE} of Python 3.11, not {unicodedata.unidata_version}")
    print(f"/* Written by tools/unicode_tables.py from Unicode {UNICODE}; do not edit.")
    print(" * XID_START and XID_CONTINUE runs, in order: first, last, 1 when they may start. */")
    print("/* clang-format off */")
    cells = [f"{{0x{a:x}, 0x{b:x}, {int(k == 2)}}}," for a, b, k in runs()]
    line = ""
    for cell in cells:
        if len(line) + len(cell) + 1 > 100:
            print(line)
            line = ""
        line += (" " if line else "") + cell
    print(line)
    print("/* clang-format on */")


main()
