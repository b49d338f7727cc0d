"""Chapters 9 to 14 read a third time, by somebody who had not seen the code: positions out of the text alone."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.special.mishaps import collision
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Tally
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import play
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "13.5")
@pytest.mark.parametrize(
    ("kind", "holding_", "dice", "lots", "after"),
    [
        ("wolfpack", ("ss_german 2",), (8, 9, 8), [0, 0], []),
        ("wolfpack", ("ss_german 4",), (8, 7, 8), [0, 0], ["ss_german 2"]),
        ("wolfpack", ("ss_german 2",), (7, 7, 7), [], ["ss_german 2"]),
    ],
)
def test_pp790_each_mine_that_hits_a_pack_sinks_a_boat(
    kind: Any, holding_: tuple[str, ...], dice: tuple[int, ...], lots: Any, after: list[str]
) -> None:
    one = force("w", "axis", kind, "0817", *holding_)
    board = arctic(one)
    play(minefield(board, "allied"), dice=[dice])
    assert left(one.counters if one in board.state.forces else []) == after


@rule("pq17", "13.7", "13.7a", "13.7b")
@pytest.mark.parametrize(
    ("kind", "holding_", "die", "after"),
    [
        ("task_force", ("tirpitz", "tb_35_37 2"), 7, ["tirpitz 5", "tb_35_37 2"]),
        ("task_force", ("tirpitz", "tb_35_37 2"), 8, ["tirpitz 5", "tb_35_37 1"]),
        ("task_force", ("tirpitz", "dd_36a 2"), 8, ["tirpitz 5", "dd_36a 1"]),
        ("task_force", ("tirpitz",), 9, ["tirpitz 5"]),
        ("task_force", ("admiral_hipper",), 9, ["admiral_hipper 3"]),
        ("task_force", ("admiral_hipper",), 8, ["admiral_hipper 4"]),
        ("convoy", ("mv_german 3", "es_german 1"), 7, ["mv_german 2", "es_german 1"]),
        ("convoy", ("mv_german 3", "es_german 1"), 6, ["mv_german 3", "es_german 1"]),
        ("wolfpack", ("ss_german 3",), 4, ["ss_german 3"]),
        ("wolfpack", ("ss_german 3",), 5, ["ss_german 2"]),
        ("wolfpack", ("ss_german 3",), 8, ["ss_german 2"]),
    ],
)
def test_pp791_by_chance_whatever_the_allied_force_is(
    kind: Any, holding_: tuple[str, ...], die: int, after: list[str]
) -> None:
    """A destroyer fires at the lowest ship: 8 at DD and TB, 9 at cruisers, 7 at merchants, and not at a battleship."""
    one = force("x", "axis", kind, "0411", *holding_)
    board = arctic(one, force("ally", "allied", "wolfpack", "0411", "ss_british 1"))
    play(chance_encounter(board), dice=[(die,)])
    assert left(one.counters) == after
    assert (one.level, board.force("ally").level) == (0, 0)


@rule("pq17", "13.7")
@pytest.mark.parametrize("level", [None, 2])
def test_pp792_a_dummy_beside_an_allied_force_is_removed_identified_or_not(level: int | None) -> None:
    lure = force("lure", "axis", "dummy", "0411", level=level)
    board = arctic(lure, force("ally", "allied", "task_force", "0411", "kent"), force("d", "allied", "dummy", "0410"),
                   force("w", "axis", "wolfpack", "0410", "ss_german 1"))  # fmt: skip
    play(chance_encounter(board))
    assert [one.id for one in board.forces_of("axis")] == ["w"]


@rule("pq17", "13.0a", "15.5.3a", "15.1b")
def test_pp793_in_a_campaign_a_collision_costs_no_points_and_is_noted_with_its_convoy() -> None:
    one = force("pq12", "allied", "convoy", "0310", "mv 9")
    board = arctic(one, roster=Roster(), tallies=[Tally("pq12", laden=True, began=9)])
    play(collision(board, "allied"))
    assert left(one.counters) == ["mv 7"]
    assert [(loss.how, loss.strength, loss.convoy, loss.open) for loss in board.state.losses] == [
        ("collided", 1, "pq12", False)
    ] * 2
    assert (board.state.bookings, board.state.tallies[0].excepted) == ([], 0)
