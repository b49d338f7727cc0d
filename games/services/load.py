"""Taking a game up again: its newest checkpoint, what was recorded since, and its dice."""

from typing import Any, NamedTuple

from games import registry, store
from games.kernel import journal
from games.kernel.chance import Chance, HmacChance
from games.kernel.title import Title
from games.models import Branch, Checkpoint, Game, JournalSegment, Seat


class Position(NamedTuple):
    """Where a game stands. `published` events of the checkpoint's step are stored; `keyframe` is (number, state)."""

    title: Title[Any]
    checkpoint: journal.Checkpoint
    keyframe: tuple[int, bytes] | None
    recorded: list[journal.Entry]
    published: int
    parent: int | None
    next_entry: int
    next_event: int


def position(game: Game) -> Position:
    """The game's newest checkpoint in its present branch and all that was recorded after it."""
    rows = {
        row.number: row for row in Checkpoint.objects.filter(game=game, branch=game.branch, number__in=_wanted(game))
    }
    row = rows[game.checkpoint]
    keyframe = rows[row.keyframe] if row.keyframe is not None else None
    checkpoint = store.read_checkpoint(row, keyframe)
    segments = list(
        JournalSegment.objects.filter(game=game, branch=game.branch, number__gte=row.written).order_by("number")
    )
    entries = [entry for segment in segments for entry in store.read_entries(segment.entries)]
    last = segments[-1] if segments else None
    next_entry = last.first_entry + last.entry_count if last else row.first_entry
    next_event = last.first_event + last.event_count if last else row.first_event
    base = keyframe or row
    return Position(
        title=registry.game_title(game),
        checkpoint=checkpoint,
        keyframe=(base.number, store.state_of(base, None)),
        recorded=[entry for entry in entries if entry.number >= row.first_entry],
        published=next_event - row.first_event,
        parent=last.number if last else None,
        next_entry=next_entry,
        next_event=next_event,
    )


def _wanted(game: Game) -> list[int]:
    return [game.checkpoint] if game.keyframe is None else [game.checkpoint, game.keyframe]


def chance_of(game: Game, seats: list[Seat]) -> Chance:
    """The dice of the game's present branch: its secret, and the nonces of its seats in table order."""
    secret = Branch.objects.values_list("secret", flat=True).get(game=game, number=game.branch)
    return HmacChance(bytes(secret), nonces_of(seats))


def nonces_of(seats: list[Seat]) -> tuple[bytes, ...]:
    """What the seats added to the dice, in table order."""
    return tuple(bytes(seat.nonce) for seat in sorted(seats, key=lambda seat: seat.position))


def seats_in_order(game: Game) -> list[Seat]:
    """The game's seats in table order, with their players."""
    return list(Seat.objects.filter(game=game).select_related("player").order_by("position"))
