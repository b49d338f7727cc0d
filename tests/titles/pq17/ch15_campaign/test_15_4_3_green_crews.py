"""15.4.3: green crews."""

from collections import Counter as Counted
from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.campaign import command, folding, preparations, special_forces
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.forces import green_crews
from games.titles.pq17.rules.forces.green_crews import green_bonus
from games.titles.pq17.rules.forces.victory_points import HALVES
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.operation.setup import counters_of
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Force, Loss, Plan
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import campaign_at
from tests.titles.pq17.displays import battle
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS, roster
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


@rule("pq17", "15.4.3", "15.4.3b")
@pytest.mark.parametrize(("key", "offered"), [("apr_2", False), ("may_1", True)])
def test_15_4_3_new_ships_may_come_four_fortnights_early_with_a_green_crew(key: str, offered: bool) -> None:
    board = at_administration(key, green=True, ev="")
    assert ("anson" in preparations.form_of(board, "allied").new) is offered
    assert preparations.form_of(at_administration(key), "allied").new == ()


@rule("pq17", "15.4.3", "15.4.3b")
def test_15_4_3_who_came_early_does_not_come_again_and_is_green_until_her_time() -> None:
    board = at_administration("may_1", green=True, ev="")
    perform(board, preparations.preparations(board), says={"preparations@allied": "early anson"})
    settle(board)
    (anson,) = [unit for unit in board.roster.units if unit.kind == "anson"]
    assert (anson.place, anson.green, anson.due) == ("scapa_flow", True, KEYS.index("jul_1"))
    assert "anson" not in preparations.form_of(board, "allied").new
    board.roster.units.remove(anson)
    board.roster.fortnight = KEYS.index("jul_1")
    settle(board)
    assert lying_on(board, "anson") == []


@rule("pq17", "15.4.3", "15.4.3b")
def test_15_4_3_jamaica_of_the_rulebook() -> None:
    due = KEYS.index("aug_2")
    early = [key for key in KEYS if special_forces.may_come_green(BOX, KEYS.index(key), due)]
    assert early == ["jun_2", "jul_1", "jul_2", "aug_1"]
    assert KEYS[green_crews.trained_from(due, operations=1)] == "aug_1"
    value = BOX.ships["jamaica"].value
    assert (value, value + green_crews.green_bonus(value), 5 + green_crews.green_bonus(5)) == (4, 6, 8)


@rule("pq17", "15.4.3", "15.4.3a")
def test_15_4_3_no_ship_that_can_be_green_carries_aircraft() -> None:
    """The aircraft of a green ship would bomb as she shoots. None can be: neither those that the schedule marks New nor
    the classes that an emergency brings have any aboard.
    """
    new = {entry.kind for one in BOX.campaign.fortnights for coming in one.arrivals if coming.new
           for entry in coming.entries}  # fmt: skip
    called = {ship for kind in special_forces.NATIONS.values() for ship in kind}
    assert {"anson", "howe", "jamaica", "scylla"} <= new
    assert {kind for kind in new | called if BOX.ships[kind].embarked} == set()
    assert BOX.ships["avenger"].embarked


@rule("pq17", "15.4.3", "15.4.3b", position="P61")
def test_15_4_3_a_green_cruiser_costs_half_as_much_again() -> None:
    value = BOX.ships["jamaica"].value
    assert (value, value + green_bonus(value)) == (4, 6)


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("strength", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_15_4_3a_green_ships_roll_a_die_for_two_of_strength(strength: int, dice: int) -> None:
    green, trained = Counter("dd_a_i", 4, green=True), Counter("dd_a_i", 4)
    assert (green_crews.gunnery_dice(BOX, green, strength), green_crews.gunnery_dice(BOX, trained, strength)) == (
        dice,
        strength,
    )


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("crew", "thrown"), [("", (0, 0, 0)), ("+green", (0, 0))])
def test_15_4_3a_guns_of_a_green_ship_in_battle(crew: str, thrown: tuple[int, ...]) -> None:
    fight = battle((f"dd_a_i 3{crew}",), ("admiral_hipper 4",))
    shots, _ = run(fire_guns(BOX, fight, [Aim("dd_a_i", "admiral_hipper")], key="x"), dice=[thrown])
    assert [one.dice for one in shots] == [thrown]


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("green", "afloat"), [(False, ["jamaica", "london"]), (True, ["london"])])
def test_15_4_3a_a_green_ship_dead_in_the_water_is_scuttled(green: bool, afloat: list[str]) -> None:
    wreck = Counter("jamaica", 0, dead=True, green=green)
    force = Force(id="tf", side="allied", kind="task_force", block=1, at="0615", counters=[wreck, Counter("london", 3)])
    board = campaign()
    board.state.forces = [force]
    tow_or_sink(board)
    assert sorted(one.ship for one in force.counters) == afloat


@rule("pq17", "15.4.3a")
def test_15_4_3a_the_enemy_does_not_see_whose_crews_are_green() -> None:
    board = campaign()
    board.state.battle = battle(("jamaica 3+green",), ("dd_36a 2+green",))
    seen = {side: view(board, side).battle for side in ("allied", "axis")}
    shown = {side: [one.counters[0].green for one in fight.units] for side, fight in seen.items() if fight}
    assert shown == {"allied": [True, False], "axis": [False, True]}


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("strength", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_15_4_3a_a_green_crew_throws_a_die_for_two(strength: int, dice: int) -> None:
    (one,) = force("t", "allied", "task_force", "0310", "jamaica").counters
    assert green_crews.gunnery_dice(BOX, structs.replace(one, green=True), strength) == dice
    assert green_crews.gunnery_dice(BOX, one, strength) == strength


@rule("pq17", "15.4.3b", "15.4.3a")
def test_15_4_3b_a_green_crew_goes_through_an_operation_and_learns_from_it() -> None:
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


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(
    ("note", "left", "losses", "strength"),
    [
        (("jamaica", 3), (), [("jamaica", 3, "sunk")], 1),
        (("jamaica", 3), (), [("jamaica", 3, "weather")], 0),
        (("jamaica", 3), (), [], 0),
        (("dd_j_r", 3), (("dd_j_r", 1, True),), [("dd_j_r", 2, "sunk")], 2),
        (("dd_j_r", 3), (("dd_j_r", 2, True),), [("dd_j_r", 2, "sunk")], 1),
        (("dd_j_r", 3), (("dd_j_r", 3, False),), [("dd_j_r", 2, "sunk")], 2),
        (("dd_j_r", 3), (), [("dd_a_i", 2, "sunk")], 0),
    ],
    ids=["a ship", "put out by weather", "not lost", "two of three", "one was trained", "none came back", "others"],
)
def test_15_4_3b_what_was_sunk_while_green_is_booked_by_itself(
    note: Any, left: Any, losses: Any, strength: int
) -> None:
    kind, began = note
    noted = [Unit(kind, began, "scapa_flow", green=True, due=11), Unit("anson", 5, "scapa_flow", due=9)]
    units = [Unit(ship, number, "scapa_flow", green=green) for ship, number, green in left]
    board = campaign_at("jul_1", *units, noted=noted)
    board.state.losses = [Loss("allied", ship, number, 9, how) for ship, number, how in losses]
    folding._green_losses(board)
    points = -2 * green_bonus(BOX.ships[kind].value) * strength
    assert [(one.points, one.why) for one in board.state.bookings if one.points] == [(points, "green")] * bool(strength)


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("at", "port", "due"), [("0412", "", 10), ("0201", "scapa_flow", 11), ("german", "", 11)])
def test_15_4_3b_a_green_crew_learns_at_sea_not_in_port(at: str, port: str, due: int) -> None:
    """Jamaica, due in the second fortnight of August; the German box holds ports (5.7.1)."""
    one = force("t", "allied", "task_force", BOX.ports[port].hex if port else at, "jamaica", port=port)
    one.counters[0].green = True
    roster = Roster(noted=[Unit("jamaica", 3, "clyde", green=True, due=11)])
    board = arctic(one, force("o", "allied", "task_force", "0412", "kent"), roster=roster)
    play(fuel(board))
    play(fuel(board))
    assert roster.sailed == (["jamaica"] if due == 10 else [])
    roster.units = [Unit("jamaica", 3, "clyde")]
    folding._mark(BOX, roster)
    assert [(unit.green, unit.due) for unit in roster.units] == [(True, due)]
    assert (roster.noted, roster.sailed) == ([], [])


@rule("pq17", "15.4.3b", "8.3")
def test_15_4_3b_who_sailed_before_play_starts_was_at_sea() -> None:
    port = BOX.ports["kiel"].hex
    one = force("t", "axis", "task_force", port, "koln", port="kiel", plan=Plan(1, (), "kiel"))
    one.counters[0].green = True
    board = arctic(one, roster=Roster(), turn=5, start=5)
    play(start(board))
    assert board.roster.sailed == ["koln"]


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("value", "more"), [(4, 2), (5, 3), (1, 1), (30, 15)])
def test_15_4_3b_sunk_while_green_costs_half_more_rounded_up(value: int, more: int) -> None:
    assert green_crews.green_bonus(value) == more


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("operations", "off"), [(1, "aug_1"), (2, "jul_2"), (3, "jul_1")])
def test_15_4_3b_jamaica_is_trained_a_fortnight_sooner_for_each_operation(operations: int, off: str) -> None:
    assert green_crews.trained_from(KEYS.index("aug_2"), operations) == KEYS.index(off)


@rule("pq17", "15.4.3c")
def test_15_4_3c_green_emergency_forces_must_go() -> None:
    there = Roster()
    special_forces.call_forces(BOX, there, "allied", {"dd_a_i": 2}, green=True)
    assert special_forces.release_forces(BOX, there, "allied", kept=2) == 0
    assert not there.units


@rule("pq17", "15.4.3c", "15.4a")
def test_15_4_3c_green_ones_must_go() -> None:
    there = roster("may_1", Unit("tb_35_37", 2, "narvik", green=True, emergency=True))
    assert special_forces.release_forces(BOX, there, "axis", 2) == 0
    assert there.units == []
