"""1.2a, 6.2f: of which events a side learns what it did not know; what it did itself it knew, and all else is news."""

from typing import Any

import pytest

from games.kernel.events import ALL_FIELDS
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.events.administration import AircraftLost
from games.titles.pq17.state.events.air import Flown, RadiusDeclared
from games.titles.pq17.state.events.campaign import EvCarriedOut, ForcesReady, FuelDrawn, Unloaded
from games.titles.pq17.state.events.convoy import Dispersed, PutAshore, Scattered
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.movement import ShipsHurt
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
from games.titles.pq17.state.state import Chit, Lasting, Report
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
