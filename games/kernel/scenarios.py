"""The introduction of a title, its scenarios with the seats they need, and the final places of the seats."""

from typing import Literal

from msgspec import Struct

from games.kernel.text import Text


class Introduction(Struct, frozen=True, kw_only=True):
    """The texts that introduce a title to players before they choose it."""

    about: Text = Text("", "")
    """One or two sentences: who fights whom, where, and for what."""
    hidden: Text = Text("", "")
    """What players do not know of each other."""
    length: Text = Text("", "")
    """The number of turns of its scenarios, in words."""
    alone: Text = Text("", "")
    """How one person plays it: by a scenario for one player, or against bots."""
    difficulty: Literal["", "easy", "medium", "hard"] = ""
    """How much there is to learn; empty: unknown."""
    picture: str = ""
    """A static file with a part of a board, 576 by 324 pixels; empty: no picture."""
    first_turn: tuple[Text, ...] = ()
    """The steps of a guided first turn on the page of a decision: the board, the question, orders, submission."""


class SeatRole(Struct, frozen=True):
    """A seat at the table: its id and the name that players read."""

    key: str
    name: Text


class Scenario(Struct, frozen=True):
    """A setup of the game, with the seats it needs in table order."""

    key: str
    name: Text
    seats: tuple[SeatRole, ...]
    summary: Text = Text("", "")
    automata: tuple[SeatRole, ...] = ()
    """Sides without a player: the rules play them, and they may have a place in the standings."""
    has_secrets: bool = True
    """False if no decided thing stays hidden. The conformance test then requires that the public sees and hears
    everything that the umpire does, instead of comparing worlds that differ in hidden facts.
    """
    partners: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that one player may hold together if the host allows it."""
    length: Text = Text("", "")
    """The number of turns or days, in words."""
    waits: tuple[int, int] = (0, 0)
    """How often a game waits for answers, at least and at most in most games of bots; (0, 0): unknown."""

    def are_partners(self, one: str, other: str) -> bool:
        """Return True for seats that one player may hold together."""
        return any(one in group and other in group for group in self.partners)

    @property
    def role_names(self) -> dict[str, Text]:
        """Return the names of the seats and automata, by key."""
        return {role.key: role.name for role in (*self.seats, *self.automata)}


class Placing(Struct, frozen=True):
    """The final place of a seat or automaton (1 is the winner's; ties share a place), with its points.

    `detail` has the exact points in words, and what decided; clients show it instead of `points`.
    """

    seat: str
    place: int
    points: int
    detail: Text = Text("", "")


class PointSource(Struct, frozen=True):
    """A line of the points at the end: whose they are, how many in the title's notation, for what, and by which rule.

    An empty `seat` means all seats.
    """

    seat: str
    points: str
    reason: Text
    rule: str
