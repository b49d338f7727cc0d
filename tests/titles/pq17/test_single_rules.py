"""1.2c, 5.1.1, 7.2.3, 7.2.4b, 7.5.2h, 9.3.3, 11.2, 12.4, 15.8: small rules whose conditions are tried one by one."""

from typing import Any

import pytest

from games.titles.pq17.orders.administration import Moor
from games.titles.pq17.rules.air.combat import Fire, usual_replies
from games.titles.pq17.rules.campaign.administration import _moor
from games.titles.pq17.rules.convoy.dispersal import _come_back, _mark_back
from games.titles.pq17.rules.fuel.marks import top_speed
from games.titles.pq17.rules.joining import _one_part
from games.titles.pq17.rules.special.bombing import remove_bombers
from games.titles.pq17.rules.surface.areas import Manoeuvre
from games.titles.pq17.rules.surface.doctrine import _fallback
from games.titles.pq17.rules.surface.gunnery import may_divide
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import BombersCame
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Convoy
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN, air
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "7.2.3", "7.2.3f")
def test_who_was_fired_at_fires_back_at_that_and_a_free_fighter_at_anybody() -> None:
    attackers = {"bomber": air("ju_88", "bomber", "banak"), "fighter": air("bf_109", "fighter", "banak"),
                 "free": air("bf_109", "free", "banak"), "idle": air("ju_88", "idle", "banak")}  # fmt: skip
    fires = [Fire("a", "bomber", 1), Fire("b", "fighter", 1)]
    for also in ([], [Fire("b", "bomber", 1)]):
        back = {one.firer: one.target for one in usual_replies(BOX, attackers, [*fires, *also])}
        assert back == {"bomber": "a", "fighter": "b", "free": "a"}


@rule("pq17", "7.5.2h")
@pytest.mark.parametrize(
    ("ships", "may"),
    [(("dd_a_i 3",), True), (("tb_hunt 2",), True), (("es_british 2",), True), (("norfolk 3",), False),
     (("dd_a_i 3", "dd_j_r 1"), False), (("aldersdale 2",), False)],
)  # fmt: skip
def test_a_counter_of_light_ships_that_is_alone_divides_its_fire(ships: tuple[str, ...], may: bool) -> None:
    fight = battle(ships, ("lutzow 4",))
    unit = fight.of("allied")[0]
    assert may_divide(BOX, fight, unit) is may
    unit.counters.append(Counter("dd_us", 1))
    assert not may_divide(BOX, fight, unit)


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


@rule("pq17", "7.5.2c", "7.5.4")
@pytest.mark.parametrize(
    ("wish", "round_", "surprised", "does"),
    [
        (Manoeuvre("dd_a_i", "screening", False, ("lutzow", "koln", "hipper")), 2, "",
         Manoeuvre("dd_a_i", "screening", False)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "", Manoeuvre("dd_a_i", "deployment", True)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "allied", Manoeuvre("dd_a_i", "deployment", False)),
        (Manoeuvre("dd_a_i", "torpedo", True), 1, "axis", Manoeuvre("dd_a_i", "torpedo", True)),
        (Manoeuvre("dd_a_i", "torpedo", True), 2, "allied", Manoeuvre("dd_a_i", "torpedo", True)),
    ],
)  # fmt: skip
def test_who_may_not_go_where_he_was_to_stays(wish: Manoeuvre, round_: int, surprised: Any, does: Manoeuvre) -> None:
    fight = battle(("dd_a_i 2",), ("lutzow 4",), attacker="axis", round_=round_)
    fight.unit("dd_a_i").joined, fight.surprised = 1, surprised
    assert _fallback(fight, wish, [wish]) == does
