"""5.12, 5.14, 5.15, 10.7 The damage of a ship or battery, and the effect of further damage on it."""

from typing import NamedTuple

from games.titles.battleships.components.tables import Harm

GUNS_GONE = 3
"""5.12 The number of weapon steps (W) at which a ship has no guns, no torpedoes and no star shells left."""
DEAD = 3
"""5.15 The number of hull steps (S) that sink a ship if it has as many weapon steps (W)."""


class Condition(NamedTuple):
    """What decides the effect of a combat result on a ship: its kind, and its damage in weapon and hull steps.

    `kind` is that of the counter, "battery" for a shore battery.
    """

    kind: str
    weapons: int
    hull: int

    def steps_of(self, harm: Harm) -> tuple[int, int]:
        """5.14 Return the weapon and hull steps (W, S) that a combat result adds, up to three of each.

        A battery has no hull (10.7).
        """
        weapons = min(GUNS_GONE, self.weapons + harm.weapons) - self.weapons
        hull = 0 if self.kind == "battery" else min(DEAD, self.hull + harm.hull) - self.hull
        return weapons, hull

    def is_doomed(self) -> bool:
        """5.15, 10.7a Return True if the damage sinks the ship, or destroys the battery."""
        return self.weapons == GUNS_GONE and (self.hull == DEAD or self.kind == "battery")

    def steps_left(self) -> int:
        """5.14 Return the number of damage steps that the ship can still get."""
        return GUNS_GONE - self.weapons + (0 if self.kind == "battery" else DEAD - self.hull)

    def after(self, weapons: int, hull: int) -> "Condition":
        """Return the condition after further weapon and hull steps."""
        return self._replace(weapons=self.weapons + weapons, hull=self.hull + hull)
