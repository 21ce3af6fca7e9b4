"""System calls that fail: in a run, and in one that has to put an earlier one's reports in place first."""

import random
import signal

from calls import inject, system_calls
from shop import Broken, Night, Shop

# The system calls that faults are injected into, with the errors that each may give.
FAULTS = {
    "openat": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "read": ["EIO"],
    "pread64": ["EIO"],
    "write": ["EIO", "ENOSPC", "EDQUOT"],
    "pwrite64": ["EIO", "ENOSPC", "EDQUOT"],
    "fsync": ["EIO", "ENOSPC", "EDQUOT"],
    "fdatasync": ["EIO", "ENOSPC", "EDQUOT"],
    "renameat2": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "close": ["EIO", "ENOSPC", "EDQUOT"],
    "mkdir": ["EIO", "ENOSPC", "EDQUOT", "EROFS"],
    "unlink": ["EIO", "EROFS"],
    "unlinkat": ["EIO", "EROFS"],
    "rmdir": ["EIO", "EROFS"],
    "newfstatat": ["EIO"],
    "getdents64": ["EIO"],
    "fcntl": ["EIO"],
    "chmod": ["EIO", "EROFS"],
    "ftruncate": ["EIO"],
}
# What a run may end with when the machine fails it: missing or unreadable, cannot create, I/O, busy, bad ledger.
EXITS = {66, 73, 74, 75, 78}
# Every how manyth fault is tried, unless all are.
STEP, STEP_RECOVERING = 8, 12
THIRD = ["run", "third.csv", *Shop.target]


def points(calls, own, step, chance):
    """Faults in calls of the program's own: all, or one of `step` each."""
    # Calls are counted in each thread, and so a fault in one of a later thread would come to the loader first.
    loader = {}
    for name, _ in calls[:own]:
        loader[name] = loader.get(name, 0) + 1
    all_ = [(name, error, number) for index, (name, number) in enumerate(calls)
            if index >= own and number > loader.get(name, 0) for error in FAULTS.get(name, [])]
    start = chance.randrange(step)
    # There are few of these, and they decide all.
    rare = {"renameat2", "unlink", "rmdir"}
    return [point for index, point in enumerate(all_) if index % step == start or point[0] in rare]


def faults(test):
    night = Night(test)
    chance = random.Random(test.seed)
    shop = night.shop.copy()
    run = points(*system_calls(shop, Shop.command), 1 if test.options.full else STEP, chance)
    shop.remove()
    shop = waiting(night)
    recovery = points(*system_calls(shop, THIRD), 1 if test.options.full else STEP_RECOVERING, chance)
    shop.remove()

    def attempt(name, error, number):
        shop = night.shop.copy()
        result = inject(shop, Shop.command, name, f"error={error}", number)
        outcome = judged(result, {4}, error)
        if outcome == "refused, nothing applied" and (shop.ledger(), shop.reports()) != night.before[:2]:
            raise Broken(f"exit {result.returncode}, but something was applied: {result.stderr.decode()}")
        shop.again(night.after, "after a fault and one more run")
        shop.remove()
        return outcome

    def recovering(name, error, number):
        shop = waiting(night)
        result = inject(shop, THIRD, name, f"error={error}", number)
        outcome = judged(result, {0}, error)
        if outcome == "refused, nothing applied":
            ledger = shop.ledger()
            # What is known of reports may have changed, but no run was added to the two.
            if {**ledger, "report_set": []} != night.after[0]:
                raise Broken(f"exit {result.returncode}, but something was applied: {result.stderr.decode()}")
            if shop.reports() not in (night.before[1], night.after[1]):
                raise Broken(f"exit {result.returncode}, but the reports are neither the first nor the second")
        shop.again(night.after_third, "after a fault behind a kill and one more run", THIRD)
        shop.remove()
        return "recovering: " + outcome

    outcomes = {**test.each(run, attempt), **test.each(recovery, recovering)}
    night.shop.remove()
    return f"{len(run)} faults, {len(recovery)} in runs that recover", outcomes


def waiting(night):
    """A shop whose second run has committed, and been killed before its reports were in place."""
    shop = night.shop.copy()
    Shop.check(inject(shop, Shop.command, "renameat2", "signal=SIGKILL", 1), {-signal.SIGKILL})
    return shop


def judged(result, survived, error):
    """What a run with a fault has come to."""
    if result.returncode in survived:
        # What failed was not needed, or is the next run's to do.
        return "survived"
    # A disk that fails is no damaged ledger.
    Shop.check(result, EXITS - {78} if error == "EIO" else EXITS)
    if not result.stderr.decode().strip():
        raise Broken("no message")
    return "in doubt" if b"juice-batch verify" in result.stderr else "refused, nothing applied"
