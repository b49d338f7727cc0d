"""Find out if a game waits for one seat only, as far as the game's settings let players know that."""

from games.models import Game, OpenRequest, Seat
from games.persistence.metadata_visibility import load_metadata_visibility


def is_last_awaited(game: Game, seat: Seat) -> bool:
    """Return True if several seats were asked, all but this one have answered, and the game's settings reveal that."""
    if not load_metadata_visibility(game.openness).last or game.status != Game.Status.RUNNING:
        return False
    rows = OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat_id", "ready")
    waited_for = [seat_id for seat_id, ready in rows if not ready]
    return waited_for == [seat.pk] and len(rows) > 1
