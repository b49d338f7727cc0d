"""Chapter 19: Moltke and Stralsund."""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.state.events import day
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.state import Gone
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import debriefed, debriefing, fitted_out, mission_over, mustered, next_mission
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule


# --- 19.0 in a mission


@rule("goeben", "19.0")
@pytest.mark.parametrize(
    ("fleet", "ships", "vp"),
    [
        ("historical", "goeben breslau", 0),
        ("moltke", "moltke breslau", -5),
        ("stralsund", "goeben breslau stralsund", -10),
        ("moltke_and_stralsund", "moltke breslau stralsund", -15),
        ("all_four", "goeben moltke breslau stralsund", -50),
    ],
)
def test_larger_fleets_cost_points(fleet: str, ships: str, vp: int) -> None:
    played = mustered(options=Options(fleet=fleet))  # type: ignore[arg-type]
    assert " ".join(ship.id for ship in played.board.state.ships) == ships
    assert played.board.state.vp == vp == sum(event.points for event in played.told(day.Scored))


@rule("goeben", "19.0")
@rule("goeben", "19.0.1")
@pytest.mark.parametrize(
    ("fleet", "vp", "new_zealand", "colliers"),
    [("moltke", -5, False, 1), ("moltke_and_stralsund", -15, False, 1), ("stralsund", -10, False, 1),
     ("all_four", -50, True, 2)],
)  # fmt: skip
def test_what_a_larger_fleet_costs(fleet: Any, vp: int, new_zealand: bool, colliers: int) -> None:
    board = at_sea(options=Options(fleet=fleet))
    play(board, muster(board))
    zones = [marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)]
    assert board.state.vp == vp
    assert ("gb_bc_4" in board.state.pool) is new_zealand
    assert "gb_bc_4" not in zones
    assert stowage(board, "commander").colliers == colliers


@rule("goeben", "19.0.1")
@rule("goeben", "19.0")
def test_two_battlecruisers_have_two_colliers() -> None:
    board = at_sea(options=Options(fleet="all_four"))
    play(board, fit_out(board), says={"stow": "station spartivento\nstation matapan"})
    assert board.state.colliers == ["spartivento", "matapan"]


@rule("goeben", "19.0.1")
@rule("goeben", "19.0")
def test_four_ships_bring_new_zealand_out() -> None:
    state = mustered(options=Options(fleet="all_four")).board.state
    assert "gb_bc_4" in state.pool
    assert state.gone == []


# --- 19.1 in the campaign


@rule("goeben", "19.1")
def test_a_campaign_pays_for_its_fleet_at_its_start() -> None:
    played = mustered("campaign", Options(fleet="all_four"))
    assert played.board.state.campaign is not None
    assert [(event.points, event.why) for event in played.told(day.Scored)] == [(-50, "fleet")]


@rule("goeben", "19.1")
def test_whoever_has_all_four_is_not_asked() -> None:
    board = mission_over("atlantic_breakout", options=Options(fleet="all_four"))
    assert debriefing(board).kinds == []
    assert [gone.how for gone in board.state.gone] == ["out_of_play"]
    assert board.state.vp == 0


@rule("goeben", "19.1")
def test_only_who_is_missing_joins() -> None:
    board = mission_over("atlantic_breakout", options=Options(fleet="moltke"))
    debriefing(board, says={"bonus": "reinforce"})
    assert [ship.id for ship in board.state.ships] == ["moltke", "breslau", "stralsund"]


@rule("goeben", "19.1")
def test_without_battlecruisers_to_call_away_the_ships_join() -> None:
    board = mission_over("atlantic_breakout")
    for ship in ("gb_bc_1", "gb_bc_2", "gb_bc_3"):
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, "sunk", 2))
    assert debriefing(board).kinds == []
    assert len(board.state.ships) == 4


@rule("goeben", "19.1")
def test_the_fleet_is_paid_for_once() -> None:
    board = mission_over(won=False, options=Options(fleet="all_four"))
    debriefing(board)
    played = next_mission(board)
    assert played.told(daily.Scored) == []
    assert (board.state.vp, played.following) == (0, "fit_out")


@rule("goeben", "19.1")
@rule("goeben", "25.2")
def test_newcomers_go_to_the_captain_of_their_class() -> None:
    board = mission_over("atlantic_breakout", scenario="captains")
    assert debriefing(board, says={"bonus@goeben": "reinforce"}).question("bonus").seat == "goeben"
    assert (board.ship("moltke").seat, board.ship("stralsund").seat) == ("goeben", "breslau")


@rule("goeben", "19.1")
def test_moltke_and_stralsund_cost_thirty_points_at_the_start_of_the_next_mission() -> None:
    board = debriefed("atlantic_breakout", says={"bonus": "reinforce"})
    assert (board.state.vp, len(board.afloat)) == (-30, 4)
    assert "gb_bc_4" in board.state.pool
    starts = fitted_out(board, "begin moltke space=cadiz")
    assert starts == {"goeben": "pola", "moltke": "cadiz", "breslau": "pola", "stralsund": "pola"}
