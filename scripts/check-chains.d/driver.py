"""Drives scripts/check-chains: see there for what is tried."""

import os
import shutil
import sys
import tempfile

import amounts
import kinds
from chain import Chain
from nights import Nights

# How much is tried: as a rule, and with --full.
AMOUNTS = {"kills": (200, 2000), "chains": (3, 40)}


def look_at_another(test, number):
    """A random chain of its own, without kills; how many shops of it were compared with runs."""
    chain = Chain(f"{test.base}/chain-{number}", test.rng)
    folder = test.copy(chain, "night")
    test.night(folder)
    kinds.sums(test, chain, folder)
    compared = kinds.parts(test, chain, folder)
    kinds.facts(test, chain, shutil.copytree(folder, f"{test.base}/facts-chain"))
    kinds.damaged(test, chain, test.copy(chain, "damaged"))
    kinds.later(test, chain, folder)
    for name in ("night", "facts-chain", "damaged"):
        shutil.rmtree(f"{test.base}/{name}")
    return compared


def main():
    found = amounts.parse(amounts.parser("check-chains", AMOUNTS), AMOUNTS, sys.argv[2:])
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="juice-batch-chains-", dir=memory) as base:
        test = Nights(sys.argv[1], base, found.seed)
        compared = sum(look_at_another(test, number) for number in range(found.chains))
        killed = kinds.kills(test, found.kills)
    print(f"seed {found.seed}: {found.chains} chains, {compared} shops compared with runs, {found.kills} nights, {killed} kills: "
          f"{test.failures} failures")
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
