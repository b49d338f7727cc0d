"""Conversions of a single order: from and to its JSON (a raw order), a line of the notation, and words for players."""

from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import Any, get_origin

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
    """Return the verb of a raw order, or "" if it has none or is no object."""
    verb = item.get("order") if isinstance(item, dict) else None
    return verb if isinstance(verb, str) else ""


def read_order(item: object, kinds: tuple[type[Order], ...]) -> Any:
    """Return a raw order (`item`) as a struct of one of these types. Raises msgspec.ValidationError if none fits."""
    # Choose the type by the tag: msgspec analyses a union at every call, a fifth of the time of a random game.
    kind = types_by_verb(kinds).get(verb_of(item))
    return msgspec.convert(item, kind if kind is not None else _union(kinds))


@lru_cache(maxsize=64)
def types_by_verb(kinds: tuple[type[Order], ...]) -> dict[str, type[Order]]:
    """Return the order types by their verbs."""
    return {verb_of_type(kind): kind for kind in kinds}


@lru_cache(maxsize=64)
def _union(kinds: tuple[type[Order], ...]) -> Any:
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union


def _parts(order: Order) -> Iterator[tuple[str, str]]:
    for name in order.__struct_fields__:
        value = getattr(order, name)
        if isinstance(value, tuple):
            value = ",".join(value)
        if value:
            yield name, value


def render_order(order: Order) -> str:
    """Return the order as a line of the notation: verb, first argument without its name, other arguments with names."""
    parts = list(_parts(order))
    first = order.__struct_fields__[:1]
    words = [value for name, value in parts if (name,) == first]
    named = {name: value for name, value in parts if (name,) != first}
    return notation.write_line(verb_of_type(type(order)), *words, **named)


@cache
def _lists(kind: type[Order]) -> frozenset[str]:
    """Return the names of the fields of an order struct that have several values."""
    return frozenset(field.name for field in msgspec.structs.fields(kind) if get_origin(field.type) is tuple)


def raw_order(line: notation.Line, kinds: dict[str, type[Order]]) -> Json:
    """Return the raw order that a line of the notation contains; `kinds` are the order structs by verb.

    Raises Malformed for an unknown verb, for words that belong to no argument, and for an argument that is given twice.
    """
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
    """Return an order as a text for players, with names in place of ids.

    `free_text` are the names of the arguments whose values are texts of the player; they are quoted unchanged.
    """
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
    """Return a raw order as a text for players: the names of its verb and of the arguments that it has so far."""
    words = [labels(verb_of(order)).get(language)]
    for name in order:
        if name != "order" and (values := order_edits.values_in(order, name)):
            called = argument_label(labels, verb_of(order), name).get(language)
            words.append(f"{called}: {', '.join(shortened_names(values, language, labels))}")
    return " · ".join(words)


def values_of_raw_order(order: Json) -> Iterator[str]:
    """Yield every value of the arguments of a raw order."""
    for name in order:
        yield from order_edits.values_in(order, name)
