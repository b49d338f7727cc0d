"""7.1 Courses by steps: every word, the most of each figure, and the hexes that they enter."""

import re

import pytest

from games.titles.battleships.orders import steps
from games.titles.battleships.orders.steps import Misread, Step, entered, parts_of, written
from games.titles.battleships.rules.movement.courses import course_form
from tests.titles.battleships.laid_out import at_sea

rule = pytest.mark.rule


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
