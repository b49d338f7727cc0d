"""7.2b, 7.3b, 10.10c Courses that are held where land lies ahead, against all that there are; what samples draw."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from games.kernel.random_source import random_source
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Exit
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.state.board import Board
from tests.titles.battleships import by_hand
from tests.titles.battleships.laid_out import at_sea, in_battle

rule = pytest.mark.rule
START = "2512"
TURNS = {"norfolk": 3, "hood": 2}
DRAWN = 10


def ways(heading: str, land: set[str], most: int, turns: int, way: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """All ways off the land that cost and turn no more than they may, that of none among them."""
    cost, turned = by_hand.points_of_course(START, heading, way) or (0, 0)
    if cost <= most and turned <= turns:
        yield way
        for there in hexes.neighbours(way[-1] if way else START):
            if there not in land:
                yield from ways(heading, land, most, turns, (*way, there))


def steadiness(heading: str, way: tuple[str, ...]) -> tuple[int, ...]:
    """By the words of the reading: as far as she can, turning as late and as little as she can, and back again."""
    cost, _ = by_hand.points_of_course(START, heading, way) or (0, 0)
    headings = [hexes.HEADINGS.index(heading)]
    headings += [next(number for number in range(6) if hexes.neighbours(one)[number] == other)
                 for one, other in pairwise((START, *way))]  # fmt: skip
    bends = [min((b - a) % 6, (a - b) % 6) for a, b in pairwise(headings)]
    late = next((place for place, bend in enumerate(bends) if bend), len(bends))
    little = bends[late] if late < len(bends) else 0
    off = sum(min((one - headings[0]) % 6, (headings[0] - one) % 6) for one in headings)
    return cost, late, -little, -off, -sum(bends)


def held(ship: str, heading: str, land: set[str], *, astray: bool) -> tuple[str, ...]:
    board = at_sea(f"{ship} {START} {heading} 4", "bismarck 5534 A 0", land=tuple(land))
    board.state.astray = [ship] * astray
    form = course_form(board, board.sides[0])
    return form.plots[ship].ship.line if astray else form.steady(ship)


@rule("battleships", "7.2b", "7.3b", "10.10c")
@pytest.mark.parametrize("heading", hexes.HEADINGS)
@pytest.mark.parametrize("ship", sorted(TURNS))
def test_where_land_is_ahead_a_ship_turns_as_late_and_as_little_as_she_can(ship: str, heading: str) -> None:
    """Out of command she goes at her full speed of five; without orders at the four that she has."""
    dice, turned = Random(f"{ship} {heading}"), 0
    for number in range(DRAWN):
        ahead = {at for at in hexes.about(START, 4) if by_hand.arc(START, heading, at) == "fore"}
        near = sorted(hexes.about(START, 4) - {START})
        land = {*dice.sample(near, 14), *dice.sample(sorted(ahead - {START}), 3)}
        astray = bool(number % 2)
        best = max(steadiness(heading, way) for way in ways(heading, land, 5 if astray else 4, TURNS[ship]))
        line = held(ship, heading, land, astray=astray)
        assert steadiness(heading, line) == best, (land, line)
        turned += best[1] < len(line)
    assert turned > DRAWN // 3


@rule("battleships", "7.3b")
@pytest.mark.parametrize(("open_", "least"), [((), 0), (("2511",), 1), (("2511", "2510"), 2), (("2513",), 0)])
def test_who_is_shut_in_need_not_go_on(open_: tuple[str, ...], least: int) -> None:
    """At a speed of four she must go two; about would cost her three points more, which is above her five."""
    land = set(hexes.about(START, 3)) - {START, *open_}
    board = at_sea(f"hood {START} A 4 s1", "bismarck 5534 A 0", land=tuple(land))
    (ship,) = course_form(board, "british").ships
    assert (ship.least, ship.most) == (least, 3)


@rule("battleships", "7.3b", "9.2")
def test_who_is_shut_in_but_for_an_exit_need_not_leave() -> None:
    land = set(hexes.about("2501", 3)) - {"2501"}
    land = {at for at in land if len(at) == len("2501")}
    board = at_sea("hood 2501 A 4", "bismarck 5534 A 0", land=tuple(land), exits=(Exit("british", ("north",)),))
    form = course_form(board, "british")
    (ship,) = form.ships
    assert (ship.least, form.plots["hood"].chart.stops != ()) == (0, True)
    assert form.steady("hood") == ()


# --- samples


def boards() -> Iterator[tuple[Board, str]]:
    options = Options(as_proposed=False, mines=True, flagship=True, command=True)
    for scenario, turn in (("mers_el_kebir", 3), ("san_bernardino", 3), ("calabria", 7)):
        board = in_battle(scenario, turn=turn, options=options)
        for ship in board.state.ships[::3]:
            ship.weapons, ship.hull = 1, 1
        board.state.astray = [board.state.ships[1].id]
        yield from ((board, side) for side in board.sides)


@rule("battleships", "7.0")
def test_every_course_that_is_drawn_may_be_sailed() -> None:
    for board, side in boards():
        form = course_form(board, side)
        for number in range(3):
            answer = form.sample(random_source("drawn", side, number))
            assert form.accept(form.write(answer)) == answer
