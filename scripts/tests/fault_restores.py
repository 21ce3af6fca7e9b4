"""Restores of a chain's shop from a backup that are killed once or twice, or in which a system call fails.

After the backup were made: runs of the shop's own files and of its part of an export, a reversal, a settlement, a run of a
corrected failure.csv, and an open shift. A further restore must give the same result as an undisturbed restore.
"""

import json
import os
import pathlib
import shutil
import signal

import pytest

from books import ENVIRONMENT, Books, changing, judged, points, spread
from screens import Counter, Screen
from shop import PROGRAM

RESTORE = ["restore", "--folder", "c/b", "--language", "en"]
SETTINGS = {"columns": {"shop": "매장"}, "language": "en"}
ROWS = {
    21: "b,A-1,order,키위쥬스,1\nb,A-2,order,망고쥬스,1\nb,A-3,order,모름쥬스,1\na,A-1,order,키위쥬스,1\n",
    22: "b,B-1,restock,키위,30\nb,B-2,order,키위쥬스,2\nb,B-3,restock,딸기,x\nb,B-4,order,딸기쥬스,9\n",
}
OWN = "id,action,item,quantity\nC-1,restock,망고,12\nC-2,cancel,키위쥬스,1\nC-3,order,바나나쥬스,2\n"
DONE_OR_KILLED = {0, -signal.SIGKILL}
pytestmark = pytest.mark.xdist_group("restores")


class Branch(Books):
    """A shop of a chain whose ledger is damaged."""

    ledger_name = "c/b/shop.sqlite"

    def __init__(self):
        self.folder = self.new_folder()
        self.write("c/chain.json", json.dumps(SETTINGS))
        os.makedirs(self.path("c/b/inbox"))
        self.night(21)
        self.write("c/b/inbox/own.csv", OWN)
        self.night(22)
        self.inside("reverse", "2")
        self.inside("settle", "1", "--why", "no")
        failure = "c/b/reports/2026-11-22/o/failure.csv"
        self.write(failure, self.read(failure).replace(",x,", ",5,"))
        self.inside("run", "reports/2026-11-22/o/failure.csv", "--output", "reports/retry")
        self.inside("run", "done/2026-11-22/own.csv", "--again", "--output", "reports/again")
        with Counter(PROGRAM, self.folder, ledger=self.ledger_name, env={**os.environ, **ENVIRONMENT}) as counter:
            Screen(counter).press("/order", {"page": "0123456789abcdef", "juice": 3})
        self.before = self.ledger(), self.run_log()
        for name in os.listdir(self.path("c/b/backup")):
            if name != "1.sqlite":
                os.unlink(self.path("c/b/backup", name))
        for reports in ("retry", "2026-11-22/own"):
            shutil.rmtree(self.path("c/b/reports", reports))
        self.write(self.ledger_name, "damaged")

    def inside(self, *arguments):
        self.run([*arguments, "--ledger", "shop.sqlite"], {0, 4}, before=["env", "-C", "c/b"])

    def night(self, day):
        self.write("c/inbox/o.csv", "매장,id,action,item,quantity\n" + ROWS[day])
        self.run(["chain", "run", "c", "--date", f"2026-11-{day}"], {0, 4})

    def ledger(self):
        """The content of the ledger, except for the process that opened the shift."""
        content = super().ledger()
        return {**content, "shift": [row[:-1] for row in content["shift"]]}

    def state(self):
        """The state that tests compare: the ledger, the run log, and all other files of the chain."""
        files = {str(path): path.read_bytes() for path in pathlib.Path(self.path("c")).rglob("*") if path.is_file()}
        del files[self.path(self.ledger_name)]
        return {"ledger": self.ledger(), "run log": self.run_log(),
                "folder": {os.path.relpath(path, self.folder): text for path, text in files.items()}}


@pytest.fixture(scope="module")
def branch():
    return Branch()


@pytest.fixture(scope="module")
def wanted(branch):
    undisturbed = branch.copy()
    undisturbed.run(RESTORE, {0})
    state = undisturbed.state()
    assert (state["ledger"], state["run log"]) == branch.before, "a restored ledger is not what it was"
    return state


@pytest.fixture(scope="module")
def faults(branch):
    """The system calls of a restore that change something, and the faults of all its calls."""
    calls = branch.system_calls(RESTORE)
    return changing(*calls), points(*calls)


def test_restore(restore, counts, branch, wanted, faults, chance, record_outcome):
    """Kills a restore, in every second case also the next one."""
    books = branch.copy()
    was_killed = books.kill(RESTORE, spread(faults[0], restore, counts["restore"], chance), DONE_OR_KILLED)
    record_outcome("killed" if was_killed else "not reached")
    if restore % 2:
        was_killed = books.kill(RESTORE, chance.choice(changing(*books.system_calls(RESTORE))), DONE_OR_KILLED)
        record_outcome("killed again" if was_killed else "not reached again")
    assert books.again(wanted, RESTORE) == 0


def test_restore_fault(restore_fault, counts, branch, wanted, faults, chance, record_outcome):
    books = branch.copy()
    name, error, number = spread(faults[1], restore_fault, counts["restore_fault"], chance)
    outcome = judged(books.inject(RESTORE, name, f"error={error}", number), {0}, error)
    if outcome == "survived":
        books.expect(wanted)
    else:
        assert books.again(wanted, RESTORE) == 0
    record_outcome(outcome)
