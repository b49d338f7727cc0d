"""5.5, 5.6, 9.3.2, 9.3.3: convoys that scatter, come apart in a gale and come together again; PP190."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.rules.convoy.dispersal import (
    disperse_convoys,
    rejoin_parts,
    undispersed_merchants,
)
from games.titles.pq17.rules.forces.composition import parts_of
from games.titles.pq17.rules.movement.combining import find_each_other
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.convoy import Dispersed, Rejoined
from games.titles.pq17.state.state import Force, Phase, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import apart, convoy_in_gale, gale_phase
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


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
