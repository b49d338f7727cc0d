"""10.0, 10.1: expected and actual ice, and when it is known."""

import pytest

from games.titles.pq17.components.charts import Expected
from games.titles.pq17.components.pieces import SIDES, Ice, Side
from games.titles.pq17.components.turns import MONTHS, Month
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.movement.orders import prospects
from games.titles.pq17.rules.weather import ice
from games.titles.pq17.rules.weather.ice import ice_met, is_impassable, may_start, try_passage
from games.titles.pq17.state.events.movement import IceMet
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch10_ice.drift import LANE, going, ice_board, ice_task_force, zone_of
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.trial import run
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "10.0")
def test_10_0_two_sectors_of_five_zones_and_pack_that_never_melts() -> None:
    zones = {one.zone for one in BOX.hexes.values() if one.is_sea}
    assert zones == {"", "pack", *(f"{sector}{number}" for sector in "we" for number in range(1, 6))}
    for month in MONTHS:
        assert BOX.charts.ice.expects(month, "pack") == Expected("solid_pack", certain=True)
        assert BOX.charts.ice.expects(month, "") == Expected("clear", certain=True)


@rule("pq17", "10.0", "10.2.6", "10.1")
def test_10_0_ice_beyond_the_hex_side_is_where_ships_were_lost() -> None:
    """The force is still in open water when the ice of the next hex hurts it."""
    one = force("t", "allied", "task_force", "0404", "kent", "dd_a_i 4", fuel=Fuel(30), plan=Plan(0, ("0305",)))
    board = table(one, scenario="pq14", light="apr_1", turn=20)
    moved(board, Move("t", ("0305",)), dice=[(3,)], cards=["card_06"])
    assert [(loss.unit, loss.at) for loss in board.state.losses] == [("dd_a_i", "0305")]


@rule("pq17", "10.0", "10.2.4", "10.3")
@pytest.mark.parametrize(
    ("die", "cards", "enters"),
    [
        (1, (), True),
        (2, ("card_10",), True),
        (7, ("card_10",), True),
        (8, ("card_10", "card_04", "card_07", "card_08"), False),
    ],
)
def test_10_0_the_ice_of_arkhangelsk_is_met_on_entering(die: int, cards: tuple[str, ...], enters: bool) -> None:
    """Behind the icebreakers thin pack counts as light drift, without figures after a plus sign; solid pack stays."""
    one = force("t", "allied", "task_force", "1119", "dd_a_i 4", plan=Plan(0, (), "arkhangelsk"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    play(going(board), dice=[(die,)], cards=cards)
    assert bool(one.port) is enters
    assert one.counters[0].strength == 4 - {0: 0, 1: 1, 4: 2}[len(cards)]
    again = board.force("t").plan
    assert (again is None) is enters, "who is kept out tries again"


@rule("pq17", "10.0", "10.2.4")
@pytest.mark.parametrize(
    ("dice", "cards", "leaves"),
    [([(7,)], 2, True), ([(8,), (5,)], 3, False), ([(8,), (6,)], 3, True), ([(1,)], 1, True)],
)
def test_10_0_the_ice_of_barentsburg_is_met_on_leaving(dice: list[tuple[int, ...]], cards: int, leaves: bool) -> None:
    """W4 in May: heavy drift is expected. Who does not get out spends no Command Point, and may try again."""
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(0, ("0313",), pace="slow"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    play(going(board), dice=dice, cards=["card_04", "card_07", "card_08"][:cards])
    assert (one.port == "") is leaves
    assert (board.state.command["home_fleet"].left < 16) is leaves
    assert one.plan is not None


@rule("pq17", "10.0", "10.2.5")
def test_10_0_nobody_tries_a_port_in_ice_that_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(0, ("0313",), pace="slow"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    monkeypatch.setitem(BOX.charts.ice.expected, "may", ("sp!",) * 10)
    play(going(board))
    assert (one.port, board.state.command["home_fleet"].left) == ("barentsburg", 16)


@rule("pq17", "10.1", position="PP155")
@pytest.mark.parametrize(
    ("month", "states"),
    [
        ("may", "light_drift heavy_drift heavy_drift thin_pack"),
        ("jul", "light_drift light_drift heavy_drift heavy_drift"),
        ("feb", "heavy_drift heavy_drift thin_pack thin_pack"),
    ],
)
def test_10_1_doubtful_ice(month: Month, states: str) -> None:
    expected = Expected("heavy_drift", certain=False)
    met = [run(ice_met(BOX, month, expected, key="i"), dice=[(die,)]) for die in (1, 2, 7, 8)]
    assert [one.ice for one in met] == states.split()
    assert [one.die for one in met] == [1, 2, 7, 8]


@rule("pq17", "10.1", position="PP156")
def test_10_1_nothing_is_better_than_clear_or_worse_than_solid_pack() -> None:
    assert run(ice_met(BOX, "may", Expected("clear", certain=False), key="i"), dice=[(0,)]).ice == "clear"
    assert run(ice_met(BOX, "may", Expected("solid_pack", certain=False), key="i"), dice=[(9,)]).ice == "solid_pack"


@rule("pq17", "10.1")
def test_10_1_certain_ice_needs_no_die() -> None:
    assert run(ice_met(BOX, "jul", Expected("heavy_drift", certain=True), key="i")).ice == "heavy_drift"


@rule("pq17", "10.1", "T.charts")
@pytest.mark.parametrize(
    ("month", "expected", "die", "found"),
    [
        ("jul", "light_drift", 0, "clear"),
        ("jul", "light_drift", 2, "clear"),
        ("jul", "light_drift", 3, "light_drift"),
        ("jul", "heavy_drift", 8, "heavy_drift"),
        ("jul", "heavy_drift", 9, "thin_pack"),
        ("mar", "heavy_drift", 0, "light_drift"),
        ("mar", "heavy_drift", 1, "heavy_drift"),
        ("mar", "heavy_drift", 7, "thin_pack"),
        ("may", "heavy_drift", 7, "heavy_drift"),
        ("may", "heavy_drift", 8, "thin_pack"),
        ("may", "clear", 0, "clear"),
        ("jan", "solid_pack", 9, "solid_pack"),
    ],
)
def test_10_1_the_ice_that_is_met(month: Month, expected: Ice, die: int, found: Ice) -> None:
    assert run(ice.ice_met(BOX, month, Expected(expected, certain=False), key="i"), dice=[(die,)]).ice == found


@rule("pq17", "10.1", "10.2.1", "10.2.2", "10.2.3", "10.0")
@pytest.mark.parametrize(
    ("zone", "beside", "dice", "cards", "passes"),
    [
        ("w4", "w5", [(2,)], 0, True),
        ("w4", "w5", [(3,)], 1, True),
        ("w4", "w5", [(8,)], 1, True),
        ("w4", "w5", [(9,)], 2, True),
        ("w3", "w4", [(2,)], 1, True),
        ("w3", "w4", [(8,)], 2, True),
        ("w3", "w4", [(9,), (5,)], 3, False),
        ("w3", "w4", [(9,), (6,)], 3, True),
        ("w2", "w3", [(9,)], 4, False),
        ("w1", "w2", [(2,), (6,)], 3, True),
        ("w1", "w2", [(3,)], 4, False),
    ],
)
def test_10_1_a_hex_side_in_july(zone: str, beside: str, dice: list[tuple[int, ...]], cards: int, passes: bool) -> None:
    """July takes one off the die: an 8 is as expected yet, a 2 one step better. The far side of the hex side counts."""
    here, there = zone_of(zone, beside)
    board = ice_board(ice_task_force(here, there, "kent", "london"))
    play(going(board), dice=dice, cards=["card_04", "card_07", "card_08", "card_11"][:cards])
    assert (board.force("t").at == there) is passes


@rule("pq17", "10.1", "10.2.6")
def test_10_1_a_dummy_throws_and_draws_like_any_force() -> None:
    """What the enemy and all others hear of a dummy in the ice is what they would hear of cruisers."""
    here, there = zone_of("w4", "w5")
    told: list[list[list[object]]] = []
    for kind, words in (("dummy", ()), ("task_force", ("kent", "london", "norfolk"))):
        board = ice_board(force("t", "allied", kind, here, *words, plan=Plan(0, (there,))))
        play(going(board), dice=[(9,)], cards=["card_01", "card_16"])
        told.append([heard(board, "axis"), heard(board, "")])
    assert told[0] == told[1]
    assert any(isinstance(one, IceMet) for one in told[0][0])


@rule("pq17", "10.1")
def test_10_1_the_ice_that_a_block_met_is_reported_to_all_and_stands_in_pictures_and_prices() -> None:
    """It says nothing of the next attempt; but who looks at the map is not to read the log for it."""
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent"), turn=9)
    assert not view(board, "axis").ice_seen
    play(going(board), dice=[(9,)], cards=["card_01", "card_16"])
    assert board.state.ice_seen == {there: IceSeen("heavy_drift", 9)}
    for seat in ("allied", "axis", "public"):
        assert view(board, seat).ice_seen == board.state.ice_seen
        assert f"Ice as last reported: heavy drift ice {there} (day 5 AM)" in WORDS.text_board(view(board, seat), "en")
        assert ">5a</text>" in WORDS.render_board(view(board, seat), "en").svg()
        assert f"流氷の最新報告：大規模な流氷 {there}（5日目午前）" in WORDS.text_board(view(board, seat), "ja")
    for side in SIDES:
        told = prospects(board, side).of((here, there), sails=9, turns=1)
        assert f"last reported: heavy drift ice (day 5 AM) in {there}." in told.en
        assert f"最新の報告：{there}は大規模な流氷（5日目午前）。" in told.ja
        assert "last reported" not in prospects(board, side).of((here,), sails=9, turns=1).en


@rule("pq17", "10.1.1")
def test_10_1_1_forces_start_in_water_that_is_certainly_clear() -> None:
    assert may_start(Expected("clear", certain=True))
    assert not may_start(Expected("clear", certain=False))
    assert not may_start(Expected("light_drift", certain=True))


@rule("pq17", "10.1a")
def test_10_1a_who_stops_draws_the_cards_all_the_same() -> None:
    passage = run(try_passage(BOX, "allied", "thin_pack", goes_on=False, key="i"))
    assert (passage.passes, passage.cards) == (False, 3)


@rule("pq17", "10.1a")
@pytest.mark.parametrize(("wish", "passes"), [("", True), ("go", True), ("stop", False), ("turn", False)])
def test_10_1a_who_meant_to_stop_before_worse_ice_pays_all_the_same(wish: str, passes: bool) -> None:
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent", ice=wish))
    play(going(board), dice=[(9,)], cards=["card_04", "card_07"])
    assert (board.force("t").at == there) is passes


@rule("pq17", "10.1b", "5.1.7", "10.2.6a", positions=("PP39", "PP159"))
@pytest.mark.parametrize(
    ("side", "ice", "passes", "whole"),
    [
        ("axis", "light_drift", True, False),
        ("axis", "heavy_drift", False, False),
        ("axis", "thin_pack", False, False),
        ("axis", "solid_pack", False, True),
        ("allied", "light_drift", True, False),
        ("allied", "heavy_drift", True, True),
        ("allied", "solid_pack", False, True),
    ],
)
def test_10_1b_axis_forces_stop_before_heavy_drift(side: Side, ice: Ice, passes: bool, whole: bool) -> None:
    passage = run(try_passage(BOX, side, ice, goes_on=True, key="i"))
    assert (passage.passes, passage.whole) == (passes, whole)


@rule("pq17", "10.1b")
def test_10_1b_the_axis_does_not_even_try_thin_pack() -> None:
    assert is_impassable("axis", "thin_pack")
    assert run(try_passage(BOX, "axis", "thin_pack", goes_on=True, key="i")).die is None
