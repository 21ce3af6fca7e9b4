"""Simulates attempts at a shop's run whose steps alternate at random, and which are killed at any step.

A step is one call of the storage. Between two steps, an attempt may sleep while others run, or be killed; meanwhile a POS
writes files, some under the name of an existing file. After a final undisturbed attempt, each file that stayed in the inbox
must be in the ledger once, have one report, and be in done/ once. A file that the POS replaced must be in all three places or
in none. No file may be left in a staging folder.
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

# The number of attempts that run at the same time, and the number of all attempts.
AT_ONCE = 3
ATTEMPTS = 5
KILL_PERCENT = 1
POS_PERCENT = 2
STEPS = {"names", "make_folder", "rename", "link", "remove", "remove_folder", "identity", "read", "digest", "write", "copy", "sync"}


class Killed(BaseException):
    """The exception that ends a killed attempt."""


class SteppedDisk(Disk):
    """A disk on which an attempt waits before each step until the simulation lets it continue."""

    def __init__(self, step):
        self.step = step

    def __getattribute__(self, name):
        if name in STEPS:
            super().__getattribute__("step")()
        return super().__getattribute__(name)

    def sync(self, folder):
        os.listdir(folder)

    def write(self, path, data):
        path.write_bytes(data)

    def copy(self, path, to):
        shutil.copy2(path, to)

    def remove_tree(self, path):
        """Removes a folder file by file, each in its own step."""
        for name in self.names(path) if path.is_dir() else []:
            self.remove_tree(path / name)
        (self.remove_folder if path.is_dir() else self.remove)(path)

    @contextlib.contextmanager
    def locked(self, _):
        """Locks nothing, since claims must work without locks between attempts."""
        yield None


class Attempt:
    """A thread that performs an attempt, one step for each call of `go`."""

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
        # After it was killed, an attempt performs no steps, even in its exception handlers.
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
        self.may_step.release()
        self.thread.join()


class Shop:
    """A shop whose ledger is a list of the applied files."""

    def __init__(self, scratch, luck):
        self.folder, self.scratch, self.luck = scratch / "shop", scratch, luck
        self.ledger, self.inbox = self.folder / fence.LEDGER, self.folder / "inbox"
        self.number, self.copies = 0, 0
        # Files that the POS replaced; they may have been applied before or not.
        self.replaced = set()
        self.inbox.mkdir(parents=True)
        for _ in range(luck.randint(0, 3)):
            self.bring()

    def bring(self):
        """Adds a file to the inbox, possibly in place of an existing file of the same name."""
        made = self.folder / "pos.part"
        made.write_text(f"order {self.number}\n", encoding="utf-8")
        to = self.inbox / self.luck.choice([*os.listdir(self.inbox), "a.csv", "b.csv", f"n{self.number}.csv"])
        self.number += 1
        if to.exists():
            self.replaced.add(to.read_text(encoding="utf-8").split()[1])
        made.rename(to)

    def work(self, disk):
        """Performs an attempt: claims the shop, copies it, applies its files, and publishes the result."""
        claimed = fence.claim(disk, self.folder)
        self.copies += 1
        local = self.scratch / f"local-{self.copies}"
        (local / "reports").mkdir(parents=True)
        base = disk.digest(self.ledger)
        lines = before = (disk.read(self.ledger) or b"").decode()
        if base is None and before:
            # The ledger can only have changed if another attempt has claimed the shop.
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
        """Checks that each file is in the ledger, the reports and done/ once; a replaced file may be in none of them."""
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
            # One attempt performs some steps, while the others wait.
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
        # Undisturbed attempts at the end apply the remaining files.
        for _ in range(2):
            shop.work(SteppedDisk(lambda: None))
        shop.check()
    finally:
        for attempt in attempts:
            attempt.kill()
