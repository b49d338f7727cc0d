"""Edits that give the same order to several units: one order for all if the form allows that, else one for each."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.kernel.edits import UNFINISHED_CODES, find_new_problems, find_problems
from games.kernel.errors import Problem
from games.order_editor.order_edits import (
    OrderForm,
    RawOrder,
    new_order,
    orders_in,
    subjects_of,
    template_of,
)
from games.order_editor.paths import Path
from games.order_editor.templates import Field, OrderTemplate

MAX_ROUNDS = 8
"""The maximum number of rounds in which all new orders are tried together; then they are tried one after the other."""


class Refusal(NamedTuple):
    """Units of a group that cannot get the order, with the reasons."""

    units: Path
    """The ids of the units."""
    problems: tuple[Problem, ...] = ()
    """The reasons; empty if no template of the order names these units."""


class GroupEdit(NamedTuple):
    """The result of giving the same order to several units."""

    verb: str
    """The verb of the order."""
    line: str
    """The text that the player typed, if the order takes a line of text; otherwise ""."""
    answer: list[Any]
    """The draft with the new orders."""
    served: Path
    """The ids of the units that get the order."""
    refused: tuple[Refusal, ...]
    """The units that do not, with the reasons."""
    replaced: Path
    """The ids of the units that lose an earlier order."""
    unfinished: tuple[Problem, ...] = ()
    """The problems that arguments of the new orders are still missing."""
    given: tuple[RawOrder, ...] = ()
    """The new orders."""


class Group(NamedTuple):
    """The ids of the units that are to get the same order, with the form and the draft to which the order is added."""

    form: OrderForm
    draft: Any
    units: Path


class Part(NamedTuple):
    """A new order for some units of the group (`units`: their ids), with its template.

    The new order replaces the earlier orders of these units that have the same verb; with `instead`, all their earlier
    orders.
    """

    units: Path
    order: RawOrder
    template: OrderTemplate
    instead: bool = False


def target_edits(group: Group, value: str) -> Iterator[GroupEdit]:
    """Yield an edit of the draft for each verb whose order can name `value`, such as a target, besides the units."""
    for templates in _by_verb(group).values():
        parts = [
            Part(some, order, template)
            for template in templates
            for some in _actors(template, group.units)
            if (order := new_order(group.form, template, value, some)) is not None
        ]
        if parts:
            yield combined(group, parts)


def plain_edits(group: Group) -> Iterator[GroupEdit]:
    """Yield an edit of the draft for each verb whose order needs no argument besides the units, such as "stop"."""
    for templates in _by_verb(group).values():
        parts = [
            Part(some, order, template)
            for template in templates
            for some in _actors(template, group.units)
            if (order := new_order(group.form, template, some[0], some)) is not None and _is_plain(template, order)
        ]
        if parts:
            yield combined(group, parts)


def line_edit(group: Group, verb: str, line: str) -> GroupEdit | None:
    """Return the edit of the draft that gives the units an order with this verb and the text `line`.

    Return None if there is no order with this verb that needs only a line of text besides the units.
    """
    parts = [
        Part(some, order | {field.name: line}, template)
        for template in _by_verb(group).get(verb, ())
        for some in _actors(template, group.units)
        if (field := line_field(template)) is not None
        and (order := new_order(group.form, template, some[0], some)) is not None
    ]
    return combined(group, parts) if parts else None


def line_templates(group: Group) -> list[OrderTemplate]:
    """Return the templates of the orders that any of the units can get and that need only a line of text besides."""
    return [
        template for templates in _by_verb(group).values() for template in templates if line_field(template) is not None
    ]


def line_field(template: OrderTemplate) -> Field | None:
    """Return the field for the line of text that a template needs besides the units.

    Return None if the template needs no line of text, or if the player must choose any other argument.
    """
    order = {template.subject: "-"} | {one.name: one.values[0] for one in template.fields if len(one.values) == 1}
    missing = _missing(template, order)
    return missing[0] if len(missing) == 1 and missing[0].length else None


def _is_plain(template: OrderTemplate, order: RawOrder) -> bool:
    """Return True if an order needs neither a target nor a path."""
    return not _missing(template, order) and not any(field.movement is not None for field in template.fields)


def _missing(template: OrderTemplate, order: RawOrder) -> list[Field]:
    return [field for field in template.fields if field.required and not order.get(field.name)]


def _by_verb(group: Group) -> dict[str, list[OrderTemplate]]:
    """Return the templates that any of the units can use, by verb; rare templates come last."""
    found: dict[str, list[OrderTemplate]] = {}
    for template in sorted(group.form.cached_templates, key=lambda one: one.is_rare):
        if any(True for _ in _actors(template, group.units)):
            found.setdefault(template.verb, []).append(template)
    return found


def _actors(template: OrderTemplate, units: Sequence[str]) -> Iterator[Path]:
    """Yield, for each order that the template needs, its units: all possible units together, or each unit alone."""
    field = next((one for one in template.fields if one.name == template.subject), None)
    able = tuple(unit for unit in units if field is not None and unit in field.values)
    if able and field is not None and field.many:
        yield able
    else:
        yield from ((unit,) for unit in able)


# --- all orders in one draft

Refused = list[tuple[Part, tuple[Problem, ...]]]


def combined(group: Group, parts: Sequence[Part]) -> GroupEdit:
    """Add the new orders (`parts`) to a copy of the draft, as far as they are legal, and return the result.

    An order that is refused for several units is tried again for each unit alone, and then in place of all other orders
    of that unit.
    """
    before = find_problems(group.form, group.draft)
    waiting, refused = list(parts), Refused()
    for left in reversed(range(MAX_ROUNDS)):
        orders, first = _draft_with(group, waiting) if waiting else ([], 0)
        problems = _refusing(group.form, before, orders) if waiting else []
        wrong = _by_part(problems, first, len(waiting))
        if not problems:
            break
        if not (wrong and left):
            waiting = _one_by_one(group, waiting, before, refused)
            break
        waiting = [
            other
            for place, part in enumerate(waiting)
            for other in (_tried_next(group, part, wrong[place], refused) if place in wrong else (part,))
        ]
    return _result(group, waiting, refused, parts[0], before)


def _refusing(form: OrderForm, before: Sequence[Problem], orders: list[Any]) -> list[Problem]:
    """Return the problems in `orders` that the draft did not have `before`, without missing arguments."""
    return [one for one in find_new_problems(form, before, orders) if one.code not in UNFINISHED_CODES]


def _by_part(problems: Sequence[Problem], first: int, count: int) -> dict[int, tuple[Problem, ...]]:
    """Return the problems of each new order, by its index among the `count` new orders, the `first` of the draft.

    Problems of other orders are left out.
    """
    found: dict[int, tuple[Problem, ...]] = {}
    for one in problems:
        place = one.pointer.split("/")[1:2]
        number = int(place[0]) - first if place and place[0].isdecimal() else -1
        if 0 <= number < count:
            found[number] = (*found.get(number, ()), one)
    return found


def _tried_next(group: Group, part: Part, problems: tuple[Problem, ...], refused: Refused) -> Iterator[Part]:
    """Yield the orders to try after `part` was refused; if there are none, add the part to `refused`."""
    if len(part.units) > 1:
        for unit in part.units:
            yield part._replace(units=(unit,), order=part.order | {part.template.subject: [unit]})
    elif not part.instead and any(part.units[0] in named for named in _own_orders(group).values()):
        yield part._replace(instead=True)
    else:
        refused.append((part, problems))


def _one_by_one(group: Group, parts: Sequence[Part], before: Sequence[Problem], refused: Refused) -> list[Part]:
    """Return the parts that are legal if they are added one after the other; the others are added to `refused`.

    If a limit applies to all parts together, the first ones are legal.
    """
    kept: list[Part] = []
    for part in parts:
        problems = _refusing(group.form, before, _draft_with(group, [*kept, part])[0])
        if problems:
            refused.append((part, tuple(problems)))
        else:
            kept.append(part)
    return kept


def _own_orders(group: Group) -> dict[int, Path]:
    """Return the units of each order of the draft that is given only to units of the group, by the order's index."""
    found: dict[int, Path] = {}
    for index, order in enumerate(orders_in(group.draft)):
        template = template_of(group.form, order)
        named = subjects_of(template, order) if template is not None else ()
        if named and set(named) <= set(group.units):
            found[index] = named
    return found


def _draft_with(group: Group, parts: Sequence[Part]) -> tuple[list[Any], int]:
    """Return the draft with the new orders at its end, and the index of the first new order.

    Orders that the new ones replace are removed, or lose the units that have a new order.
    """
    added = {unit for part in parts for unit in part.units}
    instead = {unit for part in parts if part.instead for unit in part.units}
    verb, own = parts[0].order["order"], _own_orders(group)
    kept: list[Any] = []
    for index, order in enumerate(orders_in(group.draft)):
        gone = added if index in own and order["order"] == verb else instead
        rest = [unit for unit in own.get(index, ()) if unit not in gone]
        template = template_of(group.form, order) if index in own else None
        if template is None or len(rest) == len(own[index]):
            kept.append(order)
        elif rest:
            kept.append(order | {template.subject: rest})
    return [*kept, *(part.order for part in parts)], len(kept)


def _result(
    group: Group, parts: Sequence[Part], refused: Refused, example: Part, before: Sequence[Problem]
) -> GroupEdit:
    """Return the edit that results from the legal `parts`; `example` is any tried part, which gives verb and line."""
    draft = orders_in(group.draft)
    served = {unit for part in parts for unit in part.units}
    told = {unit for part, _ in refused for unit in part.units} - served
    without = tuple(unit for unit in group.units if unit not in served | told)
    answer = _draft_with(group, parts)[0] if parts else draft
    lost = (named for index, named in _own_orders(group).items() if draft[index] not in answer)
    field = line_field(example.template)
    return GroupEdit(
        verb=example.order["order"],
        line=str(example.order.get(field.name, "")) if field is not None else "",
        answer=answer,
        served=tuple(unit for unit in group.units if unit in served),
        refused=(
            *(Refusal(part.units, problems) for part, problems in refused if set(part.units) & told),
            *([Refusal(without)] if without else ()),
        ),
        replaced=tuple(dict.fromkeys(unit for named in lost for unit in named if unit in served)),
        unfinished=find_new_problems(group.form, before, answer),
        given=tuple(part.order for part in parts),
    )
