"""6.1, 6.2, 9.3c, 10.3 The line of a torpedo, the number that hits, and the odds of a hit."""

from games.titles.battleships.components import hexes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship


def reached(board: Board, origin: str, at: str) -> tuple[str, ...]:
    """6.2a, 9.3c Return the hexes that a torpedo from the hex `origin` through the hex `at` crosses, in order.

    The line ends with the torpedo's range, or where land or a breakwater stops it.
    """
    walls = board.battle.mole_sides
    way: list[str] = []
    for place in hexes.run(origin, at, board.tables.torpedoes.range):
        before = way[-1] if way else origin
        if place in board.battle.shores or (walls and _is_walled(walls, before, place)):
            break
        way.append(place)
    return tuple(way)


def _is_walled(walls: frozenset[tuple[str, str]], one: str, other: str) -> bool:
    """Return True if a breakwater lies between two consecutive hexes of a line.

    If the line runs along a hexside between them, it is blocked only if breakwaters block the way through both hexes
    beside it.
    """
    if hexes.distance(one, other) <= 1:
        return (one, other) in walls or (other, one) in walls
    around = [hexes.neighbour(one, heading) for heading in hexes.HEADINGS]
    between = [place for place in around if hexes.distance(place, other) == 1]
    return all(_is_walled(walls, one, place) or _is_walled(walls, place, other) for place in between)


def odds_of(board: Board, ship: Ship) -> str:
    """6.1a Return the column of the combat table for hits by a ship's torpedoes, such as "3:1"."""
    counter = board.counter(ship)
    return board.tables.torpedo_odds.of(counter.kind, counter.nation)


def number_of(board: Board, ship: Ship, against: Ship, far: int) -> int:
    """6.1, 10.3 Return the highest total of two dice that hits the ship `against` at a distance of `far` hexes."""
    return board.tables.torpedoes.number(against.speed, far) + crew_of(board, ship)


def combat_modifier(board: Board, ship: Ship, against: Ship) -> int:
    """6.2d Return the modifier of the combat roll of a torpedo of `ship` that hits `against`.

    It is 0 unless the torpedo comes from ahead or astern.
    """
    end_on = hexes.arc(against.at, against.heading, ship.at) != "broadside"
    return board.tables.torpedoes.end_on if end_on else 0


def crew_of(board: Board, ship: Ship) -> int:
    """10.3 Return the modifier that a ship's crew gives to the number to hit."""
    table, grade = board.tables.torpedoes, board.crew(ship)
    return table.good_crew if grade > 0 else table.poor_crew if grade < 0 else 0
