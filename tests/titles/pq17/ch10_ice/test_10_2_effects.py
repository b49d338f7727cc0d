"""10.2, 10.3: what ice bars and costs, damage by ice, and Soviet icebreakers."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import ICE, Damage, Ice, Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.movement.ice import remove_damaged_ships, try_to_cross
from games.titles.pq17.rules.weather import ice
from games.titles.pq17.rules.weather.damage import remove_damaged
from games.titles.pq17.rules.weather.ice import effective_ice, try_passage
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.events.movement import ShipsHurt
from games.titles.pq17.state.state import AirUnit, Convoy, Plan, Shadow, Tally
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch10_ice.drift import going, ice_board, ice_task_force, zone_of
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN, air, bombers
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "10.2.1", "10.2.2", "10.2.3", "10.2.5", position="PP157")
@pytest.mark.parametrize(
    ("ice", "cards", "passes"),
    [("clear", 0, True), ("light_drift", 1, True), ("heavy_drift", 2, True), ("solid_pack", 4, False)],
)
def test_10_2_1_what_ice_costs(ice: Ice, cards: int, passes: bool) -> None:
    passage = run(try_passage(BOX, "allied", ice, goes_on=True, key="i"))
    assert (passage.cards, passage.passes) == (cards, passes)


@rule("pq17", "10.2.2", "10.2.6", "5.6", "9.3.2")
@pytest.mark.parametrize(("die", "cards"), [(3, 1), (9, 2)])
def test_10_2_2_the_dispersed_part_draws_cards_for_ice_as_any_force(die: int, cards: int) -> None:
    """A block of its own, in the hex of its convoy: one card each in light drift, two in heavy drift."""
    whole = force("pq12", "allied", "convoy", "0404", "mv 9", convoy=Convoy(laden=True, destinations=("murmansk",)))
    part = force("part", "allied", "convoy", "0404", "mv 4", convoy=Convoy(laden=True, part_of="pq12"))
    board = arctic(whole, part, scenario="pq14", light="apr_1", turn=20, tallies=[Tally("pq12", laden=True, began=13)])
    drawn = ["card_04", "card_07"][:cards] + ["card_02", "card_03"][:cards]
    play(try_to_cross(board, whole, "0305"), dice=[(die,)], cards=drawn)
    assert (left(whole.counters), left(part.counters)) == (["mv 9"], [f"mv {4 - cards}"])
    assert [(one.how, one.convoy, one.at) for one in board.state.losses] == [("ice", "pq12", "0305")] * cards
    assert board.state.tallies[0].excepted == cards


@rule("pq17", "10.2.2", "10.2.6")
def test_10_2_2_what_the_part_lost_its_owner_alone_hears() -> None:
    whole = force("pq12", "allied", "convoy", "0404", "mv 9", convoy=Convoy(laden=True, destinations=("murmansk",)))
    part = force("part", "allied", "convoy", "0404", "mv 4", convoy=Convoy(laden=True, part_of="pq12"))
    board = arctic(whole, part, scenario="pq14", light="apr_1", turn=20)
    play(try_to_cross(board, whole, "0305"), dice=[(3,)], cards=["card_04", "card_02"])
    assert [one.force for one in heard(board, "allied") if hasattr(one, "ships")] == ["pq12", "part"]
    assert not [one for seat in ("axis", "public") for one in heard(board, seat) if hasattr(one, "ships")]


@rule("pq17", "10.2.2", "10.2.3", "10.2.4", "10.2.5", "10.2.6a", "10.1b")
@pytest.mark.parametrize(
    ("side", "state", "dice", "passes", "cards", "whole"),
    [
        ("allied", "light_drift", [], True, 1, False), ("allied", "heavy_drift", [], True, 2, True),
        ("allied", "thin_pack", [(5,)], False, 3, True), ("allied", "thin_pack", [(6,)], True, 3, True),
        ("allied", "solid_pack", [], False, 4, True), ("axis", "light_drift", [], True, 1, False),
        ("axis", "heavy_drift", [], False, 2, False), ("axis", "thin_pack", [], False, 3, False),
        ("axis", "solid_pack", [], False, 4, True),
    ],
)  # fmt: skip
def test_10_2_2_what_ice_costs_and_whom_it_stops(
    side: Side, state: Ice, dice: Any, *, passes: bool, cards: int, whole: bool
) -> None:
    found = run(ice.try_passage(BOX, side, state, goes_on=True, key="i"), dice=dice)
    assert (found.passes, found.cards, found.whole) == (passes, cards, whole)


@rule("pq17", "10.2.2", "5.4")
@pytest.mark.parametrize(("die", "cards", "left"), [(3, ["card_04", "card_06"], 1), (2, [], 2)])
def test_10_2_2_cruisers_that_follow_meet_the_ice_of_their_target(die: int, cards: list[str], left: int) -> None:
    """Light drift: a card of the Axis for the target, one of the Allies for who follows it; card 6 is a destroyer."""
    here, there = zone_of("w4", "w5")
    target = ice_task_force(here, there, "koln", side="axis")
    board = ice_board(target, force("s", "allied", "task_force", here, "kent", "dd_a_i 2"))
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "task_force", "s")]
    play(going(board, "axis"), dice=[(die,)], cards=cards)
    assert (target.at, board.force("s").at) == (there, there)
    assert board.force("s").counters[1].strength == left
    assert not [one for one in heard(board, "axis") if isinstance(one, ShipsHurt) and one.force == "s"]


@rule("pq17", "10.2.2", "6.3.5")
def test_10_2_2_a_follower_that_the_ice_takes_follows_no_longer() -> None:
    here, there = zone_of("w4", "w5")
    target = ice_task_force(here, there, "koln", side="axis")
    board = ice_board(target, force("s", "allied", "task_force", here, "kent"))
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "task_force", "s")]
    play(going(board, "axis"), dice=[(3,)], cards=["card_04", "card_01"])
    assert [one.id for one in board.state.forces] == ["t"]
    assert board.state.shadows == []


@rule("pq17", "10.2.4", position="PP158")
@pytest.mark.parametrize(("die", "passes"), [(0, False), (5, False), (6, True), (9, True)])
def test_10_2_4_thin_pack(die: int, passes: bool) -> None:
    passage = run(try_passage(BOX, "allied", "thin_pack", goes_on=True, key="i"), dice=[(die,)])
    assert (passage.passes, passage.cards, passage.whole) == (passes, 3, True)


@rule("pq17", "10.2.5", "10.1a")
@pytest.mark.parametrize(
    ("ice", "wish", "turns"),
    [("solid_pack", "", True), ("solid_pack", "stop", True), ("clear", "", False), ("clear", "turn", True)],
)
def test_10_2_5_who_meets_solid_pack_looks_for_another_way_whatever_was_ordered(
    ice: str, wish: Any, turns: bool
) -> None:
    board = arctic(force("lure", "allied", "dummy", OPEN, plan=Plan(0, (), ice=wish)))
    zones = {
        one.id: BOX.ice(board.operation, one.zone, board.now) for one in BOX.hexes.values() if one.is_sea and one.zone
    }
    hexes: dict[str, str] = {expected.ice: name for name, expected in zones.items() if expected.certain}
    found = play(
        try_to_cross(board, board.force("lure"), hexes[ice]), cards=list(BOX.cards)[:4] if ice == "solid_pack" else []
    ).result
    assert (found.passes, found.turns, found.ice) == (ice == "clear", turns, ice)


@rule("pq17", "10.2.5", "10.2.6a", "10.1b", "5.1.7")
@pytest.mark.parametrize(
    ("zone", "beside", "die", "cards", "left"),
    [
        ("w4", "w5", 9, ["card_10", "card_04"], 3),
        ("w2", "w3", 8, ["card_10", "card_04", "card_07"], 3),
        ("w2", "w3", 9, ["card_10", "card_04", "card_07", "card_08"], 2),
    ],
)
def test_10_2_5_the_axis_stops_before_heavy_drift_and_pack(
    zone: str, beside: str, die: int, cards: list[str], left: int
) -> None:
    """It is checked as it tried: figures after a plus sign count in solid pack alone, where all damage is applied."""
    here, there = zone_of(zone, beside)
    board = ice_board(ice_task_force(here, there, "dd_36a 4", side="axis"))
    play(going(board, "axis"), dice=[(die,)], cards=cards)
    assert (board.force("t").at, board.force("t").counters[0].strength) == (here, left)


@rule("pq17", "10.2.6")
def test_10_2_6_who_is_not_there_is_not_drawn() -> None:
    ships = read_counters("dd_a_i 1")
    assert run(remove_damaged(BOX, ships, Damage(1, 2, 0, 1, 0), whole=True, key="c")) == ["dd_a_i"]
    assert ships == []


@rule("pq17", "10.2.6")
def test_10_2_6_what_ice_costs_is_told_to_its_owner_alone_and_of_a_dummy_to_nobody() -> None:
    cards = [BOX.cards["card_01"]]
    for one, told in ((force("t", "allied", "task_force", OPEN, "london"), True),
                      (force("lure", "allied", "dummy", OPEN), False)):  # fmt: skip
        board = arctic(one)
        play(remove_damaged_ships(board, one, cards, whole=False, key="k"))
        heard_of = {seat: [event for event in heard(board, seat) if isinstance(event, ShipsHurt)]
                    for seat in ("allied", "axis", PUBLIC)}  # fmt: skip
        assert [bool(events) for events in heard_of.values()] == [told, False, False]
    board = arctic(force("t", "allied", "task_force", OPEN, "london"))
    play(remove_damaged_ships(board, board.force("t"), [], whole=False, key="k"))
    assert heard(board, "allied") == [], "without a card nothing was at stake"


@rule("pq17", "10.2.6", "10.2.6a", "10.2.2", "10.2.3")
@pytest.mark.parametrize(("die", "cards", "left"), [(3, ["card_10"], 3), (9, ["card_10", "card_04"], 2)])
def test_10_2_6_figures_after_a_plus_sign_count_from_heavy_drift_on(die: int, cards: list[str], left: int) -> None:
    """Card 10: 1+1 destroyers or torpedo boats."""
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "dd_a_i 4", "kent"))
    play(going(board), dice=[(die,)], cards=cards)
    assert [one.strength for one in board.force("t").counters] == [left, 2]
    (gone,) = board.state.losses
    assert (gone.unit, gone.strength, gone.how, gone.open) == ("dd_a_i", 4 - left, "ice", False)
    assert board.state.bookings == [], "no points for anybody"
    assert not [one for one in heard(board, "axis") if isinstance(one, ShipsHurt)]


@rule("pq17", "10.2.6", "1.2")
def test_10_2_6_a_force_whose_only_ship_goes_home_is_gone() -> None:
    """Card 1: a heavy ship. The block does not go on; nobody books a point."""
    here, there = zone_of("w4", "w5")
    board = ice_board(ice_task_force(here, there, "kent"))
    play(going(board), dice=[(3,)], cards=["card_01"])
    assert board.state.forces == []
    assert [(one.unit, one.strength, one.how, one.open) for one in board.state.losses] == [("kent", 2, "ice", False)]
    assert board.state.bookings == []


@rule("pq17", "10.2.6", "7.8a")
def test_10_2_6_a_carrier_takes_her_aircraft_home() -> None:
    here, there = zone_of("w4", "w5")
    air = [AirUnit("albacore", 2, id="a", base="victorious"), AirUnit("hudson", 1, id="h", base="kaldadarnes")]
    board = ice_board(ice_task_force(here, there, "victorious", "dd_a_i 2"), air=air)
    before = conserved(BOX, board.state)
    play(going(board), dice=[(3,)], cards=["card_16"])
    assert conserved(BOX, board.state) == before, "they are gone without being lost"
    assert [one.ship for one in board.force("t").counters] == ["dd_a_i"]
    assert [one.id for one in board.state.air] == ["h"]
    assert [one.unit for one in board.state.losses] == ["victorious"]


@rule("pq17", "10.2.6", "5.1.1b")
def test_10_2_6_a_tow_ends_with_its_tug() -> None:
    here, there = zone_of("w4", "w5")
    one = ice_task_force(here, there, "dd_a_i 1")
    one.counters[0].tows = True
    one.counters.append(Counter("mv", 1, dead=True, towed=True))
    one.kind, one.convoy = "convoy", Convoy()
    board = ice_board(one, turn=10)
    play(going(board), dice=[(3,)], cards=["card_06"])
    (left,) = board.force("t").counters
    assert (left.ship, left.towed, left.dead) == ("mv", False, True)
    assert (board.force("t").at, board.force("t").moved) == (here, 0), (
        "she is not in the hex of the ice yet, and lies still"
    )


@rule("pq17", "10.3", position="PP160")
def test_10_3_icebreakers() -> None:
    eased = "clear clear clear light_drift solid_pack"
    assert " ".join(effective_ice("allied", ice, in_lane=True) for ice in ICE) == eased
    assert tuple(effective_ice("axis", ice, in_lane=True) for ice in ICE) == ICE
    assert tuple(effective_ice("allied", ice, in_lane=False) for ice in ICE) == ICE


@rule("pq17", "10.3", position="P63")
def test_10_3_the_lane_through_drift_and_thin_pack() -> None:
    assert {"0818", "0919", "1019", "1119"} <= set(BOX.areas.icebreaker_lane.hexes)
    met = [effective_ice("allied", ice, in_lane=True) for ice in ("light_drift", "heavy_drift", "thin_pack")]
    assert met == ["clear", "clear", "light_drift"]


@rule("pq17", "10.3", "7.2.4d", positions=("PP299", "PP63"))
def test_10_3_the_lane_to_arkhangelsk_serves_no_torpedo_aircraft_of_the_axis() -> None:
    """The die finds light drift in 1019: ships of the Allies go through it as through clear water, a He 111
    bombs.
    """
    expected = BOX.ice(arctic().operation, BOX.hexes["1019"].zone, arctic().now)
    assert not expected.certain
    board = bombers(
        force("c", "allied", "convoy", "1019", "mv 5", convoy=Convoy(destinations=("arkhangelsk",))),
        air("he_111", "he", "bardufoss"), level=2,
    )  # fmt: skip
    board.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(board), cards=[a_card("air", "U", submarine=False)], dice=[(9,), (0,), (0, 0)])
    assert [one.ice for one in heard(board, "axis") if isinstance(one, RowLaid)] == [True]
    assert ships("mv 5")[0].strength == board.force("c").counters[0].strength


@rule("pq17", "10.3", "10.2.4")
@pytest.mark.parametrize(
    ("side", "state", "lane", "met"),
    [
        ("allied", "light_drift", True, "clear"), ("allied", "heavy_drift", True, "clear"),
        ("allied", "thin_pack", True, "light_drift"), ("allied", "solid_pack", True, "solid_pack"),
        ("allied", "thin_pack", False, "thin_pack"), ("axis", "heavy_drift", True, "heavy_drift"),
    ],
)  # fmt: skip
def test_10_3_behind_icebreakers(side: Side, state: Ice, lane: bool, met: Ice) -> None:
    assert ice.effective_ice(side, state, in_lane=lane) == met
