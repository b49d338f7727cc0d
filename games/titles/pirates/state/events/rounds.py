"""2.0, 4.9, 6.4 The events before, between and after the turns of a round."""

from games.kernel.events import Event


class RoundBegan(Event, frozen=True, tag="round_began"):
    round: int
    deck: int
    removed: int


class LeftOut(Event, frozen=True, tag="left_out"):
    """5.2, 6.5.1, 6.5.3, 6.5.4 The cards that the scenario or the options keep out of the game."""

    cards: tuple[str, ...]


class WishesOpened(Event, frozen=True, tag="wishes_opened"):
    """6.4 The ships that a seat wished for, the first choice first."""

    seat: str
    ships: tuple[str, ...]


class Contested(Event, frozen=True, tag="contested"):
    """6.4 Several seats want the same ship and rolled a die for it: the roll of each. The highest roll gets the ship.

    If the highest rolls are equal, their seats roll again, with another event.
    """

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


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: int


class TrophyLost(Event, frozen=True, tag="trophy_lost"):
    """2.3.1 A German ship was removed from a victory pile, because the pile had more German ships than merchants.

    The ship was chosen by lot, and all seats see it.
    """

    seat: str
    card: str

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("card",)


class RoundScored(Event, frozen=True, tag="round_scored"):
    round: int
    victory_points: dict[str, int]
    round_points: dict[str, int]


class CarriedOver(Event, frozen=True, tag="carried_over"):
    """2.4.1, 6.7 A seat carries over a ship ("" if it carries over no ship). There is an event for each ship."""

    seat: str
    ship: str = ""


class ShipsExchanged(Event, frozen=True, tag="ships_exchanged"):
    """4.9 Partners handed each other ships: `seat` gave the ships `given` and received the ships `taken`.

    Both may be empty.
    """

    seat: str
    partner: str
    given: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("given", "taken")


class GameTied(Event, frozen=True, tag="game_tied"):
    """2.5 The game is a full tie.

    `shared`: True if the seats share the win, False if another round decides. `teams`: True in a team game, in which
    partners follow each other in `seats` (4.10).
    """

    seats: tuple[str, ...]
    shared: bool = False
    teams: bool = False


class GameWon(Event, frozen=True, tag="game_won"):
    """A player won or, with a partner, a team won with its common points (4.10)."""

    seat: str
    round_points: int
    victory_points: int
    partner: str = ""


Events = (
    RoundBegan | LeftOut | WishesOpened | Contested | ShipsDealt | HandDealt | StarterRolled | StarterFound
    | RoundEnded | TrophyLost | RoundScored | CarriedOver | ShipsExchanged | GameTied | GameWon
)  # fmt: skip
