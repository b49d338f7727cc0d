"""5.0 The draws and actions of the phantom."""

from games.kernel.events import Event


class SolitaireDrawn(Event, frozen=True, tag="solitaire_drawn"):
    """5.3.3, 5.4.3 A card of the phantom's deck was drawn."""

    card: str
    purpose: str
    """What it was drawn for: "attack" (or "deceived"), "defence", "special" or "reflag"."""
    left: int
    """The number of cards left in the deck."""
    die: int = 0
    """The red die; 0 if none was rolled."""
    entry: str = ""
    """The entry that the red die chooses; "" if it chooses no entry."""
    coin: tuple[int, ...] = ()
    """The dice beside the entry."""
    aim: str = ""
    """The rule for targets beside the entry."""
    ends_turn: bool = False
    """True if the entry ends the phantom's turn."""

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card", "entry", "coin", "aim", "ends_turn")


class PhantomActed(Event, frozen=True, tag="phantom_acted"):
    """5.4.3 The phantom carried out an entry of its action table."""

    action: str
    ship: str = ""
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()


class PhantomIgnored(Event, frozen=True, tag="phantom_ignored"):
    """5.3.3, 5.4.3 An entry had no effect.

    `reason`: "impossible" or "repeated", or "no_fit" for a reaction that does not fit the attack.
    """

    action: str
    reason: str


class PhantomTurnEnded(Event, frozen=True, tag="phantom_turn_ended"):
    """5.4.3 The phantom's turn ended.

    `reason`: "no_action", "impossible", "ends_turn" (ET on the card), "scouted" or "deceived".
    """

    reason: str


class CardsBuried(Event, frozen=True, tag="cards_buried"):
    """5.4.3.8 `count` cards were drawn from the hand of `seat` and laid face down on the discard pile.

    `by`: the phantom's seat. `cards`: the cards; only the seat that held them learns them.
    """

    seat: str
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat == self.seat else ()


class DrewUnseen(Event, frozen=True, tag="drew_unseen"):
    """5.4.2 An action card went from the deck to the discard pile without being seen.

    `left`: the number left in the deck.
    """

    seat: str
    left: int


Events = SolitaireDrawn | PhantomActed | PhantomIgnored | PhantomTurnEnded | CardsBuried | DrewUnseen
