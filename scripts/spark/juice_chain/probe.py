"""Tests whether storage supports claims, and explains why if not."""

import concurrent.futures
import errno
import fcntl
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

from .disk import Disk

# The number of rounds, and of threads, in which a folder is renamed concurrently.
ROUNDS = 20
RENAMERS = 4


class Unfit(Exception):
    """The storage lacks a required guarantee."""


def probe(folder: Path) -> None:
    """Tests the storage of a folder. Raises Unfit with the missing guarantee."""
    place = folder / f".probe-{uuid.uuid4().hex}"
    lacks = ""
    try:
        place.mkdir()
        for promise in _promises(place):
            lacks = f"the storage cannot hold a chain's claims: {promise}"
    except OSError as error:
        raise Unfit(": ".join(filter(None, (str(folder), lacks, error.strerror)))) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _promises(place: Path) -> Iterator[str]:
    """Tests the promises of the storage, and yields each before its test. Raises OSError if a promise is broken."""
    a, b, c, d = (place / name for name in "abcd")
    yield "a folder is renamed in one step, and one that has gone cannot be"
    a.mkdir()
    (a / "file").write_bytes(b"1")
    os.rename(a, b)
    _require((b / "file").read_bytes() == b"1" and not a.exists())
    _require_error(lambda: os.rename(a, c), errno.ENOENT)

    yield "a rename replaces no folder that holds something"
    d.mkdir()
    (d / "file").write_bytes(b"2")
    _require_error(lambda: os.rename(d, b), errno.ENOTEMPTY, errno.EEXIST)

    yield "a rename replaces a file in one step"
    os.rename(d / "file", b / "file")
    _require((b / "file").read_bytes() == b"2" and not (d / "file").exists())

    yield "a file has a second name by a hard link, which replaces nothing"
    os.link(b / "file", place / "link")
    _require((place / "link").stat().st_ino == (b / "file").stat().st_ino)
    _require_error(lambda: os.link(b / "file", place / "link"), errno.EEXIST)

    yield "files and folders are synced"
    Disk().write(place / "synced", b"3")
    Disk().sync(place)

    yield "a lock on a file is seen by others"
    with (place / "lock").open("wb") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        code = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        done = subprocess.run([sys.executable, "-c", code, place / "lock"], stderr=subprocess.DEVNULL, check=False)
    _require(done.returncode != 0)

    yield "of those who rename a folder at once, one wins"
    with concurrent.futures.ThreadPoolExecutor(RENAMERS) as renamers:
        for number in range(ROUNDS):
            token, names = place / f"token-{number}", [f"won-{number}-{own}" for own in range(RENAMERS)]
            token.mkdir()
            won = [*renamers.map(Disk().rename, [token] * RENAMERS, [place / name for name in names])]
            _require([name for name in names if (place / name).exists()] == [name for name, has in zip(names, won) if has])
            _require(won.count(True) == 1)


def _require(is_kept: bool) -> None:
    if not is_kept:
        raise OSError(errno.ENOTSUP, "the storage does not keep this promise")


def _require_error(action: Callable[[], object], *numbers: int) -> None:
    try:
        action()
    except OSError as error:
        _require(error.errno in numbers)
        return
    _require(False)
