#!/usr/bin/env python3
"""Times Lanewise on seven kernels, beside what else runs them on the same CPU.

Everything is measured in rounds, one after another, so that a busy moment of the machine strikes one
round only; of the rounds' medians the least counts, for Lanewise and for PoCL alike. Dawn on
SwiftShader needs a second for a kernel and gets one round.
"""

import argparse
import json
import math
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNELS = {
    "transpose16": "kernels/transpose_16_pad0.wgsl",
    "transpose32p": "kernels/transpose_32x8_pad1.wgsl",
    "reduce256": "bench/kernels/reduce256.wgsl",
    "hist": "bench/kernels/hist.wgsl",
    "scan": "kernels/scan_three_pass.wgsl",
    "matmul16": "bench/kernels/matmul16.wgsl",
    "matmul128": "kernels/matmul_blocked.wgsl",
}
GENERATED_LINES = (1_000, 100_000)
DAWN_REPETITIONS = 3
BEGIN, END = "<!-- table: begin -->", "<!-- table: end -->"

# Title, key of a row, decimals.
COLUMNS = (
    ("run, us", "run", 0),
    ("profile, us", "profile", 0),
    ("profile / run", "profile_ratio", 2),
    ("size 8 / 32", "size8_ratio", 2),
    ("size 64 / 32", "size64_ratio", 2),
    ("PoCL, us", "pocl", 0),
    ("run / PoCL", "pocl_ratio", 2),
    ("Dawn, us", "dawn", 0),
    ("Dawn / run", "dawn_ratio", 1),
    ("compile, ms", "compile", 2),
    ("memory, MiB", "memory", 1),
)

# Key of the ratio, dividend, divisor.
RATIOS = (
    ("profile_ratio", "profile", "run"),
    ("size8_ratio", "size8", "run"),
    ("size64_ratio", "size64", "run"),
    ("pocl_ratio", "run", "pocl"),
    ("dawn_ratio", "dawn", "run"),
)

# What is judged, the key, the kernels' geometric mean or their largest, the goal, whether more is better.
GOALS = (
    ("Dawn / run", "dawn_ratio", "mean", 100, True),
    ("run / PoCL", "pocl_ratio", "mean", 2, False),
    ("compile, ms", "compile", "largest", 5, False),
    ("profile / run", "profile_ratio", "largest", 3, False),
    ("size 8 / 32", "size8_ratio", "largest", 2, False),
    ("size 64 / 32", "size64_ratio", "largest", 2, False),
    ("memory over the bindings, MiB", "memory", "largest", 64, False),
)
VALIDATE_GOALS = (
    ("ms over a shader of one line", "over", 3),
    ("MiB of the process", "memory", 10),
)
VALIDATE_REPEATS = 4  # a round: they are short


def say(text):
    print(text, file=sys.stderr, flush=True)


def spawn(command):
    """Runs a command under GNU time; returns what it printed and its peak memory in MiB."""
    command = [str(word) for word in command]
    with tempfile.NamedTemporaryFile("r") as peak:
        done = subprocess.run(["/usr/bin/time", "-q", "-o", peak.name, "-f", "%M"] + command,
                              capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"bench: {' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        return done.stdout + done.stderr, int(peak.read()) / 1024


def keep_least(row, **measured):
    for key, value in measured.items():
        row[key] = min(value, row.get(key, math.inf))


# ---- Lanewise ----


def write_bindings(options, kernel, folder):
    """Has Lanewise leave each binding in FOLDER/KERNEL.BINDING; returns their bytes."""
    path = ROOT / KERNELS[kernel]
    files = {binding: folder / f"{kernel}.{binding}"
             for binding in re.findall(r"@binding\((\d+)\) var<storage", path.read_text())}
    dumps = [word for binding, file in files.items() for word in ("--dump", f"0:{binding}={file}")]
    spawn([options.lanewise, "run", path, *dumps])
    return sum(file.stat().st_size for file in files.values())


def lanewise(options, verb, kernel, size):
    """Returns the median time in us, the compile time in ms and the peak memory in MiB."""
    text, memory = spawn([options.lanewise, verb, ROOT / KERNELS[kernel],
                          "--repeat", options.repeat, "--subgroup-size", size])
    found = re.search(r"compile ([\d.]+) ms, run ([\d.]+) ms", text)
    if not found or "result verified" not in text:
        sys.exit(f"bench: {verb} of {kernel} printed no time or verified no result\n{text[-500:]}")
    return float(found[2]) * 1e3, float(found[1]), memory


def measure_lanewise(options, kernel, row):
    run, compile_ms, run_memory = lanewise(options, "run", kernel, 32)
    profile, _, profile_memory = lanewise(options, "profile", kernel, 32)
    size8, size64 = (lanewise(options, "run", kernel, size)[0] for size in (8, 64))
    keep_least(row, run=run, profile=profile, size8=size8, size64=size64, compile=compile_ms,
               memory=max(run_memory, profile_memory) - row["bindings"] / 2**20)


# ---- peers ----


def measure_peer(name, command, rows, **environment):
    """Reads "KERNEL MEDIAN_US OK" lines; what a peer cannot do is left out of the table."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          env=os.environ | environment)
    if done.returncode:
        say(f"bench: {name} stopped: {(done.stderr or done.stdout).strip()[:500]}")
    for kernel, microseconds, verdict in (line.split() for line in done.stdout.splitlines()):
        if verdict == "ok":
            keep_least(rows[kernel], **{name: float(microseconds)})
        else:
            say(f"bench: {name}'s result of {kernel} is wrong: its time does not count")


def measure_pocl(options, rows):
    # Where its threads may move between cores, PoCL's times jitter.
    measure_peer("pocl", [options.pocl, ROOT / "bench/peers/kernels.cl", options.repeat], rows,
                 POCL_AFFINITY="1")


def measure_dawn(options, rows, folder):
    files = [f"{kernel}={ROOT / path}" for kernel, path in KERNELS.items()]
    measure_peer("dawn", ["node", ROOT / "bench/peers/dawn.mjs", options.dawn, folder,
                          DAWN_REPETITIONS, *files], rows,
                 VK_ICD_FILENAMES=options.vulkan_driver, XDG_RUNTIME_DIR=str(folder))


# ---- compile time of long shaders ----

FUNCTION = """\
fn step{i}(n: u32, seed: f32) -> f32 {{
  var sum = seed * {i}.5 + step{half}(n / 2u, seed);
  for (var k = 0u; k < n; k++) {{
    let at = (k * {odd}u + n) % 256u;
    if (row[at] > sum && (at & {i}u) != 0u) {{
      sum = max(sum, row[at]) + f32(at) / 3.0;
    }}
    let v = vec4f(sum, row[at], f32(k), 1.0) * points[at].place;
    points[at].place = select(v, v.wzyx, points[at].count == {i}u);
  }}
  row[n % 256u] = sum;
  return sum;
}}
"""
PROLOGUE = """\
struct Point { place: vec4f, count: u32 }
@group(0) @binding(0) var<storage, read_write> points: array<Point>;
var<workgroup> row: array<f32, 256>;
fn step0(n: u32, seed: f32) -> f32 { return f32(n) + seed; }
"""
EPILOGUE = """\
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) lane: u32) {{ points[lane].count = u32(step{last}(lane, 1.0)); }}
"""


def long_shader(lines):
    """About so many lines: functions that loop, branch, index and call one another."""
    count = (lines - len(PROLOGUE.splitlines())) // len(FUNCTION.splitlines())
    body = "".join(FUNCTION.format(i=i, half=i // 2, odd=2 * i + 1) for i in range(1, count + 1))
    return PROLOGUE + body + EPILOGUE.format(last=count)


ONE_LINE = "@compute @workgroup_size(64) fn main() {}\n"


def measure_validate(options, folder):
    """Returns for each length: lines, milliseconds of the whole command, and over those of a shader of
    one line, MiB. In turns, so that all meet the same neighbours on the machine."""
    texts = [ONE_LINE, *map(long_shader, GENERATED_LINES)]
    files = [folder / f"long_{i}.wgsl" for i in range(len(texts))]
    results = [{"lines": text.count("\n")} for text in texts]
    for file, text in zip(files, texts):
        file.write_text(text)
    for _ in range(options.rounds * VALIDATE_REPEATS):
        for file, best in zip(files, results):
            start = time.perf_counter()
            _, memory = spawn([options.lanewise, "validate", file])
            keep_least(best, ms=(time.perf_counter() - start) * 1e3, memory=memory)
    for best in results[1:]:
        best["over"] = best["ms"] - results[0]["ms"]
    return results


# ---- results ----


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def add_ratios(rows):
    for row in rows.values():
        for key, dividend, divisor in RATIOS:
            if dividend in row and divisor in row:
                row[key] = row[dividend] / row[divisor]


def judge_validate(result):
    """The goals of the shader of about a thousand lines."""
    one = result[1]
    return [{"what": f"validate {one['lines']} lines, {what}", "measured": one[key],
             "goal": f"at most {goal}", "reached": one[key] <= goal}
            for what, key, goal in VALIDATE_GOALS]


def judge(rows):
    """Returns (what, measured, goal in words, reached) of every goal that was measured in full."""
    judged = []
    for what, key, how, goal, more in GOALS:
        values = [row[key] for row in rows.values() if key in row]
        if len(values) < len(rows):
            continue
        value = mean(values) if how == "mean" else max(values)
        judged.append({"what": f"{what}, {'geometric mean' if how == 'mean' else 'largest'}",
                       "measured": value, "goal": f"{'at least' if more else 'at most'} {goal}",
                       "reached": value >= goal if more else value <= goal})
    return judged


def markdown_table(head, lines):
    cells = [head, ["---"] + ["---:"] * (len(head) - 1)] + lines
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def cell(row, key, decimals):
    return f"{row[key]:,.{decimals}f}".replace(",", " ") if key in row else "-"


def means_row(rows):
    """The geometric means of the ratios that all kernels have."""
    keys = [key for key, _, _ in RATIOS if all(key in row for row in rows.values())]
    return {key: mean([row[key] for row in rows.values()]) for key in keys}


def render(result):
    lines = [[name] + [cell(row, key, decimals) for _, key, decimals in COLUMNS]
             for name, row in [*result["kernels"].items(),
                               ("geometric mean", means_row(result["kernels"]))]]
    goals = [[goal["what"], f"{goal['measured']:.2f}", goal["goal"], "yes" if goal["reached"] else "no"]
             for goal in result["goals"]]
    long = [[cell(one, "lines", 0), cell(one, "ms", 1), cell(one, "over", 1), cell(one, "memory", 1)]
            for one in result["validate"]]
    return "\n".join([
        f"{result['version']} on {result['machine']}, {result['date']}; "
        f"load average when begun: {result['load']:.1f}.\n",
        markdown_table(["kernel"] + [title for title, _, _ in COLUMNS], lines),
        markdown_table(["what", "measured", "goal", "reached"], goals),
        markdown_table(["`validate`, lines of WGSL", "ms, process and all", "over one line, ms", "memory, MiB"], long)])


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{len(os.sched_getaffinity(0))} cores of {model[1] if model else platform.machine()}"


def write_between_markers(path, text, begin=BEGIN, end=END):
    page = path.read_text()
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if not rest or end not in rest:
        sys.exit(f"bench: {path} has no lines '{begin}' and '{end}'")
    path.write_text(f"{before}{begin}\n{text}{end}{after}")


def measure(options):
    result = {
        "version": spawn([options.lanewise, "--version"])[0].strip(),
        "machine": machine(),
        "date": time.strftime("%Y-%m-%d"),
        "load": os.getloadavg()[0],
        "kernels": {kernel: {} for kernel in KERNELS},
    }
    rows = result["kernels"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kernel, row in rows.items():
            row["bindings"] = write_bindings(options, kernel, folder)
        for i in range(options.rounds):
            say(f"bench: round {i + 1} of {options.rounds}")
            for kernel, row in rows.items():
                measure_lanewise(options, kernel, row)
            if options.pocl:
                measure_pocl(options, rows)
        result["validate"] = measure_validate(options, folder)
        if options.dawn:
            say("bench: Dawn on SwiftShader, a minute or so")
            measure_dawn(options, rows, folder)
    add_ratios(rows)
    result["goals"] = judge(rows) + judge_validate(result["validate"])
    return result


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lanewise", required=True, metavar="COMMAND")
    parser.add_argument("--pocl", metavar="COMMAND", help="bench/peers/opencl.c, built")
    parser.add_argument("--dawn", metavar="FOLDER", help="of the npm package webgpu")
    parser.add_argument("--vulkan-driver", default="", metavar="FILE", help="for Dawn")
    parser.add_argument("--repeat", type=int, default=21, metavar="N", help="a median is of N runs")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the results there, too")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE",
                        help="replace the tables between this page's markers")
    return parser.parse_args()


def main():
    options = parse_options()
    result = measure(options)
    text = render(result)
    print(text)
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n")
    if options.markdown:
        write_between_markers(options.markdown, text)


if __name__ == "__main__":
    main()
