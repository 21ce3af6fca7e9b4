"""Failed reads of a ledger: they are reported as I/O errors, never as damage for which a backup should be restored."""

import re
import shutil

import pytest

from books import TRACE, injecting
from shop import PROGRAM, ended, run


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


def attempts(shop, *command):
    """Runs a command once for each of its reads of the ledger and the journal, with this read failing."""
    log = shop.folder.parent / "strace"
    backup = shop.folder.parent / "backup"
    shutil.copytree(shop.folder, backup)

    def traced(*inject):
        result = ended("strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=read,pread64", *inject, PROGRAM, *command)
        shutil.rmtree(shop.folder)
        shutil.copytree(backup, shop.folder)
        return result

    traced()
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    reads = [match[1] for line in lines if (match := re.match(r"\d+ +(read|pread64)\(\d+<(.*?)>", line))
             and re.search(r"shop\.sqlite(-journal)?$", match[2])]
    assert "pread64" in reads
    paths = ["-P", shop.ledger, "-P", f"{shop.ledger}-journal"]
    for call in sorted(set(reads)):
        for number in range(1, reads.count(call) + 1):
            yield traced(*paths, "-e", f"inject={call}:error=EIO:when={number}")


@pytest.mark.parametrize("name", ["nightly", "verify", "reverse"])
@pytest.mark.parametrize("state", ["sound", "torn"])
def test_failed_read_is_not_reported_as_damage(request, state, name):
    shop = request.getfixturevalue(state)
    commands = {"nightly": ["nightly", "--folder", shop.folder, "--settle", "0"],
                "verify": ["verify", "--ledger", shop.ledger], "reverse": ["reverse", "1", "--ledger", shop.ledger]}
    codes = []
    for code, output in attempts(shop, *commands[name], "--language", "en"):
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
