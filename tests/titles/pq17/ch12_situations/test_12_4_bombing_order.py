"""12.4, 12.5: the bombing order, and strikes of carriers on ports."""

from typing import Any

import pytest

from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Bomb
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.rules.air.exchange import Defence
from games.titles.pq17.rules.forces.situations import note_norway_struck
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special import raids
from games.titles.pq17.rules.special.bombing import may_order_bombing, place_bombers, ports_in_range, remove_bombers
from games.titles.pq17.rules.special.parts import carry_out, specials_part
from games.titles.pq17.rules.special.raids import RaidTerms, _aimed, resolve_raid
from games.titles.pq17.rules.special.situations import confirm_situations
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.special import BombersCame, ChitShown, Raided
from games.titles.pq17.state.state import AirUnit, Chit, Named, Phase, Report
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import by_luck
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.procedures import by_default, events_for, perform
from tests.titles.pq17.situations import holding
from tests.titles.pq17.strikes import air
from tests.titles.pq17.trial import left, read_counters

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


def _is_day(board: Board, turn: int) -> bool:
    board.state.turn = turn
    return board.is_day


@rule("pq17", "12.4")
def test_12_4_the_order_needs_a_photograph_of_a_capital_ship_and_the_night() -> None:
    cruisers = Report(to="allied", turn=3, source="photo", at="0813", port="narvik", names=(Named("lutzow"),))
    assert may_order_bombing(ordered())
    assert not may_order_bombing(ordered(reports=[cruisers]))
    assert not may_order_bombing(ordered(reports=[]))
    assert not may_order_bombing(ordered(light="jul_1"))
    spent = ordered()
    spent.state.chits["allied"].done = True
    assert not may_order_bombing(spent)


@rule("pq17", "12.4", "12.4a")
def test_12_4_the_order_is_open_to_its_holder_alone_and_names_ports_in_range() -> None:
    board = ordered()
    found = specials_part(board, "allied").bombed
    assert set(found) >= {"trondheim", "bergen"}
    assert not {"narvik", "tromso", "kirkenes"} & set(found)
    assert specials_part(board, "axis").bombed == ()
    assert ports_in_range(board) == found


@rule("pq17", "12.4", "12.4a", "2.4b", position="PP177")
def test_12_4_halifaxes_over_trondheim_score_nothing() -> None:
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


@rule("pq17", "12.4")
def test_12_4_the_bombers_come_in_full_counters_and_a_rest() -> None:
    board = arctic(chits={"allied": Chit("a", "bombing_order")})
    special = BOX.special.bombing_order
    names = place_bombers(board)
    most = BOX.aircraft[special.aircraft].strength
    assert [one.strength for one in board.state.air] == [
        *[most] * (special.strength // most), *[special.strength % most] * bool(special.strength % most)
    ]  # fmt: skip
    assert names == tuple(one.id for one in board.state.air)
    assert len(set(names)) == len(names)
    assert {one.base for one in board.state.air} == {special.base}
    assert board.state.chits["allied"].done


@rule("pq17", "12.4")
@pytest.mark.parametrize(
    ("ship", "source", "to", "day", "may"),
    [
        ("tirpitz", "photo", "allied", False, True),
        ("scharnhorst", "photo", "allied", False, True),
        ("tirpitz", "photo", "allied", True, False),
        ("lutzow", "photo", "allied", False, False),
        ("admiral_hipper", "photo", "allied", False, False),
        ("tirpitz", "search", "allied", False, False),
        ("duke_of_york", "photo", "axis", False, False),
    ],
)
def test_12_4_which_photograph_gives_the_order(ship: str, source: Any, to: Side, day: bool, may: bool) -> None:
    seen = Report(to=to, turn=8, source=source, at="1111", block=1, port="trondheim", names=(Named(ship, 0),))
    where: dict[str, Any] = {"scenario": "pq12", "light": BOX.operations["pq12"].light}
    board = holding("allied", "a", "bombing_order", reports=[seen], **where)
    board.state.turn = next(turn for turn in range(9, 29) if _is_day(board, turn) is day)
    assert may_order_bombing(board) is may


@rule("pq17", "12.4a", "7.2.4")
@pytest.mark.parametrize(
    ("only", "aimed"), [("", ["tirpitz", "dd_36a"]), ("tirpitz", ["tirpitz"]), ("lutzow", []), ("ss_german", [])]
)
def test_12_4a_submarines_in_port_are_no_targets_and_of_a_bombing_order_one_ship_is(
    only: str, aimed: list[str]
) -> None:
    lying = [force("t", "axis", "task_force", "1111", "tirpitz", "dd_36a 2", "ss_german 1", port="trondheim")]
    assert [one.ship for one in _aimed(arctic(), lying, RaidTerms(day=True, only=only))] == aimed


@rule("pq17", "12.4a", "2.4")
def test_12_4a_who_floats_on_with_a_hit_the_sides_know_and_nobody_else() -> None:
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
def test_12_4a_where_she_is_not_they_bomb_nobody() -> None:
    board = ordered(Bomb("bergen"))
    perform(board, carry_out(board))
    assert left(board.force("t").counters) == ["tirpitz 5", "admiral_hipper 4"]


@rule("pq17", "12.4a", "7.2.4")
def test_12_4a_the_bombing_order_is_asked_about_and_lays_out_one_ship_alone() -> None:
    board = ordered(Bomb("trondheim"), instructions={**ASKED_ONCE})
    (defence, attack) = by_luck(carry_out(board), 0)
    assert (defence.seat, defence.form.ships) == ("axis", (("tirpitz", 5),))
    assert (attack.seat, attack.form.row) == ("allied", (Laid("tirpitz", (("tirpitz", 5),)),))
    assert len(attack.form.units) == 3


@rule("pq17", "12.4a")
def test_12_4a_where_nothing_is_attacked_both_are_asked_all_the_same() -> None:
    """Tirpitz is at Trondheim; that nobody lies at Bergen is learned when the row is laid."""
    board = ordered(Bomb("bergen"), instructions={**ASKED_ONCE})
    (defence, attack) = by_luck(carry_out(board), 0)
    assert (defence.form.ships, attack.form.row, attack.form.templates()) == ((), (), ())
    assert not [one for seat in ("allied", "axis") for one in events_for(board, seat) if isinstance(one, told.Laid)]


@rule("pq17", "12.4a", "7.2.5b")
@pytest.mark.parametrize(
    ("only", "row", "berth"), [("tirpitz", True, True), ("tirpitz", False, False), ("", True, False)]
)
def test_12_4a_the_guns_of_her_berth_fire_where_she_is_attacked(only: str, row: bool, berth: bool) -> None:
    board = arctic(instructions={"axis": Instructions(cam_from="3")})
    there = [read_counters("tirpitz 5")] if row else []
    place = raids._place(board, "allied", "trondheim", there, RaidTerms(day=False, only=only), Defence())
    guns = BOX.ports["trondheim"].anti_aircraft
    assert place.port_guns == guns + (BOX.charts.anti_aircraft.tirpitz_berth if berth else 0)
    assert (place.day, place.in_port, place.cam_from) == (False, True, 3)
    said = raids._place(board, "allied", "trondheim", there, RaidTerms(day=True), Defence(cam_from=0))
    assert (said.day, said.cam_from) == (True, 0)


@rule("pq17", "12.4a", "7.2.3c")
@pytest.mark.parametrize(("scores", "points"), [(True, -4), (False, 0)])
def test_12_4a_of_a_bombing_order_aircraft_score_nothing_and_what_they_shot_down_does(
    scores: bool, points: int
) -> None:
    board = arctic(air=[AirUnit("halifax", 1, id="h", base="wick"), AirUnit("bf_109", 1, id="f", base="vaernes")])
    units = {one.id: one for one in board.state.air}
    raids._settle(board, "allied", {"h": 2, "f": 2}, {"h": units["h"]}, scores=scores)
    lost = {(one.side, one.unit): one.strength for one in board.state.losses}
    assert lost == {("allied", "halifax"): 1, ("axis", "bf_109"): 1}
    of = {"allied": sum(one.points for one in board.state.bookings if one.points < 0),
          "axis": sum(one.points for one in board.state.bookings if one.points > 0)}  # fmt: skip
    assert (of["allied"] < 0) is scores
    assert of["axis"] > 0
    assert points <= 0


@rule("pq17", "12.4a")
@pytest.mark.parametrize("strengths", [(), (2,), (2, 0, 1)])
def test_12_4a_the_bombers_of_the_bombing_order_go_and_score_nothing(strengths: tuple[int, ...]) -> None:
    special = BOX.special.bombing_order
    board = arctic(air=[air(special.aircraft, f"h{n}", special.base, one) for n, one in enumerate(strengths)])
    board.state.air.append(air("catalina", "c", "lerwick", 1))
    remove_bombers(board)
    assert [one.id for one in board.state.air] == ["c"]
    gone = [(one.side, one.unit, one.strength, one.how) for one in board.state.losses]
    assert gone == [("allied", special.aircraft, one, "left") for one in strengths if one]
    assert (BombersCame(special.base, special.aircraft, 0) in heard(board, "axis")) is bool(strengths)
    assert board.state.bookings == []


@rule("pq17", "12.4a")
def test_12_4a_the_ports_that_the_bombers_come_to_are_german_and_in_range() -> None:
    board = arctic()
    special = BOX.special.bombing_order
    base, far = BOX.base_hex(special.base), BOX.aircraft[special.aircraft].range
    found = ports_in_range(board)
    assert found
    for port in BOX.ports.values():
        near = hexes.distance(base, port.hex) <= far
        assert (port.id in found) is (port.side == "axis" and BOX.has_port(board.operation, port.id) and near), port.id


@rule("pq17", "12.5", "12.5a", position="PP178")
def test_12_5_each_carrier_that_struck_nothing_costs_five() -> None:
    began = {"victorious": "scapa_flow", "anson": "scapa_flow"}
    board = holding("allied", "c", "fleet_air_strike", began=began)
    confirm_situations(board)
    assert score(board.state) == -10
    board = holding("allied", "c", "fleet_air_strike", began=began)
    note_norway_struck(board, "victorious")
    note_norway_struck(board, "victorious")
    confirm_situations(board)
    assert (score(board.state), board.state.struck) == (0, ["victorious"])


@rule("pq17", "12.5", "12.5a")
@pytest.mark.parametrize(
    ("target", "at", "struck"),
    [("kiel", "1708", []), ("sola", "1407", ["victorious"]), ("kirkenes_field", "0716", ["victorious"])],
)
def test_12_5_a_strike_at_kiel_is_none_at_norway(target: str, at: str, struck: list[str]) -> None:
    fleet = force("f", "allied", "task_force", at, "victorious")
    board = phase(
        arctic(fleet, air=[air("albacore", "817", "victorious")], began={"victorious": "scapa_flow"}), "allied"
    )
    board.state.chits["allied"] = Chit("c", "fleet_air_strike")
    board.state.instructions["axis"] = Instructions(scramble="none")
    by_default(resolve_raid(board, "allied", Raid(target, ("817",)), RaidTerms(day=True), key="raid"), lambda _: 0)
    assert board.state.struck == struck
    confirm_situations(board)
    assert score(board.state) == (0 if struck else -10)


@rule("pq17", "12.5")
def test_12_5_a_carrier_that_was_sunk_before_she_struck_owes_five_all_the_same() -> None:
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": "scapa_flow", "avenger": "scapa_flow"})
    confirm_situations(board)
    assert score(board.state) == -10


@rule("pq17", "12.5")
@pytest.mark.parametrize(
    ("port", "struck", "halves"),
    [("scapa_flow", (), -10), ("scapa_flow", ("victorious",), 0), ("reykjavik", (), 0)],
)
def test_12_5_each_fleet_carrier_of_scapa_flow_owes_a_strike(port: str, struck: tuple[str, ...], halves: int) -> None:
    """Avenger, an escort carrier, owes nothing."""
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": port, "avenger": "scapa_flow"})
    for ship in struck:
        note_norway_struck(board, ship)
    confirm_situations(board)
    assert score(board.state) == halves
