"""The captain between operations: when convoys sail in a campaign, and what he bids for it."""

from typing import Any

import pytest

from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.orders.order_set import Order
from games.titles.pq17.bot.captain import captain
from games.titles.pq17.bot.gathering import SPARE
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.convoys import ConvoysForm, Hold, Offered
from games.titles.pq17.orders.move_orders import Combine, Move, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.campaign.convoys import Formed, formable_convoys, usual_escort
from games.titles.pq17.rules.campaign.fortnight import _bid, _form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Boxes, Unit
from games.titles.pq17.state.sailing import unloading_ports
from games.titles.pq17.state.state import Convoy, Plan
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.rosters import KEYS

rule = pytest.mark.rule
FORM = ConvoysForm(convoys=(Offered("pq17", "reykjavik"), Offered("qp13m", "murmansk")))
HELD = (Hold("pq17"), Hold("qp13m"))


def at(key: str, *, laden: int, months: int = 10) -> Board:
    """A fortnight in which so many laden merchants wait."""
    board = campaign()
    board.roster.fortnight, board.roster.months = KEYS.index(key), months
    board.roster.units = [one for one in board.roster.units if not one.laden] + [
        Unit("mv", laden, "reykjavik", laden=True)
    ]
    return board


def answers(board: Board, seat: Any = "allied") -> tuple[str, tuple[Any, ...]]:
    """What he bids, and which convoys he holds."""
    choose, seen = captain(BOX), view(board, seat)
    question = Ask[Any](key="convoys", kind="convoys", seat=seat, rule="15.2", prompt=Text("?", "?"), form=FORM)
    return str(choose(seen, _bid(board, seat), random_source(1))), choose(seen, question, random_source(1))


@pytest.mark.parametrize("key", ["mar_1", "apr_2", "nov_1", "dec_1"])
def test_in_the_long_nights_convoys_sail_every_fortnight(key: str) -> None:
    assert answers(at(key, laden=15)) == ("1", ())


@pytest.mark.parametrize(
    ("laden", "expected"), [(15, ("0", HELD)), (59, ("0", HELD)), (60, ("1", ())), (75, ("1", ()))]
)
def test_by_the_light_of_summer_they_gather_first(laden: int, expected: tuple[str, tuple[Any, ...]]) -> None:
    assert answers(at("jun_1", laden=laden)) == expected


def test_those_that_cannot_sail_are_not_counted() -> None:
    board = at("jun_1", laden=59)
    board.roster.units += [Unit("mv", 4, "reykjavik", laden=True, crippled=True), Unit("mv", 4, "reykjavik")]
    assert answers(board) == ("0", HELD)


def test_whoever_waits_sails_before_the_campaign_is_over() -> None:
    assert answers(at("jun_2", laden=15, months=4)) == ("1", ())
    assert answers(at("jun_2", laden=15)) == ("0", HELD)


def test_the_axis_bids_nothing() -> None:
    assert answers(at("jun_1", laden=75), "axis")[0] == "0"
    assert answers(at("mar_1", laden=15), "axis")[0] == "0"


def test_he_decides_by_what_he_sees_alone() -> None:
    board = at("jun_1", laden=59)
    other = Board(redeal(BOX, board.state, "allied", lambda count: min(1, count - 1)), BOX)
    assert answers(other) == answers(board)


# --- what is proposed to a person


@rule("pq17", "4.1.2", "15.2")
@pytest.mark.parametrize(
    ("key", "laden", "bids", "bid", "held"),
    [
        ("mar_1", 15, (1, 0), "1", False),
        ("jun_1", 15, (0, 5), "0", True),
        ("jun_1", 60, (0, 5), "1", False),
        ("jun_1", 15, (3, 0), "0", False),
    ],
)
def test_what_is_proposed_follows_the_same_judgement(
    key: str, laden: int, bids: tuple[int, int], bid: str, held: bool
) -> None:
    """Whoever bids all the same lets his convoys sail; if the enemy alone wanted the operation they wait."""
    board = at(key, laden=laden)
    board.roster.bids = {"allied": bids[0], "axis": bids[1]}
    assert [_bid(board, side).form.default() for side in ("allied", "axis")] == [bid, "0"]
    possible = [Formed("pq17", "PQ 17", True, "reykjavik", ("murmansk",), (Unit("mv", 9, "reykjavik"),), ())]
    form = _form(board, possible)
    assert form.default() == ((Hold("pq17"),) if held else ())
    assert bool(form.sailing(form.default())) is not held


# --- both ports


@rule("pq17", "15.2.1", "15.2.2")
@pytest.mark.parametrize(
    ("strength", "murmansk", "arkhangelsk", "first"),
    [
        (15, 0, 0, "murmansk"),
        (15, 6, 0, "murmansk"),
        (15, 16, 0, "arkhangelsk"),
        (15, 16, 14, "murmansk"),
        (60, 0, 0, "arkhangelsk"),
    ],
)
def test_a_convoy_is_bound_for_the_port_that_unloads_it_first(
    strength: int, murmansk: int, arkhangelsk: int, first: str
) -> None:
    board = campaign()
    lying = {"murmansk": murmansk, "arkhangelsk": arkhangelsk}
    board.roster.boxes = {port: Boxes([Unit("mv", count, port)]) for port, count in lying.items() if count}
    ports = unloading_ports(BOX, board.roster, strength)
    assert ports[0] == first
    assert {*ports} == {*lying}
    board.roster.units = [Unit("mv", strength, "reykjavik", laden=True)]
    bare = BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("aug_1")], {})
    assert formable_convoys(BOX, board.roster, bare)[0].destinations == ports


# --- the Home Fleet covers laden convoys

ROUTE = ("0710", "0711", "0712", "0713", "0714", "0715", "0716", "0717", "0817")
FLEET = {"king_george_v": 1, "victorious": 1, "kenya": 1, "dd_a_i": 2}


def escorted(
    route: tuple[str, ...] = ROUTE, *, laden: bool = True, single: bool = False, fleet: str = "", **fields: Any
) -> Board:
    """PQ 17 off Jan Mayen, and the Home Fleet in Scapa Flow, or somewhere at sea."""
    voyage = Convoy(laden=laden, destinations=("murmansk",), destination="murmansk")
    convoy = force("pq17", "allied", "convoy", "0709", "mv 31", convoy=voyage)
    convoy.plan = Plan(0, route, "murmansk")
    ships = ("king_george_v", "kenya") if fleet else ("king_george_v", "victorious", "kenya", "dd_a_i 2")
    port = "" if fleet else "scapa_flow"
    home = force(
        "home_fleet", "allied", "task_force", fleet or BOX.ports["scapa_flow"].hex, *ships, port=port, **fields
    )
    return arctic(convoy, home, **({} if single else {"roster": campaign().roster}))


def ordered(board: Board, *others: Mover) -> list[Order]:
    home = board.force("home_fleet")
    mover = Mover("home_fleet", "task_force", home.at, 2, port=home.port, ships={} if home.at_sea else FLEET)
    ports = {port: BOX.ports[port].hex for port in ("scapa_flow", "reykjavik")}
    form = PhaseForm(moves=Moves(movers=(mover, *others), ports=ports))
    return list(ships_moves(Judgement(BOX, view(board, "allied")), form))


@rule("pq17", "4.3", "5.1.8", "7.5.1")
def test_heavy_ships_sail_to_cover_a_laden_convoy_and_leave_the_others_in_port() -> None:
    """Carriers that nobody has seen keep Tirpitz in port; destroyers have not the fuel."""
    parting, move = ordered(escorted())
    assert parting == Split("home_fleet", ("victorious", "dd_a_i", "dd_a_i"))
    assert isinstance(move, Move)
    assert len(move.way) == 1
    assert BOX.waters.distance(move.way[-1], "0710") < BOX.waters.distance(BOX.ports["scapa_flow"].hex, "0710")


@rule("pq17", "2.3")
@pytest.mark.parametrize("why", ["in ballast", "single", "far", "patrol", "another covers"])
def test_they_stay_in_port_where_nobody_needs_them(why: str) -> None:
    far = tuple(f"{column:02}09" for column in range(30, 10, -1))
    board = escorted(laden=why != "in ballast", single=why == "single", route=(*far, *ROUTE) if why == "far" else ROUTE)
    others = []
    if why == "patrol":
        board.state.patrol = ["kenya"]
    if why == "another covers":
        board.place(force("cover", "allied", "task_force", "0709", "london", fuel=Fuel(25)))
        others = [Mover("cover", "task_force", "0709", 2)]
    assert "king_george_v" not in sailing(ordered(board, *others))


def sailing(orders: list[Order]) -> set[str]:
    """The ships of the Home Fleet that sail: those that have not parted from it, if it moves."""
    moves = any(isinstance(one, Move) and one.force == "home_fleet" for one in orders)
    parted = {ship for one in orders if isinstance(one, Split) for ship in one.ships}
    return set(FLEET) - parted if moves else set()


@rule("pq17", "7.5.1", "11.1.2")
@pytest.mark.parametrize(("fuel", "goes_on"), [(Fuel(25), True), (Fuel(12), False), (Fuel(25, "low"), False)])
def test_they_go_where_the_convoy_goes_and_home_while_their_fuel_lasts(fuel: Fuel, goes_on: bool) -> None:
    order, *_ = ordered(escorted(fleet="0708", fuel=fuel))
    assert isinstance(order, Move)
    before, after = (BOX.waters.distance(hex_, "0710") for hex_ in ("0708", order.way[-1]))
    assert (after < before) is goes_on


# --- light ships gather where convoys are put together


@rule("pq17", "15.2", "15.2a", "15.7.2")
def test_destroyers_part_from_heavy_ships_and_sail_for_the_port_of_the_convoys() -> None:
    """What lies in Scapa Flow goes with no convoy. Nobody needs cover: the convoy is in ballast."""
    board = escorted(laden=False)
    parting, move = ordered(board)
    assert parting == Split("home_fleet", ("king_george_v", "victorious", "kenya"))
    assert isinstance(move, Move)
    assert len(move.way) == 1
    judge = Judgement(BOX, view(board, "allied"))
    near, far = (judge.far(hex_, BOX.ports["reykjavik"].hex) for hex_ in (move.way[-1], board.force("home_fleet").at))
    assert near < far


@rule("pq17", "1.2c", "5.1.2a")
@pytest.mark.parametrize(("free", "gather"), [(SPARE + 1, True), (SPARE, False)])
def test_blocks_are_kept_for_those_who_leave_a_convoy_off_russia(free: int, gather: bool) -> None:
    board = escorted(laden=False)
    for number in range(BOX.numbers.blocks.allied.task_force - 1 - free):
        board.place(force(f"other_{number}", "allied", "task_force", BOX.ports["clyde"].hex, "dd_a_i 1", port="clyde"))
    assert Judgement(BOX, view(board, "allied")).free_blocks == free
    assert bool(ordered(board)) is gather


@rule("pq17", "15.2a")
@pytest.mark.parametrize("why", ["single", "patrol", "no such port"])
def test_they_stay_where_they_have_nothing_to_gather_for(why: str) -> None:
    board = escorted(laden=False, single=why == "single")
    if why == "patrol":
        board.state.patrol = ["kenya"]
    ports = {} if why == "no such port" else {"reykjavik": BOX.ports["reykjavik"].hex}
    mover = Mover("home_fleet", "task_force", BOX.ports["scapa_flow"].hex, 2, port="scapa_flow", ships=FLEET)
    assert (
        list(ships_moves(Judgement(BOX, view(board, "allied")), PhaseForm(moves=Moves(movers=(mover,), ports=ports))))
        == []
    )


@rule("pq17", "15.3.1")
@pytest.mark.parametrize(("ships", "ev", "single", "home"), [
    ("dd_a_i 2", "", False, {"reykjavik"}),
    ("dd_a_i 2", "crossed", False, {"reykjavik"}),
    ("dd_a_i 2", "done", False, {"loch_ewe"}),
    ("dd_a_i 2", "", True, {"reykjavik", "loch_ewe", "scapa_flow"}),
    ("dd_project_7 2", "", False, {"reykjavik", "loch_ewe", "scapa_flow"}),
    ("kenya", "", False, {"reykjavik", "loch_ewe", "scapa_flow"}),
])  # fmt: skip
def test_light_ships_come_home_to_the_convoys(ships: str, ev: Any, single: bool, home: set[str]) -> None:
    board = escorted(single=single)
    board.place(force("light", "allied", "task_force", "0707", ships))
    if not single:
        board.roster.ev = ev
    judge = Judgement(BOX, view(board, "allied"))
    assert set(judge.homes("light", dict.fromkeys(("reykjavik", "loch_ewe", "scapa_flow"), ""))) == home


@rule("pq17", "1.2.4")
def test_they_become_one_force_there_but_for_patrol_white_and_heavy_ships() -> None:
    board, movers = escorted(laden=False, single=False), []
    at = BOX.ports["reykjavik"].hex
    for name, ships in {"one": "dd_a_i 2", "two": "tb_hunt 2", "three": "kenya", "four": "norfolk"}.items():
        board.place(force(name, "allied", "task_force", at, ships, port="reykjavik"))
        movers.append(Mover(name, "task_force", at, 2, port="reykjavik"))
    board.state.patrol = ["norfolk"]
    assert [one for one in ordered(board, *movers) if isinstance(one, Combine)] == [Combine(("one", "two"))]
    assert [one for one in ordered(board, *movers[1:]) if isinstance(one, Combine)] == []


@rule("pq17", "11.3.2", "15.2a")
def test_a_convoy_usually_takes_what_destroyers_one_oiler_refuels() -> None:
    lying = ("dd_a_i 4", "dd_j_r 4", "tb_hunt 6", "es_british 8", "aldersdale", "gray_ranger", "alynbank",
             "ulster_queen", "palomares")  # fmt: skip
    company = tuple(Unit(kind, int(count or BOX.ships[kind].strength), "reykjavik") for kind, _, count in
                    (one.partition(" ") for one in lying))  # fmt: skip
    convoy = Formed("pq12", "PQ 12", True, "reykjavik", ("murmansk",), (), company)
    found = [(unit.kind, strength) for unit, strength in usual_escort(BOX, convoy, lambda unit: unit.strength)]
    light = sum(strength for kind, strength in found if BOX.ships[kind].type in ("dd", "tb"))
    assert light == BOX.numbers.fuel.oiler
    assert [kind for kind, _ in found if BOX.ships[kind].is_oiler] == ["aldersdale"]
    assert [kind for kind, _ in found if BOX.ships[kind].role == "aa"] == ["alynbank", "ulster_queen"]


# --- the Axis


@rule("pq17", "7.5.1")
@pytest.mark.parametrize(("level", "single", "sails"), [(None, False, True), (2, False, False), (2, True, True)])
def test_german_ships_keep_away_from_a_convoy_that_is_covered(level: int | None, single: bool, sails: bool) -> None:
    roster = {} if single else {"roster": campaign().roster}
    board = arctic(
        force("pq17", "allied", "convoy", "0713", "mv 31", level=2),
        force("cover", "allied", "task_force", "0713", "king_george_v", level=level),
        force("tf1", "axis", "task_force", BOX.ports["altenfjord"].hex, "admiral_hipper", port="altenfjord"),
        sighted=True,
        **roster,
    )
    mover = Mover("tf1", "task_force", board.force("tf1").at, 3, port="altenfjord", ships={"admiral_hipper": 1})
    form = PhaseForm(moves=Moves(movers=(mover,), ports={"altenfjord": board.force("tf1").at}))
    assert bool(list(ships_moves(Judgement(BOX, view(board, "axis")), form))) is sails
