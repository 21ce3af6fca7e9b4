"""Runs the program on chains, and looks at what it leaves."""

import csv
import os
import random
import re
import shutil
import subprocess

from chain import DATE

TABLES = ["success.csv", "failure.csv", "stock.csv", "restock.csv"]


class Nights:
    """The program, a folder for all that it is tried on, and what did not hold."""

    def __init__(self, program, base, seed):
        self.program = program
        self.base = base
        self.rng = random.Random(seed)
        self.failures = 0

    def holds(self, is_so, what):
        """Says what did not hold."""
        if not is_so:
            self.failures += 1
            print(f"FAILED: {what}", flush=True)

    def command(self, folder, *options, date=DATE):
        return [self.program, "chain", "run", folder, "--date", date, *options]

    def night(self, folder, *options, date=DATE):
        """Its exit code."""
        return self.run(*self.command(folder, *options, date=date)[1:])

    def run(self, *words, folder=None):
        """The program's exit code."""
        return subprocess.run([self.program, *words], cwd=folder, capture_output=True, check=False).returncode

    def copy(self, chain, name):
        return shutil.copytree(chain.folder, f"{self.base}/{name}")

    def state(self, folder):
        """All files but locks and manifests; of a ledger, what it says of its runs and stock."""
        found = {}
        for place, folders, names in os.walk(folder):
            if ".night" in folders:
                folders.remove(".night")
            for name in names:
                path = os.path.join(place, name)
                key = os.path.relpath(path, folder)
                # Ledgers and their backups hold times; so does what is noted of files that were put aside.
                if name.endswith(".sqlite"):
                    found[key] = self.ledger(path)
                # What a night has taken is told by numbers of files, and its record by times, which differ from copy to copy.
                elif key != "metrics.prom" and not name.startswith(".nightly.") and not name.endswith(".lock") and not name.startswith("shop.sqlite"):
                    found[key] = read(path)
        return found

    def ledger(self, path):
        history, stock = (
            subprocess.run([self.program, *words, "--ledger", path], capture_output=True, check=False).stdout
            for words in (["history", "--json"], ["stock", "--csv"]))
        return re.sub(rb'"recorded_at": "[^"]*"', b"", history), stock

    def same(self, wanted, found, what):
        """Two states, or the files of two folders, are the same."""
        differing = sorted(key for key in wanted.keys() | found.keys() if wanted.get(key) != found.get(key))
        self.holds(wanted and not differing, f"{what}: {differing[:8]} differ")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def files(folder):
    """The bytes of all files of a folder, by name."""
    return {name: read(f"{folder}/{name}") for name in os.listdir(folder)} if os.path.isdir(folder) else {}


def table(path, lines=None):
    """The rows of a table; none where there is no file.

    lines: what to call lines, as a file has them of which this one's input is a part.
    """
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    if lines and "line" in rows[0]:
        place = rows[0].index("line")
        for row in rows[1:]:
            row[place] = lines.get(row[place], row[place])
    return rows
