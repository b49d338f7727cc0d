"""Facts about ships and sea that the forms of the day contain, so that they can check orders without the state."""

from msgspec import Struct

from games.titles.goeben.components.pieces import Track

REPAIRED: tuple[Track, ...] = ("engines", "hull", "primary", "secondary", "tertiary")
"""10.0 The tracks that can be repaired, in the order in which they receive dice that no order allots."""


class Ware(Struct, frozen=True, gc=False):
    """8.0 A kind of cargo: its price in cargo points, the hull boxes that each piece fills, and the counters `left`."""

    points: int
    boxes: int
    left: int


class Berth(Struct, frozen=True, omit_defaults=True, gc=False):
    """A ship at the beginning of the day."""

    ship: str
    at: str
    """The space where the ship is."""
    cruise: int = 0
    """The moves that she can make at cruise speed, as engines and coal allow."""
    maximum: int = 0
    """The moves that she can make at maximum speed."""
    emergency: int = 0
    """The moves that she can make at emergency speed."""
    coal: int = 0
    austrian: bool = False
    """True if the ship is Austro-Hungarian."""
    bound: bool = False
    """True if she must sail (9.1)."""
    outfits: bool = False
    """True if coal or ammunition is available for her."""
    works: bool = True
    """True if she can repair."""
    damage: dict[str, int] = {}
    """The number of boxes to repair on each damaged track."""
    dice: int = 0
    """The number of her repair dice."""
    points: int = 0
    """Her cargo points (8.5)."""
    hull: int = 0
    """Her hull boxes."""
    cargo: tuple[str, ...] = ()
    """The kinds of cargo aboard."""
    shop: tuple[str, ...] = ()
    """The cargo that she can buy."""
    carries: tuple[str, ...] = ()
    """The cargo that her type can carry."""
    landing: tuple[str, ...] = ()
    """The cargo that she may leave behind."""
    takers: tuple[str, ...] = ()
    """The ships to which she may hand cargo."""
    tries: bool = False
    """True if she may attempt intelligence."""
    scouts: tuple[str, ...] = ()
    """The spaces that her seaplane may scout."""
    mines: int = 0
    """The number of mines aboard."""
    letters: bool = False
    """True if her captain may leave a letter (25.2)."""
    busy: bool = False
    """True if she has outfitted and may not sail (4.1)."""
    leadership: int = 0


class Magazine(Struct, frozen=True, omit_defaults=True, gc=False):
    """14.8, 14.9 A German ship's ammunition, and the ammunition that fire and maximum fire cost (`fire`, `full`).

    Both costs are 0 once she has opened fire in this battle.
    """

    ammunition: int
    fire: int = 0
    full: int = 0


class Sailing(Struct, frozen=True, omit_defaults=True, gc=False):
    """12.2, 12.3 The cost of speed.

    `coal`: the coal that a ship spends to move faster than cruise speed. `failing`: the highest die at which emergency
    speed costs an engine box.
    """

    coal: int = 0
    failing: int = 0


class KnownSea(Struct, frozen=True, omit_defaults=True, gc=False):
    """The sea within range of the ships, as their seat knows it."""

    ways: dict[str, tuple[str, ...]] = {}
    """For each space, the spaces one move away."""
    stops: tuple[str, ...] = ()
    """The spaces where ships must stop (12.5)."""
    barred: tuple[str, ...] = ()
    """The spaces with an incident marker or Allied ship, where ships must stop as well (4.1.3)."""
    shore: tuple[str, ...] = ()
    """The spaces where no mines may be laid (23.0)."""
    closed: dict[str, tuple[str, ...]] = {}
    """By reason (a key of REASONS in `orders.unavailable_orders`), the spaces that ships may not enter."""
