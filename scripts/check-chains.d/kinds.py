"""What is checked of a chain's nights; each takes `Nights`, and says what does not hold."""

import csv
import json
import os
import shutil
import subprocess
import time

from chain import DATE, LATE, NEXT, OWN, Chain, write
from nights import TABLES, files, read, table

SUMS = ["rows", "success", "failure"]
ROLL_UP = ["index.html", "chain.csv", "buy.csv", "chain.json"]


def kills(test, count):
    """Nights that are killed at moments spread from their beginning to their end, every third one twice, and run again.

    The same night by 1, 2 and 8 jobs, in two halves, and run twice leaves what the one leaves that nobody disturbs.
    """
    chain = Chain(f"{test.base}/given", test.rng)
    folder = test.copy(chain, "undisturbed")
    start = time.monotonic()
    code = test.night(folder, "--jobs", "2")
    duration = time.monotonic() - start
    wanted = test.state(folder)

    def is_undisturbed(folder, found, what):
        test.holds(found == code, f"{what}: exit {found}, not {code}")
        test.same(wanted, test.state(folder), what)

    is_undisturbed(folder, test.night(folder), "the same night again")
    for jobs in ("1", "8"):
        folder = test.copy(chain, f"jobs-{jobs}")
        is_undisturbed(folder, test.night(folder, "--jobs", jobs), f"--jobs {jobs}")
    folder = test.copy(chain, "halves")
    for half in (chain.shops[::2], chain.shops[1::2]):
        test.night(folder, *[word for shop in half for word in ("--shops", shop)])
    is_undisturbed(folder, test.night(folder), "two halves")
    killed = 0
    for number in range(count):
        folder = test.copy(chain, "killed")
        for _ in range(2 if number % 3 == 0 else 1):
            killed += kill(test, folder, duration * (number + test.rng.random()) / count)
        is_undisturbed(folder, test.night(folder), f"kill {number} of {count}")
        shutil.rmtree(folder)
    return killed


def kill(test, folder, moment):
    """Whether a night was still at work when it was killed, so many seconds after its beginning."""
    process = subprocess.Popen(test.command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(moment)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    return process.returncode < 0


def sums(test, chain, folder):
    """The roll-up's sums are those of the shops' reports, and every row of an export is accounted for."""
    plain = dict.fromkeys(SUMS, 0)
    for shop in chain.shops:
        for place, _, names in os.walk(f"{folder}/{shop}/reports"):
            if "summary.json" in names:
                summary = json.loads(read(f"{place}/summary.json"))
                for key in SUMS:
                    plain[key] += summary[key]
    told = json.loads(read(f"{folder}/reports/{DATE}/chain.json"))
    with open(f"{folder}/reports/{DATE}/chain.csv", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    test.holds(plain["rows"] > 0, "no rows were applied")
    for key in SUMS:
        summed = sum(int(row[key]) for row in rows)
        test.holds(
            plain[key] == told[key] == summed,
            f"{key}: {plain[key]} in the shops' reports, {told[key]} in chain.json, {summed} in chain.csv")
    for export in told["exports"]:
        accounted = sum(export[key] for key in ("given", "unknown_shop", "without_shop", "wrong_field_count"))
        test.holds(export["rows"] == accounted, f"rows of {export['file']} are not accounted for")


def parts(test, chain, folder):
    """The tables of shops are those of runs on their rows, and all reports of whom an export begins with.

    Returns how many were compared.
    """
    compared = 0
    for shop in chain.shops:
        if shop == chain.menu or not chain.rows_of(shop):
            continue
        place, runs = alone(test, chain, shop)
        for run in runs:
            given, wanted = f"{folder}/{shop}/reports/{DATE}/{run}", f"{place}/reports/{run}"
            for name in TABLES:
                rows = table(f"{given}/{name}")
                lines = chain.lines_of(shop) if run == "orders" else None
                test.holds(
                    rows and rows == table(f"{wanted}/{name}", lines), f"{given}/{name} is not that of a run on its rows")
        first = test.copy(chain, "first")
        own = chain.rows_of(shop)
        write(first, "inbox/orders.csv", chain.export(own + [row for row in chain.rows if row not in own]))
        test.night(first, "--shops", shop)
        for run in runs:
            test.same(
                files(f"{place}/reports/{run}"), files(f"{first}/{shop}/reports/{DATE}/{run}"),
                f"{shop}, with which the export begins, {run}")
        shutil.rmtree(first)
        shutil.rmtree(place)
        compared += 1
    test.holds(compared > 0, "no shop was compared with a run")
    return compared


def alone(test, chain, shop):
    """A folder in which runs have applied what a night gives a shop: its own file, then its rows. And the runs' names."""
    place = f"{test.base}/alone"
    given = [("orders", chain.export(chain.rows_of(shop)))]
    if shop == chain.own:
        given.insert(0, ("a", OWN))
    for name, content in given:
        write(place, f"{name}.csv", content)
        test.run(
            "run", f"{name}.csv", "--date", DATE, "--ledger", "shop.sqlite", "--accept", "매장", "--language", "en",
            "--quiet", folder=place)
    return place, [name for name, _ in given]


def facts(test, chain, folder):
    """The roll-up is the same from facts that come from elsewhere, in any order."""
    wanted = files(f"{folder}/reports/{DATE}")
    found = []
    for shop in chain.shops:
        path = f"{folder}/{shop}/reports/{DATE}/facts.json"
        found.append(json.dumps(json.loads(read(path)), ensure_ascii=False) + "\n")
        os.remove(path)
    for name in ROLL_UP:
        os.remove(f"{folder}/reports/{DATE}/{name}")
    for _ in range(2):
        test.rng.shuffle(found)
        write(test.base, "facts", "".join(found))
        test.run("chain", "rollup", folder, "--date", DATE, "--facts", f"{test.base}/facts", "--language", "en")
        test.same(wanted, files(f"{folder}/reports/{DATE}"), "a roll-up from shuffled facts")


def damaged(test, chain, folder):
    """A ledger that cannot be read keeps its shop waiting, and nobody else; with another one it takes what waits."""
    ledger = f"{folder}/{chain.damaged}/shop.sqlite"
    write(folder, f"{chain.damaged}/shop.sqlite", "no ledger\n" * 1000)
    test.holds(test.night(folder) == 78, "a damaged ledger is not told of")
    test.holds(os.path.exists(f"{folder}/{chain.shops[0]}/shop.sqlite"), "somebody waited for a damaged ledger")
    told = files(f"{folder}/reports/{DATE}")
    test.run("chain", "rollup", folder, "--date", DATE, "--language", "en")
    test.same(told, files(f"{folder}/reports/{DATE}"), "a roll-up of a night with a damaged ledger")
    os.remove(ledger)
    test.night(folder)
    if not chain.rows_of(chain.damaged):
        return
    place, _ = alone(test, chain, chain.damaged)
    for name in TABLES:
        given = table(f"{folder}/{chain.damaged}/reports/{DATE}/orders/{name}")
        wanted = table(f"{place}/reports/orders/{name}", chain.lines_of(chain.damaged))
        test.holds(given and given == wanted, f"{name} is another where a ledger was damaged")
    shutil.rmtree(place)


def later(test, chain, folder):
    """What comes behind a night: a shop is added, a file is late, an export comes under a name that was there."""
    before = test.state(folder)
    unknown = f"{folder}/reports/{DATE}/unknown-shop.csv"
    test.holds(read(unknown) == chain.export(chain.rows_of_nobody()), "the rows of nobody are not kept as they were")
    test.holds(test.run("chain", "add", folder, "모르는곳") == 0, "a shop cannot be added")
    shutil.copy(unknown, f"{folder}/inbox/again.csv")
    test.night(folder)
    success = table(f"{folder}/모르는곳/reports/{DATE}/again/success.csv")
    test.holds([row[2] for row in success[1:]] == ["u1"], "the rows of a shop that was added are not applied")
    unchanged(test, chain, folder, before, "a shop was added")
    write(folder, f"{chain.shops[0]}/inbox/late.csv", LATE)
    test.night(folder, date=NEXT)
    success = table(f"{folder}/{chain.shops[0]}/reports/{NEXT}/late/success.csv")
    test.holds([row[2] for row in success[1:]] == ["l1", "l2"], "a late file is not applied the next night")
    before = test.state(folder)
    rows = [(chain.own, ["n1", "restock", "키위", "9"]), (chain.own, ["n2", "order", "키위쥬스", "1"])]
    write(folder, "inbox/orders.csv", chain.export(rows))
    test.holds(test.night(folder) == 78, "a shop whose menu is bad counts no more")
    test.holds(os.path.exists(f"{folder}/failed/{DATE}/orders.csv"), "a second export of a name is not refused")
    unchanged(test, chain, folder, before, "a second export was refused")
    write(folder, "inbox/orders.csv", chain.export(rows))
    test.night(folder, "--again")
    success = table(f"{folder}/{chain.own}/reports/{DATE}/orders.2/success.csv")
    test.holds([row[2] for row in success[1:]] == ["n1", "n2"], "a second export that was meant is not applied")


def unchanged(test, chain, folder, before, what):
    """No shop has other runs or stock, or other reports."""
    state = test.state(folder)
    changed = [key for key in before if key.split("/")[0] in chain.shops and before[key] != state.get(key)]
    test.holds(not changed, f"{what}: {changed[:8]} have changed")
