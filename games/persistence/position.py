"""Load a game's position: its newest checkpoint, the journal since, each audience's last view, and its dice.

After a commit, a worker process caches the position, but no secret, under the hash over everything stored in the game
(`Game.order_hash`); if the game's row has another hash, the cached position is not used. Positions that are not cached
are read in one round trip, together with the caller's other rows.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, NoReturn
from uuid import UUID

from django.db.transaction import on_commit

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key, select
from games.kernel import journal
from games.kernel.chance import Chance, HmacChance
from games.kernel.driver import DriveResult, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll
from games.kernel.title import Title
from games.models import Branch, Checkpoint, CurrentView, Game, JournalSegment, Seat
from games.models.compression import inflate
from games.persistence import serialization

MAX_CACHED_POSITIONS = 64


class LastView(NamedTuple):
    """An audience's last view."""

    stop: int
    """The audience's own number of the stop."""
    events: int
    """The number of all events that the audience has received."""
    view: bytes
    """The view as JSON."""


class Position(NamedTuple):
    """A game's position: the newest checkpoint of its branch, and what was stored since."""

    title: Title[Any]
    checkpoint: journal.Checkpoint
    keyframe: tuple[int, bytes] | None
    """The number and the state of the last checkpoint whose stored state needs no compression dictionary."""
    recorded: list[Entry]
    """The journal entries since the checkpoint."""
    published_events: int
    """The number of stored events since the checkpoint."""
    parent: int | None
    """The number of the last segment."""
    next_entry: int
    """The number of the next journal entry."""
    next_event: int
    """The number of the next event."""

    def advanced_by(self, run: DriveResult, entries: Sequence[Entry], number: int, *, is_keyframe: bool) -> "Position":
        """Return the position after a run was stored as segment `number` with these entries.

        `is_keyframe` is true if the state of the run's last checkpoint is stored without a compression dictionary.
        """
        checkpoint = run.checkpoints[-1] if run.checkpoints else self.checkpoint
        recorded = [*self.recorded, *serialization.reload_entries(entries)]
        next_event = self.next_event + len(run.events)
        return Position(
            title=self.title,
            checkpoint=checkpoint,
            keyframe=(checkpoint.number, checkpoint.state) if is_keyframe else self.keyframe,
            recorded=[entry for entry in recorded if entry.number >= checkpoint.first_entry],
            published_events=next_event - checkpoint.first_event,
            parent=number,
            next_entry=self.next_entry + len(entries),
            next_event=next_event,
        )


class _Kept(NamedTuple):
    order_hash: bytes
    position: Position
    glimpses: dict[str, LastView]


class PositionRows(NamedTuple):
    """The rows of a game's position."""

    checkpoints: list[Checkpoint]
    """The newest checkpoint, and its keyframe: the checkpoint whose state is the dictionary for its state."""
    segments: list[JournalSegment]
    """The segments since the newest checkpoint."""
    current_views: list[CurrentView]
    """The last view of each audience."""


_kept: OrderedDict[UUID, _Kept] = OrderedDict()


def cache_position(game: Game, position: Position, last_views: dict[str, LastView]) -> None:
    """Cache the position just stored for a game and its audiences' last views, as soon as the transaction commits."""
    on_commit(partial(_remember, game.pk, _Kept(bytes(game.order_hash), position, last_views)))


def _remember(game_id: UUID, kept: _Kept) -> None:
    _kept[game_id] = kept
    _kept.move_to_end(game_id)
    while len(_kept) > MAX_CACHED_POSITIONS:
        _kept.popitem(last=False)


def _remembered(game: Game) -> _Kept | None:
    kept = _kept.get(game.pk)
    if kept is None or kept.order_hash != bytes(game.order_hash):
        return None
    return kept if kept.position.title is registry.game_title(game) else None


def is_cached(game_id: UUID) -> bool:
    """Return True if the cache holds a position of the game, even if that position is outdated."""
    return game_id in _kept


_PLACES = (
    "(SELECT branch FROM games_game WHERE id = %s)",
    "(SELECT checkpoint FROM games_game WHERE id = %s)",
    "(SELECT keyframe FROM games_game WHERE id = %s)",
)
_OF_SEGMENTS = ("id", "number", "first_entry", "entry_count", "first_event", "event_count", "entries")
_OF_LOOKOUTS = ("id", "audience", "stop", "events", "view")


def position_queries(game_id: UUID) -> tuple[SelectQuery, SelectQuery, SelectQuery]:
    """Return the queries for the three lists of a `PositionRows`, when the game's row is not loaded yet.

    They take the numbers of branch and checkpoints from the game's row with subqueries.
    """
    wanted = key(game_id)
    branch, checkpoint, keyframe = ((place, wanted) for place in _PLACES)
    return _queries(wanted, branch, checkpoint, keyframe)


def position_queries_of(game: Game) -> tuple[SelectQuery, SelectQuery, SelectQuery]:
    """Return the queries for the three lists of a `PositionRows`, when the game's row is loaded."""
    return _queries(key(game.pk), ("%s", game.branch), ("%s", game.checkpoint), ("%s", game.keyframe))


Named = tuple[str, Any]
"""The SQL expression for a number of the game, such as its branch, and the expression's parameter."""


def _queries(
    wanted: Any, branch: Named, checkpoint: Named, keyframe: Named
) -> tuple[SelectQuery, SelectQuery, SelectQuery]:
    of_branch, values = f"game_id = %s AND branch = {branch[0]}", (wanted, branch[1])
    needed = f"{of_branch} AND number IN ({checkpoint[0]}, {keyframe[0]})"
    newest = " ".join(("SELECT written FROM games_checkpoint WHERE", of_branch, "AND number =", checkpoint[0]))
    since = (*values, *values, checkpoint[1])
    return (
        SelectQuery(Checkpoint, needed, (*values, checkpoint[1], keyframe[1])),
        SelectQuery(
            JournalSegment, f"{of_branch} AND number >= ({newest})", since, "ORDER BY number", only=_OF_SEGMENTS
        ),
        SelectQuery(CurrentView, "game_id = %s", (wanted,), only=_OF_LOOKOUTS),
    )


def fetch_unless_cached(game: Game, rows: PositionRows | None = None) -> PositionRows | None:
    """Return `rows` if the caller has read them, else None if the game's position is cached, else read the rows."""
    if rows is not None or _remembered(game):
        return rows
    return PositionRows(*fetch_batch(*position_queries_of(game)))


def load_position(game: Game, rows: PositionRows | None = None) -> Position:
    """Return a game's position from the cache, from `rows`, or from the database."""
    kept = _remembered(game)
    return kept.position if kept else _position_of(game, rows or PositionRows(*fetch_batch(*position_queries_of(game))))


def load_last_views(game: Game, found: PositionRows | None = None) -> dict[str, LastView]:
    """Return the last view of every audience: from the cache, from the rows `found`, or from the database."""
    kept = _remembered(game)
    if kept:
        return dict(kept.glimpses)
    rows = found.current_views if found else fetch_batch(position_queries_of(game)[-1])[0]
    return {row.audience: LastView(row.stop, row.events, inflate(bytes(row.view))) for row in rows}


def _position_of(game: Game, found: PositionRows) -> Position:
    rows = {row.number: row for row in found.checkpoints}
    row = rows[game.checkpoint]
    keyframe = rows[row.keyframe] if row.keyframe is not None else None
    entries = [entry for segment in found.segments for entry in serialization.read_entries(segment.entries)]
    last = found.segments[-1] if found.segments else None
    next_event = last.first_event + last.event_count if last else row.first_event
    base = keyframe or row
    return Position(
        title=registry.game_title(game),
        checkpoint=serialization.read_checkpoint(row, keyframe),
        keyframe=(base.number, serialization.read_state(base, None)),
        recorded=[entry for entry in entries if entry.number >= row.first_entry],
        published_events=next_event - row.first_event,
        parent=last.number if last else None,
        next_entry=last.first_entry + last.entry_count if last else row.first_entry,
        next_event=next_event,
    )


class RecordedDiceOnly:
    """The dice for a replay of recorded entries: a roll that is not recorded raises ReplayDiverged."""

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        raise ReplayDiverged(number, "no roll", f"a roll for {request.key}")


def rebuild_present_state(game: Game) -> Any:
    """Return the state in which a running game waits for answers, by a replay since the newest checkpoint.

    Raises ReplayDiverged if the rules no longer fit the journal.
    """
    here = load_position(game)
    return drive(
        here.title, here.checkpoint, here.recorded, chance=RecordedDiceOnly(), published_events=here.published_events
    ).state


def load_dice(game: Game, seats: Sequence[Seat]) -> Chance:
    """Return the dice of the game's present branch, made from its secret and the seats' nonces.

    Call it in the transaction that rolls, and do not keep the result: if the transaction of a new branch fails, another
    branch gets the same number with another secret.
    """
    where, values = "game_id = %s AND number = %s", (key(game.pk), game.branch)
    (branch,) = select(Branch, where=where, values=values, only=("id", "secret"))
    return make_dice(branch, seats)


def branch_query(game_id: UUID) -> SelectQuery:
    """Return the query for the secret of the game's present branch, whose number it takes from the game's row."""
    where = "game_id = %s AND number = (SELECT branch FROM games_game WHERE id = %s)"
    return SelectQuery(Branch, where, (key(game_id), key(game_id)), only=("id", "secret"))


def make_dice(branch: Branch, seats: Sequence[Seat]) -> Chance:
    """Return the dice from a branch's secret and the nonces of the seats."""
    return HmacChance(bytes(branch.secret), nonces_in_order(seats))


def nonces_in_order(seats: Sequence[Seat]) -> tuple[bytes, ...]:
    """Return the seats' nonces in table order."""
    return tuple(bytes(seat.nonce) for seat in sorted(seats, key=lambda seat: seat.position))


def seats_in_order(game: Game) -> list[Seat]:
    """Return the game's seats in table order."""
    (seats,) = fetch_batch(seats_query(game.pk))
    return seats


def seats_query(game_id: UUID) -> SelectQuery:
    """Return the query for a game's seats in table order."""
    return SelectQuery(Seat, "game_id = %s", (key(game_id),), "ORDER BY position")
