"""12.12: operation Wunderland."""

from typing import Any

import pytest

from games.titles.pq17.rules.convoy.scattering import may_scatter
from games.titles.pq17.rules.forces.situations import lifted_rules, opened_areas, situation_of
from games.titles.pq17.rules.movement.orders import is_free
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.segment import after_movement, clear_kara
from games.titles.pq17.state.events.special import ChitShown, KaraEntered
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.situations import axis_force, holding, kara, phase_d

rule = pytest.mark.rule


@rule("pq17", "12.12", "12.12a", "12.12b", position="PP183")
def test_12_12_wunderland() -> None:
    board = kara(force("scheer", "axis", "task_force", "kara_sea", "admiral_scheer"))
    convoy = board.force("kara_convoy")
    assert [f"{one.ship} {one.strength}" for one in convoy.counters] == ["es_soviet 1", "mv 4"]
    assert (convoy.level, convoy.at, convoy.convoy is not None and convoy.convoy.laden) == (1, "kara_sea", True)
    assert [(one.to, one.kind, one.level, one.large) for one in board.state.reports] == [("axis", "convoy", 1, False)]
    assert events_for(board, "allied")[:2] == [ChitShown("axis", "s", "wunderland"), KaraEntered()]
    assert (phase_d(board), phase_d(board)) == (-10, -10)
    after_movement(board)
    assert sum(one.id == "kara_convoy" for one in board.state.forces) == 1
    clear_kara(board)
    assert ([one.id for one in board.state.forces], score(board.state)) == (["scheer"], -10)


@rule("pq17", "12.12", "12.12b")
def test_12_12_a_pack_finds_the_convoy_but_does_not_score_by_coming() -> None:
    board = kara(force("pack", "axis", "wolfpack", "kara_sea", "ss_german 2"))
    assert (phase_d(board), any(one.id == "kara_convoy" for one in board.state.forces)) == (0, True)


@rule("pq17", "12.12")
def test_12_12_one_panzerschiff_and_one_pack_may_go() -> None:
    scheer = force("scheer", "axis", "task_force", "0421", "admiral_scheer")
    pack = force("pack", "axis", "wolfpack", "0421", "ss_german 2")
    others = [
        force("two", "axis", "wolfpack", "0421", "ss_german 2"),
        force("lutzow", "axis", "task_force", "0421", "lutzow"),
        force("escorted", "axis", "task_force", "0421", "admiral_hipper"),
    ]
    board = holding("axis", "s", "wunderland", scheer, pack, *others, scenario="pq18")
    assert [bool(opened_areas(board, one)) for one in (scheer, pack, *others)] == [True, True, True, True, False]
    board.state.chits["axis"].forces = ["scheer", "pack"]
    assert [bool(opened_areas(board, one)) for one in (scheer, pack, *others)] == [True, True, False, False, False]
    assert [bool(lifted_rules(board, one)) for one in (scheer, pack)] == [True, False]


@rule("pq17", "12.12")
@pytest.mark.parametrize(
    ("ships", "kind", "may"),
    [
        (("admiral_scheer",), "task_force", True),
        (("lutzow",), "task_force", True),
        (("admiral_hipper",), "task_force", False),
        (("ss_german 2",), "wolfpack", True),
        (("admiral_scheer", "lutzow"), "task_force", False),
    ],
)
def test_12_12_who_goes_into_the_kara_sea(ships: tuple[str, ...], kind: Any, may: bool) -> None:
    one = force("k", "axis", kind, "0421", *ships)
    board = holding("axis", "s", "wunderland", one, scenario="pq18")
    assert situation_of(board, "axis") == "wunderland"
    assert (opened_areas(board, one) == {"kara_sea"}) is may


@rule("pq17", "12.12a", "3.4")
def test_12_12a_the_convoy_of_the_kara_sea_takes_no_orders_and_keeps_no_operation_going() -> None:
    board = kara(force("scheer", "axis", "task_force", "0815", "admiral_scheer", port="altenfjord"))
    assert is_over(board)
    board.force("scheer").at, board.force("scheer").port = "kara_sea", ""
    after_movement(board)
    assert not is_free(BOX, board.force("kara_convoy"))
    assert is_over(board)
    assert may_scatter(board, board.force("kara_convoy")) is False


@rule("pq17", "12.12b")
@pytest.mark.parametrize(
    ("ship", "at", "score"),
    [("admiral_scheer", "kara_sea", -10), ("admiral_hipper", "kara_sea", 0), ("lutzow", "0622", 0)],
)
def test_12_12b_a_panzerschiff_in_the_kara_sea_scores(ship: str, at: str, score: int) -> None:
    board = holding("axis", "s", "wunderland", axis_force(ship, at=at), scenario="pq18")
    assert phase_d(board) == score
