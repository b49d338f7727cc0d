"""3.0 The sequence of play: who is asked what, and when."""

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.rules.scenario.verdict import verdict
from games.titles.battleships.rules.sequence import SEQUENCE
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.events.gunnery import Damaged, Sunk
from games.titles.battleships.state.events.torpedoes import TorpedoHit
from games.titles.battleships.state.state import Light
from tests.titles.battleships.laid_out import at_sea, play, refused

rule = pytest.mark.rule


@rule("battleships", "3.1")
@rule("battleships", "3.1d")
def test_the_phases_in_their_order() -> None:
    assert [step.key for step in SEQUENCE] == [
        "muster", "sighting", "first_targets", "second_targets", "gunnery", "torpedoes", "first_move", "second_move",
        "repair", "verdict",
    ]  # fmt: skip


@rule("battleships", "3.1")
@pytest.mark.parametrize(("turn", "following"), [(19, "sighting"), (20, None)])
def test_the_battle_ends_with_its_last_turn(turn: int, following: str | None) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", turn=turn, turns=20)
    assert play(board, verdict(board)).following == following
    assert board.state.over is (following is None)


@rule("battleships", "3.2")
def test_the_first_player_goes_first_on_odd_turns() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    found = {}
    for turn in (1, 2, 3, 4):
        board.state.turn, board.state.markers = turn, []
        asked = play(board, first_targets(board)).kinds + play(board, second_targets(board)).kinds
        moved = play(board, first_move(board)).kinds + play(board, second_move(board)).kinds
        found[turn] = [kind.partition("@")[2] for kind in (*asked, *moved)]
    odd, even = ["british", "german"] * 2, ["german", "british"] * 2
    assert found == {1: odd, 2: even, 3: odd, 4: even}


@rule("battleships", "3.1b")
@rule("battleships", "6.1")
def test_torpedoes_of_both_sides_are_launched_at_once_and_both_strike() -> None:
    board = at_sea("norfolk 2512 A 1", "prinz_eugen 2712 A 1")
    says = {"torpedoes@british": "launch norfolk at=prinz_eugen", "torpedoes@german": "launch prinz_eugen at=norfolk"}
    played = play(board, torpedoes(board), dice=[(1, 1), (6, 5), (1, 1), (6, 5)], says=says)
    assert len(played.told(TorpedoHit)) == 2
    assert {event.ship for event in played.told(Sunk)} == {"norfolk", "prinz_eugen"}


@rule("battleships", "3.1b")
@rule("battleships", "6.2e")
def test_a_ship_that_gunfire_has_silenced_launches_nothing() -> None:
    board = at_sea("norfolk 2512 A 4 w2", "bismarck 2912 A 4")
    assert torpedo_form(board, "british").salvoes
    play(board, second_targets(board), says={"targets@german": "target bismarck at=norfolk"})
    play(board, gunnery(board), dice=[(3, 3), (3, 3)])  # 76, six: 25 points to 4, 5:1, six: 2W1S
    assert board.ship("norfolk").weapons == 3
    assert torpedo_form(board, "british").salvoes == ()


@rule("battleships", "6.1b")
@rule("battleships", "5.6")
def test_guns_and_torpedoes_serve_in_one_turn_and_torpedoes_are_no_fire() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "hood 2912 A 4")
    play(board, first_targets(board), says={"targets@german": "target prinz_eugen at=hood"})
    play(board, gunnery(board), dice=[(1, 1)])
    played = play(board, torpedoes(board), dice=[(6, 6)], says={"torpedoes@german": "launch prinz_eugen at=hood"})
    assert played.told(Damaged) == []
    assert len(board.state.markers) == 1


@rule("battleships", "4.1b")
def test_torpedoes_need_no_sight() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "hood 2912 A 4", sight=1, night=True)
    assert [salvo.at for salvo in torpedo_form(board, "german").salvoes] == ["hood"]


# --- 4.3 star shells


@rule("battleships", "4.3.1")
@rule("battleships", "4.3")
def test_both_sides_light_up_with_their_targets_and_once_a_ship() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 2912 A 4", night=True, sight=3)
    says = {"targets@british": "star_shell hood at=2912\ntarget hood at=bismarck"}
    play(board, first_targets(board), says=says)
    assert [(light.ship, light.at) for light in board.state.lights] == [("hood", "2912")]
    assert [(marker.target, marker.sight) for marker in board.state.markers] == [("bismarck", "shell")]
    assert not sight.can_light(board, board.ship("hood"))
    play(board, second_targets(board), says={"targets@german": "star_shell bismarck at=2512\ntarget bismarck at=hood"})
    assert len(board.state.lights) == 2
    twice = at_sea("hood 2512 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4", night=True, sight=1)
    form = target_form(twice, "british")
    assert refused(form, "star_shell hood at=2912\nstar_shell hood at=2812") == ["4.3"]
    assert refused(form, "target hood at=bismarck") == ["4.1a"]


@rule("battleships", "4.3c")
def test_lights_go_out_and_3w_fires_none() -> None:
    board = at_sea("hood 2512 A 4 w3", "norfolk 2514 A 4", "bismarck 2912 A 4", night=True, sight=3)
    assert {flare.ship for flare in target_form(board, "british").flares} == {"norfolk"}
    board.state.lights = [Light("norfolk", "2912")]
    play(board, sighting(board), dice=[(3,)])
    assert board.state.lights == []
    day = at_sea("hood 2512 A 4", "bismarck 2912 A 4")
    assert target_form(day, "british").flares == ()


@rule("battleships", "4.3")
@pytest.mark.parametrize(("target", "may"), [("3012", True), ("3112", False)])
def test_a_star_shell_carries_five_hexes(target: str, may: bool) -> None:
    board = at_sea("hood 2512 A 4", f"bismarck {target} A 4", night=True, sight=2)
    assert [flare.hexes for flare in target_form(board, "british").flares] == ([(target,)] if may else [])


@rule("battleships", "4.1a")
@rule("battleships", "4.3b")
def test_the_way_of_seeing_that_costs_least_counts() -> None:
    options = Options(as_proposed=False, radar=True)
    board = at_sea("hood 2512 A 4 radar=type_284", "bismarck 3112 A 4", night=True, sight=4, options=options)
    board.state.lights = [Light("hood", "3112")]
    hood, bismarck = board.ship("hood"), board.ship("bismarck")
    assert sight.seen(board, hood, bismarck) == ("radar", 0)
    bismarck.at = "3312"
    board.state.lights = [Light("hood", "3312")]
    assert sight.seen(board, hood, bismarck) == ("shell", -1)
    board.state.sight = 8
    assert sight.seen(board, hood, bismarck) == ("plain", 0)


# --- 5.1 markers


@rule("battleships", "5.1")
@rule("battleships", "5.1c")
def test_a_marker_each_and_none_is_a_duty() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3012 A 4", "prinz_eugen 3014 A 4")
    form = target_form(board, "british")
    assert refused(form, "target hood at=bismarck\ntarget hood at=prinz_eugen") == ["5.1"]
    assert refused(form, "target hood at=bismarck\nsecondary hood at=prinz_eugen") == []
    play(board, first_targets(board), says={"targets": "pass"})
    assert board.state.markers == []


@rule("battleships", "5.1b")
def test_five_markers_on_one_ship_and_secondaries_count() -> None:
    names = ("hood", "renown", "norfolk", "suffolk", "berwick")
    ships = [f"{name} 25{12 + 2 * at} A 4" for at, name in enumerate(names)]
    board = at_sea(*ships, "prinz_eugen 3014 A 4")
    form = target_form(board, "british")
    five = "\n".join(f"target {ship.split()[0]} at=prinz_eugen" for ship in ships)
    assert refused(form, five) == []
    assert refused(form, f"{five}\nsecondary hood at=prinz_eugen") == ["5.1b"]
