"""5, 10.8, 10.12: what is told of targets, gunfire and damage."""

from msgspec import Struct

from games.kernel.events import WHOLE, Event


class Modifier(Struct, frozen=True, gc=False):
    """5.4 A line of the modifier table that applies: ``slow_target``, ``concentration``, ``fore_or_aft``,
    ``under_fire``, ``good_crew``, ``poor_crew``, ``star_shell``, ``aircraft``, ``radar``, ``turned`` or ``burning``.
    """

    key: str
    amount: int


class Marked(Event, frozen=True, tag="marked"):
    """5.1 A marker is laid: whose, on whom, for which guns, at how many hexes, and how the target is sighted.
    `planned`: by a fire plan that was written before.
    """

    firer: str
    target: str
    guns: str
    distance: int
    sight: str = "plain"
    planned: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return (WHOLE,) if self.planned else ()


class Bombarding(Event, frozen=True, tag="bombarding"):
    """11.10 A ship's main guns mark the place ashore."""

    ship: str
    place: str


class Fired(Event, frozen=True, tag="fired"):
    """5.3 A main-gun shot: the attack after W damage, and as changed by distance; the modifiers, the two dice and the
    damage points; the odds ("" below 1:2), the combat dice (none below 1:2), and the result ("-", "1W", "X"). `saved`
    is the die of a battleship against an X (0: none rolled).
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
    """5.11 A shot of secondary guns: always at the same odds, without damage points."""

    firer: str
    target: str
    distance: int
    odds: str
    combat: tuple[int, ...]
    result: str = "-"
    saved: int = 0


class Strayed(Event, frozen=True, tag="strayed"):
    """10.8 The die for a shot across friends; on a 1 it falls on this one. `spared`: secondaries on a capital ship."""

    firer: str
    target: str
    die: int
    friend: str = ""
    spared: bool = False


class SpecialHit(Event, frozen=True, tag="special_hit"):
    """10.12 Two dice on the special table: ``none``, ``deck``, ``radar``, ``rudder``, ``bridge`` or ``power``. `flag`:
    it is the bridge of a flagship.
    """

    ship: str
    dice: tuple[int, int]
    hit: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)


class Bombarded(Event, frozen=True, tag="bombarded"):
    """11.10 The place ashore was bombarded, for the so-manieth turn of those needed."""

    ship: str
    place: str
    count: int
    needed: int


class Damaged(Event, frozen=True, tag="damaged"):
    """5.14 What a phase has done to a ship, and her W and S now."""

    ship: str
    weapons: int
    hull: int
    now_weapons: int
    now_hull: int


class Sunk(Event, frozen=True, tag="sunk"):
    """5.15 A ship is sunk, or a battery destroyed, at a hex; `flag`: she was the flagship (10.9a)."""

    ship: str
    at: str
    flag: bool = False

    def discloses(self, seat: str) -> tuple[str, ...]:
        return ("flag",)
