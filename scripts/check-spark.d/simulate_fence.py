"""Runs attempts at a shop's night step by step, in random order, and kills them anywhere: each file must count once.

Usage: simulate_fence.py CASES [SEED]

A step is one call of the storage. Between any two an attempt may sleep while others run, or be killed; meanwhile a till
brings files, some under the name of one that is there. At the end an undisturbed attempt must find that nothing was lost and
nothing done twice: each file that stayed in the inbox is in the ledger once, has one report and lies in done/ once; so does one
that the till replaced, or else it is in none of them; nothing is left in any hand. Prints the seed of the first case that goes
wrong, and ends with 1.
"""

import contextlib
import os
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "spark"))

from juice_chain import fence
from juice_chain.disk import Busy, Disk

# How many attempts are at work at once, and how many there are in all.
AT_ONCE = 3
ATTEMPTS = 5
KILL_PERCENT = 1
TILL_PERCENT = 2


class Killed(BaseException):
    """The attempt's process has ended."""


class SteppedDisk(Disk):
    """A disk on which an attempt waits before each step until it may make it."""

    def __init__(self, step: Callable[[], None]) -> None:
        self.step = step

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if name in STEPS:
            super().__getattribute__("step")()
        return value

    def sync(self, folder: Path) -> None:
        """Nothing: power cuts are no part of this."""
        os.listdir(folder)

    def write(self, path: Path, data: bytes) -> None:
        path.write_bytes(data)

    def copy(self, path: Path, to: Path) -> None:
        shutil.copy2(path, to)

    def remove_tree(self, path: Path) -> None:
        """File by file, as it is: others run between."""
        for name in self.names(path) if path.is_dir() else []:
            self.remove_tree(path / name)
        if path.is_dir():
            self.remove_folder(path)
        else:
            self.remove(path)

    @contextlib.contextmanager
    def locked(self, ledger: Path) -> Iterator[None]:
        """Nothing: it has to hold among attempts without locks as well."""
        yield None


STEPS = {
    "names", "make_folder", "rename", "link", "remove", "remove_folder", "identity", "read", "digest", "write", "copy", "sync",
}  # fmt: skip


class Attempt:
    """A thread that makes one step each time it is let."""

    def __init__(self, work: Callable[[Disk], None]) -> None:
        self.may_step = threading.Semaphore(0)
        self.has_stopped = threading.Semaphore(0)
        self.is_killed = False
        self.is_over = False
        self.error: BaseException | None = None
        self.work = work
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        self.has_stopped.acquire()

    def run(self) -> None:
        try:
            self.work(SteppedDisk(self.pause))
        except (Killed, fence.Overtaken, fence.Unsettled, Busy):
            pass
        except BaseException as error:
            self.error = error
        self.is_over = True
        self.has_stopped.release()

    def pause(self) -> None:
        if self.is_killed:
            raise Killed
        self.has_stopped.release()
        self.may_step.acquire()
        if self.is_killed:
            raise Killed

    def go(self) -> None:
        self.may_step.release()
        self.has_stopped.acquire()
        if self.error:
            raise self.error

    def kill(self) -> None:
        self.is_killed = True
        while not self.is_over:
            self.may_step.release()
            self.has_stopped.acquire()
        self.thread.join()


class Shop:
    """A shop whose ledger is a list of what it has applied."""

    def __init__(self, folder: Path, luck: random.Random) -> None:
        self.folder = folder
        self.luck = luck
        self.number = 0
        # Of these nobody can say whether somebody worked on them in time.
        self.replaced: set[str] = set()
        (folder / "inbox").mkdir(parents=True)
        for _ in range(luck.randint(0, 3)):
            self.bring()

    def bring(self) -> None:
        """The till brings a file, perhaps under the name of one that is there: then that one is gone, if it was still there."""
        inbox = self.folder / "inbox"
        names = [*os.listdir(inbox), "a.csv", "b.csv", f"n{self.number}.csv"]
        made = self.folder / "till.part"
        made.write_text(f"order {self.number}\n", encoding="utf-8")
        self.number += 1
        name = self.luck.choice(names)
        if (inbox / name).exists():
            self.replaced.add((inbox / name).read_text(encoding="utf-8").split()[1])
        made.rename(inbox / name)

    def work(self, scratch: Path) -> Callable[[Disk], None]:
        """An attempt: a claim, a local copy, a night on it, and what came of it."""

        def attempt(disk: Disk) -> None:
            claimed = fence.claim(disk, self.folder)
            local = Path(tempfile.mkdtemp(dir=scratch))
            base = disk.digest(self.folder / fence.LEDGER)
            before = (disk.read(self.folder / fence.LEDGER) or b"").decode()
            if base is None and before:
                # Cannot be: nobody but us changes the ledger while our claim holds; and if it does not, nothing counts.
                raise fence.Overtaken
            moves, lines = [], before
            (local / "reports").mkdir()
            for name in disk.names(self.folder / "inbox"):
                identity = disk.identity(self.folder / "inbox" / name)
                text = disk.read(self.folder / "inbox" / name)
                again = disk.identity(self.folder / "inbox" / name)
                if identity is None or text is None or identity != again:
                    continue
                key = text.decode().split()[1]
                lines += f"{key}\n"
                (local / "reports" / key).mkdir()
                (local / "reports" / key / "report.md").write_text(key, encoding="utf-8")
                moves.append(fence.Move(name, identity, f"done/D/{name}"))
            (local / "ledger").write_text(lines, encoding="utf-8")
            (local / "facts.json").write_text(lines, encoding="utf-8")
            puts = [fence.Put(entry, f"reports/D/{entry.name}") for entry in sorted((local / "reports").iterdir())]
            puts.append(fence.Put(local / "facts.json", "reports/D/facts.json"))
            if lines != before:
                fence.publish(disk, claimed, fence.Result(base, local / "ledger", ["failed"], puts, moves))

        return attempt

    def check(self) -> None:
        """Everything that came is in ledger, reports and done/, once; what was replaced is in all of them or in none."""
        lines = (self.folder / fence.LEDGER).read_text().split() if (self.folder / fence.LEDGER).exists() else []
        brought = {str(number) for number in range(self.number)}
        assert brought - self.replaced <= set(lines) <= brought, ("ledger", lines, brought, self.replaced)
        assert len(lines) == len(set(lines)), ("twice", lines)
        applied = sorted(lines)
        shelved = [path.read_text().split()[1] for path in self.folder.glob("done/D/*")]
        assert sorted(shelved) == applied, ("done", shelved, applied)
        reports = [path.name for path in self.folder.glob("reports/D/*") if path.name != "facts.json"]
        assert sorted(reports) == applied, ("reports", reports, applied)
        if lines:
            assert (self.folder / "reports/D/facts.json").read_text().split() == lines, "facts"
        assert not os.listdir(self.folder / "inbox"), "inbox"
        names = os.listdir(self.folder / fence.FENCE)
        assert len(names) == 1 and names[0].startswith("claim-"), names
        assert not [name for name in os.listdir(self.folder) if name.startswith(".fence-")], "left over"


def run_case(seed: int, scratch: Path) -> int:
    """One night; how many attempts published something."""
    luck = random.Random(seed)
    folder = Path(tempfile.mkdtemp(dir=scratch))
    shop = Shop(folder / "shop", luck)
    attempts: list[Attempt] = []
    started = 0
    try:
        while started < ATTEMPTS or attempts:
            if started < ATTEMPTS and (not attempts or (len(attempts) < AT_ONCE and luck.random() < 0.05)):
                attempts.append(Attempt(shop.work(folder)))
                started += 1
            # Somebody runs for a while, as the rest sleep.
            attempt = luck.choice(attempts)
            for _ in range(luck.choice([1, 1, 2, 5, 40])):
                if luck.random() * 100 < TILL_PERCENT:
                    shop.bring()
                if luck.random() * 100 < KILL_PERCENT:
                    attempt.kill()
                if attempt.is_over:
                    break
                attempt.go()
            attempts = [one for one in attempts if not one.is_over]
        # The night's end: one who is undisturbed, on what is there.
        for _ in range(2):
            shop.work(folder)(PlainDisk(lambda: None))
        shop.check()
    finally:
        for attempt in attempts:
            attempt.kill()
    published = sum(1 for name in os.listdir(folder / "shop" / fence.FENCE) if name.startswith("claim"))
    shutil.rmtree(folder)
    return published


class PlainDisk(SteppedDisk):
    """The same disk, for one whom nobody disturbs."""


def main() -> int:
    cases = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as scratch:
        for seed in range(first, first + cases):
            try:
                run_case(seed, Path(scratch))
            except BaseException:
                print(f"simulate_fence: seed {seed}", file=sys.stderr)
                raise
    print(f"{cases} cases of {ATTEMPTS} attempts, {AT_ONCE} at once: each file counts once")
    return 0


if __name__ == "__main__":
    sys.exit(main())
