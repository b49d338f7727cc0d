"""5.7: the boxes beside the map."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.paths import Sailing
from games.titles.pq17.rules.movement.speed import high_speed_barred_by
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import afloat, one_task_force, sailing, sailing_from
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def sailing_now(**fields: Any) -> Sailing:
    board = table()
    return Sailing(operation=board.operation, turn=board.now, weather="fair", **fields)


@rule("pq17", "5.7.1", "5.7.2", "5.7.3")
def test_5_7_1_doors() -> None:
    doors = {door: {one.id for one in BOX.hexes.values() if one.door == door} for door in ("german", "kara_sea")}
    assert doors == {"german": {"1707", "1708"}, "kara_sea": {"0122", "0421", "0622"}}
    assert BOX.hexes["1706"].door == "english_channel"
    assert BOX.hexes["0901"].door == "atlantic"


@rule("pq17", "5.7.1", "5.7.2", "5.7.3", position="PP45")
def test_5_7_1_doors_of_the_map() -> None:
    koln = one_task_force("1608", "koln")
    assert check_way(BOX, koln, ("1708", "german"), sailing()) is None
    assert check_way(BOX, koln, ("german",), sailing()) == Barred("german", "5.7.1")
    assert check_way(BOX, one_task_force("german", "koln"), ("1708", "1608", "1508"), sailing()) == Barred("", "5.7.1")
    assert check_way(BOX, one_task_force("1706", "kent", side="allied"), ("english_channel",), sailing()) is None
    assert check_way(BOX, one_task_force("1706", "koln"), ("english_channel",), sailing()) == Barred(
        "english_channel", "5.7.3"
    )
    east = one_task_force("0421", "admiral_scheer")
    assert check_way(BOX, east, ("kara_sea",), sailing()) == Barred("kara_sea", "5.7.2")
    assert check_way(BOX, east, ("kara_sea",), sailing(opened=["kara_sea"])) is None


@rule("pq17", "5.7.1", "5.1.2")
@pytest.mark.parametrize(
    ("at", "written"),
    [
        ("german", "move pack way=1707,1608,1509,1409,1309 enters=bergen"),
        ("german", "move pack enters=trondheim"),
        ("german", "move pack way=1707,1608"),
        ("1707", "move pack way=1608,1509,1409,1309 enters=bergen"),
    ],
)
def test_5_7_1_a_way_out_of_the_box_may_end_in_a_port(at: str, written: str) -> None:
    board: Any = phase(arctic(force("pack", "axis", "wolfpack", at, "ss_german 2")), "axis")
    board.state.command = {"gruppe_nord": Points(10)}
    form = PhaseForm(moves=moves_part(board, "axis"))
    raw = form.parse(written)
    assert [*violations(form.schema(), raw)] == [*form.problems(form.read(raw))] == []


@rule("pq17", "5.7.1", "11.3.1")
@pytest.mark.parametrize(("rested", "full"), [(0, False), (1, True), (2, True)])
def test_5_7_1_who_lay_in_the_german_box_for_a_whole_turn_is_refuelled_and_an_oiler_has_her_oil_again(
    rested: int, full: bool
) -> None:
    one = force("t", "axis", "task_force", "1709", "lutzow", fuel=Fuel(12, "low"), resting=rested)
    board = arctic(one)
    one.at, oiler = "german", Counter("aldersdale", 2, used=True)
    one.counters.append(oiler)
    play(fuel(board))
    assert (one.fuel is None, one.resting) == (full, rested + 1)
    assert oiler.used is not full, "the box holds ports that always are"


@rule("pq17", "5.7.1", "5.7.2", "5.7.3", "12.2", "5.1")
@pytest.mark.parametrize(
    ("side", "at", "way", "rule_"),
    [
        ("allied", "1506", ("1606", "1706", "english_channel"), ""),
        ("axis", "0903", ("0902", "0901", "atlantic"), ""),
        ("axis", "1508", ("1608", "1708", "german"), "5.7.1"),
        ("axis", "german", ("1708", "1608", "1508"), "5.7.1"),
        ("allied", "kara_sea", ("0421", "0420", "0419"), "5.7.2"),
    ],
)
def test_5_7_1_high_speed_to_the_channel_and_the_atlantic_but_not_to_germany(
    side: Any, at: str, way: tuple[str, ...], rule_: str
) -> None:
    """The German box and the Kara Sea are entered and left at cruise speed; the others are a hex of movement."""
    one = force("t", side, "task_force", at, "kent" if side == "allied" else "admiral_hipper")
    assert high_speed_barred_by(BOX, one, way, enters_port=False) == rule_
    barred = check_way(BOX, one, way, sailing_now(opened=frozenset({"atlantic"})))
    assert barred == (Barred("", rule_) if rule_ else None)


@rule("pq17", "5.7.1", "5.7.3", "3.4")
@pytest.mark.parametrize(
    ("allied", "axis", "over"),
    [
        ("english_channel", "0612", True), ("1706", "0612", False), ("0404", "german", True), ("0404", "1708", False),
    ],
)  # fmt: skip
def test_5_7_1_who_is_in_the_channel_or_in_germany_is_not_at_sea(allied: str, axis: str, over: bool) -> None:
    board = table(
        force("t", "allied", "task_force", allied, "kent"), force("x", "axis", "task_force", axis, "lutzow"), turn=20
    )
    assert is_over(board) is over


@rule("pq17", "5.7.1", "5.7.3")
@pytest.mark.parametrize(
    ("side", "at", "way", "barred"),
    [
        ("axis", "1707", ("german",), ""), ("axis", "1708", ("german",), ""), ("axis", "1706", ("german",), "5.7.1"),
        ("allied", "1707", ("german",), "5.7.1"), ("axis", "1608", ("1708", "german"), ""),
        ("axis", "german", ("1707", "1607"), ""), ("axis", "german", ("1707", "1607", "1507"), "5.7.1"),
        ("allied", "1706", ("english_channel",), ""), ("allied", "1606", ("1706", "english_channel"), ""),
        ("allied", "1707", ("english_channel",), "5.7.3"), ("axis", "1706", ("english_channel",), "5.7.3"),
    ],
)  # fmt: skip
def test_5_7_1_a_box_is_entered_by_its_doors(side: str, at: str, way: tuple[str, ...], barred: str) -> None:
    found = check_way(BOX, afloat("koln" if side == "axis" else "kent", at=at, side=side), way, sailing_from())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.7.2", "10.1")
@pytest.mark.parametrize(
    ("key", "die", "enters"),
    [
        ("pq17", 8, True), ("pq17", 9, False), ("pq18", 9, True), ("jw51b", 1, True), ("jw51b", 2, False),
        ("pq14", 1, False),
    ],
)  # fmt: skip
def test_5_7_2_the_kara_sea_opens_to_light_drift_at_most(key: str, die: int, enters: bool) -> None:
    """E3: light drift in July, clear in September, heavy drift in December, solid pack in April, all of them in doubt;
    a 9 is one worse, in summer an 8 not yet, a 1 one better.
    """
    one = afloat("kent", at="0622")
    board = table(one, scenario=key)
    moved(board, Move("t", ("kara_sea",)), dice=[(die,)])
    assert (one.at == "kara_sea") is enters


@rule("pq17", "5.7.3", "5.1", "11.1.3")
def test_5_7_3_a_cruiser_goes_three_hexes_into_the_channel_in_a_turn() -> None:
    one = force("t", "allied", "task_force", "1506", "kent", fuel=Fuel(20))
    board = table(one)
    moved(board, Move("t", ("1606", "1706", "english_channel"), pace="high"))
    assert (one.at, one.spent) == ("english_channel", 3)


@rule("pq17", "5.7.3")
def test_5_7_3_nobody_comes_back_from_the_channel() -> None:
    one = force("t", "allied", "task_force", "1606", "kent", fuel=Fuel(20))
    board = table(one)
    moved(board, Move("t", ("1706", "english_channel")))
    assert (one.at, [mover.force for mover in moves_part(board, "allied").movers]) == ("english_channel", [])
    board.state.turn, one.moved, one.plan = 10, 0, Plan(0, ("1706",))
    moved(board)
    assert one.at == "english_channel"
