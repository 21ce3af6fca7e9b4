"""Runs with limited disk space, descriptors, memory, threads or stack; and runs that sort more rows than fit into memory."""

import collections
import os
import pathlib
import re
import shutil
import signal
import tempfile

import pytest

from books import FIRST_RUN, SECOND_RUN, TARGET, TRACE, Books, tree
from shop import PROGRAM

# The exit codes of a run under a limit: it succeeded in spite of the limit, or reported an error.
SAID = {0, 3, 4, 5, 66, 73, 74, 75}
# Exit codes if the loader or Swift's runtime lacks memory or stack: that of the loader, and signals as a shell and as Python
# report them.
RUNTIME = {127, -4, -5, -6, -11, 132, 133, 134, 139}
MIB, KIB = 1 << 20, 1 << 10
# The kind of the limit, as prlimit names it (or a full disk); its value; the possible exit codes.
LIMITS = [("full", 0, {74}), ("nproc", 1, {0}), *(("fsize", size * KIB, {74}) for size in (0, 8, 100, 1000)),
          *(("nofile", count, SAID) for count in range(8, 21)),
          *(("as", size * MIB, SAID | RUNTIME) for size in (30, 60, 80, 100, 120, 140, 160, 180, 200, 240, 280, 320, 400)),
          *(("stack", size * KIB, SAID | RUNTIME) for size in (16, 64, 128, 256, 512, 1024))]
NOBODY = 65534
SORTED_RUN = ["run", "long.csv", *TARGET, "--sequence", "time"]
# Together, these rows take more memory than rows may take before they are spilled; long cells keep their number small.
ROWS, COLUMNS, CELL_BYTES = 275, "abcd", 62_000
# The command prefix that sets $TMPDIR to a folder in which no file can be created.
NOWHERE = ["env", "TMPDIR=/nonexistent"]


@pytest.fixture(scope="module")
def long():
    books = Books()
    rows = "".join(f"R-{row},restock,키위,{row % 7 + 1}\nO-{row},order,키위쥬스,1\n" for row in range(10_000))
    books.write("second.csv", "id,action,item,quantity\n" + rows)
    books.run(FIRST_RUN, {0})
    return books


@pytest.mark.parametrize(("kind", "value", "exits"), LIMITS)
def test_limit(kind, value, exits, night, long, record_outcome):
    # Limits of file size and of threads are only reached with a large input.
    books = (night.books if kind in ("nofile", "as", "stack") else long).copy()
    before = books.ledger(), books.reports()
    words = ["bash", "-c", 'exec "$@" >/dev/full', "bash"] if kind == "full" else ["prlimit", f"--{kind}={value}"]
    program = PROGRAM
    if kind == "nproc" and os.geteuid() == 0:
        # The limit does not apply to root, and other users may not be able to access the program.
        program = shutil.copy(PROGRAM, Books.new_folder())
        for path in (pathlib.Path(program).parent, pathlib.Path(books.folder), *pathlib.Path(books.folder).rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *words]
    command = [word for word in SECOND_RUN if word != "--quiet"] if kind == "full" else SECOND_RUN
    result = books.run(command, exits, before=words, program=program)
    if result.returncode not in (0, 4):
        assert result.stderr.strip() or result.returncode < 0, "no message"
        assert result.returncode not in SAID or (books.ledger(), books.reports()) == before, result.stderr
    books.run(SECOND_RUN, {0, 4, 5})
    books.verify()
    assert set(os.listdir(books.folder)) == set(os.listdir(night.books.folder))
    record_outcome(f"{kind}: exit {result.returncode}")


@pytest.fixture(scope="module", name="spilling")
def _spilling():
    """Books with an unsorted export that does not fit into memory; the expected state after its run; and the calls that write
    and read spilled rows, as numbers by the name of the call, counted in each thread."""
    books = Books()
    minutes = (row * 37 % ROWS for row in range(ROWS))
    # Cells that begin alike would take longer to compare.
    rows = ([f"2026-11-20 {minute // 60:02}:{minute % 60:02}", "키위", "1",
             *(f"{column}{minute}".ljust(CELL_BYTES, "x") for column in COLUMNS)] for minute in minutes)
    books.write("long.csv", "".join(",".join(row) + "\n" for row in [["time", "item", "quantity", *COLUMNS], *rows]))
    books.run(FIRST_RUN, {0})
    undisturbed = books.copy()
    log = tempfile.mktemp(prefix="strace-", dir=Books.base)
    # Rows are spilled to the folder of the output, not to $TMPDIR.
    undisturbed.run([*SORTED_RUN, "--threads", "1"], {0},
                    before=[*NOWHERE, *TRACE[:3], "-y", "-e", "trace=pwrite64,pread64", "-s", "0", "-o", log])
    counts, calls = collections.Counter(), {"pwrite64": [], "pread64": []}
    for process, name, file in re.findall(r"^(\d+) +(pwrite64|pread64)\(([^,]*)", pathlib.Path(log).read_text("utf-8", "replace"), re.M):
        counts[process, name] += 1
        # strace shows a file without a name as a deleted file.
        if file.endswith(">(deleted)"):
            calls[name].append(counts[process, name])
    assert len(calls["pwrite64"]) >= 3 and len(calls["pread64"]) >= 2, calls
    return books, undisturbed.state(), calls


@pytest.mark.xdist_group("spilling")
def test_dry_run_spills_elsewhere(spilling):
    books = spilling[0].copy()
    before = books.state()
    books.run([*SORTED_RUN, "--dry-run"], {73}, before=NOWHERE)
    books.run([*SORTED_RUN, "--dry-run"], {0})
    books.expect(before)


@pytest.mark.parametrize(("what", "name", "place", "exit"), [
    ("error=ENOSPC", "pwrite64", 0, 74), ("error=EIO", "pwrite64", 0.1, 74), ("error=ENOSPC", "pwrite64", 0.5, 74),
    ("error=EDQUOT", "pwrite64", 1, 74), ("error=EIO", "pread64", 0, 74), ("error=EIO", "pread64", 1, 74),
    *(("signal=SIGKILL", name, place, -signal.SIGKILL) for name, place in (("pwrite64", 0), ("pwrite64", 0.5), ("pread64", 0))),
    ("signal=SIGTERM", "pwrite64", 0.1, 143)])
@pytest.mark.xdist_group("spilling")
def test_spill(what, name, place, exit, spilling):
    """If spilling rows fails, nothing has changed; if it is killed, no spilled file is left, and the next run succeeds."""
    base, wanted, calls = spilling
    books = base.copy()
    before = tree(books.folder)
    result = books.inject(SORTED_RUN, name, what, calls[name][round(place * (len(calls[name]) - 1))], {exit})
    assert exit != 74 or result.stderr.strip() and b"success.csv" not in result.stderr, result.stderr
    assert not [name for name in os.listdir(books.folder) if "spool" in name]
    if exit > 0:
        assert tree(books.folder) == before
    else:
        books.again(wanted, SORTED_RUN)
