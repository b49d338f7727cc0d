"""What the buttons within a sheet do to what was entered: rows more, less or elsewhere; the same for values of a list.

A button says ``verb:place``. Of rows (``add``, ``remove``, ``up``, ``down``) the place is a number; of values
(``earlier``, ``later``, ``drop``, ``more``, ``less``) it is ``row.field.value``, all three as places in their lists.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.kernel.byhand import taps
from games.kernel.forms import Arrange, Form, Share
from games.kernel.orders import Field, Orders, Way
from pbem.pages.answers.controls import OrderRow, is_fixed
from pbem.pages.answers.entered import Entered, room, to_answer

ROWS = ("add", "remove", "up", "down")
VALUES = ("earlier", "later", "drop", "more", "less")


def edited(form: Form[Any], entered: Entered, verb: str, place: str) -> tuple[Entered, int]:
    """The entries after a button, and the row that was touched (-1: none); places that do not exist change nothing."""
    if verb in VALUES:
        return _value_edited(form, entered, verb, place)
    index = int(place) if place.isdecimal() and len(place) < 6 else -1
    ways, most = room(form)
    if not ways:
        return entered, -1
    if verb == "add" and 0 <= index < ways:
        added = entered.added(index, most)
        rows = (*added.rows[:-1], OrderRow(index, _fixed(form, index)))
        return replace(added, rows=rows), len(rows) - 1
    if verb == "remove":
        return entered.removed(index), -1
    if verb in ("up", "down"):
        by = -1 if verb == "up" else 1
        return entered.moved(index, by), index + by
    return entered, -1


def _fixed(form: Form[Any], way: int) -> Mapping[str, tuple[str, ...]]:
    """What stands in a new row where there is nothing to choose: its sheet shows it as settled."""
    fields = form.listed[way].fields if isinstance(form, Orders) else ()
    return {one.name: one.values for one in fields if is_fixed(one)}


def _value_edited(form: Form[Any], entered: Entered, verb: str, place: str) -> tuple[Entered, int]:
    found = [int(one) if one.isdecimal() and len(one) < 4 else -1 for one in place.split(".")]
    if len(found) != 3:
        return entered, -1
    row, one, value = found
    match form:
        case Arrange():
            return replace(entered, chosen=_listed(entered.chosen, verb, value)), -1
        case Share():
            return replace(entered, numbers=_counted(form, entered.numbers, verb, value)), -1
        case Orders() if 0 <= row < len(entered.rows):
            way = form.listed[entered.rows[row].way]
            if 0 <= one < len(way.fields):
                return _row_edited(form, entered, row, way, way.fields[one], verb, value), row
    return entered, -1


def _counted(form: Share, numbers: Mapping[str, str], verb: str, value: int) -> Mapping[str, str]:
    """One more or one less for an option."""
    option = next(iter(list(form.limits)[value : value + 1]), None) if value >= 0 else None
    if option is None or verb not in ("more", "less"):
        return numbers
    text = numbers.get(option, "")
    count = int(text) if text.isdecimal() and len(text) < 6 else 0
    count = min(count + 1, form.limits[option]) if verb == "more" else max(count - 1, 0)
    return {**numbers, option: str(count)}


def _row_edited(
    form: Orders[Any], entered: Entered, number: int, way: Way, one: Field, verb: str, value: int
) -> Entered:
    row = entered.rows[number]
    given = row.values.get(one.name, ())
    if one.walk is not None:
        order = to_answer(form, entered)[number]
        changed = _listed(taps.marked(form, way, order | {one.name: list(given)}, one), verb, value)
    elif verb in ("more", "less"):
        changed = _basket(one, given, verb, value)
    else:
        changed = _listed(given, verb, value)
    rows = list(entered.rows)
    rows[number] = OrderRow(row.way, {**row.values, one.name: changed})
    return replace(entered, rows=tuple(rows))


def _basket(one: Field, given: tuple[str, ...], verb: str, value: int) -> tuple[str, ...]:
    """One more of a value behind the others, or the last one of it less."""
    if not 0 <= value < len(one.values):
        return given
    named = one.values[value]
    if verb == "more":
        return (*given, named)
    last = max((place for place, held in enumerate(given) if held == named), default=-1)
    return tuple(held for place, held in enumerate(given) if place != last)


def _listed(given: tuple[str, ...], verb: str, value: int) -> tuple[str, ...]:
    """A list with one of its values moved or left out."""
    values = list(given)
    if not 0 <= value < len(values):
        return given
    held = values.pop(value)
    if verb != "drop":
        by = -1 if verb == "earlier" else 1
        values.insert(max(value + by, 0), held)
    return tuple(values)
