"""Chapter 10 read sentence by sentence: ice across hex sides, before ports, for those who follow; what it takes."""

import pytest

from games.titles.pq17.components.pieces import SIDES, Ice
from games.titles.pq17.components.turns import Month
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.movement.orders import prospects
from games.titles.pq17.rules.weather.season import ice_of_fortnight, is_thawing
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import IceMet, ShipsHurt
from games.titles.pq17.state.state import AirUnit, Convoy, Plan, Shadow
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.boards import WORDS
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch10_ice.drift import LANE, going, ice_board, ice_task_force, zone_of
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


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
def test_a_hex_side_in_july(zone: str, beside: str, dice: list[tuple[int, ...]], cards: int, passes: bool) -> None:
    """July takes one off the die: an 8 is as expected yet, a 2 one step better. The far side of the hex side counts."""
    here, there = zone_of(zone, beside)
    board = ice_board(ice_task_force(here, there, "kent", "london"))
    play(going(board), dice=dice, cards=["card_04", "card_07", "card_08", "card_11"][:cards])
    assert (board.force("t").at == there) is passes


@rule("pq17", "10.1a")
@pytest.mark.parametrize(("wish", "passes"), [("", True), ("go", True), ("stop", False), ("turn", False)])
def test_who_meant_to_stop_before_worse_ice_pays_all_the_same(wish: str, passes: bool) -> None:
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent", ice=wish))
    play(going(board), dice=[(9,)], cards=["card_04", "card_07"])
    assert (board.force("t").at == there) is passes


@rule("pq17", "10.1", "10.2.6")
def test_a_dummy_throws_and_draws_like_any_force() -> None:
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
def test_the_ice_that_a_block_met_is_reported_to_all_and_stands_in_pictures_and_prices() -> None:
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
        assert f"流氷の最新報告: 大規模な流氷 {there}（5日目午前）" in WORDS.text_board(view(board, seat), "ja")
    for side in SIDES:
        told = prospects(board, side).of((here, there), sails=9, turns=1)
        assert f"last reported: heavy drift ice (day 5 AM) in {there}." in told.en
        assert f"最新の報告: {there}は大規模な流氷(5日目午前)。" in told.ja
        assert "last reported" not in prospects(board, side).of((here,), sails=9, turns=1).en


@rule("pq17", "10.2.6", "10.2.6a", "10.2.2", "10.2.3")
@pytest.mark.parametrize(("die", "cards", "left"), [(3, ["card_10"], 3), (9, ["card_10", "card_04"], 2)])
def test_figures_after_a_plus_sign_count_from_heavy_drift_on(die: int, cards: list[str], left: int) -> None:
    """Card 10: 1+1 destroyers or torpedo boats."""
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "dd_a_i 4", "kent"))
    play(going(board), dice=[(die,)], cards=cards)
    assert [one.strength for one in board.force("t").counters] == [left, 2]
    (gone,) = board.state.losses
    assert (gone.unit, gone.strength, gone.how, gone.open) == ("dd_a_i", 4 - left, "ice", False)
    assert board.state.bookings == [], "no points for anybody"
    assert not [one for one in heard(board, "axis") if isinstance(one, ShipsHurt)]


@rule("pq17", "10.2.5", "10.2.6a", "10.1b", "5.1.7")
@pytest.mark.parametrize(
    ("zone", "beside", "die", "cards", "left"),
    [
        ("w4", "w5", 9, ["card_10", "card_04"], 3),
        ("w2", "w3", 8, ["card_10", "card_04", "card_07"], 3),
        ("w2", "w3", 9, ["card_10", "card_04", "card_07", "card_08"], 2),
    ],
)
def test_the_axis_stops_before_heavy_drift_and_pack(
    zone: str, beside: str, die: int, cards: list[str], left: int
) -> None:
    """It is checked as it tried: figures after a plus sign count in solid pack alone, where all damage is applied."""
    here, there = zone_of(zone, beside)
    board = ice_board(ice_task_force(here, there, "dd_36a 4", side="axis"))
    play(going(board, "axis"), dice=[(die,)], cards=cards)
    assert (board.force("t").at, board.force("t").counters[0].strength) == (here, left)


@rule("pq17", "10.2.6", "1.2")
def test_a_force_whose_only_ship_goes_home_is_gone() -> None:
    """Card 1: a heavy ship. The block does not go on; nobody books a point."""
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent"))
    play(going(board), dice=[(3,)], cards=["card_01"])
    assert board.state.forces == []
    assert [(one.unit, one.strength, one.how, one.open) for one in board.state.losses] == [("kent", 2, "ice", False)]
    assert board.state.bookings == []


@rule("pq17", "10.2.6", "7.8a")
def test_a_carrier_takes_her_aircraft_home() -> None:
    here, there = zone_of("w4", "w5")
    air = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("hudson", 1, id="h", base="kaldadarnes")]
    board = ice_board(ice_task_force(here, there, "victorious", "dd_a_i 2"), air=air)
    before = conserved(BOX, board.state)
    play(going(board), dice=[(3,)], cards=["card_16"])
    assert conserved(BOX, board.state) == before, "they are gone without being lost"
    assert [one.ship for one in board.force("t").counters] == ["dd_a_i"]
    assert [one.id for one in board.state.air] == ["h"]
    assert [one.unit for one in board.state.losses] == ["victorious"]


@rule("pq17", "10.2.6", "5.1.1b")
def test_a_tow_ends_with_its_tug() -> None:
    here, there = zone_of("w4", "w5")
    one = ice_task_force(here, there, "dd_a_i 1")
    one.counters[0].tows = True
    one.counters.append(Counter("mv", 1, dead=True, towed=True))
    one.kind, one.convoy = "convoy", Convoy()
    board = ice_board(one, turn=10)
    play(going(board), dice=[(3,)], cards=["card_06"])
    (left,) = board.force("t").counters
    assert (left.ship, left.towed, left.dead) == ("mv", False, True)
    assert (board.force("t").at, board.force("t").moved) == (here, 0), (
        "she is not in the hex of the ice yet, and lies still"
    )


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
def test_the_ice_of_arkhangelsk_is_met_on_entering(die: int, cards: tuple[str, ...], enters: bool) -> None:
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
def test_the_ice_of_barentsburg_is_met_on_leaving(dice: list[tuple[int, ...]], cards: int, leaves: bool) -> None:
    """W4 in May: heavy drift is expected. Who does not get out spends no Command Point, and may try again."""
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(0, ("0313",), pace="slow"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    play(going(board), dice=dice, cards=["card_04", "card_07", "card_08"][:cards])
    assert (one.port == "") is leaves
    assert (board.state.command["home_fleet"].left < 16) is leaves
    assert one.plan is not None


@rule("pq17", "10.0", "10.2.5")
def test_nobody_tries_a_port_in_ice_that_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    one = force("t", "allied", "task_force", "0214", "kent", port="barentsburg", plan=Plan(0, ("0313",), pace="slow"))
    board = ice_board(one, key=LANE[0], light=LANE[1])
    monkeypatch.setitem(BOX.charts.ice.expected, "may", ("sp!",) * 10)
    play(going(board))
    assert (one.port, board.state.command["home_fleet"].left) == ("barentsburg", 16)


@rule("pq17", "10.2.2", "5.4")
@pytest.mark.parametrize(("die", "cards", "left"), [(3, ["card_04", "card_06"], 1), (2, [], 2)])
def test_cruisers_that_follow_meet_the_ice_of_their_target(die: int, cards: list[str], left: int) -> None:
    """Light drift: a card of the Axis for the target, one of the Allies for who follows it; card 6 is a destroyer."""
    here, there = zone_of("w4", "w5")
    target = ice_task_force(here, there, "koln", side="axis")
    board = ice_board(target, force("s", "allied", "task_force", here, "kent", "dd_a_i 2"))
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "task_force", "s")]
    play(going(board, "axis"), dice=[(die,)], cards=cards)
    assert (target.at, board.force("s").at) == (there, there)
    assert board.force("s").counters[1].strength == left
    assert not [one for one in heard(board, "axis") if isinstance(one, ShipsHurt) and one.force == "s"]


@rule("pq17", "10.2.2", "6.3.5")
def test_a_follower_that_the_ice_takes_follows_no_longer() -> None:
    here, there = zone_of("w4", "w5")
    target = ice_task_force(here, there, "koln", side="axis")
    board = ice_board(target, force("s", "allied", "task_force", here, "kent"))
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "task_force", "s")]
    play(going(board, "axis"), dice=[(3,)], cards=["card_04", "card_01"])
    assert [one.id for one in board.state.forces] == ["t"]
    assert board.state.shadows == []


@rule("pq17", "10.4.1", "10.4.2")
@pytest.mark.parametrize(
    ("month", "second", "thaws"),
    [
        ("mar", False, False), ("mar", True, False), ("apr", False, True), ("apr", True, True), ("aug", True, True),
        ("sep", False, True), ("sep", True, False), ("oct", False, False), ("dec", True, False),
    ],
)  # fmt: skip
def test_when_ice_thaws(month: Month, second: bool, thaws: bool) -> None:
    assert is_thawing(month, second_half=second) is thaws


def ice_of_half(month: Month, *dice: int, second: bool = False) -> list[str]:
    found = run(ice_of_fortnight(BOX, month, second_half=second), dice=[(one,) for one in dice])
    return [f"{one.ice}{'!' if one.certain else ''}" for one in found.values()]


SIGNS: dict[str, Ice] = {"sp": "solid_pack", "tp": "thin_pack", "hd": "heavy_drift", "ld": "light_drift", "c": "clear"}


def signs(found: list[str]) -> str:
    short = {ice: sign for sign, ice in SIGNS.items()}
    return " ".join(short[one.rstrip("!")] + one[len(one.rstrip("!")) :] for one in found)


@rule("pq17", "10.4.1")
def test_a_thaw_from_the_lowest_number_up() -> None:
    """May: W1 certain, then solid pack, thin pack, heavy drift, light drift are expected; E alike. A zone that comes
    out worse than its neighbour of the next lower number is rolled again; a die of 0 is one better, of 9 one worse.
    """
    dice = (1, 1, 9, 5, 9, 5, 9, 9, 9)
    assert signs(ice_of_half("may", *dice)) == "sp tp hd hd hd sp! sp sp tp hd"
