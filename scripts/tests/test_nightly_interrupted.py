"""Nights that are stopped by what is no file's fault: a full disk, a ledger that is held or damaged, wrong settings, a
crash. The unit tests of Night have the causes that cannot be brought about here."""

import concurrent.futures
import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest

from shop import PROGRAM, ROOT, Shop, run, tree

KILLED_AT = ["renameat2", "renameat", "unlinkat", "fdatasync", "fsync", "unlink", "flock", "mkdirat", "pwrite64"]
KILLED_IN = [1, 2, 3, 4, 6, 9]

def test_nightly_stops_for_a_full_disk(shop):
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.deliver("b.csv", "item", "망고쥬스")
    # No file may grow beyond some blocks: not the ledger, and not the reports.
    shop.night(74, behind=["prlimit", "--fsize=2048"])
    assert shop.waiting() == ["a.csv", "b.csv"]
    shop.night(0)
    assert shop.stored("done") == ["a.csv", "b.csv"]
    shop.verify()


def test_nightly_stops_for_a_ledger_in_use(shop):
    shop.deliver("a.csv", "item", "망고쥬스")
    shop.night(0)
    shop.deliver("c.csv", "item,quantity", "키위쥬스,1")
    ledger = sqlite3.connect(shop.ledger, isolation_level=None)
    ledger.execute("BEGIN EXCLUSIVE")
    shop.night(75, "--lock-wait", 0)
    ledger.close()
    assert shop.waiting() == ["c.csv"]
    shop.today("reports").mkdir(parents=True, exist_ok=True)
    (shop.today("reports") / "c").write_text("no folder\n")
    shop.night(0)
    assert (shop.today("reports") / "c.2").is_dir(), "a file in the place of the reports was in the way"
    shop.verify()


def test_nightly_stops_for_a_damaged_ledger(shop, tmp_path):
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.night(0)
    shop.deliver("d.csv", "item,quantity", "키위쥬스,100")
    shop.night(3, "--fail-on", "shortage")
    shutil.copy(shop.ledger, tmp_path / "sound.sqlite")
    with open(shop.ledger, "r+b") as ledger:
        ledger.seek(100)
        ledger.write(b"x" * 5000)
    shop.deliver("f.csv", "item,quantity", "망고쥬스,2")
    shop.night(78)
    assert shop.waiting() == ["f.csv"]
    shutil.copy(tmp_path / "sound.sqlite", shop.ledger)
    shop.night(0)
    assert shop.waiting() == []
    shop.verify()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_nightly_stops_when_asked_to(shop, number):
    """Asked to end while it waits for files to settle."""
    shop.deliver("f.csv", "item,quantity", "망고쥬스,2")
    with shop.start(settle=60) as night:
        time.sleep(1)
        night.process.send_signal(number)
        night.ended(128 + number)
    assert shop.waiting() == ["f.csv"]
    shop.night(0)
    shop.verify()


def test_nightly_makes_no_inbox_in_the_place_of_one_that_is_gone(shop):
    """Its share may not be mounted."""
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.night(0)
    shop.inbox.rename(shop.folder / "elsewhere")
    assert "inbox: the inbox is not there" in shop.night(66)
    assert not shop.inbox.exists()
    (shop.folder / "elsewhere").rename(shop.inbox)
    shop.night(0)


def test_nightly_puts_a_file_away_behind_a_mended_owner(shop):
    """Giving a folder another owner changes the time of change of all files in it."""
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.today("done").parent.mkdir()
    shop.today("done").write_text("in the way\n")
    shop.night(74)
    shop.today("done").unlink()
    run(0, "chown", "--recursive", f"{os.getuid()}:{os.getgid()}", shop.folder)
    assert "was applied by an earlier run (1)" in shop.night(0)
    assert shop.stored("done") == ["a.csv"] and shop.stored("repeated") == [] and shop.stock("키위") == 7


def test_nightly_starts_once(shop):
    shop.deliver("a.csv", "item", "키위쥬스")
    # Holds the lock as a first call would.
    with open(shop.folder / ".nightly.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        shop.night(75)
        assert shop.waiting() == ["a.csv"]
    shop.night(0)


def test_nightly_blames_no_file_for_its_settings(shop, tmp_path):
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.night(64, "--no-such-option")
    shop.night(66, "--menu", tmp_path / "none.csv")
    menu = tmp_path / "menu.csv"
    menu.write_text("juice\n")
    shop.night(78, "--menu", menu)
    shop.night(78, JUICE_BATCH_MENU=menu)
    settings = shop.folder / "juice-batch.json"
    settings.write_text('{"menu": "../menu.csv"}\n')
    shop.night(78)
    settings.unlink()
    assert shop.waiting() == ["a.csv"]
    shop.ledger.write_text("no ledger\n")
    shop.night(78)
    assert shop.waiting() == ["a.csv"]
    shop.ledger.unlink()
    shop.night(0, "--date", "2026-11-21")
    assert "2026-11-21" in (shop.today("reports") / "a/report.md").read_text(encoding="utf-8"), "an option was lost"


def test_nightly_refuses_what_is_not_for_nights(shop):
    """What would put a file away unread, or apply it twice."""
    shop.deliver("b.csv", "item", "키위쥬스")
    for option in ["--again", "--ledger=other.sqlite", "--output=elsewhere", "other.csv"]:
        shop.night(64, option)
    assert shop.waiting() == ["b.csv"]
    # Settled for run, they say nothing about nights.
    (shop.folder / "juice-batch.json").write_text('{"ledger": "other.sqlite", "output": "elsewhere"}\n')
    shop.night(0)
    assert not (shop.folder / "other.sqlite").exists() and not (shop.folder / "elsewhere").exists()
    run(66, ROOT / "scripts/nightly", "--folder", shop.folder.parent / "none", JUICE_BATCH_PROGRAM=PROGRAM)
    run(64, ROOT / "scripts/nightly", "--folder", shop.folder, "--settle", "soon", JUICE_BATCH_PROGRAM=PROGRAM)


def night_with_a_crash(folder, call, number):
    """Kills a night at a system call; the next night has to end as an undisturbed one. True if it was killed."""
    shop = Shop(folder)
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.deliver("b.csv", "item", "망고쥬스")
    killing = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    with shop.start(settle=0, behind=killing) as night:
        was_killed = night.process.wait() != 0
    shop.night(0)
    after = f"after a kill at {call} {number}"
    assert shop.stored("done") == ["a.csv", "b.csv"], after
    assert (shop.stock("키위"), shop.stock("망고")) == (7, 7), after
    assert shop.report_sets() == 2, after
    shop.verify()
    return was_killed


def test_nightly_carries_on_after_a_crash(tmp_path):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        nights = [pool.submit(night_with_a_crash, tmp_path / f"{call}-{number}" / "shop", call, number)
                  for call in KILLED_AT for number in KILLED_IN]
        killed = sum(night.result() for night in nights)
    assert killed > 25


def test_nightly_notices_a_standing_order_behind_a_crash(tmp_path):
    """Whatever the night that found it was killed at, it is told of, and never taken for what was cut short."""
    for call, number in [("renameat2", 1), ("renameat2", 2), ("renameat", 1), ("fsync", 1), ("fsync", 2)]:
        shop = Shop(tmp_path / f"{call}-{number}" / "shop")
        shop.deliver("friday.csv", "item", "키위쥬스")
        shop.night(0)
        shop.deliver("saturday.csv", "item", "키위쥬스")
        killing = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}",
                   "-e", f"inject={call}:signal=KILL:when={number}"]
        with shop.start(settle=0, behind=killing) as night:
            assert night.process.wait() != 0
        shop.night(4)
        assert (shop.stored("done"), shop.stored("repeated")) == (["friday.csv"], ["saturday.csv"]), f"{call} {number}"
        assert shop.stock("키위") == 7


def test_nightly_stops_without_its_ledger(shop, tmp_path):
    shop.deliver("a.csv", "item", "키위쥬스")
    assert "juice-batch: Created a new ledger: shop.sqlite" in shop.night(0)
    shop.deliver("b.csv", "item", "망고쥬스")
    shop.ledger.rename(tmp_path / "aside.sqlite")
    before = tree(shop.folder)
    output = shop.night(78)
    assert "its run log shop.sqlite.runs has runs" in output and "nothing was applied" in output
    assert tree(shop.folder) == before
    (shop.folder / "shop.sqlite.runs").rename(tmp_path / "aside.sqlite.runs")
    assert "Run juice-batch restore" in shop.night(78)
    # What is left of the first night is in the way of a second ledger, too.
    shutil.rmtree(shop.folder / "done")
    shop.night(78)
    (tmp_path / "aside.sqlite").rename(shop.ledger)
    (tmp_path / "aside.sqlite.runs").rename(shop.folder / "shop.sqlite.runs")
    assert "new ledger" not in shop.night(0)
    shop.verify()


def test_nightly_killed_behind_what_it_put_aside(shop):
    """The next nightly run reports files that a killed one put aside without a message."""
    shop.deliver("0.csv", "action,item,quantity", "입고,키위,5")
    shop.night(0)
    shop.deliver("a.csv", 'item', '"키위쥬스')
    shop.deliver("b.csv", "action,item,quantity", "입고,키위,5")
    shop.deliver("c.csv", "action,item,quantity", "입고,키위,9")
    # The first thing that SQLite syncs: the run of the last file.
    shop.night(137, behind=["strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=fdatasync",
                            "-e", "inject=fdatasync:signal=KILL:when=1"])
    assert shop.stored("failed") == ["a.csv"] and shop.stored("repeated") == ["b.csv"]
    assert "interrupted" in shop.night(65)
    assert shop.stored("done") == ["0.csv", "c.csv"] and shop.stock("키위") == 24
    shop.night(0)


FULL_DISK_FILES = 8
# A night on a disk of so many kB, what it leaves there, then another one on a disk with room.
FULL_DISK_NIGHTS = f"""
mount -t tmpfs -o size=$1k none "$2" && cd "$2" && mkdir -p shop/inbox
for n in $(seq {FULL_DISK_FILES}); do printf 'id,item\\n%s,망고쥬스\\n' $n >shop/inbox/$n.csv; done
night() {{ "$JUICE_BATCH_PROGRAM" nightly --folder shop --settle 0 --language en --column id=id --quiet 2>&1; echo "=$?"; }}
night; echo ==; ls shop/inbox; echo ==; ls shop/done/* 2>/dev/null; echo ==
mount -o remount,size=64m "$2"
night; echo ==
"$JUICE_BATCH_PROGRAM" verify --ledger shop/shop.sqlite && "$JUICE_BATCH_PROGRAM" history --ledger shop/shop.sqlite --json
"""


def can_mount(folder):
    """Whether a file system of its own can be mounted for a process."""
    return subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", folder], stderr=subprocess.DEVNULL,
                          check=False).returncode == 0


@pytest.mark.parametrize("kilobytes", [170, 260, 340, 420, 560, 700])
def test_nightly_on_a_full_disk_says_what_was_applied(tmp_path, kilobytes):
    """Wherever the disk is full, in the ledger, a report, the run log or the backup: what was applied is said, and is so."""
    if not can_mount(tmp_path):
        pytest.skip("nothing can be mounted here")
    said = run(0, "unshare", "--mount", "--propagation", "private", "bash", "-c", FULL_DISK_NIGHTS, "bash", kilobytes,
               tmp_path, JUICE_BATCH_PROGRAM=PROGRAM)
    first, waiting, done, second, history = said.split("==\n")
    runs = len(done.split())
    assert first.endswith("=74\n") and len(waiting.split()) == FULL_DISK_FILES - runs
    assert f"{runs + 1}.csv: stopped (exit code 74)" in first
    told = {0: "Nothing was applied.", 1: "Run 1 was applied before and remains; nothing else was."}.get(
        runs, f"Runs 1–{runs} were applied before and remain; nothing else was.")
    assert told in first, first
    assert second.endswith("=0\n")
    assert [one["run"] for one in json.loads(history[history.index("{"):])["runs"]] == [*range(FULL_DISK_FILES, 0, -1)]
