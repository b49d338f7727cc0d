"""List what each seat of a finished game got its points for. Before the end nothing is listed."""

from dataclasses import dataclass

from games import registry
from games.errors import Missing
from games.kernel.events import UMPIRE
from games.kernel.scenarios import PointSource
from games.models import Game, Player
from games.persistence import serialization
from games.selectors.access import Access, get_game
from games.selectors.events import list_audience_events
from games.selectors.views import get_view, to_typed_view

MAX_EVENTS = 100_000
"""The maximum number of a game's events that are read."""


@dataclass(frozen=True)
class SeatPoints:
    """The sources of the points of one seat or automaton (a side played by the rules), in the title's order."""

    seat: str
    sources: tuple[PointSource, ...]


def list_game_points(player: Player, game_id: object) -> list[SeatPoints]:
    """Return the sources of points of each seat of a game, the winner first; [] before the end of the game.

    Raises Missing if the player may not know of the game.
    """
    return list_points(get_game(player, str(game_id)))


def list_points(game: Game) -> list[SeatPoints]:
    """Return the sources of points of each seat, the winner first; [] before the end of the game."""
    if game.status != Game.Status.OVER or not registry.is_readable(game):
        return []
    title, access = registry.game_title(game), Access(game, UMPIRE, "over")
    try:
        view = to_typed_view(game, get_view(access))
    except Missing:
        return []
    heard = list_audience_events(access, limit=MAX_EVENTS)
    events = [serialization.to_typed_event(title, one.event) for one in heard if not one.undone]
    found = title.presentation.point_sources(view, events)
    places = sorted(game.standings or [], key=lambda row: row["place"])
    lists = (SeatPoints(row["seat"], tuple(one for one in found if one.seat in ("", row["seat"]))) for row in places)
    return [one for one in lists if one.sources]
