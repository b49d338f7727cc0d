"""12.8: mines are laid."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.orders.situations import Chariots, Land, LayMines, Situation
from games.titles.pq17.rules.forces.situations import lifted_rules
from games.titles.pq17.rules.special.writing import mined_hexes
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.situations import axis_force, holding, phase_d

rule = pytest.mark.rule


def laying(moved: int, sky: WeatherKind = "fair", at: str = "0421") -> Board:
    layer = force("r", "axis", "task_force", at, "admiral_hipper", "lutzow", "dd_36a 3", moved=moved)
    chit = {"target": "0421", "forces": ["r"]}
    return holding("axis", "f", "minelaying", layer, chit=chit, sky=Sky(sky))


@rule("pq17", "12.8", "5.1.4")
def test_12_8_where_mines_may_be_laid() -> None:
    hexes = {one: BOX.hexes[one] for one in mined_hexes(arctic(scenario="pq18"))}
    assert {hex_.kind for hex_ in hexes.values()} == {"coast"}
    assert {hex_.zone for hex_ in hexes.values()} == {"e3", "w3"}
    assert mined_hexes(arctic(scenario="pq12")) == ()


@rule("pq17", "12.8", "11.4")
def test_12_8_who_lays_mines_may_sail_though_nobody_was_identified() -> None:
    board = laying(0)
    assert lifted_rules(board, board.force("r")) == {"11.4"}
    board.state.chits["axis"].forces = []
    assert lifted_rules(board, board.force("r")) == frozenset()


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("ships", "fields", "sky", "score"),
    [
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "fair", -6),
        (("admiral_hipper", "dd_36a 1"), {"moved": 2}, "fog", -6),
        (("admiral_hipper", "dd_36a 4"), {"moved": 1}, "fair", -10),
        (("dd_36a 3",), {"moved": 1}, "fair", -6),
        (("admiral_hipper", "dd_36a 1"), {"moved": 0}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 3}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1, "at": "0715"}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1, "port": "kirkenes"}, "fair", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "storm", 0),
        (("admiral_hipper", "dd_36a 1"), {"moved": 1}, "gale", 0),
    ],
)
def test_12_8a_mines_are_laid_on_arrival_after_two_hexes_at_most(ships: Any, fields: Any, sky: Any, score: int) -> None:
    board = holding(
        "axis", "m", "minelaying", axis_force(*ships, **fields), sky=Sky(sky), chit={"target": "0716", "forces": ["tf"]}
    )
    assert phase_d(board) == score
    assert board.state.chits["axis"].done is bool(score)


@rule("pq17", "12.8a", position="PP180")
@pytest.mark.parametrize(
    ("moved", "sky", "halves"),
    [(2, "fair", -10), (1, "fog", -10), (3, "fair", 0), (0, "fair", 0), (2, "storm", 0), (2, "gale", 0)],
)
def test_12_8a_minelaying(moved: int, sky: str, halves: int) -> None:
    board = laying(moved, sky)
    assert phase_d(board) == halves
    assert phase_d(board) == halves


@rule("pq17", "12.8a")
def test_12_8a_mines_count_by_ship_and_in_their_hex() -> None:
    board = laying(1)
    board.force("r").counters = board.force("r").counters[2:]
    assert phase_d(board) == -6
    assert phase_d(laying(1, at="0420")) == 0


@rule("pq17", "12.8a", "12.14.1", "4.2c")
def test_12_8a_mines_and_landings_are_planned_once() -> None:
    for verb, one, other in (
        ("lay_mines", LayMines("a", "0414"), LayMines("b", "0413")),
        ("land", Land("a", "0414", "5.am"), Land("b", "0413", "5.pm")),
        ("chariots", Chariots("0414", "5.am"), Chariots("0413", "5.pm")),
    ):
        form = PlansForm(
            situation=Situation(verb=verb, targets=("0414", "0413"), able=("a", "b"), turns=("5.am", "5.pm"))
        )
        assert not list(violations(form.schema(), form.parse(form.render((one,)))))
        assert not list(form.problems((one,)))
        assert list(violations(form.schema(), form.parse(form.render((one, other)))))
        assert [(found.pointer, found.code, found.rule) for found in form.problems((one, other))] == [
            ("/1/order", "twice", "4.2c")
        ]
    assert not Situation(verb="lay_mines", targets=("0414",)).templates(), "nobody is able"
    assert not Situation(verb="land", able=("a",)).templates(), "nowhere to go"
    assert Situation(verb="chariots", targets=("0414",), turns=("5.am",)).templates()
    assert not Situation(able=("a",), targets=("0414",)).templates()


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("holding_", "moves", "sky", "halves"),
    [
        (("admiral_hipper", "koln", "dd_36a 1"), 2, "fair", -10),
        (("admiral_hipper", "koln", "dd_36a 2"), 1, "fog", -10),
        (("koln", "dd_36a 2"), 2, "fair", -8),
        (("koln",), 3, "fair", 0),
        (("koln",), 0, "fair", 0),
        (("koln",), 2, "storm", 0),
        (("dd_36a 4",), 2, "reduced", -8),
    ],
)
def test_12_8a_two_points_a_cruiser_one_a_destroyer_five_at_most(
    holding_: tuple[str, ...], moves: int, sky: Any, halves: int
) -> None:
    one = force("t", "axis", "task_force", "0521", *holding_, moved=moves)
    board = holding("axis", "f", "minelaying", one, chit={"target": "0521", "forces": ["t"]}, sky=Sky(sky))
    assert (phase_d(board), phase_d(board)) == (halves, halves), "once"


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("ships", "halves"),
    [
        (("admiral_hipper",), -4),
        (("dd_36a 1",), -2),
        (("dd_36a 4",), -8),
        (("admiral_hipper", "dd_36a 2"), -8),
        (("admiral_hipper", "dd_36a 3"), -10),
        (("admiral_hipper", "koln", "dd_36a 2"), -10),
        (("admiral_hipper", "koln", "dd_36a 4"), -10),
    ],
)
def test_12_8a_two_for_a_cruiser_one_for_a_destroyer_five_at_most(ships: tuple[str, ...], halves: int) -> None:
    layer = force("m", "axis", "task_force", "0421", *ships, moved=2)
    assert phase_d(holding("axis", "f", "minelaying", layer, chit={"target": "0421", "forces": ["m"]})) == halves


@rule("pq17", "12.8a")
@pytest.mark.parametrize(
    ("sky", "lays"), [("fair", True), ("reduced", True), ("fog", True), ("storm", False), ("gale", False)]
)
def test_12_8a_neither_in_storm_nor_gale(sky: Any, lays: bool) -> None:
    layer = force("m", "axis", "task_force", "0421", "dd_36a 1", moved=1)
    board = holding("axis", "f", "minelaying", layer, chit={"target": "0421", "forces": ["m"]}, sky=Sky(sky))
    assert (phase_d(board) != 0, board.state.chits["axis"].shown) == (lays, lays)
    assert (ChitShown("axis", "f", "minelaying") in events_for(board, "allied")) is lays
