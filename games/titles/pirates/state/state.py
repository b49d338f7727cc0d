"""The complete state of a game: the owner of each ship, the place of each card, and the turn in progress.

No object of the state refers back to its container, so the garbage collector need not track these objects (`gc=False`).
"""

from typing import Literal

from msgspec import Struct, field

from games.kernel.standing_orders import Rule
from games.titles.pirates.components.options import Options
from games.titles.pirates.orders.orders import Leave, Resupply


class Vessel(Struct, omit_defaults=True, gc=False):
    """A ship in play with its markers: a German ship, a merchant or a prize."""

    card: str
    """The id of its card."""
    identified: bool = False
    """True if it is not disguised. A warship can be intercepted even if it is not identified."""
    damage: int = 0
    """The number of its damage markers."""
    unsupplied: bool = False
    """True if it is out of supply."""
    refuge: str = ""
    """The Island Refuge card on it; "" if there is none."""


class Trophy(Struct, omit_defaults=True, gc=False):
    """A card in a victory pile.

    `how`: the way in which it was gained. `doubled`: True if it counts twice its value (2.3.1).
    """

    card: str
    how: Literal["sunk", "safe", "scored", "scuttled"]
    doubled: bool = False


class Report(Struct, frozen=True, gc=False):
    """A secret report to a seat: the cards that were in `place` (another seat's hand, or "deck") on that turn."""

    round: int
    turn: int
    place: str
    cards: list[str]


class Fleet(Struct, omit_defaults=True, gc=False):
    """The cards of one seat."""

    seat: str
    ships: list[Vessel] = []
    """The German ships."""
    merchants: list[Vessel] = []
    prizes: list[Vessel] = []
    pile: list[Trophy] = []
    """The victory pile."""
    hand: list[str] = []
    """The action cards in the hand."""
    weather: str = ""
    """The Fog Bank or Deception card in front of the fleet; "" if there is none."""
    reports: list[Report] = []
    """The secret reports that the seat has received in this round."""
    reaction_plan: list[Rule] | None = None
    """In the sealed tempo, the seat's reaction plan; None before the seat is first asked for one."""
    carried: int = 0
    """The number of ships that the seat carried over into this round (2.4.1)."""
    round_points: list[int] = []
    """The round points of each finished round."""
    victory_points: list[int] = []
    """The victory points of each finished round."""
    partner: str = ""
    """The seat of the partner in a team game (4.0); "" without teams."""
    skipped: bool = False
    """True if the seat loses its next turn (3.3.4)."""


class ShipDeck(Struct, omit_defaults=True, gc=False):
    """A deck of ships.

    `face_down`: the face-down cards, the last on top. `used`: the used cards, face up beneath (2.4).
    """

    face_down: list[str] = []
    used: list[str] = []


class Use(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's intention for an assigned card (3.2.1). It is hidden, and may change until the card is revealed.

    The fields have the same meaning as in the orders (see `orders.orders`).
    """

    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    boarding: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    sequence: tuple[str, ...] = ()


class Assigned(Struct, omit_defaults=True, gc=False):
    """A card laid face down."""

    card: str
    place: str = ""
    """The own ship on which it lies, or "" in front of the fleet."""
    sideways: bool = False
    """True if it lies sideways."""
    use: Use = Use()
    """The player's purpose for it."""
    passed: bool = False
    """True if a sealed plan has skipped the card, which stays unplayed."""


class Errand(Struct, frozen=True, gc=False):
    """An order of the plan without a card: a ship leaves its refuge, or takes stores.

    The order is carried out before the card `before` is revealed, or after the last card if `before` is empty.
    """

    order: Leave | Resupply
    before: str = ""


class Pursuer(Struct, frozen=True, gc=False):
    """3.3.30.1 A German ship that sank the merchant `target` and may still be recalled.

    `seat`: the merchant's owner, who keeps Recalled for later. `card`: the card that lay on the ship.
    """

    seat: str
    ship: str
    card: str
    target: str


class Turn(Struct, omit_defaults=True, gc=False):
    """The turn in progress and its restrictions on the active player."""

    seat: str
    """The active player."""
    number: int
    """The number of the turn in the round."""
    is_extra: bool = False
    """True if this is the extra turn of a Second Chance."""
    as_planned: bool = False
    """True if the plan runs without a question before each card."""
    assigned: list[Assigned] = []
    """The cards that lie face down."""
    played: list[str] = []
    """The cards that were turned up."""
    reactions: dict[str, list[str]] = {}
    """The reaction cards played in this turn, by seat."""
    discard_order: tuple[str, ...] = ()
    """The order in which the player wants the cards to be discarded (3.1.5)."""
    attacked: str = ""
    """The opponent of all attacks of the turn; "" before the first (3.1.3)."""
    other: str = ""
    """The further opponent of other cards; "" if there is none (3.1.4)."""
    engaged: list[str] = []
    """The own ships that have intercepted, laid mines or left a refuge."""
    intercepted: list[str] = []
    """The enemy ships that were intercepted."""
    exposed: bool = False
    """True if the intercepting raider will be identified after its intercept."""
    mended: list[str] = []
    """The ships that were repaired in a refuge (6.8.3)."""
    drained: list[str] = []
    """The prizes that have supplied a ship (6.12.1)."""
    recallable: list[Pursuer] = []
    """The hunters that the owners of sunk merchants may still recall (3.3.30.1)."""
    errands: list[Errand] = []
    """The remaining orders of the plan that use no card."""
    no_draw: bool = False
    """True if the player draws no card at the end of the turn."""
    extra_to_come: bool = False
    """True if an extra turn follows this turn (3.3.37)."""
    deceived: bool = False
    """True if the turn is played under Deception (3.3.10)."""
    is_last_card: bool = False
    """True if the phantom's turn ends with the present card (5.4.3.5)."""
    occasions: int = 0
    """The number of questions and rolls so far, for unique keys."""


class Phantom(Struct, omit_defaults=True, gc=False):
    """5.1, 5.2 The phantom's deck, the last card on top, and the cards `used` since it was shuffled.

    `buried`: the action cards that were discarded unseen. `scouted`: True if Recon Aircraft restricts the phantom's
    next turn (5.4.3.10).
    """

    deck: list[str] = []
    used: list[str] = []
    buried: list[str] = []
    scouted: bool = False


class State(Struct, omit_defaults=True, kw_only=True, gc=False):
    """A game of The Kaiser's Pirates."""

    options: Options = Options()
    fleets: list[Fleet]
    """The fleets in table order, clockwise."""
    round: int = 0
    """The current round; 0 before the first."""
    turn: Turn | None = None
    turns: int = 0
    """The number of turns begun in this round."""
    deck: list[str] = []
    """The action cards in the deck, the last one on top."""
    removed: list[str] = []
    """The action cards that were removed unseen for this round (2.1)."""
    discards: list[str] = []
    """The discard pile, the last one on top."""
    shown: list[str] = []
    """The hidden cards that all seats have seen: when they went into a hand (3.3.47) or, in the solitaire game, to the
    discard pile, which lies face down (5.3.1).
    """
    german: ShipDeck = field(default_factory=ShipDeck)
    """The deck of German ships."""
    merchant: ShipDeck = field(default_factory=ShipDeck)
    """The deck of merchants."""
    left_out: list[str] = []
    """The cards that the scenario or the options keep out of the game (5.2, 6.5.1, 6.5.3, 6.5.4)."""
    withdrawn: list[str] = []
    """With 6.5.2, the German ships that left play in this round."""
    starter: str = ""
    """The seat that begins the round."""
    over: bool = False
    phantom: Phantom | None = None
    """The phantom; None in a game of several players."""
