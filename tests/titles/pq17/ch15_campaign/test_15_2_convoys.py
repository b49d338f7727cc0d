"""15.2: convoys that are put together."""

import pytest
from msgspec import structs

from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.planning import PlansForm
from games.titles.pq17.rules.campaign import composing, convoys
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.composing import _take
from games.titles.pq17.rules.campaign.convoys import Formed, _ballast, _company, _laden, formable_convoys, usual_escort
from games.titles.pq17.rules.campaign.fortnight import fortnight, prepared
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.sailing import do_convoys_sail, gathered_merchants
from games.titles.pq17.state.state import Convoy, State
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, embarked, in_play
from tests.titles.pq17.ch15_campaign.orders_of_battle import (
    booked,
    empty_roster,
    merchantmen,
    patrol_roster,
    unit_words,
    whole,
)
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS, roster

rule = pytest.mark.rule


def usual(*units: Unit, taken: dict[str, int] | None = None) -> dict[str, int]:
    convoy = Formed("pq12", "PQ 12", True, "reykjavik", ("murmansk",), (), units)
    return {unit.kind: strength for unit, strength in
            usual_escort(BOX, convoy, lambda unit: unit.strength - (taken or {}).get(unit.kind, 0))}  # fmt: skip


def ballast(*up: Unit, down: tuple[Unit, ...] = ()) -> Roster:
    """March, with no merchants but these, in the ballast boxes of Murmansk."""
    there = campaign().roster
    there.units, there.boxes = [], {"murmansk": Boxes([], [*down], [*up])}
    return there


def embarks(there: Roster) -> tuple[str, ...]:
    """The ships of the convoy in ballast that sails of these."""
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    (convoy,) = composing.compose_operation(BOX, there, bare, convoys.formable_convoys(BOX, there, bare), {}).convoys
    return convoy.ships


@rule("pq17", "15.2", "15.2b", "15.2.1")
def test_15_2_a_laden_convoy_and_those_in_ballast_sail_together() -> None:
    board = campaign()
    play(fortnight(board))
    laden, ballast = formable_convoys(BOX, board.roster, board.operation)
    assert (laden.laden, laden.port, laden.destinations) == (True, "reykjavik", ("murmansk",))
    assert sum(unit.strength for unit in laden.merchants) == 15
    assert (ballast.laden, ballast.port, ballast.destinations) == (False, "murmansk", ("reykjavik",))
    board.roster.ev = "declared"
    assert formable_convoys(BOX, board.roster, board.operation)[1].destinations == ("loch_ewe",)


@rule("pq17", "15.2", "15.2b")
def test_15_2_a_convoy_that_is_held_stays_where_it_is() -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.played = True
    board.roster.bids = {"allied": 1, "axis": 0}
    play(prepared(board), says={"convoys": "hold qp8m"})
    assert [one.id for one in board.operation.convoys] == ["pq12"]
    assert sum(unit.strength for unit in board.roster.boxes["murmansk"].down) == 15


@rule("pq17", "15.2", "15.2a")
def test_15_2_a_laden_convoy_is_put_together_where_most_lie_with_no_more_cam_ships_than_it_holds() -> None:
    roster = empty_roster()
    roster.units = [
        Unit("mv", 6, "reykjavik", laden=True), Unit("mc", 5, "reykjavik", laden=True), Unit("mv", 2, "reykjavik"),
        Unit("mv", 9, "reykjavik", laden=True, crippled=True), Unit("mv", 10, "loch_ewe", laden=True),
        Unit("dd_a_i", 2, "reykjavik"), Unit("anson", 4, "reykjavik"), Unit("dd_project_7", 2, "reykjavik"),
        Unit("norfolk", 3, "reykjavik"), Unit("kent", 2, "reykjavik", dead=True), Unit("es_british", 2, "loch_ewe"),
    ]  # fmt: skip
    roster.patrol = ["norfolk"]
    convoy = _laden(BOX, roster, 13)
    assert (convoy.id, convoy.name, convoy.laden, convoy.port) == ("pq13", "PQ 13", True, "reykjavik")
    assert [(one.kind, one.strength, one.laden) for one in convoy.merchants] == [("mv", 6, True), ("mc", 2, True)]
    assert [one.kind for one in convoy.company] == ["dd_a_i"]
    roster.units.append(Unit("mv", 2, "loch_ewe", laden=True))
    assert _laden(BOX, roster, 13).port == "loch_ewe"
    assert [one.kind for one in _company(BOX, roster, "loch_ewe")] == ["es_british"]


@rule("pq17", "15.2", "15.2b")
def test_15_2_no_convoy_is_formed_without_merchants() -> None:
    board = Board(State(scenario="pq17", turn=1, start=1, roster=Roster(fortnight=KEYS.index("jul_1"))), BOX)
    assert formable_convoys(BOX, board.roster, board.operation) == []


@rule("pq17", "15.2")
@pytest.mark.parametrize(
    ("kind", "strength", "laden", "taken"),
    [
        ("mv", 3, True, [("mv", 3)]),
        ("mv", 9, True, [("mv", 6)]),
        ("mv", 3, False, [("mv", 2)]),
        ("dd_a_i", 3, False, [("dd_a_i", 2), ("dd_a_i", 1)]),
        ("london", 1, False, [("london", 3)]),
        ("kent", 1, False, []),
        ("norfolk", 1, False, []),
    ],
)
def test_15_2_what_is_taken_out_of_a_port(kind: str, strength: int, laden: bool, taken: list[tuple[str, int]]) -> None:
    """Nothing crippled, dead or broken down; of a ship with a name all."""
    roster = campaign().roster
    roster.units = [
        Unit("mv", 6, "reykjavik", laden=True), Unit("mv", 2, "reykjavik"), Unit("mv", 5, "loch_ewe", laden=True),
        Unit("dd_a_i", 2, "reykjavik"), Unit("dd_a_i", 3, "reykjavik", crippled=True), Unit("dd_a_i", 4, "reykjavik"),
        Unit("london", 3, "reykjavik"), Unit("kent", 2, "reykjavik", dead=True),
        Unit("norfolk", 3, "reykjavik", inoperative=9),
    ]  # fmt: skip
    before = sum(one.strength for one in roster.units)
    found = _take(BOX, roster, "reykjavik", kind, strength, laden=laden)
    assert [(one.kind, one.strength) for one in found] == taken
    assert sum(one.strength for one in roster.units) == before - sum(one.strength for one in found)


@rule("pq17", "15.2", "15.3.1")
def test_15_2_who_has_gathered_can_sail() -> None:
    roster = campaign().roster
    roster.units = [Unit("mv", 30, "reykjavik", laden=True), Unit("mv", 9, "reykjavik"),
                    Unit("mv", 7, "reykjavik", laden=True, crippled=True),
                    Unit("mv", 5, "reykjavik", laden=True, dead=True),
                    Unit("mo", 29, "reykjavik", laden=True)]  # fmt: skip
    assert gathered_merchants(roster) == 59
    roster.months = 10
    summer = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.calendar_month == "jul")
    roster.fortnight = summer
    assert not do_convoys_sail(BOX, roster)
    roster.units[0].strength += 1
    assert do_convoys_sail(BOX, roster)
    roster.units = []
    roster.fortnight = 2 * roster.months - 1
    assert do_convoys_sail(BOX, roster), "the last fortnight"
    roster.months, roster.fortnight = (summer + 1) // 2 + 1, summer
    assert do_convoys_sail(BOX, roster) is (summer + 1 == 2 * roster.months)


@rule("pq17", "15.2")
def test_15_2_one_laden_convoy_and_one_in_ballast_from_each_soviet_port() -> None:
    boxes = {port: Boxes([], [Unit("mv", 4, port)], [Unit("mv", 2, port)]) for port in ("murmansk", "arkhangelsk")}
    there = roster(
        "jul_1", Unit("mv", 15, "reykjavik", laden=True), Unit("mv", 15, "loch_ewe", laden=True), boxes=boxes
    )
    found = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert [(one.laden, sum(unit.strength for unit in one.merchants)) for one in found] == [
        (True, 15), (False, 6), (False, 6),
    ]  # fmt: skip
    assert sorted(one.port for one in found if not one.laden) == ["arkhangelsk", "murmansk"]


@rule("pq17", "15.2a", "1.2.1a")
@pytest.mark.parametrize(("text", "wrong"), [
    ("escort pq12 ship=alynbank\nescort pq12 ship=ulster_queen", ""),
    ("escort pq12 ship=aldersdale\nescort pq12 ship=gray_ranger\nescort pq12 ship=black_ranger", "15.2a"),
    ("escort pq12 ship=es_british strength=4", ""),
    ("escort pq12 ship=es_british strength=5", "1.2.1a"),
    ("alone pq12\nescort pq12 ship=alynbank", "15.2"),
    ("hold pq12\nhold pq12", "15.2"),
])  # fmt: skip
def test_15_2a_what_a_convoy_of_the_campaign_holds(text: str, wrong: str) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.played, board.roster.bids = True, {"allied": 1, "axis": 0}
    form = play(prepared(board)).asked[0].form
    assert isinstance(form, ConvoysForm)
    answer = form.read(form.parse(text))
    assert {one.rule for one in form.problems(answer)} == ({wrong} if wrong else set())


@rule("pq17", "15.2a", "15.8")
@pytest.mark.parametrize("text", ["escort pq12 ship=edinburgh\nescort pq12 ship=aldersdale", "pass"])
def test_15_2a_a_named_ship_sails_with_her_convoy_whole(text: str) -> None:
    board = campaign()
    play(fortnight(board))
    for kind in ("edinburgh", "aldersdale"):
        unit = board.roster.find(kind) or Unit(kind, BOX.ships[kind].strength, "reykjavik")
        unit.place = "reykjavik"
        if unit not in board.roster.units:
            board.roster.units.append(unit)
    board.roster.played, board.roster.bids = True, {"allied": 1, "axis": 0}
    play(prepared(board), says={"convoys": text})
    (convoy,) = [one for one in board.operation.convoys if one.laden]
    single = [one for one in convoy.entries if BOX.ships[one.kind].is_single]
    assert {one.kind for one in single} >= ({"edinburgh", "aldersdale"} if text != "pass" else {"aldersdale"})
    assert {one.kind: one.strength for one in single} == {one.kind: BOX.ships[one.kind].strength for one in single}
    assert not [one for one in board.roster.units if one.kind in {each.kind for each in single}]


@rule("pq17", "15.2a", "1.2.1")
@pytest.mark.parametrize(
    ("unit", "goes"),
    [
        (whole("dd_a_i"), True), (whole("kenya"), True), (whole("alynbank"), True), (whole("dd_us"), True),
        (whole("es_british"), True), (whole("anson"), False), (whole("renown"), False), (whole("victorious"), False),
        (whole("mv"), False), (whole("ss_british"), False), (whole("dd_project_7"), False), (whole("norfolk"), False),
        (whole("dd_a_i", crippled=True), False), (whole("dd_a_i", dead=True), False),
        (whole("kenya", inoperative=5), False), (Unit("ju_88", 2, "scapa_flow"), False),
        (whole("dd_a_i", "clyde"), False),
    ],
)  # fmt: skip
def test_15_2a_who_can_go_along_with_a_convoy(unit: Unit, goes: bool) -> None:
    found = _company(BOX, patrol_roster(unit, patrol=["norfolk"]), "scapa_flow")
    assert found == ((unit,) if goes else ())


@rule("pq17", "15.2a", "1.2.1a")
@pytest.mark.parametrize(
    ("units", "taken", "sail"),
    [
        (
            (whole("alynbank"), whole("ulster_queen"), whole("palomares")),
            {},
            {"alynbank": 1, "ulster_queen": 1},
        ),
        ((whole("aldersdale"), whole("gray_ranger")), {}, {"aldersdale": 2}),
        ((Unit("es_british", 9, "reykjavik"),), {}, {"es_british": 4}),
        ((Unit("es_british", 3, "reykjavik"),), {}, {"es_british": 3}),
        ((Unit("dd_a_i", 4, "reykjavik"), Unit("dd_j_r", 4, "reykjavik")), {}, {"dd_a_i": 4, "dd_j_r": 2}),
        ((Unit("dd_a_i", 9, "reykjavik"),), {}, {"dd_a_i": 6}),
        ((Unit("tb_hunt", 9, "reykjavik"),), {}, {"tb_hunt": 4}),
        ((whole("kenya"), whole("nigeria")), {}, {"kenya": 4}),
        ((whole("london"),), {}, {}),
        ((Unit("dd_a_i", 4, "reykjavik"),), {"dd_a_i": 3}, {"dd_a_i": 1}),
        ((Unit("dd_a_i", 4, "reykjavik"),), {"dd_a_i": 4}, {}),
    ],
)
def test_15_2a_what_usually_sails_with_a_convoy(
    units: tuple[Unit, ...], taken: dict[str, int], sail: dict[str, int]
) -> None:
    assert usual(*units, taken=taken) == sail


@rule("pq17", "15.2a", "1.2.1a")
def test_15_2a_the_usual_escort_takes_two_classes_of_escorts_and_leaves_who_is_taken() -> None:
    company = tuple(Unit(*one) for one in (
        ("es_british", 3, "reykjavik"), ("es_kola", 3, "reykjavik"), ("es_soviet", 3, "reykjavik"),
        ("dd_a_i", 4, "reykjavik"), ("palomares", 1, "reykjavik"),
    ))  # fmt: skip
    convoy = Formed("pq13", "PQ 13", True, "reykjavik", ("murmansk",), (), company)
    found = {unit.kind: strength for unit, strength in usual_escort(BOX, convoy, lambda unit: unit.strength)}
    assert sum(kind.startswith("es_") for kind in found) <= 2
    assert sum(strength for kind, strength in found.items() if kind.startswith("es_")) <= 4
    assert found["palomares"] == 1
    busy = {unit.kind: strength for unit, strength in usual_escort(BOX, convoy, lambda unit: 0)}
    assert busy == {}


@rule("pq17", "15.2a")
@pytest.mark.parametrize(("cam", "sail"), [(1, 1), (2, 2), (3, 2)])
def test_15_2a_no_more_than_two_cam_ships_laden_either(cam: int, sail: int) -> None:
    there = roster("jul_1", Unit("mv", 9, "reykjavik", laden=True), Unit("mc", cam, "reykjavik", laden=True))
    (convoy,) = formable_convoys(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index("jul_1")], {}))
    assert sum(one.strength for one in convoy.merchants if one.kind == "mc") == sail


@rule("pq17", "15.2a")
@pytest.mark.parametrize(
    ("up", "down", "sail", "stay"),
    [(3, 2, 2, [1, 2]), (1, 3, 2, [2]), (0, 2, 2, []), (2, 0, 2, []), (1, 0, 1, [])],
)  # fmt: skip
def test_15_2a_two_cam_ships_sail_with_a_convoy_in_ballast_those_face_up_first(
    up: int, down: int, sail: int, stay: list[int]
) -> None:
    boxed = [Unit("mc", count, "murmansk") for count in (up, down) if count]
    there = ballast(*boxed[: bool(up)], Unit("mv", 4, "murmansk"), down=(*boxed[bool(up) :],))
    assert sorted(embarks(there)) == [f"mc {sail}", "mv 4"]
    boxes = there.boxes["murmansk"]
    assert [unit.strength for unit in (*boxes.up, *boxes.down)] == stay


@rule("pq17", "15.2a", "15.8a")
def test_15_2a_no_submarine_is_where_a_convoy_could_take_her_along() -> None:
    """Not even one that ended the operation before in the port where convoys are put together."""
    there = campaign().roster
    there.units = [Unit("mv", 9, "reykjavik", laden=True), Unit("ss_british", 4, "reykjavik")]
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    found = composing.compose_operation(BOX, there, bare, convoys.formable_convoys(BOX, there, bare), {})
    assert [ship for one in found.convoys for ship in one.ships if ship.startswith("ss_")] == []
    assert (found.british_submarines, [one.ports for one in found.forces]) == (2, [("lerwick",)])


@rule("pq17", "15.2b")
def test_15_2b_a_convoy_in_ballast_sails_by_the_morning_of_the_last_day_and_a_laden_one_on_any_turn() -> None:
    board = embarked(campaign())
    form = plans_form(board, "allied")
    assert form.latest == {"qp8m": 29}

    def refused(form: PlansForm, turn: str) -> list[tuple[str, str, str]]:
        draft = f"schedule pq12 to=murmansk sails=1.am\nschedule qp8m to=reykjavik sails={turn}"
        return [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(draft)))]

    assert refused(form, "15.am") == []
    assert refused(form, "15.pm") == [("/1/sails", "barred", "15.2b")]
    assert refused(structs.replace(form, latest={}), "15.pm") == [], "no other convoy is in such haste"


@rule("pq17", "15.2b", "15.2.1")
def test_15_2b_what_lies_in_ballast_sails_from_each_port() -> None:
    roster = empty_roster()
    roster.boxes = {"murmansk": Boxes(merchantmen("mv 5"), merchantmen("mv 3", "mo 1+crippled"), merchantmen("mv 2"))}
    homeward = _ballast(BOX, roster, "murmansk", 13)
    assert (homeward.laden, homeward.port, homeward.destinations) == (False, "murmansk", ("reykjavik",))
    assert unit_words(homeward.merchants) == ["mv 2", "mv 3"]
    assert homeward.id.endswith("m")
    roster.ev = "done"
    assert _ballast(BOX, roster, "murmansk", 13).destinations == ("loch_ewe",)
    assert _ballast(BOX, roster, "arkhangelsk", 13).merchants == ()


@rule("pq17", "15.2b", "15.9.1")
def test_15_2b_a_convoy_in_ballast_that_did_not_sail_is_idle() -> None:
    """15.2b It had to sail in this fortnight: face up, half a point each."""
    board = in_play("mar_2", force("qp8m", "allied", "convoy", "0817", "mv 6", port="murmansk",
                                   convoy=Convoy(destinations=("reykjavik",))))  # fmt: skip
    perform(board, fortnights.unloading(board))
    assert booked(board, "unloading") == -6


@rule("pq17", "15.2b")
def test_15_2b_a_convoy_in_ballast_takes_all_that_can_sail() -> None:
    wreck = Unit("mv", 1, "murmansk", crippled=True)
    there = ballast(Unit("mv", 4, "murmansk"), wreck, down=(Unit("mo", 1, "murmansk"), Unit("mv", 2, "murmansk")))
    assert sorted(embarks(there)) == ["mo 1", "mv 6"]
    assert (there.boxes["murmansk"].up, there.boxes["murmansk"].down) == ([wreck], [])
