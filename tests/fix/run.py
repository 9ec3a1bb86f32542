#!/usr/bin/env python3
"""Awkward shaders for `lanewise fix`:

    run.py [--plain] path/to/lanewise [NAME...]

Each .wgsl file of this folder says in its first lines what must come of it:

    // fix: pad, barrier               the kinds of edits that are made, in order
    // fix: nothing                    there is nothing to do
    // fix: refused RULE: words        a finding is left, and the reason has these words
    // fix: also OPTIONS               another run (of another entry point) whose outputs stay the same

What fix says is not believed: the edits, applied here to the bytes of the file, give what --output
saves; the edited shader's buffers are compared with the original's (where no race and no access out of
bounds has spoilt those), its findings and its passes as well. All of it once more with the file's bytes
made odd: a byte order mark, CRLF, and a long line without an end; not with --plain, which a slow build
wants."""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SPOILT = {"barrier", "bounds-guard"}  # what they cure may have spoilt the outputs


class Failed(Exception):
    pass


def check(good, words):
    if not good:
        raise Failed(words)


def run(lanewise, verb, path, *options):
    done = subprocess.run([lanewise, verb, *options, path], capture_output=True, timeout=100, check=False)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def parsed(lanewise, verb, path, *options):
    code, out, err = run(lanewise, verb, path, "--format=json", *options)
    check(code in (0, 1), f"{verb}: exit code {code}: {err}")
    return json.loads(out)


def read_header(text):
    kinds, refused, also = [], [], []
    for line in re.findall(r"^// fix: (.*?)\r?$", text, re.M):
        word, _, rest = line.partition(" ")
        if word == "refused":
            refused.append(tuple(rest.split(": ", 1)) if ": " in rest else (rest.rstrip(":"), ""))
        elif word == "also":
            also.append(shlex.split(rest))
        elif word != "nothing":
            kinds += line.split(", ")
    return kinds, refused, also


def apply_edits(data, edits):
    """Offsets do not count a byte order mark."""
    mark, data = (data[:3], data[3:]) if data.startswith(b"\xef\xbb\xbf") else (b"", data)
    for e in sorted(edits, key=lambda e: e["offset"], reverse=True):
        data = data[:e["offset"]] + e["text"].encode() + data[e["offset"] + e["length"]:]
    return mark + data


def findings(lanewise, path):
    return {f["rule"] for f in parsed(lanewise, "check", path)["findings"]}


def passes(lanewise, path):
    return parsed(lanewise, "profile", path)["totals"]["workgroup_wavefronts"]


def outputs(lanewise, path, folder, options):
    dump = os.path.join(folder, "out.raw")
    code, _, err = run(lanewise, "run", path, "-q", f"--dump=0:1={dump}", *options)
    check(code == 0, f"run {options}: exit code {code}: {err}")
    with open(dump, "rb") as f:
        return f.read()


def check_refusals(found, refused):
    """Branches that divide subgroups are noted in many of these shaders, and no matter here."""
    found = [f for f in found if f["rule"] != "divergence"]
    check({f["rule"] for f in found} == {rule for rule, _ in refused}, f"not fixed: {found}")
    for rule, words in refused:
        check(any(f["rule"] == rule and words in f["reason"] for f in found), f"no '{words}' in {found}")
    check(all(len(f["reason"]) > 20 for f in found), f"a refusal without a reason: {found}")


def check_case(lanewise, path, header, folder):
    kinds, refused, also = header
    fixed = os.path.join(folder, "fixed.wgsl")
    told = parsed(lanewise, "fix", path, f"--output={fixed}")
    made = [f["kind"] for f in told["fixes"] if f["applied"]]
    check(made == kinds, f"fixes {made} instead of {kinds}, not fixed {told['not_fixed']}")
    check_refusals(told["not_fixed"], refused)
    with open(path, "rb") as f, open(fixed, "rb") as g:
        before, after = f.read(), g.read()
    check(apply_edits(before, told["edits"]) == after, "the edits and --output differ")
    check((before == after) == (not kinds), "edits without a fix")
    if not kinds:
        return
    old, new = findings(lanewise, path), findings(lanewise, fixed)
    check(new <= old, f"new findings: {new - old}")
    if SPOILT.isdisjoint(kinds):
        check(passes(lanewise, fixed) < passes(lanewise, path), "no passes are saved")
        for options in [[], ["--subgroup-size=8"], *also]:
            check(outputs(lanewise, path, folder, options) == outputs(lanewise, fixed, folder, options),
                  f"the outputs differ {options}")
    elif not refused:
        check(not new, f"findings are left: {new}")
    check(not parsed(lanewise, "fix", fixed)["edits"], "fixing it again changes it")


def make_odd(data):
    lines = data.replace(b"\n", b"\r\n")
    return b"\xef\xbb\xbf" + lines + b"// " + b"x" * 100000 + " ünïcöde 🛠".encode()


def main():
    plain = sys.argv[1] == "--plain"
    lanewise, *names = sys.argv[2:] if plain else sys.argv[1:]
    lanewise = os.path.abspath(lanewise)
    failed = count = 0
    for name in sorted(n for n in os.listdir(HERE) if n.endswith(".wgsl")):
        if names and name[:-5] not in names:
            continue
        with open(os.path.join(HERE, name), "rb") as f:
            data = f.read()
        for form, content in [("", data), (", made odd", make_odd(data))][:1 if plain else 2]:
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, name)
                with open(path, "wb") as f:
                    f.write(content)
                try:
                    check_case(lanewise, path, read_header(data.decode()), folder)
                except (Failed, subprocess.TimeoutExpired) as e:
                    failed += 1
                    print(f"{name}{form}: {e}")
    print(f"awkward shaders for fix: {count} checks, {failed} failed")
    sys.exit(1 if failed or not count else 0)


main()
