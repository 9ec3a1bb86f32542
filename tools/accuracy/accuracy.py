#!/usr/bin/env python3
"""What profile predicts against what a GPU counts, access by access.

    accuracy.py probe LANEWISE PATTERNS SHADER...
        profiles the shaders and writes the patterns of their accesses, one a line, for probe.cu;
        beside it PATTERNS.json: which access has which patterns how often, and what the model says.
    run.sh PATTERNS COUNTERS.csv
        on a machine with the GPU.
    accuracy.py table PATTERNS COUNTERS.csv [DATA]
        prints the table of docs/accuracy.md; DATA gets what was counted, as DATA-shared.tsv and
        DATA-global.tsv in the form of tests/data. Exit code 1 when a number differs.

A pattern is one access by one subgroup: lanes, bytes a lane, addresses. Patterns that differ by a shift
which no bank or sector can tell are one: by the access's alignment in workgroup memory (a shift only
renames the banks), by 128 bytes in storage, for atomics there by an aligned block of memory (a shift only
renames the slices). Of an access with very many patterns (addresses that follow
the data) MOST_PATTERNS are taken, evenly over its executions."""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile

LANES = 32
MOST_PATTERNS = 48
OPS = {'load': 'ld', 'store': 'st', 'atomic': 'atom'}


# ---- recorded executions (src/report/page_records.c describes the format) ----

def parse_pattern(text):
    head, distances = text.split(';')
    lanes, width, *mask = head.split(',')
    lanes = int(lanes)
    active = [True] * lanes
    if mask:
        words = [int(mask[0][i:i + 8], 16) for i in range(0, len(mask[0]), 8)]
        active = [bool(words[i // 32] >> (i % 32) & 1) for i in range(lanes)]
    offset, at, steps = [0] * lanes, 0, []
    for part in distances.split(',') if distances else []:
        step, _, times = part.partition('*')
        steps += [int(step)] * int(times or 1)
    places = [i for i in range(lanes) if active[i]]
    for lane, step in zip(places[1:], steps):
        at += step
        offset[lane] = at
    return int(width), active, offset


def executions(records):
    """(width, active, addresses) of each execution by 32 lanes."""
    patterns = [parse_pattern(p) for p in records['patterns']]
    e = records['events']
    for i in range(0, len(e), 5):
        width, active, offset = patterns[e[i]]
        for k in range(e[i + 4]):
            base = e[i + 2] + k * e[i + 3]
            for start in range(0, len(active), LANES):
                on = active[start:start + LANES]
                if any(on):
                    yield width, on, [base + o for o in offset[start:start + LANES]]


def normalise(kind, op, width, on, addresses):
    step = max(width, 4) if kind == 's' else 128
    if kind == 'g' and op == 'atom':
        active = [a for a, b in zip(addresses, on) if b]
        while min(active) // step != max(active) // step:
            step *= 2
    low = min(a for a, b in zip(addresses, on) if b) // step * step
    moved = [a - low if b else 0 for a, b in zip(addresses, on)]
    moved += [0] * (LANES - len(moved))
    mask = sum(1 << i for i, b in enumerate(on) if b)
    return mask, tuple(moved)


# ---- probe ----

def page_data(lanewise, shader, path):
    subprocess.run([lanewise, 'profile', '--quiet', '--hardware', 'nvidia', '--subgroup-size', '32', '--html', path,
                    shader], check=True, stdout=subprocess.DEVNULL)
    with open(path, encoding='utf-8') as f:
        text = f.read()
    return json.loads(re.search(r'id="data">(.*)</script>', text).group(1))


def collect(report, shader, table):
    """Adds an access's patterns to the table; returns what is to be said of the access."""
    rows = []
    name = re.sub(r'^\d+-', '', os.path.basename(shader))  # captured dispatches are numbered
    for a in report['accesses']:
        kind = 's' if a['space'] == 'workgroup' else 'g'
        records = a.get('records')
        if not records:
            continue
        op, counts = OPS[records['op']], {}
        for width, on, addresses in executions(records):
            key = (kind, op, width) + normalise(kind, op, width, on, addresses)
            counts[key] = counts.get(key, 0) + 1
        keys = list(counts)
        every = max(1, -(-len(keys) // MOST_PATTERNS))
        taken = keys[::every]
        for key in taken:
            table.setdefault(key, (len(table), f"{name}:{a['line']}:{a['column']}"))
        rows.append({'shader': name, 'line': a['line'], 'column': a['column'], 'op': a['op'],
                     'name': a['name'], 'space': a['space'], 'width': a['width'],
                     'expression': a['expression'], 'recorded': records['kept'], 'executions': a['executions'],
                     'distinct': len(keys), 'patterns': [[table[k][0], counts[k]] for k in taken]})
    return rows


def predict(lanewise, table, folder):
    """What the model says of each pattern: [wavefronts, conflicts] or [sectors]."""
    said = {}
    for kind, space in (('s', 'workgroup'), ('g', 'storage')):
        path = os.path.join(folder, space + '.tsv')
        with open(path, 'w') as f:
            f.write('id\top\twidth\tmask\taddresses\n')
            for (k, op, width, mask, addresses), (number, _) in table.items():
                if k == kind:
                    f.write(f"{number}\t{op}\t{width}\t{mask:08x}\t{','.join(map(str, addresses))}\n")
        out = subprocess.run([lanewise, 'banks', '--trace', path, '--space', space, '--hardware', 'nvidia'],
                             check=True, capture_output=True, text=True).stdout
        for line in out.splitlines():
            number, *values = line.split('\t')
            said[int(number)] = [int(v) for v in values]
    return said


def first_of_each(shaders):
    """Without captured dispatches that repeat another's shader, settings and sizes: a benchmark's do."""
    seen = set()
    for path in shaders:
        key = path
        if path.endswith('.run'):
            with open(path, encoding='utf-8') as run, open(path[:-4] + '.wgsl', encoding='utf-8') as shader:
                key = re.sub(r'\b\d{4,}-', '', run.read()) + shader.read()
        if key not in seen:
            seen.add(key)
            yield path


def make_probe(lanewise, patterns, shaders):
    table, rows, shaders = {}, [], list(first_of_each(shaders))
    with tempfile.TemporaryDirectory() as folder:
        for shader in shaders:
            for report in page_data(lanewise, shader, os.path.join(folder, 'page.html'))['reports']:
                rows += collect(report, shader, table)
        said = predict(lanewise, table, folder)
    with open(patterns, 'w') as f:
        for (kind, op, width, mask, addresses), (number, tag) in table.items():
            f.write(f"{number} {kind} {op} {width} {mask:08x} {tag[:60]} {' '.join(map(str, addresses))}\n")
    with open(patterns + '.json', 'w') as f:
        json.dump({'accesses': rows, 'predicted': said}, f, indent=1)
    print(f"{len(rows)} accesses of {len(shaders)} shaders: {len(table)} patterns", file=sys.stderr)


# ---- table ----

def read_counters(path):
    """The metrics of each launch, in order, by the name without what they share."""
    with open(path, newline='') as f:
        lines = f.read().splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith('"ID"'))
    for row in csv.DictReader(lines[start:]):
        if row['ID']:
            yield {re.sub(r'^l1tex__(data_|t_)|pipe_lsu_|\.sum$', '', k): int(float(v.replace(',', '')))
                   for k, v in row.items() if k.startswith('l1tex__')}


def counted(kind, op, c):
    if kind == 's':
        return [c[f'wavefronts_mem_shared_op_{op}'], c[f'bank_conflicts_mem_shared_op_{op}']]
    sectors = c[f'sectors_mem_global_op_{op}'] + (c['sectors_mem_global_op_red'] if op == 'atom' else 0)
    requests = c[f'requests_mem_global_op_{op}'] if op != 'atom' else 0
    return [sectors, requests]


def read_patterns(path):
    with open(path) as f:
        for line in f:
            number, kind, op, width, mask, tag, *addresses = line.split()
            yield int(number), kind, op, width, mask, tag, addresses


def write_data(path, kind, lines, measured):
    names = ('shared', 'wavefronts\tconflicts') if kind == 's' else ('global', 'sectors\trequests')
    with open(f'{path}-{names[0]}.tsv', 'w') as f:
        f.write('# NVIDIA H200 (compute capability 9.0): accesses of the kernels of this project, counted as in '
                'h200-' + names[0] + '.tsv\n# (docs/accuracy.md); inactive lanes are listed as 0.\n')
        f.write(f'id\top\twidth\tmask\tpattern\t{names[1]}\taddresses\n')
        for number, k, op, width, mask, tag, addresses in lines:
            if k == kind:
                f.write('\t'.join([str(number), op, width, mask, tag] + [str(v) for v in measured[number]] +
                                  [','.join(addresses)]) + '\n')


def judge(access, predicted, measured):
    """A row of the table: what it is of, executions, patterns, [predicted, counted] sums, equal or not."""
    kinds = 2 if access['space'] == 'workgroup' else 1
    sums, same = [[0, 0], [0, 0]], True
    for number, times in access['patterns']:
        p, m = predicted[number][:kinds], measured[number][:kinds]
        same &= p == m
        for k in range(kinds):
            sums[0][k] += p[k] * times
            sums[1][k] += m[k] * times
    some = len(access['patterns']) < access['distinct']
    return {'shader': access['shader'], 'space': access['space'], 'place': f"{access['line']}:{access['column']}",
            'what': f"{access['op']} of {access['name']}, {access['width']} bytes", 'op': access['op'],
            'executions': sum(t for _, t in access['patterns']), 'patterns': len(access['patterns']),
            'some': f" of {access['distinct']}" if some else '', 'sums': sums, 'same': same, 'accesses': 1}


def merge_captured(rows):
    """The accesses of captured dispatches, whose shaders are generated: those that are equal in one row
    for each kind."""
    merged = {}
    for row in rows:
        key = (row['shader'], row['space'], row['op'])
        if not row['shader'].endswith('.run') or not row['same']:
            merged[len(merged)] = row
        elif key in merged:
            into = merged[key]
            for name in ('executions', 'patterns', 'accesses'):
                into[name] += row[name]
            into['sums'] = [[a + b for a, b in zip(*pair)] for pair in zip(into['sums'], row['sums'])]
            into['place'], into['some'] = f"{into['accesses']} places", ''
        else:
            merged[key] = {**row, 'what': f"{row['op']}s"}
    return merged.values()


def print_row(row):
    banked = row['space'] == 'workgroup'
    say = [f'{s[0]} passes, {s[1]} conflicts' if banked else f'{s[0]} sectors' for s in row['sums']]
    print(f"| {row['shader']} | {row['place']} | {row['space']} {row['what']} | {row['executions']} | "
          f"{row['patterns']}{row['some']} | {say[0]} | {say[1]} | {'equal' if row['same'] else '**differs**'} |")


def make_table(patterns, counters, data):
    lines = list(read_patterns(patterns))
    launches = list(read_counters(counters))
    if len(lines) != len(launches):
        sys.exit(f'{len(lines)} patterns, but {len(launches)} launches were counted')
    measured = {line[0]: counted(line[1], line[2], c) for line, c in zip(lines, launches)}
    with open(patterns + '.json') as f:
        about = json.load(f)
    predicted = {int(k): v for k, v in about['predicted'].items()}
    if data:
        write_data(data, 's', lines, measured)
        write_data(data, 'g', lines, measured)
    rows = [judge(a, predicted, measured) for a in about['accesses']]
    print('| shader | place | access | executions | patterns | predicted | counted | |\n'
          '|---|---|---|---:|---:|---:|---:|---|')
    for row in merge_captured(rows):
        print_row(row)
    print()
    for space in ('workgroup', 'storage', 'uniform'):
        of = [row['same'] for row in rows if row['space'] == space]
        if of:
            print(f'{space}: {sum(of)} of {len(of)} accesses equal')
    return 0 if all(row['same'] for row in rows) else 1


def main(argv):
    if len(argv) >= 5 and argv[1] == 'probe':
        return make_probe(argv[2], argv[3], argv[4:])
    if len(argv) in (4, 5) and argv[1] == 'table':
        return make_table(argv[2], argv[3], argv[4] if len(argv) == 5 else None)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv))
