"""System calls of the program: which there are, and what is done to them, by strace."""

import os
import re
import signal
import tempfile
import time

from shop import Broken

TRACE = ["strace", "-f", "-qq"]
# Those that change something; of openat those that may make a file.
CHANGING = {
    "chmod", "chown", "fallocate", "fchmod", "fchown", "fdatasync", "fsync", "ftruncate", "link", "linkat", "mkdir", "mkdirat",
    "pwrite64", "pwritev", "rename", "renameat", "renameat2", "rmdir", "symlink", "unlink", "unlinkat", "write", "writev"}


def system_calls(shop, command, threads=1, are_changing=False):
    """The system calls of a run in order, all or those that change something, as pairs of a name and which call of that name in
    its thread, from 1; and the place of the first that is the program's own rather than the loader's."""
    log = tempfile.mktemp(prefix="strace-", dir=shop.test.base)
    shop.once([*command, *with_threads(command, threads)], {0, 4, 5}, before=["strace", "-f", "-qq", "-o", log])
    counts, calls, own = {}, [], None
    with open(log, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = re.match(r"(\d+) +([a-z_0-9]+)\(", line)
            if not match:
                continue
            counts[match.groups()] = counts.get(match.groups(), 0) + 1
            if not are_changing or match[2] in CHANGING or match[2] == "openat" and "O_CREAT" in line:
                calls.append((match[2], counts[match.groups()]))
            if own is None and match[2] == "rt_sigaction" and "SIGPIPE" in line:
                own = len(calls)
    os.unlink(log)
    return calls, own


def with_threads(command, threads):
    """The words that set how many threads a command has, if it has any."""
    return ["--threads", str(threads)] if command[0] == "run" else []


def injecting(name, what, number):
    """The words before a program that do `what` to a system call, by its name and which call of that name it is."""
    return [*TRACE, "-o", "/dev/null", "-e", f"trace={name}", "-e", f"inject={name}:{what}:when={number}"]


def inject(shop, command, name, what, number, threads=1):
    return shop.run([*command, *with_threads(command, threads)], before=injecting(name, what, number))


class Held:
    """A process that is held up in a system call, or right behind it; it ends with the `with` at the latest."""

    def __init__(self, shop, arguments, name, what):
        self.shop = shop
        file = tempfile.mktemp(prefix="pid-", dir=shop.test.base)
        self.process = shop.start(
            ["-c", 'echo $$ >"$0" && exec "$@"', file, shop.test.program, *arguments],
            before=injecting(name, what, 1), program="sh")
        self.pid = None
        self.file = file

    def __enter__(self):
        calm = 0
        for _ in range(6000):
            if self.process.poll() is not None:
                raise Broken(f"was not held up: {self.process.communicate()[1].decode(errors='replace')}")
            calm = calm + 1 if self.is_stopped() else 0
            if calm == 12:
                return self
            time.sleep(0.01)
        self.__exit__()
        raise Broken("was not held up in a minute")

    def __exit__(self, *_):
        if self.process.poll() is None:
            # Strace would leave a process that is stopped as it is.
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)
            self.process.kill()
            self.process.communicate()

    def is_stopped(self):
        if self.pid is None:
            try:
                with open(self.file, encoding="ascii") as lines:
                    text = lines.read()
            except FileNotFoundError:
                return False
            if not text.endswith("\n"):
                return False
            self.pid = int(text)
        with open(f"/proc/{self.pid}/stat", encoding="utf-8") as lines:
            return lines.read().rpartition(")")[2].split()[0] in "tT"

    def ended(self):
        return self.shop.ended(self.process)
