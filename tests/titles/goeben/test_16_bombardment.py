"""16.0 Shore bombardment."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Gone, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, Says

rule = pytest.mark.rule

PORT, BASE = "bone", "bizerte"
FORT = {strength: next(name for name, value in BOX.forts.items() if value == strength) for strength in (1, 2, 3, 4)}


def off(forts: str = FORT[2], *, at: str = PORT, **rest: object) -> Board:
    """Goeben off a port with coastal defences."""
    return battle_board("", at=at, forts={at: forts}, **rest)  # type: ignore[arg-type]


def bombard(board: Board, dice: Dice, says: Says | None = None) -> Played:
    return fight(board, dice=[(6,), *dice], says=says, begin="bombardment")


def fired(played: Played) -> list[tuple[str, str, int]]:
    return [(event.ship, event.battery, len(event.dice)) for event in played.told(told.Fired)]


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


@rule("goeben", "16.0")
@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "13.chart/Storm")
@pytest.mark.parametrize("weather", [Weather(storm=True), Weather(visibility="none")])
def test_no_bombardment_in_such_weather(weather: Weather) -> None:
    board = off(weather=weather)
    played = fight(board, begin="bombardment")
    assert played.told(told.ContactRolled) == []
    assert played.following == "landing"


@rule("goeben", "16.0.4")
@rule("goeben", "16.0")
@pytest.mark.parametrize("at", ["messina", "pola", PORT])
def test_nothing_to_bombard(at: str) -> None:
    """Neutral and friendly ports, and ports whose defences are gone."""
    board = battle_board("", at=at)
    assert fight(board, begin="bombardment").following == "landing"
    assert board.state.battle is None


@rule("goeben", "16.0")
def test_a_captured_port_is_not_bombarded() -> None:
    board = off()
    board.state.ashore[PORT] = "goeben"
    fight(board, begin="bombardment")
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "22.0")
def test_there_is_no_night_ashore() -> None:
    board = off(options=Options(night=True), goeben="+ammunition=0")
    played = bombard(board, [misses(2)])
    assert played.told(told.NightRolled) == []
    assert [(event.ship, len(event.dice)) for event in played.told(told.Fired)] == [("fort_5", 2)], "with all its guns"
