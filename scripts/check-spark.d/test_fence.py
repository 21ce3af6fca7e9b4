#!/usr/bin/env python3
"""Tests of claims and of a task's unit of work in hostile surroundings; needs nothing but Python.

Usage: test_fence.py
"""

import contextlib
import errno
import fcntl
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "spark"))

from juice_chain import fence, night, probe
from juice_chain.disk import Busy, Disk

DATE = "2026-11-23"
# Stands for the program: a night turns files of the inbox into lines of the ledger, a report each, and facts.
PROGRAM = f"""#!/bin/sh
set -eu
cd "$3"
mkdir -p .night
while [ $# -gt 0 ]; do
    if [ "$1" = --shops ]; then
        ( cd "$2" && mkdir -p done/{DATE} reports/{DATE} && for file in inbox/*.csv; do
            [ -e "$file" ] || continue
            cat "$file" >>shop.sqlite
            cp "$file" "reports/{DATE}/$(basename "$file").md"
            mv "$file" done/{DATE}/
        done
        cp shop.sqlite reports/{DATE}/facts.json )
        printf '{{"shop":"%s","state":"done"}}\\n' "$2" >>.night/{DATE}
    fi
    shift
done
"""


class Broken(Disk):
    """A disk that fails at one step, counted from the first, and at all that follow for some time."""

    def __init__(self, at: int, number: int, steps: int = 1) -> None:
        self.at = at
        self.number = number
        self.steps = steps
        self.count = 0

    def __getattribute__(self, name: str) -> object:
        value = super().__getattribute__(name)
        if name in ("make_folder", "link", "write", "copy", "rename", "sync"):
            self.count += 1
            if self.at <= self.count < self.at + self.steps:
                raise OSError(self.number, os.strerror(self.number))
        return value


class HalfCopying(Disk):
    """A disk that loses half of what is copied, without a word."""

    def copy(self, path: Path, to: Path) -> None:
        super().copy(path, to)
        os.truncate(to, path.stat().st_size // 2)


def make_ledger(path: Path, text: str) -> None:
    """A database that says a text."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE ledger (text TEXT)")
        connection.execute("INSERT INTO ledger VALUES (?)", (text,))


def ledger_text(path: Path) -> str:
    """What it says."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        return str(connection.execute("SELECT text FROM ledger").fetchone()[0])


def tree(folder: Path) -> dict[str, bytes | None]:
    """What is below a folder, but for the fence."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if not name.startswith(".fence/") and name != ".fence":
            found[name] = None if path.is_dir() else path.read_bytes()
    return found


class ShopTest(unittest.TestCase):
    """A shop with a ledger and a file in its inbox."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.disk = Disk()
        self.shop = self.scratch / "shop"
        (self.shop / "inbox").mkdir(parents=True)
        (self.shop / "inbox" / "a.csv").write_text("order 1\n", encoding="utf-8")
        self.number = 0

    def result(self, ledger: str = "before and after", base: str | None = None) -> fence.Result:
        """What somebody has made of the shop."""
        self.number += 1
        made = self.scratch / f"made-{self.number}"
        (made / "report").mkdir(parents=True)
        make_ledger(made / "ledger", ledger)
        (made / "report" / "report.md").write_text(ledger, encoding="utf-8")
        identity = self.disk.identity(self.shop / "inbox" / "a.csv")
        moves = [fence.Move("a.csv", identity, f"done/{DATE}/a.csv")] if identity else []
        puts = [fence.Put(made / "report", f"reports/{DATE}/a")]
        return fence.Result(base, made / "ledger", ["failed"], puts, moves)

    def tokens(self) -> list[str]:
        return sorted(os.listdir(self.shop / fence.FENCE))

    def is_done(self) -> None:
        """The night has happened once, and behind the next claim nothing is left over."""
        fence.claim(self.disk, self.shop)
        self.assertEqual(ledger_text(self.shop / fence.LEDGER), "before and after")
        self.assertEqual(os.listdir(self.shop / "inbox"), [])
        self.assertEqual(os.listdir(self.shop / "done" / DATE), ["a.csv"])
        self.assertEqual(os.listdir(self.shop / "reports" / DATE), ["a"])
        self.assertEqual(len(self.tokens()), 1, self.tokens())
        self.assertEqual(list((self.shop / fence.FENCE / self.tokens()[0]).iterdir()), [])


class Claims(ShopTest):
    def test_numbers_that_are_none(self) -> None:
        claimed = fence.claim(self.disk, self.shop)
        for name in ("claim-", "claim-x", "claim--1", "claim-1.5", "claim-99 ", "claim-٩٩", "claim-099", "Claim-99", "claim-9\n"):
            (self.shop / fence.FENCE / name).mkdir()
        again = fence.claim(self.disk, self.shop)
        self.assertEqual(again.number, claimed.number + 1)
        self.assertTrue((self.shop / fence.FENCE / "claim-٩٩").is_dir(), "what is no claim is left alone")

    def test_number_beyond_all_counting(self) -> None:
        fence.claim(self.disk, self.shop)
        (self.shop / fence.FENCE / "claim-1").rename(self.shop / fence.FENCE / f"claim-{2**64}")
        self.assertEqual(fence.claim(self.disk, self.shop).number, 2**64 + 1)

    def test_name_that_cannot_grow(self) -> None:
        fence.claim(self.disk, self.shop)
        (self.shop / fence.FENCE / "claim-1").rename(self.shop / fence.FENCE / f"claim-{'9' * 249}")
        with self.assertRaises(OSError):
            fence.claim(self.disk, self.shop)

    def test_fence_of_another_version(self) -> None:
        (self.shop / fence.FENCE / "token.2" / "claim-1").mkdir(parents=True)
        with mock.patch.object(fence, "TOKEN_PATIENCE_S", 0.05), self.assertRaisesRegex(Busy, r"token\.2"):
            fence.claim(self.disk, self.shop)
        self.assertEqual(self.tokens(), ["token.2"])

    def test_plan_of_another_version(self) -> None:
        for plan in ('{"fence": 2, "ledger": null}', '{"base": null, "ledger": null}', "[]", "{", ""):
            with self.subTest(plan):
                shutil.rmtree(self.shop / fence.FENCE, ignore_errors=True)
                room = self.shop / fence.FENCE / "published-7" / "result-7"
                room.mkdir(parents=True)
                (room / "plan.json").write_text(plan, encoding="utf-8")
                before = tree(self.shop)
                with self.assertRaisesRegex(Busy, "another version"):
                    fence.claim(self.disk, self.shop)
                self.assertEqual(tree(self.shop), before)
                self.assertTrue(fence.is_half_laid_out(self.disk, self.shop), "nobody can tell")

    def test_fence_that_is_a_file(self) -> None:
        (self.shop / fence.FENCE).write_text("claim-1", encoding="utf-8")
        with mock.patch.object(fence, "TOKEN_PATIENCE_S", 0.05), self.assertRaises(Busy):
            fence.claim(self.disk, self.shop)

    def test_older_claim_beside(self) -> None:
        """As a backup brings it back: the greater number counts, and the older cannot publish over it."""
        old = fence.claim(self.disk, self.shop)
        (self.shop / fence.FENCE / "claim-9").mkdir()
        with self.assertRaises(fence.Overtaken):
            fence.publish(self.disk, fence.Claim(self.shop, old.number + 1), self.result())
        self.assertEqual(fence.claim(self.disk, self.shop).number, 10)
        fence.publish(self.disk, fence.Claim(self.shop, 10), self.result())
        self.assertEqual(ledger_text(self.shop / fence.LEDGER), "before and after")


class Halves(ShopTest):
    def test_half_a_copy_while_publishing(self) -> None:
        """The copy that comes out short is seen, and nothing is published."""
        claimed = fence.claim(self.disk, self.shop)
        before = tree(self.shop)
        with self.assertRaisesRegex(OSError, "half a copy"):
            fence.publish(HalfCopying(), claimed, self.result())
        self.assertEqual(tree(self.shop), before)
        fence.publish(self.disk, fence.claim(self.disk, self.shop), self.result())
        self.is_done()

    def test_half_a_copy_of_somebody_killed(self) -> None:
        claimed = fence.claim(self.disk, self.shop)
        room = self.shop / fence.FENCE / f"claim-{claimed.number}" / f"result-{claimed.number}"
        room.mkdir()
        (room / fence.LEDGER).write_text("bef", encoding="utf-8")
        again = fence.claim(self.disk, self.shop)
        self.assertFalse((self.shop / fence.LEDGER).exists())
        fence.publish(self.disk, again, self.result())
        self.is_done()

    def test_half_a_ledger_that_was_published(self) -> None:
        """Storage that loses what it had synced: nothing of the result counts, and the night is done anew."""
        claimed, result = fence.claim(self.disk, self.shop), self.result()
        with mock.patch.object(fence, "_lay_out"):
            fence.publish(self.disk, claimed, result)
        published = self.shop / fence.FENCE / f"published-{claimed.number}" / f"result-{claimed.number}"
        os.truncate(published / fence.LEDGER, 3)
        before = tree(self.shop)
        again = fence.claim(self.disk, self.shop)
        self.assertEqual({**tree(self.shop), "failed": None}, {**before, "failed": None})
        fence.publish(self.disk, again, self.result())
        self.is_done()

    def test_full_disk_at_each_step(self) -> None:
        """Full for one step or for good, in this attempt; the next one, on an emptier disk, leaves all as if undisturbed."""
        failed = 0
        for steps in (1, 1000):
            for at in range(1, 60):
                with self.subTest(f"step {at}, {steps}"):
                    shutil.rmtree(self.shop)
                    self.setUp()
                    claimed, result = fence.claim(self.disk, self.shop), self.result()
                    try:
                        fence.publish(Broken(at, errno.ENOSPC, steps), claimed, result)
                    except OSError as error:
                        self.assertEqual(error.errno, errno.ENOSPC)
                        failed += 1
                    if fence.is_half_laid_out(self.disk, self.shop):
                        self.assertEqual(ledger_text(self.shop / fence.LEDGER), "before and after")
                    again = fence.claim(self.disk, self.shop)
                    if (self.shop / "inbox" / "a.csv").exists():
                        self.assertFalse((self.shop / fence.LEDGER).exists(), "a ledger without the rest")
                        fence.publish(self.disk, again, self.result())
                    self.is_done()
        self.assertGreater(failed, 40)

    def test_half_laid_out(self) -> None:
        """Whoever ends the night can tell that a shop is not to be touched."""
        claimed, result = fence.claim(self.disk, self.shop), self.result()
        self.assertFalse(fence.is_half_laid_out(self.disk, self.shop))
        with mock.patch.object(fence, "_make_parents", side_effect=OSError(errno.ENOSPC, "full")), self.assertRaises(OSError):
            fence.publish(self.disk, claimed, result)
        self.assertTrue(fence.is_half_laid_out(self.disk, self.shop))
        fence.claim(self.disk, self.shop)
        self.assertFalse(fence.is_half_laid_out(self.disk, self.shop))
        self.is_done()


class Nights(unittest.TestCase):
    """A task's unit of work, with a program that stands for the installed one."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.chain = self.scratch / "chain"
        for name in ("one", "two"):
            (self.chain / name / "inbox").mkdir(parents=True)
            self.bring(name, "a.csv", age_s=3600)
        (self.chain / "chain.json").write_text("{}", encoding="utf-8")
        self.shops = [night.Shop("one", "one"), night.Shop("two", "two")]

    def bring(self, shop: str, name: str, age_s: float) -> None:
        path = self.chain / shop / "inbox" / name
        path.write_text(f"{shop} {name}\n", encoding="utf-8")
        changed = time.time() - age_s
        os.utime(path, (changed, changed))

    def job(self, program: str = PROGRAM, **more: object) -> night.Night:
        path = self.scratch / "program"
        path.write_text(program, encoding="utf-8")
        path.chmod(0o755)
        said: dict[str, object] = {"shops": {"one": {}, "two": {}}}
        values = {"options": (), "settings": json.dumps(said), "manifest": "", "exports": (), "settle_s": 10.0, **more}
        return night.Night(chain=str(self.chain), date=DATE, program=str(path), **values)  # type: ignore[arg-type]

    def is_done(self, shop: str) -> None:
        own = self.chain / shop
        self.assertEqual((own / "shop.sqlite").read_text(encoding="utf-8"), f"{shop} a.csv\n")
        self.assertEqual(os.listdir(own / "inbox"), [])
        self.assertEqual(os.listdir(own / "done" / DATE), ["a.csv"])

    def states(self, outcomes: list[night.Outcome]) -> dict[str, str]:
        return {outcome.folder: outcome.state for outcome in outcomes}

    def test_undisturbed(self) -> None:
        self.assertEqual(self.states(night.work(self.job(), self.shops)), {"one": "published", "two": "published"})
        self.is_done("one")
        self.is_done("two")

    def test_a_file_name_that_is_not_utf8(self) -> None:
        """A till that writes CP949 names its file in it, too."""
        name = "주문.csv".encode("cp949")
        inbox = os.fsencode(self.chain / "one" / "inbox")
        os.rename(os.path.join(inbox, b"a.csv"), os.path.join(inbox, name))
        self.assertEqual(self.states(night.work(self.job(), self.shops)), {"one": "published", "two": "published"})
        self.assertEqual(os.listdir(inbox), [])
        self.assertEqual(os.listdir(os.fsencode(self.chain / "one" / "done" / DATE)), [name])

    def test_lives_on_and_publishes(self) -> None:
        """While its program runs, its shops are claimed, worked on and published by another attempt."""
        marks = f'touch {self.scratch}/began; while [ ! -e {self.scratch}/go ]; do sleep 0.01; done'
        late = self.job(PROGRAM.replace("set -eu\n", f"set -eu\n{marks}\n"))
        late_program = self.scratch / "late"
        Path(late.program).rename(late_program)
        late = self.with_program(late, str(late_program))
        errors: list[BaseException] = []

        def run() -> None:
            try:
                night.work(late, self.shops)
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        while not (self.scratch / "began").exists():
            time.sleep(0.01)
        night.work(self.job(), self.shops)
        before = tree(self.chain)
        (self.scratch / "go").touch()
        thread.join()
        self.assertEqual([type(error) for error in errors], [fence.Overtaken])
        self.assertIn("one, two", str(errors[0]))
        self.assertEqual(tree(self.chain), before)
        self.is_done("one")

    def with_program(self, given: night.Night, program: str) -> night.Night:
        return night.Night(**{**given.__dict__, "program": program})

    def test_clocks(self) -> None:
        """An executor's own clock may be a day off: what has settled is asked of the storage's."""
        for shift_s in (-86400.0, 86400.0):
            with self.subTest(shift_s):
                shutil.rmtree(self.chain)
                self.setUp()
                real = time.time
                with mock.patch.object(time, "time", lambda shift_s=shift_s, real=real: real() + shift_s):
                    outcomes = night.work(self.job(), self.shops)
                self.assertEqual(self.states(outcomes), {"one": "published", "two": "published"})

    def test_file_of_the_future(self) -> None:
        """A till whose clock goes before may still be writing: its shop is left to the end, and holds nobody up."""
        self.bring("one", "b.csv", age_s=-7200)
        outcomes = night.work(self.job(), self.shops)
        self.assertEqual(self.states(outcomes), {"one": "left", "two": "published"})
        self.assertEqual(sorted(os.listdir(self.chain / "one" / "inbox")), ["a.csv", "b.csv"])
        naps: list[float] = []
        files = [self.chain / "one" / "inbox" / name for name in ("b.csv", "gone.csv")] * 100
        with mock.patch.object(time, "sleep", naps.append):
            night.wait_until_settled(files, 10.0, time.time_ns())
        self.assertEqual(naps, [10.0])

    def test_full_disk_for_copies(self) -> None:
        """Each try fails, so that Spark repeats it elsewhere; the last one leaves the shops to the driver."""
        with mock.patch.object(shutil, "copy2", side_effect=OSError(errno.ENOSPC, "full")):
            with self.assertRaises(OSError):
                night.work(self.job(), self.shops)
            outcomes = night.work(self.job(), self.shops, is_last_try=True)
        self.assertEqual(self.states(outcomes), {"one": "left", "two": "left"})
        missing = self.job(scratch=str(self.scratch / "nowhere"))
        self.assertEqual(self.states(night.work(missing, self.shops, is_last_try=True)), {"one": "left", "two": "left"})
        self.assertEqual(self.states(night.work(self.job(), self.shops)), {"one": "published", "two": "published"})

    def test_full_disk_for_one(self) -> None:
        """A shop that cannot be published holds up no other."""
        publish = fence.publish

        def full(disk: Disk, claimed: fence.Claim, result: fence.Result) -> None:
            if claimed.shop.name == "one":
                raise OSError(errno.ENOSPC, "full")
            publish(disk, claimed, result)

        with mock.patch.object(fence, "publish", full):
            with self.assertRaises(OSError):
                night.work(self.job(), self.shops)
            self.is_done("two")
            outcomes = night.work(self.job(), self.shops, is_last_try=True)
        self.assertEqual(self.states(outcomes)["one"], "left")
        self.assertEqual(os.listdir(self.chain / "one" / "inbox"), ["a.csv"])
        night.work(self.job(), self.shops)
        self.is_done("one")

    def test_program_that_fails(self) -> None:
        broken = self.job("#!/bin/sh\necho no memory\nexit 137\n")
        with self.assertRaisesRegex(night.Failed, "137: no memory"):
            night.work(broken, self.shops)
        self.assertEqual(self.states(night.work(broken, self.shops, is_last_try=True)), {"one": "left", "two": "left"})
        self.assertFalse((self.chain / "one" / "shop.sqlite").exists())

    def test_shops_that_are_not_worked_on(self) -> None:
        shops = {"one": {}, "two": {"also": ["둘"]}, "three": {"folder": "3"}, "four": {"closed": DATE}}
        self.assertEqual(night._known(shops, ["one"], has_exports=False), {"one": {}})
        known = night._known(shops, ["one"], has_exports=True)
        self.assertEqual(known.pop("one"), {})
        self.assertEqual(known.pop("four"), {"closed": DATE})
        self.assertEqual(list(known.values()), [{"also": ["two", "둘", "three"]}])


def copying_rename(path: Path, to: Path) -> None:
    """As a mounted bucket does: a copy, and then the other goes. Of two at once both may come to the end of it."""
    if not path.is_dir():
        os.replace(path, to)
        return
    if to.is_dir() and os.listdir(to):
        raise OSError(errno.ENOTEMPTY, "not empty")
    shutil.copytree(path, to, dirs_exist_ok=True)
    time.sleep(0.005)
    shutil.rmtree(path, ignore_errors=True)


def careless_rename(path: Path, to: Path) -> None:
    """A storage on which the second of two renames succeeds as well."""
    try:
        os.replace(path, to)
    except FileNotFoundError:
        os.mkdir(to)


def replacing_rename(path: Path, to: Path) -> None:
    if to.is_dir():
        shutil.rmtree(to)
    os.replace(path, to)


def replacing_link(path: Path, to: Path) -> None:
    to.unlink(missing_ok=True)
    shutil.copy(path, to)


def refuse(*_: object) -> None:
    raise OSError(errno.ENOTSUP, "not supported")


class Probe(unittest.TestCase):
    """Storage is refused that breaks any of its promises."""

    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def refuses(self, sentence: str, place: object, name: str, breach: Callable[..., object]) -> None:
        with mock.patch.object(place, name, breach), self.assertRaisesRegex(probe.Unfit, sentence):
            probe.probe(self.folder)
        self.assertEqual(os.listdir(self.folder), [], "it leaves nothing")

    def test_fit(self) -> None:
        probe.probe(self.folder)
        self.assertEqual(os.listdir(self.folder), [])

    def test_two_renames_at_once(self) -> None:
        self.refuses("of those who rename a folder at once, one wins", os, "rename", copying_rename)

    def test_two_renames(self) -> None:
        self.refuses("one that has gone cannot be", os, "rename", careless_rename)

    def test_rename_over_a_folder(self) -> None:
        self.refuses("replaces no folder that holds something", os, "rename", replacing_rename)

    def test_links(self) -> None:
        self.refuses("second name by a hard link", os, "link", refuse)
        self.refuses("second name by a hard link", os, "link", replacing_link)

    def test_syncs(self) -> None:
        self.refuses("synced", os, "fsync", refuse)

    def test_locks(self) -> None:
        self.refuses("seen by others", fcntl, "lockf", lambda *_: None)
        self.refuses("seen by others", fcntl, "lockf", refuse)

    def test_folder_that_is_not_there(self) -> None:
        with self.assertRaises(probe.Unfit):
            probe.probe(self.folder / "nowhere")


if __name__ == "__main__":
    unittest.main(verbosity=0)
