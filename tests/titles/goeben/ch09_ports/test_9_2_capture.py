"""Marines capture a port (9.2)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.rules.ships.ports import Port, port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events.day import PortAbandoned
from games.titles.goeben.state.state import Weather
from games.titles.goeben.visibility.hearing import may_hear
from games.titles.goeben.visibility.knowledge import note_given_up, take_notes
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import accepted, quiet_day, repair_dice
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.fights import battle_board, battle_form, fight, misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
PORT = "bone"
MARINES = "+cargo=optics,seebataillon"


def land(board: Board, say: str = "") -> Played:
    return play(board, landing(board), says={"land": say} if say else None)


def off_port(at: str = PORT, goeben: str = MARINES, doctrine: str = "landing", foes: str = "", **rest: object) -> Board:
    return battle_board(foes, at=at, goeben=goeben, doctrine=doctrine, **rest)  # type: ignore[arg-type]


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


GOAL = {"goeben": "galita", "breslau": "philippeville_sea"}
FIRST = (6,)


def held(port: str = "algiers", **laid: str) -> Board:
    """A port that Goeben's marines hold."""
    board = at_sea(**{"goeben": port, "breslau": "pola", **laid})  # type: ignore[arg-type]
    board.state.ashore[port] = "goeben"
    board.state.available["seebataillon"] -= 1
    return board


def test_who_has_heard_nothing_of_a_port_notes_nothing_when_it_is_given_up() -> None:
    board = held_by_captains(PORT, "pola")
    note_given_up(board, PORT, ("goeben", "breslau"))
    assert not believes_it_held(board, "goeben")
    assert PORT not in board.state.logs["breslau"].spaces


@rule("goeben", "9.2")
def test_marines_take_an_undefended_port() -> None:
    board = off_port()
    played = land(board)
    port = port_at(board, PORT)
    assert port is not None
    assert port.side == "captured"
    assert board.ship("goeben").cargo == ["optics"]
    assert played.told(battle_events.PortTaken) == [battle_events.PortTaken(PORT, "goeben")]
    assert played.kinds == []
    assert played.following == "objective"


@rule("goeben", "9.2")
def test_who_wants_to_be_asked_may_decline() -> None:
    board = off_port(doctrine="ask-first")
    assert land(board, "pass").kinds == ["land"]
    assert board.state.ashore == {}
    board = off_port(doctrine="ask-first")
    land(board, "goeben")
    assert board.state.ashore == {PORT: "goeben"}


@rule("goeben", "9.2")
def test_a_doctrine_without_landings_lands_nobody() -> None:
    board = off_port(doctrine="targets bc")
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2")
@pytest.mark.parametrize("at", ["bizerte", "messina", "pola", "zante"])
def test_only_allied_ports_can_be_taken(at: str) -> None:
    """Neither bases, nor neutral or friendly ports, nor the sea."""
    board = off_port(at=at)
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2")
def test_a_port_that_is_held_takes_no_second_party() -> None:
    board = off_port(breslau=f"{PORT}+cargo=seebataillon")
    land(board)
    board.day.queue = [PORT]
    land(board)
    assert board.ship("breslau").cargo == ["seebataillon"]


@rule("goeben", "9.2")
def test_a_port_that_the_ships_flee_is_given_up() -> None:
    """The marines are lost: nobody carries them to the ship elsewhere (9.2.1)."""
    board = off_port(foes="gb_bc_1", goeben="", doctrine="break-off bc")
    board.state.ashore[PORT] = "goeben"
    board.state.available["seebataillon"] -= 1
    fight(board, dice=[(6,)])
    assert board.state.ashore == {}
    assert board.ship("goeben").cargo == []
    assert board.state.available["seebataillon"] == BOX.cargo["seebataillon"].count


@rule("goeben", "9.2")
def test_a_port_is_held_while_a_warship_stays() -> None:
    board = at_sea(goeben="bone", breslau="messina")
    board.state.available["seebataillon"] -= 1
    board.state.ashore["bone"] = "goeben"
    assert port_at(board, "bone") == Port("captured", base=False)
    quiet_day(board)
    assert board.state.ashore == {"bone": "goeben"}
    played_before = len(board.told)
    quiet_day(board, "move breslau way=spartivento\nmove goeben way=galita")
    assert board.state.ashore == {}
    assert board.ship("goeben").cargo == [], "they are lost"
    assert len(board.told) > played_before
    assert port_at(board, "bone") == Port("allied", base=False)


@rule("goeben", "9.2")
def test_a_landing_party_without_a_ship_is_lost() -> None:
    board = at_sea(goeben="bone")
    board.state.available["seebataillon"] -= 1
    before = board.state.available["seebataillon"]
    board.state.ashore["bone"] = "goeben"
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    ports.abandon(board, {})
    assert board.state.ashore == {}
    assert board.state.available["seebataillon"] == before + 1


@rule("goeben", "9.2")
@pytest.mark.parametrize("lost", [False, True])
def test_any_warship_holds_the_port(lost: bool) -> None:
    board = held(breslau="algiers")
    if lost:
        hurt(board, board.ship("goeben"), "hull", 12)
    play(ordered(board, "pass" if lost else "move goeben way=algiers_sea"), movement(board))
    assert board.state.ashore == {"algiers": "goeben"}
    play(ordered(board, "move breslau way=algiers_sea"), movement(board))
    assert board.state.ashore == {}


@rule("goeben", "9.2")
@rule("goeben", "20.0")
def test_an_austro_hungarian_warship_holds_the_port_too() -> None:
    """20.0 She is led as a German warship is."""
    board = held("port_said", ah_ca_1="port_said", options=Options(austro_hungarian=True))
    play(ordered(board, "move goeben way=delta"), movement(board))
    assert board.state.ashore == {"port_said": "goeben"}
    play(ordered(board, "move ah_ca_1 way=delta"), movement(board))
    assert board.state.ashore == {}


@rule("goeben", "9.2")
def test_marines_ashore_are_nobodys_cargo() -> None:
    """No sentence lets them aboard again."""
    board = held(breslau="algiers")
    form = plan_form(board, "commander")
    for order in ("hand goeben to=breslau cargo=seebataillon", "take goeben cargo=seebataillon"):
        assert refused(form, order) != []


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
    board = off_port(foes="gb_bc_1", goeben="", doctrine="break-off bc", scenario="captains")
    board.state.ashore[PORT] = "goeben"
    played = fight(board, dice=[(6,)])
    assert board.state.ashore == {}
    assert played.heard("goeben", PortAbandoned) == [PortAbandoned(PORT, "goeben")]
    assert played.heard("breslau", PortAbandoned) == []


@rule("goeben", "9.2.1")
def test_marines_are_lost_when_all_ships_break_off() -> None:
    board = battle_board("gb_lc_2", at="algiers", doctrine="break-off cl")
    board.state.ashore["algiers"] = "goeben"
    board.state.available["seebataillon"] -= 1
    fight(board, dice=[FIRST])
    assert board.state.ashore == {}
    assert board.state.available["seebataillon"] == 2


@rule("goeben", "9.2.1")
@pytest.mark.parametrize("breslau", ["bone", "algiers_sea"])
def test_marines_left_behind_are_lost_and_carried_nowhere(breslau: str) -> None:
    board = held(breslau=breslau)
    play(ordered(board, "move goeben way=algiers_sea"), movement(board))
    assert board.state.ashore == {}
    assert [ship.cargo for ship in board.afloat] == [[], []]
    assert board.state.available["seebataillon"] == BOX.cargo["seebataillon"].count
    assert board.state.forts.get("algiers", []) == [], "the defence does not come back"


@rule("goeben", "9.2.1")
def test_marines_are_lost_with_the_last_ship_that_a_storm_takes() -> None:
    board = held(goeben="algiers+hull=1", breslau="pola")
    meet(board, "storm_1 merchantman_1", dice=[(6,)])
    assert board.state.ashore == {}


@rule("goeben", "9.2.2")
@rule("goeben", "9.2")
def test_without_marines_nothing_is_taken() -> None:
    board = off_port(goeben="+cargo=optics")
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2.2")
@rule("goeben", "9.2")
def test_marines_land_once_the_last_defence_is_gone() -> None:
    board = battle_board(
        "", at="algiers", goeben="+cargo=seebataillon", forts={"algiers": "fort_5"}, doctrine="landing"
    )
    played = play(board, landing(board))
    assert played.told(day_events.CargoLeft) == []
    assert (board.state.ashore, played.kinds, played.following) == ({}, [], "objective"), "not before"
    board.day.queue = ["algiers"]
    fight(board, begin="bombardment", dice=[(1,), (4, *misses(8)), (5,)])
    assert (board.state.vp, board.state.alert) == (2, 2)
    play(board, landing(board))
    assert board.state.ashore == {"algiers": "goeben"}


@rule("goeben", "9.2.3")
@rule("goeben", "7.0")
def test_a_captured_port_coals_and_repairs_but_does_not_rearm() -> None:
    board = held(goeben="algiers+coal=0+ammunition=1+torpedoes=0+hull=10")
    assert repair_dice(board, "outfit goeben\nrepair goeben hull=5", [(3, 4), misses(5)]) == {("goeben", "hull"): 5}
    assert (board.ship("goeben").coal, board.ship("goeben").ammunition, board.ship("goeben").torpedoes) == (4, 1, 0)


@rule("goeben", "9.2.4")
@rule("goeben", "14.3")
def test_a_captured_port_is_allied_for_contact() -> None:
    board = battle_board("gb_lc_2", at="algiers", alert=3)
    board.state.ashore["algiers"] = "goeben"
    (event,) = fight(board, dice=[(1,)]).told(battle_events.ContactRolled)
    assert (event.german, event.allied, event.first) == (8, 9, "")


@rule("goeben", "9.2.4")
def test_a_captured_port_is_no_refuge() -> None:
    board = battle_board("gb_lc_2", at="algiers_sea", doctrine="ask-first", breslau="algiers")
    board.state.ashore["algiers"] = "breslau"
    assert "algiers" not in battle_form(board, [FIRST], "withdraw goeben to=formentera").exits["goeben"]


@rule("goeben", "9.2.4")
def test_a_captured_port_stops_ships_too() -> None:
    board = at_sea(goeben="algiers_sea", breslau="algiers")
    board.state.ashore["algiers"] = "breslau"
    assert not accepted(board, "move goeben way=algiers,north_african_pz")


@rule("goeben", "9.2.4")
def test_a_captured_port_is_allied_for_incidents() -> None:
    board = held(alert=3)  # type: ignore[arg-type]
    assert draws(board, "algiers") == 4
    meet(board, "allied_patrol_1 minefield_1 quiet_seas_1 quiet_seas_2", dice=[(6,)])
    assert board.state.alert == 4
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (11, 5)


@rule("goeben", "9.2.5")
@rule("goeben", "9.2")
def test_defences_and_allied_ships_must_be_gone_first() -> None:
    for board in (off_port(forts={PORT: "fort_1+up"}), off_port(foes="gb_dd_1")):
        land(board)
        assert board.state.ashore == {}


@rule("goeben", "9.2.5")
@rule("goeben", "13.chart/Storm")
def test_nobody_lands_in_a_storm() -> None:
    board = off_port(weather=Weather(storm=True))
    land(board)
    assert board.state.ashore == {}


@rule("goeben", "9.2.5")
@pytest.mark.parametrize(
    ("at", "forts", "lands"),
    [("bone", "", True), ("bone", "fort_1", False), ("toulon", "", False), ("malta", "", False), ("naples", "", False)],
)
def test_where_marines_may_land(at: str, forts: str, lands: bool) -> None:
    """Not while one unit is left, and never in bases or neutral ports."""
    board = battle_board(
        "", at=at, goeben="+cargo=seebataillon", forts={at: forts} if forts else {}, doctrine="landing"
    )
    play(board, landing(board))
    assert (at in board.state.ashore) is lands
