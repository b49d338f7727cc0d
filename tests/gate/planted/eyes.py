"""What a seat can fetch, and the cards of another."""

from collections.abc import Callable
from typing import Any

from api.calls import sight
from games.models import Game
from games.selectors import (
    events,
    letters,
    views,
)
from games.selectors.access import Access
from games.selectors.views import newest_view
from pbem.pages.views import game as page
from tests.gate.planted.plant import Patch, Plant, set_to
from worker.mail import content


def _other_eyes(game: Game) -> Access:
    return Access(game, "black", "seat")


def _events_of_others(module: Any) -> Callable[[Patch], None]:
    true = events.seat_events
    return set_to(module, "seat_events", lambda access, **how: true(_other_eyes(access.game), **how))


def _letters_events_of_others(patch: Patch) -> None:
    """The same where a letter's papers are read, which name the seat by themselves, and where they are taken up."""
    asked, read = letters._told_since, letters.events_from
    of_black = {"audience": "%s", "audience_values": ("black",)}
    patch.setattr(letters, "_told_since", lambda mail: asked(mail)._replace(**of_black))
    patch.setattr(letters, "events_from", lambda access, *told: read(_other_eyes(access.game), *told))


def _black_view(player: Any, game_id: Any, role: str = "") -> Any:
    return newest_view(Game.objects.get(pk=game_id), "black")


def _board_of_black(game: Game, view: Any, language: str) -> str:
    return views.board_svg(game, newest_view(game, "black"), language)


def _words_of_black(game: Game, view: Any, language: str) -> str:
    return views.board_text(game, newest_view(game, "black"), language)


NAMED = (
    Plant("another seat's view", "named", set_to(sight, "own_view", _black_view)),
    Plant("another seat's events", "named", _events_of_others(sight)),
    Plant("another seat's events in letters", "named", _letters_events_of_others),
    Plant("another seat's events on the page", "named", _events_of_others(page)),
    Plant("another seat's board as a picture", "named", set_to(page, "board_svg", _board_of_black)),
    Plant("another seat's board in words", "named", set_to(content, "board_text", _words_of_black)),
)
