"""7.4, 7.7.2: events of submarines."""

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.state.events.air import InFight


class SubmarinesMet(InFight, frozen=True, tag="submarines_met"):
    """7.4 A wolfpack of a side and a force of the other fight: the die, and its modifier.

    `offensive`: the force attacked the pack on its own (7.4.2a). `before`, `after`: the boats that attack before and
    after the escorts.
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


class BoatFired(InFight, frozen=True, tag="boat_fired"):
    """7.4.3, 7.4.3a A boat of a side attacked ships of a class: its dice if there were any of that class.

    Each ship that was hit, with her losses and whether she sank. A ship that was missed is not named.
    """

    side: Side
    named: str
    found: bool = True
    dice: tuple[int, ...] = ()
    ships: tuple[str, ...] = ()
    lost: tuple[int, ...] = ()
    sunk: tuple[bool, ...] = ()


class TorpedoesSpent(InFight, frozen=True, tag="torpedoes_spent"):
    """7.4a, 7.7.2a A wolfpack has no torpedoes left; only its owner reads it. `die`: that of stragglers, else None."""

    force: str
    die: int | None = None


class PacksMet(InFight, frozen=True, tag="packs_met"):
    """7.4.4 A wolfpack of a side attacks another.

    The die of surprise with its modifier, the one die of ASW and its modifier, whether the attacker threw it, and
    whether the other lost a boat.
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
    """7.4.5 An air patrol of a side threw a die at a wolfpack in a hex; whether it `crossed`."""

    side: Side
    at: str
    die: int
    modifier: int
    crossed: bool


Events = SubmarinesMet | BoatFired | TorpedoesSpent | PacksMet | PackPatrolled
