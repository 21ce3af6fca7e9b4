"""Nights during which others write into the inbox."""

import os
import time

import pytest


def test_nightly_waits_for_files_to_settle(shop):
    shop.deliver("grown.csv", "item", "키위쥬스")
    shop.deliver("whole.csv", "item", "망고쥬스")
    with shop.start(settle=1) as night:
        time.sleep(0.5)
        shop.append("grown.csv", "키위쥬스")
        output = night.ended(0)
    assert shop.stored("done") == ["whole.csv"]
    assert "\ngrown.csv: still being written" in "\n" + output, "nobody is told"
    shop.night(0)
    assert shop.stock("키위") == 4


def test_nightly_opens_what_it_listed(shop, tmp_path):
    """An inbox in which others do what they like while a night waits: nothing but what was listed is opened."""
    inbox = shop.inbox
    for name in ["folder", "gone", "link", "pipe", "rewritten", "whole"]:
        shop.deliver(name, "item", "키위쥬스")
    secret = tmp_path / "secret"
    secret.write_text("item\n망고쥬스\n", encoding="utf-8")
    (inbox / "was-link").symlink_to(secret)
    os.mkfifo(inbox / "was-pipe")
    (inbox / "was-folder").mkdir()
    with shop.start(settle=1) as night:
        time.sleep(0.5)
        for name in ["folder", "gone", "link", "pipe"]:
            (inbox / name).unlink()
        (inbox / "folder").mkdir()
        (inbox / "link").symlink_to(secret)
        os.mkfifo(inbox / "pipe")
        # In place, as long as before, and with the time put back.
        before = (inbox / "rewritten").stat()
        with open(inbox / "rewritten", "r+", encoding="utf-8") as file:
            file.write("item\n망고쥬스\n")
        os.utime(inbox / "rewritten", ns=(before.st_atime_ns, before.st_mtime_ns))
        output = night.ended(0)
    assert shop.stored("done") == ["whole"]
    assert shop.waiting() == ["folder", "link", "pipe", "rewritten", "was-folder", "was-link", "was-pipe"]
    assert shop.stock("망고") == 10
    for kind in ["folder", "link", "pipe"]:
        assert f"\nwas-{kind}: a {kind}; it was not opened" in "\n" + output, f"nobody is told of the {kind}"


@pytest.fixture
def held_night(shop):
    """A night whose ledger has the run of b.csv, and whose reports are slow to take their place."""
    shop.deliver("a.csv", "item", "키위쥬스")
    shop.night(0)
    shop.deliver("b.csv", "item", "없는쥬스", "키위쥬스")
    slow = ["strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=renameat2", "-e", "inject=renameat2:delay_enter=700000"]
    with shop.start(settle=0.1, behind=slow) as night:
        night.wait_until_printed("b.csv: run")
        time.sleep(0.4)
        yield night


def test_nightly_leaves_what_replaced_a_file_it_read(shop, held_night):
    (shop.inbox / ".b.csv").write_text("item\n망고쥬스\n", encoding="utf-8")
    (shop.inbox / ".b.csv").rename(shop.inbox / "b.csv")
    assert "\nb.csv: another file came under this name" in "\n" + held_night.ended(4), "nobody is told"
    assert shop.waiting() == ["b.csv"]
    assert shop.stock("망고") == 10
    shop.night(0)
    assert shop.stock("망고") == 7
    assert shop.stored("done") == ["a.csv", "b.csv"]


def test_nightly_puts_aside_what_was_written_to_after_it_was_read(shop, held_night):
    shop.append("b.csv", "망고쥬스")
    assert "\nb.csv: was written to after it was read; run 2 applied" in "\n" + held_night.ended(65), "nobody is told"
    assert shop.stored("failed") == ["b.csv"]
    assert shop.stock("망고") == 10
    assert shop.stored("done") == ["a.csv"]


def test_nightly_tells_of_a_file_that_was_taken_away(shop, held_night):
    (shop.inbox / "b.csv").unlink()
    assert "\nb.csv: another program took it away" in "\n" + held_night.ended(4), "nobody is told"
    assert shop.stored("done") == ["a.csv"]
