"""The unit of work of a task: the runs of a batch of shops, each claimed, performed on a local copy, and published separately.

The installed program performs the runs in a temporary chain's folder with copies of these shops; of the other shops, it only
has the names. A shop that needs special treatment is not copied but left, for example if another process uses it, if an
interrupted run is not completed, or if a file is still being written. After the job, the program runs once in the chain's own
folder, and runs the shops that were left.
"""

import contextlib
import dataclasses
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import fence
from .disk import Busy, Disk, Identity, identity_of

# The exit codes of a completed run. Any other exit code is a failure of the task, which Spark repeats.
NIGHT_CODES = (0, 3, 4, 65, 74)
# The folders of a shop of which only the subfolder of the run's date is copied.
BY_DAY = ("done", "failed", "repeated", "reports")
# The file with the notes of a shop's run for the chain's manifest, until the end of the job.
JOURNAL = f"{fence.FENCE}/night.jsonl"
RUN_LOG = f"{fence.LEDGER}.runs"


class Failed(Exception):
    """The error that the program did not complete the run."""


@dataclass(frozen=True)
class Shop:
    """A shop: its name, the name of its folder, and its lines in the chain's manifest."""

    name: str
    folder: str
    noted: str = ""


@dataclass(frozen=True)
class Night:
    """The settings of a nightly run that apply to all shops."""

    chain: str
    date: str
    program: str
    options: tuple[str, ...]
    # The content of chain.json with all shops listed, and the lines of the manifest that do not concern a shop.
    settings: str
    manifest: str
    # The exports of head office that the driver has planned.
    exports: tuple[tuple[str, Identity], ...]
    # The time after which a file that has not changed is complete, in seconds.
    settle_s: float


@dataclass(frozen=True)
class Outcome:
    """The state of a shop after a task: published, nothing (if there was nothing to do), or left with a reason."""

    folder: str
    state: str
    why: str = ""


@dataclass
class _Copy:
    """The local copy of a shop, and the state of the shop when it was copied."""

    shop: Shop
    claim: fence.Claim
    local: Path
    base: str | None
    # The names and identities of the inbox files, by the inodes of their copies.
    inbox: dict[int, tuple[str, Identity]] = field(default_factory=dict)
    before: dict[str, Identity] = field(default_factory=dict)


class _Left(Exception):
    """The error that a shop is not run in this task, but left to the driver."""


def work(night: Night, shops: Iterable[Shop], is_last_try: bool = False) -> list[Outcome]:
    """Performs the runs of some shops.

    Raises Overtaken if another attempt has claimed one of them meanwhile, Failed if the program did not complete a run, and
    OSError if a disk is full or missing; on the last try, the shops are left instead, so that the job can continue.
    """
    asked = list(shops)
    try:
        with tempfile.TemporaryDirectory(prefix="juice-chain-", ignore_cleanup_errors=True) as scratch:
            return _work(night, asked, Path(scratch) / "chain", is_last_try)
    except OSError as why:
        if not is_last_try:
            raise
        return [Outcome(shop.folder, "left", str(why)) for shop in asked]


def _work(night: Night, shops: list[Shop], chain: Path, is_last_try: bool) -> list[Outcome]:
    disk = Disk()
    outcomes: list[Outcome] = []
    chain.mkdir()
    copies = []
    for shop in shops:
        try:
            copies.append(_take(disk, night, shop, chain))
        except (_Left, Busy, sqlite3.DatabaseError, OSError) as why:
            if not is_last_try and isinstance(why, OSError):
                raise
            shutil.rmtree(chain / shop.folder, ignore_errors=True)
            outcomes.append(Outcome(shop.folder, "left", str(why)))
    if not copies:
        return outcomes
    try:
        _prepare(night, chain, copies)
        _run(night, chain, [copy.shop.name for copy in copies])
    except (_Left, Failed, OSError) as why:
        if not is_last_try and not isinstance(why, _Left):
            raise
        return outcomes + [Outcome(copy.shop.folder, "left", str(why)) for copy in copies]
    return outcomes + _publish_all(disk, night, chain, copies, is_last_try)


def _take(disk: Disk, night: Night, shop: Shop, chain: Path) -> _Copy:
    """Claims a shop and copies the files that its run needs. Raises _Left, Busy or DatabaseError."""
    folder = Path(night.chain) / shop.folder
    if not folder.is_dir() or folder.is_symlink():
        raise _Left("it has no folder")
    claimed = fence.claim(disk, folder)
    # The time by the clock of the storage, not of this machine.
    now_ns = (folder / fence.FENCE).stat().st_ctime_ns
    local = chain / shop.folder
    local.mkdir()
    copy = _Copy(shop, claimed, local, None)
    _look(folder)
    with disk.locked(folder / fence.LEDGER) as connection:
        if connection:
            _look_into(connection)
            shutil.copy2(folder / fence.LEDGER, local / fence.LEDGER)
            # Copied under the ledger's lock, so that both have the same runs; it is published after the ledger.
            with contextlib.suppress(FileNotFoundError):
                shutil.copy2(folder / RUN_LOG, local / RUN_LOG)
            copy.base = disk.digest(local / fence.LEDGER)
    if copy.base is None and any(disk.names(folder / name) for name in ("done", "repeated", "reports")):
        raise _Left("its ledger has gone")
    taken = (fence.LEDGER, RUN_LOG) if copy.base else (fence.LEDGER,)
    for entry in os.scandir(folder):
        if entry.is_file(follow_symlinks=False) and entry.name not in taken and not entry.name.startswith("."):
            shutil.copy2(entry.path, local / entry.name)
        elif entry.is_symlink():
            raise _Left(f"{entry.name} is a link")
        elif entry.is_dir() and entry.name not in (*BY_DAY, fence.INBOX) and not entry.name.startswith("."):
            shutil.copytree(entry.path, local / entry.name)
    for name in BY_DAY:
        _copy_day(folder / name / night.date, local / name / night.date, has_content=name == "reports")
    if (folder / fence.INBOX).is_dir():
        _copy_inbox(folder, copy, now_ns - int(night.settle_s * 1e9))
    copy.before = _listing(local)
    return copy


def _look(folder: Path) -> None:
    """Raises _Left if a run was interrupted or is in progress, or if parts of exports wait, which a task cannot publish."""
    if (folder / f"{fence.LEDGER}-journal").exists():
        raise _Left("its ledger is being written")
    if Disk().names(folder / ".nightly.staging") or Disk().read(folder / ".nightly.inflight"):
        raise _Left("a night was cut short")
    if Disk().names(folder / ".parts"):
        raise _Left("parts of exports wait in it")


def _look_into(ledger: sqlite3.Connection) -> None:
    """Raises _Left if the counter is open, since a shift must be closed on the machine with its shift log."""
    tables = {name for (name,) in ledger.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "shift" in tables and ledger.execute("SELECT count(*) FROM shift").fetchone()[0]:
        raise _Left("its counter is open")


def _copy_day(folder: Path, local: Path, has_content: bool) -> None:
    """Copies a subfolder of the run's date if it exists; if only its names matter, as empty files with these names."""
    if not folder.is_dir():
        return
    if has_content:
        shutil.copytree(folder, local)
        return
    local.mkdir(parents=True)
    for name in os.listdir(folder):
        (local / name).touch()


def _copy_inbox(folder: Path, copy: _Copy, settled_ns: int) -> None:
    (copy.local / fence.INBOX).mkdir()
    for name in sorted(os.listdir(folder / fence.INBOX)):
        path = folder / fence.INBOX / name
        try:
            before = os.lstat(path)
            if not stat.S_ISREG(before.st_mode):
                raise _Left(f"inbox/{name} is no file")
            if before.st_mtime_ns > settled_ns:
                raise _Left(f"inbox/{name} may still be being written")
            local = copy.local / fence.INBOX / name
            shutil.copy2(path, local)
            if identity_of(os.lstat(path)) != identity_of(before):
                raise _Left(f"inbox/{name} is being written")
        except FileNotFoundError as error:
            raise _Left(f"inbox/{name} has gone") from error
        copy.inbox[local.stat().st_ino] = (name, identity_of(before))


def _prepare(night: Night, chain: Path, copies: list[_Copy]) -> None:
    """Adds the settings, the exports and the manifest to the temporary chain's folder."""
    shared = Path(night.chain)
    for entry in os.scandir(shared):
        if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
            shutil.copy2(entry.path, chain / entry.name)
    settings = json.loads(night.settings)
    settings["shops"] = _known(settings["shops"], [copy.shop.name for copy in copies], bool(night.exports))
    (chain / "chain.json").write_text(json.dumps(settings, ensure_ascii=False), encoding="utf-8")
    (chain / "inbox").mkdir()
    for name, identity in night.exports:
        try:
            shutil.copy2(shared / "inbox" / name, chain / "inbox" / name)
            if identity_of(os.lstat(shared / "inbox" / name)) != identity:
                raise _Left(f"the export {name} has changed")
        except FileNotFoundError as error:
            raise _Left(f"the export {name} has gone") from error
    noted = night.manifest
    for copy in copies:
        noted += copy.shop.noted
        # Notes of another attempt, or of a job that did not end.
        noted += journal(Path(night.chain) / copy.shop.folder, night.date)
    if noted.count("\n") <= 1:
        # Without notes, the program writes the first line of the manifest itself.
        return
    (chain / ".night").mkdir()
    (chain / ".night" / night.date).write_text(noted, encoding="utf-8")


def _known(shops: dict[str, Any], own: list[str], has_exports: bool) -> dict[str, Any]:
    """The member "shops" of chain.json for a task: its own shops and, if there are exports, all others by their names.

    All other open shops are listed as further names of one shop, so that their rows in exports are recognized, and the roll-up
    of the task, which is not used, does not take the time of all shops.
    """
    known = {name: shops[name] for name in own}
    if has_exports:
        others = {name: said for name, said in shops.items() if name not in known and "closed" not in said}
        names = [also for name, said in others.items() for also in (name, *said.get("also", []))]
        known |= {name: said for name, said in shops.items() if "closed" in said}
        known[f"others-{uuid.uuid4().hex}"] = {"also": names}
    return known


def journal(shop: Path, date: str) -> str:
    """The notes of a shop's run for the chain's manifest, one on each line."""
    text = (Disk().read(shop / JOURNAL) or b"").decode()
    head, _, lines = text.partition("\n")
    return lines if head == date else ""


def _run(night: Night, chain: Path, names: list[str]) -> None:
    # A backup in a temporary copy of the folder would be deleted with the copy.
    own = ["--quiet", "--keep-backups", "0"]
    command = [night.program, "chain", "run", str(chain), "--date", night.date, *own, *night.options]
    for name in names:
        command += ["--shops", name]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    if done.returncode not in NIGHT_CODES:
        raise Failed(f"{night.program} ended with {done.returncode}: {done.stdout[-2000:]}")


def _publish_all(disk: Disk, night: Night, chain: Path, copies: list[_Copy], is_last_try: bool) -> list[Outcome]:
    outcomes = []
    overtaken = []
    failures: list[Exception] = []
    lines = [*notes((chain / ".night" / night.date).read_text(encoding="utf-8"))]
    for copy in copies:
        noted = "".join(line for line, note in lines if note.get("shop") == copy.shop.folder)
        try:
            result = _result(disk, night, copy, noted)
            if result is None:
                outcomes.append(Outcome(copy.shop.folder, "nothing"))
                continue
            fence.publish(disk, copy.claim, result)
            outcomes.append(Outcome(copy.shop.folder, "published"))
        except fence.Overtaken:
            overtaken.append(copy.shop.folder)
        except (_Left, Busy, fence.Unsettled) as why:
            outcomes.append(Outcome(copy.shop.folder, "left", str(why)))
        except (Failed, OSError) as why:
            # The results of the other shops are published nevertheless.
            failures.append(why)
            outcomes.append(Outcome(copy.shop.folder, "left", str(why)))
    # The attempts that claimed the shops are still running, so Spark must not count this attempt as successful.
    if failures and not is_last_try:
        raise failures[0]
    if overtaken and not is_last_try:
        raise fence.Overtaken(f"claimed by another attempt: {', '.join(overtaken)}")
    return outcomes + [Outcome(folder, "left", "claimed by another attempt") for folder in overtaken]


def notes(manifest: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The lines of a manifest and their members, without damaged lines and those of shops that are only planned."""
    for line in manifest.splitlines():
        with contextlib.suppress(ValueError):
            note = json.loads(line)
            if "shop" not in note or note.get("state") != "planned":
                yield line + "\n", note


def _listing(folder: Path) -> dict[str, Identity]:
    """The identities of all files and folders below a folder, by their relative paths."""
    found = {}
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = Path(parent) / name
            found[str(path.relative_to(folder))] = identity_of(path.lstat())
    return found


def _result(disk: Disk, night: Night, copy: _Copy, noted: str) -> fence.Result | None:
    """The result of the program in a local copy; None if nothing has changed."""
    after = _listing(copy.local)
    result = fence.Result(copy.base)
    moves, puts, folders = result.moves, result.puts, result.folders
    for place in sorted(after):
        path = copy.local / place
        top = place.split("/", 1)[0]
        if top == ".parts":
            raise _Left("a part of an export waits in it")
        if place.startswith(".") or place == fence.LEDGER:
            # Internal files stay on this machine; the ledger is handled below.
            continue
        is_new_folder = path.is_dir() and place not in copy.before
        if top == fence.INBOX:
            if place not in copy.before:
                raise _Left(f"{place} waits for another night")
        elif after[place].inode in copy.inbox and not path.is_dir():
            name, identity = copy.inbox[after[place].inode]
            moves.append(fence.Move(name, identity, place))
        elif any(place.startswith(f"{put.to}/") for put in puts[-1:]):
            # The file is published with its folder.
            continue
        elif (is_new_folder and top == "reports" and place != "reports") or (
            not path.is_dir() and after[place] != copy.before.get(place)
        ):
            puts.append(fence.Put(path, place))
        elif is_new_folder:
            folders.append(place)
    if (copy.local / f"{fence.LEDGER}-journal").exists():
        raise Failed(f"{copy.shop.folder}: the program has left its ledger unfinished")
    digest = disk.digest(copy.local / fence.LEDGER)
    ledger = copy.local / fence.LEDGER if digest is not None and digest != copy.base else None
    if not ledger and not puts and not moves:
        return None
    journal_file = copy.local / ".journal"
    journal_file.write_text(f"{night.date}\n{noted}", encoding="utf-8")
    puts.append(fence.Put(journal_file, JOURNAL))
    return dataclasses.replace(result, ledger=ledger)


def wait_until_settled(files: list[Path], settle_s: float, now_ns: int) -> None:
    """Waits until all files have been unchanged for `settle_s` seconds, by the time `now_ns` of the storage's clock."""
    found = [identity for path in files if (identity := Disk().identity(path))]
    left_s = settle_s - (now_ns - max((one.modified_ns for one in found), default=0)) / 1e9
    if left_s > 0:
        # A modification time in the future does not extend the wait.
        time.sleep(min(left_s, settle_s))
