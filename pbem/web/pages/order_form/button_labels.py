"""Labels of buttons: by order and subject, so that no two on a page are alike."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from games.orders.order_set import OrderTemplate
from pbem.web.pages.order_form.controls import EnteredOrder, MenuEntry, Row

MAX_NAMED_VALUES = 3
"""The number of units in a button's label; with more possible subjects, the row asks for them."""
GetName = Callable[[str], str]
"""Returns the player's word for an id."""


def name_rows(
    rows: Sequence[Row], entered: Sequence[EnteredOrder], ways: Sequence[OrderTemplate], get_name: GetName
) -> tuple[Row, ...]:
    """Return the rows with their labels: "Course: Hood", with a number if two are equal."""
    names: list[str] = []
    for row, given in zip(rows, entered, strict=True):
        way = ways[given.way] if ways else None
        acting = [get_name(one) for one in given.values.get(way.subject, ()) if one] if way is not None else []
        names.append(f"{row.title}: {', '.join(acting)}" if acting else row.title)
    alike = Counter(names)
    return tuple(
        replace(row, about=f"{name} ({row.number + 1})" if alike[name] > 1 else name)
        for row, name in zip(rows, names, strict=True)
    )


def make_entry_label(way: OrderTemplate, get_name: GetName) -> str:
    """Return the label of a template among those of its verb: the subject, if few are possible, and fixed values."""
    subject = next((field for field in way.fields if field.name == way.subject), None)
    acting = subject.values if subject is not None and len(subject.values) <= MAX_NAMED_VALUES else ()
    fixed = [one.values[0] for one in way.fields
             if one is not subject and one.required and not one.many and len(one.values) == 1]  # fmt: skip
    return " · ".join(filter(None, (", ".join(map(get_name, acting)), *map(get_name, fixed))))


def disambiguate_entries(
    entries: Sequence[MenuEntry], ways: Sequence[OrderTemplate], get_name: GetName
) -> tuple[MenuEntry, ...]:
    """Return the menu entries of a verb; entries with equal labels get their other values, or a number."""
    found = list(entries)
    for more in (_values_of, _number_of):
        alike = Counter(one.label for one in found)
        seen: Counter[str] = Counter()
        for place, one in enumerate(found):
            seen[one.label] += 1
            if alike[one.label] > 1:
                extra = more(ways[one.way], get_name, seen[one.label])
                found[place] = replace(one, label=" · ".join(filter(None, (one.label, extra))))
    return tuple(found)


def _values_of(way: OrderTemplate, word: GetName, _number: int) -> str:
    """Return the first values of a way's arguments that are not in the label yet."""
    some = [field.values for field in way.fields if field.name != way.subject and len(field.values) > 1]
    return (
        ", ".join(map(word, some[0][:MAX_NAMED_VALUES])) + ("…" if len(some[0]) > MAX_NAMED_VALUES else "")
        if some
        else ""
    )


def _number_of(_way: OrderTemplate, _word: GetName, number: int) -> str:
    return str(number)
