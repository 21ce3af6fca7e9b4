"""Single bits of a ledger that are flipped: found by verify, or nothing that counts has changed; never a trap."""

import json
import os
import random

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, TARGET, THIRD_RUN, Books

# What a command may end with on a damaged ledger: never a bug, a trap or a signal.
EXITS = {0, 3, 4, 5, 65, 66, 70, 73, 74, 75, 78}
# IDFilter.ids_min: from so many ids of a first run on, the ledger keeps a filter of them.
IDS_MIN = 4096
ASKED = {name: [name, *LEDGER, "--json"] for name in ("stock", "history")}
HEADER = "id,action,item,quantity,memo\n"


class Known:
    """Books, with an input that their ledger knows, and ids that it knows in an input that it does not."""

    def __init__(self, books, known, rows):
        self.books, self.rows = books, rows
        self.applied = {name: ["run", name, *LEDGER, "--output", "out", "--quiet", "--fail-on", "none"]
                        for name in (known, "resent.csv")}
        books.verify()
        self.said = self.answers(books)
        self.check_applied(books.copy())

    @staticmethod
    def answers(books):
        return {name: books.run(words, {0}).stdout for name, words in ASKED.items()}

    def check_applied(self, books):
        """Checks that what is known is told as such."""
        for name, words in self.applied.items():
            books.run(words, {0 if name == "resent.csv" else 5})
        assert json.loads(books.read("out/summary.json"))["codes"] == {"already_processed": self.rows}


@pytest.fixture(scope="module")
def ledgers():
    """One with runs, ids, a reversal, closed rows and shortages; and one with a filter of its ids."""
    several = Books()
    rows = "".join(f"N-{row},restock,키위,{row % 5 + 1},\n" for row in range(600))
    several.write("many.csv", HEADER + rows)
    several.write("resent.csv", HEADER + "A-1,order,키위쥬스,2,x\nN-7,restock,키위,3,\nB-3,count,망고,9,\n")
    for words in (FIRST_RUN, ["run", "many.csv", *TARGET], THIRD_RUN, ["reverse", "3", *LEDGER], SECOND_RUN, ["settle", "5", *LEDGER]):
        several.run(words, {4 if words == SECOND_RUN else 0})
    many = Books()
    rows = [f"{number:x},restock,키위,1,\n" for number in random.Random(1).sample(range(10**9), IDS_MIN + 4)]
    many.write("second.csv", HEADER + "".join(rows))
    many.write("resent.csv", HEADER + "".join(rows[3:]))
    many.run(SECOND_RUN, {0})
    assert many.ledger()["id_filter"], "a ledger of many ids keeps no filter"
    return Known(several, "first.csv", 3), Known(many, "second.csv", len(rows) - 3)


def test_flip(flip, ledgers, chance, is_full, record_outcome):
    # What is large costs more, and much of it is alike.
    ledger = ledgers[flip % 10 == 9]
    books = ledger.books.copy()
    with open(books.path("l.sqlite"), "r+b") as file:
        byte = chance.randrange(os.path.getsize(file.name))
        file.seek(byte)
        value = file.read(1)[0]
        file.seek(byte)
        file.write(bytes([value ^ 1 << chance.randrange(8)]))
    verdict = books.run(["verify", *LEDGER], {0, 70, 78}).returncode
    if verdict == 0:
        assert Known.answers(books) == ledger.said
        ledger.check_applied(books)
    else:
        others = [*ASKED.values(), *ledger.applied.values()]
        for words in others if is_full else [chance.choice(others)]:
            books.run(words, EXITS)
    record_outcome(f"verify {verdict}")
