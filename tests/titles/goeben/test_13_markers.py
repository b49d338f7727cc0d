"""13.1 The incident chart, entry by entry."""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battling
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Campaign, Marker
from tests.titles.goeben.box import BOX
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import Played, at_sea
from tests.titles.goeben.test_13_incidents import where

rule = pytest.mark.rule


def two(space: str = "sicily_e", **more: Any) -> Board:
    """Both ships in a space."""
    return at_sea(**{"goeben": space, "breslau": space, **more})


def idle(played: Played) -> bool:
    """Whether nothing came of the first marker."""
    return played.told(told.Befell)[0].idle


def test_every_kind_of_marker_has_its_procedure() -> None:
    assert set(MARKERS) | {"merchantman"} == set(BOX.incidents)


# --- nothing, and the alert level


@rule("goeben", "13.chart/Quiet Seas")
def test_quiet_seas() -> None:
    board = two()
    before = (board.state.alert, board.state.vp)
    assert idle(meet(board, "quiet_seas_1"))
    assert (board.state.alert, board.state.vp) == before


@rule("goeben", "13.chart/Allied Patrol")
@pytest.mark.parametrize(
    ("space", "after"),
    [("sicily_e", 2), ("malta_pz", 3), ("malta", 3), ("bone", 3), ("spartivento", 2)],
)
def test_allied_patrol(space: str, after: int) -> None:
    board = two(space, alert=2)
    played = meet(board, "allied_patrol_1")
    assert board.state.alert == after
    assert idle(played) == (after == 2)


@rule("goeben", "13.chart/Allied Patrol")
def test_no_patrol_watches_a_neutral_port() -> None:
    board = two("messina", alert=4)
    meet(board, "allied_patrol_1")
    assert board.state.alert == 4


@rule("goeben", "13.chart/Conflicting Orders")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 1)])
def test_conflicting_orders(before: int, after: int) -> None:
    board = two(alert=before)
    meet(board, "conflicting_orders_1")
    assert board.state.alert == after


@rule("goeben", "13.chart/Pursue")
@pytest.mark.parametrize(("before", "after"), [(3, 4), (6, 6)])
def test_pursue(before: int, after: int) -> None:
    board = two(alert=before)
    meet(board, "pursue_1")
    assert board.state.alert == after


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_jams() -> None:
    board = two(alert=3, lying={"malta_pz": "gb_ca_1"})
    played = meet(board, "berlin_1", says={"choice": "jam"})
    assert board.state.alert == 2
    assert played.told(told.BerlinReported)[0].finding == "je"
    assert not board.markers_at("malta_pz")[0].up


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_looks() -> None:
    board = two(alert=3, lying={"malta_pz": "gb_ca_1 gb_bc_1 gb_dd_1", "toulon_pz": "fr_ca_1"})
    meet(board, "berlin_1", says={"choice": "look", "reveal": "malta_pz"})
    assert board.state.alert == 3
    assert all(marker.up for marker in board.markers_at("malta_pz")), "all of one place"
    assert not board.markers_at("toulon_pz")[0].up


@rule("goeben", "13.chart/Intelligence from Berlin")
def test_berlin_only_jams_where_nothing_is_hidden() -> None:
    board = two(alert=3)
    assert meet(board, "berlin_1").kinds == []
    assert board.state.alert == 2


# --- the submarine


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize("die", [1, 2])
def test_submarine_false_alarm(die: int) -> None:
    board = two()
    played = meet(board, "submarine_1", dice=[(die,)])
    assert played.told(told.SubmarineSighted) == [told.SubmarineSighted("sicily_e", die, "alarm")]
    assert played.kinds == []
    assert where(board, "submarine_1") == "pool"


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize("die", [3, 4])
def test_submarine_hunted_costs_coal(die: int) -> None:
    board = two()
    played = meet(board, "submarine_1", dice=[(die,)], says={"evade": "choose goeben breslau"})
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (3, 4)
    assert played.told(told.TorpedoRun) == []
    assert (played.kinds, played.following) == (["evade"], "contact")


@rule("goeben", "13.chart/Allied Submarine")
def test_submarine_hunted_who_stays_may_be_torpedoed() -> None:
    board = two()
    played = meet(board, "submarine_1", dice=[(3,), (5,), (1,)], says={"evade": "choose goeben"})
    assert played.told(told.TorpedoRun) == [told.TorpedoRun("breslau", 5, True)]
    assert board.ship("breslau").hull == 3


@rule("goeben", "13.chart/Allied Submarine")
def test_a_ship_without_coal_cannot_run() -> None:
    board = two(goeben="sicily_e+coal=0", breslau="sicily_e+coal=0")
    played = meet(board, "submarine_1", dice=[(3,), (4, 1)])
    assert played.kinds == []
    assert [run.hit for run in played.told(told.TorpedoRun)] == [False, False]


@rule("goeben", "13.chart/Allied Submarine")
def test_submarine_torpedo() -> None:
    board = two()
    played = meet(board, "submarine_1", dice=[(5,), (4, 6), (4,)])
    assert [(run.ship, run.hit) for run in played.told(told.TorpedoRun)] == [("goeben", False), ("breslau", True)]
    assert board.ship("breslau").engines == 4, "torpedo hit table: two engine boxes"
    assert board.ship("goeben").coal == 4


@rule("goeben", "13.chart/Allied Submarine")
@rule("goeben", "17.1")
def test_a_ship_that_a_submarine_cripples_costs_points() -> None:
    board = two(breslau="sicily_e+engines=1", goeben="pola")
    meet(board, "submarine_1", dice=[(5,), (6,), (3,)])
    assert board.state.vp == -5


@rule("goeben", "T.cargo")
@pytest.mark.parametrize(("space", "hit"), [("bone", False), ("sicily_e", True)])
def test_nets_help_in_port(space: str, hit: bool) -> None:
    board = at_sea(goeben=f"{space}+cargo=torpedo_nets", breslau="pola")
    board.day.queue = [space]
    played = meet(board, "submarine_1", dice=[(5,), (5,), (5,)] if hit else [(5,), (5,)])
    assert played.told(told.TorpedoRun)[0].hit is hit


@rule("goeben", "13.chart/Allied Submarine")
@rule("goeben", "17.1")
def test_submarine_rammed() -> None:
    board = two()
    played = meet(board, "submarine_1", dice=[(6,)], says={"ram": "breslau"})
    assert board.state.vp == 2
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (12, 3)
    assert played.told(told.SubmarineRammed) == [told.SubmarineRammed("breslau")]


@rule("goeben", "13.chart/Allied Submarine")
def test_a_ship_alone_rams_without_asking() -> None:
    board = at_sea(goeben="sicily_e", breslau="pola")
    board.day.queue = ["sicily_e"]
    assert meet(board, "submarine_1", dice=[(6,)]).kinds == []
    assert board.ship("goeben").hull == 11


@rule("goeben", "25.2")
def test_each_captain_decides_for_his_ship() -> None:
    board = two(scenario="captains")
    played = meet(
        board, "submarine_1", dice=[(3,), (1,)], says={"evade@goeben": "choose goeben", "evade@breslau": "pass"}
    )
    assert board.ship("goeben").coal == 3
    assert [run.ship for run in played.told(told.TorpedoRun)] == ["breslau"]
    assert {event.seat for event in played.told(daily.Consulted)} == {"goeben", "breslau"}


@rule("goeben", "25.2")
def test_only_captains_present_see_a_torpedo_strike() -> None:
    board = at_sea("captains", goeben="sicily_e", breslau="malta_se")
    board.day.queue = ["sicily_e"]
    played = meet(board, "submarine_1", dice=[(5,), (6,), (6,), (2,)])
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (10, 4), "a critical hit"
    assert len(played.heard("goeben", battling.CriticalHit)) == 1
    assert played.heard("breslau", battling.CriticalHit) == []
    assert played.heard("breslau", battling.HitsRolled) == []


# --- the fleets


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
def test_fleet_sorties_turn_back_what_was_drawn() -> None:
    board = two("adriatic_pz", lying={"adriatic_pz": "gb_bc_1"})
    played = meet(board, "gb_ca_1 fleet_sorties_1 gb_dd_1")
    assert board.enemies_at("adriatic_pz") == ["gb_bc_1"], "what was there already stays"
    assert played.told(told.AlliesTurnedBack)[0].ships == ("gb_ca_1", "gb_dd_1")
    assert where(board, "gb_ca_1") == "pool"
    assert where(board, "fleet_sorties_1") == "used"


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
def test_fleet_sorties_help_a_ship_in_the_adriatic_alone() -> None:
    board = two("sicily_e")
    assert idle(meet(board, "gb_ca_1 fleet_sorties_1"))
    assert board.enemies_at("sicily_e") == ["gb_ca_1"]
    assert where(board, "fleet_sorties_1") == "pool"


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
def test_fleet_sorties_drawn_elsewhere_help_the_group_in_the_adriatic() -> None:
    board = at_sea(goeben="adriatic_c", breslau="sicily_e")
    board.day.queue = ["adriatic_c", "sicily_e"]
    meet(board, "gb_ca_1")
    meet(board, "gb_ca_2 fleet_sorties_1")
    assert board.enemies_at("adriatic_c") == []
    assert board.enemies_at("sicily_e") == ["gb_ca_2"]


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
@rule("goeben", "20.0")
def test_with_the_option_consorts_come_out() -> None:
    board = two("adriatic_c", options=Options(austro_hungarian=True), alert=2)
    played = meet(board, "gb_ca_1 fleet_sorties_1", dice=[(3,)], draws=[(0, 6, 14)])
    assert played.told(told.ConsortsOut) == [told.ConsortsOut(("ah_bb_1", "ah_ca_1", "ah_dd_3"), "pola", 3)]
    assert [one.at for one in board.state.consorts if one.at] == ["pola"] * 3
    assert board.state.alert == 3
    assert board.enemies_at("adriatic_c") == ["gb_ca_1"], "they do not turn anybody back"
    assert where(board, "fleet_sorties_1") == "used"


@rule("goeben", "20.0.5", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_a_ship_won_by_the_pact_does_not_make_the_option_hold() -> None:
    """The second effect is that of an optional rule; who has not chosen it has the first, whatever lies at Pola."""
    board = two("adriatic_c", scenario="campaign", alert=2)
    board.state.consorts[0].at = "pola"
    meet(board, "gb_ca_1 fleet_sorties_1")
    assert board.enemies_at("adriatic_c") == []
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]
    assert board.state.alert == 2


def allied_with(space: str, power: str) -> Board:
    board = two(space, scenario="campaign")
    board.state.campaign = Campaign(friendly=[power])
    return board


@rule("goeben", "13.chart/Central Powers Fleet Sortie.1")
@pytest.mark.parametrize(
    ("power", "space", "helps"),
    [
        ("ottoman", "adriatic_c", True),
        ("italy", "stromboli", True),
        ("ottoman", "stromboli", False),
        ("italy", "adriatic_c", False),
        ("italy", "sicily_e", False),
    ],
)
def test_central_powers_sortie_by_ally_and_sea(power: str, space: str, helps: bool) -> None:
    board = allied_with(space, power)
    played = meet(board, "gb_ca_1 central_sortie_1")
    assert idle(played) is not helps
    assert board.enemies_at(space) == ([] if helps else ["gb_ca_1"])
    assert where(board, "central_sortie_1") == ("used" if helps else "pool")


@rule("goeben", "13.chart/Central Powers Fleet Sortie.1")
def test_the_italian_fleet_turns_convoys_back_too() -> None:
    board = allied_with("galita", "italy")
    meet(board, "fr_convoy_1 central_sortie_1")
    assert board.enemies_at("galita") == []


@rule("goeben", "13.chart/Central Powers Fleet Sortie")
@pytest.mark.parametrize("scenario", ["ottoman_alliance", "campaign"])
def test_without_an_alliance_the_central_powers_stay_in_port(scenario: str) -> None:
    board = two("adriatic_c", scenario=scenario)
    assert idle(meet(board, "gb_ca_1 central_sortie_1"))
    assert board.enemies_at("adriatic_c") == ["gb_ca_1"]
    assert where(board, "central_sortie_1") == "pool"


@rule("goeben", "13.chart/French Navy Sortie")
def test_french_sortie() -> None:
    board = two("galita")
    board.state.colliers = ["toulon_pz", "algiers_sea", "tyrrhenian_s"]
    played = meet(board, "french_sortie_1")
    assert board.state.colliers == ["tyrrhenian_s"], "in and next to the two zones"
    assert [event.space for event in played.told(daily.CollierGone)] == ["toulon_pz", "algiers_sea"]
    assert board.state.vp == 0
    assert board.state.french_sortie
    assert where(board, "french_sortie_1") == "toulon_pz", "on the map until the next movement is over"


@rule("goeben", "13.chart/French Navy Sortie")
def test_the_marker_of_the_sortie_is_no_counter_of_its_zone() -> None:
    board = two("toulon_pz")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    board.state.pool.remove("french_sortie_1")
    meet(board, "quiet_seas_1")
    assert where(board, "french_sortie_1") == "toulon_pz"


# --- colliers and friends


@rule("goeben", "13.chart/Collier Attacked")
@rule("goeben", "17.1")
def test_collier_attacked() -> None:
    board = two()
    board.state.colliers = ["corfu_sea", "denusa"]
    played = meet(board, "collier_attacked_1", dice=[(5, 6)])
    assert board.state.colliers == ["corfu_sea"]
    assert board.state.vp == -1
    assert played.told(daily.CollierGone) == [daily.CollierGone("denusa", "attacked")]


@rule("goeben", "13.chart/Collier Attacked")
def test_no_collier_no_attack() -> None:
    assert idle(meet(two(), "collier_attacked_1"))


@rule("goeben", "13.chart/Friendly Ship")
def test_friendly_ship_waits() -> None:
    board = two()
    meet(board, "friendly_ship_1")
    assert board.state.friendly_ships == ["sicily_e"]
    assert where(board, "friendly_ship_1") == "sicily_e"


# --- weather and hazards


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_breakdown() -> None:
    board = two()
    played = meet(board, "breakdown_1", dice=[(6, 5)])
    assert (board.ship("goeben").engines, board.ship("breslau").engines) == (5, 6)
    assert played.told(told.Hazard)[0].struck == ("goeben",)


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_engines_that_stand_still_break_no_further() -> None:
    board = at_sea(goeben="sicily_e+engines=0", breslau="pola")
    board.day.queue = ["sicily_e"]
    meet(board, "breakdown_1", dice=[(6,)])
    assert board.ship("goeben").engines == 0
    assert board.state.vp == 0


@rule("goeben", "13.chart/Minefield")
@pytest.mark.parametrize("space", ["malta", "bone"])
def test_minefield(space: str) -> None:
    board = two(space)
    meet(board, "minefield_1", dice=[(5, 6)])
    goeben, breslau = board.ship("goeben"), board.ship("breslau")
    assert (goeben.hull, goeben.engines) == (12, 6)
    assert (breslau.hull, breslau.engines) == (3, 5)


@rule("goeben", "13.chart/Minefield")
@pytest.mark.parametrize("space", ["malta_pz", "sicily_e"])
def test_no_mines_at_sea(space: str) -> None:
    assert idle(meet(two(space), "minefield_1"))


@rule("goeben", "13.chart/Storm")
def test_storm() -> None:
    board = two()
    meet(board, "gb_ca_1 storm_1", dice=[(5, 6)])
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (12, 3)
    assert board.day.weather["sicily_e"].storm, "no fighting here today"
    assert board.enemies_at("sicily_e") == ["gb_ca_1"]


@rule("goeben", "13.chart/Storm.1")
@rule("goeben", "20.0")
def test_storm_hurts_the_engines_of_consorts() -> None:
    board = at_sea(goeben="pola", breslau="pola", ah_bb_1="adriatic_c", ah_ca_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    played = meet(board, "storm_1", dice=[(6, 5)])
    assert [(one.id, one.gone) for one in board.state.consorts if one.gone] == [("ah_bb_1", "damaged")]
    assert played.told(told.ConsortLost) == [told.ConsortLost("ah_bb_1", "adriatic_c", "damaged")]
    assert board.state.vp == -8
    assert [one.id for one in board.consorts_at("adriatic_c")] == ["ah_ca_1"]


@rule("goeben", "13.chart/Limited Visibility")
@pytest.mark.parametrize(
    ("die", "visibility"),
    [(1, "secondary"), (2, "secondary"), (3, "tertiary"), (4, "tertiary"), (5, "none"), (6, "none")],
)
def test_limited_visibility(die: int, visibility: str) -> None:
    board = two()
    played = meet(board, "limited_visibility_1", dice=[(die,)])
    assert board.day.weather["sicily_e"].visibility == visibility
    assert played.told(told.VisibilityRolled) == [told.VisibilityRolled("sicily_e", die, visibility)]


@rule("goeben", "13.chart/Limited Visibility.1")
def test_one_die_for_visibility_however_many_markers() -> None:
    board = two()
    played = meet(board, "limited_visibility_1 limited_visibility_2", dice=[(3,)])
    assert [event.idle for event in played.told(told.Befell)] == [False, True]
    assert board.day.weather["sicily_e"].visibility == "tertiary"


@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(("turn", "vp", "dice"), [(2, 10, 1), (2, 11, -1), (4, 20, 1), (4, 21, -1), (3, -5, 1)])
def test_morale_check(turn: int, vp: int, dice: int) -> None:
    board = two(turn=turn, vp=vp)
    played = meet(board, "morale_check_1")
    assert board.day.weather["sicily_e"].morale == dice
    assert played.told(told.MoraleChecked) == [told.MoraleChecked(turn * 5, vp, dice)]


@rule("goeben", "13.chart/Morale Check")
def test_morale_counts_in_all_battles_of_the_day() -> None:
    board = at_sea(goeben="sicily_e", breslau="malta_se", turn=2)
    board.day.queue = ["sicily_e", "malta_se"]
    meet(board, "morale_check_1")
    assert board.day.weather["malta_se"].morale == 1


@rule("goeben", "13.chart/Morale Check.1")
def test_no_morale_check_on_the_first_day() -> None:
    board = two(turn=1, vp=50)
    assert idle(meet(board, "morale_check_1"))
    assert board.day.weather == {}
