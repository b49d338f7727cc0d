"""3.3 The effects of cards that do not attack: refuges, weather, hands and decks."""

from games.kernel.events import Event


class LeftRefuge(Event, frozen=True, tag="left_refuge"):
    seat: str
    ship: str


class Repaired(Event, frozen=True, tag="repaired"):
    """A damage marker of a ship was removed. `markers` is the number of markers left (6.8.3)."""

    card: str
    markers: int = 0


class Sheltered(Event, frozen=True, tag="sheltered"):
    ship: str
    card: str


class Transferred(Event, frozen=True, tag="transferred"):
    """A ship changed fleets, by Transfer Command, or from partner to partner (4.6, 4.7).

    `owner`: the seat that had it. `by`: the seat that has it now.
    """

    card: str
    owner: str
    by: str


class WeatherLaid(Event, frozen=True, tag="weather_laid"):
    """The seat `by` laid Fog Bank or Deception in front of the fleet of `seat`."""

    seat: str
    card: str
    by: str


class TurnLost(Event, frozen=True, tag="turn_lost"):
    """3.3.4 A seat will lose its next turn, because of a card of the seat `by`."""

    seat: str
    by: str


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
    """3.3.11 Cards went from the hand of a seat to the hand of its partner `to`.

    Only these two seats know the cards.
    """

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


class NoEffect(Event, frozen=True, tag="no_effect"):
    card: str
    reason: str


Events = (
    LeftRefuge | Repaired | Sheltered | Transferred | WeatherLaid | TurnLost | ShipsArrived | HandTaken
    | CardsHandedOver | HandSeen | DeckSeen | DeckArranged | DiscardsTaken | NoEffect
)  # fmt: skip
