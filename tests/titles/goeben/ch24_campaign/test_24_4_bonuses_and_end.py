"""Bonuses, exclusions and verdicts of the campaign (24.4, 24.5, orders)."""

import pytest

from games.titles.goeben.components.pieces import MISSIONS
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.rules.mission.campaign import debrief, starts_of
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.ports import Port, port_at, terrain
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.state.state import Campaign, Gone
from games.titles.goeben.title import standings
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import at_last, campaign_of, debriefed, debriefing, mission_over, next_mission
from tests.titles.goeben.days import accepted
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule


def where_gone(board: Board, counter: str) -> str:
    return next(gone.how for gone in board.state.gone if gone.id == counter)


PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


# --- 24.4 exclusions


@rule("goeben", "24.4")
def test_an_alliance_that_was_made_before_stands() -> None:
    board = mission_over("suez_canal", before=(("italian_alliance", True),))
    assert debriefing(board).told(told.BonusWon)[0].removes == ""


@rule("goeben", "24.4")
def test_a_mission_struck_from_the_list_may_end_the_campaign() -> None:
    board = mission_over("ottoman_alliance", left="ottoman_alliance italian_alliance")
    assert debriefing(board).following is None


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
    board = mission_over(mission)
    played = debriefing(board)
    assert removed not in campaign_of(board).left
    assert played.told(told.BonusWon)[0].removes == removed
    failed = mission_over(mission, won=False)
    debriefing(failed)
    assert removed in campaign_of(failed).left


@rule("goeben", "24.4.1")
@pytest.mark.parametrize(
    ("mission", "won", "removed"),
    [("ottoman_alliance", True, "italian_alliance"), (SUEZ, True, "italian_alliance"),
     ("italian_alliance", True, "ottoman_alliance"), ("ottoman_alliance", False, "")],
)  # fmt: skip
def test_alliances_that_can_no_longer_be_made(mission: str, won: bool, removed: str) -> None:
    left = campaign_of(debriefed(mission, won=won)).left
    assert {name for name in MISSIONS if name not in (*left, mission)} == ({removed} if removed else set())


# --- 24.5 verdicts


@rule("goeben", "24.5")
def test_the_standings_of_a_campaign_count_its_missions() -> None:
    board = at_last("suez_canal", "messina", vp=5)
    board.state.campaign = Campaign(done=[("suez_canal", True), ("raid_convoys", False)])
    board.state.verdict = "campaign_draw"
    assert {one.detail.en for one in standings(board.state)} == {"a draw; missions won: 1 of 2; 5 victory points"}


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
    board = mission_over(mission, won=won, before=tuple(done), left=mission)
    played = debriefing(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, verdict)
    assert played.told(told.CampaignEnded) == [told.CampaignEnded(verdict, successes, 5)]


@rule("goeben", "24.5")
@pytest.mark.parametrize(
    ("successes", "verdict"), [(4, "moral_victory"), (3, "campaign_draw"), (1, "campaign_failure")]
)
def test_all_ships_lost(successes: int, verdict: str) -> None:
    done = tuple((name, True) for name in MISSIONS[:successes])
    board = mission_over("suez_canal", won=False, before=done)
    for ship in board.state.ships:
        ship.sunk, ship.at = True, ""
    assert debriefing(board).following is None
    assert board.state.verdict == verdict


# --- bonuses


@rule("goeben", "24.orders")
def test_what_missions_bring() -> None:
    bonus = {mission.id: mission.bonus for mission in BOX.missions.values()}
    assert bonus["atlantic_breakout"].choose
    assert bonus["austro_hungarian_pact"].consorts == ("ca", "cl")
    assert bonus["raid_convoys"].high_sea == ("north_african_pz",)
    assert (bonus["italian_alliance"].friendly, bonus["italian_alliance"].removes) == ("italy", "ottoman_alliance")
    assert (bonus["ottoman_alliance"].friendly, bonus["ottoman_alliance"].removes) == ("ottoman", "italian_alliance")
    assert (bonus["suez_canal"].high_sea, bonus["suez_canal"].removes) == (("alexandria_pz",), "italian_alliance")


@rule("goeben", "24.orders")
def test_campaigns_change_sides_and_zones() -> None:
    board = at_sea("campaign")
    board.state.campaign = Campaign(friendly=["italy"], high_sea=["malta_pz"])
    assert port_at(board, "genoa") == Port("friendly", base=True)
    assert port_at(board, "athens") == Port("neutral", base=True)
    assert ports.terrain_key(board, "malta_pz") == "high_sea"
    assert ports.terrain_key(board, "adriatic_pz") == "patrol_zone"


@rule("goeben", "24.orders")
def test_a_zone_that_became_open_sea_and_a_new_friend() -> None:
    board = at_sea("campaign", goeben="malta_pz", breslau="genoa", alert=5)
    assert (draws(board, "malta_pz"), draws(board, "genoa")) == (6, 5)
    board.state.campaign = Campaign(high_sea=["malta_pz"], friendly=["italy"])
    assert (draws(board, "malta_pz"), draws(board, "genoa")) == (5, 0)


@rule("goeben", "24.orders")
@pytest.mark.parametrize("mission", ["raid_convoys", "italian_alliance"])
def test_italian_and_austrian_ports_to_begin_in(mission: str) -> None:
    starts = starts_of(at_sea(), BOX.missions[mission].bonus)
    assert {"genoa", "taranto", "messina", "pola", "cattaro"} <= set(starts)
    assert {BOX.spaces[space].owner for space in starts} == {"italy", "austria"}


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
    board = mission_over(mission)
    debriefing(board)
    assert (campaign_of(board).friendly, campaign_of(board).high_sea) == (friendly, high_sea)


@rule("goeben", "24.orders")
def test_a_battlecruiser_is_called_away() -> None:
    board = mission_over("atlantic_breakout")
    played = debriefing(board, says={"bonus": "call_away"}, draws=[(1,)])
    assert where_gone(board, "gb_bc_2") == "out_of_play"
    assert played.told(told.BattlecruiserCalledAway) == [told.BattlecruiserCalledAway("gb_bc_2")]
    next_mission(board)
    laid = {marker.id for lying in board.state.lying.values() for marker in lying}
    assert "gb_bc_2" not in laid | set(board.state.pool)
    assert laid & set(BOX.markers) <= {name for name in BOX.markers if name.startswith("quiet")}, "and nothing for her"


@rule("goeben", "19.1")
@rule("goeben", "24.orders")
def test_moltke_and_stralsund_join() -> None:
    board = mission_over("atlantic_breakout")
    played = debriefing(board, says={"bonus": "reinforce"})
    assert [ship.id for ship in board.state.ships] == ["goeben", "moltke", "breslau", "stralsund"]
    assert (board.ship("moltke").hull, board.ship("moltke").leadership) == (12, 4)
    assert board.state.vp == -30
    assert "gb_bc_4" in board.state.pool
    assert played.told(told.Reinforced) == [told.Reinforced(("moltke", "stralsund"), "gb_bc_4")]
    next_mission(board)
    assert {ship.at for ship in board.state.ships} == {"pola"}
    assert board.state.vp == -30


@rule("goeben", "19.1")
@rule("goeben", "24.orders")
def test_a_battlecruiser_that_was_called_away_does_not_come_in_new_zealands_place() -> None:
    board = mission_over("atlantic_breakout")
    board.state.pool.remove("gb_bc_1")
    board.state.gone.insert(0, Gone("gb_bc_1", "out_of_play"))
    debriefing(board, says={"bonus": "reinforce"})
    assert "gb_bc_4" in board.state.pool
    assert [gone.id for gone in board.state.gone if gone.how == "out_of_play"] == ["gb_bc_1"]


@rule("goeben", "24.orders")
def test_a_battlecruiser_of_the_pool_is_called_away_for_good() -> None:
    board = debriefed("atlantic_breakout", says={"bonus": "call_away"}, draws=[(1,)])
    assert [gone.how for gone in board.state.gone if gone.id == "gb_bc_2"] == ["out_of_play"]


@rule("goeben", "24.orders.1")
@pytest.mark.parametrize(
    ("mission", "starts"),
    [
        ("atlantic_breakout", {"north_atlantic", "cadiz", "barcelona", "palma"}),
        (PACT, {"pola", "cattaro", "spalato", "trieste", "fiume"}),
        ("ottoman_alliance", {"constantinople", "dardanelles"}),
        (SUEZ, {"constantinople", "dardanelles", "smyrna", "beirut", "alexandretta"}),
    ],
)
def test_the_starts_that_a_bonus_opens(mission: str, starts: set[str]) -> None:
    """Of Spain the ports alone, not the base of Cartagena."""
    assert set(starts_of(at_sea("campaign"), BOX.missions[mission].bonus)) == starts


@rule("goeben", "24.orders.1")
@pytest.mark.parametrize(
    ("friend", "ports"), [("ottoman", "constantinople dardanelles smyrna"), ("italy", "brindisi taranto")]
)
def test_ports_of_a_new_ally_are_friendly(friend: str, ports: str) -> None:
    board = at_sea("campaign")
    board.state.campaign = Campaign(friendly=[friend])
    for space in ports.split():
        port = port_at(board, space)
        assert port is not None
        assert port.side == "friendly"
        effects = terrain(board, space)
        assert (effects.coal, effects.ammunition, effects.cargo, effects.draws) == (
            2,
            2 if port.base else 1,
            port.base,
            None,
        )


@rule("goeben", "24.orders.1")
def test_a_zone_turned_to_open_sea_stops_only_by_its_markers() -> None:
    way = "move goeben way=adriatic_pz,adriatic_s"
    for lying, legal in (({"adriatic_pz": "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1"}, False), ({}, True)):
        board = at_sea("campaign", goeben="corfu_sea", lying=lying, alert=3)
        board.state.campaign = Campaign(high_sea=["adriatic_pz", "malta_pz"])
        assert accepted(board, way) is legal
        assert draws(board, "adriatic_pz") == 3
        assert draws(board, "sardinia_pz") == 4


@rule("goeben", "24.orders.2")
@rule("goeben", "24.orders")
@rule("goeben", "24.1")
def test_an_austro_hungarian_cruiser_joins_once() -> None:
    board = mission_over("austro_hungarian_pact")
    debriefing(board, draws=[(4,)])
    assert [(one.id, one.at) for one in board.state.consorts if one.at] == [("ah_cl_2", "pola")]
    campaign_of(board).done.append(("suez_canal", True))
    board.state.mission = "suez_canal"
    debriefing(board)
    assert [one.id for one in board.state.consorts if one.at] == ["ah_cl_2"], "not again, but she stays"


@rule("goeben", "24.orders.2")
def test_bonuses_of_several_missions_add_up() -> None:
    board = at_sea("campaign", mission=SUEZ, vp=80)
    board.state.campaign = Campaign(left=[SUEZ, PACT], done=[(SUEZ, True)], starts=["pola"])
    play(board, debrief(board))
    assert {"pola", "smyrna"} <= set(campaign_of(board).starts)


@rule("goeben", "24.orders.2")
def test_the_cruiser_of_the_pact_comes_once() -> None:
    board = debriefed(PACT, draws=[(0,)])
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]
    campaign_of(board).done.append((SUEZ, True))
    play(board, debrief(board))
    assert [one.at for one in board.state.consorts if one.at] == ["pola"]
