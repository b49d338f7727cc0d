"""5.12, 5.14, 5.15, 10.12 The chances of a roll on the combat table against a ship, over all dice."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from games.kernel.odds import Chances, rounded, split_thousandths, thousandths
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.tables import DIE, LOWEST, THROWS, TWO_DICE, Harm, Tables
from games.titles.battleships.state.condition import Condition


class Tally(NamedTuple):
    """A count of equally likely throws of the dice by their effect on a ship."""

    sunk: int = 0
    """The number of throws that sink the ship."""
    damaged: int = 0
    """The number of throws that damage it."""
    steps: int = 0
    """The number of steps that the ship loses in all these throws together."""
    special: int = 0
    """The number of throws that cause special damage (10.12)."""
    total: int = 1
    """The number of all throws."""

    def weighted(self, ways: int) -> "Tally":
        """Return the tally with all counts multiplied by `ways`, except the number of throws, `total`."""
        return Tally(self.sunk * ways, self.damaged * ways, self.steps * ways, self.special * ways, self.total)

    def plus(self, other: "Tally") -> "Tally":
        """Return the sum of the effects of two tallies with the same `total`."""
        return Tally(
            self.sunk + other.sunk,
            self.damaged + other.damaged,
            self.steps + other.steps,
            self.special + other.special,
            self.total,
        )

    def among(self, factor: int) -> "Tally":
        """Return the tally with `total` multiplied by `factor`: the same number of effects among more throws."""
        return self._replace(total=self.total * factor)


class Tallies:
    """The tallies of combat rolls and of shots by the charts. Equal rolls and shots are computed once."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.combat_roll = lru_cache(maxsize=8192)(self._combat_roll)
        self.shot = lru_cache(maxsize=32768)(self._shot)

    def _combat_roll(self, target: Condition, odds: str, modifier: int = 0, *, special: bool) -> Tally:
        """5.12 Return the tally of a combat roll at these odds, including a battleship's die against an X (5.12a).

        `special`: True if the option of special damage is in play (10.12).
        """
        table, found = self.tables.combat, Tally(total=THROWS * DIE)
        for roll, ways in TWO_DICE.items():
            total = max(roll + modifier, LOWEST)
            harm = table.result(odds, total)
            needs_die = table.needs_die(harm, target.kind)
            harms = [table.after_die(harm, face) for face in range(1, DIE + 1)] if needs_die else [harm] * DIE
            for one in harms:
                found = found.plus(_harmed(target, one).weighted(ways))
            if special and self.tables.special.is_caused_by(odds, total):
                found = found._replace(special=found.special + ways * DIE)
        return found

    def _shot(self, target: Condition, attack: int, defence: int, modifier: int, *, special: bool) -> Tally:
        """5.3 Return the tally of all throws for a shot of main guns; `modifier` is the sum of the roll's modifiers."""
        charts, found = self.tables, Tally(total=THROWS * DIE)
        for roll, ways in TWO_DICE.items():
            odds = charts.combat.odds_of(charts.damage.points(attack, roll + modifier), defence)
            if odds:
                found = found.plus(self.combat_roll(target, odds, special=special).weighted(ways))
        return found.among(THROWS)


@lru_cache(maxsize=8)
def tallies_of(box: Box) -> Tallies:
    """Return the tallies by the charts of a box."""
    return Tallies(box.tables)


def _harmed(target: Condition, harm: Harm) -> Tally:
    """5.14, 5.15 Return the tally of a single throw with the combat result `harm` against a ship."""
    weapons, hull = target.steps_of(harm)
    if harm.sinks or target.after(weapons, hull).is_doomed():
        return Tally(sunk=1, steps=target.steps_left())
    return Tally(damaged=bool(weapons or hull), steps=weapons + hull)


def chances_of(
    tally: Tally, rule: str, modifiers: tuple[tuple[str, int, str], ...], also: Mapping[str, int] = {}
) -> Chances:
    """Return the chances that a tally of throws gives: sunk, damaged, nothing, special damage, and the expected steps.

    `rule` and `modifiers`, each (key, amount, rule), are shown with the chances. `also`: the chances of further
    results, in thousandths, by key.
    """
    nothing = tally.total - tally.sunk - tally.damaged
    outcomes = split_thousandths([("sunk", tally.sunk), ("damaged", tally.damaged), ("nothing", nothing)])
    others = {"special": thousandths(tally.special, tally.total), **also}
    return Chances(
        rule,
        outcomes,
        modifiers,
        (("steps", rounded(100 * tally.steps, tally.total)),),
        tuple((key, chance) for key, chance in others.items() if chance),
    )
