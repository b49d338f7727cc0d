"""Command: ships without orders (10.10)."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.battleships.components.battles import Battery, Exit
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.plots import Waters, leaves_at
from games.titles.battleships.rules.gunnery.targets import first_targets, target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Bombarding
from games.titles.battleships.state.events.movement import Departed
from games.titles.battleships.state.events.sighting import Astray, ChitsDrawn
from games.titles.battleships.state.state import Ship
from games.titles.battleships.visibility.hearing import discloses
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, changed, in_battle, play, refused
from tests.titles.battleships.positions import lies, moved, named, options, planned, planned_marks, sailing

rule = pytest.mark.rule
FLEETS = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 4232 A 4", "bismarck 3014 A 4", "prinz_eugen 3115 A 4")
SECRET = Options(as_proposed=False, flagship=True, command=True)
FAR = "bismarck 5530 A 0"
ON_MAP = named(30, 12)


def commanded(*ships: str, names: tuple[str, ...] = ("command",)) -> Board:
    return at_sea(*ships, sight=0, turn=0, turns=20, options=options(*names))


def starlit(flag: str) -> Board:
    """By night Atago alone could mark anything, with a star shell; a chit calls her, far from all her friends."""
    ships = ("atago 4010 C 4", "washington 4014 F 4")
    board = in_battle("third_solomon", *ships, options=options("command", "flagship"))
    board.state.flags = {"japanese": flag, "american": "washington"}
    play(board, sighting(board), dice=[(1,)], draws=[(0,), (8, 9)])
    assert (board.state.turn, board.state.sight, board.inferior) == (2, 3, "japanese")
    return board


@rule("battleships", "10.10", "10.10a")
def test_each_side_draws_by_its_level_and_its_ships_in_such_hexes_are_called() -> None:
    board = at_sea(*FLEETS, turn=0, options=options("command"))
    played = play(board, sighting(board), dice=[(1,)], draws=[(2, 5), (4,)])
    assert board.state.chits == {"british": ["2", "5"], "german": ["4"]}
    assert board.state.called == board.state.astray == ["hood", "suffolk", "bismarck"]
    assert [(one.side, one.chits) for one in played.told(ChitsDrawn)] == [("british", ("2", "5")), ("german", ("4",))]
    assert [(one.side, one.ships) for one in played.heard("british", Astray)] == [("british", ("hood", "suffolk"))]
    assert [(one.side, one.ships) for one in played.heard("german", Astray)] == [("german", ("bismarck",))]


@rule("battleships", "10.10", "3.2")
def test_the_inferior_draws_first_and_where_nobody_is_called_nothing_is_told() -> None:
    board = at_sea(*FLEETS, turn=1, options=options("command"))
    played = play(board, sighting(board), dice=[(1,)], draws=[(9,), (0, 1)])
    assert board.state.chits == {"german": ["9"], "british": ["0", "1"]}
    assert (board.state.called, played.told(Astray)) == ([], [])


@rule("battleships", "10.10")
def test_without_the_option_nothing_is_drawn() -> None:
    board = at_sea(*FLEETS, turn=0)
    play(board, sighting(board), dice=[(1,)])
    assert board.state.chits == {}


@rule("battleships", "10.10", "10.7")
def test_no_battery_is_called() -> None:
    battery = Battery(id="fort", side="german", at="2520", attack=9, defence=12, range=12)
    board = at_sea(*FLEETS, turn=0, options=options("command", "batteries"), batteries=(battery,))
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2520", heading="A"))
    play(board, sighting(board), dice=[(1,)], draws=[(7, 8), (0,)])
    assert board.state.called == []


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


@rule("battleships", "10.10")
@pytest.mark.parametrize(("nation", "level"), [("de", 1), ("jp", 1), ("us", 2), ("gb", 2), ("fr", 3), ("it", 4)])
def test_levels_of_command(nation: str, level: int) -> None:
    assert BOX.tables.command.levels[nation] == level


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_ship_without_command_does_not_bring_her_side_a_question() -> None:
    """She marks nobody, and her plan waits; were her side asked, that would tell that she bears no flag."""
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)}, options=SECRET)
    board.state.flags, board.state.astray = {"british": "norfolk"}, ["hood"]
    played = play(board, first_targets(board))
    assert (played.kinds, planned_marks(played)) == ([], [])
    assert "british" in board.state.plans


@rule("battleships", "10.10a", "10.10d")
@pytest.mark.parametrize(
    ("options", "kinds"),
    [(SECRET, ["targets@british"]), (Options(as_proposed=False, command=True), [])],
)
def test_who_could_mark_if_all_had_command_is_asked_where_flagships_are_secret(
    options: Options, kinds: list[str]
) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", options=options)
    board.state.astray = ["hood"]
    assert play(board, first_targets(board)).kinds == kinds
    far = at_sea("hood 2512 A 4", "bismarck 5512 A 4", options=options)
    far.state.astray = ["hood"]
    assert play(far, first_targets(far)).kinds == []


@rule("battleships", "10.10a", "10.10d")
def test_with_secret_flagships_a_plan_that_fits_those_in_command_alone_is_carried_out() -> None:
    board = planned(
        "hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4",
        plan={"hood": ("bismarck",), "renown": ("bismarck",)}, options=SECRET,
    )  # fmt: skip
    board.state.astray = ["hood"]
    assert planned_marks(play(board, first_targets(board))) == [("renown", "bismarck", "main", True)]
    assert board.state.plans == {}


@rule("battleships", "10.10a", "10.10d")
@pytest.mark.parametrize(("flagship", "asked"), [(True, ["torpedoes@british"]), (False, [])])
def test_a_ship_without_command_launches_nothing_and_where_flagships_are_secret_nobody_learns_of_it(
    flagship: bool, asked: list[str]
) -> None:
    board = at_sea(
        "norfolk 2512 A 4", "bismarck 2812 A 4", options=Options(as_proposed=False, command=True, flagship=flagship)
    )
    board.state.astray = ["norfolk"]
    assert torpedo_form(board, "british").salvoes == ()
    assert [one.ship for one in torpedo_form(board, "british", all_in_command=True).salvoes] == ["norfolk"]
    assert play(board, torpedoes(board)).kinds == asked


@rule("battleships", "10.10a")
def test_a_ship_without_command_goes_straight_at_a_speed_of_her_choice() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", options=options("command"))
    board.state.astray = ["hood"]
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") == []
    assert refused(form, "course hood way=2611,2610") != []
    assert refused(form, "course hood way=2511") != []


@rule("battleships", "10.10a")
def test_a_ship_without_command_fires_no_star_shell() -> None:
    flares = {
        flag: [flare.ship for flare in target_form(starlit(flag), "japanese").flares] for flag in ("atago", "jp_dd_2")
    }
    assert flares == {"atago": ["atago"], "jp_dd_2": []}


@rule("battleships", "10.10a")
@rule("battleships", "11.10")
def test_a_ship_out_of_command_bombards_nothing() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", turn=3, options=Options(as_proposed=False, command=True))
    board.state.astray = ["kirishima"]
    assert not target_form(board, "japanese").bombards


@rule("battleships", "10.10b")
def test_a_ship_out_of_command_that_runs_off_the_map_is_lost_to_the_battle() -> None:
    options = Options(as_proposed=False, command=True)
    board = at_sea("hood 2502 A 4", FAR, land=("1134",), options=options)
    board.state.astray = ["hood"]
    played = play(board, first_move(board), says={"courses@british": "pass"})
    assert [(event.edge, event.full) for event in played.told(Departed)] == [("north", False)]
    assert board.ship("hood").fate == "lost"
    open_ = at_sea("hood 2502 A 4", FAR, options=options)
    open_.state.astray = ["hood"]
    assert play(open_, first_move(open_), says={"courses@british": "pass"}).told(Departed) == []
    assert open_.ship("hood").afloat


@rule("battleships", "10.10b")
@pytest.mark.parametrize("land", ["1134", "2401", "2603"])
def test_with_land_near_or_far_who_has_no_command_runs_straight_off_the_map(land: str) -> None:
    board = at_sea(
        "hood 2502 A 4", "bismarck 4512 A 4", land=(land,), options=Options(as_proposed=False, command=True)
    )  # fmt: skip
    board.state.astray = ["hood"]
    (ship,) = course_form(board, "british").ships
    assert ship.line == ("2501", "125100")
    assert [event.lost for event in play(board, first_move(board)).told(Departed)] == [True]


@rule("battleships", "10.10b")
def test_who_is_lost_to_the_battle_counts_nothing_where_others_would() -> None:
    exits = (Exit("british", ("north",), full=("bc",)),)
    board = at_sea(
        "hood 2501 A 4",
        "bismarck 4512 A 4",
        land=("1134",),
        exits=exits,
        options=Options(as_proposed=False, command=True),
    )
    board.state.astray = ["hood"]
    played = play(board, first_move(board))
    assert [(event.edge, event.full, event.lost) for event in played.told(Departed)] == [("north", False, True)]
    assert (board.ship("hood").fate, board.ship("hood").full) == ("lost", False)


@rule("battleships", "10.10b")
def test_past_any_edge_a_ship_without_command_is_out_of_the_battle() -> None:
    """Not only where the scenario has an exit; she who has command goes on."""
    for column, row in ((30, 0), (56, 12), (30, 35), (10, 12)):
        assert leaves_at(Waters(), sailing(ON_MAP, off=True), named(column, row))
        assert not leaves_at(Waters(), sailing(ON_MAP), named(column, row))


@rule("battleships", "10.10c")
def test_out_of_command_she_turns_off_the_land_at_the_last_and_comes_back_to_her_course() -> None:
    options = Options(as_proposed=False, command=True)
    board = at_sea("norfolk 2512 A 4", FAR, land=("2510",), options=options)
    board.state.astray = ["norfolk"]
    moved(board)
    way = board.state.record.ways["norfolk"]
    assert way[1] == "2511"  # straight on to the last hex before it
    assert way[2:] in (("2410", "2409", "2408"), ("2610", "2609", "2608"))  # by the least angle, and on as before
    assert lies(board, "norfolk")[1] == "A"


@rule("battleships", "10.10d", "10.9")
@pytest.mark.parametrize(
    ("flag", "far", "astray", "suspects"),
    [
        ("hood", 10, [], {"hood", "norfolk", "suffolk"}), ("hood", 11, ["suffolk"], {"hood", "norfolk"}),
        ("norfolk", 11, ["suffolk"], {"hood", "norfolk"}), ("suffolk", 11, ["hood", "norfolk"], {"suffolk"}),
        ("suffolk", 10, [], {"hood", "norfolk", "suffolk"}),
    ],
)  # fmt: skip
def test_the_flagship_and_who_is_in_sight_of_her_keep_command_and_what_shows_of_it_all_know(
    flag: str, far: int, astray: list[str], suspects: set[str]
) -> None:
    """All three are called; Norfolk lies with Hood, Suffolk ten hexes off or more. The sight is ten."""
    ships = ("hood 2512 A 4", "norfolk 2512 A 4", f"suffolk 25{12 + far} A 4", "bismarck 5530 A 4")
    board = changed(at_sea(*ships, turn=0, options=options("command", "flagship")), sight=9)
    board.state.flags = {"british": flag}
    play(board, sighting(board), dice=[(1,)], draws=[(2, 3), (7,)])
    assert (board.state.sight, board.state.called) == (10, ["hood", "norfolk", "suffolk"])
    assert board.state.astray == astray
    assert set(board.state.suspects["british"]) == suspects


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
