"""What a draft of an answer could become: asked of the stored form alone. Nothing is stored, nothing is noted down."""

from typing import Any
from uuid import UUID

from games import registry
from games.errors import closed
from games.kernel.byhand.prices import Offer, Priced
from games.kernel.errors import malformed, pointer
from games.kernel.forms import Form
from games.kernel.text import Labels
from games.models import Player
from games.selectors.access import own_request
from games.stored import packing

MOST_PARTS = 100
"""A draft with a list of more orders or values is not looked at: each is judged for each thing that it could become."""
MOST_IN_ALL = 300
"""Nor is one that holds more than this altogether."""
LONGEST = 200
"""Letters of what a tap names."""


def draft_reach(player: Player, request_id: UUID | str, draft: Any, at: str) -> tuple[Priced, ...]:
    """The values that may be given next at a JSON pointer into the draft, with their prices.

    Raises Missing, NotYours, Stale (the decision is closed), Malformed.
    """
    form, _ = _open_form(player, request_id)
    _refuse_unfit(draft, {"/at": at})
    return form.reach(draft, at)


def draft_offers(
    player: Player, request_id: UUID | str, draft: Any, value: str, acting: tuple[str, ...] = ()
) -> tuple[Offer, ...]:
    """What naming a value could make of the draft, by those who act; the legal ones first. Raises as `draft_reach`."""
    form, labels = _open_form(player, request_id)
    _refuse_unfit(draft, {"/value": value, **{pointer("acting", n): one for n, one in enumerate(acting)}})
    return form.offers(draft, value, acting, labels)


def _open_form(player: Player, request_id: UUID | str) -> tuple[Form[Any], Labels]:
    request = own_request(player, request_id)
    if request.closed_at is not None:
        raise closed()
    title = registry.game_title(request.game)
    form: Form[Any] = packing.read_question(title, request.question).form
    return form, form.named(title.labels)


def _refuse_unfit(draft: Any, named: dict[str, str]) -> None:
    """Raise Malformed for what is too long to be looked at."""
    for where, value in named.items():
        if len(value) > LONGEST:
            raise malformed(where, f"At most {LONGEST} letters.", f"{LONGEST}文字以内で指定してください。", "too_long")
    if is_too_long(draft):
        raise malformed(
            "/answer",
            f"A list in a draft has at most {MOST_PARTS} parts, a draft {MOST_IN_ALL} in all.",
            f"下書きの各リストは{MOST_PARTS}項目、全体で{MOST_IN_ALL}項目までです。",
            "count",
        )


def is_too_long(draft: Any) -> bool:
    """Whether a draft, or a list in one of its orders, has more parts than are looked at."""
    return _parts_in(draft) > MOST_IN_ALL


def _parts_in(draft: Any) -> int:
    """How many orders and values a draft holds; more than is looked at where one of its lists is too long."""
    if not isinstance(draft, list | dict):
        return 1
    parts = list(draft.values()) if isinstance(draft, dict) else draft
    return MOST_IN_ALL + 1 if len(parts) > MOST_PARTS else sum(map(_parts_in, parts))
