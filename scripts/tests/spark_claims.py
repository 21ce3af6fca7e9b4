"""Tests of claims, of the unit of work of a task, and of the storage probe, with failures; they do not need Spark."""

import contextlib
import errno
import fcntl
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time
from unittest import mock

import pytest

from shop import ROOT

sys.path.insert(0, str(ROOT / "scripts/spark"))

from juice_chain import fence, night, probe  # noqa: E402
from juice_chain.disk import Busy, Disk  # noqa: E402

DATE = "2026-11-23"
# Replaces the program: for each inbox file, writes a line to the ledger and a report, and then writes the facts.
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
FULL = OSError(errno.ENOSPC, "full")
PUBLISHED, LEFT = {"one": "published", "two": "published"}, {"one": "left", "two": "left"}


class Broken(Disk):
    """A disk that fails at the step `at`, counted from 1, and at the following steps, `steps` in all."""

    def __init__(self, at, steps):
        self.steps, self.count = range(at, at + steps), 0

    def __getattribute__(self, name):
        if name in ("make_folder", "link", "write", "copy", "rename", "sync"):
            self.count += 1
            if self.count in self.steps:
                raise FULL
        return super().__getattribute__(name)


def tree(folder):
    """The files below a folder with their bytes, except for those in the fence and empty folders for failed files."""
    return {str(path.relative_to(folder)): None if path.is_dir() else path.read_bytes() for path in sorted(folder.rglob("*"))
            if not str(path.relative_to(folder)).startswith((".fence", "failed"))}


class Shop:
    """A shop with a file in its inbox, and the result that attempts publish."""

    def __init__(self, scratch):
        self.folder, self.scratch = scratch / "shop", scratch
        self.inbox, self.fence, self.ledger = self.folder / "inbox", self.folder / fence.FENCE, self.folder / fence.LEDGER
        self.inbox.mkdir(parents=True)
        (self.inbox / "a.csv").write_text("order 1\n", encoding="utf-8")

    def claim(self):
        return fence.claim(Disk(), self.folder)

    def write_ledger(self, path, text):
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(f"CREATE TABLE ledger AS SELECT '{text}' AS text")

    def ledger_text(self):
        with contextlib.closing(sqlite3.connect(f"{self.ledger.as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT text FROM ledger").fetchone()[0]

    def publish(self, claimed, disk=None):
        made = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        (made / "report").mkdir()
        self.write_ledger(made / "ledger", "before and after")
        (made / "report/report.md").write_text("before and after", encoding="utf-8")
        identity = Disk().identity(self.inbox / "a.csv")
        moves = [fence.Move("a.csv", identity, f"done/{DATE}/a.csv")] if identity else []
        result = fence.Result(None, made / "ledger", ["failed"], [fence.Put(made / "report", f"reports/{DATE}/a")], moves)
        fence.publish(disk or Disk(), claimed, result)

    def is_half_laid_out(self):
        return fence.is_half_laid_out(Disk(), self.folder)

    def check(self):
        """Checks that the result was published once, and that after the next claim no temporary files are left."""
        self.claim()
        assert self.ledger_text() == "before and after"
        places = self.inbox, self.folder / "done" / DATE, self.folder / "reports" / DATE
        assert [os.listdir(place) for place in places] == [[], ["a.csv"], ["a"]]
        (token,) = self.fence.iterdir()
        assert not os.listdir(token)


@pytest.fixture
def shop(tmp_path):
    return Shop(tmp_path)


def test_invalid_claim_numbers(shop):
    claimed = shop.claim()
    for name in ("claim-", "claim-x", "claim--1", "claim-1.5", "claim-99 ", "claim-٩٩", "claim-099", "Claim-99", "claim-9\n"):
        (shop.fence / name).mkdir()
    assert shop.claim().number == claimed.number + 1
    assert (shop.fence / "claim-٩٩").is_dir(), "what is no claim is left alone"


@pytest.mark.parametrize("is_folder", [True, False])
def test_fence_without_a_claim(is_folder, shop, monkeypatch):
    """A fence that another version of the job may have made is refused."""
    if is_folder:
        (shop.fence / "token.2/claim-1").mkdir(parents=True)
    else:
        shop.fence.write_text("claim-1", encoding="utf-8")
    monkeypatch.setattr(fence, "TOKEN_PATIENCE_S", 0.05)
    with pytest.raises(Busy, match="token.2" if is_folder else ""):
        shop.claim()


def test_older_claim_beside(shop):
    """Of two tokens, as after restoring a backup, the greater number counts, and an older attempt cannot publish."""
    old = shop.claim()
    (shop.fence / "claim-9").mkdir()
    with pytest.raises(fence.Overtaken):
        shop.publish(fence.Claim(shop.folder, old.number + 1))
    assert shop.claim().number == 10
    shop.publish(fence.Claim(shop.folder, 10))
    assert shop.ledger_text() == "before and after"


def half_a_copy(shop, claimed):
    """The storage copies half of the ledger without an error, which is detected while publishing."""
    copy = Disk.copy

    def halve(disk, path, to):
        copy(disk, path, to)
        os.truncate(to, path.stat().st_size // 2)

    with mock.patch.object(Disk, "copy", halve), pytest.raises(OSError, match="half a copy"):
        shop.publish(claimed)


def copy_of_a_killed_attempt(shop, claimed):
    room = shop.fence / f"claim-{claimed.number}/result-{claimed.number}"
    room.mkdir()
    (room / fence.LEDGER).write_text("bef", encoding="utf-8")


def truncated_published_ledger(shop, claimed):
    """The storage loses synced data of the published ledger."""
    with mock.patch.object(fence, "_lay_out"):
        shop.publish(claimed)
    os.truncate(shop.fence / f"published-{claimed.number}/result-{claimed.number}" / fence.LEDGER, 3)


@pytest.mark.parametrize("damage", [half_a_copy, copy_of_a_killed_attempt, truncated_published_ledger])
def test_incomplete_ledger_is_not_applied(damage, shop):
    claimed, before = shop.claim(), tree(shop.folder)
    damage(shop, claimed)
    again = shop.claim()
    assert tree(shop.folder) == before
    shop.publish(again)
    shop.check()


def test_ledger_that_another_run_has_changed(shop):
    claimed = shop.claim()
    shop.write_ledger(shop.ledger, "another run")
    shop.publish(claimed)
    assert (shop.ledger_text(), os.listdir(shop.inbox)) == ("another run", ["a.csv"])


@pytest.mark.parametrize("steps", [1, 1000])
def test_full_disk_at_each_step(steps, tmp_path):
    """After an attempt on a disk that was full for one step or all later steps, the next attempt has the usual result."""
    failed, was_half = 0, False
    for at in range(1, 60):
        shop = Shop(tmp_path / str(at))
        claimed = shop.claim()
        try:
            shop.publish(claimed, Broken(at, steps))
        except OSError as error:
            assert error.errno == errno.ENOSPC
            failed += 1
        was_half |= shop.is_half_laid_out()
        assert not shop.is_half_laid_out() or shop.ledger_text() == "before and after"
        again = shop.claim()
        assert not shop.is_half_laid_out()
        if (shop.inbox / "a.csv").exists():
            assert not shop.ledger.exists(), "a ledger without the rest"
            shop.publish(again)
        shop.check()
    assert failed > 25 and was_half


class Job:
    """A chain of two shops, and the unit of work of a task for it, with a replacement for the program."""

    def __init__(self, scratch):
        self.scratch, self.chain = scratch, scratch / "chain"
        self.shops = [night.Shop("one", "one"), night.Shop("two", "two")]
        for name in ("one", "two"):
            (self.chain / name / "inbox").mkdir(parents=True)
            self.bring(name, "a.csv", age_s=3600)
        (self.chain / "chain.json").write_text("{}", encoding="utf-8")

    def bring(self, shop, name, age_s):
        path = self.chain / shop / "inbox" / name
        path.write_text(f"{shop} {name}\n", encoding="utf-8")
        os.utime(path, (time.time() - age_s,) * 2)

    def work(self, program=PROGRAM, is_last_try=False):
        path = self.scratch / "program"
        path.write_text(program, encoding="utf-8")
        path.chmod(0o755)
        settings = json.dumps({"shops": {"one": {}, "two": {}}})
        job = night.Night(str(self.chain), DATE, str(path), (), settings, manifest="", exports=(), settle_s=10.0)
        return {outcome.folder: outcome.state for outcome in night.work(job, self.shops, is_last_try)}

    def check(self, shop):
        own = self.chain / shop
        assert (own / "shop.sqlite").read_text(encoding="utf-8") == f"{shop} a.csv\n"
        assert (os.listdir(own / "inbox"), os.listdir(own / "done" / DATE)) == ([], ["a.csv"])


@pytest.fixture
def job(tmp_path):
    return Job(tmp_path)


def test_file_name_that_is_not_utf8(job):
    """An inbox file has a name in CP949, as a POS on Windows may write it."""
    name, inbox = os.fsdecode("주문.csv".encode("cp949")), job.chain / "one/inbox"
    (inbox / "a.csv").rename(inbox / name)
    assert job.work() == PUBLISHED
    job.check("two")
    assert (os.listdir(inbox), os.listdir(job.chain / "one/done" / DATE)) == ([], [name])


def test_overtaken_attempt_that_publishes(job):
    """While the program of an attempt runs, another attempt claims its shops and publishes their results."""
    run_program, trees = night._run, []

    def run_late(*given):
        with mock.patch.object(night, "_run", run_program):
            assert job.work() == PUBLISHED
        trees.append(tree(job.chain))
        run_program(*given)

    with mock.patch.object(night, "_run", run_late), pytest.raises(fence.Overtaken, match="one, two"):
        job.work()
    assert tree(job.chain) == trees[0]
    job.check("one")


def test_waiting_part(job):
    assert job.work(PROGRAM.replace("mkdir -p done", "mkdir -p .parts/1 done")) == LEFT, "kept by the run"
    (job.chain / "one/.parts/1").mkdir(parents=True)
    assert job.work() == {"one": "left", "two": "published"}, "kept before"


@pytest.mark.parametrize("shift_s", [-86400, 86400])
def test_clocks(shift_s, job, monkeypatch):
    """The clock of an executor may be wrong by a day, since the storage's clock decides which files are settled."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + shift_s)
    assert job.work() == PUBLISHED


def test_file_of_the_future(job, monkeypatch):
    """A shop with a file whose time is in the future is left to the driver, and does not delay other shops."""
    job.bring("one", "b.csv", age_s=-7200)
    assert job.work() == {"one": "left", "two": "published"}
    assert sorted(os.listdir(job.chain / "one/inbox")) == ["a.csv", "b.csv"]
    naps = []
    monkeypatch.setattr(time, "sleep", naps.append)
    night.wait_until_settled([job.chain / "one/inbox" / name for name in ("b.csv", "gone.csv")], 10.0, time.time_ns())
    assert naps == [10.0]


def test_full_disk_for_copies(job, monkeypatch):
    """On a full disk, an attempt fails, so that Spark repeats it elsewhere; the last attempt leaves the shops to the driver."""
    with mock.patch.object(shutil, "copy2", side_effect=FULL):
        with pytest.raises(OSError):
            job.work()
        assert job.work(is_last_try=True) == LEFT
    monkeypatch.setattr(tempfile, "tempdir", str(job.scratch / "nowhere"))
    assert job.work(is_last_try=True) == LEFT
    monkeypatch.undo()
    assert job.work() == PUBLISHED


def test_full_disk_for_one(job):
    """A shop whose result cannot be published does not stop the other shops."""
    publish = fence.publish

    def full(disk, claimed, result):
        if claimed.shop.name == "one":
            raise FULL
        publish(disk, claimed, result)

    with mock.patch.object(fence, "publish", full):
        with pytest.raises(OSError):
            job.work()
        job.check("two")
        assert job.work(is_last_try=True)["one"] == "left"
    assert os.listdir(job.chain / "one/inbox") == ["a.csv"]
    job.work()
    job.check("one")


def test_program_that_fails(job):
    broken = "#!/bin/sh\necho no memory\nexit 137\n"
    with pytest.raises(night.Failed, match="137: no memory"):
        job.work(broken)
    assert job.work(broken, is_last_try=True) == LEFT
    assert not (job.chain / "one/shop.sqlite").exists()


def test_shops_that_are_not_worked_on():
    shops = {"one": {}, "two": {"also": ["둘"]}, "three": {"folder": "3"}, "four": {"closed": DATE}}
    assert night._known(shops, ["one"], has_exports=False) == {"one": {}}
    known = night._known(shops, ["one"], has_exports=True)
    assert (known.pop("one"), known.pop("four")) == ({}, {"closed": DATE})
    assert list(known.values()) == [{"also": ["two", "둘", "three"]}]


def copying_rename(path, to):
    """Renames like a mounted bucket, by copying and then removing; two at once may both succeed."""
    if not path.is_dir():
        os.replace(path, to)
    elif to.is_dir() and os.listdir(to):
        raise OSError(errno.ENOTEMPTY, "not empty")
    else:
        shutil.copytree(path, to, dirs_exist_ok=True)
        time.sleep(0.005)
        shutil.rmtree(path, ignore_errors=True)


def careless_rename(path, to):
    """Renames like a storage on which the second of two renames of the same folder succeeds as well."""
    os.replace(path, to) if path.exists() else os.mkdir(to)


def replacing(action):
    def replace(path, to):
        if to.exists():
            shutil.rmtree(to) if to.is_dir() else to.unlink()
        action(path, to)
    return replace


def refuse(*_):
    raise OSError(errno.ENOTSUP, "not supported")


@pytest.mark.parametrize(("place", "name", "breach", "sentence"), [
    (os, "rename", copying_rename, "of those who rename a folder at once, one wins"),
    (os, "rename", careless_rename, "one that has gone cannot be"),
    (os, "rename", replacing(os.replace), "replaces no folder that holds something"),
    (os, "link", refuse, "second name by a hard link"), (os, "link", replacing(shutil.copy), "second name by a hard link"),
    (os, "fsync", refuse, "synced"),
    (fcntl, "lockf", refuse, "seen by others"), (fcntl, "lockf", lambda *_: None, "seen by others")])
def test_probe(place, name, breach, sentence, tmp_path):
    """The probe accepts storage with all guarantees, refuses it if a guarantee is missing, and leaves no files."""
    probe.probe(tmp_path)
    with mock.patch.object(place, name, breach), pytest.raises(probe.Unfit, match=sentence):
        probe.probe(tmp_path)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("folder", ["/proc", "/nonexistent"])
def test_probe_of_no_storage(folder):
    with pytest.raises(probe.Unfit):
        probe.probe(pathlib.Path(folder))
