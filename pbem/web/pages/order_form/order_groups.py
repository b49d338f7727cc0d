"""Group orders by subject: one box for each subject, and one box for subjects that share an order.

The answer keeps its order: each order is identified by its number, whatever its box.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel.text import Labels
from games.orders.order_set import Orders
from pbem.web.pages.order_form.controls import EnteredOrder, Row


@dataclass(frozen=True)
class OrderGroup:
    """The orders of one subject, in the order of the answer.

    `name` is the subject's name, `subject` one unit of it, for which more orders can be added; empty if none can.
    """

    rows: tuple[Row, ...]
    name: str = ""
    subject: str = ""

    @property
    def has_several(self) -> bool:
        """True if there are several orders, which need a heading of their own."""
        return len(self.rows) > 1

    @property
    def has_problems(self) -> bool:
        """True if an order has a problem."""
        return any(row.problems for row in self.rows)


def group_orders(
    form: Orders[Any], entered: Sequence[EnteredOrder], rows: Sequence[Row], labels: Labels, language: str
) -> list[OrderGroup]:
    """Return the rows by subject: two with a common subject share a box, at the place of its first order."""
    groups: list[tuple[dict[str, None], list[int]]] = []
    for number, row in enumerate(entered):
        way = form.cached_templates[row.way]
        names = dict.fromkeys(name for name in row.values.get(way.subject, ()) if way.subject and name)
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
    verbs = {form.cached_templates[entered[number].way].verb for number in held}
    more = next((name for name in names if _can_more(form, name, verbs)), "")
    said = ", ".join(labels(name).get(lang) for name in names)
    return OrderGroup(tuple(rows[number] for number in held), said, more if len(entered) < form.max_orders() else "")


def _can_more(form: Orders[Any], name: str, verbs: set[str]) -> bool:
    """Return True if the subject could get an order of another kind."""
    ways = (way for way in form.cached_templates if way.verb not in verbs)
    return any(name in field.values for way in ways for field in way.fields if field.name == way.subject)
