"""A player's entries in a form, legal or not: read from a request or an answer, and converted to an answer's JSON.

Names of the controls: ``choice`` (radio buttons, tick boxes, a ranking in its order), ``share.<n>`` (a number for the
option n), ``row.<n>.order`` and ``row.<n>.<field>`` (orders; ``order`` is the index of the order's template in the
form; a list is sent as one parameter for each value, a path as one text with commas). Rules of a plan are rows, too. An
empty ``choice`` without rows means that the player gives no orders on purpose.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from games.kernel.errors import Malformed
from games.kernel.forms import Arrange, Choose, ChooseSome, Form, MayChoose, Share
from games.kernel.standing_orders import MOST_RULES
from games.orders.order_set import Field, Orders, OrderTemplate
from games.orders.rule_plan import RulePlan
from pbem.web.pages.order_form import rule_fields
from pbem.web.pages.order_form.controls import EnteredOrder

MAX_ROWS = 100
"""The maximum number of rows in one request; forms allow far fewer."""
MAX_VALUES = 300
"""The maximum number of values in one request, after which no rows are read: no title needs so many."""

NONE_CHOSEN = ("",)
"""The entry of a player who chooses none of the options, or gives no orders, on purpose."""

_ROW = re.compile(r"row\.(\d{1,3})\.order")


@dataclass(frozen=True)
class FormEntries:
    """The entries of a form: the `chosen` options, the `numbers` typed for options, the `rows` of orders or rules.

    An empty value in `chosen` means "none of these"; in a form of orders it means "no orders".
    """

    chosen: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    rows: tuple[EnteredOrder, ...] = ()

    def with_row(self, type_index: int, limit: int) -> "FormEntries":
        """Return the entries with a new row of the template with index `type_index`.

        If there are `limit` rows already, it takes the place of the last row.
        """
        kept = self.rows if len(self.rows) < limit else self.rows[: limit - 1]
        return replace(self, chosen=(), rows=(*kept, EnteredOrder(type_index)))

    def without_row(self, index: int) -> "FormEntries":
        """Return the entries without the row at `index`."""
        return replace(self, rows=tuple(row for place, row in enumerate(self.rows) if place != index))

    def with_moved_row(self, index: int, by: int) -> "FormEntries":
        """Return the entries with the row at `index` moved up (`by` -1) or down (1), if possible."""
        rows = list(self.rows)
        if 0 <= index < len(rows) and 0 <= index + by < len(rows):
            rows.insert(index + by, rows.pop(index))
        return replace(self, rows=tuple(rows))


def count_row_kinds(form: Form[Any]) -> tuple[int, int]:
    """Return the number of order templates (for a plan: kinds of question) and the maximum number of rows.

    Both are 0 if the form has no rows.
    """
    match form:
        case Orders():
            return len(form.cached_templates), form.max_orders()
        case RulePlan():
            return len(form.kinds), MOST_RULES
    return 0, 0


def from_post(form: Form[Any], post: QueryDict) -> FormEntries:
    """Return the entries for this form in a request; parameters with unknown names are ignored."""
    match form:
        case Orders():
            rows = tuple(_posted_orders(form, post))
            return FormEntries(rows=rows, chosen=() if rows or "choice" not in post else NONE_CHOSEN)
        case RulePlan():
            return FormEntries(
                rows=tuple(rule_fields.read_posted_rule(form, *row, post) for row in _numbered(form, post))
            )
        case Share():
            return FormEntries(numbers=_posted_numbers("share", form.limits, post))
        case Arrange():
            return FormEntries(chosen=tuple(str(value) for value in post.getlist("choice") if value))
    return FormEntries(chosen=tuple(str(value) for value in post.getlist("choice")))


def _posted_numbers(name: str, options: Iterable[str], post: QueryDict) -> dict[str, str]:
    return {option: str(post.get(f"{name}.{index}", "")).strip() for index, option in enumerate(options)}


def _numbered(form: Form[Any], post: QueryDict) -> Iterable[tuple[int, int]]:
    """Yield the number of each row in a request and the index of its template, up to `MAX_ROWS` rows."""
    kinds, _most = count_row_kinds(form)
    numbers = sorted(int(found[1]) for key in post if (found := _ROW.fullmatch(key)))
    for number in numbers[:MAX_ROWS]:
        chosen = str(post.get(f"row.{number}.order", ""))
        if chosen.isdecimal() and len(chosen) < 6 and int(chosen) < kinds:
            yield number, int(chosen)


def _posted_orders(form: Orders[Any], post: QueryDict) -> Iterator[EnteredOrder]:
    """Yield the orders in a request, up to `MAX_VALUES` values in all."""
    left = MAX_VALUES
    for number, place in _numbered(form, post):
        row = _posted_order(form.cached_templates, number, place, post)
        left -= sum(map(len, row.values.values()))
        if left < 0:
            return
        yield row


def _posted_order(templates: tuple[OrderTemplate, ...], number: int, place: int, post: QueryDict) -> EnteredOrder:
    return EnteredOrder(
        place, {one.name: _posted_values(one, f"row.{number}.{one.name}", post) for one in templates[place].fields}
    )


def _posted_values(one: Field, name: str, post: QueryDict) -> tuple[str, ...]:
    if one.movement is not None:
        return tuple(filter(None, str(post.get(name, "")).split(",")))
    given = (str(value).strip() if one.length else str(value) for value in post.getlist(name))
    return tuple(filter(None, given))


def from_answer(form: Form[Any], answer: Any) -> FormEntries:
    """Return the form's entries for an answer, given as decoded JSON.

    Orders whose verb has no template, and empty values, are left out.
    """
    match form:
        case Orders():
            return FormEntries(rows=tuple(_answered_rows(form.cached_templates, answer)))
        case RulePlan():
            return FormEntries(rows=tuple(rule_fields.to_rows(form, answer)))
        case Share():
            return FormEntries(numbers={option: str(amount) for option, amount in answer.items()})
        case MayChoose() if answer is None:
            return FormEntries(chosen=NONE_CHOSEN)
        case Choose() | MayChoose():
            return FormEntries(chosen=(answer,))
        case ChooseSome() | Arrange():
            return FormEntries(chosen=tuple(answer))
    return FormEntries()


def from_complete_answer(form: Form[Any], answer: Any) -> FormEntries:
    """Return the form's entries for a complete answer (decoded JSON), such as a stored one or a proposal.

    Unlike `from_answer`, an answer without orders means that the player gives no orders on purpose.
    """
    entered = from_answer(form, answer)
    return replace(entered, chosen=NONE_CHOSEN) if isinstance(form, Orders) and not answer else entered


def gives_no_orders(form: Form[Any], entered: FormEntries) -> bool:
    """Return True if the entries say that the player gives no orders on purpose, in a form of orders."""
    return isinstance(form, Orders) and not entered.rows and entered.chosen == NONE_CHOSEN


def _answered_rows(templates: tuple[OrderTemplate, ...], answer: Iterable[Mapping[str, Any]]) -> Iterable[EnteredOrder]:
    for order in answer:
        values = {name: _several(value) for name, value in order.items() if name != "order"}
        fitting = [index for index, template in enumerate(templates) if template.verb == order["order"]]
        if fitting:
            best = max(fitting, key=lambda index: _fit(templates[index], values))
            yield EnteredOrder(best, values)


def _several(value: Any) -> tuple[str, ...]:
    if isinstance(value, list | tuple):
        return tuple(map(str, value))
    return (str(value),) if value else ()


def _fit(template: OrderTemplate, values: Mapping[str, tuple[str, ...]]) -> int:
    """Return how many of an order's values a template accepts."""
    known = {one.name: one.values for one in template.fields}
    return sum(value in known.get(name, ()) for name, given in values.items() for value in given)


def to_answer(form: Form[Any], entered: FormEntries) -> Any:
    """Return the entries as the JSON of an answer, which may be illegal or unfinished."""
    match form:
        case Orders():
            return [_order(form.cached_templates[row.type_index], row) for row in entered.rows]
        case RulePlan():
            return [rule_fields.to_rule(form.kinds[row.type_index], row) for row in entered.rows]
        case Share():
            return {option: _number(text) for option, text in entered.numbers.items() if text not in ("", "0")}
        case ChooseSome() | Arrange():
            return list(entered.chosen)
        case MayChoose():
            return entered.chosen[0] if entered.chosen and entered.chosen[0] else None
    return entered.chosen[0] if entered.chosen else ""


def fill_path_gaps(form: Form[Any], raw: Any) -> Any:
    """Return an answer's JSON with the gaps in its paths filled; unchanged if the form cannot read the answer."""
    try:
        return form.write(form.read(raw))
    except Malformed:
        return raw


def _order(template: OrderTemplate, row: EnteredOrder) -> dict[str, Any]:
    order: dict[str, Any] = {"order": template.verb}
    for one in template.fields:
        given = row.values.get(one.name, ())
        if (one.many or one.movement is not None) and (given or one.required):
            order[one.name] = list(given)
        elif given:
            order[one.name] = given[0]
    return order


def _number(text: str) -> int | str:
    """Return the number that a text contains; otherwise the text itself, which the form refuses."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else text
