"""A shop to do harm to: a folder with a ledger, inputs and reports, and what has to hold in it."""

import contextlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

SECONDS_MAX = 120

FIRST = "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\nA-3,망고쥬스,1\n"
SECOND = (
    "id,action,item,quantity,memo\nA-1,order,키위쥬스,2,x\nB-1,restock,딸기,8,\nA-2,order,딸기쥬스,1,y\n"
    "B-2,order,모름,1,\nB-3,count,망고,9,\nB-4,discard,바나나,3,\nB-5,order,파인애플쥬스,9,\n"
)
THIRD = "id,action,item,quantity\nC-1,restock,바나나,4\nB-1,restock,딸기,8\nC-2,order,바나나쥬스,1\n"

# An id that stands twice is the same row again, which would be in doubt otherwise.
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no", "JUICE_BATCH_COLUMNS_ID": "id"}

# What a report set consists of.
REPORTS = {"success.csv", "failure.csv", "stock.csv", "restock.csv", "report.md", "report.html", "stock.svg",
           "summary.json"}


class Broken(Exception):
    """A promise that did not hold."""


class Test:
    """What all kinds share: the program, how much is tried, and what did not hold."""

    def __init__(self, program, base, options):
        self.program = program
        self.base = base
        self.options = options
        self.seed = options.seed
        self.problems = []

    def each(self, attempts, attempt, at_once=1):
        """Makes all attempts, `at_once` for each processor; says how often each outcome came up.

        An attempt gives an outcome, or a list of them."""
        def guarded(what):
            try:
                return attempt(*what)
            except (Broken, subprocess.TimeoutExpired, sqlite3.Error, OSError, KeyError, ValueError) as problem:
                self.problems.append(f"{what}: {type(problem).__name__}: {problem}")
                return "broken"
        with ThreadPoolExecutor(at_once * os.cpu_count()) as pool:
            outcomes = [one for some in pool.map(guarded, attempts) for one in ([some] if isinstance(some, str) else some)]
        return {outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))}


class Night:
    """A shop before its second run, and what that run, undisturbed, makes of it."""

    def __init__(self, test):
        self.shop = Shop(test)
        self.shop.once(["run", "first.csv", *Shop.target], {0})
        self.before = self.shop.state()
        undisturbed = self.shop.copy()
        undisturbed.once(Shop.command, {4})
        self.after = undisturbed.state()
        undisturbed.once(["run", "third.csv", *Shop.target], {0})
        self.after_third = undisturbed.state()
        undisturbed.remove()


class Shop:
    """A folder with inputs, and in time a ledger and reports."""

    target = ["--ledger", "l.sqlite", "--output", "out", "--quiet", "--language", "en"]
    command = ["run", "second.csv", *target]

    def __init__(self, test):
        self.test = test
        self.folder = tempfile.mkdtemp(dir=test.base)
        for name, text in [("first.csv", FIRST), ("second.csv", SECOND), ("third.csv", THIRD)]:
            self.write(name, text)

    def copy(self):
        """The same folder once more, as it is now."""
        twin = object.__new__(Shop)
        twin.test = self.test
        twin.folder = tempfile.mkdtemp(dir=self.test.base)
        shutil.copytree(self.folder, twin.folder, dirs_exist_ok=True, symlinks=True)
        return twin

    def remove(self):
        shutil.rmtree(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def start(self, arguments, before=(), program=None):
        """Starts the program, behind the words of `before`."""
        return subprocess.Popen(
            [*before, program or self.test.program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **ENVIRONMENT})

    def run(self, arguments, before=(), seconds_max=SECONDS_MAX, program=None):
        """Runs the program, behind the words of `before`."""
        return self.ended(self.start(arguments, before, program), seconds_max)

    @staticmethod
    def ended(process, seconds_max=SECONDS_MAX):
        """What a process that was started has come to."""
        try:
            out, error = process.communicate(timeout=seconds_max)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"{process.args[-8:]} did not end within {seconds_max} s") from None
        return subprocess.CompletedProcess(process.args, process.returncode, out, error)

    def once(self, arguments, exits, before=()):
        """Runs the program, which has to end with one of `exits`."""
        result = self.run(arguments, before)
        self.check(result, exits)
        return result

    @staticmethod
    def check(result, exits):
        if result.returncode not in exits:
            raise Broken(f"exit {result.returncode}, expected {sorted(exits)}, of {result.args[-8:]}: "
                         f"{result.stderr.decode(errors='replace')[-500:]}")

    def verify(self, exits=frozenset({0}), name="l.sqlite"):
        return self.once(["verify", "--ledger", name, "--language", "en"], exits).stdout.decode()

    def history(self, name="l.sqlite"):
        """The runs on record, as history tells them, the first run first."""
        return json.loads(self.once(["history", "--ledger", name, "--json"], {0}).stdout)["runs"][::-1]

    def ledger(self):
        return ledger_content(self.path("l.sqlite"))

    def reports(self):
        return read_folder(self.path("out"))

    def state(self):
        """Everything that counts: the ledger, its run log, the reports, and that nothing lies about."""
        return self.ledger(), self.reports(), sorted(os.listdir(self.folder)), self.run_log()

    def run_log(self, name="l.sqlite"):
        """The lines of the run log without the times of runs; each must have the digest that the ledger has."""
        with open(self.path(name + ".runs"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        with contextlib.closing(sqlite3.connect(self.path(name))) as connection:
            digests = connection.execute("SELECT number, sha256 FROM run ORDER BY number").fetchall()
        if [(line["run"], line["digest"]) for line in lines] != digests:
            raise Broken(f"the run log has runs {[line['run'] for line in lines]}, the ledger {digests}")
        return [without_times(line) for line in lines]

    def expect(self, wanted, when):
        found = self.state()
        for name, one, other in zip(["the ledger", "the reports", "the folder", "the run log"], wanted, found):
            if one != other:
                raise Broken(f"{when}: {name} is not as it should be:\n{difference(one, other)}")

    def again(self, wanted, when, command=None):
        """One more run, which has to give `wanted`."""
        result = self.once(command or Shop.command, {0, 4, 5})
        self.expect(wanted, when)
        self.verify()
        return result.returncode


def ledger_content(path):
    """All that a ledger says, but for the time of day, the digests that cover it and where reports lie."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as copy:
        # A look at the file itself would roll back what a killed run has left, which is for the next run to do.
        for name in [path, path + "-journal"]:
            if os.path.exists(name):
                shutil.copy(name, copy)
        with contextlib.closing(sqlite3.connect(os.path.join(copy, os.path.basename(path)))) as connection:
            tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
            content = {}
            for (table,) in tables:
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                if table == "run":
                    columns = [name for name in columns if name not in ("recorded_at", "sha256", "ids_sha256")]
                if table == "used_id":
                    # Each ledger has a seed of its own, and what is hashed with it.
                    columns = [name for name in columns if name not in ("high", "low")]
                if table == "ledger":
                    columns = ["number", "made_by"]
                if table == "id_filter":
                    columns = ["number", "run"]
                if table == "report_set":
                    columns = ["run", "state"]
                rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
                if table == "run_log":
                    rows = [(run, without_times(json.loads(text))) for run, text in rows]
                content[table] = sorted(rows, key=repr)
            return content


def without_times(line):
    """A line of a run log, but for what differs from one shop to the next."""
    return {key: value for key, value in line.items() if key not in ("recorded_at", "digest", "check")}


def read_folder(path):
    """The files of a folder with their content."""
    content = {}
    for name in os.listdir(path):
        with open(os.path.join(path, name), "rb") as file:
            content[name] = file.read()
    return content


def tree(path):
    """All that lies in a folder: inode, kind, mode and content, to see that it was not touched."""
    found = {}
    for folder, folders, files in os.walk(path):
        for name in ["."] + folders + files:
            one = os.path.join(folder, name)
            status = os.lstat(one)
            content = None
            if stat.S_ISREG(status.st_mode):
                with open(one, "rb") as file:
                    content = file.read()
            elif stat.S_ISLNK(status.st_mode):
                content = os.readlink(one)
            found[os.path.relpath(one, path)] = (status.st_ino, status.st_mode, content)
    return found


def difference(one, other):
    if isinstance(one, dict):
        return "\n".join(f"{key}: {one.get(key)!r:.300} is now {other.get(key)!r:.300}"
                         for key in sorted({*one, *other}) if one.get(key) != other.get(key))
    return f"{one} is now {other}"
