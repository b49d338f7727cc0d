"""1.2, 6.1, 6.2.1: the numbers by which the enemy knows blocks, and what he is told of them."""

import pytest

from games.titles.pq17.state.reporting import report_fields, reported_names, reported_range
from games.titles.pq17.state.state import Named, Strength
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
CONVOY = ("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4", "gray_ranger", "mv 24")


@rule("pq17", "6.2.1a")
@pytest.mark.parametrize(("number", "told"), [(0, (0, 0)), (1, (1, 1)), (2, (1, 3)), (3, (2, 4)), (5, (3, 7))])
def test_within_half_of_the_number(number: int, told: tuple[int, int]) -> None:
    assert reported_range(number) == told


@rule("pq17", "6.2.1a", "6.2.1b", "1.2.1b")
@pytest.mark.parametrize(("merchants", "large"), [(10, False), (11, True)])
def test_p7_the_first_level(merchants: int, large: bool) -> None:
    """P7: the owner's number, and large or small."""
    convoy = force("c", "allied", "convoy", "0410", "norfolk", f"mv {merchants}", told=1)
    assert report_fields(BOX, convoy, 1) == {"kind": "convoy", "level": 1, "about": 1, "large": large}
    cover = force("t", "allied", "task_force", "0410", "norfolk", told=1)
    assert "large" not in report_fields(BOX, cover, 1)


@rule("pq17", "6.2.1c")
def test_p8_the_second_level() -> None:
    """P8"""
    found = report_fields(BOX, force("c", "allied", "convoy", "0410", *CONVOY), 2)
    assert found == {"kind": "convoy", "level": 2, "warships": 5, "heavy": 4, "carrier": True, "ships": 25}


@rule("pq17", "6.2.1d")
def test_p9_the_third_level() -> None:
    """P9"""
    found = report_fields(BOX, force("c", "allied", "convoy", "0410", *CONVOY), 3)
    assert found["strengths"] == (
        Strength("capital", 2, 8), Strength("carrier", 1, 4), Strength("cruiser", 2, 6), Strength("light", 1, 4),
    )  # fmt: skip
    assert found["ships"] == 25
    assert "heavy" not in found


@rule("pq17", "6.2.1g")
def test_at_level_0_only_the_kind_is_told() -> None:
    pack = force("u", "axis", "wolfpack", "0613", "ss_german 3")
    assert report_fields(BOX, pack, 0) == {"kind": "wolfpack", "level": 0}


@rule("pq17", "6.2.1", "6.1")
def test_a_report_is_dated_and_goes_to_the_other_side() -> None:
    tirpitz = force("t", "axis", "task_force", "0715", "tirpitz", "dd_36a 5")
    board = arctic(tirpitz)
    report = board.report(tirpitz, 4, "search")
    assert (report.to, report.turn, report.at, report.block, report.level) == ("allied", 9, "0715", tirpitz.block, 3)
    assert report.strengths == (Strength("capital", 1, 5), Strength("light", 2, 5))
    tirpitz.counters.pop()
    assert board.state.reports == [report]


@rule("pq17", "6.2.1e")
def test_a_photograph_names_heavy_ships() -> None:
    found = reported_names(BOX, ships("dd_36a 3", "tirpitz", "dd_36a 2"))
    assert found == (Named("tirpitz"), Named("dd_36a", 5))
