"""7.4, 7.7.2: events of submarines."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.events.air import InFight


class SubmarinesMet(InFight, frozen=True, tag="submarines_met"):
    """7.4 A wolfpack and an enemy force fight: the numbers of both blocks, the submarine die, and its modifier."""

    side: Side
    at: str
    pack: int
    target: int
    die: int
    modifier: int
    before: int
    """The number of submarines that attack before the escorts' dice take effect."""
    after: int
    """The number of submarines that attack after the escorts' dice."""
    offensive: bool = False
    """True if the force attacked the wolfpack on its own initiative (7.4.2a)."""
    who: str = ""
    """The id of the wolfpack, for its owner only."""
    force: str = ""
    """The id of the target force, for its owner only."""


class BoatFired(InFight, frozen=True, tag="boat_fired"):
    """7.4.3, 7.4.3a A submarine attacked a group of ships. `named`: the group that its owner chose.

    A group is heavy, light or convoy. `found`: True if the target block had ships of this group. `ships`: the ids of
    the ships that were hit. `lost`, `sunk`: in the same order, the strength that each ship lost, and True if she sank.
    """

    side: Side
    named: str
    found: bool = True
    dice: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()


class TorpedoesSpent(InFight, frozen=True, tag="torpedoes_spent"):
    """7.4a, 7.7.2a A wolfpack has no torpedoes left. Only its owner reads this event.

    `die`: the die after an attack on stragglers, otherwise None.
    """

    force: str
    die: int | None = None


class PacksMet(InFight, frozen=True, tag="packs_met"):
    """7.4.4 A wolfpack of a side attacked an enemy wolfpack."""

    side: Side
    at: str
    surprise: int
    """The die for surprise."""
    surprise_modifier: int
    """The modifier of the die for surprise."""
    surprised: bool
    """True if the attacker achieved surprise and rolled the ASW die; otherwise, the enemy wolfpack rolled it."""
    die: int
    """The ASW die: the attack of one wolfpack on the other."""
    modifier: int
    """The modifier of the ASW die."""
    sunk: bool
    """True if the wolfpack against which the ASW die was rolled lost a submarine."""


class PackPatrolled(InFight, frozen=True, tag="pack_patrolled"):
    """7.4.5 An air patrol rolled a die against a wolfpack at a hex side.

    `crossed`: True if the pack crossed that side nevertheless.
    """

    side: Side
    at: str
    die: int
    modifier: int
    crossed: bool


Events = SubmarinesMet | BoatFired | TorpedoesSpent | PacksMet | PackPatrolled
