"""Tests whether storage supports claims, and explains why if not."""

import concurrent.futures
import errno
import fcntl
import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable
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
        for promise, keeps in PROMISES:
            lacks = f"the storage cannot hold a chain's claims: {promise}"
            if not keeps(place):
                raise Unfit(f"{folder}: {lacks}")
    except OSError as error:
        raise Unfit(": ".join(filter(None, (str(folder), lacks, error.strerror)))) from error
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _refused(action: Callable[[], object], *numbers: int) -> bool:
    """Whether an action fails with one of the given errors."""
    try:
        action()
    except OSError as error:
        return error.errno in numbers
    return False


def _renames_folders(place: Path) -> bool:
    (place / "a").mkdir()
    (place / "a" / "file").write_bytes(b"1")
    os.rename(place / "a", place / "b")
    is_there = (place / "b" / "file").read_bytes() == b"1" and not (place / "a").exists()
    return is_there and _refused(lambda: os.rename(place / "a", place / "c"), errno.ENOENT)


def _keeps_what_is_there(place: Path) -> bool:
    (place / "d").mkdir()
    (place / "d" / "file").write_bytes(b"2")
    return _refused(lambda: os.rename(place / "d", place / "b"), errno.ENOTEMPTY, errno.EEXIST)


def _replaces_files(place: Path) -> bool:
    os.rename(place / "d" / "file", place / "b" / "file")
    return (place / "b" / "file").read_bytes() == b"2" and not (place / "d" / "file").exists()


def _links(place: Path) -> bool:
    os.link(place / "b" / "file", place / "link")
    same = (place / "link").stat().st_ino == (place / "b" / "file").stat().st_ino
    return same and _refused(lambda: os.link(place / "b" / "file", place / "link"), errno.EEXIST)


def _syncs(place: Path) -> bool:
    Disk().write(place / "synced", b"3")
    Disk().sync(place)
    return True


def _locks(place: Path) -> bool:
    """Whether a lock is effective for another process."""
    path = place / "lock"
    with path.open("wb") as file:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        code = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
        done = subprocess.run([sys.executable, "-c", code, str(path)], stderr=subprocess.DEVNULL, check=False)
    return done.returncode != 0


def _lets_one_win(place: Path) -> bool:
    def rename(number: int, own: int) -> bool:
        return Disk().rename(place / f"token-{number}", place / f"won-{number}-{own}")

    with concurrent.futures.ThreadPoolExecutor(RENAMERS) as renamers:
        for number in range(ROUNDS):
            (place / f"token-{number}").mkdir()
            won = [*renamers.map(rename, [number] * RENAMERS, range(RENAMERS))]
            names = [name for name in Disk().names(place) if name.startswith(f"won-{number}-")]
            if won.count(True) != 1 or names != [f"won-{number}-{won.index(True)}"]:
                return False
    return True


PROMISES: list[tuple[str, Callable[[Path], bool]]] = [
    ("a folder is renamed in one step, and one that has gone cannot be", _renames_folders),
    ("a rename replaces no folder that holds something", _keeps_what_is_there),
    ("a rename replaces a file in one step", _replaces_files),
    ("a file has a second name by a hard link, which replaces nothing", _links),
    ("files and folders are synced", _syncs),
    ("a lock on a file is seen by others", _locks),
    ("of those who rename a folder at once, one wins", _lets_one_win),
]
