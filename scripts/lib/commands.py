"""Runs the commands of Markdown pages, and checks their links: scripts/check-commands describes the rules."""

import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS_MAX = 60
EXIT = re.compile(r"(.*\S)\s+# exit ([0-9]+)")
LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")


class Page:
    """A Markdown page of the project, with the problems that were found in it."""

    def __init__(self, name, program):
        self.name, self.program = name, program
        self.problems, self.count = [], 0
        self.lines = (ROOT / name).read_text(encoding="utf-8").split("\n")

    def report(self, line, text):
        self.problems.append(f"{self.name}:{line}: {text}")

    def check(self):
        """Runs the blocks in order, in a folder with a copy of samples/; returns the page with the actual output."""
        with tempfile.TemporaryDirectory() as folder:
            self.checkout, bin = pathlib.Path(folder, "checkout"), pathlib.Path(folder, "bin")
            bin.mkdir()
            self.checkout.mkdir()
            if "```sh" in self.lines:
                shutil.copytree(ROOT / "samples", self.checkout / "samples")
                (self.checkout / "scripts").symlink_to(ROOT / "scripts")
            (bin / "juice-batch").symlink_to(ROOT / "scripts/juice-batch")
            self.environment = {**os.environ, "JUICE_BATCH_PROGRAM": self.program, "PATH": f"{bin}:{os.environ['PATH']}"}
            made = self.run_blocks()
        self.check_links()
        return "\n".join(made)

    def run_blocks(self):
        made, printed, number = [], None, 0
        while number < len(self.lines):
            line, number = self.lines[number], number + 1
            made.append(line)
            if not line.startswith("```"):
                printed = None if line else printed
                continue
            if "```" not in self.lines[number:]:
                self.report(number, "a block is not closed")
                break
            start, number = number, self.lines.index("```", number) + 1
            inside = self.lines[start:number - 1]
            if line == "```console" and printed is None:
                self.report(start, "a console block that follows no sh block")
            elif line == "```console":
                self.compare(start, inside, printed)
                inside = printed
            made += [*inside, "```"]
            printed = self.run_commands(start, inside) if line == "```sh" else None
        return made

    def run_commands(self, start, lines):
        printed, command = "", ""
        for number, line in enumerate(lines, start + 1):
            command += line.removesuffix("\\")
            if not line.endswith("\\"):
                printed += self.run(number, command)
                command = ""
        return printed.removesuffix("\n").split("\n") if printed else []

    def run(self, number, command):
        expected = 0
        if found := EXIT.fullmatch(command):
            command, expected = found[1], int(found[2])
        # scripts/test calls this script, so it is not run.
        if re.match(r"\s*(#|$)|scripts/test(\s|$)", command):
            return ""
        self.count += 1
        done = subprocess.run(
            ["timeout", str(SECONDS_MAX), "bash", "-o", "pipefail", "-c", command], cwd=self.checkout, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != expected:
            self.report(number, f"exit code {done.returncode}, not {expected}: {command}")
        return done.stdout.decode("utf-8", "backslashreplace")

    def compare(self, start, expected, printed):
        if "```" in printed:
            self.report(start, "the output holds a line that would close the block")
        if expected != printed:
            self.report(start, "the output is another:")
            self.problems += difflib.unified_diff(expected, printed, self.name, "output", lineterm="")

    def check_links(self):
        """Checks the links to files of the project, and to headings in them, but neither web links nor links of DocC."""
        is_code = False
        for number, line in enumerate(self.lines, 1):
            is_code ^= line.startswith("```")
            for target in [] if is_code else LINK.findall(re.sub("`[^`]*`", "", line)):
                path, _, anchor = urllib.parse.unquote(target).partition("#")
                goal = (ROOT / self.name).parent / path if path else ROOT / self.name
                if re.match("[a-z]+:", target) or goal.exists() and (not anchor or anchor in anchors(goal)):
                    continue
                self.report(number, f"{goal} has no heading '#{anchor}'" if goal.exists() else f"there is no {goal}")


def anchors(page):
    """The anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.*)", re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-") for title in titles}


def main():
    parser = argparse.ArgumentParser(prog="scripts/check-commands")
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", metavar="PAGE")
    parser.add_argument("--update", action="store_true")
    given = parser.parse_intermixed_args()
    if strangers := [name for name in given.names if not (ROOT / name).is_file()]:
        parser.error(f"no such page: {', '.join(strangers)}")
    names = given.names or ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("Sources/**/*.docc/**/*.md"))]
    pages = [Page(name, given.program) for name in names]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        texts = list(pool.map(Page.check, pages))
    for page, text in zip(pages, texts):
        if given.update and text != "\n".join(page.lines):
            (ROOT / page.name).write_text(text, encoding="utf-8")
            print(f"updated {page.name}")
        elif page.problems:
            print("\n".join(page.problems))
    count, failed = sum(page.count for page in pages), sum(1 for page in pages if page.problems)
    print(f"{len(pages)} pages, {count} commands, {failed} failed")
    return 1 if failed or not count else 0


sys.exit(main())
