"""17.0 The Objective Phase: when a mission is won, lost, or goes on."""

import pytest

from games.titles.goeben.rules.mission.objective import fulfilled, objective
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import campaign as told
from games.titles.goeben.state.state import Campaign
from games.titles.goeben.title import standings
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Played, Says, at_sea, play

rule = pytest.mark.rule


def at_last(mission: str, space: str, *, vp: int, turn: int = 3, forts: str = "", scenario: str = "random") -> Board:
    """Goeben in a space, Breslau at Messina; the named ports still have a coastal defence."""
    guarded = {port: f"fort_{n}" for n, port in enumerate(forts.split(), 1)}
    return at_sea(scenario, mission=mission, turn=turn, vp=vp, goeben=space, forts=guarded)


def judged(board: Board, says: Says | None = None) -> Played:
    return play(board, objective(board), says=says)


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


@rule("goeben", "17.1")
def test_points_below_zero_end_nothing() -> None:
    assert judged(at_last("ottoman_alliance", "sicily_e", vp=-40)).following == "morning"


@rule("goeben", "17.0.2")
@rule("goeben", "20.0.3")
def test_consorts_fulfil_no_orders() -> None:
    board = at_sea(mission="austro_hungarian_pact", vp=100, goeben="sicily_e", breslau="sicily_e", ah_bb_1="pola")
    assert not fulfilled(board)
    board.ship("breslau").at = "pola"
    assert fulfilled(board)


# --- 17.0.1


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


@rule("goeben", "24.5")
def test_the_standings_of_a_campaign_count_its_missions() -> None:
    board = at_last("suez_canal", "messina", vp=5)
    board.state.campaign = Campaign(done=[("suez_canal", True), ("raid_convoys", False)])
    board.state.verdict = "campaign_draw"
    assert {one.detail.en for one in standings(board.state)} == {"a draw; missions won: 1 of 2; 5 victory points"}
