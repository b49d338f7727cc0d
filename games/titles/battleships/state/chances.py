"""5.12, 5.14, 5.15, 10.12 The chances of a roll on the combat table against a ship, over all dice."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import structs

from games.kernel.odds import Chances, rounded, split_thousandths, thousandths
from games.titles.battleships.components.tables import LOWEST, Harm
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship

TOTALS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""The number of throws of two dice with each total."""
THROWS, DIE = sum(TOTALS.values()), 6


class Tally(NamedTuple):
    """The throws, of `every`, that sink and damage a ship, and cause special damage; and the steps of all throws."""

    sunk: int = 0
    damaged: int = 0
    steps: int = 0
    special: int = 0
    every: int = 1

    def times(self, ways: int) -> "Tally":
        """Return the tally of as many throws, each with all of these."""
        return Tally(self.sunk * ways, self.damaged * ways, self.steps * ways, self.special * ways, self.every)

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum of two tallies of equally many throws."""
        return Tally(
            self.sunk + other.sunk,
            self.damaged + other.damaged,
            self.steps + other.steps,
            self.special + other.special,
            self.every,
        )

    def of(self, times: int) -> "Tally":
        """Return the tally as a part of `times` as many throws."""
        return self._replace(every=self.every * times)


class Strikes:
    """The chances of combat rolls on a board, each computed once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._known: dict[tuple[str, str, int], Tally] = {}

    def tally(self, against: Ship, odds: str, modifier: int = 0) -> Tally:
        """Return the chances of a combat roll at these odds, with a battleship's die (5.12a)."""
        key = (against.id, odds, modifier)
        if key not in self._known:
            self._known[key] = self._tally(against, odds, modifier)
        return self._known[key]

    def _tally(self, against: Ship, odds: str, modifier: int) -> Tally:
        table, kind, found = self.board.tables.combat, self.board.counter(against).kind, Tally(every=THROWS * DIE)
        for roll, ways in TOTALS.items():
            total = max(roll + modifier, LOWEST)
            harm = table.result(odds, total)
            faces = range(1, DIE + 1)
            harms = [table.after_die(harm, face) for face in faces] if table.needs_die(harm, kind) else [harm] * DIE
            special = ways * DIE * self.board.causes_special(odds, total)
            for one in harms:
                found = found.plus(self._harmed(against, one).times(ways))
            found = found._replace(special=found.special + special)
        return found

    def _harmed(self, against: Ship, harm: Harm) -> Tally:
        """5.14, 5.15 Return the effect of one result on a ship with the damage that she has."""
        ship = structs.replace(against)
        steps = sum(self.board.harm(ship, harm))
        if harm.sinks or self.board.is_doomed(ship):
            return Tally(sunk=1, steps=self.board.steps_left(against))
        return Tally(damaged=bool(steps), steps=steps)


def chances_of(
    tally: Tally, rule: str, modifiers: tuple[tuple[str, int, str], ...], also: Mapping[str, int] = {}
) -> Chances:
    """Return a tally as chances. `also` are further results, in thousandths."""
    nothing = tally.every - tally.sunk - tally.damaged
    outcomes = split_thousandths([("sunk", tally.sunk), ("damaged", tally.damaged), ("nothing", nothing)])
    others = {"special": thousandths(tally.special, tally.every), **also}
    return Chances(
        rule,
        outcomes,
        modifiers,
        (("steps", rounded(100 * tally.steps, tally.every)),),
        tuple((key, chance) for key, chance in others.items() if chance),
    )
