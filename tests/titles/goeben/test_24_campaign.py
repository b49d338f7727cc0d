"""24.0 The campaign: leadership, bonuses, everything set up anew, the verdict; 19.1 ships that join."""

from collections import Counter
from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.mission.campaign import debrief, starts_of
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as fought
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.state import Campaign, Gone
from games.titles.goeben.visibility.notes import notes_of
from games.titles.goeben.visibility.redeal import conserved
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Dice, Played, Says, at_sea, play

rule = pytest.mark.rule
Done = tuple[tuple[str, bool], ...]


def after(mission: str = "raid_convoys", *, won: bool = True, vp: int = 120, before: Done = (), left: str = "",
          options: Options | None = None, scenario: str = "campaign", **ships: Any) -> Board:  # fmt: skip
    """The end of a mission. `left` are those that have not been drawn; all, if none are named."""
    board = at_sea(scenario, options=options, mission=mission, turn=6, alert=5, vp=vp, **ships)
    played = [name for name, _ in before]
    open_ = left.split() or [name for name in MISSIONS if name not in played]
    board.state.campaign = Campaign(left=open_, done=[*before, (mission, won)])
    return board


def campaign_of(board: Board) -> Campaign:
    assert board.state.campaign is not None
    return board.state.campaign


def over(board: Board, says: Says | None = None, draws: Dice = ()) -> Played:
    return play(board, debrief(board), says=says, draws=draws)


def mustered(board: Board, draws: Dice = ()) -> Played:
    return play(board, muster(board), draws=draws)


# --- 24.0, 24.1


@rule("goeben", "24.0.1")
@rule("goeben", "24.0")
@pytest.mark.parametrize("won", [True, False])
def test_no_mission_is_played_twice(won: bool) -> None:
    board = after("suez_canal", won=won)
    assert over(board).following == "muster"
    assert "suez_canal" not in campaign_of(board).left
    for place in range(len(campaign_of(board).left)):
        other = after("suez_canal", won=won)
        over(other)
        mustered(other, draws=[tuple(range(18)), tuple(range(9)), tuple(range(20)), (place,)])
        assert other.state.mission == campaign_of(board).left[place]


@rule("goeben", "24.1.2")
@rule("goeben", "24.1")
@pytest.mark.parametrize(("won", "goeben", "breslau"), [(True, 5, 2), (False, 3, 1)])
def test_leadership_of_all_ships(won: bool, goeben: int, breslau: int) -> None:
    board = after(won=won, breslau="messina+leadership=1")
    played = over(board)
    assert (board.ship("goeben").leadership, board.ship("breslau").leadership) == (goeben, breslau)
    why = "mission_won" if won else "mission_lost"
    assert played.told(fought.LeadershipChanged)[0] == fought.LeadershipChanged("goeben", goeben - 4, goeben, why)


@rule("goeben", "24.1.3")
@rule("goeben", "24.1")
@pytest.mark.parametrize("won", [True, False])
def test_negative_points_end_the_campaign(won: bool) -> None:
    board = after(won=won, vp=-1)
    played = over(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, "dismissed")
    assert over(after(won=won, vp=0)).following == "muster"


@rule("goeben", "24.1.3")
@rule("goeben", "24.1")
def test_points_begin_anew() -> None:
    board = after()
    over(board)
    assert (board.state.vp, board.state.turn, board.state.day) == (0, 0, None)


@rule("goeben", "24.1")
def test_ships_are_repaired_and_keep_their_cargo() -> None:
    board = after(goeben="messina+hull=3+engines=1+primary=0+coal=0+ammunition=1+leadership=6+cargo=optics,wireless")
    over(board)
    goeben = board.ship("goeben")
    assert (goeben.hull, goeben.engines, goeben.primary, goeben.coal, goeben.ammunition) == (12, 6, 5, 4, 6)
    assert goeben.leadership == 7, "leadership is what they have learned"
    assert goeben.cargo == ["optics", "wireless"]


@rule("goeben", "24.1.4")
@rule("goeben", "24.1")
def test_sunk_ships_stay_sunk() -> None:
    board = after()
    board.ship("breslau").sunk, board.ship("breslau").at = True, ""
    over(board)
    mustered(board)
    assert board.ship("breslau").sunk
    assert board.ship("breslau").at == ""


@rule("goeben", "24.1.5")
@rule("goeben", "24.1")
@pytest.mark.parametrize(
    ("ship", "how", "back"),
    [
        ("gb_ca_1", "sunk", True),
        ("gb_lc_1", "sunk", True),
        ("gb_dd_1", "sunk", True),
        ("fr_cp_1", "sunk", True),
        ("fr_convoy_1", "sunk", True),
        ("gb_bc_1", "sunk", False),
        ("gb_bc_1", "damaged", True),
        ("gb_bc_1", "withdrawn", True),
        ("gb_bc_4", "out_of_play", False),
        ("storm_1", "used", False),
    ],
)
def test_which_allied_counters_come_back(ship: str, how: str, back: bool) -> None:
    assert ship in {**BOX.allied, **BOX.markers}
    board = after()
    if ship in board.state.pool:
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, how, 2))  # type: ignore[arg-type]
    over(board)
    assert (ship in board.state.pool) is back


@rule("goeben", "24.1.6")
@rule("goeben", "24.1")
def test_the_map_is_cleared() -> None:
    board = after(goeben="bone", forts={"bone": "", "malta": "fort_3"},
                  lying={"malta_pz": "gb_ca_1 storm_1", "corfu_sea": "gb_bc_1+up"})  # fmt: skip
    state = board.state
    state.visited, state.colliers, state.mines, state.ashore = ["messina"], ["denusa"], ["delta"], {"bone": "goeben"}
    state.available["mines"] -= 1
    state.available["seebataillon"] -= 1
    state.friendly_ships, state.french_sortie = ["denusa"], True
    state.forts_aside.remove("fort_1")
    state.gone.append(Gone("fort_1", "destroyed", 2))
    before = conserved(BOX, state)
    over(board)
    assert (state.visited, state.colliers, state.mines, state.friendly_ships) == ([], [], [], [])
    assert (state.ashore, state.lying, state.forts, state.reports) == ({}, {}, {}, [])
    assert not state.french_sortie
    assert sorted(state.forts_aside) == sorted(BOX.forts), "all coastal defences are back (24.1(4))"
    assert {"gb_ca_1", "storm_1", "gb_bc_1"} <= set(state.pool)
    assert board.ship("goeben").cargo == [], "the landing party is lost (9.2.1)"
    assert state.available["mines"] == BOX.cargo["mines"].count
    assert conserved(BOX, state) == before


@rule("goeben", "24.1.7")
@rule("goeben", "24.1")
@pytest.mark.parametrize(("before", "won", "alert"), [(0, True, 2), (0, False, 1), (2, True, 4), (2, False, 3)])
def test_the_alert_level_begins_with_the_successes(before: int, won: bool, alert: int) -> None:
    done = tuple((name, True) for name in MISSIONS[:before])
    board = after(won=won, before=done)
    over(board)
    assert board.state.alert == alert
    mustered(board)
    assert board.state.alert == alert


# --- 24.2


@rule("goeben", "24.2")
def test_the_next_mission_begins_at_pola() -> None:
    board = after(won=False, options=Options(variable_start=True))
    over(board)
    mustered(board)
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
    """G23"""
    board = after(mission)
    over(board)
    assert campaign_of(board).starts == starts.split()


@rule("goeben", "24.orders")
@pytest.mark.parametrize("mission", ["raid_convoys", "italian_alliance"])
def test_italian_and_austrian_ports_to_begin_in(mission: str) -> None:
    starts = starts_of(at_sea(), BOX.missions[mission].bonus)
    assert {"genoa", "taranto", "messina", "pola", "cattaro"} <= set(starts)
    assert {BOX.spaces[space].owner for space in starts} == {"italy", "austria"}


@rule("goeben", "24.2")
def test_failure_opens_nothing() -> None:
    board = after("ottoman_alliance", won=False)
    over(board)
    campaign = campaign_of(board)
    assert (campaign.starts, campaign.friendly, campaign.high_sea) == ([], [], [])


# --- 24.3


@rule("goeben", "24.3")
def test_a_marker_stands_in_for_each_sunk_battlecruiser() -> None:
    board = after()
    for ship in ("gb_bc_1", "gb_bc_3"):
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, "sunk", 2))
    over(board)
    drawn = ("storm_1", "pursue_2")
    grouped = {counter for group in BOX.groups.values() for counter in group}
    spare = [name for name in board.state.pool if name not in grouped]
    mustered(board, draws=[tuple(spare.index(name) for name in drawn), tuple(range(18))])  # the last are laid first
    laid = {marker.id for zone in BOX.numbers.setup.british for marker in board.markers_at(zone)}
    assert set(drawn) <= laid
    assert not {"gb_bc_1", "gb_bc_3"} & laid
    assert {zone: len(board.markers_at(zone)) for zone in BOX.numbers.setup.british} == BOX.numbers.setup.british


@rule("goeben", "24.3")
def test_nothing_stands_in_for_cruisers() -> None:
    board = after()
    board.state.pool.remove("gb_ca_1")
    board.state.gone.append(Gone("gb_ca_1", "sunk", 2))
    over(board)
    mustered(board)
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


# --- 24.4, 24.orders


@rule("goeben", "24.4.1")
@rule("goeben", "24.4")
@rule("goeben", "24.orders")
@pytest.mark.parametrize(
    ("mission", "removed"),
    [
        ("ottoman_alliance", "italian_alliance"),
        ("italian_alliance", "ottoman_alliance"),
        ("suez_canal", "italian_alliance"),
    ],
)
def test_alliances_exclude_each_other(mission: str, removed: str) -> None:
    board = after(mission)
    played = over(board)
    assert removed not in campaign_of(board).left
    assert played.told(told.BonusWon)[0].removes == removed
    failed = after(mission, won=False)
    over(failed)
    assert removed in campaign_of(failed).left


@rule("goeben", "24.4")
def test_an_alliance_that_was_made_before_stands() -> None:
    board = after("suez_canal", before=(("italian_alliance", True),))
    assert over(board).told(told.BonusWon)[0].removes == ""


@rule("goeben", "24.orders")
@pytest.mark.parametrize(
    ("mission", "friendly", "high_sea"),
    [
        ("raid_convoys", [], ["north_african_pz"]),
        ("italian_alliance", ["italy"], ["malta_pz", "adriatic_pz"]),
        ("ottoman_alliance", ["ottoman"], []),
        ("suez_canal", [], ["alexandria_pz"]),
    ],
)
def test_what_a_success_brings_for_good(mission: str, friendly: list[str], high_sea: list[str]) -> None:
    board = after(mission)
    over(board)
    assert (campaign_of(board).friendly, campaign_of(board).high_sea) == (friendly, high_sea)


@rule("goeben", "24.orders.2")
@rule("goeben", "24.orders")
@rule("goeben", "24.1")
def test_an_austro_hungarian_cruiser_joins_once() -> None:
    """G22"""
    board = after("austro_hungarian_pact")
    over(board, draws=[(4,)])
    assert [(one.id, one.at) for one in board.state.consorts if one.at] == [("ah_cl_2", "pola")]
    campaign_of(board).done.append(("suez_canal", True))
    board.state.mission = "suez_canal"
    over(board)
    assert [one.id for one in board.state.consorts if one.at] == ["ah_cl_2"], "not again, but she stays"


@rule("goeben", "24.2.1")
@rule("goeben", "24.2")
@rule("goeben", "20.0.4")
def test_consorts_come_back_to_pola() -> None:
    board = after(ah_bb_1="cattaro", ah_bb_2="pola")
    board.state.consorts[2].gone = "damaged"
    over(board)
    assert [(one.at, one.gone) for one in board.state.consorts[:3]] == [("", "left"), ("pola", ""), ("pola", "")]


# --- the Atlantic, 19.1


@rule("goeben", "24.orders")
def test_a_battlecruiser_is_called_away() -> None:
    board = after("atlantic_breakout")
    played = over(board, says={"bonus": "call_away"}, draws=[(1,)])
    assert where_gone(board, "gb_bc_2") == "out_of_play"
    assert played.told(told.BattlecruiserCalledAway) == [told.BattlecruiserCalledAway("gb_bc_2")]
    mustered(board)
    laid = {marker.id for lying in board.state.lying.values() for marker in lying}
    assert "gb_bc_2" not in laid | set(board.state.pool)
    assert laid & set(BOX.markers) <= {name for name in BOX.markers if name.startswith("quiet")}, "and nothing for her"


def where_gone(board: Board, counter: str) -> str:
    return next(gone.how for gone in board.state.gone if gone.id == counter)


@rule("goeben", "19.1")
@rule("goeben", "24.orders")
def test_moltke_and_stralsund_join() -> None:
    board = after("atlantic_breakout")
    played = over(board, says={"bonus": "reinforce"})
    assert [ship.id for ship in board.state.ships] == ["goeben", "moltke", "breslau", "stralsund"]
    assert (board.ship("moltke").hull, board.ship("moltke").leadership) == (12, 4)
    assert board.state.vp == -30
    assert "gb_bc_4" in board.state.pool
    assert played.told(told.Reinforced) == [told.Reinforced(("moltke", "stralsund"), "gb_bc_4")]
    mustered(board)
    assert {ship.at for ship in board.state.ships} == {"pola"}
    assert board.state.vp == -30


@rule("goeben", "19.1")
def test_whoever_has_all_four_is_not_asked() -> None:
    board = after("atlantic_breakout", options=Options(fleet="all_four"))
    assert over(board).kinds == []
    assert [gone.how for gone in board.state.gone] == ["out_of_play"]
    assert board.state.vp == 0


@rule("goeben", "19.1")
def test_only_who_is_missing_joins() -> None:
    board = after("atlantic_breakout", options=Options(fleet="moltke"))
    over(board, says={"bonus": "reinforce"})
    assert [ship.id for ship in board.state.ships] == ["moltke", "breslau", "stralsund"]


@rule("goeben", "19.1")
@rule("goeben", "24.orders")
def test_a_battlecruiser_that_was_called_away_does_not_come_in_new_zealands_place() -> None:
    board = after("atlantic_breakout")
    board.state.pool.remove("gb_bc_1")
    board.state.gone.insert(0, Gone("gb_bc_1", "out_of_play"))
    over(board, says={"bonus": "reinforce"})
    assert "gb_bc_4" in board.state.pool
    assert [gone.id for gone in board.state.gone if gone.how == "out_of_play"] == ["gb_bc_1"]


@rule("goeben", "19.1")
def test_without_battlecruisers_to_call_away_the_ships_join() -> None:
    board = after("atlantic_breakout")
    for ship in ("gb_bc_1", "gb_bc_2", "gb_bc_3"):
        board.state.pool.remove(ship)
        board.state.gone.append(Gone(ship, "sunk", 2))
    assert over(board).kinds == []
    assert len(board.state.ships) == 4


@rule("goeben", "19.1")
def test_the_fleet_is_paid_for_once() -> None:
    board = after(won=False, options=Options(fleet="all_four"))
    over(board)
    played = mustered(board)
    assert played.told(daily.Scored) == []
    assert (board.state.vp, played.following) == (0, "fit_out")


@rule("goeben", "19.1")
@rule("goeben", "25.2")
def test_newcomers_go_to_the_captain_of_their_class() -> None:
    board = after("atlantic_breakout", scenario="captains")
    assert over(board, says={"bonus@goeben": "reinforce"}).question("bonus").seat == "goeben"
    assert (board.ship("moltke").seat, board.ship("stralsund").seat) == ("goeben", "breslau")


# --- 24.5


@rule("goeben", "24.5")
@pytest.mark.parametrize(
    ("successes", "verdict"),
    [
        (0, "campaign_failure"),
        (2, "campaign_failure"),
        (3, "campaign_draw"),
        (4, "campaign_victory"),
        (5, "campaign_victory"),
    ],
)
def test_verdicts(successes: int, verdict: str) -> None:
    done = [(name, place < successes) for place, name in enumerate(MISSIONS[:5])]
    mission, won = done.pop()
    board = after(mission, won=won, before=tuple(done), left=mission)
    played = over(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, verdict)
    assert played.told(told.CampaignEnded) == [told.CampaignEnded(verdict, successes, 5)]


@rule("goeben", "24.5")
@pytest.mark.parametrize(
    ("successes", "verdict"), [(4, "moral_victory"), (3, "campaign_draw"), (1, "campaign_failure")]
)
def test_all_ships_lost(successes: int, verdict: str) -> None:
    done = tuple((name, True) for name in MISSIONS[:successes])
    board = after("suez_canal", won=False, before=done)
    for ship in board.state.ships:
        ship.sunk, ship.at = True, ""
    assert over(board).following is None
    assert board.state.verdict == verdict


@rule("goeben", "24.4")
def test_a_mission_struck_from_the_list_may_end_the_campaign() -> None:
    board = after("ottoman_alliance", left="ottoman_alliance italian_alliance")
    assert over(board).following is None


@rule("goeben", "24.1")
@pytest.mark.parametrize("won", [True, False])
def test_no_counter_is_lost_from_mission_to_mission(won: bool) -> None:
    board = after(won=won)
    before = conserved(BOX, board.state)
    over(board)
    mustered(board)
    assert conserved(BOX, board.state) == before
    counters = [marker.id for lying in board.state.lying.values() for marker in lying] + board.state.pool
    assert max(Counter(counters).values()) == 1
