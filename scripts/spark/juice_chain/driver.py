"""The nightly run of a chain as an Apache Spark job.

1. A lock ensures that no other job performs this nightly run, and a probe that the storage supports claims.
2. If head office has sent exports, the program performs the nightly run of one shop in the chain's folder: it checks each
   export as a whole, refuses invalid exports, and records the exports of this nightly run and their numbers.
3. Tasks of some dozen shops each perform the runs of the shops (night.work).
4. Each shop is claimed once more. After that, a lost executor that is still running cannot publish anything.
5. The notes of the tasks are added to the manifest of the nightly run, and the program runs in the chain's folder: it skips
   finished shops, runs the others, archives the exports, and writes the roll-up.

After a job was killed at any point, the same command continues it.
"""

import argparse
import concurrent.futures
import contextlib
import fcntl
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from . import fence
from .disk import Busy, Disk, Identity
from .night import NIGHT_CODES, Night, Outcome, Shop, journal, notes, wait_until_settled, work
from .probe import Unfit, probe

if TYPE_CHECKING:
    from pyspark import SparkContext

# The names of folders in a chain's folder that are not shops.
RESERVED = ("inbox", "done", "failed", "repeated", "reports")
SHOPS_PER_TASK = 48
# The number of tasks per processor if there are exports, since every task reads all exports.
TASKS_PER_SLOT_WITH_EXPORTS = 4
# The number of shops that are claimed at the same time at the end.
CLAIMERS = 16
# The exit codes of this script, which mean the same as those of the program.
USAGE, UNAVAILABLE, BUSY = 64, 69, 75


def read_shops(chain: Path, settings: dict[str, object], date: str) -> list[tuple[str, str]]:
    """The names and folders of the shops that are open on a date. The program reports invalid settings, so they are ignored."""
    found = {}
    closed = set()
    said = settings.get("shops")
    for name, shop in (said if isinstance(said, dict) else {}).items():
        shop = shop if isinstance(shop, dict) else {}
        folder = str(shop.get("folder", name))
        found[folder] = str(name)
        if str(shop.get("closed", "9999-12-31")) <= date:
            closed.add(folder)
    for entry in os.scandir(chain):
        if entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".") and entry.name not in RESERVED:
            found.setdefault(entry.name, entry.name)
    return sorted((name, folder) for folder, name in found.items() if folder not in closed)


def all_known(settings: dict[str, object], shops: list[tuple[str, str]]) -> str:
    """The content of chain.json with all shops listed, for a copy of the chain's folder that contains only some of them."""
    said = settings.get("shops")
    members: dict[str, object] = dict(said) if isinstance(said, dict) else {}
    members |= {name: {} if folder == name else {"folder": folder} for name, folder in shops if name not in members}
    return json.dumps({**settings, "shops": members}, ensure_ascii=False)


class Manifest:
    """The manifest of a nightly run, a file of JSON lines in the chain's folder."""

    def __init__(self, chain: Path, date: str) -> None:
        self.path = chain / ".night" / date
        self.general = ""
        self.noted: dict[str, list[str]] = {}
        self.open_exports: set[str] = set()
        names: dict[int, str] = {}
        # The last line is incomplete if a process was killed while it wrote; the program skips a line that is marked so.
        text = self.path.read_text(encoding="utf-8", errors="replace") if self.path.exists() else ""
        self.mark = '\n{"torn": true}\n' if text and not text.endswith("\n") else ""
        for line, note in notes(text):
            if "shop" in note:
                self.noted.setdefault(note["shop"], []).append(line)
                continue
            self.general += line
            if note.get("put_away"):
                self.open_exports.discard(names.get(note["export"], ""))
            elif "facts" in note and note["facts"]["state"] not in ("refused", "unread"):
                names[note["export"]] = note["facts"]["file"]
                self.open_exports.add(note["facts"]["file"])
        # A kill may have cut even the first line.
        self.is_new = not self.general
        if self.is_new:
            self.general = json.dumps({"manifest": 1, "date": date}, separators=(",", ":")) + "\n"

    def add(self, journals: dict[str, str]) -> None:
        """Adds the notes of the shops' runs, by the shops' folders, except for those that the manifest already contains."""
        new = ""
        for folder, text in journals.items():
            known = set(self.noted.get(folder, []))
            new += "".join(line for line in text.splitlines(keepends=True) if line not in known)
        if not new:
            return
        # If no notes are added, the program writes the first line itself.
        begin = self.mark + (self.general if self.is_new else "")
        with self.path.open("ab") as file:
            file.write((begin + new).encode())
            file.flush()
            os.fsync(file.fileno())


class Driver:
    """The driver of the Spark job, from its arguments to the exit code."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.chain = Path(arguments.folder).resolve()
        self.disk = Disk()
        self.settings: dict[str, object] = json.loads((self.chain / "chain.json").read_text(encoding="utf-8-sig"))
        self.shops = read_shops(self.chain, self.settings, self.arguments.date)
        self.asked = [shop for shop in self.shops if not arguments.shops or shop[0] in arguments.shops]

    def say(self, text: str) -> None:
        if not self.arguments.quiet:
            print(text, file=sys.stderr, flush=True)

    def run_program(self, *more: str) -> int:
        command = [self.arguments.program, "chain", "run", str(self.chain), "--date", self.arguments.date]
        return subprocess.run([*command, *more, *self.arguments.options], check=False).returncode

    def run(self) -> int:
        """Performs the whole nightly run; returns the exit code of the program's last call."""
        probe(self.chain)
        (self.chain / ".night").mkdir(exist_ok=True)
        with (self.chain / ".night" / ".spark").open("wb") as lock:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                print(f"{self.chain}: another job drives a night here", file=sys.stderr)
                return BUSY
            return self.drive()

    def drive(self) -> int:
        started = time.monotonic()
        if self.asked:
            # Results of an earlier job that did not end are noted before the program runs this shop.
            Manifest(self.chain, self.arguments.date).add(self.fence(self.asked[:1]))
            exports = self.plan_exports()
            manifest = Manifest(self.chain, self.arguments.date)
            outcomes = self.distribute(exports, manifest)
            self.say(f"{time.monotonic() - started:.1f} s: {_counts(outcomes)}")
            manifest.add(self.fence(self.asked))
        code = self.run_program(*(word for name in self.arguments.shops for word in ("--shops", name)))
        self.say(f"{time.monotonic() - started:.1f} s: the night ended with {code}")
        return code

    def plan_exports(self) -> list[tuple[str, Identity]]:
        """Lets the program plan the exports by running one shop; returns the exports that the tasks have to split."""
        inbox = self.chain / "inbox"
        names = self.disk.names(inbox)
        if not names:
            return []
        with tempfile.TemporaryDirectory(dir=self.chain / ".night", prefix=".now-") as now:
            now_ns = Path(now).stat().st_mtime_ns
        wait_until_settled([inbox / name for name in names if (inbox / name).is_file()], self.arguments.settle, now_ns)
        code = self.run_program("--quiet", "--shops", self.asked[0][0])
        if code not in NIGHT_CODES:
            raise RuntimeError(f"{self.arguments.program} ended with {code}")
        wanted = Manifest(self.chain, self.arguments.date).open_exports
        wanted |= {f"{name}.sha256" for name in wanted}
        found = [(name, self.disk.identity(inbox / name)) for name in self.disk.names(inbox) if name in wanted]
        return [(name, identity) for name, identity in found if identity]

    def distribute(self, exports: list[tuple[str, Identity]], manifest: Manifest) -> list[Outcome]:
        """Runs the tasks on the cluster; shops that they cannot complete are left to the driver."""
        options, settings = tuple(self.arguments.options), all_known(self.settings, self.shops)
        night = Night(str(self.chain), self.arguments.date, self.arguments.program, options, settings, manifest.general,
                      tuple(exports), self.arguments.settle)
        shops = [Shop(name, folder, "".join(manifest.noted.get(folder, []))) for name, folder in self.asked]
        with spark(self.arguments) as context:
            tasks = max(1, context.defaultParallelism * TASKS_PER_SLOT_WITH_EXPORTS)
            least = math.ceil(len(shops) / tasks) if exports else 0
            size = self.arguments.shops_per_task or max(SHOPS_PER_TASK, least)
            batches = [shops[start : start + size] for start in range(0, len(shops), size)]
            self.say(f"{len(shops)} shops, {len(batches)} tasks, {len(exports)} exports")
            shared = context.broadcast(night)
            tries = int(context.getConf().get("spark.task.maxFailures", "4") or 4)

            def perform(given: Iterable[list[Shop]]) -> Iterator[Outcome]:
                from pyspark import TaskContext

                task = TaskContext.get()
                is_last = task is not None and task.attemptNumber() >= tries - 1
                for batch in given:
                    yield from work(shared.value, batch, is_last)

            try:
                return context.parallelize(batches, len(batches)).mapPartitions(perform).collect()
            except Exception as error:
                print(f"the cluster has given up, and the rest is done here: {error}", file=sys.stderr)
                return []

    def fence(self, shops: list[tuple[str, str]]) -> dict[str, str]:
        """Claims shops again and applies their published results; returns their notes for the manifest, by folder."""

        def claim(shop: tuple[str, str]) -> tuple[str, str]:
            folder = self.chain / shop[1]
            if (folder / fence.FENCE).is_dir():
                try:
                    fence.claim(self.disk, folder)
                except (OSError, Busy) as error:
                    if fence.is_half_laid_out(self.disk, folder):
                        # The program would treat the shop's files as repeated files.
                        raise RuntimeError(f"{shop[0]}: its night is half in its place: {error}") from error
                    print(f"{shop[0]}: {error}", file=sys.stderr)
            return shop[1], journal(folder, self.arguments.date)

        with concurrent.futures.ThreadPoolExecutor(CLAIMERS) as claimers:
            return dict(claimers.map(claim, shops))

@contextlib.contextmanager
def spark(arguments: argparse.Namespace) -> "Iterator[SparkContext]":
    """A Spark context whose executors have this package."""
    from pyspark import SparkConf, SparkContext

    conf = SparkConf().setAppName(f"juice-batch {arguments.date}")
    if arguments.master:
        conf.setMaster(arguments.master)
    for setting in arguments.conf:
        key, _, value = setting.partition("=")
        conf.set(key, value)
    package = Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory(prefix="juice-chain-", ignore_cleanup_errors=True) as scratch:
        archive = shutil.make_archive(f"{scratch}/juice_chain", "zip", package.parent, package.name)
        with SparkContext(conf=conf, pyFiles=[archive]) as context:
            yield context


def _counts(outcomes: list[Outcome]) -> str:
    counts = ", ".join(f"{sum(1 for one in outcomes if one.state == it)} {it}" for it in ("published", "nothing", "left"))
    whys = [f"\n  {one.folder}: {one.why}" for one in outcomes if one.state == "left"]
    return counts + "".join(whys[:10]) + (f"\n  and {len(whys) - 10} more" if len(whys) > 10 else "")


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/spark/run",
        description="Performs the nightly run of a chain as a job of Apache Spark. Options after -- are those of chain run.",
    )
    parser.add_argument("folder", help="the chain's folder, on storage that all machines access by the same path")
    parser.add_argument("--date", required=True, help="the date of the nightly run, YYYY-MM-DD")
    parser.add_argument("--shops", action="append", default=[], metavar="NAME", help="run only this shop (repeatable)")
    parser.add_argument("--program", default="juice-batch", help="the installed program, the same on all machines")
    parser.add_argument("--master", default="", help="the Spark master, as for spark-submit, such as yarn or spark://…")
    parser.add_argument("--shops-per-task", type=int, default=0, metavar="N", help=f"shops per task ({SHOPS_PER_TASK})")
    parser.add_argument("--settle", type=float, default=10.0, metavar="S", help="seconds that a file must be unchanged (10)")
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark (repeatable)")
    parser.add_argument("--quiet", action="store_true", help="print only problems")
    own = words[: words.index("--")] if "--" in words else words
    arguments = parser.parse_args(own)
    arguments.options = words[len(own) + 1 :]
    found = shutil.which(arguments.program)
    if found is None:
        parser.error(f"there is no program {arguments.program}")
    arguments.program = os.path.abspath(found)
    return arguments


def main() -> int:
    arguments = parse(sys.argv[1:])
    try:
        return Driver(arguments).run()
    except (OSError, ValueError) as error:
        print(f"{arguments.folder}: {error}", file=sys.stderr)
        return USAGE
    except (Unfit, RuntimeError) as error:
        print(error, file=sys.stderr)
        return UNAVAILABLE


if __name__ == "__main__":
    sys.exit(main())
