"""What happens at the table, as it is told. Fields that only some may know are empty in the reduced form."""

from msgspec import Struct

from games.kernel.events import Event

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


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int
    deck: int
    removed: int


class LeftOut(Event, frozen=True, tag="left_out"):
    """5.2, 6.5.1, 6.5.3, 6.5.4 Cards that the scenario or the options keep out of the game."""

    cards: tuple[str, ...]


class WishesOpened(Event, frozen=True, tag="wishes_opened"):
    """6.4 The ships that a seat wished for, the best first."""

    seat: str
    ships: tuple[str, ...]


class Contested(Event, frozen=True, tag="contested"):
    """6.4 Several seats want the same ship: the highest roll gets her."""

    ship: str
    rolls: dict[str, int]


class ShipsDealt(Event, frozen=True, tag="ships_dealt"):
    seat: str
    ships: tuple[str, ...]
    merchants: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships", "merchants")


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    seat: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat == self.seat else ()


class StarterRolled(Event, frozen=True, tag="starter_rolled"):
    rolls: dict[str, int]


class StarterFound(Event, frozen=True, tag="starter_found"):
    seat: str
    how: str


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: str
    number: int
    extra: bool = False


class Fogged(Event, frozen=True, tag="fogged"):
    seat: str


class Deceived(Event, frozen=True, tag="deceived"):
    seat: str
    card: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",)


class CardsAssigned(Event, frozen=True, tag="cards_assigned"):
    seat: str
    places: tuple[Place, ...]


class LeftRefuge(Event, frozen=True, tag="left_refuge"):
    seat: str
    ship: str


class Revealed(Event, frozen=True, tag="revealed"):
    """A card is turned up: its use (intercept, british, mines, play), the ship, the targets and the supports shown."""

    seat: str
    card: str
    use: str
    ship: str = ""
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    night: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "targets", "supports", "night")


class SupportRevealed(Event, frozen=True, tag="support_revealed"):
    seat: str
    card: str
    target: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",)


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """The active player plays no further card; `unused` is how many lie there still."""

    seat: str
    unused: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("unused",)


class Reacted(Event, frozen=True, tag="reacted"):
    """A seat's answer to an attack or a sinking; without a card it plays none."""

    seat: str
    to: str
    card: str = ""
    target: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "target")


class Cancelled(Event, frozen=True, tag="cancelled"):
    target: str
    reason: str


class Followed(Event, frozen=True, tag="followed"):
    """The hunter's choice, `declared` or not: to chase a Fast Ship (6.6.1) or to pursue into shallows (6.10.1)."""

    ship: str
    target: str
    how: str
    declared: bool


class Exhausted(Event, frozen=True, tag="exhausted"):
    """6.12.2 A prize is empty; her crew scuttles her, and she scores once."""

    card: str
    owner: str


class Fought(Event, frozen=True, tag="fought"):
    """An attack roll. `outcome` is none, damaged, sunk or captured (3.2.7, 3.2.5)."""

    weapon: str
    attacker: Throw
    defender: Throw
    outcome: str


class Challenged(Event, frozen=True, tag="challenged"):
    """A challenge against a response, for `purpose` and about `subject` (3.2.7)."""

    purpose: str
    subject: str
    challenger: Throw
    responder: Throw
    success: bool


class Sunk(Event, frozen=True, tag="sunk"):
    """A card goes to a victory pile because it was sunk."""

    card: str
    owner: str
    by: str
    doubled: bool = False


class Captured(Event, frozen=True, tag="captured"):
    card: str
    owner: str
    by: str
    resupplied: str = ""


class Damaged(Event, frozen=True, tag="damaged"):
    card: str
    markers: int


class Safe(Event, frozen=True, tag="safe"):
    card: str
    owner: str
    doubled: bool = False


class Identified(Event, frozen=True, tag="identified"):
    card: str


class Disguised(Event, frozen=True, tag="disguised"):
    card: str


class Supplied(Event, frozen=True, tag="supplied"):
    card: str


class Unsupplied(Event, frozen=True, tag="unsupplied"):
    card: str


class Repaired(Event, frozen=True, tag="repaired"):
    """A damage marker is taken off; `markers` are left (6.8.3)."""

    card: str
    markers: int = 0


class Sheltered(Event, frozen=True, tag="sheltered"):
    ship: str
    card: str


class Removed(Event, frozen=True, tag="removed"):
    """A ship leaves play without points: it lies face up beneath its deck."""

    card: str
    reason: str


class Transferred(Event, frozen=True, tag="transferred"):
    """A ship changes fleets: by Transfer Command, or from partner to partner (4.6, 4.7)."""

    card: str
    owner: str
    by: str


class WeatherLaid(Event, frozen=True, tag="weather_laid"):
    """Fog Bank or Deception is laid before a fleet."""

    seat: str
    card: str
    by: str


class TurnLost(Event, frozen=True, tag="turn_lost"):
    """3.3.4 The next turn of a seat will not take place."""

    seat: str
    by: str


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """3.3.4 This turn would have been the seat's."""

    seat: str


class ShipsArrived(Event, frozen=True, tag="ships_arrived"):
    seat: str
    ships: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("ships",)


class HandTaken(Event, frozen=True, tag="hand_taken"):
    seat: str
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",)


class CardsHandedOver(Event, frozen=True, tag="cards_handed_over"):
    """3.3.11 Cards go from one partner's hand to the other's; only these two know which."""

    seat: str
    to: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat in (self.seat, self.to) else ()


class HandSeen(Event, frozen=True, tag="hand_seen"):
    seat: str
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",)


class DeckSeen(Event, frozen=True, tag="deck_seen"):
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",)


class DeckArranged(Event, frozen=True, tag="deck_arranged"):
    by: str
    cards: tuple[str, ...] = ()


class DiscardsTaken(Event, frozen=True, tag="discards_taken"):
    by: str
    cards: tuple[str, ...]


class Exchanged(Event, frozen=True, tag="exchanged"):
    """Mistaken Identity: two sunk merchants change piles."""

    seat: str
    given: str
    taken: str


class NoEffect(Event, frozen=True, tag="no_effect"):
    card: str
    reason: str


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards are thrown away; where they are only counted, face down (5.3.1)."""

    seat: str
    cards: tuple[str, ...]
    count: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",)


class Drew(Event, frozen=True, tag="drew"):
    seat: str
    left: int
    card: str = ""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",) if seat == self.seat else ()


class MerchantsArrived(Event, frozen=True, tag="merchants_arrived"):
    seat: str
    merchants: tuple[str, ...]

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("merchants",)


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    deck: str
    count: int


class ExtraTurn(Event, frozen=True, tag="extra_turn"):
    seat: str


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int


class TrophyLost(Event, frozen=True, tag="trophy_lost"):
    """2.3.1 A German ship beyond the number of merchants taken does not count."""

    seat: str
    card: str


class RoundScored(Event, frozen=True, tag="round_scored"):
    round: int
    victory_points: dict[str, int]
    round_points: dict[str, int]


class CarriedOver(Event, frozen=True, tag="carried_over"):
    """2.4.1, 6.7 One ship, or none; one of these for each ship."""

    seat: str
    ship: str = ""


class ShipsExchanged(Event, frozen=True, tag="ships_exchanged"):
    """4.9 What partners hand each other of the ships carried over; both empty where all stay."""

    seat: str
    partner: str
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("given", "taken")


class GameTied(Event, frozen=True, tag="game_tied"):
    """2.5 A full tie: another round decides or, with `shared`, the seats share the win. With `teams`, partners stand
    side by side in `seats` (4.10).
    """

    seats: tuple[str, ...]
    shared: bool = False
    teams: bool = False


class GameWon(Event, frozen=True, tag="game_won"):
    """The winner or, with a partner, the winning team and its points together (4.10)."""

    seat: str
    round_points: int
    victory_points: int
    partner: str = ""


class SolitaireDrawn(Event, frozen=True, tag="solitaire_drawn"):
    """5.3.3, 5.4.3 A card of the phantom's deck, for an "attack" (or "deceived"), "defence", "special" or "reflag".

    `entry` is what counts of it after the red `die`, empty for none; `coin` and `aim` are printed beside it.
    """

    card: str
    purpose: str
    left: int
    die: int = 0
    entry: str = ""
    coin: tuple[int, ...] = ()
    aim: str = ""
    ends_turn: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "entry", "coin", "aim", "ends_turn")


class PhantomActed(Event, frozen=True, tag="phantom_acted"):
    """5.4.3 The phantom carries an entry out."""

    action: str
    ship: str = ""
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()


class PhantomIgnored(Event, frozen=True, tag="phantom_ignored"):
    """5.3.3, 5.4.3 An entry without effect: "impossible", "repeated", or a reaction that has "no_fit"."""

    action: str
    reason: str


class PhantomTurnEnded(Event, frozen=True, tag="phantom_turn_ended"):
    """5.4.3 Why: "no_action", "impossible", "ends_turn" (ET), "scouted" or "deceived"."""

    reason: str


class CardsBuried(Event, frozen=True, tag="cards_buried"):
    """5.4.3.8 Cards drawn from a hand and laid face down on the discards."""

    seat: str
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat == self.seat else ()


class DrewUnseen(Event, frozen=True, tag="drew_unseen"):
    """5.4.2 An action card from the deck onto the discards that nobody has seen."""

    seat: str
    left: int


AnyEvent = (
    RoundBegan | ShipsDealt | HandDealt | StarterRolled | StarterFound | TurnBegan | Fogged | Deceived | CardsAssigned
    | LeftRefuge | Revealed | SupportRevealed | TurnEnded | Reacted | Cancelled | Fought | Challenged | Sunk | Captured
    | Damaged | Safe | Identified | Disguised | Supplied | Unsupplied | Repaired | Sheltered | Removed | Transferred
    | WeatherLaid | TurnLost | TurnSkipped | ShipsArrived | HandTaken | CardsHandedOver | HandSeen | DeckSeen
    | DeckArranged | DiscardsTaken | Exchanged | NoEffect | Discarded | Drew | MerchantsArrived | Reshuffled | ExtraTurn
    | RoundEnded | TrophyLost | RoundScored | CarriedOver | ShipsExchanged | GameTied | GameWon | Followed | Exhausted
    | LeftOut | WishesOpened | Contested | SolitaireDrawn | PhantomActed | PhantomIgnored | PhantomTurnEnded
    | CardsBuried | DrewUnseen
)  # fmt: skip
"""Every event of the title."""
