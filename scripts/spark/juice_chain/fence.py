"""Claims: of all attempts at a shop's run, only the one that claimed the shop last can publish its result.

A shop has a folder `.fence` with one token in it, a folder whose name is the shop's state:

    claim-N       the attempt with claim number N may be at work, and no earlier attempt counts any more
    published-N   its result is complete in published-N/result-N, and has to be applied to the shop's folder
    hand-XYZ      beside the token: files on their way from the inbox to where they belong

All steps from state to state are renames of the token, and the number only rises, so that each name is had once and never
again:

    claim-N ──claim──▶ claim-N+1        claim-N ──publish──▶ published-N ──lay out──▶ claim-N+1

Why a run counts once, whichever attempt is killed, sleeps for an hour or runs twice:

1. There is one token. `.fence` comes into being with it inside, by a rename that fails if there is a `.fence` that is not
   empty, and it is never empty. A rename takes a name away, so of two who rename the same one finds it gone.
2. An overtaken attempt cannot publish: its claim-N is gone for good. Its later writes go to result-N, by paths that
   are gone, or into folders that were renamed with the token and are read only under published-N.
3. What is published is complete: it was synced before the rename that publishes it, and only its one writer knew result-N.
4. Any attempt may apply the result, several at once. Each file is put in place by a rename out of result-N.
   That uses it up: it happens once, by one of them, and not again when a sleeping one resumes, since its source is gone. A file
   of that name in a later result is in another folder. The token moves on only when nothing is left to put, so when the
   next one copies the ledger, no older one can come over it any more.
5. People's own runs are no part of this, so the ledger is put only over the very ledger that was copied, by its SHA-256,
   under its lock. If it is another one, and ours is still to be put, nothing of the result counts, and the night is done anew.
6. A file of the inbox gets a second name in result-N before it is published, so that it cannot vanish, and from there its
   place on a shelf, once, as anything else. Only then its name in the inbox is done with: it is taken into a hand of one's
   own and looked at there. A file that stands on a shelf by now is let go of; what has come under the name meanwhile goes back,
   by links, which replace nothing. That decision comes after the archiving, or is about a staging folder that is emptied before the
   token moves on, and then the next step finds nothing. Abandoned staging folders are emptied by the same rule.
7. Folders are synced before the token moves on, so that after a power cut it is never ahead of what it stands for.
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
    """Another attempt has claimed the shop since: nothing of this attempt counts."""


class Unsettled(Exception):
    """A file of the inbox has changed since it was worked on: nothing of this attempt counts."""


@dataclass(frozen=True)
class Claim:
    """A shop's folder, and the number it was claimed by."""

    shop: Path
    number: int


@dataclass(frozen=True)
class Move:
    """A file of the inbox that was worked on, and where it belongs, from the shop's folder."""

    name: str
    identity: Identity
    to: str


@dataclass(frozen=True)
class Put:
    """A file, or a folder of files, and where it belongs, from the shop's folder."""

    source: Path
    to: str


@dataclass(frozen=True)
class Result:
    """What a shop's night came to.

    `base` is the SHA-256 of the ledger that was worked on, None where there was none; `ledger` is what became of it, None if
    nothing did. `folders` are there at the end, whatever they hold.
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
    """Claims a shop: applies a published result; from then on no earlier attempt can publish."""
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
        # Only attempts that were overtaken or found nothing need to wait.
        if token is None or not token.is_published:
            time.sleep(pause_s * random.random())
            pause_s = min(pause_s * 2, 1.0)


def publish(disk: Disk, claimed: Claim, result: Result) -> None:
    """Publishes what was made under a claim, and lays it out. Raises Overtaken or Unsettled."""
    shop, number = claimed.shop, claimed.number
    token = _claimed(shop, number)
    try:
        _write(disk, claimed, result)
    except FileNotFoundError as error:
        raise Overtaken(str(shop)) from error
    except Unsettled as error:
        # What has changed may be what the other has put in its place.
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
    """The token; the one with the greatest number where a listing shows more, since it was made while one was renamed."""
    found = []
    for name in disk.names(shop / FENCE):
        if said := TOKEN.fullmatch(name):
            found.append(_Token(shop / FENCE / name, int(said[2]), said[1] == "published"))
    return max(found, key=lambda token: (token.number, token.is_published), default=None)


def _begin(disk: Disk, shop: Path) -> bool:
    """Creates the fence with its token in one step. False if there was one before."""
    if disk.identity(shop / FENCE) is not None:
        return False
    made = shop / f"{FENCE}-{uuid.uuid4().hex}"
    disk.make_folder(made)
    try:
        disk.make_folder(made / "claim-0")
        disk.sync(made)
        disk.rename(made, shop / FENCE)
    except OSError as error:
        # There is a fence by now, and its owner may have swept this one away.
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
        "base": result.base,
        "ledger": digest,
        "folders": result.folders,
        "puts": [put.to for put in result.puts],
        "moves": [asdict(move) for move in result.moves],
    }
    # A file's name may have bytes that are not UTF-8; escaped, they come back as they were.
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
    """Puts what was published by a number in its place; begun by several and broken off anywhere, it is done once."""
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
    """Whether a published ledger may be in its place, and what belongs to it not yet."""
    token = _find(disk, shop)
    if token is None or not token.is_published:
        return False
    room = token.path / f"result-{token.number}"
    text = disk.read(room / "plan.json")
    return text is not None and json.loads(text)["ledger"] is not None and disk.identity(room / LEDGER) is None


def _put_ledger(disk: Disk, shop: Path, room: Path, base: str | None, made: str) -> bool:
    """Puts the ledger that was made over the one that it was made from; false if that one has become another."""
    with disk.locked(shop / LEDGER):
        current = disk.digest(shop / LEDGER)
        if disk.identity(room / LEDGER) is None:
            # It has been put, and newer ones perhaps; the old one can only be what an old cache shows.
            if disk.digest(shop / LEDGER) == base:
                raise Busy(f"{shop}: this machine does not see yet what others have done")
            return True
        if current == base:
            if disk.digest(room / LEDGER) not in (made, None):
                # Not what was synced; the files are all there, so the night is done anew.
                return False
            disk.rename(room / LEDGER, shop / LEDGER)
            return True
        # Another one, and ours was not put before it was looked at.
        return current == made or disk.identity(room / LEDGER) is None


def _make_parents(disk: Disk, shop: Path, to: str) -> set[Path]:
    """The folders that a place lies in, made if need be."""
    folders = [shop / parent for parent in PurePosixPath(to).parents][::-1]
    for folder in folders[1:]:
        disk.make_folder(folder)
    return set(folders)


def _clear_inbox(disk: Disk, shop: Path, moves: list[Move]) -> None:
    """Lets go of the names in the inbox of files that are on a shelf."""
    while waiting := [move for move in moves if disk.identity(shop / INBOX / move.name) == move.identity]:
        hand = shop / FENCE / f"hand-{uuid.uuid4().hex}"
        disk.make_folder(hand)
        for move in waiting:
            # Another attempt may have removed this staging folder; then there is another round.
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
    """Puts a file from a hand back to the inbox, unless it is on a shelf by now."""
    identity = disk.identity(held)
    for shelf in SHELVES:
        for day in disk.names(shop / shelf):
            for name in disk.names(shop / shelf / day):
                if identity == disk.identity(shop / shelf / day / name):
                    disk.remove(held)
                    return
    _move_on(disk, held, shop / INBOX / held.name)


def _move_on(disk: Disk, path: Path, to: Path) -> None:
    """Moves a file, in two steps that replace nothing and may both be done by several; under a numbered name if need be."""
    number = 1
    while True:
        free = to if number == 1 else to.with_name(f"{to.stem}.{number}{to.suffix}")
        try:
            if disk.link(path, free):
                break
        except FileNotFoundError:
            # Another attempt has moved it.
            return
        mine = disk.identity(path)
        if mine is None or mine == disk.identity(free):
            # Both names are the same file's: another attempt was stopped between the steps, or is in progress.
            break
        number += 1
    disk.remove(path)


def _sweep(disk: Disk, shop: Path, number: int) -> None:
    """Clears what dead attempts have left."""
    _empty_hands(disk, shop)
    for name in disk.names(_claimed(shop, number)):
        disk.remove_tree(_claimed(shop, number) / name)
    for name in disk.names(shop):
        if name.startswith(f"{FENCE}-"):
            disk.remove_tree(shop / name)
