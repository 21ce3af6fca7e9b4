"""A plain model of what status has to say of a folder of nights, and nights that go wrong as nights do."""

import json
import os
import shutil
import signal
import subprocess
import time

from shop import PROGRAM, ROOT, SECONDS_MAX, environment, exit_code

MAX_AGE = 26 * 3_600
SKEW = 300
GOOD = (0, 3, 4)
# The codes that a night of these files may end with, from the most severe.
SEVERITY = (65, 4, 6, 0)

# What nightly does with a file that an earlier night has applied: the exit code that it brings about.
EXIT_OF_A_REPEATED_FILE = 4
# With what it stops where done/ has files and the ledger is gone.
EXIT_WITHOUT_A_LEDGER = 78


class Model:
    """What is known of the folder, by what was done to it."""

    def __init__(self):
        self.night = None
        self.inbox = []
        self.known = set()
        self.has_ledger = False
        self.has_done = False
        self.repeated = 0
        self.in_failed = 0
        self.in_repeated = 0
        self.open = {"shortage": 0, "rejected": 0}

    def kinds(self, now, fail_on):
        """The kinds of the reasons, the most urgent first."""
        kinds = []
        if self.has_done and not self.has_ledger:
            kinds.append("ledger_missing")
        kinds += self.night_kinds(now)
        kinds += ["files_failed"] * bool(self.in_failed) + ["files_repeated"] * bool(self.in_repeated)
        if fail_on != "none" and self.open["rejected"]:
            kinds.append("rows_rejected")
        return kinds

    def night_kinds(self, now):
        if self.night is None:
            return ["no_night"]
        age = now - self.night["at"]
        if age < -SKEW:
            return ["clock_back"]
        kinds = ["night_late"] if age > MAX_AGE else []
        if self.night["state"] == "cut_short":
            kinds.append("night_cut_short")
        elif self.night["exit"] not in (*GOOD, 6):
            kinds.append("night_failed")
        if self.night["is_short_of_files"]:
            kinds.append("files_missing")
        return kinds

    def apply(self, expected_files):
        """A night in which nothing goes wrong but what is in its files; gives its exit code and how many files it takes."""
        if self.has_done and not self.has_ledger:
            return EXIT_WITHOUT_A_LEDGER, None
        files, self.inbox = self.inbox, []
        self.repeated = 0
        self.is_short_of_files = len(files) < expected_files
        codes = [self.exit_of(kind, text) for kind, text in files] + [6 if self.is_short_of_files else 0]
        return next(code for code in SEVERITY if code in codes), len(files)

    def exit_of(self, kind, text):
        if kind == "broken":
            self.in_failed += 1
            return 65
        self.has_done = True
        if text in self.known:
            self.repeated += 1
            self.in_repeated += 1
            return EXIT_OF_A_REPEATED_FILE
        self.has_ledger = True
        self.known.add(text)
        self.open["shortage"] += kind == "short"
        self.open["rejected"] += kind == "rejected"
        return 4 if kind == "rejected" else 0

    def ended(self, now, code, files):
        self.night = {"state": "ended", "at": now, "exit": code, "files": files,
                      "is_short_of_files": files is not None and self.is_short_of_files,
                      "repeated": None if files is None else self.repeated}

    def cut_short(self, now):
        self.night = {"state": "cut_short", "at": now, "exit": None, "files": None, "repeated": None,
                      "is_short_of_files": False}


def build_clock(folder):
    """Compiles the clock that a test can set."""
    library = folder / "clock.so"
    compiler = shutil.which("cc") or shutil.which("clang")
    assert compiler, "there is no C compiler"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, ROOT / "scripts/tests/clock.c"], check=True)
    return library


class WatchedShop:
    """A folder of nights under a clock that a test sets, beside its model."""

    def __init__(self, folder, library):
        self.folder = folder
        self.inbox = folder / "inbox"
        self.inbox.mkdir(parents=True)
        self.library = library
        self.model = Model()
        self.now = 0
        self.count = 0
        self.delivered = []

    def surroundings(self):
        return environment({"LD_PRELOAD": self.library, "FAKE_TIME": self.now, "TZ": "Asia/Seoul"})

    def call(self, *words, behind=()):
        """Runs the program by the clock; gives its exit code and what it printed."""
        ended = subprocess.run([*map(str, (*behind, PROGRAM, *words))], env=self.surroundings(), stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_MAX, check=False)
        return exit_code(ended.returncode), os.fsdecode(ended.stdout)

    def deliver(self, kind):
        """Puts a file into the inbox: plain, short, rejected, broken, or one that was delivered before."""
        self.count += 1
        if kind == "repeated" and self.delivered:
            kind, text = self.delivered[self.count % len(self.delivered)]
        else:
            rows = {"short": "order,바나나쥬스,1000000", "rejected": "order,모름,1", "broken": 'order,"바나나쥬스,1'}
            row = f"O-{self.count},{rows[kind]}\n" if kind in rows else ""
            text = f"id,action,item,quantity\nR-{self.count},restock,키위,1\n{row}"
            if kind != "broken":
                self.delivered.append((kind, text))
        (self.inbox / f"{self.count:03}.csv").write_text(text, encoding="utf-8")
        self.model.inbox.append((kind, text))

    def night(self, expected_files=0):
        code, files = self.model.apply(expected_files)
        ended, said = self.call(*self.words(expected_files))
        assert ended == code, said
        self.model.ended(self.now, code, files)

    def words(self, expected_files=0, settle=0):
        return ["nightly", "--folder", self.folder, "--settle", settle, "--expect-files", expected_files, "--quiet"]

    def killed_while_waiting(self):
        """Killed while it waits for its files to settle."""
        record = self.folder / ".nightly.json"
        night = subprocess.Popen([*map(str, (PROGRAM, *self.words(settle=60)))], env=self.surroundings(),
                                 stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + SECONDS_MAX
        while True:
            with_record = json.loads(record.read_text(encoding="utf-8")) if record.exists() else {}
            if with_record.get("ended_at", "") is None and with_record["began_at"] == self.moment():
                break
            assert time.monotonic() < end and night.poll() is None
            time.sleep(0.005)
        self.expect(kinds=[], state="at_work")
        night.send_signal(signal.SIGKILL)
        night.wait()
        self.model.cut_short(self.now)

    def killed_while_writing(self):
        """Killed where its ledger is first synced: the run is in it, or is not, and the next night knows."""
        code, said = self.call(*self.words(), behind=[
            "strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=fdatasync", "-e", "inject=fdatasync:signal=KILL:when=1"])
        assert code == 137, said
        # The ledger's file may be there, with nothing in it.
        self.model.cut_short(self.now)

    def full_disk(self, size):
        """No file may grow beyond some bytes: not the ledger, nor, if there is room for none at all, the record."""
        code, said = self.call(*self.words(), behind=["prlimit", f"--fsize={size}"])
        assert code == 74, said
        if size:
            self.model.repeated = 0
            self.model.ended(self.now, 74, len(self.model.inbox))

    def moment(self):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.now))

    def expect(self, kinds=None, state=None):
        """Asks status, which has to say what the model says."""
        for fail_on in ("none", "rejected"):
            code, said = self.call("status", "--folder", self.folder, "--json", "--fail-on", fail_on)
            status = json.loads(said)
            expected = self.model.kinds(self.now, fail_on) if kinds is None else kinds
            found = [reason["kind"] for reason in status["reasons"]]
            if kinds is not None:
                found = [kind for kind in found if kind.startswith("night")]
            assert found == expected, f"{found}, not {expected}:\n{said}"
            assert code == status["exit"] == (6 if status["reasons"] else 0)
            night = status["night"] or {}
            if state:
                assert night["state"] == state
            elif self.model.night:
                wanted = {"state": self.model.night["state"], "exit": self.model.night["exit"],
                          "files": self.model.night["files"], "repeated": self.model.night["repeated"], "age_seconds": self.now - self.model.night["at"]}
                assert {key: night[key] for key in wanted} == wanted, said
            assert (status["open"] or self.model.open) == self.model.open, said
