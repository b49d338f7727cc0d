"""9.2, 9.3b, 10.9b, 10.10b At the edges: where a ship leaves the map, and who has lain together long enough."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.plots import Sailing, Waters, chart_of, leaves_at
from games.titles.battleships.rules.movement.courses import pair_of
from games.titles.battleships.rules.movement.move import _count_stacks
from tests.titles.battleships.laid_out import at_sea

rule = pytest.mark.rule


def named(column: int, row: int) -> str:
    """A place by its column and row, on the map (11 to 55, 1 to 34) or off it."""
    place = hexes.hex_of(f"{column + 1000:04}{row + 1000:04}")
    assert hexes.column_row(place) == (column, row)
    return hexes.name_of(place)


def sailing(at: str, *exits: str, off: bool = False) -> Sailing:
    return Sailing("hood", at, "A", 4, 0, 4, exits=exits, off=off)


ON_MAP = named(30, 12)


@rule("battleships", "9.2", "9.3a")
@pytest.mark.parametrize(
    ("place", "exits", "leaves"),
    [
        ((30, 1), ("north",), False),
        ((30, 0), ("north",), True),
        ((30, -1), ("north",), True),
        ((30, 0), ("south",), False),
        ((30, 0), (), False),
        ((30, 35), ("south",), True),
        ((56, 12), ("east",), True),
        ((10, 12), ("west",), True),
        ((10, 0), ("west",), True),
        ((10, 0), ("north", "west"), True),
        ((56, 6), ("north",), False),
        ((56, 6), ("north", "east"), True),
    ],
)
def test_a_hex_beyond_an_edge_by_which_a_ship_may_leave(
    place: tuple[int, int], exits: tuple[str, ...], leaves: bool
) -> None:
    """The last two lie farther north than she is, but beyond the east edge alone."""
    assert leaves_at(Waters(), sailing(ON_MAP, *exits), named(*place)) is leaves


@rule("battleships", "9.3b", "10.10b")
@pytest.mark.parametrize(
    ("place", "leaves"),
    [((30, -2), False), ((30, -3), True), ((30, -1), False), ((30, 5), False), ((56, -2), True), ((56, -1), True)],
)
def test_who_was_pushed_beyond_the_map_leaves_it_farther_out_than_she_is(place: tuple[int, int], leaves: bool) -> None:
    """She lies three rows beyond the north edge, and beyond no other."""
    here = named(30, -2)
    assert hexes.beyond(hexes.hex_of(here), "north") == 3
    assert leaves_at(Waters(), sailing(here, off=True), named(*place)) is leaves


@rule("battleships", "10.10b")
def test_past_any_edge_a_ship_without_command_is_out_of_the_battle() -> None:
    """Not only where the scenario has an exit; she who has command goes on."""
    for column, row in ((30, 0), (56, 12), (30, 35), (10, 12)):
        assert leaves_at(Waters(), sailing(ON_MAP, off=True), named(column, row))
        assert not leaves_at(Waters(), sailing(ON_MAP), named(column, row))


@rule("battleships", "9.3c")
@pytest.mark.parametrize("shut", [(), ("1101",)])
def test_a_breakwater_closes_a_hexside_both_ways_and_no_other(shut: tuple[str, ...]) -> None:
    waters = Waters(open=True, walls=(("2511", "2512"), ("2610", "2611")), shut=shut)
    around = chart_of(waters, Sailing("hood", "2512", "A", 4, 0, 5)).neighbours
    assert around["2512"] == ("", *hexes.neighbours("2512")[1:])
    assert around["2511"][3] == ""
    assert around["2611"][0] == around["2610"][3] == ""
    assert around["2513"][0] == "2512"


@rule("battleships", "9.2")
def test_by_the_hex_by_which_she_leaves_a_ship_goes_no_farther() -> None:
    ship = sailing(named(30, 2), "north")
    chart = chart_of(Waters(open=False), ship)
    assert {hexes.column_row(hexes.hex_of(at))[1] for at in chart.stops} == {0}
    assert all(chart.neighbours[at] == () for at in chart.stops)
    assert chart_of(Waters(open=False), sailing(named(30, 2))).stops == ()


# --- 10.9b

FLAG = Options(as_proposed=False, flagship=True)
TOGETHER = ("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 1", "prinz_eugen 4512 A 1")
BRITISH, GERMAN = pair_of("hood", "norfolk"), pair_of("bismarck", "prinz_eugen")


@rule("battleships", "10.9b")
@pytest.mark.parametrize(
    ("side", "before", "after"),
    [
        ("british", {}, {BRITISH: 1}),
        ("british", {BRITISH: 1}, {BRITISH: 2}),
        ("british", {BRITISH: 3, GERMAN: 2}, {BRITISH: 4, GERMAN: 2}),
        ("german", {BRITISH: 3, GERMAN: 2}, {BRITISH: 3, GERMAN: 3}),
        ("german", {BRITISH: 3}, {BRITISH: 3, GERMAN: 1}),
    ],
)
def test_the_turns_that_ships_have_lain_together_are_counted_for_who_moves(
    side: str, before: dict[str, int], after: dict[str, int]
) -> None:
    board = at_sea(*TOGETHER, options=FLAG)
    board.state.stacked = dict(before)
    _count_stacks(board, side)
    assert board.state.stacked == after


@rule("battleships", "10.9b")
@pytest.mark.parametrize(
    ("hood", "norfolk"),
    [
        ("hood 2512 A 2", "norfolk 2512 A 1"),
        ("hood 2512 A 1", "norfolk 2512 A 2"),
        ("hood 2512 A 1", "norfolk 2513 A 1"),
    ],
)
def test_who_parts_or_goes_faster_begins_anew(hood: str, norfolk: str) -> None:
    board = at_sea(hood, norfolk, *TOGETHER[2:], options=FLAG)
    board.state.stacked = {BRITISH: 3, GERMAN: 3}
    _count_stacks(board, "british")
    assert board.state.stacked == {GERMAN: 3}


@rule("battleships", "10.9b")
def test_of_three_ships_together_every_pair_counts_by_itself() -> None:
    board = at_sea("hood 2512 A 0", "norfolk 2512 A 1", "suffolk 2512 A 0", "bismarck 4512 A 4", options=FLAG)
    board.state.stacked = {BRITISH: 2, GERMAN: 1}
    _count_stacks(board, "british")
    assert board.state.stacked == {
        BRITISH: 3, pair_of("hood", "suffolk"): 1, pair_of("norfolk", "suffolk"): 1, GERMAN: 1,
    }  # fmt: skip


@rule("battleships", "10.9")
def test_without_flagships_nothing_is_counted() -> None:
    board = at_sea(*TOGETHER)
    board.state.stacked = {BRITISH: 2}
    _count_stacks(board, "british")
    assert board.state.stacked == {BRITISH: 2}
