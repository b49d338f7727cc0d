"""7.0, 8.1a, 10.9b The form of a move: what it lists and refuses, and where; what is foretold of a course."""

import pytest

from games.titles.battleships.components.battles import Minefield, Sides
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.orders import Steer
from games.titles.battleships.rules.movement.courses import course_form, pair_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.state import Ship
from tests.titles.battleships.laid_out import at_sea, in_battle

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"


def wrong(form: CourseForm, *lines: str) -> list[tuple[str, str, str]]:
    answer = form.read(form.parse("\n".join(lines)))
    return [(one.pointer, one.code, one.rule) for one in form.problems(answer)]


def verbs(form: CourseForm) -> dict[str, set[str]]:
    """Who is listed for what."""
    found: dict[str, set[str]] = {}
    for way in form.cached_templates:
        found.setdefault(way.verb, set()).update(way.fields[0].values)
    return found


# --- each ship one course


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


@rule("battleships", "7.2", "7.2a", "7.3")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("course hood way=2511,2510",), [("/0/way", "enemy", "7.2a")]),
        (('steer hood by="ahead 2"',), [("/0/by", "enemy", "7.2a")]),
        (("course hood way=2511,2510,2509",), []),
        (("stop norfolk", "course hood way=2611,2610"), [("/0/ships", "stack", "7.2"), ("/1/way", "stack", "7.2")]),
        (("stop norfolk", 'steer hood by="starboard, ahead 1, port, ahead 1"'),
         [("/0/ships", "stack", "7.2"), ("/1/by", "stack", "7.2")]),
        (('steer hood by="ahead 6"',), [("/0/by", "range", "7.3")]),
        (('steer hood by="ahead 1"',), [("/0/by", "range", "7.3")]),
        (('steer hood by="stop"',), [("/0/by", "range", "7.3")]),
        (('steer norfolk by="stop"',), []),
        (('steer hood by="on 3"',), []),
        (("course hood way=2511",), [("/0/way", "range", "7.3")]),
    ],
)  # fmt: skip
def test_where_a_course_ends_badly_is_pointed_at(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    """Bismarck lies at 2510; Norfolk, who has no way on, at 2610."""
    board = at_sea("hood 2512 A 4", "norfolk 2610 A 0", "bismarck 2510 D 0")
    assert wrong(course_form(board, "british"), *lines) == found


@rule("battleships", "7.1", "7.4")
def test_a_course_that_makes_no_way_names_the_rule() -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    assert [rule for _, _, rule in wrong(form, "course hood way=2611,2610,2710")] == ["7.4"]
    assert [rule for _, _, rule in wrong(form, 'steer hood by="port, ahead 1, port, ahead 1, port, ahead 1"')] == [
        "7.4"
    ]


# --- what is listed


@rule("battleships", "7.3", "8.1a", "10.6")
def test_who_may_do_what() -> None:
    board = at_sea("hood 2512 A 4 w1", "renown 2712 A 1 s1", "norfolk 2912 A 0 w3 s3", "suffolk 3112 A 3 w2", FAR)
    found = verbs(course_form(board, "british"))
    assert found["mend"] == {"hood", "renown", "norfolk", "suffolk"}
    assert found["fire_plan"] == {"hood", "renown", "suffolk"}
    assert found["course"] == found["steer"] == {"hood", "renown", "suffolk"}
    assert found["stop"] == {"renown"}
    assert "hold" not in found
    assert "shift_flag" not in found
    sound = verbs(course_form(at_sea("hood 2512 A 4", FAR), "british"))
    assert set(sound) == {"course", "steer", "fire_plan"}


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


@rule("battleships", "5.1")
def test_nobody_plans_fire_where_no_enemy_is_left() -> None:
    board = at_sea("hood 2512 A 4", FAR)
    board.remove(board.ship("bismarck"), "sunk")
    assert set(verbs(course_form(board, "british"))) == {"course", "steer"}


@rule("battleships", "7.2")
@pytest.mark.parametrize(
    ("other", "together"),
    [("renown 2512 A 3", True), ("renown 2512 B 4", False), ("renown 2513 A 4", False), ("gb_cl_town 2512 A 4", True)],
)
def test_ships_of_one_hex_and_heading_may_be_sent_together(other: str, together: bool) -> None:
    form = course_form(at_sea("hood 2512 A 4", other, FAR), "british")
    ways = [way.fields[0].values for way in form.cached_templates if way.verb == "course"]
    name = other.split()[0]
    assert ways == ([("hood", name)] if together else [("hood",), (name,)])


@rule("battleships", "7.2", "7.3", "7.4")
def test_ships_together_go_as_the_slowest_and_the_stiffest_of_them_can() -> None:
    board = at_sea("hood 2512 A 5", "norfolk 2512 A 2", FAR)
    form = course_form(board, "british")
    walk = form.plots["hood"].walk
    both = form.movement_for("course", ("hood", "norfolk"), walk)
    assert (both.least, both.most, both.most_turns) == (2, 4, 2)
    assert form.movement_for("course", ("norfolk", "hood"), walk) == both
    alone = form.movement_for("course", ("norfolk",), walk)
    assert (alone.least, alone.most, alone.most_turns) == (1, 4, 3)
    assert form.movement_for("course", ("norfolk", "bismarck"), walk) == alone
    assert form.movement_for("course", (), walk) is form.movement_for("course", ("bismarck",), walk) is walk


# --- what is foretold


@rule("battleships", "7.3", "7.4")
@pytest.mark.parametrize(
    ("by", "said", "tone"),
    [
        ("ahead 2", "2 of 5 points, 0 of 2 turns; next turn 1 to 4", "free"),
        ("ahead 5", "5 of 5 points, 0 of 2 turns; next turn 2 to 5", "free"),
        ("ahead 1", "1 of 5 points, 0 of 2 turns; next turn 0 to 2", "risk"),
        ("port, ahead 2", "2 of 5 points, 1 of 2 turns; next turn 1 to 4", "spends"),
        ("port 2, ahead 1", "3 of 5 points, 1 of 2 turns; next turn 1 to 5", "spends"),
        ("port, ahead 1, port, ahead 1", "2 of 5 points, 2 of 2 turns; next turn 1 to 4", "spends"),
        ("port, ahead 1, port, ahead 1, port, ahead 1", "3 of 5 points, 3 of 2 turns; next turn 1 to 5", "risk"),
    ],
)
def test_what_is_said_of_a_course(by: str, said: str, tone: str) -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    (line,) = form.preview([{"order": "steer", "ships": ["hood"], "by": by}]).lines
    assert (line.text.en, line.tone, line.pointer) == (said, tone, "/0/by")


@rule("battleships", "7.1")
def test_of_a_speed_of_nothing_two_points_come_next() -> None:
    form = course_form(at_sea("hood 2512 A 1", FAR), "british")
    (line,) = form.preview([{"order": "steer", "ships": ["hood"], "by": "ahead 1"}]).lines
    assert line.text.en == "1 of 2 points, 0 of 2 turns; next turn 0 to 2"
    assert form.preview([{"order": "steer", "ships": ["hood"], "by": "stop"}]).lines == ()


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


# --- who is held, and where the others are


@rule("battleships", "10.6")
def test_who_is_asked_again_finds_where_the_others_lie() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2612 B 3", "gb_dd 2712 C 2", FAR)
    form = course_form(board, "british", only={"hood"})
    assert [ship.ship for ship in form.ships] == ["hood"]
    assert [(one.ship, one.at, one.heading, one.speed, one.room) for one in form.lying] == [
        ("norfolk", "2612", "B", 3, 1), ("gb_dd", "2712", "C", 2, 5),
    ]  # fmt: skip
    assert (form.mends, form.gunners, form.rivals, form.heirs) == ((), (), (), ())
    assert (form.enemies, form.stack) == (("5530",), 4)


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


@rule("battleships", "11.2", "11.9", "10.7")
@pytest.mark.parametrize(
    ("scenario", "side", "turn", "movers"),
    [
        ("mers_el_kebir", "french", 1, 0), ("mers_el_kebir", "french", 2, 6), ("mers_el_kebir", "british", 1, 6),
        ("casablanca", "french", 1, 1), ("casablanca", "french", 2, 4), ("casablanca", "american", 1, 5),
    ],
)  # fmt: skip
def test_who_lies_still_at_first(scenario: str, side: str, turn: int, movers: int) -> None:
    """Jean Bart, who is moored, is no light ship; batteries never move."""
    board = in_battle(scenario, turn=turn, options=Options(as_proposed=False, batteries=True))
    assert len(course_form(board, side).ships) == movers


def _all_ways(board: Board) -> set[str]:
    return {way.verb for way in course_form(board, "british").cached_templates}


@rule("battleships", "9.3d", "10.6")
@pytest.mark.parametrize("mines", [False, True])
def test_ships_hold_before_nets_too(mines: bool) -> None:
    nets = Sides(rows=(23, 24), columns=(25, 26))
    board = at_sea("hood 2520 D 4", FAR, nets=nets, options=Options(as_proposed=False, mines=mines))
    assert ("hold" in _all_ways(board)) is mines


@rule("battleships", "10.6")
@pytest.mark.parametrize(
    ("options", "battle", "holds"), [(True, "mers_el_kebir", True), (False, "mers_el_kebir", False)]
)
def test_ships_hold_where_mines_may_be(options: bool, battle: str, holds: bool) -> None:
    board = in_battle(battle, options=Options(as_proposed=False, mines=options))
    assert ("hold" in _all_ways(board)) is holds


@rule("battleships", "7.1")
def test_to_hold_course_is_proposed_by_whoever_can() -> None:
    board = at_sea("hood 2512 A 4", "renown 3012 A 0 s3", FAR)
    form = course_form(board, "british")
    held = form.accept(form.proposals()[-1].answer)
    assert held == (Steer(("hood",), "on 3", ("fired_on", "hit", "torpedoes", "loss")),)


def test_a_battery_gets_no_course_but_may_be_told_what_to_mend_and_plans_its_fire() -> None:
    board = in_battle("casablanca", options=Options(as_proposed=False, batteries=True), turn=2)
    fort: Ship = board.ship("el_hank")
    fort.weapons = 1
    found = verbs(course_form(board, "french"))
    assert "el_hank" in found["mend"] & found["fire_plan"]
    assert not any("el_hank" in found.get(verb, ()) for verb in ("course", "steer", "stop"))
