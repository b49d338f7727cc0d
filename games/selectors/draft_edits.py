"""Compute completions of and suggested edits to a draft answer, from the stored form; nothing is stored or logged."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.errors import decision_closed
from games.kernel.drafts import Completion, SuggestedEdit
from games.kernel.errors import Problem, malformed, pointer
from games.kernel.forms import Form
from games.kernel.text import Labels
from games.models import Player
from games.order_editor.side_effects import changed_units
from games.orders.order_set import Orders
from games.persistence import serialization
from games.selectors.access import get_own_request
from games.selectors.group_offers import list_group_offers

MAX_PARTS = 100
"""The maximum length of a list in a draft (of orders or values); longer ones take too long to compute."""
MAX_TOTAL_PARTS = 300
"""The maximum number of orders and values in a draft."""
MAX_LIGHT_PARTS = 30
"""A draft is light if its number of orders and values times the number of acting units is at most this."""
MAX_ORDERS_BY_ACTORS = 1000
"""The maximum of orders times acting units, because each order is compared with each unit."""
MAX_EDITS_BYTES = 256 * 1024
"""The maximum size of all suggested edits as JSON, in bytes; the last edits are left out. Each is a whole answer."""
MAX_VALUE_LENGTH = 200
"""The maximum length of a tapped target, in characters."""


def draft_completions(player: Player, request_id: UUID | str, draft: Any, pointer: str) -> tuple[Completion, ...]:
    """Return the values that can be entered at a JSON pointer into the draft, with their costs.

    Raises Missing without such a decision; NotYours for another seat's decision; Stale if it is closed; Malformed for a
    wrong draft or pointer.
    """
    form, _ = _open_form(player, request_id)
    _refuse_unfit(draft, {"/pointer": pointer})
    return form.completions(draft, pointer)


def draft_suggested_edits(
    player: Player, request_id: UUID | str, draft: Any, value: str, actors: tuple[str, ...] = ()
) -> tuple[SuggestedEdit, ...]:
    """Return the edits that a tap on `value` could make to a draft: to orders of `actors` or, if empty, of any unit.

    For several actors, edits of the kind ``many`` give an order to each actor. Legal edits come first, and among them
    the edits that leave the orders of other units unchanged. Edits beyond `MAX_EDITS_BYTES` are left out.
    Raises as `draft_completions`.
    """
    form, labels = _open_form(player, request_id)
    _refuse_unfit(draft, {"/value": value, **{pointer("actors", n): one for n, one in enumerate(actors)}})
    if has_too_many_actors(draft, actors):
        raise malformed(
            "/actors",
            "Orders times acting units are at most {max_orders_by_actors}: name fewer units.",
            "命令の数と部隊の数の積は{max_orders_by_actors}までです。部隊を減らしてください。",
            "count",
            max_orders_by_actors=MAX_ORDERS_BY_ACTORS,
        )
    edits = [_with_odds(form, one) for one in form.suggested_edits(draft, value, actors, labels)]
    if not isinstance(form, Orders):
        return _within_size(tuple(edits))
    found = _within_size((*edits, *list_group_offers(form, draft, value, actors, labels)))
    mine = {value, *actors}
    return tuple(sorted(found, key=lambda one: (bool(one.problems), bool(changed_units(form, draft, one, mine)))))


def _with_odds(form: Form[Any], edit: SuggestedEdit) -> SuggestedEdit:
    """Return the edit with the odds of the order that it adds or changes; an illegal edit unchanged."""
    if edit.problems or edit.kind == "leave_out":
        return edit
    lines, changed = form.preview(edit.answer).lines, edit.pointer.split("/")[1:2]
    odds = tuple(one.odds for one in lines if one.odds is not None and one.pointer.split("/")[1:2] == changed)
    return msgspec.structs.replace(edit, odds=odds) if odds else edit


def _within_size(found: tuple[SuggestedEdit, ...]) -> tuple[SuggestedEdit, ...]:
    """Return the first edits whose total JSON is within `MAX_EDITS_BYTES`, at least one."""
    sizes = accumulate(len(msgspec.json.encode(one)) for one in found)
    return found[: max(sum(1 for size in sizes if size <= MAX_EDITS_BYTES), 1)]


def draft_unavailable_reasons(
    player: Player, request_id: UUID | str, value: str, actors: tuple[str, ...] = ()
) -> tuple[Problem, ...]:
    """Return the reasons why a tap on `value` offers no edits for the units `actors` or, if empty, for any unit.

    Raises as `draft_completions`.
    """
    form, labels = _open_form(player, request_id)
    return form.no_edit_reasons(value, actors, labels)


def _open_form(player: Player, request_id: UUID | str) -> tuple[Form[Any], Labels]:
    request = get_own_request(player, request_id)
    if request.closed_at is not None:
        raise decision_closed()
    title = registry.game_title(request.game)
    form: Form[Any] = serialization.read_question(title, request.question).form
    return form, form.labels_in_context(title.presentation.labels)


def _refuse_unfit(draft: Any, named: dict[str, str]) -> None:
    """Raise Malformed for a draft that is too long, or for a too long value in `named` (by JSON pointer)."""
    for where, value in named.items():
        if len(value) > MAX_VALUE_LENGTH:
            raise malformed(
                where,
                "At most {max_value_length} letters.",
                "{max_value_length}文字以内で指定してください。",
                "too_long",
                max_value_length=MAX_VALUE_LENGTH,
            )
    if is_too_long(draft):
        raise malformed(
            "/answer",
            "A list in a draft has at most {max_parts} parts, a draft {max_total_parts} in all.",
            "下書きの各リストは{max_parts}項目、全体で{max_total_parts}項目までです。",
            "count",
            max_parts=MAX_PARTS,
            max_total_parts=MAX_TOTAL_PARTS,
        )


def has_too_many_actors(draft: Any, actors: Sequence[str]) -> bool:
    """Return True if orders times acting units exceed `MAX_ORDERS_BY_ACTORS`."""
    return len(actors) * (len(draft) if isinstance(draft, list) else 1) > MAX_ORDERS_BY_ACTORS


def is_light(draft: Any, actors: Sequence[str] = ()) -> bool:
    """Return True if edits or completions of the draft can be computed in milliseconds (`MAX_LIGHT_PARTS`).

    `actors` are the ids of the selected units.
    """
    return _parts_in(draft) * max(len(actors), 1) <= MAX_LIGHT_PARTS


def is_too_long(draft: Any) -> bool:
    """Return True if a draft has more than `MAX_TOTAL_PARTS` orders and values, or a list longer than `MAX_PARTS`."""
    return _parts_in(draft) > MAX_TOTAL_PARTS


def _parts_in(draft: Any) -> int:
    """Return the number of orders and values in a draft; `MAX_TOTAL_PARTS` + 1 or more if a list is too long."""
    if not isinstance(draft, list | dict):
        return 1
    parts = list(draft.values()) if isinstance(draft, dict) else draft
    return MAX_TOTAL_PARTS + 1 if len(parts) > MAX_PARTS else sum(map(_parts_in, parts))
