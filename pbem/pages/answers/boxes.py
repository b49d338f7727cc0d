"""Orders in boxes: one for each subject with all of its orders, one for those who are in one order together.

The answer keeps its order: each order is known by its number, wherever its box stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel.orders import Orders
from games.kernel.text import Labels
from pbem.pages.answers.controls import OrderRow, Row


@dataclass(frozen=True)
class Box:
    """The orders of one subject, in the order of the answer.

    `name` says who acts, `subject` is one of them, by whom more orders can be asked for; empty where there are none.
    """

    rows: tuple[Row, ...]
    name: str = ""
    subject: str = ""

    @property
    def many(self) -> bool:
        """True when there are several orders, which need a heading of their own."""
        return len(self.rows) > 1

    @property
    def wrong(self) -> bool:
        """True when an order is."""
        return any(row.problems for row in self.rows)


def boxed(form: Orders[Any], entered: Sequence[OrderRow], rows: Sequence[Row], labels: Labels, lang: str) -> list[Box]:
    """The rows by who acts: two that share somebody share the box, which stands where its first order would."""
    groups: list[tuple[dict[str, None], list[int]]] = []
    for number, row in enumerate(entered):
        way = form.listed[row.way]
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
    return [_box(form, entered, rows, tuple(names), sorted(held), labels, lang) for names, held in groups]


def _box(
    form: Orders[Any],
    entered: Sequence[OrderRow],
    rows: Sequence[Row],
    names: tuple[str, ...],
    held: Sequence[int],
    labels: Labels,
    lang: str,
) -> Box:
    verbs = {form.listed[entered[number].way].verb for number in held}
    more = next((name for name in names if _can_more(form, name, verbs)), "")
    said = ", ".join(labels(name).get(lang) for name in names)
    return Box(tuple(rows[number] for number in held), said, more if len(entered) < form.most() else "")


def _can_more(form: Orders[Any], name: str, verbs: set[str]) -> bool:
    """Whether somebody could be given an order of another kind."""
    ways = (way for way in form.listed if way.verb not in verbs)
    return any(name in field.values for way in ways for field in way.fields if field.name == way.subject)
