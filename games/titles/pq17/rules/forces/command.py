"""4.3 Command Points: what sails for how many, and how they are spent. All counts are half points."""

from collections.abc import Iterable

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CAPITAL_SHIPS
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.state import Points

WHOLE = 2
"""Half points in a Command Point, which is bought whole (4.3.2)."""
FREE_PORTS = ("kiel",)
"""4.3.3 Where German heavy ships sail from without Command Points, besides the German box."""


def price(box: Box, counters: Iterable[Counter], *, port: str = "") -> int:
    """4.3, 4.3.2, 4.3.3 What the heavy ships of a force cost that sails: a capital ship a whole point, a cruiser or CVE
    half of one; all other ships nothing. Soviet ships are paid for apart (`soviet_price`).
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
    """4.3.2 What of the price of a force its capital ships are, each a whole point of her own."""
    return price(box, [one for one in counters if box.ships[one.ship].type in CAPITAL_SHIPS], port=port)


def soviet_price(box: Box, counters: Iterable[Counter]) -> int:
    """1.4c, 4.3.2 What surface ships under Soviet command cost that sail in a turn: one point, however many forces they
    are in.
    """
    sails = any(box.ships[one.ship].under_soviets and box.ships[one.ship].type != "ss" for one in counters)
    return box.numbers.command.soviet_ships if sails else 0


def needs_point(box: Box, counters: Iterable[Counter], hex_: str) -> bool:
    """4.3.2a Whether a force that enters a hex owes Severny Flot a point for it: there are surface ships under Soviet
    command in it, and the hex lies outside the Soviet air radius and sector.
    """
    return not in_soviet_waters(box, hex_) and soviet_price(box, counters) > 0


def in_soviet_waters(box: Box, hex_: str) -> bool:
    """4.3.2a, 15.8.2 Whether a hex lies in the Soviet air radius or sector."""
    return hex_ in box.areas.soviet_radius.hexes or "soviet" in box.hexes[hex_].sectors


def owed(points: Points, cost: int, turn: int) -> int:
    """4.3.2 The half points to be spent anew for a cost on a turn: the half left over counts until its turn is past,
    and whole points are bought.
    """
    spare = points.over if turn <= points.until else 0
    return max(-(-(cost - spare) // WHOLE) * WHOLE, 0)


def can_pay(points: Points, cost: int, turn: int) -> bool:
    """Whether so much can be spent."""
    return owed(points, cost, turn) <= points.left


def pay(points: Points, cost: int, turn: int, *, capital: int = 0) -> int:
    """4.3.2 Spend a cost on a turn, and return what was bought for it; a half that is left over may be used up to the
    next turn. `capital`: what of it capital ships cost, whose points leave no half and make no older one last longer.
    Raises ValueError if there is not so much.
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
    """4.3a Whoever has the initiative spends at least one point in his first naval movement segment that is played."""
    return first and initiative and not points.spent and points.left >= WHOLE


def victory_points(box: Box, points: Iterable[Points]) -> int:
    """2.3 The half victory points that the points spent cost: one point for two, together, rounded down."""
    whole = sum(one.spent for one in points) // WHOLE
    return whole // box.numbers.command.half_points_each * 2
