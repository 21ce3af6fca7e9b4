"""Ledgers that are forged, misplaced, restored, foreign or linked."""

import contextlib
import json
import os
import shutil
import signal
import sqlite3

import forgeries
from calls import inject
from faults import waiting
from shop import Broken, Night, Shop, tree

LEDGER = ["--ledger", "l.sqlite"]
THIRD = ["run", "third.csv", *Shop.target]

# What a ledger must not have, as statements: 78, and nothing applied.
FOREIGN = {
    "trigger": "CREATE TRIGGER guest AFTER INSERT ON run BEGIN DELETE FROM input; END",
    "view": "CREATE VIEW guest AS SELECT * FROM run",
    "index": "CREATE INDEX guest ON run (rows)",
    "unique index": "CREATE UNIQUE INDEX guest ON run (rows)",
    "table": "CREATE TABLE guest (number INTEGER)",
    "column": "ALTER TABLE stock ADD COLUMN guest INTEGER",
    "missing index": "DROP INDEX input_by_size",
    "missing table": "DROP TABLE id_filter",
    "later version": "PRAGMA user_version = 99",
    "another's": "PRAGMA application_id = 7",
    "virtual table": "CREATE VIRTUAL TABLE guest USING fts5 (text)",
}


def ledgers(test):
    night = Night(test)
    kinds = {"forged": forgeries.attempt, "misplaced": misplaced, "foreign": foreign, "linked": linked}
    attempts = [("forged", name) for name in forgeries.FORGERIES]
    attempts += [("misplaced", name) for name in MISPLACED]
    attempts += [("foreign", name) for name in FOREIGN]
    attempts += [("linked", name) for name in LINKED]

    def attempt(kind, name):
        return kinds[kind](night, name)

    outcomes = test.each(attempts, attempt)
    night.shop.remove()
    return f"{len(attempts)} ledgers", outcomes


def execute(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def goes_on(night, shop, fate, others=()):
    """The ledger says what has become of the second run's reports, and takes a third run; tables of `others` may differ."""
    forgeries.told(shop, fate)
    shop.once(THIRD, {0})
    shop.verify()
    others = {"report_set": [], **{table: [] for table in others}}
    if {**shop.ledger(), **others} != {**night.after_third[0], **others}:
        raise Broken("the ledger is not what three runs make of it")


def misplaced(night, name):
    """A ledger with waiting reports that is copied, moved, restored or robbed."""
    shop = waiting(night)
    MISPLACED[name](night, shop)
    shop.remove()
    return "misplaced, goes on"


def folder_copied(night, shop):
    twin, before = shop.copy(), tree(shop.folder)
    goes_on(night, twin, {"lost", "in_place"})
    if tree(shop.folder) != before:
        raise Broken("a run with a copy has changed the original's folder")
    twin.remove()
    goes_on(night, shop, {"in_place"})
    if shop.reports() != night.after_third[1]:
        raise Broken("the original's reports are not in place")


def ledger_copied(night, shop):
    twin = Shop(night.shop.test)
    shutil.copy(shop.path("l.sqlite"), twin.path("l.sqlite"))
    before = tree(shop.folder)
    goes_on(night, twin, {"lost"})
    if tree(shop.folder) != before:
        raise Broken("a run with a copy has changed the original's folder")
    twin.remove()
    goes_on(night, shop, {"in_place"})


def ledger_beside(night, shop):
    """A copy by another name in the same folder, used first."""
    shutil.copy(shop.path("l.sqlite"), shop.path("copy.sqlite"))
    before = shop.reports()
    shop.verify(name="copy.sqlite")
    if shop.reports() != before:
        raise Broken("verify of a copy has put the original's reports in place")
    goes_on(night, shop, {"in_place"})


def folder_moved(night, shop):
    old, new = shop.folder, shop.folder + ".moved"
    os.rename(old, new)
    shop.folder = new
    goes_on(night, shop, {"lost", "in_place"})


def folder_replaced(night, shop):
    """The folder moved, and another shop in its place, whose files no run may touch."""
    old, new = shop.folder, shop.folder + ".moved"
    os.rename(old, new)
    shutil.copytree(night.shop.folder, old)
    before = tree(old)
    shop.folder = new
    goes_on(night, shop, {"lost", "in_place"})
    if tree(old) != before:
        raise Broken("the shop in the old place was changed")
    shutil.rmtree(old)


def restored(night, shop, put):
    """A copy that was made while reports waited, put back when a later run's are there: refused by the run log, and usable
    without it."""
    shutil.copy(shop.path("l.sqlite"), shop.path("backup"))
    shop.verify()
    shop.write("later.csv", "id,action,item,quantity\nL-1,restock,키위,1\n")
    shop.once(["run", "later.csv", *Shop.target], {0})
    put(shop.path("backup"), shop.path("l.sqlite"))
    before = tree(shop.folder)
    shop.verify({78})
    for words in (THIRD, ["reverse", "1", *LEDGER], [*THIRD, "--dry-run"]):
        shop.once(words, {78})
    if tree(shop.folder) != before:
        raise Broken("a stale ledger has been changed, or something beside it")
    os.unlink(shop.path("l.sqlite.runs"))
    later = tree(shop.path("out"))
    shop.verify()
    if tree(shop.path("out")) != later:
        raise Broken("a ledger that was put back has changed a later set")
    goes_on(night, shop, {"lost"})


def restored_at_once(night, shop):
    """A backup that was made while reports waited, restored when they are in place."""
    shutil.copy(shop.path("l.sqlite"), shop.path("backup"))
    shop.verify()
    shutil.copy(shop.path("backup"), shop.path("l.sqlite"))
    goes_on(night, shop, {"in_place"})


def reports_deleted(night, shop):
    shutil.rmtree(shop.path("out"))
    goes_on(night, shop, {"in_place"})


def staging_deleted(night, shop):
    shutil.rmtree(forgeries.staging(shop))
    before = tree(shop.path("out"))
    shop.verify()
    if tree(shop.path("out")) != before:
        raise Broken("the earlier reports have changed")
    goes_on(night, shop, {"lost"})


def all_deleted(night, shop):
    shutil.rmtree(shop.path("out"))
    shutil.rmtree(forgeries.staging(shop))
    goes_on(night, shop, {"lost"})


def parent_deleted(night, shop):
    """Reports that wait in a folder of their own, which is deleted, or has become a file."""
    for is_file in (False, True):
        one = night.shop.copy()
        command = ["run", "second.csv", *LEDGER, "--output", "deep/er/out", "--quiet"]
        Shop.check(inject(one, command, "renameat2", "signal=SIGKILL", 1), {-signal.SIGKILL})
        shutil.rmtree(one.path("deep"))
        if is_file:
            one.write("deep", "mine")
        # The run log says where reports go.
        goes_on(night, one, {"lost"}, ["run_log"])
        one.remove()


MISPLACED = {
    "folder copied": folder_copied,
    "ledger copied": ledger_copied,
    "ledger copied beside": ledger_beside,
    "folder moved": folder_moved,
    "folder moved, another in its place": folder_replaced,
    "backup restored over": lambda night, shop: restored(night, shop, shutil.copy),
    "backup restored in place": lambda night, shop: restored(night, shop, os.replace),
    "backup restored at once": restored_at_once,
    "reports deleted": reports_deleted,
    "staging folder deleted": staging_deleted,
    "both deleted": all_deleted,
    "parent deleted": parent_deleted,
}


def foreign(night, name):
    shop = night.shop.copy()
    execute(shop.path("l.sqlite"), FOREIGN[name])
    before = tree(shop.folder)
    for words in (["verify", *LEDGER], ["stock", *LEDGER], ["history", *LEDGER], Shop.command,
                  ["run", "first.csv", *Shop.target], ["reverse", "1", *LEDGER], [*THIRD, "--dry-run"]):
        shop.once(words, {78})
    if tree(shop.folder) != before:
        raise Broken("what was refused has changed something")
    shop.remove()
    return "foreign, 78"


def linked(night, name):
    return LINKED[name](night)


def hard_link(night):
    shop = night.shop.copy()
    os.link(shop.path("l.sqlite"), shop.path("link.sqlite"))
    before = tree(shop.folder)
    for name in ("l.sqlite", "link.sqlite"):
        for words in (["verify"], ["run", "second.csv", "--output", "out"], ["reverse", "1"]):
            shop.once([*words, "--ledger", name], {78})
    if tree(shop.folder) != before:
        raise Broken("what was refused has changed something")
    os.unlink(shop.path("link.sqlite"))
    shop.again(night.after, "after a second name is gone")
    shop.remove()
    return "hard link, 78"


def symbolic_link(night):
    """By a link in another folder, a ledger is the same: its lock, its journal, and what waits."""
    shop = waiting(night)
    os.mkdir(shop.path("desk"))
    os.symlink("../l.sqlite", shop.path("desk/link.sqlite"))
    shop.verify(name="desk/link.sqlite")
    os.unlink(shop.path("desk/link.sqlite"))
    if os.listdir(shop.path("desk")):
        raise Broken(f"beside the link lies {os.listdir(shop.path('desk'))}")
    os.rmdir(shop.path("desk"))
    shop.again(night.after, "after verify by a link")
    shop.remove()
    return "symbolic link, works"


LINKED = {"hard": hard_link, "symbolic": symbolic_link}
