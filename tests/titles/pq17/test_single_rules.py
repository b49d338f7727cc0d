"""1.2c, 5.1.1, 7.2.3, 7.2.4b, 7.5.2h, 9.3.3, 11.2, 12.4, 15.8: small rules whose conditions are tried one by one."""

import pytest

from games.titles.pq17.orders.administration import Moor
from games.titles.pq17.rules.campaign.administration import _moor
from games.titles.pq17.rules.special.bombing import remove_bombers
from games.titles.pq17.state.events.special import BombersCame
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import air

rule = pytest.mark.rule


@rule("pq17", "12.4a")
@pytest.mark.parametrize("strengths", [(), (2,), (2, 0, 1)])
def test_the_bombers_of_the_bombing_order_go_and_score_nothing(strengths: tuple[int, ...]) -> None:
    special = BOX.special.bombing_order
    board = arctic(air=[air(special.aircraft, f"h{n}", special.base, one) for n, one in enumerate(strengths)])
    board.state.air.append(air("catalina", "c", "lerwick", 1))
    remove_bombers(board)
    assert [one.id for one in board.state.air] == ["c"]
    gone = [(one.side, one.unit, one.strength, one.how) for one in board.state.losses]
    assert gone == [("allied", special.aircraft, one, "left") for one in strengths if one]
    assert (BombersCame(special.base, special.aircraft, 0) in heard(board, "axis")) is bool(strengths)
    assert board.state.bookings == []


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
