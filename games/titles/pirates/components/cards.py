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
"""The kinds of action card in the order of rule 3.3: the first is the kind of 3.3.1."""

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
"""5.1 The attack entries of the phantom's cards that are not kinds of action card."""

COINS = ("attack", "torpedo", "mine", "gun", "depth_charge", "defence")
"""1.1.4.1 The coins that an action card may have, each a column of ``actions.tsv``, without challenge and response.

A coin is a group of dice that a card shows.
"""


class GermanShip(Struct, frozen=True):
    """1.1.1 A warship or raider."""

    id: str
    name: str
    ship_class: ShipClass
    attack: Coin
    defence: Coin
    vp: int
    """Its victory points."""
    mines: bool
    """True if it can lay mines (3.3.21)."""
    coal: bool
    """True if it has the coal symbol (6.1)."""
    fast: bool
    """True if it is one of the fast raiders (6.6)."""
    sail: bool
    """True if it is under sail (6.2)."""
    aircraft: bool
    """True if it carries an aircraft (6.3)."""
    removed_1914: bool
    """True if the option "after 1914" removes it (6.5.1)."""
    tournament: TournamentRole
    """6.4 Its use in a tournament: dealt by choice, taken out of the deck, or left in the deck."""

    @property
    def raider(self) -> bool:
        """1.1.4, 1.1.4.2 True if the ship is a raider, which can be disguised."""
        return self.ship_class == "raider"

    @property
    def warship(self) -> bool:
        """3.2.3 True if the ship is a warship, which is always identified."""
        return self.ship_class == "warship"


class Merchant(Struct, frozen=True):
    """1.1.1 A merchant, with its history."""

    id: str
    name: str
    nation: str
    type: MerchantType
    tonnage: int
    """Its gross tonnage."""
    vp: int
    """Its victory points."""
    defence: Coin
    challenge: Coin
    """The dice of its challenge for safe passage (3.2.6)."""
    response: Coin
    """The dice of the response to this challenge."""
    sail: bool
    """True if it is under sail (6.11)."""
    lost_1914: bool
    """True if it was lost in 1914 (6.5.4)."""
    lost: str
    """The date of its loss, such as 1914-09-25."""
    captor: str
    """The German ship that caused its loss."""
    fate: Fate
    """How it was lost."""


class ActionKind(Struct, frozen=True):
    """1.1.2 The properties that all action cards of one kind share.

    A field with dice (Coin) is () if the kind does not have these dice.
    """

    id: str
    name: Text
    rule: str
    """The number of its rule."""
    summary: Text
    """A short text on its effect."""
    count: int
    """The number of cards of this kind."""
    category: Category
    """How it can be played: as an action, a reaction, both, or a support."""
    team: bool
    """True if it is used only in team games (4.0)."""
    expansion: bool
    """True if it belongs to the expansion of the game."""
    solitaire_removed: bool
    """True if it is not used in the solitaire game (5.2)."""
    british_ship: str
    """The name of the British ship on the card; "" if there is none."""
    intercept: Coin
    """The dice of an intercept by the Royal Navy with this card (3.2.3)."""
    night_copies: int
    """The number of its cards with which an intercept is a night action."""
    challenge: Coin
    response: Coin
    attack: Coin
    torpedo: Coin
    mine: Coin
    gun: Coin
    depth_charge: Coin
    defence: Coin
    vp: int
    """The victory points of a ship on the card; 0 if there is none."""

    @property
    def can_act(self) -> bool:
        """3.2.1 True if a card of this kind can be laid upright, to be played for its text."""
        return self.category in ("action", "both")

    @property
    def can_react(self) -> bool:
        """3.2.2 True if a card of this kind can be played from the hand as a reaction."""
        return self.category in ("reaction", "both")

    @property
    def is_support(self) -> bool:
        """1.1.2 True if a card of this kind can only be played together with an attack."""
        return self.category == "support"

    @property
    def scores(self) -> bool:
        """2.3.2 True if a card of this kind is a ship that scores: when sunk, it goes to a victory pile."""
        return self.vp > 0


class ActionCard(Struct, frozen=True):
    """One action card of the deck.

    `number` is its number among the cards of its kind. `name` is its own name (U-27) or, without one, the name of its
    kind. `night`: True if an intercept with it is a night action. `vp`: its victory points.
    """

    id: str
    kind: str
    number: int
    name: Text
    night: bool
    vp: int


class SolitaireAttack(Struct, frozen=True):
    """5.1 One of a phantom card's four attack entries.

    `action`: a kind of action card, or one of SOLITAIRE_ACTIONS. `ends_turn`: True if the phantom's turn ends after it.
    `coin`: the dice of the attack; () if the entry has none. `aim`: the value of the disguised ship that Interrogate
    chooses, "low" (the lowest), "high" (the highest) or "random" (any); "" for all other actions (5.4.3.11).
    """

    action: str
    ends_turn: bool = False
    coin: Coin = ()
    aim: Aim = ""


class SolitaireCard(Struct, frozen=True):
    """1.1.3, 5.1 A card of the phantom.

    `defences`: the reactions, as kinds of action card, for a red die of 1 or 3, and for a red die of 2 or 4; "" for
    none. `special`: its special action; "" for none. `attacks`: the attack entries for a red die of 1 to 4.
    """

    id: str
    defences: tuple[str, str]
    special: str
    attacks: tuple[SolitaireAttack, SolitaireAttack, SolitaireAttack, SolitaireAttack]

    def defence(self, red: int) -> str:
        """5.3.3 Return the reaction for a roll of the red die, as a kind of action card; "" if there is none."""
        return self.defences[(red - 1) % 2]

    def attack(self, red: int) -> SolitaireAttack:
        """5.4.3.1 Return the attack entry for a roll of the red die."""
        return self.attacks[red - 1]
