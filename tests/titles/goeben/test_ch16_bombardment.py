"""Chapter 16: bombardment."""

import pytest

from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Foe, Gone, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import alerts, battle_board, battle_ended, bombard, fight, fought, misses, off, shots
from tests.titles.goeben.laid_out import Dice, Played, play

rule = pytest.mark.rule
PORT, BASE = "bone", "bizerte"
FORT = {strength: next(name for name, value in BOX.forts.items() if value == strength) for strength in (1, 2, 3, 4)}


def fired(played: Played) -> list[tuple[str, str, int]]:
    return [(event.ship, event.battery, len(event.dice)) for event in played.told(told.Fired)]


FIRST = (6,)
FORT3, OTHER3, FORT1 = "fort_11", "fort_12", "fort_1"


def shore(board: Board, dice: Dice, says: dict[str, str] | None = None) -> Played:
    return fight(board, dice=[FIRST, *dice], says=says, begin="bombardment")


MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""
WEAK_FORT = next(name for name, value in BOX.forts.items() if value == 2)


# --- 16.0 fire ashore


@rule("goeben", "16.0")
@rule("goeben", "9.0.1")
def test_coastal_defences_fire_their_strength_once_and_no_torpedoes_run() -> None:
    board = off(f"{FORT[2]} {FORT[3]}", doctrine="torpedoes bc,ca,cl,dd")
    played = bombard(board, [misses(9), misses(2), misses(3), misses(7), misses(6)])
    assert fired(played) == [
        ("goeben", "primary", 9), (FORT[2], "primary", 2), (FORT[3], "primary", 3),
        ("goeben", "secondary", 7), ("goeben", "tertiary", 6),
    ]  # fmt: skip
    assert board.ship("goeben").torpedoes == 2
    assert board.ship("goeben").ammunition == 5
    assert played.following == "landing"


@rule("goeben", "16.0")
def test_defences_bring_nothing_to_contact() -> None:
    board = off(alert=6, goeben="+ammunition=0")
    (event,) = bombard(board, [misses(2)]).told(told.ContactRolled)
    assert (event.german, event.allied, event.shore) == (8, 0, True)
    assert event.foes == (), "nobody knows them yet"


@rule("goeben", "16.0")
def test_defences_are_turned_up_and_stay_so() -> None:
    board = off(goeben="+ammunition=0")
    played = bombard(board, [misses(2)])
    assert played.told(told.FortsShown) == [told.FortsShown(PORT, {FORT[2]: 2})]
    assert [marker.up for marker in board.state.forts[PORT]] == [True]


@rule("goeben", "16.0")
@pytest.mark.parametrize(("die", "hits"), [(3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_shot_at_the_shore_hits_from_four_on(die: int, hits: int) -> None:
    board = off(goeben="+secondary=0+tertiary=0")
    table = [(2,)] if hits else []
    played = bombard(board, [(die, *misses(8)), *table, misses(2)])
    assert played.told(told.Fired)[0].hits == hits


@rule("goeben", "17.1")
@rule("goeben", "16.0")
@pytest.mark.parametrize("strength", [1, 4])
def test_a_coastal_defence_is_worth_its_strength(strength: int) -> None:
    board = off(FORT[strength])
    bombard(board, [(4, *misses(8)), (5,)])
    assert board.state.vp == strength
    assert Gone(FORT[strength], "destroyed", 1) in board.state.gone


@rule("goeben", "16.0")
def test_the_defence_aimed_at_goes_first_and_then_the_next() -> None:
    weak, strong = FORT[1], FORT[4]
    board = off(f"{strong} {weak}", doctrine="ask-first")
    played = bombard(
        board, [(4, *misses(8)), (5,), misses(4), misses(7), misses(6)], {"engage": f"fire goeben at={weak}"}
    )
    assert [event.ship for event in played.told(told.ShipGone)] == [weak]
    board = off(f"{weak} {strong}")
    played = bombard(board, [(4, 4, *misses(7)), (5, 6)])
    assert [event.ship for event in played.told(told.ShipGone)] == [strong, weak], "the strongest, unless ordered"


@rule("goeben", "16.0")
def test_a_magazine_takes_all_defences_with_it() -> None:
    board = off(f"{FORT[1]} {FORT[4]}", at="toulon")
    bombard(board, [(4, *misses(8)), (6,), (2, 3)])
    assert board.state.vp == 5 + 1 + 4
    assert board.state.forts["toulon"] == []


@rule("goeben", "16.0")
def test_what_defences_hit_is_damaged_as_in_any_battle() -> None:
    board = off(goeben="+ammunition=0", breslau=f"{PORT}+ammunition=0")
    played = bombard(board, [(6, 6), (3, 4)])
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (11, 5)
    assert played.told(told.Fired)[0].target == "goeben", "T.priority: the largest"


@rule("goeben", "16.0")
@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "13.chart/Storm")
@pytest.mark.parametrize("weather", [Weather(storm=True), Weather(visibility="none")])
def test_no_bombardment_in_such_weather(weather: Weather) -> None:
    board = off(weather=weather)
    played = fight(board, begin="bombardment")
    assert played.told(told.ContactRolled) == []
    assert played.following == "landing"


@rule("goeben", "16.0")
def test_a_captured_port_is_not_bombarded() -> None:
    board = off()
    board.state.ashore[PORT] = "goeben"
    fight(board, begin="bombardment")
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "16.0")
@rule("goeben", "16.0.2")
@rule("goeben", "16.0.4")
def test_algiers_is_bombarded_and_may_be_taken() -> None:
    board = battle_board("", at="algiers", goeben="+cargo=seebataillon", forts={"algiers": "fort_11"}, turn=5,
                         doctrine="landing")  # fmt: skip
    dice = [(1,), (4, 5, *misses(7)), (3, 2), (5,), (6, 1, 1), (4,), (6, *misses(6)), (6,)]
    fight(board, dice=dice, begin="bombardment")
    goeben = board.ship("goeben")
    assert (board.state.vp, board.state.alert, goeben.ammunition, goeben.engines) == (5 + 3, 2, 5, 5)
    board.day.queue = ["algiers"]
    play(board, landing(board))
    assert board.state.ashore == {"algiers": "goeben"}


@rule("goeben", "16.0")
@rule("goeben", "T.priority")
def test_a_coastal_defence_aims_at_the_battlecruiser() -> None:
    board = battle_board("", at="algiers", goeben=MUTE, breslau=f"algiers{MUTE}", forts={"algiers": "fort_11"})
    played = fight(board, dice=[(6,), misses(3)], begin="bombardment")
    assert [(event.target, len(event.dice)) for event in played.told(told.Fired)] == [("goeben", 3)]


@rule("goeben", "16.0.2")
@rule("goeben", "16.0")
@rule("goeben", "14.tables")
@pytest.mark.parametrize(
    ("at", "die", "more", "points", "left"),
    [
        (PORT, 1, [(3,)], -3, 1), (PORT, 2, [], 0, 1), (PORT, 3, [(5,)], 5, 1), (PORT, 4, [(5,)], 5, 1),
        (PORT, 5, [], 2, 0), (PORT, 6, [], 2, 0),
        (BASE, 1, [(3,)], -3, 1), (BASE, 2, [], 0, 1), (BASE, 3, [], 0, 1), (BASE, 4, [(5,)], 5, 1),
        (BASE, 5, [], 2, 0), (BASE, 6, [(4, 6)], 12, 0),
    ],
)  # fmt: skip
def test_the_hit_table_of_ports_and_bases(at: str, die: int, more: Dice, points: int, left: int) -> None:
    board = off(at=at, goeben="+secondary=0+tertiary=0")
    bombard(board, [(4, *misses(8)), (die,), *more, *([misses(2)] if left else [])])
    assert board.state.vp == points
    assert len(board.state.forts[at]) == left


@rule("goeben", "16.0.4")
@rule("goeben", "16.0")
@pytest.mark.parametrize("at", ["messina", "pola", PORT])
def test_nothing_to_bombard(at: str) -> None:
    """Neutral and friendly ports, and ports whose defences are gone."""
    board = battle_board("", at=at)
    assert fight(board, begin="bombardment").following == "landing"
    assert board.state.battle is None


@rule("goeben", "16.0.5")
def test_nobody_is_asked_for_torpedoes_ashore() -> None:
    """The shore column of the fire table is for guns; with `each-round` three batteries are asked for, no fourth."""
    board = battle_board("", at="bone", forts={"bone": WEAK_FORT}, doctrine="each-round; targets bc")
    played = fight(board, dice=[(6,), misses(9), misses(2), misses(7), misses(6)], begin="bombardment")
    assert played.kinds == ["round"] * 3
    assert not [
        question for question in played.asked if any(way.verb == "launch" for way in question.form.cached_templates)
    ]
    assert [event.batteries for event in played.told(told.RoundBegan)] == [("primary",), ("secondary",), ("tertiary",)]


# --- alert


@rule("goeben", "16.alert")
@rule("goeben", "5.1")
@pytest.mark.parametrize(("fire", "alert"), [(True, 2), (False, 1)])
def test_a_round_of_fire_raises_the_alert(fire: bool, alert: int) -> None:
    board = fought(Foe("gb_bc_1"), fire=fire)
    battle_ended(board)
    assert board.state.alert == alert


@rule("goeben", "14.14.1")
@rule("goeben", "16.alert")
@rule("goeben", "14.14")
def test_a_bombardment_raises_the_alert_and_is_no_naval_battle() -> None:
    board = off(FORT[4], at=BASE)
    bombard(board, [(4, *misses(8)), (6,), (6, 6)])
    assert board.state.vp == 16
    assert board.state.alert == 2
    assert board.ship("goeben").leadership == 4


@rule("goeben", "16.alert")
@rule("goeben", "14.4")
def test_ships_may_break_off_before_a_shot() -> None:
    board = off(doctrine="break-off fort")
    bombard(board, [])
    assert board.ship("goeben").at in BOX.waters.neighbours(PORT)
    assert board.state.alert == 1


@rule("goeben", "16.alert")
@rule("goeben", "16.0.3")
def test_without_german_fire_there_was_no_bombardment() -> None:
    board = battle_board("", at="algiers", goeben="+ammunition=0", forts={"algiers": FORT3}, alert=2)
    played = shore(board, [misses(3)])
    assert shots(played) == [(FORT3, "primary", "goeben", 3)], "the fight is forced (12.5)"
    assert alerts(played) == []
    assert board.state.alert == 2


@rule("goeben", "16.alert")
def test_who_holds_his_fire_raises_no_alarm() -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3}, doctrine="ask-first")
    assert alerts(shore(board, [misses(3)], {"engage": "hold goeben"})) == []
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "16.alert")
def test_one_round_of_german_fire_is_enough() -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3})
    assert alerts(shore(board, [(4, *misses(8)), (5,)])) == ["bombardment"]
    assert (board.state.alert, board.ship("goeben").ammunition, board.state.vp) == (2, 5, 3)


@rule("goeben", "16.alert")
@rule("goeben", "16.0.1")
@rule("goeben", "14.8.1")
def test_a_sea_fight_and_a_bombardment_count_each() -> None:
    board = battle_board("gb_dd_1", at="algiers", forts={"algiers": FORT3})
    assert alerts(fight(board, dice=[FIRST, (6, *misses(8)), (3,)])) == ["battle"]
    board.day.queue = ["algiers"]
    assert alerts(shore(board, [(4, *misses(8)), (5,)])) == ["battle", "bombardment"]
    assert (board.state.alert, board.ship("goeben").ammunition) == (3, 4)


@rule("goeben", "16.alert")
@pytest.mark.parametrize("weather", [Weather("none"), Weather(storm=True)])
def test_without_bombardment_no_alarm(weather: Weather) -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3}, weather=weather)
    assert alerts(fight(board, begin="bombardment")) == []


@rule("goeben", "16.alert")
def test_a_sea_fight_counts_whoever_fired() -> None:
    board = battle_board("gb_lc_2", goeben="+ammunition=0+torpedoes=0")
    assert alerts(fight(board, dice=[FIRST, misses(2), misses(1)])) == ["battle"]
