"""20.0 Austro-Hungarian ships in battle."""

from typing import Any

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.rules.battle.aftermath import battle_ends
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.hits import leave, on_counter
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe, Weather
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Played, play

rule = pytest.mark.rule
FIRST = (6,)
QUIET = "+ammunition=0"


def allied_sea(foes: str, *, goeben: str = QUIET, **rest: object) -> Board:
    """Goeben, with consorts, meets Allied ships."""
    return battle_board(foes, goeben=goeben, options=Options(austro_hungarian=True), **rest)  # type: ignore[arg-type]


def shots(played: Played) -> list[tuple[str, str, int]]:
    return [(event.ship, event.battery, len(event.dice)) for event in played.told(told.Fired)]


@rule("goeben", "20.0.7")
@rule("goeben", "20.0")
@rule("goeben", "14.11")
def test_they_fire_with_leadership_three_and_no_armour_counts() -> None:
    """Errata. Radetzky: 6, 5 and 1 boxes and a torpedo; Warrior's armour is 2."""
    board = allied_sea("gb_ca_2", ah_b_2=SEA)
    dice = [FIRST, misses(9), misses(3), misses(8), misses(1), misses(4), misses(4), misses(4), misses(1)]
    played = fight(board, dice=dice)
    assert [shot for shot in shots(played) if shot[0] == "ah_b_2"] == [
        ("ah_b_2", "primary", 9), ("ah_b_2", "secondary", 8), ("ah_b_2", "tertiary", 4), ("ah_b_2", "torpedo", 4),
    ]  # fmt: skip


@rule("goeben", "20.0.1")
def test_they_spend_no_ammunition_and_no_torpedoes() -> None:
    board = allied_sea("gb_lc_1", goeben="+ammunition=0+torpedoes=0", ah_cl_1=SEA)
    played = fight(board, dice=[FIRST, misses(5), misses(2), misses(5), misses(1)])
    assert played.told(told.AmmunitionSpent) == []
    assert played.told(told.TorpedoesSpent) == []
    fired = [event.battery for event in played.told(told.Fired) if event.ship == "ah_cl_1"]
    assert fired == ["secondary", "torpedo"]


@rule("goeben", "20.0")
@rule("goeben", "14.6")
def test_their_torpedoes_run_together() -> None:
    board = allied_sea("gb_dd_1", ah_dd_2=SEA, doctrine="ask-first")
    dice = [FIRST, misses(1), misses(7), misses(2), misses(6), misses(3)]
    played = fight(board, dice=dice, says={"engage": "launch ah_dd_2 at=gb_dd_1 count=1"})
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.tubes == {"goeben": 2, "ah_dd_2": 1}
    assert [shot for shot in shots(played) if shot[0] == "ah_dd_2"] == [
        ("ah_dd_2", "tertiary", 7),
        ("ah_dd_2", "torpedo", 6),
    ]


@rule("goeben", "20.0")
def test_they_count_for_contact() -> None:
    """Leadership 3 and the speed on the counter, without coal."""
    board = allied_sea("gb_lc_1", goeben="+leadership=1+engines=1", ah_dd_1=SEA, doctrine="break-off cl\nsteam")
    played = fight(board, dice=[(3,)])
    (event,) = played.told(told.ContactRolled)
    assert event.german == 3 + 6
    assert board.ship("goeben").coal == 4


@rule("goeben", "20.0.2")
@pytest.mark.parametrize(("nation", "first"), [("german", "goeben"), ("austrian", "ah_cl_2")])
def test_the_senior_officer_says_which_nation_fires_first(nation: str, first: str) -> None:
    board = allied_sea("gb_dd_1", goeben="+primary=0+tertiary=0", ah_cl_2=SEA, doctrine="ask-first")
    # either way the first salvo sinks the destroyers
    dice = [FIRST, (6, *misses(6 if nation == "german" else 4)), (6,)]
    played = fight(board, dice=dice, says={"engage": f"nation-first {nation}"})
    assert shots(played)[0][0] == first


@rule("goeben", "20.0.2")
def test_only_a_mixed_force_chooses() -> None:
    board = battle_board("gb_dd_1", goeben=QUIET, doctrine="ask-first")
    form = fight(board, dice=[FIRST, misses(1), misses(2), misses(3)]).question("engage").form
    assert isinstance(form, BattlePlan)
    assert not form.mixed
    board = allied_sea("gb_lc_1", ah_cl_1=SEA, doctrine="ask-first")
    board.ship("goeben").at = "pola"
    form = fight(board, dice=[FIRST, misses(5), misses(2), misses(5), misses(1)]).question("engage").form
    assert isinstance(form, BattlePlan)
    assert (list(form.batteries), form.mixed) == (["ah_cl_1"], False), "nor do Austrians alone"


@rule("goeben", "20.0")
@rule("goeben", "17.1")
@pytest.mark.parametrize(
    ("ship", "die", "points", "gone"),
    [
        ("ah_dd_2", 3, -4, "sunk"), ("ah_dd_2", 5, -2, "withdrawn"), ("ah_ca_1", 3, -4, "damaged"),
        ("ah_ca_1", 5, -4, "withdrawn"), ("ah_ca_1", 6, -12, "sunk"), ("ah_cl_2", 6, -9, "sunk"),
        ("ah_cl_2", 4, -3, "damaged"), ("ah_b_2", 6, -18, "sunk"), ("ah_b_2", 5, -6, "withdrawn"),
        ("ah_bb_1", 6, -24, "sunk"), ("ah_bb_1", 1, -8, "damaged"),
    ],
)  # fmt: skip
def test_they_are_hit_like_the_ships_of_counters(ship: str, die: int, points: int, gone: str) -> None:
    """In the Allied column of the tables; what is lost counts for the Allies."""

    board = allied_sea("gb_dd_1", **{ship: SEA})
    board.state.battle = Battle(SEA, ships=["goeben"], consorts={ship: Damage()}, foes=[Foe("gb_dd_1")])
    play(board, on_counter(board, ship, board.box.charts.gunnery.allied, 1), dice=[(die,)])
    leave(board)
    play(board, battle_ends(board))
    consort = next(one for one in board.state.consorts if one.id == ship)
    assert (consort.gone, board.state.vp) == (gone, points)
    assert board.consorts_at(SEA) == []


@rule("goeben", "13.chart/Morale Check.1")
def test_morale_is_nothing_to_them() -> None:

    board = allied_sea("gb_dd_1", ah_cl_2=SEA, weather=Weather(morale=1))
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    assert shots(played)[0] == ("ah_cl_2", "secondary", 5)


@rule("goeben", "25.3")
def test_the_ally_orders_his_own_ships() -> None:
    board = allied_sea("gb_dd_1", ah_cl_2=SEA, scenario="austrian", doctrine="ask-first")
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    found: dict[str, Any] = {question.seat: question.form for question in played.asked}
    assert list(found) == ["commander", "austrian"]
    assert list(found["austrian"].batteries) == ["ah_cl_2"]
    assert [found[seat].leader for seat in found] == [True, False]


@rule("goeben", "25.3.1")
def test_in_the_adriatic_the_ally_leads() -> None:
    board = allied_sea("gb_dd_1", at="adriatic_c", ah_cl_2="adriatic_c", scenario="austrian", doctrine="ask-first")
    played = fight(board, dice=[FIRST, (6, *misses(4)), (6,)])
    forms: dict[str, Any] = {question.seat: question.form for question in played.asked}
    assert {seat: form.leader for seat, form in forms.items()} == {"commander": False, "austrian": True}


@rule("goeben", "25.3.1", "14.3", "20.0.1")
@pytest.mark.parametrize("said", ["maximum", "cruise"])
def test_coal_is_for_the_germans_to_spend_where_the_ally_leads_too(said: str) -> None:
    at = "adriatic_c"
    board = allied_sea("gb_bc_1", at=at, goeben="", ah_b_2=at, scenario="austrian", doctrine="ask-first contact")
    coal = board.ship("goeben").coal
    played = play(board, contact(board), dice=[(1,)], says={"contact@commander": said})
    assert [question.seat for question in played.asked] == ["commander"]
    assert coal - board.ship("goeben").coal == (said == "maximum")


@rule("goeben", "20.0")
@rule("goeben", "14.4")
def test_they_break_off_into_their_own_seas_only() -> None:
    board = allied_sea("gb_bc_1", at="galita", goeben="", ah_dd_1="galita", doctrine="ask-first")
    played = fight(
        board, dice=[FIRST], says={"engage": "withdraw goeben to=sardinia_pz\nwithdraw ah_dd_1 to=sicilian_channel"}
    )
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.exits["ah_dd_1"] == ("sicilian_channel",)
    assert "sardinia_pz" in form.exits["goeben"]
