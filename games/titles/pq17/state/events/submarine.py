"""7.4, 7.7.2: events of submarines."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.events.air import InFight


class SubmarinesMet(InFight, frozen=True, tag="submarines_met"):
    """7.4 A wolfpack and an enemy force fight: the numbers of both blocks, the die, and its modifier.

    `offensive`: the force attacked the pack on its own initiative (7.4.2a). `before`, `after`: the boats that attack
    before and after the escorts. `who`, `force`: the ids of the pack and of the target, each for its owner only.
    """

    side: Side
    at: str
    pack: int
    target: int
    die: int
    modifier: int
    before: int
    after: int
    offensive: bool = False
    who: str = ""
    force: str = ""


class BoatFired(InFight, frozen=True, tag="boat_fired"):
    """7.4.3, 7.4.3a A boat attacked the group of ships `named`. `found`: the target block had such ships.

    `ships`: the ships that were hit, each with the strength `lost` and whether she was `sunk`.
    """

    side: Side
    named: str
    found: bool = True
    dice: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()


class TorpedoesSpent(InFight, frozen=True, tag="torpedoes_spent"):
    """7.4a, 7.7.2a A wolfpack has no torpedoes left; only its owner reads it.

    `die`: the die after an attack on stragglers, otherwise None.
    """

    force: str
    die: int | None = None


class PacksMet(InFight, frozen=True, tag="packs_met"):
    """7.4.4 A wolfpack of a side attacks another wolfpack.

    `surprise`: the die for surprise; `surprise_modifier`: its modifier. `surprised`: the attacker has surprise, and
    rolls the ASW die; otherwise the other pack rolls it. `sunk`: the other pack lost a boat.
    """

    side: Side
    at: str
    surprise: int
    surprise_modifier: int
    surprised: bool
    die: int
    modifier: int
    sunk: bool


class PackPatrolled(InFight, frozen=True, tag="pack_patrolled"):
    """7.4.5 An air patrol rolled a die against a wolfpack at a hex side.

    `crossed`: the pack crossed that side nevertheless.
    """

    side: Side
    at: str
    die: int
    modifier: int
    crossed: bool


Events = SubmarinesMet | BoatFired | TorpedoesSpent | PacksMet | PackPatrolled
