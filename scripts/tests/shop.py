"""Helpers of all tests: running commands, an installation, and a shop with an inbox for nightly runs."""

import fcntl
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("JUICE_BATCH_PROGRAM", "")
SECONDS_MAX = 120


def ended(*command, seconds=SECONDS_MAX, **variables):
    """Runs a command; returns its exit code as in a shell, and its standard output with its standard error."""
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    done = subprocess.run([*map(str, command)], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=seconds, check=False)
    return exit_code(done.returncode), os.fsdecode(done.stdout)


def run(expected, *command, **how):
    """Runs a command, which must end with the exit code `expected`; returns its standard output and standard error."""
    code, output = ended(*command, **how)
    assert code == expected, f"{command} ended with {code}:\n{output}"
    return output


def exit_code(status):
    """The exit code as in a shell: 128 plus the number of the signal for a process that a signal ended."""
    return status if status >= 0 else 128 - status


def wait_for(condition, seconds, describe, is_possible=lambda: True):
    """Waits until a condition is true; if that takes too long or is not possible, fails with a description."""
    end = time.monotonic() + seconds
    while not condition():
        assert is_possible() and time.monotonic() < end, describe()
        time.sleep(0.02)


def make_once(folder, name, make):
    """A file or folder that the tests of all processes share; the first process makes it, while the others wait."""
    with open(folder / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / name).exists():
            make(folder / f"{name}.new")
            (folder / f"{name}.new").rename(folder / name)
    return folder / name


class Installation:
    """An installation by scripts/install below a folder that represents the root of a system."""

    def __init__(self, destination):
        self.destination = destination
        self.prefix = destination / "usr/local"

    def call(self, *arguments, expected=0):
        return run(expected, ROOT / "scripts/install", *arguments, DESTDIR=self.destination, JUICE_BATCH_PROGRAM=PROGRAM)

    def tree(self):
        return sorted(str(path.relative_to(self.destination)) for path in self.destination.rglob("*"))


class Shop:
    """A shop's folder for juice-batch nightly, with its inbox, ledger, reports and archived files."""

    def __init__(self, folder):
        self.folder = folder
        self.inbox = folder / "inbox"
        self.ledger = folder / "shop.sqlite"
        self.inbox.mkdir(parents=True)

    def deliver(self, name, *lines):
        (self.inbox / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def night(self, expected, *arguments, settle=0.1, behind=(), **variables):
        return run(expected, *behind, *self.command(settle), *arguments, **variables)

    def command(self, settle):
        return [PROGRAM, "nightly", "--folder", self.folder, "--settle", settle, "--language", "en"]

    def stored(self, folder):
        """The names of the files in all dated folders of `done`, `failed` or `repeated`."""
        return sorted(path.name for path in self.folder.glob(f"{folder}/*/*"))

    def stock(self, fruit):
        rows = run(0, PROGRAM, "stock", "--ledger", self.ledger, "--csv").splitlines()
        return int(dict(row.split(",") for row in rows)[fruit])

    def verify(self):
        run(0, PROGRAM, "verify", "--ledger", self.ledger)
