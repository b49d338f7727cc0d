"""Side effects of an edit on other units' orders: only an edit without them may be offered first."""

from collections.abc import Collection
from typing import Any

from games.kernel.drafts import SuggestedEdit
from games.order_editor.order_edits import OrderForm, orders_in, subjects_of, template_of, values_in


def changed_units(
    form: OrderForm, draft: Any, edit: SuggestedEdit, own_units: Collection[str], written: int = -1
) -> tuple[str, ...]:
    """Return the other units whose orders the edit changes or removes.

    An order is unchanged if units join it or its open arguments are filled. `own_units` are the units that act or were
    tapped; `written` is the index of the order being written, which may change too. Orders without a subject belong to
    everybody.
    """
    left = orders_in(edit.answer)
    found: dict[str, None] = {}
    for index, order in enumerate(orders_in(draft)):
        if index == written or _is_mine(form, order, own_units):
            continue
        if not any(_is_same(form, order, one) for one in left):
            way = template_of(form, order)
            found |= dict.fromkeys(subjects_of(way, order) if way is not None else ())
    return tuple(found)


def _is_mine(book: OrderForm, order: Any, mine: Collection[str]) -> bool:
    way = template_of(book, order)
    names = subjects_of(way, order) if way is not None else ()
    return not names or bool(set(names) & set(mine))


def _is_same(book: OrderForm, before: Any, after: Any) -> bool:
    """Return True if an order keeps all its values, perhaps with more units, or with its open arguments filled."""
    way = template_of(book, before)
    if way is None or not isinstance(after, dict) or set(before) - set(after):
        return bool(before == after)
    told = [name for name in before if name not in ("order", way.subject) and values_in(before, name)]
    same = before["order"] == after["order"] and all(values_in(before, one) == values_in(after, one) for one in told)
    return same and set(values_in(before, way.subject)) <= set(values_in(after, way.subject))
