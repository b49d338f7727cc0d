"""What a seat can fetch, and the cards of another."""

from collections.abc import Callable
from typing import Any

from api.views import seat_views
from games.models import Game
from games.selectors import email_context, events, views
from games.selectors.access import Access
from games.selectors.views import get_newest_view
from pbem.web.pages.views import game_page as page
from tests.gate.planted.plant import Patch, Plant, set_to
from worker.mail.outbound import content


def _other_eyes(game: Game) -> Access:
    return Access(game, "black", "seat")


def _events_of_others(module: Any) -> Callable[[Patch], None]:
    true = events.list_audience_events
    return set_to(module, "list_audience_events", lambda access, **how: true(_other_eyes(access.game), **how))


def _letters_events_of_others(patch: Patch) -> None:
    """The same where a letter's papers are read, which name the seat by themselves, and where they are taken up."""
    asked, read = email_context._told_since, email_context.build_audience_events
    of_black = {"audience": "%s", "audience_values": ("black",)}
    patch.setattr(email_context, "_told_since", lambda mail: asked(mail)._replace(**of_black))
    patch.setattr(email_context, "build_audience_events", lambda access, *told: read(_other_eyes(access.game), *told))


def _black_view(player: Any, game_id: Any, role: str = "") -> Any:
    return get_newest_view(Game.objects.get(pk=game_id), "black")


def _board_of_black(game: Game, view: Any, language: str) -> str:
    return views.draw_board_svg(game, get_newest_view(game, "black"), language)


def _words_of_black(game: Game, view: Any, language: str) -> str:
    return views.describe_board(game, get_newest_view(game, "black"), language)


NAMED = (
    Plant("another seat's view", "named", set_to(seat_views, "get_own_view", _black_view)),
    Plant("another seat's events", "named", _events_of_others(seat_views)),
    Plant("another seat's events in letters", "named", _letters_events_of_others),
    Plant("another seat's events on the page", "named", _events_of_others(page)),
    Plant("another seat's board as a picture", "named", set_to(page, "draw_board_svg", _board_of_black)),
    Plant("another seat's board in words", "named", set_to(content, "describe_board", _words_of_black)),
)
