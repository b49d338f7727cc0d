"""4.3: Command Points: who pays, how much, and for how long."""

from typing import Any

import pytest

from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.forces.command import (
    can_pay,
    capital_price,
    command_victory_points,
    must_spend,
    needs_point,
    owed,
    pay,
    price,
    soviet_price,
)
from games.titles.pq17.rules.movement.orders import moves_part, spend_points
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import Held, IceMet, PointsSpent
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Plan, Points
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch04_command.training import out_of_narvik, trained
from tests.titles.pq17.ch05_movement.sailings import way_lines
from tests.titles.pq17.ch06_search.shadowers import SOVIET, neighbours
from tests.titles.pq17.ch15_campaign.orders_of_battle import moved_from_rest
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def spend(left: int, *costs: tuple[int, int]) -> tuple[list[int], Points]:
    """What was bought for each (turn, cost), and the points afterwards."""
    points = Points(left)
    return [pay(points, cost, turn) for turn, cost in costs], points


def paid(board: Board) -> tuple[int, int]:
    """Half points that were spent."""
    return board.state.command["home_fleet"].spent, board.state.command["severny_flot"].spent


def bought(*sailings: tuple[int, tuple[str, ...]]) -> tuple[list[int], Points]:
    """Half points bought as these ships sail on these turns."""
    points, found = Points(16), []
    for turn, names in sailings:
        sailing = ships(*names)
        found.append(pay(points, price(BOX, sailing), turn, capital=capital_price(BOX, sailing)))
    return found, points


@rule("pq17", "4.3", "4.3.2", "4.3.3")
@pytest.mark.parametrize(
    ("words", "port", "cost"),
    [
        (("nigeria", "cl_liverpool", "trinidad"), "reykjavik", 3),
        (("king_george_v", "victorious"), "scapa_flow", 4), (("avenger", "scylla", "dd_a_i 16"), "", 2),
        (("renown",), "", 2), (("dd_36a 5", "tb_35_37 2"), "narvik", 0), (("tirpitz",), "kiel", 0),
        (("admiral_hipper", "dd_36a 3"), "trondheim", 1), (("aldersdale", "mv 31"), "", 0),
        (("anson",), "scapa_flow", 2), (("victorious",), "scapa_flow", 2), (("renown",), "scapa_flow", 2),
        (("avenger",), "clyde", 1), (("kent",), "reykjavik", 1), (("kent", "jamaica"), "clyde", 2),
        (("dd_a_i 4", "es_british 4", "palomares"), "clyde", 0), (("mv 9",), "reykjavik", 0),
        (("ss_british 2",), "lerwick", 0), (("duke_of_york", "victorious", "berwick", "dd_a_i 6"), "scapa_flow", 5),
        (("tirpitz", "admiral_hipper"), "trondheim", 3), (("tirpitz", "admiral_hipper"), "kiel", 0),
        (("lutzow",), "narvik", 1), (("dd_project_7 4",), "murmansk", 0),
    ],
)  # fmt: skip
def test_4_3_what_sailing_costs(words: tuple[str, ...], port: str, cost: int) -> None:
    assert price(BOX, ships(*words), port=port) == cost


@rule("pq17", "4.3", "4.3.2")
def test_4_3_soviet_ships_cost_a_point_together() -> None:
    assert soviet_price(BOX, ships("dd_project_7 3", "tb_novik 1", "es_soviet 2")) == 2
    assert soviet_price(BOX, ships("ss_soviet 4")) == soviet_price(BOX, ships("dd_a_i 4")) == 0


@rule("pq17", "4.3")
def test_4_3_without_points_it_stays() -> None:
    board = table(
        force("t", "allied", "task_force", "0504", "london", port="reykjavik"),
        command={"home_fleet": Points(), "severny_flot": Points()},
    )
    told = moved(board, Move("t", ("0404",)))
    assert board.force("t").port == "reykjavik"
    assert Held("allied", "t", "0504", "4.3") in told


@rule("pq17", "4.3", "4.3.2")
@pytest.mark.parametrize(("home", "north", "sails"), [(16, 6, True), (0, 6, False), (16, 0, False), (2, 2, True)])
def test_4_3_soviet_and_british_ships_in_one_force_are_paid_for_by_both_commands(
    home: int, north: int, sails: bool
) -> None:
    points = {"home_fleet": Points(left=home), "severny_flot": Points(left=north)}
    board = table(force("t", "allied", "task_force", "0817", "kent", "dd_project_7 2", port="murmansk"), command=points)
    assert moves_part(board, "allied").movers[0].prices == {"home_fleet": 1, "severny_flot": 2}
    moved(board, Move("t", ("0718",)))
    assert (board.force("t").port == "") is sails
    assert paid(board) == ((2, 2) if sails else (0, 0))


@rule("pq17", "4.3", "4.3.3", position="PP25")
def test_4_3_from_kiel_for_nothing_from_trondheim_for_a_half() -> None:
    points = Points(left=8)
    assert pay(points, price(BOX, ships("tirpitz"), port="kiel"), 9) == 0
    assert pay(points, price(BOX, ships("admiral_hipper", "dd_36a 3"), port="trondheim"), 9) == 2
    assert (points.spent, points.over) == (2, 1)


@rule("pq17", "4.3", "4.3.2", "1.4c")
@pytest.mark.parametrize(
    ("words", "halves"),
    [
        (("dd_project_7 1",), 2),
        (("es_soviet 2",), 2),
        (("tb_novik 1", "dd_project_7 3"), 2),
        (("es_kola 1",), 2),
        (("es_kola 1", "es_british 2"), 2),
        (("ss_soviet 2",), 0),
        (("es_british 2",), 0),
        (("kent",), 0),
    ],
)
def test_4_3_soviet_ships_together_cost_a_point(words: tuple[str, ...], halves: int) -> None:
    assert soviet_price(BOX, ships(*words)) == halves


@rule("pq17", "4.3.1")
def test_4_3_1_a_convoy_with_heavy_ships_shows_what_its_leaving_port_costs() -> None:
    plan, voyage = Plan(9, ("0404",), "arkhangelsk"), Convoy(laden=True, destinations=("arkhangelsk",))
    costly = force("c", "allied", "convoy", "0504", "mv 9", "london", port="reykjavik", convoy=voyage, plan=plan)
    plain = force("d", "allied", "convoy", "0817", "mv 9", port="murmansk",
                  convoy=Convoy(destinations=("reykjavik",)), plan=Plan(9, ("0718",), "reykjavik"))  # fmt: skip
    points = {name: Points(left=9) for name in ("home_fleet", "severny_flot", "gruppe_nord")}
    board = phase(arctic(costly, plain, command=points), "allied")
    fields = [way.fields[0] for way in moves_part(board, "allied").templates() if way.verb == "route"]
    prices = {field.values: field.prices for field in fields}
    assert prices[("c",)] == {"c": {"home_fleet": 1}}
    assert not prices[("d",)]


@rule("pq17", "4.3.1")
def test_4_3_1_the_home_fleet_begins_every_operation_with_eight() -> None:
    given = {name: operation.command_points.home_fleet for name, operation in BOX.operations.items()}
    assert set(given.values()) == {8}
    assert all(isinstance(one, Operation) for one in BOX.operations.values())


@rule("pq17", "4.3.2", positions=("P1", "P2", "PP21", "PP22"))
@pytest.mark.parametrize(
    ("costs", "bought"),
    [
        (((9, 3), (10, 5)), [4, 4]),
        (((9, 5), (10, 1), (11, 1)), [6, 0, 2]),
        (((9, 1), (11, 1)), [2, 2]),
        (((9, 1), (10, 2)), [2, 2]),
        (((9, 0), (10, 1), (11, 1)), [0, 2, 0]),
    ],
)
def test_4_3_2_points_are_bought_whole_and_a_half_lasts_one_more_turn(costs: Any, bought: list[int]) -> None:
    found, points = spend(16, *costs)
    assert found == bought
    assert (points.spent, points.left) == (sum(bought), 16 - sum(bought))


@rule("pq17", "4.3.2")
def test_4_3_2_no_more_than_there_is() -> None:
    points = Points(2, over=1, until=10)
    assert (owed(points, 3, 10), owed(points, 3, 11)) == (2, 4)
    assert can_pay(points, 3, 10)
    assert not can_pay(points, 3, 11)
    with pytest.raises(ValueError, match="4 half points"):
        pay(points, 3, 11)
    assert points == Points(2, over=1, until=10)


@rule("pq17", "4.3.2")
def test_4_3_2_one_point_lets_all_soviet_ships_sail_in_a_turn_whatever_they_are_with() -> None:
    board = table(
        force("a", "allied", "task_force", "0817", "kent", "dd_project_7 2", port="murmansk"),
        force("b", "allied", "task_force", "0817", "es_soviet 2", port="murmansk"),
        command={"home_fleet": Points(left=2), "severny_flot": Points(left=2)},
    )
    form = PhaseForm(forces=("a", "b"), moves=moves_part(board, "allied"))
    answer = form.read(form.parse("move a way=0718\nmove b way=0718"))
    assert not [*form.problems(answer)]
    moved(board, *answer)
    assert [board.force(name).port for name in "ab"] == ["", ""]
    assert paid(board) == (2, 2)


@rule("pq17", "4.3.2")
def test_4_3_2_without_a_point_of_severny_flot_no_soviet_ship_is_ordered_out() -> None:
    board = table(
        force("a", "allied", "task_force", "0817", "es_soviet 2", port="murmansk"),
        command={"home_fleet": Points(left=2), "severny_flot": Points(left=0)},
    )
    form = PhaseForm(forces=("a",), moves=moves_part(board, "allied"))
    answer = form.read(form.parse("move a way=0718"))
    assert [(one.code, one.rule) for one in form.problems(answer)] == [("unpaid", "4.3.2")]
    board.state.soviet_paid = board.state.turn
    form = PhaseForm(forces=("a",), moves=moves_part(board, "allied"))
    assert not [*form.problems(answer)]


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(("command", "spent"), [("home_fleet", 4), ("gruppe_nord", 4), ("severny_flot", 2)])
def test_4_3_2_soviet_ships_alone_are_paid_for_once_for_this_turn_and_the_next(command: str, spent: int) -> None:
    board = arctic(command={command: Points(left=10)})
    assert [spend_points(board, command, 2), spend_points(board, command, 2)] == [True, True]
    assert board.state.command[command].spent == spent
    board.state.turn += 2
    spend_points(board, command, 2)
    assert board.state.command[command].spent == spent + 2


@rule("pq17", "4.3.2", "4.3.4")
@pytest.mark.parametrize(
    ("order", "prices", "spends"),
    [
        ({"order": "move", "force": "a", "way": ["0402"]}, {"home_fleet": 2}, 1),
        ({"order": "move", "force": "a", "way": ["0402"]}, {}, 0),
        ({"order": "train", "force": "a", "way": ["0402"]}, {"home_fleet": 2}, 0),
    ],
)
def test_4_3_2_a_movement_tells_what_it_costs_but_training_nothing(order: Any, prices: Any, spends: int) -> None:
    assert sum(tone == "spends" for tone, _ in way_lines(order, prices=prices, trains=True, port="tromso")) == spends


@rule("pq17", "4.3.2", "2.3")
@pytest.mark.parametrize(
    ("spent", "bought", "score"),
    [
        (((9, 3, 0), (10, 5, 4)), (4, 4), 4),  # three CL at sea; BB, CV and CA sail: the example of PQ-12
        (((9, 1, 0), (10, 2, 2), (10, 1, 0)), (2, 2, 0), 2),  # the half of a cruiser is not for a battleship
        (((9, 1, 0), (10, 2, 2), (11, 1, 0)), (2, 2, 2), 2),  # nor does it outlive its turn by her
        (((9, 1, 0), (10, 2, 0), (11, 1, 0)), (2, 2, 0), 2),  # of two cruisers one has the old half, one leaves another
        (((9, 2, 2), (9, 2, 0), (9, 1, 0)), (2, 2, 2), 2),
    ],
)  # fmt: skip
def test_4_3_2_halves_of_points(spent: tuple[tuple[int, int, int], ...], bought: tuple[int, ...], score: int) -> None:
    """Turn, cost and what of it capital ships are, in half points; the score in half points of victory."""
    points = Points(left=16)
    assert tuple(pay(points, cost, turn, capital=capital) for turn, cost, capital in spent) == bought
    assert command_victory_points(BOX, [points]) == score


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(("later", "spent"), [(9, 2), (10, 2), (11, 4)])
def test_4_3_2_a_point_lets_soviet_ships_sail_in_its_turn_and_the_next(later: int, spent: int) -> None:
    """Those of the second force are offered for nothing as long as the first point holds."""
    first = force("s", "allied", "task_force", "0817", "dd_project_7 1", port="murmansk")
    second = force("z", "allied", "task_force", "0817", "tb_novik 1", port="murmansk")
    board = table(first, second)
    moved(board, Move("s", ("0717",)))
    board.state.turn = later
    offered = {one.force: one.prices for one in moves_part(board, "allied").movers}["z"]
    assert offered == ({} if spent == 2 else {"severny_flot": 2})
    moved(board, Move("z", ("0717",)))
    assert (second.at, second.port) == ("0717", "")
    assert board.state.command["severny_flot"].spent == spent
    told = [event for event in heard(board, "allied") if isinstance(event, PointsSpent)]
    assert len(told) == spent // 2


@rule("pq17", "4.3.2")
def test_4_3_2_on_the_first_turn_nothing_was_paid_before() -> None:
    board = table(turn=1, start=1)
    assert spend_points(board, "severny_flot", 2)
    assert board.state.command["severny_flot"].spent == 2


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(
    ("costs", "spent"),
    [
        ({9: [1]}, 2),
        ({9: [1, 1]}, 2),
        ({9: [1], 10: [1]}, 2),
        ({9: [1], 11: [1]}, 4),
        ({9: [1], 10: [2]}, 4),
        ({9: [1], 10: [3]}, 4),
        ({9: [2], 10: [1], 11: [1]}, 4),
        ({9: [1, 2], 10: [1]}, 4),
        ({9: [5], 10: [1]}, 6),
        ({9: [1], 10: [2], 11: [1]}, 4),
        ({9: [0], 10: [1]}, 2),
    ],
)
def test_4_3_2_half_a_point_serves_until_the_next_turn_is_over(costs: dict[int, list[int]], spent: int) -> None:
    points = Points(left=16)
    for turn, wanted in costs.items():
        for cost in wanted:
            pay(points, cost, turn)
    assert (points.spent, points.left) == (spent, 16 - spent)


@rule("pq17", "4.3.2", position="PP195")
def test_4_3_2_a_battleship_makes_no_half_last_longer() -> None:
    found, points = bought((5, ("kent",)), (6, ("duke_of_york",)), (7, ("norfolk",)))
    assert (found, points.spent) == ([2, 2, 2], 6)
    assert bought((5, ("kent",)), (6, ("duke_of_york", "norfolk")), (7, ("london",)))[0] == [2, 2, 2]
    assert bought((5, ("kent", "duke_of_york")), (6, ("norfolk",)))[0] == [4, 0]


@rule("pq17", "4.3.2", position="PP196")
def test_4_3_2_of_two_cruisers_one_sails_on_the_half_that_is_left() -> None:
    found, points = bought((5, ("kent",)), (6, ("norfolk", "berwick")), (7, ("london",)))
    assert (found, points.spent) == ([2, 2, 0], 4)


@rule("pq17", "4.3.2", position="PP195")
def test_4_3_2_as_it_is_played_from_port() -> None:
    at = BOX.ports["scapa_flow"].hex
    names = {"a": "kent", "b": "duke_of_york", "c": "norfolk"}
    board = arctic(*(force(one, "allied", "task_force", at, ship, port="scapa_flow") for one, ship in names.items()),
                   command={"home_fleet": Points(16), "severny_flot": Points()}, start=8)  # fmt: skip
    for name in names:
        moved_from_rest(board, "allied", Move(name, ("1106",)))
        board.state.turn += 1
    assert (board.state.command["home_fleet"].spent, [one.port for one in board.state.forces]) == (6, ["", "", ""])


@rule("pq17", "4.3.2", "4.3.2a", position="PP197")
def test_4_3_2_british_and_soviet_ships_together_beyond_soviet_waters() -> None:
    at = BOX.ports["murmansk"].hex
    points = {"home_fleet": Points(10), "severny_flot": Points(10)}
    tf = force("t", "allied", "task_force", at, "kent", "dd_project_7 2", port="murmansk")
    board = arctic(tf, command=points, start=8)
    moved_from_rest(board, "allied", Move("t", ("0718",)))
    assert [points[one].spent for one in ("home_fleet", "severny_flot")] == [2, 2]
    board.set_down(board.force("t"), "0613")  # beyond both already; two hexes further west
    board.state.turn = 11
    moved_from_rest(board, "allied", Move("t", ("0612", "0611")))
    assert board.force("t").at == "0611"
    assert [points[one].spent for one in ("home_fleet", "severny_flot")] == [2, 2 + 4]


@rule("pq17", "4.3.2", "4.3.4", position="PP195")
def test_4_3_2_nor_does_one_that_comes_in_elsewhere_from_training() -> None:
    board = out_of_narvik(Points(left=10, over=1, until=10), "tirpitz", "dd_36a 2")
    assert board.state.turn == 10
    trained(board, Move("t", ("0814",), enters="tromso"))
    assert board.state.command["gruppe_nord"] == Points(left=8, spent=2, over=1, until=10)


@rule("pq17", "4.3.2a", position="PP23")
def test_4_3_2a_soviet_ships_beyond_their_aircraft() -> None:
    """0617 lies in the sector, 0613 outside both."""
    soviet = ships("dd_project_7 2")
    assert not needs_point(BOX, soviet, "0617")
    assert needs_point(BOX, soviet, "0613")
    assert not needs_point(BOX, ships("dd_a_i 2"), "0613")
    points = Points(2)
    pay(points, BOX.numbers.command.soviet_hex, 9)
    assert not can_pay(points, BOX.numbers.command.soviet_hex, 9)


@rule("pq17", "4.3.2a")
@pytest.mark.parametrize(("left", "at"), [(2, "0616"), (0, "0717")])
def test_4_3_2a_soviet_ships_pay_for_hexes_beyond_their_waters(left: int, at: str) -> None:
    board = table(
        force("s", "allied", "task_force", "0717", "dd_project_7 2"),
        command={"severny_flot": Points(left=left), "home_fleet": Points()},
    )
    hexes = ("0616",)
    moved(board, Move("s", hexes))
    soviet = "soviet" in board.box.hexes["0616"].sectors or "0616" in board.box.areas.soviet_radius.hexes
    assert board.force("s").at == ("0616" if soviet else at)


@rule("pq17", "4.3.2a", "5.1.5")
@pytest.mark.parametrize(("holding", "spent"), [(("mv 4", "dd_project_7 1"), 2), (("mv 4", "dd_a_i 1"), 0)])
def test_4_3_2a_a_convoy_with_soviet_ships_pays_beyond_their_waters(holding: tuple[str, ...], spent: int) -> None:
    """The rule on hexes names task forces, the one before it all Soviet ships: a reading."""
    edge, beyond = neighbours(SOVIET, out=True)
    convoy = force("c", "allied", "convoy", edge, *holding, fuel=Fuel(30), plan=Plan(0, (beyond,)))
    convoy.convoy = Convoy(destinations=("reykjavik",), destination="reykjavik")
    board = table(convoy)
    moved(board)
    assert (convoy.at, board.state.command["severny_flot"].spent) == (beyond, spent)


@rule("pq17", "4.3.2a", "10.1")
@pytest.mark.parametrize(("die", "at", "spent"), [(9, "0620", 0), (4, "0520", 2)])
def test_4_3_2a_a_hex_that_ice_bars_costs_no_point_beyond_soviet_waters(die: int, at: str, spent: int) -> None:
    """Ships of Severny Flot off Novaya Zemlya in July, told to stop if the ice is worse than expected."""
    one = force("s", "allied", "task_force", "0620", "dd_project_7 1", fuel=Fuel(20))
    board = table(one)
    moved(board, Move("s", ("0520",), ice="stop"), dice=[(die,)], cards=["card_07"] if die == 9 else [])
    assert any(isinstance(told, IceMet) for told in heard(board, "axis"))
    assert (one.at, board.state.command["severny_flot"].spent) == (at, spent)


@rule("pq17", "4.3a", position="PP24")
def test_4_3a_the_first_point() -> None:
    assert must_spend(Points(16), first=True, initiative=True)
    assert not must_spend(Points(16), first=False, initiative=True)
    assert not must_spend(Points(16), first=True, initiative=False)
    assert not must_spend(Points(12, spent=4), first=True, initiative=True)
    assert not must_spend(Points(1), first=True, initiative=True)


@rule("pq17", "4.3a")
@pytest.mark.parametrize(("turn", "spent"), [(9, 2), (10, 0)])
def test_4_3a_a_point_is_spent_in_the_first_segment(turn: int, spent: int) -> None:
    board = table(start=9, turn=turn)
    moved(board)
    assert board.state.command["home_fleet"].spent == spent


@rule("pq17", "4.3a", "4.3.2")
@pytest.mark.parametrize(("ships", "home", "severny"), [("dd_project_7 1", 0, 2), ("dd_a_i 1", 2, 0)])
def test_4_3a_any_command_may_spend_the_first_point(ships: str, home: int, severny: int) -> None:
    """Of two points one is as good as the other; destroyers of Britain cost nothing, and one is spent on nothing."""
    board = table(force("s", "allied", "task_force", "0817", ships, port="murmansk"), start=9)
    moved(board, Move("s", ("0717",)))
    spent = {name: one.spent for name, one in board.state.command.items()}
    assert (board.force("s").port, spent["home_fleet"], spent["severny_flot"]) == ("", home, severny)


@rule("pq17", "4.3a", "4.1.2")
@pytest.mark.parametrize(("initiative", "allied", "axis"), [("allied", 2, 0), ("axis", 0, 2)])
def test_4_3a_who_has_the_initiative_spends_a_point(initiative: Any, allied: int, axis: int) -> None:
    """In a campaign that may be the Axis; a point is spent on nothing where nobody may sail (11.4)."""
    board = campaign()
    board.roster.initiative = initiative
    board.state.turn = board.state.start = 9
    board.state.composed = BOX.operations["pq17"]
    board.state.command = table().state.command
    for side in ("allied", "axis"):
        moved(board, side=side)
    assert board.state.command["home_fleet"].spent == allied
    assert board.state.command["gruppe_nord"].spent == axis
    assert any(isinstance(event, PointsSpent) for event in heard(board, initiative))
    assert not any(isinstance(event, PointsSpent) for event in heard(board, "axis" if allied else "allied"))
