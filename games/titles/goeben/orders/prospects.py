"""What the forms of the day know of ships and sea, so that an order can be checked without the game."""

from msgspec import Struct

from games.titles.goeben.box.pieces import Track

REPAIRED: tuple[Track, ...] = ("engines", "hull", "primary", "secondary", "tertiary")
"""10.0 What can be repaired, in the order in which dice are allotted that nobody has."""


class Ware(Struct, frozen=True, gc=False):
    """8.0 A kind of cargo: its price, the boxes it takes, and how many are to be had."""

    points: int
    boxes: int
    left: int


class Berth(Struct, frozen=True, omit_defaults=True, gc=False):
    """A ship as she lies this morning.

    `cruise`, `maximum` and `emergency` are what her engines and bunkers allow, `coal` is what the bunkers hold.
    `damage` are boxes to be repaired, with so many `dice`. `outfits`: there is coal or ammunition to be had;
    `bound`: she must sail (9.1). `landing` is the cargo she may leave, `takers` are the ships she may hand some to,
    `scouts` the spaces her seaplane may see; `letters`: her captain may leave one (25.2). `busy`: she has outfitted
    and does not sail any more (4.1).
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
    """14.8, 14.9 A German ship's ammunition, and what it costs her to fire, and to fire at the maximum; nothing more
    once she has opened fire in this battle.
    """

    ammunition: int
    fire: int = 0
    full: int = 0


class Sailing(Struct, frozen=True, omit_defaults=True, gc=False):
    """12.2, 12.3 What speed costs: the coal for more than cruise speed, and the highest die at which engines fail in an
    emergency.
    """

    coal: int = 0
    failing: int = 0


class KnownSea(Struct, frozen=True, omit_defaults=True, gc=False):
    """The sea around the ships, as far as they may go: the ways between spaces, where they must stop (12.5), which of
    these spaces are `barred` by an Incident marker or an Allied ship (4.1.3), and where no mines may lie (23.0).
    `closed` are spaces in range that they may not enter, by the reason (`games.titles.goeben.orders.withheld`).
    """

    ways: dict[str, tuple[str, ...]] = {}
    stops: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    shore: tuple[str, ...] = ()
    closed: dict[str, tuple[str, ...]] = {}
