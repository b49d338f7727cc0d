"""Chart of incidents: morale, news, colliers met and quiet seas."""

import pytest

from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events import incidents as incident_events
from games.titles.goeben.state.state import Marker, Weather
from tests.titles.goeben.encounters import both_at, goeben_at, idle, meet, where
from tests.titles.goeben.fights import SEA, allied_sea, battle_board, fight, misses, ship_shots
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
FIRST = (6,)
FRIEND = {SEA: "friendly_ship_1+up"}


def met_a_friend(goeben: str, breslau: str) -> Board:
    """The morning after a Friendly Ship was drawn at sea."""
    board = at_sea(goeben=goeben, breslau=breslau, lying=FRIEND, turn=4)
    board.state.friendly_ships = [SEA]
    return board


# --- Conflicting Orders


@rule("goeben", "13.chart/Conflicting Orders")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 1)])
def test_conflicting_orders(before: int, after: int) -> None:
    board = both_at(alert=before)
    meet(board, "conflicting_orders_1")
    assert board.state.alert == after


# --- Friendly Ship


@rule("goeben", "13.chart/Friendly Ship")
def test_a_friendly_ship_brings_a_die_of_coal_and_two_repair_dice() -> None:
    board = at_sea(goeben="stromboli+coal=0+hull=11")
    board.state.pool.remove("friendly_ship_1")
    board.lay("stromboli", Marker("friendly_ship_1", up=True))
    board.state.friendly_ships = ["stromboli"]
    ordered(board, "outfit goeben\nrepair goeben hull=4")
    played = play(board, outfit(board), dice=[(4,), (1, 1, 1, 5)])
    assert (board.ship("goeben").coal, board.ship("goeben").hull) == (4, 12)
    assert played.told(day_events.StoresFound) == [
        day_events.StoresFound("stromboli", "coal", "friendly_ship", (4,), 4)
    ]
    assert board.state.friendly_ships == []
    assert "friendly_ship_1" in board.state.pool
    assert board.markers_at("stromboli") == []


@rule("goeben", "13.chart/Friendly Ship")
def test_a_friendly_ship_that_is_not_used_is_gone() -> None:
    board = at_sea(goeben="spartivento+coal=0")
    board.state.friendly_ships = ["stromboli"]
    play(board, outfit(board))
    assert board.state.friendly_ships == []


@rule("goeben", "13.chart/Friendly Ship")
def test_friendly_ship_waits() -> None:
    board = both_at()
    meet(board, "friendly_ship_1")
    assert board.state.friendly_ships == ["sicily_e"]
    assert where(board, "friendly_ship_1") == "sicily_e"


@rule("goeben", "13.chart/Friendly Ship")
def test_who_broke_off_finds_no_friendly_ship() -> None:
    board = battle_board("gb_lc_2", lying={}, breslau=SEA, doctrine="ask-first")
    board.state.pool.remove("friendly_ship_1")
    board.lay(SEA, Marker("friendly_ship_1", up=True))
    board.state.friendly_ships = [SEA]
    fight(board, dice=[FIRST], says={"engage": "withdraw goeben,breslau to=zante"})
    assert {ship.at for ship in board.afloat} == {"zante"}
    play(ordered(board, "pass"), outfit(board))
    assert "friendly_ship_1" in board.state.pool
    assert board.state.friendly_ships == []


@rule("goeben", "13.chart/Friendly Ship")
def test_who_stays_with_a_friendly_ship_gets_coal_and_two_dice_each() -> None:
    board = met_a_friend(f"{SEA}+coal=1+hull=10", f"{SEA}+coal=3+hull=3")
    ordered(board, "outfit goeben,breslau\ncoal goeben,breslau\nrepair goeben hull=4\nrepair breslau hull=4")
    assert refused(plan_form(board, "commander"), "repair goeben hull=5") != []
    play(board, outfit(board), dice=[(5,), misses(4), misses(4)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (4, 5)
    assert "friendly_ship_1" in board.state.pool


@rule("goeben", "13.chart/Friendly Ship")
def test_coal_goes_to_those_who_outfit_there() -> None:
    board = met_a_friend(f"{SEA}+coal=0", f"{SEA}+coal=0")
    play(ordered(board, "outfit goeben\nmove breslau way=zante"), outfit(board), dice=[(6,)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (4, 0)
    board = met_a_friend(f"{SEA}+coal=0", f"{SEA}+coal=0")
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    play(ordered(board, "outfit breslau"), outfit(board), dice=[(4,)])
    assert board.ship("breslau").coal == 4


@rule("goeben", "13.chart/Friendly Ship")
def test_who_sails_leaves_a_friendly_ship_unused() -> None:
    board = met_a_friend(f"{SEA}+coal=0", "pola")
    play(ordered(board, "move goeben way=zante"), outfit(board))
    assert (board.ship("goeben").coal, "friendly_ship_1" in board.state.pool) == (0, True)


@rule("goeben", "13.chart/Friendly Ship")
def test_a_friendly_ship_brings_coal_even_to_an_enemy_port() -> None:
    board = at_sea(goeben="algiers+coal=0+hull=10", breslau="pola", lying={"algiers": "friendly_ship_1+up"})
    board.state.friendly_ships = ["algiers"]
    play(ordered(board, "outfit goeben\nrepair goeben hull=6"), outfit(board), dice=[(3,), misses(6)])
    assert board.ship("goeben").coal == 3


# --- Intelligence from Berlin


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_jams() -> None:
    board = both_at(alert=3, lying={"malta_pz": "gb_ca_1"})
    played = meet(board, "berlin_1", says={"choice": "jam"})
    assert board.state.alert == 2
    assert played.told(incident_events.BerlinReported)[0].finding == "je"
    assert not board.markers_at("malta_pz")[0].up


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_looks() -> None:
    board = both_at(alert=3, lying={"malta_pz": "gb_ca_1 gb_bc_1 gb_dd_1", "toulon_pz": "fr_ca_1"})
    meet(board, "berlin_1", says={"choice": "look", "reveal": "malta_pz"})
    assert board.state.alert == 3
    assert all(marker.up for marker in board.markers_at("malta_pz")), "all of one place"
    assert not board.markers_at("toulon_pz")[0].up


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_only_jams_where_nothing_is_hidden() -> None:
    board = both_at(alert=3)
    assert meet(board, "berlin_1").kinds == []
    assert board.state.alert == 2


@rule("goeben", "13.chart/Intelligence from Berlin")
@rule("goeben", "20.0.1")
def test_berlin_reports_to_the_german_commander() -> None:
    """25.3 The ally goes first in the Adriatic with what his own ships do; intelligence is nothing that they do."""
    board = at_sea(
        "austrian", goeben="adriatic_s", breslau="adriatic_s", ah_bb_1="adriatic_s", lying={"malta_pz": "gb_ca_1"}
    )
    played = meet(board, "berlin_1", says={"choice": "look", "reveal": "malta_pz"})
    assert [(question.kind, question.seat) for question in played.asked] == [
        ("choice", "commander"), ("reveal", "commander"),
    ]  # fmt: skip
    assert played.told(day_events.CountersShown) == [day_events.CountersShown("malta_pz", ("gb_ca_1",))]


@rule("goeben", "13.chart/Intelligence from Berlin.1")
def test_a_word_from_berlin_is_no_attempt_of_the_day() -> None:
    board = goeben_at("zante", alert=3)
    meet(board, "berlin_1 quiet_seas_1 quiet_seas_2", says={"choice": "jam"} if board.state.lying else None)
    assert (board.state.alert, board.day.tried) == (2, "")


# --- Morale Check


@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(("turn", "vp", "dice"), [(2, 10, 1), (2, 11, -1), (4, 20, 1), (4, 21, -1), (3, -5, 1)])
def test_morale_check(turn: int, vp: int, dice: int) -> None:
    board = both_at(turn=turn, vp=vp)
    played = meet(board, "morale_check_1")
    assert board.day.weather["sicily_e"].morale == dice
    assert played.told(incident_events.MoraleChecked) == [incident_events.MoraleChecked(turn * 5, vp, dice)]


@rule("goeben", "13.chart/Morale Check")
def test_morale_counts_in_all_battles_of_the_day() -> None:
    board = at_sea(goeben="sicily_e", breslau="malta_se", turn=2)
    board.day.queue = ["sicily_e", "malta_se"]
    meet(board, "morale_check_1")
    assert board.day.weather["malta_se"].morale == 1


@rule("goeben", "13.chart/Morale Check.1")
def test_no_morale_check_on_the_first_day() -> None:
    board = both_at(turn=1, vp=50)
    assert idle(meet(board, "morale_check_1"))
    assert board.day.weather == {}


@rule("goeben", "13.chart/Morale Check.1")
def test_morale_is_nothing_to_them() -> None:

    board = allied_sea("gb_dd_1", ah_cl_2=SEA, weather=Weather(morale=1))
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    assert ship_shots(played)[0] == ("ah_cl_2", "secondary", 5)


@rule("goeben", "13.chart/Morale Check.2")
@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(
    ("turn", "vp", "dice"), [(1, 0, 0), (2, 10, 1), (2, 11, -1), (3, 15, 1), (3, 16, -1), (4, 20, 1), (4, 21, -1),
                             (2, -5, 1)]
)  # fmt: skip
def test_morale_by_points_and_turn(turn: int, vp: int, dice: int) -> None:
    board = goeben_at("zante", turn=turn, vp=vp)
    meet(board, "morale_check_1")
    found = board.day.weather["zante"].morale if "zante" in board.day.weather else 0
    assert found == dice


# --- Pursue


@rule("goeben", "13.chart/Pursue")
@pytest.mark.parametrize(("before", "after"), [(3, 4), (6, 6)])
def test_pursue(before: int, after: int) -> None:
    board = both_at(alert=before)
    meet(board, "pursue_1")
    assert board.state.alert == after


# --- Quiet Seas


@rule("goeben", "13.chart/Quiet Seas")
def test_quiet_seas() -> None:
    board = both_at()
    before = (board.state.alert, board.state.vp)
    assert idle(meet(board, "quiet_seas_1"))
    assert (board.state.alert, board.state.vp) == before


@rule("goeben", "13.chart/Quiet Seas.1")
def test_quiet_seas_go_back_into_the_pool() -> None:
    board = goeben_at("zante")
    meet(board, "quiet_seas_1")
    assert "quiet_seas_1" in board.state.pool
