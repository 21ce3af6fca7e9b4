"""The operations on the shared storage, as separate methods, so that a test can interrupt an attempt between any two."""

import contextlib
import errno
import hashlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# The time to wait for a ledger that another process has locked, in seconds.
LOCK_PATIENCE_S = 10.0


class Busy(Exception):
    """The error that another process is using a shop; a later attempt may succeed."""


@dataclass(frozen=True)
class Identity:
    """The identity of a file, independent of its number of links."""

    inode: int
    size: int
    modified_ns: int


def identity_of(status: os.stat_result) -> Identity:
    return Identity(status.st_ino, status.st_size, status.st_mtime_ns)


class Disk:
    """The shared storage; the simulation treats each method as one step."""

    def names(self, folder: Path) -> list[str]:
        """The sorted entries of a folder; empty if it is missing."""
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return sorted(os.listdir(folder))
        return []

    def make_folder(self, path: Path) -> bool:
        """Creates a folder; returns false if the name exists."""
        with contextlib.suppress(FileExistsError):
            os.mkdir(path)
            return True
        return False

    def rename(self, path: Path, to: Path) -> bool:
        """Renames a file or folder; returns false if the source or the target folder does not exist."""
        with contextlib.suppress(FileNotFoundError):
            os.rename(path, to)
            return True
        return False

    def link(self, path: Path, to: Path) -> bool:
        """Gives a file a second name; returns false if that name exists. Raises FileNotFoundError."""
        with contextlib.suppress(FileExistsError):
            os.link(path, to)
            return True
        return False

    def remove(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)

    def remove_folder(self, path: Path) -> None:
        """Removes a folder if it exists and is empty."""
        try:
            os.rmdir(path)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST):
                raise

    def remove_tree(self, path: Path) -> None:
        """Removes a folder as far as possible."""
        shutil.rmtree(path, ignore_errors=True)

    def identity(self, path: Path) -> Identity | None:
        """The identity of a file; None if it does not exist."""
        with contextlib.suppress(FileNotFoundError):
            return identity_of(os.lstat(path))
        return None

    def read(self, path: Path) -> bytes | None:
        with contextlib.suppress(FileNotFoundError):
            return path.read_bytes()
        return None

    def digest(self, path: Path) -> str | None:
        """The SHA-256 of a file, in hex."""
        with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
        return None

    def write(self, path: Path, data: bytes) -> None:
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def copy(self, path: Path, to: Path) -> None:
        """Copies a file with its modification time, and syncs the copy."""
        with path.open("rb") as source, to.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
            target.flush()
            status = os.fstat(source.fileno())
            os.utime(target.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))
            os.fsync(target.fileno())

    def sync(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    @contextlib.contextmanager
    def locked(self, ledger: Path) -> Iterator[sqlite3.Connection | None]:
        """Locks a ledger with SQLite, so that other runs cannot use it. Raises Busy."""
        if not ledger.exists():
            yield None
            return
        url = f"{ledger.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(url, uri=True, timeout=LOCK_PATIENCE_S, isolation_level=None)
        # Closing a descriptor releases all locks that the process has on the file, so this descriptor is closed last.
        file = ledger.open("rb")
        try:
            connection.execute("BEGIN EXCLUSIVE")
            if identity_of(os.fstat(file.fileno())).inode != ledger.stat().st_ino:
                raise Busy(f"{ledger}: another ledger is there now")
            yield connection
        except sqlite3.OperationalError as error:
            raise Busy(f"{ledger}: {error}") from error
        finally:
            connection.close()
            file.close()
