"""Nights that remove what is old, nights that only say what they would do, and the language of all of them."""

import datetime
import json
import os
import re

from shop import PROGRAM, ROOT, Shop, run, tree

REPORTS = ["failure.csv", "report.html", "report.md", "restock.csv", "stock.csv", "stock.svg", "success.csv", "summary.json"]


def day(before):
    """The date so many days before today."""
    return (datetime.date.today() - datetime.timedelta(days=before)).isoformat()


def nights(shop, *days):
    """A night for each of these, so many days before today, with a file of its own."""
    for number, before in enumerate(days, 1):
        shop.deliver(f"{before}.csv", "action,item,quantity", f"입고,키위,{number}")
        shop.night(0)
        for folder in ["done", "reports"]:
            (shop.folder / folder / day(0)).rename(shop.folder / folder / day(before))


def dated(shop, folder):
    return sorted(path.name for path in (shop.folder / folder).iterdir() if path.is_dir())


def test_nightly_keeps_so_many_days(shop):
    nights(shop, 100, 91, 90, 1)
    output = shop.night(0, "--keep-days", 90)
    assert "removed 2 reports and 2 files, older than 90 days" in output.splitlines()
    for folder in ["done", "reports"]:
        assert dated(shop, folder) == [day(90), day(1)]
    index = (shop.folder / "reports/index.html").read_text(encoding="utf-8")
    assert f"{day(90)}/90" in index and f"{day(91)}/91" not in index
    shop.verify()
    for wrong in ["0", "-1", "x", "36501"]:
        shop.night(64, f"--keep-days={wrong}")


def test_nightly_dry_run_changes_nothing(shop):
    nights(shop, 100, 1)
    shop.deliver("a.csv", "item", "키위쥬스")
    before = tree(shop.folder)
    output = shop.night(0, "--keep-days", 90, "--dry-run")
    assert output.splitlines() == [
        "a.csv: would be applied", f"reports/{day(100)}/100: would be removed",
        f"done/{day(100)}/100.csv: would be removed", "dry run; nothing was changed"]
    assert tree(shop.folder) == before
    shop.night(64, "--dry-run", "--no-such-option")

def open_rows(shop):
    """The rows that status counts as open: short of stock and rejected. Days without a run are told there as well."""
    status = json.loads(run(6, PROGRAM, "status", "--folder", shop.folder, "--json"))
    kinds = [reason["kind"] for reason in status["reasons"]]
    assert ("rows_rejected" in kinds) == (status["open"]["rejected"] > 0)
    return status["open"]["shortage"], status["open"]["rejected"]


def night_of(shop, before, expected, *lines):
    """A night with a file of a day that is so many days before today."""
    shop.deliver(f"{day(before)}.csv", "id,item,quantity", *lines)
    shop.night(expected)
    for folder in ["done", "reports"]:
        (shop.folder / folder / day(0)).rename(shop.folder / folder / day(before))


def test_closed_rows_and_short_orders_of_earlier_days_keep_no_reports(shop):
    night_of(shop, 100, 4, "A-1,키위쥬스,9", "A-2,포도쥬스,1", "A-3,귤쥬스,1")
    assert open_rows(shop) == (1, 2)
    night_of(shop, 1, 0, "B-1,망고쥬스,1")
    assert open_rows(shop) == (0, 2)
    assert "something in it is still open (1)" in shop.night(0, "--keep-days", 90)
    ledger = ["--ledger", shop.ledger, "--language", "en"]
    run(64, PROGRAM, "settle", 1, "--row", 2, *ledger)
    run(0, PROGRAM, "settle", 1, "--row", 3, "--why", "typed twice", *ledger)
    run(0, PROGRAM, "settle", 1, *ledger)
    assert open_rows(shop) == (0, 0)
    run(0, PROGRAM, "reverse", 4, *ledger)
    assert open_rows(shop) == (0, 1)
    run(0, PROGRAM, "settle", 1, "--row", 4, *ledger)
    assert "typed twice" in run(0, PROGRAM, "history", *ledger)
    assert "removed 1 report and 0 files, older than 90 days" in shop.night(0, "--keep-days", 90)
    shop.verify()


def removal_with_a_crash(folder, call, number):
    """Kills a night that removes something; the next one has to complete it. True if it was killed."""
    shop = Shop(folder)
    nights(shop, 100, 99, 1)
    killing = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
    with shop.start(settle=0, behind=killing, arguments=["--keep-days", 90]) as night:
        was_killed = night.process.wait() != 0
    after = f"after a kill at {call} {number}"
    for reports in shop.folder.glob("reports/2*/*"):
        assert sorted(path.name for path in reports.iterdir()) == REPORTS, f"half a set of reports {after}"
    shop.night(0, "--keep-days", 90)
    assert dated(shop, "reports") == dated(shop, "done") == [day(1)], after
    assert not [*shop.folder.glob("reports/.*")], after
    shop.verify()
    return was_killed


def test_nightly_goes_on_removing_after_a_crash(tmp_path):
    steps = [("renameat2", number) for number in (1, 2)] + [("unlinkat", number) for number in (1, 2, 3, 5, 9, 12, 18, 21)]
    killed = [removal_with_a_crash(tmp_path / f"{call}-{number}" / "shop", call, number) for call, number in steps]
    assert sum(killed) >= 8


def lines_of_a_night(shop, *arguments, **variables):
    """What a night says that meets all that is in its way, but for its exit code."""
    (shop.folder / "done" / day(0)).parent.mkdir(exist_ok=True)
    (shop.inbox / "sub").mkdir()
    (shop.inbox / "link").symlink_to("sub")
    os.mkfifo(shop.inbox / "pipe")
    shop.deliver("bad.csv", "item", '"x')
    shop.deliver("ok.csv", "item", "kiwi")
    shop.deliver("ok2.csv", "item", "kiwi")
    shop.deliver("x.csv.sha256", "x")
    output = run(65, ROOT / "scripts/nightly", "--folder", shop.folder, "--settle", 0, "--quiet", "--keep-days", 1,
                 *arguments, JUICE_BATCH_PROGRAM=PROGRAM, **variables)
    return output.splitlines()


def test_nightly_speaks_one_language(tmp_path):
    """The one of the option, else of the environment, else of the folder's settings, else Korean; scripts/nightly, too."""
    cases = [
        (["--language", "en"], {"JUICE_BATCH_LANGUAGE": "ko"}, "ko", False), ([], {"JUICE_BATCH_LANGUAGE": "en"}, "ko", False),
        ([], {}, "en", False), (["--language=ko"], {"JUICE_BATCH_LANGUAGE": "en"}, "en", True), ([], {}, None, True),
    ]
    for number, (arguments, variables, settled, is_korean) in enumerate(cases):
        shop = Shop(tmp_path / f"{number}" / "shop")
        if settled:
            (shop.folder / "juice-batch.json").write_text(f'{{"language": "{settled}"}}\n')
        # What ends before a program is there says it in the same language.
        variables = {"JUICE_BATCH_LANGUAGE": "", **variables}
        none = run(69, ROOT / "scripts/nightly", "--folder", shop.folder, *arguments,
                   **variables | {"JUICE_BATCH_PROGRAM": "/nowhere/juice-batch"})
        lines = none.splitlines() + lines_of_a_night(shop, *arguments, **variables)
        for line in lines:
            if not re.fullmatch(r"\S+: \S+", line):
                assert bool(re.search("[가-힣]", line)) == is_korean, f"{number}: {line}"
