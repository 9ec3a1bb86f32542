#!/usr/bin/env python3
"""What recording for the page adds to `profile`.

    page_cost.py [--instructions] [--most PERCENT] LANEWISE SHADER...

Each shader is profiled with and without --html, on one thread. Compared is processor time (user and
system): the medians of ROUNDS runs of each, taken in turn; or, with --instructions, what valgrind counts,
which is the same on any day and any busy machine. Exit code 1 when a shader is above --most, 77 without
valgrind."""
import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 15


def processor_ms(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def million_instructions(command):
    out = subprocess.run(['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null'] + command, check=True,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    return int(re.search(r'Collected : (\d+)', out).group(1)) / 1e6


def measure(cost, rounds, lanewise, shader, page):
    plain = [lanewise, 'profile', '--quiet', '--threads', '1', shader]
    pairs = [(cost(plain), cost(plain + ['--html', page])) for _ in range(rounds)]
    return [statistics.median(side) for side in zip(*pairs)]


def main():
    parser = argparse.ArgumentParser(description='What recording for the page adds to profile.')
    parser.add_argument('--instructions', action='store_true')
    parser.add_argument('--most', type=float, metavar='PERCENT')
    parser.add_argument('lanewise')
    parser.add_argument('shader', nargs='+')
    o = parser.parse_args()
    if o.instructions and not shutil.which('valgrind'):
        print('skipped: valgrind is not installed')
        return 77
    cost, rounds, unit = (million_instructions, 1, 'million') if o.instructions else (processor_ms, ROUNDS, 'ms')
    above, total = 0, [0, 0]

    def say(name, plain, page):
        print(f'{name:30} {plain:8.1f} {unit}, with the page {page:8.1f}, {(page / plain - 1) * 100:+.0f} %', flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for shader in o.shader:
            both = measure(cost, rounds, o.lanewise, shader, os.path.join(folder, 'page.html'))
            total = [a + b for a, b in zip(total, both)]
            above += o.most is not None and both[1] > both[0] * (1 + o.most / 100)
            say(os.path.basename(shader), *both)
    say('all', *total)
    return 1 if above else 0


if __name__ == '__main__':
    sys.exit(main())
