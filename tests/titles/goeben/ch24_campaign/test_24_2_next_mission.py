"""The next mission: starts and Allied set-up (24.2, 24.3)."""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Campaign, Gone
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import campaign_of, debriefed, debriefing, fitted_out, mission_over, next_mission
from tests.titles.goeben.laid_out import at_sea, play, refused

rule = pytest.mark.rule
PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


# --- 24.2 starts


@rule("goeben", "24.2")
def test_the_next_mission_begins_at_pola() -> None:
    board = mission_over(won=False, options=Options(variable_start=True))
    debriefing(board)
    next_mission(board)
    assert {ship.at for ship in board.state.ships} == {"pola"}
    assert campaign_of(board).starts == []


@rule("goeben", "24.2")
@rule("goeben", "24.orders")
@pytest.mark.parametrize(
    ("mission", "starts"),
    [
        ("atlantic_breakout", "north_atlantic cadiz barcelona palma"),
        ("austro_hungarian_pact", "cattaro spalato pola trieste fiume"),
        ("ottoman_alliance", "constantinople dardanelles"),
        ("suez_canal", "beirut alexandretta smyrna dardanelles constantinople"),
    ],
)
def test_success_opens_ports_to_begin_in(mission: str, starts: str) -> None:
    board = mission_over(mission)
    debriefing(board)
    assert campaign_of(board).starts == starts.split()


@rule("goeben", "24.2")
def test_failure_opens_nothing() -> None:
    board = mission_over("ottoman_alliance", won=False)
    debriefing(board)
    campaign = campaign_of(board)
    assert (campaign.starts, campaign.friendly, campaign.high_sea) == ([], [], [])


@rule("goeben", "24.2")
def test_each_ship_begins_where_her_captain_says() -> None:
    board = debriefed("ottoman_alliance")
    assert fitted_out(board, "begin goeben space=constantinople") == {"goeben": "constantinople", "breslau": "pola"}
    board = debriefed("ottoman_alliance")
    both = "begin goeben space=constantinople\nbegin breslau space=dardanelles"
    assert fitted_out(board, both) == {"goeben": "constantinople", "breslau": "dardanelles"}
    form = stowage(board, "commander")
    assert refused(form, "begin goeben space=constantinople\nbegin goeben,breslau space=dardanelles") == ["24.2"]
    assert refused(form, "begin goeben space=messina") != []


@rule("goeben", "24.2")
def test_after_a_failure_all_begin_at_pola() -> None:
    board = debriefed("ottoman_alliance", won=False)
    play(board, muster(board))
    assert "begin" not in stowage(board, "commander").templates_by_verb
    assert {ship.at for ship in board.afloat} == {"pola"}


@rule("goeben", "24.2")
@rule("goeben", "25.2")
def test_each_captain_says_it_for_his_own_ship() -> None:
    board = at_sea("captains", options=Options(orders="campaign"), mission="suez_canal")
    board.state.campaign = Campaign(
        left=[], done=[("ottoman_alliance", True)], starts=["constantinople", "dardanelles"]
    )
    form = stowage(board, "breslau")
    assert refused(form, "begin breslau space=dardanelles") == []
    assert refused(form, "begin goeben space=dardanelles") != []
    says = {"stow@goeben": "begin goeben space=constantinople", "stow@breslau": "begin breslau space=dardanelles"}
    play(board, fit_out(board), says=says)
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("constantinople", "dardanelles")


@rule("goeben", "24.2.1")
@rule("goeben", "24.2")
@rule("goeben", "20.0.4")
def test_consorts_come_back_to_pola() -> None:
    board = mission_over(ah_bb_1="cattaro", ah_bb_2="pola")
    board.state.consorts[2].gone = "damaged"
    debriefing(board)
    assert [(one.at, one.gone) for one in board.state.consorts[:3]] == [("", "left"), ("pola", ""), ("pola", "")]


@rule("goeben", "24.2.1")
def test_austro_hungarian_ships_begin_the_next_mission_at_pola() -> None:
    board = debriefed(PACT, ah_cl_1="pola", ah_ca_1="cattaro", draws=[(0,)])
    places = {one.id: (one.at, one.gone) for one in board.state.consorts if one.id in ("ah_cl_1", "ah_ca_1")}
    assert places == {"ah_cl_1": ("pola", ""), "ah_ca_1": ("", "left")}


# --- 24.3 Allied set-up


@rule("goeben", "24.3")
def test_a_marker_stands_in_for_each_sunk_battlecruiser() -> None:
    board = mission_over()
    for ship in ("gb_bc_1", "gb_bc_3"):
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, "sunk", 2))
    debriefing(board)
    drawn = ("storm_1", "pursue_2")
    grouped = {counter for group in BOX.groups.values() for counter in group}
    spare = [name for name in board.state.pool if name not in grouped]
    next_mission(board, draws=[tuple(spare.index(name) for name in drawn), tuple(range(18))])  # the last are laid first
    laid = {marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)}
    assert set(drawn) <= laid
    assert not {"gb_bc_1", "gb_bc_3"} & laid
    assert {zone: len(board.markers_at(zone)) for zone in BOX.numbers.setup.british} == BOX.numbers.setup.british


@rule("goeben", "24.3")
def test_nothing_stands_in_for_cruisers() -> None:
    board = mission_over()
    board.state.pool.remove("gb_ca_1")
    board.state.gone.append(Gone("gb_ca_1", "sunk", 2))
    debriefing(board)
    next_mission(board)
    down = {marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)}
    assert down <= set(BOX.groups["british"])


@rule("goeben", "24.3")
@rule("goeben", "11.2")
@pytest.mark.parametrize("found", [False, True])
@pytest.mark.parametrize(
    ("marker", "phase"),
    [("friendly_ship_1", outfit), ("french_sortie_1", movement), ("merchantman_1", raiding)],
)
def test_a_marker_that_stands_in_waits_for_ships_whatever_it_is(marker: str, phase: Any, found: bool) -> None:
    """Else it would be gone from its zone one morning, and tell all what it was."""
    board = at_sea("campaign", lying={"malta_pz": f"{marker} gb_ca_1"})
    board.state.french_sortie = True
    board.markers_at("malta_pz")[0].up = board.markers_at("malta_pz")[0].found = found
    play(board, phase(board))
    assert [one.id for one in board.markers_at("malta_pz")] == [marker, "gb_ca_1"]


@rule("goeben", "24.3")
@rule("goeben", "4.1.3")
@pytest.mark.parametrize("found", [False, True])
def test_ships_stop_at_a_marker_that_stands_in_whatever_it_is(found: bool) -> None:
    board = at_sea("campaign", lying={"malta_pz": "friendly_ship_1"})
    board.markers_at("malta_pz")[0].up = board.markers_at("malta_pz")[0].found = found
    assert board.is_barred("malta_pz")
    assert notes_of(board, "commander").is_barred("malta_pz")
    aside = at_sea("campaign", lying={"malta_pz": "friendly_ship_1+up"})
    aside.state.friendly_ships = ["malta_pz"]
    assert not aside.is_barred("malta_pz")
    assert not notes_of(aside, "commander").is_barred("malta_pz")


@rule("goeben", "24.3")
def test_a_marker_stands_in_for_a_lost_battlecruiser() -> None:
    def prepare(board: Board) -> None:
        board.state.pool.remove("gb_bc_1")
        board.state.gone.append(Gone("gb_bc_1", "sunk"))

    board = debriefed(prepare=prepare)
    storm = [name for name in board.state.pool if name not in {*BOX.groups["british"], *BOX.groups["french"]}]
    play(board, muster(board), draws=[(storm.index("storm_1"),), tuple(reversed(range(18)))])
    laid = [marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)]
    assert len(laid) == 12
    assert {*laid} <= {*BOX.groups["british"], "storm_1"}
