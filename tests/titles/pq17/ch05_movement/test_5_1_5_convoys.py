"""5.1.5: the ways of convoys."""

import pytest

from games.titles.pq17.orders.move_orders import Route
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.passage import _give_up
from games.titles.pq17.rules.movement.paths import distance_left
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.state import Convoy, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import bound_convoy, sailing, sailing_from
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.openings import WAY_OF_PQ17, opened
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "5.1.5")
def test_5_1_5_pq_17_goes_north_of_bear_island() -> None:
    form = planning.plans_form(opened(), "allied")
    assert {one.convoy: one.way[:14] for one in form.default() if isinstance(one, Schedule)}["pq17"] == WAY_OF_PQ17[:14]


@rule("pq17", "5.1.5")
@pytest.mark.parametrize("way", ["0404", "0404,0406", "0504", ",".join((*WAY_OF_PQ17, "1119"))])
def test_5_1_5_a_usual_way_that_leads_nowhere_is_refused(way: str) -> None:
    hexes = ", ".join(f'"{one}"' for one in way.split(","))
    old = ", ".join(f'"{one}"' for one in WAY_OF_PQ17)
    error = refused(swapped("scenario_08_pq17.toml", f"[{old}]", f"[{hexes}]"))
    assert "5.1.5" in str(error)


@rule("pq17", "5.1.5")
@pytest.mark.parametrize("blocked", [False, True])
def test_5_1_5_a_convoy_that_cannot_go_on_looks_for_another_way_and_else_keeps_its_own(blocked: bool) -> None:
    route = ("0411", "0412")
    been = list(BOX.waters.ways["0410"]) if blocked else []
    one = force("pq", "allied", "convoy", "0410", "mv 4", plan=Plan(0, route, "murmansk"),
                convoy=Convoy(laden=True, destinations=("murmansk",), destination="murmansk", been=been))  # fmt: skip
    board = arctic(one, force("tf", "allied", "task_force", "0410", "london", plan=Plan(0, route, "murmansk")))
    _give_up(board, one)
    assert one.plan is not None
    assert (one.plan.route == route) is blocked
    assert blocked or (one.plan.route[-1] == BOX.ports["murmansk"].hex and "0411" not in one.plan.route)
    _give_up(board, board.force("tf"))
    assert board.force("tf").plan is None, "others wait for orders"


@rule("pq17", "5.1.5", "5.1.5a")
def test_5_1_5_a_convoy_goes_a_hex_every_turn_until_it_is_in() -> None:
    one = force("c", "allied", "convoy", "0718", "mv 9", convoy=Convoy(laden=True, destinations=("murmansk",)))
    board = table(one)
    moved(board, Route("c", "murmansk", ("0717", "0817")))
    found = [(one.at, one.port)]
    for _ in range(2):
        one.moved = 0
        moved(board)
        found.append((one.at, one.port))
    assert found == [("0717", ""), ("0817", ""), ("0817", "murmansk")]


@rule("pq17", "5.1.5a", "4.2")
def test_5_1_5a_a_route_never_leads_two_hexes_away() -> None:
    form: PlansForm = planning.plans_form(opened(), "allied")
    back = ("0404", "0403", "0304", "0303", "0302")
    wrong = form.read(
        [{"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am", "way": [*back, "1119"]}]
    )
    assert [(one.pointer, one.rule) for one in form.problems(wrong) if one.code == "back"] == [("/0/way", "5.1.5a")]


@rule("pq17", "5.1.5a", position="PP35")
def test_5_1_5a_a_convoy_goes_on() -> None:
    """Never a hex again, never more than one farther off than it has been."""
    start = bound_convoy("0410", been=("0411",), nearest=9)
    near = distance_left(BOX, start, "0410", sailing())
    assert near is not None
    assert check_way(BOX, start, ("0411",), sailing()) == Barred("0411", "5.1.5a")
    start.convoy = Convoy(destination="murmansk", nearest=near)
    assert check_way(BOX, start, ("0411",), sailing()) is None
    assert check_way(BOX, start, ("0409",), sailing()) is None
    start.convoy = Convoy(destination="murmansk", nearest=near - 1)
    assert check_way(BOX, start, ("0409",), sailing()) == Barred("0409", "5.1.5a")
    assert check_way(BOX, start, ("0411",), sailing()) is None


@rule("pq17", "5.1.5a")
def test_5_1_5a_a_convoy_without_another_hex_may_turn_back() -> None:
    around = BOX.waters.ways["0817"]
    cornered = bound_convoy("0817", "reykjavik", been=around)
    assert check_way(BOX, cornered, (around[-1],), sailing()) is None
    cornered.convoy = Convoy(destination="reykjavik", been=list(around[:-1]))
    assert check_way(BOX, cornered, (around[0],), sailing()) == Barred(
        around[0], "5.1.5a" if around[0] != "0816" else "5.1.4"
    )


@rule("pq17", "5.1.5a")
def test_5_1_5a_before_a_destination_is_chosen_a_convoy_goes_where_it_likes() -> None:
    assert check_way(BOX, bound_convoy("0410", "", been=("0409",)), ("0409",), sailing()) is None


@rule("pq17", "5.1.5a")
@pytest.mark.parametrize(("off", "barred"), [(0, ""), (1, ""), (2, "5.1.5a")])
def test_5_1_5a_never_more_than_one_hex_back(off: int, barred: str) -> None:
    """`off`: how much farther from Murmansk than it has been the next hex is."""
    one = force("c", "allied", "convoy", "0410", "mv 9")
    enemy = BOX.enemy_ports(BOX.operations["pq17"], "allied")
    left = {hex_: BOX.waters.distance(hex_, "0817", enemy) for hex_ in BOX.waters.ways["0410"]}
    distances = {hex_: far for hex_, far in left.items() if far is not None}
    assert len(set(distances.values())) == 3
    for hex_, far in distances.items():
        one.convoy = Convoy(destination="murmansk", nearest=far - off)
        found = check_way(BOX, one, (hex_,), sailing_from())
        others = any(other <= far - off + 1 for name, other in distances.items() if name != hex_)
        assert (found.rule if found else "") == (barred if others else ""), hex_


@rule("pq17", "5.1.5a")
@pytest.mark.parametrize("last", ["0508", "0607"])
def test_5_1_5a_how_near_its_port_a_convoy_has_been_is_kept_from_turn_to_turn(last: str) -> None:
    """A hex nearer and one back again it goes, and no farther."""
    one = force("c", "allied", "convoy", "0509", "mv 9")
    board = table(one)
    left = {
        at: BOX.waters.distance(at, "0817", BOX.enemy_ports(board.operation, "allied")) for at in ("0609", "0608", last)
    }
    assert left == {"0609": 9, "0608": 10, last: 11}
    moved(board, Route("c", "murmansk", ("0609", "0608", last, "0707")))
    found = [one.at]
    for _ in range(2):
        one.moved = 0
        moved(board)
        found.append(one.at)
    assert found == ["0609", "0608", "0608"]
    assert [told.for_seat("allied").rule for told in board.told if isinstance(told.for_seat("allied"), Held)] == [
        "5.1.5a"
    ]


@rule("pq17", "5.1.5a", "8.3b")
def test_5_1_5a_so_is_how_near_it_has_been_before_play_starts() -> None:
    one = force("c", "allied", "convoy", "0509", "mv 9", plan=Plan(1, ("0609", "0608"), "murmansk"))
    one.convoy = Convoy(laden=True, destinations=("murmansk",), destination="murmansk")
    Run().carry_out(advance_force(table(one), one, 3), None, dice=(), draws=(), says=None)
    assert (one.plan, one.convoy.nearest, one.convoy.been) == (Plan(1, (), "murmansk"), 9, ["0509", "0609"])
