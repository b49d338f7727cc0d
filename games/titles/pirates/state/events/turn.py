"""3.1, 3.2.1, 3.2.8 The events of every turn, from its beginning to the card drawn at its end."""

from games.kernel.events import Event
from games.titles.pirates.state.events.common import Place


class TurnBegan(Event, frozen=True, tag="turn_began"):
    seat: str
    number: int
    extra: bool = False


class TurnSkipped(Event, frozen=True, tag="turn_skipped"):
    """3.3.4 A seat's turn was skipped."""

    seat: str


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


class Revealed(Event, frozen=True, tag="revealed"):
    """An assigned card was turned up: its use, its ship, its targets, and the supports revealed with it.

    `use` is "intercept", "british", "mines" or "play". `night`: True if it is a night action.
    """

    seat: str
    card: str
    use: str
    ship: str = ""
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()
    night: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "targets", "supports", "night")


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """The active player plays no further card. `unused` is the number of assigned cards that remain."""

    seat: str
    unused: int = 0

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("unused",)


class Discarded(Event, frozen=True, tag="discarded"):
    """Cards were discarded. If `count` is given without `cards`, they lie face down (5.3.1)."""

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


Events = (
    TurnBegan | TurnSkipped | Fogged | Deceived | CardsAssigned | Revealed | TurnEnded | Discarded | Drew
    | MerchantsArrived | Reshuffled | ExtraTurn
)  # fmt: skip
