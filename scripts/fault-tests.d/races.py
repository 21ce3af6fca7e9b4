"""Two processes and a ledger, with one of them held up in the exchange of its reports."""

import os
import shutil
import signal
import time

from calls import Held
from shop import Broken, Night, Shop, tree

# How long an exchange is held up, and by how much a wait may be longer than was asked for, in seconds.
DELAY, SLACK = 2, 2
LEDGER = ["--ledger", "l.sqlite"]
WAITING = {
    "run": (["run", "third.csv", *LEDGER, "--lock-wait", "60", "--output", "other", "--quiet"], 0),
    "verify": (["verify", *LEDGER, "--lock-wait", "60"], 0),
    "reverse": (["reverse", "1", *LEDGER, "--lock-wait", "60"], 0),
}
# What keeps an exchange from being made: an error in its place, or something in that place.
FAILURES = ["EIO", "EACCES", "ENOSPC", "EROFS", "a file", "a folder of others", "a link"]


def races(test):
    night = Night(test)
    attempts = [("undo", failure, name) for failure in FAILURES for name in WAITING]
    attempts += [("swap", what, "") for what in ("removed", "another set", "a file")]
    attempts += [("wait", where, name) for where in ("renameat2", "unlinkat", "fsync") for name in WAITING]
    attempts += [("replaced ledger", "", name) for name in WAITING]
    kinds = {"undo": undo, "swap": swap, "wait": wait, "replaced ledger": replaced}

    def attempt(kind, what, name):
        shop = night.shop.copy()
        outcome = kinds[kind](night, shop, what, name)
        shop.remove()
        return outcome

    # They wait most of the time.
    outcomes = test.each(attempts, attempt, at_once=2)
    night.shop.remove()
    return f"{len(attempts)} pairs of processes", outcomes


def applied(shop, name="l.sqlite"):
    """What runs a ledger has: the names of their inputs, or which run they take back."""
    return [run["reverses"] or run["inputs"][0]["file"] for run in shop.history(name)]


def behind(name):
    """What is on record behind the first run once a process that waited is done."""
    return {"run": ["third.csv"], "verify": [], "reverse": [1]}[name]


def undo(night, shop, failure, name):
    """A run whose reports cannot be put in place has not been applied, though others wait for their turn."""
    outcome = f"delay_enter={DELAY}s"
    fresh = failure in ("a file", "a folder of others", "a link")
    # Into a folder that is not there yet: what appears in its place makes the exchange fail.
    command = [*Shop.command[:4], "--output", "fresh" if fresh else "out", "--quiet"]
    with Held(shop, command, "renameat2", outcome if fresh else f"error={failure}:{outcome}") as held:
        words, exit = WAITING[name]
        other = shop.start(words)
        time.sleep(DELAY / 4)
        if failure == "a file":
            shop.write("fresh", "mine")
        elif failure == "a folder of others":
            shop.write("fresh/mine.txt", "mine")
        elif failure == "a link":
            os.symlink("out", shop.path("fresh"))
        there = tree(shop.path("fresh")) if failure == "a folder of others" else None
        Shop.check(held.ended(), {73, 74})
    Shop.check(shop.ended(other), {exit})
    if applied(shop) != ["first.csv", *behind(name)]:
        raise Broken(f"on record are {applied(shop)}")
    if shop.reports() != night.before[1] or there and tree(shop.path("fresh")) != there:
        raise Broken("a run that was not applied has changed a folder")
    shop.verify()
    left = [entry for entry in os.listdir(shop.folder) if entry.startswith(".")]
    if left:
        raise Broken(f"left behind: {left}")
    shop.once(Shop.command, {4})
    return f"undone, {name} waiting"


def swap(night, shop, what, _):
    """What becomes of the target in the moment before the exchange."""
    with Held(shop, Shop.command, "renameat2", f"delay_enter={DELAY}s") as held:
        os.rename(shop.path("out"), shop.path("moved"))
        if what == "another set":
            shop.once(["run", "third.csv", "--output", "out", "--quiet"], {0, 4})
        elif what == "a file":
            shop.write("out", "mine")
        Shop.check(held.ended(), {4})
    if shop.reports() != night.after[1]:
        raise Broken("the reports are not in place")
    shop.verify()
    if what == "a file":
        # It has come too late to be in the way; under whatever name, it is still there.
        (kept,) = [name for name in os.listdir(shop.folder) if name.startswith(".") or name.startswith("out.")]
        with open(shop.path(kept), encoding="utf-8") as file:
            if file.read() != "mine":
                raise Broken("a file that came into the way is gone")
        os.unlink(shop.path(kept))
    shutil.rmtree(shop.path("moved"))
    shop.expect(night.after, f"target {what} before the exchange")
    return f"target {what}"


def wait(night, shop, where, name):
    """Whoever waits for one who is stopped waits as long as was asked for; who only asks waits for nobody."""
    with Held(shop, Shop.command, where, "signal=SIGSTOP") as held:
        words, _ = WAITING[name]
        for seconds in (0, 1):
            start = time.monotonic()
            result = shop.run([*words, "--lock-wait", str(seconds)])
            took = time.monotonic() - start
            Shop.check(result, {75})
            if took > seconds + SLACK:
                raise Broken(f"waited {took:.1f} s of {seconds}")
        for words in (["stock", *LEDGER], ["history", *LEDGER]):
            start = time.monotonic()
            shop.once(words, {0})
            if time.monotonic() - start > SLACK:
                raise Broken(f"{words} waited")
        os.kill(held.pid, signal.SIGCONT)
        Shop.check(held.ended(), {4})
    shop.expect(night.after, "after a stop and others in vain")
    return f"waited in vain, stopped in {where}"


def replaced(night, shop, _, name):
    """Whoever waits for a ledger that another takes the place of goes to that one."""
    # Another ledger, which has had another run.
    shop.once(["run", "third.csv", "--ledger", "new.sqlite", "--output", "new", "--quiet"], {0, 4})
    shop.write("third.csv", "id,action,item,quantity\nZ-1,restock,딸기,1\n")
    with Held(shop, Shop.command, "renameat2", f"delay_enter={DELAY}s") as held:
        words, exit = WAITING[name]
        other = shop.start(words)
        time.sleep(DELAY / 4)
        for suffix in ("", ".runs"):
            os.rename(shop.path("l.sqlite" + suffix), shop.path("old.sqlite" + suffix))
            os.rename(shop.path("new.sqlite" + suffix), shop.path("l.sqlite" + suffix))
        first = held.ended()
    Shop.check(first, {4, 74})
    Shop.check(shop.ended(other), {exit})
    if applied(shop) != ["third.csv", *behind(name)]:
        raise Broken(f"on record of the new ledger are {applied(shop)}")
    shop.verify()
    shop.verify(name="old.sqlite")
    wanted = ["first.csv", "second.csv"] if first.returncode == 4 else ["first.csv"]
    if applied(shop, "old.sqlite") != wanted:
        raise Broken(f"exit {first.returncode}, but on record of the old ledger are {applied(shop, 'old.sqlite')}")
    return "ledger replaced meanwhile"
