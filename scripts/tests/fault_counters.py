"""Counters that are killed while four screens send requests, or whose shift log cannot be written, or whose closing fails.

The run of the shift must contain each confirmed request once, and no refused request.
"""

import concurrent.futures
import csv
import datetime
import glob
import os
import random
import resource
import shutil
import signal
import threading
import time

import pytest

from books import ENVIRONMENT, FULL, Books, injecting, judged, points
from screens import SECONDS_MAX, Counter, Screen, Silent
from shop import PROGRAM

CLOSE = ["counter", "close", "--ledger", "l.sqlite", "--language", "en"]
JUICES = 7
SCREENS = 4
# The number of kills after which a shift is closed, and the next shift is opened.
KILLS_OF_A_SHIFT = 50
# A program under ThreadSanitizer needs more time to answer.
LIFE_MS_MAX = int(os.environ.get("COUNTER_LIFE_MS_MAX", "60"))
# The faults of calls that write the shift log: the call, the error, and the number of the call, from 1.
WRITING = [("write", error, number) for error in FULL for number in (1, 2, 7)]
WRITING += [("fdatasync", error, number) for error in ("EIO", "ENOSPC") for number in (1, 2, 7)]
# The faults of calls that create the shift log and its folder.
OPENING = [(name, error, number) for name, numbers in (("mkdir", [1]), ("openat", [1, 2, 3])) for error in ("EIO", "ENOSPC", "EROFS")
           for number in numbers]
OPENING += [(name, "EIO", number) for name in ("write", "fdatasync", "fsync", "fcntl", "fstat") for number in (1, 2)]
# Without --full, one of STEP_CLOSING faults of closing a shift is tested; PARTS is the number of tests.
STEP_CLOSING, PARTS = 20, 8
# The minimum and the maximum of the bytes that can still be written before the disk is full.
ROOM_BYTES = 1_000, 20_000
ROW_BYTES_MIN = 20


def said_by(answer):
    """The outcome that an answer states: served, short, cancelled, or refused if it could not be recorded."""
    text = answer["answer"]
    if "could not be recorded" not in text and (answer["isShort"] or "나왔습니다" in text):
        return "short" if answer["isShort"] else "served"
    return "cancelled" if "cancelled, and the fruit put back" in text else "refused"


class Shift(Books):
    """Books with a counter, and the outcomes that its answers stated, by the id of the row in the shift log."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        self.lock = threading.Lock()
        self.said = {}
        self.pressed = set()
        # Requests that were sent and not answered.
        self.open = []

    def counter(self, before=()):
        return Counter(PROGRAM, self.folder, env={**os.environ, **ENVIRONMENT}, before=before)

    def choose(self):
        """Chooses the next request: the id of its row, its path and its fields."""
        kind = self.chance.random()
        served = [id for id, word in self.said.items() if word == "served" and id + "-back" not in self.pressed]
        if kind < 0.2 and self.open:
            # A request without an answer is repeated, as after loading the page again.
            return self.open.pop()
        if kind < 0.4 and served:
            taken = self.chance.choice(served)
            return taken + "-back", "/take-back", {"id": taken}
        page, juice = f"{self.chance.getrandbits(64):016x}", self.chance.randint(1, JUICES)
        return f"{page}-{juice}", "/order", {"page": page, "juice": juice}

    def press(self, screen):
        """Sends a request and records the outcome; returns false if the counter has ended."""
        with self.lock:
            id, place, fields = self.choose()
            self.pressed.add(id)
        answer = screen.press(place, fields)
        with self.lock:
            if answer is None:
                self.open.append((id, place, fields))
                return False
            word = said_by(answer)
            assert self.said.get(id) in (None, word, "refused"), (id, self.said[id], word)
            self.said[id] = word
        return True

    def crowd(self, life_s):
        """Starts a counter, and lets several screens send requests until it is killed after `life_s` seconds."""
        def work(screen):
            while self.press(screen):
                pass

        with self.counter() as counter, concurrent.futures.ThreadPoolExecutor(SCREENS) as screens:
            works = [screens.submit(work, Screen(counter)) for _ in range(SCREENS)]
            time.sleep(life_s)
            counter.end(signal.SIGKILL)
            for one in works:
                one.result(SECONDS_MAX)

    def close(self):
        """Closes the shift, and compares its run with the stated outcomes."""
        for folder in glob.glob(self.path("reports", "*", "")):
            shutil.rmtree(folder)
        self.run(CLOSE, {0})
        self.check()

    def check(self):
        """Compares the only run that has reports with the stated outcomes."""
        (reports,) = glob.glob(self.path("reports", "*", ""))
        rows = {}
        for name in ("success.csv", "failure.csv"):
            for row in csv.DictReader(self.read(reports + name).splitlines()):
                assert row["id"] not in rows, "a row is in the run twice"
                assert row.get("code", "insufficient_stock") == "insufficient_stock"
                rows[row["id"]] = "short" if "code" in row else {"order": "served", "cancel": "cancelled"}[row["action"]]
        for id, word in self.said.items():
            assert rows.get(id) == (None if word == "refused" else word), id
        assert set(rows) <= self.pressed
        self.verify()

    def go_on(self):
        with self.counter() as counter:
            assert self.press(Screen(counter))
        self.close()

    def journal(self):
        """Opens a counter, and returns the path of its shift log."""
        with self.counter():
            return glob.glob(self.path("journal", "*.csv"))[0]

    def refused(self, before=(), limit=None):
        """Sends requests until three of them are refused; then opens the counter again. No file can grow beyond `limit` bytes."""
        with self.counter(before) as counter:
            if limit:
                resource.prlimit(counter.process.pid, resource.RLIMIT_FSIZE, (limit, limit))
            # These are enough requests to fill the disk.
            screen, left = Screen(counter), ROOM_BYTES[1] // ROW_BYTES_MIN
            while list(self.said.values()).count("refused") < 3:
                self.press(screen)
                left -= 1
                assert left, "nothing failed"
        assert not limit or set(self.said.values()) != {"refused"}, "nothing was booked before"
        self.go_on()


@pytest.fixture
def shift_(chance):
    return Shift(chance)


def test_killed_counters(shift, shift_, record_outcome):
    for _ in range(KILLS_OF_A_SHIFT):
        shift_.crowd(shift_.chance.uniform(0, LIFE_MS_MAX) / 1000)
        record_outcome("killed")
    shift_.close()
    for _ in shift_.said:
        record_outcome("answered")


@pytest.mark.parametrize(("name", "error", "number"), WRITING)
def test_row_that_cannot_be_written(name, error, number, shift_):
    # The header was written by an earlier counter, so writing rows fails.
    shift_.refused(before=injecting(name, f"error={error}", number, [shift_.journal()]))


def test_full_disk(disk, shift_):
    shift_.refused(limit=os.path.getsize(shift_.journal()) + shift_.chance.randint(*ROOM_BYTES))


@pytest.mark.parametrize(("name", "error", "number"), OPENING)
def test_journal_that_cannot_be_made(name, error, number, shift_, record_outcome):
    paths = [shift_.path(), shift_.path("journal"), shift_.path("journal", f"{datetime.date.today()}-1.csv")]
    try:
        with shift_.counter(before=injecting(name, f"error={error}", number, paths)):
            record_outcome("opened all the same")
    except Silent as problem:
        record_outcome("not opened")
        assert "juice-batch: " in str(problem)
    shift_.go_on()


@pytest.fixture(scope="module")
def closing_calls():
    """All injections into the system calls of closing a shift: the call, the error or signal, and the number of the call."""
    calls, own = pressed(Shift(random.Random(1))).system_calls(CLOSE)
    return [*((name, f"error={error}", number) for name, error, number in points(calls, own)),
            *((name, "signal=SIGKILL", number) for name, number in calls[own:])]


def pressed(shift):
    with shift.counter() as counter:
        screen = Screen(counter)
        for _ in range(12):
            shift.press(screen)
    return shift


@pytest.mark.parametrize("part", range(PARTS))
def test_closing(part, closing_calls, chance, is_full, record_outcome):
    """If closing a shift fails or is killed, closing it again succeeds, and its run has the stated outcomes."""
    step, start = PARTS * (1 if is_full else STEP_CLOSING), pressed(Shift(chance))
    for name, what, number in closing_calls[part if is_full else chance.randrange(step)::step]:
        shift = start.copy()
        result = shift.inject(CLOSE, name, what, number)
        is_killed = result.returncode == -signal.SIGKILL
        outcome = "killed" if is_killed else judged(result, {0}, what.removeprefix("error="))
        assert outcome != "refused, nothing applied" or not shift.ledger()["run"]
        shift.run(CLOSE, {0})
        assert len(shift.ledger()["run"]) == 1
        shift.check()
        record_outcome(outcome)
