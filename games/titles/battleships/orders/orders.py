"""What players write: targets, star shells (4.3, 5.1), torpedoes (6.1), courses (7), repairs (8), the flag (10.9)."""

from typing import Literal

from games.kernel.orders import Order

Tries = Literal["both", "hull_first", "guns", "hull", "none"]
"""8.1a What a ship tries to mend."""
Until = Literal["sighted", "fired_on", "hit", "torpedoes", "loss"]
"""What ends courses for several turns: an enemy in sight, fire at one's own ships, damage to them, torpedoes of the
enemy, a ship of either side lost.
"""


class StarShell(Order, frozen=True, tag="star_shell"):
    """4.3 A ship lights a hex."""

    ship: str
    at: str


class Target(Order, frozen=True, tag="target"):
    """5.1 A ship marks an enemy for her main guns."""

    ship: str
    at: str


class Secondary(Order, frozen=True, tag="secondary"):
    """5.11 A capital ship marks a small enemy for her secondary guns."""

    ship: str
    at: str


class Engage(Order, frozen=True, tag="engage"):
    """5.1 A doctrine: ships (none named: all) without a target mark the first of these that they may, be it a ship, a
    kind or the nearest, no farther away than `within`. With `most` no more markers than that lie on one ship; with
    `light` star shells are fired to see by.
    """

    at: tuple[str, ...]
    ships: tuple[str, ...] = ()
    within: str = ""
    most: str = ""
    light: str = ""


class Bombard(Order, frozen=True, tag="bombard"):
    """11.10 Instead of a ship the main guns mark the place ashore."""

    ship: str


class Launch(Order, frozen=True, tag="launch"):
    """6.1 A ship launches her torpedoes at an enemy."""

    ship: str
    at: str


class Strike(Order, frozen=True, tag="strike"):
    """6.1 A doctrine: ships (none named: all) launch at the first of these that they may, no farther away than
    `within`, if so many or less on two dice hit, and no friend lies on the line.
    """

    at: tuple[str, ...]
    ships: tuple[str, ...] = ()
    within: str = ""
    chance: str = ""


class Course(Order, frozen=True, tag="course"):
    """7.1 Ships of one hex sail together; `way` is every hex entered."""

    ships: tuple[str, ...]
    way: tuple[str, ...]


class Steer(Order, frozen=True, tag="steer"):
    """7.1 Ships steer by steps, this turn and perhaps the next ones (`games.titles.battleships.orders.steps`); they are
    asked again when one of the things in `until` happens, or an enemy comes within so many hexes.
    """

    ships: tuple[str, ...]
    by: str
    until: tuple[Until, ...] = ()
    within: str = ""


class Hold(Order, frozen=True, tag="hold"):
    """10.6 Ships move last, and are asked once more if a mine is struck before."""

    ships: tuple[str, ...]


class Stop(Order, frozen=True, tag="stop"):
    """7.1 Ships do not advance, and keep their heading."""

    ships: tuple[str, ...]


class Mend(Order, frozen=True, tag="mend"):
    """8.1a What ships try to mend from now on: both, hull_first, guns, hull or none."""

    ships: tuple[str, ...]
    tries: Tries


class ShiftFlag(Order, frozen=True, tag="shift_flag"):
    """10.9b The flag passes to another ship of the hex."""

    to: str


class Flagship(Order, frozen=True, tag="flagship"):
    """10.9 The flagship is named."""

    ship: str


class Mine(Order, frozen=True, tag="mine"):
    """10.6 Hexes are mined."""

    hexes: tuple[str, ...]


class FirePlan(Order, frozen=True, tag="fire_plan"):
    """5.1 What a ship marks when targets are next chosen: the first of these that she may, the best first."""

    ship: str
    at: tuple[str, ...]


Fire = StarShell | Target | Secondary | Bombard
FireOrder = Fire | Engage
TorpedoOrder = Launch | Strike
Sailed = Course | Steer | Stop
"""What says where a ship goes."""
CourseOrder = Sailed | Hold | Mend | ShiftFlag | FirePlan
SetUpOrder = Flagship | Mine
