"""Runs that are killed at system calls, twice in a row, or at random times.

The next run must leave exactly the same ledger and reports as an undisturbed run.
"""

import signal
import time

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, Books, spread

THREADS = [1, 2, 3]
RANDOM_MOMENTS = 24
KILLS_OF_A_PAIR = 10
# The number of system calls before the reports are put in place in which most pairs of kills begin.
AROUND = 60


@pytest.fixture(scope="module")
def calls(night):
    return {threads: night.books.system_calls(SECOND_RUN, threads) for threads in THREADS}


def test_kill(kill, counts, night, books, calls, chance, record_outcome):
    """Kills a run at a system call; the cases are spread over all calls, a few over those of the loader."""
    threads, place, share = THREADS[kill % 3], kill // 3, -(-counts["kill"] // 3)
    made, own = calls[threads]
    call = chance.choice(made[:own]) if place < share // 20 else spread(made[own:], place, share, chance)
    # The calls may be distributed to threads differently than before; the run may then not be killed.
    was_killed = books.kill(SECOND_RUN, call, {-signal.SIGKILL, 4}, threads)
    code = books.again(night.after)
    record_outcome("had not committed" if code == 4 else "had committed" if was_killed else "not reached")


def test_pair(pair, night, books, calls, chance, record_outcome):
    """Kills a run, in most cases around its commit, and then the run that recovers from this, at any of its calls."""
    made, own = calls[1]
    exchange = max(place for place, call in enumerate(made) if call[0] == "renameat2")
    first = made[chance.randrange(own if pair % 3 == 0 else exchange - AROUND, len(made))]
    command = ["verify", *LEDGER] if pair % 3 == 1 else SECOND_RUN
    books.kill(SECOND_RUN, first, {-signal.SIGKILL, 4})
    recovery, recovery_own = books.system_calls(command)
    for number in range(KILLS_OF_A_PAIR):
        twice = night.books.copy()
        twice.kill(SECOND_RUN, first, {-signal.SIGKILL, 4})
        was_killed = twice.kill(command, spread(recovery[recovery_own:], number, KILLS_OF_A_PAIR, chance), {-signal.SIGKILL, 0, 4, 5})
        twice.again(night.after)
        record_outcome(f"{command[0]} behind a kill {'killed' if was_killed else 'not reached'}")


def longer():
    books = Books()
    rows = "".join(f"R-{row},restock,키위,{row % 7 + 1}\nO-{row},order,키위쥬스,1\n" for row in range(10_000))
    books.write("second.csv", "id,action,item,quantity\n" + rows)
    books.run(FIRST_RUN, {0})
    return books


@pytest.fixture(scope="module")
def long_night():
    """Books before a longer run, the duration of this run in seconds, and the expected state after it."""
    books = longer()
    undisturbed = books.copy()
    start = time.monotonic()
    undisturbed.run(SECOND_RUN, {0})
    return books, time.monotonic() - start, undisturbed.state()


@pytest.mark.parametrize("moment", range(RANDOM_MOMENTS))
def test_signal_at_a_random_moment(moment, long_night, chance, record_outcome):
    base, duration, wanted = long_night
    number = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT][moment % 3]
    books = base.copy()
    process = books.start(SECOND_RUN)
    time.sleep(chance.uniform(0, 2 * duration))
    process.send_signal(number)
    # A signal that arrives before the program handles it ends the process in the default way.
    code = books.ended(process, {0, -number, 128 + number}).returncode
    books.run(SECOND_RUN, {0, 5})
    books.expect(wanted)
    record_outcome("done" if code == 0 else "ended by it")
