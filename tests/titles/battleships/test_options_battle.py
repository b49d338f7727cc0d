"""10.5 to 10.7, 10.9, 10.10, 10.12 Options of torpedoes, mines, batteries, flagships, command and special damage."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.battleships.components.battles import Battery
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import carry_out, first_targets, target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import muster, new_game
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, sink
from games.titles.battleships.state.events.gunnery import Bombarding, Fired
from games.titles.battleships.state.events.movement import MineStruck
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.events.scenario import FlagNamed, MinesLaid
from games.titles.battleships.state.events.sighting import Astray
from games.titles.battleships.state.state import Ship
from games.titles.battleships.visibility.hearing import discloses
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused

rule = pytest.mark.rule


def options(*names: str) -> Options:
    return Options(as_proposed=False, **dict.fromkeys(names, True))


# --- 10.5 reloads


@rule("battleships", "10.5")
@rule("battleships", "6.2c")
def test_a_japanese_ship_launches_again_three_turns_later_and_never_a_third_time() -> None:
    board = at_sea("atago 2512 A 4", "hood 2912 A 4", turn=5, options=options("reloads"))
    atago = board.ship("atago")
    atago.torpedoes = 2
    miss = [(6, 6)]
    play(board, torpedoes(board), dice=miss, says={"torpedoes@japanese": "launch atago at=hood"})
    launches = {}
    for turn in (6, 7, 8):
        board.state.turn = turn
        launches[turn] = bool(torpedo_form(board, "japanese").salvoes)
    assert launches == {6: False, 7: False, 8: True}
    play(board, torpedoes(board), dice=miss, says={"torpedoes@japanese": "launch atago at=hood"})
    board.state.turn = 19
    assert not torpedo_form(board, "japanese").salvoes


@rule("battleships", "10.5")
@pytest.mark.parametrize(("names", "launches"), [((), 1), (("reloads",), 2)])
def test_only_the_japanese_and_only_by_the_option_carry_reloads(names: tuple[str, ...], launches: int) -> None:
    ships = {ship.id: ship.torpedoes for ship in new_game(BOX, "force_z", options(*names)).ships}
    assert ships["atago"] == ships["jp_dd"] == launches
    assert ships["gb_dd"] == 1
    assert ships["kongo"] == 0


# --- 10.6 mines


def mined(way: str, *dice: tuple[int, ...]) -> tuple[Board, list[MineStruck]]:
    board = at_sea("hood 2513 A 4", "bismarck 4512 A 4", options=options("mines"))
    board.state.mines = {"german": ("2512",)}
    played = play(board, first_move(board), dice=dice, says={"courses@british": f"course hood way={way}"})
    return board, played.told(MineStruck)


@rule("battleships", "10.6")
@rule("battleships", "10.6a")
def test_mines_strike_in_passing_and_the_ship_sails_on() -> None:
    board, struck = mined("2512,2511,2510", (5, 4))
    hood = board.ship("hood")
    assert [(one.at, one.result) for one in struck] == [("2512", "1W1S")]
    assert (hood.at, hood.speed, hood.weapons, hood.hull) == ("2510", 3, 1, 1)
    assert board.state.mines == {"german": ("2512",)}


@rule("battleships", "10.6a")
def test_a_ship_that_a_mine_sinks_stops_there() -> None:
    board, _ = mined("2512,2511,2510", (6, 6))
    assert [(lost.ship, lost.fate, lost.at) for lost in board.state.record.lost] == [("hood", "sunk", "2512")]


@rule("battleships", "10.6")
def test_whoever_sails_past_strikes_nothing() -> None:
    _, struck = mined("2612,2611")
    assert struck == []


@rule("battleships", "10.6")
@rule("battleships", "11.2")
def test_mines_are_laid_in_secret_before_the_game() -> None:
    board = Board(new_game(BOX, "mers_el_kebir", Options()), BOX)
    played = play(board, muster(board), says={"set_up@british": "mine hexes=4425,4122,4223"})
    assert played.kinds == ["set_up@british"]
    assert board.state.mines == {"british": ("4122", "4223", "4425")}
    assert [event.hexes for event in played.heard("british", MinesLaid)] == [("4122", "4223", "4425")]
    assert [event.hexes for event in played.heard("french", MinesLaid)] == [()]
    assert [event.count for event in played.heard("french", MinesLaid)] == [3]


# --- 10.7 batteries


def battery(*ships: str, names: tuple[str, ...] = ("batteries",)) -> Board:
    """A battery of attack 9, defence 12 and range 12 on an islet at 2512."""
    board = at_sea(
        *ships, options=options(*names),
        batteries=(Battery(id="fort", side="german", at="2512", attack=9, defence=12, range=12),),
    )  # fmt: skip
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2512", heading="A"))
    return board


def fired(board: Board, *orders: tuple[str, str], dice: list[tuple[int, ...]]) -> dict[str, Fired]:
    for side in board.sides:
        own = [{"order": "target", "ship": ship, "at": at} for ship, at in orders if board.ship(ship).side == side]
        carry_out(board, target_form(board, side).accept(own))
    return {shot.firer: shot for shot in play(board, gunnery(board), dice=dice).told(Fired)}


@rule("battleships", "10.7")
@rule("battleships", "10.7a")
def test_a_battery_has_no_arc_is_no_slow_target_and_suffers_under_fire() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    shots = fired(board, ("hood", "fort"), ("fort", "hood"), dice=[(3, 4), (1, 1), (6, 6), (1, 1)])
    assert {line.key: line.amount for line in shots["hood"].modifiers} == {"under_fire": -2}
    assert {line.key: line.amount for line in shots["fort"].modifiers} == {"under_fire": -2}
    # hood 42, five: 10 points to 12; battery 9, ten: 10 points to 9
    assert (shots["hood"].points, shots["hood"].odds) == (10, "1:2")
    assert shots["fort"].points == 10


@rule("battleships", "10.7")
@rule("battleships", "10.7a")
def test_a_battery_ignores_s_and_is_destroyed_at_3w() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    fort = board.ship("fort")
    fort.weapons = 2
    fired(board, ("hood", "fort"), dice=[(4, 4), (4, 4)])  # eight: 25 points, 2:1, eight: 2S
    assert (fort.weapons, fort.hull, fort.fate) == (2, 0, "")
    board.state.markers = []
    fired(board, ("hood", "fort"), dice=[(4, 4), (3, 4)])  # 2:1, seven: 2W
    assert fort.fate == "sunk"


@rule("battleships", "10.7a")
def test_a_battery_tries_twice_to_mend_its_guns() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    fort = board.ship("fort")
    fort.weapons = 2
    played = play(board, repair(board), dice=[(3,), (4,)])
    assert [event.kind for event in played.told(Mended)] == ["guns", "guns"]
    assert (fort.weapons, fort.mended) == (1, 1)


@rule("battleships", "10.7")
@rule("battleships", "10.7b")
def test_torpedoes_do_not_reach_batteries_and_secondaries_do() -> None:
    board = battery("norfolk 2510 C 4", "hood 2508 C 4", "bismarck 4512 A 4")
    assert "fort" not in {salvo.at for salvo in torpedo_form(board, "british").salvoes}
    assert ("hood", "fort") in {(aim.ship, aim.at) for aim in target_form(board, "british").aims if aim.secondary}
    assert not [aim for aim in target_form(board, "german").aims if aim.ship == "fort" and aim.secondary]


@rule("battleships", "10.7")
def test_a_battery_never_moves_and_stands_only_with_the_option() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    assert "fort" not in {ship.ship for ship in course_form(board, "german").ships}
    with_, without = ({ship.id for ship in new_game(BOX, "casablanca", one).ships} for one in (Options(), options()))
    assert with_ - without == {"el_hank"}


# --- 10.9 flagships


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


# --- 10.10 command


def commanded(*ships: str, names: tuple[str, ...] = ("command",)) -> Board:
    return at_sea(*ships, sight=0, turn=0, turns=20, options=options(*names))


@rule("battleships", "10.10")
@rule("battleships", "10.10a")
def test_ships_in_hexes_that_end_in_a_drawn_figure_lose_command() -> None:
    board = commanded("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3012 A 4")
    # British draw two chits, the Germans one; both sides' hexes end in 2
    played = play(board, sighting(board), dice=[(3,)], draws=[(2, 5), (2,)])
    assert {name for event in played.told(Astray) for name in event.ships} == {"hood", "bismarck"}
    assert {aim.ship for aim in target_form(board, "british").aims} == {"norfolk"}
    held = {ship.ship: ship.held for ship in course_form(board, "british").ships}
    assert held == {"hood": True, "norfolk": False}


@rule("battleships", "10.10a")
def test_a_ship_without_command_goes_straight_at_a_speed_of_her_choice() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", options=options("command"))
    board.state.astray = ["hood"]
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") == []
    assert refused(form, "course hood way=2611,2610") != []
    assert refused(form, "course hood way=2511") != []


@rule("battleships", "10.10d")
def test_the_flagship_and_those_in_sight_of_it_keep_command() -> None:
    names = ("command", "flagship")
    board = commanded("hood 2512 A 4", "norfolk 2522 A 4", "suffolk 4232 A 4", "bismarck 3014 A 4", names=names)
    board.state.flags = {"british": "hood", "german": "bismarck"}
    played = play(board, sighting(board), dice=[(3,)], draws=[(2, 5), (2,)])
    assert board.state.sight == 13
    assert board.state.astray == ["suffolk"]
    assert played.heard("british", Astray) == [Astray("british", ("suffolk",))]
    assert played.heard("german", Astray) == []


def starlit(flag: str) -> Board:
    """By night Atago alone could mark anything, with a star shell; a chit calls her, far from all her friends."""
    ships = ("atago 4010 C 4", "washington 4014 F 4")
    board = in_battle("third_solomon", *ships, options=options("command", "flagship"))
    board.state.flags = {"japanese": flag, "american": "washington"}
    play(board, sighting(board), dice=[(1,)], draws=[(0,), (8, 9)])
    assert (board.state.turn, board.state.sight, board.inferior) == (2, 3, "japanese")
    return board


@rule("battleships", "10.10d")
@pytest.mark.parametrize("flag", ["atago", "jp_dd_2"])
def test_a_side_that_only_a_star_shell_gives_targets_is_asked_wherever_its_flagship_is(flag: str) -> None:
    board = starlit(flag)
    assert play(board, first_targets(board)).kinds == ["targets@japanese"]


@rule("battleships", "10.10d")
@pytest.mark.parametrize(("called", "told"), [(["kirishima"], (ALL_FIELDS,)), ([], ())])
def test_a_ship_of_the_chits_that_bombards_shows_that_she_is_in_touch(called: list[str], told: tuple[str, ...]) -> None:
    board = in_battle("third_solomon", turn=3, options=options("command", "flagship"))
    board.state.called = called
    event = Bombarding("kirishima", "henderson_field")
    assert {seat: discloses(board, event, seat) for seat in board.sides} == {"american": told, "japanese": ()}


@rule("battleships", "10.10a")
def test_a_ship_without_command_fires_no_star_shell() -> None:
    flares = {
        flag: [flare.ship for flare in target_form(starlit(flag), "japanese").flares] for flag in ("atago", "jp_dd_2")
    }
    assert flares == {"atago": ["atago"], "jp_dd_2": []}


@rule("battleships", "10.10")
@pytest.mark.parametrize(("nation", "level"), [("de", 1), ("jp", 1), ("us", 2), ("gb", 2), ("fr", 3), ("it", 4)])
def test_levels_of_command(nation: str, level: int) -> None:
    assert BOX.tables.command.levels[nation] == level


# --- 10.12 special damage


@rule("battleships", "10.12")
@rule("battleships", "T.special")
@pytest.mark.parametrize(
    ("odds", "roll", "comes"),
    [("1:1", 7, True), ("1:1", 11, True), ("1:1", 6, False), ("5:1", 7, True), ("2:1", 8, False), ("1:2", 7, False),
     ("1:2", 11, True), ("1:2", 10, False)],
)  # fmt: skip
def test_which_rolls_bring_special_damage(odds: str, roll: int, comes: bool) -> None:
    assert BOX.tables.special.is_caused_by(odds, roll) is comes


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


def flag_kongo() -> Board:
    """Kongo leads the good Japanese crews of Force Z, on turn 3."""
    board = in_battle("force_z", turn=3, options=options("crews", "flagship", "special_damage"))
    board.state.flags = {"japanese": "kongo", "british": "repulse"}
    return board


def bridge_hit(board: Board, ship: str) -> None:
    settle(board, [Struck(ship, (3, 4), 0, harm_of("-"), "bridge", (5, 5))])


@rule("battleships", "10.12b")
def test_a_bridge_hit_on_the_flagship_counts_for_herself_as_for_the_others() -> None:
    board = flag_kongo()
    bridge_hit(board, "kongo")
    for turn in (4, 5):
        board.state.turn = turn
        assert [board.crew(board.ship(name)) for name in ("kongo", "haruna")] == [0, 0]


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


@rule("battleships", "10.12")
@pytest.mark.parametrize("total", [(1, 1), (3, 3), (6, 6)])
def test_other_totals_do_nothing(total: tuple[int, int]) -> None:
    board = hit(total)
    bismarck = board.ship("bismarck")
    assert (bismarck.burning, bismarck.radar_lost, bismarck.jammed, bismarck.shaken, bismarck.unlit) == (
        0, False, 0, 0, 0
    )  # fmt: skip
