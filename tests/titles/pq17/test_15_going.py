"""15.7.4: German ships that the schedule takes away go whatever is left of them."""

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.state.roster import Away, Reason, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.rosters import roster

rule = pytest.mark.rule


@rule("pq17", "15.7.4", "15.5.3b")
@pytest.mark.parametrize(("strength", "dead"), [(2, False), (1, False), (0, True)])
def test_a_wreck_that_is_due_goes_too(strength: int, *, dead: bool) -> None:
    """Köln leaves in December; Dead in the Water, and in port, she has no strength left."""
    there = roster("dec_1", Unit("koln", strength, "trondheim", dead=dead))
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert (there.find("koln"), [one.unit.kind for one in there.away]) == (None, ["koln"])


@rule("pq17", "15.7.2", "15.5.1", "15.5.3b")
@pytest.mark.parametrize(("why", "back"), [("ice_or_weather", 5), ("repair", 9)])
def test_a_british_ship_that_is_out_as_she_is_due_to_leave_is_asked_nothing_and_comes_back(
    why: Reason, back: int
) -> None:
    """Renown leaves in May. Germans alone are removed wherever they are (15.7.4)."""
    there = roster("may_1")
    there.away = [Away(Unit("renown", 3, "scapa_flow"), why, back)]
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert [(one.unit.kind, one.why, one.back) for one in there.away] == [("renown", why, back)]
