"""Flagships (10.9)."""

import pytest

from games.titles.battleships.components.battles import Exit
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.rules.movement.courses import course_form, pair_of
from games.titles.battleships.rules.movement.move import _count_stacks, first_move
from games.titles.battleships.rules.scenario.setup import muster
from games.titles.battleships.rules.sighting import turn as turn_begins
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, sink
from games.titles.battleships.state.events.gunnery import Sunk
from games.titles.battleships.state.events.movement import FlagShifted, Moved
from games.titles.battleships.state.events.scenario import FlagNamed
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused
from tests.titles.battleships.positions import bridge_hit, damage_board, fired, flag_kongo, options

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
FLAG = Options(as_proposed=False, flagship=True)
TOGETHER = ("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 1", "prinz_eugen 4512 A 1")
BRITISH = pair_of("hood", "norfolk")
GERMAN = pair_of("bismarck", "prinz_eugen")


def led_by_kongo() -> Board:
    """Kongo leads the good Japanese crews of Force Z, on turn 3."""
    options = Options(as_proposed=False, crews=True, flagship=True, special_damage=True)
    board = in_battle("force_z", turn=3, options=options)
    board.state.flags = {"japanese": "kongo", "british": "repulse"}
    return board


@rule("battleships", "10.9", "10.9a")
@pytest.mark.parametrize("flag", ["hood", "norfolk"])
def test_whether_the_flagship_is_sunk_all_learn(flag: str) -> None:
    board = damage_board()
    board.state.flags = {"british": flag}
    settle(board, [Struck("hood", (6, 6), 0, harm_of("X"))])
    (sunk,) = [told.variants[0].event for told in board.told if isinstance(told.variants[0].event, Sunk)]
    assert sunk.flag is (flag == "hood")
    assert board.state.flags == ({} if flag == "hood" else {"british": "norfolk"})
    assert board.state.suspects["british"] == (["hood"] if flag == "hood" else ["norfolk"])
    assert board.state.disheartened == ({"british": 1} if flag == "hood" else {})


@rule("battleships", "10.9")
def test_without_flagships_nothing_is_counted() -> None:
    board = at_sea(*TOGETHER)
    board.state.stacked = {BRITISH: 2}
    _count_stacks(board, "british")
    assert board.state.stacked == {BRITISH: 2}


@rule("battleships", "10.9")
def test_flagships_are_named_in_secret() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 4512 A 4", options=options("flagship"))
    played = play(
        board, muster(board), says={"set_up@british": "flagship norfolk", "set_up@german": "flagship bismarck"}
    )
    assert board.state.flags == {"british": "norfolk", "german": "bismarck"}
    assert [event.ship for event in played.heard("british", FlagNamed)] == ["norfolk", ""]


@rule("battleships", "10.9a")
def test_when_the_flagship_sinks_all_crews_are_a_grade_worse() -> None:
    board = at_sea("bismarck 2512 A 4", "hood 2912 A 4", "norfolk 2914 A 4", options=options("flagship", "crews"))
    board.state.flags = {"british": "hood", "german": "bismarck"}
    fired(board, ("bismarck", "hood"), dice=[(4, 5), (6, 6)])  # 76, nine: 35 to 9, 3:1, twelve
    assert board.ship("hood").fate == "sunk"
    assert [board.crew(board.ship(name)) for name in ("norfolk", "bismarck")] == [-1, 0]


@rule("battleships", "10.9a")
@rule("battleships", "10.12b")
def test_the_bridge_of_one_flagship_costs_a_grade_once_and_her_sinking_one_more() -> None:
    board = flag_kongo()
    haruna = board.ship("haruna")
    grades = []
    for _ in range(2):
        bridge_hit(board, "kongo")
        grades.append(board.crew(haruna))
    sink(board, board.ship("kongo"))
    assert (grades, board.crew(haruna)) == ([0, 0], -1)


@rule("battleships", "10.9a")
@rule("battleships", "10.12b")
@pytest.mark.parametrize("strikes", [("-", "X"), ("X", "-")])
def test_a_flagship_that_loses_her_bridge_and_is_sunk_in_one_phase_costs_two_grades(strikes: tuple[str, str]) -> None:
    """5.2 All that was done in a phase counts, in whatever order it was rolled."""
    board = led_by_kongo()
    settle(board, [Struck("kongo", (3, 4), 0, harm_of(strikes[0]), "bridge", (5, 5)),
                   Struck("kongo", (6, 6), 0, harm_of(strikes[1]))])  # fmt: skip
    assert board.ship("kongo").fate == "sunk"
    assert board.crew(board.ship("haruna")) == -1
    assert board.crew(board.ship("repulse")) == 0


@rule("battleships", "10.9a")
def test_a_ship_that_bears_no_flag_disheartens_nobody_by_her_bridge_when_she_sinks() -> None:
    board = led_by_kongo()
    settle(board, [Struck("atago", (3, 4), 0, harm_of("X"), "bridge", (5, 5))])
    assert board.crew(board.ship("haruna")) == 1
    assert "atago" not in board.suspects("japanese")


@rule("battleships", "10.9a")
def test_poor_crews_are_never_worse_than_poor() -> None:
    board = in_battle("denmark_strait", options=Options(as_proposed=False, crews=True, flagship=True))
    board.state.flags = {"british": "hood", "german": "bismarck"}
    sink(board, board.ship("hood"))
    assert {name: board.crew(board.ship(name)) for name in ("prince_of_wales", "norfolk", "bismarck")} == {
        "prince_of_wales": -1, "norfolk": -1, "bismarck": 0
    }  # fmt: skip


@rule("battleships", "10.9a", "10.10d", "9.2")
def test_a_flagship_that_leaves_the_map_disheartens_nobody_and_gives_command_to_nobody() -> None:
    """10.9 speaks of a flagship that is sunk, 10.10 of who lies within sight of her."""
    exits = (Exit("british", ("north",)),)
    board = at_sea("hood 2501 A 4", "norfolk 2610 A 4", "bismarck 4512 A 4", exits=exits)
    board.state.flags = {"british": "hood", "german": "bismarck"}
    says = {"courses": 'steer hood by="ahead 1"\nsteer norfolk by="ahead 4"'}
    play(board, first_move(board), says=says)
    assert (board.ship("hood").fate, board.state.disheartened) == ("left", {})
    norfolk = board.ship("norfolk")
    assert turn_begins._lost(board, [norfolk], board.state.flags["british"]) == ["norfolk"]


@rule("battleships", "10.9b")
@pytest.mark.parametrize(("turns", "may"), [(2, ()), (3, ("norfolk",)), (4, ("norfolk",))])
def test_to_whom_the_flag_may_pass(turns: int, may: tuple[str, ...]) -> None:
    board = at_sea("hood 2512 A 1", "norfolk 2512 A 1", "renown 2512 A 1", FAR)
    board.state.flags = {"british": "hood"}
    board.state.stacked = {pair_of("norfolk", "hood"): turns, pair_of("norfolk", "renown"): 3}
    assert course_form(board, "british").heirs == may
    assert course_form(board, "german").heirs == ()
    board.state.flags = {}
    assert course_form(board, "british").heirs == ()


@rule("battleships", "10.9b")
@pytest.mark.parametrize(
    ("side", "before", "after"),
    [
        ("british", {}, {BRITISH: 1}),
        ("british", {BRITISH: 1}, {BRITISH: 2}),
        ("british", {BRITISH: 3, GERMAN: 2}, {BRITISH: 4, GERMAN: 2}),
        ("german", {BRITISH: 3, GERMAN: 2}, {BRITISH: 3, GERMAN: 3}),
        ("german", {BRITISH: 3}, {BRITISH: 3, GERMAN: 1}),
    ],
)
def test_the_turns_that_ships_have_lain_together_are_counted_for_who_moves(
    side: str, before: dict[str, int], after: dict[str, int]
) -> None:
    board = at_sea(*TOGETHER, options=FLAG)
    board.state.stacked = dict(before)
    _count_stacks(board, side)
    assert board.state.stacked == after


@rule("battleships", "10.9b")
@pytest.mark.parametrize(
    ("hood", "norfolk"),
    [
        ("hood 2512 A 2", "norfolk 2512 A 1"),
        ("hood 2512 A 1", "norfolk 2512 A 2"),
        ("hood 2512 A 1", "norfolk 2513 A 1"),
    ],
)
def test_who_parts_or_goes_faster_begins_anew(hood: str, norfolk: str) -> None:
    board = at_sea(hood, norfolk, *TOGETHER[2:], options=FLAG)
    board.state.stacked = {BRITISH: 3, GERMAN: 3}
    _count_stacks(board, "british")
    assert board.state.stacked == {GERMAN: 3}


@rule("battleships", "10.9b")
def test_of_three_ships_together_every_pair_counts_by_itself() -> None:
    board = at_sea("hood 2512 A 0", "norfolk 2512 A 1", "suffolk 2512 A 0", "bismarck 4512 A 4", options=FLAG)
    board.state.stacked = {BRITISH: 2, GERMAN: 1}
    _count_stacks(board, "british")
    assert board.state.stacked == {
        BRITISH: 3, pair_of("hood", "suffolk"): 1, pair_of("norfolk", "suffolk"): 1, GERMAN: 1,
    }  # fmt: skip


@rule("battleships", "10.9b")
def test_the_flag_passes_after_three_turns_together_at_speed_1() -> None:
    board = at_sea("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=options("flagship"))
    board.state.flags = {"british": "hood", "german": "bismarck"}
    for turn, may in ((1, False), (3, False), (5, False), (7, True)):
        board.state.turn = turn
        assert (course_form(board, "british").heirs == ("norfolk",)) is may, turn
        there = f"25{12 - (turn + 1) // 2:02}"
        say = f"course hood,norfolk way={there}"
        play(board, first_move(board), says={"courses@british": say + ("\nshift_flag norfolk" if may else "")})
    assert board.state.flags["british"] == "norfolk"


@rule("battleships", "10.9b")
def test_the_flag_passes_with_the_orders_before_the_ships_move() -> None:
    """Reading: after three moves together the order takes effect at once; the ships may part in that very move."""
    board = at_sea(
        "hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=Options(as_proposed=False, flagship=True)
    )
    board.state.flags = {"british": "hood", "german": "bismarck"}
    board.state.stacked = {"hood+norfolk": 3}
    play(board, first_move(board), says={"courses@british": "shift_flag norfolk\ncourse hood way=2511,2510"})
    assert board.state.flags["british"] == "norfolk"
    assert board.ship("hood").at == "2510"
    heard = {side: [type(told.for_seat(side)) for told in board.told] for side in board.sides}
    assert heard["british"].index(FlagShifted) < heard["british"].index(Moved)
    assert FlagShifted not in heard["german"]


@rule("battleships", "10.9b")
@pytest.mark.parametrize(("speeds", "may"), [((1, 1, 1), True), ((1, 2, 1), False), ((0, 0, 0), True), ((1, 1), False)])
def test_the_flag_passes_after_three_turns_together_none_of_them_faster_than_one(
    speeds: tuple[int, ...], may: bool
) -> None:
    options = Options(as_proposed=False, flagship=True)
    board = at_sea("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=options)
    board.state.flags = {"british": "hood", "german": "bismarck"}
    row = 12
    for turn, speed in enumerate(speeds):
        board.state.turn = 1 + 2 * turn
        way = ",".join(f"25{row - step:02}" for step in range(1, speed + 1))
        row -= speed
        say = f"course hood,norfolk way={way}" if speed else "stop hood,norfolk"
        play(board, first_move(board), says={"courses@british": say})
    board.state.turn += 2
    assert (refused(course_form(board, "british"), "shift_flag norfolk") == []) is may
