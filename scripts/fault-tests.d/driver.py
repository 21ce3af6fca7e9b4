"""Drives scripts/fault-tests: see there for what is tried."""

import os
import shutil
import sys
import tempfile
import time

import amounts
from counters import counters
from crowd import crowd
from faults import faults
from flips import flips
from kills import at_random, kills
from ledgers import ledgers
from limits import limits
from races import races
from restores import restores
from shop import Test
from spills import spills

KINDS = {"kills": kills, "random": at_random, "faults": faults, "limits": limits, "spills": spills, "crowd": crowd,
         "races": races, "flips": flips, "ledgers": ledgers, "counters": counters,
         "restores": restores}
# How much is tried: as a rule, and with --full.
AMOUNTS = {"kills": (240, 2000), "rounds": (40, 500), "flips": (400, 4000), "deaths": (100, 1000), "restores": (40, 800)}
PROBLEMS_MAX = 20


def options():
    parser = amounts.parser("fault-tests", AMOUNTS)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("kinds", nargs="*")
    found = amounts.parse(parser, AMOUNTS, sys.argv[2:])
    for kind in found.kinds:
        if kind not in KINDS:
            parser.error(f"no such kind: {kind}")
    return found


def main():
    found = options()
    base = tempfile.mkdtemp(prefix="juice-batch-faults-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    test = Test(sys.argv[1], base, found)
    print(f"seed {found.seed}")
    try:
        for kind in found.kinds or KINDS:
            start = time.monotonic()
            tried, outcomes = KINDS[kind](test)
            shown = ", ".join(f"{outcome} {count}" for outcome, count in outcomes.items())
            print(f"{kind}: {tried}: {shown} ({time.monotonic() - start:.0f} s)", flush=True)
    finally:
        if found.keep:
            print(f"kept: {base}")
        else:
            shutil.rmtree(base, ignore_errors=True)
    for problem in test.problems[:PROBLEMS_MAX]:
        print(f"broken: {problem}", file=sys.stderr)
    if len(test.problems) > PROBLEMS_MAX:
        print(f"and {len(test.problems) - PROBLEMS_MAX} more", file=sys.stderr)
    return 1 if test.problems else 0


if __name__ == "__main__":
    sys.exit(main())
