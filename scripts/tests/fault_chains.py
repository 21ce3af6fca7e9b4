"""Nightly runs of random chains of shops: killed and repeated runs must leave the same files as undisturbed runs."""

import os
import random
import subprocess
import time

import pytest

from books import Books, chain_state, differing
from shop import PROGRAM, ended

DATE = "2026-11-23"
NAMES = ["강남점", "서면점", "제주점", "Busan", "대전점", "광주점", "전주점", "포항점", "울산점", "인천점", "수원점", "춘천점"]
JUICES = ["딸기쥬스", "바나나쥬스", "키위쥬스", "망고쥬스", "없는쥬스"]
HEADER = ["매장", "id", "action", "item", "quantity"]
# A file that one shop has in its own inbox.
OWN = "id,action,item,quantity\nq1,order,망고쥬스,1\n"
ROLL_UP = ["index.html", "chain.csv", "buy.csv", "chain.json"]


class Chain(Books):
    """A random chain before its nightly run: files of shops, and an export. ExportPartitionerTests checks the rows of each shop."""

    def __init__(self, rng, count):
        self.folder = self.new_folder()
        self.shops = rng.sample(NAMES, count)
        self.own, self.refused, self.menu = self.shops[1:4]
        self.rows = [("모르는곳", ["u1", "order", "키위쥬스", "1"]), ("", ["u2", "order", "키위쥬스", "1"]), (self.shops[0], ["u3"])]
        for number in range(60):
            name = f'"{rng.choice(JUICES)}"' if number % 5 else '"망고\r\n쥬스"'
            self.rows.append((rng.choice(self.shops), [f"o{number}", "order", name, str(rng.randint(1, 3))]))
        rng.shuffle(self.rows)
        self.write("chain.json", '{"columns": {"shop": "매장"}, "language": "en"}\n')
        self.write("inbox/orders.csv", self.export(self.rows))
        for shop in self.shops:
            os.makedirs(self.path(shop, "inbox"))
        self.write(f"{self.own}/inbox/a.csv", OWN)
        self.write(f"{self.refused}/inbox/bad.csv", "foo,bar\n1,2\n")
        self.write(f"{self.menu}/menu.csv", "nonsense\n")

    def night(self, *options):
        return ended(PROGRAM, "chain", "run", self.folder, "--date", DATE, *options)[0]

    @staticmethod
    def export(rows):
        return "".join(",".join(cells) + "\n" for cells in [HEADER, *([shop, *cells] for shop, cells in rows)])


@pytest.fixture(scope="module")
def given(request):
    """A chain with one shop of each kind; the state after an undisturbed nightly run, its exit code, and its duration in seconds."""
    chain = Chain(random.Random(f"{request.config.getoption('seed')} given"), 4)
    took = []
    for _ in range(2):
        undisturbed = chain.copy()
        start = time.monotonic()
        code = undisturbed.night()
        took.append(time.monotonic() - start)
    return chain, chain_state(undisturbed.folder), code, min(took)


@pytest.mark.parametrize("how", ["twice", "--jobs=1", "--jobs=2", "--jobs=8", "halves"])
def test_undisturbed_night(how, given):
    """A nightly run leaves the same state with any number of jobs, in two halves, and if it is repeated."""
    chain, wanted, code = given[0].copy(), *given[1:3]
    if how == "halves":
        for half in (chain.shops[::2], chain.shops[1::2]):
            chain.night(*[f"--shops={shop}" for shop in half])
    elif how == "twice":
        chain.night()
    assert chain.night(*([how] if how.startswith("-") else [])) == code
    assert not differing(wanted, chain_state(chain.folder))


def test_killed_night(killed_night, counts, given, chance, record_outcome):
    """A nightly run is killed at times that are spread over its duration, in every third case twice, and then repeated."""
    chain, wanted, code, duration = given[0].copy(), *given[1:]
    for _ in range(2 if killed_night % 3 == 0 else 1):
        process = subprocess.Popen([PROGRAM, "chain", "run", chain.folder, "--date", DATE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(duration * (killed_night + chance.random()) / counts["killed_night"])
        except subprocess.TimeoutExpired:
            process.kill()
        record_outcome("killed" if process.wait() < 0 else "had ended")
    assert chain.night() == code
    assert not differing(wanted, chain_state(chain.folder))


def test_chain(chain_number, chance):
    """Checks the facts and a second export of a random chain. ChainModelTests has the sums, ChainRecoveryTests later runs."""
    chain = Chain(chance, chance.randint(5, len(NAMES)))
    chain.night()
    check_facts(chain.copy())
    before = chain_state(chain.folder)
    chain.write("inbox/orders.csv", chain.export([(chain.own, ["n1", "restock", "키위", "9"])]))
    chain.night()
    assert os.path.exists(chain.path("failed", DATE, "orders.csv")), "a second export of a name is not refused"
    assert not [name for name in differing(before, chain_state(chain.folder)) if name.split("/")[0] in chain.shops]


def check_facts(chain):
    """The roll-up is the same if it is made again from the facts of all shops."""
    wanted = chain.reports(f"reports/{DATE}")
    for name in ROLL_UP:
        os.remove(chain.path("reports", DATE, name))
    ended(PROGRAM, "chain", "rollup", chain.folder, "--date", DATE, "--language", "en")
    assert not differing(wanted, chain.reports(f"reports/{DATE}"))
