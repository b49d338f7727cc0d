"""T.scenarios: the operations and their sheets, the worked set-up of PQ-17; faulty ones are refused."""

from collections.abc import Iterable
from typing import Any

import pytest

from games.titles.pq17.components.scenarios import Entry, read_entry
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.rules.joining import combine_forces, exchange_barred_by
from games.titles.pq17.rules.movement.orders import held_by
from games.titles.pq17.rules.movement.ports import sailing_barred_by
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.operation.arrivals import arrivals
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Force, Phase, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX, FILES, Files
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.openings import operation
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.trial import left
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule
PQ17 = BOX.operations["pq17"]


def strength(entries: Iterable[Entry]) -> dict[str, int]:
    """The strength by class of ship."""
    found: dict[str, int] = {}
    for entry in entries:
        ship = BOX.ships[entry.kind]
        found[ship.type] = found.get(ship.type, 0) + (entry.strength or ship.strength)
    return found


@rule("pq17", "T.scenarios", "T.scenarios.a", "4.3.1")
@pytest.mark.parametrize(
    ("key", "month", "start", "fleet", "north", "laden", "ballast"),
    [
        ("pq6", "1941-12", "5 am", 2, 2, 8, 0), ("pq8", "1942-01", "5 am", 0, 2, 9, 4),
        ("pq12", "1942-03", "5 am", 2, 2, 16, 15), ("pq13", "1942-03", "5 am", 2, 2, 19, 19),
        ("pq14", "1942-04", "3 am", 1, 2, 24, 16), ("pq15", "1942-05", "4 am", 1, 3, 24, 13),
        ("pq16", "1942-05", "4 am", 2, 3, 35, 15), ("pq17", "1942-07", "5 am", 5, 3, 34, 35),
        ("pq18", "1942-09", "7 am", 3, 4, 40, 15), ("qp14", "1942-09", "1 am", 2, 4, 0, 15),
        ("jw51a", "1942-12", "5 am", 2, 2, 15, 0), ("jw51b", "1942-12", "3 am", 3, 2, 14, 14),
        ("jw55b", "1943-12", "4 am", 2, 2, 19, 22),
    ],
)  # fmt: skip
def test_operations(key: str, month: str, start: str, fleet: int, north: int, laden: int, ballast: int) -> None:
    operation = BOX.operations[key]
    merchants = [0, 0]
    for convoy in operation.convoys:
        merchants[convoy.laden] += strength(convoy.entries)["mx"]
    points = operation.command_points
    assert (operation.month, str(operation.first_turn), merchants) == (month, start, [ballast, laden])
    assert (points.home_fleet, points.gruppe_nord, points.severny_flot) == (8, fleet, north)


@rule("pq17", "T.scenarios", "1.2.1b", "5.1.2a")
def test_the_convoys_of_pq17() -> None:
    out, home = PQ17.convoys
    assert strength(out.entries) == {"mx": 34, "ax": 4, "dd": 3, "tb": 3, "es": 4, "ss": 2}
    assert strength(home.entries) == {"mx": 35, "ax": 1, "dd": 3, "tb": 2, "es": 3}
    assert (out.port, out.destinations, home.port, home.destinations) == (
        "reykjavik", ("arkhangelsk",), "murmansk", ("reykjavik",),
    )  # fmt: skip
    limit = BOX.numbers.russian_ports.limit(PQ17.month)
    assert strength(out.entries)["dd"] + strength(out.entries)["tb"] == limit.light + 1


@rule("pq17", "T.scenarios", "4.3.2")
def test_the_forces_of_pq17() -> None:
    cruisers, fleet, tirpitz, lutzow = (strength(group.entries) for group in PQ17.forces)
    assert cruisers == {"ca": 14, "dd": 3}
    assert fleet == {"bb": 9, "cv": 4, "cl": 8, "ca": 2, "dd": 12}
    assert tirpitz == {"bb": 5, "ca": 4, "dd": 4, "tb": 2}
    assert lutzow == {"cb": 8, "dd": 6}
    assert (sum(tirpitz.values()), sum(lutzow.values())) == (15, 14)
    assert strength(PQ17.soviet_entries) == {"dd": 3, "tb": 1, "es": 2, "ss": 5}
    heavy = [
        BOX.ships[entry.kind]
        for group in (*PQ17.forces, *PQ17.convoys)
        for entry in group.entries
        if BOX.ships[entry.kind].is_heavy and BOX.ships[entry.kind].side == "allied"
    ]
    half_points = sum(2 if one.type in ("bb", "cv") else 1 for one in heavy)
    assert (len(heavy), half_points) == (10, 13)
    assert (PQ17.patrol_white, PQ17.wolfpacks, PQ17.british_submarines) == (("kent", "berwick"), (3, 3, 3), 4)


@rule("pq17", "1.1.2", "1.5.1", "T.scenarios")
@pytest.mark.parametrize(
    ("base", "steps"),
    [("banak", 16), ("bardufoss", 13), ("kirkenes_field", 8), ("vaernes", 3), ("sola", 6), ("herdla", 2),
     ("kaldadarnes", 4), ("wick", 10), ("vaenga", 19), ("yagodnik", 8)],
)  # fmt: skip
def test_the_air_bases_of_pq17(base: str, steps: int) -> None:
    found = sum(read_entry(unit).strength for unit in PQ17.air.get(base, ()))
    serving = BOX.interceptors_at(base, PQ17.month)
    assert found + (2 * serving.counters if serving else 0) == steps


@rule("pq17", "T.scenarios.a")
def test_the_axis_aircraft_of_pq17() -> None:
    found: dict[str, int] = {}
    for units in PQ17.air.values():
        for entry in map(read_entry, units):
            if BOX.aircraft[entry.kind].side == "axis":
                found[entry.kind] = found.get(entry.kind, 0) + entry.strength
    assert found == {
        "ju_88": 17, "he_111": 6, "he_115": 3, "ju_87": 4, "fw_200": 1, "bv_138": 4, "ju_88d": 1, "bf_109": 7,
    }  # fmt: skip


@rule("pq17", "1.3", "4.1.3b", "1.2c")
def test_dummies_and_blocks() -> None:
    assert (PQ17.dummies.allied.number, PQ17.dummies.allied.limit) == (4, 5)
    first = BOX.operations["pq6"].dummies
    assert (first.axis.number, first.axis.limit, first.axis.instead) == (1, 1, "kirkenes")
    stock = [BOX.numbers.blocks.of(side) for side in ("allied", "axis")]
    assert [(one.task_force, one.convoy, one.wolfpack, one.dummy) for one in stock] == [(12, 4, 8, 6), (8, 1, 8, 6)]


def test_special_rules_of_single_operations() -> None:
    april = BOX.operations["pq14"]
    assert [april.ice_is_worse("w4", turn) for turn in (Turn(4), Turn(5), Turn(12), Turn(13))] == [0, 1, 1, 0]
    assert april.ice_is_worse("e4", Turn(5)) == 0
    assert PQ17.grounding is not None
    (carrier,) = BOX.operations["qp14"].arrivals
    assert (carrier.hex, carrier.turn, carrier.fuel_warning) == ("0718", "4 am", "7 am")
    (prinz,) = [one for one in BOX.operations["pq12"].forces if one.id == "prinz_eugen"]
    assert prinz.entries == (Entry("prinz_eugen", 2, crippled=True),)
    assert [key for key, one in BOX.operations.items() if one.binding_carriers] == [
        "pq12", "pq13", "pq14", "pq15", "pq16", "pq17",
    ]  # fmt: skip


@rule("pq17", "12.13", "14.0")
def test_reinforcements_and_historical_forces() -> None:
    assert [(one.side, one.units) for one in PQ17.reinforcements][:3] == [
        ("allied", ("dd_a_i 2",)), ("allied", ("ss_british 1",)), ("allied", ("devonshire",)),
    ]  # fmt: skip
    costs = {one.ship: one.cost for one in PQ17.historical}
    assert costs == {"curacoa": 2, "scharnhorst": 36, "gneisenau": 36, "graf_zeppelin": 30, "prinz_eugen": 10}


@rule("pq17", "5.1.2a")
def test_limits_of_the_russian_ports() -> None:
    limits = [BOX.numbers.russian_ports.limit(month) for month in ("1942-07", "1942-11", "1943-10", "1943-11")]
    assert [(one.capital_ships, one.cruisers, one.light) for one in limits] == [
        (0, 1, 5), (0, 2, 8), (0, 2, 8), (1, 3, 10),
    ]  # fmt: skip


PLAY = "scenario_08_pq17.toml"
FAULTS: list[tuple[Files, str]] = [
    (swapped(PLAY, '"tirpitz", ', '"bismarck", '), "is no ship"),
    (swapped(PLAY, '"tirpitz", ', '"norfolk", '), "not of the axis side"),
    (swapped(PLAY, '"tirpitz", ', '"tirpitz 6", '), "no strength of 6"),
    (swapped(PLAY, '"dd_34_36 4"', '"dd_34_36"'), "needs a strength"),
    (swapped(PLAY, '"tirpitz", ', '"lutzow", '), "in two places"),
    (swapped(PLAY, '"kent", "berwick"', '"kent", "nigeria"'), "no heavy cruiser"),
    (swapped(PLAY, '["victorious"]', '["tirpitz"]'), "no carrier"),
    (swapped(PLAY, 'ports = ["trondheim"]', 'ports = ["murmansk"]'), "no port of the axis side"),
    (swapped(PLAY, 'ports = ["trondheim"]', 'ports = ["hamburg"]'), "no port of the axis side"),
    (swapped(PLAY, '"ju_88 12"', '"ju_88 17"'), "too many for a base"),
    (swapped(PLAY, '"ju_87 4"', '"bv_138 4"'), "cannot be based"),
    (swapped(PLAY, '"ju_87 4"', '"albacore 4"'), "fly from carriers"),
    (swapped(PLAY, '"ju_87 4"', '"ju_87"'), "is no aircraft with its strength"),
    (swapped(PLAY, 'tromso = ["he_115 1"]', 'narvik = ["he_115 1"]'), "no float planes"),
    (swapped(PLAY, "[3, 3, 3]", "[5, 3, 3]"), "up to 4"),
    (swapped(PLAY, "limit = 5", "limit = 7"), "more dummies"),
    (swapped(PLAY, '"es_british 4"', '"es_british 5"'), "too many submarines or escorts"),
    (swapped(PLAY, '["mv 31", "mo 2", "mc 1", ', "["), "no merchants"),
    (swapped(PLAY, 'month = "1942-07"', 'month = "1942-03"'), "cannot come to arkhangelsk"),
    (swapped(PLAY, 'month = "1942-07"', 'month = "july"'), "is no month"),
    (swapped(PLAY, 'start = "5 am"', 'start = "5"'), "is no turn"),
    (swapped(PLAY, "number = 8", "number = 7"), "column number"),
    (swapped(PLAY, 'id = "qp13"', 'id = "pq17"'), "same id"),
    (swapped(PLAY, "least = 3", "most = 3"), "scenario_08"),
    (swapped(PLAY, 'ship = "lutzow"', 'ship = "koln"'), "is not there"),
    (swapped(PLAY, '"mv 31"', '"mv many"'), "has no strength"),
    (swapped("scenario_10_qp14.toml", 'hex = "0718"', 'hex = "0614"\nport = "murmansk"'), "a port or a hex"),
    (swapped("scenario_10_qp14.toml", 'hex = "0718"', 'hex = "1014"'), "no sea or coast hex"),
    ({name: content for name, content in FILES.items() if name != "scenario_05_pq14.toml"}, "numbered from 1"),
]


@rule("pq17", "1.5.2")
@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_operations_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))


@rule("pq17", "T.scenarios.b", "10.1", position="PP283")
@pytest.mark.parametrize(
    ("turn", "ice"),
    [
        (3, ("thin_pack", "light_drift")), (4, ("thin_pack", "light_drift")), (5, ("solid_pack", "heavy_drift")),
        (12, ("solid_pack", "heavy_drift")), (13, ("thin_pack", "light_drift")),
    ],
)  # fmt: skip
def test_t_scenarios_b_the_ice_of_pq14(turn: int, ice: tuple[str, str]) -> None:
    april = BOX.operations["pq14"]
    assert tuple(BOX.ice(april, zone, Turn(turn)).ice for zone in ("w4", "w5")) == ice


def narvik(*holding: str, fell: int, **fields: Any) -> Board:
    """Lützow and others sail from Narvik on day 5 AM of PQ-17, the die in secret."""
    one = force("tf2", "axis", "task_force", "0813", *holding, port="narvik")
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(one, command=points, start=8, sighted=True, unbound=True, **fields)
    board.state.phase = Phase("axis", orders=(Move("tf2", ("0713",)),))
    play(movement(board), lots=[9 - fell])
    return board


@rule("pq17", "T.scenarios.b", "5.1.3", position="PP284")
def test_t_scenarios_b_lutzow_runs_aground_off_narvik_with_a_low_die() -> None:
    board = narvik("lutzow", "admiral_scheer", "dd_36a 5", fell=2)
    assert board.force("tf2").port == ""
    assert left(board.force("tf2").counters) == ["admiral_scheer 4", "dd_36a 5"]
    stays = board.force("tf2_2")
    assert (stays.port, left(stays.counters), stays.counters[0].inoperative) == ("narvik", ["lutzow 3"], True)
    assert Mishap("axis", "grounding", "tf2_2", ("lutzow",)) in heard(board, "axis")
    assert not any(isinstance(one, Mishap) for one in heard(board, "allied"))
    assert board.state.bookings == []
    safe = narvik("lutzow", "admiral_scheer", "dd_36a 5", fell=3)
    assert left(safe.force("tf2").counters) == ["lutzow 4", "admiral_scheer 4", "dd_36a 5"]
    assert not safe.force("tf2").port


@rule("pq17", "T.scenarios.b", position="PP284")
def test_t_scenarios_b_alone_she_stays_and_elsewhere_nobody_runs_aground() -> None:
    board = narvik("lutzow", fell=0)
    assert (board.force("tf2").port, left(board.force("tf2").counters)) == ("narvik", ["lutzow 3"])
    assert held_in_port(board.force("tf2"), board) == "5.1.3"
    other = force("tf2", "axis", "task_force", "0813", "admiral_scheer", port="narvik")
    points = {"home_fleet": Points(left=16), "severny_flot": Points(left=6), "gruppe_nord": Points(left=10)}
    board = arctic(other, command=points, start=8, sighted=True, unbound=True)
    board.state.phase = Phase("axis", orders=(Move("tf2", ("0713",)),))
    play(movement(board))
    assert not board.force("tf2").port


def held_in_port(one: Force, board: Board) -> str:
    return sailing_barred_by(BOX, one, operation=board.operation, unbound=True, sighted=True)


@rule("pq17", "T.scenarios.b", position="PP285")
def test_t_scenarios_b_what_comes_from_pq18_in_qp14() -> None:
    board = operation("qp14", turn=6)
    arrivals(board)
    assert all(one.ship != "avenger" for force in board.state.forces for one in force.counters)
    board.state.turn = 7
    arrivals(board)
    (come,) = [one for one in board.state.forces if any(ship.ship == "avenger" for ship in one.counters)]
    assert (come.kind, come.at, left(come.counters)) == ("task_force", "0718", ["avenger 1", "scylla 2", "dd_a_i 16"])
    assert come.fuel is not None
    assert come.fuel.turn == 13


@rule("pq17", "T.scenarios.b", "5.1.8", positions=("PP287", "PP288"))
@pytest.mark.parametrize(
    ("key", "ship", "before", "port", "held"),
    [("pq8", "tirpitz", 16, "trondheim", True), ("jw51a", "lutzow", 6, "altenfjord", False)],
)
def test_t_scenarios_b_who_comes_later(key: str, ship: str, before: int, port: str, held: bool) -> None:
    board = operation(key, turn=before)
    arrivals(board)
    assert all(one.ship != ship for force in board.state.forces for one in force.counters)
    board.state.turn = before + 1
    arrivals(board)
    (come,) = [one for one in board.state.forces if any(counter.ship == ship for counter in one.counters)]
    assert (come.port, held_in_port(come, board)) == (port, "T.scenarios" if held else "")


@rule("pq17", "T.scenarios.b", positions=("PP289", "PP290"))
def test_t_scenarios_b_who_begins_hurt() -> None:
    words = {
        key: {f"{entry.kind} {entry.strength}": (group.ports, entry.crippled) for group in BOX.operations[key].forces
              for entry in group.entries}
        for key in ("pq12", "pq15")
    }  # fmt: skip
    assert words["pq12"]["prinz_eugen 2"] == (("trondheim",), True)
    assert words["pq15"]["trinidad 3"] == (("murmansk",), False)


@rule("pq17", "T.scenarios.a", "T.scenarios.b", position="PP292")
def test_t_scenarios_a_tirpitz_refits_and_other_lines_of_the_sheets() -> None:
    (tirpitz,) = [one for one in BOX.operations["pq18"].forces if "tirpitz" in one.ships]
    assert tirpitz.held
    axis = BOX.operations["qp14"].dummies.axis
    assert (axis.ports, axis.number, axis.limit) == (("tromso", "altenfjord"), 2, 3)


@rule("pq17", "T.scenarios", "5.1.9", positions=("PP294", "PP295", "PP296"))
def test_t_scenarios_figures_of_the_sheets() -> None:
    patrol = {"pq12": ("norfolk", "kent"), "pq17": ("kent", "berwick"), "pq18": ("berwick", "kent"),
              "jw55b": ("kent", "berwick")}  # fmt: skip
    assert {key: BOX.operations[key].patrol_white for key in patrol} == patrol
    points = {"pq6": (8, 2, 2), "pq8": (8, 0, 2), "pq12": (8, 2, 2), "pq14": (8, 1, 2), "pq17": (8, 5, 3),
              "pq18": (8, 3, 4)}  # fmt: skip
    command = {key: BOX.operations[key].command_points for key in points}
    assert {key: (one.home_fleet, one.gruppe_nord, one.severny_flot) for key, one in command.items()} == points
    starts = {"pq6": 9, "pq8": 9, "pq12": 9, "pq14": 5, "pq15": 7, "pq18": 13, "qp14": 1, "jw51b": 5}
    assert {key: BOX.operations[key].first_turn.number for key in starts} == starts


@rule("pq17", "T.scenarios", "1.2.3", "1.2.4", "1.2.5")
def test_t_scenarios_who_may_not_sail_slips_out_with_nobody() -> None:
    """Tirpitz, refitting in PQ-18: neither by parting, nor by combining, nor by an exchange."""
    bound = force("t", "axis", "task_force", "0813", "tirpitz", "koln", "dd_36a 2", port="narvik", held=True)
    free = force("f", "axis", "task_force", "0813", "admiral_hipper", "dd_36a 2", port="narvik")
    board = table(bound, free)
    board.state.phase = Phase("axis")
    with pytest.raises(ValueError, match=r"T\.scenarios"):
        combine_forces(board, [free, bound])
    assert exchange_barred_by(board, free, bound, [Counter("koln", 2)], [Counter("admiral_hipper", 4)]) == "T.scenarios"
    new = split_force(board, bound, [Counter("tirpitz", 5)], "n")
    assert [held_by(board, one) for one in (bound, new, free)] == ["T.scenarios", "T.scenarios", ""]


@rule("pq17", "T.scenarios", "1.2b")
def test_a_force_of_the_scenario_comes_on_its_turn_once_with_its_fuel_and_its_aircraft() -> None:
    board = arctic(scenario="qp14", turn=6)
    arrivals(board)
    assert board.state.forces == []
    board.state.turn = 7
    arrivals(board)
    arrivals(board)
    (carrier,) = board.state.forces
    assert (carrier.at, carrier.kind, carrier.fuel) == ("0718", "task_force", Fuel(13))
    assert [unit.base for unit in board.state.air] == ["avenger"] * len(board.state.air) != []
    assert events_for(board, "axis") == [BlocksChanged("allied", "0718", 0, 1)]
    assert events_for(board, "allied") == [BlocksChanged("allied", "0718", 0, 1, force=carrier.id)]
