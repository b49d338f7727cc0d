"""Parts that events of several chapters share: rolled dice, and cards that lie face down."""

from msgspec import Struct

Modifier = tuple[str, int]


class Throw(Struct, frozen=True, omit_defaults=True, gc=False):
    """1.2, 3.2.7 One side of a roll: the ship or card that rolls, its dice, their values, modifiers and total."""

    of: str
    coin: tuple[int, ...]
    values: tuple[int, ...]
    total: int
    modifiers: tuple[Modifier, ...] = ()


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """The number of face-down cards at one place: on a ship, or in front of the fleet ("")."""

    on: str
    sideways: bool
    count: int
