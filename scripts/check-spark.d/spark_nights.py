"""Lets the nights of a chain happen on a small cluster, with accidents, and compares all with one machine's, byte by byte.

Usage: spark_nights.py PROGRAM [--first]

  --first  only the night with the accidents

Prints what was tried, and ends with 1 where anything differs, or where an accident did not happen as it was meant to.
"""

import filecmp
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "spark"))

import chain
import cluster
from juice_chain.probe import Unfit, probe

HERE = Path(__file__).resolve().parent
RUN = HERE.parent / "spark" / "run"
# Where all is kept when something is wrong.
FAILED = HERE.parents[1] / ".build" / "check-spark.failed"
SHOPS = 36
ROWS = 40
SHOPS_PER_TASK = 4
NIGHT_CODES = (0, 3, 4, 65, 74)
# Accidents, and the first shops of the tasks that they come to.
ACCIDENTS = ("before-매장12", "behind-매장16", "executor-매장27", "slow-매장2")


SPECULATION = (
    "spark.speculation=true", "spark.speculation.multiplier=1.1", "spark.speculation.quantile=0.3",
    "spark.speculation.interval=200ms", "spark.speculation.minTaskRuntime=1s",
)  # fmt: skip
LOCAL = "local-cluster[2,1,1024]"
# Of tables of ledgers: moments, and what depends on them or on a ledger's own secret.
OF_ITS_OWN = {
    "run": {"recorded_at", "ids_sha256", "sha256"},
    "run_log": {"content"},
    "input": {"records_hash"},
    "record_print": {"prints"},
    "used_id": {"prefix", "high", "low"},
    "id_filter": {"words", "sha256"},
    "ledger": {"seed_low", "seed_high", "sha256"},
    "report_set": {"staging", "device", "inode"},
    "facts": {"sha256"},
}


class Nights:
    """A chain on one machine, and the same on a cluster."""

    def __init__(self, scratch: Path, program: str) -> None:
        self.program = program
        self.alone = scratch / "alone" / "chain"
        self.shared = scratch / "shared" / "chain"
        self.accidents = scratch / "accidents"
        self.scratch = scratch
        self.started = time.monotonic()
        self.accidents.mkdir()
        # What the accidents go by, on the driver's machine and on the executors'.
        self.settings = {
            "JUICE_BATCH_REAL": program, "ACCIDENTS": str(self.accidents), "SHARED_CHAIN": str(self.shared),
        }  # fmt: skip

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.started:4.0f} s  {text}", flush=True)

    def bring(self, night: int, has_export: bool = True) -> None:
        for folder in (self.alone, self.shared):
            chain.make(folder, SHOPS, ROWS, night, has_export)

    def run_alone(self, *words: str) -> int:
        command = [self.program, "chain", *words, "--quiet"]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode

    def run_on_cluster(self, master: str, date: str, *conf: str, options: tuple[str, ...] = ()) -> tuple[int, str]:
        """The exit code, and all that Spark said."""
        conf = ("spark.ui.enabled=false", "spark.ui.showConsoleProgress=false", *conf)
        conf += (f"spark.local.dir={self.scratch}", "spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1")
        conf += tuple(f"spark.executorEnv.{key}={value}" for key, value in self.settings.items())
        command = [str(RUN), str(self.shared), "--date", date, "--program", str(HERE / "accident"), "--master", master]
        command += ["--shops-per-task", str(SHOPS_PER_TASK), "--settle", "0", "--scratch", str(self.scratch)]
        command += [word for setting in conf for word in ("--conf", setting)]
        log = self.scratch / "spark.log"
        with log.open("wb") as output:
            environment = {**os.environ, **self.settings}
            done = subprocess.run(
                [*command, "--", "--quiet", *options], env=environment, stdout=output, stderr=output, check=False
            )
        text = log.read_text(errors="replace")
        told = [line for line in text.splitlines() if " shops, " in line or " published, " in line]
        self.say("  " + "; ".join(told))
        if done.returncode not in NIGHT_CODES or not told:
            print(text[-6000:])
        return done.returncode, text

    def hold_both(self, what: str, codes: tuple[int, int]) -> None:
        """Everything is the same but what belongs to a machine, and the moment that a ledger says a run was recorded at."""
        assert codes[0] == codes[1], (what, codes)
        alone, shared = listing(self.alone), listing(self.shared)
        wrong = sorted(alone ^ shared)
        wrong += [name for name in sorted(alone & shared) if not self.is_same(name)]
        assert not wrong, f"{what}: {len(wrong)} of {len(alone)} differ: {', '.join(wrong[:12])}"
        self.say(f"{what}: {len(alone)} files and folders are one machine's")

    def is_same(self, name: str) -> bool:
        one, other = self.alone / name, self.shared / name
        if one.is_dir() or other.is_dir():
            return one.is_dir() and other.is_dir()
        if name.endswith(".sqlite"):
            return ledger(one) == ledger(other)
        if name.endswith(".runs"):
            return run_log(one) == run_log(other)
        return filecmp.cmp(one, other, shallow=False)

    def hold_accidents(self, said: str) -> None:
        """Each accident has happened as it was meant to, and its task was begun again."""
        calls = (self.accidents / "calls").read_text(encoding="utf-8").split()
        for accident in ACCIDENTS:
            kind, _, shop = accident.partition("-")
            did = self.accidents / f"did-{accident}"
            told = json.loads(did.read_text(encoding="utf-8")) if did.exists() else None
            if kind == "slow":
                wanted: dict[str, bool] = {"overtaken": True}
            else:
                wanted = {"in_time": True, "alive": True, "dead": True, "published": kind != "before"}
            assert told == wanted, (accident, told)
            assert calls.count(shop) >= 2, (accident, calls)
        # What Spark itself says of them, of a kind once: a worker and an executor are gone, and who came too late has failed.
        assert "Python worker exited unexpectedly" in said, "workers"
        assert "ExecutorLostFailure" in said, "executor"
        late = [line for line in said.splitlines() if "Overtaken: claimed by another attempt: " in line]
        assert any("매장2," in line for line in late), late
        self.say(f"  all accidents have happened: {len(calls)} calls for {-(-SHOPS // SHOPS_PER_TASK)} tasks")

    def accidents_night(self) -> None:
        self.bring(1)
        for accident in ACCIDENTS:
            (self.accidents / accident).touch()
        with cluster.Cluster(self.scratch, self.settings) as small:
            self.say(f"a cluster of two hosts at {small.url}")
            code, said = self.run_on_cluster(small.url, "2026-11-23", *SPECULATION)
        self.hold_accidents(said)
        alone = self.run_alone("run", str(self.alone), "--date", "2026-11-23")
        self.hold_both("workers killed before and behind publishing, an executor killed, speculation", (alone, code))
        ledgers = [path for path in self.shared.glob("*/shop.sqlite") if path.stat().st_size]
        for path in ledgers:
            subprocess.run([self.program, "verify", "--ledger", str(path)], check=True, stdout=subprocess.DEVNULL)
        self.say(f"{len(ledgers)} ledgers stand their own check")

    def same_night(self) -> None:
        before = stamps(self.shared)
        code, _ = self.run_on_cluster(LOCAL, "2026-11-23")
        alone = self.run_alone("run", str(self.alone), "--date", "2026-11-23")
        self.hold_both("the same night again", (alone, code))
        after = stamps(self.shared)
        changed = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
        assert not changed, f"a night that is done has changed {changed[:12]}"

    def few_night(self) -> None:
        """The next night, of which few reports are left, and the rest is made on demand."""
        self.bring(2)
        code, _ = self.run_on_cluster(LOCAL, "2026-11-24", options=("--reports", "few"))
        alone = self.run_alone("run", str(self.alone), "--date", "2026-11-24", "--reports", "few")
        self.hold_both("the next night, with --reports few", (alone, code))
        names = {path.name for path in self.shared.glob("*/reports/2026-11-24/*/*")}
        assert names == {"failure.csv", "restock.csv", "summary.json"}, names
        for folder in (self.alone, self.shared):
            assert self.run_alone("report", str(folder), "매장2", "2026-11-24") == 0
        assert (self.shared / "매장2/reports/2026-11-24/sales-2/report.html").exists()
        self.hold_both("all reports of a shop on demand", (0, 0))


def run_log(path: Path) -> list[dict[str, object]]:
    """The lines of a run log, but for times and digests."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: line[key] for key in line.keys() - {"recorded_at", "digest", "check"}} for line in lines]


def listing(folder: Path) -> set[str]:
    """What a chain's folder holds, but hidden files and the backups, which nights on a copy of the folder do not keep."""
    names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    # Its times are its own.
    names.discard("metrics.prom")
    return {name for name in names if not any(part == "backup" or part.startswith(".") for part in name.split("/"))}


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Which files of shops there are, and when they were written; what is the chain's own is written by each night."""
    status = {name: (folder / name).lstat() for name in listing(folder) if (folder / name).is_file()}
    return {name: (one.st_ino, one.st_mtime_ns) for name, one in status.items() if not name.startswith("reports/")}


def ledger(path: Path) -> list[tuple[object, ...]]:
    """What a ledger says, all of it but what is its own."""
    found: list[tuple[object, ...]] = []
    if not path.stat().st_size:
        # Of a shop all of whose files were refused.
        return found
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
            columns = [column for _, column, *_ in connection.execute(f'PRAGMA table_info("{name}")')]
            said = ", ".join(f'"{column}"' for column in columns if column not in OF_ITS_OWN.get(name, ()))
            rows = connection.execute(f'SELECT {said} FROM "{name}"').fetchall()
            found += sorted(((name, *row) for row in rows), key=repr)
    return found


def check_probe(scratch: Path) -> None:
    probe(scratch)
    try:
        probe(Path("/proc"))
    except Unfit as error:
        print(f"refused: {error}")
    else:
        raise SystemExit("a storage that can do nothing was taken")


def main() -> int:
    program = str(Path(sys.argv[1]).resolve())
    shutil.rmtree(FAILED, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="check-spark-", ignore_cleanup_errors=True) as name:
        scratch = Path(name)
        check_probe(scratch)
        nights = Nights(scratch, program)
        try:
            nights.accidents_night()
            if "--first" not in sys.argv[2:]:
                nights.same_night()
                nights.few_night()
        except BaseException:
            shutil.copytree(scratch, FAILED, symlinks=True, dirs_exist_ok=True)
            print(f"All is kept in {FAILED}", file=sys.stderr)
            raise
        nights.say("all done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
