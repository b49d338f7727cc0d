"""The table as the rulebook speaks of it: fleets, ships, cards, and the common moves with them."""

from games.kernel.events import EVERYBODY, Event
from games.kernel.requests import shuffle
from games.kernel.table import Table
from games.titles.pirates.box.components import ActionCard, ActionKind, Box, Coin
from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Place
from games.titles.pirates.table.events.turn import Reshuffled
from games.titles.pirates.table.state import Assigned, Fleet, Phantom, ShipDeck, State, Trophy, Turn, Vessel


class Sea(Table[State]):
    """A state in play, with the cards it is played with."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    # --- who

    @property
    def sealed(self) -> bool:
        """Whether plans and reaction plans are given at the same time, and turns run through."""
        return self.state.options.tempo == "sealed"

    @property
    def turn(self) -> Turn:
        """The turn in progress."""
        if self.state.turn is None:
            raise LookupError("no turn is in progress")
        return self.state.turn

    @property
    def active(self) -> Fleet:
        """The fleet whose turn it is."""
        return self.fleet(self.turn.seat)

    def fleet(self, seat: str) -> Fleet:
        """The fleet of a seat. Raises LookupError."""
        for fleet in self.state.fleets:
            if fleet.seat == seat:
                return fleet
        raise LookupError(f"no fleet of {seat}")

    def others(self, seat: str) -> list[Fleet]:
        """The other fleets, clockwise from the seat's left: the order of turns. Raises LookupError."""
        fleets = self.state.fleets
        for at, fleet in enumerate(fleets):
            if fleet.seat == seat:
                return fleets[at + 1 :] + fleets[:at]
        raise LookupError(f"no fleet of {seat}")

    def opponents(self, seat: str) -> list[Fleet]:
        """4.2, 4.3 The others without the partner, clockwise: targets of cards, and who rolls against the seat."""
        return [fleet for fleet in self.others(seat) if fleet.partner != seat]

    def partner(self, seat: str) -> Fleet | None:
        """4.0 The fleet of the partner; None where everybody plays for himself."""
        partner = self.fleet(seat).partner
        return self.fleet(partner) if partner else None

    def is_phantom(self, seat: str) -> bool:
        """Whether nobody sits there: the other side of the solitaire game (5.0)."""
        return seat == PHANTOM

    @property
    def phantom(self) -> Phantom:
        """5.1 The phantom's deck. Raises LookupError in a game of several players."""
        if self.state.phantom is None:
            raise LookupError("no phantom plays")
        return self.state.phantom

    @property
    def live(self) -> Fleet:
        """The fleet of the one player against the phantom (5.3)."""
        return next(fleet for fleet in self.state.fleets if not self.is_phantom(fleet.seat))

    def tell(self, event: Event) -> None:
        """Announce to all."""
        self.emit(event, to=EVERYBODY)

    def tell_only(self, seat: str, event: Event, reduced: Event) -> None:
        """Announce in full to one seat, in the reduced form to the others."""
        self.emit(event, to=(seat,), reduced=reduced)

    def occasion(self, name: str) -> str:
        """A key for the next question or roll of this turn: `name` and a running number."""
        self.turn.occasions += 1
        return f"{name}.{self.turn.occasions}"

    # --- cards

    def kind(self, card: str) -> ActionKind:
        """The kind of an action card."""
        return self.box.kinds[kind_of(card)]

    def action(self, card: str) -> ActionCard:
        """A physical action card."""
        return self.box.card(card)

    def is_night(self, card: str) -> bool:
        """Whether the intercept half of the card is a night action (1.1.4)."""
        return card in self.box.night

    def hand_of_kinds(self, seat: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of these kinds in a hand, in the order held."""
        return tuple(card for card in self.fleet(seat).hand if kind_of(card) in kinds)

    def action_cards(self) -> list[str]:
        """The action cards that are in the game."""
        return [card for card in self.box.cards if card not in self.state.left_out]

    def open_discards(self) -> list[str]:
        """3.1.7 The topmost discards, the last on top; in the solitaire game all lie face down (5.3.1)."""
        state = self.state
        return state.discards[-self.box.numbers.game.open_discards :] if state.phantom is None else []

    # --- ships

    def vessels(self, fleet: Fleet) -> list[Vessel]:
        """German ships, prizes and merchants of a fleet."""
        return [*fleet.ships, *fleet.prizes, *fleet.merchants]

    def owner(self, card: str) -> Fleet | None:
        """The fleet in which a ship is in play."""
        for fleet in self.state.fleets:
            for vessel in self.vessels(fleet):
                if vessel.card == card:
                    return fleet
        return None

    def owner_of(self, card: str) -> Fleet:
        """The fleet of a ship that is in play. Raises LookupError."""
        fleet = self.owner(card)
        if fleet is None:
            raise LookupError(f"{card} is not in play")
        return fleet

    def find(self, card: str) -> Vessel | None:
        """A ship in play, or None."""
        for fleet in self.state.fleets:
            for vessel in self.vessels(fleet):
                if vessel.card == card:
                    return vessel
        return None

    def vessel(self, card: str) -> Vessel:
        """A ship that is in play. Raises LookupError."""
        found = self.find(card)
        if found is None:
            raise LookupError(f"{card} is not in play")
        return found

    def is_warship(self, card: str) -> bool:
        """A German ship without the raider mark (1.1.4)."""
        return card in self.box.warships

    def is_raider(self, card: str) -> bool:
        """A German ship with the raider mark."""
        ship = self.box.ships.get(card)
        return ship is not None and ship.raider

    def is_german(self, card: str) -> bool:
        """A warship or a raider, as against merchants and prizes."""
        return card in self.box.ships

    def is_prize(self, card: str) -> bool:
        """A captured merchant in play."""
        return any(vessel.card == card for fleet in self.state.fleets for vessel in fleet.prizes)

    def is_open(self, vessel: Vessel) -> bool:
        """3.2.3.1 Whether the British may intercept the ship: a warship, or an identified raider or prize."""
        return vessel.identified or vessel.card in self.box.warships

    def defence(self, card: str) -> Coin:
        """The defence coin of any ship."""
        ship = self.box.ships.get(card)
        return ship.defence if ship is not None else self.box.merchants[card].defence

    def value(self, card: str) -> int:
        """The victory value of any card, 0 for one that has none."""
        return self.box.value(card)

    # --- moves

    def take_out(self, card: str) -> Vessel:
        """Take a ship out of the fleet that has it; what lies on her goes to the played cards."""
        fleet = self.owner_of(card)
        vessel = self.vessel(card)
        for row in (fleet.ships, fleet.prizes, fleet.merchants):
            if vessel in row:
                row.remove(vessel)
        if vessel.refuge:
            self.turn.played.append(vessel.refuge)
        return vessel

    def remove(self, card: str, reason: str) -> None:
        """Out of play without points: face up beneath its deck."""
        self.take_out(card)
        deck = self.state.german if self.is_german(card) else self.state.merchant
        deck.used.append(card)
        if self.state.options.after_1914 and self.is_german(card):
            self.state.withdrawn.append(card)
        self.tell(told.Removed(card, reason))

    def sink(self, card: str, by: str, *, doubled: bool = False) -> None:
        """A ship is sunk: she goes to the pile of `by` (3.2.3, 3.2.4)."""
        owner = self.owner_of(card)
        self.take_out(card)
        self.fleet(by).pile.append(Trophy(card, "sunk", doubled))
        self.tell(told.Sunk(card, owner.seat, by, doubled))

    def score_card(self, card: str, owner: str, by: str) -> None:
        """2.3.2 An action card is sunk and scores; it is no longer among the cards to be discarded."""
        for pile in (self.turn.played, *self.turn.reactions.values()):
            if card in pile:
                pile.remove(card)
        self.fleet(by).pile.append(Trophy(card, "scored"))
        self.tell(told.Sunk(card, owner, by))

    def can_be_damaged(self, vessel: Vessel) -> bool:
        """3.2.7 A ship bears one marker; 6.8, 6.8.1 with the option as many as come."""
        return not vessel.damage or self.state.options.cumulative_damage

    def damage(self, vessel: Vessel) -> None:
        """3.2.7 A marker, where another one fits."""
        if not self.can_be_damaged(vessel):
            return
        vessel.damage += 1
        self.tell(told.Damaged(vessel.card, vessel.damage))

    def identify(self, vessel: Vessel) -> None:
        """3.2.3 A raider or prize loses her disguise."""
        if not vessel.identified:
            vessel.identified = True
            self.tell(told.Identified(vessel.card))

    def disguise(self, vessel: Vessel) -> None:
        """3.2.3 A raider or prize is disguised again."""
        if vessel.identified:
            vessel.identified = False
            self.tell(told.Disguised(vessel.card))

    def supply(self, vessel: Vessel) -> None:
        """Take the marker of lacking supply off."""
        if vessel.unsupplied:
            vessel.unsupplied = False
            self.tell(told.Supplied(vessel.card))

    def run_out(self, vessel: Vessel) -> None:
        """Put the marker of lacking supply on."""
        vessel.unsupplied = True
        self.tell(told.Unsupplied(vessel.card))

    def from_hand(self, seat: str, card: str) -> None:
        """A reaction leaves the hand; it is discarded after the turn (3.1.5)."""
        self.fleet(seat).hand.remove(card)
        self.turn.reactions.setdefault(seat, []).append(card)

    def has_ship(self, deck: ShipDeck) -> bool:
        """Whether a ship can be drawn. With 6.5.2 the used ones stay where all of them left play in this round."""
        return bool(deck.face_down) or any(card not in self.state.withdrawn for card in deck.used)

    async def draw_ship(self, deck: ShipDeck, name: str) -> str | None:
        """The top card of a deck of ships; when it is out, the used ones are reshuffled (3.1.10)."""
        if not deck.face_down and self.has_ship(deck):
            deck.face_down = await shuffle(deck.used, key=f"reshuffle.{name}", rule="3.1.10")
            deck.used = []
            self.tell(Reshuffled(name, len(deck.face_down)))
        return deck.face_down.pop() if deck.face_down else None

    async def draw_ships(self, deck: ShipDeck, name: str, count: int) -> list[str]:
        """Up to `count` ships from a deck."""
        drawn: list[str] = []
        for _ in range(count):
            ship = await self.draw_ship(deck, name)
            if ship is not None:
                drawn.append(ship)
        return drawn


def places(assigned: list[Assigned]) -> tuple[Place, ...]:
    """What all see of assigned cards: how many lie where and which way round (3.2.1.0)."""
    counts: dict[tuple[str, bool], int] = {}
    for card in assigned:
        spot = (card.place, card.sideways)
        counts[spot] = counts.get(spot, 0) + 1
    return tuple(Place(on, sideways, counts[on, sideways]) for on, sideways in sorted(counts))


def pile_value(sea: Sea, fleet: Fleet) -> int:
    """2.3.1, 2.3.2 The victory points in a pile, as it lies."""
    doubled = sea.box.numbers.score.doubled
    return sum(sea.value(trophy.card) * (doubled if trophy.doubled else 1) for trophy in fleet.pile)
