"""Whom a game waits for, as its metadata policy lets a player know."""

from games.models import Game, OpenRequest, Seat
from games.stored.openness import openness_of


def is_last(game: Game, seat: Seat) -> bool:
    """True where the game says so, and it waits for this seat alone, though others were asked beside it."""
    if not openness_of(game.openness).last or game.status != Game.Status.RUNNING:
        return False
    rows = OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat_id", "ready")
    waited_for = [seat_id for seat_id, ready in rows if not ready]
    return waited_for == [seat.pk] and len(rows) > 1
