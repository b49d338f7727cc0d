"""1.3: how dummies come, move and go."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.move_orders import Combine, Decoy, Move
from games.titles.pq17.rules.forces.composition import surplus_dummies
from games.titles.pq17.rules.joining import clear_dummies, remove_dummy
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.movement.segment import _lie_down, movement, put_dummy
from games.titles.pq17.rules.search.dummies import add_dummy
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import Kind, Phase, Points, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.pq17.ch05_movement.sailings import PORTS, carried_out, named_task_force
from tests.titles.pq17.ch06_search.shadowers import cruiser_followed, dummies_at
from tests.titles.pq17.playing import heard
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


def dummies_in_port(board: Board) -> list[tuple[str, str]]:
    """Where dummies are, with the port in which they lie."""
    return [(one.at, one.port) for one in board.state.forces if one.is_dummy]


@rule("pq17", "1.3")
def test_1_3_no_more_dummies_than_the_scenario_allows() -> None:
    board = arctic(*[force(f"d{n}", "axis", "dummy", "0512") for n in range(5)])
    board.place(force("t", "axis", "task_force", "0611", "lutzow"))
    with pytest.raises(ValueError, match=r"^1\.3$"):
        add_dummy(board, board.force("t"), "x")


@rule("pq17", "1.3", "6.3.5b")
@pytest.mark.parametrize("spare", [1, 0])
def test_1_3_no_more_come_than_the_scenario_has(spare: int) -> None:
    board = cruiser_followed(0)
    other = force("home", "allied", "task_force", "0405", "kent")
    board.place(other)
    for number in range(board.operation.dummies.allied.limit - spare):
        add_dummy(board, other, f"d{number}")
    before = len(dummies_at(board))
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    assert len(dummies_at(board)) == before + spare


@rule("pq17", "1.3", "1.3d")
def test_1_3_a_dummy_taken_off_makes_room_for_another() -> None:
    full = [fleet(f"d{number}", side="axis", at="0512") for number in range(5)]
    board = arctic(*full, command={"gruppe_nord": Points()})
    assert moves_part(board, "axis").dummies == 0
    board.state.forces.remove(full[0])
    assert moves_part(board, "axis").dummies == 1


@rule("pq17", "1.3a", "1.3b", "1.3c")
def test_1_3a_who_makes_a_dummy() -> None:
    task_force, pack = (
        force("t", "axis", "task_force", "0611", "lutzow"),
        force("p", "axis", "wolfpack", "0613", "ss_german 2"),
    )
    inside = force("c", "allied", "convoy", "0817", "mv 9", port="murmansk")
    board = arctic(task_force, pack, inside, force("d", "axis", "dummy", "0512"))
    new = add_dummy(board, task_force, "lure")
    assert (new.kind, new.at, new.block) == ("dummy", "0611", task_force.block)
    for maker in (pack, inside, board.force("d")):
        with pytest.raises(ValueError, match=r"^1\.3c$"):
            add_dummy(board, maker, "x")
    board.identify(task_force, 0)
    with pytest.raises(ValueError, match=r"^1\.3a$"):
        add_dummy(board, task_force, "x")


@rule("pq17", "1.3b", "5.1.2")
def test_1_3b_a_dummy_comes_beside_a_force_that_enters_port() -> None:
    board = table(force("t", "axis", "task_force", "0812", "lutzow", level=2))
    board.state.phase = Phase(side="axis", orders=(Move("t", ("0813",), "cruise", "narvik"), Decoy("t")))
    assert next(one for one in moves_part(board, "axis").movers if one.force == "t").stands
    Run().carry_out(movement(board), board.state, dice=(), draws=(), says=None)
    assert dummies_in_port(board) == [("0813", "narvik")]
    changed = next(told for told in board.told if isinstance(told.variants[0].event, BlocksChanged))
    assert changed.variants[1].event == BlocksChanged("axis", "0813", 1, 2, "narvik")


@rule("pq17", "1.3b")
@pytest.mark.parametrize("enters", ["", "narvik"])
def test_1_3b_no_dummy_comes_without_being_ordered_or_outside_port(enters: str) -> None:
    board = table(force("t", "axis", "task_force", "0812", "lutzow"))
    moved(board, Move("t", ("0813",), "cruise", enters), *(() if enters else (Decoy("t"),)), side="axis")
    assert dummies_in_port(board) == []


@rule("pq17", "1.3b")
def test_1_3b_only_one_dummy_comes_in_the_hex_of_a_port() -> None:
    board = table(
        force("t", "axis", "task_force", "0813", "lutzow"),
        force("u", "axis", "task_force", "0813", "admiral_scheer"),
        force("v", "axis", "task_force", "0813", "admiral_hipper", level=0),
    )
    moved(board, *(order for name in "tu" for order in (Move(name, (), "", "narvik"), Decoy(name))), side="axis")
    assert dummies_in_port(board) == [("0813", "narvik")]
    again = table(
        force("t", "axis", "task_force", "0813", "lutzow"), force("v", "axis", "task_force", "0813", "koln", level=0)
    )
    moved(again, Move("t", (), "", "narvik"), Decoy("t"), Decoy("v"), side="axis")
    assert dummies_in_port(again) == [("0813", "")]


@rule("pq17", "1.3b", "1.3c")
@pytest.mark.parametrize(("kind", "ship"), [("wolfpack", "ss_german 2"), ("dummy", ""), ("convoy", "mv 3")])
def test_1_3b_neither_packs_nor_dummies_nor_convoys_in_port_make_dummies(kind: Kind, ship: str) -> None:
    board = table(force("t", "axis", kind, "0813", *([ship] if ship else [])))
    before = len(board.state.forces)
    moved(board, Move("t", (), "", "narvik"), Decoy("t"), side="axis")
    assert (board.force("t").port, len(board.state.forces)) == ("narvik", before)


@rule("pq17", "1.3b", "1.3c")
@pytest.mark.parametrize(
    ("at", "port", "made", "comes"),
    [
        ("0504", "reykjavik", set(), True),
        ("0504", "reykjavik", {"0504"}, False),
        ("0504", "reykjavik", {"0410"}, True),
        ("0410", "", {"0410"}, True),
    ],
    ids=["in port", "one came there", "one came elsewhere", "at sea"],
)
def test_1_3b_in_the_hex_of_a_port_one_dummy_a_turn_comes(at: str, port: str, made: set[str], comes: bool) -> None:
    board = arctic(force("t", "allied", "task_force", at, "london", port=port))
    board.state.phase = Phase("allied")
    before = set(made)
    put_dummy(board, board.force("t"), made)
    assert any(one.is_dummy for one in board.state.forces) is comes
    assert made == before | ({at} if comes else set())


@rule("pq17", "1.3b", "5.1.2")
@pytest.mark.parametrize(
    ("port", "moved", "comes"), [("reykjavik", True, True), ("reykjavik", False, False), ("", True, False)]
)
def test_1_3b_a_dummy_comes_beside_who_entered_port_in_this_segment(port: str, moved: bool, comes: bool) -> None:
    board = arctic(force("t", "allied", "task_force", "0504", "london", port=port))
    board.state.phase = Phase("allied", moved=["t"] * moved, orders=(Decoy("t"),))
    _lie_down(board, set())
    assert any(one.is_dummy for one in board.state.forces) is comes


@rule("pq17", "1.3b", position="PP6")
def test_1_3b_one_new_dummy_in_the_hex_of_a_port() -> None:
    at = PORTS["trondheim"]
    board = arctic(
        named_task_force("a", "axis", at, "lutzow"), named_task_force("b", "axis", at, "admiral_scheer"),
        force("p", "axis", "wolfpack", at, "ss_german 2"), force("c", "axis", "convoy", at, "mv_german 2"),
    )  # fmt: skip
    enters = [Move(name, enters="trondheim") for name in "abp"]
    carried_out(board, movement, "axis", *enters, Decoy("a"), Decoy("b"))
    assert [board.force(name).port for name in "ab"] == ["trondheim", "trondheim"]
    assert len([one for one in board.state.forces if one.is_dummy]) == 1


@rule("pq17", "1.3d", "1.3e")
def test_1_3d_dummies_that_go() -> None:
    board = arctic(*[force(f"d{n}", "axis", "dummy", "0512") for n in range(3)], force("t", "axis", "dummy", "0611"))
    assert [one.id for one in clear_dummies(board, "axis")] == ["d1", "d2"]
    assert [(one.before, one.now) for one in heard(board, "allied")] == [(3, 2), (2, 1)]
    remove_dummy(board, board.force("t"))
    assert [one.id for one in board.state.forces] == ["d0"]
    with pytest.raises(ValueError, match=r"^1\.3d$"):
        remove_dummy(board, force("k", "allied", "task_force", "0305", "kent"))


@rule("pq17", "1.3e", position="PP7")
def test_1_3e_all_dummies_of_a_hex_but_one_go() -> None:
    forces = [
        force("one", "axis", "dummy", "0613"), force("t", "axis", "task_force", "0613", "lutzow"),
        force("two", "axis", "dummy", "0613"), force("other", "axis", "dummy", "0612"),
        force("three", "axis", "dummy", "0613"), force("theirs", "allied", "dummy", "0613"),
    ]  # fmt: skip
    assert [one.id for one in surplus_dummies(forces)] == ["two", "three"]


@rule("pq17", "1.3e")
@pytest.mark.parametrize(("at", "gone"), [("0504", 1), ("0404", 0)])
def test_1_3e_one_dummy_stays_in_a_hex_in_port_or_off_it(at: str, gone: int) -> None:
    inside, outside = force("d", "allied", "dummy", "0504", port="reykjavik"), force("e", "allied", "dummy", at)
    enemy = force("x", "axis", "dummy", at)
    assert len(surplus_dummies([inside, outside, enemy])) == gone


@rule("pq17", "1.3e", "1.2.4")
def test_1_3e_of_several_dummies_in_a_hex_one_is_left_after_the_combine_segment() -> None:
    board = arctic(
        *[fleet(f"d{number}", side="axis", at="0512") for number in range(3)], fleet("e", side="axis"), fleet("f")
    )
    board.state.phase = Phase("axis", orders=(Combine(("d0", "d1")),))
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert sorted((one.side, one.at) for one in board.state.forces) == [
        ("allied", "0410"),
        ("axis", "0410"),
        ("axis", "0512"),
    ]


@rule("pq17", "1.3e", "3.2a")
@pytest.mark.parametrize(("turn_of", "left"), [("allied", ["d0", "e0", "e1"]), ("axis", ["d0", "d1", "e0"])])
def test_1_3e_each_side_clears_its_dummies_in_its_own_combine_segment(turn_of: Side, left: list[str]) -> None:
    """Dummies that were put together in the Allied phase may part again before the Axis segment, and the reverse."""
    board = arctic(
        *[fleet(f"d{number}", side="allied", at="0512") for number in range(2)],
        *[fleet(f"e{number}", side="axis", at="0512") for number in range(2)],
    )
    board.state.phase = Phase(turn_of)
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert sorted(one.id for one in board.state.forces) == sorted(left)
