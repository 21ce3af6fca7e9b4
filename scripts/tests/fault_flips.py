"""A flipped bit in a ledger is found by verify, or does not change the runs and the ids; the program never crashes."""

import json
import pathlib

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, TARGET, THIRD_RUN, Books

# The exit codes that a command may have on a damaged ledger; none of them means a bug, a crash or a signal.
EXITS = {0, 3, 4, 5, 65, 66, 70, 73, 74, 75, 78}
ASKED = {name: [name, *LEDGER, "--json"] for name in ("stock", "history")}
# An input that was applied to the ledger, and a new one with ids that were applied before.
APPLIED = {name: ["run", name, *LEDGER, "--output", "out", "--quiet", "--fail-on", "none"] for name in ("first.csv", "resent.csv")}
HEADER = "id,action,item,quantity,memo\n"


def answers(books):
    return {name: books.run(words, {0}).stdout for name, words in ASKED.items()}


def check_applied(books):
    """Checks that the applied input and the used ids are recognized."""
    for name, words in APPLIED.items():
        books.run(words, {0 if name == "resent.csv" else 5})
    assert json.loads(books.read("out/summary.json"))["codes"] == {"already_processed": 3}


@pytest.fixture(scope="module")
def ledger():
    """Books with runs, ids, a reversal, settled rows and short orders, and their answers."""
    books = Books()
    rows = "".join(f"N-{row},restock,키위,{row % 5 + 1},\n" for row in range(600))
    books.write("many.csv", HEADER + rows)
    books.write("resent.csv", HEADER + "A-1,order,키위쥬스,2,x\nN-7,restock,키위,3,\nB-3,count,망고,9,\n")
    for words in (FIRST_RUN, ["run", "many.csv", *TARGET], THIRD_RUN, ["reverse", "3", *LEDGER], SECOND_RUN, ["settle", "5", *LEDGER]):
        books.run(words, {4 if words == SECOND_RUN else 0})
    books.verify()
    check_applied(books.copy())
    return books, answers(books)


def test_flip(flip, ledger, chance, is_full, record_outcome):
    books = ledger[0].copy()
    path = pathlib.Path(books.path("l.sqlite"))
    content = bytearray(path.read_bytes())
    offset = chance.randrange(len(content))
    # Most bytes are zeros between the cells of pages, which SQLite does not read.
    while not (content[offset] or is_full or flip % 8 == 0):
        offset = chance.randrange(len(content))
    content[offset] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    verdict = books.run(["verify", *LEDGER], {0, 70, 78}).returncode
    if verdict == 0:
        assert answers(books) == ledger[1]
        check_applied(books)
    else:
        others = [*ASKED.values(), *APPLIED.values()]
        for words in others if is_full else [chance.choice(others)]:
            books.run(words, EXITS)
    record_outcome(f"verify {verdict}")
