"""Breaking off (14.4)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.orders import Withdraw
from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, alerts, battle_board, battle_form, fight, met, misses

rule = pytest.mark.rule


def exits(to: str = "zante", **laid: object) -> tuple[str, ...]:
    """Where Goeben may withdraw to."""
    board = battle_board("gb_bc_1", doctrine="ask-first", **laid)  # type: ignore[arg-type]
    played = fight(board, dice=[(6,)], says={"engage": f"withdraw goeben to={to}"})
    form = played.question("engage").form
    assert isinstance(form, BattlePlan)
    return form.exits["goeben"]


FIRST = (6,)


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


@rule("goeben", "14.4")
def test_a_commander_is_never_offered_a_way_out_that_is_barred() -> None:
    board = battle_board("gb_bc_1", doctrine="ask-first", lying={"ionian_s": "storm_1"})
    played = fight(board, dice=[(6,)], says={"engage": "withdraw goeben to=zante"})
    assert "ionian_s" not in played.question("engage").form.exits["goeben"]
    assert not played.told(told.WayOutBarred)


@rule("goeben", "14.4.1")
def test_a_fleet_with_a_convoy_breaks_off_as_a_whole() -> None:
    board = battle_board("fr_convoy_1 gb_ca_1", at="galita", goeben="+leadership=1", alert=6)
    fight(board, dice=[(1,)])
    assert {"fr_convoy_1", "gb_ca_1"} <= set(board.state.pool)


@rule("goeben", "14.4.2")
def test_break_off_and_no_contact_raise_no_alarm() -> None:
    board = battle_board("gb_lc_2", doctrine="break-off cl")
    assert alerts(fight(board, dice=[FIRST])) == []
    assert (board.ship("goeben").ammunition, board.ship("goeben").coal, board.state.vp) == (6, 4, 0)
    assert "gb_lc_2" in board.state.pool
    board = battle_board("gb_lc_2", alert=6)
    assert alerts(fight(board, dice=[(3,)])) == []


@rule("goeben", "14.4.3")
@pytest.mark.parametrize(
    ("at", "barred", "lying"),
    [
        (SEA, [], {}),
        (SEA, ["zante"], {"zante": "gb_lc_1+up"}),
        (SEA, [], {"zante": "friendly_ship_1+up"}),
        ("sicily_e", ["messina", "malta_pz"], {"malta_pz": "quiet_seas_1"}),
        ("sicily_e", ["messina"], {}),
        ("adriatic_n", ["venice"], {}),
        ("algiers_sea", ["algiers"], {}),
    ],
)
def test_only_counters_and_ports_bar_a_way_out(at: str, barred: list[str], lying: dict[str, str]) -> None:
    """A Friendly Ship that is set aside bars nothing."""
    board = battle_board("gb_lc_2", at=at, doctrine="ask-first", lying=lying)
    open_ = [space for space in BOX.waters.neighbours(at) if space not in barred]
    form = battle_form(board, [FIRST], f"withdraw goeben to={open_[0]}")
    assert sorted(form.exits["goeben"]) == sorted(open_)


@rule("goeben", "14.4.3")
def test_where_no_space_is_open_the_fight_goes_on() -> None:
    board = battle_board("gb_dd_1", at="toulon", lying={"toulon_pz": "fr_dd_1"}, doctrine="ask-first")
    form = battle_form(board, [FIRST, misses(1), misses(2), misses(3)])
    assert form.exits == {}
