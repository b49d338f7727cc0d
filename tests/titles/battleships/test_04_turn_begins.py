"""3.1(1), 4.1, 10.2, 10.10, 11.8 The turn begins: what is cleared, rolled and drawn, and who is told."""

import pytest

from games.titles.battleships.components.battles import Battery
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.sighting.turn import sighting, spot
from games.titles.battleships.state.events.sighting import Astray, ChitsDrawn, Sighted, Spotting, TurnBegan
from games.titles.battleships.state.state import Light, Marker, Ship
from tests.titles.battleships.laid_out import at_sea, changed, play

rule = pytest.mark.rule


def options(*names: str) -> Options:
    return Options(as_proposed=False, **dict.fromkeys(names, True))


@rule("battleships", "3.1", "3.2", "4.1")
def test_a_turn_begins_with_an_empty_table_and_a_new_sight() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", turn=1, sight=3)
    state = board.state
    state.lights, state.markers, state.bombarding = [Light("hood", "2512")], [Marker("hood", "bismarck")], "hood"
    state.chits, state.called, state.astray, state.spotting = {"german": ["1"]}, ["hood"], ["hood"], ["german"]
    played = play(board, sighting(board), dice=[(4,)])
    assert (state.turn, state.sight, played.following) == (2, 14, "first_targets")
    assert (state.lights, state.markers, state.bombarding) == ([], [], "")
    assert (state.chits, state.called, state.astray, state.spotting) == ({}, [], [], [])
    assert [(event.turn, event.inferior) for event in played.told(TurnBegan)] == [(2, "german")]
    assert [(one.base, one.dice, one.distance, one.squall) for one in played.told(Sighted)] == [(10, (4,), 14, False)]


@rule("battleships", "11.8")
@pytest.mark.parametrize(
    ("squalls", "dice", "sight"),
    [
        (False, [(6,)], 11),
        (True, [(5,)], 10),
        (True, [(6,), (1,)], 4),
        (True, [(6,), (4,)], 1),
        (True, [(6,), (6,)], 1),
    ],
)
def test_in_squalls_a_six_is_rolled_again_and_counts_against_the_base(
    squalls: bool, dice: list[tuple[int, ...]], sight: int
) -> None:
    """The base is five."""
    board = changed(at_sea("hood 2512 A 4", "bismarck 4512 A 4", squalls=squalls), sight=5)
    played = play(board, sighting(board), dice=dice)
    rolled = tuple(die for (die,) in dice)
    assert board.state.sight == sight
    assert [(one.base, one.dice, one.distance, one.squall) for one in played.told(Sighted)] == [
        (5, rolled, sight, len(dice) > 1)
    ]


# --- 10.10


FLEETS = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 4232 A 4", "bismarck 3014 A 4", "prinz_eugen 3115 A 4")


@rule("battleships", "10.10", "10.10a")
def test_each_side_draws_by_its_level_and_its_ships_in_such_hexes_are_called() -> None:
    board = at_sea(*FLEETS, turn=0, options=options("command"))
    played = play(board, sighting(board), dice=[(1,)], draws=[(2, 5), (4,)])
    assert board.state.chits == {"british": ["2", "5"], "german": ["4"]}
    assert board.state.called == board.state.astray == ["hood", "suffolk", "bismarck"]
    assert [(one.side, one.chits) for one in played.told(ChitsDrawn)] == [("british", ("2", "5")), ("german", ("4",))]
    assert [(one.side, one.ships) for one in played.heard("british", Astray)] == [("british", ("hood", "suffolk"))]
    assert [(one.side, one.ships) for one in played.heard("german", Astray)] == [("german", ("bismarck",))]


@rule("battleships", "10.10", "3.2")
def test_the_inferior_draws_first_and_where_nobody_is_called_nothing_is_told() -> None:
    board = at_sea(*FLEETS, turn=1, options=options("command"))
    played = play(board, sighting(board), dice=[(1,)], draws=[(9,), (0, 1)])
    assert board.state.chits == {"german": ["9"], "british": ["0", "1"]}
    assert (board.state.called, played.told(Astray)) == ([], [])


@rule("battleships", "10.10")
def test_without_the_option_nothing_is_drawn() -> None:
    board = at_sea(*FLEETS, turn=0)
    play(board, sighting(board), dice=[(1,)])
    assert board.state.chits == {}


@rule("battleships", "10.10", "10.7")
def test_no_battery_is_called() -> None:
    battery = Battery(id="fort", side="german", at="2520", attack=9, defence=12, range=12)
    board = at_sea(*FLEETS, turn=0, options=options("command", "batteries"), batteries=(battery,))
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2520", heading="A"))
    play(board, sighting(board), dice=[(1,)], draws=[(7, 8), (0,)])
    assert board.state.called == []


@rule("battleships", "10.10d", "10.9")
@pytest.mark.parametrize(
    ("flag", "far", "astray", "suspects"),
    [
        ("hood", 10, [], {"hood", "norfolk", "suffolk"}), ("hood", 11, ["suffolk"], {"hood", "norfolk"}),
        ("norfolk", 11, ["suffolk"], {"hood", "norfolk"}), ("suffolk", 11, ["hood", "norfolk"], {"suffolk"}),
        ("suffolk", 10, [], {"hood", "norfolk", "suffolk"}),
    ],
)  # fmt: skip
def test_the_flagship_and_who_is_in_sight_of_her_keep_command_and_what_shows_of_it_all_know(
    flag: str, far: int, astray: list[str], suspects: set[str]
) -> None:
    """All three are called; Norfolk lies with Hood, Suffolk ten hexes off or more. The sight is ten."""
    ships = ("hood 2512 A 4", "norfolk 2512 A 4", f"suffolk 25{12 + far} A 4", "bismarck 5530 A 4")
    board = changed(at_sea(*ships, turn=0, options=options("command", "flagship")), sight=9)
    board.state.flags = {"british": flag}
    play(board, sighting(board), dice=[(1,)], draws=[(2, 3), (7,)])
    assert (board.state.sight, board.state.called) == (10, ["hood", "norfolk", "suffolk"])
    assert board.state.astray == astray
    assert set(board.state.suspects["british"]) == suspects


# --- 10.2


@rule("battleships", "10.2")
@pytest.mark.parametrize(
    ("ships", "night", "names", "rolls"),
    [
        (("hood 2512 A 4",), False, ("aircraft",), True), (("norfolk 2512 A 4",), False, ("aircraft",), True),
        (("lutzow 2512 A 4",), False, ("aircraft",), True), (("rodney 2512 A 4",), False, ("aircraft",), True),
        (("gb_cl_town 2512 A 4", "gb_dd 2514 A 4"), False, ("aircraft",), False),
        (("hood 2512 A 4",), True, ("aircraft",), False), (("hood 2512 A 4",), False, (), False),
    ],
)  # fmt: skip
def test_who_calls_for_aircraft(ships: tuple[str, ...], night: bool, names: tuple[str, ...], rolls: bool) -> None:
    board = at_sea(*ships, night=night, options=options(*names))
    side = board.sides[0]
    played = play(board, spot(board, side), dice=[(4,)] * rolls)
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [(side, 4, True)] * rolls
    assert board.state.spotting == [side] * rolls


@rule("battleships", "10.2", "3.1")
def test_the_inferiors_aircraft_are_called_when_the_turn_begins() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", turn=1, options=options("aircraft"))
    played = play(board, sighting(board), dice=[(1,), (3,)])
    assert [(event.side, event.die, event.up) for event in played.told(Spotting)] == [("german", 3, False)]
    assert board.state.spotting == []
