#!/usr/bin/env python3
"""How long `lanewise fix` takes.

    fix_time.py [--most SECONDS] LANEWISE SHADER...

For each shader the runs it makes, and the time: processor time (user and system, which other programs on the
machine do not lengthen much) and by the clock, the least of ROUNDS; with --most the first that is below it.
Exit code 1 when one takes more processor time than that, or fails."""
import argparse
import json
import os
import resource
import subprocess
import sys
import time

ROUNDS = 3


def run(lanewise, shader):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run([lanewise, 'fix', '--format=json', shader], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False)
    clock, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done, processor, clock


def main():
    parser = argparse.ArgumentParser(description='How long lanewise fix takes.')
    parser.add_argument('--most', type=float, metavar='SECONDS')
    parser.add_argument('lanewise')
    parser.add_argument('shader', nargs='+')
    o = parser.parse_args()
    bad = 0
    for shader in o.shader:
        runs = [run(o.lanewise, shader)]
        while len(runs) < ROUNDS and (o.most is None or min(r[1] for r in runs) > o.most):
            runs.append(run(o.lanewise, shader))
        processor, clock = min(r[1] for r in runs), min(r[2] for r in runs)
        name = os.path.splitext(os.path.basename(shader))[0]
        if runs[0][0].returncode:
            print(f'{name:30} exit code {runs[0][0].returncode}')
            bad += 1
            continue
        told = json.loads(runs[0][0].stdout)
        late = o.most is not None and processor > o.most
        bad += late
        print(f'{name:30} {told["trials"]:3} runs, {len(told["fixes"])} fixes, {processor:5.2f} s of processor time, '
              f'{clock:5.2f} s{"  too long" if late else ""}', flush=True)
    return 1 if bad else 0


sys.exit(main())
