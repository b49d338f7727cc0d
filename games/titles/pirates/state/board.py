"""The board in the rulebook's terms: fleets, ships and cards, and common operations on them."""

from games.kernel.events import EVERYBODY, Event
from games.kernel.requests import shuffle
from games.kernel.table import Table
from games.titles.pirates.components.box import ActionCard, ActionKind, Box, Coin
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Place
from games.titles.pirates.state.events.turn import Reshuffled
from games.titles.pirates.state.state import Assigned, Fleet, Phantom, ShipDeck, State, Trophy, Turn, Vessel


class Board(Table[State]):
    """The state in play with the components of its game, and the queries and operations in the rulebook's terms."""

    def __init__(self, state: State, box: Box) -> None:
        super().__init__(state)
        self.box = box

    # --- who

    @property
    def sealed(self) -> bool:
        """True in the sealed tempo: all plans of a turn are given at once, and the turn runs without questions."""
        return self.state.options.tempo == "sealed"

    @property
    def turn(self) -> Turn:
        """The turn in progress. Raises LookupError if there is none."""
        if self.state.turn is None:
            raise LookupError("no turn is in progress")
        return self.state.turn

    @property
    def active(self) -> Fleet:
        """The fleet whose turn it is."""
        return self.fleet(self.turn.seat)

    def fleet(self, seat: str) -> Fleet:
        """Return the fleet of a seat. Raise LookupError if there is none."""
        for fleet in self.state.fleets:
            if fleet.seat == seat:
                return fleet
        raise LookupError(f"no fleet of {seat}")

    def others(self, seat: str) -> list[Fleet]:
        """Return the fleets of the other seats in the sequence of turns, clockwise from the left of a seat.

        Raise LookupError for an unknown seat.
        """
        fleets = self.state.fleets
        for at, fleet in enumerate(fleets):
            if fleet.seat == seat:
                return fleets[at + 1 :] + fleets[:at]
        raise LookupError(f"no fleet of {seat}")

    def opponents(self, seat: str) -> list[Fleet]:
        """4.2, 4.3 Return the fleets of a seat's opponents, clockwise: all other fleets except that of the partner."""
        return [fleet for fleet in self.others(seat) if fleet.partner != seat]

    def partner(self, seat: str) -> Fleet | None:
        """4.0 Return the fleet of the partner. Return None without teams."""
        partner = self.fleet(seat).partner
        return self.fleet(partner) if partner else None

    def is_phantom(self, seat: str) -> bool:
        """Return True if a fleet has no player: it is the phantom's fleet in the solitaire game (5.0)."""
        return seat == PHANTOM

    @property
    def phantom(self) -> Phantom:
        """5.1 The phantom's deck and restrictions. Raises LookupError in a game of several players."""
        if self.state.phantom is None:
            raise LookupError("no phantom plays")
        return self.state.phantom

    @property
    def live(self) -> Fleet:
        """The fleet of the player who plays against the phantom (5.3)."""
        return next(fleet for fleet in self.state.fleets if not self.is_phantom(fleet.seat))

    def tell(self, event: Event) -> None:
        """Announce an event to all seats."""
        self.emit(event, to=EVERYBODY)

    def tell_only(self, seat: str, event: Event, reduced: Event) -> None:
        """Announce `event` to one seat, and the event `reduced` to all other seats."""
        self.emit(event, to=(seat,), reduced=reduced)

    def occasion(self, name: str) -> str:
        """Return a unique key for the next question or roll of this turn: `name`, a point and a running number."""
        self.turn.occasions += 1
        return f"{name}.{self.turn.occasions}"

    # --- cards

    def kind(self, card: str) -> ActionKind:
        """Return the kind of an action card."""
        return self.box.kinds[kind_of(card)]

    def action(self, card: str) -> ActionCard:
        """Return the properties of a physical action card."""
        return self.box.card(card)

    def is_night(self, card: str) -> bool:
        """Return True if the intercept half of the card is a night action (1.1.4)."""
        return card in self.box.night

    def hand_of_kinds(self, seat: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards of these kinds in a hand, in the order of the hand."""
        return tuple(card for card in self.fleet(seat).hand if kind_of(card) in kinds)

    def action_cards(self) -> list[str]:
        """Return the action cards that are in the game."""
        return [card for card in self.box.cards if card not in self.state.left_out]

    def open_discards(self) -> list[str]:
        """3.1.7 Return the top discards that are public, the last one on top.

        There are none in the solitaire game, where all discards lie face down (5.3.1).
        """
        state = self.state
        return state.discards[-self.box.numbers.game.open_discards :] if state.phantom is None else []

    # --- ships

    def vessels(self, fleet: Fleet) -> list[Vessel]:
        """Return all ships of a fleet: German ships, prizes and merchants, in this order."""
        return [*fleet.ships, *fleet.prizes, *fleet.merchants]

    def owner(self, card: str) -> Fleet | None:
        """Return the fleet that a ship in play belongs to; None if it is not in play."""
        for fleet in self.state.fleets:
            for vessel in self.vessels(fleet):
                if vessel.card == card:
                    return fleet
        return None

    def owner_of(self, card: str) -> Fleet:
        """Return the fleet of a ship that is in play. Raise LookupError if it is not in play."""
        fleet = self.owner(card)
        if fleet is None:
            raise LookupError(f"{card} is not in play")
        return fleet

    def find(self, card: str) -> Vessel | None:
        """Return a ship in play. Return None if it is not in play."""
        for fleet in self.state.fleets:
            for vessel in self.vessels(fleet):
                if vessel.card == card:
                    return vessel
        return None

    def vessel(self, card: str) -> Vessel:
        """Return a ship that is in play. Raise LookupError if it is not in play."""
        found = self.find(card)
        if found is None:
            raise LookupError(f"{card} is not in play")
        return found

    def is_warship(self, card: str) -> bool:
        """Return True if a card is a German ship without the raider mark (1.1.4)."""
        return card in self.box.warships

    def is_raider(self, card: str) -> bool:
        """Return True if a card is a German ship with the raider mark."""
        ship = self.box.ships.get(card)
        return ship is not None and ship.raider

    def is_german(self, card: str) -> bool:
        """Return True if a card is a German warship or raider. Return False for merchants, including prizes."""
        return card in self.box.ships

    def is_prize(self, card: str) -> bool:
        """Return True if a card in play is a merchant that a German ship captured."""
        return any(vessel.card == card for fleet in self.state.fleets for vessel in fleet.prizes)

    def is_open(self, vessel: Vessel) -> bool:
        """3.2.3.1 Return True if the Royal Navy may intercept a ship.

        It may intercept a warship, and an identified raider or prize.
        """
        return vessel.identified or vessel.card in self.box.warships

    def defence(self, card: str) -> Coin:
        """Return the defence dice of a ship."""
        ship = self.box.ships.get(card)
        return ship.defence if ship is not None else self.box.merchants[card].defence

    def value(self, card: str) -> int:
        """Return the victory points of a card, 0 for a card without points."""
        return self.box.value(card)

    # --- moves

    def take_out(self, card: str) -> Vessel:
        """Take the ship with the id `card` out of its fleet and return it.

        Cards on it are added to the played cards of the turn.
        """
        fleet = self.owner_of(card)
        vessel = self.vessel(card)
        for row in (fleet.ships, fleet.prizes, fleet.merchants):
            if vessel in row:
                row.remove(vessel)
        if vessel.refuge:
            self.turn.played.append(vessel.refuge)
        return vessel

    def remove(self, card: str, reason: str) -> None:
        """Remove a ship from play without points: it goes face up beneath its deck. `reason`: the key for the event."""
        self.take_out(card)
        deck = self.state.german if self.is_german(card) else self.state.merchant
        deck.used.append(card)
        if self.state.options.after_1914 and self.is_german(card):
            self.state.withdrawn.append(card)
        self.tell(told.Removed(card, reason))

    def sink(self, card: str, by: str, *, doubled: bool = False) -> None:
        """Sink a ship: move its card to the victory pile of the seat `by` (3.2.3, 3.2.4).

        `doubled`: True if the card counts twice its value (2.3.1).
        """
        owner = self.owner_of(card)
        self.take_out(card)
        self.fleet(by).pile.append(Trophy(card, "sunk", doubled))
        self.tell(told.Sunk(card, owner.seat, by, doubled))

    def score_card(self, card: str, owner: str, by: str) -> None:
        """2.3.2 Move a sunk action card of the seat `owner` to the victory pile of the seat `by`."""
        for pile in (self.turn.played, *self.turn.reactions.values()):
            if card in pile:
                pile.remove(card)
        self.fleet(by).pile.append(Trophy(card, "scored"))
        self.tell(told.Sunk(card, owner, by))

    def can_be_damaged(self, vessel: Vessel) -> bool:
        """3.2.7 Return True if a ship can get a damage marker: the first, or with option 6.8, 6.8.1 any number."""
        return not vessel.damage or self.state.options.cumulative_damage

    def damage(self, vessel: Vessel) -> None:
        """3.2.7 Add a damage marker to a ship, if possible."""
        if not self.can_be_damaged(vessel):
            return
        vessel.damage += 1
        self.tell(told.Damaged(vessel.card, vessel.damage))

    def identify(self, vessel: Vessel) -> None:
        """3.2.3 Identify a raider or prize, so that it loses its disguise."""
        if not vessel.identified:
            vessel.identified = True
            self.tell(told.Identified(vessel.card))

    def disguise(self, vessel: Vessel) -> None:
        """3.2.3 Disguise a raider or prize again."""
        if vessel.identified:
            vessel.identified = False
            self.tell(told.Disguised(vessel.card))

    def supply(self, vessel: Vessel) -> None:
        """Remove the unsupplied marker of a ship."""
        if vessel.unsupplied:
            vessel.unsupplied = False
            self.tell(told.Supplied(vessel.card))

    def run_out(self, vessel: Vessel) -> None:
        """Add the unsupplied marker to a ship."""
        vessel.unsupplied = True
        self.tell(told.Unsupplied(vessel.card))

    def from_hand(self, seat: str, card: str) -> None:
        """Take a reaction card from the hand of a seat. The card is discarded after the turn (3.1.5)."""
        self.fleet(seat).hand.remove(card)
        self.turn.reactions.setdefault(seat, []).append(card)

    def has_ship(self, deck: ShipDeck) -> bool:
        """Return True if a ship can be drawn from a deck, if necessary after a reshuffle of its used cards.

        With 6.5.2, ships that left play in this round are not reshuffled.
        """
        return bool(deck.face_down) or any(card not in self.state.withdrawn for card in deck.used)

    async def draw_ship(self, deck: ShipDeck, name: str) -> str | None:
        """Draw the top card of a deck of ships and return it; None if the deck and its used cards are empty.

        If only the deck is empty, its used cards are reshuffled (3.1.10). `name` is the deck's name in the keys of
        shuffles.
        """
        if not deck.face_down and self.has_ship(deck):
            deck.face_down = await shuffle(deck.used, key=f"reshuffle.{name}", rule="3.1.10")
            deck.used = []
            self.tell(Reshuffled(name, len(deck.face_down)))
        return deck.face_down.pop() if deck.face_down else None

    async def draw_ships(self, deck: ShipDeck, name: str, count: int) -> list[str]:
        """Draw up to `count` ships from a deck and return them: fewer if there are not enough.

        `name` is the deck's name in the keys of shuffles.
        """
        drawn: list[str] = []
        for _ in range(count):
            ship = await self.draw_ship(deck, name)
            if ship is not None:
                drawn.append(ship)
        return drawn


def places(assigned: list[Assigned]) -> tuple[Place, ...]:
    """3.2.1.0 Return the public facts about assigned cards: their number at each place, upright and sideways."""
    counts: dict[tuple[str, bool], int] = {}
    for card in assigned:
        spot = (card.place, card.sideways)
        counts[spot] = counts.get(spot, 0) + 1
    return tuple(Place(on, sideways, counts[on, sideways]) for on, sideways in sorted(counts))


def pile_value(board: Board, fleet: Fleet) -> int:
    """2.3.1, 2.3.2 Return the present victory points of a fleet's pile."""
    doubled = board.box.numbers.score.doubled
    return sum(board.value(trophy.card) * (doubled if trophy.doubled else 1) for trophy in fleet.pile)
