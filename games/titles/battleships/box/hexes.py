"""9.3 Hexes, directions, distances, arcs and lines. Whole numbers only, so that edges and corners are exact.

A hex is written with four figures, column and row, as printed; beyond the printed map (on an open sea) with six:
column and row, each with 100 added; too far out in the north or west for that with eight: each with 1000 added. Even
columns lie half a hex further south. Directions are A (north) to F, going clockwise.
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
"""What is added to a column and a row that are written with so many figures."""
_CORNERS = ((2, 0), (1, 1), (-1, 1))
"""Of a hex about its centre; the other three lie opposite."""


class Hex(NamedTuple):
    """A place in axial coordinates: `q` counts columns, `r` runs south along a column."""

    q: int
    r: int


@lru_cache(maxsize=16384)
def hex_of(name: str) -> Hex:
    """The place of a written hex. Raises ValueError."""
    if len(name) not in (4, 6, 8) or not name.isdecimal():
        raise ValueError(f"{name!r} is no hex")
    half = len(name) // 2
    column, row = int(name[:half]) - _BEYOND[half], int(name[half:]) - _BEYOND[half]
    return Hex(column, row - column // 2 if column % 2 else row + 1 - column // 2)


def column_row(place: Hex) -> tuple[int, int]:
    """Column and row of a place."""
    return place.q, place.r + place.q // 2 if place.q % 2 else place.r - 1 + place.q // 2


@lru_cache(maxsize=16384)
def name_of(place: Hex) -> str:
    """How a place is written. Raises ValueError a thousand hexes beyond the map's north or west."""
    column, row = column_row(place)
    figures = 2 if on_map(place) else 3 if min(column, row) >= -_BEYOND[3] else 4
    added = _BEYOND[figures]
    if min(column, row) < -added:
        raise ValueError(f"{place} is too far away to be written")
    return f"{column + added:0{figures}}{row + added:0{figures}}"


def on_map(place: Hex) -> bool:
    """9.3 Whether a place is on the printed map."""
    column, row = column_row(place)
    return COLUMNS[0] <= column <= COLUMNS[1] and ROWS[0] <= row <= ROWS[1]


def edges_crossed(place: Hex) -> tuple[str, ...]:
    """The edges of the map beyond which a place lies: north, east, south, west."""
    return tuple(edge for edge in EDGES if beyond(place, edge) > 0)


def beyond(place: Hex, edge: str) -> int:
    """How many columns or rows beyond an edge of the map a place lies; not above 0 on its near side."""
    column, row = column_row(place)
    return {
        "north": ROWS[0] - row, "east": column - COLUMNS[1], "south": row - ROWS[1], "west": COLUMNS[0] - column,
    }[edge]  # fmt: skip


def step(place: Hex, direction: int) -> Hex:
    """The neighbour in a direction, 0 (A) to 5 (F)."""
    q, r = STEPS[direction % 6]
    return Hex(place.q + q, place.r + r)


@lru_cache(maxsize=65536)
def neighbour(name: str, heading: str) -> str:
    """The written neighbour in a written direction."""
    return name_of(step(hex_of(name), HEADINGS.index(heading)))


@lru_cache(maxsize=16384)
def neighbours(name: str) -> tuple[str, ...]:
    """The six written neighbours, by their directions from A to F."""
    return tuple(neighbour(name, heading) for heading in HEADINGS)


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """5.10 Hexes from one to the other: the first is not counted, the last is."""
    a, b = hex_of(one), hex_of(other)
    q, r = b.q - a.q, b.r - a.r
    return max(abs(q), abs(r), abs(q + r))


def moved(name: str, by: Hex) -> str:
    """A hex as written after everything has shifted by so much (9.3)."""
    place = hex_of(name)
    return name_of(Hex(place.q + by.q, place.r + by.r))


# --- arcs


def _seen_from(origin: str, heading: str, target: str) -> Hex:
    """Where the target lies when the board is turned so that the heading is A."""
    a, b = hex_of(origin), hex_of(target)
    q, r = b.q - a.q, b.r - a.r
    for _ in range(HEADINGS.index(heading)):
        q, r = q + r, -q  # a sixth of a circle counter-clockwise
    return Hex(q, r)


@lru_cache(maxsize=65536)
def arc(origin: str, heading: str, target: str) -> str:
    """T.arc The arc of a ship in which a target lies: ``fore`` within 30 degrees of her bow, ``aft`` of her stern, the
    boundaries included, else ``broadside``. In her own hex (there is none) broadside.
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
    """The centre in a plane that is sheared so that corners are whole; straight lines stay straight."""
    return 3 * place.q, 2 * place.r + place.q


@lru_cache(maxsize=65536)
def crossed(one: str, other: str) -> tuple[str, ...]:
    """4.2b The hexes between two that the line between their centres crosses, nearest first.

    A hex is crossed if it has corners on both sides of the line: one that is touched along a side or at a corner is
    not, and neither are the two ends.
    """
    a, b = hex_of(one), hex_of(other)
    end = _along(a, b, b)
    return tuple(name for name in _line(a, b, distance(one, other)) if _along(a, b, hex_of(name)) < end)


def run(one: str, through: str, length: int) -> tuple[str, ...]:
    """6.2a The hexes that the ray from one hex through the centre of another crosses, as far as `length` hexes."""
    return _line(hex_of(one), hex_of(through), length)


def _line(a: Hex, b: Hex, far: int) -> tuple[str, ...]:
    """The hexes that the ray from one through another crosses, up to so far away, nearest first."""
    return tuple(name_of(Hex(a.q + by.q, a.r + by.r)) for by in _ray(Hex(b.q - a.q, b.r - a.r), far))


@lru_cache(maxsize=8192)
def _ray(through: Hex, far: int) -> tuple[Hex, ...]:
    """The same from the middle of the map: rays are alike wherever they begin."""
    dx, dy = _centre(through)
    width = max(abs(dx * cy - dy * cx) for cx, cy in _CORNERS)
    found: list[tuple[int, int, Hex]] = []
    for away, x, y, place in _disc(far):
        if -width < dx * y - dy * x < width and (ahead := dx * x + 3 * dy * y) > 0:
            found.append((away, ahead, place))
    return tuple(place for _, _, place in sorted(found))


@lru_cache(maxsize=256)
def _disc(radius: int) -> tuple[tuple[int, int, int, Hex], ...]:
    """All hexes up to so far from the middle of the map: how far, and their centres."""
    places = _around(Hex(0, 0), radius)
    return tuple((max(abs(one.q), abs(one.r), abs(one.q + one.r)), *_centre(one), one) for one in places)


def _along(a: Hex, b: Hex, place: Hex) -> int:
    """How far along the way from a to b a place lies, in the true plane: there x counts three times as much as y."""
    (ax, ay), (bx, by), (x, y) = _centre(a), _centre(b), _centre(place)
    return (bx - ax) * (x - ax) + 3 * (by - ay) * (y - ay)


def _around(centre: Hex, radius: int) -> Iterator[Hex]:
    """All hexes up to so far away, without the centre."""
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1):
            if (q, r) != (0, 0):
                yield Hex(centre.q + q, centre.r + r)


@lru_cache(maxsize=4096)
def about(name: str, radius: int) -> frozenset[str]:
    """All hexes up to so far away, itself among them."""
    return frozenset((name, *within(name, radius)))


def within(name: str, radius: int) -> Iterator[str]:
    """All hexes up to so far away, without the centre, that can be written."""
    for place in _around(hex_of(name), radius):
        yield name_of(place)
