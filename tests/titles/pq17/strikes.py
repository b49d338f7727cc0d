"""Aircraft over blocks that were identified: `bombers(prey, air("dive", "stuka", "banak"))`."""

from typing import Any

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.rules.search.contacts import contact
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Force
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase

OPEN = "0310"
NEAR = "0714"
"""Off Tromso, next to Bardufoss."""


def air(kind: str, name: str, base: str, strength: int = 2, **fields: Any) -> AirUnit:
    return AirUnit(kind, strength, id=name, base=base, **fields)


def facing(prey: Force, *others: Force, side: Side = "axis", level: int | None = 1, **fields: object) -> Sea:
    """An identified block in the phase of its enemy."""
    searched = fields.pop("searched", [])
    sea = phase(arctic(prey, *others, **fields), side, searched=searched)
    if level is not None:
        sea.identify(prey, level)
    return sea


def bombers(prey: Force, *units: AirUnit, side: str = "axis", level: int = 1, **fields: object) -> Sea:
    """Aircraft over an identified block that they are to attack."""
    sea = facing(prey, side=side, level=level, **fields)
    for unit in units:
        unit.mission, unit.at = "attack", prey.at
    sea.state.air += list(units)
    sea.phase.attacks = (Strike(tuple(unit.id for unit in units), contact(prey)),)
    return sea


def raiders(level: int = 0) -> Sea:
    return bombers(force("pq", "allied", "convoy", OPEN, "mv 5"), air("ju_88", "ju", "banak"), level=level)
