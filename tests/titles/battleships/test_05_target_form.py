"""4.3, 5.1, 5.11, 6.1 The forms of targets and torpedoes: what they refuse, and what plans and doctrines come to."""

import pytest

from games.titles.battleships.orders.doctrine import Mark, preferred
from games.titles.battleships.orders.orders import Engage, FirePlan, Launch, Secondary, StarShell, Strike, Target
from games.titles.battleships.orders.targets import Aim, Flare, TargetForm
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from tests.titles.battleships.laid_out import at_sea, in_battle

rule = pytest.mark.rule
NAMES = ("hood", "renown", "norfolk", "suffolk", "berwick")


def wrong(form: TargetForm | TorpedoForm, *lines: str) -> list[tuple[str, str, str]]:
    answer = form.read(form.parse("\n".join(lines)))
    return [(one.pointer, one.code, one.rule) for one in form.problems(answer)]


# --- what is refused


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


@rule("battleships", "5.1b")
def test_the_sixth_marker_on_a_ship_is_pointed_at() -> None:
    ships = [f"{name} 25{12 + 2 * at} A 4" for at, name in enumerate(NAMES)]
    form = target_form(at_sea(*ships, "prinz_eugen 3014 A 4", "de_dd 3016 A 4"), "british")
    five = [f"target {name} at=prinz_eugen" for name in NAMES]
    assert wrong(form, *five, "secondary hood at=de_dd") == []
    assert wrong(form, *five, "secondary hood at=prinz_eugen") == [("/5/at", "count", "5.1b")]
    six = ["secondary hood at=prinz_eugen", "secondary renown at=prinz_eugen", *five]
    assert wrong(form, *six) == [("/5/at", "count", "5.1b"), ("/6/at", "count", "5.1b")]


@rule("battleships", "4.1a", "4.3")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("target hood at=bismarck",), [("/0/at", "not_sighted", "4.1a")]),
        (("target hood at=bismarck", "star_shell norfolk at=2912"), []),
        (("star_shell hood at=2912", "target hood at=bismarck"), []),
        (("star_shell hood at=2812", "target hood at=bismarck"), [("/1/at", "not_sighted", "4.1a")]),
        (("star_shell hood at=2912", "secondary hood at=prinz_eugen"), [("/1/at", "not_sighted", "4.1a")]),
        (("star_shell hood at=2912", "star_shell norfolk at=2812"), []),
        (("star_shell hood at=2912", "star_shell hood at=2812"), [("/1/ship", "twice", "4.3")]),
    ],
)
def test_by_night_what_is_marked_is_lit_by_somebody(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    ships = ("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4")
    assert wrong(target_form(at_sea(*ships, night=True, sight=1), "british"), *lines) == found


@rule("battleships", "11.10")
def test_who_bombards_marks_no_ship_besides() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", "washington 3028 F 4", turn=3, sight=12)
    form = target_form(board, "japanese")
    assert form.bombards == "kirishima"
    assert wrong(form, "bombard kirishima") == []
    assert wrong(form, "bombard kirishima", "target kirishima at=washington") == [("/1/ship", "twice", "5.1")]


@rule("battleships", "6.2c")
def test_a_ship_launches_once_and_doctrines_may_be_several() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "lutzow 2514 A 4", "hood 2812 A 4", "norfolk 2912 A 4")
    form = torpedo_form(board, "german")
    assert wrong(form, "launch prinz_eugen at=hood", "launch lutzow at=hood") == []
    assert wrong(form, "strike hood", "strike nearest") == []
    assert wrong(form, "launch lutzow at=hood", "strike hood", "launch lutzow at=norfolk") == [
        ("/2/ship", "twice", "6.2c")
    ]


# --- plans


def aim(ship: str, at: str, distance: int = 8, *, needs: str = "", secondary: bool = False, kind: str = "ca") -> Aim:
    return Aim(ship, at, distance, "broadside", needs=needs, secondary=secondary, kind=kind)


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


# --- doctrines

MARKS = (
    Mark("far", "bb", 9), Mark("near", "bb", 3), Mark("small", "dd", 2), Mark("fort", "battery", 5),
    Mark("ca", "ca", 9),
)  # fmt: skip


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


@rule("battleships", "6.1", "6.2a")
def test_a_doctrine_of_torpedoes_leaves_alone_whoever_has_orders() -> None:
    salvoes = (
        Salvo("a", "x", 3, 6, "3:1", "bb"), Salvo("a", "y", 2, 7, "3:1", "dd"), Salvo("b", "x", 4, 5, "3:1", "bb"),
        Salvo("b", "y", 4, 8, "3:1", "dd", friend=True),
    )  # fmt: skip
    form = TorpedoForm(salvoes=salvoes, crew=("a", "b"), prey=("x", "y"))
    assert form.meant((Strike(("nearest",)),)) == (Launch("a", "y"), Launch("b", "x"))
    assert form.meant((Launch("a", "x"), Strike(("nearest",)))) == (Launch("a", "x"), Launch("b", "x"))
    assert form.meant((Strike(("x",), ("b",)), Strike(("nearest",)))) == (Launch("b", "x"), Launch("a", "y"))
    assert form.meant((Strike(("x",), within="3"),)) == (Launch("a", "x"),)
    assert form.meant((Strike(("x",), chance="6"),)) == (Launch("a", "x"),)
    assert form.meant((Strike(("x",), chance="5"),)) == (Launch("a", "x"), Launch("b", "x"))
    assert form.meant((Strike(("y",), ("b",)),)) == ()


# --- what is foretold


@rule("battleships", "T.mod", "5.7", "5.11")
@pytest.mark.parametrize(
    ("ships", "order", "said", "tone"),
    [
        (("hood 2512 A 4", "bismarck 2502 A 4"), "target hood at=bismarck",
         "range 10, fore, attack 42, roll −1, a rolled 7 gives odds 1:1, in sight", "free"),
        (("hood 2512 A 4", "bismarck 2522 A 4"), "target hood at=bismarck",
         "range 10, aft, attack 42, roll −1, a rolled 7 gives odds 1:1, in sight", "free"),
        (("hood 2512 A 4", "bismarck 3912 A 4"), "target hood at=bismarck",
         "range 14, broadside, attack 21, roll +0, a rolled 7 gives odds 1:2, in sight", "free"),
        (("norfolk 2512 A 4", "bismarck 3512 A 4"), "target norfolk at=bismarck",
         "range 10, broadside, attack 11, roll +0, a rolled 7 gives nothing, in sight", "free"),
        (("hood 2512 A 4", "prinz_eugen 2912 A 0"), "secondary hood at=prinz_eugen",
         "range 4, broadside, odds 1:1, in sight", "free"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_shot(ships: tuple[str, ...], order: str, said: str, tone: str) -> None:
    form = target_form(at_sea(*ships), "british")
    (line,) = form.preview(form.parse(order)).lines
    assert (line.text.en, line.tone, line.pointer) == (said, tone, "/0/at")


@rule("battleships", "4.3b", "5.5")
def test_a_shot_by_star_shell_is_a_risk_and_others_at_the_target_are_reckoned_with() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3012 A 4", night=True, sight=1)
    form = target_form(board, "british")
    draft = form.parse("star_shell hood at=3012\ntarget hood at=bismarck\ntarget norfolk at=bismarck")
    lines = form.preview(draft).lines
    assert [(line.pointer, line.tone) for line in lines] == [("/1/at", "risk"), ("/2/at", "risk")]
    assert [line.text.en.partition("roll ")[2][:2] for line in lines] == ["−2", "−2"]
    assert lines[0].text.en.endswith("by star shell −1")


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
def test_the_nearest_target_of_the_first_ship_that_sees_one_is_the_example() -> None:
    board = at_sea("hood 2512 A 4", "renown 2912 A 4", "bismarck 3512 A 4", "prinz_eugen 3312 A 4")
    assert target_form(board, "british").example() == (Target("hood", "prinz_eugen"),)
    dark = at_sea("hood 2512 A 4", "bismarck 2812 A 4", night=True, sight=1)
    assert target_form(dark, "british").example() == ()
    small = at_sea("hood 2512 A 4 w1", "prinz_eugen 2912 A 4")
    assert target_form(small, "british").example() == (Target("hood", "prinz_eugen"),)
    assert TargetForm(aims=(aim("a", "x", secondary=True),)).example() == (Secondary("a", "x"),)


@rule("battleships", "6.1", "6.2a")
def test_what_is_said_of_a_launch() -> None:
    board = at_sea("jp_dd 2512 A 4", "atago 2611 A 4 spent", "iowa 2711 A 1", "us_dd 2812 A 4")
    form = torpedo_form(board, "japanese")
    lines = form.preview(form.parse("launch jp_dd at=iowa\nlaunch jp_dd at=us_dd")).lines
    assert [(line.pointer, line.tone, line.text.en) for line in lines] == [
        ("/0/at", "risk", "range 2, hits on 10 or less, then 5:1; a friend on the line"),
        ("/1/at", "spends", "range 3, hits on 7 or less, then 5:1"),
    ]
