"""Chapter 17: missions and victory points."""

import pytest

from games.titles.goeben.components.pieces import GUNS
from games.titles.goeben.rules.battle.hits import on_german
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.objective import fulfilled, objective
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.state.state import Campaign
from games.titles.goeben.title import standings
from tests.titles.goeben.box import BOX
from tests.titles.goeben.campaigns import at_last, campaign_of
from tests.titles.goeben.fights import in_battle
from tests.titles.goeben.laid_out import Played, Says, at_sea, play

rule = pytest.mark.rule
CHARTS = BOX.charts
GUNNERY, TORPEDO = BOX.charts.gunnery, BOX.charts.torpedo


def judged(board: Board, says: Says | None = None) -> Played:
    return play(board, objective(board), says=says)


PACT, SUEZ = "austro_hungarian_pact", "suez_canal"


# --- 17.0 the end of a mission


@rule("goeben", "17.0")
def test_the_last_day_can_still_be_won() -> None:
    board = at_last("ottoman_alliance", "constantinople", vp=75, turn=8)
    judged(board)
    assert board.state.verdict == "won"


@rule("goeben", "17.0")
def test_without_ships_the_mission_is_lost() -> None:
    board = at_last("ottoman_alliance", "constantinople", vp=200)
    for ship in board.state.ships:
        ship.sunk, ship.at = True, ""
    played = judged(board)
    assert (board.state.over, board.state.verdict) == (True, "lost")
    assert played.told(told.MissionEnded)[0].why == "all_sunk"


@rule("goeben", "17.0")
@pytest.mark.parametrize("met", [True, False])
def test_orders_once_fulfilled_stay_fulfilled(met: bool) -> None:
    board = at_last("ottoman_alliance", "chios", vp=120, turn=8, scenario="campaign")
    assert board.state.campaign is not None
    board.state.campaign.met = met
    judged(board)
    assert board.state.campaign == Campaign(left=board.state.campaign.left, done=[("ottoman_alliance", met)])


@rule("goeben", "17.0")
@pytest.mark.parametrize(
    ("verdict", "sunk", "detail"),
    [
        ("won", False, "mission accomplished; its conditions are met; 5 victory points"),
        ("lost", False, "mission failed; the last day has passed; 5 victory points"),
        ("lost", True, "mission failed; all ships were lost; 5 victory points"),
    ],
)
def test_the_standings_say_what_decided(verdict: str, sunk: bool, detail: str) -> None:
    board = at_last("suez_canal", "messina", vp=5)
    board.state.verdict = verdict
    for ship in board.state.ships:
        ship.sunk = sunk
    assert {one.detail.en for one in standings(board.state)} == {detail}


@rule("goeben", "17.0")
def test_a_single_mission_ends_with_the_phase_that_fulfils_it() -> None:
    board = at_sea(PACT, mission=PACT, goeben="pola", vp=60, turn=2)
    assert judged(board).kinds == []
    assert (board.state.over, board.state.verdict) == (True, "won")


@rule("goeben", "17.0")
@rule("goeben", "17.0.1")
def test_in_a_campaign_orders_once_fulfilled_stay_fulfilled() -> None:
    board = at_sea("campaign", mission=PACT, goeben="pola", vp=62, turn=3)
    board.state.campaign = Campaign(left=[PACT, SUEZ])
    assert judged(board, {"declare": "sail_on"}).following == "morning"
    board.state.turn, board.state.vp, board.ship("goeben").at = 5, 40, "corfu_sea"
    assert judged(board).following == "morning", "elsewhere nothing is declared"
    board.state.turn = 6
    assert judged(board).following == "debrief"
    assert campaign_of(board).done == [(PACT, True)]
    assert not campaign_of(board).met, "the next mission begins unfulfilled"


@rule("goeben", "17.0")
@pytest.mark.parametrize(("vp", "verdict"), [(60, "won"), (59, "lost")])
def test_there_is_no_day_after_the_last(vp: int, verdict: str) -> None:
    board = at_sea(PACT, mission=PACT, goeben="pola", vp=vp, turn=6)
    judged(board)
    assert board.state.verdict == verdict


@rule("goeben", "17.0.1")
def test_a_single_mission_is_won_at_once() -> None:
    assert judged(at_last("ottoman_alliance", "constantinople", vp=75)).kinds == []


@rule("goeben", "17.0.1")
@pytest.mark.parametrize(("says", "following"), [("end", "debrief"), ("sail_on", "morning")])
def test_in_a_campaign_the_players_may_sail_on(says: str, following: str) -> None:
    board = at_last("ottoman_alliance", "constantinople", vp=75, scenario="campaign")
    played = judged(board, {"declare": says})
    assert played.following == following
    assert len(played.told(told.MissionGoesOn)) == (says == "sail_on")
    assert board.state.campaign is not None
    assert board.state.campaign.done == ([("ottoman_alliance", True)] if says == "end" else [])


@rule("goeben", "17.0.1")
def test_after_the_last_day_nobody_is_asked() -> None:
    board = at_last("ottoman_alliance", "constantinople", vp=75, turn=8, scenario="campaign")
    played = judged(board)
    assert (played.kinds, played.following) == ([], "debrief")


@rule("goeben", "17.0.2")
@rule("goeben", "20.0.3")
def test_consorts_fulfil_no_orders() -> None:
    board = at_sea(mission="austro_hungarian_pact", vp=100, goeben="sicily_e", breslau="sicily_e", ah_bb_1="pola")
    assert not fulfilled(board)
    board.ship("breslau").at = "pola"
    assert fulfilled(board)


@rule("goeben", "17.0.2")
@rule("goeben", "20.0.3")
def test_without_german_ships_austro_hungarian_ones_win_nothing() -> None:
    board = at_sea(PACT, mission=PACT, vp=100, turn=3, ah_cl_1="pola")
    for ship in board.afloat:
        ship.sunk, ship.at = True, ""
    judged(board)
    assert board.state.verdict == "lost"


@rule("goeben", "17.0.3")
@rule("goeben", "17.orders")
@rule("goeben", "17.0")
@pytest.mark.parametrize(
    ("mission", "space", "vp"),
    [
        ("atlantic_breakout", "north_atlantic", 60),
        ("austro_hungarian_pact", "pola", 60),
        ("raid_convoys", "pola", 100),
        ("raid_convoys", "cartagena", 100),
        ("italian_alliance", "genoa", 100),
        ("ottoman_alliance", "constantinople", 75),
        ("suez_canal", "cattaro", 75),
        ("suez_canal", "athens", 75),
    ],
)
def test_orders_fulfilled(mission: str, space: str, vp: int) -> None:
    board = at_last(mission, space, vp=vp)
    played = judged(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, "won")
    assert played.told(told.MissionEnded) == [told.MissionEnded(mission, True, vp, 3, "fulfilled")]
    assert not fulfilled(at_last(mission, space, vp=vp - 1)), "one point short"


@rule("goeben", "17.0.3")
@pytest.mark.parametrize(
    ("goeben", "breslau", "vp", "met"),
    [("pola", "zante", 59, False), ("pola", "zante", 60, True), ("adriatic_n", "adriatic_n", 60, False),
     ("zante", "pola", 60, True)],
)  # fmt: skip
def test_a_mission_wants_points_and_place(goeben: str, breslau: str, vp: int, met: bool) -> None:
    """One German ship is enough."""
    assert fulfilled(at_sea(mission=PACT, goeben=goeben, breslau=breslau, vp=vp)) is met


# --- 17.1 victory points


@rule("goeben", "17.1")
@pytest.mark.parametrize(("ship", "vp"), [("goeben", -40), ("breslau", -10)])
def test_a_sunk_ship_costs_points(ship: str, vp: int) -> None:
    board = at_sea()
    hurt(board, board.ship(ship), "hull", 20)
    assert board.state.vp == vp


@rule("goeben", "17.1")
def test_crippled_by_an_attack_costs_points_once() -> None:
    board = at_sea(goeben="messina+secondary=1")
    goeben = board.ship("goeben")
    hurt(board, goeben, "secondary", 2, attacked=True)
    hurt(board, goeben, "secondary", 1, attacked=True)
    assert board.state.vp == -5
    hurt(board, goeben, "engines", 5, attacked=True)
    assert board.state.vp == -5
    hurt(board, goeben, "engines", 1, attacked=True)
    assert board.state.vp == -10
    hurt(board, goeben, "primary", 5)
    assert board.state.vp == -10, "not by a breakdown or a mine"


@rule("goeben", "17.1")
def test_guns_that_a_ship_never_had_cost_nothing() -> None:
    board = at_sea()
    for track in GUNS:
        hurt(board, board.ship("breslau"), track, 2, attacked=True)
    assert board.ship("breslau").secondary == 1
    assert board.state.vp == 0


@rule("goeben", "17.1")
def test_points_below_zero_end_nothing() -> None:
    assert judged(at_last("ottoman_alliance", "sicily_e", vp=-40)).following == "morning"


@rule("goeben", "17.1")
def test_points_below_zero_stop_nobody() -> None:
    board = at_sea(vp=-3)
    assert plan_form(board, "commander").cached_templates


@rule("goeben", "17.1.1")
@rule("goeben", "17.1")
def test_engines_shot_to_pieces_cost_points() -> None:
    board = in_battle(goeben="+engines=1")
    play(board, on_german(board, "goeben", GUNNERY.german, 1), dice=[(4,)])
    assert board.state.vp == -5


@rule("goeben", "17.1.2")
@rule("goeben", "17.1")
def test_victory_points() -> None:
    points = CHARTS.points
    assert points.sunk == {"bb": 18, "bc": 18, "ca": 9, "cp": 6, "cl": 6, "dd": 3, "convoy": 20}
    assert points.damaged == {"bb": 6, "bc": 6, "ca": 3, "cp": 2, "cl": 2, "dd": 1, "convoy": 10}
    assert points.german_sunk == {"bc": -40, "cl": -10}
    assert points.austrian_sunk == {"bb": -24, "b": -18, "ca": -12, "cl": -9, "dd": -4}
    assert points.austrian_damaged == {"bb": -8, "b": -6, "ca": -4, "cl": -3, "dd": -2}
    assert (points.german_crippled, points.collier_lost, points.submarine_rammed) == (-5, -1, 2)


# --- orders


@rule("goeben", "17.orders")
def test_missions() -> None:
    found = {
        mission.id: (mission.days, mission.points, mission.space, mission.bases, mission.forts)
        for mission in BOX.missions.values()
    }
    either = ("friendly", "neutral")
    assert found == {
        "atlantic_breakout": (6, 60, "north_atlantic", (), ()),
        "austro_hungarian_pact": (6, 60, "pola", (), ()),
        "raid_convoys": (10, 100, "", either, ("algiers", "philippeville", "bone")),
        "italian_alliance": (10, 100, "genoa", (), ()),
        "ottoman_alliance": (8, 75, "constantinople", (), ()),
        "suez_canal": (8, 75, "", either, ("alexandria", "port_said")),
    }


@rule("goeben", "17.orders")
@pytest.mark.parametrize(
    ("mission", "port"),
    [
        ("raid_convoys", "algiers"),
        ("raid_convoys", "philippeville"),
        ("raid_convoys", "bone"),
        ("suez_canal", "alexandria"),
        ("suez_canal", "port_said"),
    ],
)
def test_every_coastal_defence_must_be_gone(mission: str, port: str) -> None:
    assert not fulfilled(at_last(mission, "pola", vp=200, forts=port))
    assert fulfilled(at_last(mission, "pola", vp=200, forts="toulon"))


@rule("goeben", "17.orders")
@pytest.mark.parametrize(
    ("mission", "days"),
    [
        ("atlantic_breakout", 6),
        ("austro_hungarian_pact", 6),
        ("raid_convoys", 10),
        ("italian_alliance", 10),
        ("ottoman_alliance", 8),
        ("suez_canal", 8),
    ],
)
def test_after_the_last_day_it_is_too_late(mission: str, days: int) -> None:
    assert BOX.missions[mission].days == days
    board = at_last(mission, "sicily_e", vp=200, turn=days - 1)
    assert judged(board).following == "morning"
    board.state.turn = days
    played = judged(board)
    assert played.following is None
    assert (board.state.over, board.state.verdict) == (True, "lost")
    assert played.told(told.MissionEnded)[-1].why == "too_late"


@rule("goeben", "17.orders.1")
@rule("goeben", "17.orders")
@pytest.mark.parametrize(
    ("mission", "space"),
    [
        ("atlantic_breakout", "gulf_of_cadiz"),
        ("austro_hungarian_pact", "trieste"),
        ("raid_convoys", "trieste"),
        ("raid_convoys", "messina"),
        ("suez_canal", "alexandria"),
        ("suez_canal", "sicily_e"),
        ("ottoman_alliance", "dardanelles"),
        ("italian_alliance", "taranto"),
    ],
)
def test_the_place_counts(mission: str, space: str) -> None:
    """A port is no base, and an Allied base no friendly one."""
    assert not fulfilled(at_last(mission, space, vp=200))


@rule("goeben", "17.orders.1")
@pytest.mark.parametrize(
    ("mission", "place", "vp", "forts", "met"),
    [
        ("raid_convoys", "cartagena", 100, {}, True), ("raid_convoys", "barcelona", 100, {}, False),
        ("raid_convoys", "messina", 100, {}, False), ("raid_convoys", "pola", 100, {}, True),
        ("raid_convoys", "pola", 99, {}, False), ("raid_convoys", "pola", 100, {"bone": "fort_1"}, False),
        (SUEZ, "athens", 75, {}, True), (SUEZ, "constantinople", 75, {}, True),
        (SUEZ, "athens", 75, {"alexandria": "fort_1"}, False), ("raid_convoys", "algiers", 100, {}, False),
    ],
)  # fmt: skip
def test_bases_and_coastal_defences(mission: str, place: str, vp: int, forts: dict[str, str], met: bool) -> None:
    board = at_sea(mission=mission, goeben=place, breslau="zante", vp=vp, forts=forts)
    board.state.ashore["algiers"] = "goeben"
    assert fulfilled(board) is met
