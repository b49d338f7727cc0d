"""12.13: reinforcements."""

import pytest
from msgspec import structs

from games.titles.pq17.components.scenarios import Reinforcement
from games.titles.pq17.rules.operation.plans import plans
from games.titles.pq17.rules.special.events import EFFECTS
from games.titles.pq17.rules.special.reinforcements import place_next_group
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.operation import Planned
from games.titles.pq17.state.events.special import Reinforced
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.openings import operation
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import holding
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "12.13")
def test_12_13_reinforcements_of_a_chit_are_placed_before_play() -> None:
    board = holding("axis", "k", "reinforcements")
    perform(board, plans(board))
    new = board.forces_of("axis")
    assert [(one.kind, one.port, [f"{c.ship} {c.strength}" for c in one.counters]) for one in new] == [
        ("wolfpack", "narvik", ["ss_german 2"])
    ]
    assert (board.state.groups_placed, board.state.chits["axis"].done) == ({"axis": 1}, True)
    assert events_for(board, "allied") == [Reinforced("axis", "narvik", (), 1), Planned()]
    assert events_for(board, "axis") == [Reinforced("axis", "narvik", ("ss_german",), 1), Planned()]


@rule("pq17", "12.13", "13.6")
def test_12_13_the_enemy_hears_of_blocks_and_of_aircraft_and_not_what_ships_came() -> None:
    board: Board = arctic()
    group = Reinforcement("axis", "narvik", ("koln", "ju_88 2"))
    board.state.composed = structs.replace(board.operation, reinforcements=(group,))
    assert place_next_group(board, "axis")
    assert not place_next_group(board, "axis"), "the list is used up"
    told = {seat: [one for one in heard(board, seat) if isinstance(one, Reinforced)] for seat in ("axis", "allied")}
    assert [one.units for one in told["axis"]] == [("koln", "ju_88")]
    assert [one.units for one in told["allied"]] == [("ju_88",)]
    assert {one.blocks for one in (*told["axis"], *told["allied"])} == {1}
    assert [(one.port, [ship.ship for ship in one.counters]) for one in board.state.forces] == [("narvik", ["koln"])]


@rule("pq17", "12.13", "13.6", "T.scenarios.a", position="PP298")
def test_12_13_groups_come_in_their_order() -> None:
    for side, places in (("allied", ["scapa_flow", "lerwick", "scapa_flow"]), ("axis", ["narvik", "", "narvik"])):
        board, found = operation("pq17"), []
        for _ in range(3):
            there = {one.id for one in board.state.forces}
            assert place_next_group(board, "allied" if side == "allied" else "axis")
            new = [one for one in board.state.forces if one.id not in there]
            found.append(new[0].port if new else "")
        assert found == places
        assert not place_next_group(board, "allied" if side == "allied" else "axis")


@rule("pq17", "12.13", "13.6")
def test_12_13_after_the_group_of_a_chit_an_event_brings_the_next() -> None:
    """PQ-17: destroyers at Scapa Flow, then a boat at Lerwick, then Devonshire; a fourth time nothing."""
    fleet = force("f", "allied", "task_force", "1206", "victorious", port="scapa_flow")
    board = phase(holding("allied", "k", "reinforcements", fleet), "allied")
    perform(board, plans(board))
    for _ in range(3):
        perform(board, EFFECTS["reinforcements"](board, "allied"))
    found = [(one.port, left(one.counters)) for one in board.forces_of("allied") if one.id != "f"]
    assert found == [
        ("scapa_flow", ["dd_a_i 2"]), ("lerwick", ["ss_british 1"]), ("scapa_flow", ["devonshire 3"])
    ]  # fmt: skip
    assert board.state.groups_placed == {"allied": 3}


@rule("pq17", "12.13", "4.2")
def test_12_13_reinforcements_of_a_chit_can_sail_before_play_starts() -> None:
    """PQ-17: destroyers at Scapa Flow, of which the enemy sees a block and nothing else before he plans."""
    board = holding("allied", "k", "reinforcements", start=9)
    run = perform(board, plans(board), says={"plans@allied": "sail tf_allied_1 sails=2.am way=1205,1105"})
    (new,) = board.forces_of("allied")
    assert (new.id, new.port, new.plan is not None) == ("tf_allied_1", "scapa_flow", True)
    assert [one.units for one in events_for(board, "axis") if isinstance(one, Reinforced)] == [()]
    assert run.following == "weather"
