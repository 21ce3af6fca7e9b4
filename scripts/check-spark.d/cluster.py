"""A small cluster of Apache Spark on this machine: a master, and two workers that are two hosts to it.

`local-cluster[2,1,1024]` is two workers on one host, and Spark begins a second attempt beside a first one only on another host.
"""

import os
import re
import signal
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

HOSTS = ("127.0.0.2", "127.0.0.3")
START_S = 60.0


class Cluster:
    """Runs as long as it is open; what its processes say is in `scratch`."""

    def __init__(self, scratch: Path, environment: dict[str, str]) -> None:
        import pyspark

        self.scratch = scratch
        self.home = Path(pyspark.__file__).parent
        # Its executors inherit these.
        self.environment = {**os.environ, **environment, "SPARK_HOME": str(self.home), "SPARK_LOCAL_DIRS": str(scratch)}
        self.open = ExitStack()
        self.url = ""

    def __enter__(self) -> "Cluster":
        try:
            self.start("master", "master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
            self.url = self.wait_for("master", r"Starting Spark master at (spark://\S+)")
            for number, host in enumerate(HOSTS):
                words = ["--host", host, "--cores", "1", "--memory", "1g", "--webui-port", "0"]
                words += ["--work-dir", str(self.scratch / f"worker-{number}"), self.url]
                self.start(f"worker-{number}", "worker.Worker", *words)
            for number in range(len(HOSTS)):
                self.wait_for(f"worker-{number}", r"(Successfully registered)")
        except BaseException:
            self.open.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def start(self, name: str, kind: str, *words: str) -> None:
        command = [str(self.home / "bin" / "spark-class"), f"org.apache.spark.deploy.{kind}", *words]
        output = self.open.enter_context((self.scratch / f"{name}.log").open("wb"))
        # Executors are in the group of their worker.
        process = subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        self.open.callback(stop, process)

    def wait_for(self, name: str, pattern: str) -> str:
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            text = (self.scratch / f"{name}.log").read_text(errors="replace")
            if found := re.search(pattern, text):
                return found[1]
            time.sleep(0.1)
        raise RuntimeError(f"{name} has not started: {text[-2000:]}")


def stop(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
