"""Single bits of a ledger that are flipped: found, or nothing that counts has changed."""

import json
import os
import random
import shutil

from shop import Broken, Shop

VERIFY_EXITS = {0, 70, 78}
# What else a command may end with on a damaged ledger: never a bug, a trap or a signal.
OTHER_EXITS = {0, 3, 4, 5, 65, 66, 70, 73, 74, 75, 78}
# StoredFilter.ids_min: from so many ids of a first run on, the ledger keeps a filter of them.
IDS_MIN = 4096
SECONDS_MAX = 60
LEDGER = ["--ledger", "l.sqlite"]
ASKED = {"stock": ["stock", *LEDGER, "--json"], "history": ["history", *LEDGER, "--json"]}


class Ledger:
    """A shop, with an input that its ledger knows, and ids that it knows in an input that it does not."""

    def __init__(self, test, known, resent, rows):
        self.shop = Shop(test)
        self.known, self.resent, self.rows = known, resent, rows
        self.applied = {
            "known": (["run", known, *LEDGER, "--output", "out"], 5),
            "resent": (["run", resent, *LEDGER, "--output", "out"], 0),
        }
        self.wanted = {}

    def note(self):
        """Notes what the ledger says as it is."""
        self.shop.verify()
        self.wanted = {name: self.shop.once(words, {0}).stdout for name, words in ASKED.items()}
        shop = self.shop.copy()
        self.check_applied(shop)
        shop.remove()

    def check_applied(self, shop):
        """Checks that what is known is told as such."""
        for name, (words, exit) in self.applied.items():
            Shop.check(shop.run([*words, "--quiet", "--fail-on", "none"], seconds_max=SECONDS_MAX), {exit})
            if name == "resent":
                with open(shop.path("out", "summary.json"), encoding="utf-8") as file:
                    codes = json.load(file)["codes"]
                if codes != {"already_processed": self.rows}:
                    raise Broken(f"ids that were used are told as {codes}")


def several_runs(test):
    """A ledger with runs, ids, a reversal, closed rows and shortages."""
    ledger = Ledger(test, "first.csv", "resent.csv", 3)
    shop = ledger.shop
    rows = "".join(f"N-{row},restock,키위,{row % 5 + 1}\n" for row in range(600))
    shop.write("many.csv", "id,action,item,quantity\n" + rows)
    shop.write("resent.csv", "id,action,item,quantity,memo\nA-1,order,키위쥬스,2,x\nN-7,restock,키위,3,\nB-3,count,망고,9,\n")
    for words, exits in [
        (["run", "first.csv", *Shop.target], {0}), (["run", "many.csv", *Shop.target], {0}),
        (["run", "third.csv", *Shop.target], {0}), (["reverse", "3", *LEDGER], {0}), (Shop.command, {4}), (["settle", "5", *LEDGER], {0}),
    ]:
        shop.once(words, exits)
    ledger.note()
    return ledger


def many_ids(test):
    """A ledger with a filter of its ids."""
    count = IDS_MIN + 4
    ledger = Ledger(test, "second.csv", "resent.csv", count - 3)
    shop = ledger.shop
    numbers = random.Random(test.seed).sample(range(10**9), count)
    rows = [f"{number:x},restock,키위,1\n" for number in numbers]
    shop.write("second.csv", "id,action,item,quantity\n" + "".join(rows))
    shop.write("resent.csv", "id,action,item,quantity\n" + "".join(rows[3:]))
    shop.once(Shop.command, {0})
    if not shop.ledger()["id_filter"]:
        raise Broken("a ledger of many ids keeps no filter")
    ledger.note()
    return ledger


def flips(test):
    ledgers = [several_runs(test), many_ids(test)]
    chance = random.Random(test.seed)
    attempts = []
    for number in range(test.options.flips):
        # What is large costs more, and much of it is alike.
        ledger = ledgers[number % 10 == 9]
        size = os.path.getsize(ledger.shop.path("l.sqlite"))
        attempts.append((number % 10 == 9, chance.randrange(size), chance.randrange(8), chance.random()))

    def attempt(which, byte, bit, other):
        ledger = ledgers[which]
        shop = ledger.shop.copy()
        with open(shop.path("l.sqlite"), "r+b") as file:
            file.seek(byte)
            value = file.read(1)[0]
            file.seek(byte)
            file.write(bytes([value ^ 1 << bit]))
        verdict = shop.run(["verify", *LEDGER], seconds_max=SECONDS_MAX)
        Shop.check(verdict, VERIFY_EXITS)
        if verdict.returncode == 0:
            for name, words in ASKED.items():
                if shop.once(words, {0}).stdout != ledger.wanted[name]:
                    raise Broken(f"verify is content, but {name} has changed")
            ledger.check_applied(shop)
        else:
            others = {**ASKED, **{name: words for name, (words, _) in ledger.applied.items()}}
            names = list(others) if test.options.full else [list(others)[int(other * len(others))]]
            for name in names:
                Shop.check(shop.run(others[name], seconds_max=SECONDS_MAX), OTHER_EXITS)
        shop.remove()
        return f"verify {verdict.returncode}"

    outcomes = test.each(attempts, attempt)
    for ledger in ledgers:
        shutil.rmtree(ledger.shop.folder)
    return f"{len(attempts)} bits of two ledgers", outcomes
