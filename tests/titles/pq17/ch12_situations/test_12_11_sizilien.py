"""12.11: operation Sizilien."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.rules.forces.situations import lifted_rules, opened_areas
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.arctic import force
from tests.titles.pq17.situations import axis_force, holding, phase_d, sails

rule = pytest.mark.rule


def visit(*ships: str, **fields: Any) -> Board:
    there = force("s", "axis", "task_force", "0214", *ships, moved=fields.pop("moved", 0))
    return holding("axis", "u", "sizilien", there, **fields)


@rule("pq17", "12.11", "11.4")
def test_12_11_sizilien_opens_barentsburg_to_one_task_force_once() -> None:
    board = visit("tirpitz")
    assert (opened_areas(board, board.force("s")), lifted_rules(board, board.force("s"))) == ({"0214"}, {"11.4"})
    phase_d(board)
    assert opened_areas(board, board.force("s")) == frozenset()


@rule("pq17", "12.11", "12.12")
def test_12_11_barentsburg_and_the_kara_sea_are_open_to_those_that_may_go() -> None:
    visitor = force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29))
    board = holding("axis", "u", "sizilien", visitor, scenario="pq18")
    sails(board, "move raider way=0214", (5,))
    assert board.force("raider").at == "0214"
    scheer = force("raider", "axis", "task_force", "0421", "admiral_scheer", fuel=Fuel(29))
    board = holding("axis", "s", "wunderland", scheer, scenario="pq18")
    sails(board, "move raider way=kara_sea", (5,))
    assert ([one.id for one in board.state.forces], scheer.at) == (["raider", "kara_convoy"], "kara_sea")
    assert phase_d(board) == -10
    barred = holding("axis", "p", "none", force("raider", "axis", "task_force", "0314", "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(barred, "move raider way=0214")


@rule("pq17", "12.11", "12.11a")
@pytest.mark.parametrize(
    ("holding_", "moves", "attacked", "light", "halves"),
    [
        (("tirpitz", "admiral_hipper", "dd_36a 4"), 0, [], "jul_1", -6), (("tirpitz",), 1, [], "jul_1", 0),
        (("tirpitz",), 0, ["t"], "jul_1", 0), (("tirpitz",), 0, [], "dec_1", 0), (("dd_36a 4",), 0, [], "jul_1", 0),
        (("admiral_scheer",), 0, [], "jul_1", -2),
    ],
)  # fmt: skip
def test_12_11_spitsbergen(holding_: tuple[str, ...], moves: int, attacked: list[str], light: str, halves: int) -> None:
    one = force("t", "axis", "task_force", "0214", *holding_, moved=moves)
    board = holding("axis", "u", "sizilien", one, attacked=attacked, light=light)
    assert phase_d(board) == halves


@rule("pq17", "12.11", "12.11a")
@pytest.mark.parametrize(
    ("ships", "halves"),
    [
        (("tirpitz",), -4),
        (("scharnhorst",), -4),
        (("admiral_hipper",), -2),
        (("lutzow",), -2),
        (("koln",), -2),
        (("tirpitz", "scharnhorst", "dd_36a 4"), -8),
    ],
)
def test_12_11_a_day_at_spitsbergen(ships: tuple[str, ...], halves: int) -> None:
    there = force("s", "axis", "task_force", "0214", *ships)
    board = holding("axis", "u", "sizilien", there)
    assert (phase_d(board), phase_d(board)) == (halves, halves), "once in an operation"


@rule("pq17", "12.11a")
@pytest.mark.parametrize(
    ("ships", "fields", "state", "score"),
    [
        (("tirpitz", "admiral_hipper"), {}, {}, -6),
        (("tirpitz",), {}, {}, -4),
        (("admiral_hipper",), {}, {}, -2),
        (("dd_36a 4",), {}, {}, 0),
        (("tirpitz",), {"moved": 1}, {}, 0),
        (("tirpitz",), {"at": "0213"}, {}, 0),
        (("tirpitz",), {}, {"attacked": ["tf"]}, 0),
        (("tirpitz",), {}, {"attacked": ["other"]}, -4),
        (("tirpitz",), {}, {"light": "dec_1"}, 0),
    ],
)
def test_12_11a_spitsbergen_is_shelled_by_who_stays_a_turn_of_day_unmolested(
    ships: Any, fields: Any, state: Any, score: int
) -> None:
    board = holding("axis", "s", "sizilien", axis_force(*ships, **{"at": "0214", **fields}), **state)
    assert phase_d(board) == score


@rule("pq17", "12.11a", position="PP182")
def test_12_11a_sizilien() -> None:
    ships = ("tirpitz", "scharnhorst", "admiral_hipper")
    assert phase_d(visit(*ships)) == -10
    assert phase_d(visit(*ships, attacked=["s"])) == 0
    assert phase_d(visit(*ships, moved=1)) == 0
    assert phase_d(visit(*ships, light="dec_1")) == 0
    assert phase_d(visit("dd_36a 4")) == 0
