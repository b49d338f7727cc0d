"""Points that the second reading of the chapters left: each decided by the text, or written down as a reading."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.moves import Move, Split
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.ports import excuses_patrol
from games.titles.pq17.rules.special.encounter import chance_encounter
from games.titles.pq17.rules.special.mines import minefield
from games.titles.pq17.rules.surface.engagement import fight
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Named, Phase, Plan, Report, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.procedures import by_default
from tests.titles.pq17.trial import left
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule
NEVER = Instructions(asks="never", stands="stay", torpedo_round="never")


@rule("pq17", "13.7b", "6.2.1")
@pytest.mark.parametrize(
    ("axis", "allied", "after"),
    [
        (None, None, (0, 0)), (1, None, (1, None)), (None, 2, (None, 2)), (0, 0, (0, 0)), (0, None, (0, None)),
    ],
)  # fmt: skip
def test_pp339_blocks_that_run_into_each_other_are_identified_where_neither_was(
    axis: int | None, allied: int | None, after: tuple[int | None, int | None]
) -> None:
    """Reports are given of both or of none."""
    board = table(
        force("x", "axis", "task_force", "0613", "lutzow"), force("k", "allied", "task_force", "0613", "kent")
    )
    for name, level in (("x", axis), ("k", allied)):
        if level is not None:
            board.identify(board.force(name), level)
    board.state.phase = Phase("axis")
    play(chance_encounter(board), dice=[(3,)])
    assert (board.force("x").level, board.force("k").level) == after
    told = [("allied", 0), ("axis", 0)] if axis is None and allied is None else []
    assert [(one.to, one.level) for one in board.state.reports] == told


@rule("pq17", "5.1.9a", "7.5.2", "7.5.9")
@pytest.mark.parametrize(
    ("ship", "dark", "excused"),
    [("tirpitz", False, True), ("tirpitz", True, False), ("admiral_hipper", False, False)],
)
def test_pp340_a_capital_ship_that_lay_on_the_display_by_night_excuses_patrol_white(
    ship: str, dark: bool, excused: bool
) -> None:
    """Off Norway in December, outside the British air radius; ID 2 says that she is heavy, and no more."""
    raid = force("x", "axis", "task_force", "0712", ship, fuel=Fuel(30))
    board = table(
        raid, force("tf", "allied", "task_force", "0712", "anson", fuel=Fuel(30)), light="dec_1", patrol=["kent"],
        options=Options(face_down=dark), instructions={"allied": NEVER, "axis": NEVER},
    )  # fmt: skip
    board.identify(raid, 2)
    board.state.phase = Phase("allied")
    by_default(fight(board, [board.force("tf")], [raid], [], surprised=False, key="fight"), lambda _: 0)
    assert excuses_patrol(board.box, board.state.reports) is excused
    named = [(one.to, *(named.ship for named in one.names)) for one in board.state.reports if one.names]
    assert named == ([] if dark else [("axis", "anson"), ("allied", ship)])


@rule("pq17", "5.1.9a", "7.2.4")
@pytest.mark.parametrize(("ship", "excused"), [("tirpitz", True), ("admiral_hipper", False)])
def test_pp340_one_that_lay_in_a_row_under_attack_from_the_air_does_too(ship: str, excused: bool) -> None:
    for port in ("", "narvik"):
        told = Report(
            to="allied", turn=9, source="air_attack", at="0813", port=port, kind="task_force", names=(Named(ship, 0),)
        )
        assert excuses_patrol(arctic().box, [told]) is (excused and not port), "not in port"


@rule("pq17", "5.1.2a", "8.3b")
@pytest.mark.parametrize(
    ("holding", "used", "port", "after"),
    [
        ("dd_a_i 4", {}, "murmansk", {"light": 4}), ("dd_a_i 5", {}, "murmansk", {"light": 5}),
        ("dd_a_i 6", {}, "", {}), ("dd_a_i 4", {"light": 2}, "", {"light": 2}),
        ("dd_project_7 4", {"light": 5}, "murmansk", {"light": 5}),
        ("es_british 4", {"light": 5}, "murmansk", {"light": 5}),
    ],
)  # fmt: skip
def test_pp341_who_enters_a_russian_port_before_play_starts_uses_its_berths(
    holding: str, used: dict[str, int], port: str, after: dict[str, int]
) -> None:
    """July 1942: five strengths of destroyers."""
    one = force("t", "allied", "task_force", "0716", holding, fuel=Fuel(20), plan=Plan(0, ("0717", "0817"), "murmansk"))
    board = table(one, russian=dict(used))
    assert play(advance_force(board, one, 5)).result == ("0817", port)
    assert board.state.russian == after


@rule("pq17", "5.1.2a", "8.3b")
def test_pp341_who_found_too_few_comes_in_as_play_starts_but_for_those_beyond() -> None:
    one = force(
        "t", "allied", "task_force", "0716", "dd_a_i 6", fuel=Fuel(20), plan=Plan(0, ("0717", "0817"), "murmansk")
    )
    board = table(one, turn=5, start=5)
    board.set_down(one, *play(advance_force(board, one, 5)).result)
    moved(board)
    found = {(force.port, *left(force.counters)) for force in board.forces_of("allied")}
    assert found == {("murmansk", "dd_a_i 5"), ("", "dd_a_i 1")}
    assert board.state.russian == {"light": 5}


@rule("pq17", "6.3.5", "6.3.1", "6.3.2")
def test_pp342_bases_with_interceptors_end_shadowing_from_the_air_alone() -> None:
    """A convoy that comes next to Murmansk: the pack goes on, the Barents sector and a Fw 200 of Banak turn back."""
    convoy = force("c", "allied", "convoy", "0616", "mv 9", "dd_a_i 2", plan=Plan(0, ("0717",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0616", "ss_german 2"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="banak", mission="shadow", at="0616")]
    board.identify(convoy, 2)
    board.state.shadows = [
        Shadow("c", "aircraft", "condor"), Shadow("c", "sector", "barents"), Shadow("c", "wolfpack", "u"),
    ]  # fmt: skip
    month = board.operation.month
    assert [board.box.has_interceptors("allied", at, month) for at in ("0616", "0717")] == [False, True]
    moved(board)
    assert (convoy.at, board.force("u").at, convoy.level) == ("0717", "0717", 2)
    assert [one.by for one in board.state.shadows] == ["wolfpack"]
    assert {one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)} == {"base"}


@rule("pq17", "6.3.5a", "6.3.5b", "6.6")
@pytest.mark.parametrize(("releases", "level"), [("yes", 1), ("no", 3)])
def test_pp343_who_is_released_before_it_moves_is_not_shadowed_as_it_moves(releases: Any, level: int) -> None:
    """One level for the end of it, as by weather or a failed search, and one for the way."""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", plan=Plan(0, ("0411",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0410", "ss_german 2"))
    board.identify(convoy, 3)
    board.state.shadows = [Shadow("c", "wolfpack", "u")]
    board.state.instructions["axis"] = Instructions(releases=releases)
    moved(board)
    assert (convoy.at, convoy.level) == ("0411", level)


@rule("pq17", "5.2.1", "1.2.3", "9.2.5a")
@pytest.mark.parametrize("stopped", [False, True])
def test_pp344_boats_that_leave_a_convoy_have_not_entered_its_hex(stopped: bool) -> None:
    """Where a gale stops the convoy they are with it until they go, and come back to it no more."""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", "ss_british 2")
    convoy.plan = Plan(0, ("0411", "0412"), "murmansk")
    board = table(convoy)
    board.state.sky.stopped = ["c"] if stopped else []
    moved(board, Split("c", ("ss_british", "ss_british")))
    assert (board.force("c_2").kind, board.force("c_2").at, convoy.at) == (
        "wolfpack",
        "0410",
        "0410" if stopped else "0411",
    )
    convoy.plan, convoy.moved = None, 0
    moved(board, Move("c_2", ("0510",)))
    assert board.force("c_2").at == "0510"
    board.force("c_2").moved = 0
    convoy.at = "0410"
    moved(board, Move("c_2", ("0410",)))
    assert board.force("c_2").at == "0510"


@rule("pq17", "13.5", "7.3.1d")
@pytest.mark.parametrize(("ship", "after"), [("dd_a_i", 3), ("tb_hunt", 3), ("es_british", 3), ("mv", 3)])
def test_pp345_a_mine_sinks_one_step_of_a_class_whatever_the_die(ship: str, after: int) -> None:
    """9 on the torpedo damage chart is 2 S: of a torpedo, not of a mine, which strikes one step alone."""
    holds = force("f", "allied", "convoy" if ship == "mv" else "task_force", "0817", f"{ship} 4")
    board = table(holds)
    board.state.phase = Phase("axis")
    play(minefield(board, "axis"), dice=[(8, 0, 0), (9,)], lots=[0])
    assert sum(one.strength for one in holds.counters) == after
