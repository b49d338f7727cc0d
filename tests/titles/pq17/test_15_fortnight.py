"""Chapter 15, a fortnight: bids, Command Points, emergency forces and green crews, operation EV, the verdict."""

from collections import Counter as Counted

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.campaign import command, special_forces
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.forces import green_crews
from games.titles.pq17.rules.forces.victory_points import HALVES
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.operation.setup import counters_of
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Force, Loss, Points, Tally
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import play
from tests.titles.pq17.rosters import KEYS
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


@rule("pq17", "15.1", "15.1a", "15.1b")
@pytest.mark.parametrize(
    ("stock", "raised", "soviet"), [(0, False, 4), (2, False, 6), (4, False, 6), (6, True, 8), (4, True, 8)]
)
def test_command_points_of_a_fortnight(stock: int, raised: bool, soviet: int) -> None:
    there = Roster(severny_flot=stock, gruppe_nord=8, raised=raised)
    points = command.begin_fortnight(BOX, there)
    assert {name: one.left for name, one in points.items()} == {
        "home_fleet": 16, "severny_flot": soviet, "gruppe_nord": 8,
    }  # fmt: skip


@rule("pq17", "15.1a")
@pytest.mark.parametrize(
    ("chit", "stock", "points"), [("f", 8, 8), ("g", 8, 10), ("z", 0, 8), ("z", 10, 16), ("y", 16, 16)]
)
def test_a_chit_for_fuel_adds_to_what_gruppe_nord_has_up_to_eight(chit: str, stock: int, points: int) -> None:
    there = Roster(gruppe_nord=stock)
    assert command.begin_fortnight(BOX, there, chit)["gruppe_nord"].left == points == there.gruppe_nord


@rule("pq17", "15.1a")
def test_no_chit_for_fuel_is_drawn_in_march() -> None:
    drawn = [command.draws_for_fuel(BOX, Roster(fortnight=place)) for place in range(4)]
    assert drawn == [False, False, True, True]


@rule("pq17", "15.1b")
@pytest.mark.parametrize(("sunk", "raised"), [(4, False), (5, True), (6, True)])
def test_a_third_of_one_convoy_sunk_raises_the_limit_for_good(sunk: int, raised: bool) -> None:
    there = Roster()
    left = {"home_fleet": Points(left=3), "severny_flot": Points(left=2), "gruppe_nord": Points(left=5)}
    tallies = [Tally("pq", True, 15), Tally("qp", False, 15)]
    command.carry_over_points(BOX, there, left, tallies, {"pq": sunk, "qp": 4})
    assert (there.raised, there.severny_flot, there.gruppe_nord) == (raised, 2, 5)
    command.carry_over_points(BOX, there, left, tallies, {})
    assert there.raised is raised


@rule("pq17", "15.4.1", "15.4.2")
@pytest.mark.parametrize(("side", "wanted", "barred"), [
    ("allied", {"dd_a_i": 4, "dd_us": 4}, ""), ("allied", {"dd_a_i": 2, "tb_old": 2}, ""),
    ("allied", {"dd_a_i": 3, "tb_old": 2}, "15.4.1"), ("allied", {"dd_us": 5}, "15.4.1"),
    ("allied", {"dd_j_r": 1}, "15.4.1"), ("allied", {"dd_a_i": 0}, "15.4.1"),
    ("axis", {"tb_35_37": 2}, ""), ("axis", {"tb_35_37": 3}, "15.4.2"), ("axis", {"dd_36a": 1}, "15.4.2"),
])  # fmt: skip
def test_what_may_be_called_in_an_emergency(side: Side, wanted: dict[str, int], barred: str) -> None:
    assert special_forces.call_barred_by(BOX, side, wanted) == barred


@rule("pq17", "15.4", "15.4a")
def test_emergency_forces_cost_a_point_each_fortnight_or_go() -> None:
    there = Roster()
    assert special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 3}) == -6
    assert special_forces.call_forces(BOX, there, "axis", {"tb_35_37": 2}) == 4
    assert [(unit.kind, unit.place) for unit in there.units] == [("dd_a_i", "scapa_flow"), ("tb_35_37", "kiel")]
    assert special_forces.release_forces(BOX, there, "allied", kept=2) == -4
    assert special_forces.release_forces(BOX, there, "axis") == 0
    assert [(unit.kind, unit.strength) for unit in there.units] == [("dd_a_i", 2)]
    with pytest.raises(ValueError, match=r"15\.4\.1"):
        special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 5})


@rule("pq17", "15.4.3c")
def test_green_emergency_forces_must_go() -> None:
    there = Roster()
    special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 2}, green=True)
    assert special_forces.release_forces(BOX, there, "allied", kept=2) == 0
    assert not there.units


@rule("pq17", "15.4.3", "15.4.3b")
def test_jamaica_of_the_rulebook() -> None:
    due = KEYS.index("aug_2")
    early = [key for key in KEYS if special_forces.may_come_green(BOX, KEYS.index(key), due)]
    assert early == ["jun_2", "jul_1", "jul_2", "aug_1"]
    assert KEYS[green_crews.trained_from(due, operations=1)] == "aug_1"
    value = BOX.ships["jamaica"].value
    assert (value, value + green_crews.green_bonus(value), 5 + green_crews.green_bonus(5)) == (4, 6, 8)


@rule("pq17", "15.4.3", "15.4.3a")
def test_no_ship_that_can_be_green_carries_aircraft() -> None:
    """The aircraft of a green ship would bomb as she shoots. None can be: neither those that the schedule marks New nor
    the classes that an emergency brings have any aboard.
    """
    new = {entry.kind for one in BOX.campaign.fortnights for coming in one.arrivals if coming.new
           for entry in coming.entries}  # fmt: skip
    called = {ship for kind in special_forces.NATIONS.values() for ship in kind}
    assert {"anson", "howe", "jamaica", "scylla"} <= new
    assert {kind for kind in new | called if BOX.ships[kind].embarked} == set()
    assert BOX.ships["avenger"].embarked


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("strength", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_green_ships_roll_a_die_for_two_of_strength(strength: int, dice: int) -> None:
    green, trained = Counter("dd_a_i", 4, green=True), Counter("dd_a_i", 4)
    assert (green_crews.gunnery_dice(BOX, green, strength), green_crews.gunnery_dice(BOX, trained, strength)) == (
        dice,
        strength,
    )


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("crew", "thrown"), [("", (0, 0, 0)), ("+green", (0, 0))])
def test_guns_of_a_green_ship_in_battle(crew: str, thrown: tuple[int, ...]) -> None:
    fight = battle((f"dd_a_i 3{crew}",), ("admiral_hipper 4",))
    shots, _ = run(fire_guns(BOX, fight, [Aim("dd_a_i", "admiral_hipper")], key="x"), dice=[thrown])
    assert [one.dice for one in shots] == [thrown]


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("green", "afloat"), [(False, ["jamaica", "london"]), (True, ["london"])])
def test_a_green_ship_dead_in_the_water_is_scuttled(green: bool, afloat: list[str]) -> None:
    wreck = Counter("jamaica", 0, dead=True, green=green)
    force = Force(id="tf", side="allied", kind="task_force", block=1, at="0615", counters=[wreck, Counter("london", 3)])
    board = campaign()
    board.state.forces = [force]
    tow_or_sink(board)
    assert sorted(one.ship for one in force.counters) == afloat


@rule("pq17", "15.4.3a")
def test_the_enemy_does_not_see_whose_crews_are_green() -> None:
    board = campaign()
    board.state.battle = battle(("jamaica 3+green",), ("dd_36a 2+green",))
    seen = {side: view(board, side).battle for side in ("allied", "axis")}
    shown = {side: [one.counters[0].green for one in fight.units] for side, fight in seen.items() if fight}
    assert shown == {"allied": [True, False], "axis": [False, True]}


@rule("pq17", "15.4.3b", "15.4.3a")
def test_a_green_crew_goes_through_an_operation_and_learns_from_it() -> None:
    """Jamaica, due in the second fortnight of August, one operation; two of a class of which one was sunk."""
    there, due = [Unit("jamaica", 3, "scapa_flow", green=True, due=11)], KEYS.index("aug_2")
    assert due == 11
    there += [Unit("dd_j_r", 2, "scapa_flow", green=True, due=due), Unit("dd_j_r", 3, "scapa_flow")]
    board = campaign()
    play(fortnight(board))
    board.roster.units, board.roster.boxes, board.roster.patrol = there, {}, []
    board.state.composed = compose_operation(BOX, board.roster, board.operation, [], {})
    board.state.command = command.begin_fortnight(BOX, board.roster)
    ships = [one for group in board.operation.forces for one in counters_of(BOX, group.entries)]
    lie = Counted[tuple[str, bool]]()
    for one in ships:
        lie[one.ship, one.green] += one.strength
    assert lie == {("dd_j_r", True): 2, ("dd_j_r", False): 3, ("jamaica", True): 3}
    lost = next(one for one in ships if one.ship == "dd_j_r" and one.green)
    lost.strength -= 1
    at = Force(id="tf", side="allied", kind="task_force", block=1, at="0101", port="scapa_flow", counters=ships)
    board.state.forces, board.state.losses = [at], [Loss("allied", "dd_j_r", 1, 9, "sunk", at="0615")]
    green_crews.note_training(board, at)
    fold_operation(board)
    assert sorted((one.kind, one.strength, one.green, one.due) for one in board.roster.units) == [
        ("dd_j_r", 1, True, due - 1), ("dd_j_r", 3, False, 0), ("jamaica", 3, True, due - 1),
    ]  # fmt: skip
    more = HALVES * green_crews.green_bonus(BOX.ships["dd_j_r"].value)
    assert [(one.points, one.why, one.on) for one in board.state.bookings] == [(-more, "green", "both")]


@rule("pq17", "15.9")
@pytest.mark.parametrize(("months", "score", "winner"), [(4, 240, "allied"), (4, 239, "axis"), (10, 600, "allied")])
def test_thirty_points_a_month(months: int, score: int, winner: str) -> None:
    assert special_forces.verdict(BOX, months, score) == winner


@rule("pq17", "15.8.3")
def test_ev_is_declared_once_with_a_nought() -> None:
    assert special_forces.may_declare_ev(Roster(), 0)
    assert not special_forces.may_declare_ev(Roster(), 1)
    assert not special_forces.may_declare_ev(Roster(ev="declared"), 0)
    assert not special_forces.may_declare_ev(Roster(ev="done"), 0)
