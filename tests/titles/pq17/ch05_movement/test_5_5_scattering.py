"""5.5, 5.6: convoys scatter, and how their dispersed parts move."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.orders.move_orders import Route
from games.titles.pq17.orders.special import Bomb, Scatter, ShowChit, Specials
from games.titles.pq17.rules.convoy.dispersal import move_dispersed_part
from games.titles.pq17.rules.convoy.scattering import may_scatter, scatter, scatter_ordered
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.forces.hits import update_after_losses
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.movement.orders import mover_of
from games.titles.pq17.rules.movement.passage import move_force
from games.titles.pq17.rules.search.identification import mark_scattered
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Scattered
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Force, Phase, Plan, Sky, Tally
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import convoy_in_gale, gale_phase, scattered_convoy, tankers
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "5.5", "12.12a", "1.2c")
@pytest.mark.parametrize(
    ("one", "full", "may"),
    [
        (scattered_convoy(), "", True),
        (scattered_convoy(scattered=True), "", False),
        (scattered_convoy(part_of="other"), "", False),
        (scattered_convoy(at="0504", port="reykjavik"), "", False),
        (scattered_convoy(at="kara_sea"), "", False),
        (scattered_convoy(), "task_force", False),
        (scattered_convoy(), "wolfpack", True),
        (scattered_convoy("mv 8"), "task_force", True),
        (scattered_convoy("mv 8", "ss_british 1"), "wolfpack", False),
        (scattered_convoy("mv 8", "ss_british 1"), "task_force", True),
    ],
    ids=["at sea", "it has", "a part", "in port", "Kara Sea", "no block for escorts", "none for boats, it has none",
         "no escorts", "no block for its boats", "its boats have one"],
)  # fmt: skip
def test_5_5_which_convoys_may_scatter(one: Force, full: Any, may: bool) -> None:
    ships = {"task_force": "dd_us 1", "wolfpack": "ss_british 1"}
    stock = getattr(BOX.numbers.blocks.allied, full) if full else 0
    board = arctic(one, *(force(f"x{n}", "allied", full, "0612", ships[full]) for n in range(stock)))
    assert may_scatter(board, one) is may


@rule("pq17", "5.5")
def test_5_5_warships_leave_as_a_task_force_and_boats_as_a_pack_and_parts_are_no_more() -> None:
    one = scattered_convoy("mv 8", "dd_a_i 2", "ss_british 1", "palomares")
    one.counters.append(Counter("mo", 2, dispersed=True))
    away = scattered_convoy("mv 3", name="away", part_of="pq")
    board = phase(arctic(one, away), "allied")
    play(scatter(board, one))
    lies = {found.id: (found.kind, sorted(left(found.counters))) for found in board.state.forces}
    assert {name: kind for name, (kind, _) in lies.items()} == {
        "pq": "convoy", "pq_escort": "task_force", "pq_boats": "wolfpack",
    }  # fmt: skip
    assert (lies["pq_escort"][1], lies["pq_boats"][1]) == (["dd_a_i 2"], ["ss_british 1"])
    assert sum(there.strength for there in one.counters if there.ship in ("mv", "mo")) == 13
    assert not any(there.dispersed for there in one.counters)
    assert one.convoy is not None
    assert one.convoy.scattered


@rule("pq17", "5.5", "6.8.1", "1.2.1c", position="PP190")
def test_5_5_a_convoy_scatters_and_its_warships_leave_it() -> None:
    one = convoy_in_gale("mv 31", "aldersdale", "dd_a_i 2", "es_british 4", "ss_british 2")
    board = gale_phase(one, orders=[Scatter("pq17")])
    perform(board, scatter_ordered(board))
    assert {force.id: (force.kind, left(force.counters)) for force in board.state.forces} == {
        "pq17": ("convoy", ["mv 31", "aldersdale 2"]),
        "pq17_escort": ("task_force", ["dd_a_i 2", "es_british 4"]),
        "pq17_boats": ("wolfpack", ["ss_british 2"]),
    }
    assert one.convoy is not None
    assert (one.convoy.scattered, one.level, board.force("pq17_escort").fuel) == (True, 3, Fuel(17))
    assert Scattered("allied", "0410") in events_for(board, "axis")
    assert Scattered("allied", "0410", "pq17", "pq17_escort") in events_for(board, "allied")
    assert [(one.kind, one.level) for one in board.state.reports if one.to == "axis"] == [("convoy", 3)]
    assert [one.scattered for one in view(board, "axis").blocks if one.kind == "convoy"] == [True]


@rule("pq17", "5.5")
def test_5_5_who_may_scatter() -> None:
    whole, apart = convoy_in_gale("mv 3"), convoy_in_gale("mv 3")
    apart.convoy = Convoy(part_of="pq17")
    done = convoy_in_gale("mv 3")
    done.convoy = Convoy(scattered=True)
    lying = force("l", "allied", "convoy", "0504", "mv 3", port="reykjavik")
    kara = force("k", "allied", "convoy", "kara_sea", "mv 4")
    fleet = force("f", "allied", "task_force", "0410", "anson")
    found = [may_scatter(gale_phase(one), one) for one in (whole, apart, done, lying, kara, fleet)]
    assert found == [True, False, False, False, False, False]
    assert specials_part(gale_phase(whole, fleet), "allied").convoys == ("pq17",)
    axis = force("b", "axis", "convoy", "0814", "mv_german 2", "es_german 1")
    assert specials_part(gale_phase(axis), "axis").convoys == ("b",)


@rule("pq17", "5.5", "1.2c")
def test_5_5_without_a_block_for_its_warships_a_convoy_stays_together() -> None:
    others = [force(f"t{number}", "allied", "task_force", "0508", "dd_a_i 1") for number in range(12)]
    one = convoy_in_gale("mv 3", "dd_a_i 1")
    assert not may_scatter(gale_phase(one, *others), one)


@rule("pq17", "5.5", "9.3.2a")
def test_5_5_who_was_dispersed_scatters_with_the_rest() -> None:
    part = force("away", "allied", "convoy", "0410", "mv 2", convoy=Convoy(part_of="pq17"))
    one = convoy_in_gale("mv 3")
    board = gale_phase(one, part, orders=[Scatter("pq17")])
    perform(board, scatter_ordered(board))
    assert ([force.id for force in board.state.forces], sum(c.strength for c in one.counters)) == (["pq17"], 5)


@rule("pq17", "5.5")
def test_5_5_transports_left_alone_scatter_once() -> None:
    one = convoy_in_gale("mv 3")
    board = gale_phase(one)
    perform(board, mark_scattered(board, one))
    perform(board, mark_scattered(board, one))
    assert sum(isinstance(event, Scattered) for event in events_for(board, "public")) == 1


@rule("pq17", "5.5", "12.4", "12.9")
def test_5_5_what_is_ordered_twice_is_pointed_at() -> None:
    specials = Specials(convoys=("a", "b"), bombed=("narvik", "trondheim"), show="f")
    twice = (Scatter("a"), Scatter("b"), Scatter("a"), Bomb("narvik"), Bomb("trondheim"))
    found = [(one.pointer, one.code) for one in specials.conflicts(twice)]
    assert found
    assert all(pointer.startswith(("/2/", "/4/")) for pointer, _ in found)
    assert not list(specials.conflicts((Scatter("a"), Scatter("b"), Bomb("narvik"), ShowChit("f"))))


@rule("pq17", "5.5", "6.8.1", "15.2.1a")
def test_5_5_a_scattered_convoy_is_whole_again_once_it_was_in_port() -> None:
    """Until then its ID stays 3; what sails on from there is a block like any other."""
    voyage = Convoy(laden=True, destinations=("murmansk", "arkhangelsk"), destination="murmansk", scattered=True)
    convoy = force("c", "allied", "convoy", "0717", "mv 5", convoy=voyage)
    board = table(convoy)
    board.identify(convoy, 3)
    moved(board, Route("c", "murmansk", ("0817",)))
    assert (convoy.at, convoy.port, convoy.level, voyage.scattered) == ("0817", "", 3, True)
    convoy.moved, board.state.turn = 0, 10
    moved(board)
    assert (convoy.port, convoy.level, voyage.scattered) == ("murmansk", None, False)


@rule("pq17", "5.6")
@pytest.mark.parametrize(("starts", "ends"), [("", ""), ("reykjavik", ""), ("", "murmansk")])
def test_5_6_a_dispersed_part_goes_where_its_convoy_goes(starts: str, ends: str) -> None:
    one, away = scattered_convoy(at="0504"), scattered_convoy("mv 3", name="away", at="0504", part_of="pq", port=starts)
    other = scattered_convoy("mv 1", name="other", at="0504", part_of="elsewhere")
    board = arctic(one, away, other)
    one.moved = 1
    assert one.convoy is not None
    one.convoy.been, one.convoy.nearest, one.convoy.destination = ["0504", "0404"], 15, "murmansk"
    assert move_dispersed_part(board, one, ("0404", "0405"), ends) == [away]
    assert (away.at, away.port, away.moved) == ("0405", ends, 1)
    assert away.convoy is not None
    sailed = (away.convoy.been, away.convoy.nearest, away.convoy.destination)
    assert sailed == (["0504", "0404"], 15, "murmansk")
    assert (other.at, other.moved) == ("0504", 0)


@rule("pq17", "5.6")
def test_5_6_the_part_goes_where_its_convoy_goes() -> None:
    one = convoy_in_gale("mv 16")
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"))
    board = gale_phase(one, part)
    assert move_dispersed_part(board, one, ("0411", "0412")) == [part]
    assert (part.at, part.trail[-2:]) == ("0412", ["0411", "0412"])


@rule("pq17", "5.6", "5.1.3")
def test_5_6_the_part_leaves_port_with_its_convoy_also_without_a_step() -> None:
    one = convoy_in_gale("mv 16")
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"), port="reykjavik")
    board = gale_phase(one, part)
    assert move_dispersed_part(board, one, ()) == [part]
    assert (part.at, part.port) == ("0410", "")


@rule("pq17", "5.6", "9.3.2a", "1.2.4")
def test_5_6_convoys_that_combine_have_one_part() -> None:
    one, other = convoy_in_gale("mv 16"), force("pq18", "allied", "convoy", "0410", "mv 4", convoy=Convoy())
    parts = [
        force(f"away_{name}", "allied", "convoy", "0410", "mv 3", convoy=Convoy(part_of=name))
        for name in ("pq18", "pq17")
    ]
    board = gale_phase(one, other, *parts)
    combine_forces(board, [one, other])
    assert [left(part.counters) for part in parts_of(board, one)] == [["mv 6"]]
    assert [force.id for force in board.state.forces] == ["pq17", "away_pq18"]
    assert events_for(board, "axis")[-1] == BlocksChanged("allied", "0410", 4, 2)


@rule("pq17", "5.6", "2.1.2")
@pytest.mark.parametrize("escorts", [(), ("dd_a_i 2",)])
def test_5_6_when_nothing_is_left_of_a_convoy_its_part_is_the_convoy(escorts: tuple[str, ...]) -> None:
    one = convoy_in_gale("mv 16", *escorts, plan=Plan(0, ("0411",), "murmansk"))
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"))
    board = gale_phase(one, part, tallies=[Tally("pq17", laden=True, began=22)])
    one.counters = one.counters[1:]
    update_after_losses(board, one)
    assert part.convoy is not None
    assert (part.convoy.part_of, part.plan) == ("", Plan(0, ("0411",), "murmansk"))
    assert board.state.tallies == [Tally("away", laden=True, began=22)]
    assert parts_of(board, one) == []


@rule("pq17", "5.6", "9.3.2", "2.1.1")
@pytest.mark.parametrize(("way", "goal", "arrived"), [(("0718",), "", 0), ((), "murmansk", 5)])
def test_5_6_a_dispersed_part_goes_with_its_convoy_and_arrives_where_that_does(
    way: Any, goal: str, arrived: int
) -> None:
    voyage = Convoy(laden=True, destinations=("murmansk",), destination="murmansk")
    at = "0817" if goal else "0618"
    route = way if goal else ("0718", "0817")
    board = arctic(
        force("pq", "allied", "convoy", at, "mv 4", convoy=structs.replace(voyage), plan=Plan(0, route, "murmansk")),
        force("part", "allied", "convoy", at, "mv 1", convoy=structs.replace(voyage, part_of="pq"), level=2),
        tallies=[Tally("pq", laden=True, began=5)], sky=Sky("fair"),
    )  # fmt: skip
    board.state.phase = Phase("allied")
    play(move_force(board, board.force("pq")))
    assert {(one.at, one.port) for one in board.state.forces} == {("0817", "murmansk") if goal else ("0718", "")}
    assert board.state.tallies[0].arrived == arrived
    assert [one.convoy.arrived for one in board.state.forces if one.convoy] == [bool(goal)] * 2
    assert board.force("part").level == (None if goal else 1), (
        "its ID falls as that of any block that goes the same way"
    )
    assert sorted(board.phase.moved) == ["part", "pq"]


@rule("pq17", "5.6", "5.1.1")
@pytest.mark.parametrize(("turn", "hexes"), [(9, 0), (10, 1)])
def test_5_6_a_convoy_creeps_with_a_part_that_is_in_tow(turn: int, hexes: int) -> None:
    """9.2.5a says of a gale that neither moves if one cannot; both stay in one hex."""
    one = tankers(Counter("mv", 8))
    one.plan = Plan(0, ("0412", "0413"), "arkhangelsk")
    away = tankers(Counter("mv", 2), Counter("mv", 1, dead=True, towed=True), name="away", part_of="pq")
    board = phase(arctic(one, away, turn=turn), "allied")
    assert mover_of(board, one).hexes == hexes
    play(move_force(board, one))
    assert (one.at, away.at) == (("0411", "0412")[hexes],) * 2
