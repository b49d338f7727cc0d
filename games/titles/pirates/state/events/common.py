"""Parts that events of several chapters share: rolled dice, and cards that lie face down."""

from msgspec import Struct

Modifier = tuple[str, int]


class Throw(Struct, frozen=True, omit_defaults=True, gc=False):
    """1.2, 3.2.7 One side of a roll.

    `of`: the ship, card or seat that rolls. `coin`: its dice, by their number of sides. `values`: the numbers rolled,
    in the same order. `total`: the highest of them plus the modifiers.
    """

    of: str
    coin: tuple[int, ...]
    values: tuple[int, ...]
    total: int
    modifiers: tuple[Modifier, ...] = ()


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """The number of face-down cards at one place (`on`): a ship, or "" for in front of the fleet.

    `sideways`: True if they lie sideways.
    """

    on: str
    sideways: bool
    count: int
