"""Undisturbed nightly runs: the order of files, their names, and where each is put."""

import os


def test_nightly_applies_in_name_order(shop):
    shop.deliver("b 2.csv", "item,quantity", "키위쥬스,3")
    shop.deliver("a.csv", "action,item,quantity", "입고,키위,5")
    shop.deliver("10-c", "item,quantity", "없는쥬스,1")
    shop.deliver(".hidden.csv", "x")
    shop.deliver("d.csv.part", "x")
    output = shop.night(4)
    assert shop.stored("done") == ["10-c", "a.csv", "b 2.csv"]
    assert shop.stored("failed") == []
    assert shop.waiting() == [".hidden.csv", "d.csv.part"]
    assert shop.stock("키위") == 6
    assert [line for line in output.splitlines() if line.endswith(": run")] == ["10-c: run", "a.csv: run", "b 2.csv: run"]
    assert (shop.today("reports") / "b 2/report.md").stat().st_size > 0
    assert "0 files, exit code 0" in shop.night(0).splitlines(), "a quiet night is not quiet"


def test_nightly_takes_any_name(shop):
    shop.deliver("-rf.csv", "item", "키위쥬스")
    shop.deliver("줄\n바꿈.csv", "item,quantity", "바나나쥬스,1")
    shop.deliver("a\"b'$(c)*.csv", "item,quantity", "키위쥬스,1")
    shop.deliver("no extension.", "item", "망고쥬스", '"키위쥬스"')
    output = shop.night(0)
    assert len([*shop.today("done").iterdir()]) == 4
    assert shop.waiting() == []
    assert "줄\\u{a}바꿈.csv: run" in output, "a name broke a line of the journal"


def test_nightly_takes_names_of_any_length(shop):
    """Names of 255 bytes, of 76 syllables, of bytes that are no text: neither they nor what comes behind them wait."""
    for number in (1, 2):
        shop.deliver("x" * 251 + ".csv", "item,quantity", f"키위쥬스,{number}")
        shop.deliver("쥬" * 76 + ".csv", "item,quantity", f"망고쥬스,{number}")
        shop.deliver(os.fsdecode(b"\xff\xfe.csv"), "action,item,quantity", f"입고,키위,{number}")
        shop.deliver("\x1b[31m.csv", "action,item,quantity", f"입고,망고,{number}")
        shop.deliver("zebra.csv", "action,item,quantity", f"입고,바나나,{number}")
        output = shop.night(0)
        assert "\x1b" not in output, "a name reached the terminal as it is"
    assert shop.waiting() == []
    assert len(shop.stored("done")) == 10
    assert shop.report_sets() == 10
    assert shop.stock("바나나") == 13


def test_nightly_keeps_names_apart(shop):
    shop.deliver("orders.csv", "item", "키위쥬스")
    shop.night(0)
    shop.deliver("orders.csv", "item", "망고쥬스")
    shop.night(0)
    # A file with the bytes of the first: a standing order, or the same file delivered twice.
    shop.deliver("orders.csv", "item", "키위쥬스")
    assert "orders.csv: not applied, since run 1 of" in shop.night(4), "a repeated file was passed over"
    assert shop.stored("done") == ["orders.2.csv", "orders.csv"]
    assert shop.stored("repeated") == ["orders.csv"]
    assert shop.stock("키위") == 7
    reports = shop.today("reports")
    assert (reports / "orders.2").is_dir() and not (reports / "orders.3").exists(), "reports do not stand beside their files"


def test_nightly_puts_failed_files_aside(shop):
    shop.deliver("a.csv", "item", '"딸기쥬스')
    shop.deliver("b.csv", "없음", "1")
    shop.deliver("c.csv", "item", "키위쥬스")
    shop.deliver("empty.csv")
    shop.night(65)
    assert shop.stored("failed") == ["a.csv", "b.csv", "empty.csv"]
    assert shop.stored("done") == ["c.csv"]
    assert shop.stock("키위") == 7
