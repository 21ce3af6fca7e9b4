"""Attempts at a shop's run, step by step, in random order, and killed anywhere: each file must count once.

A step is one call of the storage. Between any two an attempt may sleep while others run, or be killed; meanwhile a POS brings
files, some under the name of one that is there. At the end an undisturbed attempt must find that nothing was lost and nothing
done twice: each file that stayed in the inbox is in the ledger once, has one report and lies in done/ once; so does one that
the POS replaced, or else it is in none of them; nothing is left in any hand.
"""

import contextlib
import os
import random
import shutil
import sys
import threading

from shop import ROOT

sys.path.insert(0, str(ROOT / "scripts/spark"))

from juice_chain import fence  # noqa: E402
from juice_chain.disk import Busy, Disk  # noqa: E402

# How many attempts are at work at once, and how many there are in all.
AT_ONCE = 3
ATTEMPTS = 5
KILL_PERCENT = 1
POS_PERCENT = 2
STEPS = {"names", "make_folder", "rename", "link", "remove", "remove_folder", "identity", "read", "digest", "write", "copy", "sync"}


class Killed(BaseException):
    """The attempt's process has ended."""


class SteppedDisk(Disk):
    """A disk on which an attempt waits before each step until it may make it."""

    def __init__(self, step):
        self.step = step

    def __getattribute__(self, name):
        if name in STEPS:
            super().__getattribute__("step")()
        return super().__getattribute__(name)

    def sync(self, folder):
        """Nothing: power cuts are no part of this."""
        os.listdir(folder)

    def write(self, path, data):
        path.write_bytes(data)

    def copy(self, path, to):
        shutil.copy2(path, to)

    def remove_tree(self, path):
        """File by file, as it is: others run between."""
        for name in self.names(path) if path.is_dir() else []:
            self.remove_tree(path / name)
        (self.remove_folder if path.is_dir() else self.remove)(path)

    @contextlib.contextmanager
    def locked(self, _):
        """Nothing: it has to hold among attempts without locks as well."""
        yield None


class Attempt:
    """A thread that makes one step each time it is let."""

    def __init__(self, work):
        self.may_step, self.has_stopped = threading.Semaphore(0), threading.Semaphore(0)
        self.is_killed, self.is_over, self.error = False, False, None
        self.work = work
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        self.has_stopped.acquire()

    def run(self):
        try:
            self.work(SteppedDisk(self.pause))
        except (Killed, fence.Overtaken, fence.Unsettled, Busy):
            pass
        except BaseException as error:
            self.error = error
        self.is_over = True
        self.has_stopped.release()

    def pause(self):
        # A killed one makes no step while its own handlers run either.
        if not self.is_killed:
            self.has_stopped.release()
            self.may_step.acquire()
        if self.is_killed:
            raise Killed

    def go(self):
        self.may_step.release()
        self.has_stopped.acquire()
        if self.error:
            raise self.error

    def kill(self):
        self.is_killed = True
        if not self.is_over:
            self.may_step.release()
        self.thread.join()


class Shop:
    """A shop whose ledger is a list of what it has applied."""

    def __init__(self, scratch, luck):
        self.folder, self.scratch, self.luck = scratch / "shop", scratch, luck
        self.ledger, self.inbox = self.folder / fence.LEDGER, self.folder / "inbox"
        self.number, self.copies = 0, 0
        # Of these no attempt can be said to have worked on them in time or not.
        self.replaced = set()
        self.inbox.mkdir(parents=True)
        for _ in range(luck.randint(0, 3)):
            self.bring()

    def bring(self):
        """The POS brings a file, perhaps under the name of one that is there: then that one is gone, if it was still there."""
        made = self.folder / "pos.part"
        made.write_text(f"order {self.number}\n", encoding="utf-8")
        to = self.inbox / self.luck.choice([*os.listdir(self.inbox), "a.csv", "b.csv", f"n{self.number}.csv"])
        self.number += 1
        if to.exists():
            self.replaced.add(to.read_text(encoding="utf-8").split()[1])
        made.rename(to)

    def work(self, disk):
        """An attempt: a claim, a local copy, a night on it, and what came of it."""
        claimed = fence.claim(disk, self.folder)
        self.copies += 1
        local = self.scratch / f"local-{self.copies}"
        (local / "reports").mkdir(parents=True)
        base = disk.digest(self.ledger)
        lines = before = (disk.read(self.ledger) or b"").decode()
        if base is None and before:
            # The ledger changes while a claim holds only if it does not hold any more.
            raise fence.Overtaken
        moves = []
        for name in disk.names(self.inbox):
            identity, text, again = (look(self.inbox / name) for look in (disk.identity, disk.read, disk.identity))
            if identity is None or text is None or identity != again:
                continue
            key = text.decode().split()[1]
            lines += f"{key}\n"
            (local / "reports" / key).mkdir()
            (local / "reports" / key / "report.md").write_text(key, encoding="utf-8")
            moves.append(fence.Move(name, identity, f"done/D/{name}"))
        for name in ("ledger", "facts.json"):
            (local / name).write_text(lines, encoding="utf-8")
        puts = [fence.Put(entry, f"reports/D/{entry.name}") for entry in sorted((local / "reports").iterdir())]
        puts.append(fence.Put(local / "facts.json", "reports/D/facts.json"))
        if lines != before:
            fence.publish(disk, claimed, fence.Result(base, local / "ledger", ["failed"], puts, moves))

    def check(self):
        """Everything that came is in ledger, reports and done/, once; what was replaced is in all of them or in none."""
        applied = self.ledger.read_text().split() if self.ledger.exists() else []
        brought = {str(number) for number in range(self.number)}
        assert brought - self.replaced <= set(applied) <= brought, "ledger"
        assert len(applied) == len(set(applied)), "twice"
        assert sorted(path.read_text().split()[1] for path in self.folder.glob("done/D/*")) == sorted(applied)
        reports = {path.name for path in self.folder.glob("reports/D/*")}
        assert reports == ({*applied, "facts.json"} if applied else set())
        assert not applied or (self.folder / "reports/D/facts.json").read_text().split() == applied
        assert not os.listdir(self.inbox)
        (token,) = os.listdir(self.folder / fence.FENCE)
        assert token.startswith("claim-")
        assert not [name for name in os.listdir(self.folder) if name.startswith(".fence-")], "left over"


def test_each_file_counts_once(claims_case, request, tmp_path):
    luck = random.Random(request.config.getoption("seed") + claims_case)
    shop, attempts, started = Shop(tmp_path, luck), [], 0
    try:
        while started < ATTEMPTS or attempts:
            if started < ATTEMPTS and (not attempts or (len(attempts) < AT_ONCE and luck.random() < 0.05)):
                attempts.append(Attempt(shop.work))
                started += 1
            # One runs for a while, as the rest sleep.
            attempt = luck.choice(attempts)
            for _ in range(luck.choice([1, 1, 2, 5, 40])):
                if luck.random() * 100 < POS_PERCENT:
                    shop.bring()
                if luck.random() * 100 < KILL_PERCENT:
                    attempt.kill()
                if attempt.is_over:
                    break
                attempt.go()
            attempts = [one for one in attempts if not one.is_over]
        # The night's end: one who is undisturbed, on what is there.
        for _ in range(2):
            shop.work(SteppedDisk(lambda: None))
        shop.check()
    finally:
        for attempt in attempts:
            attempt.kill()
