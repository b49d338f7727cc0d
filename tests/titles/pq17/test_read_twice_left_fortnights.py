"""Chapters 12 and 15 read a second time: what was noticed of the fortnights of a campaign, and left."""

import pytest

from games.titles.pq17.rules.campaign import administration
from games.titles.pq17.table.roster import Unit
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import by_default

rule = pytest.mark.rule


# ---------------------------------------------------------------- 12.6.1 what a ground offensive costs


@rule("pq17", "12.6.1")
@pytest.mark.parametrize(
    ("thrown", "german", "soviet"), [(0, 0, 0), (1, 1, 1), (3, 1, 2), (4, 2, 2), (9, 3, 5)],
)  # fmt: skip
def test_pp545_the_third_and_the_half_are_of_the_die(thrown: int, german: int, soviet: int) -> None:
    sea = campaign()
    sea.roster.units, sea.roster.offensive = [Unit("ju_88", 30, "banak"), Unit("i_16", 30, "vaenga")], True
    by_default(administration._offensive(sea), lambda _: thrown)
    assert [unit.strength for unit in sea.roster.units] == [30 - german, 30 - soviet]


@rule("pq17", "12.6.1")
def test_pp546_no_more_than_there_is() -> None:
    sea = campaign()
    sea.roster.units, sea.roster.offensive = [Unit("ju_88", 2, "banak"), Unit("hudson", 3, "wick")], True
    by_default(administration._offensive(sea), lambda _: 9)
    assert [(unit.kind, unit.strength) for unit in sea.roster.units] == [("hudson", 3)]
