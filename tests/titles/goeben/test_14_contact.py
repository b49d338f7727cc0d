"""14.1–14.4 Contact and break-off."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.orders import Withdraw
from games.titles.goeben.rules.battle.contact import _counter_speed
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import day
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Played, at_sea

rule = pytest.mark.rule


def met(played: Played) -> told.ContactRolled:
    """The only contact."""
    (event,) = played.told(told.ContactRolled)
    return event


@rule("goeben", "14.3")
def test_contact_on_the_high_seas() -> None:
    """G25: leadership 4, cruise 4, alert 1, speed 5, a one: 1 + 8 - 6 is 3, GC1, and so the Germans fire first."""
    played = fight(battle_board("gb_lc_1"), dice=[(1,), misses(8), misses(6), misses(2), misses(5), misses(1)])
    event = met(played)
    assert (event.german, event.allied, event.die) == (8, 6, 1)
    assert (event.result, event.first) == ("gc1", "german")


@rule("goeben", "14.3")
@rule("goeben", "5.3")
@pytest.mark.parametrize(("alert", "die", "result"), [(1, 6, "gc2"), (6, 4, "gc1"), (6, 3, "none")])
def test_the_alert_level_counts_against_the_germans(alert: int, die: int, result: str) -> None:
    event = met(fight(battle_board("gb_lc_1", alert=alert, doctrine="break-off cl"), dice=[(die,)]))
    assert (event.allied, event.result) == (alert + 5, result)


@rule("goeben", "5.3")
@rule("goeben", "14.4")
@pytest.mark.parametrize(("die", "gone"), [(5, False), (6, True)])
def test_the_allies_break_off_above_the_alert_level(die: int, gone: bool) -> None:
    board = battle_board("gb_dd_1", alert=5, goeben="+leadership=1+ammunition=0")
    rest = [] if gone else [(1,), (1, 1), (1, 1, 1)]
    played = fight(board, dice=[(1,), (die,), *rest])
    assert met(played).first == "allied"
    assert played.told(told.AlliesBrokeOff) == [told.AlliesBrokeOff(SEA, die, 5, gone)]
    assert "gb_dd_1" in board.state.pool
    assert bool(played.told(told.Fired)) is not gone


@rule("goeben", "14.15")
@rule("goeben", "14.4")
def test_a_convoy_breaks_off_without_a_die() -> None:
    board = battle_board("fr_convoy_1 gb_dd_1", alert=5, goeben="+leadership=1")
    played = fight(board, dice=[(1,)])
    assert met(played).first == "allied"
    assert played.told(told.AlliesBrokeOff) == [told.AlliesBrokeOff(SEA, 0, 5, True)]
    assert {"fr_convoy_1", "gb_dd_1"} <= set(board.state.pool)


@rule("goeben", "14.15")
def test_a_convoy_that_is_caught_fights_as_a_warship() -> None:
    board = battle_board("fr_convoy_1", goeben="+leadership=1+ammunition=0")
    played = fight(board, dice=[(6,), (1,), (1, 1), (1,)])
    assert met(played).first == "german"
    assert [event.battery for event in played.told(told.Fired)] == ["primary", "secondary", "tertiary"]


@rule("goeben", "14.3.1")
def test_without_contact_the_allies_are_gone_and_the_germans_stay() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", alert=6)
    played = fight(board, dice=[(3,)])
    assert met(played).first == ""
    assert {"gb_lc_1", "gb_dd_1"} <= set(board.state.pool)
    assert board.markers_at(SEA) == []
    assert board.ship("goeben").at == SEA
    assert board.state.alert == 6
    assert played.following == "raiding"


def rating(**laid: str) -> told.ContactRolled:
    """Contact with a light cruiser as laid out, the Germans breaking off."""
    foes, at = laid.pop("foes", "gb_lc_1"), laid.pop("at", SEA)
    doctrine = laid.pop("doctrine", "break-off cl")
    return met(fight(battle_board(foes, at=at, doctrine=doctrine, **laid), dice=[(6,)]))  # type: ignore[arg-type]


@rule("goeben", "14.3")
def test_the_best_leader_and_the_fastest_ship_may_be_two_ships() -> None:
    event = rating(goeben="+leadership=5+engines=2", breslau=f"{SEA}+leadership=1")
    assert event.german == 5 + 4


@rule("goeben", "14.3")
@rule("goeben", "T.cargo")
def test_gear_that_helps_to_find_the_enemy() -> None:
    assert rating(goeben="+cargo=optics").german == 8 + 2
    assert rating(goeben="+cargo=optics", breslau=f"{SEA}+cargo=optics").german == 8 + 2, "once"
    assert rating(goeben="+cargo=wireless", breslau=SEA).german == 8
    assert rating(goeben="+cargo=wireless", breslau=f"{SEA}+cargo=wireless").german == 8 + 1


@rule("goeben", "20.1.2")
@rule("goeben", "20.1")
def test_a_seaplane_helps_by_day_in_clear_weather() -> None:
    flying = Options(seaplane=True)
    assert rating(goeben="+cargo=seaplane", options=flying).german == 8 + 2  # type: ignore[arg-type]
    hazy = Weather(visibility="secondary")
    assert rating(goeben="+cargo=seaplane", options=flying, weather=hazy).german == 8  # type: ignore[arg-type]
    dark = battle_board("gb_lc_1", goeben="+cargo=seaplane", options=Options(night=True), doctrine="break-off cl")
    assert met(fight(dark, dice=[(2,), (6,)])).german == 8


@rule("goeben", "14.3")
def test_the_allies_at_home_and_their_fastest_ship() -> None:
    assert rating(at="malta_pz").allied == 1 + 5 + 1
    assert rating(foes="gb_ca_1 gb_lc_1").allied == 1 + 5
    assert rating(foes="gb_ca_1", doctrine="break-off ca").allied == 1 + 4


@rule("goeben", "14.3")
def test_coal_raises_the_speed_at_contact() -> None:
    board = battle_board("gb_lc_1", doctrine="steam\nbreak-off cl")
    played = fight(board, dice=[(6,)])
    assert met(played).german == 4 + 5
    assert board.ship("goeben").coal == 3
    assert played.told(told.SpeedRaised) == [told.SpeedRaised("goeben", 3)]


@rule("goeben", "14.3")
def test_coal_is_not_spent_for_nothing() -> None:
    """No coal left, engines too weak, or enemies that the doctrine does not steam after."""
    for goeben, doctrine in (
        ("+coal=0", "steam\nbreak-off cl"), ("+engines=4", "steam\nbreak-off cl"), ("", "steam bc\nbreak-off cl"),
    ):  # fmt: skip
        board = battle_board("gb_lc_1", goeben=goeben, doctrine=doctrine)
        assert met(fight(board, dice=[(6,)])).german == 8


@rule("goeben", "14.3")
def test_the_senior_officer_may_be_asked_for_the_speed() -> None:
    board = battle_board("gb_lc_1", doctrine="ask-first contact\nbreak-off cl")
    played = fight(board, dice=[(6,)], says={"contact": "maximum"})
    assert played.kinds == ["contact"]
    assert met(played).german == 9
    board = battle_board("gb_lc_1", doctrine="ask-first contact\nbreak-off cl")
    assert met(fight(board, dice=[(6,)])).german == 8


@rule("goeben", "14.3")
@rule("goeben", "13.chart/Limited Visibility")
@pytest.mark.parametrize(("alert", "die"), [(1, 1), (6, 2)])
def test_poor_sight_makes_a_weak_contact_none(alert: int, die: int) -> None:
    board = battle_board("gb_lc_1", alert=alert, weather=Weather(visibility="secondary"))
    event = met(fight(board, dice=[(die,)]))
    assert event.result in ("gc1", "none", "ac1")
    assert event.first == ""


@rule("goeben", "13.chart/Storm")
def test_no_battle_in_a_storm_and_the_allies_stay() -> None:
    board = battle_board("gb_lc_1", weather=Weather(storm=True))
    played = fight(board)
    assert board.enemies_at(SEA) == ["gb_lc_1"]
    assert played.told(told.NoBattle) == [told.NoBattle(SEA, "storm")]
    assert played.following == "raiding"


@rule("goeben", "13.chart/Limited Visibility")
def test_no_battle_where_nothing_can_be_seen() -> None:
    board = battle_board("gb_lc_1", weather=Weather(visibility="none"))
    fight(board)
    assert board.enemies_at(SEA) == []
    assert "gb_lc_1" in board.state.pool


# --- break-off


@rule("goeben", "14.4")
def test_the_germans_may_break_off_when_they_are_first() -> None:
    board = battle_board("gb_bc_1", breslau=SEA, doctrine="ask-first")
    played = fight(board, dice=[(6,)], says={"engage": "withdraw goeben,breslau to=zante"})
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("zante", "zante")
    assert "gb_bc_1" in board.state.pool
    assert board.state.alert == 1, "no round was fired"
    assert played.told(told.GermansBrokeOff) == [told.GermansBrokeOff(SEA, {"goeben": "zante", "breslau": "zante"})]


@rule("goeben", "14.4")
def test_ships_may_part_when_they_break_off() -> None:
    board = battle_board("gb_bc_1", breslau=SEA, doctrine="ask-first")
    fight(board, dice=[(6,)], says={"engage": "withdraw goeben to=zante\nwithdraw breslau to=ionian_s"})
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("zante", "ionian_s")


def exits(to: str = "zante", **laid: object) -> tuple[str, ...]:
    """Where Goeben may withdraw to."""
    board = battle_board("gb_bc_1", doctrine="ask-first", **laid)  # type: ignore[arg-type]
    played = fight(board, dice=[(6,)], says={"engage": f"withdraw goeben to={to}"})
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    return form.exits["goeben"]


@rule("goeben", "14.4")
def test_where_ships_may_break_off_to() -> None:
    assert exits() == ("sicily_e", "spartivento", "ionian_s", "corfu_sea", "zante", "ionian_e")
    assert "ionian_s" not in exits(lying={"ionian_s": "storm_1"}), "no counter of the Allies may lie there"
    assert "ionian_s" not in exits(lying={"ionian_s": "gb_bc_2+up"})
    assert exits(at="adriatic_n", to="fiume") == ("adriatic_c", "spalato", "pola", "fiume"), "no neutral port"
    assert exits(at="tripoli_sea", to="malta_se") == (
        "malta_pz", "gulf_of_gabes", "malta_se", "gulf_of_sidra",
    )  # fmt: skip
    assert exits(at="malta_pz", to="malta_se") == (
        "sicilian_channel", "pantelleria", "sicily_e", "tripoli_sea", "malta_se",
    ), "no Allied base"  # fmt: skip


@rule("goeben", "14.4")
def test_no_break_off_where_one_ship_has_nowhere_to_go() -> None:
    """6.2: without engines she cannot leave."""
    weak = "+leadership=1+ammunition=0"
    board = battle_board("gb_dd_1", goeben=weak, breslau=f"{SEA}{weak}+engines=0", doctrine="ask-first")
    played = fight(board, dice=[(6,), (1,), (1, 1), (1, 1, 1)])
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.exits == {}
    assert board.ship("goeben").at == SEA


@rule("goeben", "14.4")
def test_no_break_off_when_the_allies_are_first() -> None:
    board = battle_board("gb_dd_1", goeben="+leadership=1+ammunition=0", doctrine="ask-first", alert=6)
    played = fight(board, dice=[(1,), (6,), (1,), (1, 1), (1, 1, 1)])
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    assert form.exits == {}


@rule("goeben", "14.4")
def test_a_doctrine_breaks_off_by_itself_to_where_the_ship_came_from() -> None:
    board = battle_board("gb_bc_1", doctrine="break-off bc")
    board.day.routes["goeben"] = ("corfu_sea", SEA)
    played = fight(board, dice=[(6,)])
    assert played.kinds == []
    assert board.ship("goeben").at == "corfu_sea"


@rule("goeben", "14.4")
def test_a_doctrine_takes_another_way_out_where_the_way_back_is_barred() -> None:
    """No ship withdraws to where a counter lies."""
    board = battle_board("gb_bc_1", doctrine="break-off bc\nask-first battle", lying={"corfu_sea": "gb_dd_1"})
    board.day.routes["goeben"] = ("corfu_sea", SEA)
    played = fight(board, dice=[(6,)])
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    (order,) = (order for order in form.default() if isinstance(order, Withdraw))
    assert order.to in form.exits["goeben"]
    assert "corfu_sea" not in form.exits["goeben"]
    assert board.ship("goeben").at == order.to


@rule("goeben", "25.2")
@rule("goeben", "14.4")
def test_the_senior_captain_breaks_off_for_all() -> None:
    board = battle_board("gb_bc_1", breslau=SEA, doctrine="ask-first", scenario="captains")
    says = {"engage@goeben": "withdraw goeben to=zante", "engage@breslau": "withdraw breslau to=ionian_s"}
    fight(board, dice=[(6,)], says=says)
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("zante", "ionian_s"), "each where he wants"
    board = battle_board("gb_bc_1", breslau=SEA, doctrine="ask-first", scenario="captains")
    fight(board, dice=[(6,)], says={"engage@goeben": "withdraw goeben to=zante", "engage@breslau": "hold breslau"})
    assert board.ship("breslau").at == "zante"


@rule("goeben", "7.5")
def test_a_collier_left_to_the_enemy_is_lost() -> None:
    board = battle_board("gb_bc_1", doctrine="break-off bc")
    board.state.colliers = [SEA, "zante"]
    played = fight(board, dice=[(6,)])
    assert board.state.colliers == ["zante"]
    assert played.told(day.CollierGone) == [day.CollierGone(SEA, "battle")]


@rule("goeben", "7.5")
@rule("goeben", "20.0")
def test_a_collier_with_allies_of_the_germans_is_safe() -> None:
    """No contact: the sides do not meet, and the ally stays."""
    board = at_sea(goeben="pola", breslau="pola", ah_ca_1=SEA, lying={SEA: "gb_ca_1+up"}, alert=4)
    board.state.colliers, board.day.queue = [SEA], [SEA]
    played = fight(board, dice=[(1,)])
    assert [event.first for event in played.told(told.ContactRolled)] == [""]
    assert board.state.colliers == [SEA]


@rule("goeben", "20.0")
@rule("goeben", "14.4")
def test_an_ally_who_may_not_follow_withdraws_by_a_way_of_her_own() -> None:
    """Galita lies in the Western Mediterranean, which Austro-Hungarian ships do not enter; elsewhere lie counters."""
    board = battle_board("gb_bc_1", at="sicilian_channel", doctrine="ask-first", scenario="austrian",
                         lying={"gulf_of_gabes": "gb_dd_1", "malta_pz": "gb_dd_2"},
                         options=Options(austro_hungarian=True), ah_ca_1="sicilian_channel")  # fmt: skip
    played = fight(board, dice=[(6,)], says={"engage@commander": "withdraw goeben to=galita"})
    (event,) = played.told(told.GermansBrokeOff)
    assert event.ships == {"goeben": "galita", "ah_ca_1": "pantelleria"}


@rule("goeben", "7.5")
def test_a_collier_with_german_ships_is_safe() -> None:
    board = battle_board("gb_lc_1", alert=6)
    board.state.colliers = [SEA]
    fight(board, dice=[(3,)])
    assert board.state.colliers == [SEA]


@rule("goeben", "14.3", "16.0")
def test_what_stands_ashore_has_no_speed() -> None:
    assert _counter_speed(at_sea(forts={"malta": "fort_3"}), "fort_3") == 0
