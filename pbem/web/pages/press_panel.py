"""The panel on a decision page with the newest messages to and from the seat, and a form to write one."""

from typing import Any

from django.http import HttpRequest

from games import registry
from games.models import Seat
from games.selectors import messages
from games.selectors.access import get_own_seat
from games.selectors.decisions import Decision
from games.services.messages import MAX_MESSAGE_LENGTH
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.visitor import get_player

MESSAGES_SHOWN = 5


def build_press(request: HttpRequest, decision: Decision, language: str) -> dict[str, Any]:
    """Return the template context of the panel of messages: a dict with the key "press".

    Return {} for a closed decision, or if the seat has neither messages nor anybody to write to.
    """
    if decision.closed_at is not None:
        return {}
    player, game = get_player(request), decision.game
    seat = get_own_seat(player, game.pk, decision.seat)
    found = messages.list_newest_messages(player, game.pk, seat.role, limit=MESSAGES_SHOWN)
    partners = messages.list_partners(player, game.pk, seat.role)
    if not found and not partners:
        return {}
    return {"press": _panel(seat, found, partners, language)}


def _panel(seat: Seat, found: list[messages.SeatMessage], partners: list[str], language: str) -> dict[str, Any]:
    game = seat.game
    return {
        "lines": [
            (
                one,
                get_seat_name(game, one.sender, language),
                ", ".join(get_seat_name(game, role, language) for role in one.receivers),
            )
            for one in found
        ],
        "newest": found[0].number if found else 0,
        "unread": messages.count_unread(seat),
        "partners": [(role, get_seat_name(game, role, language)) for role in partners],
        "about": registry.game_title(game).presentation.talk_text.get(language),
        "most": MAX_MESSAGE_LENGTH,
    }
