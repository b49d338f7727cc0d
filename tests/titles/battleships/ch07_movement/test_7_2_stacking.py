"""Where ships end together, and moves that must be made (7.2)."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.rules.movement.courses import course_form
from tests.titles.battleships import by_hand
from tests.titles.battleships.laid_out import at_sea, refused
from tests.titles.battleships.positions import lies, moved, stacks, wrong

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
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


@rule("battleships", "7.2", "7.2a", "7.3")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("course hood way=2511,2510",), [("/0/way", "enemy", "7.2a")]),
        (('steer hood by="ahead 2"',), [("/0/by", "enemy", "7.2a")]),
        (("course hood way=2511,2510,2509",), []),
        (("stop norfolk", "course hood way=2611,2610"), [("/0/ships", "stack", "7.2"), ("/1/way", "stack", "7.2")]),
        (("stop norfolk", 'steer hood by="starboard, ahead 1, port, ahead 1"'),
         [("/0/ships", "stack", "7.2"), ("/1/by", "stack", "7.2")]),
        (('steer hood by="ahead 6"',), [("/0/by", "range", "7.3")]),
        (('steer hood by="ahead 1"',), [("/0/by", "range", "7.3")]),
        (('steer hood by="stop"',), [("/0/by", "range", "7.3")]),
        (('steer norfolk by="stop"',), []),
        (('steer hood by="on 3"',), []),
        (("course hood way=2511",), [("/0/way", "range", "7.3")]),
    ],
)  # fmt: skip
def test_where_a_course_ends_badly_is_pointed_at(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    """Bismarck lies at 2510; Norfolk, who has no way on, at 2610."""
    board = at_sea("hood 2512 A 4", "norfolk 2610 A 0", "bismarck 2510 D 0")
    assert wrong(course_form(board, "british"), *lines) == found


@rule("battleships", "7.2")
@pytest.mark.parametrize(
    ("other", "together"),
    [("renown 2512 A 3", True), ("renown 2512 B 4", False), ("renown 2513 A 4", False), ("gb_cl_town 2512 A 4", True)],
)
def test_ships_of_one_hex_and_heading_may_be_sent_together(other: str, together: bool) -> None:
    form = course_form(at_sea("hood 2512 A 4", other, FAR), "british")
    ways = [way.fields[0].values for way in form.cached_templates if way.verb == "course"]
    name = other.split()[0]
    assert ways == ([("hood", name)] if together else [("hood",), (name,)])


@rule("battleships", "7.2", "7.3", "7.4")
def test_ships_together_go_as_the_slowest_and_the_stiffest_of_them_can() -> None:
    board = at_sea("hood 2512 A 5", "norfolk 2512 A 2", FAR)
    form = course_form(board, "british")
    movement = form.plots["hood"].movement
    both = form.movement_for("course", ("hood", "norfolk"), movement)
    assert (both.least, both.most, both.most_turns) == (2, 4, 2)
    assert form.movement_for("course", ("norfolk", "hood"), movement) == both
    alone = form.movement_for("course", ("norfolk",), movement)
    assert (alone.least, alone.most, alone.most_turns) == (1, 4, 3)
    assert form.movement_for("course", ("norfolk", "bismarck"), movement) == alone
    assert form.movement_for("course", (), movement) is form.movement_for("course", ("bismarck",), movement) is movement


@rule("battleships", "7.2")
def test_ships_of_one_hex_sail_as_one() -> None:
    board = at_sea("hood 2512 A 4", "renown 2512 A 4", FAR)
    moved(board, "course hood,renown way=2511,2510,2509")
    assert lies(board, "hood") == lies(board, "renown") == ("2509", "A", 3)


@rule("battleships", "7.2")
def test_ships_that_would_end_in_one_hex_unlike_are_refused() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2610 F 4", FAR)
    form = course_form(board, "british")
    assert "7.2" in refused(form, "course hood way=2511,2510,2509\ncourse norfolk way=2510,2509")


@rule("battleships", "7.2")
@pytest.mark.parametrize(
    ("ships", "fits"),
    [
        (("kongo A 4", "haruna A 4", "atago A 4", "takao A 4"), True),
        (("kongo A 4", "haruna A 4", "atago A 4", "takao A 4", "chokai A 4"), False),
        (("jp_cl_agano A 4", "atago A 4", "takao A 4"), True),  # a CL is two
        (("jp_cl_agano A 4", "atago A 4", "takao A 4", "chokai A 4"), False),
        (("jp_dd A 4", "atago A 4"), False), (("jp_dd A 4",), True),
        (("kongo A 4", "haruna A 3"), False), (("kongo A 4", "haruna B 4"), False),
    ],
)  # fmt: skip
def test_which_ships_may_end_in_one_hex(ships: tuple[str, ...], fits: bool) -> None:
    assert stacks(ships) is fits


@rule("battleships", "7.2a")
def test_nobody_ends_on_an_enemy_but_may_pass_him() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 2510 D 0")
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") == ["7.2a"]
    assert refused(form, "course hood way=2511,2510,2509") == []


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


@rule("battleships", "7.2b")
def test_a_ship_without_orders_stops_before_an_enemy() -> None:
    board = moved(at_sea("hood 2512 A 3", "bismarck 2509 D 0"))
    assert lies(board, "hood") == ("2510", "A", 2)


@rule("battleships", "7.2b")
@pytest.mark.parametrize(
    ("says", "norfolk"),
    [("course hood way=2511,2610", "2510"), ("course hood way=2511,2510", "2511")],
)
def test_a_ship_without_orders_stops_before_friends_where_they_go_and_not_where_they_would_have_gone(
    says: str, norfolk: str
) -> None:
    """Hood, straight on at two, would end in 2510 before Norfolk comes up; they differ in heading or speed there."""
    board = moved(at_sea("norfolk 2513 A 3", "hood 2512 A 2", FAR), says)
    assert lies(board, "norfolk")[0] == norfolk
