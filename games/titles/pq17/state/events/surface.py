"""7.5, 7.7.1: events of surface battles, for the two sides in them only."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.battle import Area
from games.titles.pq17.state.events.air import InFight


class Intercepted(InFight, frozen=True, tag="intercepted"):
    """7.5.1 A force of a side tried to intercept an attack; if it succeeds, it becomes the one that fights."""

    side: Side
    at: str
    block: int
    found: bool


class BattleJoined(InFight, frozen=True, tag="battle_joined"):
    """7.5.2, 7.6 A surface battle begins, or a force joins it: each unit by its id, side and ships.

    `surprise`: the die of the attacker with its modifier; `surprised`: the side that was taken by surprise.
    """

    at: str
    attacker: Side
    round: int
    units: tuple[str, ...]
    sides: tuple[Side, ...]
    ships: tuple[tuple[tuple[str, int], ...], ...]
    surprise: int | None = None
    modifier: int = 0
    surprised: str = ""


class Manoeuvred(InFight, frozen=True, tag="manoeuvred"):
    """7.5.2c The areas of a side's units in a round, the units that evade, and the enemies that each screens off."""

    side: Side
    round: int
    units: tuple[str, ...]
    areas: tuple[Area, ...]
    evading: tuple[str, ...] = ()
    screens: tuple[tuple[str, ...], ...] = ()


class GunsFired(InFight, frozen=True, tag="guns_fired"):
    """7.5.2i The guns of a counter at a unit: the dice, and the number of hits."""

    side: Side
    firer: str
    ship: str
    target: str
    dice: tuple[int, ...]
    hits: int


class ShipHit(InFight, frozen=True, tag="ship_hit"):
    """7.0, 7.3.1, 7.9 The damage of a ship in a round: hits, strength lost, and whether she is dead or sunk.

    Of a class, the strength that is lost.
    """

    side: Side
    unit: str
    ship: str
    hits: int
    lost: int
    dead: bool = False
    sunk: bool = False
    fates: tuple[str, ...] = ()


class TorpedoesRan(InFight, frozen=True, tag="torpedoes_ran"):
    """7.5.2k Torpedoes of a unit at another: dice, and each ship that was hit, her losses, whether she sank."""

    side: Side
    firer: str
    target: str
    dice: tuple[int, ...]
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()


class Withdrew(InFight, frozen=True, tag="withdrew"):
    """7.5.2l The die of a side that tries to leave, and the units that leave."""

    side: Side
    die: int
    left: tuple[str, ...]


class RoundOver(InFight, frozen=True, tag="round_over"):
    """7.5.2r The end of a round: the Axis player's die, None if none was thrown, and whether the battle is over."""

    round: int
    die: int | None
    over: bool


class StragglerSunk(InFight, frozen=True, tag="straggler_sunk"):
    """7.7.1 A task force finds one ship of a scattered convoy and sinks her."""

    side: Side
    at: str
    ship: str


Events = (
    Intercepted | BattleJoined | Manoeuvred | GunsFired | ShipHit | TorpedoesRan | Withdrew | RoundOver | StragglerSunk
)
