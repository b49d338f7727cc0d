"""Markers of gunnery: who may fire at whom (5.1, 5.2)."""

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.battleships.orders.doctrine import Mark, preferred
from games.titles.battleships.orders.orders import Engage, FirePlan, Secondary, StarShell, Target
from games.titles.battleships.orders.targets import Aim, Flare, TargetForm
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.events.gunnery import Bombarding, Marked
from games.titles.battleships.state.events.sighting import Lit
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused
from tests.titles.battleships.positions import planned, planned_marks, verbs, wrong

rule = pytest.mark.rule
NAMES = ("hood", "renown", "norfolk", "suffolk", "berwick")


def aim(ship: str, at: str, distance: int = 8, *, needs: str = "", secondary: bool = False, kind: str = "ca") -> Aim:
    return Aim(ship, at, distance, "broadside", needs=needs, secondary=secondary, kind=kind)


MARKS = (
    Mark("far", "bb", 9), Mark("near", "bb", 3), Mark("small", "dd", 2), Mark("fort", "battery", 5),
    Mark("ca", "ca", 9),
)  # fmt: skip
FAR = "bismarck 5530 A 0"


@pytest.mark.parametrize(
    "draft",
    [None, 7, "x", {}, [], [7, None, "x", [], {}], [{"order": 7}], [{"order": "target"}],
     [{"order": "launch", "ship": ["hood"], "at": {}}], [{"order": "star_shell", "ship": "hood", "at": "bismarck"}]],
)  # fmt: skip
def test_of_a_draft_that_says_nothing_nothing_is_foretold(draft: object) -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2812 A 4")
    assert target_form(board, "british").preview(draft).lines == ()
    assert torpedo_form(board, "british").preview(draft).lines == ()


@rule("battleships", "5.1")
@rule("battleships", "5.1c")
def test_a_marker_each_and_none_is_a_duty() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", "prinz_eugen 3014 A 4")
    form = target_form(board, "british")
    assert refused(form, "target hood at=bismarck\ntarget hood at=prinz_eugen") == ["5.1"]
    assert refused(form, "target hood at=bismarck\nsecondary hood at=prinz_eugen") == []
    play(board, first_targets(board), says={"targets": "pass"})
    assert board.state.markers == []


@rule("battleships", "5.1")
def test_a_plan_given_with_the_move_is_carried_out_with_the_next_targets_and_nobody_is_asked() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 3012 A 4")
    play(board, first_move(board), says={"courses": "fire_plan hood at=prinz_eugen,bismarck"})
    assert board.state.plans == {"british": (FirePlan("hood", ("prinz_eugen", "bismarck")),)}
    played = play(board, first_targets(board))
    assert played.kinds == []
    assert planned_marks(played) == [
        ("hood", "prinz_eugen", "main", True), ("hood", "prinz_eugen", "secondary", True)
    ]  # fmt: skip
    assert board.state.plans == {}
    assert played.told(Marked)[0].discloses("german") == (ALL_FIELDS,)


@rule("battleships", "5.1")
def test_who_has_no_plan_holds_fire_where_another_has_one() -> None:
    board = planned("hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    assert planned_marks(play(board, first_targets(board))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_where_a_plan_fits_nobody_who_may_be_marked_the_side_is_asked_and_the_plan_is_over() -> None:
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", "prinz_eugen 5512 A 4", plan={"hood": ("prinz_eugen",)})
    played = play(board, first_targets(board), says={"targets": "target hood at=bismarck"})
    assert played.kinds == ["targets@british"]
    assert planned_marks(played) == [("hood", "bismarck", "main", False)]
    assert board.state.plans == {}


@rule("battleships", "5.1")
def test_where_nobody_may_be_marked_nobody_is_asked_and_the_plan_waits() -> None:
    board = planned("hood 2512 A 4", "bismarck 5512 A 4", plan={"hood": ("bismarck",)})
    assert play(board, first_targets(board)).kinds == []
    assert "british" in board.state.plans
    board.ship("bismarck").at = "3512"
    assert planned_marks(play(board, first_targets(board))) == [("hood", "bismarck", "main", True)]


@rule("battleships", "5.1")
def test_each_side_has_its_own_plan() -> None:
    board = planned("hood 2512 A 4", "bismarck 3512 A 4", plan={"hood": ("bismarck",)})
    board.state.plans["german"] = (FirePlan("bismarck", ("hood",)),)
    play(board, first_targets(board))
    assert set(board.state.plans) == {"german"}
    assert planned_marks(play(board, second_targets(board)))[-1] == ("bismarck", "hood", "main", True)
    assert board.state.plans == {}


@rule("battleships", "3.1", "5.1")
def test_the_first_phase_is_the_inferiors_and_the_second_the_superiors() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    first, second = play(board, first_targets(board)), play(board, second_targets(board))
    assert (first.kinds, first.following) == (["targets@british"], "second_targets")
    assert (second.kinds, second.following) == (["targets@german"], "gunnery")


@rule("battleships", "4.3", "5.1", "11.10")
def test_what_is_ordered_lies_on_the_table_and_is_told() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", "washington 3028 F 4", turn=4, sight=2)
    says = {"targets@japanese": "bombard kirishima\nstar_shell kirishima at=3028\nsecondary kirishima at=us_dd"}
    board.ship("us_dd").at = "3028"
    board.ship("washington").at = "3010"
    played = play(board, first_targets(board), says=says)
    assert [(one.ship, one.place) for one in played.told(Bombarding)] == [("kirishima", "henderson_field")]
    assert [(one.ship, one.at) for one in played.told(Lit)] == [("kirishima", "3028")]
    assert [(one.target, one.guns, one.sight, one.distance) for one in board.state.markers] == [
        ("us_dd", "secondary", "shell", 5)
    ]  # fmt: skip
    assert board.state.bombarding == "kirishima"


@rule("battleships", "5.1", "5.11")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("target hood at=bismarck", "secondary hood at=prinz_eugen"), []),
        (("target hood at=bismarck", "target renown at=bismarck"), []),
        (("target hood at=bismarck", "target hood at=prinz_eugen"), [("/1/ship", "twice", "5.1")]),
        (("secondary hood at=de_dd", "secondary hood at=prinz_eugen"), [("/1/ship", "twice", "5.1")]),
        (("engage nearest", "target hood at=bismarck", "engage capital"), []),
        (("engage nearest", "target hood at=bismarck", "target hood at=bismarck"), [("/2/ship", "twice", "5.1")]),
    ],
)
def test_each_battery_of_guns_has_one_marker(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    board = at_sea("hood 2512 A 4", "renown 2514 A 4", "bismarck 3012 A 4", "prinz_eugen 3014 A 4", "de_dd 3010 A 4")
    assert wrong(target_form(board, "british"), *lines) == found


@rule("battleships", "5.1", "5.1b")
@pytest.mark.parametrize(
    ("markers", "plan", "found"),
    [
        (1, {"a": ("x", "y")}, (Target("a", "x"), Secondary("a", "y"))),
        (1, {"a": ("y", "x")}, (Target("a", "y"),)),
        (2, {"a": ("y", "x")}, (Target("a", "y"), Secondary("a", "y"))),
        (1, {"a": ("z", "y")}, (Target("a", "y"),)),
        (1, {"a": ("z",)}, ()),
        (1, {"a": ("dark", "x")}, (Target("a", "x"),)),
        (1, {"b": ("x", "y")}, (Target("b", "x"),)),
        (1, {"b": ("x",), "a": ("x",)}, (Target("b", "x"),)),
        (2, {"b": ("x",), "a": ("x",)}, (Target("b", "x"), Target("a", "x"))),
        (1, {"b": ("x",), "a": ("x", "y")}, (Target("b", "x"), Target("a", "y"))),
        (1, {"nobody": ("x",)}, ()),
    ],
)
def test_a_plan_comes_to_the_first_that_each_ship_may_mark_and_that_has_room(
    markers: int, plan: dict[str, tuple[str, ...]], found: tuple[object, ...]
) -> None:
    """The second guns of A may mark Y alone; what is dark nobody sees."""
    aims = (aim("a", "x"), aim("a", "y"), aim("a", "dark", needs="2512"), aim("a", "y", secondary=True), aim("b", "x"))
    form = TargetForm(aims=aims, markers=markers)
    assert form.planned([FirePlan(ship, at) for ship, at in plan.items()]) == found


@rule("battleships", "5.1")
@pytest.mark.parametrize(
    ("wanted", "within", "found"),
    [
        (("nearest",), "", ["small", "near", "fort", "ca", "far"]),
        (("capital",), "", ["near", "far"]),
        (("small",), "", ["small", "ca"]),
        (("battery", "bb"), "", ["fort", "near", "far"]),
        (("far", "bb"), "", ["far", "near"]),
        (("bb",), "9", ["near", "far"]),
        (("bb",), "8", ["near"]),
        (("bb",), "3", ["near"]),
        (("bb",), "2", []),
        (("nobody",), "", []),
        (("dd", "nearest"), "3", ["small", "near"]),
    ],
)
def test_what_a_doctrine_means_by_kinds_names_and_distance(
    wanted: tuple[str, ...], within: str, found: list[str]
) -> None:
    assert preferred(MARKS, wanted, within) == found


@rule("battleships", "5.1")
@pytest.mark.parametrize(("distance", "found"), [(30, ["x"]), (31, [])])
def test_no_gun_carries_farther_than_a_doctrine_can_say(distance: int, found: list[str]) -> None:
    assert preferred([Mark("x", "bb", distance)], ("nearest",), "") == found


@rule("battleships", "5.1", "5.11", "4.3")
def test_a_doctrine_leaves_alone_whoever_has_orders_and_goes_by_the_room_for_markers() -> None:
    aims = (
        aim("a", "x"), aim("a", "y", 9), aim("a", "y", 9, secondary=True), aim("b", "x"), aim("b", "y", 9),
        aim("c", "dark", 7, needs="2512"), aim("c", "x"),
    )  # fmt: skip
    form = TargetForm(aims=aims, flares=(Flare("b", ("2511", "2512")), Flare("c", ("2512",))), markers=2)
    x, y = Target("b", "x"), Secondary("a", "y")
    assert form.meant((Target("a", "x"), Engage(("nearest",)))) == (Target("a", "x"), y, x, Target("c", "dark"))[:3]
    assert form.meant((Engage(("x",), ("b",)),)) == (x,)
    assert form.meant((Engage(("x",), ("b", "a", "c")),)) == (x, Target("a", "x"))
    assert form.meant((Engage(("x",), most="1"),)) == (Target("a", "x"),)
    lit = form.meant((Engage(("dark",), light="yes"),))
    assert lit == (StarShell("b", "2512"), Target("c", "dark"))
    assert form.meant((StarShell("b", "2511"), Engage(("dark",), light="yes"))) == (
        StarShell("b", "2511"), StarShell("c", "2512"), Target("c", "dark"),
    )  # fmt: skip
    assert form.meant((StarShell("b", "2512"), Engage(("dark",)))) == (StarShell("b", "2512"), Target("c", "dark"))
    assert form.meant((Engage(("dark", "x"), ("c",)),)) == (Target("c", "x"),)
    far = TargetForm(aims=aims, flares=(Flare("a", ("2511",)), Flare("b", ("2511", "2512"))))
    assert far.meant((Engage(("dark",), light="yes"),)) == (StarShell("b", "2512"), Target("c", "dark"))


@rule("battleships", "5.1")
def test_the_nearest_target_of_the_first_ship_that_sees_one_is_the_example() -> None:
    board = at_sea("hood 2512 A 4", "renown 2912 A 4", "bismarck 3512 A 4", "prinz_eugen 3312 A 4")
    assert target_form(board, "british").example() == (Target("hood", "prinz_eugen"),)
    dark = at_sea("hood 2512 A 4", "bismarck 2812 A 4", night=True, sight=1)
    assert target_form(dark, "british").example() == ()
    small = at_sea("hood 2512 A 4 w1", "prinz_eugen 2912 A 4")
    assert target_form(small, "british").example() == (Target("hood", "prinz_eugen"),)
    assert TargetForm(aims=(aim("a", "x", secondary=True),)).example() == (Secondary("a", "x"),)


@rule("battleships", "5.1")
def test_nobody_plans_fire_where_no_enemy_is_left() -> None:
    board = at_sea("hood 2512 A 4", FAR)
    board.remove(board.ship("bismarck"), "sunk")
    assert set(verbs(course_form(board, "british"))) == {"course", "steer"}


@rule("battleships", "5.1b")
def test_five_markers_on_one_ship_and_secondaries_count() -> None:
    names = ("hood", "renown", "norfolk", "suffolk", "berwick")
    ships = [f"{name} 25{12 + 2 * at} A 4" for at, name in enumerate(names)]
    board = at_sea(*ships, "prinz_eugen 3014 A 4")
    form = target_form(board, "british")
    five = "\n".join(f"target {ship.split()[0]} at=prinz_eugen" for ship in ships)
    assert refused(form, five) == []
    assert refused(form, f"{five}\nsecondary hood at=prinz_eugen") == ["5.1b"]


@rule("battleships", "5.1b")
def test_the_sixth_marker_on_a_ship_is_pointed_at() -> None:
    ships = [f"{name} 25{12 + 2 * at} A 4" for at, name in enumerate(NAMES)]
    form = target_form(at_sea(*ships, "prinz_eugen 3014 A 4", "de_dd 3016 A 4"), "british")
    five = [f"target {name} at=prinz_eugen" for name in NAMES]
    assert wrong(form, *five, "secondary hood at=de_dd") == []
    assert wrong(form, *five, "secondary hood at=prinz_eugen") == [("/5/at", "count", "5.1b")]
    six = ["secondary hood at=prinz_eugen", "secondary renown at=prinz_eugen", *five]
    assert wrong(form, *six) == [("/5/at", "count", "5.1b"), ("/6/at", "count", "5.1b")]
