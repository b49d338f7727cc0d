"""Combinations of a title's options, drawn at random, as far as the title accepts them together.

A new option changes no draw of the others: it is drawn by its name. The options in `FIRST` were drawn in turn, before
options were drawn by name; they still are, so that the same combinations are tried.
"""

import random
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

import msgspec

from games.kernel.errors import Illegal
from games.kernel.title import Title

Value = tuple[str, Any]
"""A field of the options, and what it may be."""

NOT_YET: frozenset[tuple[str, str, str]] = frozenset()
"""Values (title, field, value) that a title offers and does not play so far: never drawn."""

FIRST: dict[str, tuple[str, ...]] = {
    "pirates": (
        "first_player", "tempo", "phantom_targets", "coal_hogs", "sail", "aircraft", "tournament",
        "tournament_merchants", "after_1914", "without_breakout", "without_lost_merchants", "fast_raiders",
        "carry_over_three", "cumulative_damage", "prize_torpedo", "pursuit", "sailing_merchants", "prize_supply",
    ),
    "goeben": (
        "orders", "variable_start", "fleet", "austro_hungarian", "seaplane", "night", "mines", "return_on_alert",
    ),
    "battleships": (
        "as_proposed", "radar", "aircraft", "crews", "arcs", "reloads", "mines", "batteries", "friendly_fire",
        "flagship", "command", "turning", "special_damage",
    ),
    "pq17": (
        "training", "second_card", "air_groups", "air_surprise", "face_down", "destroyer_fate", "variable_start",
        "from_day_one", "storm_combining", "soviet_fuel", "historical_forces", "carrier_duel", "green_crews",
        "sailing_home",
    ),
}  # fmt: skip
"""The options of each title that are drawn in turn, in this order. Never add one."""

NAMED: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "pq17": {
        "carriers_raid_a_port": ("pq16", ("second_card", "historical_forces")),
        "an_attacker_is_asked_after_the_air_fight": (
            "pq18",
            (
                "second_card", "air_groups", "face_down", "variable_start", "storm_combining", "soviet_fuel",
                "green_crews",
            ),
        ),
        "one_of_two_blocks_in_a_hex_stays": (
            "pq15",
            (
                "air_groups", "air_surprise", "destroyer_fate", "from_day_one", "storm_combining", "soviet_fuel",
                "carrier_duel", "sailing_home",
            ),
        ),
    },
}  # fmt: skip
"""Combinations that are tried besides those that are drawn: for what happens in their games, the scenario and the
options that are true. A fault was found in each."""

SAMPLES = 3
"""Combinations of each scenario in a quick run."""
CANDIDATES = 12
"""So many are drawn for each of them, and the one taken that shows most of what was not seen yet."""
TRIES = 500
"""Draws before a value is given up as impossible in a scenario."""


def sampled(title: Title[Any], *, skip: Collection[str] = ()) -> dict[str, list[Any]]:
    """A few combinations for each scenario, always the same, which together show every value that is possible in a
    scenario that is not to be skipped. Options that are not in `FIRST` have no say in which combinations these are.
    """
    first = FIRST.get(title.key, tuple(choices(title)))
    missing = {value for value in values(title) if value[0] in first}
    found: dict[str, list[Any]] = {}
    for scenario in title.scenarios:
        dice = random.Random(f"{title.key} {scenario}")
        for _ in range(SAMPLES):
            drawn = [combination(title, scenario, dice) for _ in range(CANDIDATES)]
            best = max(drawn, key=lambda options: len(missing & shown(title, options)))
            missing -= shown(title, best)
            found.setdefault(scenario, []).extend([best] if best not in found.get(scenario, ()) else [])
    _complete(title, {scenario: row for scenario, row in found.items() if scenario not in skip})
    return found


def named(title: Title[Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the name, the scenario and the options of each combination in `NAMED`."""
    for name, (scenario, chosen) in NAMED.get(title.key, {}).items():
        yield name, scenario, title.options.type(**dict.fromkeys(chosen, True))


def _complete(title: Title[Any], found: dict[str, list[Any]]) -> None:
    """Add a combination for each possible value that none of those found shows."""
    for value in values(title):
        if any(value in shown(title, options) for row in found.values() for options in row):
            continue
        for scenario, row in found.items():
            options = with_value(title, scenario, value, random.Random(f"{title.key} {scenario} {value}"))
            if options is not None:
                row.append(options)
                break


def singles(title: Title[Any], scenario: str) -> Iterator[Any]:
    """Every single value that is possible in a scenario, with as few others changed as it needs."""
    for value in values(title):
        found = with_value(title, scenario, value, random.Random(f"{title.key} {scenario} {value}"))
        if found is not None:
            yield found


def with_value(title: Title[Any], scenario: str, value: Value, dice: random.Random) -> Any:
    """Legal options with this value, near the default; None where none are found."""
    name, chosen = value
    options = msgspec.structs.replace(title.options.type(), **{name: chosen})
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
    first = [name for name in FIRST.get(title.key, ()) if name in fields]
    seed = "" if first else dice.getrandbits(64)
    for attempt in range(TRIES):
        drawn = {name: dice.choice(fields[name]) for name in first}
        later = _by_name(f"{seed or drawn} {attempt}", {name: row for name, row in fields.items() if name not in first})
        for chosen in (drawn | later, drawn):  # a later option yields to those that were there before
            options = title.options.type(**chosen)
            if is_legal(title, scenario, options):
                return options
    raise AssertionError(f"no legal options were found for {title.key} {scenario}")


def _by_name(seed: str, fields: dict[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Draw each field by its name: the other fields change nothing."""
    return {name: random.Random(f"{seed} {name}").choice(row) for name, row in fields.items()}


def is_legal(title: Title[Any], scenario: str, options: Any) -> bool:
    """Whether a game with these options can be opened."""
    try:
        title.rules.new_game(scenario, options)
    except Illegal:
        return False
    return True


def shown(title: Title[Any], options: Any) -> set[Value]:
    """The values that options show, other than those of the default."""
    default = title.options.type()
    return {(name, found) for name in choices(title) if (found := getattr(options, name)) != getattr(default, name)}


def values(title: Title[Any]) -> list[Value]:
    """Every value other than the default."""
    default = title.options.type()
    return [(name, value) for name, row in choices(title).items() for value in row if value != getattr(default, name)]


def choices(title: Title[Any]) -> dict[str, tuple[Any, ...]]:
    """The fields that have few values, with all of them."""
    rows = _rows(title.options.type)
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
