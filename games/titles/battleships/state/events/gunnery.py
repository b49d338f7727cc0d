"""5, 10.8, 10.12: events of targets, gunfire and damage."""

from msgspec import Struct

from games.kernel.events import ALL_FIELDS, Event


class Modifier(Struct, frozen=True, gc=False):
    """5.4 A line of the modifier table that applies to a roll, with its value.

    The lines are ``slow_target``, ``concentration``, ``fore_or_aft``, ``under_fire``, ``good_crew``, ``poor_crew``,
    ``star_shell``, ``aircraft``, ``radar``, ``turned`` and ``burning``.
    """

    key: str
    amount: int


class Marked(Event, frozen=True, tag="marked"):
    """5.1 A ship marked a target: its guns, the distance in hexes, and how it sights the target.

    `planned`: the order came from a fire plan.
    """

    firer: str
    target: str
    guns: str
    distance: int
    sight: str = "plain"
    planned: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (ALL_FIELDS,) if self.planned else ()


class Bombarding(Event, frozen=True, tag="bombarding"):
    """11.10 The main guns of a ship marked the place ashore."""

    ship: str
    place: str


class Fired(Event, frozen=True, tag="fired"):
    """5.3 A ship fired its main guns at a target.

    `attack`: the attack after W damage; `changed`: the attack at this distance. `dice` with the modifiers give the
    damage `points`. `odds`: of points to defence, "" below 1:2; `combat`: the combat dice, none below 1:2; `result`:
    "-", "1W", "X" and so on. `saved`: a battleship's die against an X (0: none rolled).
    """

    firer: str
    target: str
    distance: int
    attack: int
    changed: int
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, int]
    points: int
    defence: int
    odds: str = ""
    combat: tuple[int, ...] = ()
    result: str = "-"
    saved: int = 0


class Secondaries(Event, frozen=True, tag="secondaries"):
    """5.11 A shot of secondary guns. The odds are always the same, so there are no damage points."""

    firer: str
    target: str
    distance: int
    odds: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0


class Strayed(Event, frozen=True, tag="strayed"):
    """10.8 The die for a shot across a friend; a 1 hits the friend.

    `spared`: secondary guns cannot harm this capital ship.
    """

    firer: str
    target: str
    die: int
    friend: str = ""
    spared: bool = False


class SpecialHit(Event, frozen=True, tag="special_hit"):
    """10.12 Two dice on the special table, and the result.

    The result is ``none``, ``deck``, ``radar``, ``rudder``, ``bridge`` or ``power``. `flag`: the ship is a flagship,
    and the hit is on its bridge.
    """

    ship: str
    dice: tuple[int, int]
    hit: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)


class Bombarded(Event, frozen=True, tag="bombarded"):
    """11.10 The place ashore was bombarded: the number of turns so far, and the number required."""

    ship: str
    place: str
    count: int
    needed: int


class Damaged(Event, frozen=True, tag="damaged"):
    """5.14 The damage of a ship in a phase, and its total W and S."""

    ship: str
    weapons: int
    hull: int
    now_weapons: int
    now_hull: int


class Sunk(Event, frozen=True, tag="sunk"):
    """5.15 A ship sank, or a battery was destroyed, in a hex. `flag`: it was the flagship (10.9a)."""

    ship: str
    at: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)
