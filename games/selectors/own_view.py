"""Read a player's own current view, which is requested most often, in a single query."""

from functools import lru_cache
from uuid import UUID

from django.db import connection

from games.models import CurrentView, Game, Player, Seat
from games.models.compression import inflate
from games.selectors.views import StoredView


def get_own_view(player: Player, game_id: UUID, role: str = "") -> StoredView | None:
    """Return the current view of the player's seat; None if there is no view.

    Without a `role`, the seat is the player's first in table order. The query itself checks that the player holds the
    seat.
    """
    game = Game._meta.pk.get_db_prep_value(game_id, connection)
    for row in CurrentView.objects.raw(_question(), [game, player.pk, role, role]):
        view = inflate(bytes(row.view))
        return StoredView(game_id, row.audience, row.stop, row.events, view, row.view_version, row.at, bytes(row.mark))
    return None


@lru_cache(maxsize=1)
def _question() -> str:
    """Return the SQL of the query. It is written by hand because the ORM would take longer than the database."""
    seat, lookout = Seat._meta.db_table, CurrentView._meta.db_table
    return (
        f"SELECT l.* FROM {lookout} l JOIN {seat} s ON s.game_id = l.game_id AND s.role = l.audience "  # noqa: S608
        "WHERE l.game_id = %s AND s.player_id = %s AND (%s = '' OR l.audience = %s) ORDER BY s.position LIMIT 1"
    )
