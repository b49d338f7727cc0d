"""Chart of incidents: markers that bring ships, fleets and patrols."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events import incidents as incident_events
from games.titles.goeben.state.state import Campaign, Marker
from tests.titles.goeben.encounters import both_at, goeben_at, idle, meet, where
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


def allied_with(space: str, power: str) -> Board:
    board = both_at(space, scenario="campaign")
    board.state.campaign = Campaign(friendly=[power])
    return board


QUIET = "quiet_seas_1 quiet_seas_2 quiet_seas_3 quiet_seas_4 quiet_seas_5 quiet_seas_6"
ADRIATIC = {"adriatic_pz": "gb_ca_1 gb_dd_1"}


# --- Allied Merchantman


@rule("goeben", "13.chart/Allied Merchantman")
def test_a_merchant_waits_for_the_raid() -> None:
    board = at_sea(goeben="sicily_e", breslau="sicily_e")
    meet(board, "merchantman_2")
    assert where(board, "merchantman_2") == "sicily_e"
    assert board.enemies_at("sicily_e") == []


# --- Allied Patrol


@rule("goeben", "13.chart/Allied Patrol")
@pytest.mark.parametrize(
    ("space", "after"),
    [("sicily_e", 2), ("malta_pz", 3), ("malta", 3), ("bone", 3), ("spartivento", 2)],
)
def test_allied_patrol(space: str, after: int) -> None:
    board = both_at(space, alert=2)
    played = meet(board, "allied_patrol_1")
    assert board.state.alert == after
    assert idle(played) == (after == 2)


@rule("goeben", "13.chart/Allied Patrol")
def test_no_patrol_watches_a_neutral_port() -> None:
    board = both_at("messina", alert=4)
    meet(board, "allied_patrol_1")
    assert board.state.alert == 4


@rule("goeben", "13.chart/Allied Patrol")
@pytest.mark.parametrize(("space", "after"), [("malta_pz", 3), ("algiers", 3), ("malta", 3), ("zante", 2)])
def test_where_a_patrol_raises_the_alert(space: str, after: int) -> None:
    board = goeben_at(space, alert=2)
    number = draws(board, space)
    meet(board, " ".join(["allied_patrol_1", *QUIET.split()[: number - 1]]))
    assert board.state.alert == after


# --- Austro-Hungarian Fleet Sorties


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
def test_fleet_sorties_turn_back_what_was_drawn() -> None:
    board = both_at("adriatic_pz", lying={"adriatic_pz": "gb_bc_1"})
    played = meet(board, "gb_ca_1 fleet_sorties_1 gb_dd_1")
    assert board.enemies_at("adriatic_pz") == ["gb_bc_1"], "what was there already stays"
    assert played.told(incident_events.AlliesTurnedBack)[0].ships == ("gb_ca_1", "gb_dd_1")
    assert where(board, "gb_ca_1") == "pool"
    assert where(board, "fleet_sorties_1") == "used"


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties")
def test_fleet_sorties_help_a_ship_in_the_adriatic_alone() -> None:
    board = both_at("sicily_e")
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
    board = both_at("adriatic_c", options=Options(austro_hungarian=True), alert=2)
    played = meet(board, "gb_ca_1 fleet_sorties_1", dice=[(3,)], draws=[(0, 6, 14)])
    assert played.told(incident_events.ConsortsOut) == [
        incident_events.ConsortsOut(("ah_bb_1", "ah_ca_1", "ah_dd_3"), "pola", 3)
    ]
    assert [one.at for one in board.state.consorts if one.at] == ["pola"] * 3
    assert board.state.alert == 3
    assert board.enemies_at("adriatic_c") == ["gb_ca_1"], "they do not turn anybody back"
    assert where(board, "fleet_sorties_1") == "used"


@rule("goeben", "20.0.5", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_a_ship_won_by_the_pact_does_not_make_the_option_hold() -> None:
    """The second effect is that of an optional rule; who has not chosen it has the first, whatever lies at Pola."""
    board = both_at("adriatic_c", scenario="campaign", alert=2)
    board.state.consorts[0].at = "pola"
    meet(board, "gb_ca_1 fleet_sorties_1")
    assert board.enemies_at("adriatic_c") == []
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]
    assert board.state.alert == 2


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_what_was_drawn_turns_back_what_lay_there_stays() -> None:
    board = at_sea(goeben="adriatic_pz", breslau="zante", lying=ADRIATIC)
    board.day.order = board.day.queue = ["adriatic_pz", "zante"]
    meet(board, "gb_lc_2 gb_bc_1")
    assert board.enemies_at("adriatic_pz") == ["gb_ca_1", "gb_dd_1", "gb_lc_2", "gb_bc_1"]
    meet(board, "fleet_sorties_1")
    assert board.enemies_at("adriatic_pz") == ["gb_ca_1", "gb_dd_1"]
    assert "fleet_sorties_1" not in board.state.pool, "it leaves the game"


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_with_nobody_in_the_adriatic_the_marker_goes_back() -> None:
    board = at_sea(goeben="zante", breslau="galita")
    board.day.queue = ["zante"]
    meet(board, "fleet_sorties_1")
    assert "fleet_sorties_1" in board.state.pool


# --- Central Powers Fleet Sortie


@rule("goeben", "13.chart/Central Powers Fleet Sortie")
@pytest.mark.parametrize("scenario", ["ottoman_alliance", "campaign"])
def test_without_an_alliance_the_central_powers_stay_in_port(scenario: str) -> None:
    board = both_at("adriatic_c", scenario=scenario)
    assert idle(meet(board, "gb_ca_1 central_sortie_1"))
    assert board.enemies_at("adriatic_c") == ["gb_ca_1"]
    assert where(board, "central_sortie_1") == "pool"


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


@rule("goeben", "13.chart/Central Powers Fleet Sortie.1")
@pytest.mark.parametrize(
    ("friend", "space", "used"),
    [("", "adriatic_c", False), ("ottoman", "adriatic_c", True), ("ottoman", "zante", False), ("italy", "galita", True),
     ("italy", "adriatic_c", False)],
)  # fmt: skip
def test_an_earlier_alliance_sends_ships_back_in_its_sea(friend: str, space: str, used: bool) -> None:
    board = at_sea("campaign", goeben=space, breslau="pola", alert=2)
    board.state.campaign = Campaign(friendly=[friend] if friend else [])
    ship = "fr_convoy_1" if space == "galita" else "gb_lc_2"
    meet(board, f"{ship} central_sortie_1")
    assert (ship in board.state.pool) is used
    assert ("central_sortie_1" in board.state.pool) is not used


# --- French Navy Sortie


@rule("goeben", "13.chart/French Navy Sortie")
@pytest.mark.parametrize("zone", ["toulon_pz", "north_african_pz"])
def test_the_french_fleet_closes_its_zones_and_sinks_who_is_there(zone: str) -> None:
    board = at_sea(goeben=zone, breslau="minorca_n")
    board.state.french_sortie = True
    board.state.pool.remove("french_sortie_1")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    assert refused(plan_form(board, "commander"), "move breslau way=toulon_pz") != []
    played = play(ordered(board, "pass"), movement(board))
    assert board.ship("goeben").sunk
    assert not board.ship("breslau").sunk
    assert not board.state.french_sortie
    assert "french_sortie_1" in board.state.pool
    assert played.told(day_events.SortieEnded)


@rule("goeben", "13.chart/French Navy Sortie")
def test_who_leaves_in_time_is_safe() -> None:
    board = at_sea(goeben="toulon_pz")
    board.state.french_sortie = True
    play(ordered(board, "move goeben way=minorca_n"), movement(board))
    assert not board.ship("goeben").sunk


@rule("goeben", "13.chart/French Navy Sortie")
def test_french_sortie() -> None:
    board = both_at("galita")
    board.state.colliers = ["toulon_pz", "algiers_sea", "tyrrhenian_s"]
    played = meet(board, "french_sortie_1")
    assert board.state.colliers == ["tyrrhenian_s"], "in and next to the two zones"
    assert [event.space for event in played.told(daily.CollierGone)] == ["toulon_pz", "algiers_sea"]
    assert board.state.vp == 0
    assert board.state.french_sortie
    assert where(board, "french_sortie_1") == "toulon_pz", "on the map until the next movement is over"


@rule("goeben", "13.chart/French Navy Sortie")
def test_the_marker_of_the_sortie_is_no_counter_of_its_zone() -> None:
    board = both_at("toulon_pz")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    board.state.pool.remove("french_sortie_1")
    meet(board, "quiet_seas_1")
    assert where(board, "french_sortie_1") == "toulon_pz"


@rule("goeben", "13.chart/French Navy Sortie.1")
def test_the_french_fleet_sweeps_colliers_and_closes_two_zones() -> None:
    board = at_sea(goeben="toulon_pz", breslau="galita")
    swept = ["toulon_pz", "north_african_pz", "minorca_n", "minorca_s", "algiers_sea", "sardinia_pz"]
    board.state.colliers = [*swept, "galita", "tenes_sea", "formentera"]
    board.day.queue = ["toulon_pz"]
    meet(board, "french_sortie_1 quiet_seas_1")
    assert board.state.colliers == ["galita", "tenes_sea", "formentera"]
    assert board.state.vp == 0
    form = plan_form(board, "commander")
    board.ship("breslau").at = "minorca_s"
    assert refused(plan_form(board, "commander"), "move breslau way=north_african_pz") != []
    assert refused(form, "move goeben way=minorca_n") == []


@rule("goeben", "13.chart/French Navy Sortie.1")
@pytest.mark.parametrize(("changes", "orders"), [("+hull=10", "repair goeben hull=2"), ("+engines=0", "pass")])
def test_who_does_not_or_cannot_leave_is_lost(changes: str, orders: str) -> None:
    board = goeben_at("toulon_pz", changes)
    board.state.french_sortie = True
    board.state.pool.remove("french_sortie_1")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    ordered(board, orders)
    board.day.outfitted = ["goeben"] if "repair" in orders else []
    play(board, movement(board))
    assert board.ship("goeben").sunk
    assert board.state.vp == -40
    assert "french_sortie_1" in board.state.pool


# --- French Troop Convoy


@rule("goeben", "13.chart/French Troop Convoy.1")
@rule("goeben", "13.2.2")
@pytest.mark.parametrize("space", ["zante", "adriatic_c", "north_atlantic"])
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_convoy_1", "french_sortie_1"])
def test_french_markers_count_in_the_western_mediterranean_alone(space: str, marker: str) -> None:
    board = goeben_at(space)
    meet(board, marker)
    assert marker in board.state.pool
    assert board.enemies_at(space) == []
    assert not board.state.french_sortie


# --- French Warship


@rule("goeben", "T.terrain")
@rule("goeben", "13.chart/French Warship")
@rule("goeben", "13.chart/French Troop Convoy")
@pytest.mark.parametrize("space", ["sicily_e", "adriatic_c", "gulf_of_cadiz"])
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_dd_1", "fr_convoy_1", "french_sortie_1"])
def test_the_french_count_in_the_west_alone(space: str, marker: str) -> None:
    board = at_sea(goeben=space, breslau=space)
    played = meet(board, marker)
    assert played.told(incident_events.MarkersIgnored) == [incident_events.MarkersIgnored(space, (marker,))]
    assert where(board, marker) == "pool"
    assert not board.state.french_sortie


@rule("goeben", "13.chart/French Warship")
@rule("goeben", "13.chart/French Troop Convoy")
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_convoy_1"])
def test_french_ships_in_the_west_are_laid_for_battle(marker: str) -> None:
    board = at_sea(goeben="galita", breslau="galita")
    meet(board, marker)
    assert board.enemies_at("galita") == [marker]


# --- Royal Navy Warship


@rule("goeben", "13.chart/Royal Navy Warship")
@pytest.mark.parametrize("space", ["galita", "sicily_e", "adriatic_c", "gulf_of_cadiz"])
def test_british_ships_are_laid_for_battle_anywhere(space: str) -> None:
    board = at_sea(goeben=space, breslau=space)
    meet(board, "gb_bc_1")
    assert board.enemies_at(space) == ["gb_bc_1"]
