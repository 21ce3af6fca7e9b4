"""Forged, copied, moved, restored, foreign and linked ledgers: no foreign folder is changed, and valid ledgers keep working."""

import contextlib
import os
import shutil
import sqlite3

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, THIRD_RUN, Books, tree

HOME = {"notes.txt": "mine", "summary.json": "{}", "success.csv": "mine", "report.md": "mine"}
# Statements that add something a ledger must not contain: commands end with 78, and apply nothing.
FOREIGN = {
    "trigger": "CREATE TRIGGER guest AFTER INSERT ON run BEGIN DELETE FROM input; END",
    "view": "CREATE VIEW guest AS SELECT * FROM run", "index": "CREATE INDEX guest ON run (rows)",
    "unique index": "CREATE UNIQUE INDEX guest ON run (rows)", "table": "CREATE TABLE guest (number INTEGER)",
    "column": "ALTER TABLE stock ADD COLUMN guest INTEGER", "missing index": "DROP INDEX input_by_size",
    "missing table": "DROP TABLE newest_time", "later version": "PRAGMA user_version = 99",
    "another's": "PRAGMA application_id = 7", "virtual table": "CREATE VIRTUAL TABLE guest USING fts5 (text)",
}

LOST, IN_PLACE = {"lost"}, {"in_place"}


def execute(books, statement, *values):
    with contextlib.closing(sqlite3.connect(books.path("l.sqlite"))) as connection:
        connection.execute(statement, values)
        connection.commit()


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign(name, books):
    execute(books, FOREIGN[name])
    before = tree(books.folder)
    for words in (["verify", *LEDGER], ["stock", *LEDGER], ["history", *LEDGER], SECOND_RUN, FIRST_RUN, ["reverse", "1", *LEDGER],
                  [*THIRD_RUN, "--dry-run"]):
        books.run(words, {78})
    assert tree(books.folder) == before


def test_hard_link(night, books):
    os.link(books.path("l.sqlite"), books.path("link.sqlite"))
    before = tree(books.folder)
    for name in ("l.sqlite", "link.sqlite"):
        for words in (["verify"], ["run", "second.csv", "--output", "out"], ["reverse", "1"]):
            books.run([*words, "--ledger", name], {78})
    assert tree(books.folder) == before
    os.unlink(books.path("link.sqlite"))
    books.again(night.after)


def test_symbolic_link(night):
    """A ledger that is used by a link in another folder has the same lock, the same journal and the same waiting reports."""
    books = night.waiting()
    os.mkdir(books.path("desk"))
    os.symlink("../l.sqlite", books.path("desk/link.sqlite"))
    books.verify(name="desk/link.sqlite")
    os.unlink(books.path("desk/link.sqlite"))
    os.rmdir(books.path("desk"))
    books.again(night.after)


def goes_on(night, books, fate, others=(), output=()):
    """Checks that the location of the second run's reports is one of `fate`, and performs a third run; the tables in `others`
    may differ. Returns the output of verify and history, and the location."""
    text = books.verify()
    found = books.history()[1]["reports"]
    assert found in fate and (found == "in_place" or "run 2 " in text), (found, text)
    text += books.run(["history", *LEDGER], {0}).stdout.decode()
    books.run([*THIRD_RUN, *output], {0})
    books.verify()
    others = dict.fromkeys(("report_set", *others))
    assert {**books.ledger(), **others} == {**night.after_third["ledger"], **others}
    return text, found


def staging(books):
    (name,) = [name for name in os.listdir(books.folder) if name.startswith(".out.juice-ledger-")]
    return books.path(name)


def folder_copied(night, books):
    twin, before = books.copy(), tree(books.folder)
    goes_on(night, twin, {"lost", "in_place"})
    assert tree(books.folder) == before
    goes_on(night, books, IN_PLACE)
    assert books.reports() == night.after_third["reports"]


def ledger_copied_beside(night, books):
    """The ledger is copied to another name in the same folder, and the copy is used first."""
    shutil.copy(books.path("l.sqlite"), books.path("copy.sqlite"))
    before = books.reports()
    books.verify(name="copy.sqlite")
    assert books.reports() == before, "verify of a copy has put the original's reports in place"
    goes_on(night, books, IN_PLACE)


def folder_moved(night, books):
    """The folder is moved, and another shop takes its place, whose files no run may change."""
    old = books.folder
    books.folder = Books.new_folder() + "/moved"
    os.rename(old, books.folder)
    shutil.copytree(night.books.folder, old)
    before = tree(old)
    goes_on(night, books, {"lost", "in_place"})
    assert tree(old) == before


def restored(put):
    """Restores a backup that was made while reports waited, after a later run: it is refused because of the run log, and
    works without the run log."""
    def happen(night, books):
        shutil.copy(books.path("l.sqlite"), books.path("backup"))
        books.verify()
        books.write("later.csv", "id,action,item,quantity\nL-1,restock,키위,1\n")
        books.run(["run", "later.csv", *THIRD_RUN[2:]], {0})
        put(books.path("backup"), books.path("l.sqlite"))
        before = tree(books.folder)
        for words in (["verify", *LEDGER], THIRD_RUN, ["reverse", "1", *LEDGER], [*THIRD_RUN, "--dry-run"]):
            books.run(words, {78})
        assert tree(books.folder) == before, "a stale ledger has been changed, or something beside it"
        os.unlink(books.path("l.sqlite.runs"))
        later = tree(books.path("out"))
        books.verify()
        assert tree(books.path("out")) == later, "a ledger that was put back has changed a later set"
        goes_on(night, books, LOST)
    return happen


def restored_at_once(night, books):
    """A backup that was made while reports waited is restored after they were put in place."""
    shutil.copy(books.path("l.sqlite"), books.path("backup"))
    books.verify()
    shutil.copy(books.path("backup"), books.path("l.sqlite"))
    goes_on(night, books, IN_PLACE)


def parent_deleted(night, _):
    """The parent folder of waiting reports is deleted, or replaced by a file."""
    for is_file in (False, True):
        books = night.books.copy()
        books.kill(["run", "second.csv", *LEDGER, "--output", "deep/er/out", "--quiet"], ("renameat2", 1))
        shutil.rmtree(books.path("deep"))
        if is_file:
            books.write("deep", "mine")
        # The run log differs, since it contains the output folder.
        goes_on(night, books, LOST, ["run_log"])


MISPLACED = {
    "folder copied": folder_copied, "ledger copied beside": ledger_copied_beside,
    "folder moved": folder_moved, "backup restored over": restored(shutil.copy), "backup restored in place": restored(os.replace),
    "backup restored at once": restored_at_once, "parent deleted": parent_deleted,
}


@pytest.mark.parametrize("name", MISPLACED)
def test_misplaced(name, night):
    """A ledger with waiting reports is copied, moved or restored, or its reports are deleted. StagedSetTests has what else may be
    in the reports' place."""
    MISPLACED[name](night, night.waiting())


def forge(books, columns):
    for name, value in columns.items():
        execute(books, f"UPDATE report_set SET {name} = ?", value)


def places(books):
    path = staging(books)
    return {"top": books.folder, "docs": books.path("home/docs"), "staging": path, "name": os.path.basename(path),
            "id": os.path.basename(path).removeprefix(".out.")}


def set_of_name(books):
    """A folder of the user has the same name, device and inode as the recorded staging folder."""
    path, docs = "{top}/home/.docs.{id}".format(**places(books)), books.path("home/docs")
    os.rename(docs, path)
    shutil.copytree(path, docs)
    status = os.stat(path)
    forge(books, {"staging": path, "target": docs, "device": status.st_dev, "inode": status.st_ino})


def link_instead(books, path):
    shutil.rmtree(path)
    os.symlink(books.path("home/docs"), path)


# The paths of the record of waiting reports that are forged; it then has the device and the inode of the user's folder docs.
# Afterwards, the reports are lost.
FORGED_PATHS = {
    "staging is a folder of the user's": {"staging": "{docs}"},
    "target is a folder of the user's": {"target": "{docs}"},
    "both are folders of the user's": {"target": "{top}/home/reports", "staging": "{docs}"},
    "a link in the path": {"staging": "{top}/desk/.docs.{id}", "target": "{top}/desk/docs"},
    "staging through ..": {"staging": "{top}/home/../{name}"},
    "target through ..": {"target": "{top}/home/../out"},
    "both through ..": {"target": "{top}/home/../home/docs", "staging": "{top}/home/../home/.docs.{id}"},
    "staging relative": {"staging": "{name}"}, "empty paths": {"staging": "", "target": ""}, "the root": {"staging": "/", "target": "/"},
    "paths with NUL": {"staging": "{docs}\0{staging}"},
    "a path that is too long": {"staging": "{staging}" + "x" * 5000},
    "both too long": {"staging": "{top}/." + "o" * 300 + ".{id}", "target": "{top}/" + "o" * 300},
    "escapes in paths": {"staging": "/\x1b[31m\u202e", "target": "/\x1b]0;x\x07\n"},
}
# Other changes to books with waiting reports, and the locations that may be reported for these reports afterwards.
FORGERIES = {
    "a folder of the user's of the right name": (set_of_name, LOST),
    "a link for staging": (lambda books: link_instead(books, staging(books)), LOST),
    "a link for target": (lambda books: link_instead(books, books.path("out")), {"beside", "lost"}),
    "beside, with escapes": (lambda books: forge(books, {"state": "beside", "staging": "/\x1b[31m\u202e"}), {"beside"}),
    "numbers out of range": (lambda books: forge(books, {"device": -2**63, "inode": 2**63 - 1}), LOST),
}
@pytest.mark.parametrize("name", [*FORGED_PATHS, *FORGERIES])
def test_forged(name, night, record_outcome):
    """After a forged record of waiting reports, no foreign folder changes, their location is reported, and runs go on."""
    books = night.waiting()
    for entry, text in HOME.items():
        books.write(f"home/docs/{entry}", text)
    os.symlink(books.path("home"), books.path("desk"))
    if name in FORGED_PATHS:
        status, fate = os.stat(books.path("home/docs")), LOST
        paths = {column: path.format(**places(books)) for column, path in FORGED_PATHS[name].items()}
        forge(books, {**paths, "device": status.st_dev, "inode": status.st_ino})
    else:
        change, fate = FORGERIES[name]
        change(books)
    before = tree(books.path("home"))
    # A run must not replace a link; the run log differs, since it contains the output folder.
    text, found = goes_on(night, books, fate, ["run_log"], ["--output", "elsewhere"])
    assert not set("\x1b\u202e\x07") & set(text), "raw control characters are shown"
    assert tree(books.path("home")) == before
    record_outcome(f"reports {found}")
