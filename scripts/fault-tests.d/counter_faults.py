"""Counters whose disk fails, when they open, write and close: nothing is said that does not hold, and the next one goes on."""

import datetime
import functools
import glob
import os
import random
import signal

from calls import TRACE, inject, system_calls
from faults import judged, points
from screens import Screen, Silent
from shop import Broken, Shop
from shift import CLOSE, Book, close, start

# What fails of the calls that write the journal, and which of them, from 1.
FAULTS = [("write", error, number) for error in ["EIO", "ENOSPC", "EDQUOT"] for number in [1, 2, 7]]
FAULTS += [("fdatasync", error, number) for error in ["EIO", "ENOSPC"] for number in [1, 2, 7]]
# What fails of the calls that make the journal and its folder.
OPENING = [("mkdir", error, 1) for error in ["EIO", "ENOSPC", "EROFS"]]
OPENING += [("openat", error, number) for error in ["EIO", "ENOSPC", "EROFS"] for number in [1, 2, 3]]
OPENING += [(name, "EIO", number) for name in ["write", "fdatasync", "fsync", "fcntl", "fstat"] for number in [1, 2]]
# Every how manyth fault of a closing is tried, unless all are.
STEP_CLOSING = 20
# The least and the most bytes that a disk has room for when it is full.
ROOM_BYTES = 1_000, 20_000


def failing(test, name, error, number):
    """A row that cannot be written."""
    shop = Shop(test)
    with start(shop):
        journal = glob.glob(shop.path("journal", "*.csv"))[0]
    # The header has been written; the rows are what fails.
    return refused(shop, before=strace([journal], name, error, number))


def full(test, rows):
    """A disk on which there is room for so many bytes of rows."""
    shop = Shop(test)
    with start(shop):
        journal = glob.glob(shop.path("journal", "*.csv"))[0]
    return refused(shop, limit=max(os.path.getsize(journal) + rows, os.path.getsize(shop.path("l.sqlite"))))


def strace(paths, name, error, number):
    """The words before a program for which a system call on one of some paths fails."""
    return [*TRACE, "-o", "/dev/null", *(word for path in paths for word in ("-P", path)), "-e", f"trace={name}", "-e",
            f"inject={name}:error={error}:when={number}"]


def refused(shop, **arguments):
    """Presses until nothing is booked any more, and some times more; then opens the counter again."""
    book = Book(random.Random(shop.test.seed))
    with start(shop, **arguments) as counter:
        screen = Screen(counter)
        # More than the room that is left where the ledger is the larger file.
        for _ in range(6_000):
            book.press(screen)
            if list(book.said.values()).count("refused") == 3:
                break
        else:
            raise Broken("nothing failed")
    if not any(word != "refused" for word in book.said.values()) and "limit" in arguments:
        raise Broken("nothing was booked before")
    go_on(shop, book)
    return "refused, and gone on"


def go_on(shop, book):
    """Opens the counter once more, presses, and closes the shift."""
    with start(shop) as counter:
        if not book.press(Screen(counter)):
            raise Broken("the counter did not go on")
    close(shop, book)
    shop.remove()


def opening(test, name, error, number):
    """A shift whose journal cannot be made is not opened, and the next one is."""
    shop = Shop(test)
    paths = [shop.path(), shop.path("journal"), shop.path("journal", f"{datetime.date.today()}-1.csv")]
    outcome = "opened all the same"
    try:
        with start(shop, before=strace(paths, name, error, number)):
            pass
    except Silent as problem:
        outcome = "not opened"
        if "juice-batch: " not in str(problem):
            raise Broken(f"no message: {problem}") from None
    go_on(shop, Book(random.Random(test.seed)))
    return outcome


def closing(test, name, what, number):
    """A shift whose closing fails or is killed is closed by the next one, and what was said at it holds."""
    shop, book = pressed(test)
    result = inject(shop, CLOSE, name, what, number)
    outcome = "killed" if result.returncode == -signal.SIGKILL else judged(result, {0}, what.removeprefix("error="))
    if outcome == "refused, nothing applied" and shop.history():
        raise Broken("refused, but applied")
    shop.once(CLOSE, {0})
    if len(shop.history()) != 1:
        raise Broken(f"the shift came to {len(shop.history())} runs")
    book.check(glob.glob(shop.path("reports", "*", ""))[0])
    shop.verify()
    shop.remove()
    return "closing: " + outcome


def pressed(test):
    """A shop whose counter was killed behind some presses."""
    shop, book = Shop(test), Book(random.Random(test.seed))
    with start(shop) as counter:
        screen = Screen(counter)
        for _ in range(12):
            book.press(screen)
    return shop, book


def counter_faults(test):
    """What became of each kind of fault: how often each outcome came up."""
    chance, step = random.Random(test.seed), 1 if test.options.full else STEP_CLOSING
    shop, _ = pressed(test)
    calls, own = system_calls(shop, CLOSE)
    shop.remove()
    closings = [(name, f"error={error}", number) for name, error, number in points(calls, own, step, chance)]
    closings += [(name, "signal=SIGKILL", number) for name, number in calls[own + chance.randrange(step)::step]]
    room = [(chance.randint(*ROOM_BYTES),) for _ in range(4)]
    kinds = [(FAULTS, failing), (room, full), (OPENING, opening), (closings, closing)]
    return [test.each(faults, functools.partial(kind, test)) for faults, kind in kinds]
