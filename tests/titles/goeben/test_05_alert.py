"""5.0 The Allied Alert Level."""

import pytest

from games.titles.goeben.table.alert import change
from games.titles.goeben.table.events import day as told
from tests.titles.goeben.laid_out import Played, at_sea

rule = pytest.mark.rule


@rule("goeben", "5.1")
@rule("goeben", "5.2")
@pytest.mark.parametrize(
    ("before", "by", "after"), [(1, 1, 2), (3, -1, 2), (1, -1, 1), (2, -2, 1), (6, 1, 6), (5, 2, 6), (5, 2 - 1, 6)]
)
def test_the_marker_stays_on_its_track(before: int, by: int, after: int) -> None:
    """G24: simultaneous changes come as their sum."""
    sea = at_sea(alert=before)
    change(sea, by, "pursue")
    assert sea.state.alert == after
    assert Played(sea).told(told.AlertChanged) == [told.AlertChanged(before, after, "pursue")]


@rule("goeben", "5.2")
def test_no_change_is_not_told() -> None:
    sea = at_sea()
    change(sea, 1 - 1, "pursue")
    assert sea.told == []
