"""Readings of the README judged once more against the sentences of the rulebook, by a reader who had nothing else.

The positions are worked out by hand; each says which sentence decides.
"""

import pytest

from games.titles.battleships.box.battles import Exit
from games.titles.battleships.orders.orders import StarShell, Target
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.sighting import sight, turn
from games.titles.battleships.table.sea import Sea
from tests.titles.battleships.laid_out import at_sea, play, refused

rule = pytest.mark.rule


def _night() -> Sea:
    """Two Germans in two hexes, both within five hexes of two British ships, and nobody in sight."""
    return at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4", night=True, sight=1
    )  # fmt: skip


@rule("battleships", "4.3")
@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        ("star_shell hood at=2912", []),
        ("star_shell norfolk at=2812", []),
        ("star_shell hood at=2912\nstar_shell norfolk at=2812", ["4.3"]),
        ("star_shell hood at=2912\nstar_shell norfolk at=2912", ["4.3"]),
    ],
)
def test_one_ship_of_a_side_fires_a_star_shell_in_a_turn(lines: str, rules: list[str]) -> None:
    """4.3 counts ships, one a turn; what may be done so many times it counts in times (6.2, 8.1, 10.7)."""
    assert refused(target_form(_night(), "british"), lines) == rules


@rule("battleships", "4.3", "4.3.1")
def test_each_side_has_its_own() -> None:
    sea = _night()
    play(sea, first_targets(sea), says={"targets@british": "star_shell norfolk at=2812\ntarget hood at=prinz_eugen"})
    assert [sight.can_light(sea, sea.ship(name)) for name in ("hood", "norfolk", "bismarck")] == [False, False, True]
    play(sea, second_targets(sea), says={"targets@german": "star_shell bismarck at=2512\ntarget prinz_eugen at=hood"})
    assert [(light.ship, light.at) for light in sea.state.lights] == [("norfolk", "2812"), ("bismarck", "2512")]


@rule("battleships", "4.3")
@pytest.mark.parametrize(
    ("text", "lit", "aimed"),
    [
        ("engage bismarck,prinz_eugen light=yes", [("hood", "2912")], {"hood": "bismarck", "norfolk": "bismarck"}),
        ("star_shell norfolk at=2812\nengage bismarck,prinz_eugen light=yes", [("norfolk", "2812")],
         {"hood": "prinz_eugen", "norfolk": "prinz_eugen"}),
        ("engage bismarck light=yes ships=hood\nengage prinz_eugen light=yes ships=norfolk", [("hood", "2912")],
         {"hood": "bismarck"}),
    ],
)  # fmt: skip
def test_a_doctrine_lights_no_second_hex(text: str, lit: list[tuple[str, str]], aimed: dict[str, str]) -> None:
    form = target_form(_night(), "british")
    orders = form.meant(form.accept(form.parse(text)))
    assert [(one.ship, one.at) for one in orders if isinstance(one, StarShell)] == lit
    assert {one.ship: one.at for one in orders if isinstance(one, Target)} == aimed


# ---------------------------------------------------------------- what no other test would miss


@rule("battleships", "10.12c", "4.3")
@pytest.mark.parametrize(("unlit", "lamps"), [(5, {"norfolk"}), (6, {"hood", "norfolk"}), (0, {"hood", "norfolk"})])
def test_power_that_failed_silences_star_shells_too(unlit: int, lamps: set[str]) -> None:
    sea = _night()
    sea.state.turn = 5
    sea.ship("hood").unlit = unlit
    assert {flare.ship for flare in target_form(sea, "british").flares} == lamps


@rule("battleships", "10.9a", "10.10d", "9.2")
def test_a_flagship_that_leaves_the_map_disheartens_nobody_and_gives_command_to_nobody() -> None:
    """10.9 speaks of a flagship that is sunk, 10.10 of who lies within sight of her."""
    exits = (Exit("british", ("north",)),)
    sea = at_sea("hood 2501 A 4", "norfolk 2610 A 4", "bismarck 4512 A 4", exits=exits)
    sea.state.flags = {"british": "hood", "german": "bismarck"}
    says = {"courses": 'steer hood by="ahead 1"\nsteer norfolk by="ahead 4"'}
    play(sea, first_move(sea), says=says)
    assert (sea.ship("hood").fate, sea.state.disheartened) == ("left", {})
    norfolk = sea.ship("norfolk")
    assert turn._lost(sea, [norfolk], sea.state.flags["british"]) == ["norfolk"]
