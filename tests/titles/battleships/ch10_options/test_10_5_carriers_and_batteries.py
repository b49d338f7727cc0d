"""Japanese reloads and shore batteries (10.5, 10.7)."""

import pytest

from games.titles.battleships.components.battles import Battery
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.repair import Mended
from games.titles.battleships.state.state import Ship
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea, in_battle, play
from tests.titles.battleships.positions import fired, fort, options

rule = pytest.mark.rule


def battery(*ships: str, names: tuple[str, ...] = ("batteries",)) -> Board:
    """A battery of attack 9, defence 12 and range 12 on an islet at 2512."""
    board = at_sea(
        *ships, options=options(*names),
        batteries=(Battery(id="fort", side="german", at="2512", attack=9, defence=12, range=12),),
    )  # fmt: skip
    board.state.ships.append(Ship(id="fort", counter="fort", side="german", at="2512", heading="A"))
    return board


# --- 10.5 second launch


@rule("battleships", "10.5")
@rule("battleships", "6.2c")
def test_a_japanese_ship_launches_again_three_turns_later_and_never_a_third_time() -> None:
    board = at_sea("atago 2512 A 4", "hood 2912 A 4", turn=5, options=options("reloads"))
    atago = board.ship("atago")
    atago.torpedoes = 2
    miss = [(6, 6)]
    play(board, torpedoes(board), dice=miss, says={"torpedoes@japanese": "launch atago at=hood"})
    launches = {}
    for turn in (6, 7, 8):
        board.state.turn = turn
        launches[turn] = bool(torpedo_form(board, "japanese").salvoes)
    assert launches == {6: False, 7: False, 8: True}
    play(board, torpedoes(board), dice=miss, says={"torpedoes@japanese": "launch atago at=hood"})
    board.state.turn = 19
    assert not torpedo_form(board, "japanese").salvoes


@rule("battleships", "10.5")
@pytest.mark.parametrize(("names", "launches"), [((), 1), (("reloads",), 2)])
def test_only_the_japanese_and_only_by_the_option_carry_reloads(names: tuple[str, ...], launches: int) -> None:
    ships = {ship.id: ship.torpedoes for ship in new_game(BOX, "force_z", options(*names)).ships}
    assert ships["atago"] == ships["jp_dd"] == launches
    assert ships["gb_dd"] == 1
    assert ships["kongo"] == 0


# --- 10.7 shore batteries


@rule("battleships", "10.7")
def test_no_torpedo_is_launched_at_what_stands_ashore() -> None:
    board = in_battle("casablanca", "us_dd 3325 B 4", turn=3, options=Options(as_proposed=False, batteries=True))
    targets = {one.at for one in torpedo_form(board, "american").salvoes}
    assert "el_hank" not in targets


@rule("battleships", "10.7")
@rule("battleships", "10.7a")
def test_a_battery_has_no_arc_is_no_slow_target_and_suffers_under_fire() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    shots = fired(board, ("hood", "fort"), ("fort", "hood"), dice=[(3, 4), (1, 1), (6, 6), (1, 1)])
    assert {line.key: line.amount for line in shots["hood"].modifiers} == {"under_fire": -2}
    assert {line.key: line.amount for line in shots["fort"].modifiers} == {"under_fire": -2}
    # hood 42, five: 10 points to 12; battery 9, ten: 10 points to 9
    assert (shots["hood"].points, shots["hood"].odds) == (10, "1:2")
    assert shots["fort"].points == 10


@rule("battleships", "10.7")
@rule("battleships", "10.7a")
def test_a_battery_ignores_s_and_is_destroyed_at_3w() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    fort = board.ship("fort")
    fort.weapons = 2
    fired(board, ("hood", "fort"), dice=[(4, 4), (4, 4)])  # eight: 25 points, 2:1, eight: 2S
    assert (fort.weapons, fort.hull, fort.fate) == (2, 0, "")
    board.state.markers = []
    fired(board, ("hood", "fort"), dice=[(4, 4), (3, 4)])  # 2:1, seven: 2W
    assert fort.fate == "sunk"


@rule("battleships", "10.7")
@rule("battleships", "10.7b")
def test_torpedoes_do_not_reach_batteries_and_secondaries_do() -> None:
    board = battery("norfolk 2510 C 4", "hood 2508 C 4", "bismarck 4512 A 4")
    assert "fort" not in {salvo.at for salvo in torpedo_form(board, "british").salvoes}
    assert ("hood", "fort") in {(aim.ship, aim.at) for aim in target_form(board, "british").aims if aim.secondary}
    assert not [aim for aim in target_form(board, "german").aims if aim.ship == "fort" and aim.secondary]


@rule("battleships", "10.7")
def test_a_battery_never_moves_and_stands_only_with_the_option() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    assert "fort" not in {ship.ship for ship in course_form(board, "german").ships}
    with_, without = ({ship.id for ship in new_game(BOX, "casablanca", one).ships} for one in (Options(), options()))
    assert with_ - without == {"el_hank"}


@rule("battleships", "10.7")
@rule("battleships", "10.10a")
def test_a_battery_ashore_is_never_out_of_command() -> None:
    """10.10 Chits take orders from ships that fire, launch and sail; a battery has its own ashore."""
    board = fort("hood 2507 C 4", "bismarck 4512 A 4")
    board.state.turn = 0
    play(board, sighting(board), dice=[(3,)], draws=[(8, 9), (2,)])
    assert board.state.astray == ["bismarck"]


@rule("battleships", "10.7a")
def test_a_battery_tries_twice_to_mend_its_guns() -> None:
    board = battery("hood 2504 C 4", "bismarck 4512 A 4")
    fort = board.ship("fort")
    fort.weapons = 2
    played = play(board, repair(board), dice=[(3,), (4,)])
    assert [event.kind for event in played.told(Mended)] == ["guns", "guns"]
    assert (fort.weapons, fort.mended) == (1, 1)
