"""15.0a Of the order of battle each side knows its own part: other truths that its enemy cannot tell from this one."""

from random import Random
from typing import Any

import msgspec
import pytest

from games.titles.pq17.rules.campaign.arrivals import arrive
from games.titles.pq17.rules.campaign.composing import embark
from games.titles.pq17.rules.campaign.folding import fold
from games.titles.pq17.rules.campaign.fortnight import next_fortnight
from games.titles.pq17.rules.campaign.replacements import reinforce, upgrade_at
from games.titles.pq17.rules.campaign.unloading import unload
from games.titles.pq17.seen.redeal import conserved, redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.events.administration import AircraftLost
from games.titles.pq17.table.events.campaign import ForcesReady, FuelDrawn
from games.titles.pq17.table.events.operation import BlocksStand
from games.titles.pq17.table.events.search import Photographed
from games.titles.pq17.table.roster import Away, Boxes, Played, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Named, Points, Report
from games.titles.pq17.table.steps import SOVIET_TYPES
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign
from tests.titles.pq17.playing import play

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
def test_what_is_no_warship_by_name_or_light_ship_stays_where_it_is() -> None:
    sea = in_june()
    sea.roster.away.append(Away(Unit("nigeria", 4, "clyde"), "operation", operation="pedestal"))
    for one in dealt(sea, "axis"):
        for before, after in zip(sea.roster.units, one.roster.units, strict=True):
            ship = BOX.ships.get(before.kind)
            if ship is None or (not ship.is_single and ship.type not in LIGHT) or not ship.is_warship:
                assert after == before
        assert one.roster.away[-1] == sea.roster.away[-1]


LIGHT = ("dd", "tb", "es")


@rule("pq17", "15.0a", "15.8")
def test_light_ships_lie_in_whatever_port_of_their_navy_other_ships_lie_in() -> None:
    sea = in_june()
    sea.roster.units += [Unit("dd_j_r", 2, "reykjavik"), Unit("dd_j_r", 1, "scapa_flow", green=True)]
    others = dealt(sea, "axis")
    assert len({tuple(sorted(lying(one, "reykjavik"))) for one in others}) > 3
    assert "scapa_flow" in {one.roster.units[-2].place for one in others}
    assert all(Unit("dd_j_r", 1, "scapa_flow", green=True) in one.roster.units for one in others)
    assert {str(one.roster.units) for one in dealt(sea, "allied") if one.roster.units[-2].place != "reykjavik"} == set()
    assert len({tuple(sorted(_light(one))) for one in (sea, *others)}) == 1


def _light(sea: Sea) -> list[tuple[str, int]]:
    ships = [one for one in sea.roster.units if one.kind in BOX.ships]
    return [(one.kind, one.strength) for one in ships if BOX.ships[one.kind].type in LIGHT]


@rule("pq17", "15.4", "15.4.1")
def test_another_class_may_have_been_called_for_the_same_points() -> None:
    sea = in_june()
    sea.roster.called = {"allied": {"dd_a_i": 3, "dd_us": 1}, "axis": {"tb_35_37": 2}}
    sea.roster.called_green = {"allied": {"tb_old": 1}}
    others = dealt(sea, "axis")
    assert {str(one.roster.called["allied"]) for one in others} == {
        "{'dd_a_i': 3, 'dd_us': 1}", "{'dd_us': 1, 'tb_old': 3}",
    }  # fmt: skip
    assert {str(one.roster.called_green["allied"]) for one in others} == {"{'tb_old': 1}", "{'dd_a_i': 1}"}
    assert {str(one.roster.called["axis"]) for one in (*others, *dealt(sea, "allied"))} == {"{'tb_35_37': 2}"}
    assert {str(one.roster.called["allied"]) for one in dealt(sea, "allied")} == {str(sea.roster.called["allied"])}
    both = in_june()
    both.roster.called = {"allied": {"dd_a_i": 1, "tb_old": 2}}
    assert {str(one.roster.called) for one in dealt(both, "axis")} == {str(both.roster.called)}


def loaded(**fields: Any) -> Sea:
    """A fortnight is over; in Murmansk 5 MV and 2 MC wait, 4 MV were unloaded in it, and 3 MO and 1 MC lie idle."""
    sea = in_june()

    def units(*kinds: tuple[str, int]) -> list[Unit]:
        return [Unit(kind, strength, "murmansk") for kind, strength in kinds]

    waiting, down, up = units(("mv", 5), ("mc", 2)), units(("mv", 4)), units(("mo", 3), ("mc", 1))
    sea.roster.boxes, sea.roster.known = {"murmansk": Boxes(waiting, down, up)}, []
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
    assert {kinds(one.unloading).get("mc", 0) for one in others} >= {1, 2, 3}
    assert {kinds(one.down).get("mc", 0) for one in others} >= {0, 1}
    for one in others:
        every = [*one.unloading, *one.down, *one.up]
        assert [sum(unit.strength for unit in box) for box in (one.unloading, one.down, one.up)] == [7, 4, 4]
        totals = {kind: sum(unit.strength for unit in every if unit.kind == kind) for kind in ("mv", "mc", "mo")}
        assert totals == {"mv": 9, "mc": 3, "mo": 3}
        assert all(unit.strength > 0 for unit in every)
        assert len({(id(box), unit.kind) for box in (one.unloading, one.down, one.up) for unit in box}) == len(every)
    assert {str(one.roster.boxes) for one in dealt(sea, "allied")} == {str(sea.roster.boxes)}
    assert {msgspec.json.encode(view(one, "axis")) for one in dealt(sea, "axis")} == {
        msgspec.json.encode(view(sea, "axis"))
    }


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    "why", ["nothing was unloaded", "he named it", "its ships are known", "they were known before", "damaged"]
)
def test_it_stays_where_it_could_be_known(why: str) -> None:
    sea = loaded()
    if why == "nothing was unloaded":
        sea.roster.ledger = []
    elif why == "he named it":
        sea.roster.unload_first = {"murmansk": {"mc": 1}}
    elif why == "its ships are known":
        sea.state.reports.append(Report(to="axis", turn=9, source="air_attack", at="0310", names=(Named("mc", 1),)))
    elif why == "they were known before":
        sea.roster.known = ["murmansk"]
    else:
        boxes = sea.roster.boxes["murmansk"]
        boxes.unloading[0].inoperative = 2
        boxes.unloading[1].crippled = boxes.up[0].dead = boxes.up[1].dead = True
    for one in dealt(sea, "axis"):
        assert one.roster.boxes == sea.roster.boxes


@rule("pq17", "15.2.2b")
def test_a_view_that_showed_the_boxes_would_be_found_out() -> None:
    assert len({msgspec.json.encode(view(one, "allied").roster.boxes) for one in dealt(loaded(), "axis")}) > 2


def both_ports(**fields: Any) -> Sea:
    """Of Murmansk as above; in Arkhangelsk wait 4 MV and 2 MO, and 3 MV were unloaded."""
    sea = loaded(**fields)
    waiting = [Unit("mv", 4, "arkhangelsk"), Unit("mo", 2, "arkhangelsk")]
    sea.roster.boxes["arkhangelsk"] = Boxes(waiting, [Unit("mv", 3, "arkhangelsk")])
    return sea


def stowed(sea: Sea, sort: str, kind: str) -> tuple[int, ...]:
    """How many of a kind lie in a box of each port."""
    boxes = (getattr(sea.roster.boxes[port], sort) for port in ("murmansk", "arkhangelsk"))
    return tuple(kinds(box).get(kind, 0) for box in boxes)


TOTALS = {"mv": 16, "mc": 3, "mo": 5}
BOXES = ("unloading", "down", "up")


@rule("pq17", "15.2.1a", "15.2.2b")
def test_merchants_of_two_ports_change_places_too() -> None:
    sea = both_ports()
    others = dealt(sea, "axis")
    assert {stowed(one, "unloading", "mc")[1] for one in others} >= {0, 1}
    for one in others:
        for port, boxes in one.roster.boxes.items():
            every = [*boxes.unloading, *boxes.down, *boxes.up]
            assert {unit.place for unit in every} == {port}
            counts = [sum(unit.strength for unit in box) for box in (boxes.unloading, boxes.down, boxes.up)]
            assert counts == ([7, 4, 4] if port == "murmansk" else [6, 3, 0])
    totals = {kind: {sum(sum(stowed(one, sort, kind)) for sort in BOXES) for one in others} for kind in TOTALS}
    assert totals == {kind: {count} for kind, count in TOTALS.items()}


@rule("pq17", "15.2.2", "15.3.3")
def test_tankers_lie_in_any_box_while_no_aircraft_wait_for_cargo() -> None:
    """What was unloaded for aircraft is what lies there now in that world."""
    sea = both_ports(fortnight=3, unloaded=7)
    others = dealt(sea, "axis")
    assert len({stowed(one, "down", "mo") for one in others}) > 2
    for one in others:
        assert one.roster.unloaded == 7 - sum(stowed(one, "down", "mo"))
    assert {one.roster.unloaded for one in dealt(sea, "allied")} == {7}


@rule("pq17", "15.3.3")
def test_once_aircraft_wait_for_cargo_as_many_tankers_were_unloaded_in_every_world() -> None:
    """June I brings aircraft for cargo: whether they came tells how many merchants with cargo were unloaded."""
    sea = both_ports(fortnight=6, unloaded=7)
    others = dealt(sea, "axis")
    assert len({stowed(one, "unloading", "mo") for one in others}) > 1
    for sort, tankers in (("unloading", 2), ("down", 0), ("up", 3)):
        assert {sum(stowed(one, sort, "mo")) for one in others} == {tankers}
    assert {one.roster.unloaded for one in others} == {7}


@rule("pq17", "15.2.2b", "15.3.3")
def test_the_ledger_says_how_many_were_unloaded_and_not_of_which_kind() -> None:
    """Thirteen merchants, of which two are tankers and bring nothing for aircraft; all were told how many."""
    sea = both_ports(bids={"allied": 0, "axis": 0})
    unload(BOX, sea.roster)
    assert (sea.roster.discharged, sea.roster.unloaded) == (13, 11)
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    play(next_fortnight(sea))
    assert sea.roster.ledger[-1].unloaded == 13
    assert len({msgspec.json.encode(view(one, "axis")) for one in dealt(sea, "axis")}) == 1


@rule("pq17", "15.2.2b")
def test_a_port_whose_merchants_are_known_takes_no_part() -> None:
    sea = both_ports(known=["arkhangelsk"])
    assert {str(one.roster.boxes["arkhangelsk"]) for one in dealt(sea, "axis")} == {
        str(sea.roster.boxes["arkhangelsk"])
    }
    assert len({str(one.roster.boxes["murmansk"]) for one in dealt(sea, "axis")}) > 2


@rule("pq17", "15.2.2b")
def test_what_lies_in_ballast_as_the_campaign_begins_is_known() -> None:
    assert campaign().roster.known == ["murmansk"]


def folded(*names: Named, quay: str = "", **boxes: Boxes) -> Sea:
    """After an operation in which these ships were reported by name; laden merchants lie on a quay."""
    sea = campaign()
    sea.roster.boxes, sea.roster.known, sea.roster.noted = boxes, ["murmansk"], []
    if quay:
        sea.roster.units.append(Unit("mv", 5, quay, laden=True))
    sea.state.reports = [Report(to="axis", turn=9, source="photo", at="0310", names=names)] if names else []
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    points = {"home_fleet": Points(), "severny_flot": Points(), "gruppe_nord": Points()}
    sea.state.command = points
    fold(sea)
    return sea


@rule("pq17", "6.9a", "15.2.2b")
@pytest.mark.parametrize(
    ("names", "quay", "box", "known"),
    [
        ((), "", "murmansk", ["murmansk"]),
        ((), "murmansk", "", []),
        ((), "", "arkhangelsk", []),
        ((Named("mv", 5),), "murmansk", "", ["murmansk"]),
        ((Named("mv", 5),), "", "arkhangelsk", ["arkhangelsk"]),
        ((Named("london"),), "murmansk", "", []),
    ],
)
def test_the_enemy_knows_who_lies_in_a_port_until_nobody_of_them_does(
    names: tuple[Named, ...], quay: str, box: str, known: list[str]
) -> None:
    boxes = {box: Boxes([Unit("mv", 2, box)])} if box else {}
    assert folded(*names, quay=quay, **boxes).roster.known == known


# --- 15.6.3 replacements of aircraft


def with_replacements() -> Sea:
    """Of two Ju 88 at Banak one has come back to full strength, and a Bf 109 is there again; elsewhere steps lack."""
    sea = in_june()
    aircraft = [
        Unit("ju_88", 2, "banak"),
        Unit("ju_88", 1, "banak"),
        Unit("bf_109", 1, "kirkenes_field"),
        Unit("he_115", 1, "tromso"),
        Unit("hurricane_soviet", 2, "vaenga"),
        Unit("p_40", 1, "vaenga"),
    ]
    sea.roster.units = [one for one in sea.roster.units if one.kind not in BOX.aircraft] + aircraft
    sea.roster.away.append(Away(Unit("ju_87", 1, "kirkenes_field"), "lost"))
    sea.roster.replaced = [Unit("ju_88", 1, "banak"), Unit("bf_109", 1, "kirkenes_field"),
                           Unit("hurricane_soviet", 1, "vaenga")]  # fmt: skip
    return sea


def flying(sea: Sea, side: str) -> list[tuple[str, str, int]]:
    found = [one for one in sea.roster.units if one.kind in BOX.aircraft and BOX.aircraft[one.kind].side == side]
    return sorted((one.kind, one.place, one.strength) for one in found)


@rule("pq17", "15.6.3", "15.6.4", "1.5a")
@pytest.mark.parametrize(("owner", "enemy"), [("axis", "allied"), ("allied", "axis")])
def test_who_took_the_replacements_differs_for_the_enemy_alone(owner: str, enemy: str) -> None:
    sea = with_replacements()
    others = dealt(sea, enemy)
    assert len({tuple(flying(one, owner)) for one in others}) > 1
    assert {tuple(flying(one, enemy)) for one in others} == {tuple(flying(sea, enemy))}
    assert {sum(strength for *_, strength in flying(one, owner)) for one in others} == {
        sum(strength for *_, strength in flying(sea, owner))
    }
    assert {msgspec.json.encode(view(one, enemy)) for one in others} == {msgspec.json.encode(view(sea, enemy))}


@rule("pq17", "15.6.3")
def test_no_world_has_what_no_replacement_could_have_made() -> None:
    """A step that was no replacement stays; who was destroyed comes back with one step or not at all."""
    full = {kind: one.strength for kind, one in BOX.aircraft.items()}
    seen = set()
    for one in dealt(with_replacements(), "allied"):
        there = flying(one, "axis")
        assert all(0 < strength <= full[kind] for kind, _, strength in there)
        assert sum(kind == "ju_88" for kind, *_ in there) == 2
        assert ("he_115", "tromso", 1) in there
        lost = sorted(away.unit.kind for away in one.roster.away if away.why == "lost")
        seen.add(tuple(lost))
        assert sum(unit.strength for unit in one.roster.replaced) == 3
    assert ("ju_87",) in seen
    assert ("bf_109",) in seen


@rule("pq17", "15.6.3")
def test_who_was_replaced_is_noted_until_the_next_operation() -> None:
    sea = with_replacements()
    sea.roster.replaced = []
    assert reinforce(BOX, sea.roster, "ju_87", "kirkenes_field", 3) == 3 - 1 - (BOX.aircraft["ju_87"].strength - 1)
    assert [(one.kind, one.place) for one in sea.roster.replaced] == [("ju_87", "kirkenes_field")]
    embark(BOX, sea.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
    assert sea.roster.replaced == []


# --- 15.6.5 new types in the place of others


def with_an_upgrade() -> Sea:
    """A Hurricane of two steps at Vaenga has become a P-40; another lies there, and a P-400 at Yagodnik."""
    sea = in_june()
    sea.roster.units = [one for one in sea.roster.units if one.kind not in SOVIET_TYPES]
    sea.roster.units += [Unit("hurricane_soviet", 2, "vaenga"), Unit("hurricane_soviet", 1, "vaenga"),
                         Unit("p_400", 2, "yagodnik")]  # fmt: skip
    upgrade_at(BOX, sea.roster, "hurricane_soviet", "vaenga", "p_40")
    return sea


def soviet_types(sea: Sea) -> tuple[tuple[str, str, int], ...]:
    return tuple(one for one in flying(sea, "allied") if one[0] in SOVIET_TYPES)


@rule("pq17", "15.6.5", "1.5a")
def test_which_type_took_the_place_of_which_unit_differs_for_the_enemy_alone() -> None:
    sea = with_an_upgrade()
    assert soviet_types(sea) == (("hurricane_soviet", "vaenga", 1), ("p_40", "vaenga", 2), ("p_400", "yagodnik", 2))
    for seat in ("axis", "public"):
        others = dealt(sea, seat)
        assert {soviet_types(one) for one in others} == {
            soviet_types(sea),
            (("hurricane_soviet", "vaenga", 1), ("p_400", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 2), ("p_40", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 2), ("p_400", "vaenga", 2), ("p_400", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 1), ("hurricane_soviet", "vaenga", 2), ("p_40", "yagodnik", 2)),
            (("hurricane_soviet", "vaenga", 1), ("hurricane_soviet", "vaenga", 2), ("hurricane_soviet", "yagodnik", 2)),
        }
        assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(sea, seat))}
    assert {soviet_types(one) for one in dealt(sea, "allied")} == {soviet_types(sea)}
    assert redeal(BOX, sea.state, "axis", lambda sides: 0) == sea.state


@rule("pq17", "15.6.5")
def test_what_was_dealt_anew_is_dealt_anew_again() -> None:
    sea = with_an_upgrade()
    swapped = next(one for one in dealt(sea, "axis") if soviet_types(one) != soviet_types(sea))
    assert soviet_types(sea) in {soviet_types(one) for one in dealt(swapped, "axis")}


@rule("pq17", "15.6.5", "1.5a")
@pytest.mark.parametrize("why", ["it was hurt", "it was moved", "an operation began"])
def test_a_new_type_stays_where_it_could_be_known(why: str) -> None:
    sea = with_an_upgrade()
    (new,) = [one for one in sea.roster.units if one.kind == "p_40"]
    if why == "it was hurt":
        new.strength = 1
    elif why == "it was moved":
        new.place = "yagodnik"
    else:
        embark(BOX, sea.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
        assert sea.roster.upgraded == []
    assert {soviet_types(one) for one in dealt(sea, "axis")} == {soviet_types(sea)}


@rule("pq17", "15.6.5")
def test_a_view_that_showed_the_new_types_would_be_found_out() -> None:
    assert len({msgspec.json.encode(view(one, "allied").roster) for one in dealt(with_an_upgrade(), "axis")}) > 3


# --- 15.3.3 who was admitted of two that waited for cargo


def with_one_admitted(*waiting: Unit, unloaded: int = 6) -> Sea:
    """In September, of those that waited for cargo, as many come as six merchants bring: two steps."""
    sea = in_june()
    sea.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == "sep_1")
    sea.roster.units = [one for one in sea.roster.units if one.kind not in ("p_40", "pe_3")]
    sea.roster.waiting, sea.roster.unloaded = [*waiting], unloaded
    arrive(BOX, sea.roster)
    return sea


def two_waiting() -> tuple[Unit, Unit]:
    return Unit("pe_3", 2, "vaenga"), Unit("p_40", 2, "vaenga")


def came_and_waits(sea: Sea) -> tuple[tuple[str, ...], tuple[str, ...]]:
    came = tuple(sorted(one.kind for one in sea.roster.at("vaenga") if one.kind in ("p_40", "pe_3")))
    return came, tuple(one.kind for one in sea.roster.waiting)


@rule("pq17", "15.3.3", "1.5a")
def test_who_of_two_was_admitted_differs_for_the_enemy_alone() -> None:
    sea = with_one_admitted(*two_waiting())
    assert came_and_waits(sea) == (("pe_3",), ("p_40",))
    for seat in ("axis", "public"):
        others = dealt(sea, seat)
        assert {came_and_waits(one) for one in others} == {(("pe_3",), ("p_40",)), (("p_40",), ("pe_3",))}
        assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(sea, seat))}
        swapped = next(one for one in others if came_and_waits(one) != came_and_waits(sea))
        assert len({came_and_waits(one) for one in dealt(swapped, seat)}) == 2
    assert {came_and_waits(one) for one in dealt(sea, "allied")} == {came_and_waits(sea)}
    assert redeal(BOX, sea.state, "axis", lambda sides: 0) == sea.state


@rule("pq17", "15.3.3")
def test_a_view_that_showed_who_waits_would_be_found_out() -> None:
    sea = with_one_admitted(*two_waiting())
    assert len({msgspec.json.encode(view(one, "allied").roster.waiting) for one in dealt(sea, "axis")}) == 2


@rule("pq17", "15.3.3", "15.6.3")
@pytest.mark.parametrize("why", ["both came", "of another strength", "it was hurt", "it was moved", "it took a step",
                                 "the other waited for it", "none came", "an operation began"])  # fmt: skip
def test_whoever_was_admitted_stays_where_it_could_be_known_or_was_no_choice(why: str) -> None:
    """15.3.3 Who comes due last was no choice; an operation shows all aircraft on land (1.5a)."""
    pe_3, p_40 = two_waiting()
    if why == "of another strength":
        p_40.strength = 3
    sea = with_one_admitted(
        pe_3,
        *([p_40] if why != "the other waited for it" else []),
        unloaded={"both came": 12, "none came": 5}.get(why, 6),
    )
    came = next((one for one in sea.roster.at("vaenga") if one.kind == "pe_3"), None)
    assert (came is None) == (why == "none came")
    if why == "the other waited for it":
        sea.roster.waiting.append(p_40)
    elif why == "it took a step":
        sea.roster.replaced.append(Unit("p_40", 1, "yagodnik"))
    elif why == "an operation began":
        embark(BOX, sea.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
        assert sea.roster.admitted == {}
    elif came is not None and why == "it was hurt":
        came.strength = 1
    elif came is not None and why == "it was moved":
        came.place = "yagodnik"
    assert {came_and_waits(one) for one in dealt(sea, "axis")} == {came_and_waits(sea)}


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
        (ForcesReady(("p_40 2 vaenga",), ("ju_88 3 banak",)), True, True),
        (AircraftLost("allied", 4, ("i_16 2",)), True, False),
        (Photographed("allied", "narvik", "card_28"), True, True),
    ],
)
def test_what_is_drawn_or_stood_unseen_may_be_learned_where_it_is_told(event: Any, allied: bool, axis: bool) -> None:
    assert (bool(event.discloses("allied")), bool(event.discloses("axis"))) == (allied, axis)
