#!/usr/bin/env python3
"""The examples of docs/ci.md are right: the workflow is YAML with the steps that GitHub knows, its commands
run in a repository that has shaders, and end as they should; so does the comparison with another branch.

    ci_example.py path/to/lanewise path/to/source

Without PyYAML it is skipped (77); the comparison is skipped without git."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: PyYAML is not installed (python3-yaml)")
    sys.exit(77)

LANEWISE, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GOOD = ["transpose_16_xor", "reduce_subgroup"]
failures = []


def check(good, words):
    if not good:
        failures.append(words)


def blocks(language):
    with open(os.path.join(SOURCE, "docs/ci.md"), encoding="utf-8") as f:
        return re.findall(rf"^```{language}\n(.*?)^```$", f.read(), re.M | re.S)


def run(script, folder):
    """As GitHub's runner does: bash -e, the command on PATH."""
    path = os.path.join(folder, "../bin") + os.pathsep + os.environ["PATH"]
    return subprocess.run(["bash", "-e", "-c", script], cwd=folder, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, timeout=300, check=False)


def check_workflow(workflow):
    # YAML 1.1 reads the key `on` as true.
    check({"name", "jobs"} <= set(workflow) and ("on" in workflow or True in workflow), "the workflow's keys")
    for name, job in workflow["jobs"].items():
        check("runs-on" in job and job["steps"], f"job {name}")
        for step in job["steps"]:
            check(("run" in step) != ("uses" in step), f"step {step}")
            check(set(step) <= {"name", "run", "uses", "with", "env", "if", "id"}, f"step {step}")
            check("uses" not in step or re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+", step["uses"]), f"step {step}")


def commands(workflow):
    """What the steps run, but those that get and build Lanewise."""
    scripts = [s["run"] for job in workflow["jobs"].values() for s in job["steps"] if "run" in s]
    return [s for s in scripts if "git clone" not in s]


def check_commands(scripts, folder):
    for script in scripts:
        done = run(script, folder)
        check(done.returncode == 0, f"{script}: exit code {done.returncode}: {done.stderr[-500:]}")
    with open(os.path.join(folder, "lanewise.sarif"), encoding="utf-8") as f:
        check(json.load(f)["version"] == "2.1.0", "the SARIF file")
    for name in GOOD:
        check(os.path.exists(os.path.join(folder, f"page-{name}.html")), f"the page of {name}")


def check_finding(scripts, folder):
    """A shader with a race: the step that shows findings fails, and annotates it."""
    shutil.copy(os.path.join(SOURCE, "tests/golden/cli/race.wgsl"), os.path.join(folder, "shaders"))
    done = [run(s, folder) for s in scripts]
    check(any(d.returncode == 1 and "::error file=shaders/race.wgsl,line=10,col=3," in d.stdout for d in done),
          f"no annotation of a race: {[d.stdout[-300:] for d in done]}")


def check_comparison(folder):
    def shader(name):
        shutil.copy(os.path.join(SOURCE, "kernels", f"{name}.wgsl"), os.path.join(folder, "shaders/blur.wgsl"))

    scripts = [b for b in blocks("sh") if "origin/main" in b]
    check(len(scripts) == 1, "the comparison's block")
    scripts[0] = scripts[0].replace("/tmp/", f"{folder}/")
    shader("transpose_16_pad1")
    made = run("git init -q . && git add shaders && git -c user.name=a -c user.email=a@b commit -qm a && "
               "git update-ref refs/remotes/origin/main HEAD", folder)
    check(made.returncode == 0, made.stderr)
    for name, code in [("transpose_16_pad1", 0), ("transpose_16_xor", 0), ("transpose_16_pad0", 1)]:
        shader(name)
        done = run(scripts[0], folder)
        check(done.returncode == code, f"{name} after transpose_16_pad1: exit code {done.returncode}: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "repository")
        os.makedirs(os.path.join(folder, "shaders"))
        os.makedirs(os.path.join(top, "bin"))
        os.symlink(LANEWISE, os.path.join(top, "bin/lanewise"))
        for name in GOOD:
            shutil.copy(os.path.join(SOURCE, "kernels", f"{name}.wgsl"), os.path.join(folder, "shaders"))
        workflow = yaml.safe_load(blocks("yaml")[0])
        check_workflow(workflow)
        check_commands(commands(workflow), folder)
        check_finding(commands(workflow), folder)
        if shutil.which("git"):
            check_comparison(folder)
        for block in blocks("json"):
            json.loads(block)
    for words in failures:
        print(words)
    print(f"examples for continuous integration: {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
