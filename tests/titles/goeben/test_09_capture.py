"""9.2 The capture of ports."""

import pytest

from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.seen.hearing import may_hear
from games.titles.goeben.seen.knowledge import note_given_up, take_notes
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.events.day import PortAbandoned
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import battle_sea, fight
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play

rule = pytest.mark.rule
PORT = "bone"
MARINES = "+cargo=optics,seebataillon"


def land(sea: Sea, say: str = "") -> Played:
    return play(sea, landing(sea), says={"land": say} if say else None)


def off(at: str = PORT, goeben: str = MARINES, doctrine: str = "landing", foes: str = "", **rest: object) -> Sea:
    return battle_sea(foes, at=at, goeben=goeben, doctrine=doctrine, **rest)  # type: ignore[arg-type]


@rule("goeben", "9.2")
def test_marines_take_an_undefended_port() -> None:
    sea = off()
    played = land(sea)
    port = port_at(sea, PORT)
    assert port is not None
    assert port.side == "captured"
    assert sea.ship("goeben").cargo == ["optics"]
    assert played.told(told.PortTaken) == [told.PortTaken(PORT, "goeben")]
    assert played.kinds == []
    assert played.following == "objective"


@rule("goeben", "9.2")
def test_who_wants_to_be_asked_may_decline() -> None:
    sea = off(doctrine="ask-first")
    assert land(sea, "pass").kinds == ["land"]
    assert sea.state.ashore == {}
    sea = off(doctrine="ask-first")
    land(sea, "goeben")
    assert sea.state.ashore == {PORT: "goeben"}


@rule("goeben", "9.2")
def test_a_doctrine_without_landings_lands_nobody() -> None:
    sea = off(doctrine="targets bc")
    land(sea)
    assert sea.state.ashore == {}


@rule("goeben", "9.2")
@pytest.mark.parametrize("at", ["bizerte", "messina", "pola", "zante"])
def test_only_allied_ports_can_be_taken(at: str) -> None:
    """Neither bases, nor neutral or friendly ports, nor the sea."""
    sea = off(at=at)
    land(sea)
    assert sea.state.ashore == {}


@rule("goeben", "9.2.5")
@rule("goeben", "9.2")
def test_defences_and_allied_ships_must_be_gone_first() -> None:
    for sea in (off(forts={PORT: "fort_1+up"}), off(foes="gb_dd_1")):
        land(sea)
        assert sea.state.ashore == {}


@rule("goeben", "9.2.2")
@rule("goeben", "9.2")
def test_without_marines_nothing_is_taken() -> None:
    sea = off(goeben="+cargo=optics")
    land(sea)
    assert sea.state.ashore == {}


@rule("goeben", "9.2.5")
@rule("goeben", "13.chart/Storm")
def test_nobody_lands_in_a_storm() -> None:
    sea = off(weather=Weather(storm=True))
    land(sea)
    assert sea.state.ashore == {}


@rule("goeben", "9.2")
def test_a_port_that_is_held_takes_no_second_party() -> None:
    sea = off(breslau=f"{PORT}+cargo=seebataillon")
    land(sea)
    sea.day.queue = [PORT]
    land(sea)
    assert sea.ship("breslau").cargo == ["seebataillon"]


@rule("goeben", "9.2")
def test_a_port_that_the_ships_flee_is_given_up() -> None:
    """The marines are lost: nobody carries them to the ship elsewhere (9.2.1)."""
    sea = off(foes="gb_bc_1", goeben="", doctrine="break-off bc")
    sea.state.ashore[PORT] = "goeben"
    sea.state.available["seebataillon"] -= 1
    fight(sea, dice=[(6,)])
    assert sea.state.ashore == {}
    assert sea.ship("goeben").cargo == []
    assert sea.state.available["seebataillon"] == BOX.cargo["seebataillon"].count


def held_by_captains(goeben: str, breslau: str) -> Sea:
    """Two captains; Goeben's marines hold the port, as both know who are there."""
    sea = at_sea("captains", goeben=goeben, breslau=breslau)
    sea.state.ashore[PORT] = "goeben"
    sea.state.available["seebataillon"] -= 1
    take_notes(sea)
    return sea


def believes_it_held(sea: Sea, seat: str) -> bool:
    note = sea.state.logs[seat].spaces.get(PORT)
    return note is not None and note.held


def test_who_has_heard_nothing_of_a_port_notes_nothing_when_it_is_given_up() -> None:
    sea = held_by_captains(PORT, "pola")
    note_given_up(sea, PORT, ("goeben", "breslau"))
    assert not believes_it_held(sea, "goeben")
    assert PORT not in sea.state.logs["breslau"].spaces


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
    sea = held_by_captains(goeben, breslau)
    for seat in sail:
        ordered(sea, f"move {seat} way={GOAL[seat]}", seat)
    played = play(sea, movement(sea))
    lost = PortAbandoned(PORT, "goeben")
    assert sea.state.ashore == {}
    assert {seat for seat in ("goeben", "breslau") if played.heard(seat, PortAbandoned) == [lost]} == hear
    assert {seat for seat in ("goeben", "breslau") if may_hear(sea, lost, seat)} == hear
    assert {seat for seat in hear if believes_it_held(sea, seat)} == set()


@rule("goeben", "9.2.1")
@rule("goeben", "25.2")
def test_while_another_ship_stays_the_marines_hold_the_port() -> None:
    sea = held_by_captains(PORT, PORT)
    played = play(ordered(sea, f"move goeben way={GOAL['goeben']}", "goeben"), movement(sea))
    assert sea.state.ashore == {PORT: "goeben"}
    assert not played.told(PortAbandoned)


@rule("goeben", "9.2.1")
@rule("goeben", "25.2")
def test_captains_who_break_off_at_a_captured_port_know_that_the_marines_are_lost() -> None:
    sea = off(foes="gb_bc_1", goeben="", doctrine="break-off bc", scenario="captains")
    sea.state.ashore[PORT] = "goeben"
    played = fight(sea, dice=[(6,)])
    assert sea.state.ashore == {}
    assert played.heard("goeben", PortAbandoned) == [PortAbandoned(PORT, "goeben")]
    assert played.heard("breslau", PortAbandoned) == []
