"""5.1.6 to 5.1.8: the Inner Leads, drift ice, and the ships that Hitler keeps in port."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign.composing import binding_carriers, compose_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.movement.orders import held_by, release_capital_ships
from games.titles.pq17.rules.movement.ports import identifies_target, locates_carrier
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.state.events.movement import IceMet
from games.titles.pq17.state.roster import Away, Unit
from games.titles.pq17.state.state import Named, Phase, Plan, Report, Strength
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch05_movement.sailings import afloat, one_task_force, report_to_axis, sailing, sailing_from
from tests.titles.pq17.oracles import Barred, check_way
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


def photograph(*ships: str, to: Any = "axis") -> Report:
    names = tuple(Named(ship, 0) for ship in ships)
    return Report(to=to, turn=9, source="photo", at="1206", port="scapa_flow", level=4, names=names)


@rule("pq17", "5.1.6")
def test_5_1_6_inner_leads_from_bergen_to_banak() -> None:
    leads = {one.id for one in BOX.hexes.values() if one.leads}
    assert leads == {
        "1309", "1209", "1110", "1111", "1011", "1012", "0913", "0812", "0813", "0714", "0814", "0715", "0815",
    }  # fmt: skip


@rule("pq17", "5.1.6", position="PP38")
def test_5_1_6_inner_leads() -> None:
    lutzow = one_task_force("0714", "lutzow")
    assert check_way(BOX, lutzow, ("0813", "0814", "0715"), sailing()) == Barred("", "5.1.6")
    assert check_way(BOX, lutzow, ("0813", "0814"), sailing()) is None
    assert check_way(BOX, one_task_force("0611", "lutzow"), ("0610", "0609", "0608"), sailing()) is None
    assert check_way(BOX, one_task_force("0611", "lutzow"), ("0610", "0609", "0608", "0607"), sailing()) == Barred(
        "", "5.1"
    )
    assert check_way(BOX, one_task_force("0611", "lutzow", moved=1), ("0610", "0609", "0608"), sailing()) == Barred(
        "", "5.1"
    )


@rule("pq17", "5.1.6", "5.1")
@pytest.mark.parametrize(
    ("kind", "at", "way", "barred"),
    [
        ("task_force", "0612", ("0713", "0813", "0814"), "5.1.6"), ("task_force", "0813", ("0713", "0612", "0512"), ""),
        ("task_force", "0812", ("0712", "0611", "0610"), ""), ("task_force", "0712", ("0812", "0713", "0613"), "5.1.6"),
        ("dummy", "0712", ("0812", "0713", "0613"), "5.1.6"), ("task_force", "0712", ("0812", "0713"), ""),
    ],
)  # fmt: skip
def test_5_1_6_no_high_speed_in_a_turn_that_enters_the_leads(
    kind: str, at: str, way: tuple[str, ...], barred: str
) -> None:
    words = ("lutzow",) if kind == "task_force" else ()
    found = check_way(BOX, afloat(*words, at=at, side="axis", kind=kind), way, sailing_from())
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.7", "10.1", "10.2.5")
@pytest.mark.parametrize(
    ("side", "here", "there", "key", "barred"),
    [
        ("axis", "0206", "0107", "pq13", "10.2.5"), ("allied", "0206", "0107", "pq13", "10.2.5"),
        ("axis", "0313", "0212", "pq17", ""), ("axis", "0414", "0314", "pq17", ""),
        ("allied", "0112", "0111", "pq17", "10.2.5"),
    ],
)  # fmt: skip
def test_5_1_7_certain_ice_bars_doubtful_ice_is_met(side: str, here: str, there: str, key: str, barred: str) -> None:
    ship = "lutzow" if side == "axis" else "kent"
    found = check_way(BOX, one_task_force(here, ship, side=side), (there,), sailing(key))
    assert (found.rule if found else "") == barred


@rule("pq17", "5.1.7", "10.1b", "10.2.3", position="PP39")
def test_5_1_7_a_german_force_that_stops_before_heavy_drift_draws_two_cards_that_count_by_n_alone() -> None:
    hard = [name for name, card in BOX.cards.items() if card.damage.light_more][:2]
    raider = force("t", "axis", "task_force", "0202", "dd_36a 3", plan=Plan(0, ("0103",)))
    board = phase(table(raider, light="dec_1", scenario="jw51b"), "axis")
    play(movement(board), dice=[(5,)], cards=hard)
    (met,) = (one for one in heard(board, "allied") if isinstance(one, IceMet))
    assert (met.ice, met.passes, raider.at) == ("heavy_drift", False, "0202")
    assert sum(one.strength for one in raider.counters) == 3 - sum(BOX.cards[one].damage.light for one in hard)


@rule("pq17", "5.1.8", position="PP40")
def test_5_1_8_what_tells_of_a_carrier() -> None:
    assert not locates_carrier(report_to_axis(kind="task_force", level=1, about=5))
    assert not locates_carrier(report_to_axis(kind="task_force", level=2, carrier=False))
    assert locates_carrier(report_to_axis(kind="task_force", level=2, carrier=True))
    assert locates_carrier(report_to_axis(level=3, strengths=(Strength("carrier", 1, 4),)))
    assert locates_carrier(report_to_axis(source="refusal", refusal="carrier"))
    assert not locates_carrier(report_to_axis(to="allied", carrier=True))


@rule("pq17", "5.1.8", "11.4", "5.1.9a")
@pytest.mark.parametrize(
    ("told", "carrier", "force_"),
    [
        ({"carrier": True}, True, False),
        ({"carrier": False}, False, False),
        ({"refusal": "carrier"}, True, False),
        ({"refusal": "cam"}, False, False),
        ({"strengths": (Strength("carrier", 1, 3),)}, True, False),
        ({"strengths": (Strength("capital", 1, 3),)}, False, False),
        ({"kind": "task_force"}, False, True),
        ({"kind": "convoy"}, False, True),
        ({"kind": "wolfpack"}, False, False),
        ({"kind": "task_force", "port": "murmansk"}, False, False),
    ],
)
def test_5_1_8_what_a_report_shows(told: dict[str, Any], carrier: bool, force_: bool) -> None:
    axis, allied = (Report(to=to, turn=8, source="search", at=OPEN, **told) for to in ("axis", "allied"))
    assert (locates_carrier(axis), identifies_target(axis)) == (carrier, force_)
    assert (locates_carrier(allied), identifies_target(allied)) == (False, False)


@rule("pq17", "5.1.8", "15.0a", "15.8")
@pytest.mark.parametrize("state", [{}, {"inoperative": 2}, {"dead": True}, "in dock"])
def test_5_1_8_tirpitz_is_bound_by_a_carrier_of_the_enemy_whether_she_lies_ready_or_not(state: Any) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.boxes = {}
    carrier = Unit("victorious", 3, "clyde", **({} if state == "in dock" else state))
    board.roster.units = [Unit("london", 3, "scapa_flow"), Unit("graf_zeppelin", 3, "narvik")]
    if state == "in dock":
        board.roster.away.append(Away(carrier, "repair", 9))
    else:
        board.roster.units.append(carrier)
    assert compose_operation(BOX, board.roster, board.operation, [], {}).binding_carriers == ("victorious",)


@rule("pq17", "5.1.8", "15.3", "15.7")
@pytest.mark.parametrize(
    ("key", "binding"),
    [("mar_1", True), ("aug_1", True), ("aug_2", False), ("sep_1", True), ("oct_1", True), ("oct_2", False)],
)
def test_5_1_8_no_carrier_binds_tirpitz_that_the_schedule_has_elsewhere_or_that_was_sunk(
    key: str, binding: bool
) -> None:
    """She leaves for PEDESTAL as the first fortnight of August ends, comes back in the next, and goes to TORCH."""
    board = campaign()
    board.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == key)
    assert binding_carriers(BOX, board.roster) == (("victorious",) if binding else ())
    board.roster.units = [one for one in board.roster.units if one.kind != "victorious"]
    assert binding_carriers(BOX, board.roster) == ()


@rule("pq17", "5.1.8", "6.9")
@pytest.mark.parametrize(("ships", "held"), [(("anson", "victorious"), ""), (("anson", "avenger"), "5.1.8")])
def test_5_1_8_a_photograph_of_the_carrier_in_port_frees_tirpitz(ships: tuple[str, ...], held: str) -> None:
    one = force("t", "axis", "task_force", "1111", "tirpitz", port="trondheim")
    board = table(one, unbound=False)
    board.state.phase = Phase("axis")
    assert held_by(board, one) == "5.1.8"
    board.state.reports.append(photograph(*ships))
    release_capital_ships(board, "axis")
    assert held_by(board, one) == held
