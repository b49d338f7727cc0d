"""4.1: initiative, bids and set-up."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.planning import Sail, Schedule
from games.titles.pq17.orders.setup import SetUpForm
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.administration import order_of_battle
from games.titles.pq17.rules.campaign.bids import Bid, resolve_bids
from games.titles.pq17.rules.campaign.fortnight import _asterisk, bid, fortnight, next_fortnight, prepared, unloading
from games.titles.pq17.rules.campaign.preparations import preparations
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.rules.operation.setup import _dummy_pieces, set_up_allied, set_up_axis
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.campaign import BidsShown
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Boxes, Unit
from games.titles.pq17.state.state import Chit, Force, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play, strengths
from tests.titles.pq17.openings import opened
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def of_the_axis(*forces: Force, turn: int) -> Board:
    """A fortnight in which the Axis has the initiative."""
    board = campaign()
    board.roster.initiative = "axis"
    board.state.composed = BOX.operations["pq17"]
    board.state.command = table().state.command
    for one in forces:
        board.place(one)
    board.state.turn, board.state.start, board.state.light = turn, turn, "jul_1"
    return board


@rule("pq17", "4.1", "4.1.1", "4.1.3", "4.1.3a", "4.1.3b", "4.1.3c", "10.1.1")
@pytest.mark.parametrize("scenario", list(BOX.operations))
def test_4_1_both_sides_set_up(scenario: str) -> None:
    board = opened(scenario)
    assert sum(one.port == "tromso" for one in board.forces_of("axis")) >= 1
    for one in board.state.forces:
        if one.port:
            assert BOX.ports[one.port].side == one.side
        else:
            zone = BOX.hexes[one.at].zone
            ice = BOX.charts.ice.expects(board.operation.calendar_month, zone) if zone else None
            assert ice is None or (ice.certain and ice.ice == "clear")
        assert not (one.port and one.level is not None)
    for side in ("allied", "axis"):
        dummies = board.operation.dummies.of(side)
        assert sum(one.is_dummy for one in board.forces_of(side)) == dummies.number


@rule("pq17", "4.1", "4.2a")
def test_4_1_without_the_initiative_nothing_is_planned_for_day_1_am() -> None:
    board = of_the_axis(
        force("c", "allied", "convoy", "0504", "mv 9", port="reykjavik"),
        force("t", "allied", "task_force", "0504", "kent", port="reykjavik"),
        turn=1,
    )
    board.state.start = 9
    form = plans_form(board, "allied")
    assert [order.sails for order in form.default() if isinstance(order, Schedule)] == ["1.pm"]
    early = (Schedule("c", "arkhangelsk", "1.am"), Sail("t", "1.am", ("0404",)))
    later = (Schedule("c", "arkhangelsk", "1.pm"), Sail("t", "1.pm", ("0404",)))
    assert sorted(one.pointer for one in form.problems(early)) == ["/0/sails", "/1/sails"]
    assert not [*form.problems(later)]
    board.roster.initiative = "allied"
    assert not [*plans_form(board, "allied").problems(early)]


@rule("pq17", "4.1")
@pytest.mark.parametrize(("turn", "at"), [(1, "0404"), (2, "0405")])
def test_4_1_without_the_initiative_the_allies_do_not_move_on_day_1_am(turn: int, at: str) -> None:
    """An early gale (8.3) has play begin there; their ID does not fall either, and nothing is offered."""
    one = force("t", "allied", "task_force", "0404", "kent", level=2, fuel=Fuel(21))
    board = of_the_axis(one, turn=turn)
    board.state.phase = Phase("allied")
    assert bool(moves_part(board, "allied").movers) is (turn == 2)
    moved(board, Move("t", ("0405",)))
    assert (one.at, one.level) == (at, 2 if turn == 1 else 1)


@rule("pq17", "4.1.2", "15.0a")
def test_4_1_2_both_dice_are_shown_and_the_chit_behind_a_bonus_is_not_named() -> None:
    board = campaign()
    play(fortnight(board))
    starred = next(one.id for one in BOX.situations.values() if one.stars[1])
    board.state.chits = {"allied": Chit("a", "none"), "axis": Chit(starred, "none")}
    play(bid(board), says={"bid@allied": "choose 3", "bid@axis": "choose 3"})
    told = next(one for one in heard(board, "public") if isinstance(one, BidsShown))
    assert told == BidsShown(3, 3, 3 + BOX.situations["a"].stars[0], 4, board.roster.initiative, True)
    assert starred not in [getattr(one, "letter", "") for one in heard(board, "allied")]


@rule("pq17", "4.1.2", "15.9")
def test_4_1_2_two_noughts_are_a_fortnight_without_an_operation_that_counts() -> None:
    board = campaign("campaign_march")
    play(fortnight(board))
    play(bid(board), says={"bid@allied": "choose 0", "bid@axis": "choose 0", "ev": "choose no"})
    assert play(prepared(board)).result == "unloading"
    before = strengths(board.roster)
    assert play(unloading(board)).result == "order_of_battle"
    assert strengths(board.roster) == before
    assert play(next_fortnight(board)).result == "fortnight"
    assert [(one.key, one.operation, one.points) for one in board.roster.ledger] == [("mar_1", False, -15)]
    assert board.roster.fortnight == 1


@rule("pq17", "4.1.2", "15.0")
def test_4_1_2_a_fortnight_in_which_both_pass_by_standing_instruction_asks_for_the_order_of_battle_alone() -> None:
    board = campaign("campaign_march")
    for side in ("allied", "axis"):
        board.state.instructions[side] = Instructions(bids="0", calls="never")
    steps = (fortnight, bid, preparations, prepared, unloading, order_of_battle)
    asked = [(one.seat, one.kind) for step in steps for one in play(step(board)).asked]
    assert asked == [("allied", "administration"), ("axis", "administration")]
    assert (board.roster.bids, board.roster.played) == ({"allied": 0, "axis": 0}, False)


@rule("pq17", "4.1.2")
def test_4_1_2_a_standing_bid_is_compared_with_what_the_other_side_hides() -> None:
    board = campaign("campaign_march")
    play(fortnight(board))
    board.state.chits = {}
    board.state.instructions["axis"] = Instructions(bids="3")
    run = play(bid(board), says={"bid@allied": "choose 2"})
    assert [one.seat for one in run.asked] == ["allied"]
    assert (board.roster.initiative, board.state.bookings[-1].points) == ("axis", 6)


@rule("pq17", "4.1.2")
@pytest.mark.parametrize("die", [-1, 10])
def test_4_1_2_a_die_shows_nought_to_nine(die: int) -> None:
    with pytest.raises(ValueError, match="0 to 9"):
        resolve_bids(Bid(die), Bid(0))
    with pytest.raises(ValueError, match="0 to 9"):
        resolve_bids(Bid(0), Bid(die))


@rule("pq17", "4.1.2", "12.0")
@pytest.mark.parametrize("light", ["jul_1", "dec_2", "may_2"])
@pytest.mark.parametrize("letter", ["e", "n", "p", "s", "u", "y"])
def test_4_1_2_whose_chit_has_an_asterisk_goes_by_the_season(light: str, letter: str) -> None:
    board = campaign()
    place = next(number for number, one in enumerate(BOX.campaign.fortnights) if one.key == light)
    board.roster.fortnight = place
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[place], {})
    board.state.light = light
    allied, winter, summer = BOX.situations[letter].stars
    assert not _asterisk(board, "axis")
    board.state.chits = {"allied": Chit(letter, "none"), "axis": Chit(letter, "none")}
    assert _asterisk(board, "allied") is allied
    assert _asterisk(board, "axis") is (summer if light in ("jul_1", "may_2") else winter)


@rule("pq17", "4.1.2", "15.2.2", "15.9.1")
def test_4_1_2_without_an_operation_merchants_are_unloaded_and_idle_all_the_same() -> None:
    board = in_play("apr_1")
    board.roster.played, board.roster.bids = False, {"allied": 0, "axis": 0}
    board.roster.boxes = {"murmansk": Boxes([Unit("mv", 12, "murmansk")], [Unit("mv", 2, "murmansk")])}
    perform(board, fortnights.unloading(board))
    assert score(board.state) == 22 - 2


@rule("pq17", "4.1.2", "12.0c", "15.9a", position="PP20")
@pytest.mark.parametrize(
    ("allied", "axis", "side", "halves", "played"),
    [
        (Bid(5), Bid(4), "allied", -10, True), (Bid(4), Bid(5), "axis", 10, True),
        (Bid(0), Bid(0), "allied", 0, False), (Bid(4, asterisk=True), Bid(4), "allied", -8, True),
        (Bid(4), Bid(4, asterisk=True), "axis", 8, True), (Bid(0, asterisk=True), Bid(0), "allied", 0, False),
        (Bid(9), Bid(0), "allied", -18, True), (Bid(0), Bid(1), "axis", 2, True),
        (Bid(9), Bid(9, asterisk=True), "axis", 18, True), (Bid(5, asterisk=True), Bid(6), "allied", -10, True),
        (Bid(5, asterisk=True), Bid(5, asterisk=True), "allied", -10, True),
        (Bid(5), Bid(4, asterisk=True), "allied", -10, True), (Bid(5), Bid(6), "axis", 12, True),
        (Bid(5), Bid(5), "allied", -10, True), (Bid(5), Bid(5, asterisk=True), "axis", 10, True),
        (Bid(0, asterisk=True), Bid(1), "axis", 2, True), (Bid(1), Bid(0, asterisk=True), "allied", -2, True),
        (Bid(4), Bid(3), "allied", -8, True), (Bid(3), Bid(4), "axis", 8, True),
    ],
)  # fmt: skip
def test_4_1_2_who_has_the_initiative_and_what_it_costs(
    allied: Bid, axis: Bid, side: str, halves: int, played: bool
) -> None:
    found = resolve_bids(allied, axis)
    assert (found.side, found.points, found.operation) == (side, halves, played)


@rule("pq17", "4.1.3")
@pytest.mark.parametrize(("bids", "first", "second"), [
    (("1", "0"), "set_up_axis", "set_up_allied"), (("1", "2"), "set_up_allied", "set_up_axis"),
])  # fmt: skip
def test_4_1_3_who_has_the_initiative_sets_up_last(bids: tuple[str, str], first: str, second: str) -> None:
    board = campaign()
    play(fortnight(board))
    board.state.chits = {}
    play(bid(board), says={"bid@allied": f"choose {bids[0]}", "bid@axis": f"choose {bids[1]}"})
    assert play(prepared(board)).result == first
    steps = {"set_up_axis": set_up_axis, "set_up_allied": set_up_allied}
    assert play(steps[first](board)).result == second
    assert play(steps[second](board)).result == "plans"


@rule("pq17", "4.1.3b", "4.1.3c", "1.3")
@pytest.mark.parametrize(
    ("ports", "number", "places"),
    [
        (("reykjavik", "scapa_flow"), 2, [("reykjavik",), ("scapa_flow",)]),
        (("reykjavik", "scapa_flow"), 3, [("reykjavik",), ("scapa_flow",), ("scapa_flow", "reykjavik")]),
        (("reykjavik", "scapa_flow"), 1, [("reykjavik", "scapa_flow")]),
        (("reykjavik",), 1, [("reykjavik",)]),
        (("reykjavik",), 2, [("reykjavik",), ("reykjavik",)]),
        (("reykjavik",), 0, []),
    ],
)
def test_4_1_3b_a_dummy_in_each_port_that_is_named_and_the_rest_in_any(ports: Any, number: int, places: Any) -> None:
    board = arctic()
    dummies = structs.replace(board.operation.dummies, allied=structs.replace(
        board.operation.dummies.of("allied"), ports=ports, number=number, limit=max(number, 1)))  # fmt: skip
    board.state.composed = structs.replace(board.operation, dummies=dummies)
    found = list(_dummy_pieces(board, "allied"))
    assert [piece.places for _, piece in found] == places
    assert len({one.id for one, _ in found}) == number
    assert all(one.is_dummy and one.side == "allied" for one, _ in found)


@rule("pq17", "4.1.3c")
def test_4_1_3c_where_nothing_was_said_yet_a_set_up_foretells_nothing_and_breaks_at_nothing() -> None:
    form = SetUpForm()
    for draft in (None, "words", [], [None], [{"order": "place"}], [{"force": "a"}]):
        assert form.preview(draft) == form.preview([]) or draft
