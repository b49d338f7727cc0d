"""Chapters 4 and 5 read a third time by somebody who had not seen the code: points, boxes, and who goes along."""

from typing import Any

import pytest

from games.titles.pq17.orders.missions import Declare
from games.titles.pq17.orders.moves import Combine, Exchange, Move
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.rules.air.missions import air_movement
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.paths import Sailing
from games.titles.pq17.rules.movement.speed import allowance, high_speed_barred_by
from games.titles.pq17.rules.search.air_patrols import radii
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.shadowers import begin_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.events.submarine import PackPatrolled
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan, Points, Report
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import BRITISH, SOVIET, neighbours, pack_follows
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def sailing_now(**fields: Any) -> Sailing:
    board = table()
    return Sailing(operation=board.operation, turn=board.now, weather="fair", **fields)


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
def test_pp603_high_speed_to_the_channel_and_the_atlantic_but_not_to_germany(
    side: Any, at: str, way: tuple[str, ...], rule_: str
) -> None:
    """The German box and the Kara Sea are entered and left at cruise speed; the others are a hex of movement."""
    one = force("t", side, "task_force", at, "kent" if side == "allied" else "admiral_hipper")
    assert high_speed_barred_by(BOX, one, way, enters_port=False) == rule_
    barred = check_way(BOX, one, way, sailing_now(opened=frozenset({"atlantic"})))
    assert barred == (Barred("", rule_) if rule_ else None)


@rule("pq17", "5.7.3", "5.1", "11.1.3")
def test_pp604_a_cruiser_goes_three_hexes_into_the_channel_in_a_turn() -> None:
    one = force("t", "allied", "task_force", "1506", "kent", fuel=Fuel(20))
    board = table(one)
    moved(board, Move("t", ("1606", "1706", "english_channel"), pace="high"))
    assert (one.at, one.spent) == ("english_channel", 3)


@rule("pq17", "5.1", "5.1a", "5.1.1", "11.2.3")
@pytest.mark.parametrize(
    ("holding", "kind", "weather", "turn", "hexes"),
    [
        (("dd_a_i 4",), "task_force", "fair", 9, 3), (("dd_a_i 4", "es_british 1"), "task_force", "fair", 9, 2),
        (("duke_of_york 3",), "task_force", "fair", 9, 2), (("duke_of_york 1",), "task_force", "fair", 9, 1),
        (("duke_of_york 4+crippled",), "task_force", "fair", 9, 1), (("ss_british 2",), "wolfpack", "gale", 9, 1),
        (("kent 2", "dd_a_i 1"), "task_force", "storm", 9, 2), (("kent 2",), "task_force", "storm", 9, 3),
        (("kent 2",), "task_force", "gale", 9, 2), (("kent 0+dead",), "task_force", "fair", 10, 0),
        (("kent 0+dead+towed", "dd_a_i 1+tows"), "task_force", "fair", 9, 0),
        (("kent 0+dead+towed", "dd_a_i 1+tows"), "task_force", "fair", 10, 1),
        (("mv 9", "dd_a_i 1"), "convoy", "fair", 9, 1),
    ],
)  # fmt: skip
def test_pp605_the_slowest_ship_in_the_weather_of_the_turn(
    holding: tuple[str, ...], kind: Any, weather: Any, turn: int, hexes: int
) -> None:
    one = force("t", "allied", kind, "0411")
    one.counters = read_counters(*holding)
    assert allowance(BOX, one, weather, table(turn=turn).now) == hexes


@rule("pq17", "5.1.2a")
def test_pp606_ships_that_left_a_russian_port_again_have_been_in() -> None:
    """July 1942: five strengths of destroyers went in and came out; no sixth may enter the other port."""
    first = force("a", "allied", "task_force", "0817", "dd_a_i 5", fuel=Fuel(30), plan=Plan(0, (), "murmansk"))
    second = force("b", "allied", "task_force", "1119", "dd_j_r 1", fuel=Fuel(30))
    board = table(first, second)
    moved(board)
    assert first.port == "murmansk"
    board.state.turn, first.moved = 10, 0
    moved(board, Move("a", ("0717",)), Move("b", (), enters="arkhangelsk"))
    assert (first.at, second.port, board.state.russian) == ("0717", "", {"light": 5})


@rule("pq17", "5.2", "7.4.5a")
@pytest.mark.parametrize(("die", "stays"), [(5, True), (4, False)])
def test_pp607_a_pack_that_patrols_kept_in_its_hex_has_spent_its_movement(die: int, stays: bool) -> None:
    """It tried to move, and attacks nobody in this phase: a reading."""
    here, there = neighbours(BRITISH, out=False)
    pack = force("p", "axis", "wolfpack", here, "ss_german 2", level=2)
    board = table(pack, force("c", "allied", "convoy", here, "mv 9"))
    board.identify(pack, 2)
    board.identify(board.force("c"), 1)
    assert may_attack(board, pack, board.force("c"))
    moved(board, Move("p", (there,)), side="axis", dice=[(die,), *([(9,)] if stays else [])])
    assert (pack.at == here, may_attack(board, pack, board.force("c"))) == (stays, False)


@rule("pq17", "5.4", "7.4.5", "7.4.5a", "6.3.5")
@pytest.mark.parametrize(
    ("level", "light", "die", "kept"),
    [
        (0, "jul_1", [(4,)], False), (0, "jul_1", [(5,)], True), (2, "jul_1", [(9,)], True),
        (None, "jul_1", [], False), (0, "dec_1", [], False),
    ],
)  # fmt: skip
def test_pp608_air_patrols_meet_a_pack_that_follows(
    level: int | None, light: str, die: list[tuple[int, ...]], kept: bool
) -> None:
    """A pack that goes along crosses hex sides like any other: one that is kept loses the convoy."""
    here, there = neighbours(BRITISH, out=True)
    board = pack_follows(here, there, level=level, die=die, light=light)
    convoy, pack = board.force("c"), board.force("p")
    assert (convoy.at, pack.at, bool(board.state.shadows)) == (there, here if kept else there, not kept)
    assert convoy.level == (1 if kept else 2)
    assert pack.level == (max(level or 0, 1) if kept else level)
    for seat in ("allied", "axis"):
        told = heard(board, seat)
        assert sum(isinstance(one, PackPatrolled) for one in told) == len(die)
        assert [one.why for one in told if isinstance(one, ShadowEnded)] == (["range"] if kept else [])


@rule("pq17", "5.4", "7.4.5b")
def test_pp608_outside_all_radii_nobody_patrols() -> None:
    board = pack_follows("0411", "0412", level=2, die=[])
    assert (board.force("p").at, bool(board.state.shadows)) == ("0412", True)


def cruisers_after(target: str, way: tuple[str, ...], *holding: str, **fields: Any) -> Board:
    """Allied ships that shadow a German cruiser."""
    board = table(
        force("t", "axis", "task_force", target, "admiral_hipper", fuel=Fuel(30)),
        force("k", "allied", "task_force", target, *holding, fuel=Fuel(30)), **fields,
    )  # fmt: skip
    board.identify(board.force("t"), 2)
    begin_shadowing(board, "allied", "k", board.force("t"))
    moved(board, Move("t", way), side="axis")
    return board


@rule("pq17", "5.4", "5.1.9a")
@pytest.mark.parametrize(
    ("way", "inside", "halves"), [(("0303",), False, -4), (("0404",), False, 0), (("0303",), True, 0)]
)
def test_pp609_patrol_white_leaves_its_area_in_the_wake_of_a_german(
    way: tuple[str, ...], inside: bool, halves: int
) -> None:
    """Hipper is no capital ship; where he was identified the reports say."""
    reports = [Report(to="allied", turn=9, source="search", at="0305", kind="task_force", level=0)] if inside else []
    board = cruisers_after("0304", way, "kent", patrol=["kent"], scenario="pq18", light="sep_1", reports=reports)
    assert board.force("k").at == way[-1]
    assert sum(one.points for one in board.state.bookings) == halves


@rule("pq17", "5.4", "4.3.2a")
@pytest.mark.parametrize(("left", "goes", "spent"), [(6, True, 2), (0, False, 0)])
def test_pp610_soviet_ships_that_follow_beyond_their_waters_pay_or_lose_him(left: int, goes: bool, spent: int) -> None:
    here, there = neighbours(SOVIET, out=True)
    points = {"home_fleet": Points(), "severny_flot": Points(left=left), "gruppe_nord": Points()}
    board = cruisers_after(here, (there,), "kent", "dd_project_7 1", command=points)
    assert (board.force("k").at, bool(board.state.shadows)) == (there if goes else here, goes)
    assert board.state.command["severny_flot"].spent == spent


@rule("pq17", "6.6", "5.4")
@pytest.mark.parametrize(("turn", "side", "level"), [(9, "axis", 2), (10, "axis", 1), (9, "allied", 2)])
def test_pp611_who_follows_loses_no_level_for_going_along(turn: int, side: Any, level: int) -> None:
    """A reading: it does not move in its own segment, and so falls by one there in PM turns alone."""
    board = pack_follows("0411", "0412", level=2, die=[], turn=turn)
    phase(board, side)
    if side == "axis":
        moved(board, side="axis")
    assert board.force("p").level == level


@rule("pq17", "5.4", "6.3")
def test_pp612_who_follows_is_offered_no_hexes_of_its_own() -> None:
    board = pack_follows("0411", "0412", level=2, die=[])
    board.state.turn = 10
    for one in board.state.forces:
        one.moved = 0
    assert {mover.force: mover.hexes for mover in moves_part(board, "axis").movers} == {"p": 0}
    moved(board, Move("p", ("0413",)), side="axis")
    assert board.force("p").at == "0412"


@rule("pq17", "5.3.1a", "1.2.4", "1.2.5")
@pytest.mark.parametrize("what", ["combine", "exchange", "gone"])
def test_pp652_a_radius_goes_with_the_carrier_that_declared_it(what: str) -> None:
    """Into a force that she combines with, or that takes her in exchange; it ends with her block. All may look on."""
    board = table(force("a", "allied", "task_force", "0411", "kent", "london"),
                  force("v", "allied", "task_force", "0411", "victorious", "dd_a_i 2"))  # fmt: skip
    board.state.declared = ["v"]
    orders: dict[str, AnyOrder] = {
        "combine": Combine(("a", "v")),
        "exchange": Exchange("a", "v", ("kent",), ("victorious",)),
    }
    phase(board, "allied", orders=(orders[what],) if what in orders else ())
    if what == "gone":
        board.remove(board.force("v"))
    play(combine_segment(board))
    assert radii(board, "allied", "0411") == (() if what == "gone" else ("britain",))
    for seat in ("allied", "axis"):
        assert view(board, seat).radii == ([] if what == "gone" else ["0411"])


@rule("pq17", "5.3.1a", "3.2b")
@pytest.mark.parametrize("afloat", [True, False])
def test_pp655_a_carrier_that_was_lost_on_its_way_declares_nothing(afloat: bool) -> None:
    """To ice, or in a fight in passing, before aircraft fly."""
    board = table(force("v", "allied", "task_force", "0411", "victorious"), force("a", "allied", "dummy", "0412"))
    phase(board, "allied", orders=(Declare("v"),))
    if not afloat:
        board.remove(board.force("v"))
    play(air_movement(board))
    assert board.state.declared == (["v"] if afloat else [])
