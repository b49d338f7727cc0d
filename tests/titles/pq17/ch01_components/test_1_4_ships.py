"""1.4: the counters of ships, their classes, steps and states; faulty ones are refused."""

from typing import Any

import pytest

from games.titles.pq17.components.box import FILES as NAMES
from games.titles.pq17.components.pieces import column
from games.titles.pq17.components.scenarios import read_entry
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.forces.battle_display import as_counters
from games.titles.pq17.rules.forces.composition import merge_counters
from games.titles.pq17.rules.operation.setup import counters_of
from games.titles.pq17.rules.search.legal_attacks import armed_boats
from games.titles.pq17.rules.search.segment import use_up_cam
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import convoy_ships, reported_range, warship_counters
from games.titles.pq17.state.speeds import ship_speed
from games.titles.pq17.state.state import Force, Points
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX, FILES, Files
from tests.titles.pq17.campaigns import campaign, embarked, strengths
from tests.titles.pq17.faults import cell, refused, without
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule
FAULTS: list[tuple[Files, str]] = [
    (cell("ships.tsv", "tirpitz", "most", "2"), "counter of her own"),
    (cell("ships.tsv", "mv", "most", "-"), "share counters"),
    (cell("ships.tsv", "dd_us", "steps", "2 1"), "one step"),
    (cell("ships.tsv", "tirpitz", "steps", "5 5 3"), "no strength below"),
    (cell("ships.tsv", "tirpitz", "role", "ao"), "part to play"),
    (cell("ships.tsv", "es_soviet", "role", "mf"), "British escorts"),
    (cell("ships.tsv", "dd_a_i", "role", "mf"), "British escorts"),
    (cell("ships.tsv", "tirpitz", "embarked", "ju_87c 2"), "only carriers"),
    (cell("ships.tsv", "victorious", "embarked", "ju_88 2"), "from no carrier"),
    (cell("ships.tsv", "victorious", "embarked", "ju_87c 2"), "not of her side"),
    (cell("ships.tsv", "victorious", "embarked", "albacore"), "no aircraft with its strength"),
    (cell("ships.tsv", "tirpitz", "slow_from", "5"), "step by step"),
    (cell("ships.tsv", "tirpitz", "anti_aircraft", "x"), "whole number"),
    (cell("ships.tsv", "tirpitz", "value", "0"), "below 1"),
    (cell("aircraft.tsv", "ju_87", "lighter_column", "y"), "no medium bomber"),
    (cell("aircraft.tsv", "bv_138", "torpedoes", "1"), "never attack"),
    (cell("aircraft.tsv", "ju_87", "plus", "y"), "only fighters"),
    (cell("aircraft.tsv", "ju_87", "strength", "3"), "one step or two"),
    (cell("cards.tsv", "card_02", "day_force", "-31X"), "four signs"),
    (cell("cards.tsv", "card_02", "day_id", "3210"), "four signs"),
    (without("cards.tsv", "card_40"), "cards (1.7)"),
    (without("situations.tsv", "z"), "chits (12.0)"),
    (cell("situations.tsv", "a", "allied", "port_raid"), "column allied"),
    (cell("situations.tsv", "a", "axis_summer", "gearbox"), "column axis_summer"),
    (cell("ships.tsv", "mv", "id", "bergen"), "two things"),
    (cell("aircraft.tsv", "p_400", "id", "narvik"), "two things"),
]


def test_columns_of_a_card() -> None:
    assert [column(one) for one in ("fair", "reduced", "storm", "fog", "gale")] == [0, 1, 2, 3, 3]


def test_every_file_is_read_and_a_strange_one_refused() -> None:
    for name in NAMES:
        assert refused({key: content for key, content in FILES.items() if key != name}).file == name
    assert refused({**FILES, "ducks.tsv": b""}).file == "ducks.tsv"


@pytest.mark.parametrize(("files", "said"), FAULTS)
def test_faulty_units_are_refused(files: Files, said: str) -> None:
    assert said in str(refused(files))


def test_the_same_card_twice() -> None:
    lines = FILES["cards.tsv"].decode().splitlines()
    lines[2] = lines[1].replace("card_01", "card_02")
    error = refused({**FILES, "cards.tsv": "\n".join(lines).encode()})
    assert (error.file, error.line) == ("cards.tsv", 3)


@rule("pq17", "1.4", "T.units")
@pytest.mark.parametrize(
    ("ship", "type_", "strength", "fire", "torpedoes", "value"),
    [
        ("tirpitz", "bb", 5, 5, 1, 60), ("washington", "bb", 5, 5, 0, 30), ("duke_of_york", "bb", 4, 4, 0, 30),
        ("victorious", "cv", 4, 3, 0, 30), ("avenger", "cve", 1, 1, 0, 6), ("norfolk", "ca", 3, 2, 1, 5),
        ("suffolk", "ca", 2, 2, 0, 3), ("tuscaloosa", "ca", 4, 3, 0, 6), ("jamaica", "cl", 4, 2, 1, 4),
        ("scylla", "claa", 2, 3, 1, 2), ("lutzow", "cb", 4, 3, 2, 12), ("admiral_hipper", "ca", 4, 3, 2, 10),
        ("koln", "cl", 2, 2, 2, 5), ("scharnhorst", "bc", 3, 4, 1, 35), ("dd_a_i", "dd", 1, -1, 2, 1),
        ("dd_36a", "dd", 1, 1, 2, 2), ("tb_hunt", "tb", 1, 1, 0, 1), ("es_british", "es", 1, -1, 0, 1),
        ("aldersdale", "ax", 2, -1, 0, 2), ("palomares", "ax", 1, 2, 0, 1), ("mv", "mx", 1, -1, 0, 1),
    ],
)  # fmt: skip
def test_1_4_ships(ship: str, type_: str, strength: int, fire: int, torpedoes: int, value: int) -> None:
    one = BOX.ships[ship]
    assert (one.type, one.strength, one.anti_aircraft, one.torpedoes, one.value) == (
        type_, strength, fire, torpedoes, value,
    )  # fmt: skip


@rule("pq17", "1.4")
def test_1_4_oilers_begin_full() -> None:
    (oiler,) = counters_of(BOX, [read_entry("aldersdale")])
    (cruiser,) = counters_of(BOX, [read_entry("london")])
    assert (oiler.oil > 0, cruiser.oil) == (True, 0)


@rule("pq17", "1.4.1", "7.3.2a")
def test_1_4_1_a_turned_submarine_counter_has_no_boats_that_attack() -> None:
    pack = force("p", "axis", "wolfpack", "0410", "ss_german 2", "ss_german 1")
    assert armed_boats(pack) == 3
    pack.counters[0].used = True
    assert armed_boats(pack) == 1


@rule("pq17", "1.4.2", "1.4.3")
def test_1_4_2_oilers_and_cam_ships() -> None:
    oilers = {one.id for one in BOX.ships.values() if one.is_oiler}
    assert oilers == {"aldersdale", "gray_ranger", "black_ranger", "blue_ranger", "oligarch", "mo"}
    assert [one.id for one in BOX.ships.values() if one.role == "mc"] == ["mc"]


@rule("pq17", "1.4.3")
@pytest.mark.parametrize(
    ("ships", "left"),
    [
        ([("mc", 1, False)], [("mc", 1, True)]),
        ([("mc", 2, False)], [("mc", 1, False), ("mc", 1, True)]),
        ([("mc", 1, True), ("mc", 1, False)], [("mc", 1, True), ("mc", 1, True)]),
        ([("mv", 3, False), ("mc", 1, False)], [("mv", 3, False), ("mc", 1, True)]),
        ([("mc", 1, False), ("mc", 1, False)], [("mc", 1, True), ("mc", 1, False)]),
    ],
)
def test_1_4_3_one_catapult_ship_serves_at_a_time(ships: Any, left: Any) -> None:
    convoy = force("pq", "allied", "convoy", OPEN)
    convoy.counters = [Counter(name, strength, used=used) for name, strength, used in ships]
    use_up_cam(arctic(convoy), convoy)
    found = [(one.ship, one.strength, one.used) for one in convoy.counters]
    assert sorted(found) == sorted(left)


@rule("pq17", "1.4a", "5.1")
def test_1_4a_speed_falls_with_the_steps() -> None:
    king = BOX.ships["king_george_v"]
    assert (king.speed, king.cruise_from, king.slow_from) == ("high", 3, 1)
    assert {one.speed for one in BOX.ships.values() if one.type == "mx"} == {"slow"}
    assert {one.speed for one in BOX.ships.values() if one.type in ("es", "ss")} == {"cruise"}
    assert {one.speed for one in BOX.ships.values() if one.is_heavy or one.type in ("dd", "tb")} == {"high"}


@rule("pq17", "1.4b", "1.2.1b")
def test_1_4b_counters_are_the_fewest_that_hold_the_strength() -> None:
    counters = ships("dd_36a 5", "dd_36a 3", "tb_35_37 4", "lutzow", "ss_german 3", "mv 9", "aldersdale")
    assert warship_counters(BOX, counters) == {"dd_36a": 2, "tb_35_37": 2, "lutzow": 1, "ss_german": 2}


@rule("pq17", "1.4b", "7.3.2")
def test_1_4b_counters_that_come_together() -> None:
    one, other = Counter("dd_36a", 2, spent=2), Counter("dd_36a", 3, spent=1)
    lame, tender = Counter("dd_36a", 1, crippled=True), Counter("aldersdale", 2, oil=15)
    assert merge_counters([one, lame, other, tender]) == [Counter("dd_36a", 5, spent=2), lame, tender]
    assert (one.strength, other.strength) == (2, 3)
    assert (
        len(merge_counters([Counter("mv", 2), Counter("mv", 1, dispersed=True), Counter("mv", 1, inoperative=True)]))
        == 3
    )


@rule("pq17", "1.4b", position="PP8")
def test_1_4b_light_ships_lie_in_the_fewest_counters() -> None:
    def lying(*words: str) -> list[int]:
        return list(warship_counters(BOX, merge_counters(ships(*words))).values())

    assert lying("dd_36a 5", "dd_34_36 1") == [2, 1]
    assert lying("dd_36a 4", "dd_34_36 1") == [1, 1]
    assert lying("dd_36a 4", "dd_34_36 1", "dd_34_36 1") == [1, 1]


@rule("pq17", "1.4b", "6.2.1a")
@pytest.mark.parametrize(
    ("words", "counters", "least", "most"),
    [
        (("kent",), 1, 1, 1),
        (("tb_hunt 3",), 1, 1, 1),
        (("tb_hunt 4",), 1, 1, 1),
        (("tb_hunt 5",), 2, 1, 3),
        (("tb_35_37 3",), 2, 1, 3),
        (("ss_british 3",), 2, 1, 3),
        (("kent", "london", "dd_a_i 4"), 3, 2, 4),
        (("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4"), 5, 3, 7),
        (("mv 9", "palomares"), 0, 0, 0),
        (("dd_a_i 4", "dd_us 4", "dd_j_r 4", "tb_old 1"), 4, 2, 6),
    ],
)
def test_1_4b_counters_as_few_as_may_be_and_half_as_many_more_or_less(
    words: tuple[str, ...], counters: int, least: int, most: int
) -> None:
    assert sum(warship_counters(BOX, ships(*words)).values()) == counters
    assert reported_range(counters) == (least, most)


@rule("pq17", "1.4c", "4.3.2", "4.3.2a")
@pytest.mark.parametrize(("escorts", "home", "north"), [("es_kola 1", 0, 2), ("es_british 1", 0, 0), ("kent", 2, 0)])
def test_1_4c_british_minesweepers_in_russia_are_under_soviet_command(escorts: str, home: int, north: int) -> None:
    board = table(force("t", "allied", "task_force", "0817", escorts, port="murmansk"))
    moved(board, Move("t", ("0718",)))
    assert board.force("t").port == ""
    assert (board.state.command["home_fleet"].spent, board.state.command["severny_flot"].spent) == (home, north)


@rule("pq17", "1.4c", "4.3.2a")
@pytest.mark.parametrize(("escorts", "at"), [("es_kola 1", "0612"), ("es_british 1", "0611")])
def test_1_4c_without_points_they_keep_to_soviet_waters(escorts: str, at: str) -> None:
    board = table(
        force("t", "allied", "task_force", "0612", escorts),
        command={"severny_flot": Points(), "home_fleet": Points()},
    )
    moved(board, Move("t", ("0611",)))
    assert board.force("t").at == at


@rule("pq17", "1.4c", "15.8")
@pytest.mark.parametrize(("ship", "port"), [("es_kola", "murmansk"), ("es_british", "scapa_flow")])
def test_1_4c_minesweepers_under_soviet_command_come_back_to_murmansk(ship: str, port: str) -> None:
    board = embarked(campaign())
    board.place(Force(id="sweepers", side="allied", kind="task_force", block=0, at="0718", counters=[Counter(ship, 1)]))
    before = strengths(board.roster)
    fold_operation(board)
    assert {place for kind, place in strengths(board.roster) - before if kind == ship} >= {port}


@rule("pq17", "1.4d")
def test_1_4d_escorts_cruise_and_torpedo_boats_make_high_speed_with_or_without_torpedoes() -> None:
    speeds = {ship: {ship_speed(BOX, Counter(ship, 1, spent=spent)) for spent in (0, 2)} for ship in BOX.ships}
    kinds = {one.id: one.type for one in BOX.ships.values()}
    assert all(speeds[ship] == {"cruise"} for ship, kind in kinds.items() if kind == "es")
    assert all(speeds[ship] == {"high"} for ship, kind in kinds.items() if kind == "tb")


@rule("pq17", "1.4e")
@pytest.mark.parametrize(
    ("ship", "fits", "more"),
    [("dd_a_i", 4, 5), ("tb_hunt", 4, 5), ("es_british", 4, 5), ("ss_german", 2, 3), ("tb_35_37", 2, 3)],
)
def test_1_4e_a_counter_holds_so_much(ship: str, fits: int, more: int) -> None:
    assert warship_counters(BOX, [Counter(ship, 1), Counter(ship, fits - 1)]) == {ship: 1}
    assert warship_counters(BOX, [Counter(ship, more)]) == {ship: 2}
    assert {one.most for one in BOX.ships.values() if one.type == "mx"} == {8}


@rule("pq17", "1.4e", "7.2.4")
@pytest.mark.parametrize(
    ("ship", "strength", "parts"),
    [
        ("mv", 8, [8]), ("mv", 9, [5, 4]), ("mv", 16, [8, 8]), ("mv", 17, [6, 6, 5]), ("mv", 31, [8, 8, 8, 7]),
        ("dd_36a", 4, [4]), ("dd_36a", 5, [3, 2]), ("dd_36a", 9, [3, 3, 3]), ("tb_35_37", 2, [2]),
        ("tb_35_37", 5, [2, 2, 1]), ("tirpitz", 5, [5]), ("mv", 0, [0]),
    ],
)  # fmt: skip
def test_1_4e_a_class_lies_in_as_many_counters_as_hold_it(ship: str, strength: int, parts: list[int]) -> None:
    assert [one.strength for one in as_counters(BOX, [Counter(ship, strength)])] == parts


@rule("pq17", "1.4e", "7.0b")
def test_1_4e_each_counter_is_in_the_state_of_the_class_and_an_odd_hit_counts_once() -> None:
    spent = Counter("dd_36a", 6, spent=1, green=True, odd=1)
    first, second = as_counters(BOX, [spent])
    assert (first, second) == (
        Counter("dd_36a", 3, spent=1, green=True, odd=1),
        Counter("dd_36a", 3, spent=1, green=True),
    )
    assert spent == Counter("dd_36a", 6, spent=1, green=True, odd=1)


@rule("pq17", "1.4f")
def test_1_4f_convoy_ships() -> None:
    roles = {kind: {one.role for one in BOX.ships.values() if one.type == kind} for kind in ("ax", "mx")}
    assert roles["mx"] == {"mv", "mo", "mc"}
    assert {"aa", "ao"} <= roles["ax"]
    assert not roles["ax"] & roles["mx"]
    assert convoy_ships(BOX, [Counter("mv", 5), Counter("mo", 1), Counter("palomares", 1), Counter("dd_a_i", 2)]) == 7
