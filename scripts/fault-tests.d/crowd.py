"""Many processes at once on one ledger, some of them killed or slowed down, held against plain books."""

import csv
import hashlib
import json
import os
import random
import signal
import time

from calls import TRACE
from shop import REPORTS, SECONDS_MAX, Broken, Shop

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


class PlainBooks:
    """A ledger as a shopkeeper would keep it: stock, and what each run that stands has done."""

    def __init__(self):
        self.stock = dict.fromkeys(["딸기", "바나나", "파인애플", "키위", "망고"], 10)
        # Of each run by its number: its changes of stock, its ids, the SHA-256 of its input.
        self.standing = {}

    def apply(self, number, sha256, rows):
        """Applies an input; gives its successes, shortages and skips."""
        if any(known == sha256 for _, _, known in self.standing.values()):
            raise Broken(f"run {number} applied an input that was known")
        used = {one for _, ids, _ in self.standing.values() for one in ids}
        changes, ids, counts = {}, set(), {"success": 0, "shortage": 0, "skipped": 0}
        for id, action, item, quantity in rows:
            fruit, pieces = (item, quantity) if action == "restock" else (RECIPES[item][0], -RECIPES[item][1] * quantity)
            if id and id in used | ids:
                counts["skipped"] += 1
            elif self.stock[fruit] + pieces < 0:
                counts["shortage"] += 1
            else:
                self.stock[fruit] += pieces
                changes[fruit] = changes.get(fruit, 0) + pieces
                ids |= {id} - {""}
                counts["success"] += 1
        self.standing[number] = changes, ids, sha256
        return counts

    def reverse(self, number):
        if number not in self.standing:
            raise Broken(f"run {number} was taken back, but does not stand")
        for fruit, pieces in self.standing.pop(number)[0].items():
            self.stock[fruit] -= pieces
            if self.stock[fruit] < 0:
                raise Broken(f"taking run {number} back left {self.stock[fruit]} of {fruit}")


class Round:
    """A shop, the processes that were started in it, and what each was to do."""

    def __init__(self, test, chance):
        self.chance = chance
        self.shop = Shop(test)
        # Of each input by its SHA-256: its rows.
        self.inputs = {}
        # Command, input, folder, whether it has a ledger, how it was disturbed, exit code.
        self.done = []
        self.made = 0

    def new_input(self):
        self.made += 1
        chance = self.chance
        rows = [(f"C-{self.made}", "restock", "딸기", chance.randint(1, 9)), ("X-1", "order", "키위쥬스", 1),
                ("", "restock", chance.choice(["바나나", "키위"]), chance.randint(1, 4))]
        if chance.random() < 0.7:
            rows.append((f"D-{self.made}", "order", "망고쥬스", chance.randint(1, 2)))
        name = f"in{self.made}.csv"
        self.shop.write(name, "id,action,item,quantity\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        with open(self.shop.path(name), "rb") as file:
            self.inputs[hashlib.sha256(file.read()).hexdigest()] = rows
        return name

    def words(self, command, name, folder, has_ledger):
        if command == "run":
            return ["run", name, "--output", folder, *(WAIT if has_ledger else []), *QUIET]
        return [command, *([name] if command == "reverse" else []), *WAIT]

    def alone(self, command, name=None, folder=None, has_ledger=True):
        exit = self.shop.once(self.words(command, name, folder, has_ledger), {0}).returncode
        self.done.append((command, name, folder, has_ledger, "", exit))

    def crowd(self):
        """Starts processes at once, and waits for their ends."""
        chance = self.chance
        shared, started = self.new_input(), []
        for _ in range(PROCESSES):
            kind = chance.choices(["own", "shared", "verify", "reverse", "no ledger"], [8, 4, 2, 3, 3])[0]
            command = kind if kind in ("verify", "reverse") else "run"
            name = {"own": self.new_input, "no ledger": self.new_input, "shared": lambda: shared,
                    "reverse": lambda: str(chance.randint(1, 4)), "verify": lambda: None}[kind]()
            folder = chance.choice(FOLDERS) if command == "run" else None
            harm = chance.choices(["", "kill at a moment", "kill at a call", "delay"], [5, 3, 3, 3])[0]
            before = []
            if harm in ("kill at a call", "delay"):
                call, number_max = chance.choice(CALLS)
                number = chance.randint(1, number_max)
                what = "signal=SIGKILL" if harm != "delay" else f"delay_{chance.choice(['enter', 'exit'])}={chance.randint(10, 80)}ms"
                before = [*TRACE, "-o", "/dev/null", "-e", f"trace={call}", "-e", f"inject={call}:{what}:when={number}"]
            process = self.shop.start(self.words(command, name, folder, kind != "no ledger"), before)
            started.append((process, command, name, folder, kind != "no ledger", harm))
        moments = sorted(((chance.uniform(0, MOMENT_MAX), one[0]) for one in started if one[5] == "kill at a moment"),
                         key=lambda one: one[0])
        start = time.monotonic()
        for moment, process in moments:
            time.sleep(max(0, start + moment - time.monotonic()))
            process.kill()
        for process, *what in started:
            result = Shop.ended(process)
            Shop.check(result, self.exits(*what))
            self.done.append((*what, result.returncode))

    @staticmethod
    def exits(command, name, folder, has_ledger, harm):
        killed = {-signal.SIGKILL} if harm.startswith("kill") else set()
        if command == "run":
            return killed | ({0, 5} if has_ledger else {0})
        # No ledger as yet: 66 for no file, 78 for an empty one. No such run, or one that cannot be taken back: 64, 65.
        return killed | ({0, 66, 78} if command == "verify" else {0, 64, 65, 66, 78})

    def judge(self):
        """Holds ledger and reports against the books and what each process has said."""
        runs = self.shop.history()
        books = PlainBooks()
        for place, run in enumerate(runs, start=1):
            if run["run"] != place:
                raise Broken(f"run {place} is missing")
            if run["reverses"]:
                books.reverse(run["reverses"])
            else:
                (input,) = run["inputs"]
                counts = books.apply(place, input["sha256"], self.inputs[input["sha256"]])
                if any(run[name] != count for name, count in counts.items()):
                    raise Broken(f"run {place} should have {counts}: {run}")
            if {one["fruit"]: one["stock"] for one in run["fruits"]} != books.stock:
                raise Broken(f"run {place} should leave {books.stock}: {run['fruits']}")
        stock = json.loads(self.shop.once(["stock", "--ledger", "l.sqlite", "--json"], {0}).stdout)["fruits"]
        if {one["fruit"]: one["stock"] for one in stock} != books.stock:
            raise Broken(f"stock should be {books.stock}: {stock}")
        self.judge_processes(runs)
        for folder in FOLDERS:
            self.judge_folder(folder, runs)

    def judge_processes(self, runs):
        """Each process that says it is done is on record once, each that says it is not is not, a killed one may be."""
        groups = {}
        for command, name, _, has_ledger, _, exit in self.done:
            if has_ledger and command != "verify":
                groups.setdefault((command, name), []).append(exit)
        for (command, name), exits in groups.items():
            found = sum(1 for run in runs if (str(run["reverses"]) == name if command == "reverse" else
                                              [one["file"] for one in run["inputs"]] == [name]))
            done, killed = exits.count(0), exits.count(-signal.SIGKILL)
            if not done <= found <= done + killed:
                raise Broken(f"{command} {name} ended with {exits}, and is on record {found} times")
        for run in runs:
            what = ("reverse", str(run["reverses"])) if run["reverses"] else ("run", run["inputs"][0]["file"])
            if what not in groups:
                raise Broken(f"nobody did what is on record: {run}")

    def judge_folder(self, folder, runs):
        """The set in a folder is whole, and that of the last run there, or of a run without the ledger."""
        def folders(one):
            return {target for _, name, target, has_ledger, _, _ in self.done if target and has_ledger and name == one}

        # Where one input was given for both folders, either may be the one.
        there = [run for run in runs if not run["reverses"] and folder in folders(run["inputs"][0]["file"])]
        sure = [run for run in there if folders(run["inputs"][0]["file"]) == {folder} and run["reports"] == "in_place"]
        strange = [name for _, name, target, has_ledger, _, exit in self.done if target == folder and not has_ledger]
        lasting = [one for one in self.done if one[2] == folder and not one[3] and one[5] == 0]
        for run in there:
            later = [one for one in there if one["run"] > run["run"]]
            if run["reports"] == "beside" or run["reports"] == "lost" and not (later or strange):
                raise Broken(f"the reports of run {run['run']} are {run['reports']}, but nothing took their place")
            if run["reports"] == "staged":
                raise Broken(f"the reports of run {run['run']} still wait")
        path = self.shop.path(folder)
        if not os.path.exists(path):
            if sure or lasting:
                raise Broken(f"{folder} is missing")
            return
        if set(os.listdir(path)) != REPORTS:
            raise Broken(f"{folder} is not whole: {os.listdir(path)}")
        with open(os.path.join(path, "summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        if summary["rows"] != summary["success"] + summary["failure"]:
            raise Broken(f"{folder}: {summary['rows']} rows are not {summary['success']} + {summary['failure']}")
        for name, count in [("success.csv", summary["success"]), ("failure.csv", summary["failure"])]:
            with open(os.path.join(path, name), encoding="utf-8", newline="") as file:
                rows = len(list(csv.reader(file))) - 1
            if rows != count:
                raise Broken(f"{folder}: {rows} rows in {name}, {count} in summary.json")
        name = summary["inputs"][0]["file"]
        if "ledger" not in summary:
            if name not in strange:
                raise Broken(f"{folder} holds reports of {name}, which nobody put there")
            return
        run = next((run for run in there if run["run"] == summary["ledger"]["run"]), None)
        if run is None or run["inputs"][0]["file"] != name or run["success"] != summary["success"]:
            raise Broken(f"{folder} holds reports of run {summary['ledger']['run']}, which is not on record: {run}")
        if any(one["run"] > run["run"] for one in sure):
            raise Broken(f"{folder} holds reports of run {run['run']}, but a later one is said to be in place")

    def clean(self):
        """A last run into each folder, with the ledger and without, after which nothing may lie about."""
        for folder in FOLDERS:
            self.alone("run", self.new_input(), folder)
            if any(one[2] == folder and not one[3] for one in self.done):
                self.alone("run", self.new_input(), folder, has_ledger=False)
        left = [name for name in os.listdir(self.shop.folder) if name.startswith(".") or name.endswith("-journal")]
        if left:
            raise Broken(f"left behind: {left}")


def one_round(test, number):
    round = Round(test, random.Random(f"{test.seed}-{number}"))
    # A third of the ledgers are begun by the crowd itself.
    for _ in range(number % 3):
        round.alone("run", round.new_input(), round.chance.choice(FOLDERS))
    first = len(round.done)
    try:
        round.crowd()
        told = round.done[first:]
        # What recovers may be verify or a run; either brings a ledger that was never begun into being, or says so.
        if round.chance.random() < 0.5 or not os.path.exists(round.shop.path("l.sqlite")):
            round.alone("run", round.new_input(), round.chance.choice(FOLDERS))
        round.shop.verify({0, 78})
        if round.shop.run(["history", "--ledger", "l.sqlite"]).returncode == 78:
            # Its maker was killed, and all who came after it only asked.
            round.alone("run", round.new_input(), FOLDERS[0])
        round.shop.verify()
        round.judge()
        round.clean()
        round.shop.verify()
        round.judge()
    except Broken as problem:
        raise Broken(f"{problem}; processes: {round.done}") from None
    round.shop.remove()
    return [f"{command if has_ledger else 'run without'} "
            + ("killed" if exit < 0 else "done" if exit == 0 else f"exit {exit}")
            for command, _, _, has_ledger, _, exit in told]


def crowd(test):
    outcomes = fifty(test)
    rounds = test.each([(test, number) for number in range(test.options.rounds)], one_round)
    return f"2 x {CROWD} processes, {test.options.rounds} rounds of {PROCESSES}", {**outcomes, **rounds}


def fifty(test):
    """Fifty processes at once, with an input each, and then all with the same."""
    shop = Shop(test)
    shop.once(["run", "first.csv", *Shop.target], {0})
    for number in range(CROWD):
        shop.write(f"in{number}.csv", f"id,action,item,quantity\nC-{number},restock,딸기,{number + 1}\n")
    apart = [shop.start(["run", f"in{number}.csv", "--output", f"out{number}", *WAIT, *QUIET]) for number in range(CROWD)]
    results = [Shop.ended(process) for process in apart]
    codes = [result.returncode for result in results]
    if codes != [0] * CROWD:
        test.problems.append(f"crowd, an input each: {codes}: {b''.join(result.stderr for result in results).decode()}")
    stock = dict(line.split(",") for line in shop.run(["stock", "--ledger", "l.sqlite", "--csv"]).stdout.decode().split())
    if int(stock["딸기"]) != 10 + sum(range(1, CROWD + 1)):
        test.problems.append(f"crowd, an input each: {stock}")
    outcomes = {"an input each": codes.count(0)}
    same = [shop.start(["run", "second.csv", "--output", f"same{number}", *WAIT, *QUIET]) for number in range(CROWD)]
    codes = [Shop.ended(process).returncode for process in same]
    if sorted(codes) != [4] + [5] * (CROWD - 1):
        test.problems.append(f"crowd, the same input: {codes}")
    outcomes["the same input, applied"] = codes.count(4)
    shop.verify()
    left = [name for name in os.listdir(shop.folder) if name.startswith(".") or name.endswith("-journal")]
    if left:
        test.problems.append(f"crowd: left behind {left}")
    shop.remove()
    return outcomes
