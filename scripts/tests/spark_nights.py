"""Chain runs on a small Apache Spark cluster, with failures, whose files must equal those of runs on one machine."""

import contextlib
import json
import os
import re
import signal
import subprocess
import time

import pytest

from books import chain_state, differing
from shop import PROGRAM, ROOT, run

VENV = os.environ.get("JUICE_BATCH_SPARK_VENV", str(ROOT / ".build/spark-venv"))
SHOPS, ROWS, SHOPS_PER_TASK = 36, 40, 4
NIGHT_CODES = (0, 3, 4, 65, 74)
# The injected failures, each with the first shop of the task in which it occurs (see scripts/tests/accident).
ACCIDENTS = ("before-매장12", "behind-매장16", "executor-매장27", "slow-매장2")
SPECULATION = ("spark.speculation=true", "spark.speculation.multiplier=1.1", "spark.speculation.quantile=0.3",
    "spark.speculation.interval=200ms", "spark.speculation.minTaskRuntime=1s")
LOCAL = "local-cluster[2,1,1024]"
# Spark starts a speculative attempt only on another host, so two hosts are needed; `LOCAL` has only one.
HOSTS = ("127.0.0.2", "127.0.0.3")
START_SECONDS_MAX = 60
# Files that are not compared: internal files of a machine, and backups, which runs on a copy of a folder do not make.
OF_A_MACHINE = re.compile(r"(.*/)?(\..*|backup/.*|metrics\.prom|shop\.sqlite-.+)")

# The modification time of all files, since the output of a run depends on it if a file has no date.
MODIFIED_S = 1795400000
HEADER = "id,구분,품목,수량\n"


def orders(night, shop, count):
    """The rows of a shop: a delivery, and orders, of which some are short and one in thirteen has a juice that is not on the menu."""
    juices = ("키위쥬스", "망고쥬스", "딸바쥬스", "바나나쥬스")
    rows = [f"{night}-{row},주문,{'수박쥬스' if row % 13 == 7 else juices[(row + shop) % 4]},{1 + row % 3}" for row in range(count)]
    return [f",입고,키위,{40 + shop}", *rows]


def make_chain(folder, night):
    """Makes a chain, or adds the files for a further nightly run.

    One shop in ten has a damaged file, one in nine no file, one in seven two files. The export of head office has rows for
    every second shop, for an unknown shop, and rows without a shop.
    """
    said = {"매장0": {"folder": "first"}, "옛매장": {"closed": "2026-01-01"}}
    files = {"chain.json": json.dumps({"columns": {"shop": "매장"}, "shops": said}, ensure_ascii=False)} if night == 1 else {}
    exported = ["모르는 매장,,주문,키위쥬스,1", ",,주문,키위쥬스,1"]
    (folder / "옛매장").mkdir(parents=True, exist_ok=True)
    for shop in range(SHOPS):
        inbox = f"{'first' if shop == 0 else f'매장{shop}'}/inbox"
        (folder / inbox).mkdir(parents=True, exist_ok=True)
        if shop % 10 == 3:
            files[f"{inbox}/broken-{night}.csv"] = HEADER + '1,주문,"딸기쥬스,1\n'
        if shop % 9 != 4:
            files[f"{inbox}/sales-{night}.csv"] = HEADER + "\n".join(orders(night, shop, ROWS)) + "\n"
        if shop % 7 == 2:
            files[f"{inbox}/retry.csv"] = HEADER + "\n".join(orders(night + 10, shop, 8)) + "\n"
        if shop % 2 == 0:
            exported += [f"매장{shop},{row}" for row in orders(night + 20, shop, 10)]
    files[f"inbox/head-{night}.csv"] = f"매장,{HEADER}" + "\n".join(exported) + "\n"
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        os.utime(folder / name, (MODIFIED_S, MODIFIED_S))


class Nights:
    """A chain that is run on one machine, and an equal chain that is run on a cluster."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.alone, self.shared, self.accidents = scratch / "alone/chain", scratch / "shared/chain", scratch / "accidents"
        self.accidents.mkdir()
        # The environment of scripts/tests/accident, for the driver and the executors.
        self.settings = {"JUICE_BATCH_REAL": PROGRAM, "ACCIDENTS": str(self.accidents), "SHARED_CHAIN": str(self.shared)}

    def start(self, open_processes, name, kind, *words):
        """Starts a master or a worker, with its executors in its process group; returns the address of a master."""
        (home,) = [str(path) for path in (ROOT / VENV).glob("lib/python3*/site-packages/pyspark")]
        log = self.scratch / f"{name}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [f"{home}/bin/spark-class", f"org.apache.spark.deploy.{kind}", "--webui-port", "0", *words], stdout=output, stderr=output,
                env={**os.environ, **self.settings, "SPARK_HOME": home, "SPARK_LOCAL_DIRS": str(self.scratch)},
                stdin=subprocess.DEVNULL, start_new_session=True)
        open_processes.callback(process.wait)
        open_processes.callback(os.killpg, process.pid, signal.SIGKILL)
        end = time.monotonic() + START_SECONDS_MAX
        while not (found := re.search(r"Starting Spark master at (spark://\S+)|Successfully registered", log.read_text(errors="replace"))):
            assert time.monotonic() < end, log.read_text(errors="replace")[-2000:]
            time.sleep(0.1)
        return found[1]

    @contextlib.contextmanager
    def cluster(self):
        """Starts a master and two workers that it considers two hosts; yields the address of the master."""
        with contextlib.ExitStack() as open_processes:
            url = self.start(open_processes, "master", "master.Master", "--host", "127.0.0.1", "--port", "0")
            for host in HOSTS:
                self.start(open_processes, host, "worker.Worker", "--host", host, "--cores", "1", "--memory", "1g", "--work-dir",
                           self.scratch / host, url)
            yield url

    def night(self, what, master, date, *conf, options=()):
        """Performs a nightly run of both chains and compares the results; returns the output of Spark."""
        conf = ("spark.ui.enabled=false", "spark.ui.showConsoleProgress=false", f"spark.local.dir={self.scratch}",
                "spark.driver.host=127.0.0.1", "spark.driver.bindAddress=127.0.0.1", *conf,
                *(f"spark.executorEnv.{key}={value}" for key, value in {**self.settings, "TMPDIR": self.scratch}.items()))
        log = self.scratch / "spark.log"
        with log.open("wb") as output:
            done = subprocess.run(
                [ROOT / "scripts/spark/run", self.shared, "--date", date, "--program", ROOT / "scripts/tests/accident", "--master", master,
                 "--shops-per-task", str(SHOPS_PER_TASK), "--settle", "0", *(word for one in conf for word in ("--conf", one)), "--",
                 "--quiet", *options], env={**os.environ, **self.settings}, stdout=output, stderr=output, check=False)
        said = log.read_text(errors="replace")
        assert done.returncode in NIGHT_CODES and " published, " in said, said[-6000:]
        run(done.returncode, PROGRAM, "chain", "run", self.alone, "--date", date, "--quiet", *options)
        self.compare(what)
        return said

    def compare(self, what):
        alone, shared = (chain_state(folder, OF_A_MACHINE) for folder in (self.alone, self.shared))
        assert len(alone) > SHOPS and not (wrong := differing(alone, shared)), f"{what}: {wrong[:12]}"

    def bring(self, night):
        for folder in (self.alone, self.shared):
            make_chain(folder, night)

    def stamps(self):
        """The inodes and times of the shops' files; files of the chain itself are left out, since each run writes them."""
        return {str(path): (path.lstat().st_ino, path.lstat().st_mtime_ns) for path in self.shared.glob("*/**/*")
                if path.is_file() and not OF_A_MACHINE.fullmatch(name := str(path.relative_to(self.shared)))
                and not name.startswith("reports/")}

    def check_accidents(self, said):
        """Checks that each failure was injected as intended, and that its task was started again."""
        calls = (self.accidents / "calls").read_text(encoding="utf-8").split()
        for accident in ACCIDENTS:
            kind, _, shop = accident.partition("-")
            told = json.loads((self.accidents / f"did-{accident}").read_text(encoding="utf-8"))
            killed = {"in_time": True, "alive": True, "dead": True, "published": kind != "before"}
            assert told == ({"overtaken": True} if kind == "slow" else killed), accident
            assert calls.count(shop) >= 2, (accident, calls)
        # Spark must have reported a lost worker, a lost executor, and an attempt that was overtaken.
        assert "Python worker exited unexpectedly" in said and "ExecutorLostFailure" in said
        assert re.search("Overtaken: claimed by another attempt: .*매장2,", said)


@pytest.fixture
def nights(tmp_path):
    return Nights(tmp_path)


def test_nights(nights, is_full):
    """A run with workers killed before and after publishing, an executor killed, and a speculative attempt. With --full, also
    the same run again, which changes nothing, and the next run with --reports few, whose other reports are made on demand."""
    nights.bring(1)
    for accident in ACCIDENTS:
        (nights.accidents / accident).touch()
    with nights.cluster() as url:
        nights.check_accidents(nights.night("accidents", url, "2026-11-23", *SPECULATION))
    for path in nights.shared.glob("*/shop.sqlite"):
        if path.stat().st_size:
            run(0, PROGRAM, "verify", "--ledger", path)
    if not is_full:
        return
    before = nights.stamps()
    nights.night("the same night again", LOCAL, "2026-11-23")
    assert nights.stamps() == before, "a night that is done has changed something"
    nights.bring(2)
    nights.night("the next night", LOCAL, "2026-11-24", options=("--reports", "few"))
    names = {path.name for path in nights.shared.glob("*/reports/2026-11-24/*/*")}
    assert names == {"failure.csv", "restock.csv", "summary.json"}
    for folder in (nights.alone, nights.shared):
        run(0, PROGRAM, "chain", "report", folder, "매장2", "2026-11-24", "--quiet")
    assert (nights.shared / "매장2/reports/2026-11-24/sales-2/report.html").exists()
    nights.compare("all reports of a shop on demand")
