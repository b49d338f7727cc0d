"""Labels of an order form's buttons: the order and its subject, so that no two buttons on a page have one label."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from games.orders.order_set import OrderTemplate
from pbem.web.pages.order_form.controls import EnteredOrder, MenuEntry, Row

MAX_NAMED_VALUES = 3
"""The maximum number of units in a button's label. If more units are possible, the label names none of them."""
GetName = Callable[[str], str]
"""The type of a function that returns the name of an id for players."""


def name_rows(
    rows: Sequence[Row], entered: Sequence[EnteredOrder], templates: Sequence[OrderTemplate], get_name: GetName
) -> tuple[Row, ...]:
    """Return the rows with the labels of their buttons set: "Course: Hood", and the row's number if labels are equal.

    `entered` are the same orders as entered, `templates` the form's templates; `get_name` returns the name of an id.
    """
    names: list[str] = []
    for row, given in zip(rows, entered, strict=True):
        template = templates[given.type_index] if templates else None
        acting = (
            [get_name(one) for one in given.values.get(template.subject, ()) if one] if template is not None else []
        )
        names.append(f"{row.title}: {', '.join(acting)}" if acting else row.title)
    alike = Counter(names)
    return tuple(
        replace(row, about=f"{name} ({row.number + 1})" if alike[name] > 1 else name)
        for row, name in zip(rows, names, strict=True)
    )


def make_entry_label(template: OrderTemplate, get_name: GetName) -> str:
    """Return the label of the menu entry for a template that distinguishes it from others of the same verb.

    The label lists the template's units, if they are few, and the only values of required arguments. `get_name` returns
    the name of an id.
    """
    subject = next((field for field in template.fields if field.name == template.subject), None)
    acting = subject.values if subject is not None and len(subject.values) <= MAX_NAMED_VALUES else ()
    fixed = [one.values[0] for one in template.fields
             if one is not subject and one.required and not one.many and len(one.values) == 1]  # fmt: skip
    return " · ".join(filter(None, (", ".join(map(get_name, acting)), *map(get_name, fixed))))


def disambiguate_entries(
    entries: Sequence[MenuEntry], templates: Sequence[OrderTemplate], get_name: GetName
) -> tuple[MenuEntry, ...]:
    """Return the menu entries of one verb with distinct labels.

    Equal labels are extended by values of their templates (`templates`), and labels that are still equal by a number.
    `get_name` returns the name of an id.
    """
    found = list(entries)
    for more in (_values_of, _number_of):
        alike = Counter(one.label for one in found)
        seen: Counter[str] = Counter()
        for place, one in enumerate(found):
            seen[one.label] += 1
            if alike[one.label] > 1:
                extra = more(templates[one.type_index], get_name, seen[one.label])
                found[place] = replace(one, label=" · ".join(filter(None, (one.label, extra))))
    return tuple(found)


def _values_of(template: OrderTemplate, word: GetName, _number: int) -> str:
    """Return the first values of a template's first argument that has a choice, for the label; empty without one."""
    some = [field.values for field in template.fields if field.name != template.subject and len(field.values) > 1]
    return (
        ", ".join(map(word, some[0][:MAX_NAMED_VALUES])) + ("…" if len(some[0]) > MAX_NAMED_VALUES else "")
        if some
        else ""
    )


def _number_of(_way: OrderTemplate, _word: GetName, number: int) -> str:
    return str(number)
