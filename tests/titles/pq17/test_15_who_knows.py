"""15.0a Of the order of battle each side knows its own part: other truths that its enemy cannot tell from this one."""

from random import Random
from typing import Any

import msgspec
import pytest

from games.titles.pq17.seen.redeal import conserved, redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.events.administration import AircraftLost
from games.titles.pq17.table.events.campaign import FuelDrawn
from games.titles.pq17.table.events.operation import BlocksStand
from games.titles.pq17.table.events.search import Photographed
from games.titles.pq17.table.roster import Away, Boxes, Played, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Named, Report
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign

rule = pytest.mark.rule
WORLDS = 60


def in_june() -> Sea:
    """Between two operations: Suffolk and Lutzow are in dock, and much else is hidden."""
    sea = campaign()
    roster = sea.roster
    for kind, back in (("suffolk", 7), ("lutzow", 9)):
        docked = roster.find(kind) or Unit(kind, BOX.ships[kind].strength, "clyde")
        if docked in roster.units:
            roster.units.remove(docked)
        roster.away.append(Away(docked, "repair", back))
    roster.units += [Unit("wichita", 3, "reykjavik"), Unit("scharnhorst", 4, "narvik")]
    roster.severny_flot, roster.gruppe_nord = 6, 10
    roster.interceptors = {"banak_1": 2, "vaenga_1": 1}
    return sea


def dealt(sea: Sea, seat: str) -> list[Sea]:
    return [Sea(redeal(BOX, sea.state, seat, Random(seed).randrange), BOX) for seed in range(WORLDS)]


def lying(sea: Sea, place: str) -> set[str]:
    return {unit.kind for unit in sea.roster.at(place)}


def docked(sea: Sea) -> tuple[str, ...]:
    return tuple(one.unit.kind for one in sea.roster.away if one.why == "repair")


@rule("pq17", "15.0a")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_no_other_order_of_battle_shows(seat: str) -> None:
    sea = in_june()
    others = dealt(sea, seat)
    assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(sea, seat))}
    assert {tuple(conserved(BOX, one.state).items()) for one in others} == {tuple(conserved(BOX, sea.state).items())}
    assert redeal(BOX, sea.state, seat, lambda sides: 0) == sea.state


@rule("pq17", "15.0a", "15.5.1", "15.8")
def test_who_lies_where_and_who_is_in_dock_differs_for_the_enemy_alone() -> None:
    sea = in_june()
    others, own = dealt(sea, "axis"), dealt(sea, "allied")
    assert len({docked(one)[0] for one in others}) > 2
    assert {BOX.ships[docked(one)[0]].type for one in others} == {"ca"}
    assert {docked(one)[1] for one in others} == {"lutzow"}
    assert len({frozenset(lying(one, "scapa_flow")) for one in others}) > 2
    assert {docked(one)[0] for one in own} == {"suffolk"}
    assert {frozenset(lying(one, "scapa_flow")) for one in own} == {frozenset(lying(sea, "scapa_flow"))}
    counts = [sorted(unit.kind for unit in one.roster.units) + list(docked(one)) for one in others]
    assert {tuple(sorted(one)) for one in counts} == {tuple(sorted(counts[0]))}


@rule("pq17", "15.0a")
def test_ships_lie_where_their_navy_may_and_those_of_a_rule_of_their_own_stay() -> None:
    sea = in_june()
    others = dealt(sea, "public")
    for one in others:
        for unit in one.roster.units:
            ship = BOX.ships.get(unit.kind)
            if ship is not None and ship.nation == "soviet":
                assert unit.place == "murmansk"
    places = {(unit.kind, unit.place) for one in others for unit in one.roster.units}
    assert {place for kind, place in places if kind == "tirpitz"} == {"trondheim"}
    assert {place for kind, place in places if kind == "wichita"} == {"reykjavik"}
    assert {place for kind, place in places if kind == "scharnhorst"} == {"narvik", "trondheim"}


@rule("pq17", "15.8.1")
def test_patrol_white_is_always_made_up_of_ships_that_are_there() -> None:
    sea = in_june()
    others = dealt(sea, "axis")
    assert len({tuple(one.roster.patrol) for one in others}) > 1
    assert all({*one.roster.patrol} <= {*docked(one), *(unit.kind for unit in one.roster.units)} for one in others)


@rule("pq17", "15.1a", "15.1b", "7.2.3d")
def test_stocks_and_lost_fighters_differ_for_the_enemy_alone() -> None:
    sea = in_june()
    rosters = {seat: [one.roster for one in dealt(sea, seat)] for seat in ("allied", "axis")}
    assert {one.severny_flot for one in rosters["axis"]} == {*range(7)}
    assert {one.gruppe_nord for one in rosters["axis"]} == {10}
    assert {one.gruppe_nord for one in rosters["allied"]} == {*range(11)}
    assert {one.severny_flot for one in rosters["allied"]} == {6}
    assert {one.interceptors["banak_1"] for one in rosters["allied"]} == {1, 2}
    assert {one.interceptors["banak_1"] for one in rosters["axis"]} == {2}


def marked(unit: Unit, mark: str) -> Unit:
    setattr(unit, mark, 3 if mark == "due" else True)
    return unit


@rule("pq17", "15.4", "15.4.3", "15.8")
@pytest.mark.parametrize("mark", ["green", "due", "emergency", "afloat", "noted"])
def test_what_bears_a_mark_and_what_was_noted_for_the_operation_stays(mark: str) -> None:
    sea = in_june()
    london = sea.roster.find("london")
    assert london is not None
    if mark == "noted":
        sea.roster.noted.append(Unit("london", 3, london.place))
    else:
        marked(london, mark)
    place = sea.roster.units.index(london)
    assert all(one.roster.units[place] == london for one in dealt(sea, "axis"))


@rule("pq17", "15.8")
def test_ships_that_nobody_could_stand_for_change_berths_with_those_of_their_navy() -> None:
    """Renown is the only battle cruiser; who lies in a box beside the map, or in dock, stays there."""
    sea = in_june()
    kenya = sea.roster.find("kenya")
    assert kenya is not None
    kenya.place = "english_channel"
    others = dealt(sea, "axis")
    assert len({unit.place for one in others for unit in one.roster.units if unit.kind == "renown"}) > 1
    assert {one.roster.away[0].unit.place for one in others} == {sea.roster.away[0].unit.place}
    assert {BOX.ships[kind].type for one in others for kind in lying(one, "english_channel")} == {"cl"}
    places = [sorted(unit.place for unit in one.roster.units) for one in (sea, *others)]
    assert all(one == places[0] for one in places)


@rule("pq17", "15.0a")
def test_what_is_no_warship_by_name_stays_where_it_is() -> None:
    sea = in_june()
    sea.roster.away.append(Away(Unit("nigeria", 4, "clyde"), "operation", operation="pedestal"))
    for one in dealt(sea, "axis"):
        for before, after in zip(sea.roster.units, one.roster.units, strict=True):
            ship = BOX.ships.get(before.kind)
            if ship is None or not ship.is_single or not ship.is_warship:
                assert after == before
        assert one.roster.away[-1] == sea.roster.away[-1]


def loaded(**fields: Any) -> Sea:
    """A fortnight is over; in Murmansk 5 MV and 2 MC wait, 4 MV were unloaded in it, and 3 MO and 1 MC lie idle."""
    sea = in_june()

    def units(*kinds: tuple[str, int]) -> list[Unit]:
        return [Unit(kind, strength, "murmansk") for kind, strength in kinds]

    waiting, down, up = units(("mv", 5), ("mc", 2)), units(("mv", 4)), units(("mo", 3), ("mc", 1))
    sea.roster.boxes = {"murmansk": Boxes(waiting, down, up)}
    sea.roster.ledger = [Played("mar_1", 0, 0, "axis", operation=False, points=0)]
    for name, value in fields.items():
        setattr(sea.roster, name, value)
    return sea


def kinds(units: list[Unit]) -> dict[str, int]:
    return {unit.kind: unit.strength for unit in sorted(units, key=lambda one: one.kind)}


@rule("pq17", "15.2.2", "15.2.2b")
def test_what_lies_in_a_box_by_kind_differs_for_the_enemy_alone() -> None:
    """One MC may lie in another box of the port for an MV; how many lie in each was told."""
    sea = loaded()
    others = [one.roster.boxes["murmansk"] for one in dealt(sea, "axis")]
    assert {kinds(one.unloading)["mc"] for one in others} >= {1, 2, 3}
    assert {kinds(one.down).get("mc", 0) for one in others} >= {0, 1}
    for one in others:
        every = [*one.unloading, *one.down, *one.up]
        assert [sum(unit.strength for unit in box) for box in (one.unloading, one.down, one.up)] == [7, 4, 4]
        totals = {kind: sum(unit.strength for unit in every if unit.kind == kind) for kind in ("mv", "mc", "mo")}
        assert totals == {"mv": 9, "mc": 3, "mo": 3}
        assert kinds(one.up)["mo"] == 3
        assert all(unit.strength > 0 for unit in every)
        assert len({(id(box), unit.kind) for box in (one.unloading, one.down, one.up) for unit in box}) == len(every)
    assert {str(one.roster.boxes) for one in dealt(sea, "allied")} == {str(sea.roster.boxes)}
    assert {msgspec.json.encode(view(one, "axis")) for one in dealt(sea, "axis")} == {
        msgspec.json.encode(view(sea, "axis"))
    }


@rule("pq17", "15.2.2")
@pytest.mark.parametrize("why", ["nothing was unloaded", "he named it", "its ships are known", "damaged"])
def test_it_stays_where_it_could_be_known(why: str) -> None:
    sea = loaded()
    if why == "nothing was unloaded":
        sea.roster.ledger = []
    elif why == "he named it":
        sea.roster.unload_first = {"murmansk": {"mc": 1}}
    elif why == "its ships are known":
        sea.state.reports.append(Report(to="axis", turn=9, source="air_attack", at="0310", names=(Named("mc", 1),)))
    else:
        boxes = sea.roster.boxes["murmansk"]
        boxes.unloading[1].crippled = boxes.up[1].dead = True
    for one in dealt(sea, "axis"):
        assert one.roster.boxes == sea.roster.boxes


@rule("pq17", "15.2.2b")
def test_a_view_that_showed_the_boxes_would_be_found_out() -> None:
    assert len({msgspec.json.encode(view(one, "allied").roster.boxes) for one in dealt(loaded(), "axis")}) > 2


@rule("pq17", "1.5a")
def test_no_two_carriers_of_a_navy_share_a_kind_of_aircraft() -> None:
    """So that nothing of what is aboard could be another carrier's, and nothing of it is dealt anew."""
    aboard = [(ship.nation, kind) for ship in BOX.ships.values() for kind in {name for name, _ in ship.embarked}]
    assert len(aboard) == len(set(aboard))


def test_an_operation_by_itself_has_no_order_of_battle() -> None:
    state = PQ17.new_game("pq17", PQ17.options_type())
    assert redeal(BOX, state, "allied", lambda sides: 0) == state


@rule("pq17", "8.3", "12.6.1", "15.1a", "6.9")
@pytest.mark.parametrize(
    ("event", "allied", "axis"),
    [
        (BlocksStand("0410", "", 1), False, True),
        (BlocksStand("0719", "", 1, "axis"), True, False),
        (FuelDrawn("t", 10), False, True),
        (AircraftLost("allied", 4, ("i_16 2",)), True, False),
        (Photographed("allied", "narvik", "card_28"), True, True),
    ],
)
def test_what_is_drawn_or_stood_unseen_may_be_learned_where_it_is_told(event: Any, allied: bool, axis: bool) -> None:
    assert (bool(event.discloses("allied")), bool(event.discloses("axis"))) == (allied, axis)
