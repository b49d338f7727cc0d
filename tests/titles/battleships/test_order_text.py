"""Orders of a battle as captains write them: ships that hold fire or course, and courses by steps in plain words."""

import pytest

from games.order_text import ParsedOrders, parse_lines
from games.titles.battleships.orders.courses import CourseForm
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from tests.titles.battleships.laid_out import at_sea
from tests.titles.loading import load

rule = pytest.mark.rule
SHIPS = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 2514 A 4", "bismarck 3012 A 4", "prinz_eugen 3014 A 4")


def courses() -> CourseForm:
    return course_form(at_sea(*SHIPS), "british")


def targets() -> TargetForm:
    return target_form(at_sea(*SHIPS), "british")


def read(form: CourseForm | TargetForm | TorpedoForm, *lines: str) -> ParsedOrders:
    return parse_lines(lines, form, form.labels_in_context(load("battleships").presentation.labels))


def rests(found: ParsedOrders) -> list[str]:
    return [name.en for name in found.idle_units]


# --- who needs no order


@rule("battleships", "5.1")
@pytest.mark.parametrize(
    "line",
    [
        "Norfolk and Suffolk hold their fire.",
        "Norfolk and Suffolk do not fire",
        "Norfolk, Suffolk will not open fire.",
        "Norfolk and Suffolk fire at nobody",
        "Norfolk and Suffolk cease fire",
        "ノーフォークとサフォークは砲撃しない。",
        "ノーフォーク、サフォークは射撃を控える",
    ],
)
def test_who_holds_her_fire_needs_no_order(line: str) -> None:
    found = read(targets(), "target hood at=bismarck", line)
    assert (found.text, found.refused) == ("target hood at=bismarck", ())
    assert rests(found) == ["Norfolk (CA)", "Suffolk (CA)"]


@rule("battleships", "5.1")
@pytest.mark.parametrize("line", ["All others hold their fire.", "the rest do not fire", "他の艦は砲撃しない"])
def test_all_others_may_hold_their_fire(line: str) -> None:
    found = read(targets(), "Hood fires at Bismarck", line)
    assert (found.text, found.refused) == ("target hood at=bismarck", ())


@rule("battleships", "7.2b", "7.3b")
@pytest.mark.parametrize(
    "line",
    [
        "Norfolk holds course.",
        "Norfolk keeps her course and speed",
        "Norfolk maintains course",
        "Norfolk stays on course",
        "Norfolk: steady as she goes",
        "Norfolk carries on",
        "ノーフォークは針路を維持する",
        "ノーフォークは針路と速度を維持",
        "ノーフォークはそのまま直進",
    ],
)
def test_who_holds_her_course_needs_no_order(line: str) -> None:
    found = read(courses(), line, "course hood way=2510")
    assert (found.text, found.refused) == ("course hood way=2510", ())
    assert rests(found) == ["Norfolk (CA)"]


@rule("battleships", "7.2b")
def test_a_ship_at_sea_does_not_stay_where_she_is_nor_is_there_a_fire_to_hold() -> None:
    assert read(courses(), "Norfolk stays where she is").text is None
    assert read(courses(), "Norfolk holds her fire").text is None
    assert read(targets(), "Norfolk holds course").text is None


@rule("battleships", "7.1")
def test_who_is_told_something_else_as_well_is_pointed_at() -> None:
    for also in ("course norfolk way=2512", 'steer norfolk by="port, ahead 3"'):
        found = read(courses(), "Norfolk holds course", also)
        assert found.text is not None
        assert [one.written for one in found.refused] == ["Norfolk holds course"]
    found = read(targets(), "Norfolk fires at Bismarck", "Norfolk holds her fire")
    assert [problem.code for one in found.refused for problem in one.problems] == ["twice"]


@rule("battleships", "8.1a")
def test_what_is_mended_is_no_course() -> None:
    form = course_form(at_sea("hood 2512 A 4 w1", *SHIPS[1:]), "british")
    assert "mend" in form.templates_by_verb
    found = read(form, "Hood holds course", "Hood repairs hull first")
    assert (found.text, found.refused) == ("mend hood tries=hull_first", ())


# --- courses by steps


@rule("battleships", "7.1", "7.1a")
@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("steer norfolk ahead 3", "ahead 3"),
        ("Norfolk steers 2 ahead, port, 1 ahead.", "2 ahead, port, 1 ahead"),
        ("Norfolk: ahead 2, then starboard and ahead 1", "ahead 2, starboard and ahead 1"),
        ("Norfolk goes straight ahead 3 hexes", "goes straight ahead 3 hexes"),
        ("Norfolk turns to port, 3 ahead", "turns to port, 3 ahead"),
        ("ノーフォークは左に回頭、3前進", "左に回頭, 3前進"),
        ("ノーフォークは2ヘクス前進、右、前進1", "2ヘクス前進, 右, 前進1"),
    ],
)
def test_a_course_by_steps_needs_no_quotation_marks(line: str, steps: str) -> None:
    found = read(courses(), line)
    assert (found.text, found.refused) == (f'steer norfolk by="{steps}"', ())


@rule("battleships", "7.1")
def test_behind_a_course_by_steps_stands_until_when() -> None:
    found = read(courses(), "Norfolk steers ahead 3; on 2 until hit within 12")
    assert (found.text, found.refused) == ('steer norfolk by="ahead 3; on 2" until=hit within=12', ())


@rule("battleships", "7.1")
def test_steps_that_say_nothing_are_named() -> None:
    (refused,) = read(courses(), "steer norfolk ahead 2, sideways").refused
    assert "sideways" in refused.problems[0].message.en


# --- several ships


@rule("battleships", "7.2")
@pytest.mark.parametrize(
    "line",
    [
        'steer hood norfolk by="ahead 3"',
        'steer hood,norfolk by="ahead 3"',
        "Hood and Norfolk steer ahead 3",
        "Hood and Norfolk: ahead 3",
    ],
)
def test_ships_that_do_not_sail_as_one_have_an_order_each(line: str) -> None:
    assert read(courses(), line).text == 'steer hood by="ahead 3"\nsteer norfolk by="ahead 3"'


@rule("battleships", "7.2")
def test_ships_that_sail_as_one_have_one_order() -> None:
    found = read(courses(), 'steer norfolk suffolk by="ahead 3"')
    assert found.text == 'steer norfolk,suffolk by="ahead 3"'


@rule("battleships", "5.1")
def test_behind_who_fires_stands_at_whom() -> None:
    assert read(targets(), "target hood bismarck").text == "target hood at=bismarck"
    both = read(targets(), "target hood norfolk at=bismarck").text
    assert both == "target hood at=bismarck\ntarget norfolk at=bismarck"


# --- said in other words


@rule("battleships", "5.1")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Hood -> Bismarck", "target hood at=bismarck"),
        ("Hood at Bismarck", "target hood at=bismarck"),
        ("Hood engages Bismarck", "target hood at=bismarck"),
        ("Hood shoots at Bismarck with her main guns", "target hood at=bismarck"),
        ("フッドの目標はビスマルク", "target hood at=bismarck"),
        ("Hood fires her secondaries at Prinz Eugen", "secondary hood at=prinz_eugen"),
        ("Hood's secondary guns fire at Prinz Eugen", "secondary hood at=prinz_eugen"),
        ("Hood engages Bismarck; her secondaries fire at Prinz Eugen.",
         "target hood at=bismarck\nsecondary hood at=prinz_eugen"),
        ("Hood's main guns fire at Bismarck, her secondaries at Prinz Eugen",
         "target hood at=bismarck\nsecondary hood at=prinz_eugen"),
        ("fire at the nearest enemy", "engage nearest"),
        ("fire at Bismarck!", "engage bismarck"),
        ("ビスマルクを狙う", "engage bismarck"),
        ("All ships fire at the nearest enemy", "engage nearest"),
        ("全艦、最も近い敵を砲撃", "engage nearest"),
        ("Hood and Norfolk fire at Bismarck, Suffolk at Prinz Eugen",
         "target hood at=bismarck\ntarget norfolk at=bismarck\ntarget suffolk at=prinz_eugen"),
        ("フッドはビスマルク、ノーフォークはプリンツ・オイゲンを砲撃",
         "target hood at=bismarck\ntarget norfolk at=prinz_eugen"),
        ("concentrate all fire on Bismarck",
         "target hood at=bismarck\ntarget norfolk at=bismarck\ntarget suffolk at=bismarck"),
        ("全艦ビスマルクへ", "target hood at=bismarck\ntarget norfolk at=bismarck\ntarget suffolk at=bismarck"),
    ],
)  # fmt: skip
def test_who_fires_at_whom_is_said_in_many_words(line: str, order: str) -> None:
    near = at_sea(*SHIPS[:3], "bismarck 2812 A 4", "prinz_eugen 2814 A 4")
    found = read(target_form(near, "british"), line)
    assert (found.text, found.refused) == (order, ())


@rule("battleships", "5.1", "6.1", "7.2b")
@pytest.mark.parametrize("line", ["hold fire", "nobody fires", "no fire", "砲撃なし", "Cease fire!"])
def test_nobody_may_fire(line: str) -> None:
    assert read(targets(), line).text == "pass"
    assert read(courses(), line).text is None


@rule("battleships", "7.2b")
@pytest.mark.parametrize("line", ["hold course and speed", "All ships hold course", "全艦、直進", "全艦針路維持"])
def test_all_may_hold_their_course(line: str) -> None:
    assert read(courses(), line).text == "pass"
    assert read(targets(), line).text is None


@rule("battleships", "7.1")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("move Norfolk to 2511", "course norfolk way=2511"),
        ("Norfolk and Suffolk sail together to 2511", "course norfolk,suffolk way=2511"),
        ("Norfolk 2513, 2512, 2511", "course norfolk way=2513,2512,2511"),
        ("ノーフォークは2511へ移動", "course norfolk way=2511"),
        ("turn Norfolk to starboard, 3 ahead", 'steer norfolk by="to starboard, 3 ahead"'),
        ("Norfolk slows to 2", 'steer norfolk by="slows to 2"'),
        ("all ships ahead 3", 'steer hood by="ahead 3"\nsteer norfolk by="ahead 3"\nsteer suffolk by="ahead 3"'),
        ("全艦左に回頭、3前進",
         'steer hood by="左に回頭, 3前進"\nsteer norfolk by="左に回頭, 3前進"\nsteer suffolk by="左に回頭, 3前進"'),
    ],
)  # fmt: skip
def test_where_ships_sail_is_said_in_many_words(line: str, order: str) -> None:
    found = read(courses(), line)
    assert (found.text, found.refused) == (order, ())


@rule("battleships", "6.1")
@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Norfolk fires torpedoes at Bismarck", "launch norfolk at=bismarck"),
        ("Norfolk torpedoes Bismarck", "launch norfolk at=bismarck"),
        ("ノーフォークはビスマルクに魚雷を発射", "launch norfolk at=bismarck"),
        ("no torpedoes", "pass"),
        ("nobody launches", "pass"),
        ("Norfolk keeps her torpedoes", "pass"),
        ("Norfolk does not launch", "pass"),
        ("ノーフォークは魚雷を発射しない", "pass"),
    ],
)
def test_torpedoes_are_launched_or_kept(line: str, order: str) -> None:
    near = at_sea("norfolk 2514 A 4", "suffolk 2514 A 4", "bismarck 2614 A 4", "prinz_eugen 2615 A 4")
    found = read(torpedo_form(near, "british"), line)
    assert (found.text, found.refused) == (order, ())


@rule("battleships", "7.2")
def test_what_is_wrong_with_an_order_for_several_is_said_once() -> None:
    (refused,) = read(courses(), "Norfolk and Hood: sideways 2").refused
    assert (refused.written, len(refused.problems)) == ("Norfolk and Hood: sideways 2", 1)


# --- what is not said


@rule("battleships", "5.1")
@pytest.mark.parametrize(
    "line",
    [
        "Hood does not fire at Bismarck", "Hood never fires at Bismarck", "Do not fire at Bismarck",
        "nobody fires at Bismarck", "no ship fires at Bismarck", "All ships except Hood fire at Bismarck",
        "all but Hood fire at Bismarck", "Hood fires at Bismarck, not Norfolk", "Hood fires at Bismarck if in sight",
        "Hood stops firing at Bismarck", "Hood fires at anybody but Bismarck", "Hood at Bismarck or Prinz Eugen",
        "フッドはビスマルクを砲撃しない", "フッド以外はビスマルクを砲撃", "ビスマルクを砲撃しない",
    ],
)  # fmt: skip
def test_a_word_that_turns_what_is_said_is_never_passed_over(line: str) -> None:
    near = at_sea(*SHIPS[:3], "bismarck 2812 A 4", "prinz_eugen 2814 A 4")
    found = read(target_form(near, "british"), line)
    assert (found.text, len(found.refused)) == (None, 1)


@rule("battleships", "7.1")
@pytest.mark.parametrize(
    "line",
    [
        "Hood does not go to 2510", "Hood never goes ahead 3", "Hood does not hold course",
        "All ships but Hood ahead 3", "All ships except Hood hold course", "Hood goes ahead 3 unless fired on",
        "フッドは2510へ移動しない", "フッドは針路を維持しない", "フッド以外は前進3",
    ],
)  # fmt: skip
def test_nor_is_it_of_a_course(line: str) -> None:
    found = read(courses(), line)
    assert (found.text, len(found.refused)) == (None, 1)
