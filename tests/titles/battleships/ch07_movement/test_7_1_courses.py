"""Courses and turns (7.0, 7.1, 7.4)."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from games.kernel.random_source import random_source
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Minefield
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders import steps
from games.titles.battleships.orders.orders import Steer
from games.titles.battleships.orders.steps import Misread, Step, entered, parts_of, written
from games.titles.battleships.rules.movement.courses import course_form, pair_of
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.movement import Moved
from games.titles.battleships.state.state import Record, Ship
from tests.titles.battleships import by_hand
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused
from tests.titles.battleships.positions import allowed, lies, moved, sail, verbs, wrong

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"


def boards() -> Iterator[tuple[Board, str]]:
    options = Options(as_proposed=False, mines=True, flagship=True, command=True)
    for scenario, turn in (("mers_el_kebir", 3), ("san_bernardino", 3), ("calabria", 7)):
        board = in_battle(scenario, turn=turn, options=options)
        for ship in board.state.ships[::3]:
            ship.weapons, ship.hull = 1, 1
        board.state.astray = [board.state.ships[1].id]
        yield from ((board, side) for side in board.sides)


COURSES = {
    # name: ship (speed is that of last turn), hexes entered -> points spent and heading, or the rule that refuses
    "7.1a straight on": ("hood 2713 A 4", "2712 2711 2710", (3, "A")),
    "7.1a a side before the first hex and back": ("hood 2713 A 4", "2812 2811 2810", (3, "A")),
    "7.1a two sides cost two": ("hood 2713 A 4", "2813", (3, "C")),
    "7.1a three sides cost three": ("hood 2713 A 4", "2714", (4, "D")),
    "7.1a the example": ("hood 2713 A 5", "2813 2814 2815", (5, "D")),
    "7.0 and a hex too far": ("hood 2713 A 5", "2813 2814 2815 2816", "7.0"),
    "7.4 three turns of a capital ship": ("hood 2713 A 4", "2812 2811 2911", "7.4"),
    "7.4 of a cruiser": ("norfolk 2713 A 4", "2812 2811 2911", (3, "B")),
    "7.4 four of a cruiser": ("norfolk 2713 A 4", "2812 2811 2911 2910", "7.4"),
    "7.1b not to advance keeps the heading": ("hood 2713 C 1", "", (0, "C")),
    "7.0 five hexes at speed five": ("hood 2713 A 5", "2712 2711 2710 2709 2708", (5, "A")),
    "7.0 six are too many": ("hood 2713 A 5", "2712 2711 2710 2709 2708 2707", "7.0"),
}
SHIPS = {"hood": 2, "warspite": 2, "iowa": 2, "norfolk": 3, "atago": 3, "gb_cl_town": 3, "gb_dd": 3}
"""7.4 Ships of every movement, with the turns that they may make."""
TURNS = (0, 0, 0, 0, 1, 5, 1, 5, 2, 4, 3)
STATES = 60
WAYS = 10


def _way(dice: Random, heading: str) -> list[str]:
    """A way of some hexes, with turns that mostly are none."""
    at, facing, way = "2512", hexes.HEADINGS.index(heading), list[str]()
    for _ in range(dice.randint(1, 6)):
        facing = (facing + dice.choice(TURNS)) % 6
        at = hexes.neighbour(at, hexes.HEADINGS[facing])
        way.append(at)
    return way


# --- 7.0 movement


def test_courses_are_common_and_all_else_is_rare() -> None:
    options = Options(as_proposed=False, mines=True, flagship=True)
    field = Minefield(side="german", count=1, columns=(11, 12), rows=(1, 2))
    board = at_sea("hood 2512 A 1 w1", "norfolk 2512 A 1", FAR, options=options, mines=field)
    board.state.flags, board.state.stacked = {"british": "hood"}, {pair_of("hood", "norfolk"): 3}
    found = {way.verb: way.is_rare for way in course_form(board, "british").cached_templates}
    assert found == {
        "course": False, "stop": False, "steer": True, "hold": True, "mend": True, "shift_flag": True,
        "fire_plan": True,
    }  # fmt: skip


@pytest.mark.parametrize(
    "draft",
    [
        None,
        7,
        "x",
        [],
        [7, None, "x", [], {}],
        [{"order": 7}, {"order": "steer", "by": 3}],
        [{"order": "steer", "ships": ["nobody", "bismarck"], "by": "ahead 1"}],
    ],
)
def test_of_a_draft_that_says_nothing_nothing_is_foretold(draft: object) -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    assert (form.preview(draft).lines, form.annotations(draft)) == ((), ())


def test_a_battery_gets_no_course_but_may_be_told_what_to_mend_and_plans_its_fire() -> None:
    board = in_battle("casablanca", options=Options(as_proposed=False, batteries=True), turn=2)
    fort: Ship = board.ship("el_hank")
    fort.weapons = 1
    found = verbs(course_form(board, "french"))
    assert "el_hank" in found["mend"] & found["fire_plan"]
    assert not any("el_hank" in found.get(verb, ()) for verb in ("course", "steer", "stop"))


@rule("battleships", "7.0")
def test_every_course_that_is_drawn_may_be_sailed() -> None:
    for board, side in boards():
        form = course_form(board, side)
        for number in range(3):
            answer = form.sample(random_source("drawn", side, number))
            assert form.accept(form.write(answer)) == answer


@rule("battleships", "7.0")
@rule("battleships", "7.3")
@rule("battleships", "7.3a")
@pytest.mark.parametrize(
    ("ship", "least", "most"),
    [
        ("hood 2713 A 0", 0, 2), ("hood 2713 A 1", 0, 2), ("hood 2713 A 2", 1, 4), ("hood 2713 A 3", 1, 5),
        ("hood 2713 A 4", 2, 5), ("hood 2713 A 5", 2, 5), ("gb_dd 2713 A 6", 3, 6), ("gb_dd 2713 A 3", 1, 6),
        ("hood 2713 A 5 s1", 2, 3), ("hood 2713 A 5 s2", 2, 2), ("hood 2713 A 1 s2", 0, 2),
        ("gb_dd 2713 A 6 s2", 3, 3), ("hood 2713 A 4 s3", 2, 2), ("hood 2713 A 2 s3", 1, 1),  # way on
        ("hood 2713 A 1 s3", 0, 0), ("hood 2713 A 0 s3", 0, 0), ("rodney 2713 A 4 s2", 2, 2),
        ("rodney 2713 A 4 s1", 2, 3), ("rodney 2713 A 1 s2", 0, 1),
    ],
)  # fmt: skip
def test_least_and_most_speed_by_last_speed_and_damage(ship: str, least: int, most: int) -> None:
    assert allowed(ship) == (least, most)


# --- 7.1 courses


@rule("battleships", "7.1", "8.1a")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("course hood way=2511,2510", "course renown way=2711,2710"), []),
        (("course hood way=2511,2510", "course hood way=2511,2510"), [("/1/order", "twice", "7.1")]),
        (("course hood way=2511,2510", 'steer hood by="ahead 2"'), [("/1/order", "twice", "7.1")]),
        (("stop renown", 'steer renown by="ahead 1"'), [("/1/order", "twice", "7.1")]),
        (("course hood way=2511,2510", "hold hood", "mend hood tries=guns"), []),
        (("hold hood", "hold hood,renown"), [("/1/order", "twice", "7.1")]),
        (("hold hood", "hold renown"), []),
        (("mend hood tries=guns", "mend hood tries=hull"), [("/1/order", "twice", "7.1")]),
        (("fire_plan hood at=bismarck", "fire_plan renown at=bismarck"), []),
        (("fire_plan hood at=bismarck", "fire_plan hood at=bismarck"), [("/1/order", "twice", "7.1")]),
        (("shift_flag renown", "shift_flag norfolk"), [("/1/order", "twice", "7.1")]),
        (("shift_flag renown", "hold renown"), []),
    ],
)
def test_a_ship_has_one_order_of_a_kind(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    options = Options(as_proposed=False, mines=True, flagship=True)
    field = Minefield(side="german", count=1, columns=(11, 12), rows=(1, 2))
    board = at_sea("hood 2512 A 4 w1", "renown 2712 A 1", "norfolk 2712 A 1", FAR, options=options, mines=field)
    board.state.flags = {"british": "hood"}
    board.state.stacked = {pair_of("hood", "renown"): 3, pair_of("hood", "norfolk"): 3}
    assert wrong(course_form(board, "british"), *lines) == found


@rule("battleships", "7.1", "7.4")
def test_a_course_that_makes_no_way_names_the_rule() -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    assert [rule for _, _, rule in wrong(form, "course hood way=2611,2610,2710")] == ["7.4"]
    assert [rule for _, _, rule in wrong(form, 'steer hood by="port, ahead 1, port, ahead 1, port, ahead 1"')] == [
        "7.4"
    ]


@rule("battleships", "7.1")
def test_of_a_speed_of_nothing_two_points_come_next() -> None:
    form = course_form(at_sea("hood 2512 A 1", FAR), "british")
    (line,) = form.preview([{"order": "steer", "ships": ["hood"], "by": "ahead 1"}]).lines
    assert line.text.en == "1 of 2 movement points, 0 of 2 changes of course; next turn 0 to 2 points"
    assert form.preview([{"order": "steer", "ships": ["hood"], "by": "stop"}]).lines == ()


@rule("battleships", "7.1")
def test_to_hold_course_is_proposed_by_whoever_can() -> None:
    board = at_sea("hood 2512 A 4", "renown 3012 A 0 s3", FAR)
    form = course_form(board, "british")
    held = form.accept(form.proposals()[-1].answer)
    assert held == (Steer(("hood",), "on 3", ("fired_on", "hit", "torpedoes", "loss")),)


@rule("battleships", "7.1")
@pytest.mark.parametrize(
    ("word", "step"),
    [
        ("ahead", Step("ahead", 1)), ("前進", Step("ahead", 1)), ("前進3", Step("ahead", 3)),
        ("ahead 9", Step("ahead", 9)),
        ("on", Step("on", 1)), ("直進", Step("on", 1)), ("stop", Step("stop", 1)), ("停止", Step("stop", 1)),
    ],
)  # fmt: skip
def test_words_that_say_a_turn_by_themselves(word: str, step: Step) -> None:
    assert parts_of(word) == ((step,),)


@rule("battleships", "7.1", "7.1a")
@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("3 ahead", "ahead 3"), ("straight ahead 3 hexes", "ahead 3"), ("go ahead", "ahead 1"), ("3前進", "ahead 3"),
        ("3ヘクス前進", "ahead 3"), ("前進２", "ahead 2"), ("turn to port, 2 ahead", "port, ahead 2"),
        ("port 60, ahead 2", "port, ahead 2"), ("port 120 degrees, ahead 2", "port 2, ahead 2"),
        ("starboard 180°, ahead 1", "starboard 3, ahead 1"), ("左に回頭、前進2", "port, ahead 2"),
        ("右へ60度回頭、前進2", "starboard, ahead 2"), ("2 ahead then port and 1 ahead", "ahead 2, port, ahead 1"),
        ("left, ahead 1", "port, ahead 1"), ("right 2, ahead 1", "starboard 2, ahead 1"),
        ("ahead 2, then on", ""), ("2 ahead 3", ""), ("port 90, ahead 1", ""), ("60 ahead", ""), ("to", ""),
    ],
)  # fmt: skip
def test_steps_as_people_say_them(said: str, means: str) -> None:
    if means:
        assert written(parts_of(said)) == means
    else:
        with pytest.raises(Misread):
            parts_of(said)


@rule("battleships", "7.1")
@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("on 8", 8), ("on 4; on 4", 8), ("on 8; on", 0), ("on 5; on 4", 0), ("stop 8", 8), ("on 9", 9), ("ahead 10", 0),
        ("ahead 1; " * 7 + "ahead 1", 8), ("ahead 1; " * 8 + "ahead 1", 0), ("on；stop", 2), ("左、前進", 1),
        ("stop, ahead 1", 0), ("ahead 1, stop", 0), ("port, port, ahead 1", 0), ("port 0, ahead 1", 0),
        ("ahead 1.5", 0),
        ("starboard 4, ahead 1", 0), ("about 3, ahead 1", 0), ("ahead 1, ahead 2", 1), ("ahead 1 2", 0), ("_ 1", 0),
    ],
)  # fmt: skip
def test_so_many_turns_are_laid_and_no_more_than_eight(text: str, turns: int) -> None:
    if turns in range(1, 9):
        assert len(parts_of(text)) == turns
    else:
        with pytest.raises(Misread):
            parts_of(text)


@rule("battleships", "7.1")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on; on; stop; stop 2; ahead 1; ahead 1", "on 2; stop 3; ahead 1; ahead 1"),
        ("stop; on; on; stop", "stop; on 2; stop"),
        ("port 1, ahead; on 8", ""),
        ("port 1, ahead; on 7", "port, ahead 1; on 7"),
        ("about, ahead", "port 3, ahead 1"),
        ("on 3; ahead 2, starboard, ahead", "on 3; ahead 2, starboard, ahead 1"),
    ],
)
def test_a_course_has_one_way_of_writing_which_the_form_knows(text: str, said: str) -> None:
    if not said:
        with pytest.raises(Misread, match="8"):
            parts_of(text)
        return
    assert written(parts_of(text)) == said
    assert re.search(steps.PATTERN, said)


@rule("battleships", "7.1", "7.1a", "7.1b")
@pytest.mark.parametrize(
    ("said", "fits"),
    [
        ("ahead 1", True), ("ahead 9", True), ("ahead 0", False), ("ahead", False), ("on", True), ("on 2", True),
        ("on 8", True), ("on 9", False), ("on 1", False), ("stop 8", True), ("stop 1", False), ("port, ahead 1", True),
        ("port 2, ahead 1", True), ("port 3, ahead 1", True), ("port 4, ahead 1", False), ("port 1, ahead 1", False),
        ("starboard 3, ahead 9", True), ("ahead 1, port", False), ("on, ahead 1", False), ("on; ahead 1", True),
        ("ahead 1, port, ahead 1; stop; on 2", True), ("ahead 1;on", False), ("about, ahead 1", False), ("on;", False),
    ],
)  # fmt: skip
def test_what_the_form_takes_for_a_course_as_it_is_written(said: str, fits: bool) -> None:
    assert bool(re.search(steps.PATTERN, said)) is fits


@rule("battleships", "7.1")
@pytest.mark.parametrize(("length", "drawn"), [(80, True), (81, False)])
def test_a_course_by_steps_is_no_longer_than_a_line(length: int, drawn: bool) -> None:
    """Blanks count as they are sent."""
    form = course_form(at_sea("hood 2512 A 4", "bismarck 5530 A 0"), "british")
    (field,) = [
        field for way in form.cached_templates if way.verb == "steer" for field in way.fields if field.name == "by"
    ]
    assert field.length == 80
    draft = [{"order": "steer", "ships": ["hood"], "by": "on" + " " * (length - 2)}]
    assert bool(form.annotations(draft)) is drawn


@rule("battleships", "7.1")
def test_who_lay_still_and_does_not_move_is_not_told_of() -> None:
    """Who stops is: her speed is another."""
    board = at_sea("hood 2512 A 1", "norfolk 2612 A 0", "bismarck 4512 A 4")
    played = play(board, first_move(board), says={"courses": "stop hood\nstop norfolk"})
    assert [(event.ship, event.way, event.speed) for event in played.told(Moved)] == [("hood", (), 0)]
    assert board.state.record.ways == {}


@rule("battleships", "7.1")
@rule("battleships", "7.1a")
@rule("battleships", "7.1b")
@rule("battleships", "7.1e")
@rule("battleships", "7.4")
@pytest.mark.parametrize("name", list(COURSES))
def test_courses_end_where_and_as_the_text_says(name: str) -> None:
    ship, way, expected = COURSES[name]
    sailed = sail(ship, way)
    if isinstance(expected, str):
        assert sailed is None
    else:
        assert sailed == expected


@rule("battleships", "7.1")
def test_a_move_in_which_nobody_moves_keeps_the_picture_of_the_turn_before() -> None:
    board = at_sea("hood 2512 A 0", "bismarck 4512 A 0", turn=3)
    board.state.record = Record(turn=2, ways={"hood": ("2513", "2512")})
    play(board, first_move(board), says={"courses": "stop hood"})
    assert (board.state.record.turn, board.state.record.ways) == (2, {"hood": ("2513", "2512")})


@rule("battleships", "7.1a")
@pytest.mark.parametrize(
    ("word", "step"),
    [
        ("port", Step("port", 1)), ("左", Step("port", 1)), ("左舷", Step("port", 1)), ("port 3", Step("port", 3)),
        ("starboard", Step("starboard", 1)), ("右", Step("starboard", 1)), ("右舷2", Step("starboard", 2)),
        ("starboard 3", Step("starboard", 3)), ("about", Step("port", 3)), ("反転", Step("port", 3)),
    ],
)  # fmt: skip
def test_words_that_say_a_turn_of_the_ship(word: str, step: Step) -> None:
    assert parts_of(f"{word}, ahead 2") == ((step, Step("ahead", 2)),)
    with pytest.raises(Misread):
        parts_of(word)


@rule("battleships", "7.1a")
@pytest.mark.parametrize(
    ("heading", "by", "way"),
    [
        ("A", "ahead 2", "2511 2510"),
        ("A", "starboard, ahead 1", "2611"),
        ("A", "port, ahead 1", "2411"),
        ("A", "starboard 2, ahead 1", "2612"),
        ("A", "port 2, ahead 1", "2412"),
        ("A", "about, ahead 1", "2513"),
        ("F", "starboard, ahead 1", "2511"),
        ("F", "starboard 2, ahead 1", "2611"),
        ("B", "port 2, ahead 1", "2411"),
        ("A", "ahead 1, starboard, ahead 2, port 2, ahead 1", "2511 2610 2710 2609"),
    ],
)
def test_steps_enter_hexes(heading: str, by: str, way: str) -> None:
    (part,) = parts_of(by)
    assert " ".join(entered(part, "2512", heading)) == way


@rule("battleships", "7.1a")
@rule("battleships", "7.3")
@rule("battleships", "7.4")
@pytest.mark.parametrize("seed", range(4))
def test_which_courses_a_ship_may_sail_by_the_words_of_the_text(seed: int) -> None:
    dice, taken = Random(seed), 0
    for _ in range(STATES):
        name = dice.choice(sorted(SHIPS))
        movement = BOX.counters[name].movement
        hull, last, heading = dice.randint(0, 3), dice.randint(0, movement), dice.choice(hexes.HEADINGS)
        board = at_sea(f"{name} 2512 {heading} {last} s{hull}", "bismarck 5534 A 0", land=("1101",))
        form = course_form(board, board.sides[0])
        least, most = by_hand.limits_of_speed(movement, hull, last)
        if not most:
            assert refused(form, f"stop {name}")
            continue
        assert (refused(form, f"stop {name}") == []) is (not least)
        for _ in range(WAYS):
            way = _way(dice, heading)
            cost, turns = by_hand.points_of_course("2512", heading, way) or (0, 0)
            may = max(least, 1) <= cost <= most and turns <= SHIPS[name]
            assert (refused(form, f"course {name} way={','.join(way)}") == []) is may, (name, heading, last, hull, way)
            taken += may
    assert taken > STATES


@rule("battleships", "7.1c")
@rule("battleships", "7.1e")
def test_points_left_are_lost() -> None:
    board = moved(at_sea("hood 2512 A 4", FAR), "course hood way=2511,2510")
    assert lies(board, "hood") == ("2510", "A", 2)
    assert course_form(board, "british").ships[0].most == 4


@rule("battleships", "7.1d")
def test_land_is_not_entered() -> None:
    board = at_sea("hood 2512 A 4", FAR, land=("2510",))
    form = course_form(board, "british")
    assert refused(form, "course hood way=2511,2510") != []
    assert refused(form, "course hood way=2511,2610") == []


@rule("battleships", "7.1f")
def test_one_turn_in_a_hex_three_hexsides_are_one_turn_of_three_points() -> None:
    board = at_sea("hood 2512 A 2", FAR)
    assert refused(course_form(board, "british"), "course hood way=2513") == []
    assert lies(moved(board, "course hood way=2513"), "hood") == ("2513", "D", 4)
