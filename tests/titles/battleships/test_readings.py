"""Readings of the README that no other test would miss, each on a position worked out by hand."""

import pytest

from games.titles.battleships.components.battles import Exit
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.sighting import turn
from games.titles.battleships.state.board import Board
from tests.titles.battleships.laid_out import at_sea, play, refused

rule = pytest.mark.rule


def _night() -> Board:
    """Two Germans in two hexes, both within five hexes of two British ships, and nobody in sight."""
    return at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4", night=True, sight=1
    )  # fmt: skip


@rule("battleships", "4.3")
@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        ("star_shell hood at=2912\nstar_shell norfolk at=2812", []),
        ("star_shell hood at=2912\nstar_shell hood at=2812", ["4.3"]),
    ],
)
def test_every_ship_fires_a_star_shell_once_in_a_turn(lines: str, rules: list[str]) -> None:
    """4.3 says one ship a turn of any ship: taken as once a turn for each."""
    assert refused(target_form(_night(), "british"), lines) == rules


@rule("battleships", "10.12c", "4.3")
@pytest.mark.parametrize(("unlit", "lamps"), [(5, {"norfolk"}), (6, {"hood", "norfolk"}), (0, {"hood", "norfolk"})])
def test_power_that_failed_silences_star_shells_too(unlit: int, lamps: set[str]) -> None:
    board = _night()
    board.state.turn = 5
    board.ship("hood").unlit = unlit
    assert {flare.ship for flare in target_form(board, "british").flares} == lamps


@rule("battleships", "10.9a", "10.10d", "9.2")
def test_a_flagship_that_leaves_the_map_disheartens_nobody_and_gives_command_to_nobody() -> None:
    """10.9 speaks of a flagship that is sunk, 10.10 of who lies within sight of her."""
    exits = (Exit("british", ("north",)),)
    board = at_sea("hood 2501 A 4", "norfolk 2610 A 4", "bismarck 4512 A 4", exits=exits)
    board.state.flags = {"british": "hood", "german": "bismarck"}
    says = {"courses": 'steer hood by="ahead 1"\nsteer norfolk by="ahead 4"'}
    play(board, first_move(board), says=says)
    assert (board.ship("hood").fate, board.state.disheartened) == ("left", {})
    norfolk = board.ship("norfolk")
    assert turn._lost(board, [norfolk], board.state.flags["british"]) == ["norfolk"]
