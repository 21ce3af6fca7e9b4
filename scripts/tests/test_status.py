"""Tests of status: unreadable files, Prometheus metrics, and alerts."""

import os
import pathlib
import re
import shutil
import tempfile

import pytest

from shop import PROGRAM, ROOT, Shop, run

RULES = ROOT / "scripts/prometheus"


def test_status_metrics_equal_the_metrics_file(shop):
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
        # The metrics of a single shop do not include this one.
        "juice_batch_shops"}, "a rule of no metric"


def unprivileged(expected, *command):
    switch = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    return run(expected, *switch, *command, JUICE_BATCH_LANGUAGE="en")


@pytest.fixture(name="open_folder")
def fixture_open_folder():
    """A folder that all users can access, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copy(PROGRAM, pathlib.Path(folder) / "juice-batch")
        yield pathlib.Path(folder)


def test_status_reports_unreadable_files(open_folder):
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


def test_status_reports_unreadable_chain_folders(open_folder):
    chain = open_folder / "chain"
    for name in "a", "b":
        run(0, PROGRAM, "chain", "add", chain, name)
        (chain / name / "inbox/a.csv").write_text("item\n키위쥬스\n")
    run(0, PROGRAM, "chain", "run", chain)
    status = [open_folder / "juice-batch", "status", "--folder", chain]
    assert unprivileged(0, *status).startswith("No problems found.")
    for name, code in ("a", 65), (".night", 66):
        (chain / name).chmod(0)
        assert "cannot be read (Permission denied)" in unprivileged(code, *status)
        (chain / name).chmod(0o755)


@pytest.mark.skipif(not shutil.which("promtool"), reason="there is no promtool (Debian's package prometheus)")
def test_promtool_accepts_the_rules_and_the_metrics(shop):
    shop.deliver("a.csv", "item,quantity", "키위쥬스,1", "모름,1")
    shop.night(4)
    assert run(0, "sh", "-c", 'promtool check metrics <"$0"', shop.folder / "metrics.prom") == ""
    assert "rules found" in run(0, "promtool", "check", "rules", RULES / "juice-batch.rules.yml")
    run(0, "promtool", "test", "rules", RULES / "juice-batch.rules.test.yml")


def hook(folder, text='printf "%s\\n" "$@" >>"$0.said"; cat >>"$0.said"'):
    path = folder / "hook"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_alert_calls_the_hook(tmp_path):
    """scripts/alert finds the shop's folder by the name of the unit, and its text starts with the problem."""
    shops = tmp_path / "juice-batch"
    (shops / "chains/seoul").mkdir(parents=True)
    for folder in (shops, shops / "shops/gangnam"):
        (folder / "inbox").mkdir(parents=True)
        (folder / "juice-batch.json").write_text('{"language": "en"}')
    run(0, PROGRAM, "nightly", "--folder", shops, "--settle", 0)
    program = hook(tmp_path)

    def alert(unit, expected=0, **variables):
        run(expected, ROOT / "scripts/alert", unit, program, shops, JUICE_BATCH_PROGRAM=PROGRAM, **variables)
        said = tmp_path / "hook.said"
        lines = said.read_text().splitlines()
        said.unlink()
        assert lines[0] == unit and lines[1] == lines[2] and lines[3] == ""
        return lines[1], lines[4]

    never = "No nightly run has been recorded yet. Check that its timer or cron job is enabled."
    for unit in ("juice-batch@gangnam.service", "juice-batch-status@gangnam.service"):
        assert alert(unit) == (f"{unit}: {never}", never)
    run(0, PROGRAM, "chain", "add", shops / "chains/seoul", "gangnam")
    for unit in ("juice-batch-chain@seoul.service", "juice-batch-chain-status@seoul.service"):
        assert alert(unit)[0].startswith(f"{unit}: ")
    said = alert("juice-batch.service", MONITOR_SERVICE_RESULT="exit-code", MONITOR_EXIT_STATUS="70")
    assert said == ("juice-batch.service: exit-code (70)", "No problems found.")
    (shops / "inbox/a.csv").write_text('item\n"x\n')
    run(65, PROGRAM, "nightly", "--folder", shops, "--settle", 0)
    failed = "The last nightly run ended with exit code 65 (an input was refused). See the output of that run."
    assert alert("juice-batch.service") == (f"juice-batch.service: {failed}", failed)


def test_alert_does_nothing_without_a_hook(tmp_path):
    assert run(0, ROOT / "scripts/alert", "juice-batch.service", tmp_path / "none", JUICE_BATCH_PROGRAM=PROGRAM) == ""
    failing = hook(tmp_path, "cat >/dev/null; exit 3")
    run(3, ROOT / "scripts/alert", "juice-batch.service", failing, tmp_path, JUICE_BATCH_PROGRAM=PROGRAM)
    assert "Usage: alert UNIT" in run(64, ROOT / "scripts/alert")
