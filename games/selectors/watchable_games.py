"""Finished public games that visitors without an account may watch, as the public saw them."""

from uuid import UUID

from django.conf import settings

from games import registry
from games.errors import missing
from games.kernel.events import PUBLIC
from games.models import Game
from games.selectors.access import Access

MOST_GAMES = 6
"""The number of games that the landing page offers."""


def list_watchable_games() -> list[Game]:
    """Return the finished public games that ended last, the newest first; none if the server does not show them."""
    if not settings.PBEM_VISITORS_WATCH:
        return []
    rows = Game.objects.filter(status=Game.Status.OVER, visibility=Game.Visibility.PUBLIC).order_by("-ended_at")
    return [game for game in rows[:MOST_GAMES] if registry.is_readable(game)]


def get_watch_access(game_id: UUID) -> Access:
    """Return a visitor's access to a finished public game: what the public saw. Raises Missing for other games."""
    wanted = {"pk": game_id, "status": Game.Status.OVER, "visibility": Game.Visibility.PUBLIC}
    game = Game.objects.filter(**wanted).first() if settings.PBEM_VISITORS_WATCH else None
    if game is None or not registry.is_readable(game):
        raise missing()
    return Access(game=game, audience=PUBLIC, basis="public")
