"""9.3 Hexes, directions, distances, arcs and lines. All of it uses integers, so that edges and corners are exact.

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
"""The offset of columns and rows in names with that many digits."""
_CORNERS = ((2, 0), (1, 1), (-1, 1))
"""The corners of a hex about its centre; the other three are opposite."""


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
    """Return the name of a hex. Raise ValueError if it is a thousand hexes or more beyond the map's north or west."""
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
    """Return the edges of the map beyond which a hex lies, out of north, east, south and west."""
    return tuple(edge for edge in EDGES if beyond(place, edge) > 0)


def beyond(place: Hex, edge: str, shifted: tuple[int, int] = (0, 0)) -> int:
    """Return the number of columns or rows by which a hex lies beyond an edge of the map.

    It is 0 or less on the near side.

    `shifted` is the number of columns and rows by which the map has shifted; the edge is that of the starting map
    (9.3b).
    """
    column, row = column_row(place)
    here = column if edge in ("east", "west") else row
    return (here - edge_at(edge, shifted)) * (1 if edge in ("east", "south") else -1)


def edge_at(edge: str, shifted: tuple[int, int] = (0, 0)) -> int:
    """9.3b Return the outermost column (east, west) or row (north, south) of the starting map.

    The map has moved by `shifted` columns and rows since the start.
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
    """9.3 Return the name of a hex after the map has shifted by `by` columns and rows."""
    place = hex_of(name)
    return name_of(Hex(place.q + by.q, place.r + by.r))


# --- arcs


def _seen_from(origin: str, heading: str, target: str) -> Hex:
    """Return the target's place when the board is turned so that the heading is A."""
    a, b = hex_of(origin), hex_of(target)
    q, r = b.q - a.q, b.r - a.r
    for _ in range(HEADINGS.index(heading)):
        q, r = q + r, -q  # a sixth of a circle counter-clockwise
    return Hex(q, r)


@lru_cache(maxsize=65536)
def arc(origin: str, heading: str, target: str) -> str:
    """T.arc Return the arc of a ship in which a target lies: ``fore``, ``aft`` or ``broadside``.

    ``fore`` is within 30 degrees of the bow, ``aft`` within 30 degrees of the stern, both limits included. A target in
    the ship's own hex counts as broadside.
    """
    place = _seen_from(origin, heading, target)
    ahead = -(2 * place.r + place.q)
    if (place.q, place.r) == (0, 0):
        return "broadside"
    if 3 * abs(place.q) <= ahead:
        return "fore"
    return "aft" if 3 * abs(place.q) <= -ahead else "broadside"


# --- lines


def _centre(place: Hex) -> tuple[int, int]:
    """Return the centre of a hex in a sheared plane in which corners have whole coordinates.

    Straight lines stay straight.
    """
    return 3 * place.q, 2 * place.r + place.q


@lru_cache(maxsize=65536)
def crossed_hexes(one: str, other: str) -> tuple[str, ...]:
    """4.2b Return the hexes that the line between the centres of two hexes crosses, the nearest first.

    The two ends are left out.

    The line crosses a hex if the hex has corners on both sides of the line. To touch it along a side or at a corner is
    not enough.
    """
    a, b = hex_of(one), hex_of(other)
    end = _along(a, b, b)
    return tuple(name for name in _line(a, b, distance(one, other)) if _along(a, b, hex_of(name)) < end)


def run(one: str, through: str, length: int) -> tuple[str, ...]:
    """6.2a Return the hexes that the ray from one hex through the centre of another crosses, up to `length` hexes."""
    return _line(hex_of(one), hex_of(through), length)


def _line(a: Hex, b: Hex, far: int) -> tuple[str, ...]:
    """Return the hexes that the ray from one hex through another crosses, nearest first, up to a distance."""
    return tuple(name_of(Hex(a.q + by.q, a.r + by.r)) for by in _ray(Hex(b.q - a.q, b.r - a.r), far))


@lru_cache(maxsize=8192)
def _ray(through: Hex, far: int) -> tuple[Hex, ...]:
    """Return the hexes that the ray from the origin through a hex crosses, as offsets.

    The offsets are the same from every starting hex.
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
    """Return all hexes up to `radius` from the middle of the map, each with its distance and its centre."""
    places = _around(Hex(0, 0), radius)
    return tuple((max(abs(one.q), abs(one.r), abs(one.q + one.r)), *_centre(one), one) for one in places)


def _along(a: Hex, b: Hex, place: Hex) -> int:
    """Return a place's position along the way from a to b, in the true plane.

    There x counts three times as much as y.
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
    """Return all hexes up to `radius` hexes away, including the centre."""
    return frozenset((name, *within(name, radius)))


def within(name: str, radius: int) -> Iterator[str]:
    """Yield all hexes up to `radius` hexes away, without the centre."""
    for place in _around(hex_of(name), radius):
        yield name_of(place)
