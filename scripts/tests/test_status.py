"""Whether there was a night: sixty of them in one folder against a model, what Prometheus makes of it, and who is told."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

from shop import PROGRAM, ROOT, Shop, run
from watched import WatchedShop, build_clock

DAY = 86_400
# 2026-09-01 03:30 in Seoul.
FIRST_NIGHT = 1_788_201_000
NIGHTS = 60
RULES = ROOT / "scripts/prometheus"

needs_promtool = pytest.mark.skipif(not shutil.which("promtool"), reason="there is no promtool (Debian's package prometheus)")


def numbers(seed):
    """Numbers from 0 to 2^32, by a linear congruence."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 32


def happening(number, random):
    """What happens in a night: most are as usual, and each accident comes several times."""
    accidents = {7: "killed_while_waiting", 12: "skipped", 13: "skipped", 17: "full", 21: "vanished", 22: "back", 26: "killed",
                 31: "clock", 36: "full_for_all", 41: "skipped", 44: "killed_while_waiting", 48: "vanished_with_a_night", 50: "back", 52: "clock",
                 55: "killed", 57: "full"}
    if number in accidents:
        return accidents[number]
    return ("usual", "usual", "usual", "without_files", "repeated", "broken")[next(random) % 6]


def let_happen(what, shop, random):
    """A night of that kind."""
    if what == "usual":
        for _ in range(1 + next(random) % 3):
            shop.deliver(("plain", "plain", "short", "rejected")[next(random) % 4])
        shop.night(expected_files=1)
    elif what == "without_files":
        shop.night(expected_files=next(random) % 2)
    elif what in ("repeated", "broken"):
        shop.deliver(what)
        shop.deliver("plain")
        shop.night()
    elif what == "killed_while_waiting":
        shop.deliver("plain")
        shop.killed_while_waiting()
    elif what == "killed":
        shop.deliver("plain")
        shop.killed_while_writing()
    elif what in ("full", "full_for_all"):
        shop.deliver("plain")
        shop.full_disk(0 if what == "full_for_all" else 2048)
    elif what == "clock":
        # For one night the clock is two days ahead; when it is right again, the night is yet to come.
        shop.now += 2 * DAY
        shop.night()
        shop.expect()
        shop.now -= 2 * DAY
    elif what in ("vanished", "vanished_with_a_night"):
        # With its run log, which would say that there was a ledger.
        for suffix in ("", ".runs"):
            (shop.folder / f"shop.sqlite{suffix}").rename(shop.folder / f"aside.sqlite{suffix}")
        shop.model.has_ledger = False
        if what == "vanished_with_a_night":
            shop.deliver("plain")
            shop.night()
    elif what == "back":
        for suffix in ("", ".runs"):
            (shop.folder / f"aside.sqlite{suffix}").rename(shop.folder / f"shop.sqlite{suffix}")
        shop.model.has_ledger = True
        shop.night()


def test_status_of_sixty_nights(tmp_path):
    random = numbers(1)
    shop = WatchedShop(tmp_path / "shop", build_clock(tmp_path))
    shop.now = FIRST_NIGHT
    shop.expect()
    said = set()
    for number in range(NIGHTS):
        shop.now = FIRST_NIGHT + number * DAY
        what = happening(number, random)
        let_happen(what, shop, random)
        for later in (0, 3 * 3_600, 23 * 3_600):
            shop.now = FIRST_NIGHT + number * DAY + later
            try:
                shop.expect()
            except AssertionError as error:
                raise AssertionError(f"night {number}, {what}, {later} s later: {error}") from error
            said.update(shop.model.kinds(shop.now, "rejected"))
    assert said == {"ledger_missing", "clock_back", "night_late", "night_cut_short", "files_missing", "night_failed",
                    "files_failed", "files_repeated", "rows_rejected"}


def test_status_sees_what_the_metrics_say(shop):
    shop.deliver("a.csv", "item,quantity", "키위쥬스,1", "모름,1")
    shop.night(4)
    metrics = (shop.folder / "metrics.prom").read_text()
    assert metrics == run(6, PROGRAM, "status", "--folder", shop.folder, "--metrics")
    names = re.findall("^# TYPE (.*) (gauge|counter)$", metrics, re.MULTILINE)
    for name, kind in names:
        assert name.startswith("juice_batch_") and name.endswith("_total") == (kind == "counter")
    used = set(re.findall(r"juice_batch_\w+", (RULES / "juice-batch.rules.yml").read_text()))
    assert used <= {name for name, _ in names} | {
        "juice_batch_counter_opened_timestamp_seconds", "juice_batch_oldest_unresolved_file_timestamp_seconds",
        # Of a chain alone.
        "juice_batch_shops"}, "a rule of no metric"


def unprivileged(expected, *command):
    """Runs a command as a user who may read what all may, and nothing else."""
    switch = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    return run(expected, *switch, *command, JUICE_BATCH_LANGUAGE="en")


@pytest.fixture(name="open_folder")
def fixture_open_folder():
    """A folder that all users can come to, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copy(PROGRAM, pathlib.Path(folder) / "juice-batch")
        yield pathlib.Path(folder)


def test_what_may_not_be_read_is_said_and_not_taken_for_nothing(open_folder):
    shop = Shop(open_folder / "shop")
    shop.deliver("a.csv", "item", '"키위쥬스')
    shop.night(65)
    shop.deliver("b.csv", "item", "키위쥬스")
    shop.night(0)
    status = [open_folder / "juice-batch", "status", "--folder", shop.folder]
    unprivileged(6, *status)
    for name in "failed", "inbox", ".nightly.json", "shop.sqlite", "shop.sqlite.runs", "reports", ".":
        path = shop.folder / name
        mode = path.stat().st_mode
        path.chmod(0)
        said = unprivileged(66, *status)
        assert "cannot be read (Permission denied)" in said, f"{name}: {said}"
        path.chmod(mode)


def test_a_chain_of_which_not_all_may_be_read_is_not_well(open_folder):
    chain = open_folder / "chain"
    for name in "a", "b":
        run(0, PROGRAM, "chain", "add", chain, name)
        (chain / name / "inbox/a.csv").write_text("item\n키위쥬스\n")
    run(0, PROGRAM, "chain", "run", chain)
    status = [open_folder / "juice-batch", "status", "--folder", chain]
    assert unprivileged(0, *status).startswith("All is well.")
    for name, code in ("a", 65), (".night", 66):
        (chain / name).chmod(0)
        assert "cannot be read (Permission denied)" in unprivileged(code, *status)
        (chain / name).chmod(0o755)


@needs_promtool
def test_metrics_are_what_prometheus_reads(shop):
    for rows in (), ("item,quantity", "키위쥬스,1", "모름,1"):
        if rows:
            shop.deliver("a.csv", *rows)
        shop.night(4 if rows else 0)
        checked = subprocess.run(["promtool", "check", "metrics"], input=(shop.folder / "metrics.prom").read_bytes(),
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        assert checked.returncode == 0 and checked.stdout == b"", checked.stdout


@needs_promtool
def test_rules_of_prometheus():
    assert "rules found" in run(0, "promtool", "check", "rules", RULES / "juice-batch.rules.yml")
    run(0, "promtool", "test", "rules", RULES / "juice-batch.rules.test.yml")


def hook(folder, text='printf "%s\\n" "$@" >>"$0.said"; cat >>"$0.said"'):
    """A hook that keeps what it is told."""
    path = folder / "hook"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_alert_tells_the_hook(tmp_path):
    """The folder is told by the unit's name; the text says first what is wrong."""
    shops = tmp_path / "juice-batch"
    (shops / "chains/seoul").mkdir(parents=True)
    for folder in (shops, shops / "shops/gangnam"):
        (folder / "inbox").mkdir(parents=True)
        (folder / "juice-batch.json").write_text('{"language": "en"}')
    run(0, PROGRAM, "nightly", "--folder", shops, "--settle", 0)
    tell = hook(tmp_path)

    def alert(unit, expected=0, **variables):
        run(expected, ROOT / "scripts/alert", unit, tell, shops, JUICE_BATCH_PROGRAM=PROGRAM, **variables)
        said = tmp_path / "hook.said"
        lines = said.read_text().splitlines()
        said.unlink()
        assert lines[0] == unit and lines[1] == lines[2] and lines[3] == ""
        return lines[1], lines[4]

    never = "No nightly run has been recorded yet. Check that its timer or cron job is on."
    for unit in ("juice-batch@gangnam.service", "juice-batch-status@gangnam.service"):
        assert alert(unit) == (f"{unit}: {never}", never)
    run(0, PROGRAM, "chain", "add", shops / "chains/seoul", "gangnam")
    for unit in ("juice-batch-chain@seoul.service", "juice-batch-chain-status@seoul.service"):
        assert alert(unit)[0].startswith(f"{unit}: ")
    said = alert("juice-batch.service", MONITOR_SERVICE_RESULT="exit-code", MONITOR_EXIT_STATUS="70")
    assert said == ("juice-batch.service: exit-code (70)", "All is well.")
    (shops / "inbox/a.csv").write_text('item\n"x\n')
    run(65, PROGRAM, "nightly", "--folder", shops, "--settle", 0)
    failed = "The last nightly run ended with exit code 65 (an input was refused). See its output."
    assert alert("juice-batch.service") == (f"juice-batch.service: {failed}", failed)


def test_alert_does_nothing_without_a_hook(tmp_path):
    assert run(0, ROOT / "scripts/alert", "juice-batch.service", tmp_path / "none", JUICE_BATCH_PROGRAM=PROGRAM) == ""
    failing = hook(tmp_path, "cat >/dev/null; exit 3")
    run(3, ROOT / "scripts/alert", "juice-batch.service", failing, tmp_path, JUICE_BATCH_PROGRAM=PROGRAM)
    assert "Usage: alert UNIT" in run(64, ROOT / "scripts/alert")
