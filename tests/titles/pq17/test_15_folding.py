"""15.8 What comes back from an operation: merchants, damage, losses, aircraft, and where ships are put."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.ev import complete_ev, is_due
from games.titles.pq17.rules.campaign.folding import run_aground
from games.titles.pq17.rules.campaign.fortnight import fortnight, prepared
from games.titles.pq17.rules.forces.victory_points import record_ship_lost
from games.titles.pq17.state.counters import Counter as Ships
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Convoy, Force, Loss, Tally
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.orders_of_battle import folded
from tests.titles.pq17.playing import play

rule = pytest.mark.rule


def campaign_convoy(name: str, port: str, *ships: Ships, laden: bool = True) -> Force:
    return Force(id=name, side="allied", kind="convoy", block=1, at=BOX.ports[port].hex if port else "0615", port=port,
                 counters=[*ships], convoy=Convoy(laden=laden))  # fmt: skip


@rule("pq17", "15.2.2a", "15.6.4", "15.7.6", "15.2b")
@pytest.mark.parametrize(("port", "laden", "arrived", "unit", "up"), [
    ("murmansk", True, 9, [("murmansk", True)], 0),
    ("reykjavik", True, 0, [("reykjavik", True)], 0),
    ("reykjavik", False, 0, [("reykjavik", False)], 0),
    ("murmansk", False, 0, [], 9),
])  # fmt: skip
def test_where_merchants_are_after_an_operation(
    port: str, laden: bool, arrived: int, unit: list[tuple[str, bool]], up: int
) -> None:
    there = folded(campaign_convoy("pq12", port, Ships("mv", 9), laden=laden))
    assert there.arrived == arrived
    assert [(one.place, one.laden) for one in there.units] == unit
    assert sum(one.strength for boxes in there.boxes.values() for one in boxes.up) == up


@rule("pq17", "15.8")
@pytest.mark.parametrize(("ship", "home"), [
    ("london", "scapa_flow"), ("tirpitz", "trondheim"), ("dd_project_7", "murmansk"), ("dd_us", "scapa_flow"),
])  # fmt: skip
def test_ships_at_sea_are_put_in_a_friendly_port(ship: str, home: str) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at="0615", counters=[Ships(ship, 1)])
    (unit,) = folded(force).units
    assert (unit.place, unit.afloat) == (home, True)


@rule("pq17", "15.7.5", "15.8")
@pytest.mark.parametrize(
    ("ship", "box", "port"), [("tirpitz", "german", "kiel"), ("london", "english_channel", "clyde")]
)
def test_ships_in_a_box_beside_the_map_are_at_home_and_begin_the_next_operation_nearby(
    ship: str, box: Any, port: str
) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at=box, counters=[Ships(ship, 3)])
    there = folded(force)
    assert [(one.place, one.afloat) for one in there.units] == [(box, False)]
    begun = compose_operation(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {})
    assert [one.ports for one in begun.forces] == [(port,)]
    assert not there.units


@rule("pq17", "15.5")
def test_damage_is_kept() -> None:
    force = Force(id="tf", side="axis", kind="task_force", block=1, at="0813", port="narvik",
                  counters=[Ships("tirpitz", 2, crippled=True), Ships("dd_36a", 2, dead=True)])  # fmt: skip
    tirpitz, destroyers = folded(force).units
    assert (tirpitz.strength, tirpitz.crippled, tirpitz.place) == (2, True, "narvik")
    assert (destroyers.dead, destroyers.afloat) == (True, False)


@rule("pq17", "15.5.2", "15.5.3b", "15.6.1", "15.6.2", "15.2.3")
def test_what_was_lost_comes_back_as_its_chapter_has_it() -> None:
    there = folded(losses=(
        Loss("axis", "ss_german", 2, 9, "damaged", at="0615"), Loss("axis", "ss_german", 1, 9, "sunk", at="0615"),
        Loss("allied", "ss_british", 1, 9, "sunk", at="0615"), Loss("allied", "mc", 1, 9, "sunk", at="0615"),
        Loss("allied", "london", 3, 9, "weather", at="0615"), Loss("allied", "dd_project_7", 1, 9, "ice", at="0615"),
        Loss("allied", "mv", 2, 9, "ice", at="0505"), Loss("allied", "kent", 3, 9, "sunk", at="0615"),
    ), tallies=(Tally("pq12", laden=True, began=15, excepted=2),))  # fmt: skip
    assert (there.damaged_boats, there.boats_lost, there.sunk) == (2, {"ss_british": 1}, ["mc"])
    assert [(one.unit.kind, one.why, one.back, one.unit.place) for one in there.away] == [
        ("london", "ice_or_weather", 1, "scapa_flow")
    ]
    assert [(one.kind, one.strength, one.place, one.laden) for one in there.units] == [("mv", 2, "reykjavik", True)]


@rule("pq17", "15.2.3")
def test_merchants_that_were_turned_back_are_laden_as_their_own_convoy_was() -> None:
    """Ice took a tanker out of a convoy in ballast before it took one of a laden convoy."""
    there = folded(losses=(
        Loss("allied", "mo", 1, 8, "ice", open=False, at="0715", convoy="qp8m"),
        Loss("allied", "mv", 2, 9, "ice", open=False, at="0715", convoy="pq12"),
    ), tallies=(
        Tally("pq12", laden=True, began=15, excepted=2), Tally("qp8m", laden=False, began=15, excepted=1)
    ))  # fmt: skip
    assert sorted((one.kind, one.strength, one.laden) for one in there.units if one.kind in ("mv", "mo")) == [
        ("mo", 1, False), ("mv", 2, True),
    ]  # fmt: skip


@rule("pq17", "15.2.3", "9.3.1")
@pytest.mark.parametrize(("how", "known", "expected"), [
    ("ice", False, "pq12"), ("weather", False, "pq12"), ("weather", True, ""), ("sunk", False, ""),
])  # fmt: skip
def test_of_merchants_that_are_turned_back_their_owner_alone_knows_the_convoy(
    how: Any, known: bool, expected: str
) -> None:
    board = campaign()
    play(fortnight(board))
    board.state.forces = [campaign_convoy("pq12_2", "", Ships("mv", 5))]
    board.state.forces[0].convoy = Convoy(laden=True, part_of="pq12")
    board.state.tallies = [Tally("qp8m", laden=False, began=9), Tally("pq12", laden=True, began=15)]
    record_ship_lost(board, board.state.forces[0], "mv", 1, how, known=known)
    assert [one.convoy for one in board.state.losses] == [expected]
    assert [one.convoy for one in view(board, "axis").losses] == [""] * known


@rule("pq17", "15.5.1b", "7.9b")
def test_a_destroyer_that_was_lightly_damaged_is_repaired_as_one_hit() -> None:
    there = folded(losses=(
        Loss("allied", "dd_a_i", 1, 9, "damaged", at="0615"), Loss("axis", "dd_36a", 2, 9, "damaged", at="0615"),
        Loss("allied", "dd_us", 1, 9, "damaged", at="0615"), Loss("allied", "london", 1, 9, "damaged", at="0615"),
    ))  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.why, one.back, one.unit.place) for one in there.away] == [
        ("dd_a_i", 1, "repair", 5, "clyde"), ("dd_36a", 2, "repair", 5, "kiel"),
    ]  # fmt: skip


@rule("pq17", "15.5.3a")
def test_half_of_those_that_ran_aground_are_lost_and_the_others_repaired() -> None:
    board = campaign()
    play(fortnight(board))
    ships = ("mv", "dd_a_i", "dd_us", "dd_a_i", "mv")
    board.state.losses = [Loss("allied", ship, 1, 9, "aground", at="0404") for ship in ships]
    board.state.losses += [Loss("axis", "dd_36a", 1, 9, "aground", at="0813")]
    board.state.losses += [Loss("allied", "dd_a_i", 1, 9, "collided", at="0404")]
    play(run_aground(board))  # the lots fall on the first three of five, and on the one
    assert [(one.unit.kind, one.unit.laden, one.unit.place, one.why, one.back) for one in board.roster.away] == [
        ("dd_a_i", False, "clyde", "repair", 5), ("mv", True, "reykjavik", "repair", 5),
    ]  # fmt: skip


@rule("pq17", "15.8.3", "15.8.3a", "15.8.3c")
@pytest.mark.parametrize(("stage", "came"), [("declared", False), ("crossed", True)])
def test_operation_ev_is_carried_out_by_the_convoy_of_a_later_fortnight(stage: Any, came: bool) -> None:
    there = Roster(ev=stage, ev_declared=3, fortnight=3)
    assert not is_due(there)
    there.fortnight = 4
    assert is_due(there)
    assert complete_ev(there) is came
    assert (there.ev, is_due(there)) == ("done", False)
    assert bool(there.units) is came


@rule("pq17", "15.2a", "15.8")
@pytest.mark.parametrize("text", ["escort pq12 ship=edinburgh\nescort pq12 ship=aldersdale", "pass"])
def test_a_named_ship_sails_with_her_convoy_whole(text: str) -> None:
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
