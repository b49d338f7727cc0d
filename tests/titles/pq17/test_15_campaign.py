"""Chapter 15, the loop of fortnights: what goes into an operation comes back from it, and campaigns end."""

from collections import Counter as Tally
from typing import Any

import pytest
from msgspec import structs

from games.kernel.conformance import check
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.convoys import formable_convoys
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, next_fortnight, prepared
from games.titles.pq17.rules.campaign.patrol import relieve
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.state.events.campaign import FuelDrawn
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Booking
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign, embarked, strengths
from tests.titles.pq17.playing import heard, play

rule = pytest.mark.rule


@rule("pq17", "15.0", "15.8", "15.2b")
def test_what_goes_into_an_operation_comes_back_from_it() -> None:
    board = campaign()
    before = strengths(board.roster)
    ships = Tally(unit.kind for unit in board.roster.units)
    embarked(board)
    assert not [unit for unit in board.roster.units if unit.kind in BOX.ships and BOX.ships[unit.kind].side == "axis"]
    fold_operation(board)
    after = strengths(board.roster)
    assert {kind: sum(count for (one, _), count in before.items() if one == kind) for kind in ships} == {
        kind: sum(count for (one, _), count in after.items() if one == kind) for kind in ships
    }
    moved = {kind for kind, _ in before - after}
    assert moved <= {"norfolk", "ss_british", "ss_german", "ss_soviet"}
    assert [board.state.forces, board.state.air, board.state.reports, board.state.losses] == [[], [], [], []]


@rule("pq17", "15.2", "15.2b", "15.2.1")
def test_a_laden_convoy_and_those_in_ballast_sail_together() -> None:
    board = campaign()
    play(fortnight(board))
    laden, ballast = formable_convoys(BOX, board.roster, board.operation)
    assert (laden.laden, laden.port, laden.destinations) == (True, "reykjavik", ("murmansk",))
    assert sum(unit.strength for unit in laden.merchants) == 15
    assert (ballast.laden, ballast.port, ballast.destinations) == (False, "murmansk", ("reykjavik",))
    board.roster.ev = "declared"
    assert formable_convoys(BOX, board.roster, board.operation)[1].destinations == ("loch_ewe",)


@rule("pq17", "15.2b")
def test_a_convoy_in_ballast_sails_by_the_morning_of_the_last_day_and_a_laden_one_on_any_turn() -> None:
    board = embarked(campaign())
    form = plans_form(board, "allied")
    assert form.latest == {"qp8m": 29}

    def refused(form: PlansForm, turn: str) -> list[tuple[str, str, str]]:
        draft = f"schedule pq12 to=murmansk sails=1.am\nschedule qp8m to=reykjavik sails={turn}"
        return [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(draft)))]

    assert refused(form, "15.am") == []
    assert refused(form, "15.pm") == [("/1/sails", "barred", "15.2b")]
    assert refused(structs.replace(form, latest={}), "15.pm") == [], "no other convoy is in such haste"


@rule("pq17", "15.2", "15.2b")
def test_a_convoy_that_is_held_stays_where_it_is() -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.played = True
    board.roster.bids = {"allied": 1, "axis": 0}
    play(prepared(board), says={"convoys": "hold qp8m"})
    assert [one.id for one in board.operation.convoys] == ["pq12"]
    assert sum(unit.strength for unit in board.roster.boxes["murmansk"].down) == 15


@rule("pq17", "15.2a", "1.2.1a")
@pytest.mark.parametrize(("text", "wrong"), [
    ("escort pq12 ship=alynbank\nescort pq12 ship=ulster_queen", ""),
    ("escort pq12 ship=aldersdale\nescort pq12 ship=gray_ranger\nescort pq12 ship=black_ranger", "15.2a"),
    ("escort pq12 ship=es_british strength=4", ""),
    ("escort pq12 ship=es_british strength=5", "1.2.1a"),
    ("alone pq12\nescort pq12 ship=alynbank", "15.2"),
    ("hold pq12\nhold pq12", "15.2"),
])  # fmt: skip
def test_what_a_convoy_of_the_campaign_holds(text: str, wrong: str) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.played, board.roster.bids = True, {"allied": 1, "axis": 0}
    form = play(prepared(board)).asked[0].form
    assert isinstance(form, ConvoysForm)
    answer = form.read(form.parse(text))
    assert {one.rule for one in form.problems(answer)} == ({wrong} if wrong else set())


@rule("pq17", "15.9")
@pytest.mark.parametrize(("points", "verdict"), [(60, "allied"), (59, "axis")])
def test_a_month_asks_for_thirty_points(points: int, verdict: str) -> None:
    board = campaign("campaign_march")
    play(fortnight(board))
    board.roster.fortnight, board.roster.bids = 1, {"allied": 0, "axis": 0}
    board.state.bookings = []
    board.state.bookings.append(Booking(1, points, "arrived"))
    assert play(next_fortnight(board)).result is None
    assert (board.state.verdict, board.state.over) == (verdict, True)


@rule("pq17", "15.1a")
def test_only_the_axis_reads_the_chit_for_fuel() -> None:
    board = campaign()
    board.roster.fortnight = 2
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[2], {})
    play(bid(board), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    assert [type(one) for one in heard(board, "axis") if isinstance(one, FuelDrawn)] == [FuelDrawn]
    assert not [one for one in heard(board, "allied") if isinstance(one, FuelDrawn)]
    assert not [one for one in heard(board, "public") if isinstance(one, FuelDrawn)]


@rule("pq17", "15.8.1")
def test_one_ship_of_patrol_white_is_relieved_by_another_cruiser() -> None:
    there = campaign().roster
    relieve(BOX, there)
    first, second = there.patrol
    assert (BOX.ships[first].type, second) == ("ca", "kent")
    assert first != "norfolk"
    there.units = [unit for unit in there.units if unit.kind in BOX.ships and BOX.ships[unit.kind].type != "ca"]
    relieve(BOX, there)
    assert there.patrol[0] == "renown"


@rule("pq17", "15.8.1a")
@pytest.mark.parametrize(("ev", "betrayed", "patrol"), [
    ("", [], ("norfolk", "kent")), ("declared", [], ("norfolk", "kent")), ("done", [], ("", "norfolk")),
    ("", ["pq12"], ("", "norfolk")), ("", ["pq12", "pq13"], ("norfolk", "kent")),
])  # fmt: skip
def test_after_ev_and_while_cobweb_is_at_work_one_cruiser_lies_at_reykjavik(
    ev: Any, betrayed: list[str], patrol: tuple[str, str]
) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.ev, board.roster.betrayed = ev, betrayed
    assert board.roster.patrol == ["norfolk", "kent"]
    assert compose_operation(BOX, board.roster, board.operation, [], {}).patrol_white == patrol


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("strength", "at_sea", "narvik", "kirkenes"), [
    (8, 4, 2, 2), (9, 4, 3, 2), (5, 2, 2, 1), (1, 1, 0, 0),
])  # fmt: skip
def test_half_of_the_submarines_are_at_sea_and_the_others_lie_in_their_ports(
    strength: int, at_sea: int, narvik: int, kirkenes: int
) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.units = [Unit("ss_german", strength, "bergen"), Unit("ss_british", 4, "lerwick")]
    begun = compose_operation(BOX, board.roster, board.operation, [], {})
    lying = {group.ports[0]: group.entries[0].strength for group in begun.forces}
    assert sum(begun.wolfpacks) == at_sea
    assert (lying.get("narvik", 0), lying.get("kirkenes", 0)) == (narvik, kirkenes)
    assert (begun.british_submarines, lying["lerwick"]) == (2, 2)


@rule("pq17", "15.0", "15.9")
def test_a_campaign_of_a_month_is_played_to_its_verdict() -> None:
    """Another game of it than the one that `titles/test_conformance.py` tries in full."""
    check(PQ17, "campaign_march", PQ17.options.type(), [1], ("parts", "ends", "conserved")).raise_findings()
