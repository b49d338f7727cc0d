"""4.3 Command Points: the cost of forces that leave port, and the payment. All numbers are half points."""

from collections.abc import Iterable

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Points

WHOLE = 2
"""Half points in a Command Point. Only whole Command Points are bought (4.3.2)."""
FREE_PORTS = ("kiel",)
"""4.3.3 The ports, besides the German box, that German heavy ships leave without Command Points."""


def price(box: Box, counters: Iterable[Counter], *, port: str = "") -> int:
    """4.3, 4.3.2, 4.3.3 Return the half points that the heavy ships of a force cost when it leaves port.

    A capital ship costs a whole point, a cruiser or CVE half a point, any other ship nothing. Soviet ships are paid for
    separately (`soviet_price`). `port`: the port that the force leaves; leaving one of `FREE_PORTS` costs nothing.
    """
    if port in FREE_PORTS:
        return 0
    numbers, cost = box.numbers.command, 0
    for one in counters:
        ship = box.ships[one.ship]
        if ship.is_heavy and ship.nation != "soviet":
            cost += numbers.capital_ship if ship.type in CAPITAL_SHIPS else numbers.cruiser
    return cost


def capital_price(box: Box, counters: Iterable[Counter], *, port: str = "") -> int:
    """4.3.2 Return the half points that the capital ships of a force cost when it leaves `port` (`price`)."""
    return price(box, [one for one in counters if box.ships[one.ship].type in CAPITAL_SHIPS], port=port)


def soviet_price(box: Box, counters: Iterable[Counter]) -> int:
    """1.4c, 4.3.2 Return the half points that the surface ships under Soviet command cost when they leave port.

    All such ships that leave port in a turn cost one point together, even if they are in different forces. Without such
    ships, the cost is 0.
    """
    sails = any(box.ships[one.ship].under_soviets and box.ships[one.ship].type != "ss" for one in counters)
    return box.numbers.command.soviet_ships if sails else 0


def needs_point(box: Box, counters: Iterable[Counter], hex_: str) -> bool:
    """4.3.2a Return True if a force must pay a point of Severny Flot to enter a hex.

    It must pay if it has surface ships under Soviet command, and the hex is outside the Soviet air radius and sector.
    """
    return not in_soviet_waters(box, hex_) and soviet_price(box, counters) > 0


def in_soviet_waters(box: Box, hex_: str) -> bool:
    """4.3.2a, 15.8.2 Return True if a hex is in the Soviet air radius or sector."""
    return hex_ in box.areas.soviet_radius.hexes or "soviet" in box.hexes[hex_].sectors


def owed(points: Points, cost: int, turn: int) -> int:
    """4.3.2 Return the half points that must be spent on a turn to pay a cost. Only whole points can be spent.

    An unused half of an earlier point is used first, if it is still valid.
    """
    spare = points.over if turn <= points.until else 0
    return max(-(-(cost - spare) // WHOLE) * WHOLE, 0)


def can_pay(points: Points, cost: int, turn: int) -> bool:
    """4.3.2 Return True if a command has enough points to pay a cost on a turn."""
    return owed(points, cost, turn) <= points.left


def pay(points: Points, cost: int, turn: int, *, capital: int = 0) -> int:
    """4.3.2 Pay a cost on a turn, and return the half points spent for it.

    An unused half remains valid until the next turn. `capital`: the capital ships' share of the cost. This share
    consists of whole points, so it leaves no unused half, and does not prolong an older half. Raises ValueError if
    there are not enough points.
    """
    bought = owed(points, cost, turn)
    if bought > points.left:
        raise ValueError(f"{bought} half points are needed, {points.left} are left")
    spare = points.over if turn <= points.until else 0
    points.left -= bought
    points.spent += bought
    points.over = spare + bought - cost
    if bought > capital:
        points.until = turn + 1
    return bought


def must_spend(points: Points, *, first: bool, initiative: bool) -> bool:
    """4.3a Return True if the side with the initiative must still spend a point.

    The side must spend at least one point in its first naval movement segment of the operation (`first`). `initiative`:
    True if the side has the initiative.
    """
    return first and initiative and not points.spent and points.left >= WHOLE


def command_victory_points(box: Box, points: Iterable[Points]) -> int:
    """2.3 Return the half victory points that a side's spent Command Points cost.

    One victory point is paid for every two Command Points in total, rounded down. `points`: the Command Points of each
    of the side's commands.
    """
    whole = sum(one.spent for one in points) // WHOLE
    return whole // box.numbers.command.half_points_each * 2
