"""5.1.2 to 5.1.4: forces enter and leave ports, full ports, enemy ports."""

from typing import Any

import pytest

from games.titles.pq17.orders.cautions import Caution, berth_lines
from games.titles.pq17.orders.move_orders import Move, Route
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.berths import make_room_in_port, use_berths
from games.titles.pq17.rules.movement.cautions import cautions_for
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.passage import _enters, hexes_this_turn
from games.titles.pq17.rules.movement.ports import count_berths, excess_ships, sailing_barred_by
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import BlockMoved, Held
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Force, Phase, Plan, Points
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import WAY, afloat, one_task_force, sailing, sailing_from, tapped
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, left
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule
OFF = "0817"
PORTS = ("murmansk", "arkhangelsk")


def warned(board: Board) -> list[Caution]:
    return [one for one in cautions_for(board, "allied") if one.why == "berths"]


def convoy(*escort: str, port: str = "reykjavik") -> Board:
    pq = force("pq", "allied", "convoy", BOX.ports[port].hex, "mv 8", *escort, port=port)
    return arctic(pq, command={name: Points() for name in ("home_fleet", "severny_flot", "gruppe_nord")})


def lines(cautions: list[Caution], **order: str) -> list[tuple[str, str, str]]:
    found = berth_lines([order], cautions)
    return [(line.pointer, line.text.en, line.text.ja) for line in found]


@rule("pq17", "5.1.2")
def test_5_1_2_in_port_blocks_lie_face_down_and_alike() -> None:
    one = force("one", "axis", "task_force", "0813", level=3)
    board = arctic(one, force("two", "axis", "dummy", "0813", port="narvik"))
    other = board.force("two")
    assert one.block != other.block
    board.rest(one, "narvik")
    assert (one.level, one.port, one.block, one.at_sea) == (None, "narvik", other.block, False)
    assert board.forces_with(one) == [one, other]
    board.step(one, "0812")
    assert one.port == ""
    assert one.block != other.block
    assert (one.at, one.at_sea) == ("0812", True)


@rule("pq17", "5.1.2", position="PP32")
def test_5_1_2_entering_port() -> None:
    assert check_way(BOX, one_task_force("1010", "tirpitz"), ("1111",), sailing(), port="trondheim") is None
    far = check_way(BOX, one_task_force("0910", "tirpitz"), ("1010", "1111"), sailing(), port="trondheim")
    assert far == Barred("", "5.1.2")


@rule("pq17", "5.1.2", "1.1.1", "5.1.3")
@pytest.mark.parametrize(
    ("ship", "at", "port", "key", "from_port"),
    [
        ("tirpitz", "0817", "murmansk", "pq17", False), ("tirpitz", "0815", "altenfjord", "pq12", False),
        ("kent", "1107", "lerwick", "pq17", False), ("tirpitz", "0814", "tromso", "pq17", True),
        ("tirpitz", "0813", "tromso", "pq17", False),
    ],
)  # fmt: skip
def test_5_1_2_ports_that_take_nobody(ship: str, at: str, port: str, key: str, from_port: bool) -> None:
    side = BOX.ships[ship].side
    found = check_way(BOX, one_task_force(at, ship, side=side, from_port=from_port), (), sailing(key), port=port)
    assert found == Barred(at, "5.1.2")


@rule("pq17", "5.1.2")
def test_5_1_2_a_tap_on_a_port_leads_the_force_there_and_in() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    (order,) = tapped(board, "axis", "narvik", "t")
    assert isinstance(order, dict)
    assert (order["order"], order["force"], order["enters"], order["way"][-1]) == ("move", "t", "narvik", "0813")


@rule("pq17", "5.1.2")
def test_5_1_2_of_the_port_in_its_hex_a_force_is_told_to_enter_alone() -> None:
    board = table(force("t", "axis", "task_force", "0813", "lutzow"))
    assert tapped(board, "axis", "narvik", "t") == [{"order": "move", "force": "t", "enters": "narvik"}]


@rule("pq17", "5.1.2")
def test_5_1_2_an_enemys_port_takes_nobody_in() -> None:
    board = table(force("t", "axis", "task_force", "0612", "lutzow"))
    assert tapped(board, "axis", "murmansk", "t") == []


@rule("pq17", "5.1.2", "5.1.3")
@pytest.mark.parametrize(
    ("port", "hexes", "enters", "most", "gone", "there"),
    [
        ("", 4, "", 2, 2, False),
        ("", 2, "", 2, 2, False),
        ("", 1, "", 2, 1, False),
        ("", 2, "narvik", 2, 2, False),
        ("", 2, "narvik", 3, 2, True),
        ("", 1, "narvik", 2, 1, True),
        ("", 0, "narvik", 1, 0, True),
        ("", 0, "narvik", 0, 0, False),
        ("tromso", 4, "", 2, 1, False),
        ("tromso", 1, "narvik", 2, 1, False),
        ("tromso", 1, "narvik", 3, 1, True),
        ("tromso", 0, "", 1, 0, False),
    ],
)
def test_5_1_2_leaving_port_and_entering_one_are_a_hex_each(
    port: str, hexes: int, enters: str, most: int, gone: int, there: bool
) -> None:
    one = force("t", "axis", "task_force", "0408", "lutzow", port=port)
    assert hexes_this_turn(one, Plan(0, WAY[:hexes], enters), most) == (WAY[:gone], there)


@rule("pq17", "5.1.2", "5.1.3", "1.1.1")
@pytest.mark.parametrize(
    ("kind", "at", "port", "sailed", "enters"),
    [
        ("task_force", "0504", "reykjavik", False, True),
        ("task_force", "0505", "reykjavik", False, False),
        ("task_force", "0504", "reykjavik", True, False),
        ("task_force", "1107", "lerwick", False, False),
        ("wolfpack", "1107", "lerwick", False, True),
    ],
)
def test_5_1_2_who_enters_a_port_now(kind: Any, at: str, port: str, sailed: bool, enters: bool) -> None:
    ships = "ss_british 1" if kind == "wolfpack" else "london"
    board = arctic(force("t", "allied", kind, at, ships, from_port=sailed))
    board.state.phase = Phase("allied")
    assert play(_enters(board, board.force("t"), port)).result is enters


@rule("pq17", "5.1.2", "5.1.3")
@pytest.mark.parametrize(
    ("port", "way", "goal", "most", "gone", "enters"),
    [
        ("", ("a", "b"), "x", 3, ("a", "b"), True),
        ("", ("a", "b"), "x", 2, ("a", "b"), False),
        ("", ("a", "b"), "", 3, ("a", "b"), False),
        ("", ("a", "b", "c"), "x", 2, ("a", "b"), False),
        ("p", ("a", "b"), "x", 3, ("a", "b"), False),
        ("p", ("a", "b"), "x", 2, ("a",), False),
        ("", (), "x", 1, (), True),
        ("p", (), "x", 1, (), False),
    ],
)
def test_5_1_2_leaving_and_entering_port_take_a_hex_each(
    port: str, way: tuple[str, ...], goal: str, most: int, gone: tuple[str, ...], enters: bool
) -> None:
    one = Force(id="t", side="allied", kind="task_force", block=0, at="0504", port=port)
    assert hexes_this_turn(one, Plan(0, way, goal), most) == (gone, enters)


@rule("pq17", "5.1.2", "5.1")
@pytest.mark.parametrize(
    ("at", "way", "pace", "inside"),
    [
        ("0812", ("0813",), "cruise", True), ("0712", ("0812", "0813"), "high", False), ("0813", (), "slow", True),
        ("0812", ("0813",), "slow", False), ("0812", ("0813",), "high", True),
    ],
)  # fmt: skip
def test_5_1_2_entering_port_costs_a_hex_and_never_at_high_speed(
    at: str, way: tuple[str, ...], pace: Any, inside: bool
) -> None:
    one = afloat("lutzow", at=at, side="axis")
    board = table(one)
    moved(board, Move("t", way, pace, "narvik"), side="axis")
    assert (one.at, one.port) == ("0813", "narvik" if inside else "")


@rule("pq17", "5.1.2a", position="PP33")
def test_5_1_2a_limits_of_the_russian_ports() -> None:
    """September 1942; the Crippled one does not count, ES and merchants neither."""
    coming = ships("dd_a_i 5", "tb_hunt 2", "es_british 4", "edinburgh", "mv 30")
    coming.append(Counter("dd_a_i", 1, crippled=True))
    assert excess_ships(BOX, "1942-09", {}, coming) == {"light": 2}
    assert count_berths(BOX, ships("dd_project_7 4", "suffolk", "victorious")) == {
        "capital_ships": 1, "cruisers": 1, "light": 0,
    }  # fmt: skip


@rule("pq17", "5.1.2a", position="PP34")
def test_5_1_2a_both_ports_share_the_number() -> None:
    used = {"cruisers": 2, "light": 8}
    assert excess_ships(BOX, "1943-03", used, ships("norfolk")) == {"cruisers": 1}
    assert excess_ships(BOX, "1943-03", used, [Counter("norfolk", 3, crippled=True)]) == {}
    assert excess_ships(BOX, "1943-03", used, [Counter("norfolk", 2)]) == {}
    assert excess_ships(BOX, "1943-03", {"cruisers": 3}, ships("es_british 1")) == {}


@rule("pq17", "5.1.2a")
def test_5_1_2a_ships_beyond_the_limit_stay_outside() -> None:
    board = table(force("c", "allied", "convoy", "0817", "mv 9", "dd_a_i 7", "es_british 2"))
    board.force("c").convoy.destinations = ("murmansk",)
    moved(board, Route("c", "murmansk"))
    assert board.force("c").port == "murmansk"
    assert sum(one.strength for one in board.force("c").counters if one.ship == "dd_a_i") == 5
    outside = next(one for one in board.state.forces if one.id != "c")
    assert [(one.ship, one.strength) for one in outside.counters] == [("dd_a_i", 2)]
    assert board.state.russian == {"light": 5}


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("escort", "used", "beyond"),
    [
        (("dd_a_i 5",), {}, None),
        (("dd_a_i 6",), {}, {"light": 1}),
        (("dd_a_i 5",), {"light": 2}, {"light": 2}),
        (("norfolk", "kent", "dd_a_i 7"), {}, {"cruisers": 1, "light": 2}),
    ],
)
def test_5_1_2a_by_how_much_a_convoy_goes_beyond_what_the_ports_take(escort: Any, used: Any, beyond: Any) -> None:
    board = convoy(*escort)
    board.state.russian = used
    assert [one.beyond for one in warned(board)] == ([beyond] if beyond else [])
    assert [one.ports for one in warned(board)] == [PORTS] * bool(beyond)


@rule("pq17", "5.1.2a", "1.2c")
def test_5_1_2a_without_a_block_for_them_the_whole_force_waits_and_reads_that() -> None:
    board = convoy("dd_a_i 7")
    (found,) = warned(board)
    assert found.parts
    clyde = BOX.ports["clyde"].hex
    for number in range(BOX.numbers.blocks.allied.task_force):
        board.place(force(f"tf_{number}", "allied", "task_force", clyde, "dd_a_i 1", port="clyde"))
    (found,) = warned(board)
    assert not found.parts


@rule("pq17", "5.1.2a")
def test_5_1_2a_whoever_lies_there_is_warned_no_more_and_the_axis_of_nothing() -> None:
    assert warned(convoy("dd_a_i 7", port="murmansk")) == []
    assert [*cautions_for(convoy("dd_a_i 7"), "axis")] == []


@rule("pq17", "5.1.2a")
def test_5_1_2a_the_warning_stands_at_the_port_that_an_order_names() -> None:
    (found,) = warned(convoy("dd_a_i 7"))
    ((pointer, en, ja),) = lines([found], order="route", convoy="pq", to="murmansk")
    assert pointer == "/0/to"
    assert (
        en == "more warships than the Russian ports take (destroyer strength 2 too many): those part and wait outside"
    )
    assert ja == "ソ連港の収容数を超えます（駆逐艦CS 2）。超過分は分離して港外で待ちます"
    ((pointer, _, _),) = lines([found], order="move", force="pq", enters="arkhangelsk")
    assert pointer == "/0/enters"
    assert lines([found], order="move", force="pq", enters="reykjavik") == []
    assert lines([found], order="move", force="other", enters="murmansk") == []
    assert lines([found], order="move", force="pq") == []
    whole = Caution("pq", "berths", ports=PORTS, beyond={"cruisers": 1}, parts=False)
    ((_, en, ja),) = lines([whole], order="route", convoy="pq", to="murmansk")
    assert en.endswith(
        "the whole force waits outside, since they cannot part from it: no block is free, or nothing stays"
    )
    assert ja.endswith("部隊全体が港外で待ちます")


@rule("pq17", "5.1.2a", "4.2")
def test_5_1_2a_orders_of_a_phase_and_plans_tell_it() -> None:
    board = convoy("dd_a_i 7")
    assert [one.why for one in moves_part(board, "allied").cautions] == ["berths"]
    form = plans_form(board, "allied")
    draft = [{"order": "schedule", "convoy": "pq", "to": "murmansk", "sails": "1.am"}]
    assert any("more warships than" in line.text.en for line in form.preview(draft).lines)
    assert plans_form(board, "axis").cautions == ()


@rule("pq17", "5.1.2a")
def test_5_1_2a_a_force_that_stayed_outside_is_told_why() -> None:
    words = EventFormatter(Labels(BOX))
    held = Held("allied", "pq", OFF, "5.1.2a")
    assert "takes no more of its warships" in words.describe(held, "en")
    assert "収容数" in words.describe(held, "ja")
    assert "rule" not in words.describe(held, "en")


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("ship", "counts"),
    [
        ("anson 5", ("capital_ships", 1)),
        ("victorious 4", ("capital_ships", 1)),
        ("norfolk 3", ("cruisers", 1)),
        ("dd_a_i 3", ("light", 3)),
        ("tb_hunt 2", ("light", 2)),
        ("es_british 2", None),
        ("mv 5", None),
        ("dd_project_7 2", None),
        ("norfolk 2", None),
        ("norfolk 3+crippled", None),
        ("dd_a_i 2+crippled", None),
        ("dd_a_i 1+dead", None),
        ("ss_british 2", None),
    ],
)
def test_5_1_2a_what_counts_in_a_russian_port(ship: str, counts: Any) -> None:
    """Undamaged warships that are not Soviet: capital ships and cruisers by ship, destroyers by strength."""
    found = {name: count for name, count in count_berths(BOX, [counter(ship)]).items() if count}
    assert found == ({counts[0]: counts[1]} if counts else {})


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("month", "used", "ships", "more"),
    [
        ("1942-07", {}, ("norfolk", "dd_a_i 5"), {}), ("1942-07", {}, ("norfolk", "kent"), {"cruisers": 1}),
        ("1942-07", {}, ("dd_a_i 6",), {"light": 1}), ("1942-07", {"light": 3}, ("dd_a_i 4",), {"light": 2}),
        ("1942-07", {"cruisers": 1}, ("dd_a_i 4",), {}), ("1942-07", {}, ("anson",), {"capital_ships": 1}),
        ("1942-12", {}, ("norfolk", "kent", "dd_a_i 8"), {}),
        ("1942-12", {}, ("norfolk", "kent", "london", "dd_a_i 9"), {"cruisers": 1, "light": 1}),
        ("1943-12", {}, ("anson", "norfolk", "kent", "london", "dd_a_i 10"), {}),
        ("1943-12", {"capital_ships": 1}, ("anson",), {"capital_ships": 1}), ("1941-07", {}, ("kent",), {}),
        ("1941-07", {}, ("kent", "london"), {"cruisers": 1}), ("1942-10", {}, ("dd_a_i 5",), {}),
        ("1942-10", {}, ("dd_a_i 3", "tb_hunt 3"), {"light": 1}), ("1942-10", {}, ("anson",), {"capital_ships": 1}),
        ("1942-12", {}, ("kent", "london", "dd_us 8"), {}), ("1942-12", {}, ("dd_us 9",), {"light": 1}),
        ("1943-10", {}, ("kent", "london", "norfolk"), {"cruisers": 1}), ("1943-12", {}, ("anson", "dd_us 10"), {}),
        ("1943-12", {}, ("anson", "howe", "dd_us 11"), {"capital_ships": 1, "light": 1}),
        ("1943-12", {}, ("kent", "london", "norfolk"), {}),
        ("1943-12", {}, ("kent", "london", "norfolk", "suffolk"), {"cruisers": 1}),
        ("1941-07", {}, ("dd_project_7 9", "tb_novik 9", "es_british 9", "mv 30", "palomares"), {}),
    ],
)  # fmt: skip
def test_5_1_2a_how_many_may_enter_by_the_month(month: str, used: Any, ships: tuple[str, ...], more: Any) -> None:
    there = force("t", "allied", "task_force", OPEN, *ships).counters
    assert excess_ships(BOX, month, used, there) == more


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("ships", "used", "stays", "parts", "uses"),
    [
        (("norfolk", "dd_a_i 5"), {}, ["dd_a_i 5", "norfolk 3"], [], {"cruisers": 1, "light": 5}),
        (("norfolk", "dd_a_i 7"), {}, ["dd_a_i 5", "norfolk 3"], ["dd_a_i 2"], {"cruisers": 1, "light": 5}),
        (("norfolk", "kent", "dd_a_i 5"), {}, ["dd_a_i 5", "kent 2"], ["norfolk 3"], {"cruisers": 1, "light": 5}),
        (("norfolk", "dd_a_i 2"), {"light": 4}, ["dd_a_i 1", "norfolk 3"], ["dd_a_i 1"], {"cruisers": 1, "light": 5}),
        (("dd_a_i 2", "es_british 2"), {"light": 5}, ["es_british 2"], ["dd_a_i 2"], {"light": 5}),
    ],
)
def test_5_1_2a_ships_beyond_the_limit_stay_at_sea_as_a_force_of_their_own(
    ships: tuple[str, ...], used: Any, stays: list[str], parts: list[str], uses: Any
) -> None:
    one = force("t", "allied", "task_force", "0817", *ships)
    board = arctic(one, russian=dict(used))
    assert make_room_in_port(board, one, "murmansk")
    use_berths(board, one, "murmansk")
    assert sorted(left(one.counters)) == stays
    others = [found for found in board.state.forces if found.id != "t"]
    assert sorted(text for found in others for text in left(found.counters)) == parts
    assert [found.id for found in others] == ["t_2"] * bool(parts)
    assert {name: count for name, count in board.state.russian.items() if count} == uses


@rule("pq17", "5.1.2a")
def test_5_1_2a_who_is_beyond_the_limit_altogether_stays_outside_and_other_ports_have_none() -> None:
    one = force("t", "allied", "task_force", "0817", "dd_a_i 2")
    board = arctic(one, russian={"light": 5})
    assert not make_room_in_port(board, one, "murmansk")
    assert heard(board, "allied") == [Held("allied", "t", "0817", "5.1.2a")]
    assert (heard(board, "axis"), board.state.russian) == ([], {"light": 5})
    assert make_room_in_port(board, one, "reykjavik")
    assert board.state.russian == {"light": 5}


@rule("pq17", "5.1.2a", "T.scenarios", position="PP291")
@pytest.mark.parametrize(("key", "limit"), [("pq6", (0, 1, 5)), ("pq18", (0, 1, 5)), ("jw51a", (0, 2, 8)),
                                            ("jw55b", (1, 3, 10))])  # fmt: skip
def test_5_1_2a_what_the_russian_ports_take(key: str, limit: tuple[int, int, int]) -> None:
    found = BOX.numbers.russian_ports.limit(BOX.operations[key].month)
    assert (found.capital_ships, found.cruisers, found.light) == limit


@rule("pq17", "5.1.2a")
def test_5_1_2a_ships_that_left_a_russian_port_again_have_been_in() -> None:
    """July 1942: five strengths of destroyers went in and came out; no sixth may enter the other port."""
    first = force("a", "allied", "task_force", "0817", "dd_a_i 5", fuel=Fuel(30), plan=Plan(0, (), "murmansk"))
    second = force("b", "allied", "task_force", "1119", "dd_j_r 1", fuel=Fuel(30))
    board = table(first, second)
    moved(board)
    assert first.port == "murmansk"
    board.state.turn, first.moved = 10, 0
    moved(board, Move("a", ("0717",)), Move("b", (), enters="arkhangelsk"))
    assert (first.at, second.port, board.state.russian) == ("0717", "", {"light": 5})


@rule("pq17", "5.1.2a", "8.3b")
@pytest.mark.parametrize(
    ("holding", "used", "port", "after"),
    [
        ("dd_a_i 4", {}, "murmansk", {"light": 4}), ("dd_a_i 5", {}, "murmansk", {"light": 5}),
        ("dd_a_i 6", {}, "", {}), ("dd_a_i 4", {"light": 2}, "", {"light": 2}),
        ("dd_project_7 4", {"light": 5}, "murmansk", {"light": 5}),
        ("es_british 4", {"light": 5}, "murmansk", {"light": 5}),
    ],
)  # fmt: skip
def test_5_1_2a_who_enters_a_russian_port_before_play_starts_uses_its_berths(
    holding: str, used: dict[str, int], port: str, after: dict[str, int]
) -> None:
    """July 1942: five strengths of destroyers."""
    one = force("t", "allied", "task_force", "0716", holding, fuel=Fuel(20), plan=Plan(0, ("0717", "0817"), "murmansk"))
    board = table(one, russian=dict(used))
    assert play(advance_force(board, one, 5)).result == ("0817", port)
    assert board.state.russian == after


@rule("pq17", "5.1.2a", "8.3b")
def test_5_1_2a_who_found_too_few_comes_in_as_play_starts_but_for_those_beyond() -> None:
    one = force(
        "t", "allied", "task_force", "0716", "dd_a_i 6", fuel=Fuel(20), plan=Plan(0, ("0717", "0817"), "murmansk")
    )
    board = table(one, turn=5, start=5)
    board.set_down(one, *play(advance_force(board, one, 5)).result)
    moved(board)
    found = {(force.port, *left(force.counters)) for force in board.forces_of("allied")}
    assert found == {("murmansk", "dd_a_i 5"), ("", "dd_a_i 1")}
    assert board.state.russian == {"light": 5}


@rule("pq17", "5.1.2a", "10.0")
def test_5_1_2a_ships_that_ice_keeps_out_of_a_port_have_not_used_its_berths() -> None:
    """Arkhangelsk in May: solid pack bars the port, thin pack counts as light drift behind icebreakers."""
    convoy = force("c", "allied", "convoy", "1119", "mv 5", "dd_a_i 4", convoy=Convoy(destinations=("arkhangelsk",)))
    convoy.plan = Plan(0, (), "arkhangelsk", ice="stop")
    board = table(convoy, scenario="pq16", light="may_2")
    moved(board, dice=[(9,)], cards=["card_04", "card_07", "card_08", "card_09"])
    assert (convoy.port, board.state.russian) == ("", {})
    convoy.plan, convoy.moved, board.state.turn = Plan(0, (), "arkhangelsk"), 0, 10
    moved(board, dice=[(5,)], cards=["card_11"])
    assert (convoy.port, board.state.russian) == ("arkhangelsk", {"light": 4})


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("strength", "crippled", "dead", "counts"), [(3, False, False, True), (2, False, False, False),
                                                 (3, True, False, False), (3, False, True, False)]
)  # fmt: skip
def test_5_1_2a_damaged_ships_always_find_a_berth(strength: int, crippled: bool, dead: bool, counts: bool) -> None:
    coming = [Counter("norfolk", strength, crippled=crippled, dead=dead)]
    assert bool(excess_ships(BOX, "1942-07", {"cruisers": 1}, coming)) is counts


@rule("pq17", "5.1.2a")
def test_5_1_2a_both_ports_count_together_and_for_the_whole_operation() -> None:
    first, second = (
        afloat("kent", "dd_a_i 3", at="0817"),
        force("u", "allied", "task_force", "1119", "dd_us 3", "london"),
    )
    board = table(first, second)
    moved(board, Move("t", (), "slow", "murmansk"))
    assert (first.port, board.state.russian) == ("murmansk", {"cruisers": 1, "light": 3})
    moved(board, Move("u", (), "slow", "arkhangelsk"), dice=[(5,)])
    assert second.port == "arkhangelsk"
    assert sorted((one.ship, one.strength) for one in second.counters) == [("dd_us", 2)]
    outside = next(one for one in board.state.forces if one.id not in ("t", "u"))
    assert sorted((one.ship, one.strength) for one in outside.counters) == [("dd_us", 1), ("london", 3)]


@rule("pq17", "5.1.3", "5.1", position="PP31")
@pytest.mark.parametrize(("way", "barred"), [((), ""), (("1106",), ""), (("1106", "1006"), "5.1.3")])
def test_5_1_3_leaving_port(way: tuple[str, ...], barred: str) -> None:
    """A hex to leave, and no high speed."""
    fleet = one_task_force("1206", "duke_of_york", "dd_a_i 4", side="allied", port="scapa_flow")
    found = check_way(BOX, fleet, way, sailing())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.3", "5.1.8", "11.4")
@pytest.mark.parametrize(
    ("ship", "key", "unbound", "sighted", "allowed", "barred"),
    [
        ("tirpitz", "pq17", False, True, False, "5.1.8"), ("tirpitz", "pq17", True, True, False, ""),
        ("tirpitz", "pq17", True, False, False, "11.4"), ("tirpitz", "pq17", False, False, True, ""),
        ("tirpitz", "pq18", False, True, False, ""), ("lutzow", "pq17", False, True, False, ""),
        ("lutzow", "pq17", False, False, False, "11.4"), ("dd_36a 4", "pq6", False, False, False, ""),
    ],
)  # fmt: skip
def test_5_1_3_what_keeps_german_ships_in_port(
    ship: str, key: str, unbound: bool, sighted: bool, allowed: bool, barred: str
) -> None:
    ready = one_task_force("0813", ship, port="narvik")
    operation = BOX.operations[key]
    found = sailing_barred_by(
        BOX, ready, operation=operation, unbound=unbound, sighted=sighted, lifted=("5.1.8", "11.4") * allowed
    )
    assert found == barred


@rule("pq17", "5.1.3")
def test_5_1_3_inop_ships_and_those_that_are_held() -> None:
    kent = one_task_force("0504", "kent", side="allied", port="reykjavik")
    operation = BOX.operations["pq17"]
    given = {"operation": operation, "unbound": False, "sighted": False}
    assert sailing_barred_by(BOX, kent, **given) == ""
    kent.counters[0].inoperative = True
    assert sailing_barred_by(BOX, kent, **given) == "5.1.3"
    assert sailing_barred_by(BOX, one_task_force("0813", "tirpitz", held=True), **given) == "T.scenarios"


@rule("pq17", "5.1.3", "5.1.8", "11.4")
def test_5_1_3_one_ship_that_is_held_keeps_those_in_port_that_lie_with_her() -> None:
    """Nobody is detached by that; submarines sail though nobody was identified."""
    given = {"operation": BOX.operations["pq17"], "unbound": False, "sighted": True}
    mixed = one_task_force("0504", "kent", "dd_a_i 2", side="allied", port="reykjavik")
    mixed.counters[0].inoperative = True
    assert sailing_barred_by(BOX, mixed, **given) == "5.1.3"
    assert sailing_barred_by(BOX, one_task_force("1111", "tirpitz", "dd_34_36 4", port="trondheim"), **given) == "5.1.8"
    pack = force("p", "axis", "wolfpack", "1309", "ss_german 3", port="bergen")
    assert sailing_barred_by(BOX, pack, **{**given, "sighted": False}) == ""


@rule("pq17", "5.1.3", "4.3", "4.3.2", "11.1")
def test_5_1_3_a_force_puts_to_sea() -> None:
    board = table(force("t", "allied", "task_force", "0504", "london", "dd_us 2", port="reykjavik"))
    told = moved(board, Move("t", ("0404", "0405", "0406")))
    one = board.force("t")
    assert (one.at, one.port, one.level, one.fuel and one.fuel.turn) == ("0404", "", None, 9 + 12)
    assert one.plan == Plan(0, ("0405", "0406"))
    assert board.state.command["home_fleet"] == Points(left=14, spent=2, over=1, until=10)
    assert [event for event in told if isinstance(event, BlockMoved)] == [
        BlockMoved("allied", 1, 1, "0504", ("0404",), "reykjavik", "", "t")
    ]


@rule("pq17", "5.1.3", "5.1")
@pytest.mark.parametrize(
    ("pace", "at"), [("slow", "0504"), ("cruise", "0404"), ("", "0404")]
)  # fmt: skip
def test_5_1_3_leaving_port_costs_a_hex(pace: Any, at: str) -> None:
    one = afloat("kent", at="0504", port="reykjavik")
    moved(table(one), Move("t", ("0404", "0405", "0406"), pace))
    assert (one.at, one.port, one.level, one.from_port) == (at, "", None, True)


@rule("pq17", "5.1.3")
def test_5_1_3_nobody_returns_in_the_turn_he_left() -> None:
    out = afloat("kent", at="0504", from_port=True)
    assert check_way(BOX, out, (), sailing_from(), port="reykjavik") == Barred("0504", "5.1.2")
    assert check_way(BOX, afloat("kent", at="0504"), (), sailing_from(), port="reykjavik") is None


@rule("pq17", "5.1.4", "12.11")
def test_5_1_4_enemy_ports() -> None:
    assert check_way(BOX, one_task_force("0816", "lutzow"), ("0817",), sailing()) == Barred("0817", "5.1.4")
    assert check_way(BOX, force("p", "axis", "wolfpack", "0816", "ss_german 1"), ("0817",), sailing()) is None
    assert check_way(BOX, force("d", "axis", "dummy", "0816"), ("0817",), sailing()) == Barred("0817", "5.1.4")
    kent = one_task_force("0716", "kent", side="allied")
    assert check_way(BOX, kent, ("0815",), sailing()) == Barred("0815", "5.1.4")
    assert check_way(BOX, kent, ("0815",), sailing("pq12")) is None
    summer = one_task_force("0213", "lutzow")
    assert check_way(BOX, summer, ("0214",), sailing("pq18")) == Barred("0214", "5.1.4")
    assert check_way(BOX, summer, ("0214",), sailing("pq18", opened=["0214"])) is None


@rule("pq17", "5.1.4", "1.1.1")
@pytest.mark.parametrize(
    ("side", "kind", "here", "there", "rule_"),
    [
        ("axis", "task_force", "0816", "0817", "5.1.4"), ("axis", "convoy", "0816", "0817", "5.1.4"),
        ("axis", "wolfpack", "0816", "0817", ""), ("axis", "wolfpack", "1019", "1119", "5.1.4"),
        ("axis", "wolfpack", "1106", "1206", "5.1.4"), ("axis", "wolfpack", "1006", "1107", "5.1.4"),
        ("allied", "wolfpack", "0812", "0813", "5.1.4"), ("allied", "task_force", "0714", "0814", "5.1.4"),
        ("allied", "task_force", "0817", "0816", "5.1.4"), ("allied", "task_force", "0812", "0913", ""),
    ],
)  # fmt: skip
def test_5_1_4_hexes_of_enemy_ports(side: str, kind: str, here: str, there: str, rule_: str) -> None:
    """Bodo (0913) is no port in July 1942."""
    holding = {"task_force": "kent", "wolfpack": "ss_german 1" if side == "axis" else "ss_british 1", "convoy": "mv 1"}
    assert there in BOX.waters.ways[here]
    found = check_way(BOX, afloat(holding[kind], at=here, side=side, kind=kind), (there,), sailing_from())
    assert (found.rule if found else "") == rule_
