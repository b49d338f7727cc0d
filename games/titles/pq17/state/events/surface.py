"""7.5, 7.7.1: events of surface battles, for the two sides in them only."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.battle import Area
from games.titles.pq17.state.events.air import InFight


class Intercepted(InFight, frozen=True, tag="intercepted"):
    """7.5.1 A force of a side tried to intercept an attack on another force of its side.

    `found`: True if it intercepted the attackers, and fights in place of the other force. Only the owner reads the id
    of the intercepting force (`force`).
    """

    side: Side
    at: str
    block: int
    found: bool
    force: str = ""


class BattleJoined(InFight, frozen=True, tag="battle_joined"):
    """7.5.2, 7.6 A surface battle begins, or units join it: the id, side and ships of each unit.

    `surprise`: the attacker's die for surprise, with its modifier; `surprised`: the side taken by surprise, or "".
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
    """7.5.2c A side's units moved in a round.

    `areas`: the area of each of `units`. `evading`: the units that evade. `screens`: for each of `units`, the enemies
    that it screens off.
    """

    side: Side
    round: int
    units: tuple[str, ...]
    areas: tuple[Area, ...]
    evading: tuple[str, ...] = ()
    screens: tuple[tuple[str, ...], ...] = ()


class GunsFired(InFight, frozen=True, tag="guns_fired"):
    """7.5.2i The guns of one counter fired at an enemy unit: the dice, and the number of hits.

    `firer`: the unit of the counter; `ship`: the ship or class of the counter. `target`: the enemy unit.
    """

    side: Side
    firer: str
    ship: str
    target: str
    dice: tuple[int, ...]
    hits: int


class ShipHit(InFight, frozen=True, tag="ship_hit"):
    """7.0, 7.3.1, 7.9 A ship was hit in a round of a surface battle."""

    side: Side
    unit: str
    """The id of the ship's unit."""
    ship: str
    """The id of the ship or class."""
    hits: int
    """The number of hits."""
    lost: int
    """The strength lost."""
    dead: bool = False
    """True if the ship is now Dead in the Water."""
    sunk: bool = False
    """True if the ship is sunk."""
    fates: tuple[str, ...] = ()
    """The fates of destroyers, if the option of 7.9 is in play."""


class TorpedoesRan(InFight, frozen=True, tag="torpedoes_ran"):
    """7.5.2k A unit launched torpedoes at an enemy unit.

    `ships`: the ships that were hit. `lost`, `sunk`: for each of them, the strength lost, and True if she was sunk.
    """

    side: Side
    firer: str
    target: str
    dice: tuple[int, ...]
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()


class Withdrew(InFight, frozen=True, tag="withdrew"):
    """7.5.2l A side rolled a die for its withdrawal. `left`: the ids of the units that leave the battle."""

    side: Side
    die: int
    left: tuple[str, ...]


class RoundOver(InFight, frozen=True, tag="round_over"):
    """7.5.2r A round ended: the Axis player's die (None if none was rolled), and whether the battle is over."""

    round: int
    die: int | None
    over: bool


class StragglerSunk(InFight, frozen=True, tag="straggler_sunk"):
    """7.7.1 A task force sinks one ship of a scattered convoy."""

    side: Side
    at: str
    ship: str


Events = (
    Intercepted | BattleJoined | Manoeuvred | GunsFired | ShipHit | TorpedoesRan | Withdrew | RoundOver | StragglerSunk
)
