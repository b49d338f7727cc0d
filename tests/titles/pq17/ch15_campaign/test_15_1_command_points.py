"""15.1: Command Points and fuel between operations."""

from typing import Any

import pytest

from games.titles.pq17.components.turns import Turn
from games.titles.pq17.rules.campaign import command
from games.titles.pq17.rules.campaign.command import begin_fortnight, carry_over_points, draws_for_fuel
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import bid
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.state.events.campaign import FuelDrawn
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Command, Points, Tally
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.ch15_campaign.orders_of_battle import CAMPAIGN
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.rosters import KEYS, roster

rule = pytest.mark.rule


@rule("pq17", "15.1", "15.1a", "15.1b")
@pytest.mark.parametrize(
    ("stock", "raised", "soviet"),
    [
        (0, False, 4), (2, False, 6), (4, False, 6), (6, True, 8), (4, True, 8), (1, False, 5), (6, False, 6),
        (3, True, 7),
    ],
)  # fmt: skip
def test_15_1_command_points_of_a_fortnight(stock: int, raised: bool, soviet: int) -> None:
    there = Roster(severny_flot=stock, gruppe_nord=8, raised=raised)
    points = command.begin_fortnight(BOX, there)
    assert {name: one.left for name, one in points.items()} == {
        "home_fleet": 16, "severny_flot": soviet, "gruppe_nord": 8,
    }  # fmt: skip


@rule("pq17", "15.1", "15.1a", "15.1b", "15.2a", "15.2b", "15.2.2", "15.9")
def test_15_1_the_numbers_of_the_chapter() -> None:
    rules = CAMPAIGN.rules
    assert (rules.home_fleet, rules.gruppe_nord.most, rules.gruppe_nord.not_in) == (8, 8, ("1942-03",))
    assert (rules.severny_flot.each, rules.severny_flot.most, rules.severny_flot.most_later) == (2, 3, 4)
    assert (rules.convoy.aa, rules.convoy.ao, rules.convoy.cam, rules.convoy.es, rules.convoy.submarines) == (2,) * 5
    assert (rules.unloaded, rules.last_for_ballast) == ({"murmansk": 11, "arkhangelsk": 15}, Turn(29))
    assert rules.required_each_month == 30


@rule("pq17", "15.1", "15.1a", "15.1b", position="PP214")
def test_15_1_command_points_of_two_fortnights() -> None:
    there = roster("mar_1", gruppe_nord=8, severny_flot=4)
    points = begin_fortnight(BOX, there)
    assert {name: one.left for name, one in points.items()} == {"home_fleet": 16, "severny_flot": 6, "gruppe_nord": 8}
    points["home_fleet"].left = 2
    carry_over_points(BOX, there, points, [Tally("pq12", laden=True, began=12)], {"pq12": 3})
    there.fortnight = KEYS.index("apr_1")
    points = begin_fortnight(BOX, there, "h")
    assert {name: one.left for name, one in points.items()} == {"home_fleet": 16, "severny_flot": 6, "gruppe_nord": 10}
    carry_over_points(BOX, there, points, [Tally("pq13", laden=True, began=12)], {"pq13": 4})
    assert begin_fortnight(BOX, there)["severny_flot"].left == 8


@rule("pq17", "15.1a")
def test_15_1a_only_the_axis_reads_the_chit_for_fuel() -> None:
    board = campaign()
    board.roster.fortnight = 2
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[2], {})
    play(bid(board), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    assert [type(one) for one in heard(board, "axis") if isinstance(one, FuelDrawn)] == [FuelDrawn]
    assert not [one for one in heard(board, "allied") if isinstance(one, FuelDrawn)]
    assert not [one for one in heard(board, "public") if isinstance(one, FuelDrawn)]


@rule("pq17", "15.1a")
@pytest.mark.parametrize(
    ("chit", "stock", "points"), [("f", 8, 8), ("g", 8, 10), ("z", 0, 8), ("z", 10, 16), ("y", 16, 16)]
)
def test_15_1a_a_chit_for_fuel_adds_to_what_gruppe_nord_has_up_to_eight(chit: str, stock: int, points: int) -> None:
    there = Roster(gruppe_nord=stock)
    assert command.begin_fortnight(BOX, there, chit)["gruppe_nord"].left == points == there.gruppe_nord


@rule("pq17", "15.1a")
@pytest.mark.parametrize(
    ("letter", "left"), [("a", 8), ("f", 8), ("g", 10), ("o", 12), ("x", 14), ("y", 16), ("z", 16)]
)
def test_15_1a_german_fuel_by_the_letter(letter: str, left: int) -> None:
    assert begin_fortnight(BOX, roster("apr_1", gruppe_nord=8), letter)["gruppe_nord"].left == left
    assert begin_fortnight(BOX, roster("apr_1", gruppe_nord=14), letter)["gruppe_nord"].left == min(left + 6, 16)


@rule("pq17", "15.1a", "15.1")
def test_15_1a_no_chit_for_fuel_in_march_and_eight_points_for_the_home_fleet_every_time() -> None:
    assert [key for key in KEYS if not draws_for_fuel(BOX, roster(key))] == ["mar_1", "mar_2"]
    assert {begin_fortnight(BOX, roster(key))["home_fleet"].left for key in KEYS} == {16}


@rule("pq17", "15.1b")
@pytest.mark.parametrize(("sunk", "raised"), [(4, False), (5, True), (6, True)])
def test_15_1b_a_third_of_one_convoy_sunk_raises_the_limit_for_good(sunk: int, raised: bool) -> None:
    there = Roster()
    left = {"home_fleet": Points(left=3), "severny_flot": Points(left=2), "gruppe_nord": Points(left=5)}
    tallies = [Tally("pq", True, 15), Tally("qp", False, 15)]
    command.carry_over_points(BOX, there, left, tallies, {"pq": sunk, "qp": 4})
    assert (there.raised, there.severny_flot, there.gruppe_nord) == (raised, 2, 5)
    command.carry_over_points(BOX, there, left, tallies, {})
    assert there.raised is raised


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("began", "sunk", "raised"),
    [(9, 3, True), (9, 2, False), (10, 3, False), (10, 4, True), (0, 0, False), (1, 0, False)],
)
def test_15_1b_a_third_of_one_convoy_sunk_raises_what_severny_flot_may_hold(
    began: int, sunk: int, raised: bool
) -> None:
    roster = Roster()
    left: Any = {"home_fleet": Points(5), "severny_flot": Points(3), "gruppe_nord": Points(7)}
    command.carry_over_points(BOX, roster, left, [Tally("pq", laden=True, began=began)], {"pq": sunk})
    assert (roster.raised, roster.severny_flot, roster.gruppe_nord) == (raised, 3, 7)
    command.carry_over_points(BOX, roster, left, [], {})
    assert roster.raised is raised, "for good"


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("began", "sunk", "raised"), [(15, 5, True), (15, 4, False), (16, 5, False), (16, 6, True), (3, 1, True)]
)
def test_15_1b_a_third_of_one_convoy(began: int, sunk: int, raised: bool) -> None:
    there = roster("apr_1")
    points: dict[Command, Points] = {"severny_flot": Points(0), "gruppe_nord": Points(0), "home_fleet": Points(0)}
    tallies = [Tally("pq13", laden=True, began=began), Tally("qp9m", laden=False, began=20)]
    carry_over_points(BOX, there, points, tallies, {"pq13": sunk, "qp9m": 6})
    assert there.raised is raised


@rule("pq17", "15.1b", "15.5.3a", "13.0a")
@pytest.mark.parametrize(("how", "raised"), [("sunk", True), ("collided", False), ("aground", False), ("ice", False)])
def test_15_1b_what_the_axis_did_not_sink_does_not_count(how: Any, raised: bool) -> None:
    """Fifteen sailed, four were sunk, and of a fifth it is told how she was lost."""
    board = in_play("mar_1", force("pq12", "allied", "convoy", "0817", "mv 15", port="murmansk"),
                    tallies=[Tally("pq12", laden=True, began=15)])  # fmt: skip
    (convoy,) = board.state.forces
    record_ship_lost(board, convoy, "mv", 4)
    record_ship_lost(board, convoy, "mv", 1, how, known=how == "sunk")
    convoy.counters[0].strength = 10
    fold_operation(board)
    assert board.roster.raised is raised


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("stock", "raised", "left"), [(0, False, 4), (2, False, 6), (6, False, 6), (6, True, 8), (8, True, 8)]
)
def test_15_1b_two_more_for_severny_flot_up_to_three_or_four(stock: int, raised: bool, left: int) -> None:
    there = roster("apr_1", severny_flot=stock, raised=raised)
    assert begin_fortnight(BOX, there)["severny_flot"].left == left
