"""The facts about ships and sea that the forms of the day hold, so that they can validate orders without the game."""

from msgspec import Struct

from games.titles.goeben.components.pieces import Track

REPAIRED: tuple[Track, ...] = ("engines", "hull", "primary", "secondary", "tertiary")
"""10.0 The tracks that can be repaired, in the order in which dice that nobody allotted are used."""


class Ware(Struct, frozen=True, gc=False):
    """8.0 A kind of cargo: its price, the number of boxes that it fills, and the number of counters available."""

    points: int
    boxes: int
    left: int


class Berth(Struct, frozen=True, omit_defaults=True, gc=False):
    """A ship at the beginning of the day.

    `cruise`, `maximum` and `emergency` are the speeds that engines and coal allow; `coal` is the coal in the bunkers.
    `damage` is the number of boxes to repair on each track, and `dice` the number of repair dice. `outfits`: coal or
    ammunition is available. `bound`: the ship must sail (9.1). `landing` is the cargo that it may leave behind,
    `takers` are the ships to which it may hand cargo, and `scouts` the spaces that its seaplane may look at. `letters`:
    the captain may leave a letter (25.2). `busy`: the ship has outfitted and may not sail today (4.1).
    """

    ship: str
    at: str
    cruise: int = 0
    maximum: int = 0
    emergency: int = 0
    coal: int = 0
    austrian: bool = False
    bound: bool = False
    outfits: bool = False
    works: bool = True
    damage: dict[str, int] = {}
    dice: int = 0
    points: int = 0
    hull: int = 0
    cargo: tuple[str, ...] = ()
    shop: tuple[str, ...] = ()
    carries: tuple[str, ...] = ()
    landing: tuple[str, ...] = ()
    takers: tuple[str, ...] = ()
    tries: bool = False
    scouts: tuple[str, ...] = ()
    mines: int = 0
    letters: bool = False
    busy: bool = False


class Magazine(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.8, 14.9 A German ship's ammunition, and the cost of fire and of maximum fire.

    Both costs are 0 once the ship has opened fire in this battle.
    """

    ammunition: int
    fire: int = 0
    full: int = 0


class Sailing(Struct, frozen=True, omit_defaults=True, gc=False):
    """12.2, 12.3 The cost of speed: coal beyond cruise speed, and the breakdown die at emergency speed.

    Engines break down on that die or less.
    """

    coal: int = 0
    failing: int = 0


class KnownSea(Struct, frozen=True, omit_defaults=True, gc=False):
    """The sea within range of the ships.

    `ways` are the neighbours of each space and `stops` the spaces where ships must stop (12.5). An incident marker or
    an Allied ship lies in the spaces that are `barred` (4.1.3). No mines may be laid in the spaces of `shore` (23.0).
    `closed` are spaces in range that the ships may not enter, by the reason (`games.titles.goeben.orders.withheld`).
    """

    ways: dict[str, tuple[str, ...]] = {}
    stops: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    shore: tuple[str, ...] = ()
    closed: dict[str, tuple[str, ...]] = {}
