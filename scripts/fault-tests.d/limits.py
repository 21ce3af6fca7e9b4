"""Runs that lack descriptors, memory, threads or room."""

import os
import shutil

from kills import longer
from shop import Broken, Night, Shop

# All a run may end with that lacks something: it did without, or said so.
SAID = {0, 3, 4, 5, 66, 73, 74, 75}
# Where the loader or Swift's runtime itself lacks memory or a stack, before or in spite of the program: the loader's
# exit code, and signals, as a shell shows them and as Python does.
RUNTIME = {127, -4, -5, -6, -11, 132, 133, 134, 139}
# Kind of limit, as prlimit names it; its values; what a run may end with.
LIMITS = [
    ("fsize", [0, 8 << 10, 100 << 10, 1000 << 10], {74}),
    ("nproc", [1], {0}),
    ("nofile", list(range(8, 21)), SAID),
    ("as", [megabytes << 20 for megabytes in (30, 60, 80, 100, 120, 140, 160, 180, 200, 240, 280, 320, 400)],
     SAID | RUNTIME),
    ("stack", [kilobytes << 10 for kilobytes in (16, 64, 128, 256, 512, 1024)], SAID | RUNTIME),
]
SECONDS_MAX = 30
NOBODY = "65534"


def limits(test):
    short = Night(test).shop
    long = longer(test)
    program = os.path.join(test.base, "program")
    shutil.copy(test.program, program)
    os.chmod(test.base, 0o755)
    attempts = [("full", "", {74})]
    attempts += [(kind, value, exits) for kind, values, exits in LIMITS for value in values]

    def attempt(kind, value, exits):
        # Limits of what there is to write, and of threads to share it, need a file of some size.
        shop = (short if kind in ("nofile", "as", "stack") else long).copy()
        before = shop.ledger(), shop.reports()
        words = ["bash", "-c", 'exec "$@" >/dev/full', "bash"] if kind == "full" else ["prlimit", f"--{kind}={value}"]
        if kind == "nproc" and os.geteuid() == 0:
            # Root is above it.
            for folder, _, files in os.walk(shop.folder):
                for name in ["."] + files:
                    os.chown(os.path.join(folder, name), int(NOBODY), int(NOBODY))
            words = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", *words]
        command = [word for word in Shop.command if word != "--quiet"] if kind == "full" else Shop.command
        result = shop.run(command, before=words, seconds_max=SECONDS_MAX, program=program)
        Shop.check(result, exits)
        if result.returncode not in (0, 4):
            if not result.stderr.strip() and result.returncode > 0:
                raise Broken(f"exit {result.returncode} without a message")
            if result.returncode in SAID and (shop.ledger(), shop.reports()) != before:
                raise Broken(f"exit {result.returncode}, but something was applied: {result.stderr.decode()}")
        shop.once(Shop.command, {0, 4, 5})
        shop.verify()
        if set(os.listdir(shop.folder)) != set(os.listdir(short.folder)):
            raise Broken(f"left behind: {os.listdir(shop.folder)}")
        shop.remove()
        return f"{kind}: exit {result.returncode}"

    outcomes = test.each(attempts, attempt)
    for shop in (short, long):
        shop.remove()
    return f"{len(attempts)} limits", outcomes
