"""Lets the nights of a chain happen on a small cluster, with accidents, and compares all with one machine's, byte by byte.

Usage: spark_nights.py PROGRAM

Prints what was tried, and ends with 1 where anything differs.
"""

import filecmp
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
from juice_chain import table
from juice_chain.probe import Unfit, probe

HERE = Path(__file__).resolve().parent
RUN = HERE.parent / "spark" / "run"
SHOPS = 36
ROWS = 40
NIGHT_CODES = (0, 3, 4, 65, 74)
# Accidents, and the shops whose tasks they come to.
ACCIDENTS = ("before-매장5", "behind-매장10", "executor-매장15", "slow-매장22")
SPECULATION = (
    "spark.speculation=true", "spark.speculation.multiplier=1.1", "spark.speculation.quantile=0.3",
    "spark.speculation.interval=200ms", "spark.speculation.minTaskRuntime=1s",
)  # fmt: skip


class Nights:
    """A chain on one machine, and the same on a cluster."""

    def __init__(self, scratch: Path, program: str) -> None:
        self.program = program
        self.alone = scratch / "alone" / "chain"
        self.shared = scratch / "shared" / "chain"
        self.accidents = scratch / "accidents"
        self.table = scratch / "table"
        self.delta = scratch / "delta"
        self.scratch = scratch
        self.accidents.mkdir()

    def bring(self, night: int, has_export: bool = True) -> None:
        for folder in (self.alone, self.shared):
            chain.make(folder, SHOPS, ROWS, night, has_export)

    def run_alone(self, date: str) -> int:
        command = [self.program, "chain", "run", str(self.alone), "--date", date, "--quiet"]
        return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode

    def run_on_cluster(self, date: str, *more: str) -> int:
        settings = {
            "JUICE_BATCH_REAL": self.program,
            "ACCIDENTS": str(self.accidents),
            "SHARED_CHAIN": str(self.shared),
        }
        conf = ["spark.ui.enabled=false", "spark.python.worker.faulthandler.enabled=false", *more]
        conf += [f"spark.executorEnv.{key}={value}" for key, value in settings.items()]
        command = [str(RUN), str(self.shared), "--date", date, "--program", str(HERE / "accident")]
        command += ["--master", "local-cluster[2,1,1024]", "--shops-per-task", "4", "--settle", "0"]
        command += ["--table", str(self.table), "--delta", str(self.delta)]
        command += [word for setting in conf for word in ("--conf", setting)]
        log = self.scratch / "spark.log"
        with log.open("wb") as output:
            environment = {**os.environ, **settings}
            done = subprocess.run([*command, "--", "--quiet"], env=environment, stdout=output, stderr=output, check=False)
        told = [line for line in log.read_text(errors="replace").splitlines() if " shops, " in line or "published" in line]
        print("    " + "; ".join(told))
        if done.returncode not in NIGHT_CODES or not told:
            print(log.read_text(errors="replace")[-6000:])
        return done.returncode

    def compare(self, what: str) -> None:
        """Everything but what belongs to a machine, and the moment that a ledger says a run was recorded at."""
        alone, shared = listing(self.alone), listing(self.shared)
        wrong = sorted(alone ^ shared)
        wrong += [name for name in sorted(alone & shared) if not self.is_same(name)]
        if wrong:
            print(f"{what}: {len(wrong)} differ: {', '.join(wrong[:12])}")
            shutil.copytree(self.scratch, "/tmp/check-spark.failed", dirs_exist_ok=True)
            raise SystemExit(1)
        print(f"{what}: {len(alone)} files are one machine's")

    def is_same(self, name: str) -> bool:
        one, other = self.alone / name, self.shared / name
        if one.is_dir() or other.is_dir():
            return one.is_dir() and other.is_dir()
        if name.endswith(".sqlite"):
            return ledger(one) == ledger(other)
        return filecmp.cmp(one, other, shallow=False)

    def compare_table(self, date: str) -> None:
        """The roll-up from the table is the one that is there."""
        facts = self.scratch / "facts.jsonl"
        facts.write_text("".join(table.lines(self.table, date)), encoding="utf-8")
        lost = list(self.shared.glob(f"*/reports/{date}/facts.json"))
        for path in lost:
            path.rename(path.with_name("facts.away"))
        command = [self.program, "chain", "rollup", str(self.shared), "--date", date, "--facts", str(facts), "--quiet"]
        done = subprocess.run(command, check=False)
        for path in lost:
            path.with_name("facts.away").rename(path)
        assert done.returncode in NIGHT_CODES, done.returncode
        self.compare("roll-up from the table alone")
        import deltalake

        rows = deltalake.DeltaTable(str(self.delta)).to_pyarrow_table(filters=[("date", "=", date)])
        assert rows.num_rows == len(lost), ("delta", rows.num_rows, len(lost))


def listing(folder: Path) -> set[str]:
    """What a chain's folder holds, hidden files aside."""
    names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    return {name for name in names if not any(part.startswith(".") for part in name.split("/"))}


def ledger(path: Path) -> list[tuple[object, ...]]:
    """What a ledger says of its runs, and how much it has of all else: moments and a ledger's own secret are in the rest."""
    found: list[tuple[object, ...]] = []
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            found += [(name, *row) for row in connection.execute(f'SELECT count(*) FROM "{name}"')]
        columns = "number, date, rows, success, shortage, rejected, skipped, cups_served, ids"
        found += connection.execute(f"SELECT {columns} FROM run ORDER BY number").fetchall()
        found += connection.execute("SELECT fruit, opening, pieces FROM stock ORDER BY fruit").fetchall()
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
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="check-spark-") as name:
        scratch = Path(name)
        check_probe(scratch)
        nights = Nights(scratch, program)
        nights.bring(1)
        for accident in ACCIDENTS:
            (nights.accidents / accident).touch()
        codes = nights.run_alone("2026-11-23"), nights.run_on_cluster("2026-11-23", *SPECULATION)
        assert codes[0] == codes[1], codes
        came = sorted(path.name for path in nights.accidents.iterdir() if path.name.startswith("was-"))
        assert came == sorted(f"was-{accident}" for accident in ACCIDENTS), came
        nights.compare("workers killed before and behind publishing, an executor killed, speculation")
        nights.compare_table("2026-11-23")
        codes = nights.run_alone("2026-11-23"), nights.run_on_cluster("2026-11-23")
        assert codes[0] == codes[1], codes
        nights.compare("the same night again")
        nights.bring(2, has_export=False)
        codes = nights.run_alone("2026-11-24"), nights.run_on_cluster("2026-11-24")
        assert codes[0] == codes[1], codes
        nights.compare("the next night")
    print(f"{time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
