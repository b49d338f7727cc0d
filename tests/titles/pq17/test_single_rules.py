"""1.2c, 5.1.1, 7.2.3, 7.2.4b, 7.5.2h, 9.3.3, 11.2, 12.4, 15.8: small rules whose conditions are tried one by one."""

from typing import Any

import pytest

from games.titles.pq17.orders.administration import Moor
from games.titles.pq17.rules.campaign.administration import _moor
from games.titles.pq17.rules.convoy.dispersal import _come_back, _mark_back
from games.titles.pq17.rules.fuel.marks import top_speed
from games.titles.pq17.rules.joining import _one_part
from games.titles.pq17.rules.special.bombing import remove_bombers
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import BombersCame
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Convoy
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN, air
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "11.2.1", "11.2.2", "11.2.3")
@pytest.mark.parametrize(("fuel", "speed"), [(None, 3), (Fuel(20), 3), (Fuel(20, "low"), 2), (Fuel(20, "critical"), 1)])
def test_fuel_limits_the_speed(fuel: Fuel | None, speed: int) -> None:
    assert top_speed(BOX, fuel) == speed


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("count", [0, 2, 3, 4, 5, 9])
def test_so_many_ships_of_a_dispersed_part_rejoin(count: int) -> None:
    main = force("pq", "allied", "convoy", OPEN, "mv 8")
    away = force("pq_x", "allied", "convoy", OPEN, "mo 3", "mv 2")
    _come_back(BOX, main, away, count)
    back = min(count, 5)
    held = {one.ship: one.strength for one in main.counters}
    assert (held["mv"], held.get("mo", 0)) == (8 + max(back - 3, 0), min(back, 3))
    assert sum(one.strength for one in away.counters) == 5 - back
    marked = force("pq", "allied", "convoy", OPEN, "mv 8")
    marked.counters += [Counter("mo", 3, dispersed=True), Counter("mv", 2, dispersed=True)]
    _mark_back(BOX, marked, count)
    lies = {(one.ship, one.dispersed): one.strength for one in marked.counters}
    assert (lies["mv", False], lies.get(("mo", False), 0)) == (8 + max(back - 3, 0), min(back, 3))
    assert sum(strength for (_, away_), strength in lies.items() if away_) == 5 - back


@rule("pq17", "9.3.2a")
def test_dispersed_parts_of_convoys_that_became_one_are_one_part() -> None:
    def part(name: str, of: str, ship: str) -> Any:
        return force(name, "allied", "convoy", OPEN, ship, convoy=Convoy(part_of=of))

    board = arctic(
        force("pq", "allied", "convoy", OPEN, "mv 8"), part("x", "pq", "mv 1"), part("y", "qp", "mv 2"),
        part("z", "other", "mv 3"), force("qp", "allied", "convoy", OPEN, "mv 4"),
    )  # fmt: skip
    assert [one.id for one in _one_part(board, board.force("pq"), [board.force("qp")])] == ["y"]
    assert [(one.id, one.convoy.part_of) for one in board.state.forces if one.convoy and one.convoy.part_of] == [
        ("x", "pq"), ("z", "other"),
    ]  # fmt: skip
    assert left(board.force("x").counters) == ["mv 3"]


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
