"""1.2a: which blocks may hold what others hold in another world, and what of a side nobody else knows."""

from collections import Counter as Tally
from itertools import pairwise, permutations
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.kernel.random_source import random_source
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.reporting import report_fields
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Convoy, Force, Phase, Plan, Points, Purchase, Report, Shadow, State, Strength
from games.titles.pq17.visibility.exchange import _is_true_of
from games.titles.pq17.visibility.matching import Matching
from games.titles.pq17.visibility.order_of_battle import deal_order_of_battle
from games.titles.pq17.visibility.purchases import deal_purchases
from games.titles.pq17.visibility.redeal import redeal
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.strikes import air

rule = pytest.mark.rule


def last(limit: int) -> int:
    """The last of what could be is what is."""
    return limit - 1


def one(*ships: str, kind: Any = "task_force", at: str = "0408", name: str = "a", **fields: Any) -> Force:
    side = fields.pop("side", "allied")
    return force(name, side, kind, at, *ships, **fields)


def exchanged(first: Force, second: Force, *others: Force, reader: str = "axis", **state: Any) -> bool:
    """Whether two blocks of a side hold what the other held, in a world that its enemy cannot tell from this one."""
    board = arctic(first, second, *others, **state)
    before = {there.id: [counter.ship for counter in there.counters] for there in board.state.forces}
    blocks = [(there.block, there.at, there.port) for there in board.state.forces]
    world: State = redeal(BOX, board.state, reader, last)
    assert [(there.block, there.at, there.port) for there in world.forces] == blocks
    swapped = world.forces[0].id != first.id
    after = {there.id: [counter.ship for counter in there.counters] for there in world.forces}
    assert after == before, "who is called so holds what he held"
    return swapped


@rule("pq17", "1.2a")
@pytest.mark.parametrize(
    ("mine", "theirs", "may"),
    [
        ({}, {"at": "0612"}, True),
        ({"port": "reykjavik", "at": "0504"}, {"port": "reykjavik", "at": "0504"}, True),
        ({"port": "reykjavik", "at": "0504"}, {"port": "akureyri", "at": "0505"}, False),
        ({"port": "reykjavik", "at": "0504"}, {}, False),
        ({"moved": 2}, {"moved": 2}, True),
        ({"moved": 2}, {"moved": 1}, False),
        ({"level": 1}, {}, True),
        ({"home": "scapa_flow"}, {}, False),
        ({"home": "scapa_flow"}, {"home": "scapa_flow"}, True),
        ({"from_port": True}, {}, False),
    ],
)
def test_blocks_of_one_kind_that_moved_alike_may_hold_what_the_other_holds(mine: Any, theirs: Any, may: bool) -> None:
    first, second = one("norfolk", **mine), one("kent", name="b", **theirs)
    assert exchanged(first, second) is may


@rule("pq17", "1.2a", "5.2.1", "6.8")
@pytest.mark.parametrize(
    ("mine", "theirs", "may"),
    [
        (one("norfolk"), one(kind="dummy", name="b"), True),
        (one("norfolk", level=1), one(kind="dummy", name="b"), False),
        (one("norfolk"), one(kind="dummy", name="b", level=0), False),
        (one("ss_british 2", kind="wolfpack"), one("ss_british 1", kind="wolfpack", name="b"), True),
        (one("ss_british 2", kind="wolfpack"), one("ss_soviet 2", kind="wolfpack", name="b"), False),
        (one("ss_british 2", kind="wolfpack"), one("norfolk", name="b"), False),
        (one("norfolk"), one("dd_project_7 2", name="b"), False),
        (one("norfolk"), one("kent", name="b"), True),
    ],
    ids=["a dummy", "one is face up", "the other is", "packs", "packs of two navies", "no pack", "Soviet ships",
         "cruisers"],
)  # fmt: skip
def test_what_shows_is_the_same(mine: Force, theirs: Force, may: bool) -> None:
    assert exchanged(mine, theirs) is may


@rule("pq17", "1.2a", "5.1.5")
@pytest.mark.parametrize(
    ("fields", "other", "others", "may"),
    [
        ({}, {}, (), True),
        ({}, {"moved": 2}, (), False),
        ({"trail": ["0406", "0407"]}, {"trail": ["0611", "0610"]}, (), True),
        ({"trail": ["0406", "0407"]}, {"trail": ["0611", "0610", "0611"]}, (), False),
        ({"convoy": {"scattered": True}}, {}, (), False),
        ({"convoy": {"part_of": "x"}}, {}, (), False),
        ({}, {}, (one("ss_british 2", kind="wolfpack", name="p", plan=Plan(0, ("0409",))),), True),
        ({}, {}, (one("ss_british 2", kind="wolfpack", name="p"),), True),
        ({}, {}, (one("ss_soviet 2", kind="wolfpack", name="p", plan=Plan(0, ("0409",))),), True),
        ({}, {}, (one("mv 1", kind="convoy", name="p", convoy=Convoy(part_of="a")),), False),
    ],
    ids=["went alike", "went faster", "ways", "came back", "scattered", "a part", "boats sail", "boats stay",
         "Soviet boats", "it has a part"],
)  # fmt: skip
def test_a_block_that_went_as_a_convoy_may_be_one(fields: Any, other: Any, others: Any, may: bool) -> None:
    voyage = Convoy(laden=True, destinations=("arkhangelsk",), **fields.pop("convoy", {}))
    trail, beside = fields.pop("trail", ["0408"]), other.pop("trail", ["0612"])
    moved = other.pop("moved", 0)
    convoy = one("mv 8", "dd_a_i 2", kind="convoy", convoy=voyage, moved=moved)
    lure = one(kind="dummy", name="b", at="0612", moved=moved)
    board = arctic(convoy, lure, *others)
    board.force("a").trail, board.force("b").trail = trail, beside
    world = redeal(BOX, board.state, "axis", last)
    assert (world.forces[0].kind == "dummy") is may


@rule("pq17", "1.2a", "6.3", "5.3.1a", "3.2a")
@pytest.mark.parametrize(
    "state",
    [
        {"shadows": [Shadow("x", "task_force", "a")]},
        {"declared": ["b"]},
        {"phase": Phase("allied", orders=(Move("a", ("0409",)),))},
        {"phase": Phase("allied", attacks=(Attack("b", "x"),))},
    ],
    ids=["shadows", "declares", "is ordered", "attacks"],
)
def test_who_shows_or_is_named_stays_what_he_is(state: Any) -> None:
    assert exchanged(one("norfolk"), one("kent", name="b"))
    assert not exchanged(one("norfolk"), one("kent", name="b"), **state)


def changed_places(first: Force, second: Force, *others: Force) -> State:
    """The state in which these blocks have changed contents, and nothing else changes that need not."""
    asked: list[int] = []

    def once(limit: int) -> int:
        asked.append(limit)
        return limit - 1 if len(asked) == 1 else 0

    world: State = redeal(BOX, arctic(first, second, *others).state, "axis", once)
    assert world.forces[0].id == second.id
    return world


@rule("pq17", "4.2", "5.1")
@pytest.mark.parametrize(
    ("plan", "change", "keeps"),
    [
        (Plan(0, ("0409",)), {}, True),
        (Plan(0, ("0409",)), {"dead": True}, False),
        (Plan(0, ("0409",)), {"towed": True}, False),
        (Plan(0, ("0409",), pace="high"), {"crippled": True}, False),
    ],
)
def test_a_block_keeps_its_plan_if_its_new_contents_can_carry_it_out(plan: Any, change: Any, keeps: bool) -> None:
    second = one("kent", "dd_a_i 2", name="b")
    for name, value in change.items():
        setattr(second.counters[0], name, value)
    world = changed_places(one("norfolk", plan=plan), second)
    assert world.forces[0].plan == (plan if keeps else None)


@rule("pq17", "5.1", "11.2.3")
@pytest.mark.parametrize(
    ("fuel", "pace", "keeps"),
    [(None, "high", True), (Fuel(9), "high", True), (Fuel(9, "critical"), "high", False),
     (Fuel(9, "critical"), "slow", True), (Fuel(9, "low"), "high", True)],
)  # fmt: skip
def test_contents_with_critical_fuel_keep_no_plan_of_a_faster_block(fuel: Any, pace: Any, keeps: bool) -> None:
    world = changed_places(one("norfolk", plan=Plan(0, ("0409",), pace=pace)), one("kent", name="b", fuel=fuel))
    assert (world.forces[0].plan is not None) is keeps


@rule("pq17", "5.2.1")
@pytest.mark.parametrize(("boats", "keeps"), [("ss_british 2", False), ("ss_soviet 2", True)])
def test_a_british_pack_has_another_plan_if_a_convoy_is_elsewhere(boats: str, keeps: bool) -> None:
    convoy = one("mv 8", "dd_a_i 2", kind="convoy", convoy=Convoy(laden=True, destinations=("arkhangelsk",)))
    pack = one(boats, kind="wolfpack", name="p", plan=Plan(0, ("0409",)))
    world = changed_places(convoy, one(kind="dummy", name="b", at="0612"), pack)
    assert (world.forces[2].plan is not None) is keeps


@rule("pq17", "15.2.1a")
def test_a_convoy_that_calls_at_two_ports_stays() -> None:
    assert not exchanged(one("norfolk", plan=Plan(0, ("0409",), then="murmansk")), one("kent", name="b"))


@rule("pq17", "4.2")
@pytest.mark.parametrize(
    ("fields", "dealt"),
    [
        ({}, True),
        ({"kind": "dummy"}, True),
        ({"home": "scapa_flow"}, False),
        ({"port": "reykjavik", "at": "0504"}, False),
        ({"plan": Plan(0, ("0409",), training=True)}, False),
        ({"side": "axis"}, False),
    ],
    ids=["at sea", "a dummy", "returns", "in port", "trains", "own"],
)
def test_a_block_at_sea_may_have_any_plan(fields: Any, dealt: bool) -> None:
    """Half of the worlds with the same knowledge are no likelier than others to hold the true plan."""
    ships = () if fields.get("kind") == "dummy" else ("lutzow",) if fields.get("side") == "axis" else ("norfolk",)
    true = fields.pop("plan", Plan(0, ("0409",)))
    state = arctic(one(*ships, plan=true, **fields)).state
    plans = [redeal(BOX, state, "axis", random_source("plans", n)).forces[0].plan for n in range(60)]
    assert (len({encode(plan) for plan in plans}) > 20) is dealt
    assert (plans.count(true) < 6) is dealt
    for plan in plans if dealt else ():
        places = (state.forces[0].at, *plan.route) if plan is not None else ()
        assert all(BOX.waters.are_joined(*pair) for pair in pairwise(places))
        assert plan is None or not plan.destination or BOX.ports[plan.destination].hex == places[-1]


@rule("pq17", "4.2", "5.1.5")
def test_a_convoy_has_a_plan_to_one_of_its_ports_in_every_world() -> None:
    voyage = Convoy(laden=True, destinations=("murmansk", "arkhangelsk"), destination="murmansk")
    convoy = one("mv 8", kind="convoy", convoy=voyage, plan=Plan(0, ("0409",), "murmansk"))
    board = arctic(convoy)
    board.force("a").trail = ["0407", "0408"]
    forces = [redeal(BOX, board.state, "axis", random_source("voyages", n)).forces[0] for n in range(40)]
    assert {force_.plan.destination for force_ in forces if force_.plan is not None} == {"murmansk", "arkhangelsk"}
    for force_ in forces:
        assert force_.plan is not None
        assert force_.convoy is not None
        assert force_.convoy.destination == force_.plan.destination
        assert "0407" not in force_.plan.route
        assert len({*force_.plan.route}) == len(force_.plan.route)
    assert len({force_.plan for force_ in forces}) > 3


# --- 6.2.1 what was told stays true


@rule("pq17", "6.2.1")
@pytest.mark.parametrize(
    ("fields", "ships", "true"),
    [
        ({"level": 0, "kind": "task_force"}, ("norfolk",), True),
        ({"level": 0, "kind": "convoy"}, ("norfolk",), False),
        ({"level": None, "kind": "task_force"}, ("norfolk",), False),
        ({"level": 0, "kind": "task_force", "refusal": "cam"}, ("norfolk",), False),
        ({"level": 1, "kind": "task_force", "about": 1}, ("norfolk",), True),
        ({"level": 1, "kind": "task_force", "about": 9}, ("norfolk",), False),
        ({"level": 1, "kind": "task_force"}, ("norfolk",), False),
    ],
)  # fmt: skip
def test_what_a_report_says_of_a_force(fields: Any, ships: tuple[str, ...], true: bool) -> None:
    report = Report(to="axis", turn=8, source="search", at="0408", block=1, **fields)
    assert _is_true_of(BOX, one(*ships), report) is true


@rule("pq17", "6.2.1", "6.2.1d")
@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize(
    "change",
    [{}, {"warships": 3}, {"heavy": 2}, {"carrier": True}, {"strengths": (Strength("cruiser", 1, 2),)}, {"ships": 4}],
)
def test_every_figure_of_a_report_must_be_true_of_it(level: int, change: dict[str, Any]) -> None:
    there = one("norfolk", "dd_a_i 1")
    told: dict[str, Any] = {"level": level, **report_fields(BOX, there, level)}
    if change and next(iter(change)) not in told:
        return
    report = Report(to="axis", turn=8, source="search", at="0408", block=1, **{**told, **change})
    assert _is_true_of(BOX, there, report) is not bool(change)


@rule("pq17", "1.2a", "6.2.1")
@pytest.mark.parametrize(("to", "block", "may"), [("axis", 0, False), ("allied", 0, True), ("axis", 99, True)])
def test_what_the_enemy_was_told_of_a_block_binds_what_it_holds(to: Any, block: int, may: bool) -> None:
    first, second = one("norfolk", "dd_a_i 1", level=2), one("kent", name="b", at="0612", level=2)
    board = arctic(first, second)
    number = block or board.force("a").block
    known = report_fields(BOX, board.force("a"), 2)
    board.state.reports = [Report(to=to, turn=8, source="search", at="0408", block=number, **known)]
    world = redeal(BOX, board.state, "axis", last)
    assert (world.forces[0].id == "b") is may


# --- what nobody else knows


@rule("pq17", "11.0")
@pytest.mark.parametrize(
    ("fuel", "fields", "turns"),
    [
        (Fuel(20), {}, {18, 19, 20}),
        (Fuel(18), {}, {18, 19, 20}),
        (Fuel(20, "low"), {}, {20}),
        (Fuel(20, "critical"), {}, {20}),
        (Fuel(20), {"plan": Plan(0, ("0409",))}, {18, 19, 20}),
        (Fuel(20), {"side": "axis"}, {20}),
    ],
)
def test_the_mark_of_a_full_force_may_be_on_other_turns(fuel: Fuel, fields: Any, turns: set[int]) -> None:
    ships = "lutzow" if fields.get("side") == "axis" else "norfolk"
    state = arctic(one(ships, fuel=fuel, **fields)).state
    marks = [redeal(BOX, state, "axis", lambda limit, n=n: n % limit).forces[0].fuel for n in range(3)]  # type: ignore[misc]
    assert {mark.turn for mark in marks if mark is not None} == turns


@rule("pq17", "4.3")
@pytest.mark.parametrize(
    ("fields", "ships", "left"),
    [
        ({}, ("norfolk",), set(range(8))),
        ({"plan": Plan(0, ("0409",))}, ("norfolk",), set(range(8))),
        ({"plan": Plan(0, ("0404",)), "port": "reykjavik", "at": "0504"}, ("norfolk",), set(range(8))),
        ({}, ("dd_project_7 2",), {6}),
        ({"port": "murmansk", "at": "0817"}, ("dd_project_7 2",), set(range(8))),
        ({"home": "scapa_flow"}, ("norfolk",), {6}),
    ],
)
def test_command_points_are_known_to_nobody_else_but_where_somebody_pays(
    fields: Any, ships: Any, left: set[int]
) -> None:
    """In other worlds any number is spent, unless a force pays for its orders at sea or on its way home."""
    command = {"home_fleet": Points(spent=1, left=6), "gruppe_nord": Points(spent=1, left=5)}
    board = arctic(one(*ships, **fields), command=command)
    worlds = [redeal(BOX, board.state, "axis", lambda limit, n=n: n % limit) for n in range(8)]  # type: ignore[misc]
    assert {world.command["home_fleet"].left for world in worlds} == left
    assert {world.command["home_fleet"].left + world.command["home_fleet"].spent for world in worlds} == {7}
    assert {(world.command["gruppe_nord"].left, world.command["gruppe_nord"].spent) for world in worlds} == {(5, 1)}
    board.state.phase = Phase("allied", orders=(Move("a", ("0409",)),))
    assert redeal(BOX, board.state, "axis", last).command["home_fleet"].left == 6


@rule("pq17", "1.4.1", "7.3.2", "7.2.3d", "1.5a")
def test_torpedoes_and_aircraft_may_be_gone_or_there() -> None:
    there = one("norfolk", "dd_a_i 2", "anson")
    there.counters.append(Counter("dd_us", 1, spent=1))
    board = arctic(there, one("lutzow", side="axis", name="r"))
    board.state.air = [
        air("fulmar", "aboard", "victorious", 2), air("fulmar", "out", "victorious", 2, at="0408", mission="escort"),
        air("p_40", "printed", "vaenga", 2, interceptor=True), air("catalina", "land", "lerwick", 1),
        air("bf_109", "theirs", "banak", 2, interceptor=True),
    ]  # fmt: skip
    world = redeal(BOX, board.state, "axis", last)
    spent = {counter.ship: counter.spent for force_ in world.forces for counter in force_.counters}
    expected = {ship: BOX.ships[ship].torpedoes for ship in ("norfolk", "dd_a_i", "anson")}
    assert spent == {**expected, "dd_us": 0, "lutzow": 0}
    damaged = {unit.id: unit.damaged for unit in world.air}
    assert damaged == {"aboard": 2, "out": 0, "printed": 2, "land": 0, "theirs": 0}
    unchanged = redeal(BOX, board.state, "axis", lambda limit: 0)
    assert unchanged == board.state


# --- 14.0 what was bought


def dealt(*bought: Purchase, come: int = 0, stands: bool = False) -> list[set[tuple[str, int]]]:
    """Every other truth about what the Axis has bought in the operation of PQ 17."""
    found: list[set[tuple[str, int]]] = []
    forces = [one("lutzow", side="axis")] * stands
    for place in range(99):
        board = arctic(*forces, bought={"axis": list(bought)}, groups_placed={"axis": come} if come else {})
        asked: list[int] = []
        deal_purchases(
            BOX, board.state, "axis", lambda limit, place=place, asked=asked: (asked.append(limit), place)[1]
        )
        if not asked or place + 1 >= asked[0]:
            return [*found, *([{(had.ship, had.group) for had in board.state.bought["axis"]}] if asked else [])][1:]
        found.append({(had.ship, had.group) for had in board.state.bought["axis"]})
    raise AssertionError("there is no end of it")


COSTS = {"scharnhorst": 36, "gneisenau": 36, "graf_zeppelin": 30, "prinz_eugen": 10}
GROUPS = range(1, 1 + sum(group.side == "axis" for group in BOX.operations["pq17"].reinforcements))


@rule("pq17", "14.0a", "14.0b")
@pytest.mark.parametrize(
    ("bought", "come", "stands", "others"),
    [
        ((Purchase("scharnhorst"),), 0, False, [{("gneisenau", 0)}]),
        ((Purchase("prinz_eugen"),), 0, False, []),
        ((Purchase("scharnhorst", 1),), 0, False,
         [{("gneisenau", group)} for group in GROUPS] + [{("scharnhorst", group)} for group in GROUPS if group != 1]),
        ((Purchase("scharnhorst", 2),), 1, False,
         [{("gneisenau", group)} for group in GROUPS if group > 1]
         + [{("scharnhorst", group)} for group in GROUPS if group > 2]),
        ((Purchase("scharnhorst", 1),), 1, False, []),
        ((Purchase("scharnhorst"),), 0, True, []),
        ((), 0, False, []),
    ],
    ids=["her sister", "no other costs that", "with a group", "with a later one", "she has come", "she stands", "none"],
)  # fmt: skip
def test_what_was_bought_may_be_what_costs_as_much_and_shows_no_other(
    bought: Any, come: int, stands: bool, others: list[set[tuple[str, int]]]
) -> None:
    assert {had.ship: had.cost for had in BOX.operations["pq17"].historical if had.side == "axis"} == COSTS
    found = dealt(*bought, come=come, stands=stands)
    assert sorted(map(sorted, found)) == sorted(map(sorted, others))


# --- 15.5 the order of battle


def berths(*units: Unit, reader: str = "axis", **more: Any) -> list[tuple[str, str]]:
    """Where ships lie in another truth."""
    board = arctic()
    board.state.roster = Roster(fortnight=3, units=list(units), **more)
    deal_order_of_battle(BOX, board.state, "allied" if reader == "axis" else "axis", last)
    return [(unit.kind, unit.place) for unit in board.roster.units]


KENYA, LONDON = Unit("kenya", 4, "clyde"), Unit("london", 3, "scapa_flow")


@rule("pq17", "15.5.1", "15.8", "1.2a")
@pytest.mark.parametrize(
    ("first", "second", "may"),
    [
        ({}, {}, True),
        ({"green": True}, {}, False),
        ({"due": 9}, {}, False),
        ({"emergency": True}, {}, False),
        ({"afloat": True}, {}, False),
        ({}, {"kind": "lutzow", "place": "narvik"}, False),
    ],
    ids=["unmarked", "green", "due", "emergency", "afloat", "of the other side"],
)
def test_ships_that_nobody_saw_may_lie_in_each_others_port(first: Any, second: Any, may: bool) -> None:
    one_, other = (structs.replace(unit, **change) for unit, change in ((KENYA, first), (LONDON, second)))
    before = sorted([(one_.kind, one_.place), (other.kind, other.place)])
    assert (sorted(berths(one_, other)) != before) is may


@rule("pq17", "15.4.1")
@pytest.mark.parametrize(
    ("called", "reader", "other"), [({"dd_a_i": 2}, "axis", True), ({"dd_a_i": 2}, "allied", False)]
)
def test_another_class_may_have_been_called_for_the_same_points(called: Any, reader: str, other: bool) -> None:
    board = arctic()
    board.state.roster = Roster(fortnight=3, called={"allied": dict(called)})
    deal_order_of_battle(BOX, board.state, "allied" if reader == "axis" else "axis", last)
    found = board.roster.called["allied"]
    assert sum(found.values()) == 2
    assert (found != called) is other


@rule("pq17", "12.2.1b")
@pytest.mark.parametrize(("returning", "shown", "same"), [("c", False, False), ("c", True, True), ("", False, True)])
def test_the_chit_of_ships_in_the_atlantic_may_be_any_that_is_shown_on_its_turn(
    returning: str, shown: bool, same: bool
) -> None:
    board = arctic()
    board.state.roster = Roster(fortnight=3, returning=returning, return_shown=shown)
    deal_order_of_battle(BOX, board.state, "axis", last)
    turns = {letter: BOX.special.break_out.returning(letter).turn for letter in BOX.situations}
    assert (board.roster.returning == returning) is same
    assert not board.roster.returning or turns[board.roster.returning] == turns[returning]


@rule("pq17", "15.1a", "15.1b")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_command_points_in_stock_are_known_to_their_owner_alone(side: Any) -> None:
    rules, stocks = BOX.campaign.rules, set[tuple[int, int]]()
    for n in range(40):
        board = arctic()
        board.state.roster = Roster(fortnight=3, severny_flot=4, gruppe_nord=6)
        deal_order_of_battle(BOX, board.state, side, lambda limit, n=n: n % limit)  # type: ignore[misc]
        stocks.add((board.roster.severny_flot, board.roster.gruppe_nord))
    severny, nord = ({stock[place] for stock in stocks} for place in (0, 1))
    assert severny == (set(range(2 * rules.severny_flot.most + 1)) if side == "allied" else {4})
    assert nord == (set(range(2 * rules.gruppe_nord.most + 1)) if side == "axis" else {6})


DRAWS = 3000
YES, NO = True, False
FITS = {
    "all": ((YES,) * 4,) * 4,
    "one is known": ((YES, NO, NO), (NO, YES, YES), (NO, YES, YES)),
    "two kinds": ((YES, YES, NO, NO), (YES, YES, YES, NO), (YES, YES, YES, YES), (NO, NO, YES, YES)),
    "a chain": ((YES, YES, NO), (NO, YES, YES), (YES, NO, YES)),
}


@pytest.mark.parametrize("name", FITS)
def test_every_assignment_that_fits_is_equally_likely(name: str) -> None:
    fits, pick = FITS[name], random_source(name)
    size = len(fits)
    possible = {one for one in permutations(range(size)) if all(fits[place][one[place]] for place in range(size))}
    matching = Matching(fits)
    drawn = Tally(tuple(matching.choose(pick)) for _ in range(DRAWS))
    assert set(drawn) == possible
    expected = DRAWS / len(possible)
    assert all(abs(count - expected) < 4.5 * expected**0.5 for count in drawn.values())


@pytest.mark.parametrize("name", FITS)
def test_only_zeros_change_nothing(name: str) -> None:
    assert Matching(FITS[name]).choose(lambda limit: 0) == list(range(len(FITS[name])))


def test_a_single_exchange_changes_two_blocks() -> None:
    asked: list[int] = []

    def once(limit: int) -> int:
        asked.append(limit)
        return 2 if len(asked) == 1 else 0

    assert Matching(FITS["all"]).choose(once) == [2, 1, 0, 3]
