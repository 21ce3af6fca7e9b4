"""Claims: of all attempts at a shop's run, only the one that claimed the shop last can publish its result.

A shop has a folder `.fence` with one token in it, a folder whose name is the shop's state:

    claim-N       the attempt with the claim number N may be running, and no earlier attempt can publish
    published-N   the result of attempt N is complete in published-N/result-N, and has to be applied to the shop's folder
    hand-XYZ      beside the token, a staging folder: files that are being removed from the inbox

All changes of the state are renames of the token, and the number only rises, so that each name is used only once:

    claim-N ──claim──▶ claim-N+1        claim-N ──publish──▶ published-N ──lay out──▶ claim-N+1

Why a run is applied once, even if any attempt is killed, sleeps for an hour or runs twice:

1. There is one token. `.fence` is created with the token inside, by a rename that fails if there is a `.fence` that is not
   empty, and it is never empty. A rename removes the old name, so of two attempts that rename the token, only one succeeds.
2. An overtaken attempt cannot publish, since its claim-N never exists again. Its later writes to result-N fail, since the path
   does not exist, or go to a folder that was renamed with the token and is only read under published-N.
3. A published result is complete: it was synced before the rename that publishes it, and only one attempt writes to result-N.
4. Any attempt may apply the result, several at once. Each file is put in place by a rename out of result-N. This happens once,
   by one of the attempts, and not again when a sleeping attempt resumes, since the source no longer exists. A file of the same
   name in a later result is in another folder. The token moves on only when all files are in place, so when the next attempt
   copies the ledger, no older ledger can replace it any more.
5. Runs that people start do not use claims, so the ledger only replaces the very ledger that was copied, by its SHA-256, under
   its lock. If the ledger has changed before it was replaced, nothing of the result is applied, and the run is repeated.
6. An inbox file gets a second name in result-N before the result is published, so that it cannot be lost; from there it is
   moved to its archive folder (SHELVES) once, like any other file. Only then its name in the inbox is removed: the attempt
   moves the file to its own staging folder (hand-XYZ) and checks it there. A file that is archived by now is removed; a new
   file that came under the same name is moved back to the inbox, by links, which replace nothing. This decision is made after
   archiving, or concerns a staging folder that is emptied before the token moves on, so that the next step finds nothing.
   Abandoned staging folders are emptied by the same rule.
7. Folders are synced before the token moves on, so that after a power cut the state is never ahead of the files.
"""

import errno
import json
import random
import re
import time
import uuid
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath

from .disk import Busy, Disk, Identity

FENCE = ".fence"
LEDGER = "shop.sqlite"
INBOX = "inbox"
SHELVES = ("done", "failed", "repeated")
TOKEN = re.compile(r"(claim|published)-(0|[1-9][0-9]*)", re.ASCII)
# Timeout for claiming a shop that others keep claiming, or that a cache shows in an old state.
CLAIM_PATIENCE_S = 90.0
# Timeout for finding a token in a fence, which may seem empty during a rename.
TOKEN_PATIENCE_S = 5.0


class Overtaken(Exception):
    """The error that another attempt has claimed the shop since, so that this attempt cannot publish."""


class Unsettled(Exception):
    """The error that an inbox file has changed since it was copied, so that this attempt does not publish."""


@dataclass(frozen=True)
class Claim:
    """The claim of a shop: the shop's folder, and the number of the claim."""

    shop: Path
    number: int


@dataclass(frozen=True)
class Move:
    """An inbox file that was applied or refused, and its new path, relative to the shop's folder."""

    name: str
    identity: Identity
    to: str


@dataclass(frozen=True)
class Put:
    """A file or a folder of a result, and its path, relative to the shop's folder."""

    source: Path
    to: str


@dataclass(frozen=True)
class Result:
    """The result of a shop's run.

    `base` is the SHA-256 of the ledger before the run, None if there was none; `ledger` is the ledger after the run, None if it
    has not changed. `folders` are folders that must exist afterwards, even if they are empty.
    """

    base: str | None = None
    ledger: Path | None = None
    folders: list[str] = field(default_factory=list)
    puts: list[Put] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)


@dataclass(frozen=True)
class _Token:
    path: Path
    number: int
    is_published: bool


def claim(disk: Disk, shop: Path) -> Claim:
    """Claims a shop, after applying a published result; from then on, no earlier attempt can publish. Raises Busy."""
    end = time.monotonic() + CLAIM_PATIENCE_S
    seen = time.monotonic()
    pause_s = 0.001
    while True:
        token = _find(disk, shop)
        if token is not None:
            seen = time.monotonic()
        if token is None:
            if _begin(disk, shop):
                continue
            if time.monotonic() > seen + TOKEN_PATIENCE_S:
                raise Busy(f"{shop / FENCE} holds no claim that this version knows: {', '.join(disk.names(shop / FENCE))}")
        elif token.is_published:
            _lay_out(disk, shop, token.number)
        elif disk.rename(token.path, _claimed(shop, token.number + 1)):
            disk.sync(shop / FENCE)
            _sweep(disk, shop, token.number + 1)
            return Claim(shop, token.number + 1)
        if time.monotonic() > end:
            raise Busy(f"{shop}: others keep claiming it")
        # Only attempts that were overtaken or found no token need to wait.
        if token is None or not token.is_published:
            time.sleep(pause_s * random.random())
            pause_s = min(pause_s * 2, 1.0)


def publish(disk: Disk, claimed: Claim, result: Result) -> None:
    """Publishes the result of a claim, and applies it to the shop's folder. Raises Overtaken or Unsettled."""
    shop, number = claimed.shop, claimed.number
    token = _claimed(shop, number)
    try:
        _write(disk, claimed, result)
    except FileNotFoundError as error:
        raise Overtaken(str(shop)) from error
    except Unsettled as error:
        # Another attempt that has claimed the shop may have moved the file.
        if disk.identity(token) is None:
            raise Overtaken(str(shop)) from error
        raise
    if not disk.rename(token, _published(shop, number)):
        raise Overtaken(str(shop))
    disk.sync(shop / FENCE)
    _lay_out(disk, shop, number)


def _claimed(shop: Path, number: int) -> Path:
    return shop / FENCE / f"claim-{number}"


def _published(shop: Path, number: int) -> Path:
    return shop / FENCE / f"published-{number}"


def _find(disk: Disk, shop: Path) -> _Token | None:
    """The token; if a listing that was made during a rename shows several, the token with the greatest number."""
    found = []
    for name in disk.names(shop / FENCE):
        if said := TOKEN.fullmatch(name):
            found.append(_Token(shop / FENCE / name, int(said[2]), said[1] == "published"))
    return max(found, key=lambda token: (token.number, token.is_published), default=None)


def _begin(disk: Disk, shop: Path) -> bool:
    """Creates the fence with its token in one step; returns false if there was a fence before."""
    if disk.identity(shop / FENCE) is not None:
        return False
    made = shop / f"{FENCE}-{uuid.uuid4().hex}"
    disk.make_folder(made)
    try:
        disk.make_folder(made / "claim-0")
        disk.sync(made)
        disk.rename(made, shop / FENCE)
    except OSError as error:
        # Another attempt has created a fence meanwhile, and may have removed this one.
        if error.errno not in (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST):
            raise
        disk.remove_tree(made)
        return True
    disk.sync(shop)
    return True


def _write(disk: Disk, claimed: Claim, result: Result) -> None:
    token = _claimed(claimed.shop, claimed.number)
    room = token / f"result-{claimed.number}"
    disk.make_folder(room)
    digest = None
    if result.ledger:
        disk.copy(result.ledger, room / LEDGER)
        digest = disk.digest(result.ledger)
        copied = disk.digest(room / LEDGER)
        if copied is None:
            raise FileNotFoundError(errno.ENOENT, "the claim has moved on", str(room))
        if copied != digest:
            raise OSError(errno.EIO, "half a copy of the ledger", str(room / LEDGER))
    for place, put in enumerate(result.puts):
        _write_tree(disk, put.source, room / f"put-{place}")
    for place, move in enumerate(result.moves):
        inbox = claimed.shop / INBOX / move.name
        if disk.identity(inbox) is None:
            raise Unsettled(str(inbox))
        disk.link(inbox, room / f"keep-{place}")
        if disk.identity(room / f"keep-{place}") != move.identity:
            raise Unsettled(str(inbox))
    plan = {
        "base": result.base, "ledger": digest, "folders": result.folders,
        "puts": [put.to for put in result.puts],
        "moves": [asdict(move) for move in result.moves],
    }
    # A file name may contain bytes that are not UTF-8; JSON escapes preserve them.
    disk.write(room / "plan.json", json.dumps(plan).encode("ascii"))
    disk.sync(room)
    disk.sync(token)


def _write_tree(disk: Disk, source: Path, target: Path) -> None:
    if not source.is_dir():
        disk.copy(source, target)
        return
    disk.make_folder(target)
    for entry in sorted(source.iterdir()):
        _write_tree(disk, entry, target / entry.name)
    disk.sync(target)


def _lay_out(disk: Disk, shop: Path, number: int) -> None:
    """Applies the published result with this number; it is applied once, even if several attempts do this or are killed."""
    room = _published(shop, number) / f"result-{number}"
    text = disk.read(room / "plan.json")
    if text is None:
        # Another attempt was faster, and the token has moved on.
        return
    plan = json.loads(text)
    touched = {shop}
    if plan["ledger"] is None or _put_ledger(disk, shop, room, plan["base"], plan["ledger"]):
        for folder in plan["folders"]:
            touched |= _make_parents(disk, shop, f"{folder}/-")
        for place, to in enumerate(plan["puts"]):
            touched |= _make_parents(disk, shop, to)
            disk.rename(room / f"put-{place}", shop / to)
        moves = [Move(move["name"], Identity(**move["identity"]), move["to"]) for move in plan["moves"]]
        for place, move in enumerate(moves):
            touched |= _make_parents(disk, shop, move.to)
            _move_on(disk, room / f"keep-{place}", shop / move.to)
        if moves:
            touched.add(shop / INBOX)
            _empty_hands(disk, shop)
            _clear_inbox(disk, shop, moves)
    for folder in sorted(touched):
        disk.sync(folder)
    if disk.rename(_published(shop, number), _claimed(shop, number + 1)):
        disk.sync(shop / FENCE)


def is_half_laid_out(disk: Disk, shop: Path) -> bool:
    """Whether the ledger of a published result may be in place, but not all other files of the result."""
    token = _find(disk, shop)
    if token is None or not token.is_published:
        return False
    room = token.path / f"result-{token.number}"
    text = disk.read(room / "plan.json")
    return text is not None and json.loads(text)["ledger"] is not None and disk.identity(room / LEDGER) is None


def _put_ledger(disk: Disk, shop: Path, room: Path, base: str | None, made: str) -> bool:
    """Replaces the ledger by that of the result; returns false if the ledger has changed since it was copied."""
    with disk.locked(shop / LEDGER):
        current = disk.digest(shop / LEDGER)
        if disk.identity(room / LEDGER) is None:
            # The ledger was already replaced, perhaps several times; only an outdated cache can still show the old ledger.
            if disk.digest(shop / LEDGER) == base:
                raise Busy(f"{shop}: this machine does not see yet what others have done")
            return True
        if current == base:
            if disk.digest(room / LEDGER) not in (made, None):
                # The published ledger lost data after it was synced. The inbox files still exist, so the run is repeated.
                return False
            disk.rename(room / LEDGER, shop / LEDGER)
            return True
        # The ledger is another one; true if the result's ledger was put in place in the meantime.
        return current == made or disk.identity(room / LEDGER) is None


def _make_parents(disk: Disk, shop: Path, to: str) -> set[Path]:
    """Creates the parent folders of a path if necessary; returns all of them."""
    folders = [shop / parent for parent in PurePosixPath(to).parents][::-1]
    for folder in folders[1:]:
        disk.make_folder(folder)
    return set(folders)


def _clear_inbox(disk: Disk, shop: Path, moves: list[Move]) -> None:
    """Removes the inbox names of files that were archived."""
    while waiting := [move for move in moves if disk.identity(shop / INBOX / move.name) == move.identity]:
        hand = shop / FENCE / f"hand-{uuid.uuid4().hex}"
        disk.make_folder(hand)
        for move in waiting:
            # Another attempt may have removed this staging folder; the loop then tries again.
            if disk.rename(shop / INBOX / move.name, hand / move.name):
                if disk.identity(hand / move.name) == move.identity:
                    disk.remove(hand / move.name)
                else:
                    _give_back(disk, shop, hand / move.name)
        disk.remove_folder(hand)


def _empty_hands(disk: Disk, shop: Path) -> None:
    for name in disk.names(shop / FENCE):
        if name.startswith("hand-"):
            for file in disk.names(shop / FENCE / name):
                _give_back(disk, shop, shop / FENCE / name / file)
            disk.remove_folder(shop / FENCE / name)


def _give_back(disk: Disk, shop: Path, held: Path) -> None:
    """Moves a file from a staging folder back to the inbox, or removes it if it was archived."""
    identity = disk.identity(held)
    for shelf in SHELVES:
        for day in disk.names(shop / shelf):
            for name in disk.names(shop / shelf / day):
                if identity == disk.identity(shop / shelf / day / name):
                    disk.remove(held)
                    return
    _move_on(disk, held, shop / INBOX / held.name)


def _move_on(disk: Disk, path: Path, to: Path) -> None:
    """Moves a file by a link and a removal, which replace nothing and may be repeated by several attempts.

    If the target exists, a numbered name is used.
    """
    number = 1
    while True:
        free = to if number == 1 else to.with_name(f"{to.stem}.{number}{to.suffix}")
        try:
            if disk.link(path, free):
                break
        except FileNotFoundError:
            # Another attempt has moved the file.
            return
        mine = disk.identity(path)
        if mine is None or mine == disk.identity(free):
            # Both names belong to the same file: another attempt was stopped between the two steps, or is in progress.
            break
        number += 1
    disk.remove(path)


def _sweep(disk: Disk, shop: Path, number: int) -> None:
    """Removes the files that earlier attempts have left in the fence."""
    _empty_hands(disk, shop)
    for name in disk.names(_claimed(shop, number)):
        disk.remove_tree(_claimed(shop, number) / name)
    for name in disk.names(shop):
        if name.startswith(f"{FENCE}-"):
            disk.remove_tree(shop / name)
