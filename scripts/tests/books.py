"""Helpers of the fault tests: folders with a ledger and reports, fault injection into system calls, and invariants to check."""

import collections
import contextlib
import copy
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile

from shop import PROGRAM, SECONDS_MAX, wait_for

FIRST = "id,juice,quantity\nA-1,키위쥬스,2\nA-2,딸기쥬스,1\nA-3,망고쥬스,1\n"
SECOND = (
    "id,action,item,quantity,memo\nA-1,order,키위쥬스,2,x\nB-1,restock,딸기,8,\nA-2,order,딸기쥬스,1,y\n"
    "B-2,order,모름,1,\nB-3,count,망고,9,\nB-4,discard,바나나,3,\nB-5,order,파인애플쥬스,9,\n"
)
THIRD = "id,action,item,quantity\nC-1,restock,바나나,4\nB-1,restock,딸기,8\nC-2,order,바나나쥬스,1\n"
# The id column is set by a setting, since a column with repeated ids would be ambiguous otherwise.
ENVIRONMENT = {"SWIFT_BACKTRACE": "enable=no", "JUICE_BATCH_COLUMNS_ID": "id"}

LEDGER = ["--ledger", "l.sqlite"]
TARGET = [*LEDGER, "--output", "out", "--quiet", "--language", "en"]
FIRST_RUN, SECOND_RUN, THIRD_RUN = (["run", f"{name}.csv", *TARGET] for name in ("first", "second", "third"))
# The names of the reports of a run.
REPORTS = {"success.csv", "failure.csv", "stock.csv", "restock.csv", "report.md", "report.html", "stock.svg", "summary.json"}
TRACE = ["strace", "-f", "-qq", "-o", os.devnull]
# Columns that are not compared, by table: times, digests that cover times, and secrets.
OF_ITS_OWN = {"run": {"recorded_at", "sha256", "ids_sha256", "rejected_ids", "short_ids"}, "used_id": {"high", "low"},
              "failed_ids": {"ids"}}
# The only columns that are compared, for tables whose other columns differ between equal ledgers.
KEPT = {"ledger": ["number", "made_by"], "report_set": ["run", "state"]}
# Columns that are not compared between different ledgers, since they depend on the seed of a ledger.
OF_A_LEDGER = {**OF_ITS_OWN, "facts": {"sha256"}, "input": {"records_hash", "prints_hash"}, "record_print": {"prints"}}
# Files of a chain's folder that differ between copies: inode numbers, times and locks.
OF_A_CHAIN = re.compile(r"(.*/)?(\.night/.*|\.nightly\.[^/]*|[^/]*\.lock|shop\.sqlite-.+|metrics\.prom)")
# The most frequent system calls that change no file or folder: a kill at one of them is like a kill at the next other call.
READING = set("access close fcntl fdatasync fsync futex getcwd getdents64 getpid lseek mmap munmap newfstatat poll pread64 read readlink "
              "rt_sigaction rt_sigprocmask".split())
# The system calls into which faults are injected, with the errors that each may return.
FULL = ["EIO", "ENOSPC", "EDQUOT"]
FAULTS = {
    "openat": [*FULL, "EROFS"], "read": ["EIO"], "pread64": ["EIO"], "write": FULL, "pwrite64": FULL, "fsync": FULL,
    "fdatasync": FULL, "renameat2": [*FULL, "EROFS"], "close": FULL, "mkdir": [*FULL, "EROFS"], "unlink": ["EIO", "EROFS"],
    "unlinkat": ["EIO", "EROFS"], "rmdir": ["EIO", "EROFS"], "newfstatat": ["EIO"], "getdents64": ["EIO"], "fcntl": ["EIO"],
    "chmod": ["EIO", "EROFS"], "ftruncate": ["EIO"],
}
# Exit codes of a run with a fault: input missing or unreadable, output not created, I/O error, ledger busy, ledger invalid.
FAULT_EXITS = {66, 73, 74, 75, 78}


class Books:
    """A folder with three inputs, in which tests run the program; runs create a ledger and reports in it."""

    base = pathlib.Path()
    made = []
    ledger_name = "l.sqlite"

    def __init__(self):
        self.folder = self.new_folder()
        for name, text in (("first.csv", FIRST), ("second.csv", SECOND), ("third.csv", THIRD)):
            self.write(name, text)

    @classmethod
    def new_folder(cls):
        cls.made.append(tempfile.mkdtemp(dir=cls.base))
        return cls.made[-1]

    def copy(self):
        twin = copy.copy(self)
        twin.folder = self.new_folder()
        shutil.copytree(self.folder, twin.folder, dirs_exist_ok=True, symlinks=True)
        return twin

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def read(self, name):
        return pathlib.Path(self.path(name)).read_text(encoding="utf-8")

    def write(self, name, text):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        pathlib.Path(self.path(name)).write_text(text, encoding="utf-8")

    def start(self, arguments, before=(), program=PROGRAM):
        return subprocess.Popen([*before, program, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **ENVIRONMENT})

    @staticmethod
    def ended(process, exits=None, seconds_max=SECONDS_MAX):
        with process:
            try:
                out, error = process.communicate(timeout=seconds_max)
            finally:
                process.kill()
        assert exits is None or process.returncode in exits, (process.args[-8:], process.returncode, exits, error[-500:])
        return subprocess.CompletedProcess(process.args, process.returncode, out, error)

    def run(self, arguments, exits=None, before=(), **how):
        return self.ended(self.start(arguments, before, **how), exits)

    def inject(self, command, name, what, number, exits=None, threads=1):
        return self.run([*command, *with_threads(command, threads)], exits, before=injecting(name, what, number))

    def kill(self, command, call, exits=frozenset({-signal.SIGKILL}), threads=1):
        """Whether a command was killed at a system call; it may not reach its last calls, which depend on timing."""
        return self.inject(command, call[0], "signal=SIGKILL", call[1], exits, threads).returncode == -signal.SIGKILL

    def verify(self, exits=frozenset({0}), name=None):
        return self.run(["verify", "--ledger", name or self.ledger_name, "--language", "en"], exits).stdout.decode()

    def json(self, *words, name="l.sqlite"):
        return json.loads(self.run([*words, "--ledger", name, "--json"], {0}).stdout)

    def history(self, name="l.sqlite"):
        return self.json("history", name=name)["runs"][::-1]

    def ledger(self):
        """The content of the ledger, without columns that differ between equal ledgers."""
        path = self.path(self.ledger_name)
        with tempfile.TemporaryDirectory(dir=self.base) as copy:
            # A copy is read, since reading the original would roll back the changes of a killed run before the next run does.
            for name in filter(os.path.exists, [path, path + "-journal"]):
                shutil.copy(name, copy)
            with contextlib.closing(sqlite3.connect(os.path.join(copy, os.path.basename(path)))) as connection:
                return ledger_content(connection)

    def reports(self, folder="out"):
        return {path.name: path.read_bytes() for path in pathlib.Path(self.path(folder)).iterdir()}

    def run_log(self):
        """The lines of the run log without times; each must have the ledger's digest."""
        lines = [json.loads(line) for line in self.read(self.ledger_name + ".runs").splitlines()]
        with contextlib.closing(sqlite3.connect(self.path(self.ledger_name))) as connection:
            digests = connection.execute("SELECT number, sha256 FROM run ORDER BY number").fetchall()
        assert [(line["run"], line["digest"]) for line in lines] == digests
        return [without_times(line) for line in lines]

    def state(self):
        """The state that tests compare: ledger, run log, reports, and the names of the files in the folder."""
        return {"ledger": self.ledger(), "reports": self.reports(), "folder": sorted(os.listdir(self.folder)),
                "run log": self.run_log()}

    def expect(self, wanted):
        found = self.state()
        for name, one in wanted.items():
            assert found[name] == one, name
        self.verify()

    def again(self, wanted, command=SECOND_RUN):
        """Performs another run, which must give `wanted`; returns its exit code."""
        code = self.run(command, {0, 4, 5}).returncode
        self.expect(wanted)
        return code

    def system_calls(self, command, threads=1):
        """The system calls of a command on a copy, in order.

        Returns pairs of the call's name and its number among the calls of that name in its thread, from 1; and the index of the
        first call that the program makes itself, after the calls of the loader.
        """
        shop, log = self.copy(), tempfile.mktemp(prefix="strace-", dir=self.base)
        shop.run([*command, *with_threads(command, threads)], {0, 4, 5}, before=[*TRACE[:3], "-o", log])
        counts, calls, own = collections.Counter(), [], None
        for match in re.finditer(r"^(\d+) +([a-z_0-9]+)\(.*", pathlib.Path(log).read_text("utf-8", "replace"), re.M):
            counts[match.groups()] += 1
            calls.append((match[2], counts[match.groups()]))
            if own is None and match[2] == "rt_sigaction" and "SIGPIPE" in match[0]:
                own = len(calls)
        os.unlink(log)
        return calls, own


class Night:
    """Books before their second run, and the expected state after it and after a third run."""

    def __init__(self):
        self.books = Books()
        self.books.run(FIRST_RUN, {0})
        self.before = self.books.state()
        undisturbed = self.books.copy()
        undisturbed.run(SECOND_RUN, {4})
        self.after = undisturbed.state()
        undisturbed.run(THIRD_RUN, {0})
        self.after_third = undisturbed.state()

    def waiting(self):
        """Books whose second run was killed after its commit, before its reports were in place."""
        books = self.books.copy()
        books.kill(SECOND_RUN, ("renameat2", 1))
        return books


@contextlib.contextmanager
def held(books, arguments, name, what):
    """Starts a process, and waits until it is stopped in or after a system call; the process is killed at the end of the `with`
    block at the latest. The value is the process of strace, and the id of the stopped process."""
    file = pathlib.Path(tempfile.mktemp(prefix="pid-", dir=Books.base))
    words = ["-c", 'echo $$ >"$0" && exec "$@"', file, PROGRAM, *arguments]
    process = books.start(words, before=injecting(name, what, 1), program="sh")
    states = collections.deque(maxlen=7)

    def is_calm():
        """Whether the process was found stopped several times in a row."""
        if file.exists() and (number := file.read_text(encoding="ascii").strip()):
            states.append(pathlib.Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0])
        return len(states) == states.maxlen and set(states) <= {"t", "T"}

    try:
        wait_for(is_calm, 60, lambda: "was not held up", lambda: process.poll() is None)
        yield process, int(file.read_text(encoding="ascii"))
    finally:
        if process.poll() is None:
            # Killing strace alone would leave a stopped process behind.
            if file.exists():
                os.kill(int(file.read_text(encoding="ascii")), signal.SIGKILL)
            process.kill()
            process.communicate()


def with_threads(command, threads):
    return ["--threads", str(threads)] if command[0] == "run" else []


def injecting(name, what, number, paths=()):
    """The command prefix that injects `what` into a system call: into call `number` of that name, on `paths` only if given."""
    on = [word for path in paths for word in ("-P", path)]
    # With a filter, the program is stopped only at these calls; strace then injects errors, but no signals.
    filtered = ["--seccomp-bpf"] if what.startswith("error=") else []
    return [*TRACE, *filtered, *on, "-e", f"trace={name}", "-e", f"inject={name}:{what}:when={number}"]


def changing(calls, own):
    """The calls that the program makes itself and that may change files or folders."""
    return [call for call in calls[own:] if call[0] not in READING]


def points(calls, own, names=None):
    """Faults in the program's own calls: name, error and number."""
    # Calls are counted by thread, so a number that a later thread reaches may be reached by the loader first.
    loader = collections.Counter(name for name, _ in calls[:own])
    return [(name, error, number) for name, number in calls[own:] if number > loader[name]
            for error in FAULTS.get(name, []) if names is None or name in names]


def judged(result, survived, error):
    """Checks the result of a command with a fault; returns its description."""
    if result.returncode in survived:
        # The failed call was not necessary, or the next run repeats it.
        return "survived"
    # A failing disk must not be reported as a damaged ledger.
    exits = FAULT_EXITS - {78} if error == "EIO" else FAULT_EXITS
    assert result.returncode in exits and result.stderr.strip(), (result.returncode, result.stderr)
    return "in doubt" if b"juice-batch verify" in result.stderr else "refused, nothing applied"


def spread(some, number, count, chance):
    """A random element of part `number`, from 0, of a list that is divided into `count` equal parts."""
    return some[(number * len(some) + chance.randrange(len(some))) // count % len(some)]


def ledger_content(connection, its_own=OF_ITS_OWN):
    """The rows of all tables of a ledger, without columns that differ between equal ledgers.

    The table checked_log is left out: it only avoids reading a run log that has not changed.
    """
    content = {}
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name != 'checked_log' ORDER BY name"
    for (table,) in connection.execute(tables).fetchall():
        columns = KEPT.get(table) or [row[1] for row in connection.execute(f"PRAGMA table_info({table})")
                                      if row[1] not in its_own.get(table, ())]
        rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        if table == "run_log":
            rows = [(run, without_times(json.loads(text))) for run, text in rows]
        content[table] = sorted(rows, key=repr)
    return content


def chain_state(folder, its_own=OF_A_CHAIN):
    """The files and folders of a chain that can be compared; ledgers and run logs by their content without times."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        name = str(path.relative_to(folder)) + "/" * path.is_dir()
        if its_own.fullmatch(name):
            continue
        if name.endswith(".sqlite"):
            with contextlib.closing(sqlite3.connect(path)) as connection:
                found[name] = ledger_content(connection, OF_A_LEDGER)
        elif name.endswith(".runs"):
            found[name] = [without_times(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
        else:
            found[name] = path.read_bytes() if path.is_file() else None
    return found


def differing(one, other):
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def without_times(line):
    return {key: value for key, value in line.items() if key not in ("recorded_at", "digest", "check")}


def tree(path):
    """The inode, kind, mode and content of all files in a folder, to check that none was changed."""
    found = {}
    for folder, folders, files in os.walk(path):
        for name in [".", *folders, *files]:
            one = pathlib.Path(folder, name)
            status = one.lstat()
            content = one.read_bytes() if stat.S_ISREG(status.st_mode) else None
            found[os.path.relpath(one, path)] = status.st_ino, status.st_mode, os.readlink(one) if one.is_symlink() else content
    return found
