"""The complete state of a game: the owner of each ship, the place of each card, and the turn in progress.

No object here refers back to its container, so the garbage collector need not track any of them (`gc=False`).
"""

from typing import Literal

from msgspec import Struct, field

from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.orders import Leave, Resupply


class Vessel(Struct, omit_defaults=True, gc=False):
    """A ship in play with its markers: a German ship, a merchant or a prize.

    `refuge` is the Island Refuge card on it, or "". A warship is always open to interception, whatever `identified`
    says.
    """

    card: str
    identified: bool = False
    damage: int = 0
    unsupplied: bool = False
    refuge: str = ""


class Trophy(Struct, omit_defaults=True, gc=False):
    """A card in a victory pile: how it came there, and whether its value is doubled (2.3.1)."""

    card: str
    how: Literal["sunk", "safe", "scored", "scuttled"]
    doubled: bool = False


class Report(Struct, frozen=True, gc=False):
    """A secret report to a seat: the cards that were in `place` (a seat's hand, or the deck) on that turn."""

    round: int
    turn: int
    place: str
    cards: list[str]


class Fleet(Struct, omit_defaults=True, gc=False):
    """The cards of one seat.

    `weather` is the Fog Bank or Deception card in front of it. `partner` is the seat of the partner in a team game
    (4.0). `skipped`: the next turn is lost (3.3.4). `reaction_plan` is that of the sealed tempo; None before the seat
    is first asked for one.
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
    """A deck of ships: face-down cards, the last on top, and beneath them the face-up cards that were used (2.4)."""

    face_down: list[str] = []
    used: list[str] = []


class Use(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's intention for an assigned card (3.2.1). It is hidden, and may change until the card is revealed.

    In the sealed tempo `instead` are fallback targets, and `only` conditions that must hold when the card is played.
    """

    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Assigned(Struct, omit_defaults=True, gc=False):
    """A card laid face down: its `place` (an own ship, or "" in front of the fleet), and whether it lies sideways.

    `passed`: a sealed plan has gone on to later cards, and this one stays unplayed.
    """

    card: str
    place: str = ""
    sideways: bool = False
    use: Use = Use()
    passed: bool = False


class Errand(Struct, frozen=True, gc=False):
    """An order of the plan without a card: a ship leaves its refuge, or takes stores.

    It is carried out before the card `before` is revealed, or after the last card if `before` is empty.
    """

    order: Leave | Resupply
    before: str = ""


class Pursuer(Struct, frozen=True, gc=False):
    """3.3.30.1 A `ship` that sank the merchant `target` with the `card` on it.

    `seat`, the owner of the merchant, keeps Recalled for later.
    """

    seat: str
    ship: str
    card: str
    target: str


class Turn(Struct, omit_defaults=True, gc=False):
    """The turn in progress and its restrictions on the active player.

    `attacked` is the opponent of all attacks, `other` the one further opponent of other cards (3.1.3, 3.1.4). `engaged`
    are own ships that have intercepted, laid mines or left a refuge; `intercepted` are enemy ships that were
    intercepted. `exposed`: the intercepting raider will be identified after its intercept. `mended` are ships that were
    repaired in a refuge (6.8.3), `drained` prizes that have supplied a ship (6.12.1). `recallable` are ships that
    Recalled may still call home (3.3.30.1). `errands` are the orders of the plan without cards that remain. `is_extra`:
    it is the extra turn of a Second Chance; `extra_to_come`: such a turn follows it (3.3.37). `is_last_card`: the
    phantom's turn ends with the present card (5.4.3.5).
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
    is_last_card: bool = False
    occasions: int = 0


class Phantom(Struct, omit_defaults=True, gc=False):
    """5.1, 5.2 The phantom's deck, the last card on top, and the cards `used` since it was shuffled.

    `buried` are action cards that were discarded unseen. `scouted`: Recon Aircraft restricts the phantom's next turn
    (5.4.3.10).
    """

    deck: list[str] = []
    used: list[str] = []
    buried: list[str] = []
    scouted: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of The Kaiser's Pirates. Fleets are in table order, clockwise.

    `shown` are cards that all seats saw going into a hand (3.3.47) or, in the solitaire game, to the discard pile,
    which lies face down (5.3.1). `left_out` are cards that the scenario or the options keep out of the game (5.2,
    6.5.1, 6.5.3, 6.5.4). `withdrawn`, with 6.5.2, are the German ships that left play in this round.
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
