"""Special damage (10.12)."""

from typing import Any

import pytest

from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, tell_special
from games.titles.battleships.state.events.gunnery import SpecialHit
from games.titles.battleships.state.events.scenario import Disheartened
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play
from tests.titles.battleships.positions import (
    bridge_hit,
    damage_board,
    fired,
    flag_kongo,
    night_board,
    one_strike,
    options,
)

rule = pytest.mark.rule


def hit(total: tuple[int, int], *, night: bool = False, flags: bool = False) -> Board:
    """Hood strikes Bismarck (25 points, 1:1, seven: 1W), and special damage is rolled."""
    names = ("special_damage", "radar", "crews", *(["flagship"] if flags else []))
    board = at_sea(
        "hood 2512 A 4", "bismarck 3512 A 4 radar=fumo", "prinz_eugen 3516 A 4", night=night, options=options(*names)
    )
    if flags:
        board.state.flags = {"german": "bismarck", "british": "hood"}
    shots = fired(board, ("hood", "bismarck"), dice=[(4, 5), (3, 4), total])
    assert shots["hood"].result == "1W"
    return board


@rule("battleships", "10.12", "6.2d")
@pytest.mark.parametrize(
    ("odds", "dice", "modifier", "special"),
    [
        ("3:1", [(3, 4), (3, 4)], 0, "deck"), ("3:1", [(3, 3)], 0, ""), ("3:1", [(5, 5), (3, 4)], -3, "deck"),
        ("3:1", [(3, 4)], -3, ""), ("1:2", [(3, 4)], 0, ""), ("1:2", [(5, 6), (4, 4)], 0, "radar"),
        ("3:1", [(1, 1)], -3, ""), ("1:1", [(5, 6), (4, 5)], 0, "rudder"), ("1:1", [(3, 4), (5, 5)], 0, "bridge"),
        ("1:1", [(3, 4), (5, 6)], 0, "power"), ("1:1", [(3, 4), (6, 6)], 0, "none"),
        ("1:1", [(3, 4), (3, 3)], 0, "none"),
        ("1:1", [(3, 4), (1, 1)], 0, "none"),
    ],
)  # fmt: skip
def test_what_special_damage_a_roll_brings_after_its_modifier(
    odds: str, dice: list[tuple[int, ...]], modifier: int, special: str
) -> None:
    found = one_strike(damage_board(), "bismarck", odds, *dice, modifier=modifier)
    assert (found.special, found.special_dice) == (special, dice[-1] if special else ())


@rule("battleships", "10.12")
def test_where_nothing_special_is_hit_nothing_is_told() -> None:
    board = damage_board()
    tell_special(board, None)
    tell_special(board, Struck("hood", (3, 3), 0, harm_of("1W")))
    assert board.told == []


@rule("battleships", "10.12")
@rule("battleships", "T.special")
@pytest.mark.parametrize(
    ("odds", "roll", "comes"),
    [("1:1", 7, True), ("1:1", 11, True), ("1:1", 6, False), ("5:1", 7, True), ("2:1", 8, False), ("1:2", 7, False),
     ("1:2", 11, True), ("1:2", 10, False)],
)  # fmt: skip
def test_which_rolls_bring_special_damage(odds: str, roll: int, comes: bool) -> None:
    assert BOX.tables.special.is_caused_by(odds, roll) is comes


@rule("battleships", "10.12")
@pytest.mark.parametrize("total", [(1, 1), (3, 3), (6, 6)])
def test_other_totals_do_nothing(total: tuple[int, int]) -> None:
    board = hit(total)
    bismarck = board.ship("bismarck")
    assert (bismarck.burning, bismarck.radar_lost, bismarck.jammed, bismarck.shaken, bismarck.unlit) == (
        0, False, 0, 0, 0
    )  # fmt: skip


@rule("battleships", "10.12a", "10.12b", "10.12c")
@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize(
    ("hit", "field", "value"),
    [("deck", "burning", 6), ("radar", "radar_lost", True), ("rudder", "jammed", 5), ("bridge", "shaken", 6),
     ("power", "unlit", 6), ("none", "", 0), ("", "", 0)],
)  # fmt: skip
def test_each_hit_does_one_thing(hit: str, field: str, value: Any, night: bool) -> None:
    board = damage_board("hood 2512 A 4 radar=type_284", "bismarck 3512 A 4", night=night, turn=5)
    hood = board.ship("hood")
    settle(board, [Struck("hood", (3, 4), 0, harm_of("-"), hit)])
    found = {name: getattr(hood, name) for name in ("burning", "radar_lost", "jammed", "shaken", "unlit")}
    expected = {"burning": 0, "radar_lost": False, "jammed": 0, "shaken": 0, "unlit": 0}
    if hit != "deck" or night:
        expected |= {field: value} if field else {}
    assert found == expected


@rule("battleships", "10.12a")
def test_no_radar_is_lost_where_there_is_none() -> None:
    board = damage_board()
    settle(board, [Struck("norfolk", (3, 4), 0, harm_of("-"), "radar")])
    assert not board.ship("norfolk").radar_lost


@rule("battleships", "10.12a")
def test_a_deck_hit_burns_by_night_only() -> None:
    assert hit((3, 4)).ship("bismarck").burning == 0
    board = hit((3, 4), night=True)
    assert board.ship("bismarck").burning == 2
    board.state.turn, board.state.markers = 2, []
    shots = fired(board, ("hood", "bismarck"), dice=[(2, 2), (1, 1)])
    assert {line.key: line.amount for line in shots["hood"].modifiers} == {"burning": 1}


@rule("battleships", "10.12a")
def test_radar_is_destroyed_for_good() -> None:
    board = hit((4, 4))
    assert board.radar(board.ship("bismarck")) is None


@rule("battleships", "10.12b", "10.9")
@pytest.mark.parametrize(
    ("ship", "hit", "flag"),
    [
        ("bismarck", "bridge", True),
        ("bismarck", "deck", False),
        ("hood", "bridge", False),
        ("norfolk", "bridge", False),
    ],
)
def test_that_a_bridge_is_a_flagships_is_told(ship: str, hit: str, flag: bool) -> None:
    board = damage_board()
    board.state.flags = {"german": "bismarck", "british": "suffolk"}

    async def told() -> None:
        tell_special(board, Struck(ship, (3, 4), 0, harm_of("1W"), hit, (5, 5)))

    (event,) = play(board, told()).told(SpecialHit)
    assert (event.ship, event.dice, event.hit, event.flag) == (ship, (5, 5), hit, flag)


@rule("battleships", "5.15", "10.12b")
def test_a_ship_that_sinks_suffers_no_special_damage_but_of_her_bridge() -> None:
    board = damage_board(turn=5)
    settle(board, [Struck("hood", (6, 6), 0, harm_of("X")), Struck("hood", (3, 4), 0, harm_of("1W"), "power")])
    hood = board.ship("hood")
    assert (hood.fate, hood.unlit) == ("sunk", 0)
    flag = damage_board(turn=5)
    flag.state.flags = {"british": "hood"}
    settle(flag, [Struck("hood", (6, 6), 0, harm_of("X")), Struck("hood", (3, 4), 0, harm_of("1W"), "bridge")])
    events = [told.variants[0].event for told in flag.told if isinstance(told.variants[0].event, Disheartened)]
    assert [(event.side, event.ship, event.sunk) for event in events] == [
        ("british", "hood", False),
        ("british", "hood", True),
    ]
    assert flag.state.disheartened == {"british": 2}


@rule("battleships", "10.12b")
def test_a_jammed_rudder_holds_course_and_speed_this_turn() -> None:
    board = hit((4, 5))
    (bismarck,) = [ship for ship in course_form(board, "german").ships if ship.ship == "bismarck"]
    assert (bismarck.held, bismarck.line, bismarck.least, bismarck.most) == (
        True, ("3511", "3510", "3509", "3508"), 4, 4
    )  # fmt: skip
    board.state.turn = 2
    assert not [ship.held for ship in course_form(board, "german").ships if ship.ship == "bismarck" and ship.held]


@rule("battleships", "10.12b")
@rule("battleships", "9.2")
@pytest.mark.parametrize(("turn", "at", "fate"), [(10, "3033", "left"), (8, "3033", ""), (10, "3015", "")])
def test_a_jammed_rudder_takes_her_out_by_her_exit_at_last_turns_speed(turn: int, at: str, fate: str) -> None:
    board = in_battle("denmark_strait", f"bismarck {at} D 5", "prinz_eugen 2616 E 5", turn=turn)
    bismarck = board.ship("bismarck")
    bismarck.jammed = turn
    play(board, (first_move if board.inferior == "german" else second_move)(board))
    assert bismarck.fate == fate
    assert fate or bismarck.speed == 5


@rule("battleships", "10.12b")
def test_a_bridge_hit_makes_the_crew_worse_next_turn_and_on_the_flagship_all_for_good() -> None:
    board, flag = hit((5, 5)), hit((5, 5), flags=True)
    grades = {}
    for turn in (1, 2, 3):
        board.state.turn = flag.state.turn = turn
        grades[turn] = [board.crew(board.ship(name)) for name in ("bismarck", "prinz_eugen")]
        assert flag.crew(flag.ship("prinz_eugen")) == -1
    assert grades == {1: [0, 0], 2: [-1, 0], 3: [0, 0]}


@rule("battleships", "10.12b")
def test_a_bridge_hit_on_the_flagship_counts_for_herself_as_for_the_others() -> None:
    board = flag_kongo()
    bridge_hit(board, "kongo")
    for turn in (4, 5):
        board.state.turn = turn
        assert [board.crew(board.ship(name)) for name in ("kongo", "haruna")] == [0, 0]


@rule("battleships", "10.12c")
def test_without_power_she_has_neither_radar_nor_guns_next_turn() -> None:
    board = hit((5, 6))
    bismarck, able = board.ship("bismarck"), {}
    for turn in (1, 2, 3):
        board.state.turn = turn
        able[turn] = (
            "bismarck" in {aim.ship for aim in target_form(board, "german").aims},
            board.radar(bismarck) is not None,
        )
    assert able == {1: (True, True), 2: (False, False), 3: (True, True)}


@rule("battleships", "10.12c")
@rule("battleships", "11.10")
@pytest.mark.parametrize(
    ("fields", "may"),
    [({}, True), ({"unlit": 3}, False), ({"unlit": 4}, True), ({"weapons": 3}, False), ({"weapons": 2}, True)],
)
def test_the_place_ashore_is_bombarded_by_guns_that_can_fire(fields: dict[str, int], may: bool) -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", turn=3)
    for field, value in fields.items():
        setattr(board.ship("kirishima"), field, value)
    assert target_form(board, "japanese").bombards == ("kirishima" if may else "")


@rule("battleships", "10.12c", "4.3")
@pytest.mark.parametrize(("unlit", "lamps"), [(5, {"norfolk"}), (6, {"hood", "norfolk"}), (0, {"hood", "norfolk"})])
def test_power_that_failed_silences_star_shells_too(unlit: int, lamps: set[str]) -> None:
    board = night_board()
    board.state.turn = 5
    board.ship("hood").unlit = unlit
    assert {flare.ship for flare in target_form(board, "british").flares} == lamps
