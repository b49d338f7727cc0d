"""The expected damage of shots and torpedoes: results of the charts, weighted by the probability of the dice."""

from functools import lru_cache

from games.titles.battleships.components.tables import DIE, LOWEST, THROWS, TWO_DICE, Harm, Tables, harm_of

STEPS = 3
"""5.14 The number of damage steps that a ship's weapons have; its hull has the same number."""
HURT = (0, 700, 1500, 2400, 3500, 4700, 6000)
"""The worth of a ship's damage by its number of steps, in thousandths of a sixth of the ship's value.

Each step is worth more than the one before: early steps are often repaired (8.1), the last step sinks the ship.
"""


class Odds:
    """Computes the expected damage of shots and torpedoes by the charts, in thousandths of a sixth of a ship (9.1c)."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.band = lru_cache(maxsize=256)(tables.distance.band)
        self.shot = lru_cache(maxsize=65536)(self._shot)
        self.hit = lru_cache(maxsize=8192)(self._hit)

    def _shot(self, attack: int, modifier: int, defence: int, kind: str, weapons: int, hull: int) -> int:
        """5.3 Return the expected worth of a shot at a ship of a kind that has `weapons` and `hull` steps of damage.

        `attack` is the firer's attack, already reduced for her damage and the distance.
        """
        total = 0
        for roll, ways in TWO_DICE.items():
            points = self.tables.damage.points(attack, roll + modifier)
            odds = self.tables.combat.odds_of(points, defence)
            if odds:
                total += ways * self.hit(odds, kind, weapons, hull, 0)
        return total // THROWS

    def _hit(self, odds: str, kind: str, weapons: int, hull: int, modifier: int) -> int:
        """5.12 Return the expected worth of a roll on the combat results table, in the column `odds`."""
        total = 0
        for roll, ways in TWO_DICE.items():
            harm = self.tables.combat.result(odds, max(roll + modifier, LOWEST))
            total += ways * self._harm(harm, kind, weapons, hull)
        return total // THROWS

    def _harm(self, harm: Harm, kind: str, weapons: int, hull: int) -> int:
        """Return the worth of a combat result against a ship that has `weapons` and `hull` steps of damage."""
        left = HURT[-1] - HURT[weapons + hull]
        if harm.sinks and kind != "bb":
            return left
        if harm.sinks:
            saved = self.tables.combat.battleship_sinks_on - 1
            damage = harm_of(self.tables.combat.battleship_damage)
            spared = self._steps(damage.weapons, damage.hull, weapons, hull)
            return ((DIE - saved) * left + saved * spared) // DIE
        return self._steps(harm.weapons, harm.hull, weapons, hull)

    @staticmethod
    def _steps(more_weapons: int, more_hull: int, weapons: int, hull: int) -> int:
        """5.14 Return the worth of further damage steps to a ship that has `weapons` and `hull` steps.

        A ship has three steps of each kind; further ones do not count.
        """
        steps = weapons + hull
        return HURT[steps + min(more_weapons, STEPS - weapons) + min(more_hull, STEPS - hull)] - HURT[steps]

    def torpedo(self, odds: str, speed: int, hexes: int, end_on: bool, kind: str, weapons: int, hull: int) -> int:
        """6.1 Return the expected damage of a torpedo launched at a ship that is `hexes` hexes away.

        `odds`: the column of the combat results table. `end_on`: True if the torpedo comes from ahead or astern. The
        other arguments are properties of the target: its `speed`, its `kind`, its damage steps (`weapons` and `hull`).
        """
        number = self.tables.torpedoes.number(speed, hexes)
        hits = sum(ways for total, ways in TWO_DICE.items() if total <= number)
        return hits * self.hit(odds, kind, weapons, hull, self.tables.torpedoes.end_on if end_on else 0) // THROWS
