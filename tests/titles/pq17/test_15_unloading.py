"""15.2.2, 15.9.1: what is unloaded counts once, whether its owner has named some of it or not."""

import pytest

from games.titles.pq17.rules.campaign.unloading import unload_merchants
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "15.2.2", "15.9.1", "15.3.3")
@pytest.mark.parametrize("named", [{}, {"mv": 4}, {"mo": 1, "mv": 4}, {"mv": 15}])
def test_who_names_some_of_a_kind_scores_no_merchant_twice(named: dict[str, int]) -> None:
    waiting = [Unit("mv", 15, "murmansk"), Unit("mo", 2, "murmansk")]
    first = {"murmansk": named} if named else {}
    roster = Roster(boxes={"murmansk": Boxes(unloading=waiting)}, unload_first=first)
    points, most = unload_merchants(BOX, roster), BOX.campaign.rules.unloaded["murmansk"]
    down = roster.boxes["murmansk"].down
    tankers = sum(one.strength for one in down if one.kind == "mo")
    assert sum(one.strength for one in down) == most
    assert points == most * BOX.campaign.rules.unloading
    assert (roster.discharged, roster.unloaded) == (most, most - tankers)
