"""1.1 The cards: German ships, merchants, action cards and the phantom's cards.

The function `load` of `components.box` builds these structs from the files in `data/`.
"""

from typing import Literal

from msgspec import Struct

from games.kernel.text import Text
from games.titles.pirates.components.sheets import Coin

KINDS = (
    "amc", "blockade_runner", "boarding_party", "bounding_main", "break_contact", "breakdown", "breakout", "collier",
    "damage_control", "deception", "exchange_information", "fair_seas", "fast_ship", "fog_bank", "good_hunting",
    "heavy_weather", "intelligence", "interned", "interrogate", "island_refuge", "lay_mines", "minesweeper",
    "mistaken_identity", "monitor", "non_combatant", "pull_the_plug", "qqq", "q_ship", "razzle_dazzle", "recalled",
    "recon_aircraft", "reflag", "rendezvous_missed", "sail_q_ship", "scuttle", "searchlight", "second_chance",
    "shallow_run", "shipping_lanes", "slim_pickings", "special_cargo", "submarines_u", "submarines_uc",
    "surprise_attack", "transfer_command", "trap", "wireless_intercept",
)  # fmt: skip
"""The kinds of action card in the order of 3.3: KINDS[0] is 3.3.1."""

Category = Literal["action", "reaction", "support", "both"]
ShipClass = Literal["warship", "raider"]
MerchantType = Literal["sail", "steam", "liner", "tanker", "collier"]
Fate = Literal["taken", "mine", "prize"]
TournamentRole = Literal["choice", "removed", "deck"]
Aim = Literal["", "low", "high", "random"]

CATEGORIES: tuple[Category, ...] = ("action", "reaction", "support", "both")
SHIP_CLASSES: tuple[ShipClass, ...] = ("warship", "raider")
MERCHANT_TYPES: tuple[MerchantType, ...] = ("sail", "steam", "liner", "tanker", "collier")
FATES: tuple[Fate, ...] = ("taken", "mine", "prize")
TOURNAMENT_ROLES: tuple[TournamentRole, ...] = ("choice", "removed", "deck")
AIMS: tuple[Aim, ...] = ("low", "high", "random")

SOLITAIRE_ACTIONS = (
    "no_action", "warship_intercept", "raider_intercept", "british_intercept", "submarine_torpedo", "submarine_mine",
)  # fmt: skip
"""5.1 Attack entries of solitaire cards that are not kinds of action card."""

COINS = ("attack", "torpedo", "mine", "gun", "depth_charge", "defence")
"""1.1.4.1 The coins of an action, each a column of `actions.tsv`; the challenge and response pair is
stored separately.
"""


class GermanShip(Struct, frozen=True):
    """1.1.1 A warship or raider.

    `tournament` is the use of the ship in a tournament: dealt by choice, taken out of the deck, or left in it (6.4).
    """

    id: str
    name: str
    ship_class: ShipClass
    attack: Coin
    defence: Coin
    vp: int
    mines: bool
    coal: bool
    fast: bool
    sail: bool
    aircraft: bool
    removed_1914: bool
    tournament: TournamentRole

    @property
    def raider(self) -> bool:
        """1.1.4, 1.1.4.2 True if the ship is a raider, which can be disguised."""
        return self.ship_class == "raider"

    @property
    def warship(self) -> bool:
        """3.2.3 True if the ship is a warship, which is always identified."""
        return self.ship_class == "warship"


class Merchant(Struct, frozen=True):
    """1.1.1 A merchant, with its history: gross `tonnage`, date of loss (`lost`: 1914-09-25), and `captor`."""

    id: str
    name: str
    nation: str
    type: MerchantType
    tonnage: int
    vp: int
    defence: Coin
    challenge: Coin
    response: Coin
    sail: bool
    lost_1914: bool
    lost: str
    captor: str
    fate: Fate


class ActionKind(Struct, frozen=True):
    """1.1.2 The properties that all cards of one kind share. A coin that the kind does not have is ()."""

    id: str
    name: Text
    rule: str
    summary: Text
    count: int
    category: Category
    team: bool
    expansion: bool
    solitaire_removed: bool
    british_ship: str
    intercept: Coin
    night_copies: int
    challenge: Coin
    response: Coin
    attack: Coin
    torpedo: Coin
    mine: Coin
    gun: Coin
    depth_charge: Coin
    defence: Coin
    vp: int

    @property
    def can_act(self) -> bool:
        """3.2.1 True if a card can be assigned upright for its own action."""
        return self.category in ("action", "both")

    @property
    def can_react(self) -> bool:
        """3.2.2 True if a card can be played from the hand as a reaction."""
        return self.category in ("reaction", "both")

    @property
    def is_support(self) -> bool:
        """1.1.2 True if a card can only be played together with an attack."""
        return self.category == "support"

    @property
    def scores(self) -> bool:
        """2.3.2 True if a card goes to a victory pile when it is sunk."""
        return self.vp > 0


class ActionCard(Struct, frozen=True):
    """One physical card.

    `number` counts within its kind. `name` is its own name (U-27), or that of its kind.
    """

    id: str
    kind: str
    number: int
    name: Text
    night: bool
    vp: int


class SolitaireAttack(Struct, frozen=True):
    """5.1 One of a phantom card's four attack entries: a kind of action card, or one of SOLITAIRE_ACTIONS.

    `coin` is () if the card prints none. `aim` is the rule by which Interrogate chooses a ship (5.4.3.11).
    """

    action: str
    ends_turn: bool = False
    coin: Coin = ()
    aim: Aim = ""


class SolitaireCard(Struct, frozen=True):
    """1.1.3, 5.1 A card of the phantom.

    `defences`: the reaction for a red die of 1 or 3, and for a red die of 2 or 4; "" for none.
    """

    id: str
    defences: tuple[str, str]
    special: str
    attacks: tuple[SolitaireAttack, SolitaireAttack, SolitaireAttack, SolitaireAttack]

    def defence(self, red: int) -> str:
        """5.3.3 Return the reaction for a roll of the red die. Return "" if there is none."""
        return self.defences[(red - 1) % 2]

    def attack(self, red: int) -> SolitaireAttack:
        """5.4.3.1 Return the attack entry for a roll of the red die."""
        return self.attacks[red - 1]
