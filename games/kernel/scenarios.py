"""The introduction of a title, its scenarios with the seats they need, and the final places of the seats."""

from typing import Literal

from msgspec import Struct

from games.kernel.text import Text


class Introduction(Struct, frozen=True, kw_only=True):
    """The texts that introduce a title to players before they choose it."""

    about: Text = Text("", "")
    """One or two sentences: who fights whom, where, and for what."""
    hidden: Text = Text("", "")
    """The information that players hide from each other, in words."""
    length: Text = Text("", "")
    """The number of turns of the title's scenarios, in words."""
    alone: Text = Text("", "")
    """How one person can play the title: in a scenario for one player, or against bots."""
    difficulty: Literal["", "easy", "medium", "hard"] = ""
    """How much there is to learn; empty: unknown."""
    picture: Text = Text("", "")
    """A static file with a part of a board, 576 by 324 pixels, in each language; empty: no picture."""
    maps: str = ""
    """The path of the static files with maps of the scenarios, 240 by 135 pixels, with ``{}`` for the key; or empty."""
    first_scenario: str = ""
    """The key of the scenario that suits a first game; empty: none does."""
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
    """False if the scenario has no hidden information. The conformance test then requires that the public receives
    everything that the umpire receives, instead of comparing worlds that differ in hidden facts.
    """
    partners: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that one player may hold together if the host allows it."""
    length: Text = Text("", "")
    """The number of turns or days, in words."""
    waits: tuple[int, int] = (0, 0)
    """How often a game waits for answers: the usual smallest and largest number in games of bots; (0, 0): unknown."""

    def are_partners(self, one: str, other: str) -> bool:
        """Return True if one player may hold both seats."""
        return any(one in group and other in group for group in self.partners)

    @property
    def role_names(self) -> dict[str, Text]:
        """Return the names of the seats and automata, by key."""
        return {role.key: role.name for role in (*self.seats, *self.automata)}


class Placing(Struct, frozen=True):
    """The final place of a seat or automaton (1 is the winner's; ties share a place), with its points.

    `detail` has the exact points and the reason for the place, in words; clients show it instead of `points`.
    """

    seat: str
    place: int
    points: int
    detail: Text = Text("", "")


class PointSource(Struct, frozen=True):
    """Points that a seat has at the end of a game for one reason, with the number of the rule that gives them.

    `points` is written as the title writes points. An empty `seat` means all seats.
    """

    seat: str
    points: str
    reason: Text
    rule: str
