"""The whole truth of a game: who commands what, which cards lie where, and whose turn it is.

Nothing here refers back to what contains it, so the collector of cycles need not look at any of it (`gc=False`).
"""

from typing import Literal

from msgspec import Struct, field

from games.kernel.foreseen import Rule
from games.titles.pirates.box.options import Options
from games.titles.pirates.orders.orders import Leave, Resupply


class Vessel(Struct, omit_defaults=True, gc=False):
    """A ship in play: a German ship, a merchant or a prize, with its markers.

    `refuge` is the Island Refuge card on it, or empty. A warship is always open to interception, whatever `identified`
    says.
    """

    card: str
    identified: bool = False
    damage: int = 0
    unsupplied: bool = False
    refuge: str = ""


class Trophy(Struct, omit_defaults=True, gc=False):
    """A card in a victory pile, how it came there, and whether its value counts twice (2.3.1)."""

    card: str
    how: Literal["sunk", "safe", "scored", "scuttled"]
    doubled: bool = False


class Report(Struct, frozen=True, gc=False):
    """What a seat was told in secret: the cards that lay in `place` (a seat's hand, or the deck) on that turn."""

    round: int
    turn: int
    place: str
    cards: list[str]


class Fleet(Struct, omit_defaults=True, gc=False):
    """All that belongs to one seat. `weather` is the Fog Bank or Deception card laid before it.

    `partner` is the seat of the partner in a team game (4.0); `skipped` says that the next turn is lost (3.3.4).
    `reaction_plan` is that of the sealed tempo; None before the seat was first asked for one.
    """

    seat: str
    ships: list[Vessel] = []
    merchants: list[Vessel] = []
    prizes: list[Vessel] = []
    pile: list[Trophy] = []
    hand: list[str] = []
    weather: str = ""
    reports: list[Report] = []
    reaction_plan: list[Rule] | None = None
    carried: int = 0
    round_points: list[int] = []
    victory_points: list[int] = []
    partner: str = ""
    skipped: bool = False


class ShipDeck(Struct, omit_defaults=True, gc=False):
    """A deck of ships: face down (the last is the top), and face up beneath it those that were used (2.4)."""

    face_down: list[str] = []
    used: list[str] = []


class Use(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a player means to use an assigned card (3.2.1): hidden until the card is revealed, and changeable then.

    In the sealed tempo `instead` are targets to fall back on, and `only` what must be so when the card's moment comes.
    """

    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Assigned(Struct, omit_defaults=True, gc=False):
    """A card laid face down: on which own ship (`place`, or empty before the fleet), and whether sideways.

    `passed` says that its moment has come and gone in a sealed turn: it stays unplayed.
    """

    card: str
    place: str = ""
    sideways: bool = False
    use: Use = Use()
    passed: bool = False


class Errand(Struct, frozen=True, gc=False):
    """What the plan does without a card: a ship leaves her refuge, or takes stores, before the card `before` is shown.

    Without a card it comes after the last.
    """

    order: Leave | Resupply
    before: str = ""


class Pursuer(Struct, frozen=True, gc=False):
    """3.3.30.1 A `ship` that sank the merchant `target`, the `card` on her; the owner, `seat`, waits with Recalled."""

    seat: str
    ship: str
    card: str
    target: str


class Turn(Struct, omit_defaults=True, gc=False):
    """What binds the active player until the turn ends.

    `attacked` is the opponent of all attacks, `other` the one further opponent of other cards (3.1.3, 3.1.4); `engaged`
    are own ships that have intercepted, laid mines or left a refuge; `intercepted` are enemy ships that were.
    `exposed` says that the intercepting raider will be identified when its intercept is over. `mended` are ships that
    were repaired in a refuge (6.8.3), `drained` prizes that have supplied a ship (6.12.1). `recallable` are ships that
    may be called home yet (3.3.30.1). `errands` are what is left of the plan beside cards. `is_extra`: it is itself
    the extra turn of a Second Chance; `extra_to_come`: one is to follow it (3.3.37).
    """

    seat: str
    number: int
    is_extra: bool = False
    as_planned: bool = False
    assigned: list[Assigned] = []
    played: list[str] = []
    reactions: dict[str, list[str]] = {}
    discard_order: tuple[str, ...] = ()
    attacked: str = ""
    other: str = ""
    engaged: list[str] = []
    intercepted: list[str] = []
    exposed: bool = False
    mended: list[str] = []
    drained: list[str] = []
    recallable: list[Pursuer] = []
    errands: list[Errand] = []
    no_draw: bool = False
    extra_to_come: bool = False
    deceived: bool = False
    occasions: int = 0


class Phantom(Struct, omit_defaults=True, gc=False):
    """5.1, 5.2 The solitaire game's own: the phantom's deck (the last is the top), cards `used` since it was shuffled.

    `buried` are action cards thrown away that nobody saw. `scouted` says that Recon Aircraft binds the phantom's next
    turn (5.4.3.10).
    """

    deck: list[str] = []
    used: list[str] = []
    buried: list[str] = []
    scouted: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of The Kaiser's Pirates. Fleets stand in table order, clockwise.

    `shown` are cards that everybody saw going into a hand (3.3.47) or, in the solitaire game, onto the discards, which
    lie face down there (5.3.1). `left_out` are cards of any deck that the scenario or the options keep out of the game
    (5.2, 6.5.1, 6.5.3, 6.5.4); `withdrawn`, with 6.5.2, the German ships that left play in this round.
    """

    options: Options = Options()
    fleets: list[Fleet]
    round: int = 0
    turn: Turn | None = None
    turns: int = 0
    deck: list[str] = []
    removed: list[str] = []
    discards: list[str] = []
    shown: list[str] = []
    german: ShipDeck = field(default_factory=ShipDeck)
    merchant: ShipDeck = field(default_factory=ShipDeck)
    left_out: list[str] = []
    withdrawn: list[str] = []
    starter: str = ""
    over: bool = False
    phantom: Phantom | None = None
