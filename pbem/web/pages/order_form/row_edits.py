"""Buttons within a form that add, remove and move rows, or values in a list.

A button's value is ``verb:place``. For the verb ``add`` the place is the index of an order template, for ``remove``,
``up`` and ``down`` the index of a row; for verbs about values (``earlier``, ``later``, ``drop``, ``more``, ``less``) it
is ``row.field.value``, all three as list indexes.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.kernel.forms import Arrange, Form, Share
from games.order_editor import order_edits
from games.orders.order_set import Field, Orders, OrderTemplate
from pbem.web.pages.order_form.controls import EnteredOrder, fixed_values
from pbem.web.pages.order_form.form_entries import FormEntries, count_row_kinds, to_answer

ROW_ACTIONS = ("add", "remove", "up", "down")
VALUE_ACTIONS = ("earlier", "later", "drop", "more", "less")


def apply_edit(form: Form[Any], entered: FormEntries, verb: str, place: str) -> tuple[FormEntries, int]:
    """Return the entries after a button with the command `verb`, and the index of the changed row (-1: none).

    An invalid `place` changes nothing.
    """
    if verb in VALUE_ACTIONS:
        return _value_edited(form, entered, verb, place)
    index = int(place) if place.isdecimal() and len(place) < 6 else -1
    kinds, most = count_row_kinds(form)
    if not kinds:
        return entered, -1
    if verb == "add" and 0 <= index < kinds:
        added = entered.with_row(index, most)
        rows = (*added.rows[:-1], EnteredOrder(index, _fixed(form, index)))
        return replace(added, rows=rows), len(rows) - 1
    if verb == "remove":
        return entered.without_row(index), -1
    if verb in ("up", "down"):
        by = -1 if verb == "up" else 1
        return entered.with_moved_row(index, by), index + by
    return entered, -1


def _fixed(form: Form[Any], type_index: int) -> Mapping[str, tuple[str, ...]]:
    """Return the values of a new row's fields that leave no choice; `type_index` is the index of its template."""
    fields = form.cached_templates[type_index].fields if isinstance(form, Orders) else ()
    return {one.name: values for one in fields if (values := fixed_values(one))}


def _value_edited(form: Form[Any], entered: FormEntries, verb: str, place: str) -> tuple[FormEntries, int]:
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
            template = form.cached_templates[entered.rows[row].type_index]
            if 0 <= one < len(template.fields):
                return _row_edited(form, entered, row, template, template.fields[one], verb, value), row
    return entered, -1


def _counted(form: Share, numbers: Mapping[str, str], verb: str, value: int) -> Mapping[str, str]:
    """Return the shares with the share of the option with index `value` raised ("more") or lowered ("less") by 1."""
    option = next(iter(list(form.limits)[value : value + 1]), None) if value >= 0 else None
    if option is None or verb not in ("more", "less"):
        return numbers
    text = numbers.get(option, "")
    count = int(text) if text.isdecimal() and len(text) < 6 else 0
    count = min(count + 1, form.limits[option]) if verb == "more" else max(count - 1, 0)
    return {**numbers, option: str(count)}


def _row_edited(
    form: Orders[Any], entered: FormEntries, number: int, template: OrderTemplate, one: Field, verb: str, value: int
) -> FormEntries:
    row = entered.rows[number]
    given = row.values.get(one.name, ())
    if one.movement is not None:
        order = to_answer(form, entered)[number]
        changed = _listed(order_edits.waypoints_of(form, template, order | {one.name: list(given)}, one), verb, value)
    elif verb in ("more", "less"):
        changed = _basket(one, given, verb, value)
    else:
        changed = _listed(given, verb, value)
    rows = list(entered.rows)
    rows[number] = EnteredOrder(row.type_index, {**row.values, one.name: changed})
    return replace(entered, rows=tuple(rows))


def _basket(one: Field, given: tuple[str, ...], verb: str, value: int) -> tuple[str, ...]:
    """Return a basket with the value at index `value` of the field's values added ("more"), or taken out once."""
    if not 0 <= value < len(one.values):
        return given
    named = one.values[value]
    if verb == "more":
        return (*given, named)
    last = max((place for place, held in enumerate(given) if held == named), default=-1)
    return tuple(held for place, held in enumerate(given) if place != last)


def _listed(given: tuple[str, ...], verb: str, value: int) -> tuple[str, ...]:
    """Return a list with the item at index `value` moved ("earlier" or "later") or removed ("drop")."""
    values = list(given)
    if not 0 <= value < len(values):
        return given
    held = values.pop(value)
    if verb != "drop":
        by = -1 if verb == "earlier" else 1
        values.insert(max(value + by, 0), held)
    return tuple(values)
