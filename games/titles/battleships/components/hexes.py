"""9.3 Hexes, directions, distances, arcs and lines, computed with integers, so that edges and corners are exact.

The name of a hex has four digits, column and row, as printed. Beyond the printed map (on an open sea) it has six:
column and row, each increased by 100. Hexes farther north or west have eight, each increased by 1000. Even columns are
half a hex further south. Directions are A (north) to F, clockwise.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

COLUMNS = (11, 55)
ROWS = (1, 34)
EDGES = ("north", "east", "south", "west")
HEADINGS = ("A", "B", "C", "D", "E", "F")
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_BEYOND = {2: 0, 3: 100, 4: 1000}
"""The number that is added to columns and rows in names of hexes, by half the number of digits of the name."""
_CORNERS = ((2, 0), (1, 1), (-1, 1))
"""Three corners of a hex, as offsets from its centre (see `_centre`); the other three are their opposites."""


class Hex(NamedTuple):
    """A hex in axial coordinates: `q` counts columns, `r` runs south along a column."""

    q: int
    r: int


@lru_cache(maxsize=16384)
def hex_of(name: str) -> Hex:
    """Return the hex with this name. Raise ValueError for an invalid name."""
    if len(name) not in (4, 6, 8) or not name.isdecimal():
        raise ValueError(f"{name!r} is no hex")
    half = len(name) // 2
    column, row = int(name[:half]) - _BEYOND[half], int(name[half:]) - _BEYOND[half]
    return Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2)


def column_row(place: Hex) -> tuple[int, int]:
    """Return the column and row of a hex."""
    return place.q, place.r + place.q // 2 if place.q % 2 else place.r - 1 + place.q // 2


@lru_cache(maxsize=16384)
def name_of(place: Hex) -> str:
    """Return the name of a hex. Raise ValueError if it lies a thousand hexes or more north or west of the map."""
    column, row = column_row(place)
    figures = 2 if on_map(place) else 3 if min(column, row) >= -_BEYOND[3] else 4
    added = _BEYOND[figures]
    if min(column, row) < -added:
        raise ValueError(f"{place} is too far away to be written")
    return f"{column + added:0{figures}}{row + added:0{figures}}"


def on_map(place: Hex) -> bool:
    """9.3 Return True if a hex is on the printed map."""
    column, row = column_row(place)
    return COLUMNS[0] <= column <= COLUMNS[1] and ROWS[0] <= row <= ROWS[1]


def edges_crossed(place: Hex) -> tuple[str, ...]:
    """Return the edges of the map (north, east, south, west) beyond which a hex lies; () for a hex on the map."""
    return tuple(edge for edge in EDGES if beyond(place, edge) > 0)


def beyond(place: Hex, edge: str, shifted: tuple[int, int] = (0, 0)) -> int:
    """Return how many columns or rows a hex lies beyond an edge of the starting map; 0 or less if it is on the map.

    `shifted` is the number of columns and rows by which the map has shifted since the start (9.3b).
    """
    column, row = column_row(place)
    here = column if edge in ("east", "west") else row
    return (here - edge_at(edge, shifted)) * (1 if edge in ("east", "south") else -1)


def edge_at(edge: str, shifted: tuple[int, int] = (0, 0)) -> int:
    """9.3b Return the last column (east, west) or row (north, south) of the starting map at an edge, as numbered now.

    The map has shifted by `shifted` columns and rows since the start.
    """
    columns, rows = shifted
    return {
        "north": ROWS[0] + rows, "east": COLUMNS[1] + columns, "south": ROWS[1] + rows, "west": COLUMNS[0] + columns,
    }[edge]  # fmt: skip


def step(place: Hex, direction: int) -> Hex:
    """Return the neighbour of a hex in a direction, 0 (A) to 5 (F)."""
    q, r = STEPS[direction % 6]
    return Hex(place.q + q, place.r + r)


@lru_cache(maxsize=65536)
def neighbour(name: str, heading: str) -> str:
    """Return the name of the neighbour of a hex in a direction, A to F."""
    return name_of(step(hex_of(name), HEADINGS.index(heading)))


@lru_cache(maxsize=16384)
def neighbours(name: str) -> tuple[str, ...]:
    """Return the names of the six neighbours of a hex, in the directions A to F."""
    return tuple(neighbour(name, heading) for heading in HEADINGS)


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """5.10 Return the distance between two hexes: the number of moves from one to the other."""
    a, b = hex_of(one), hex_of(other)
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def moved(name: str, by: Hex) -> str:
    """9.3b Return the new name of a hex after the map has shifted by the offset `by`.

    Raise ValueError as `name_of` does.
    """
    place = hex_of(name)
    return name_of(Hex(place.q + by.q, place.r + by.r))


# --- arcs


def arcs(origin: str, target: str) -> tuple[str, ...]:
    """T.arc Return the arc in which the target lies for each heading, A to F, of a ship in the hex `origin`.

    For the arcs, see `arc`.
    """
    a, b = hex_of(origin), hex_of(target)
    return _arcs(b.q - a.q, b.r - a.r)


@lru_cache(maxsize=16384)
def _arcs(q: int, r: int) -> tuple[str, ...]:
    """Return the arc of a target at the offset (q, r) from a ship, for each of the ship's headings A to F."""
    found: list[str] = []
    for _ in HEADINGS:
        found.append(_arc(q, r))
        q, r = q + r, -q  # a sixth of a circle counter-clockwise
    return tuple(found)


def _arc(q: int, r: int) -> str:
    """Return the arc of a target at the offset (q, r) from a ship with heading A."""
    ahead = -(2 * r + q)
    if (q, r) == (0, 0):
        return "broadside"
    if 3 * abs(q) <= ahead:
        return "fore"
    return "aft" if 3 * abs(q) <= -ahead else "broadside"


def arc(origin: str, heading: str, target: str) -> str:
    """T.arc Return the arc in which a target lies for a ship in the hex `origin`: ``fore``, ``aft`` or ``broadside``.

    ``fore`` is within 30 degrees of the bow, ``aft`` within 30 degrees of the stern, both limits included. A target in
    the ship's own hex counts as broadside.
    """
    return arcs(origin, target)[HEADINGS.index(heading)]


# --- lines


def _centre(place: Hex) -> tuple[int, int]:
    """Return the centre of a hex in sheared coordinates, in which all corners are whole numbers.

    Straight lines stay straight in them.
    """
    return 3 * place.q, 2 * place.r + place.q


@lru_cache(maxsize=65536)
def crossed_hexes(one: str, other: str) -> tuple[str, ...]:
    """4.2b Return the hexes that the line between the centres of two hexes crosses, the nearest to `one` first.

    The two hexes themselves are not included. The line crosses a hex if the hex has corners on both sides of the line.
    It is not enough if the line only runs along a side or touches a corner.
    """
    a, b = hex_of(one), hex_of(other)
    end = _along(a, b, b)
    return tuple(name for name in _line(a, b, distance(one, other)) if _along(a, b, hex_of(name)) < end)


def run(one: str, through: str, length: int) -> tuple[str, ...]:
    """6.2a Return the hexes that the ray from `one` through `through` crosses, the nearest first.

    They are at most `length` hexes away from `one`, which is not included.
    """
    return _line(hex_of(one), hex_of(through), length)


def _line(a: Hex, b: Hex, far: int) -> tuple[str, ...]:
    """Return the hexes that the ray from `a` through `b` crosses, nearest first, up to the distance `far` in hexes."""
    return tuple(name_of(Hex(a.q + by.q, a.r + by.r)) for by in _ray(Hex(b.q - a.q, b.r - a.r), far))


@lru_cache(maxsize=8192)
def _ray(through: Hex, far: int) -> tuple[Hex, ...]:
    """Return the hexes that the ray from the hex (0, 0) through another hex crosses, up to the distance `far`.

    They are offsets that apply to a ray in the same direction from any hex.
    """
    dx, dy = _centre(through)
    width = max(abs(dx * cy - dy * cx) for cx, cy in _CORNERS)
    found: list[tuple[int, int, Hex]] = []
    for away, x, y, place in _disc(far):
        if -width < dx * y - dy * x < width and (ahead := dx * x + 3 * dy * y) > 0:
            found.append((away, ahead, place))
    return tuple(place for _, _, place in sorted(found))


@lru_cache(maxsize=256)
def _disc(radius: int) -> tuple[tuple[int, int, int, Hex], ...]:
    """Return (distance, x of the centre, y of the centre, hex) for all hexes up to `radius` from the hex (0, 0)."""
    places = _around(Hex(0, 0), radius)
    return tuple((max(abs(one.q), abs(one.r), abs(one.q + one.r)), *_centre(one), one) for one in places)


def _along(a: Hex, b: Hex, place: Hex) -> int:
    """Return how far along the line from `a` to `b` a hex lies, in a unit that depends on the line.

    It is the dot product of both directions in coordinates that are not sheared.
    """
    (ax, ay), (bx, by), (x, y) = _centre(a), _centre(b), _centre(place)
    return (bx - ax) * (x - ax) + 3 * (by - ay) * (y - ay)


def _around(centre: Hex, radius: int) -> Iterator[Hex]:
    """Yield all hexes up to `radius` away from the centre, without the centre."""
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1):
            if (q, r) != (0, 0):
                yield Hex(centre.q + q, centre.r + r)


@lru_cache(maxsize=4096)
def about(name: str, radius: int) -> frozenset[str]:
    """Return the names of all hexes up to `radius` hexes away from a hex, including the hex itself."""
    return frozenset((name, *within(name, radius)))


def within(name: str, radius: int) -> Iterator[str]:
    """Yield the names of all hexes up to `radius` hexes away from a hex, without the hex itself."""
    for place in _around(hex_of(name), radius):
        yield name_of(place)
