"""Counters that are killed while four screens send requests, whose shift log cannot be written, and whose closing fails or
is killed: the shift's run contains each confirmed request once, and no refused one."""

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
# A shift is closed after so many kills, and the next one opened.
KILLS_OF_A_SHIFT = 50
LIFE_MS_MAX = 60
# What fails of the calls that write the journal, and which of them, from 1.
WRITING = [("write", error, number) for error in FULL for number in (1, 2, 7)]
WRITING += [("fdatasync", error, number) for error in ("EIO", "ENOSPC") for number in (1, 2, 7)]
# What fails of the calls that make the journal and its folder.
OPENING = [(name, error, number) for name, numbers in (("mkdir", [1]), ("openat", [1, 2, 3])) for error in ("EIO", "ENOSPC", "EROFS")
           for number in numbers]
OPENING += [(name, "EIO", number) for name in ("write", "fdatasync", "fsync", "fcntl", "fstat") for number in (1, 2)]
# Every how manyth fault of a closing is tried, unless all are; and in how many tests.
STEP_CLOSING, PARTS = 20, 8
# The least and the most bytes that a disk has room for when it is full.
ROOM_BYTES = 1_000, 20_000


def said_by(answer):
    """What an answer comes to; one that could not be recorded may be of an order that was short."""
    text = answer["answer"]
    if "could not be recorded" not in text and (answer["isShort"] or "나왔습니다" in text):
        return "short" if answer["isShort"] else "served"
    return "cancelled" if "cancelled, and the fruit put back" in text else "refused"


class Shift(Books):
    """Books with a counter, and what was said at it by the id of the row that it is booked under."""

    def __init__(self, chance):
        super().__init__()
        self.chance = chance
        self.lock = threading.Lock()
        self.said = {}
        self.pressed = set()
        # Pressed, and not known what came of it.
        self.open = []

    def counter(self, limit=None, before=()):
        """A counter, whose files may not grow beyond `limit`."""
        return Counter(PROGRAM, self.folder, env={**os.environ, **ENVIRONMENT}, before=before,
                       preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))))

    def choose(self):
        """What is pressed next: the id of its row, its place and its fields."""
        kind = self.chance.random()
        served = [id for id, word in self.said.items() if word == "served" and id + "-back" not in self.pressed]
        if kind < 0.2 and self.open:
            # The page is loaded again.
            return self.open.pop()
        if kind < 0.4 and served:
            taken = self.chance.choice(served)
            return taken + "-back", "/take-back", {"id": taken}
        page, juice = f"{self.chance.getrandbits(64):016x}", self.chance.randint(1, JUICES)
        return f"{page}-{juice}", "/order", {"page": page, "juice": juice}

    def press(self, screen):
        """Presses something; false once the counter has gone."""
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
        """Lets screens press until the counter is killed, after so long."""
        problems = []

        def work(screen):
            try:
                while self.press(screen):
                    pass
            except (AssertionError, ValueError) as problem:
                problems.append(problem)

        with self.counter() as counter:
            threads = [threading.Thread(target=work, args=(Screen(counter),)) for _ in range(SCREENS)]
            for thread in threads:
                thread.start()
            time.sleep(life_s)
            counter.end(signal.SIGKILL)
            for thread in threads:
                thread.join(SECONDS_MAX)
        assert not problems

    def close(self):
        """Closes the shift, and holds its run against what was said."""
        for folder in glob.glob(self.path("reports", "*", "")):
            shutil.rmtree(folder)
        self.run(CLOSE, {0})
        self.check()

    def check(self):
        """Holds the one run that there are reports of against what was said."""
        (reports,) = glob.glob(self.path("reports", "*", ""))
        rows = {}
        for name in ("success.csv", "failure.csv"):
            with open(os.path.join(reports, name), encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    assert row["id"] not in rows, "a row is in the run twice"
                    assert row.get("code", "insufficient_stock") == "insufficient_stock"
                    rows[row["id"]] = "short" if "code" in row else {"order": "served", "cancel": "cancelled"}[row["action"]]
        for id, word in self.said.items():
            assert rows.get(id) == (None if word == "refused" else word), id
        assert set(rows) <= self.pressed
        self.verify()

    def go_on(self):
        """Opens the counter once more, presses, and closes the shift."""
        with self.counter() as counter:
            assert self.press(Screen(counter))
        self.close()

    def journal(self):
        """The journal of a counter that is opened for it."""
        with self.counter():
            return glob.glob(self.path("journal", "*.csv"))[0]

    def refused(self, **how):
        """Presses until nothing is booked any more, and some times more; then opens the counter again."""
        with self.counter(**how) as counter:
            screen = Screen(counter)
            # More than the room that is left where the ledger is the larger file.
            for _ in range(6_000):
                self.press(screen)
                if list(self.said.values()).count("refused") == 3:
                    break
            else:
                raise AssertionError("nothing failed")
        assert "limit" not in how or set(self.said.values()) != {"refused"}, "nothing was booked before"
        self.go_on()


@pytest.fixture
def shift_(chance):
    return Shift(chance)


def test_killed_counters(shift, amounts, shift_, record_outcome):
    for _ in range(min(KILLS_OF_A_SHIFT, amounts["deaths"] - shift * KILLS_OF_A_SHIFT)):
        shift_.crowd(shift_.chance.uniform(0, LIFE_MS_MAX) / 1000)
        record_outcome("killed")
    shift_.close()
    for _ in shift_.said:
        record_outcome("answered")


@pytest.mark.parametrize(("name", "error", "number"), WRITING)
def test_row_that_cannot_be_written(name, error, number, shift_):
    # The header has been written; the rows are what fails.
    shift_.refused(before=injecting(name, f"error={error}", number, [shift_.journal()]))


@pytest.mark.parametrize("_", range(4))
def test_full_disk(_, shift_):
    size = os.path.getsize(shift_.journal()) + shift_.chance.randint(*ROOM_BYTES)
    shift_.refused(limit=max(size, os.path.getsize(shift_.path("l.sqlite"))))


@pytest.mark.parametrize(("name", "error", "number"), OPENING)
def test_journal_that_cannot_be_made(name, error, number, shift_, record_outcome):
    """The shift is not opened, and the next one is."""
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
    """What is done to a closing's system calls, and to which: all of it."""
    calls, own = pressed(Shift(random.Random(1))).system_calls(CLOSE)
    return [*((name, f"error={error}", number) for name, error, number in points(calls, own)),
            *((name, "signal=SIGKILL", number) for name, number in calls[own:])]


def pressed(shift):
    """A shift whose counter was killed behind some presses."""
    with shift.counter() as counter:
        screen = Screen(counter)
        for _ in range(12):
            shift.press(screen)
    return shift


@pytest.mark.parametrize("part", range(PARTS))
def test_closing(part, closing_calls, chance, is_full, record_outcome):
    """A shift whose closing fails or is killed is closed by the next one, and what was said at it holds."""
    step = PARTS * (1 if is_full else STEP_CLOSING)
    for name, what, number in closing_calls[part if is_full else chance.randrange(step)::step]:
        shift = pressed(Shift(chance))
        result = shift.inject(CLOSE, name, what, number)
        is_killed = result.returncode == -signal.SIGKILL
        outcome = "killed" if is_killed else judged(result, {0}, what.removeprefix("error="))
        assert outcome != "refused, nothing applied" or not shift.history()
        shift.run(CLOSE, {0})
        assert len(shift.history()) == 1
        shift.check()
        record_outcome(outcome)
