"""1.2a, 6.2f: what an event tells a side that it did not know, and no more."""

from typing import Any

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.components.pieces import ICE
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.prospects import IceSeen
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.events.administration import AircraftLost
from games.titles.pq17.state.events.air import Flown, RadiusDeclared
from games.titles.pq17.state.events.campaign import EvCarriedOut, ForcesReady, FuelDrawn, Unloaded
from games.titles.pq17.state.events.convoy import Dispersed, PutAshore, Scattered
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.movement import BlockMoved, IceMet, ShipsHurt
from games.titles.pq17.state.events.operation import BlocksSet, BlocksStand
from games.titles.pq17.state.events.search import (
    DummyFound,
    Identified,
    Refused,
    Reported,
    Searched,
    SectorsNamed,
    ShadowBegan,
    ShadowEnded,
)
from games.titles.pq17.state.events.special import (
    ChitDrawn,
    ChitShown,
    ForcesBought,
    KaraEntered,
    MapLeft,
    MinesStruck,
    Raided,
)
from games.titles.pq17.state.events.victory import OperationEnded, Scored, SheetOpened
from games.titles.pq17.state.state import Chit, Lasting, Phase, Report
from games.titles.pq17.visibility.hearing import discloses
from tests.titles.pq17.arctic import arctic, force

rule = pytest.mark.rule
NOTHING: tuple[str, ...] = ()
ALL = (ALL_FIELDS,)


def report(**fields: Any) -> Report:
    return Report(to="axis", turn=9, source="search", at="0410", block=3, **fields)


@rule("pq17", "1.2a", "2.0b", "6.2f")
@pytest.mark.parametrize(
    ("event", "allied", "axis"),
    [
        (Flown("allied", "hudson", 1, "0504", "0410", "search"), NOTHING, ALL),
        (RadiusDeclared("allied", "0410"), NOTHING, ALL),
        (BlocksChanged("allied", "0410", 1, 2), NOTHING, ALL),
        (BlocksStand("0410", "", 1), NOTHING, ALL),
        (BlocksStand("0410", "", 1, "axis"), ALL, NOTHING),
        (BlocksSet("allied", ("reykjavik",), (2,)), NOTHING, ("places", "blocks")),
        (Searched("axis", "0410", 3), ("found", "card"), ("found", "card")),
        (Refused("allied", "0410", 3, "cam"), NOTHING, ALL),
        (Identified("allied", "0410", 3, "convoy", 1), NOTHING, ALL),
        (Reported(report()), NOTHING, ALL),
        (Reported(report(about=4)), ("report",), ALL),
        (Reported(report(about=0)), ("report",), ALL),
        (DummyFound("allied", "0410", 3), NOTHING, ALL),
        (ShadowBegan("allied", "aircraft", "0410", 3), NOTHING, ALL),
        (ShadowEnded("allied", "aircraft", "0410", 3, "range"), NOTHING, ALL),
        (ShadowEnded("allied", "aircraft", "0410", 3, "gone"), ALL, ALL),
        (SectorsNamed("allied", ("0410",)), NOTHING, ("hexes",)),
        (AircraftLost("allied", 3, ("pe_2",)), ("units",), NOTHING),
        (FuelDrawn("e", 4), NOTHING, ("letter", "points")),
        (EvCarriedOut(aircraft=True), NOTHING, ("aircraft",)),
        (ForcesReady(("a",), ("b",)), ("axis",), ("allied",)),
        (Unloaded("murmansk", 1, 2, 3, 4), NOTHING, ALL),
        (ShipsHurt("allied", "pq", ("mv",), "ice"), ("ships",), ("ships",)),
        (Scored(4, "sunk", "mv", 2), ALL, ALL),
        (Scored(4, "arrived", on="allied"), NOTHING, ALL),
        (SheetOpened("allied", 4, "arrived"), NOTHING, ALL),
        (OperationEnded(4, "allied"), NOTHING, NOTHING),
        (ChitDrawn("allied", "e", "port_raid"), ("letter", "situation"), NOTHING),
        (ChitShown("allied", "e", "port_raid"), NOTHING, ALL),
        (MapLeft("axis", "0208", ("scheer",), scores=True), ALL, NOTHING),
        (MinesStruck("axis", "0410"), ALL, NOTHING),
        (ForcesBought("allied", 4), NOTHING, ALL),
        (KaraEntered(), ALL, NOTHING),
        (Scattered("allied", "0410"), NOTHING, ALL),
        (Dispersed("allied", "pq", (3,), 1), NOTHING, ALL),
        (PutAshore("allied", "pq", "murmansk", ("mv",), "arkhangelsk"), NOTHING, ALL),
        (Raided("axis", "murmansk"), NOTHING, NOTHING),
        (Raided("axis", "murmansk", "ships", ("ju_88",)), ALL, ALL),
    ],
    ids=lambda one: type(one).__name__ if hasattr(one, "discloses") else "",
)
def test_what_an_event_tells_each_side_that_it_did_not_know(event: Any, allied: Any, axis: Any) -> None:
    assert tuple(event.discloses("allied")) == allied
    assert tuple(event.discloses("axis")) == axis


@rule("pq17", "12.9")
@pytest.mark.parametrize(
    ("chit", "lifted", "show"),
    [
        (Chit("n", "no_restrictions"), False, "no_restrictions"),
        (Chit("n", "no_restrictions"), True, ""),
        (Chit("p", "none"), False, ""),
        (None, False, ""),
    ],
)
def test_no_restrictions_is_offered_to_its_holder_until_it_holds(chit: Any, lifted: bool, show: str) -> None:
    board = arctic(force("t", "axis", "task_force", "0813", "tirpitz", port="narvik"),
                   chits={"axis": chit} if chit else {}, lasting=Lasting(no_restrictions=lifted))  # fmt: skip
    assert specials_part(board, "axis").show == show
    assert specials_part(board, "allied").show == ""


MOVED = BlockMoved("allied", 3, 3, "0715", ("0714",))


@pytest.mark.parametrize(("dead", "told"), [(True, (ALL_FIELDS,)), (False, ())])
def test_how_far_a_block_goes_may_tell_that_a_wreck_is_towed(dead: bool, told: tuple[str, ...]) -> None:
    """5.1.1: a force with a ship in tow creeps, a hex in PM turns; its enemy sees that it does."""
    convoy = force("ra51", "allied", "convoy", "0715", "mv 9", "mo 1")
    convoy.counters[1].dead = convoy.counters[1].towed = dead
    board = arctic(convoy)
    assert discloses(board, MOVED, "axis") == told
    assert discloses(board, MOVED, "public") == told


@pytest.mark.parametrize(("broken", "told"), [(True, (ALL_FIELDS,)), (False, ())])
def test_that_a_block_makes_for_port_may_tell_that_it_has_broken_down(broken: bool, told: tuple[str, ...]) -> None:
    """13.0b: the event falls on a ship that only its owner knows, and sends her home unasked."""
    patrol = force("patrol", "allied", "task_force", "0718", "dd_project_7 1")
    patrol.counters[0].inoperative = broken
    assert discloses(arctic(patrol), MOVED, "public") == told


@pytest.mark.parametrize("held_up", ["dead", "inoperative"])
def test_a_ship_of_the_other_side_that_is_held_up_tells_nothing(held_up: str) -> None:
    wreck = force("lutzow", "axis", "task_force", "0611", "lutzow")
    setattr(wreck.counters[0], held_up, True)
    assert discloses(arctic(wreck), MOVED, "public") == ()


@pytest.mark.parametrize(("why", "told"), [("gone", (ALL_FIELDS,)), ("weather", ()), ("range", ())])
def test_that_a_force_is_gone_tells_how_many_ships_it_had(why: str, told: tuple[str, ...]) -> None:
    """13.0a: two hits of a collision leave nothing of a force of two steps, and its follower sees nothing any more."""
    assert ShadowEnded("axis", "radius", "0715", 41, why).discloses("axis") == told


@pytest.mark.parametrize(
    ("turn", "passing", "seat", "told"),
    [
        (18, True, "public", True), (18, True, "axis", True), (18, True, "allied", False),
        (9, True, "axis", False), (18, False, "axis", False),
    ],
)  # fmt: skip
def test_a_search_in_passing_tells_as_its_move_does_how_far_a_block_goes(
    turn: int, passing: bool, seat: str, told: bool
) -> None:
    """6.6.1, 11.2.3: who stops in the hex for want of fuel is not searched there before the search segment."""
    board = arctic(force("relief", "allied", "task_force", "0715", "suffolk"), turn=turn)
    found = discloses(board, Searched("axis", "0715", 3, found=False, passing=passing), seat)
    assert (found == (ALL_FIELDS,)) is told


@pytest.mark.parametrize(
    ("event", "allied", "axis"),
    [
        (Scored(4, "sunk", "mv", 2), (), (ALL_FIELDS,)),
        (Scored(-4, "sunk", "tirpitz", 1), (ALL_FIELDS,), ()),
        (Scored(-4, "command", on="allied"), (), (ALL_FIELDS,)),
    ],
)
def test_points_tell_a_side_nothing_about_its_own_losses(
    event: Scored, allied: tuple[str, ...], axis: tuple[str, ...]
) -> None:
    """2.0b: the side that lost a unit knows it, and each side knows its own sheet."""
    board = arctic(force("relief", "allied", "task_force", "0715", "suffolk"))
    assert (discloses(board, event, "allied"), discloses(board, event, "axis")) == (allied, axis)
    assert discloses(board, event, "public") == (ALL_FIELDS,)


@rule("pq17", "4.2")
@pytest.mark.parametrize(("ordered", "hidden"), [(True, False), (False, True)])
def test_a_move_without_an_order_of_this_phase_discloses_a_plan(ordered: bool, hidden: bool) -> None:
    board = arctic(force("a", "allied", "task_force", "0409", "norfolk"))
    board.state.phase = Phase("allied", orders=(Move("a", ("0409",)),) if ordered else ())
    block = board.force("a").block
    moved = BlockMoved("allied", block, block, "0408", ("0409",))
    passed = Searched("axis", "0409", block, passing=True)
    for event in (moved, passed):
        assert (ALL_FIELDS in discloses(board, event, "axis")) is hidden
    assert ALL_FIELDS not in discloses(board, moved, "allied")


@rule("pq17", "10.2.6")
@pytest.mark.parametrize(("ice", "turns_ago", "hidden"), [(ICE[-1], 0, True), (ICE[-1], 1, False), (ICE[0], 0, False)])
def test_a_further_move_after_ice_discloses_that_it_removed_nothing(ice: str, turns_ago: int, hidden: bool) -> None:
    board = arctic(force("a", "allied", "task_force", "0409", "norfolk"))
    board.state.phase = Phase("allied", orders=(Move("a", ("0409", "0410")),))
    board.state.ice_seen = {"0409": IceSeen(ice, board.state.turn - turns_ago)}  # type: ignore[arg-type]
    block = board.force("a").block
    events = (IceMet("allied", block, "0409", "0410", ICE[1]), BlockMoved("allied", block, block, "0408", ("0409",)))
    for event in events:
        assert (ALL_FIELDS in discloses(board, event, "axis")) is hidden
