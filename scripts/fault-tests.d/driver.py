"""Drives scripts/fault-tests: see there for what is tried."""

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

KINDS = ["kills", "random", "faults", "limits", "crowd"]
KILL_POINTS = 240
RANDOM_MOMENTS = 24
CROWD = 50
SECONDS_MAX = 120

# The system calls that faults are injected into, with the errors that each may give.
FAULTS = {
    "openat": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "read": ["EIO"],
    "pread64": ["EIO"],
    "write": ["EIO", "ENOSPC", "EDQUOT"],
    "pwrite64": ["EIO", "ENOSPC", "EDQUOT"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT"],
    "fdatasync": ["EIO", "ENOSPC", "EDQUOT"],
    "renameat2": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "close": ["EIO", "ENOSPC", "EDQUOT"],
    "mkdir": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "unlink": ["EIO", "EROFS"],
    "chmod": ["EIO", "EROFS"],
    "ftruncate": ["EIO"],
}
# What a run may end with when the machine fails it: missing or unreadable, cannot create, I/O, busy, bad ledger.
EXITS_OF_FAULTS = {66, 73, 74, 75, 78}
NOTHING_APPLIED = 74

FIRST = "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\nA-3,망고쥬스,1\n"
SECOND = (
    "id,action,item,quantity,memo\nA-1,order,키위쥬스,2,x\nB-1,restock,딸기,8,\nA-2,order,딸기쥬스,1,y\n"
    "B-2,order,모름,1,\nB-3,count,망고,9,\nB-4,discard,바나나,3,\nB-5,order,파인애플쥬스,9,\n"
)


class Broken(Exception):
    """A promise that did not hold."""


def ledger_content(path):
    """All that a ledger says, but for the time of day and the digests that cover it."""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(path)) as copy:
        # A look at the file itself would roll back what a killed run has left, which is for the next run to do.
        for name in [path, path + "-journal"]:
            if os.path.exists(name):
                shutil.copy(name, copy)
        connection = sqlite3.connect(os.path.join(copy, os.path.basename(path)))
        try:
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
                content[table] = sorted(connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall(), key=repr)
            return content
        finally:
            connection.close()


class Shop:
    """A folder with a ledger that has had one run, and an input for the next."""

    def __init__(self, program, base, second=SECOND):
        self.program = program
        self.folder = tempfile.mkdtemp(dir=base)
        self.write("first.csv", FIRST)
        self.write("second.csv", second)
        self.check(self.run(["run", "first.csv", "--ledger", "l.sqlite", "--output", "out", "--quiet"]), {0})

    def copy(self):
        """The same folder once more, as it is now."""
        twin = object.__new__(Shop)
        twin.program = self.program
        twin.folder = tempfile.mkdtemp(dir=os.path.dirname(self.folder))
        shutil.copytree(self.folder, twin.folder, dirs_exist_ok=True)
        return twin

    def remove(self):
        shutil.rmtree(self.folder)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    command = ["run", "second.csv", "--ledger", "l.sqlite", "--output", "out", "--quiet", "--language", "en"]

    def run(self, arguments, before=(), **options):
        """Runs the program, behind the words of `before`."""
        return subprocess.run(
            [*before, self.program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=SECONDS_MAX, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, **options)

    def start(self, arguments):
        return subprocess.Popen(
            [self.program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE)

    @staticmethod
    def check(result, exits):
        if result.returncode not in exits:
            raise Broken(f"exit {result.returncode}, expected {sorted(exits)}: {result.stderr.decode()[-500:]}")

    def ledger(self):
        return ledger_content(os.path.join(self.folder, "l.sqlite"))

    def reports(self):
        folder = os.path.join(self.folder, "out")
        return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}

    def state(self):
        """Everything that counts: the ledger, the reports, and that nothing lies about."""
        return self.ledger(), self.reports(), sorted(os.listdir(self.folder))

    def expect(self, wanted, when):
        found = self.state()
        for name, one, other in zip(["the ledger", "the reports", "the folder"], wanted, found):
            if one != other:
                raise Broken(f"{when}: {name} is not as it should be:\n{difference(one, other)}")


def difference(one, other):
    if isinstance(one, dict):
        return "\n".join(f"{key}: {one.get(key)!r:.300} is now {other.get(key)!r:.300}"
                         for key in sorted({*one, *other}) if one.get(key) != other.get(key))
    return f"{one} is now {other}"


class Driver:
    def __init__(self, program, seed, base):
        self.program = program
        self.random = random.Random(seed)
        self.base = base
        self.shop = Shop(program, base)
        self.before = self.shop.state()
        undisturbed = self.shop.copy()
        Shop.check(undisturbed.run(Shop.command), {4})
        self.after = undisturbed.state()
        undisturbed.remove()
        self.problems = []

    def each(self, attempts, attempt):
        """Makes all attempts, as many at once as there are processors; says how often each outcome came up."""
        def guarded(what):
            try:
                return attempt(*what)
            except (Broken, subprocess.TimeoutExpired, sqlite3.Error, OSError) as problem:
                self.problems.append(f"{what}: {problem}")
                return "broken"
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(guarded, attempts))
        return {outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))}

    def system_calls(self):
        """The system calls of an undisturbed run in order: name and which call of that name, from 1; and the place
        of the first that is the program's own rather than the loader's."""
        shop = self.shop.copy()
        log = os.path.join(self.base, "strace.log")
        Shop.check(shop.run([*Shop.command, "--threads", "1"], before=["strace", "-qq", "-o", log]), {4})
        shop.remove()
        counts, calls, own = {}, [], None
        for line in open(log, encoding="utf-8", errors="replace"):
            match = re.match(r"([a-z_0-9]+)\(", line)
            if not match:
                continue
            name = match[1]
            counts[name] = counts.get(name, 0) + 1
            calls.append((name, counts[name]))
            if own is None and name == "rt_sigaction" and "SIGPIPE" in line:
                own = len(calls)
        return calls, own

    def inject(self, shop, name, injection, number):
        return shop.run(
            [*Shop.command, "--threads", "1"],
            before=["strace", "-qq", "-o", "/dev/null", "-e", f"trace={name}",
                    "-e", f"inject={name}:{injection}:when={number}"])

    def again(self, shop, when):
        """One more run, which has to give what an undisturbed run gives."""
        result = shop.run(Shop.command)
        Shop.check(result, {4, 5})
        shop.expect(self.after, when)
        Shop.check(shop.run(["verify", "--ledger", "l.sqlite"]), {0})
        return result.returncode

    def kills(self):
        calls, own = self.system_calls()
        # A few before the program's own start, the rest over all of it.
        early = range(0, own, max(1, own // 10))
        late = [own + index * (len(calls) - own) // KILL_POINTS for index in range(KILL_POINTS)]
        points = [calls[index] for index in sorted({*early, *late})]

        def attempt(name, number):
            shop = self.shop.copy()
            result = self.inject(shop, name, "signal=SIGKILL", number)
            if result.returncode not in (-signal.SIGKILL, 4):
                raise Broken(f"exit {result.returncode} after a kill")
            if result.returncode == 4:
                # The threads of a run may share its calls out otherwise; then it was not killed.
                self.again(shop, "after a run that was not killed")
                shop.remove()
                return "not reached"
            exit = self.again(shop, "after a kill and one more run")
            shop.remove()
            return "had not committed" if exit == 4 else "had committed"

        return f"{len(points)} of {len(calls)} system calls", self.each(points, attempt)

    def faults(self):
        calls, own = self.system_calls()
        points = [(name, error, number) for index, (name, number) in enumerate(calls) if index >= own
                  for error in FAULTS.get(name, [])]

        def attempt(name, error, number):
            shop = self.shop.copy()
            result = self.inject(shop, name, f"error={error}", number)
            outcome = "survived"
            if result.returncode == 4:
                # What failed was not needed, or is the next run's to do.
                self.again(shop, "after a fault that was survived")
            else:
                Shop.check(result, EXITS_OF_FAULTS)
                if not result.stderr.decode().strip():
                    raise Broken("no message")
                doubtful = b"juice-batch verify" in result.stderr
                if not doubtful and (shop.ledger(), shop.reports()) != self.before[:2]:
                    raise Broken(f"exit {result.returncode}, but something was applied: {result.stderr.decode()}")
                self.again(shop, "after a fault and one more run")
                outcome = "in doubt" if doubtful else "refused, nothing applied"
            shop.remove()
            return outcome

        return f"{len(points)} faults", self.each(points, attempt)

    def longer(self):
        rows = "".join(f"R-{row},restock,키위,{row % 7 + 1}\nO-{row},order,키위쥬스,1\n" for row in range(10_000))
        return Shop(self.program, self.base, "id,action,item,quantity\n" + rows)

    def at_random(self):
        base = self.longer()
        undisturbed = base.copy()
        start = time.monotonic()
        Shop.check(undisturbed.run(Shop.command), {0})
        duration = time.monotonic() - start
        wanted = undisturbed.state()
        undisturbed.remove()
        signals = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
        moments = [(signals[index % 3], self.random.uniform(0, 2 * duration)) for index in range(RANDOM_MOMENTS)]

        def attempt(number, moment):
            shop = base.copy()
            process = shop.start(Shop.command)
            time.sleep(moment)
            process.send_signal(number)
            process.communicate(timeout=SECONDS_MAX)
            # Before its first own instruction a process has the signal's own effect.
            if process.returncode not in (0, -number, 128 + number):
                raise Broken(f"exit {process.returncode} after signal {number}")
            outcome = "done" if process.returncode == 0 else "ended by it"
            Shop.check(shop.run(Shop.command), {0, 5})
            shop.expect(wanted, f"after signal {number} and one more run")
            shop.remove()
            return outcome

        outcomes = self.each(moments, attempt)
        base.remove()
        return f"{len(moments)} moments", outcomes

    def limits(self):
        longer = self.longer()
        limits = [("full", "exec \"$@\" --json >/dev/full", {74})]
        limits += [("file size", f"ulimit -f {blocks}; exec \"$@\"", {74}) for blocks in (0, 8, 100, 1000)]
        # Where the loader fails, or memory ends in mid-run, no exit code can be promised.
        limits += [("memory", f"ulimit -v {kilobytes}; exec \"$@\" --threads 1", None)
                   for kilobytes in range(60_000, 260_000, 25_000)]

        def attempt(what, script, exits):
            shop = longer.copy()
            before = shop.ledger(), shop.reports()
            command = [word for word in Shop.command if word != "--quiet"]
            result = shop.run(command, before=["bash", "-c", script, "bash"])
            if exits is not None:
                Shop.check(result, exits)
            if result.returncode != 0:
                if not result.stderr.strip():
                    raise Broken(f"{script}: no message")
                if (shop.ledger(), shop.reports()) != before:
                    raise Broken(f"{script}: exit {result.returncode}, but something was applied")
            Shop.check(shop.run(Shop.command), {0, 5})
            Shop.check(shop.run(["verify", "--ledger", "l.sqlite"]), {0})
            shop.remove()
            return f"{what}: exit {result.returncode}"

        return f"{len(limits)} limits", self.each(limits, attempt)

    def crowd(self):
        outcomes = {}
        shop = self.shop.copy()
        for number in range(CROWD):
            shop.write(f"in{number}.csv", f"id,action,item,quantity\nC-{number},restock,딸기,{number + 1}\n")
        wait = ["--ledger", "l.sqlite", "--lock-wait", str(SECONDS_MAX), "--quiet"]
        apart = [shop.start(["run", f"in{number}.csv", "--output", f"out{number}", *wait]) for number in range(CROWD)]
        codes = [process.wait(timeout=SECONDS_MAX) for process in apart]
        messages = b"".join(process.communicate()[1] for process in apart)
        if codes != [0] * CROWD:
            self.problems.append(f"crowd, an input each: {codes}: {messages.decode()}")
        stock = dict(line.split(",") for line in shop.run(["stock", "--ledger", "l.sqlite", "--csv"]).stdout.decode().split())
        if int(stock["딸기"]) != 10 + sum(range(1, CROWD + 1)):
            self.problems.append(f"crowd, an input each: {stock}")
        outcomes["an input each"] = codes.count(0)
        same = [shop.start(["run", "second.csv", "--output", f"same{number}", *wait]) for number in range(CROWD)]
        codes = [process.wait(timeout=SECONDS_MAX) for process in same]
        if sorted(codes) != [4] + [5] * (CROWD - 1):
            self.problems.append(f"crowd, the same input: {codes}")
        outcomes["the same input, applied"] = codes.count(4)
        Shop.check(shop.run(["verify", "--ledger", "l.sqlite"]), {0})
        left = [name for name in os.listdir(shop.folder) if name.startswith(".") or name.endswith("-journal")]
        if left:
            self.problems.append(f"crowd: left behind {left}")
        shop.remove()
        return f"2 x {CROWD} processes", outcomes

    def run(self, kinds):
        for kind in kinds:
            start = time.monotonic()
            tried, outcomes = (self.at_random if kind == "random" else getattr(self, kind))()
            shown = ", ".join(f"{outcome} {count}" for outcome, count in outcomes.items())
            print(f"{kind}: {tried}: {shown} ({time.monotonic() - start:.0f} s)", flush=True)
        for problem in self.problems[:20]:
            print(f"broken: {problem}", file=sys.stderr)
        if len(self.problems) > 20:
            print(f"and {len(self.problems) - 20} more", file=sys.stderr)
        return 1 if self.problems else 0


def main():
    program, words = sys.argv[1], sys.argv[2:]
    seed = 1
    if words[:1] == ["--seed"] and len(words) > 1 and words[1].isdigit():
        seed, words = int(words[1]), words[2:]
    if any(word not in KINDS for word in words):
        print(f"fault-tests takes {', '.join(KINDS)}; see --help", file=sys.stderr)
        return 64
    base = tempfile.mkdtemp(prefix="juice-batch-faults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        print(f"seed {seed}")
        return Driver(program, seed, base).run(words or KINDS)
    finally:
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
