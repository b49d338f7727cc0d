"""6.2.1: what is reported of a block that was found."""

from typing import Any

import pytest

from games.titles.pq17.rules.search.legal_attacks import COUNTER, reported_strength
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.state.reporting import report_fields, reported_names, reported_range
from games.titles.pq17.state.state import Named, Report, Sky, Strength
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import named_task_force
from tests.titles.pq17.ch06_search.searches import meeting
from tests.titles.pq17.ch06_search.shadowers import small_convoy
from tests.titles.pq17.playing import gains, play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule
CONVOY = ("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4", "gray_ranger", "mv 24")
MERCHANTS = ("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4", "gray_ranger")
EXAMPLE = ("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4", "aldersdale", "mv 24")


@rule("pq17", "6.2.1", "6.1")
def test_6_2_1_a_report_is_dated_and_goes_to_the_other_side() -> None:
    tirpitz = force("t", "axis", "task_force", "0715", "tirpitz", "dd_36a 5")
    board = arctic(tirpitz)
    report = board.report(tirpitz, 4, "search")
    assert (report.to, report.turn, report.at, report.block, report.level) == ("allied", 9, "0715", tirpitz.block, 3)
    assert report.strengths == (Strength("capital", 1, 5), Strength("light", 2, 5))
    tirpitz.counters.pop()
    assert board.state.reports == [report]


@rule("pq17", "6.2.1", "7.1")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"about": 3}, 3),
        ({"warships": 3, "heavy": 1}, 4),
        ({"warships": 3}, 3),
        ({"strengths": (Strength("light", 2, 5), Strength("carrier", 1, 4))}, 5),
        ({}, None),
    ],
)
def test_6_2_1_how_strong_a_block_is_by_what_was_told_of_it(told: dict[str, Any], expected: int | None) -> None:
    board = facing(small_convoy())
    block = board.force("pq").block
    board.state.reports = [Report(to="axis", turn=8, source="search", at=OPEN, block=block, **told)]
    found = reported_strength(board, "axis", board.force("pq"))
    assert found == (expected if expected is None or "strengths" in told else expected * COUNTER)
    board.state.reports.append(Report(to="axis", turn=9, source="search", at=OPEN, block=block))
    assert reported_strength(board, "axis", board.force("pq")) == found, "what says nothing of it takes nothing back"


@rule("pq17", "6.2.1", "6.2.1a", "6.2.1c", "6.2.1d", "6.2.1g")
def test_6_2_1_the_convoy_of_the_example() -> None:
    """The text's own example: five counters of warships, four of them heavy, a carrier, twenty-five other ships."""
    one = force("c", "allied", "convoy", OPEN, *EXAMPLE, told=4)
    assert report_fields(BOX, one, 0) == {"kind": "convoy", "level": 0}
    assert report_fields(BOX, one, 1) == {"kind": "convoy", "level": 1, "about": 4, "large": True}
    assert report_fields(BOX, one, 2) == {
        "kind": "convoy",
        "level": 2,
        "warships": 5,
        "heavy": 4,
        "carrier": True,
        "ships": 25,
    }
    assert report_fields(BOX, one, 3) == {
        "kind": "convoy",
        "level": 3,
        "ships": 25,
        "strengths": (
            Strength("capital", 2, 8),
            Strength("carrier", 1, 4),
            Strength("cruiser", 2, 6),
            Strength("light", 1, 4),
        ),
    }


@rule("pq17", "6.2.1a")
@pytest.mark.parametrize(("number", "told"), [(0, (0, 0)), (1, (1, 1)), (2, (1, 3)), (3, (2, 4)), (5, (3, 7))])
def test_6_2_1a_within_half_of_the_number(number: int, told: tuple[int, int]) -> None:
    assert reported_range(number) == told


@rule("pq17", "6.2.1a", "6.2.1b", "1.2.1b", position="P7")
@pytest.mark.parametrize(("merchants", "large"), [(10, False), (11, True)])
def test_6_2_1a_the_first_level(merchants: int, large: bool) -> None:
    """The owner's number, and large or small."""
    convoy = force("c", "allied", "convoy", "0410", "norfolk", f"mv {merchants}", told=1)
    assert report_fields(BOX, convoy, 1) == {"kind": "convoy", "level": 1, "about": 1, "large": large}
    cover = force("t", "allied", "task_force", "0410", "norfolk", told=1)
    assert "large" not in report_fields(BOX, cover, 1)


@rule("pq17", "6.2.1a", "6.2.1b")
def test_6_2_1a_the_number_of_id_1_is_drawn_once() -> None:
    prey = force("prey", "allied", "task_force", OPEN, "norfolk", "london", "dd_a_i 4")
    board = meeting(prey, sky=Sky(kind="fog"))
    cards = board.box.cards.items()
    card = next(name for name, one in cards if gains(name, weather=3) == 1 and one.day.force[3] == "U")
    play(search(board), cards=[card], lots=[2])
    assert board.state.reports[-1].about == board.force("prey").told == 4


@rule("pq17", "6.2.1a", "6.2.1b", position="P7")
@pytest.mark.parametrize(("merchants", "large"), [(9, False), (10, True), (24, True)])
def test_6_2_1a_the_convoy_of_the_example_is_told_large_by_merchants_and_oilers_together(
    merchants: int, large: bool
) -> None:
    """The owner says 5, which may be 3 to 7."""
    convoy = force("c", "allied", "convoy", OPEN, *MERCHANTS, f"mv {merchants}", told=5)
    assert report_fields(BOX, convoy, 1) == {"kind": "convoy", "level": 1, "about": 5, "large": large}


@rule("pq17", "6.2.1a", "6.2.1b", position="PP54")
def test_6_2_1a_what_may_be_told_at_id_1() -> None:
    told = {number: reported_range(number) for number in (1, 2, 3, 5, 6, 0)}
    assert told == {1: (1, 1), 2: (1, 3), 3: (2, 4), 5: (3, 7), 6: (3, 9), 0: (0, 0)}


@rule("pq17", "6.2.1a", "6.2.1c", "6.2.1d", "1.2.1b")
def test_6_2_1a_the_convoy_of_the_example_level_by_level() -> None:
    """Duke of York, Victorious, Suffolk, Jamaica, a counter of four destroyers, an oiler and 24 merchants."""
    convoy = force("c", "allied", "convoy", OPEN, "duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4",
                   "aldersdale", "mv 24", told=5)  # fmt: skip
    one, two, three = (report_fields(BOX, convoy, level) for level in (1, 2, 3))
    assert (one["about"], one["large"]) == (5, True)
    assert (two["warships"], two["heavy"], two["carrier"], two["ships"]) == (5, 4, True, 25)
    assert [(group.group, group.counters, group.strength) for group in three["strengths"]] == [
        ("capital", 2, 8), ("carrier", 1, 4), ("cruiser", 2, 6), ("light", 1, 4),
    ]  # fmt: skip
    assert three["ships"] == 25


@rule("pq17", "6.2.1a", "1.2.1b")
@pytest.mark.parametrize(
    ("words", "large"),
    [
        (("mv 10",), False),
        (("mv 11",), True),
        (("mv 10", "palomares"), True),
        (("mv 9", "aldersdale"), False),
        (("mv 9", "mo 2"), True),
    ],
)
def test_6_2_1a_eleven_ships_are_a_large_convoy(words: tuple[str, ...], large: bool) -> None:
    assert report_fields(BOX, force("c", "allied", "convoy", OPEN, *words, told=1), 1)["large"] is large


@rule("pq17", "6.2.1c", position="P8")
def test_6_2_1c_the_second_level() -> None:
    found = report_fields(BOX, force("c", "allied", "convoy", "0410", *CONVOY), 2)
    assert found == {"kind": "convoy", "level": 2, "warships": 5, "heavy": 4, "carrier": True, "ships": 25}


@rule("pq17", "6.2.1c", "6.2.1d", position="PP55")
def test_6_2_1c_a_task_force_at_id_2_and_3() -> None:
    one = named_task_force("t", "allied", "0611", "victorious 4", "avenger 1", "london 2", "dd_a_i 5", "tb_hunt 1")
    two = report_fields(BOX, one, 2)
    assert (two["warships"], two["heavy"], two["carrier"]) == (6, 3, True)
    assert report_fields(BOX, one, 3)["strengths"] == (
        Strength("capital", 1, 4), Strength("carrier", 2, 5), Strength("cruiser", 1, 2), Strength("light", 3, 6),
    )  # fmt: skip


@rule("pq17", "6.2.1d", position="P9")
def test_6_2_1d_the_third_level() -> None:
    found = report_fields(BOX, force("c", "allied", "convoy", "0410", *CONVOY), 3)
    assert found["strengths"] == (
        Strength("capital", 2, 8), Strength("carrier", 1, 4), Strength("cruiser", 2, 6), Strength("light", 1, 4),
    )  # fmt: skip
    assert found["ships"] == 25
    assert "heavy" not in found


@rule("pq17", "6.2.1d", position="PP56")
def test_6_2_1d_a_convoy_at_id_3() -> None:
    one = force("c", "allied", "convoy", "0611", "mv 12", "aldersdale 2", "es_british 3", "ss_british 2")
    found = report_fields(BOX, one, 3)
    assert found["strengths"] == (Strength("light", 1, 3), Strength("submarine", 1, 2))
    assert found["ships"] == 13


@rule("pq17", "6.2.1d")
def test_6_2_1d_what_is_left_of_damaged_ships_is_told() -> None:
    one = force("t", "allied", "task_force", OPEN, "duke_of_york 2", "dd_a_i 3", "ss_soviet 1")
    assert report_fields(BOX, one, 3)["strengths"] == (
        Strength("capital", 1, 2),
        Strength("light", 1, 3),
        Strength("submarine", 1, 1),
    )


@rule("pq17", "6.2.1e")
def test_6_2_1e_a_photograph_names_heavy_ships() -> None:
    found = reported_names(BOX, ships("dd_36a 3", "tirpitz", "dd_36a 2"))
    assert found == (Named("tirpitz"), Named("dd_36a", 5))


@rule("pq17", "6.2.1g")
def test_6_2_1g_at_level_0_only_the_kind_is_told() -> None:
    pack = force("u", "axis", "wolfpack", "0613", "ss_german 3")
    assert report_fields(BOX, pack, 0) == {"kind": "wolfpack", "level": 0}
