"""Chains of shops with failing or delayed system calls, injected by strace."""

import re

from shop import PROGRAM, run


def make_chain(folder, *shops):
    folder.mkdir()
    for shop in shops:
        run(0, PROGRAM, "chain", "add", folder, shop)
    return folder


def test_lock_error_is_reported(tmp_path):
    """The program does not wait for a lock that the system cannot provide."""
    said = run(74, "timeout", "20", "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=flock",
               "-e", "inject=flock:error=ENOLCK", PROGRAM, "chain", "add", tmp_path, "gangnam")
    assert ".lock.book" in said


def test_settings_of_a_chain_are_read_once(tmp_path):
    """A change of chain.json during a run takes effect in the next run."""
    chain = make_chain(tmp_path / "chain", "gangnam", "hongdae")
    for shop in ("gangnam", "hongdae"):
        (chain / shop / "juice-batch.json").write_text("{}", encoding="utf-8")
        (chain / shop / "inbox" / "a.csv").write_text("item\n키위쥬스\n", encoding="utf-8")
    trace = tmp_path / "trace"
    run(0, "strace", "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", trace, PROGRAM, "chain", "run", chain)
    assert len(re.findall(r'[/"]chain/chain\.json"', trace.read_text(encoding="utf-8"))) == 1
