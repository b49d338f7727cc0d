"""What events of several chapters are made of: dice that were rolled, cards that lie face down."""

from msgspec import Struct

Modifier = tuple[str, int]


class Throw(Struct, frozen=True, omit_defaults=True, gc=False):
    """One side of a roll: who or what rolls, its dice, the values, the modifiers and what remains (1.2, 3.2.7)."""

    of: str
    coin: tuple[int, ...]
    values: tuple[int, ...]
    total: int
    modifiers: tuple[Modifier, ...] = ()


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """How many cards lie face down at one place: on a ship, or (empty) before the fleet."""

    on: str
    sideways: bool
    count: int
