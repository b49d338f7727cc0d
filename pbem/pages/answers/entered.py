"""What a player has entered so far, legal or not: read from a request or from an answer, made into an answer's JSON.

Names of the controls: ``choice`` (radio buttons, tick boxes, a ranking in its order), ``share.<n>`` (a number for the
option n), ``row.<n>.order`` and ``row.<n>.<field>`` (orders; `order` is the place of the order's way in the list of the
form; a list comes value by value in its order, a path as one text, its places parted by commas). Rules of a plan are
rows too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from games.kernel.errors import Malformed
from games.kernel.foreseen import MOST_RULES
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.orders import Field, Orders, Way
from games.kernel.plans import RulePlan
from pbem.pages.answers import rules
from pbem.pages.answers.controls import OrderRow

MOST_ROWS = 100
"""More rows than this in one request are cut off; the form's own limit is far below."""
MOST_VALUES = 300
"""Nor are rows read behind so many values: no table has so much to order, and a page judges every value."""

_ROW = re.compile(r"row\.(\d{1,3})\.order")


@dataclass(frozen=True)
class Entered:
    """The entries of a form: `chosen` options, `numbers` typed beside options, order `rows`."""

    chosen: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[OrderRow, ...] = ()

    def added(self, way: int, most: int) -> "Entered":
        """With one more row; where only one order fits in, it takes the place of the last."""
        kept = self.rows if len(self.rows) < most else self.rows[: most - 1]
        return replace(self, rows=(*kept, OrderRow(way)))

    def removed(self, index: int) -> "Entered":
        """Without one of the rows."""
        return replace(self, rows=tuple(row for place, row in enumerate(self.rows) if place != index))

    def moved(self, index: int, by: int) -> "Entered":
        """With one row moved up (-1) or down (1), if there is room."""
        rows = list(self.rows)
        if 0 <= index < len(rows) and 0 <= index + by < len(rows):
            rows.insert(index + by, rows.pop(index))
        return replace(self, rows=tuple(rows))


def room(form: Form[Any]) -> tuple[int, int]:
    """How many ways a row can be, and how many rows there may be: none where the form has no rows."""
    match form:
        case Orders():
            return len(form.listed), form.most()
        case RulePlan():
            return len(form.foreseen), MOST_RULES
    return 0, 0


def from_post(form: Form[Any], post: QueryDict) -> Entered:
    """What a request holds for this form; names that the form does not know are passed over."""
    match form:
        case Orders():
            return Entered(rows=tuple(_posted_orders(form, post)))
        case RulePlan():
            return Entered(rows=tuple(rules.posted(form, *row, post) for row in _numbered(form, post)))
        case Share():
            return Entered(numbers=_posted_numbers("share", form.limits, post))
        case Arrange():
            return Entered(chosen=tuple(str(value) for value in post.getlist("choice") if value))
    return Entered(chosen=tuple(str(value) for value in post.getlist("choice")))


def _posted_numbers(name: str, options: Iterable[str], post: QueryDict) -> dict[str, str]:
    return {option: str(post.get(f"{name}.{index}", "")).strip() for index, option in enumerate(options)}


def _numbered(form: Form[Any], post: QueryDict) -> Iterable[tuple[int, int]]:
    """The number and the way of each row that a request holds."""
    ways, _most = room(form)
    numbers = sorted(int(found[1]) for key in post if (found := _ROW.fullmatch(key)))
    for number in numbers[:MOST_ROWS]:
        chosen = str(post.get(f"row.{number}.order", ""))
        if chosen.isdecimal() and len(chosen) < 6 and int(chosen) < ways:
            yield number, int(chosen)


def _posted_orders(form: Orders[Any], post: QueryDict) -> Iterator[OrderRow]:
    """The orders in a request, as far as they are read."""
    left = MOST_VALUES
    for number, place in _numbered(form, post):
        row = _posted_order(form.listed, number, place, post)
        left -= sum(map(len, row.values.values()))
        if left < 0:
            return
        yield row


def _posted_order(ways: tuple[Way, ...], number: int, place: int, post: QueryDict) -> OrderRow:
    return OrderRow(
        place, {one.name: _posted_values(one, f"row.{number}.{one.name}", post) for one in ways[place].fields}
    )


def _posted_values(one: Field, name: str, post: QueryDict) -> tuple[str, ...]:
    if one.walk is not None:
        return tuple(filter(None, str(post.get(name, "")).split(",")))
    given = (str(value).strip() if one.length else str(value) for value in post.getlist(name))
    return tuple(filter(None, given))


def from_answer(form: Form[Any], answer: Any) -> Entered:
    """The entries that give this answer (JSON); what no control can show is left out."""
    match form:
        case Orders():
            return Entered(rows=tuple(_answered_rows(form.listed, answer)))
        case RulePlan():
            return Entered(rows=tuple(rules.rows_of(form, answer)))
        case Share():
            return Entered(numbers={option: str(amount) for option, amount in answer.items()})
        case MayChoose() if answer is None:
            return Entered(chosen=("",))
        case Choose() | MayChoose():
            return Entered(chosen=(answer,))
        case ChooseSome() | Arrange():
            return Entered(chosen=tuple(answer))
    return Entered()


def _answered_rows(ways: tuple[Way, ...], answer: Iterable[Mapping[str, Any]]) -> Iterable[OrderRow]:
    for order in answer:
        values = {name: _several(value) for name, value in order.items() if name != "order"}
        fitting = [index for index, way in enumerate(ways) if way.verb == order["order"]]
        if fitting:
            best = max(fitting, key=lambda index: _fit(ways[index], values))
            yield OrderRow(best, values)


def _several(value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return (str(value),) if value else ()


def _fit(way: Way, values: Mapping[str, tuple[str, ...]]) -> int:
    """How many of the given values the way takes."""
    known = {one.name: one.values for one in way.fields}
    return sum(value in known.get(name, ()) for name, given in values.items() for value in given)


def to_answer(form: Form[Any], entered: Entered) -> Any:
    """The answer's JSON, as it stands: the form decides what is wrong with it."""
    match form:
        case Orders():
            return [_order(form.listed[row.way], row) for row in entered.rows]
        case RulePlan():
            return [rules.rule_of(form.foreseen[row.way], row) for row in entered.rows]
        case Share():
            return {option: _number(text) for option, text in entered.numbers.items() if text not in ("", "0")}
        case ChooseSome() | Arrange():
            return list(entered.chosen)
        case MayChoose():
            return entered.chosen[0] if entered.chosen and entered.chosen[0] else None
    return entered.chosen[0] if entered.chosen else ""


def settled(form: Form[Any], raw: Any) -> Any:
    """An answer's JSON with the gaps of its paths filled, where it can be read; else as it is."""
    try:
        return form.write(form.read(raw))
    except Malformed:
        return raw


def _order(way: Way, row: OrderRow) -> dict[str, Any]:
    order: dict[str, Any] = {"order": way.verb}
    for one in way.fields:
        given = row.values.get(one.name, ())
        if (one.many or one.walk is not None) and (given or one.required):
            order[one.name] = list(given)
        elif given:
            order[one.name] = given[0]
    return order


def _number(text: str) -> int | str:
    """The number in a text, or the text itself, for the form to refuse."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else text
