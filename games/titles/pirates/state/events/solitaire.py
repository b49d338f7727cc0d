"""5.0 The draws and actions of the phantom."""

from games.kernel.events import Event


class SolitaireDrawn(Event, frozen=True, tag="solitaire_drawn"):
    """5.3.3, 5.4.3 A card of the phantom's deck was drawn.

    It is for an "attack" (or "deceived"), "defence", "special" or "reflag". `entry` is the entry that the red `die`
    chooses, "" for none. `coin` and `aim` are printed beside it.
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
    """5.4.3 The phantom carried out an entry."""

    action: str
    ship: str = ""
    targets: tuple[str, ...] = ()
    supports: tuple[str, ...] = ()


class PhantomIgnored(Event, frozen=True, tag="phantom_ignored"):
    """5.3.3, 5.4.3 An entry had no effect: it was "impossible" or "repeated", or a reaction with "no_fit"."""

    action: str
    reason: str


class PhantomTurnEnded(Event, frozen=True, tag="phantom_turn_ended"):
    """5.4.3 The phantom's turn ended, with the reason.

    The reason is "no_action", "impossible", "ends_turn" (ET), "scouted" or "deceived".
    """

    reason: str


class CardsBuried(Event, frozen=True, tag="cards_buried"):
    """5.4.3.8 Cards were drawn from a hand and laid face down on the discard pile."""

    seat: str
    by: str
    count: int
    cards: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("cards",) if seat == self.seat else ()


class DrewUnseen(Event, frozen=True, tag="drew_unseen"):
    """5.4.2 An action card went from the deck to the discard pile without being seen."""

    seat: str
    left: int


Events = SolitaireDrawn | PhantomActed | PhantomIgnored | PhantomTurnEnded | CardsBuried | DrewUnseen
