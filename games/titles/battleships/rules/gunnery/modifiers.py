"""5.3c, 5.4, 5.10, T.mod The effect of distance on an attack, and the modifiers of a shot's roll."""

from collections.abc import Iterator

from games.titles.battleships.components import hexes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Modifier
from games.titles.battleships.state.state import Marker, Ship

RULES = {
    "slow_target": "5.8",
    "concentration": "5.5",
    "fore_or_aft": "5.7",
    "under_fire": "5.6",
    "good_crew": "10.3",
    "poor_crew": "10.3",
    "star_shell": "4.3b",
    "aircraft": "10.2",
    "radar": "10.1",
    "turned": "10.11",
    "burning": "10.12",
}
"""The number of the rule of each modifier, by key."""


def changed_attack(board: Board, ship: Ship, far: int) -> int:
    """5.3c, 5.10 Return a ship's attack at a distance of `far` hexes.

    The attack is reduced for damage to weapons, then changed for the distance. It is rounded down both times.
    """
    band = board.tables.distance.band(far)
    return board.attack(ship) * band.times // band.by


def modifiers_of(board: Board, marker: Marker, against: Ship) -> Iterator[Modifier]:
    """5.4, T.mod Yield every modifier that applies to a shot of main guns at the ship `against`.

    `marker`: the marker of the shot. 5.5, 5.5a The modifier for concentrated fire applies if another ship has marked
    the same target, too; a ship's own main and secondary guns do not count as two. 5.6 The modifier for a firer under
    fire applies once, however many markers are on the firer.
    """
    table, ship = board.tables.modifiers, board.ship(marker.firer)
    if against.speed <= table.slow and not board.counter(against).battery:
        yield Modifier("slow_target", table.slow_target)
    if len({other.firer for other in board.state.markers if other.target == marker.target} | {ship.id}) > 1:
        yield Modifier("concentration", table.concentration)
    if _end_on(board, ship, against):
        yield Modifier("fore_or_aft", table.fore_or_aft)
    if any(other.target == ship.id for other in board.state.markers):
        yield Modifier("under_fire", table.under_fire)
    if crew := board.crew(ship):
        yield Modifier("good_crew", table.good_crew) if crew > 0 else Modifier("poor_crew", table.poor_crew)
    yield from _of_sight(board, marker, ship)
    radar = board.radar(ship)
    if board.options.turning and ship.turned and not (radar is not None and radar.advanced):
        yield Modifier("turned", table.turned)
    if against.burning == board.state.turn:
        yield Modifier("burning", table.burning)


def _of_sight(board: Board, marker: Marker, ship: Ship) -> Iterator[Modifier]:
    """4.3b, 10.1, 10.2 Yield the penalty of fire at a target that is not in plain sight."""
    if marker.sight == "shell":
        yield Modifier("star_shell", board.tables.modifiers.star_shell)
    elif marker.sight == "aircraft":
        yield Modifier("aircraft", board.tables.modifiers.aircraft)
    elif marker.sight == "radar":
        radar = board.radar(ship)
        penalty = radar.penalty(marker.distance) if radar is not None else None
        if penalty:
            yield Modifier("radar", penalty)


def _end_on(board: Board, ship: Ship, against: Ship) -> bool:
    """5.7, 10.4a Return True if a shot is weakened because the target is in the firer's fore or aft arc.

    A shot of a battery (10.7) is never weakened. With the option for arcs (10.4), neither is a shot of a ship whose
    guns are all forward.
    """
    counter, arc = board.counter(ship), hexes.arc(ship.at, ship.heading, against.at)
    if counter.battery or arc == "broadside":
        return False
    return not (board.options.arcs and counter.guns_bear == "ahead")
