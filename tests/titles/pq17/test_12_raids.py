"""12.4, 12.7: the bombing order against Tirpitz in port, and the port raid of the confirmation phase."""

from typing import Any

import pytest

from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Bomb, ShowChit
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.bombing import may_order_bombing, ports_in_range, remove_bombers
from games.titles.pq17.rules.special.parts import carry_out, specials_part
from games.titles.pq17.rules.special.port_raid import lights, port_raids, raid_form
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import BombersCame, ChitShown, Raided
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import Chit, Named, Phase, Report
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.raids import in_boxes, raiding
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
PHOTO = Report(to="allied", turn=3, source="photo", at="1111", port="trondheim", level=4, names=(Named("tirpitz"),))


def ordered(*orders: Any, reports: Any = (PHOTO,), light: str = "dec_1", **fields: Any) -> Board:
    lying = force("t", "axis", "task_force", "1111", "tirpitz", "admiral_hipper", port="trondheim")
    return arctic(
        lying,
        scenario="pq12",
        chits={"allied": Chit("a", "bombing_order")},
        phase=Phase("allied", orders=tuple(orders)),
        reports=list(reports),
        light=light,
        **fields,
    )


@rule("pq17", "12.4")
def test_the_order_needs_a_photograph_of_a_capital_ship_and_the_night() -> None:
    cruisers = Report(to="allied", turn=3, source="photo", at="0813", port="narvik", names=(Named("lutzow"),))
    assert may_order_bombing(ordered())
    assert not may_order_bombing(ordered(reports=[cruisers]))
    assert not may_order_bombing(ordered(reports=[]))
    assert not may_order_bombing(ordered(light="jul_1"))
    spent = ordered()
    spent.state.chits["allied"].done = True
    assert not may_order_bombing(spent)


@rule("pq17", "12.4", "12.4a")
def test_the_order_is_open_to_its_holder_alone_and_names_ports_in_range() -> None:
    board = ordered()
    found = specials_part(board, "allied").bombed
    assert set(found) >= {"trondheim", "bergen"}
    assert not {"narvik", "tromso", "kirkenes"} & set(found)
    assert specials_part(board, "axis").bombed == ()
    assert ports_in_range(board) == found


@rule("pq17", "12.4", "12.4a", "2.4b")
def test_pp177_halifaxes_over_trondheim_score_nothing() -> None:
    """Guns of 4 and 5 at the berth, -2 at night; heavy bombers hit a battleship in port from 9 on."""
    board = ordered(Bomb("trondheim"))
    dice = [*[(0,)] * 4, (9, 0), (0, 0), *[(0,)] * 2, (0, 0)]
    perform(board, carry_out(board), dice=dice)
    assert left(board.force("t").counters) == ["tirpitz 4", "admiral_hipper 4"]
    assert ([one.how for one in board.state.losses], score(board.state)) == (["raided"], 0)
    assert events_for(board, "axis")[:2] == [
        ChitShown("allied", "a", "bombing_order"),
        BombersCame("wick", "halifax", 6),
    ]
    assert [(one.aircraft, one.strength) for one in board.state.air] == [("halifax", 2)] * 3
    remove_bombers(board)
    assert (board.state.air, score(board.state)) == ([], 0)
    assert events_for(board, "axis")[-1] == BombersCame("wick", "halifax", 0)


@rule("pq17", "12.4a", "2.4")
def test_who_floats_on_with_a_hit_the_sides_know_and_nobody_else() -> None:
    """What is sunk scores openly; what is damaged stands on its owner's sheet, and lay open on the display alone."""
    board = ordered(Bomb("trondheim"))
    perform(board, carry_out(board), dice=[*[(0,)] * 4, (9, 0), (0, 0), *[(0,)] * 2, (0, 0)])
    told = {
        seat: [one for one in events_for(board, seat) if isinstance(one, Raided)] for seat in ("allied", "axis", "")
    }
    assert [one.hit for one in told["allied"]] == [("tirpitz",)]
    assert told["axis"] == told["allied"]
    assert [(one.hit, one.sunk, one.units) for one in told[""]] == [((), (), told["axis"][0].units)]
    lines = [EventFormatter(Labels(BOX)).describe(told[seat][0], "en") for seat in ("axis", "")]
    assert ["Tirpitz" in line for line in lines] == [True, False]
    assert "no effect" not in lines[1], "nobody else is told what is not so"


@rule("pq17", "12.4a")
def test_where_she_is_not_they_bomb_nobody() -> None:
    board = ordered(Bomb("bergen"))
    perform(board, carry_out(board))
    assert left(board.force("t").counters) == ["tirpitz 5", "admiral_hipper 4"]


@rule("pq17", "12.9")
def test_a_chit_is_shown_by_order() -> None:
    board = arctic(
        chits={"axis": Chit("n", "no_restrictions")}, phase=Phase("axis", orders=(ShowChit("no_restrictions"),))
    )
    assert specials_part(board, "axis").show == "no_restrictions"
    perform(board, carry_out(board))
    assert (view(board, "allied").lasting.no_restrictions, board.state.lasting.no_restrictions) == (False, True)
    assert specials_part(board, "axis").show == ""


@rule("pq17", "12.7")
def test_only_units_of_northern_norway_raid_the_two_ports() -> None:
    reached = raid_form(raiding()).reach_of
    assert reached["murmansk"] == ("kg30", "kg26")
    assert set(reached) <= {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


@rule("pq17", "12.7a")
def test_by_day_or_by_night_unless_the_operation_was_one_of_them() -> None:
    assert [lights(raiding(light=light)) for light in ("mar_1", "jul_1", "dec_1")] == [
        ("day", "night"), ("day",), ("night",),
    ]  # fmt: skip


@rule("pq17", "12.7b", "12.7a")
def test_pp179_two_hits_sink_a_merchant_and_the_odd_one_is_lost() -> None:
    laden = force("c", "allied", "convoy", "0817", "mv 8", port="murmansk")
    board = raiding(laden)
    first = "raid murmansk units=kg30 light=day"
    guns, shot = [(0,)] * 4, [(9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=[*guns, *shot], says={"event": [first, "pass"]})
    assert (left(laden.counters), score(board.state)) == (["mv 7"], -2)
    assert sum(one.points for one in board.state.bookings) == -4


@rule("pq17", "15.2.2b", "12.7b", "2.1.1")
@pytest.mark.parametrize(("box", "where", "halves"), [("unloading", 0, -4), ("down", 1, -2), ("up", 2, -2)])
def test_merchants_in_the_boxes_are_hit_like_those_in_port(box: str, where: int, halves: int) -> None:
    """A point each, and a second one for cargo that is not unloaded yet, as for a convoy that has come into port."""
    board = raiding()
    units = [Unit("mv", 8, "murmansk")]
    boxes = Boxes(units) if box == "unloading" else Boxes([], units) if box == "down" else Boxes([], [], units)
    board.state.roster = Roster(boxes={"murmansk": boxes, "arkhangelsk": Boxes([Unit("mv", 3, "arkhangelsk")])})
    before = conserved(BOX, board.state)
    dice = [*[(0,)] * 4, (9, 8), (9, 0, 0, 0)]
    perform(board, port_raids(board), dice=dice, says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert in_boxes(board) == [[("mv", 7)] if place == where else [] for place in range(3)]
    assert board.roster.boxes["arkhangelsk"].unloading[0].strength == 3
    assert (score(board.state), sum(one.points for one in board.state.bookings)) == (-2, halves)
    assert [one.sunk for one in events_for(board, "allied") if isinstance(one, Raided)] == [("mv",)]
    assert [one.sunk for one in events_for(board, "axis") if isinstance(one, Raided)] == [("mv",)]
    assert conserved(BOX, board.state) == before
    assert [one.id for one in board.state.forces] == []


@rule("pq17", "15.2.2b", "13.0d")
def test_by_an_event_too_and_the_last_merchant_of_a_box_leaves_nothing_behind() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mo", 1, "murmansk")])})
    order = Raid("murmansk", ("kg30",), "day")
    perform(board, resolve_raid(board, "axis", order, RaidTerms(day=True), key="raid"), dice=[(0,), (0,), (9, 8)])
    assert in_boxes(board) == [[], [], []]
    assert [(one.unit, one.how) for one in board.state.losses if one.side == "allied"] == [("mo", "sunk")]


@rule("pq17", "15.2.2b")
def test_where_the_boxes_are_empty_nobody_is_bombed() -> None:
    board = raiding()
    board.state.roster = Roster(boxes={"murmansk": Boxes()})
    perform(board, port_raids(board), says={"event": ["raid murmansk units=kg30 light=day", "pass"]})
    assert [one for one in board.state.losses if one.side == "allied"] == []


@rule("pq17", "12.7", "12.7a")
def test_the_helpers_come_by_day_against_murmansk_alone_and_go() -> None:
    for text, helped in (("raid murmansk units=kg30 light=day", True), ("raid murmansk units=kg30 light=night", False)):
        board = raiding()
        perform(board, port_raids(board), says={"event": [text, "pass"]})
        told = [one for one in events_for(board, "allied") if isinstance(one, Raided)]
        assert [("ju_87" in one.units) for one in told] == [helped]
        assert [one.id for one in board.state.air] == ["kg30", "south", "kg26", "east"]


@rule("pq17", "12.7")
def test_without_the_chit_nobody_raids() -> None:
    board = raiding(situation="none")
    assert perform(board, port_raids(board)).asked == []
