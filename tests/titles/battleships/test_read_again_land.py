"""4.3, 6.2, 10.7, 10.9, 10.10 Land, shore batteries and crews, read a second time: what nothing else looked for."""

import pytest

from games.titles.battleships.components.battles import Battery
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import sink
from games.titles.battleships.state.events.torpedoes import Launched, Ran
from games.titles.battleships.state.state import Ship
from tests.titles.battleships.laid_out import at_sea, in_battle, play

rule = pytest.mark.rule


@rule("battleships", "6.2")
@pytest.mark.parametrize(("land", "may"), [((), True), (("2612",), False), (("3112",), True), (("2613",), True)])
def test_no_torpedo_crosses_land(land: tuple[str, ...], may: bool) -> None:
    """From 2512 to 2812 the line crosses 2612 and 2712."""
    board = at_sea("norfolk 2512 A 4", "bismarck 2812 A 4", land=land)
    assert [salvo.at for salvo in torpedo_form(board, "british").salvoes] == ["bismarck"] * may


@rule("battleships", "6.2")
@rule("battleships", "6.2a")
@pytest.mark.parametrize(("land", "tested"), [((), ["bismarck", "prinz_eugen"]), (("2812",), ["bismarck"])])
def test_a_torpedo_that_missed_ends_at_land_beyond_her(land: tuple[str, ...], tested: list[str]) -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "prinz_eugen 2910 A 4", land=land and ("2810", "2811"))
    played = play(
        board, torpedoes(board), dice=[(6, 6)] * len(tested), says={"torpedoes": "launch norfolk at=bismarck"}
    )
    assert [test.against for test in played.told(Ran)] == tested
    assert len(played.told(Launched)) == 1


@rule("battleships", "6.2b")
@pytest.mark.parametrize("marked", ["bismarck", "tirpitz"])
def test_of_ships_in_one_hex_the_marked_one_is_tried_first(marked: str) -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "tirpitz 2711 A 4")
    played = play(board, torpedoes(board), dice=[(6, 6)] * 2, says={"torpedoes@british": f"launch norfolk at={marked}"})
    assert next(test.against for test in played.told(Ran)) == marked


def fort(*ships: str, **battle: bool) -> Board:
    """A battery on an islet at 2512."""
    options = Options(as_proposed=False, batteries=True, command=True)
    batteries = (Battery(id="fort", side="german", at="2512", attack=9, defence=12, range=12),)
    board = at_sea(*ships, options=options, batteries=batteries, **battle)
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2512", heading="A"))
    return board


@rule("battleships", "10.7")
@rule("battleships", "10.10a")
def test_a_battery_ashore_is_never_out_of_command() -> None:
    """10.10 Chits take orders from ships that fire, launch and sail; a battery has its own ashore."""
    board = fort("hood 2507 C 4", "bismarck 4512 A 4")
    board.state.turn = 0
    play(board, sighting(board), dice=[(3,)], draws=[(8, 9), (2,)])
    assert board.state.astray == ["bismarck"]


@rule("battleships", "4.3")
def test_a_battery_fires_no_star_shells() -> None:
    board = fort("hood 2508 C 4", "bismarck 2513 A 4", night=True)
    assert [flare.ship for flare in target_form(board, "german").flares] == ["bismarck"]


@rule("battleships", "10.9a")
def test_poor_crews_are_never_worse_than_poor() -> None:
    board = in_battle("denmark_strait", options=Options(as_proposed=False, crews=True, flagship=True))
    board.state.flags = {"british": "hood", "german": "bismarck"}
    sink(board, board.ship("hood"))
    assert {name: board.crew(board.ship(name)) for name in ("prince_of_wales", "norfolk", "bismarck")} == {
        "prince_of_wales": -1, "norfolk": -1, "bismarck": 0
    }  # fmt: skip


@rule("battleships", "10.12c")
@rule("battleships", "11.10")
@pytest.mark.parametrize(
    ("fields", "may"),
    [({}, True), ({"unlit": 3}, False), ({"unlit": 4}, True), ({"weapons": 3}, False), ({"weapons": 2}, True)],
)
def test_the_place_ashore_is_bombarded_by_guns_that_can_fire(fields: dict[str, int], may: bool) -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", turn=3)
    for field, value in fields.items():
        setattr(board.ship("kirishima"), field, value)
    assert target_form(board, "japanese").bombards == ("kirishima" if may else "")


@rule("battleships", "10.10a")
@rule("battleships", "11.10")
def test_a_ship_out_of_command_bombards_nothing() -> None:
    board = in_battle("third_solomon", "kirishima 2528 C 4", turn=3, options=Options(as_proposed=False, command=True))
    board.state.astray = ["kirishima"]
    assert not target_form(board, "japanese").bombards
