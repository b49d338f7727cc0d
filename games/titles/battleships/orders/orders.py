"""The orders of players, with the rule of each.

Targets and star shells (4.3, 5.1), torpedoes (6.1), courses (7), repairs (8), and the flag (10.9).
"""

from typing import Literal

from games.orders.order_set import Order

Tries = Literal["both", "hull_first", "guns", "hull", "none"]
"""8.1a The kinds of repair that a ship tries."""
Until = Literal["sighted", "fired_on", "hit", "torpedoes", "loss"]
"""The events that end courses for several turns.

An enemy in sight, fire at one's own ships, damage to them, torpedoes of the enemy, a ship of either side lost.
"""


class StarShell(Order, frozen=True, tag="star_shell"):
    """4.3 Let a ship light a hex with a star shell."""

    ship: str
    at: str


class Target(Order, frozen=True, tag="target"):
    """5.1 Let a ship mark an enemy for its main guns."""

    ship: str
    at: str


class Secondary(Order, frozen=True, tag="secondary"):
    """5.11 Let a capital ship mark a small enemy for its secondary guns."""

    ship: str
    at: str


class Engage(Order, frozen=True, tag="engage"):
    """5.1 A doctrine: ships (none named: all) without a target mark the first of these targets that they may mark.

    A target is a ship, a kind or the nearest enemy, at most `within` hexes away. `most` limits the number of markers on
    a target. With `light`, ships fire star shells to see their targets.
    """

    at: tuple[str, ...]
    ships: tuple[str, ...] = ()
    within: str = ""
    most: str = ""
    light: str = ""


class Bombard(Order, frozen=True, tag="bombard"):
    """11.10 Let the main guns mark the place ashore instead of a ship."""

    ship: str


class Launch(Order, frozen=True, tag="launch"):
    """6.1 Let a ship launch its torpedoes at an enemy."""

    ship: str
    at: str


class Strike(Order, frozen=True, tag="strike"):
    """6.1 A doctrine: ships (none named: all) launch torpedoes at the first of these targets that they may attack.

    A target is at most `within` hexes away, and its number to hit is at least `chance`. No friend may be on the line.
    """

    at: tuple[str, ...]
    ships: tuple[str, ...] = ()
    within: str = ""
    chance: str = ""


class Course(Order, frozen=True, tag="course"):
    """7.1 The course of ships that sail together from one hex. `way` lists every hex that they enter."""

    ships: tuple[str, ...]
    way: tuple[str, ...]


class Steer(Order, frozen=True, tag="steer"):
    """7.1 Let ships steer by steps, this turn and perhaps in later ones.

    The steps are those of `games.titles.battleships.orders.steps`. The ships are asked again when an event in `until`
    happens, or when an enemy comes within `within` hexes.
    """

    ships: tuple[str, ...]
    by: str
    until: tuple[Until, ...] = ()
    within: str = ""


class Hold(Order, frozen=True, tag="hold"):
    """10.6 Let ships move last. If one of the ships before them strikes a mine, their owner is asked again."""

    ships: tuple[str, ...]


class Stop(Order, frozen=True, tag="stop"):
    """7.1 Let ships stay where they are, with the same heading."""

    ships: tuple[str, ...]


class Mend(Order, frozen=True, tag="mend"):
    """8.1a Choose the repairs that ships attempt from now on: both, hull_first, guns, hull or none."""

    ships: tuple[str, ...]
    tries: Tries


class ShiftFlag(Order, frozen=True, tag="shift_flag"):
    """10.9b Let the flag pass to another ship in the hex."""

    to: str


class Flagship(Order, frozen=True, tag="flagship"):
    """10.9 Choose the flagship."""

    ship: str


class Mine(Order, frozen=True, tag="mine"):
    """10.6 Choose the mined hexes."""

    hexes: tuple[str, ...]


class FirePlan(Order, frozen=True, tag="fire_plan"):
    """5.1 Choose the targets of a ship at the next targeting. It marks the first of them that it may mark."""

    ship: str
    at: tuple[str, ...]


Fire = StarShell | Target | Secondary | Bombard
FireOrder = Fire | Engage
TorpedoOrder = Launch | Strike
Sailed = Course | Steer | Stop
"""The orders that set a ship's course."""
CourseOrder = Sailed | Hold | Mend | ShiftFlag | FirePlan
SetUpOrder = Flagship | Mine
