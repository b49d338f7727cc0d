"""Chapter 5: the level of alert and the alert chart."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.state import alert
from games.titles.goeben.state.alert import change
from games.titles.goeben.state.events import day as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Played, at_sea, ordered, plain, play

rule = pytest.mark.rule
CHARTS = BOX.charts


# --- 5.1 changes


@rule("goeben", "5.1")
@rule("goeben", "5.2")
@pytest.mark.parametrize(
    ("before", "by", "after"), [(1, 1, 2), (3, -1, 2), (1, -1, 1), (2, -2, 1), (6, 1, 6), (5, 2, 6), (5, 2 - 1, 6)]
)
def test_the_marker_stays_on_its_track(before: int, by: int, after: int) -> None:
    """Simultaneous changes come as their sum."""
    board = at_sea(alert=before)
    change(board, by, "pursue")
    assert board.state.alert == after
    assert Played(board).told(told.AlertChanged) == [told.AlertChanged(before, after, "pursue")]


@rule("goeben", "T.alert")
def test_alert_chart() -> None:
    alert = CHARTS.alert
    assert (alert.start, alert.least, alert.most, alert.battle, alert.bombardment) == (1, 1, 6, 1, 1)


# --- 5.2 limits


@rule("goeben", "5.2")
def test_no_change_is_not_told() -> None:
    board = at_sea()
    change(board, 1 - 1, "pursue")
    assert board.told == []


@rule("goeben", "5.2")
@rule("goeben", "25.2.3")
@pytest.mark.parametrize(("before", "by"), [(1, -1), (1, -2), (6, 1)])
def test_a_level_that_stays_is_no_news_for_captains_far_off(before: int, by: int) -> None:
    """Else they would hear that something has happened where they are not."""
    board = at_sea("captains", alert=before, goeben="malta_pz", breslau="messina")
    assert not change(board, by, "pursue", to=board.witnesses("malta_pz"))
    (news,) = board.told
    assert plain(news.for_seat("goeben")) == told.AlertChanged(before, before, "pursue")
    assert news.for_seat("breslau") is news.for_seat(PUBLIC) is None


@rule("goeben", "5.2")
@rule("goeben", "4.1")
@rule("goeben", "25.2.3")
@pytest.mark.parametrize(("alert", "new"), [(1, False), (2, True)])
def test_nobody_far_off_is_asked_anew_after_a_level_that_stays(alert: int, new: bool) -> None:
    """An attempt that jams the enemy's signals at level 1 changes nothing."""
    board = at_sea("captains", alert=alert, goeben="malta_pz", breslau="messina")
    ordered(board, "intelligence goeben prefer=jam", "goeben")
    play(board, intelligence(board), dice=[(6,)])
    assert board.day.news == (["goeben", "breslau"] if new else ["goeben"])


@rule("goeben", "5.2")
@pytest.mark.parametrize(("before", "by", "after"), [(5, 2 - 1, 6), (6, 1, 6), (1, -1, 1), (6, 1 - 1, 6)])
def test_the_alert_level_stays_between_one_and_six(before: int, by: int, after: int) -> None:
    board = at_sea(alert=before)
    alert.change(board, by, "test")
    assert board.state.alert == after
