"""What the players of a title may agree on: options drawn at random, as far as the title accepts them together."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.kernel.errors import Illegal
from games.kernel.title import Title

Value = tuple[str, Any]
"""A field of the options, and what it may be."""

NOT_YET: frozenset[tuple[str, str, str]] = frozenset()
"""Values (title, field, value) that a title offers and does not play so far: never drawn."""

SAMPLES = 3
"""Combinations of each scenario in a quick run."""
CANDIDATES = 12
"""So many are drawn for each of them, and the one taken that shows most of what was not seen yet."""
TRIES = 500
"""Draws before a value is given up as impossible in a scenario."""


def sampled(title: Title[Any]) -> dict[str, list[Any]]:
    """A few combinations for each scenario, always the same, which together show every value that is possible."""
    missing = set(values(title))
    found: dict[str, list[Any]] = {}
    for scenario in title.scenarios:
        dice = random.Random(f"{title.key} {scenario}")
        for _ in range(SAMPLES):
            drawn = [combination(title, scenario, dice) for _ in range(CANDIDATES)]
            best = max(drawn, key=lambda options: len(missing & shown(title, options)))
            missing -= shown(title, best)
            found.setdefault(scenario, []).extend([best] if best not in found.get(scenario, ()) else [])
    return found


def singles(title: Title[Any], scenario: str) -> Iterator[Any]:
    """Every single value that is possible in a scenario, with as few others changed as it needs."""
    dice = random.Random(f"{title.key} {scenario} singles")
    for value in values(title):
        found = with_value(title, scenario, value, dice)
        if found is not None:
            yield found


def with_value(title: Title[Any], scenario: str, value: Value, dice: random.Random) -> Any:
    """Legal options with this value, near the default; None where none are found."""
    name, chosen = value
    options = msgspec.structs.replace(title.options_type(), **{name: chosen})
    if is_legal(title, scenario, options):
        return options
    others = [other for other in values(title) if other[0] != name]
    for changes in range(TRIES):
        more = dict(dice.sample(others, 1 + changes % 3))
        changed = msgspec.structs.replace(options, **more)
        if is_legal(title, scenario, changed):
            return changed
    return None


def combination(title: Title[Any], scenario: str, dice: random.Random) -> Any:
    """Any legal combination: every field is drawn, and all are drawn again where they exclude each other."""
    fields = choices(title)
    for _ in range(TRIES):
        drawn = title.options_type(**{name: dice.choice(row) for name, row in fields.items()})
        if is_legal(title, scenario, drawn):
            return drawn
    raise AssertionError(f"no legal options were found for {title.key} {scenario}")


def is_legal(title: Title[Any], scenario: str, options: Any) -> bool:
    """Whether a game with these options can be opened."""
    try:
        title.new_game(scenario, options)
    except Illegal:
        return False
    return True


def shown(title: Title[Any], options: Any) -> set[Value]:
    """The values that options show, other than those of the default."""
    default = title.options_type()
    return {(name, found) for name in choices(title) if (found := getattr(options, name)) != getattr(default, name)}


def values(title: Title[Any]) -> list[Value]:
    """Every value other than the default."""
    default = title.options_type()
    return [(name, value) for name, row in choices(title).items() for value in row if value != getattr(default, name)]


def choices(title: Title[Any]) -> dict[str, tuple[Any, ...]]:
    """The fields that have few values, with all of them."""
    rows = _rows(title.options_type)
    rows = {name: tuple(v for v in row if (title.key, name, v) not in NOT_YET) for name, row in rows.items()}
    return {name: row for name, row in rows.items() if row}


@cache
def _rows(options: Any) -> dict[str, tuple[Any, ...]]:
    """All fields, with the values of those that have few: asked for with every draw."""
    struct: Any = msgspec.inspect.type_info(options)
    return {field.name: _values(field.type) for field in struct.fields}


def _values(kind: Any) -> tuple[Any, ...]:
    if isinstance(kind, msgspec.inspect.Metadata):
        return _values(kind.type)
    if isinstance(kind, msgspec.inspect.UnionType):
        return tuple(value for one in kind.types for value in _values(one))
    if isinstance(kind, msgspec.inspect.LiteralType):
        return kind.values
    return (False, True) if isinstance(kind, msgspec.inspect.BoolType) else ()
