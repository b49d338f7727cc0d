"""Most and least speed (7.3)."""

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Exit
from games.titles.battleships.rules.movement.courses import course_form
from tests.titles.battleships.laid_out import at_sea, refused
from tests.titles.battleships.positions import at_the_exit, lies, moved, verbs

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
START = "2512"


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


@rule("battleships", "7.3", "7.4")
@pytest.mark.parametrize(
    ("by", "said", "tone"),
    [
        ("ahead 2", "2 of 5 movement points, 0 of 2 changes of course; next turn 1 to 4 points", "free"),
        ("ahead 5", "5 of 5 movement points, 0 of 2 changes of course; next turn 2 to 5 points", "free"),
        ("ahead 1", "1 of 5 movement points, 0 of 2 changes of course; next turn 0 to 2 points", "risk"),
        ("port, ahead 2", "2 of 5 movement points, 1 of 2 changes of course; next turn 1 to 4 points", "spends"),
        ("port 2, ahead 1", "3 of 5 movement points, 1 of 2 changes of course; next turn 1 to 5 points", "spends"),
        (
            "port, ahead 1, port, ahead 1",
            "2 of 5 movement points, 2 of 2 changes of course; next turn 1 to 4 points",
            "spends",
        ),
        (
            "port, ahead 1, port, ahead 1, port, ahead 1",
            "3 of 5 movement points, 3 of 2 changes of course; next turn 1 to 5 points",
            "risk",
        ),
    ],
)
def test_what_is_said_of_a_course(by: str, said: str, tone: str) -> None:
    form = course_form(at_sea("hood 2512 A 4", FAR), "british")
    (line,) = form.preview([{"order": "steer", "ships": ["hood"], "by": by}]).lines
    assert (line.text.en, line.tone, line.pointer) == (said, tone, "/0/by")


@rule("battleships", "7.3")
@rule("battleships", "9.2")
@pytest.mark.parametrize(
    ("ships", "way", "rules"),
    [
        ("kongo", "156120", []), ("kongo,haruna", "156120", []), ("haguro", "156120", ["7.3"]),
        ("kongo,haguro", "156120", ["7.3"]), ("haguro,kongo", "156120", ["7.3"]),
        ("kongo,haguro", "5519", []),
        ("kongo,haguro", "5519,5518,5517,5516", ["7.3"]),
    ],
)  # fmt: skip
def test_ships_of_one_course_leave_the_map_only_where_each_may_go_that_way(
    ships: str, way: str, rules: list[str]
) -> None:
    assert refused(at_the_exit(ships), f"course {ships} way={way}") == rules


@rule("battleships", "7.3b")
@pytest.mark.parametrize(("open_", "least"), [((), 0), (("2511",), 1), (("2511", "2510"), 2), (("2513",), 0)])
def test_who_is_shut_in_need_not_go_on(open_: tuple[str, ...], least: int) -> None:
    """At a speed of four she must go two; about would cost her three points more, which is above her five."""
    land = set(hexes.about(START, 3)) - {START, *open_}
    board = at_sea(f"hood {START} A 4 s1", "bismarck 5534 A 0", land=tuple(land))
    (ship,) = course_form(board, "british").ships
    assert (ship.least, ship.most) == (least, 3)


@rule("battleships", "7.3b", "9.2")
def test_who_is_shut_in_but_for_an_exit_need_not_leave() -> None:
    land = set(hexes.about("2501", 3)) - {"2501"}
    land = {at for at in land if len(at) == len("2501")}
    board = at_sea("hood 2501 A 4", "bismarck 5534 A 0", land=tuple(land), exits=(Exit("british", ("north",)),))
    form = course_form(board, "british")
    (ship,) = form.ships
    assert (ship.least, form.plots["hood"].chart.stops != ()) == (0, True)
    assert form.steady("hood") == ()


@rule("battleships", "7.3b")
@rule("battleships", "9.3a")
def test_where_there_is_no_way_a_ship_goes_as_far_as_she_can() -> None:
    """Land ahead and on both bows: she must make two, and can make one."""
    shut = ("2510", "2410", "2610", "2411", "2611", "2412", "2612", "2413", "2613", "2513", "2414", "2614")
    board = at_sea("hood 2512 A 5 s2", FAR, land=shut)
    (ship,) = course_form(board, "british").ships
    assert ship.least == 1
    assert lies(moved(board), "hood")[0] == "2511"
