"""Chapter 3: setting up."""

from collections import Counter

import pytest

from games.kernel.events import UMPIRE
from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.components.scenarios import SCENARIOS, orders_of
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.state.events import setup
from games.titles.goeben.state.events import setup as told
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import mustered
from tests.titles.goeben.laid_out import Played, at_sea, play, refused

rule = pytest.mark.rule


def counters(played: Played) -> Counter[str]:
    """Every Allied counter and incident marker, wherever it is."""
    state = played.board.state
    lying = [marker.id for markers in state.lying.values() for marker in markers]
    return Counter([*state.pool, *lying, *(gone.id for gone in state.gone)])


EIGHT = "calculator,damage_control,reserve_crew,seebataillon"
"""Cargo for eight points."""


# --- 3.1 alert


def test_games_by_roles_choose_their_mission() -> None:
    assert orders_of("officers", Options()) == "drawn"
    assert orders_of("officers", Options(orders="suez_canal")) == "suez_canal"
    assert orders_of("raid_convoys", Options(orders="suez_canal")) == "raid_convoys"
    assert orders_of("campaign", Options()) == "campaign"
    assert mustered("captains", Options(orders="campaign")).board.state.campaign is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_counter_is_lost_in_any_scenario(scenario: str) -> None:
    played = mustered(scenario)
    assert counters(played) == Counter({**dict.fromkeys(BOX.allied, 1), **dict.fromkeys(BOX.markers, 1)})
    seats = [role.key for role in SCENARIOS[scenario].seats]
    assert played.board.state.seats == seats
    assert {ship.seat for ship in played.board.state.ships} <= set(seats)


@rule("goeben", "3.1")
def test_alert_begins_at_one() -> None:
    assert mustered().board.state.alert == 1


# --- 3.2 British pool


@rule("goeben", "3.2")
def test_british_counters_face_down() -> None:
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


@rule("goeben", "3.2")
@rule("goeben", "3.3.1")
@rule("goeben", "3.4.1")
@rule("goeben", "1.3.1")
def test_the_set_up_is_nobodys_to_see() -> None:
    board = at_sea()
    play(board, muster(board))
    laid = {zone: len(board.markers_at(zone)) for zone in (*BOX.numbers.setup.british, *BOX.numbers.setup.french)}
    assert laid == {
        "gibraltar_pz": 2, "adriatic_pz": 5, "malta_pz": 3, "alexandria_pz": 2, "toulon_pz": 3, "north_african_pz": 2,
        "sardinia_pz": 1,
    }  # fmt: skip
    assert (len(board.state.pool), len(board.state.forts_aside)) == (41, 5)
    assert sum(map(len, board.state.forts.values())) == 15
    assert "gb_bc_4" not in [*board.state.pool, *(one.id for markers in board.state.lying.values() for one in markers)]
    seen = view(board, "commander")
    assert (seen.truth, seen.pool_order) == ({}, [])
    assert all(not note.up and not note.forts_up for note in seen.spaces.values())
    assert view(board, UMPIRE).truth


# --- 3.3 French pool


@rule("goeben", "3.3")
def test_the_french_group() -> None:
    group = BOX.groups["french"]
    assert sum(BOX.allied[one].type in ("ca", "cp", "dd") for one in group if one in BOX.allied) == 7
    assert Counter(BOX.markers[one] for one in group if one in BOX.markers) == {"quiet_seas": 2}
    assert BOX.numbers.setup.french == {"toulon_pz": 3, "north_african_pz": 2, "sardinia_pz": 1}


@rule("goeben", "3.3")
def test_french_counters_face_down() -> None:
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


# --- 3.4 coastal units


@rule("goeben", "3.4")
def test_coastal_defences() -> None:
    found = {space.id: space.forts for space in BOX.spaces.values() if space.forts}
    assert found == {
        "gibraltar": 2, "toulon": 2, "marseilles": 1, "algiers": 1, "philippeville": 1, "bone": 1, "bizerte": 1,
        "mers_el_kebir": 2, "malta": 1, "alexandria": 2, "port_said": 1,
    }  # fmt: skip
    assert sum(found.values()) == 15 < len(BOX.forts)
    assert all(BOX.source(port, "forts") == "rulebook" for port in found)


@rule("goeben", "3.4")
def test_coastal_defences_face_down() -> None:
    state = mustered().board.state
    assert {port: len(forts) for port, forts in state.forts.items()} == {
        "gibraltar": 2, "toulon": 2, "marseilles": 1, "algiers": 1, "philippeville": 1, "bone": 1, "bizerte": 1,
        "mers_el_kebir": 2, "malta": 1, "alexandria": 2, "port_said": 1,
    }  # fmt: skip
    laid = [fort.id for forts in state.forts.values() for fort in forts]
    assert sorted([*laid, *state.forts_aside]) == sorted(BOX.forts)
    assert len(state.forts_aside) == 5
    assert not any(fort.up for forts in state.forts.values() for fort in forts)


# --- 3.5 orders


@rule("goeben", "3.5")
@pytest.mark.parametrize("mission", MISSIONS)
def test_a_mission_by_name_is_not_drawn(mission: str) -> None:
    played = mustered(mission)
    assert played.board.state.mission == mission
    assert not played.told(setup.MissionDrawn)[0].drawn


@rule("goeben", "3.5.1")
@rule("goeben", "3.5")
@pytest.mark.parametrize("place", range(6))
def test_the_mission_is_drawn(place: int) -> None:
    draws = [range(18), range(9), range(20), (place,)]
    played = mustered(draws=[tuple(draw) for draw in draws])
    mission = BOX.missions[MISSIONS[place]]
    assert (played.board.state.mission, played.board.state.days) == (mission.id, mission.days)
    assert played.told(setup.MissionDrawn) == [setup.MissionDrawn(mission.id, mission.days)]


# --- 3.6 German ships


@rule("goeben", "3.6")
@pytest.mark.parametrize(
    ("ship", "tracks"),
    [("goeben", (4, 6, 12, 5, 3, 2, 6, 2, 4)), ("breslau", (4, 6, 4, 0, 3, 0, 6, 2, 5))],
)
def test_ship_displays(ship: str, tracks: tuple[int, ...]) -> None:
    found = BOX.german[ship]
    assert tracks == (
        found.leadership, found.engines, found.hull, found.primary, found.secondary, found.tertiary,
        found.ammunition, found.torpedoes, found.coal,
    )  # fmt: skip
    assert BOX.source(ship, "values") == "rulebook"


@rule("goeben", "3.6")
def test_gun_boxes_follow_the_guns() -> None:
    """Ten of 28 cm are five boxes of two, twelve of 15 cm three of four, twelve of 8.8 cm two of six."""
    goeben = BOX.german["goeben"]
    assert (goeben.primary * 2, goeben.secondary * 4, goeben.tertiary * 6) == (10, 12, 12)


@rule("goeben", "3.6")
def test_ships_begin_with_full_tracks() -> None:
    ships = {ship.id: ship for ship in mustered().board.state.ships}
    assert list(ships) == ["goeben", "breslau"]
    goeben, breslau = ships["goeben"], ships["breslau"]
    assert (goeben.leadership, goeben.engines, goeben.hull, goeben.coal) == (4, 6, 12, 4)
    assert (breslau.primary, breslau.secondary, breslau.tertiary, breslau.coal) == (0, 3, 0, 5)
    assert goeben.cargo == breslau.cargo == []


# --- 3.7 first outfitting


@rule("goeben", "3.7")
@rule("goeben", "8.1")
def test_each_ship_has_points_by_leadership_which_is_not_spent() -> None:
    board = at_sea()
    form = stowage(board, "commander")
    assert [(hold.ship, hold.points) for hold in form.holds] == [("goeben", 8), ("breslau", 8)]
    played = play(
        board, fit_out(board), says={"stow": "take goeben cargo=calculator,damage_control\nstation spartivento"}
    )
    assert board.ship("goeben").cargo == ["calculator", "damage_control"]
    assert board.ship("goeben").leadership == 4
    assert board.state.available["calculator"] == BOX.cargo["calculator"].count - 1
    assert told.FittedOut("goeben", ("calculator", "damage_control")) in played.told(told.FittedOut)
    assert played.following == "morning"


@rule("goeben", "3.7.1")
@rule("goeben", "3.7")
@rule("goeben", "8.1")
def test_nobody_spends_more_points_than_he_has() -> None:
    form = stowage(at_sea(), "commander")
    bought = "take goeben cargo=calculator,damage_control,reserve_crew,seebataillon"
    assert refused(form, bought) == []
    assert refused(form, f"{bought}\ntake goeben cargo=wireless") == ["8.1"]


@rule("goeben", "3.7.1")
@pytest.mark.parametrize(
    ("orders", "legal"),
    [
        (f"take goeben cargo={EIGHT}\ntake breslau cargo={EIGHT}", True),
        (
            f"take goeben cargo={EIGHT},optics\ntake breslau cargo=calculator,damage_control,reserve_crew,wireless",
            False,
        ),
        ("take breslau cargo=damage_control,wireless,optics,torpedo_reload", True),
        ("take breslau cargo=damage_control,wireless,optics,torpedo_reload,torpedo_nets", False),
        ("take goeben cargo=camera_crew\ntake breslau cargo=camera_crew", False),
        ("take goeben cargo=wireless\ntake goeben cargo=wireless\ntake breslau cargo=wireless", False),
        ("take breslau cargo=mines", False),
        ("take goeben cargo=seaplane", False),
    ],
)
def test_points_boxes_and_counters(orders: str, legal: bool) -> None:
    """Each ship has eight points of her own, Breslau four boxes; there are one Camera Crew and two Wireless."""
    assert (refused(stowage(at_sea(), "commander"), orders) == []) is legal


# --- 3.8 start


@rule("goeben", "3.8")
def test_the_task_force_begins_at_messina() -> None:
    played = mustered()
    assert {ship.at for ship in played.board.state.ships} == {"messina"}
    assert played.told(setup.TaskForceStarted) == [setup.TaskForceStarted(("goeben", "breslau"), "messina")]


# --- 3.9 collier


@rule("goeben", "3.9")
def test_a_collier_that_nobody_places_waits_near_the_ships() -> None:
    board = at_sea()
    play(board, fit_out(board), says={"stow": "pass"})
    assert len(board.state.colliers) == 1
    assert BOX.waters.distance("messina", board.state.colliers[0]) == 1


@rule("goeben", "3.9")
@pytest.mark.parametrize(
    ("mission", "space", "legal"),
    [
        ("suez_canal", "ionian_c", True), ("suez_canal", "malta_pz", True), ("suez_canal", "matapan", True),
        ("suez_canal", "messina", False), ("suez_canal", "pola", False), ("suez_canal", "bosphorus", False),
        ("atlantic_breakout", "north_atlantic", True),
    ],
)  # fmt: skip
def test_where_a_collier_may_wait(mission: str, space: str, legal: bool) -> None:
    assert (refused(stowage(at_sea(mission=mission), "commander"), f"station {space}") == []) is legal


@rule("goeben", "3.9.1")
@rule("goeben", "3.9")
def test_one_collier_on_any_sea_space() -> None:
    board = at_sea()
    form = stowage(board, "commander")
    assert "malta_pz" in form.seas
    assert "cape_gata" in form.seas
    assert not any(BOX.spaces[space].harbour for space in form.seas)
    assert "black_sea_c" not in form.seas
    assert refused(form, "station spartivento\nstation stromboli") == ["3.0(9)"]
    play(board, fit_out(board), says={"stow": "station cape_gata"})
    assert board.state.colliers == ["cape_gata"]
