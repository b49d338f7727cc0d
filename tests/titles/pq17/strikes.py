"""Aircraft over blocks that were identified: `bombers(prey, air("dive", "stuka", "banak"))`."""

from typing import Any

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Force
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import phase

OPEN = "0310"
NEAR = "0714"
"""Off Tromso, next to Bardufoss."""


def air(kind: str, name: str, base: str, strength: int = 2, **fields: Any) -> AirUnit:
    return AirUnit(kind, strength, id=name, base=base, **fields)


def facing(prey: Force, *others: Force, side: Side = "axis", level: int | None = 1, **fields: object) -> Board:
    """An identified block in the phase of its enemy."""
    found = fields.pop("found", [])
    board = phase(arctic(prey, *others, **fields), side, found=found)
    if level is not None:
        board.identify(prey, level)
    return board


def bombers(prey: Force, *units: AirUnit, side: str = "axis", level: int = 1, **fields: object) -> Board:
    """Aircraft over an identified block that they are to attack."""
    board = facing(prey, side=side, level=level, **fields)
    for unit in units:
        unit.mission, unit.at = "attack", prey.at
    board.state.air += list(units)
    board.phase.attacks = (Strike(tuple(unit.id for unit in units), contact_name(prey)),)
    return board


def raiders(level: int = 0) -> Board:
    return bombers(force("pq", "allied", "convoy", OPEN, "mv 5"), air("ju_88", "ju", "banak"), level=level)
