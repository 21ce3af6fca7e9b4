"""Helpers of all tests: running commands, an installation, and a shop with an inbox for nightly runs."""

import contextlib
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("JUICE_BATCH_PROGRAM", "")
SECONDS_MAX = 120


def run(expected, *command, seconds=SECONDS_MAX, **variables):
    """Runs a command, which must end with the exit code `expected`; returns its standard output and standard error."""
    ended = subprocess.run([*map(str, command)], env=environment(variables), stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
    output = os.fsdecode(ended.stdout)
    assert exit_code(ended.returncode) == expected, f"{command}:\n{output}"
    return output


def environment(variables):
    return {**os.environ, **{name: str(value) for name, value in variables.items()}}


def exit_code(status):
    """The exit code as in a shell: 128 plus the number of the signal for a process that a signal ended."""
    return status if status >= 0 else 128 - status


def tree(folder):
    """All paths below a folder, sorted."""
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*"))


class Installation:
    """An installation by scripts/install below a folder that represents the root of a system."""

    def __init__(self, destination):
        self.destination = destination
        self.prefix = destination / "usr/local"

    def call(self, *arguments, expected=0):
        return run(expected, ROOT / "scripts/install", *arguments, DESTDIR=self.destination, JUICE_BATCH_PROGRAM=PROGRAM)

    def tree(self):
        return tree(self.destination)


class Shop:
    """A shop's folder for juice-batch nightly, with its inbox, ledger, reports and archived files."""

    def __init__(self, folder):
        self.folder = folder
        self.inbox = folder / "inbox"
        self.ledger = folder / "shop.sqlite"
        self.inbox.mkdir(parents=True)

    def deliver(self, name, *lines):
        """Writes a file with these lines into the inbox."""
        (self.inbox / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def append(self, name, *lines):
        with open(self.inbox / name, "a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)

    def night(self, expected, *arguments, settle=0.1, behind=(), **variables):
        """Performs a nightly run, which must end with the exit code `expected`; returns its output."""
        return run(expected, *behind, *self.command(settle), *arguments, **variables)

    def command(self, settle):
        return [PROGRAM, "nightly", "--folder", self.folder, "--settle", settle, "--language", "en"]

    def start(self, settle, behind=(), arguments=()):
        """Starts a nightly run, which waits until files have been unchanged for `settle` seconds."""
        return StartedNight([*behind, *self.command(settle), *arguments], self.folder.parent / "output")

    def waiting(self):
        """The files in the inbox."""
        return tree(self.inbox)

    def stored(self, folder):
        """The names of the files in all dated folders of `done`, `failed` or `repeated`."""
        return sorted(path.name for path in self.folder.glob(f"{folder}/*/*"))

    def today(self, folder):
        """The folder of today's nightly run in `done`, `failed` or `reports`."""
        return self.folder / folder / time.strftime("%Y-%m-%d")

    def report_sets(self):
        """The number of report sets."""
        return len([*self.folder.glob("reports/**/report.md")])

    def stock(self, fruit):
        """The stock of a fruit in the ledger, in pieces."""
        rows = run(0, PROGRAM, "stock", "--ledger", self.ledger, "--csv").splitlines()
        return int(dict(row.split(",") for row in rows)[fruit])

    def verify(self):
        run(0, PROGRAM, "verify", "--ledger", self.ledger)


class StartedNight:
    """A nightly run in progress."""

    def __init__(self, command, output):
        self.output = output
        with open(output, "wb") as file:
            self.process = subprocess.Popen([*map(str, command)], stdin=subprocess.DEVNULL, stdout=file, stderr=file)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def printed(self):
        return os.fsdecode(self.output.read_bytes())

    def wait_until_printed(self, text):
        end = time.monotonic() + SECONDS_MAX
        while text not in self.printed():
            assert self.process.poll() is None and time.monotonic() < end, f"never printed {text}:\n{self.printed()}"
            time.sleep(0.02)

    def ended(self, expected):
        """Waits until the nightly run has ended, which must be with the exit code `expected`; returns its output."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_MAX)
        status = self.process.poll()
        assert status is not None and exit_code(status) == expected, self.printed()
        return self.printed()
