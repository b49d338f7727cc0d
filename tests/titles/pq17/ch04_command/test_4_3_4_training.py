"""4.3.4, 11.4.1: an Axis task force puts out for training once in an operation."""

from typing import Any

import msgspec
import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.move_orders import Move, Split, Train
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.presentation import Presentation
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.joining import combine_forces, exchange_barred_by
from games.titles.pq17.rules.movement.orders import may_train, moves_part
from games.titles.pq17.rules.movement.training import charge_unreturned, end_training
from games.titles.pq17.rules.operation.victory import victory
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import BlockMoved, Held, PointsSpent, TrainingBegan
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Plan, Points
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch04_command.training import TEN, in_narvik, norway, out_of_narvik, trained
from tests.titles.procedures import Run

rule = pytest.mark.rule
WORDS = Presentation(BOX)


def form(board: Board) -> PhaseForm:
    return PhaseForm(forces=tuple(one.id for one in board.forces_of("axis")), moves=moves_part(board, "axis"))


def trainers(board: Board) -> list[str]:
    """The forces that the Axis may order to train."""
    return [way.fields[0].values[0] for way in form(board).templates() if way.verb == "train"]


def exchanges(board: Board) -> set[tuple[str, str]]:
    """Where the first force must return to, and what it holds, in some other truths of the Allies."""
    points, found = board.state.command["gruppe_nord"], set()
    for first in range(3):
        world = redeal(BOX, board.state, "allied", lambda most, first=first: min(first, most - 1))
        assert world.command["gruppe_nord"] == points
        found.add((world.forces[0].home, world.forces[0].counters[0].ship))
    return found


@rule("pq17", "4.3.4", "11.4.1")
def test_4_3_4_who_trains_puts_out_without_points_and_with_fuel_for_three_turns() -> None:
    board = norway(in_narvik())
    told = trained(board, Train("t", ("0812", "0712"), ice="stop"))
    one = board.force("t")
    assert (one.at, one.port, one.home, one.fuel) == ("0812", "", "narvik", Fuel(12, "training"))
    assert board.state.command["gruppe_nord"] == TEN
    assert board.state.training_used
    assert TrainingBegan("axis", "t", "narvik") in told
    assert not [event for event in told if isinstance(event, PointsSpent)]
    assert one.plan == Plan(0, ("0712",), ice="stop")


@rule("pq17", "4.3.4")
def test_4_3_4_an_ordinary_sailing_costs_as_ever() -> None:
    board = norway(in_narvik())
    told = trained(board, Move("t", ("0812",)))
    one = board.force("t")
    assert (one.home, one.fuel) == ("", Fuel(21))
    assert (board.state.command["gruppe_nord"].spent, board.state.training_used) == (2, False)
    assert not [event for event in told if isinstance(event, TrainingBegan)]


@rule("pq17", "4.3.4")
def test_4_3_4_who_has_no_points_left_may_still_train() -> None:
    board = norway(in_narvik(), points=Points())
    trained(board, Train("t"))
    assert (board.force("t").port, board.force("t").home) == ("", "narvik")


@rule("pq17", "4.3.4", "11.2.2", "11.4.1")
def test_4_3_4_in_training_nobody_makes_high_speed_and_danger_comes_after_three_turns() -> None:
    board = out_of_narvik()
    mover = form(board).moves.by_force["t"]
    assert (mover.hexes, "high" in mover.paces) == (2, False)
    for turn in (11, 12):
        Run().carry_out(fuel(board), board.state, dice=(), draws=(), says=None)
        assert (board.state.turn, board.force("t").fuel.state) == (turn, "critical" if turn == 12 else "training")


@rule("pq17", "4.3.4", "1.0")
def test_4_3_4_it_is_offered_with_the_option_alone_and_to_axis_task_forces_in_port() -> None:
    afloat = force("u", "axis", "task_force", "0712", "admiral_scheer")
    pack = force("p", "axis", "wolfpack", "0813", "ss_german 2", port="narvik")
    lure = force("d", "axis", "dummy", "0813", port="narvik")
    assert trainers(norway(in_narvik(), afloat, pack, lure)) == ["t"]
    assert trainers(norway(in_narvik(), options=Options())) == []
    allied = norway(force("a", "allied", "task_force", "0504", "london", port="reykjavik"))
    assert not [way for way in moves_part(allied, "allied").templates() if way.verb == "train"]


@rule("pq17", "4.3.4", "11.4", "5.1.8")
@pytest.mark.parametrize(
    ("ship", "fields", "offered"),
    [
        ("lutzow", {}, True),
        ("lutzow", {"sighted": False}, False),
        ("lutzow", {"sighted": False, "scenario": "pq6"}, True),
        ("tirpitz", {}, True),
        ("tirpitz", {"unbound": False}, False),
    ],
)
def test_4_3_4_training_lifts_nothing_that_keeps_a_force_in_port(
    ship: str, fields: dict[str, object], offered: bool
) -> None:
    assert (trainers(norway(in_narvik("t", ship), **fields)) == ["t"]) is offered


@rule("pq17", "4.3.4")
def test_4_3_4_once_in_an_operation() -> None:
    board = norway(in_narvik(), in_narvik("u", "admiral_scheer"))
    assert trainers(board) == ["t", "u"]
    both = [{"order": "train", "force": "t"}, {"order": "train", "force": "u"}]
    problems = list(form(board).problems(form(board).read(both)))
    assert [(one.pointer, one.rule) for one in problems] == [("/1/order", "4.3.4")]
    assert not list(form(board).problems(form(board).read([*both[:1], {"order": "move", "force": "u"}])))
    trained(board, Train("t"))
    assert trainers(board) == []


@rule("pq17", "4.3.4")
def test_4_3_4_an_order_to_train_counts_as_a_movement_of_its_force() -> None:
    board = norway(in_narvik())
    twice = form(board).read([{"order": "train", "force": "t"}, {"order": "move", "force": "t"}])
    assert [one.rule for one in form(board).problems(twice)] == ["5.0"]


@rule("pq17", "4.3.4")
def test_4_3_4_who_could_not_sail_has_not_trained_and_what_is_written_stands() -> None:
    """Bad ice at the port keeps the force in; another may not be ordered meanwhile, itself it may."""
    board = norway(in_narvik(), in_narvik("u", "admiral_scheer"))
    board.force("t").counters[0].inoperative = True
    told = trained(board, Train("t", ("0812",)))
    assert [event for event in told if isinstance(event, Held)] == [Held("axis", "t", "0813", "5.1.3")]
    assert (board.force("t").port, board.state.training_used) == ("narvik", False)
    board.force("t").counters[0].inoperative = False
    assert trainers(board) == ["t"]
    trained(board)
    assert (board.force("t").home, board.state.command["gruppe_nord"]) == ("narvik", TEN)


@rule("pq17", "4.3.4")
def test_4_3_4_who_comes_back_owes_nothing_and_is_free_again() -> None:
    board = out_of_narvik()
    trained(board, Move("t", enters="narvik"))
    one = board.force("t")
    assert (one.port, one.home, board.state.command["gruppe_nord"]) == ("narvik", "", TEN)
    board.state.turn += 1
    trained(board, Move("t", ("0812",)))
    assert (board.force("t").port, board.state.command["gruppe_nord"].spent) == ("", 2)


@rule("pq17", "4.3.4")
def test_4_3_4_who_enters_another_port_owes_its_points_at_once() -> None:
    board = out_of_narvik(TEN, "tirpitz", "koln", "dd_36a 2")
    told = trained(board, Move("t", ("0814",), enters="tromso"))
    one = board.force("t")
    assert (one.port, one.home) == ("tromso", "")
    assert board.state.command["gruppe_nord"] == Points(left=6, spent=4, over=1, until=11)
    assert PointsSpent("axis", "gruppe_nord", 4, 6) in told


@rule("pq17", "4.3.4")
def test_4_3_4_who_cannot_pay_enters_no_other_port() -> None:
    board = out_of_narvik(Points())
    told = trained(board, Move("t", ("0814",), enters="tromso"))
    one = board.force("t")
    assert (one.at, one.port, one.home) == ("0814", "", "narvik")
    assert Held("axis", "t", "0814", "4.3.4") in told
    assert "Command Points" in "".join(WORDS.describe_event(event, "en") for event in told if isinstance(event, Held))


@rule("pq17", "4.3.4", "4.3.3")
@pytest.mark.parametrize(("points", "at", "spent"), [(TEN, "german", 2), (Points(), "1708", 0)])
def test_4_3_4_the_box_beside_the_map_is_elsewhere_too(points: Points, at: str, spent: int) -> None:
    one = force("t", "axis", "task_force", "1708", "lutzow", home="bergen", fuel=Fuel(20))
    board = norway(one, points=points)
    trained(board, Move("t", ("german",)))
    assert (one.at, board.state.command["gruppe_nord"].spent, one.home) == (
        at,
        spent,
        "bergen" if at != "german" else "",
    )


@rule("pq17", "4.3.4", "2.3")
@pytest.mark.parametrize(
    ("back", "left", "spent", "points"), [(False, 10, 4, 2), (True, 10, 0, 0), (False, 4, 4, 2), (False, 2, 2, 0)]
)
def test_4_3_4_who_is_still_out_at_the_end_owes_what_there_is(back: bool, left: int, spent: int, points: int) -> None:
    board = out_of_narvik(Points(left=left), "tirpitz", "koln", "dd_36a 2")
    if back:
        trained(board, Move("t", enters="narvik"))
    Run().carry_out(victory(board), board.state, dice=(), draws=(), says=None)
    assert board.state.command["gruppe_nord"].spent == spent
    assert sum(one.points for one in board.state.bookings if one.why == "command") == points


@rule("pq17", "4.3.4", "4.3.3")
@pytest.mark.parametrize(("home", "spent"), [("kiel", 0), ("bergen", 2)])
def test_4_3_4_from_kiel_nothing_is_owed(home: str, spent: int) -> None:
    board = norway(force("t", "axis", "task_force", "1608", "lutzow", home=home))
    charge_unreturned(board)
    assert board.state.command["gruppe_nord"].spent == spent


@rule("pq17", "4.3.4", "5.7.2")
def test_4_3_4_the_kara_sea_is_no_port() -> None:
    board = norway(force("t", "axis", "task_force", "0421", "lutzow", home="narvik"))
    assert end_training(board, board.force("t"), "kara_sea")
    assert (board.force("t").home, board.state.command["gruppe_nord"].spent) == ("narvik", 0)


@rule("pq17", "4.3.4")
def test_4_3_4_parts_of_a_force_in_training_are_in_training_and_others_do_not_join() -> None:
    other = force("o", "axis", "task_force", "0813", "admiral_scheer", "dd_34_36 2")
    board = norway(in_narvik(), other)
    trained(board, Train("t"))
    one = board.force("t")
    assert exchange_barred_by(board, one, other, ships("dd_34_36 1"), ships("dd_36a 1")) == "4.3.4"
    with pytest.raises(ValueError, match=r"4\.3\.4"):
        combine_forces(board, (one, other))
    trained(board, Split("t", ("dd_36a",)))
    part = next(one for one in board.forces_of("axis") if one.id not in ("t", "o"))
    assert (part.home, part.fuel) == ("narvik", Fuel(12, "training"))
    assert combine_forces(board, (one, part)).home == "narvik"
    assert exchange_barred_by(board, other, in_narvik("x"), (), ()) == "1.2.5"


@rule("pq17", "4.3.4", "11.4.1")
def test_4_3_4_the_enemy_sees_a_block_put_to_sea_and_nothing_else() -> None:
    seen = []
    for order in (Train("t", ("0812",)), Move("t", ("0812",))):
        board = norway(in_narvik())
        trained(board, order)
        heard = [event for told in board.told if (event := told.for_seat("allied")) is not None]
        assert BlockMoved("axis", 1, 1, "0813", ("0812",), "narvik") in heard
        seen.append((heard, msgspec.json.encode(view(board, "allied")), msgspec.json.encode(view(board, "public"))))
    assert seen[0] == seen[1]


@rule("pq17", "4.3.4")
def test_4_3_4_its_owner_reads_where_it_must_return_to() -> None:
    board = out_of_narvik()
    own = view(board, "axis")
    assert (own.training_used, own.forces[0].home) == (True, "narvik")
    assert "back to Narvik" in WORDS.text_board(own, "en")
    assert "ナルビク" in WORDS.text_board(own, "ja")
    told = next(event for told in board.told if isinstance(event := told.for_seat("axis"), TrainingBegan))
    assert "training" in WORDS.describe_event(told, "en")
    assert "訓練" in WORDS.describe_event(told, "ja")


@rule("pq17", "4.3.4", "1.2a")
def test_4_3_4_in_no_other_truth_does_who_trains_owe_for_another() -> None:
    """What lies on the display of a force out for training never changes places with that of one that is not."""
    board = out_of_narvik()
    board.place(
        force("o", "axis", "task_force", board.force("t").at, "admiral_scheer", "dd_36a 2", moved=1, from_port=True)
    )
    board.force("t").fuel = board.force("o").fuel = Fuel(12, "training")
    board.state.phase = None
    assert exchanges(board) == {("narvik", "lutzow")}
    board.force("o").home = "narvik"
    assert exchanges(board) == {("narvik", "lutzow"), ("narvik", "admiral_scheer")}


@rule("pq17", "4.3.4", "11.4.1")
@pytest.mark.parametrize(
    ("fields", "other", "state", "may"),
    [
        ({}, None, {}, True),
        ({}, Plan(0, ("0814",)), {}, True),
        ({}, Plan(0, ("0814",), training=True), {}, False),
        ({"plan": Plan(0, ("0814",), training=True)}, None, {}, True),
        ({"port": ""}, None, {}, False),
        ({"kind": "wolfpack"}, None, {}, False),
        ({"side": "allied"}, None, {}, False),
        ({}, None, {"training_used": True}, False),
        ({}, None, {"options": Options()}, False),
    ],
    ids=["in port", "another sails", "another trains", "it trains itself", "at sea", "a pack", "the Allies", "once",
         "without the option"],
)  # fmt: skip
def test_4_3_4_who_may_put_out_for_training(fields: Any, other: Any, state: Any, may: bool) -> None:
    side, kind, port = (fields.pop(name, usual) for name, usual in (("side", "axis"), ("kind", "task_force"),
                                                                    ("port", "narvik")))  # fmt: skip
    one = force("t", side, kind, "0813", "lutzow" if side == "axis" else "london", port=port, **fields)
    others = force("o", "axis", "task_force", "0813", "admiral_hipper", port="narvik", plan=other)
    board = arctic(one, others, **{"options": Options(training=True), **state})
    assert may_train(board, one) is may


@rule("pq17", "4.3.4", "11.4.1", "11.2.2", position="PP200")
@pytest.mark.parametrize(("port", "way", "spent"), [("narvik", (), 0), ("tromso", ("0814",), 2)])
def test_4_3_4_training_is_free_if_it_ends_where_it_began(port: str, way: tuple[str, ...], spent: int) -> None:
    board = out_of_narvik()
    assert board.force("t").fuel == Fuel(12, "training")
    trained(board, Move("t", way, enters=port))
    assert (board.force("t").port, board.state.command["gruppe_nord"].spent) == (port, spent)
