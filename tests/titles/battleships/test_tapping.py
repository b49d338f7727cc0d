"""Where a tap means the hex in which ships lie: the place is the one that is found when all others are looked at."""

from collections.abc import Iterator
from math import hypot
from random import Random

import pytest

from games.titles.battleships.presentation.board import tapping
from games.titles.battleships.presentation.board.hexes import Part, part_around
from games.titles.battleships.presentation.board.tapping import Point, hex_spots

CHANCE = Random("tapping")
PARTS = (part_around((), 780, 600), part_around(("2015", "2217"), 780, 600), Part(-3, 12, -2, 20, 30.0))


def among_all(part: Part, hulls: dict[str, Point], taken: frozenset[str]) -> Iterator[tuple[str, float, float]]:
    """The spots of hexes in which ships lie, each held against every other spot and hull."""
    others = [*hulls.values(), *(part.centre(space) for space in part.spaces() if space not in taken)]
    for space in part.spaces():
        if space in taken:
            x, y = tapping._beside(part, part.centre(space), others)
            others.append((x, y))
            yield space, x, y


@pytest.mark.parametrize("part", PARTS, ids=["whole", "crowded", "beyond"])
def test_a_hex_with_ships_keeps_clear_of_all_that_is_near(part: Part) -> None:
    spaces = list(part.spaces())
    for ships in (1, 6, 40):
        at = CHANCE.sample(spaces, ships)
        hulls = {f"ship_{n}": _near(part, one) for n, one in enumerate(at)}
        found = list(hex_spots(part, hulls, frozenset(at)))
        assert found[len(spaces) - ships :] == list(among_all(part, hulls, frozenset(at)))
        assert [name for name, *_ in found[: len(spaces) - ships]] == [one for one in spaces if one not in at]


@pytest.mark.parametrize("part", PARTS, ids=["whole", "crowded", "beyond"])
def test_those_around_are_all_that_are_within_three_sides(part: Part) -> None:
    centres = {space: part.centre(space) for space in part.spaces()}
    for space in CHANCE.sample(sorted(centres), 25):
        x, y = centres[space]
        within = {place for place in centres.values() if hypot(place[0] - x, place[1] - y) < 3 * part.side}
        assert within <= set(tapping._around(space, centres))


def _near(part: Part, space: str) -> Point:
    x, y = part.centre(space)
    return x + CHANCE.uniform(-part.side, part.side) / 2, y + CHANCE.uniform(-part.side, part.side) / 2
