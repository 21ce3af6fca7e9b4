#!/usr/bin/env python3
"""The part of scripts/benchmark that compares the reports, measures in turn, and prints the table.

scripts/benchmark has built the programs and made the inputs in the folder --scratch:
tiny (500 rows), small and small-ids (a tenth of the rows), plain and plain-ids, cp949 (plain in code page 949), till and
shuffled (with times, in order and not), and with --full large (ten times).
"""

import argparse
import csv
import filecmp
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass

FRUITS = ("딸기", "바나나", "파인애플", "키위", "망고")
ACTIONS = ("restock", "discard", "count")
QUICK_TOLERANCE = 1.5
FOREIGN_LOAD_MAX = 0.15
LARGE_RUNS_MAX = 3
TIME_UNITS = ("×", " ms")
# What a shop might settle of its till, and what it costs to go by the time.
TILL = ("--column", "id=id+#", "--value", "action:판매=order", "--value", "item:딸기라떼=딸기쥬스",
        "--ignore", "category=food", "--totals", "합계", "--sequence", "file")
SETTINGS = {"juice-batch, settled": TILL, "juice-batch, by time": ("--sequence", "time"),
            "juice-batch": ()}


@dataclass
class Cost:
    """What one run took: seconds of wall and processor time, and MiB of peak memory."""

    wall: float
    processor: float
    peak: float


@dataclass
class Line:
    """A row of the table: one value a round, with what it must not pass (`least`: not fall below)."""

    title: str
    values: list
    unit: str = "×"
    bound: float = 0
    least: bool = False
    times: str = ""
    peak: str = ""


class Bench:
    """Knows how each program is called, runs it, and keeps the costs by program and input."""

    def __init__(self, options):
        self.options = options
        self.scratch = options.scratch
        self.messages = f"{self.scratch}/messages.txt"
        self.costs = {}
        self.foreign_load = 0.0

    def command(self, who, source, folder):
        scratch, sources = self.scratch, self.options.sources
        if who in SETTINGS:
            return [self.options.program, "run", source, "--output", folder, "--quiet", *SETTINGS[who]]
        return {
            "libcsv alone": [f"{scratch}/libcsv_alone", source],
            "C": [f"{scratch}/juice_peer", source, folder, self.messages],
            "Python": [sys.executable, f"{sources}/juice_peer.py", source, folder, self.messages],
            "mawk": ["mawk", "-v", f"folder={folder}", "-v", f"messages={self.messages}", "-f",
                     f"{sources}/juice_peer.awk", source],
        }[who]

    def run(self, who, name, keep=False):
        """One run on the input called `name`; the reports are gone before it and, unless kept, after it."""
        folder = f"{self.scratch}/out-{who.replace(' ', '-').replace(',', '')}"
        shutil.rmtree(folder, ignore_errors=True)
        if who == "mawk":
            os.mkdir(folder)
        command = self.command(who, f"{self.scratch}/{name}.csv", folder)
        done = subprocess.run([f"{self.scratch}/measure", *command], stdout=subprocess.PIPE, text=True, check=True)
        wall, processor, peak, code = done.stdout.split()
        if int(code) not in ((0, 4) if who in SETTINGS else (0,)):
            sys.exit(f"benchmark: {who} ended with exit code {code} on {name}.csv")
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
        return folder, Cost(float(wall), float(processor), int(peak) / 1024)

    def measure(self, who, name):
        self.costs.setdefault((who, name), []).append(self.run(who, name)[1])

    def learn_messages(self):
        """The texts of applied restocks, discards and counts are juice-batch's own choice: the peers take them over,
        so that a change of wording is no change of the benchmark."""
        texts = [f"{fruit} {action} %" for action in ACTIONS for fruit in FRUITS]
        if self.options.program:
            with open(f"{self.scratch}/words.csv", "w", encoding="utf-8") as file:
                file.write("action,item,quantity\n")
                file.writelines(f"{action},{fruit},7\n" for action in ACTIONS for fruit in FRUITS)
            folder, _ = self.run("juice-batch", "words", keep=True)
            with open(f"{folder}/success.csv", encoding="utf-8", newline="") as file:
                texts = [row["message"].replace("7", "%", 1) for row in csv.DictReader(file)]
            if len(texts) != len(ACTIONS) * len(FRUITS):
                sys.exit("benchmark: juice-batch did not apply restocks, discards and counts of every fruit")
        with open(self.messages, "w", encoding="utf-8") as file:
            file.writelines(text + "\n" for text in texts)

    def same_reports(self, programs, name):
        """True if all programs write the same two reports, byte for byte."""
        folders = {who: self.run(who, name, keep=True)[0] for who in programs}
        same = True
        first = programs[0]
        for who in programs[1:]:
            for report in ("success.csv", "failure.csv"):
                mine, other = f"{folders[first]}/{report}", f"{folders[who]}/{report}"
                if not filecmp.cmp(mine, other, shallow=False):
                    print(f"benchmark: {report} of {first} and {who} differ on {name}.csv", file=sys.stderr)
                    same = False
                    show_difference(mine, other)
        for folder in folders.values():
            shutil.rmtree(folder)
        return same

    def values(self, who, name, what="wall"):
        return [getattr(cost, what) for cost in self.costs[who, name]]

    def ratio(self, title, above, below, bound=0, least=False):
        """Wall time of `above` over that of `below` (program and input each), round by round."""
        over, under = self.values(*above), self.values(*below)
        return Line(title, [a / b for a, b in zip(over, under)], "×", bound, least,
                    f"{statistics.median(over):.3f} : {statistics.median(under):.3f}", self.peak(*above))

    def peak(self, who, name):
        return f"{statistics.median(self.values(who, name, 'peak')):.1f}"


def show_difference(one, two):
    """The first line that differs, from both files."""
    with open(one, "rb") as left, open(two, "rb") as right:
        number = 0
        while True:
            number += 1
            a, b = left.readline(), right.readline()
            if a != b or not a:
                break
    for path, text in ((one, a), (two, b)):
        where = "/".join(path.split("/")[-2:])
        print(f"  {where}:{number}: {text.decode('utf-8', 'replace').rstrip() or '(end)'}", file=sys.stderr)


def busy_seconds():
    """Processor time that the whole machine has spent so far, time taken by its host included; 0 where unknown."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            user, nice, system, _, _, irq, softirq, steal = map(int, file.readline().split()[1:9])
    except (OSError, ValueError):
        return 0.0
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def measure_all(bench):
    """Measures, and notes which share of the processors others had meanwhile."""
    start, busy, own = time.monotonic(), busy_seconds(), sum(os.times()[:4])
    measure_in_turn(bench)
    foreign = busy_seconds() - busy - (sum(os.times()[:4]) - own)
    bench.foreign_load = max(0.0, foreign / ((time.monotonic() - start) * core_count()))


def measure_in_turn(bench):
    """All programs in turn, as often as --runs says; a burst of load then falls on all of them."""
    options = bench.options
    turn = [("libcsv alone", "plain"), ("C", "plain"), ("libcsv alone", "plain-ids"), ("C", "plain-ids")]
    if options.program:
        turn[1:1] = [("juice-batch", "plain")]
        turn[4:4] = [("juice-batch", "plain-ids")]
        turn += [("juice-batch", "till"), ("juice-batch, settled", "till"), ("juice-batch, by time", "till"),
                 ("juice-batch, by time", "shuffled")]
        turn += [("juice-batch", "cp949")] + 3 * [("juice-batch", "tiny")]
    turn += [("Python", "plain"), ("mawk", "plain")]
    for number in range(options.runs):
        print(f"benchmark: round {number + 1} of {options.runs}", file=sys.stderr)
        for who, name in turn:
            bench.measure(who, name)
    if options.full and options.program:
        print("benchmark: ten times the rows", file=sys.stderr)
        # The first run makes the machine find the memory for reports of this size; it does not count.
        bench.run("juice-batch", "large")
        for _ in range(min(options.runs, LARGE_RUNS_MAX)):
            bench.measure("juice-batch", "large")
            bench.measure("C", "large")


def bounded_lines(bench):
    """The figures that are promised."""
    rows, mine, mine_ids = bench.options.rows, ("juice-batch", "plain"), ("juice-batch", "plain-ids")
    till, shuffled = ("juice-batch", "till"), ("juice-batch, by time", "shuffled")
    lines = [
        bench.ratio("time, no ids, to libcsv alone", mine, ("libcsv alone", "plain"), 2.0),
        bench.ratio("time, with ids, to libcsv alone", mine_ids, ("libcsv alone", "plain-ids"), 3.0),
        bench.ratio("time, no ids, in CP949 to UTF-8", ("juice-batch", "cp949"), mine, 2.0),
        bench.ratio("time of the C program, no ids, to juice-batch", ("C", "plain"), mine, 1.0, True),
        bench.ratio("time of the C program, with ids, to juice-batch", ("C", "plain-ids"), mine_ids, 1.0, True),
        bench.ratio("time of the Python program to juice-batch", ("Python", "plain"), mine, 15, True),
        bench.ratio("time of the mawk program to juice-batch", ("mawk", "plain"), mine, 7, True),
        bench.ratio("time, a till's settings to none", ("juice-batch, settled", "till"), till, 1.3),
        bench.ratio("time, by the time, in order, to none", ("juice-batch, by time", "till"), till, 1.4),
        bench.ratio("time, by the time, shuffled, to none", shuffled, till, 3.0),
        Line("peak memory, by the time, shuffled", bench.values(*shuffled, "peak"), " MiB", 256,
             peak=bench.peak(*shuffled)),
        Line("peak memory, no ids", bench.values(*mine, "peak"), " MiB", 64, peak=bench.peak(*mine)),
        Line("memory for an id", [(ids - none) * 1024 * 1024 / rows for ids, none in
                                  zip(bench.values(*mine_ids, "peak"), bench.values(*mine, "peak"))],
             " bytes", 96, peak=bench.peak(*mine_ids)),
        Line("time for 500 rows", [1000 * wall for wall in bench.values("juice-batch", "tiny")], " ms", 30,
             peak=bench.peak("juice-batch", "tiny")),
    ]
    if bench.options.full:
        large = ("juice-batch", "large")
        lines += [
            bench.ratio("growth: time of ten times the rows", large, mine, 10.5),
            Line("peak memory, no ids, ten times the rows", bench.values(*large, "peak"), " MiB", 64,
                 peak=bench.peak(*large)),
        ]
    return lines


def reference_lines(bench):
    """Figures without a bound: what the peers take, by the same yardstick."""
    lines = [bench.ratio(f"{who}, {'with' if name == 'plain-ids' else 'no'} ids, to libcsv alone",
                         (who, name), ("libcsv alone", name))
             for who, name in (("C", "plain"), ("C", "plain-ids"), ("Python", "plain"), ("mawk", "plain"))]
    if bench.options.full and bench.options.program:
        # It does the same in constant memory by the simplest means: what it takes more than ten times is the machine's.
        lines.append(bench.ratio("C, growth: time of ten times the rows", ("C", "large"), ("C", "plain")))
    return lines


def verdict(line, quick, foreign_load):
    """What the last column says, and whether the bound is missed."""
    if not line.bound:
        return "", False
    if quick and foreign_load > FOREIGN_LOAD_MAX and line.unit in TIME_UNITS:
        return "not judged: the machine was busy", False
    median = statistics.median(line.values)
    kept = median >= line.bound if line.least else median <= line.bound
    if kept:
        return "kept", False
    factor = line.bound / median if line.least else median / line.bound
    if quick and 0 < factor <= QUICK_TOLERANCE:
        return "over, tolerated", False
    return "**missed**", True


def core_count():
    """Processors that this may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def machine():
    """Cores, processor, Swift version."""
    cores = core_count()
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            models = [text.split(":", 1)[1].strip() for text in file if text.startswith("model name")]
        model = models[0] if models else model
    try:
        told = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
        swift = told[told.index("Swift version"):].split("(")[0].strip()
    except (OSError, ValueError, subprocess.CalledProcessError):
        swift = "Swift version unknown"
    return f"{cores} cores, {model}, {swift}"


def print_table(lines, bench):
    """Prints the table; True if no bound is missed."""
    options = bench.options
    digits = {"×": 2, " MiB": 1, " bytes": 1, " ms": 1}
    all_kept = True
    print(f"{machine()}; {options.rows:,} rows, {options.runs} runs, files in {options.place}"
          f"{'; quick' if options.quick else ''}; {bench.foreign_load:.0%} of the cores busy with other things\n")
    print("| figure | median | smallest – largest | bound | | seconds | peak MiB |")
    print("| --- | ---: | ---: | ---: | --- | ---: | ---: |")
    for line in lines:
        number = f"{{:.{digits[line.unit]}f}}"
        median, least, most = (number.format(f(line.values)) for f in (statistics.median, min, max))
        bound = f"{'≥' if line.least else '≤'} {line.bound:g}{line.unit}" if line.bound else ""
        word, missed = verdict(line, options.quick, bench.foreign_load)
        all_kept = all_kept and not missed
        print(f"| {line.title} | {median}{line.unit} | {least} – {most} | {bound} | {word} | {line.times} | "
              f"{line.peak} |")
    return all_kept


def main():
    parser = argparse.ArgumentParser(description="called by scripts/benchmark")
    for name in ("scratch", "place", "sources", "program"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--rows", type=int, required=True)
    parser.add_argument("--runs", type=int, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--full", action="store_true")
    bench = Bench(parser.parse_args())
    bench.learn_messages()
    print("benchmark: comparing the reports", file=sys.stderr)
    mine = ["juice-batch"] if bench.options.program else []
    same = all([bench.same_reports([*mine, "C", "Python", "mawk"], name) for name in ("small", "small-ids")])
    if same and mine:
        same = all([bench.same_reports(["juice-batch", "C"], name) for name in ("plain", "plain-ids")])
    if not same:
        return 1
    measure_all(bench)
    lines = (bounded_lines(bench) if mine else []) + reference_lines(bench)
    return 0 if print_table(lines, bench) else 1


if __name__ == "__main__":
    sys.exit(main())
