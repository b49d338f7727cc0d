"""The captain: a bot that brings convoys home and hunts them."""

import pytest

from bench.random_play import duel, title_of
from games.orders.order_set import Order
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import CONVOY, FRESH, LADEN, LIKELY, Judgement
from games.titles.pq17.bot.lanes import WHOLE, possible_hexes
from games.titles.pq17.bot.phase import compatible_answer, phase_orders
from games.titles.pq17.orders.missions import ATTACK, SEARCH, Flight, Fly, Missions, SectorSearch, Watch
from games.titles.pq17.orders.move_orders import Move, Refuel, Route, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Report
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import crowded
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("seat", "scenario"), [("allied", "jw51a"), ("allied", "pq17"), ("axis", "pq17"), ("axis", "pq16")]
)
def test_he_beats_the_random_player(seat: str, scenario: str) -> None:
    title = title_of("pq17")
    bots = {other: "captain" if other == seat else "random" for other in title.seats(scenario)}
    won = [duel(title, scenario, seed, bots) for seed in (1, 2, 3)]
    assert sum(one == [seat] for one in won) >= 2, won


def test_he_judges_by_what_he_sees_alone() -> None:
    board = crowded()
    other = Board(redeal(BOX, board.state, "axis", lambda count: min(1, count - 1)), BOX)
    assert other.state != board.state
    assert [(worth, block.block) for worth, block in Judgement(BOX, view(board, "axis")).prey()] == [
        (worth, block.block) for worth, block in Judgement(BOX, view(other, "axis")).prey()
    ]


def test_a_convoy_that_was_found_is_worth_most() -> None:
    judge = Judgement(BOX, view(crowded(), "axis"))
    assert judge.prey()[0][1].kind == "convoy"
    assert judge.next_hex(judge.prey()[0][1]) == "0412"


def test_destroyers_that_the_russian_port_does_not_take_stay_outside() -> None:
    board = arctic(
        force("pq17", "allied", "convoy", "1119", "mv 31", "dd_a_i 4", "tb_hunt 3", "es_british 4", "norfolk")
    )
    assert Judgement(BOX, view(board, "allied")).left_outside("pq17") == ("tb_hunt", "tb_hunt")
    board.state.russian = {"light": 4, "cruisers": 1}
    assert Judgement(BOX, view(board, "allied")).left_outside("pq17") == (*["dd_a_i"] * 3, *["tb_hunt"] * 3, "norfolk")


@rule("pq17", "11.3.2")
@pytest.mark.parametrize(("fuel", "at", "oil", "refuels"), [
    (Fuel(9), "0713", True, False), (Fuel(9, "low"), "0713", True, True), (Fuel(9, "critical"), "0713", True, True),
    (Fuel(9, "low"), "0713", False, False), (Fuel(9, "low"), "1119", True, False),
])  # fmt: skip
def test_a_convoy_takes_oil_once_its_fuel_is_low(fuel: Fuel, at: str, oil: bool, refuels: bool) -> None:
    """Off its port those leave it first who may not enter."""
    convoy = force("pq17", "allied", "convoy", at, "mv 31", "dd_a_i 8", "aldersdale", fuel=fuel)
    mover = Mover("pq17", "convoy", at, 1, refuels=oil)
    form = PhaseForm(moves=Moves(movers=(mover,)))
    orders = phase_orders(Judgement(BOX, view(arctic(convoy), "allied")), form, ())
    assert (Refuel("pq17") in orders) is refuels


def hunted(board: Board, seat: str, *movers: Mover, **ports: str) -> list[Order]:
    return list(ships_moves(Judgement(BOX, view(board, seat)), PhaseForm(moves=Moves(movers=movers, ports=ports))))


def convoy_at(*trail: str) -> Board:
    board = arctic(
        force("pq17", "allied", "convoy", trail[-1], "mv 31"), force("pack", "axis", "wolfpack", "0611", "ss_german 2")
    )
    board.force("pq17").trail = list(trail)
    return board


def pack(at: str) -> Mover:
    return Mover("pack", "wolfpack", at, hexes=2)


def test_boats_lie_where_a_convoy_will_come_in_time() -> None:
    board = convoy_at("0706", "0707", "0708")
    assert Judgement(BOX, view(board, "axis")).lane(view(board, "axis").blocks[0], 3) == ("0709", "0710", "0711")
    (order,) = hunted(board, "axis", pack("0712"))
    assert isinstance(order, Move)
    assert order.way == ("0711", "0710")


def test_boats_that_a_convoy_has_come_to_do_not_move() -> None:
    assert hunted(convoy_at("0706", "0707", "0708"), "axis", pack("0708")) == []


def test_no_two_packs_lie_in_one_hex() -> None:
    other = Mover("other", "wolfpack", "0710", hexes=2)
    ways = [
        one.way
        for one in hunted(convoy_at("0706", "0707", "0708"), "axis", pack("0710"), other)
        if isinstance(one, Move)
    ]
    assert ways == [("0709",)]


def test_a_convoy_whose_trail_goes_west_is_bound_for_the_west() -> None:
    board = convoy_at("0711", "0710", "0709")
    judge = Judgement(BOX, view(board, "axis"))
    assert judge.course(view(board, "axis").blocks[0]) in {BOX.ports[port].hex for port in ("reykjavik", "loch_ewe")}


def test_the_axis_convoy_sails_for_its_port() -> None:
    mover = Mover("axis_convoy", "convoy", BOX.ports["tromso"].hex, 1, port="tromso", to=("kirkenes",))
    (order,) = hunted(arctic(), "axis", mover, kirkenes=BOX.ports["kirkenes"].hex)
    assert isinstance(order, Route)
    assert (order.to, order.way[-1]) == ("kirkenes", BOX.ports["kirkenes"].hex)


@rule("pq17", "2.2a", "5.1.9a", "11.2.1")
def test_patrol_white_goes_home_through_its_own_waters_when_fuel_is_low() -> None:
    """Low lasts three turns, enough to be in port before it is Critical, and costs."""
    patrol = force("patrol_white", "allied", "task_force", "0304", "norfolk", fuel=Fuel(9))
    board, mover = arctic(patrol, patrol=["norfolk"]), Mover("patrol_white", "task_force", "0304", 3)
    ports = {"reykjavik": "0504", "scapa_flow": BOX.ports["scapa_flow"].hex}
    assert hunted(board, "allied", mover, **ports) == []
    board.force("patrol_white").fuel = Fuel(9, "low")
    (order,) = hunted(board, "allied", mover, **ports)
    assert isinstance(order, Move)
    assert order.enters == "reykjavik"
    assert set(order.way) <= BOX.areas.patrol_white.hexes


def test_allied_ships_without_a_task_go_home_but_not_to_russia() -> None:
    board = arctic(force("carrier", "allied", "task_force", "0717", "norfolk", fuel=Fuel(20)))
    ports = {port: BOX.ports[port].hex for port in ("murmansk", "reykjavik")}
    (order,) = hunted(board, "allied", Mover("carrier", "task_force", "0717", 2), **ports)
    assert isinstance(order, Move)
    assert order.way == ("0716", "0715")


@rule("pq17", "5.1.4")
def test_ships_go_round_the_enemy_s_ports() -> None:
    """East of Murmansk the shortest way home to Kirkenes leads through its hex, which no German force enters."""
    tf = force("tf1", "axis", "task_force", "0818", "admiral_scheer", fuel=Fuel(9, "low"))
    murmansk, kirkenes = (BOX.ports[port].hex for port in ("murmansk", "kirkenes"))
    assert murmansk in Judgement(BOX, view(arctic(tf), "allied")).way("0818", kirkenes, 9)
    assert murmansk not in Judgement(BOX, view(arctic(tf), "axis")).way("0818", kirkenes, 9)
    (order,) = hunted(arctic(tf), "axis", Mover("tf1", "task_force", "0818", 2), kirkenes=kirkenes)
    assert isinstance(order, Move)
    assert murmansk not in order.way


def test_bombers_fly_to_what_the_search_may_find() -> None:
    board = convoy_at("0711", "0712", "0713")
    board.state.air.append(AirUnit(id="ju", aircraft="ju_88", base="banak", strength=1))
    form = PhaseForm(missions=Missions(flights=(Flight("ju", attack=("0713",)),)))
    assert phase_orders(Judgement(BOX, view(board, "axis")), form, ()) == (Fly("ju", ATTACK, "0713"),)


def test_boats_in_port_sail_for_a_convoy() -> None:
    board = convoy_at("0706", "0707", "0708")
    mover = Mover("pack", "wolfpack", BOX.ports["narvik"].hex, hexes=2, port="narvik")
    (order,) = hunted(board, "axis", mover)
    assert isinstance(order, Move)
    assert len(order.way) == 1  # a step goes for leaving port


def test_boats_do_not_wait_beside_warships() -> None:
    board = convoy_at("0706", "0707", "0708")
    soviet = force("soviet", "allied", "task_force", "0712", "norfolk")
    soviet.level = 1
    board.bring(soviet)
    (order,) = hunted(board, "axis", pack("0712"))
    assert isinstance(order, Move)


def test_a_convoy_is_looked_for_on_all_ways_to_its_port_straight_on_most() -> None:
    board = convoy_at("0404", "0405", "0406")
    seen = view(board, "axis")
    first, second, *_ = possible_hexes(Judgement(BOX, seen), seen.blocks[0], 4)
    assert max(first, key=lambda one: first[one]) == "0407"
    assert max(second, key=lambda one: second[one]) == "0408"
    assert len(second) > len(first) > 1
    assert WHOLE * 9 // 10 < sum(second.values()) <= WHOLE


def test_what_turned_away_from_its_port_is_no_convoy() -> None:
    board = convoy_at("0706", "0707", "0708", "0709")
    judge = Judgement(BOX, view(board, "axis"))
    assert judge.moves_like_convoy(judge.blocks[0])
    board = convoy_at("0709", "0710", "0711", "0610", "0609", "0608", "0707", "0808")
    judge = Judgement(BOX, view(board, "axis"))
    assert not judge.moves_like_convoy(judge.blocks[0])


@rule("pq17", "1.2b", "5.1.5")
@pytest.mark.parametrize(("newer", "known", "trail", "stands"), [
    (("0406", "0407", "0408", "0409"), False, ("0712",), False),
    (("0406", "0407", "0408", "0409", "0410"), False, ("0712",), True),
    (("0406", "0407"), True, ("0712",), False), (("0406", "0407", "0408"), True, ("0712",), True),
    (("0406", "0407", "0408"), True, ("0711", "0712"), False),
])  # fmt: skip
def test_what_has_had_its_number_for_long_and_not_gone_far_is_no_convoy(
    newer: tuple[str, ...], known: bool, trail: tuple[str, ...], stands: bool
) -> None:
    """A block goes three hexes a turn at most, a convoy one; a gale may stop it for a turn. Numbers rise."""
    board = convoy_at("0712")
    board.place(force("other", "allied", "convoy", newer[-1], "mv 9", level=1 if known else None))
    old, new = board.force("pq17"), board.force("other")
    old.trail, new.trail = list(trail), list(newer)
    assert old.block < new.block
    judge = Judgement(BOX, view(board, "axis"))
    assert [judge.is_too_slow(one) for one in judge.blocks] == [stands, False]
    assert bool(hunted(board, "axis", pack("0712"))) is stands


@rule("pq17", "1.2b", "6.2.1")
@pytest.mark.parametrize(("turn", "block", "stands"), [(8, 2, True), (9, 2, False), (8, 1, True), (8, 0, False)])
def test_a_report_tells_how_old_numbers_are_too(turn: int, block: int, stands: bool) -> None:
    board = convoy_at("0712")
    board.state.turn = 10
    board.state.reports.append(Report(to="axis", turn=turn, source="search", at="0505", block=block))
    judge = Judgement(BOX, view(board, "axis"))
    assert judge.blocks[0].block == 1
    assert judge.is_too_slow(judge.blocks[0]) is stands


@rule("pq17", "2.1.1")
def test_what_goes_east_is_worth_more_than_what_goes_west() -> None:
    """All convoys from the west are laden; of one whose course nobody has seen it is taken to be so."""
    worth = []
    for trail in (("0706", "0707", "0708"), ("0708", "0707", "0706"), ("0708",)):
        for level in (None, 1):
            board = convoy_at(*trail)
            board.force("pq17").level = level
            judge = Judgement(BOX, view(board, "axis"))
            worth.append(judge.worth(judge.blocks[0]))
    assert worth == [LIKELY * LADEN, CONVOY * LADEN, LIKELY, CONVOY, FRESH, CONVOY * LADEN]


def test_a_dummy_feels_for_a_convoy() -> None:
    board = convoy_at("0706", "0707", "0708")
    one, other = (Mover(name, "dummy", "0710", hexes=2) for name in ("dummy_11", "dummy_12"))
    (order,) = hunted(board, "axis", one, other)
    assert isinstance(order, Move)
    assert order.way == ("0709", "0708")


def test_the_other_ships_leave_tirpitz_who_may_not_sail() -> None:
    board = arctic(force("tf1", "axis", "task_force", "0814", "tirpitz", "admiral_hipper", "dd_36a 2"))
    mover = Mover(
        "tf1", "task_force", "0814", 2, port="altenfjord", ships={"tirpitz": 1, "admiral_hipper": 1, "dd_36a": 2}
    )
    form = PhaseForm(moves=Moves(movers=(mover,), held={"tf1": "5.1.8"}))
    assert list(ships_moves(Judgement(BOX, view(board, "axis")), form)) == []  # 11.4: nobody may sail yet
    board.state.sighted = True
    (order,) = ships_moves(Judgement(BOX, view(board, "axis")), form)
    assert order == Split("tf1", ("admiral_hipper", "dd_36a", "dd_36a"))


def test_flying_boats_search_and_attack_no_ships_and_no_two_search_one_hex() -> None:
    board = convoy_at("0711", "0712", "0713")
    board.force("pq17").level = 1
    for name in ("one", "two"):
        board.state.air.append(AirUnit(id=name, aircraft="bv_138", base="altenfjord", strength=1))
    flights = tuple(Flight(name, search=("0407",), attack=("0407",)) for name in ("one", "two"))
    board.force("pq17").at = "0407"  # beyond the printed radius, which searches without an order
    form = PhaseForm(missions=Missions(flights=flights))
    assert phase_orders(Judgement(BOX, view(board, "axis")), form, ()) == (Fly("one", SEARCH, "0407"),)


def test_sectors_look_where_most_is_hoped_for() -> None:
    board = convoy_at("0405", "0406", "0407")
    board.bring(force("soviet", "allied", "task_force", "0403", "norfolk"))
    watch = Watch("trondheim", 1, ("0403", "0407"))
    form = PhaseForm(missions=Missions(watches=(watch,)))
    assert phase_orders(Judgement(BOX, view(board, "axis")), form, ()) == (SectorSearch("trondheim", ("0407",)),)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5])
def test_orders_are_given_that_go_together_the_earlier_first(count: int) -> None:
    """As one after the other: a unit flies one mission (5.3), and not beyond its range; what comes behind goes on."""
    flights = tuple(Flight(name, search=("0407",), attack=("0407",)) for name in ("one", "two", "three"))
    form = PhaseForm(missions=Missions(flights=flights))
    orders = (
        Fly("one", SEARCH, "0407"), Fly("one", ATTACK, "0407"), Fly("two", SEARCH, "0505"), Fly("two", ATTACK, "0407"),
        Fly("three", SEARCH, "0407"),
    )[:count]  # fmt: skip
    assert compatible_answer(form, (), orders) == tuple(one for place, one in enumerate(orders) if place in (0, 3, 4))
    assert compatible_answer(form, orders[:1], orders[1:]) == compatible_answer(form, (), orders)


@rule("pq17", "10.1", "5.1.7")
def test_german_ships_do_not_follow_a_convoy_into_the_ice() -> None:
    """In May light drift ice is expected in 0516, in July none: Scheer goes as far as the ice."""
    ways = {}
    for scenario in ("pq16", "pq17"):
        board = arctic(
            force("convoy", "allied", "convoy", "0516", "mv 31"),
            force("tf1", "axis", "task_force", "0616", "admiral_scheer", fuel=Fuel(20)),
            scenario=scenario,
        )
        board.force("convoy").trail = ["0513", "0514", "0515", "0516"]
        board.force("convoy").level = 3
        found = hunted(board, "axis", Mover("tf1", "task_force", "0616", 2))
        ways[scenario] = [hex_ for one in found if isinstance(one, Move) for hex_ in one.way]
    assert ways["pq17"] == ["0516"]
    assert "0516" not in ways["pq16"]
