"""One order as a line of the notation, and in words."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import get_origin

import msgspec

from games.kernel import notation
from games.kernel.byhand import taps
from games.kernel.forms import Json
from games.kernel.text import Labels, argument, listed
from games.kernel.ways import (
    Order,
    tag_of,
)


def verb_of(item: object) -> str:
    """The verb of a raw order, or the empty string."""
    verb = item.get("order") if isinstance(item, dict) else None
    return verb if isinstance(verb, str) else ""


def _parts(order: Order) -> Iterator[tuple[str, str]]:
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if isinstance(value, tuple):
            value = ",".join(value)
        if value:
            yield name, value


def render_order(order: Order) -> str:
    """The order as a line: its verb, what comes first, and the rest by name."""
    parts = list(_parts(order))
    first = order.__struct_fields__[:1]
    words = [value for name, value in parts if (name,) == first]
    named = {name: value for name, value in parts if (name,) != first}
    return notation.write_line(tag_of(type(order)), *words, **named)


@cache
def _lists(kind: type[Order]) -> frozenset[str]:
    """The fields of an order that take several values."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if get_origin(field.type) is tuple)


def raw_order(line: notation.Line, kinds: dict[str, type[Order]]) -> Json:
    """The order that a line writes, yet to be read. Raises Malformed."""
    kind = kinds.get(notation.name_of(line.verb))
    if kind is None:
        raise notation.no_order(line.number, line.verb, kinds)
    first, rest = kind.__struct_fields__[:1], kind.__struct_fields__[1:]
    if surplus := line.words[len(first) :]:
        raise notation.stray(line.number, surplus[0], line.verb, rest)
    many = _lists(kind)
    order: Json = {"order": notation.name_of(line.verb)}
    for word, value in [*zip(kind.__struct_fields__, line.words, strict=False), *line.named.items()]:
        name = notation.name_of(word)
        if name in order:
            raise notation.unclear(line.number, f"{word}={value}")
        order[name] = value.split(",") if name in many else value
    return order


def describe_order(order: Order, language: str, labels: Labels, spoken: Collection[str]) -> str:
    """The order in words; what players put in words of their own (`spoken`) stands as they wrote it."""
    words = [labels(tag_of(type(order))).get(language)]
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if name in spoken:
            words += [notation.quoted(value)] if value else []
            continue
        values = [one for one in (value if isinstance(value, tuple) else (value,)) if one]
        named = listed(values, language, labels)
        if not named:
            continue
        joined = ", ".join(named)
        called = argument(labels, tag_of(type(order)), name).get(language)
        words.append(joined if name == order.__struct_fields__[0] else f"{called}: {joined}")
    return " · ".join(words)


def sketch_order(order: Json, language: str, labels: Labels) -> str:
    """What is written of a raw order already."""
    words = [labels(verb_of(order)).get(language)]
    for name in order:
        if name != "order" and (values := taps.values_in(order, name)):
            called = argument(labels, verb_of(order), name).get(language)
            words.append(f"{called}: {', '.join(listed(values, language, labels))}")
    return " · ".join(words)


def words_in(order: Json) -> Iterator[str]:
    """Every word that a raw order gives."""
    for name in order:
        yield from taps.values_in(order, name)
