"""Leaks in places that only the reading of every operation compares: headers, lists of games, parts of pictures,
webhook calls, dates of e-mails, refused writes, and the work of the server.
"""

from collections.abc import Callable
from email.utils import formatdate
from typing import Any, NamedTuple

from msgspec.structs import replace

from api import api_view
from api.views import games as game_views
from api.views import order_editor, pictures, seat_views, standing_orders
from games.errors import forbidden, wrong_state
from games.kernel.picture import Area, Layer, Picture
from games.kernel.text import sanitized
from games.models import SealedAnswer, StandingOrder
from games.selectors import draft_edits, events, games, standing_order_preview, views
from games.services import lifecycle, webhook_events
from games.services.webhook_events import WebhookEvent
from tests.gate.planted.plant import Patch, set_to
from worker.mail.outbound import mime_message

READ, WORK = "read", "work"
"""The gates: what callers get, and what the server does for it."""


class Leak(NamedTuple):
    """A leak: the gate that catches it, the readings in which it shows, and the change that plants it."""

    name: str
    gate: str
    shows: str
    plant: Callable[[Patch], None]

    def __str__(self) -> str:
        return self.name


def _count() -> int:
    return SealedAnswer.objects.count()


def _counting_header(patch: Patch) -> None:
    true = api_view.ApiView.finalize_response

    def finalize(self: Any, *given: Any, **named: Any) -> Any:
        response = true(self, *given, **named)
        response["Last-Modified"] = formatdate(_count())
        return response

    patch.setattr(api_view.ApiView, "finalize_response", finalize)


_is_not_modified = api_view.is_not_modified


def _fresh_once_answered(request: Any, etag: str) -> bool:
    return _is_not_modified(request, etag) and not _count()


_build_states = games.build_game_states


def _answered_first(player: Any, games: Any) -> Any:
    """The games in which somebody has answered come first."""
    answered = set(SealedAnswer.objects.values_list("request__game", flat=True))
    return sorted(_build_states(player, games), key=lambda state: state.id not in answered)


_draw_part = views.draw_board_part


def _part_with_a_bar(*given: Any) -> Picture:
    """A part of the picture with a bar as long as the number of answers."""
    picture = _draw_part(*given)
    bar = f'<rect width="{10 + 20 * _count()}" height="6"/>'
    return replace(picture, layers=(*picture.layers, Layer(bar, Area(0, 0, picture.width, picture.height))))


_of_letter = webhook_events._of_letter


def _call_with_a_count(*given: Any) -> WebhookEvent:
    found = _of_letter(*given)
    return replace(found, facts=found.facts | {"answers": _count()})


_notification = webhook_events._notification


def _notification_with_a_count(*given: Any) -> dict[str, Any]:
    return _notification(*given) | {"badge": _count()}


_start = lifecycle.do_start_game


def _refusal_that_tells(**named: Any) -> Any:
    if _count():
        raise forbidden("Somebody has answered already.", "すでに回答があります。")
    return _start(**named)


_preview = standing_order_preview.preview_standing_orders


def _preview_that_is_refused(player: Any, game_id: Any, *given: Any, **named: Any) -> Any:
    """Refuse the preview while another seat has an order of this kind."""
    if StandingOrder.objects.filter(game=game_id).exclude(seat__player=player).exists():
        raise wrong_state("There is such an order.", "同じ予約命令があります。")
    return _preview(player, game_id, *given, **named)


_notices = events.list_audience_notices


def _notices_with_statements(*given: Any, **named: Any) -> Any:
    """Read each sealed answer with a statement of its own, and use none."""
    for one in SealedAnswer.objects.all():
        one.refresh_from_db()
    return _notices(*given, **named)


_offers = draft_edits.draft_suggested_edits


def _offers_with_work(*given: Any) -> Any:
    """Clean a text for each answer, and use none."""
    for _ in range(_count()):
        sanitized("an answer")
    return _offers(*given)


LEAKS = (
    Leak("a header with the time of the last answer", READ, "^seat: games/[^/]+/dice/$", _counting_header),
    Leak(
        "a conditional request that is served in full once a seat has answered",
        READ,
        "^observer: games/[^/]+/view/$",
        set_to(api_view, "is_not_modified", _fresh_once_answered),
    ),
    Leak(
        "a list of games sorted by answers",
        READ,
        "^stranger: games/$",
        set_to(game_views, "build_game_states", _answered_first),
    ),
    Leak(
        "a part of the picture as SVG",
        READ,
        r"^seat: games/[^/]+/board\.svg\?part=hand",
        set_to(pictures, "draw_board_part", _part_with_a_bar),
    ),
    Leak(
        "a part of the picture as PNG",
        READ,
        r"^seat: games/[^/]+/board\.png\?part=hand",
        set_to(pictures, "draw_board_part", _part_with_a_bar),
    ),
    Leak(
        "a webhook call with a count", READ, "^seat: webhook", set_to(webhook_events, "_of_letter", _call_with_a_count)
    ),
    Leak(
        "a notification with a count",
        READ,
        "^seat: webhook",
        set_to(webhook_events, "_notification", _notification_with_a_count),
    ),
    Leak(
        "the date of an e-mail",
        READ,
        "^seat: letter: reminder",
        set_to(mime_message, "formatdate", lambda localtime: formatdate(_count(), localtime)),
    ),
    Leak(
        "the refusal of a write",
        READ,
        "^stranger: POST games/[^/]+/start/",
        set_to(game_views, "do_start_game", _refusal_that_tells),
    ),
    Leak(
        "the refusal of a preview of standing orders",
        READ,
        "^seat: POST games/[^/]+/standing-orders/preview/",
        set_to(standing_orders, "preview_standing_orders", _preview_that_is_refused),
    ),
    Leak(
        "an SQL statement for each answer",
        WORK,
        "/notices/",
        set_to(seat_views, "list_audience_notices", _notices_with_statements),
    ),
    Leak(
        "a function call for each answer",
        WORK,
        "/offers/",
        set_to(order_editor, "draft_suggested_edits", _offers_with_work),
    ),
)
