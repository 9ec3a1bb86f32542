#!/usr/bin/env python3
"""Times `lanewise check`, with all rules that are on by default, beside `lanewise run` on the
benchmark's kernels, and holds it against Oclgrind 21.10, which finds data races of OpenCL kernels.

Times are of the processor, with one thread, so that they hold on a machine that is busy with other
things: what a dispatch takes by the command's own count, the median of N in one process. `run` and
`check` take turns; of the rounds' medians the least counts. Shadow memory is how much more memory the
process takes at its peak than `run`, by bytes of the bindings.
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

import bench

BEGIN, END = "<!-- check: begin -->", "<!-- check: end -->"
# ns an invocation on the same machine, with --data-races; only kernels of the same shape.
OCLGRIND = {"transpose16": 5147, "reduce256": 8442, "scan": 18052, "matmul16": 226419}
COLUMNS = (
    ("run, us", "run", 0),
    ("check, us", "check", 0),
    ("check / run", "ratio", 2),
    ("check, ns an invocation", "each", 1),
    ("Oclgrind, ns", "oclgrind", 0),
    ("Oclgrind / check", "oclgrind_ratio", 0),
    ("shadow, bytes a byte", "shadow", 2),
)
# Title, key, how the kernels' values become one, goal, whether more is better.
GOALS = (
    ("check / run", "ratio", "largest", 6, False),
    ("Oclgrind / check", "oclgrind_ratio", "least", 50, True),
    ("shadow, bytes a byte", "shadow", "largest", 4, False),
)
HOW = {"least": min, "largest": max}


def invocations(options, path):
    """Of all dispatches; what is found is checked, too: these kernels are right."""
    text, _ = bench.spawn([options.lanewise, "check", path, "--quiet", "--format", "json"])
    report = json.loads(text[:text.rindex("}") + 1])
    if report["findings"]:
        sys.exit(f"bench: check finds something in {path}")
    total = 0
    for dispatch in report["dispatches"]:
        count = 1
        for size in dispatch["workgroups"] + dispatch["workgroup_size"]:
            count *= size
        total += count
    return total


def timed(options, verb, path):
    """Returns the time of one dispatch (scan: of its three) in us and the peak memory in bytes."""
    text, memory = bench.spawn([options.lanewise, verb, path, "--repeat", options.repeat,
                                "--threads", 1])
    found = re.search(r"processor ([\d.]+) ms", text)
    if not found:
        sys.exit(f"bench: {verb} of {path} printed no time\n{text[-500:]}")
    return float(found[1]) * 1000, memory * 2**20


def measure(options):
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        for kernel, file in bench.KERNELS.items():
            path, row = bench.ROOT / file, rows.setdefault(kernel, {})
            count = invocations(options, path)
            bindings = bench.write_bindings(options, kernel, pathlib.Path(name))
            for _ in range(options.rounds):
                run, run_memory = timed(options, "run", path)
                check, check_memory = timed(options, "check", path)
                bench.keep_least(row, run=run, check=check,
                                 shadow=max(0, check_memory - run_memory) / bindings)
            row["ratio"] = row["check"] / row["run"]
            row["each"] = row["check"] * 1e3 / count
            if kernel in OCLGRIND:
                row["oclgrind"] = OCLGRIND[kernel]
                row["oclgrind_ratio"] = row["oclgrind"] / row["each"]
    return rows


def render(options, rows):
    lines = [[name] + [bench.cell(row, key, decimals) for _, key, decimals in COLUMNS]
             for name, row in rows.items()]
    goals = []
    for what, key, how, goal, more in GOALS:
        value = HOW[how]([row[key] for row in rows.values() if key in row])
        goals.append([f"{what}, {how}", f"{value:.2f}", f"{'at least' if more else 'at most'} {goal}",
                      "yes" if (value >= goal if more else value <= goal) else "no"])
    version = bench.spawn([options.lanewise, "--version"])[0].strip()
    return "\n".join([
        f"{version} on {bench.machine()}; load average: {bench.os.getloadavg()[0]:.1f}.\n",
        bench.markdown_table(["kernel"] + [title for title, _, _ in COLUMNS], lines),
        bench.markdown_table(["what", "measured", "goal", "reached"], goals)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lanewise", required=True, metavar="COMMAND")
    parser.add_argument("--repeat", type=int, default=100, metavar="N", help="runs of a round")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE",
                        help="replace the tables between this page's markers")
    options = parser.parse_args()
    text = render(options, measure(options))
    print(text)
    if options.markdown:
        bench.write_between_markers(options.markdown, text, BEGIN, END)


if __name__ == "__main__":
    main()
