"""Restores of a ledger that are killed at the system calls that change something, once or twice, or whose system calls fail:
the restore behind them makes what an undisturbed one makes."""

import json
import os
import random
import shutil
import signal
import tempfile

from calls import inject, system_calls
from faults import EXITS, points
from screens import Counter, Screen
from shop import ENVIRONMENT, Broken, Shop, difference, ledger_content

RESTORE = ["restore", "--folder", "c/b", "--language", "en"]
SETTINGS = {"columns": {"shop": "매장"}, "language": "en"}
ROWS = {
    21: "b,A-1,order,키위쥬스,1\nb,A-2,order,망고쥬스,1\nb,A-3,order,모름쥬스,1\na,A-1,order,키위쥬스,1\n",
    22: "b,B-1,restock,키위,30\nb,B-2,order,키위쥬스,2\nb,B-3,restock,딸기,x\nb,B-4,order,딸기쥬스,9\n",
}
OWN = "id,action,item,quantity\nC-1,restock,망고,12\nC-2,cancel,키위쥬스,1\nC-3,order,바나나쥬스,2\n"


class Branch(Shop):
    """A shop of a chain whose ledger is damaged: behind its backup are files of its own, its part of an export, a reversal, rows
    that were settled, a failure.csv that was corrected, and an open shift."""

    ledger_name = "c/b/shop.sqlite"

    def __init__(self, test):
        self.test = test
        self.folder = tempfile.mkdtemp(dir=test.base)
        self.write("c/chain.json", json.dumps(SETTINGS))
        os.makedirs(self.path("c/b/inbox"))
        self.night(21)
        self.write("c/b/inbox/own.csv", OWN)
        self.night(22)
        self.inside(["reverse", "2"])
        self.inside(["settle", "1", "--why", "no"])
        self.write("c/b/reports/2026-11-22/o/failure.csv",
                   self.read("c/b/reports/2026-11-22/o/failure.csv").replace(",x,", ",5,"))
        self.inside(["run", "reports/2026-11-22/o/failure.csv", "--output", "reports/retry"])
        self.inside(["run", "done/2026-11-22/own.csv", "--again", "--output", "reports/again"])
        with Counter(test.program, self.folder, ledger=self.ledger_name, env={**os.environ, **ENVIRONMENT}) as counter:
            Screen(counter).press("/order", {"page": "0123456789abcdef", "juice": 3})
        self.before = self.books()
        for name in os.listdir(self.path("c/b/backup")):
            if name != "1.sqlite":
                os.unlink(self.path("c/b/backup", name))
        for reports in ("retry", "2026-11-22/own"):
            shutil.rmtree(self.path("c/b/reports", reports))
        self.write(self.ledger_name, "damaged")

    def inside(self, arguments):
        """Runs the program in the shop's folder, with its ledger."""
        self.once([*arguments, "--ledger", "shop.sqlite"], {0, 4}, before=["env", "-C", "c/b"])

    def night(self, day):
        self.write("c/inbox/o.csv", "매장,id,action,item,quantity\n" + ROWS[day])
        self.once(["chain", "run", "c", "--date", f"2026-11-{day}"], {0, 4})

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def copy(self):
        twin = super().copy()
        twin.__class__ = Branch
        return twin

    def books(self):
        """What the ledger says, but for which process had opened the shift, and its run log."""
        content = ledger_content(self.path(self.ledger_name))
        content["shift"] = [row[:-1] for row in content["shift"]]
        return content, self.run_log(self.ledger_name)

    def state(self):
        """The ledger, its run log, and all files but the ledger itself."""
        files = {}
        for folder, _, names in os.walk(self.path("c")):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    files[os.path.relpath(path, self.folder)] = file.read()
        del files[self.ledger_name]
        return *self.books(), files

    def expect(self, wanted, when):
        for name, one, other in zip(["the ledger", "the run log", "the folder"], wanted, self.state()):
            if one != other:
                raise Broken(f"{when}: {name} is not as it should be:\n{difference(one, other)}")
        self.verify(name=self.ledger_name)

    def again(self, wanted, when):
        self.once(RESTORE, {0})
        self.expect(wanted, when)
        self.remove()


def restores(test):
    base = Branch(test)
    undisturbed = base.copy()
    undisturbed.once(RESTORE, {0})
    wanted = undisturbed.state()
    if wanted[:2] != base.before:
        raise Broken(f"a restored ledger is not what it was:\n{difference(base.before[0], wanted[0])}")
    undisturbed.remove()
    chance = random.Random(test.seed)
    count = test.options.restores
    kills = spread(changing(base), count // 2, chance)
    pairs = [(first, second) for first in spread(kills, max(1, count // 40), chance)
             for second in spread(changing(killed(base, first)[0]), 10, chance)]
    shop = base.copy()
    faults = spread(points(*system_calls(shop, RESTORE), 1, chance), count // 4, chance)
    shop.remove()

    def kill(name, number):
        shop, ended = killed(base, (name, number))
        shop.again(wanted, "after a kill and another restore")
        return "killed" if ended else "not reached"

    def pair(first, second):
        shop, _ = killed(base, first)
        Shop.check(inject(shop, RESTORE, second[0], "signal=SIGKILL", second[1]), {-signal.SIGKILL, 0})
        shop.again(wanted, "after two kills and another restore")
        return "killed twice"

    def fault(name, error, number):
        shop = base.copy()
        result = inject(shop, RESTORE, name, f"error={error}", number)
        if result.returncode == 0:
            shop.expect(wanted, "in spite of a fault")
            shop.remove()
            return "survived"
        # A disk that fails is no damaged ledger.
        Shop.check(result, EXITS - {78} if error == "EIO" else EXITS)
        if not result.stderr.decode().strip():
            raise Broken("no message")
        shop.again(wanted, "after a fault and another restore")
        return "stopped"

    outcomes = {**test.each(kills, kill), **test.each(pairs, pair), **test.each(faults, fault)}
    base.remove()
    return f"{len(kills)} kills, {len(pairs)} pairs, {len(faults)} faults", outcomes


def changing(shop):
    """The system calls of a restore that change something, with the first that the program makes itself in front."""
    shop = shop.copy()
    calls, own = system_calls(shop, RESTORE, are_changing=True)
    shop.remove()
    return calls[own:]


def killed(base, call):
    """A shop with a restore that was killed, and whether it was: now and then it makes one call less."""
    shop = base.copy()
    result = inject(shop, RESTORE, call[0], "signal=SIGKILL", call[1])
    Shop.check(result, {-signal.SIGKILL, 0})
    return shop, result.returncode != 0


def spread(some, count, chance):
    """So many of them, one from each stretch; all if there are no more."""
    count = min(count, len(some))
    return [some[(number * len(some) + chance.randrange(len(some))) // count % len(some)] for number in range(count)]
