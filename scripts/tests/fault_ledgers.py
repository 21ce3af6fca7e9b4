"""Forged, copied, moved, restored, foreign and linked ledgers: no foreign folder is changed, and valid ledgers keep working."""

import contextlib
import os
import pathlib
import shutil
import sqlite3

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, THIRD_RUN, Books, tree

HOME = {"notes.txt": "mine", "summary.json": "{}", "success.csv": "mine", "report.md": "mine"}
# Statements that add something a ledger must not contain: commands end with 78, and apply nothing.
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


def told(books, fate):
    """The output of verify, and the location of the second run's reports, which must be one of `fate`."""
    text = books.verify()
    found = books.history()[1]["reports"]
    assert found in fate, text
    assert found == "in_place" or "run 2 " in text, (found, text)
    return text, found


def goes_on(night, books, fate, others=(), output=()):
    """Checks the location of the second run's reports, and performs a third run; the tables in `others` may differ."""
    text, found = told(books, fate)
    text += books.run(["history", *LEDGER], {0}).stdout.decode()
    books.run([*THIRD_RUN, *output], {0})
    books.verify()
    others = dict.fromkeys(("report_set", *others))
    assert {**books.ledger(), **others} == {**night.after_third["ledger"], **others}
    return text, found


def staging(books):
    """The staging folder of the second run's reports."""
    (name,) = [name for name in os.listdir(books.folder) if name.startswith(".out.juice-ledger-")]
    return books.path(name)


def set_aside(books):
    shutil.copy(books.path("l.sqlite"), books.path("backup"))


def folder_copied(night, books):
    twin, before = books.copy(), tree(books.folder)
    goes_on(night, twin, {"lost", "in_place"})
    assert tree(books.folder) == before
    goes_on(night, books, {"in_place"})
    assert books.reports() == night.after_third["reports"]


def ledger_copied(night, books):
    twin = Books()
    shutil.copy(books.path("l.sqlite"), twin.path("l.sqlite"))
    before = tree(books.folder)
    goes_on(night, twin, {"lost"})
    assert tree(books.folder) == before
    goes_on(night, books, {"in_place"})


def ledger_copied_beside(night, books):
    """The ledger is copied to another name in the same folder, and the copy is used first."""
    shutil.copy(books.path("l.sqlite"), books.path("copy.sqlite"))
    before = books.reports()
    books.verify(name="copy.sqlite")
    assert books.reports() == before, "verify of a copy has put the original's reports in place"
    goes_on(night, books, {"in_place"})


def folder_moved(night, books):
    """The folder is moved, and another shop takes its place, whose files no run may change."""
    old = books.folder
    books.folder = Books.new_folder() + "/moved"
    os.rename(old, books.folder)
    shutil.copytree(night.books.folder, old)
    before = tree(old)
    goes_on(night, books, {"lost", "in_place"})
    assert tree(old) == before


def folder_moved_alone(night, books):
    old = books.folder
    books.folder = Books.new_folder() + "/moved"
    os.rename(old, books.folder)
    goes_on(night, books, {"lost", "in_place"})


def restored(night, books, put):
    """Restores a backup that was made while reports waited, after a later run: it is refused because of the run log, and
    works without the run log."""
    set_aside(books)
    books.verify()
    books.write("later.csv", "id,action,item,quantity\nL-1,restock,키위,1\n")
    books.run(["run", "later.csv", *THIRD_RUN[2:]], {0})
    put(books.path("backup"), books.path("l.sqlite"))
    before = tree(books.folder)
    books.verify({78})
    for words in (THIRD_RUN, ["reverse", "1", *LEDGER], [*THIRD_RUN, "--dry-run"]):
        books.run(words, {78})
    assert tree(books.folder) == before, "a stale ledger has been changed, or something beside it"
    os.unlink(books.path("l.sqlite.runs"))
    later = tree(books.path("out"))
    books.verify()
    assert tree(books.path("out")) == later, "a ledger that was put back has changed a later set"
    goes_on(night, books, {"lost"})


def backup_restored_over(night, books):
    restored(night, books, shutil.copy)


def backup_restored_in_place(night, books):
    restored(night, books, os.replace)


def backup_restored_at_once(night, books):
    """A backup that was made while reports waited is restored after they were put in place."""
    set_aside(books)
    books.verify()
    shutil.copy(books.path("backup"), books.path("l.sqlite"))
    goes_on(night, books, {"in_place"})


def reports_deleted(night, books):
    shutil.rmtree(books.path("out"))
    goes_on(night, books, {"in_place"})


def staging_deleted(night, books):
    shutil.rmtree(staging(books))
    before = tree(books.path("out"))
    books.verify()
    assert tree(books.path("out")) == before
    goes_on(night, books, {"lost"})


def both_deleted(night, books):
    shutil.rmtree(books.path("out"))
    shutil.rmtree(staging(books))
    goes_on(night, books, {"lost"})


def parent_deleted(night, _):
    """The parent folder of waiting reports is deleted, or replaced by a file."""
    for is_file in (False, True):
        books = night.books.copy()
        books.kill(["run", "second.csv", *LEDGER, "--output", "deep/er/out", "--quiet"], ("renameat2", 1))
        shutil.rmtree(books.path("deep"))
        if is_file:
            books.write("deep", "mine")
        # The run log differs, since it contains the output folder.
        goes_on(night, books, {"lost"}, ["run_log"])


@pytest.mark.parametrize("happen", [
    folder_copied, ledger_copied, ledger_copied_beside, folder_moved, folder_moved_alone, backup_restored_over,
    backup_restored_in_place, backup_restored_at_once, reports_deleted, staging_deleted, both_deleted, parent_deleted])
def test_misplaced(happen, night):
    """A ledger with waiting reports is copied, moved or restored, or its reports are deleted."""
    happen(night, night.waiting())


def forge(books, **columns):
    for name, value in columns.items():
        execute(books, f"UPDATE report_set SET {name} = ?", value)


def docs(books):
    return books.path("home/docs")


def ours(books, folder, name="docs"):
    """The path that a waiting set of this ledger for `folder`/`name` would have."""
    return os.path.join(books.path(folder), f".{name}.{os.path.basename(staging(books)).removeprefix('.out.')}")


def identity(path):
    status = os.stat(path)
    return {"device": status.st_dev, "inode": status.st_ino}


def set_of_name(books):
    """A folder of the user has the same name, device and inode as the recorded staging folder."""
    path = ours(books, "home")
    os.rename(docs(books), path)
    shutil.copytree(path, docs(books))
    forge(books, staging=path, target=docs(books), **identity(path))


def link_instead(books, path):
    shutil.rmtree(path)
    os.symlink(docs(books), path)


def link_in_path(books):
    """A parent of the staging folder has become a link to a folder of the user."""
    os.symlink(books.path("home"), books.path("desk"))
    forge(books, staging=ours(books, "desk"), target=books.path("desk/docs"), **identity(docs(books)))


def file_as_target(books):
    shutil.rmtree(books.path("out"))
    books.write("out", "mine")


def folder_in_staging(books):
    os.makedirs(os.path.join(staging(books), "summary.json.d", "deep"))
    os.unlink(os.path.join(staging(books), "success.csv"))
    os.mkdir(os.path.join(staging(books), "success.csv"))


LOST = {"lost"}
# Changes to books with waiting reports, and the locations that may be reported for these reports afterwards.
FORGERIES = {
    "nothing": (lambda books: None, {"in_place"}),
    "staging is a folder of the user's": (lambda books: forge(books, staging=docs(books)), LOST),
    "staging is a folder of the user's, to the letter":
        (lambda books: forge(books, staging=docs(books), **identity(docs(books))), LOST),
    "target is a folder of the user's": (lambda books: forge(books, target=docs(books)), LOST),
    "target is a folder of the user's, to the letter":
        (lambda books: forge(books, target=docs(books), **identity(docs(books))), LOST),
    "both are folders of the user's":
        (lambda books: forge(books, target=books.path("home/reports"), staging=docs(books), **identity(docs(books))), LOST),
    "a folder of the user's of the right name": (set_of_name, LOST),
    "a link for staging": (lambda books: link_instead(books, staging(books)), LOST),
    "a link for target": (lambda books: link_instead(books, books.path("out")), {"beside", "lost"}),
    "a link in the path": (link_in_path, LOST),
    "staging through ..":
        (lambda books: forge(books, staging=books.path("home/..", os.path.basename(staging(books)))), LOST),
    "target through ..": (lambda books: forge(books, target=books.path("home/../out")), LOST),
    "both through ..":
        (lambda books: forge(books, target=books.path("home/../home/docs"), staging=ours(books, "home/../home")), LOST),
    "staging relative": (lambda books: forge(books, staging=os.path.basename(staging(books))), LOST),
    "empty paths": (lambda books: forge(books, staging="", target=""), LOST),
    "the root": (lambda books: forge(books, staging="/", target="/"), LOST),
    "paths with NUL": (lambda books: forge(books, staging=docs(books) + "\0" + staging(books)), LOST),
    "a path that is too long": (lambda books: forge(books, staging=staging(books) + "x" * 5000), LOST),
    "both too long":
        (lambda books: forge(books, staging=ours(books, "", "o" * 300), target=books.path("o" * 300)), LOST),
    "escapes in paths": (lambda books: forge(books, staging="/\x1b[31m\u202e", target="/\x1b]0;x\x07\n"), LOST),
    "beside, with escapes": (lambda books: forge(books, state="beside", staging="/\x1b[31m\u202e"), {"beside"}),
    "numbers out of range": (lambda books: forge(books, device=-2**63, inode=2**63 - 1), LOST),
    "folders where it waits": (folder_in_staging, {"beside", "lost"}),
    "a stray file in the target": (lambda books: books.write("out/notes.txt", "mine"), {"beside"}),
    "a file for a target": (file_as_target, {"beside"}),
}
# The changes after which a run must not replace the output folder, so that the third run writes to another folder.
OBSTRUCTED = {"a link for target", "a stray file in the target", "a file for a target"}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged(name, night, record_outcome):
    """After a forged record of waiting reports, no foreign folder changes, their location is reported, and runs go on."""
    change, fate = FORGERIES[name]
    books = night.waiting()
    for entry, text in HOME.items():
        books.write(f"home/docs/{entry}", text)
    change(books)
    out = pathlib.Path(books.path("out"))
    mine = [books.path("home")]
    if name in OBSTRUCTED and out.is_dir() and not out.is_symlink():
        mine.append(books.path("out"))
    before = [tree(folder) for folder in mine]
    # The run log differs, since it contains the output folder.
    others, output = (["run_log"], ["--output", "elsewhere"]) if name in OBSTRUCTED else ((), ())
    text, found = goes_on(night, books, fate, others, output)
    assert not set("\x1b\u202e\x07") & set(text), "raw control characters are shown"
    assert [tree(folder) for folder in mine] == before
    record_outcome(f"reports {found}")
