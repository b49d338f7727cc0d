"""9.2 The capture of ports."""

import pytest

from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events.day import PortAbandoned
from games.titles.goeben.state.state import Weather
from games.titles.goeben.visibility.hearing import may_hear
from games.titles.goeben.visibility.knowledge import note_given_up, take_notes
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import battle_board, fight
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play

rule = pytest.mark.rule
PORT = "bone"
MARINES = "+cargo=optics,seebataillon"


def land(board: Board, say: str = "") -> Played:
    return play(board, landing(board), says={"land": say} if say else None)


def off(at: str = PORT, goeben: str = MARINES, doctrine: str = "landing", foes: str = "", **rest: object) -> Board:
    return battle_board(foes, at=at, goeben=goeben, doctrine=doctrine, **rest)  # type: ignore[arg-type]


@rule("goeben", "9.2")
def test_marines_take_an_undefended_port() -> None:
    board = off()
    played = land(board)
    port = port_at(board, PORT)
    assert port is not None
    assert port.side == "captured"
    assert board.ship("goeben").cargo == ["optics"]
    assert played.told(told.PortTaken) == [told.PortTaken(PORT, "goeben")]
    assert played.kinds == []
    assert played.following == "objective"


@rule("goeben", "9.2")
def test_who_wants_to_be_asked_may_decline() -> None:
    board = off(doctrine="ask-first")
    assert land(board, "pass").kinds == ["land"]
    assert board.state.ashore == {}
    board = off(doctrine="ask-first")
    land(board, "goeben")
    assert board.state.ashore == {PORT: "goeben"}


@rule("goeben", "9.2")
def test_a_doctrine_without_landings_lands_nobody() -> None:
    board = off(doctrine="targets bc")
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2")
@pytest.mark.parametrize("at", ["bizerte", "messina", "pola", "zante"])
def test_only_allied_ports_can_be_taken(at: str) -> None:
    """Neither bases, nor neutral or friendly ports, nor the sea."""
    board = off(at=at)
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2.5")
@rule("goeben", "9.2")
def test_defences_and_allied_ships_must_be_gone_first() -> None:
    for board in (off(forts={PORT: "fort_1+up"}), off(foes="gb_dd_1")):
        land(board)
        assert board.state.ashore == {}


@rule("goeben", "9.2.2")
@rule("goeben", "9.2")
def test_without_marines_nothing_is_taken() -> None:
    board = off(goeben="+cargo=optics")
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2.5")
@rule("goeben", "13.chart/Storm")
def test_nobody_lands_in_a_storm() -> None:
    board = off(weather=Weather(storm=True))
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2")
def test_a_port_that_is_held_takes_no_second_party() -> None:
    board = off(breslau=f"{PORT}+cargo=seebataillon")
    land(board)
    board.day.queue = [PORT]
    land(board)
    assert board.ship("breslau").cargo == ["seebataillon"]


@rule("goeben", "9.2")
def test_a_port_that_the_ships_flee_is_given_up() -> None:
    """The marines are lost: nobody carries them to the ship elsewhere (9.2.1)."""
    board = off(foes="gb_bc_1", goeben="", doctrine="break-off bc")
    board.state.ashore[PORT] = "goeben"
    board.state.available["seebataillon"] -= 1
    fight(board, dice=[(6,)])
    assert board.state.ashore == {}
    assert board.ship("goeben").cargo == []
    assert board.state.available["seebataillon"] == BOX.cargo["seebataillon"].count


def held_by_captains(goeben: str, breslau: str) -> Board:
    """Two captains; Goeben's marines hold the port, as both know who are there."""
    board = at_sea("captains", goeben=goeben, breslau=breslau)
    board.state.ashore[PORT] = "goeben"
    board.state.available["seebataillon"] -= 1
    take_notes(board)
    return board


def believes_it_held(board: Board, seat: str) -> bool:
    note = board.state.logs[seat].spaces.get(PORT)
    return note is not None and note.held


def test_who_has_heard_nothing_of_a_port_notes_nothing_when_it_is_given_up() -> None:
    board = held_by_captains(PORT, "pola")
    note_given_up(board, PORT, ("goeben", "breslau"))
    assert not believes_it_held(board, "goeben")
    assert PORT not in board.state.logs["breslau"].spaces


GOAL = {"goeben": "galita", "breslau": "philippeville_sea"}


@rule("goeben", "9.2.1")
@rule("goeben", "25.2")
@pytest.mark.parametrize(
    ("goeben", "breslau", "sail", "hear"),
    [
        (PORT, "messina", ("goeben",), {"goeben"}),
        (PORT + "+cargo=wireless", "messina", ("goeben",), {"goeben"}),
        (PORT, "messina+cargo=wireless", ("goeben",), {"goeben"}),
        (PORT + "+cargo=wireless", "messina+cargo=wireless", ("goeben",), {"goeben", "breslau"}),
        (PORT, PORT, ("goeben", "breslau"), {"breslau"}),
        ("messina", PORT, ("breslau",), {"breslau"}),
    ],
)
def test_whoever_leaves_a_captured_port_last_knows_that_the_marines_are_lost(
    goeben: str, breslau: str, sail: tuple[str, ...], hear: set[str]
) -> None:
    """Marines alone are lost always (9.2): who sees nobody stay behind need not be told, but the server tells him."""
    board = held_by_captains(goeben, breslau)
    for seat in sail:
        ordered(board, f"move {seat} way={GOAL[seat]}", seat)
    played = play(board, movement(board))
    lost = PortAbandoned(PORT, "goeben")
    assert board.state.ashore == {}
    assert {seat for seat in ("goeben", "breslau") if played.heard(seat, PortAbandoned) == [lost]} == hear
    assert {seat for seat in ("goeben", "breslau") if may_hear(board, lost, seat)} == hear
    assert {seat for seat in hear if believes_it_held(board, seat)} == set()


@rule("goeben", "9.2.1")
@rule("goeben", "25.2")
def test_while_another_ship_stays_the_marines_hold_the_port() -> None:
    board = held_by_captains(PORT, PORT)
    played = play(ordered(board, f"move goeben way={GOAL['goeben']}", "goeben"), movement(board))
    assert board.state.ashore == {PORT: "goeben"}
    assert not played.told(PortAbandoned)


@rule("goeben", "9.2.1")
@rule("goeben", "25.2")
def test_captains_who_break_off_at_a_captured_port_know_that_the_marines_are_lost() -> None:
    board = off(foes="gb_bc_1", goeben="", doctrine="break-off bc", scenario="captains")
    board.state.ashore[PORT] = "goeben"
    played = fight(board, dice=[(6,)])
    assert board.state.ashore == {}
    assert played.heard("goeben", PortAbandoned) == [PortAbandoned(PORT, "goeben")]
    assert played.heard("breslau", PortAbandoned) == []
