"""Fire, torpedoes, courses and points worked out from the words of the rulebook alone: geometry with real numbers, the
charts as printed, sight and modifiers in the order of the text. Nothing here is shared with the rules of the program
but the state and the counters.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import atan2, degrees, hypot, sqrt

from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Marker, Ship

NEARLY = 1e-6
COLUMNS = (5, 10, 15, 19, 24, 34, 44, 54, 69, 79)
"""The highest attack of each column of the damage point table but the last."""
POINTS = """
0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 10 10 10
0 0 0 0 4 6 8 10 16 20 20
0 0 2 2 6 8 10 16 20 20 25
0 2 4 4 8 10 16 20 20 25 30
2 4 4 6 10 16 20 20 25 25 35
4 6 6 8 16 20 25 25 30 30 40
6 8 8 10 20 25 25 30 30 35 46
8 10 12 16 20 25 30 35 35 45 60
10 12 16 18 25 30 35 40 40 50 80
12 16 18 20 30 40 45 50 60 70 100
"""
RESULTS = """
- - - - - -
- - - - - 1W
- - - - 1W 1W1S
- - - 1W 2S 1W1S
- 1W 1S 1S 2W 2W1S
- 1W 2W 2W 1W1S 1W2S
- 1S 2S 1W1S 1W1S 2W2S
1W 1W1S 2W 2W1S 1W2S X
1W 1W1S 1W1S 1W2S 2W2S X
1W 1W1S 2W1S X X X
1S X X X X X
"""
ODDS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1")
RADARS = {
    "type_284": (7, 10, -3), "type_284m": (11, 13, -2), "mark_3": (10, 12, -3), "mark_8": (12, 14, -2),
    "fumo": (0, 10, -3), "gufo_3": (0, 9, -3), "type_22_kai": (0, 10, -3),
}  # fmt: skip
"""10.1 Acquisition, detection, and what fire beyond the acquisition costs."""
ADVANCED = ("type_284m", "mark_8")
HITS = ("12 11 10 9 8", "11 10 9 8 7", "10 9 8 7 6", "10 9 8 7 6", "9 8 7 6 5", "8 7 6 5 4", "8 7 6 5 4")
"""6.1 The numbers to hit for speeds 0 to 6 at 1 to 5 hexes."""
LEFT = {6: (6, 4, 2, 0), 5: (5, 3, 2, 0), 4: (4, 3, 1, 0), 0: (0, 0, 0, 0)}
"""5.13 The movement that is left."""
FARTHEST = 5
CAPITAL, WITH_AIRCRAFT = ("bb", "bc", "pb"), ("bb", "bc", "pb", "ca")


# --- geometry


def _column_row(at: str) -> tuple[int, int]:
    half = len(at) // 2
    added = {2: 0, 3: 100, 4: 1000}[half]
    return int(at[:half]) - added, int(at[half:]) - added


def _centre(at: str) -> tuple[float, float]:
    """The centre of a hex with sides of 1; y grows to the south, even columns lie half a hex further south."""
    column, row = _column_row(at)
    return 1.5 * column, sqrt(3) * (row + (0.5 if column % 2 == 0 else 0))


def distance(one: str, other: str) -> int:
    """5.10 Columns first, each of which brings half a row; then rows."""
    (ax, ay), (bx, by) = _centre(one), _centre(other)
    columns = round(abs(ax - bx) / 1.5)
    halves = round(abs(ay - by) / (sqrt(3) / 2))
    return columns + max(0, (halves - columns) // 2)


def arc(origin: str, heading: str, target: str) -> str:
    """5.7 Within 30 degrees of the bow, of the stern, or abeam."""
    (ax, ay), (bx, by) = _centre(origin), _centre(target)
    if origin == target:
        return "broadside"
    bearing = (degrees(atan2(bx - ax, ay - by)) - 60 * "ABCDEF".index(heading)) % 360
    off = min(bearing, 360 - bearing)
    return "fore" if off <= 30 + NEARLY else "aft" if off >= 150 - NEARLY else "broadside"


def is_crossed(one: str, other: str, at: str) -> bool:
    """4.2 Whether the line between two centres runs through the inside of a hex in between."""
    return at not in (one, other) and _runs_through(_centre(one), _centre(other), _centre(at))


def _runs_through(a: tuple[float, float], b: tuple[float, float], at: tuple[float, float]) -> bool:
    (ax, ay), (bx, by), (x, y) = a, b, at
    dx, dy = bx - ax, by - ay
    half = sqrt(3) / 2
    corners = [(x + right, y + down) for right, down in
               ((1, 0), (0.5, half), (-0.5, half), (-1, 0), (-0.5, -half), (0.5, -half))]  # fmt: skip
    sides = [(dx * (cy - ay) - dy * (cx - ax)) / hypot(dx, dy) for cx, cy in corners]
    if max(sides) < NEARLY or min(sides) > -NEARLY:
        return False
    along: list[float] = []
    around = [*zip(corners, sides, strict=True), (corners[0], sides[0])]
    for ((px, py), p), ((qx, qy), q) in pairwise(around):
        if p * q <= 0 and p != q:
            part = p / (p - q)
            cx, cy = px + part * (qx - px), py + part * (qy - py)
            along.append(((cx - ax) * dx + (cy - ay) * dy) / (dx * dx + dy * dy))
    return min(max(along), 1) - max(min(along), 0) > NEARLY


def run_through(origin: str, target: str, at: str) -> bool:
    """6.2 Whether torpedoes that run five hexes at a target cross a hex."""
    if at == origin or distance(origin, at) > FARTHEST:
        return False
    (ax, ay), (bx, by) = _centre(origin), _centre(target)
    far = (ax + (bx - ax) * 2 * FARTHEST, ay + (by - ay) * 2 * FARTHEST)
    return _runs_through((ax, ay), far, _centre(at))


# --- the charts


def points(attack: int, roll: int) -> int:
    """The damage point table."""
    column = sum(attack > highest for highest in COLUMNS)
    return int(POINTS.split()[(min(max(roll, 2), 12) - 2) * 11 + column])


def odds(points_: int, defence: int) -> str:
    """5.3 The best column that the defender cannot deny; none below 1:2."""
    if points_ * 2 < defence or not points_:
        return ""
    return ODDS[min(points_ // defence, 5)] if points_ >= defence else "1:2"


def result(odds_: str, roll: int) -> str:
    """The combat results table."""
    return RESULTS.split()[(min(max(roll, 2), 12) - 2) * 6 + ODDS.index(odds_)]


def attack(board: Board, ship: Ship, far: int) -> int:
    """5.10, 5.12 A third less for each W, then the distance; rounded down each time."""
    left = board.counter(ship).attack * (3 - ship.weapons) // 3
    return left * 3 if far <= 2 else left * 2 if far <= 4 else left if far <= 13 else left // 2


# --- sight


def _radar(board: Board, ship: Ship) -> str:
    works = board.options.radar and not ship.radar_lost and ship.weapons < 3 and ship.unlit != board.state.turn
    return ship.radar if works else ""


def penalty(board: Board, ship: Ship, target: Ship, *, lit: bool) -> int | None:
    """4.1, 4.3, 10.1, 10.2 What the best way of sighting a target costs; None for none."""
    far = distance(ship.at, target.at)
    if far <= board.state.sight:
        return 0
    found: list[int] = []
    if lit and far <= 12:
        found.append(-1)
    if radar := _radar(board, ship):
        acquired, detected, beyond = RADARS[radar]
        found += [0] if far <= acquired else [beyond] if far <= detected else []
    if ship.side in board.state.spotting and board.counter(ship).kind in WITH_AIRCRAFT:
        found.append(-3)
    return max(found, default=None)


def may_fire(board: Board, ship: Ship, target: Ship, guns: str) -> bool:
    """5.1, 5.11, 10.4, 10.8, 10.10, 10.12 Whether her guns could be laid on a target that is sighted."""
    counter, far = board.counter(ship), distance(ship.at, target.at)
    if ship.weapons == 3 or ship.id in board.state.astray or ship.unlit == board.state.turn:
        return False
    if guns == "secondary" and (
        counter.kind not in CAPITAL or board.counter(target).kind in CAPITAL or far > 7
    ):  # fmt: skip
        return False
    if guns == "main":
        blind = board.options.arcs and counter.guns_bear != "all" and arc(ship.at, ship.heading, target.at) == "aft"
        if far > counter.range or blind:
            return False
    if any(is_crossed(ship.at, target.at, at) for at in board.battle.shores):
        return False
    masked = board.battle.night and not board.options.friendly_fire
    return not (masked and any(is_crossed(ship.at, target.at, one.at) for one in board.fleet(ship.side)))


# --- modifiers


def _grade(board: Board, ship: Ship) -> int:
    """10.3, 10.9, 10.12 Good, average or poor."""
    turn, grade = board.state.turn, 0
    for crew in board.battle.crews if board.options.crews else ():
        if (ship.id in crew.ships or crew.side == ship.side) and crew.from_turn <= turn <= crew.until_turn:
            grade = crew.grade
    worse = board.state.disheartened.get(ship.side, 0) + (ship.shaken == turn)
    return max(-1, grade - worse)


def modifiers(board: Board, marker: Marker, against: Ship) -> Iterator[int]:
    """The lines of the modifier table that hold for a shot; `against` is whom it falls on (10.8)."""
    ship, marked, turn = board.ship(marker.firer), board.ship(marker.target), board.state.turn
    counter = board.counter(ship)
    if against.speed in (0, 1) and board.counter(against).kind != "battery":
        yield 2
    if any(other.target == marked.id and other.firer != ship.id for other in board.state.markers):
        yield -1
    where = "broadside" if counter.kind == "battery" else arc(ship.at, ship.heading, against.at)
    if where == "aft" or (where == "fore" and not (board.options.arcs and counter.guns_bear == "ahead")):
        yield -1
    if any(other.target == ship.id for other in board.state.markers):
        yield -2
    yield _grade(board, ship)
    lit = any(light.at == marked.at for light in board.state.lights)
    yield penalty(board, ship, marked, lit=lit) or 0
    if board.options.turning and ship.turned and _radar(board, ship) not in ADVANCED:
        yield -1
    if against.burning == turn:
        yield 1


# --- torpedoes


def may_launch(board: Board, ship: Ship, target: Ship) -> bool:
    """5.12, 6.2, 10.5, 10.10 Whether she may launch at a target; breakwaters aside."""
    if not ship.torpedoes or ship.reloaded > board.state.turn or ship.weapons == 3 or ship.id in board.state.astray:
        return False
    if board.counter(target).kind == "battery" or distance(ship.at, target.at) > FARTHEST:
        return False
    abeam = arc(ship.at, ship.heading, target.at) == "broadside"
    return abeam and not any(is_crossed(ship.at, target.at, at) for at in board.battle.shores)


def number_to_hit(board: Board, ship: Ship, against: Ship) -> int:
    """6.1, 10.3 Two dice at or under it hit."""
    return int(HITS[against.speed].split()[distance(ship.at, against.at) - 1]) + _grade(board, ship)


# --- courses


def points_of_course(at: str, heading: str, way: Sequence[str]) -> tuple[int, int] | None:
    """7.1, 7.4 What a course costs and how often it turns; None where a hex does not follow the one before."""
    cost = turns = 0
    facing = "ABCDEF".index(heading)
    for there in way:
        if distance(at, there) != 1:
            return None
        (ax, ay), (bx, by) = _centre(at), _centre(there)
        now = round(degrees(atan2(bx - ax, ay - by)) / 60) % 6
        turned = min((now - facing) % 6, (facing - now) % 6)
        cost, turns = cost + 1 + (0, 0, 2, 3)[turned], turns + (turned > 0)
        at, facing = there, now
    return cost, turns


def limits_of_speed(movement: int, hull: int, last: int) -> tuple[int, int]:
    """5.13, 7.3 The fewest and the most points after damage and the speed of the turn before."""
    least, most = last // 2, min(LEFT[movement][hull], last * 2 if last else 2)
    return least, max(least, most)


# --- points


def score(board: Board, side: str) -> Fraction:
    """9.1, 9.2 A side's points if the battle ended now."""
    total = Fraction(0)
    for ship in board.state.ships:
        counter = board.counter(ship)
        value = counter.attack + counter.defence + counter.movement
        if ship.side == side:
            total += value if ship.full else 0
        elif ship.fate == "sunk":
            total += value
        else:
            steps = ship.weapons + ship.hull - board.battle.lasting_hull.get(ship.id, 0)
            mended = min(steps, counter.defence - ship.mended)
            total += ship.mended + mended + Fraction(steps - mended, 6) * value
    return total
