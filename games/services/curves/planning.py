"""Begin the chance curve of a finished game, and plan its points.

A point is a position where a run of decisions ends and dice follow, or the other way round.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from games.models import ChanceCurve, ChancePoint, Checkpoint, Game
from games.persistence.line_of_play import LinePart, list_line, read_part
from games.services import triggers

Kind = ChancePoint.Kind


def begin_curve(game: Game, now: datetime) -> None:
    """Store an empty curve of a finished game and trigger its computation, unless the server computes no curves.

    Replaces an earlier curve. The caller has locked the game's row.
    """
    if settings.PBEM_CURVE_SECONDS:
        drop_curve(game)
        ChanceCurve.objects.create(game=game, due_at=now)
        triggers.trigger_after_commit(triggers.CURVE, game.pk)


def drop_curve(game: Game) -> None:
    """Delete the chance curve of a finished game, because the game continues from an earlier position."""
    ChanceCurve.objects.filter(game=game).delete()


def plan_points(curve: ChanceCurve) -> list[ChancePoint]:
    """Return the points of the game's curve as unsaved rows, in the order of play."""
    game, parts = curve.game, list_line(curve.game)
    starts = set(Checkpoint.objects.filter(game=game).values_list("branch", "first_entry"))
    points: list[ChancePoint] = []
    for part, kind, entry in _boundaries(game, parts):
        points.append(
            ChancePoint(
                curve=curve,
                number=len(points),
                kind=kind,
                branch=part.branch,
                segment=part.segment,
                entry=entry,
                is_boundary=(part.branch, entry) in starts,
            )
        )
    return points


def _boundaries(game: Game, parts: list[LinePart]) -> Iterator[tuple[LinePart, str, int]]:
    """Yield for each point: its part of the line of play, the kind of what led to it, the next entry's number."""
    if not parts:
        return
    yield parts[0], Kind.START, parts[0].first
    open_: tuple[LinePart, str, int] | None = None
    """A point after the last entry read: the entry's part, its kind, and the number of the entry after it."""
    for before, part in zip((parts[0], *parts), parts, strict=False):
        if part.branch != before.branch:
            if open_ is not None:
                yield open_
            open_ = None
            yield part, Kind.REWIND, part.first
        for entry in read_part(game, part):
            kind = Kind.DECISION if entry.given else Kind.DICE
            if open_ is not None and open_[1] != kind:
                yield open_
            open_ = (part, kind, entry.number + 1)
    if open_ is not None:
        yield open_
