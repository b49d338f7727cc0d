"""Paths on charts: gaps filled by the cheapest way, the fewest waypoints, costs, stops and turns."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel.codec import encode
from games.kernel.text import Text
from games.order_editor import paths as charting
from games.order_editor.order_edits import path_problems
from games.order_editor.paths import (
    LONGEST,
    Chart,
    CostBand,
    MovementRule,
    cost_band,
    end_places,
    enterable_places,
    fewest_waypoints,
    fill_path,
    is_affordable,
    path_cost,
    path_end,
    path_extension,
    path_extensions,
    reachable_places,
)

ROOT = Path(__file__).parents[2]
SQUARE = Chart(
    neighbours={"a": ("b", "c"), "b": ("a", "d"), "c": ("a", "d"), "d": ("b", "c", "e"), "e": ("d", "f"), "f": ("e",)}
)
"""a-b-d and a-c-d are equally far; the chart lists b first."""


def hexes(size: int = 5) -> Chart:
    """A rhombus of hexes with a compass: 1 to 6 clockwise."""
    around = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    inside = {(column, row) for column in range(size) for row in range(size)}
    return Chart(
        neighbours={
            f"{column}{row}": tuple(
                f"{column + right}{row + down}" if (column + right, row + down) in inside else ""
                for right, down in around
            )
            for column, row in sorted(inside)
        }
    )


def test_gaps_are_filled_by_the_cheapest_way_and_ties_by_the_order_of_the_chart() -> None:
    walk = MovementRule("sea", "a", 9)
    assert fill_path(SQUARE, walk, ("d",)) == ("b", "d")
    assert fill_path(SQUARE, walk, ("c", "e")) == ("c", "d", "e")
    assert fill_path(Chart(SQUARE.neighbours, entry_costs={"b": 3}), walk, ("d",)) == ("c", "d")
    assert fill_path(Chart(SQUARE.neighbours, entry_costs={"d": 2}), walk, ("e",)) == ("b", "d", "e")


def test_a_path_that_is_whole_stays_as_it_is() -> None:
    walk = MovementRule("sea", "a", 9)
    for path in (("b", "d", "c", "a"), ("c", "d", "b"), ("b", "a", "b")):
        assert fill_path(SQUARE, walk, path) == path


def test_nothing_is_no_place_though_a_compass_lists_it() -> None:
    chart, walk = hexes(), MovementRule("sea", "00", 9)
    assert "" in chart.neighbours["00"]
    for path in (("",), ("01", ""), ("", "01")):
        assert path_cost(chart, walk, path) is None
        assert fewest_waypoints(chart, walk, path) == path


def test_the_fewest_marks_say_the_path() -> None:
    walk = MovementRule("sea", "a", 9)
    assert fewest_waypoints(SQUARE, walk, ("b", "d", "e", "f")) == ("f",)
    assert fewest_waypoints(SQUARE, walk, ("c", "d", "e", "f")) == ("c", "f")
    assert fewest_waypoints(SQUARE, walk, ("x", "y")) == ("x", "y")
    assert fewest_waypoints(SQUARE, walk, ()) == ()


def test_a_way_ends_at_a_stop_but_may_begin_at_one() -> None:
    chart = Chart(SQUARE.neighbours, stops=("a", "d"))
    assert fill_path(chart, MovementRule("sea", "a", 9), ("d",)) == ("b", "d")
    assert fill_path(chart, MovementRule("sea", "a", 9), ("e",)) is None
    assert fill_path(chart, MovementRule("sea", "a", 9), ("d", "e")) is None
    assert fill_path(chart, MovementRule("sea", "d", 9), ("e",)) == ("e",)
    assert set(path_extensions(chart, MovementRule("sea", "a", 9), ())) == {"b", "c", "d"}
    assert path_extensions(chart, MovementRule("sea", "a", 9), ("b", "d")) == {}


def test_a_search_that_is_kept_finds_the_ways_of_one_that_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Near goals before far ones, far before near, from more places than are kept, and not through a stop."""
    monkeypatch.setattr(charting, "MOST_SEARCHED", 3)
    for sea in (SQUARE, Chart(hexes().neighbours, stops=("22", "31"))):
        for goals in (tuple(sea.neighbours), tuple(reversed(sea.neighbours))):
            kept = Chart(sea.neighbours, sea.stops)
            for start in (*sea.neighbours, *sea.neighbours):
                for goal in goals:
                    walk = MovementRule("sea", start, 9)
                    assert fill_path(kept, walk, (goal,)) == fill_path(Chart(sea.neighbours, sea.stops), walk, (goal,))
            assert 0 < len(kept.search_cache) <= 3


def test_where_no_way_leads_nothing_is_filled() -> None:
    assert fill_path(Chart({"a": (), "b": ("a",)}), MovementRule("sea", "a", 9), ("b",)) is None
    assert path_cost(SQUARE, MovementRule("sea", "a", 9), ("d",)) is None
    assert fill_path(SQUARE, MovementRule("sea", "a", 9), ("nowhere",)) is None


def test_a_place_is_entered_once_where_that_is_so() -> None:
    walk = MovementRule("sea", "a", 9, no_revisits=True)
    assert fill_path(SQUARE, walk, ("b", "d", "c")) == ("b", "d", "c")
    assert fill_path(SQUARE, walk, ("b", "a")) is None
    assert "b" not in path_extensions(SQUARE, walk, ("b", "d"))


def test_the_length_of_a_walk_bounds_where_it_leads() -> None:
    assert list(path_extensions(SQUARE, MovementRule("sea", "a", 1), ())) == ["b", "c"]
    assert set(path_extensions(SQUARE, MovementRule("sea", "a", 3), ())) == {"b", "c", "d", "e"}
    assert list(path_extensions(SQUARE, MovementRule("sea", "a", 3), ("b", "d"))) == ["b", "c", "e"]
    tolls = Chart(SQUARE.neighbours, entry_costs={"e": 2})
    assert "e" not in path_extensions(tolls, MovementRule("sea", "a", 3), ())


def test_a_turn_has_its_price_and_their_number_is_bounded() -> None:
    chart, ahead = hexes(), MovementRule("hexes", "04", 5, heading=1, turns=(0, 0, 2, 3), most_turns=2)
    assert path_cost(chart, ahead, ("03", "02")) == (2, 0)
    assert path_cost(chart, ahead, ("13",)) == (1, 1)  # one side to the right is free, but a turn
    assert path_cost(chart, ahead, ("14",)) == (3, 1)  # two sides cost two more
    assert path_cost(chart, ahead, ("03", "04")) == (5, 1)  # three sides, back
    assert path_cost(chart, MovementRule("hexes", "04", 5, turns=(0, 1)), ("14",)) == (
        1,
        0,
    )  # any heading to begin with
    assert path_cost(chart, MovementRule("hexes", "04", 5, heading=1, turns=(0, 0)), ("14",)) is None
    crooked = ("03", "12", "11", "20")
    assert path_cost(chart, ahead, crooked) == (4, 3)
    assert not is_affordable(ahead, path_cost(chart, ahead, crooked))


def test_the_band_says_what_a_price_means() -> None:
    bands = (CostBand(4, "free", Text("", "")), CostBand(6, "risk", Text("risky", "危険")))
    walk = MovementRule("sea", "a", 6, bands=bands)
    found = [cost_band(walk, cost) for cost in (4, 5, 7)]
    assert [band.tone if band else "" for band in found] == ["free", "risk", ""]


PLACES = st.sampled_from(sorted(hexes().neighbours))


@settings(deadline=None)
@given(start=PLACES, heading=st.integers(0, 6), marks=st.lists(PLACES, max_size=4), compass=st.booleans())
def test_marks_and_paths_say_the_same(start: str, heading: int, marks: list[str], compass: bool) -> None:
    chart = hexes()
    walk = MovementRule("hexes", start, 40, heading=heading if compass else 0, turns=(0, 0, 2, 3) if compass else ())
    path = fill_path(chart, walk, marks)
    if path is not None:
        few = fewest_waypoints(chart, walk, path)
        assert fill_path(chart, walk, path) == path == fill_path(chart, walk, few)
        assert len(few) <= len(path)
        assert path == () or path_cost(chart, walk, path) is not None


@settings(deadline=None)
@given(start=PLACES, heading=st.integers(0, 6))
def test_all_that_can_be_reached_is_within_the_walk(start: str, heading: int) -> None:
    chart, walk = hexes(), MovementRule("hexes", start, 4, heading=heading, turns=(0, 0, 2, 3), most_turns=2)
    found = path_extensions(chart, walk, ())
    for place, path in found.items():
        assert path[-1] == place
        beyond = path_extensions(chart, walk, path)
        assert all(path_extension(chart, walk, path, one) == beyond.get(one) for one in chart.neighbours)
        assert is_affordable(walk, path_cost(chart, walk, path))


@pytest.mark.parametrize("seed", ["1", "4242"])
def test_gaps_fill_alike_under_any_hash_seed(seed: str) -> None:
    program = (
        "from tests.kernel.test_paths import *\n"
        "walk = MovementRule('hexes', '04', 30, heading=1, turns=(0, 0, 2, 3))\n"
        "print([(place, fill_path(hexes(), walk, (place,))) for place in sorted(hexes().neighbours)])"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    ).stdout
    walk = MovementRule("hexes", "04", 30, heading=1, turns=(0, 0, 2, 3))
    assert told.strip() == str([(place, fill_path(hexes(), walk, (place,))) for place in sorted(hexes().neighbours)])


def test_a_path_without_end_is_not_worked_out() -> None:
    chart = Chart({"a": ("b",), "b": ("a",)})
    walk = MovementRule("sea", "a", 10**6)
    to_and_fro = ("b", "a") * LONGEST
    assert fill_path(chart, walk, to_and_fro[:LONGEST]) == to_and_fro[:LONGEST]
    assert fill_path(chart, walk, to_and_fro) is None
    assert fewest_waypoints(chart, walk, to_and_fro) == to_and_fro


def test_where_a_path_ends_it_has_the_direction_of_its_last_step_where_turns_count() -> None:
    chart = hexes()
    straight = MovementRule("sea", "22", 9, heading=1, turns=(0, 0, 2, 3))
    assert path_end(chart, straight, ()) == ("22", 1)
    assert path_end(chart, straight, ("21",)) == ("21", 1)
    assert path_end(chart, straight, ("21", "31")) == ("31", 3)
    assert path_end(SQUARE, MovementRule("sea", "a", 9, heading=4), ("b", "d")) == ("d", 0)
    assert path_end(SQUARE, MovementRule("sea", "a", 9, heading=4), ()) == ("a", 4)
    assert path_end(chart, straight, ("99",)) == ("99", 0), "no step leads there"


def test_no_step_takes_a_sharper_turn_than_has_a_price() -> None:
    chart, gentle = hexes(), MovementRule("sea", "22", 9, heading=1, turns=(0, 1))
    assert path_cost(chart, gentle, ("21",)) == (1, 0)
    assert path_cost(chart, gentle, ("31",)) == (2, 1)
    assert path_cost(chart, gentle, ("32",)) is None
    assert path_cost(chart, gentle, ("99",)) is None


@st.composite
def _charts(draw: st.DrawFn) -> Chart:
    """A small chart, some of whose ways are closed, lead to themselves or lead one way only, perhaps with stops."""
    places = [f"p{number}" for number in range(draw(st.integers(2, 8)))]
    around = st.lists(st.sampled_from([*places, ""]), max_size=5).map(tuple)
    stops = draw(st.lists(st.sampled_from(places), max_size=2).map(tuple))
    return Chart({place: draw(around) for place in places}, stops)


@given(_charts(), st.booleans(), st.integers(0, 6), st.sampled_from((0, 3)))
@settings(deadline=None, derandomize=True, max_examples=200)
def test_ways_are_the_same_whether_a_step_costs_one_or_its_price_says_so(
    chart: Chart, once: bool, most: int, heading: int
) -> None:
    priced = Chart(chart.neighbours, chart.stops, entry_costs=dict.fromkeys(chart.neighbours, 1))
    walk = MovementRule("sea", "p0", most, heading=heading, no_revisits=once)
    for path in ((), *((one,) for one in chart.neighbours["p0"])):
        assert list(path_extensions(chart, walk, path).items()) == list(path_extensions(priced, walk, path).items())
        assert (
            reachable_places(chart, walk, path)
            == reachable_places(priced, walk, path)
            == tuple(path_extensions(chart, walk, path))
        )
        for goal in chart.neighbours:
            assert fill_path(chart, walk, (*path, goal)) == fill_path(priced, walk, (*path, goal))
            assert path_extension(chart, walk, path, goal) == path_extensions(chart, walk, path).get(goal)


def square_that_stops_at_d() -> Chart:
    return Chart(SQUARE.neighbours, stops=("d",))


def test_a_chart_that_was_asked_before_answers_as_a_new_one_and_keeps_no_more_than_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(charting, "MOST_SURVEYED", 4)
    monkeypatch.setattr(charting, "MOST_STARTS", 2)
    asked = square_that_stops_at_d()
    for start, most, once in [(start, most, once) for start in "abcdefab" for most in (1, 3) for once in (False, True)]:
        walk = MovementRule("sea", start, most, least=2, no_revisits=once)
        assert enterable_places(asked, walk) == enterable_places(square_that_stops_at_d(), walk)
        assert end_places(asked, walk) == end_places(square_that_stops_at_d(), walk)
        assert reachable_places(asked, walk, ()) == reachable_places(square_that_stops_at_d(), walk, ())
        assert 0 < len(asked.survey_cache) <= 4
        assert 0 < len(asked.start_cache) <= 2


def test_what_a_chart_found_out_is_no_part_of_it() -> None:
    asked, new = Chart(SQUARE.neighbours), Chart(SQUARE.neighbours)
    assert reachable_places(asked, MovementRule("sea", "a", 1), ()) == ("b", "c")
    assert (asked, encode(asked)) == (new, encode(new))


def test_a_path_that_turns_more_often_than_it_may_says_so_and_one_that_just_may_does_not() -> None:
    crooked = ("03", "12", "11", "20")
    for most, codes in ((2, ["turns"]), (3, [])):
        walk = MovementRule("hexes", "04", 5, heading=1, turns=(0, 0, 2, 3), most_turns=most)
        assert [problem.code for problem in path_problems("/0/way", hexes(), walk, crooked)] == codes
