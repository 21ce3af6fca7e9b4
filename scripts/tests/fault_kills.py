"""Runs that are killed or terminated at system calls, or killed twice in a row.

The next run must leave exactly the same ledger and reports as an undisturbed run.
"""

import signal

import pytest

from books import LEDGER, SECOND_RUN, changing, spread

THREADS = [1, 2, 3]
SIGNALS = [signal.SIGKILL] * 2 + [signal.SIGTERM, signal.SIGINT]
KILLS_OF_A_PAIR = 6
# The number of system calls before the reports are put in place in which most pairs of kills begin.
AROUND = 60


@pytest.fixture(scope="module")
def calls(night):
    return {threads: night.books.system_calls(SECOND_RUN, threads) for threads in THREADS}


def test_kill(kill, counts, night, books, calls, chance, record_outcome):
    """Sends a signal to a run at a system call, a few at those of the loader; kills are spread over the calls that change something."""
    threads, place, share = THREADS[kill % 3], kill // 3, -(-counts["kill"] // 3)
    made, own = calls[threads]
    number = chance.choice(SIGNALS)
    reached = changing(made, own) if number == signal.SIGKILL else made[own:]
    call = chance.choice(made[:own]) if place < share // 20 else spread(reached, place, share, chance)
    # The calls may be distributed to threads differently than before; the run may then not be ended. A signal that arrives before
    # the program handles it ends the process in the default way.
    result = books.inject(SECOND_RUN, call[0], f"signal={number.name}", call[1], {-number, 128 + number, 4}, threads)
    code = books.again(night.after)
    outcome = "had not committed" if code == 4 else "not ended" if result.returncode == 4 else "had committed"
    record_outcome(f"{number.name}: {outcome}")


def test_pair(pair, night, books, calls, chance, record_outcome):
    """Kills a run, in most cases around its commit, and then the run that recovers from this, at any call that changes something."""
    made, own = calls[1]
    exchange = max(place for place, call in enumerate(made) if call[0] == "renameat2")
    first = made[chance.randrange(own if pair % 3 == 0 else exchange - AROUND, len(made))]
    command = ["verify", *LEDGER] if pair % 3 == 1 else SECOND_RUN
    books.kill(SECOND_RUN, first, {-signal.SIGKILL, 4})
    recovery = changing(*books.system_calls(command))
    for number in range(KILLS_OF_A_PAIR):
        twice = night.books.copy()
        twice.kill(SECOND_RUN, first, {-signal.SIGKILL, 4})
        was_killed = twice.kill(command, spread(recovery, number, KILLS_OF_A_PAIR, chance), {-signal.SIGKILL, 0, 4, 5})
        twice.again(night.after)
        record_outcome(f"{command[0]} behind a kill {'killed' if was_killed else 'not reached'}")
