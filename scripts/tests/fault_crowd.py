"""Many concurrent processes on one ledger, some killed or slowed down, compared with a plain model."""

import csv
import hashlib
import json
import os
import pathlib
import signal
import time
from collections import Counter
from dataclasses import dataclass

from books import FIRST_RUN, REPORTS, Books, injecting
from shop import SECONDS_MAX

CROWD = 50
PROCESSES = 4
FOLDERS = ["out0", "out1"]
WAIT = ["--ledger", "l.sqlite", "--lock-wait", str(SECONDS_MAX)]
QUIET = ["--quiet", "--language", "en"]
RECIPES = {"키위쥬스": ("키위", 3), "망고쥬스": ("망고", 3)}
# Where a process is killed or slowed down, if not at a moment: around its commit and its exchange.
CALLS = [("renameat2", 1), ("renameat2", 1), ("unlinkat", 5), ("rmdir", 2), ("fsync", 12), ("fdatasync", 6),
         ("pwrite64", 60), ("unlink", 2)]
# After how many seconds a process may be killed; four runs at once take about a tenth of a second.
MOMENT_MAX = 0.15
KILLED = -signal.SIGKILL


def test_fifty_at_once():
    """With an input each, and then all with the same."""
    books = Books()
    books.run(FIRST_RUN, {0})
    for number in range(CROWD):
        books.write(f"in{number}.csv", f"id,action,item,quantity\nC-{number},restock,딸기,{number + 1}\n")

    def crowd(name, output):
        started = [books.start(["run", name.format(number), "--output", f"{output}{number}", *WAIT, *QUIET])
                   for number in range(CROWD)]
        return sorted(books.ended(process).returncode for process in started)

    assert crowd("in{}.csv", "out") == [0] * CROWD
    stock = {one["fruit"]: one["stock"] for one in books.json("stock")["fruits"]}
    assert stock["딸기"] == 10 + sum(range(1, CROWD + 1))
    assert crowd("second.csv", "same") == [4] + [5] * (CROWD - 1)
    books.verify()
    assert not books.left_behind()


class PlainBooks:
    """A ledger as a shopkeeper would keep it: stock, and what each run that stands has done."""

    def __init__(self):
        self.stock = dict.fromkeys(["딸기", "바나나", "파인애플", "키위", "망고"], 10)
        # Of each run by its number: its changes of stock, its ids, the SHA-256 of its input.
        self.standing = {}

    def apply(self, number, sha256, rows):
        """Applies an input; gives its successes, shortages and skips."""
        assert all(known != sha256 for _, _, known in self.standing.values()), "a known input was applied"
        used = {one for _, ids, _ in self.standing.values() for one in ids}
        changes, ids, counts = Counter(), set(), {"success": 0, "shortage": 0, "skipped": 0}
        for id, action, item, quantity in rows:
            fruit, pieces = (item, quantity) if action == "restock" else (RECIPES[item][0], -RECIPES[item][1] * quantity)
            if id and id in used | ids:
                counts["skipped"] += 1
            elif self.stock[fruit] + pieces < 0:
                counts["shortage"] += 1
            else:
                self.stock[fruit] += pieces
                changes[fruit] += pieces
                ids |= {id} - {""}
                counts["success"] += 1
        self.standing[number] = changes, ids, sha256
        return counts

    def reverse(self, number):
        assert number in self.standing, "what was taken back does not stand"
        for fruit, pieces in self.standing.pop(number)[0].items():
            self.stock[fruit] -= pieces
            assert self.stock[fruit] >= 0


@dataclass
class Deed:
    """What a process was to do, how it was disturbed, and how it ended."""

    command: str
    name: str | None
    folder: str | None = None
    has_ledger: bool = True
    harm: str = ""
    exit: int = 0

    def words(self):
        if self.command == "run":
            return ["run", self.name, "--output", self.folder, *(WAIT if self.has_ledger else []), *QUIET]
        return [self.command, *([self.name] if self.name else []), *WAIT]

    def exits(self):
        # No ledger as yet: 66 for no file, 78 for an empty one. No such run, or one that cannot be taken back: 64, 65.
        codes = {"run": {0, 5} if self.has_ledger else {0}, "verify": {0, 66, 78}, "reverse": {0, 64, 65, 66, 78}}[self.command]
        return codes | ({KILLED} if self.harm.startswith("kill") else set())


class Round(Books):
    """Books, the processes that were started on them, and what each was to do."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        # Of each input by its SHA-256: its rows.
        self.inputs = {}
        self.done = []

    def new_input(self):
        number, chance = len(self.inputs) + 1, self.chance
        rows = [(f"C-{number}", "restock", "딸기", chance.randint(1, 9)), ("X-1", "order", "키위쥬스", 1),
                ("", "restock", chance.choice(["바나나", "키위"]), chance.randint(1, 4))]
        if chance.random() < 0.7:
            rows.append((f"D-{number}", "order", "망고쥬스", chance.randint(1, 2)))
        text = "id,action,item,quantity\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
        self.write(f"in{number}.csv", text)
        self.inputs[hashlib.sha256(text.encode()).hexdigest()] = rows
        return f"in{number}.csv"

    def alone(self, folder=None, has_ledger=True):
        deed = Deed("run", self.new_input(), folder or self.chance.choice(FOLDERS), has_ledger)
        self.run(deed.words(), {0})
        self.done.append(deed)

    def disturbed(self, deed):
        """Starts a process, behind strace if it is disturbed in a system call."""
        before = []
        if deed.harm in ("kill at a call", "delay"):
            call, number_max = self.chance.choice(CALLS)
            delay = f"delay_{self.chance.choice(['enter', 'exit'])}={self.chance.randint(10, 80)}ms"
            before = injecting(call, delay if deed.harm == "delay" else "signal=SIGKILL", self.chance.randint(1, number_max))
        return self.start(deed.words(), before)

    def crowd(self):
        """Starts processes at once, and waits for their ends; what they were to do."""
        chance = self.chance
        shared, started = self.new_input(), []
        for _ in range(PROCESSES):
            kind = chance.choices(["own", "shared", "verify", "reverse", "no ledger"], [8, 4, 2, 3, 3])[0]
            harm = chance.choices(["", "kill at a moment", "kill at a call", "delay"], [5, 3, 3, 3])[0]
            if kind in ("verify", "reverse"):
                deed = Deed(kind, str(chance.randint(1, 4)) if kind == "reverse" else None, harm=harm)
            else:
                name = shared if kind == "shared" else self.new_input()
                deed = Deed("run", name, chance.choice(FOLDERS), kind != "no ledger", harm)
            started.append((self.disturbed(deed), deed))
        start = time.monotonic()
        victims = [process for process, deed in started if deed.harm == "kill at a moment"]
        for moment, process in zip(sorted(chance.uniform(0, MOMENT_MAX) for _ in victims), victims):
            time.sleep(max(0, start + moment - time.monotonic()))
            process.kill()
        for process, deed in started:
            deed.exit = self.ended(process, deed.exits()).returncode
            self.done.append(deed)
        return [deed for _, deed in started]

    def judge(self):
        """Holds ledger and reports against the books and what each process has said."""
        runs, plain = self.history(), PlainBooks()
        assert [run["run"] for run in runs] == [*range(1, len(runs) + 1)]
        for run in runs:
            if run["reverses"]:
                plain.reverse(run["reverses"])
            else:
                (input,) = run["inputs"]
                counts = plain.apply(run["run"], input["sha256"], self.inputs[input["sha256"]])
                assert {name: run[name] for name in counts} == counts, run
            assert {one["fruit"]: one["stock"] for one in run["fruits"]} == plain.stock, run
        assert {one["fruit"]: one["stock"] for one in self.json("stock")["fruits"]} == plain.stock
        self.judge_processes(runs)
        for folder in FOLDERS:
            self.judge_folder(folder, runs)

    def judge_processes(self, runs):
        """Each process that says it is done is on record once, each that says it is not is not, a killed one may be."""
        found = Counter(("reverse", str(run["reverses"])) if run["reverses"] else ("run", run["inputs"][0]["file"]) for run in runs)
        exits = {}
        for deed in self.done:
            if deed.has_ledger and deed.command != "verify":
                exits.setdefault((deed.command, deed.name), []).append(deed.exit)
        assert found.keys() <= exits.keys(), "a run is on record that no process was to make"
        for what, codes in exits.items():
            assert codes.count(0) <= found[what] <= codes.count(0) + codes.count(KILLED), (what, codes, found)

    def judge_folder(self, folder, runs):
        """The set in a folder is whole, and that of the last run there, or of a run without the ledger."""
        here = [deed for deed in self.done if deed.folder == folder]
        strange = [deed.name for deed in here if not deed.has_ledger]

        def folders(run):
            file = run["inputs"][0]["file"] if run["inputs"] else None
            return {deed.folder for deed in self.done if deed.command == "run" and deed.has_ledger and deed.name == file}

        # Where one input was given for both folders, either may be the one.
        there = [run for run in runs if not run["reverses"] and folder in folders(run)]
        sure = [run for run in there if folders(run) == {folder} and run["reports"] == "in_place"]
        for run in there:
            is_followed = run is not there[-1] or strange
            assert run["reports"] == "in_place" or run["reports"] == "lost" and is_followed, run
        path = pathlib.Path(self.path(folder))
        if not path.exists():
            assert not sure and not any(not deed.has_ledger and deed.exit == 0 for deed in here), f"{folder} is missing"
            return
        assert set(os.listdir(path)) == REPORTS
        summary = json.loads((path / "summary.json").read_text(encoding="utf-8"))
        assert summary["rows"] == summary["success"] + summary["failure"]
        for name in ("success", "failure"):
            with open(path / f"{name}.csv", encoding="utf-8", newline="") as file:
                assert len(list(csv.reader(file))) - 1 == summary[name]
        name = summary["inputs"][0]["file"]
        if "ledger" not in summary:
            assert name in strange
            return
        (run,) = [run for run in there if run["run"] == summary["ledger"]["run"]]
        assert (run["inputs"][0]["file"], run["success"]) == (name, summary["success"])
        assert all(one["run"] <= run["run"] for one in sure), "a later run is said to be in place"

    def clean(self):
        """A last run into each folder, with the ledger and without, after which nothing may lie about."""
        for folder in FOLDERS:
            self.alone(folder)
            if any(deed.folder == folder and not deed.has_ledger for deed in self.done):
                self.alone(folder, has_ledger=False)
        assert not self.left_behind()


def test_round(round_, chance, record_outcome):
    """Four at once, runs, repeats, verify, reverse and runs without the ledger, killed and slowed down, into two folders."""
    books = Round(chance)
    # A third of the ledgers are begun by the crowd itself.
    for _ in range(round_ % 3):
        books.alone()
    deeds = books.crowd()
    # What recovers may be verify or a run; either brings a ledger that was never begun into being, or says so.
    if chance.random() < 0.5 or not os.path.exists(books.path("l.sqlite")):
        books.alone()
    books.verify({0, 78})
    if books.run(["history", "--ledger", "l.sqlite"]).returncode == 78:
        # Its maker was killed, and all that came after it only asked.
        books.alone(FOLDERS[0])
    books.verify()
    books.judge()
    books.clean()
    books.verify()
    books.judge()
    for deed in deeds:
        how = {0: "done", KILLED: "killed"}.get(deed.exit, f"exit {deed.exit}")
        record_outcome(f"{deed.command if deed.has_ledger else 'run without'} {how}")
