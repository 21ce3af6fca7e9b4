"""A flipped bit in a ledger is found by verify, or does not change the runs and the ids; the program never crashes."""

import json
import pathlib
import random

import pytest

from books import FIRST_RUN, LEDGER, SECOND_RUN, TARGET, THIRD_RUN, Books

# The exit codes that a command may have on a damaged ledger; none of them means a bug, a crash or a signal.
EXITS = {0, 3, 4, 5, 65, 66, 70, 73, 74, 75, 78}
# The number of ids in a first run from which the ledger keeps a filter of them (idsMin in IDFilter).
IDS_MIN = 4096
ASKED = {name: [name, *LEDGER, "--json"] for name in ("stock", "history")}
HEADER = "id,action,item,quantity,memo\n"


class Known:
    """Books with two inputs: one that was applied to the ledger, and a new one with ids that were applied before."""

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
        """Checks that the applied input and the used ids are recognized."""
        for name, words in self.applied.items():
            books.run(words, {0 if name == "resent.csv" else 5})
        assert json.loads(books.read("out/summary.json"))["codes"] == {"already_processed": self.rows}


@pytest.fixture(scope="module")
def ledgers():
    """Two ledgers: one with runs, ids, a reversal, settled rows and short orders; and one with a filter of its ids."""
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
    # The large ledger is used in one of ten cases: it takes longer, and much of its content is similar.
    ledger = ledgers[flip % 10 == 9]
    books = ledger.books.copy()
    path = pathlib.Path(books.path("l.sqlite"))
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)
    verdict = books.run(["verify", *LEDGER], {0, 70, 78}).returncode
    if verdict == 0:
        assert Known.answers(books) == ledger.said
        ledger.check_applied(books)
    else:
        others = [*ASKED.values(), *ledger.applied.values()]
        for words in others if is_full else [chance.choice(others)]:
            books.run(words, EXITS)
    record_outcome(f"verify {verdict}")
