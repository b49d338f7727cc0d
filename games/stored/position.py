"""Taking a game up again: its newest checkpoint, what was recorded since, what everybody saw last, and its dice.

A worker that has written a game keeps this in memory once it is committed, known by the hash over everything ever
written in the game: so it is never out of date. Nothing is kept of a transaction that may still fail, and no secret.
Of a game that it has not in memory all this is read in one journey, together with what else is wanted of it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn
from uuid import UUID

from django.db.transaction import on_commit

from games import registry
from games.kernel import journal
from games.kernel.chance import Chance, HmacChance
from games.kernel.driver import Run, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll
from games.kernel.title import Title
from games.models import Branch, Checkpoint, Game, JournalSegment, Lookout, Seat
from games.models.compress import inflate
from games.models.statements import Reading, key, read_together, select
from games.stored import packing

KEPT_GAMES = 64


class Glimpse(NamedTuple):
    """What an audience saw last: its own numbers for stop and events, and the view."""

    stop: int
    events: int
    view: bytes


class Position(NamedTuple):
    """Where a game stands. `published` events of the checkpoint's step are stored; `keyframe` is (number, state)."""

    title: Title[Any]
    checkpoint: journal.Checkpoint
    keyframe: tuple[int, bytes] | None
    recorded: list[Entry]
    published: int
    parent: int | None
    next_entry: int
    next_event: int

    def after(self, run: Run, entries: Sequence[Entry], number: int, *, whole: bool) -> "Position":
        """The position once a run was written as segment `number`; `whole` says that its checkpoint is a keyframe."""
        checkpoint = run.checkpoints[-1] if run.checkpoints else self.checkpoint
        recorded = [*self.recorded, *packing.as_stored(entries)]
        next_event = self.next_event + len(run.events)
        return Position(
            title=self.title,
            checkpoint=checkpoint,
            keyframe=(checkpoint.number, checkpoint.state) if whole else self.keyframe,
            recorded=[entry for entry in recorded if entry.number >= checkpoint.first_entry],
            published=next_event - checkpoint.first_event,
            parent=number,
            next_entry=self.next_entry + len(entries),
            next_event=next_event,
        )


class _Kept(NamedTuple):
    order_hash: bytes
    position: Position
    glimpses: dict[str, Glimpse]


class Stored(NamedTuple):
    """The rows that tell where a game stands, whole checkpoints first, the journal in its order."""

    checkpoints: list[Checkpoint]
    segments: list[JournalSegment]
    lookouts: list[Lookout]


_kept: OrderedDict[UUID, _Kept] = OrderedDict()


def keep(game: Game, position: Position, glimpses: dict[str, Glimpse]) -> None:
    """Remember what was just written of a game, once it is committed."""
    on_commit(partial(_remember, game.pk, _Kept(bytes(game.order_hash), position, glimpses)))


def _remember(game_id: UUID, kept: _Kept) -> None:
    _kept[game_id] = kept
    _kept.move_to_end(game_id)
    while len(_kept) > KEPT_GAMES:
        _kept.popitem(last=False)


def _remembered(game: Game) -> _Kept | None:
    kept = _kept.get(game.pk)
    if kept is None or kept.order_hash != bytes(game.order_hash):
        return None
    return kept if kept.position.title is registry.game_title(game) else None


def is_kept(game_id: UUID) -> bool:
    """Whether something is kept in memory of the game; it may be out of date."""
    return game_id in _kept


_PLACES = (
    "(SELECT branch FROM games_game WHERE id = %s)",
    "(SELECT checkpoint FROM games_game WHERE id = %s)",
    "(SELECT keyframe FROM games_game WHERE id = %s)",
)
_OF_SEGMENTS = ("id", "number", "first_entry", "entry_count", "first_event", "event_count", "entries")
_OF_LOOKOUTS = ("id", "audience", "stop", "events", "view")


def stored_now(game_id: UUID) -> tuple[Reading, Reading, Reading]:
    """The readings of where a game stands as its row says in that journey; they make a `Stored`."""
    wanted = key(game_id)
    branch, checkpoint, keyframe = ((place, wanted) for place in _PLACES)
    return _readings(wanted, branch, checkpoint, keyframe)


def stored_of(game: Game) -> tuple[Reading, Reading, Reading]:
    """The same of a row that is at hand, as it was when it was read."""
    return _readings(key(game.pk), ("%s", game.branch), ("%s", game.checkpoint), ("%s", game.keyframe))


Named = tuple[str, Any]
"""How a statement names a number of the game, and the one value that this takes."""


def _readings(wanted: Any, branch: Named, checkpoint: Named, keyframe: Named) -> tuple[Reading, Reading, Reading]:
    of_branch, values = f"game_id = %s AND branch = {branch[0]}", (wanted, branch[1])
    needed = f"{of_branch} AND number IN ({checkpoint[0]}, {keyframe[0]})"
    newest = " ".join(("SELECT written FROM games_checkpoint WHERE", of_branch, "AND number =", checkpoint[0]))
    since = (*values, *values, checkpoint[1])
    return (
        Reading(Checkpoint, needed, (*values, checkpoint[1], keyframe[1])),
        Reading(JournalSegment, f"{of_branch} AND number >= ({newest})", since, "ORDER BY number", only=_OF_SEGMENTS),
        Reading(Lookout, "game_id = %s", (wanted,), only=_OF_LOOKOUTS),
    )


def unless_kept(game: Game, found: Stored | None = None) -> Stored | None:
    """What is stored of where the game stands, read now if it was not `found` before; None where memory knows it."""
    if found is not None or _remembered(game):
        return found
    return Stored(*read_together(*stored_of(game)))


def position(game: Game, found: Stored | None = None) -> Position:
    """The game's newest checkpoint in its present branch and all that was recorded after it."""
    kept = _remembered(game)
    return kept.position if kept else _position_of(game, found or Stored(*read_together(*stored_of(game))))


def glimpses(game: Game, found: Stored | None = None) -> dict[str, Glimpse]:
    """What every audience of the game saw last."""
    kept = _remembered(game)
    if kept:
        return dict(kept.glimpses)
    rows = found.lookouts if found else read_together(stored_of(game)[-1])[0]
    return {row.audience: Glimpse(row.stop, row.events, inflate(bytes(row.view))) for row in rows}


def _position_of(game: Game, found: Stored) -> Position:
    rows = {row.number: row for row in found.checkpoints}
    row = rows[game.checkpoint]
    keyframe = rows[row.keyframe] if row.keyframe is not None else None
    entries = [entry for segment in found.segments for entry in packing.read_entries(segment.entries)]
    last = found.segments[-1] if found.segments else None
    next_event = last.first_event + last.event_count if last else row.first_event
    base = keyframe or row
    return Position(
        title=registry.game_title(game),
        checkpoint=packing.read_checkpoint(row, keyframe),
        keyframe=(base.number, packing.state_of(base, None)),
        recorded=[entry for entry in entries if entry.number >= row.first_entry],
        published=next_event - row.first_event,
        parent=last.number if last else None,
        next_entry=last.first_entry + last.entry_count if last else row.first_entry,
        next_event=next_event,
    )


class NoDice:
    """Everything is recorded: rules that roll here ask for something new."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        raise ReplayDiverged(number, "no roll", f"a roll for {request.key}")


def present_state(game: Game) -> Any:
    """The state in which a game under way waits for answers, rebuilt from what is stored. Raises ReplayDiverged."""
    here = position(game)
    return drive(here.title, here.checkpoint, here.recorded, chance=NoDice(), published=here.published).state


def chance_of(game: Game, seats: Sequence[Seat]) -> Chance:
    """The dice of the game's present branch: its secret, and the nonces of its seats in table order.

    The secret is read in the transaction that rolls, and kept no longer: a branch whose transaction fails leaves its
    number to another one with another secret.
    """
    where, values = "game_id = %s AND number = %s", (key(game.pk), game.branch)
    (branch,) = select(Branch, where=where, values=values, only=("id", "secret"))
    return dice_of(branch, seats)


def branch_now(game_id: UUID) -> Reading:
    """The reading of the secret of the game's present branch, as its row stands."""
    where = "game_id = %s AND number = (SELECT branch FROM games_game WHERE id = %s)"
    return Reading(Branch, where, (key(game_id), key(game_id)), only=("id", "secret"))


def dice_of(branch: Branch, seats: Sequence[Seat]) -> Chance:
    """The dice that a branch's secret and the nonces of the seats make."""
    return HmacChance(bytes(branch.secret), nonces_of(seats))


def nonces_of(seats: Sequence[Seat]) -> tuple[bytes, ...]:
    """What the seats added to the dice, in table order."""
    return tuple(bytes(seat.nonce) for seat in sorted(seats, key=lambda seat: seat.position))


def seats_in_order(game: Game) -> list[Seat]:
    """The game's seats in table order."""
    (seats,) = read_together(table_order(game.pk))
    return seats


def table_order(game_id: UUID) -> Reading:
    """The reading of a game's seats in table order."""
    return Reading(Seat, "game_id = %s", (key(game_id),), "ORDER BY position")
