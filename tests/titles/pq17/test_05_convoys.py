"""5.5, 5.6, 9.3.2, 9.3.3: convoys that scatter, come apart in a gale and come together again; PP190."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.convoy.dispersal import (
    disperse_convoys,
    move_dispersed_part,
    rejoin_parts,
    undispersed_merchants,
)
from games.titles.pq17.rules.convoy.scattering import may_scatter, scatter_ordered
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.forces.hits import update_after_losses
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.movement.combining import find_each_other
from games.titles.pq17.rules.search.identification import mark_scattered
from games.titles.pq17.rules.search.searchers import may_search
from games.titles.pq17.rules.special.parts import specials_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.convoy import Dispersed, Rejoined, Scattered
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy, Force, Phase, Plan, Sky, Tally
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import apart, convoy_in_gale, gale_phase
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


@rule("pq17", "5.5", "6.8.1", "1.2.1c")
def test_pp190_a_convoy_scatters_and_its_warships_leave_it() -> None:
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
def test_who_may_scatter() -> None:
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
def test_without_a_block_for_its_warships_a_convoy_stays_together() -> None:
    others = [force(f"t{number}", "allied", "task_force", "0508", "dd_a_i 1") for number in range(12)]
    one = convoy_in_gale("mv 3", "dd_a_i 1")
    assert not may_scatter(gale_phase(one, *others), one)


@rule("pq17", "5.5", "9.3.2a")
def test_who_was_dispersed_scatters_with_the_rest() -> None:
    part = force("away", "allied", "convoy", "0410", "mv 2", convoy=Convoy(part_of="pq17"))
    one = convoy_in_gale("mv 3")
    board = gale_phase(one, part, orders=[Scatter("pq17")])
    perform(board, scatter_ordered(board))
    assert ([force.id for force in board.state.forces], sum(c.strength for c in one.counters)) == (["pq17"], 5)


@rule("pq17", "5.5")
def test_transports_left_alone_scatter_once() -> None:
    one = convoy_in_gale("mv 3")
    board = gale_phase(one)
    perform(board, mark_scattered(board, one))
    perform(board, mark_scattered(board, one))
    assert sum(isinstance(event, Scattered) for event in events_for(board, "public")) == 1


@rule("pq17", "6.8")
def test_a_convoy_without_warships_searches_nothing() -> None:
    assert not may_search(BOX, convoy_in_gale("mv 3", "aldersdale"))
    assert may_search(BOX, convoy_in_gale("mv 3", "es_british 1"))


def dispersed(one: Force, *dice: int, dispersal: int = 2, **fields: Any) -> Board:
    board = gale_phase(one, dispersal=dispersal, **fields)
    perform(board, disperse_convoys(board), dice=[dice] if dice else [])
    return board


@rule("pq17", "9.3.2", "5.6", "1.2.1c")
def test_merchants_leave_for_a_part_of_their_own_in_the_same_hex() -> None:
    one = convoy_in_gale("mv 22", "dd_a_i 2", level=1)
    board = dispersed(one, 5, 5)
    (part,) = parts_of(board, one)
    assert (left(one.counters), left(part.counters)) == (["mv 16", "dd_a_i 2"], ["mv 6"])
    assert (part.at, part.level, part.kind) == ("0410", 1, "convoy")
    assert events_for(board, "allied")[-1] == Dispersed("allied", "pq17", (5, 5), 6, "pq17_dispersed")
    assert not any(isinstance(event, Dispersed) for event in events_for(board, "axis"))
    assert [(seen.at, seen.count) for seen in view(board, "axis").blocks] == [("0410", 2)]


@rule("pq17", "9.3.2a")
def test_all_that_ever_dispersed_is_one_part() -> None:
    one = convoy_in_gale("mv 22")
    board = dispersed(one, 5, 5)
    perform(board, disperse_convoys(board), dice=[(5,)])
    assert [left(part.counters) for part in parts_of(board, one)] == [["mv 9"]]
    assert undispersed_merchants(board, one) == 13


@rule("pq17", "9.3.2", "1.2c")
def test_without_a_block_dispersed_merchants_are_only_marked() -> None:
    others = [force(f"c{number}", "allied", "convoy", "0508", "mv 1") for number in range(3)]
    one = convoy_in_gale("mv 11")
    board = gale_phase(one, *others, dispersal=2)
    perform(board, disperse_convoys(board), dice=[(5,)])
    assert [(c.strength, c.dispersed) for c in one.counters] == [(8, False), (3, True)]
    assert (parts_of(board, one), undispersed_merchants(board, one)) == ([], 8)
    board.state.sky = Sky("reduced")
    perform(board, rejoin_parts(board), dice=[(3,)])
    assert [(c.strength, c.dispersed) for c in one.counters] == [(10, False), (1, True)]


@rule("pq17", "9.3.2")
def test_no_dispersal_without_the_card_the_ships_or_the_gale() -> None:
    few = convoy_in_gale("mv 10")
    assert dispersed(few).state.forces == [few]
    for board in (gale_phase(convoy_in_gale("mv 22"), sky="storm"), gale_phase(convoy_in_gale("mv 22"))):
        if board.state.sky.kind == "gale":
            board.state.sky.dispersing = []
        perform(board, disperse_convoys(board))
        assert len(board.state.forces) == 1
    board = gale_phase(convoy_in_gale("mv 22"))
    board.state.phase = Phase("axis")
    perform(board, disperse_convoys(board))
    assert len(board.state.forces) == 1


@rule("pq17", "5.6")
def test_the_part_goes_where_its_convoy_goes() -> None:
    one = convoy_in_gale("mv 16")
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"))
    board = gale_phase(one, part)
    assert move_dispersed_part(board, one, ("0411", "0412")) == [part]
    assert (part.at, part.trail[-2:]) == ("0412", ["0411", "0412"])


@rule("pq17", "5.6", "5.1.3")
def test_the_part_leaves_port_with_its_convoy_also_without_a_step() -> None:
    one = convoy_in_gale("mv 16")
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"), port="reykjavik")
    board = gale_phase(one, part)
    assert move_dispersed_part(board, one, ()) == [part]
    assert (part.at, part.port) == ("0410", "")


@rule("pq17", "5.6", "9.3.2a", "1.2.4")
def test_convoys_that_combine_have_one_part() -> None:
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
def test_when_nothing_is_left_of_a_convoy_its_part_is_the_convoy(escorts: tuple[str, ...]) -> None:
    one = convoy_in_gale("mv 16", *escorts, plan=Plan(0, ("0411",), "murmansk"))
    part = force("away", "allied", "convoy", "0410", "mv 6", convoy=Convoy(part_of="pq17"))
    board = gale_phase(one, part, tallies=[Tally("pq17", laden=True, began=22)])
    one.counters = one.counters[1:]
    update_after_losses(board, one)
    assert part.convoy is not None
    assert (part.convoy.part_of, part.plan) == ("", Plan(0, ("0411",), "murmansk"))
    assert board.state.tallies == [Tally("away", laden=True, began=22)]
    assert parts_of(board, one) == []


@rule("pq17", "9.3.3", "9.3.2a")
@pytest.mark.parametrize(
    ("sky", "die", "back"), [("reduced", 2, 0), ("reduced", 3, 3), ("reduced", 5, 5), ("fair", 3, 5), ("fog", 4, 0)]
)
def test_pp153_they_rejoin(sky: str, die: int, back: int) -> None:
    board, one = apart(5, sky)
    perform(board, rejoin_parts(board), dice=[(die,)])
    assert left(one.counters)[0] == f"mv {16 + back}"
    assert len(parts_of(board, one)) == int(back < 5)
    assert events_for(board, "allied")[-1] == Rejoined("allied", "pq17", die, back)
    assert not any(isinstance(event, Rejoined) for event in events_for(board, "axis"))


@rule("pq17", "9.3.3")
def test_nobody_tries_in_storm_or_gale_or_without_a_part() -> None:
    for sky in ("storm", "gale"):
        board, one = apart(5, sky)
        perform(board, rejoin_parts(board))
        assert len(parts_of(board, one)) == 1
    board = gale_phase(convoy_in_gale("mv 16"), sky="fair")
    perform(board, rejoin_parts(board))
    assert board.told == []


def meeting(*, option: bool = True, sky: str = "storm", port: str = "") -> Board:
    two = [force(name, "allied", "task_force", "0508", "dd_a_i 1", port=port) for name in "ab"]
    return gale_phase(*two, sky=sky, options=Options(storm_combining=option))


@rule("pq17", "9.4")
def test_pp154_in_a_storm_forces_combine_only_after_a_card_that_finds() -> None:
    night = [card.day.force[2] for card in BOX.cards.values()]
    finding = next(place for place, result in enumerate(night) if result == "3")
    failing = next(place for place, result in enumerate(night) if result == "-")
    for place, found in ((finding, True), (failing, False)):
        board = meeting()
        run = perform(board, find_each_other(board, board.state.forces, key="m"), draws=[(place,)])
        assert run.result is found


@rule("pq17", "9.4")
def test_without_the_option_in_fair_weather_or_in_port_no_card_is_drawn() -> None:
    for board in (meeting(option=False), meeting(sky="reduced"), meeting(port="scapa_flow")):
        assert perform(board, find_each_other(board, board.state.forces, key="m")).result is True
        assert board.state.drawn == {}
