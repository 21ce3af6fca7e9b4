"""What the tests run and run it in: commands, an installation, and a shop with an inbox for nights."""

import contextlib
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("JUICE_BATCH_PROGRAM", "")
SECONDS_MAX = 120


def run(expected, *command, seconds=SECONDS_MAX, **variables):
    """Runs a command, which has to end with the exit code `expected`; gives what it printed to either stream."""
    ended = subprocess.run([*map(str, command)], env=environment(variables), stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds, check=False)
    output = os.fsdecode(ended.stdout)
    assert exit_code(ended.returncode) == expected, f"{command}:\n{output}"
    return output


def environment(variables):
    return {**os.environ, **{name: str(value) for name, value in variables.items()}}


def exit_code(status):
    """As a shell says it: 128 and the signal's number for what a signal ended."""
    return status if status >= 0 else 128 - status


def tree(folder):
    """All paths below a folder, sorted."""
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*"))


class Installation:
    """What scripts/install puts below a folder that stands for the root of a system."""

    def __init__(self, destination):
        self.destination = destination
        self.prefix = destination / "usr/local"

    def call(self, *arguments, expected=0):
        return run(expected, ROOT / "scripts/install", *arguments, DESTDIR=self.destination, JUICE_BATCH_PROGRAM=PROGRAM)

    def tree(self):
        return tree(self.destination)


class Shop:
    """A folder that juice-batch nightly works in, with its inbox, its ledger and what becomes of the files."""

    def __init__(self, folder):
        self.folder = folder
        self.inbox = folder / "inbox"
        self.ledger = folder / "shop.sqlite"
        self.inbox.mkdir(parents=True)

    def deliver(self, name, *lines):
        """Puts a file into the inbox."""
        (self.inbox / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def append(self, name, *lines):
        with open(self.inbox / name, "a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)

    def night(self, expected, *arguments, settle=0.1, behind=(), **variables):
        """A nightly run, which has to end with the exit code `expected`; gives what it printed."""
        return run(expected, *behind, *self.command(settle), *arguments, **variables)

    def command(self, settle):
        return [PROGRAM, "nightly", "--folder", self.folder, "--settle", settle, "--language", "en"]

    def start(self, settle, behind=(), arguments=()):
        """Starts a night, which takes no file before `settle` seconds are over."""
        return StartedNight([*behind, *self.command(settle), *arguments], self.folder.parent / "output")

    def waiting(self):
        """What lies in the inbox."""
        return tree(self.inbox)

    def stored(self, folder):
        """What lies in `done` or `failed`, below the folders of the nights."""
        return sorted(path.name for path in self.folder.glob(f"{folder}/*/*"))

    def today(self, folder):
        """The folder of `done`, `failed` or `reports` for a night of today."""
        return self.folder / folder / time.strftime("%Y-%m-%d")

    def report_sets(self):
        """How many sets of reports there are."""
        return len([*self.folder.glob("reports/**/report.md")])

    def stock(self, fruit):
        """How much of a fruit the ledger holds."""
        rows = run(0, PROGRAM, "stock", "--ledger", self.ledger, "--csv").splitlines()
        return int(dict(row.split(",") for row in rows)[fruit])

    def verify(self):
        run(0, PROGRAM, "verify", "--ledger", self.ledger)


class StartedNight:
    """A night that runs while a test goes on."""

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
        """Waits for the end, which has to have the exit code `expected`; gives what was printed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_MAX)
        status = self.process.poll()
        assert status is not None and exit_code(status) == expected, self.printed()
        return self.printed()
