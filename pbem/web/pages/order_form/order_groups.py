"""Group orders by subject (the units that an order is given to): one box for each, or one for those that share.

The sequence of orders in the answer stays the same: an order is identified by its index in the answer, not by its box.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel.text import Labels
from games.orders.order_set import Orders
from pbem.web.pages.order_form.controls import EnteredOrder, Row


@dataclass(frozen=True)
class OrderGroup:
    """The orders in one box of the form: those of one unit, or of several units that share an order."""

    rows: tuple[Row, ...]
    """The orders, in the sequence of the answer."""
    name: str = ""
    """The names of the units."""
    subject: str = ""
    """The id of a unit to which another order can be added; empty if there is none."""

    @property
    def has_several(self) -> bool:
        """True if the box has several orders and therefore needs a heading."""
        return len(self.rows) > 1

    @property
    def has_problems(self) -> bool:
        """True if an order in the box has a problem."""
        return any(row.problems for row in self.rows)


def group_orders(
    form: Orders[Any], entered: Sequence[EnteredOrder], rows: Sequence[Row], labels: Labels, language: str
) -> list[OrderGroup]:
    """Return the rows in boxes by subject; `entered` are the same orders as entered.

    Two orders with a common subject are in one box. The boxes are in the sequence of their first orders.
    """
    groups: list[tuple[dict[str, None], list[int]]] = []
    for number, row in enumerate(entered):
        template = form.cached_templates[row.type_index]
        names = dict.fromkeys(name for name in row.values.get(template.subject, ()) if template.subject and name)
        joined = [group for group in groups if names.keys() & group[0].keys()]
        first = joined[0] if joined else ({}, [])
        for other in joined[1:]:
            first[0].update(other[0])
            first[1].extend(other[1])
            groups.remove(other)
        if not joined:
            groups.append(first)
        first[0].update(names)
        first[1].append(number)
    return [_box(form, entered, rows, tuple(names), sorted(held), labels, language) for names, held in groups]


def _box(
    form: Orders[Any],
    entered: Sequence[EnteredOrder],
    rows: Sequence[Row],
    names: tuple[str, ...],
    held: Sequence[int],
    labels: Labels,
    lang: str,
) -> OrderGroup:
    verbs = {form.cached_templates[entered[number].type_index].verb for number in held}
    more = next((name for name in names if _can_more(form, name, verbs)), "")
    said = ", ".join(labels(name).get(lang) for name in names)
    return OrderGroup(tuple(rows[number] for number in held), said, more if len(entered) < form.max_orders() else "")


def _can_more(form: Orders[Any], name: str, verbs: set[str]) -> bool:
    """Return True if the subject `name` can get an order with a verb that is not in `verbs`."""
    templates = (template for template in form.cached_templates if template.verb not in verbs)
    return any(
        name in field.values for template in templates for field in template.fields if field.name == template.subject
    )
