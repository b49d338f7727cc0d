"""The orders of players, with the rule of each.

Targets and star shells (4.3, 5.1), torpedoes (6.1), courses (7), repairs (8), and the flag (10.9).
"""

from typing import Literal

from games.orders.order_set import Order

Tries = Literal["both", "hull_first", "guns", "hull", "none"]
"""8.1a The kinds of repair that a ship tries."""
Until = Literal["sighted", "fired_on", "hit", "torpedoes", "loss"]
"""The events that end courses for several turns.

They are: an enemy is in sight; the enemy fires at ships of the side; the enemy hits them; the enemy launches torpedoes;
a ship of either side is lost.
"""


class StarShell(Order, frozen=True, tag="star_shell"):
    """4.3 Order a ship to light a hex (`at`) with a star shell."""

    ship: str
    at: str


class Target(Order, frozen=True, tag="target"):
    """5.1 Order a ship to mark the enemy `at` as the target of its main guns."""

    ship: str
    at: str


class Secondary(Order, frozen=True, tag="secondary"):
    """5.11 Order a capital ship to mark the small enemy ship `at` as the target of its secondary guns."""

    ship: str
    at: str


class Engage(Order, frozen=True, tag="engage"):
    """5.1 A doctrine of guns: each ship without a target marks the first enemy in `at` that it may mark."""

    at: tuple[str, ...]
    """Ships, kinds of ships, or the nearest enemy."""
    ships: tuple[str, ...] = ()
    """The ships to which the doctrine applies; empty means all."""
    within: str = ""
    """The greatest distance in hexes; "" means no limit."""
    most: str = ""
    """The highest number of markers on a target; "" means no limit."""
    light: str = ""
    """Not empty if ships fire star shells to see their targets."""


class Bombard(Order, frozen=True, tag="bombard"):
    """11.10 Order a ship to fire its main guns at the place ashore instead of at a ship."""

    ship: str


class Launch(Order, frozen=True, tag="launch"):
    """6.1 Order a ship to launch its torpedoes at the enemy `at`."""

    ship: str
    at: str


class Strike(Order, frozen=True, tag="strike"):
    """6.1 A doctrine of torpedoes: each ship launches at the first enemy in `at` that it may attack.

    No ship of the own side may be on the line.
    """

    at: tuple[str, ...]
    """Ships, kinds of ships, or the nearest enemy."""
    ships: tuple[str, ...] = ()
    """The ships to which the doctrine applies; empty means all."""
    within: str = ""
    """The greatest distance in hexes; "" means no limit."""
    chance: str = ""
    """The lowest permitted number to hit; "" means no limit."""


class Course(Order, frozen=True, tag="course"):
    """7.1 Order ships in one hex to follow a common path. `way`: the hexes that they enter."""

    ships: tuple[str, ...]
    way: tuple[str, ...]


class Steer(Order, frozen=True, tag="steer"):
    """7.1 Order ships to follow a course in steps (`by`), this turn and perhaps in later turns.

    The module `orders.steps` defines the steps. The course ends, and the player is asked again, when an event in
    `until` happens or an enemy comes within `within` hexes.
    """

    ships: tuple[str, ...]
    by: str
    until: tuple[Until, ...] = ()
    within: str = ""


class Hold(Order, frozen=True, tag="hold"):
    """10.6 Order ships to move last.

    If one of the other ships strikes a mine, the player is asked again for the ships.
    """

    ships: tuple[str, ...]


class Stop(Order, frozen=True, tag="stop"):
    """7.1 Order ships to stay in their hex, with the same heading."""

    ships: tuple[str, ...]


class Mend(Order, frozen=True, tag="mend"):
    """8.1a Order which damage ships try to repair from now on: "both", "hull_first", "guns", "hull" or "none"."""

    ships: tuple[str, ...]
    tries: Tries


class ShiftFlag(Order, frozen=True, tag="shift_flag"):
    """10.9b Order the flag to pass to the ship `to` in the flagship's hex."""

    to: str


class Flagship(Order, frozen=True, tag="flagship"):
    """10.9 Choose the flagship of the side."""

    ship: str


class Mine(Order, frozen=True, tag="mine"):
    """10.6 Choose the hexes in which the side lays mines."""

    hexes: tuple[str, ...]


class FirePlan(Order, frozen=True, tag="fire_plan"):
    """5.1 A fire plan: when targets are chosen next, the ship marks the first enemy in `at` that it may mark."""

    ship: str
    at: tuple[str, ...]


Fire = StarShell | Target | Secondary | Bombard
FireOrder = Fire | Engage
TorpedoOrder = Launch | Strike
Sailed = Course | Steer | Stop
"""The orders that set a ship's course."""
CourseOrder = Sailed | Hold | Mend | ShiftFlag | FirePlan
SetUpOrder = Flagship | Mine
