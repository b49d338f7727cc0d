"""1.2c, 5.1.1, 7.2.3, 7.2.4b, 7.5.2h, 9.3.3, 11.2, 12.4, 15.8: small rules whose conditions are tried one by one."""

import pytest

from games.titles.pq17.orders.administration import Moor
from games.titles.pq17.rules.campaign.administration import _moor
from games.titles.pq17.state.roster import Roster, Unit

rule = pytest.mark.rule


@rule("pq17", "15.8")
def test_who_was_at_sea_lies_where_her_owner_says_and_joins_her_like() -> None:
    there = Roster(units=[
        Unit("jamaica", 3, "scapa_flow", afloat=True), Unit("dd_a_i", 2, "reykjavik", afloat=True),
        Unit("dd_a_i", 3, "reykjavik"), Unit("tb_hunt", 1, "clyde", emergency=True),
        Unit("tb_hunt", 1, "clyde", afloat=True), Unit("kent", 3, "scapa_flow"),
    ])  # fmt: skip
    _moor(there, {"allied": (Moor("jamaica", "reykjavik"), Moor("kent", "reykjavik"))})
    found = sorted((one.kind, one.strength, one.place, one.afloat) for one in there.units)
    assert found == [
        ("dd_a_i", 5, "reykjavik", False), ("jamaica", 3, "reykjavik", False), ("kent", 3, "scapa_flow", False),
        ("tb_hunt", 1, "clyde", False), ("tb_hunt", 1, "clyde", False),
    ]  # fmt: skip
