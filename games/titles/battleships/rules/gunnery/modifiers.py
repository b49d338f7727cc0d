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
"""The rule of each modifier."""


def changed_attack(board: Board, ship: Ship, far: int) -> int:
    """5.3c, 5.10 Return a ship's attack after W damage and then at a distance of `far` hexes.

    Each step is rounded down.
    """
    band = board.tables.distance.band(far)
    return board.attack(ship) * band.times // band.by


def modifiers_of(board: Board, marker: Marker, against: Ship) -> Iterator[Modifier]:
    """5.4, T.mod Yield every line of the modifier table that applies to a main-gun shot.

    5.5, 5.5a The markers of two ships on the target count; a ship's main and secondary guns are one marker. 5.6 A
    marker on the firer counts once, however many there are.
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
    """5.7, 10.4a Return True if the target is in a ship's fore or aft arc, which weakens the shot.

    It weakens no shot of a battery (10.7) nor, with the option for arcs (10.4), of a ship whose guns are all forward.
    """
    counter, arc = board.counter(ship), hexes.arc(ship.at, ship.heading, against.at)
    if counter.battery or arc == "broadside":
        return False
    return not (board.options.arcs and counter.guns_bear == "ahead")
