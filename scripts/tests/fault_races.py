"""Fifty processes at once on one ledger; and two processes, of which one is stopped while it puts its reports in place.

Timeouts are met, and a ledger that was replaced meanwhile is used. RunCommitTests checks every order of the steps of up to
three processes, of which one may fail.
"""

import os
import signal
import time

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, Books, held
from shop import SECONDS_MAX

CROWD = 50
# The delay of putting reports in place, and the tolerance of timeouts, in seconds.
DELAY, SLACK = 2, 2
PATIENT = [*LEDGER, "--lock-wait", "60"]
# Commands that wait for the ledger: their arguments, their exit code, and the runs that they add after the first run.
WAITING = {
    "run": (["run", "third.csv", *PATIENT, "--output", "other", "--quiet"], 0, ["third.csv"]),
    "verify": (["verify", *PATIENT], 0, []), "reverse": (["reverse", "1", *PATIENT], 0, [1]),
}
waiting = pytest.mark.parametrize("name", WAITING)


def test_fifty_at_once():
    """Fifty processes run at once, first each with its own input, and then all with the same input."""
    books = Books()
    books.run(FIRST_RUN, {0})
    for number in range(CROWD):
        books.write(f"in{number}.csv", f"id,action,item,quantity\nC-{number},restock,딸기,{number + 1}\n")

    def crowd(name, output):
        words = [*LEDGER, "--lock-wait", str(SECONDS_MAX), "--quiet"]
        started = [books.start(["run", name.format(number), "--output", f"{output}{number}", *words]) for number in range(CROWD)]
        return sorted(books.ended(process).returncode for process in started)

    assert crowd("in{}.csv", "out") == [0] * CROWD
    stock = {one["fruit"]: one["stock"] for one in books.json("stock")["fruits"]}
    assert stock["딸기"] == 10 + sum(range(1, CROWD + 1))
    assert crowd("second.csv", "same") == [4] + [5] * (CROWD - 1)
    books.verify()
    assert not [name for name in os.listdir(books.folder) if name.startswith(".") or name.endswith("-journal")]


def applied(books, name="l.sqlite"):
    """The runs of a ledger, each by the name of its input or by the number of the run that it reverses."""
    return [run["reverses"] or run["inputs"][0]["file"] for run in books.history(name)]


@waiting
@pytest.mark.parametrize("where", ["renameat2", "unlinkat", "fsync"])
def test_wait(where, name, night, books):
    """A command that waits for a stopped process meets its timeout; commands that only read do not wait."""
    def took(words, exits):
        start = time.monotonic()
        books.run(words, exits)
        return time.monotonic() - start

    with held(books, SECOND_RUN, where, "signal=SIGSTOP") as (process, pid):
        for seconds in (0, 1):
            assert took([*WAITING[name][0], "--lock-wait", str(seconds)], {75}) < seconds + SLACK
        for words in (["stock", *LEDGER], ["history", *LEDGER]):
            assert took(words, {0}) < SLACK
        os.kill(pid, signal.SIGCONT)
        books.ended(process, {4})
    books.expect(night.after)


@waiting
def test_replaced_ledger(name, books):
    """A command that waits for a ledger uses the new ledger if the ledger is replaced meanwhile."""
    books.run(["run", "third.csv", "--ledger", "new.sqlite", "--output", "new", "--quiet"], {0, 4})
    books.write("third.csv", "id,action,item,quantity\nZ-1,restock,딸기,1\n")
    words, exit, behind = WAITING[name]
    with held(books, SECOND_RUN, "renameat2", f"delay_enter={DELAY}s") as (process, _):
        other = books.start(words)
        time.sleep(DELAY / 4)
        for suffix in ("", ".runs"):
            os.rename(books.path("l.sqlite" + suffix), books.path("old.sqlite" + suffix))
            os.rename(books.path("new.sqlite" + suffix), books.path("l.sqlite" + suffix))
        first = books.ended(process, {4, 74})
    books.ended(other, {exit})
    assert applied(books) == ["third.csv", *behind]
    books.verify()
    books.verify(name="old.sqlite")
    assert applied(books, "old.sqlite") == ["first.csv", "second.csv"][:2 if first.returncode == 4 else 1]
