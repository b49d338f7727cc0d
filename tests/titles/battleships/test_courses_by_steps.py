"""7.1 Courses by steps, courses for several turns, and 10.6 ships that hold until the mines are known."""

from typing import Any

import pytest

from games.titles.battleships.components.battles import Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders import steps
from games.titles.battleships.orders.orders import Course, Steer
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.laid import happenings
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Laid, Loss, Marker, Shot, Strike, Track
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
MINED = Options(as_proposed=False, mines=True)
FIELD = Minefield(side="german", count=2, columns=(24, 27), rows=(8, 11))


def lies(board: Board, name: str) -> tuple[str, str, int]:
    ship = board.ship(name)
    return ship.at, ship.heading, ship.speed


def turns(board: Board, *says: str) -> None:
    """Move the first side turn after turn: it is asked where it has something to say, and not where that is empty."""
    for text in says:
        played = play(board, first_move(board), says={"courses": text} if text else None)
        assert played.kinds == ["courses@british"] * bool(text)
        board.state.turn += 2


# --- steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ahead 2, port, ahead 1", "ahead 2, port, ahead 1"),
        ("AHEAD, Starboard 2 , ahead3", "ahead 1, starboard 2, ahead 3"),
        ("about, ahead 1; on; on 2", "port 3, ahead 1; on 3"),
        ("前進2、左、前進1; 直進2", "ahead 2, port, ahead 1; on 2"),
        ("stop; stop; on; ahead 1", "stop 2; on; ahead 1"),
    ],
)
def test_a_course_by_steps_has_one_way_of_writing(text: str, said: str) -> None:
    assert steps.written(steps.parts_of(text)) == said
    assert steps.parts_of(said) == steps.parts_of(text)


@pytest.mark.parametrize(
    "text",
    ["", "port", "ahead 1, port", "port, port, ahead 1", "ahead 0", "port 4, ahead 1", "on 0", "on 2, ahead 1", "x",
     "ahead 1; ;", "about 2, ahead 1", "on 9", "ahead 1, on"],
)  # fmt: skip
def test_what_says_nothing_is_refused(text: str) -> None:
    """7.1a one turn in a hex; 7.1b none in the last."""
    board = at_sea("hood 2512 A 4", FAR)
    form = course_form(board, "british")
    problems = list(form.problems((Steer(("hood",), text),)))
    assert [problem.code for problem in problems][:1] == (["steps"] if text else ["required"])


@rule("battleships", "7.1a")
def test_steps_mean_the_same_hexes_as_a_course() -> None:
    for text, way in (
        ("ahead 2, port, ahead 1", "2511,2510,2409"),
        ("starboard, ahead 2", "2611,2711"),
        ("port 2, ahead 2", "2412,2313"),
    ):
        by_steps, by_hexes = at_sea("hood 2512 A 4", FAR), at_sea("hood 2512 A 4", FAR)
        play(by_steps, first_move(by_steps), says={"courses": f'steer hood by="{text}"'})
        play(by_hexes, first_move(by_hexes), says={"courses": f"course hood way={way}"})
        assert lies(by_steps, "hood") == lies(by_hexes, "hood")


@rule("battleships", "7.3")
@pytest.mark.parametrize(
    ("text", "rules"),
    [("ahead 4", []), ("ahead 6", ["7.3"]), ("ahead 1", ["7.3"]), ("stop", ["7.3"]),
     ("port, ahead 1, port, ahead 1, port, ahead 1", ["7.4"])],
)  # fmt: skip
def test_a_refusal_names_ship_step_and_rule(text: str, rules: list[str]) -> None:
    board = at_sea("hood 2512 A 4", FAR)
    form = course_form(board, "british")
    assert refused(form, f'steer hood by="{text}"') == rules


@rule("battleships", "7.2a")
def test_steps_end_on_no_enemy() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 2510 D 0")
    assert refused(course_form(board, "british"), 'steer hood by="ahead 2"') == ["7.2a"]


def test_what_steps_come_to_is_drawn_and_said_before_they_are_sent() -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    draft = [{"order": "steer", "ships": ["hood"], "by": "ahead 2, port, ahead 1; on 2"}]
    assert ("way", ("2512", "2511", "2510", "2409")) in {(mark.kind, mark.places) for mark in form.annotations(draft)}
    assert [line.text.en for line in form.preview(draft).lines] == [
        "3 of 5 movement points, 1 of 2 changes of course; next turn 1 to 5 points"
    ]
    assert form.annotations([{"order": "steer", "ships": ["hood"], "by": 7}]) == ()


def test_who_is_tapped_is_offered_a_drawn_course_before_one_in_steps() -> None:
    """To stop is common, too."""
    form = course_form(at_sea("hood 2512 A 1", "norfolk 2712 A 1", FAR), "british")
    offered = [change.answer[-1]["order"] for change in form.edits([], "hood", ())]
    assert offered[:3] == ["course", "stop", "steer"]


# --- several turns


def test_nobody_is_asked_while_a_course_for_several_turns_lasts() -> None:
    board = at_sea("hood 2512 A 4", FAR)
    turns(board, 'steer hood by="ahead 2; port, ahead 2; on"', "", "", "pass")
    assert not board.state.laid


def test_each_turn_its_own_steps_are_gone() -> None:
    board = at_sea("hood 2516 A 4", FAR)
    play(board, first_move(board), says={"courses": 'steer hood by="ahead 2; port, ahead 3; on"'})
    assert (lies(board, "hood"), board.state.laid) == (("2514", "A", 2), {"hood": Laid("port, ahead 3; on")})
    play(board, first_move(board))
    assert (lies(board, "hood"), board.state.laid) == (("2212", "F", 3), {"hood": Laid("on")})
    play(board, first_move(board))
    assert (lies(board, "hood"), board.state.laid) == (("1911", "F", 3), {})


def test_one_ship_without_a_course_is_enough_to_ask_and_what_was_laid_is_proposed() -> None:
    board = at_sea("hood 2512 A 4", "renown 3012 A 4", FAR)
    turns(board, 'steer hood by="on 3"', 'steer hood by="on 2"\nsteer renown by="on 2"', "", "pass")
    board = at_sea("hood 2512 A 4", "renown 3012 A 4", FAR)
    play(board, first_move(board), says={"courses": 'steer hood by="on 3"'})
    (question,) = play(board, first_move(board), says={"courses": "pass"}).asked
    assert question.form.default() == (Steer(("hood",), "on 2"),)
    assert question.form.read(question.form.proposals()[0].answer) == question.form.default()


@pytest.mark.parametrize(("renown", "asked"), [("renown 3012 A 0 s3", False), ("renown 3012 A 0", True)])
def test_a_ship_that_cannot_move_need_not_be_asked_about(renown: str, asked: bool) -> None:
    board = at_sea("hood 2512 A 4", renown, FAR)
    board.ship("renown").weapons = 0
    board.state.laid = {"hood": Laid("on 2")}
    assert bool(play(board, first_move(board), says={"courses": "pass"} if asked else None).asked) is asked


def test_a_course_that_is_not_free_any_more_is_asked_about() -> None:
    """A hit has slowed her: what was laid costs more than she can make."""
    board = at_sea("hood 2520 A 5", FAR)
    play(board, first_move(board), says={"courses": 'steer hood by="ahead 5; ahead 5"'})
    board.ship("hood").hull = 1
    assert play(board, first_move(board), says={"courses": "pass"}).kinds == ["courses@british"]


@pytest.mark.parametrize(("within", "asked"), [(9, False), (10, True)])
def test_an_enemy_who_comes_near_ends_it(within: int, asked: bool) -> None:
    board = at_sea("hood 2520 A 4", "bismarck 3520 A 0")
    board.state.laid = {"hood": Laid("on 2", (), within)}
    assert bool(play(board, first_move(board), says={"courses": "pass"} if asked else None).asked) is asked


@pytest.mark.parametrize(("within", "asked"), [(6, False), (7, True)])
def test_of_several_it_is_the_nearest_pair_that_counts(within: int, asked: bool) -> None:
    """Norfolk and Prinz Eugen are seven hexes apart, whoever else is far from whom; who was sunk counts no more."""
    board = at_sea("hood 2520 A 4", "norfolk 2820 A 4", "bismarck 4020 A 0", "prinz_eugen 3520 A 0", "renown 3420 A 0")
    board.ship("renown").fate = "sunk"
    board.state.laid = {name: Laid("on 2", (), within) for name in ("hood", "norfolk")}
    assert bool(play(board, first_move(board), says={"courses": "pass"} if asked else None).asked) is asked


def _sighted(board: Board) -> None:
    board.state.sight = 10


def _fired_on(board: Board) -> None:
    board.state.markers = [Marker("bismarck", "hood")]


def _hit(board: Board) -> None:
    board.record.shots.append(Shot("bismarck", "hood", "main", "3520", "2520", result="1W"))


def _torpedoes(board: Board) -> None:
    board.record.tracks.append(Track("bismarck", "hood", "3520"))


def _loss(board: Board) -> None:
    board.record.lost.append(Loss("prinz_eugen", "sunk", "3521"))


EVENTS = {"sighted": _sighted, "fired_on": _fired_on, "hit": _hit, "torpedoes": _torpedoes, "loss": _loss}


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("until", EVENTS)
def test_what_the_player_named_ends_it_and_nothing_else(event: str, until: Any) -> None:
    board = at_sea("hood 2520 A 4", "bismarck 3520 A 0", sight=9)
    board.state.laid = {"hood": Laid("on 2", (until,))}
    EVENTS[event](board)
    asked = bool(play(board, first_move(board), says={"courses": "pass"} if event == until else None).asked)
    assert asked is (event == until)


def test_what_befalls_the_enemy_is_no_end() -> None:
    board = at_sea("hood 2520 A 4", "bismarck 3520 A 0", sight=9)
    board.state.markers = [Marker("hood", "bismarck")]
    board.record.shots.append(Shot("hood", "bismarck", "main", "2520", "3520", result="1W"))
    board.record.shots.append(Shot("bismarck", "hood", "main", "3520", "2520"))
    board.record.tracks.append(Track("hood", "bismarck", "2520"))
    assert list(happenings(board, "british")) == []
    board.record.mines.append(Strike("hood", "2519"))
    assert list(happenings(board, "british")) == ["hit"]


@pytest.mark.parametrize(
    ("launcher", "struck", "result", "found"),
    [
        ("bismarck", "", "-", ["torpedoes"]),
        ("bismarck", "hood", "-", ["torpedoes"]),
        ("bismarck", "hood", "1S", ["hit", "torpedoes"]),
        ("bismarck", "prinz_eugen", "1S", ["torpedoes"]),
        ("norfolk", "hood", "2W", ["hit"]),
        ("norfolk", "bismarck", "2W", []),
    ],
)
def test_torpedoes_are_an_end_when_the_enemy_launches_and_when_one_strikes_a_ship_of_ones_own(
    launcher: str, struck: str, result: str, found: list[str]
) -> None:
    board = at_sea("hood 2520 A 4", "norfolk 2522 A 4", "bismarck 3520 A 0", "prinz_eugen 3522 A 0", sight=9)
    board.record.tracks.append(Track(launcher, "hood", "3520", struck=struck, result=result))
    assert list(happenings(board, "british")) == found


def test_what_happened_on_an_earlier_turn_is_over() -> None:
    board = at_sea("hood 2520 A 4", "bismarck 3520 A 0", sight=9)
    _hit(board)
    board.state.turn += 1
    assert list(happenings(board, "british")) == []


def test_courses_are_known_to_their_side_alone() -> None:
    board = at_sea("hood 2512 A 4", FAR)
    play(board, first_move(board), says={"courses": 'steer hood by="on 3" until=hit'})
    assert view(board, "british").laid == view(board, "umpire").laid == {"hood": Laid("on 2", ("hit",))}
    assert view(board, "german").laid == view(board, "public").laid == {}


@rule("battleships", "10.10d")
def test_a_ship_out_of_command_does_not_make_her_side_be_asked() -> None:
    """She goes straight on by the rules; were her side asked for her sake, that would tell where the flagship is."""
    board = at_sea("hood 2512 A 4", "renown 3012 A 4", FAR)
    board.state.laid = {"hood": Laid("on 2"), "renown": Laid("port, ahead 2; on")}
    board.state.astray = ["renown"]
    assert play(board, first_move(board)).kinds == []
    assert (board.ship("renown").heading, board.state.laid) == ("A", {"hood": Laid("on"), "renown": Laid("on")})


def test_to_hold_course_for_some_turns_is_proposed_whole() -> None:
    form = course_form(at_sea("hood 2512 A 4", "renown 3012 A 4", FAR), "british")
    held = form.accept(form.proposals()[-1].answer)
    assert [(order.ships, order.by) for order in held if isinstance(order, Steer)] == [
        (("hood",), "on 3"), (("renown",), "on 3"),
    ]  # fmt: skip


def test_where_nobody_can_hold_a_course_that_is_not_proposed() -> None:
    """She has no movement left, or goes straight on by the rules (10.10c)."""
    still = course_form(at_sea("hood 2512 A 0 s3", FAR), "british")
    astray = at_sea("hood 2512 A 4", FAR)
    astray.state.astray = ["hood"]
    for form in (still, course_form(astray, "british")):
        assert [one.name.en for one in form.proposals()] == ["all hold course and speed"]


def test_to_order_nothing_says_what_it_comes_to() -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    assert [one.name.en for one in form.proposals() if one.answer == []] == ["all hold course and speed"]
    assert form.describe((), "ja") == "全艦、針路と速度を維持"


# --- holding


def _through_mines(hold: str) -> tuple[Board, str]:
    board = at_sea("hood 2512 A 4", "renown 2712 A 4", FAR, options=MINED, mines=FIELD)
    board.state.mines = {"german": ("2510", "2511")}
    return board, f"course hood way=2511,2510\ncourse renown way=2711,2710\n{hold}"


@rule("battleships", "10.6")
def test_ships_that_hold_are_asked_anew_when_a_mine_was_struck() -> None:
    board, orders = _through_mines("hold renown")
    says = {"courses": [orders, "course renown way=2812,2912"]}
    played = play(board, first_move(board), says=says, dice=[(4, 4), (4, 4)])
    assert played.kinds == ["courses@british", "courses@british"]
    assert [question.key for question in played.asked] == ["courses", "courses_again"]
    assert [question.rule for question in played.asked] == ["7.1", "10.6"]
    assert ["mine" in question.prompt.en for question in played.asked] == [False, True]
    form: Any = played.asked[1].form
    assert [ship.ship for ship in form.ships] == ["renown"]
    assert lies(board, "renown")[0] == "2912"


@rule("battleships", "10.6")
def test_a_mine_of_an_earlier_turn_is_none_that_was_struck_before() -> None:
    board, orders = _through_mines("hold renown")
    board.record.mines.append(Strike("hood", "2519"))
    board.record.mines.append(Strike("hood", "2518"))
    board.state.turn += 2
    assert len(play(board, first_move(board), says={"courses": [orders]}, dice=[(4, 4), (4, 4)]).asked) == 2
    board, orders = _through_mines("hold renown")
    board.state.mines = {}
    board.record.mines.append(Strike("hood", "2519"))
    assert len(play(board, first_move(board), says={"courses": [orders]}).asked) == 1


@rule("battleships", "10.6")
def test_whoever_held_goes_as_ordered_if_nothing_more_is_said() -> None:
    board, orders = _through_mines("hold renown")
    played = play(board, first_move(board), says={"courses": [orders]}, dice=[(4, 4), (4, 4)])
    assert played.asked[1].form.default() == (Course(("renown",), ("2711", "2710")),)
    assert lies(board, "renown")[0] == "2710"


@pytest.mark.parametrize("hold", ["", "hold hood"])
def test_without_holding_or_without_mines_before_nothing_is_asked_anew(hold: str) -> None:
    board, orders = _through_mines(hold)
    played = play(board, first_move(board), says={"courses": [orders]}, dice=[(4, 4), (4, 4)])
    assert played.kinds == ["courses@british"]
    assert lies(board, "renown")[0] == "2710"


@rule("battleships", "7.2")
def test_whoever_held_finds_the_others_where_they_went() -> None:
    board = at_sea("hood 2512 A 4", "gb_dd 2712 A 4", FAR, options=MINED, mines=FIELD)
    board.state.mines = {"german": ("2511",)}
    says = {"courses": ["course hood way=2511,2611\ncourse gb_dd way=2711,2710\nhold gb_dd", "pass"]}
    played = play(board, first_move(board), says=says, dice=[(4, 4)])
    form = played.asked[1].form
    assert refused(form, "course gb_dd way=2711,2611") == ["7.2"]


def test_where_nobody_moves_nobody_holds() -> None:
    """The French lie still on the first turn."""
    form = course_form(in_battle("mers_el_kebir", options=MINED), "french")
    assert form.mined
    assert "hold" not in {way.verb for way in form.cached_templates}
    assert "hold" in {
        way.verb for way in course_form(in_battle("mers_el_kebir", options=MINED), "british").cached_templates
    }


def test_where_no_mines_can_lie_nobody_holds() -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    assert "hold" not in {way.verb for way in form.cached_templates}
