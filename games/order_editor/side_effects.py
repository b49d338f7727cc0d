"""The side effects of an edit on other units' orders. An edit with side effects is never suggested first."""

from collections.abc import Collection
from typing import Any

from games.kernel.drafts import SuggestedEdit
from games.order_editor.order_edits import OrderForm, orders_in, subjects_of, template_of, values_in


def changed_units(
    form: OrderForm, draft: Any, edit: SuggestedEdit, own_units: Collection[str], written: int = -1
) -> tuple[str, ...]:
    """Return the ids of units, other than `own_units`, whose orders in the draft the edit changes or removes.

    An order to which units are added, or whose missing arguments are filled in, does not count as changed. `own_units`
    are the acting and the tapped units. Changes of the order that the player is writing do not count either (`written`
    is its index, -1 for none), and neither do changes of orders that are given to no unit.
    """
    left = orders_in(edit.answer)
    found: dict[str, None] = {}
    for index, order in enumerate(orders_in(draft)):
        if index == written or _is_mine(form, order, own_units):
            continue
        if not any(_is_same(form, order, one) for one in left):
            template = template_of(form, order)
            found |= dict.fromkeys(subjects_of(template, order) if template is not None else ())
    return tuple(found)


def _is_mine(form: OrderForm, order: Any, mine: Collection[str]) -> bool:
    template = template_of(form, order)
    names = subjects_of(template, order) if template is not None else ()
    return not names or bool(set(names) & set(mine))


def _is_same(form: OrderForm, before: Any, after: Any) -> bool:
    """Return True if `after` has all values of the order `before`; it may have more units and more arguments."""
    template = template_of(form, before)
    if template is None or not isinstance(after, dict) or set(before) - set(after):
        return bool(before == after)
    told = [name for name in before if name not in ("order", template.subject) and values_in(before, name)]
    same = before["order"] == after["order"] and all(values_in(before, one) == values_in(after, one) for one in told)
    return same and set(values_in(before, template.subject)) <= set(values_in(after, template.subject))
