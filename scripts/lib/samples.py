"""Runs the samples in parallel, and compares their output: scripts/compare-samples describes the samples."""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS_MAX = 60
# The samples whose reports for people (PAGES) are compared; index.html is compared in all samples.
WITH_PAGES = {"counter-day", "mid-rush-delivery", "nightly", "prices", "week-with-a-ledger", "wrong-cells"}
PAGES = {".html", ".md", ".svg"}
# Paths that are not compared: ledgers, internal files of nightly runs, and empty folders of a shop, which git does not store.
NOT_COMPARED = re.compile(r"\.sqlite(-[a-z]+|\.runs)?$|(^|/)\.nightly\.|(^|/)metrics\.prom$|(^|/)\.night/\.lock|"
                          r"(^|/)(inbox|done|failed|repeated)/$|./reports/$")
NO_INPUTS = ("expected", "README.md", "command", "stdin")


def contents(folder):
    """The bytes of all files of a folder that are compared, by their paths; the path of an empty folder ends with a slash."""
    found = {}
    for path in pathlib.Path(folder).rglob("*"):
        is_folder = path.is_dir() and not path.is_symlink()
        name = str(path.relative_to(folder)) + "/" * is_folder
        if not (is_folder and any(path.iterdir())) and not NOT_COMPARED.search(name):
            found[name] = b"" if is_folder else path.read_bytes()
    return found


def inputs(sample):
    return {name: data for name, data in contents(sample).items() if name.split("/")[0] not in NO_INPUTS}


def run(program, sample, folder, pipeline):
    """Runs a sample in a folder; returns its output by paths as in expected/, and the names of inputs that were changed."""
    shutil.copytree(sample, folder, dirs_exist_ok=True, ignore=lambda at, _: NO_INPUTS if at == str(sample) else ())
    stdin = (sample / "stdin").read_bytes() if (sample / "stdin").exists() else b""
    made = {"exit-code": b"", "stdout": b"", "stderr": b""}
    for line in (sample / "command").read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        if words := shlex.split(line):
            words += pipeline if words[0] in ("run", "check") else []
            done = subprocess.run([program, *words], cwd=folder, input=stdin, capture_output=True, timeout=SECONDS_MAX, check=False)
            made["exit-code"] += f"{done.returncode}\n".encode()
            made["stdout"] += done.stdout
            made["stderr"] += done.stderr
    given, left = inputs(sample), contents(folder)
    # An inbox file that a nightly run has moved counts as output at its new path, not as a changed input.
    changed = [name for name, data in given.items()
               if left.get(name) != data and not (name not in left and "/inbox/" in f"/{name}")]
    made |= {name: data for name, data in left.items() if name not in given and not (sample / name).exists()}
    # Empty output is represented by a missing file.
    return {name: data for name, data in made.items() if (data or name not in ("stdout", "stderr"))
            and (sample.name in WITH_PAGES or pathlib.Path(name).suffix not in PAGES or name.endswith("index.html"))}, changed


def differences(expected, made):
    yield from (f"missing: {name}" for name in sorted(expected.keys() - made.keys()))
    yield from (f"superfluous: {name}" for name in sorted(made.keys() - expected.keys()))
    for name in sorted(expected.keys() & made.keys()):
        if expected[name] != made[name]:
            lines = [data.decode("utf-8", "backslashreplace").splitlines() for data in (expected[name], made[name])]
            yield f"differs: {name}"
            yield from difflib.unified_diff(*lines, f"expected/{name}", f"actual/{name}", lineterm="")


def check(program, name, pipeline, is_update):
    """Runs a sample and compares its output; returns the lines that describe the problems, none if it passes."""
    sample = ROOT / "samples" / name
    with tempfile.TemporaryDirectory() as folder:
        made, changed = run(program, sample, folder, pipeline)
    said = [f"changed input: {file}" for file in changed]
    differing = list(differences(contents(sample / "expected"), made))
    if is_update and differing:
        shutil.rmtree(sample / "expected", ignore_errors=True)
        for file, data in made.items():
            path = sample / "expected" / file
            (path if file.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
            if not file.endswith("/"):
                path.write_bytes(data)
        print(f"updated {name}", flush=True)
    elif differing:
        said += differing
    return said


def main():
    parser = argparse.ArgumentParser(prog="scripts/compare-samples")
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--pipeline", default="")
    given = parser.parse_intermixed_args()
    known = sorted(path.parent.name for path in (ROOT / "samples").glob("*/command"))
    names = given.names or known
    if strangers := {*names} - {*known}:
        parser.error(f"no such sample: {', '.join(sorted(strangers))}")
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(names, pool.map(lambda name: check(given.program, name, given.pipeline.split(), given.update), names)))
    failed = {name: said for name, said in found.items() if said}
    for name, said in failed.items():
        print("\n".join([f"FAILED {name}", *said]))
    print(f"{len(names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
