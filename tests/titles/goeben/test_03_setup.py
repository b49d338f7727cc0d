"""3.0 Setting up, with the options that change it (18.0, 19.0)."""

from collections import Counter

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.components.scenarios import SCENARIOS, captain_of, fleet_of, orders_of
from games.titles.goeben.rules.mission.setup import muster, new_game
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day, setup
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, Played, play

rule = pytest.mark.rule


def mustered(scenario: str = "random", options: Options | None = None, dice: Dice = (), draws: Dice = ()) -> Played:
    board = Board(new_game(BOX, scenario, options or Options()), BOX)
    return play(board, muster(board), dice=dice, draws=draws)


def counters(played: Played) -> Counter[str]:
    """Every Allied counter and incident marker, wherever it is."""
    state = played.board.state
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    return Counter([*state.pool, *lying, *(gone.id for gone in state.gone)])


@rule("goeben", "3.1")
def test_alert_begins_at_one() -> None:
    assert mustered().board.state.alert == 1


@rule("goeben", "3.2")
def test_british_counters_face_down() -> None:
    """G4"""
    state = mustered().board.state
    laid = {zone: state.lying[zone] for zone in ("gibraltar_pz", "adriatic_pz", "malta_pz", "alexandria_pz")}
    assert {zone: len(markers) for zone, markers in laid.items()} == {
        "gibraltar_pz": 2, "adriatic_pz": 5, "malta_pz": 3, "alexandria_pz": 2,
    }  # fmt: skip
    group = set(BOX.groups["british"])
    assert {marker.id for markers in laid.values() for marker in markers} <= group
    assert not any(marker.up for markers in laid.values() for marker in markers)
    assert len(group & set(state.pool)) == 6


@rule("goeben", "3.2")
def test_new_zealand_is_kept_out() -> None:
    state = mustered().board.state
    assert [(gone.id, gone.how) for gone in state.gone] == [("gb_bc_4", "out_of_play")]
    assert "gb_bc_4" not in state.pool


@rule("goeben", "3.2")
def test_what_lies_where_is_left_to_the_shuffle() -> None:
    order = tuple(range(18))
    first = mustered(draws=[order]).board.state.lying["gibraltar_pz"]
    other = mustered(draws=[order[::-1]]).board.state.lying["gibraltar_pz"]
    assert {marker.id for marker in first} == {"quiet_seas_3", "quiet_seas_2"}
    assert {marker.id for marker in other} == {"gb_bc_1", "gb_bc_2"}


@rule("goeben", "3.3")
def test_french_counters_face_down() -> None:
    """G5"""
    state = mustered().board.state
    zones = ("toulon_pz", "north_african_pz", "sardinia_pz")
    assert [len(state.lying[zone]) for zone in zones] == [3, 2, 1]
    group = set(BOX.groups["french"])
    assert {marker.id for zone in zones for marker in state.lying[zone]} <= group
    assert len(group & set(state.pool)) == 3


@rule("goeben", "3.3.1")
@rule("goeben", "3.3")
def test_all_other_markers_go_to_the_pool() -> None:
    state = mustered().board.state
    assert len(state.pool) == 37 - 5 + 6 + 3
    grouped = {*BOX.groups["british"], *BOX.groups["french"]}
    assert {*BOX.markers, "fr_convoy_1", "fr_convoy_2"} - grouped <= set(state.pool)


@rule("goeben", "3.4")
def test_coastal_defences_face_down() -> None:
    """G6"""
    state = mustered().board.state
    assert {port: len(forts) for port, forts in state.forts.items()} == {
        "gibraltar": 2, "toulon": 2, "marseilles": 1, "algiers": 1, "philippeville": 1, "bone": 1, "bizerte": 1,
        "mers_el_kebir": 2, "malta": 1, "alexandria": 2, "port_said": 1,
    }  # fmt: skip
    laid = [fort.id for forts in state.forts.values() for fort in forts]
    assert sorted([*laid, *state.forts_aside]) == sorted(BOX.forts)
    assert len(state.forts_aside) == 5
    assert not any(fort.up for forts in state.forts.values() for fort in forts)


@rule("goeben", "3.5.1")
@rule("goeben", "3.5")
@pytest.mark.parametrize("place", range(6))
def test_the_mission_is_drawn(place: int) -> None:
    draws = [range(18), range(9), range(20), (place,)]
    played = mustered(draws=[tuple(draw) for draw in draws])
    mission = BOX.missions[MISSIONS[place]]
    assert (played.board.state.mission, played.board.state.days) == (mission.id, mission.days)
    assert played.told(setup.MissionDrawn) == [setup.MissionDrawn(mission.id, mission.days)]


@rule("goeben", "3.5")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_by_name_is_not_drawn(mission: str) -> None:
    played = mustered(mission)
    assert played.board.state.mission == mission
    assert not played.told(setup.MissionDrawn)[0].drawn


def test_games_by_roles_choose_their_mission() -> None:
    assert orders_of("officers", Options()) == "drawn"
    assert orders_of("officers", Options(orders="suez_canal")) == "suez_canal"
    assert orders_of("raid_convoys", Options(orders="suez_canal")) == "raid_convoys"
    assert orders_of("campaign", Options()) == "campaign"
    assert mustered("captains", Options(orders="campaign")).board.state.campaign is not None


@rule("goeben", "3.6")
def test_ships_begin_with_full_tracks() -> None:
    ships = {ship.id: ship for ship in mustered().board.state.ships}
    assert list(ships) == ["goeben", "breslau"]
    goeben, breslau = ships["goeben"], ships["breslau"]
    assert (goeben.leadership, goeben.engines, goeben.hull, goeben.coal) == (4, 6, 12, 4)
    assert (breslau.primary, breslau.secondary, breslau.tertiary, breslau.coal) == (0, 3, 0, 5)
    assert goeben.cargo == breslau.cargo == []


@rule("goeben", "3.8")
def test_the_task_force_begins_at_messina() -> None:
    played = mustered()
    assert {ship.at for ship in played.board.state.ships} == {"messina"}
    assert played.told(setup.TaskForceStarted) == [setup.TaskForceStarted(("goeben", "breslau"), "messina")]


@rule("goeben", "18.0.1")
@rule("goeben", "18.0")
@pytest.mark.parametrize(
    ("die", "space"),
    [(1, "messina"), (2, "messina"), (3, "brindisi"), (4, "pola"), (5, "athens"), (6, "dardanelles")],
)
def test_variable_start(die: int, space: str) -> None:
    played = mustered(options=Options(variable_start=True), dice=[(die,)])
    assert {ship.at for ship in played.board.state.ships} == {space}


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


@rule("goeben", "19.1")
def test_a_campaign_pays_for_its_fleet_at_its_start() -> None:
    played = mustered("campaign", Options(fleet="all_four"))
    assert played.board.state.campaign is not None
    assert [(event.points, event.why) for event in played.told(day.Scored)] == [(-50, "fleet")]


@rule("goeben", "19.0.1")
@rule("goeben", "19.0")
def test_four_ships_bring_new_zealand_out() -> None:
    state = mustered(options=Options(fleet="all_four")).board.state
    assert "gb_bc_4" in state.pool
    assert state.gone == []


@rule("goeben", "25.2")
def test_captains() -> None:
    display = BOX.german
    assert captain_of("random", display["breslau"]) == "commander"
    assert captain_of("captains", display["breslau"]) == "breslau"
    assert captain_of("captains", display["moltke"]) == "goeben"
    assert captain_of("captains", display["stralsund"]) == "breslau"
    assert fleet_of("captains_four", Options()) == ("goeben", "moltke", "breslau", "stralsund")
    assert captain_of("captains_four", display["stralsund"]) == "stralsund"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_counter_is_lost_in_any_scenario(scenario: str) -> None:
    played = mustered(scenario)
    assert counters(played) == Counter({**dict.fromkeys(BOX.allied, 1), **dict.fromkeys(BOX.markers, 1)})
    seats = [role.key for role in SCENARIOS[scenario].seats]
    assert played.board.state.seats == seats
    assert {ship.seat for ship in played.board.state.ships} <= set(seats)
