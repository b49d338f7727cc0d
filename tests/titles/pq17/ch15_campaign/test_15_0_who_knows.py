"""15.0a: each side knows its own order of battle, in every world that its enemy cannot tell apart."""

from typing import Any

import msgspec
import pytest

from games.titles.pq17.rules.campaign.arrivals import place_arrivals
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import next_fortnight
from games.titles.pq17.rules.campaign.unloading import unload_merchants
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.administration import AircraftLost
from games.titles.pq17.state.events.campaign import ForcesReady, FuelDrawn
from games.titles.pq17.state.events.operation import BlocksStand
from games.titles.pq17.state.events.search import Photographed
from games.titles.pq17.state.roster import Away, Boxes, Played, Unit
from games.titles.pq17.state.state import Named, Points, Report
from games.titles.pq17.visibility.redeal import conserved, redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign
from tests.titles.pq17.ch15_campaign.other_worlds import dealt, docked, in_june
from tests.titles.pq17.playing import play

rule = pytest.mark.rule
LIGHT = ("dd", "tb", "es")
TOTALS = {"mv": 16, "mc": 3, "mo": 5}
BOXES = ("unloading", "down", "up")


def lying(board: Board, place: str) -> set[str]:
    return {unit.kind for unit in board.roster.at(place)}


def marked(unit: Unit, mark: str) -> Unit:
    setattr(unit, mark, 3 if mark == "due" else True)
    return unit


def _light(board: Board) -> list[tuple[str, int]]:
    ships = [one for one in board.roster.units if one.kind in BOX.ships]
    return [(one.kind, one.strength) for one in ships if BOX.ships[one.kind].type in LIGHT]


def loaded(**fields: Any) -> Board:
    """A fortnight is over; in Murmansk 5 MV and 2 MC wait, 4 MV were unloaded in it, and 3 MO and 1 MC lie idle."""
    board = in_june()

    def units(*kinds: tuple[str, int]) -> list[Unit]:
        return [Unit(kind, strength, "murmansk") for kind, strength in kinds]

    waiting, down, up = units(("mv", 5), ("mc", 2)), units(("mv", 4)), units(("mo", 3), ("mc", 1))
    board.roster.boxes, board.roster.known = {"murmansk": Boxes(waiting, down, up)}, []
    board.roster.ledger = [Played("mar_1", 0, 0, "axis", operation=False, points=0)]
    for name, value in fields.items():
        setattr(board.roster, name, value)
    return board


def kinds(units: list[Unit]) -> dict[str, int]:
    return {unit.kind: unit.strength for unit in sorted(units, key=lambda one: one.kind)}


def both_ports(**fields: Any) -> Board:
    """Of Murmansk as above; in Arkhangelsk wait 4 MV and 2 MO, and 3 MV were unloaded."""
    board = loaded(**fields)
    waiting = [Unit("mv", 4, "arkhangelsk"), Unit("mo", 2, "arkhangelsk")]
    board.roster.boxes["arkhangelsk"] = Boxes(waiting, [Unit("mv", 3, "arkhangelsk")])
    return board


def stowed(board: Board, sort: str, kind: str) -> tuple[int, ...]:
    """How many of a kind lie in a box of each port."""
    boxes = (getattr(board.roster.boxes[port], sort) for port in ("murmansk", "arkhangelsk"))
    return tuple(kinds(box).get(kind, 0) for box in boxes)


def folded(*names: Named, quay: str = "", **boxes: Boxes) -> Board:
    """After an operation in which these ships were reported by name; laden merchants lie on a quay."""
    board = campaign()
    board.roster.boxes, board.roster.known, board.roster.noted = boxes, ["murmansk"], []
    if quay:
        board.roster.units.append(Unit("mv", 5, quay, laden=True))
    board.state.reports = [Report(to="axis", turn=9, source="photo", at="0310", names=names)] if names else []
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    points = {"home_fleet": Points(), "severny_flot": Points(), "gruppe_nord": Points()}
    board.state.command = points
    fold_operation(board)
    return board


def with_one_admitted(*waiting: Unit, unloaded: int = 6) -> Board:
    """In September, of those that waited for cargo, as many come as six merchants bring: two steps."""
    board = in_june()
    board.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == "sep_1")
    board.roster.units = [one for one in board.roster.units if one.kind not in ("p_40", "pe_3")]
    board.roster.waiting, board.roster.unloaded = [*waiting], unloaded
    place_arrivals(BOX, board.roster)
    return board


def two_waiting() -> tuple[Unit, Unit]:
    return Unit("pe_3", 2, "vaenga"), Unit("p_40", 2, "vaenga")


def came_and_waits(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    came = tuple(sorted(one.kind for one in board.roster.at("vaenga") if one.kind in ("p_40", "pe_3")))
    return came, tuple(one.kind for one in board.roster.waiting)


def test_an_operation_by_itself_has_no_order_of_battle() -> None:
    state = PQ17.rules.new_game("pq17", PQ17.options.type())
    assert redeal(BOX, state, "allied", lambda sides: 0) == state


@rule("pq17", "1.5a")
def test_1_5a_no_two_carriers_of_a_navy_share_a_kind_of_aircraft() -> None:
    """So that nothing of what is aboard could be another carrier's, and nothing of it is dealt anew."""
    aboard = [(ship.nation, kind) for ship in BOX.ships.values() for kind in {name for name, _ in ship.embarked}]
    assert len(aboard) == len(set(aboard))


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
def test_6_9a_the_enemy_knows_who_lies_in_a_port_until_nobody_of_them_does(
    names: tuple[Named, ...], quay: str, box: str, known: list[str]
) -> None:
    boxes = {box: Boxes([Unit("mv", 2, box)])} if box else {}
    assert folded(*names, quay=quay, **boxes).roster.known == known


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
def test_8_3_what_is_drawn_or_stood_unseen_may_be_learned_where_it_is_told(
    event: Any, allied: bool, axis: bool
) -> None:
    assert (bool(event.discloses("allied")), bool(event.discloses("axis"))) == (allied, axis)


@rule("pq17", "15.0a")
@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_15_0a_no_other_order_of_battle_shows(seat: str) -> None:
    board = in_june()
    others = dealt(board, seat)
    assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(board, seat))}
    assert {tuple(conserved(BOX, one.state).items()) for one in others} == {tuple(conserved(BOX, board.state).items())}
    assert redeal(BOX, board.state, seat, lambda sides: 0) == board.state


@rule("pq17", "15.0a", "15.5.1", "15.8")
def test_15_0a_who_lies_where_and_who_is_in_dock_differs_for_the_enemy_alone() -> None:
    board = in_june()
    others, own = dealt(board, "axis"), dealt(board, "allied")
    assert len({docked(one)[0] for one in others}) > 2
    assert {BOX.ships[docked(one)[0]].type for one in others} == {"ca"}
    assert {docked(one)[1] for one in others} == {"lutzow"}
    assert len({frozenset(lying(one, "scapa_flow")) for one in others}) > 2
    assert {docked(one)[0] for one in own} == {"suffolk"}
    assert {frozenset(lying(one, "scapa_flow")) for one in own} == {frozenset(lying(board, "scapa_flow"))}
    counts = [sorted(unit.kind for unit in one.roster.units) + list(docked(one)) for one in others]
    assert {tuple(sorted(one)) for one in counts} == {tuple(sorted(counts[0]))}


@rule("pq17", "15.0a")
def test_15_0a_ships_lie_where_their_navy_may_and_those_of_a_rule_of_their_own_stay() -> None:
    board = in_june()
    others = dealt(board, "public")
    for one in others:
        for unit in one.roster.units:
            ship = BOX.ships.get(unit.kind)
            if ship is not None and ship.nation == "soviet":
                assert unit.place == "murmansk"
    places = {(unit.kind, unit.place) for one in others for unit in one.roster.units}
    assert {place for kind, place in places if kind == "tirpitz"} == {"trondheim"}
    assert {place for kind, place in places if kind == "wichita"} == {"reykjavik"}
    assert {place for kind, place in places if kind == "scharnhorst"} == {"narvik", "trondheim"}


@rule("pq17", "15.0a")
def test_15_0a_what_is_no_warship_by_name_or_light_ship_stays_where_it_is() -> None:
    board = in_june()
    board.roster.away.append(Away(Unit("nigeria", 4, "clyde"), "operation", operation="pedestal"))
    for one in dealt(board, "axis"):
        for before, after in zip(board.roster.units, one.roster.units, strict=True):
            ship = BOX.ships.get(before.kind)
            if ship is None or (not ship.is_single and ship.type not in LIGHT) or not ship.is_warship:
                assert after == before
        assert one.roster.away[-1] == board.roster.away[-1]


@rule("pq17", "15.0a", "15.8")
def test_15_0a_light_ships_lie_in_whatever_port_of_their_navy_other_ships_lie_in() -> None:
    board = in_june()
    board.roster.units += [Unit("dd_j_r", 2, "reykjavik"), Unit("dd_j_r", 1, "scapa_flow", green=True)]
    others = dealt(board, "axis")
    assert len({tuple(sorted(lying(one, "reykjavik"))) for one in others}) > 3
    assert "scapa_flow" in {one.roster.units[-2].place for one in others}
    assert all(Unit("dd_j_r", 1, "scapa_flow", green=True) in one.roster.units for one in others)
    assert {
        str(one.roster.units) for one in dealt(board, "allied") if one.roster.units[-2].place != "reykjavik"
    } == set()
    assert len({tuple(sorted(_light(one))) for one in (board, *others)}) == 1


@rule("pq17", "15.1a", "15.1b", "7.2.3d")
def test_15_1a_stocks_and_lost_fighters_differ_for_the_enemy_alone() -> None:
    board = in_june()
    rosters = {seat: [one.roster for one in dealt(board, seat)] for seat in ("allied", "axis")}
    assert {one.severny_flot for one in rosters["axis"]} <= {*range(2 * BOX.campaign.rules.severny_flot.most_later + 1)}
    assert (
        min(len({one.severny_flot for one in rosters["axis"]}), len({one.gruppe_nord for one in rosters["allied"]})) > 5
    )
    assert {one.gruppe_nord for one in rosters["axis"]} == {10}
    assert {one.gruppe_nord for one in rosters["allied"]} <= {*range(2 * BOX.campaign.rules.gruppe_nord.most + 1)}
    assert {one.severny_flot for one in rosters["allied"]} == {6}
    assert {one.interceptors["banak_1"] for one in rosters["allied"]} == {1, 2}
    assert {one.interceptors["banak_1"] for one in rosters["axis"]} == {2}


@rule("pq17", "15.2.1a", "15.2.2b")
def test_15_2_1a_merchants_of_two_ports_change_places_too() -> None:
    board = both_ports()
    others = dealt(board, "axis")
    assert {stowed(one, "unloading", "mc")[1] for one in others} >= {0, 1}
    for one in others:
        for port, boxes in one.roster.boxes.items():
            every = [*boxes.unloading, *boxes.down, *boxes.up]
            assert {unit.place for unit in every} == {port}
            counts = [sum(unit.strength for unit in box) for box in (boxes.unloading, boxes.down, boxes.up)]
            assert counts == ([7, 4, 4] if port == "murmansk" else [6, 3, 0])
    totals = {kind: {sum(sum(stowed(one, sort, kind)) for sort in BOXES) for one in others} for kind in TOTALS}
    assert totals == {kind: {count} for kind, count in TOTALS.items()}


@rule("pq17", "15.2.2", "15.2.2b")
def test_15_2_2_what_lies_in_a_box_by_kind_differs_for_the_enemy_alone() -> None:
    """One MC may lie in another box of the port for an MV; how many lie in each was told."""
    board = loaded()
    others = [one.roster.boxes["murmansk"] for one in dealt(board, "axis")]
    assert {kinds(one.unloading).get("mc", 0) for one in others} >= {1, 2, 3}
    assert {kinds(one.down).get("mc", 0) for one in others} >= {0, 1}
    for one in others:
        every = [*one.unloading, *one.down, *one.up]
        assert [sum(unit.strength for unit in box) for box in (one.unloading, one.down, one.up)] == [7, 4, 4]
        totals = {kind: sum(unit.strength for unit in every if unit.kind == kind) for kind in ("mv", "mc", "mo")}
        assert totals == {"mv": 9, "mc": 3, "mo": 3}
        assert all(unit.strength > 0 for unit in every)
        assert len({(id(box), unit.kind) for box in (one.unloading, one.down, one.up) for unit in box}) == len(every)
    assert {str(one.roster.boxes) for one in dealt(board, "allied")} == {str(board.roster.boxes)}
    assert {msgspec.json.encode(view(one, "axis")) for one in dealt(board, "axis")} == {
        msgspec.json.encode(view(board, "axis"))
    }


@rule("pq17", "15.2.2")
@pytest.mark.parametrize(
    "why", ["nothing was unloaded", "he named it", "its ships are known", "they were known before", "damaged"]
)
def test_15_2_2_it_stays_where_it_could_be_known(why: str) -> None:
    board = loaded()
    if why == "nothing was unloaded":
        board.roster.ledger = []
    elif why == "he named it":
        board.roster.unload_first = {"murmansk": {"mc": 1}}
    elif why == "its ships are known":
        board.state.reports.append(Report(to="axis", turn=9, source="air_attack", at="0310", names=(Named("mc", 1),)))
    elif why == "they were known before":
        board.roster.known = ["murmansk"]
    else:
        boxes = board.roster.boxes["murmansk"]
        boxes.unloading[0].inoperative = 2
        boxes.unloading[1].crippled = boxes.up[0].dead = boxes.up[1].dead = True
    for one in dealt(board, "axis"):
        assert one.roster.boxes == board.roster.boxes


@rule("pq17", "15.2.2", "15.3.3")
def test_15_2_2_tankers_lie_in_any_box_while_no_aircraft_wait_for_cargo() -> None:
    """What was unloaded for aircraft is what lies there now in that world."""
    board = both_ports(fortnight=3, unloaded=7)
    others = dealt(board, "axis")
    assert len({stowed(one, "down", "mo") for one in others}) > 2
    for one in others:
        assert one.roster.unloaded == 7 - sum(stowed(one, "down", "mo"))
    assert {one.roster.unloaded for one in dealt(board, "allied")} == {7}


@rule("pq17", "15.2.2b")
def test_15_2_2b_a_view_that_showed_the_boxes_would_be_found_out() -> None:
    assert len({msgspec.json.encode(view(one, "allied").roster.boxes) for one in dealt(loaded(), "axis")}) > 2


@rule("pq17", "15.2.2b", "15.3.3")
def test_15_2_2b_the_ledger_says_how_many_were_unloaded_and_not_of_which_kind() -> None:
    """Thirteen merchants, of which two are tankers and bring nothing for aircraft; all were told how many."""
    board = both_ports(bids={"allied": 0, "axis": 0})
    unload_merchants(BOX, board.roster)
    assert (board.roster.discharged, board.roster.unloaded) == (13, 11)
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    play(next_fortnight(board))
    assert board.roster.ledger[-1].unloaded == 13
    assert len({msgspec.json.encode(view(one, "axis")) for one in dealt(board, "axis")}) == 1


@rule("pq17", "15.2.2b")
def test_15_2_2b_a_port_whose_merchants_are_known_takes_no_part() -> None:
    board = both_ports(known=["arkhangelsk"])
    assert {str(one.roster.boxes["arkhangelsk"]) for one in dealt(board, "axis")} == {
        str(board.roster.boxes["arkhangelsk"])
    }
    assert len({str(one.roster.boxes["murmansk"]) for one in dealt(board, "axis")}) > 2


@rule("pq17", "15.2.2b")
def test_15_2_2b_what_lies_in_ballast_as_the_campaign_begins_is_known() -> None:
    assert campaign().roster.known == ["murmansk"]


@rule("pq17", "15.3.3")
def test_15_3_3_once_aircraft_wait_for_cargo_as_many_tankers_were_unloaded_in_every_world() -> None:
    """June I brings aircraft for cargo: whether they came tells how many merchants with cargo were unloaded."""
    board = both_ports(fortnight=6, unloaded=7)
    others = dealt(board, "axis")
    assert len({stowed(one, "unloading", "mo") for one in others}) > 1
    for sort, tankers in (("unloading", 2), ("down", 0), ("up", 3)):
        assert {sum(stowed(one, sort, "mo")) for one in others} == {tankers}
    assert {one.roster.unloaded for one in others} == {7}


@rule("pq17", "15.3.3", "1.5a")
def test_15_3_3_who_of_two_was_admitted_differs_for_the_enemy_alone() -> None:
    board = with_one_admitted(*two_waiting())
    assert came_and_waits(board) == (("pe_3",), ("p_40",))
    for seat in ("axis", "public"):
        others = dealt(board, seat)
        assert {came_and_waits(one) for one in others} == {(("pe_3",), ("p_40",)), (("p_40",), ("pe_3",))}
        assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(board, seat))}
        swapped = next(one for one in others if came_and_waits(one) != came_and_waits(board))
        assert len({came_and_waits(one) for one in dealt(swapped, seat)}) == 2
    assert {came_and_waits(one) for one in dealt(board, "allied")} == {came_and_waits(board)}
    assert redeal(BOX, board.state, "axis", lambda sides: 0) == board.state


@rule("pq17", "15.3.3")
def test_15_3_3_a_view_that_showed_who_waits_would_be_found_out() -> None:
    board = with_one_admitted(*two_waiting())
    assert len({msgspec.json.encode(view(one, "allied").roster.waiting) for one in dealt(board, "axis")}) == 2


@rule("pq17", "15.3.3", "15.6.3")
@pytest.mark.parametrize("why", ["both came", "of another strength", "it was hurt", "it was moved", "it took a step",
                                 "the other waited for it", "none came", "an operation began"])  # fmt: skip
def test_15_3_3_whoever_was_admitted_stays_where_it_could_be_known_or_was_no_choice(why: str) -> None:
    """15.3.3 Who comes due last was no choice; an operation shows all aircraft on land (1.5a)."""
    pe_3, p_40 = two_waiting()
    if why == "of another strength":
        p_40.strength = 3
    board = with_one_admitted(
        pe_3,
        *([p_40] if why != "the other waited for it" else []),
        unloaded={"both came": 12, "none came": 5}.get(why, 6),
    )
    came = next((one for one in board.roster.at("vaenga") if one.kind == "pe_3"), None)
    assert (came is None) == (why == "none came")
    if why == "the other waited for it":
        board.roster.waiting.append(p_40)
    elif why == "it took a step":
        board.roster.replaced.append(Unit("p_40", 1, "yagodnik"))
    elif why == "an operation began":
        compose_operation(BOX, board.roster, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
        assert board.roster.admitted == {}
    elif came is not None and why == "it was hurt":
        came.strength = 1
    elif came is not None and why == "it was moved":
        came.place = "yagodnik"
    assert {came_and_waits(one) for one in dealt(board, "axis")} == {came_and_waits(board)}


@rule("pq17", "15.4", "15.4.3", "15.8")
@pytest.mark.parametrize("mark", ["green", "due", "emergency", "afloat", "noted"])
def test_15_4_what_bears_a_mark_and_what_was_noted_for_the_operation_stays(mark: str) -> None:
    board = in_june()
    london = board.roster.find("london")
    assert london is not None
    if mark == "noted":
        board.roster.noted.append(Unit("london", 3, london.place))
    else:
        marked(london, mark)
    place = board.roster.units.index(london)
    assert all(one.roster.units[place] == london for one in dealt(board, "axis"))


@rule("pq17", "15.4", "15.4.1")
def test_15_4_another_class_may_have_been_called_for_the_same_points() -> None:
    board = in_june()
    board.roster.called = {"allied": {"dd_a_i": 3, "dd_us": 1}, "axis": {"tb_35_37": 2}}
    board.roster.called_green = {"allied": {"tb_old": 1}}
    others = dealt(board, "axis")
    assert {str(one.roster.called["allied"]) for one in others} == {
        "{'dd_a_i': 3, 'dd_us': 1}", "{'dd_us': 1, 'tb_old': 3}",
    }  # fmt: skip
    assert {str(one.roster.called_green["allied"]) for one in others} == {"{'tb_old': 1}", "{'dd_a_i': 1}"}
    assert {str(one.roster.called["axis"]) for one in (*others, *dealt(board, "allied"))} == {"{'tb_35_37': 2}"}
    assert {str(one.roster.called["allied"]) for one in dealt(board, "allied")} == {str(board.roster.called["allied"])}
    both = in_june()
    both.roster.called = {"allied": {"dd_a_i": 1, "tb_old": 2}}
    assert {str(one.roster.called) for one in dealt(both, "axis")} == {str(both.roster.called)}


@rule("pq17", "15.8")
def test_15_8_ships_that_nobody_could_stand_for_change_berths_with_those_of_their_navy() -> None:
    """Renown is the only battle cruiser; who lies in a box beside the map, or in dock, stays there."""
    board = in_june()
    kenya = board.roster.find("kenya")
    assert kenya is not None
    kenya.place = "english_channel"
    others = dealt(board, "axis")
    assert len({unit.place for one in others for unit in one.roster.units if unit.kind == "renown"}) > 1
    assert {one.roster.away[0].unit.place for one in others} == {board.roster.away[0].unit.place}
    assert {BOX.ships[kind].type for one in others for kind in lying(one, "english_channel")} == {"cl"}
    places = [sorted(unit.place for unit in one.roster.units) for one in (board, *others)]
    assert all(one == places[0] for one in places)


@rule("pq17", "15.8.1")
def test_15_8_1_patrol_white_is_always_made_up_of_ships_that_are_there() -> None:
    board = in_june()
    others = dealt(board, "axis")
    assert len({tuple(one.roster.patrol) for one in others}) > 1
    assert all({*one.roster.patrol} <= {*docked(one), *(unit.kind for unit in one.roster.units)} for one in others)
