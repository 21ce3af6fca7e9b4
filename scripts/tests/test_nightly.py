"""Nightly runs that are killed, on a full disk or on a ledger that cannot be read, removal of expired files, and chains.
JuiceShopTests covers inbox, settings and ledger."""

import collections
import datetime
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from books import REPORTS, TRACE, injecting
from shop import PROGRAM, SECONDS_MAX, Shop, ended, exit_code, run

KILLED_AT = ["renameat2", "renameat", "unlinkat", "fdatasync", "fsync", "unlink", "flock", "mkdirat", "pwrite64"]
KILLED_IN = [1, 2, 3, 4, 6, 9]
# What strace shows is chosen by the argument that follows.
TRACING = ["strace", "-f", "-y", "-qq", "-e"]


def kill_a_night(shop, call, number, *arguments):
    return ended(*injecting(call, "signal=KILL", number), *shop.command(0), *arguments)[0] != 0


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_nightly_stops_on_a_signal(shop, number):
    """A signal arrives while the run waits for files to settle."""
    shop.deliver("f.csv", "item,quantity", "망고쥬스,2")
    with subprocess.Popen([*map(str, shop.command(60))], stdout=subprocess.DEVNULL) as night:
        time.sleep(1)
        night.send_signal(number)
        assert exit_code(night.wait(SECONDS_MAX)) == 128 + number
    assert os.listdir(shop.inbox) == ["f.csv"]
    shop.night(0)
    shop.verify()


@pytest.mark.parametrize("call", KILLED_AT)
def test_nightly_recovers_after_a_kill(tmp_path, call):
    killed = 0
    for number in KILLED_IN:
        shop = Shop(tmp_path / f"{number}" / "shop")
        shop.deliver("a.csv", "item", "키위쥬스")
        shop.deliver("b.csv", "item", "망고쥬스")
        if not kill_a_night(shop, call, number):
            break
        killed += 1
        shop.night(0)
        assert shop.stored("done") == ["a.csv", "b.csv"], number
        assert (shop.stock("키위"), shop.stock("망고"), len([*shop.folder.glob("reports/**/report.md")])) == (7, 7, 2), number
        shop.verify()
    assert killed


def syncs(trace):
    """The files and folders that a traced command synced, in order."""
    return re.findall(r"f(?:data)?sync\([0-9]+<([^>]*)>\) += 0", trace.read_text(encoding="utf-8"))


def test_nightly_syncs_before_the_commit(shop):
    """The in-flight log and the reports are synced before the first commit to the ledger, and the run log after the last; a new
    file is synced before it replaces another."""
    shop.deliver("a.csv", "item", "키위쥬스")
    trace = shop.folder.parent / "trace"
    shop.night(0, behind=[*TRACING, "trace=fsync,fdatasync,renameat", "-o", trace])
    synced = syncs(trace)
    ledger = f"{shop.folder}/shop.sqlite"
    before = synced[:synced.index(ledger)]
    assert f"{shop.folder}/.nightly.inflight.new" in before, synced
    assert {os.path.basename(path) for path in before if "/reports/" in path} > REPORTS, synced
    assert f"{ledger}.runs" in synced[synced.index(ledger):], synced
    replacing = {"/".join(found) for found in re.findall(r'renameat\([0-9]+<([^>]*)>, "([^"]*)"', trace.read_text(encoding="utf-8"))}
    assert f"{shop.folder}/backup/.backup.new" in replacing and replacing <= set(synced), replacing - set(synced)


def test_chain_run_syncs_its_manifest(tmp_path):
    """The manifest of a chain's run and its folder are synced before the ledger of a shop is created."""
    run(0, PROGRAM, "chain", "add", tmp_path, "gangnam")
    (tmp_path / "gangnam/inbox/a.csv").write_text("item\n키위쥬스\n", encoding="utf-8")
    trace = tmp_path / "trace"
    run(0, *TRACING, "trace=fsync,fdatasync", "-o", trace, PROGRAM, "chain", "run", tmp_path, "--date", "2026-11-20")
    synced = syncs(trace)
    before = synced[:synced.index(f"{tmp_path}/gangnam/shop.sqlite")]
    assert {f"{tmp_path}/.night/2026-11-20", f"{tmp_path}/.night"} <= set(before), synced


def test_nightly_reports_files_set_aside_before_a_kill(shop):
    """The next nightly run reports files that a killed nightly run moved to failed/ or repeated/ without a message."""
    shop.deliver("0.csv", "action,item,quantity", "입고,키위,5")
    shop.night(0)
    shop.deliver("a.csv", 'item', '"키위쥬스')
    shop.deliver("b.csv", "action,item,quantity", "입고,키위,5")
    shop.deliver("c.csv", "action,item,quantity", "입고,키위,9")
    # SQLite's first sync is in the run of the last file.
    shop.night(137, behind=injecting("fdatasync", "signal=KILL", 1))
    assert shop.stored("failed") == ["a.csv"] and shop.stored("repeated") == ["b.csv"]
    assert "interrupted" in shop.night(65)
    assert shop.stored("done") == ["0.csv", "c.csv"] and shop.stock("키위") == 24
    shop.night(0)


def test_nothing_is_applied_if_the_run_log_may_not_be_written(shop):
    for name, code, before in [("a", 0, []), ("b", 73, injecting("/access", "error=EACCES", "1+", [f"{shop.ledger}.runs"]))]:
        shop.deliver(f"{name}.csv", "item", "키위쥬스")
        output = shop.night(code, behind=before)
    assert "shop.sqlite.runs" in output and shop.stock("키위") == 7


FULL_DISK_FILES = 8
# A nightly run on a disk of $1 kB, the list of its files, then another nightly run with free space.
FULL_DISK_NIGHTS = f"""
mount -t tmpfs -o size=$1k none "$2" && cd "$2" && mkdir -p shop/inbox
for n in $(seq {FULL_DISK_FILES}); do printf 'id,item\\n%s,망고쥬스\\n' $n >shop/inbox/$n.csv; done
night() {{ "$JUICE_BATCH_PROGRAM" nightly --folder shop --settle 0 --language en --column id=id --quiet 2>&1; echo "=$?"; }}
night; echo ==; ls shop/inbox; echo ==; ls shop/done/* 2>/dev/null; echo ==
mount -o remount,size=64m "$2"
night; echo ==
"$JUICE_BATCH_PROGRAM" verify --ledger shop/shop.sqlite && "$JUICE_BATCH_PROGRAM" history --ledger shop/shop.sqlite --json
"""


@pytest.mark.parametrize("kilobytes", [170, 260, 340, 420, 560, 700])
def test_nightly_on_a_full_disk_reports_applied_runs(tmp_path, kilobytes):
    """On a full disk, exactly the reported runs were applied, whether the ledger, a report, the run log or the backup fails."""
    if ended("unshare", "--mount", "mount", "-t", "tmpfs", "none", tmp_path)[0] != 0:
        pytest.skip("nothing can be mounted here")
    said = run(0, "unshare", "--mount", "--propagation", "private", "bash", "-c", FULL_DISK_NIGHTS, "bash", kilobytes,
               tmp_path, JUICE_BATCH_PROGRAM=PROGRAM)
    first, waiting, done, second, history = said.split("==\n")
    runs = len(done.split())
    assert first.endswith("=74\n") and len(waiting.split()) == FULL_DISK_FILES - runs
    assert f"{runs + 1}.csv: the nightly run stopped here (exit code 74)" in first
    told = {0: "Nothing was applied.", 1: "Run 1 was applied before this error and is kept; nothing else was applied."}.get(
        runs, f"Runs 1–{runs} were applied before this error and are kept; nothing else was applied.")
    assert told in first, first
    assert second.endswith("=0\n")
    assert [one["run"] for one in json.loads(history[history.index("{"):])["runs"]] == [*range(FULL_DISK_FILES, 0, -1)]


def day(before):
    return (datetime.date.today() - datetime.timedelta(days=before)).isoformat()


def nights(shop, *days):
    """A nightly run for each of these days before today, with its own file."""
    for number, before in enumerate(days, 1):
        shop.deliver(f"{before}.csv", "action,item,quantity", f"입고,키위,{number}")
        shop.night(0)
        for folder in ["done", "reports"]:
            (shop.folder / folder / day(0)).rename(shop.folder / folder / day(before))


@pytest.fixture(scope="module")
def aged(tmp_path_factory):
    shop = Shop(tmp_path_factory.mktemp("aged") / "shop")
    nights(shop, 100, 99, 1)
    return shop


@pytest.mark.parametrize(("call", "number"), [
    ("renameat2", 1), ("renameat2", 2), *(("unlinkat", number) for number in (1, 2, 3, 5, 9, 12, 18, 21))])
def test_nightly_resumes_removal_after_a_kill(aged, shop, call, number, record_outcome):
    """The next run completes a removal that was killed."""
    shutil.copytree(aged.folder, shop.folder, dirs_exist_ok=True)
    record_outcome("killed" if kill_a_night(shop, call, number, "--keep-days", 90) else "not reached")
    for reports in shop.folder.glob("reports/2*/*"):
        assert {path.name for path in reports.iterdir()} == REPORTS, "half a set of reports"
    shop.night(0, "--keep-days", 90)
    assert [*shop.folder.glob("reports/*/"), *shop.folder.glob("done/*/")] == [shop.folder / "reports" / day(1), shop.folder / "done" / day(1)]
    assert not [*shop.folder.glob("reports/.*")]
    shop.verify()


@pytest.fixture(name="sound")
def _sound(shop):
    """A shop after two nightly runs, with a file for a third nightly run in the inbox."""
    shop.deliver("a.csv", "id,item", "1,키위쥬스")
    shop.night(0)
    shop.deliver("b.csv", "id,item", "2,망고쥬스")
    shop.night(0)
    shop.deliver("c.csv", "id,item", "3,키위쥬스")
    return shop


@pytest.fixture(name="torn")
def _torn(sound):
    """A shop whose third nightly run was killed during its commit, so that the ledger has a journal to be rolled back."""
    sound.night(137, settle=0, behind=injecting("fdatasync", "signal=KILL", 3))
    assert (sound.folder / "shop.sqlite-journal").stat().st_size > 512
    return sound


def attempts(shop, is_every, *command):
    """Runs a command once for each of its reads of the ledger and the journal, with this read failing; unless `is_every`, only for
    the first and the last read of each transaction and for those before a write."""
    log, backup, files = shop.folder.parent / "strace", shop.folder.parent / "backup", [shop.ledger, f"{shop.ledger}-journal"]
    shop.folder.rename(backup)

    def traced(*tracing):
        shutil.rmtree(shop.folder, ignore_errors=True)
        shutil.copytree(backup, shop.folder)
        return ended(*tracing, "-o", log, PROGRAM, *command), log.read_text(errors="replace")

    _, trace = traced(*TRACE[:3], "-s", 0, "-P", files[0], "-P", files[1], "-e", "trace=read,pread64,pwrite64")
    counts = collections.Counter()
    for line, following in itertools.pairwise([*re.findall(r"^\d+ +(\w+\(.*)", trace, re.MULTILINE), "pwrite64"]):
        call = line.partition("(")[0]
        counts[call] += 1
        # A transaction begins with reading the header, or the part of it that tells whether the ledger has changed.
        if call != "pwrite64" and (is_every or re.search(r", (100, 0|16, 24)\)|pwrite64", line + following)):
            result, trace = traced(*injecting(call, "error=EIO", counts[call], files))
            assert "INJECTED" in trace
            yield result


@pytest.mark.parametrize("name", ["nightly", "verify", "reverse"])
@pytest.mark.parametrize("state", ["sound", "torn"])
def test_failed_read_is_not_reported_as_damage(request, state, name, is_full):
    """Damage would mean that a backup should be restored."""
    shop = request.getfixturevalue(state)
    commands = {"nightly": ["nightly", "--folder", shop.folder, "--settle", "0"],
                "verify": ["verify", "--ledger", shop.ledger], "reverse": ["reverse", "1", "--ledger", shop.ledger]}
    codes = []
    # All commands open a ledger alike, and read it alike after the rollback.
    is_every = is_full or name != "nightly" and state == "sound"
    for code, output in attempts(shop, is_every, *commands[name], "--language", "en"):
        # A command may succeed without a read that it does not need.
        assert code == 0 or code == 74 and "Input/output error" in output, output
        assert "estore" not in output and "damaged" not in output, output
        codes.append(code)
    assert codes.count(74) > 3


def test_unreadable_backup_is_not_reported_as_damaged(sound):
    backup = sound.folder / "backup"
    (backup / "2.sqlite").unlink()
    sound.ledger.write_bytes(b"damaged")
    failing = ["-e", "trace=pread64", "-e", "inject=pread64:error=EIO:when=1+", "-P", backup / "1.sqlite"]
    restore = [PROGRAM, "restore", "--folder", sound.folder, "--language", "en"]
    assert "no intact backup" not in run(74, *TRACE, *failing, *restore)
    run(0, *restore)


def test_lock_error_is_reported(tmp_path):
    """The program does not wait for a lock that the system cannot provide."""
    assert ".lock.shops" in run(74, "timeout", "20", *injecting("flock", "error=ENOLCK", 1), PROGRAM, "chain", "add", tmp_path, "a")


def test_settings_of_a_chain_are_read_once(tmp_path):
    """A change of chain.json during a run takes effect in the next run."""
    chain = tmp_path / "chain"
    chain.mkdir()
    for shop in ("gangnam", "hongdae"):
        run(0, PROGRAM, "chain", "add", chain, shop)
        (chain / shop / "juice-batch.json").write_text("{}", encoding="utf-8")
        (chain / shop / "inbox" / "a.csv").write_text("item\n키위쥬스\n", encoding="utf-8")
    trace = tmp_path / "trace"
    run(0, "strace", "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", trace, PROGRAM, "chain", "run", chain)
    assert len(re.findall(r'[/"]chain/chain\.json"', trace.read_text(encoding="utf-8"))) == 1
