"""5, 10.8, 10.12: events of targets, gunfire and damage."""

from msgspec import Struct

from games.kernel.events import ALL_FIELDS, Event


class Modifier(Struct, frozen=True, gc=False):
    """5.4 A modifier that applies to a roll: its key and amount.

    The keys are ``slow_target``, ``concentration``, ``fore_or_aft``, ``under_fire``, ``good_crew``, ``poor_crew``,
    ``star_shell``, ``aircraft``, ``radar``, ``turned`` and ``burning``.
    """

    key: str
    amount: int


class Marked(Event, frozen=True, tag="marked"):
    """5.1 A ship chose a target for its guns.

    `guns` are ``main`` or ``secondary``, `distance` is in hexes. `sight`: how the ship sees the target. `planned`: True
    if the order came from a fire plan.
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
    """11.10 A ship chose to bombard the place ashore with its main guns this turn."""

    ship: str
    place: str


class Fired(Event, frozen=True, tag="fired"):
    """5.3 A ship fired its main guns at a target."""

    firer: str
    target: str
    distance: int
    """The distance in hexes."""
    attack: int
    """The attack after damage to weapons."""
    changed: int
    """The attack at this distance."""
    modifiers: tuple[Modifier, ...]
    dice: tuple[int, int]
    """The two dice of the roll on the damage point table."""
    points: int
    """The damage points, by `changed` and by the dice plus the modifiers."""
    defence: int
    odds: str = ""
    """The column for `points` against `defence`; "" below 1:2."""
    combat: tuple[int, ...] = ()
    """The two dice of the combat roll; () below 1:2."""
    result: str = "-"
    """The result of the combat roll: "-", "1W", "X" and so on."""
    saved: int = 0
    """A battleship's die against sinking; 0 if none was rolled."""


class Secondaries(Event, frozen=True, tag="secondaries"):
    """5.11 A ship fired its secondary guns. Secondary guns always have the same odds, so there are no damage points.

    The fields have the same meaning as in Fired.
    """

    firer: str
    target: str
    distance: int
    odds: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0


class Strayed(Event, frozen=True, tag="strayed"):
    """10.8 The die for a shot across a ship of the own side by night.

    `friend`: the ship that was hit because the die is 1; "" if none. `spared`: True if secondary guns fired and the
    friend is a capital ship, which they cannot harm.
    """

    firer: str
    target: str
    die: int
    friend: str = ""
    spared: bool = False


class SpecialHit(Event, frozen=True, tag="special_hit"):
    """10.12 Two dice on the special table, and the result (`hit`).

    It is ``none``, ``deck``, ``radar``, ``rudder``, ``bridge`` or ``power``. `flag`: True if the ship is a flagship and
    the hit is on its bridge.
    """

    ship: str
    dice: tuple[int, int]
    hit: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)


class Bombarded(Event, frozen=True, tag="bombarded"):
    """11.10 The place ashore was bombarded. `count`: the number of turns so far. `needed`: the number required."""

    ship: str
    place: str
    count: int
    needed: int


class Damaged(Event, frozen=True, tag="damaged"):
    """5.14 The damage steps of weapons and hull that a ship got in a phase, and its total steps now."""

    ship: str
    weapons: int
    hull: int
    now_weapons: int
    now_hull: int


class Sunk(Event, frozen=True, tag="sunk"):
    """5.15 A ship sank, or a battery was destroyed, in a hex. `flag`: True if it was the flagship (10.9a)."""

    ship: str
    at: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)
