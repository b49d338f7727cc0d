"""12.0, 4.2 Chits drawn in secret, what stands at Tromso for them, what is written before the operation."""

import pytest

from games.titles.pq17.components.turns import read_turn
from games.titles.pq17.rules.forces.situations import (
    is_usable,
    situation_of,
)
from games.titles.pq17.rules.operation.plans import plans
from games.titles.pq17.rules.special.chits import draw, show_all, tromso_block
from games.titles.pq17.rules.special.writing import landing_hexes, mined_hexes, situation_part
from games.titles.pq17.state.events.operation import Planned
from games.titles.pq17.state.events.special import (
    ChitDrawn,
    ChitShown,
    Reinforced,
)
from games.titles.pq17.state.state import Chit
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import LETTERS, holding

rule = pytest.mark.rule


@rule("pq17", "12.0", "12.0a", "3.1")
def test_each_draws_one_the_allied_player_first_and_reads_his_own() -> None:
    board = arctic(cup=list(LETTERS))
    assert perform(board, draw(board), draws=[(5,), (5,)]).following == "set_up_axis"
    assert {side: chit.letter for side, chit in board.state.chits.items()} == {"allied": "f", "axis": "g"}
    assert sorted([*board.state.cup, "f", "g"]) == LETTERS
    assert events_for(board, "allied") == [ChitDrawn("allied", "f", "gearbox"), ChitDrawn("axis")]
    assert events_for(board, "axis") == [ChitDrawn("allied"), ChitDrawn("axis", "g", "port_raid")]
    assert events_for(board, "public") == [ChitDrawn("allied"), ChitDrawn("axis")]


@rule("pq17", "12.0")
def test_the_axis_column_goes_by_the_month() -> None:
    summer, winter = arctic(cup=list(LETTERS)), arctic(cup=list(LETTERS), scenario="pq8")
    for board in (summer, winter):
        perform(board, draw(board), draws=[(25,), (18,)])
    assert [board.state.chits["axis"].situation for board in (summer, winter)] == ["wunderland", "axis_convoy"]


@rule("pq17", "12.6", "12.0a")
def test_ground_offensive_is_shown_and_another_chit_drawn() -> None:
    board = arctic(cup=list(LETTERS))
    perform(board, draw(board), draws=[(4,), (0,), (0,)])
    assert (board.state.offensive, board.state.chits["allied"].letter) == ({"allied": "e"}, "a")
    assert events_for(board, "axis")[:2] == [ChitShown("allied", "e", "ground_offensive"), ChitDrawn("allied")]
    assert (len(board.state.cup), view(board, "axis").offensive) == (23, {"allied": "e"})


@rule("pq17", "12.0a")
def test_all_chits_are_shown_in_the_confirmation_phase() -> None:
    board = arctic(chits={"allied": Chit("f", "gearbox"), "axis": Chit("p", "none", shown=True)})
    show_all(board)
    assert events_for(board, "axis") == [ChitShown("allied", "f", "gearbox")]
    assert all(chit.shown for chit in board.state.chits.values())


@rule("pq17", "12.0b", "12.3", "4.1.3a")
@pytest.mark.parametrize(
    ("letter", "situation", "scenario", "holds"),
    [
        ("a", "axis_convoy", "pq17", ["es_german 1", "mv_german 2"]),
        ("j", "axis_convoy", "pq17", ["es_german 1", "mv_german 2"]),
        ("x", "axis_convoy", "pq8", ["es_german 2", "mv_german 3"]),
        ("g", "port_raid", "pq17", []),
        ("p", "none", "pq17", []),
    ],
)
def test_what_stands_at_tromso(letter: str, situation: str, scenario: str, holds: list[str]) -> None:
    board = holding("axis", letter, situation, scenario=scenario)
    block = tromso_block(board, "b")
    assert [f"{one.ship} {one.strength}" for one in block.counters] == holds
    assert (block.kind, block.at, block.port) == ("convoy" if holds else "dummy", "0814", "tromso")
    assert block.convoy is None or block.convoy.destinations == ("kirkenes",)


@rule("pq17", "12.0e")
@pytest.mark.parametrize(
    ("situation", "yes", "no"),
    [
        ("cobweb", "", "pq17 jw51b"),
        ("bombing_order", "pq12 pq13", "pq17 jw51b"),
        ("gearbox", "pq6 pq17 pq18", "pq8 pq12 pq14"),
        ("sizilien", "pq17 pq18", ""),
        ("wunderland", "pq18", "pq17 pq16"),
        ("minelaying", "pq17 pq18", "pq16 pq12"),
        ("archery", "pq6 jw51b", "pq16 pq18"),
        ("title", "pq18", "pq17 pq12"),
        ("port_raid", "pq17 pq6", ""),
        ("none", "", "pq17"),
    ],
)
def test_situations_that_cannot_apply_are_none(situation: str, yes: str, no: str) -> None:
    assert [key for key in yes.split() if not is_usable(BOX, BOX.operations[key], situation)] == []
    assert [key for key in no.split() if is_usable(BOX, BOX.operations[key], situation)] == []


@rule("pq17", "12.0e", "12.5")
def test_fleet_air_strike_without_a_carrier_in_scapa_flow_is_none() -> None:
    board = holding("allied", "c", "fleet_air_strike", began={"victorious": "reykjavik", "anson": "scapa_flow"})
    assert situation_of(board, "allied") == "none"
    board.state.began = {"victorious": "scapa_flow"}
    assert situation_of(board, "allied") == "fleet_air_strike"


@rule("pq17", "12.8", "5.1.4")
def test_where_mines_may_be_laid() -> None:
    hexes = {one: BOX.hexes[one] for one in mined_hexes(arctic(scenario="pq18"))}
    assert {hex_.kind for hex_ in hexes.values()} == {"coast"}
    assert {hex_.zone for hex_ in hexes.values()} == {"e3", "w3"}
    assert mined_hexes(arctic(scenario="pq12")) == ()


@rule("pq17", "12.14.1", "12.14")
def test_archery_takes_ships_that_are_in_play_and_gets_its_landing_ships() -> None:
    fleet = force("fleet", "allied", "task_force", "1206", "jamaica", "dd_a_i 4", port="scapa_flow")
    weak = force("weak", "allied", "task_force", "1206", "kent", "dd_a_i 3", port="scapa_flow")
    far = force("far", "allied", "task_force", "0504", "kent", "dd_a_i 4", port="reykjavik")
    board = holding("allied", "m", "archery", fleet, weak, far, scenario="pq6", turn=1, start=1)
    assert situation_part(board, "allied").able == ("fleet",)
    perform(board, plans(board), says={"plans@allied": "land fleet at=0714 turn=6.am"})
    assert (board.state.chits["allied"].target, board.state.chits["allied"].turn) == ("0714", read_turn("6 am").number)
    assert [one.ship for one in fleet.counters[2:]] == [
        "es_british", "landing_ship_one", "landing_ship_two", "gray_ranger"
    ]  # fmt: skip


@rule("pq17", "12.14.1a", "5.1.4")
def test_archery_lands_on_the_coast_of_norway_where_no_port_is() -> None:
    board = arctic(scenario="pq6")
    found = landing_hexes(board)
    assert found
    assert not set(found) & BOX.enemy_ports(board.operation, "allied")
    assert all("no" in BOX.hexes[one].coasts for one in found)


@rule("pq17", "12.13")
def test_reinforcements_of_a_chit_are_placed_before_play() -> None:
    board = holding("axis", "k", "reinforcements")
    perform(board, plans(board))
    new = board.forces_of("axis")
    assert [(one.kind, one.port, [f"{c.ship} {c.strength}" for c in one.counters]) for one in new] == [
        ("wolfpack", "narvik", ["ss_german 2"])
    ]
    assert (board.state.groups_placed, board.state.chits["axis"].done) == ({"axis": 1}, True)
    assert events_for(board, "allied") == [Reinforced("axis", "narvik", (), 1), Planned()]
    assert events_for(board, "axis") == [Reinforced("axis", "narvik", ("ss_german",), 1), Planned()]
