"""Rendering of a single order as a line of the notation, and in words."""

from collections.abc import Collection, Iterator
from functools import cache
from typing import get_origin

import msgspec

from games.kernel import notation
from games.kernel.forms import Json
from games.kernel.text import Labels, argument_label, shortened_names
from games.order_editor import order_edits
from games.order_editor.templates import (
    Order,
    verb_of_type,
)


def verb_of(item: object) -> str:
    """Return the verb of a raw order, or the empty string."""
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
    """Return the order as a line: its verb, the bare first argument, and the other arguments by name."""
    parts = list(_parts(order))
    first = order.__struct_fields__[:1]
    words = [value for name, value in parts if (name,) == first]
    named = {name: value for name, value in parts if (name,) != first}
    return notation.write_line(verb_of_type(type(order)), *words, **named)


@cache
def _lists(kind: type[Order]) -> frozenset[str]:
    """Return the fields of an order that take several values."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if get_origin(field.type) is tuple)


def raw_order(line: notation.Line, kinds: dict[str, type[Order]]) -> Json:
    """Return the raw order in a line of the notation, not yet validated. Raises Malformed."""
    kind = kinds.get(notation.normalize_name(line.verb))
    if kind is None and line.verb in notation.PASS_WORDS:
        raise notation.pass_not_alone(line.number)
    if kind is None:
        raise notation.unknown_verb(line.number, line.verb, kinds)
    first, rest = kind.__struct_fields__[:1], kind.__struct_fields__[1:]
    if surplus := line.words[len(first) :]:
        raise notation.unplaced_word(line.number, surplus[0], line.verb, rest)
    many = _lists(kind)
    order: Json = {"order": notation.normalize_name(line.verb)}
    for word, value in [*zip(kind.__struct_fields__, line.words, strict=False), *line.named.items()]:
        name = notation.normalize_name(word)
        if name in order:
            raise notation.unclear_word(line.number, f"{word}={value}")
        order[name] = value.split(",") if name in many else value
    return order


def describe_order(order: Order, language: str, labels: Labels, free_text: Collection[str]) -> str:
    """Return the order in words. Arguments in `free_text` are in the player's own words and stay as written."""
    words = [labels(verb_of_type(type(order))).get(language)]
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if name in free_text:
            words += [notation.quote(value)] if value else []
            continue
        values = [one for one in (value if isinstance(value, tuple) else (value,)) if one]
        named = shortened_names(values, language, labels)
        if not named:
            continue
        joined = ", ".join(named)
        called = argument_label(labels, verb_of_type(type(order)), name).get(language)
        words.append(joined if name == order.__struct_fields__[0] else f"{called}: {joined}")
    return " · ".join(words)


def describe_raw_order(order: Json, language: str, labels: Labels) -> str:
    """Return a raw order in words: its verb, and the arguments that it has already."""
    words = [labels(verb_of(order)).get(language)]
    for name in order:
        if name != "order" and (values := order_edits.values_in(order, name)):
            called = argument_label(labels, verb_of(order), name).get(language)
            words.append(f"{called}: {', '.join(shortened_names(values, language, labels))}")
    return " · ".join(words)


def values_of_raw_order(order: Json) -> Iterator[str]:
    """Return every word in a raw order."""
    for name in order:
        yield from order_edits.values_in(order, name)
