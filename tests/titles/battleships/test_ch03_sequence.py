"""Chapter 3: the phases of a turn, and who goes first."""

import pytest

from games.titles.battleships.components.tables import Harm, harm_of
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets
from games.titles.battleships.rules.movement.courses import sailing, waters_of
from games.titles.battleships.rules.movement.move import first_move, second_move
from games.titles.battleships.rules.scenario.verdict import verdict
from games.titles.battleships.rules.sequence import SEQUENCE
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.damage import Struck, settle
from games.titles.battleships.state.events.gunnery import Damaged, Sunk
from games.titles.battleships.state.events.torpedoes import TorpedoHit
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.battleships.positions import damage_board, fight

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


@rule("battleships", "3.1a", "5.14", "5.15")
@pytest.mark.parametrize(
    ("before", "results", "told", "now", "sunk"),
    [
        ("", ["-"], None, (0, 0), False),
        ("", ["1W"], (1, 0), (1, 0), False),
        ("", ["1W", "1W1S"], (2, 1), (2, 1), False),
        ("w2", ["2W"], (1, 0), (3, 0), False),
        ("w3", ["2W"], None, (3, 0), False),
        ("w3 s2", ["1W"], None, (3, 2), False),
        ("w3 s2", ["1S"], (0, 1), (3, 3), True),
        ("w2 s3", ["2S"], None, (2, 3), False),
        ("w1 s1", ["2W", "2S"], (2, 2), (3, 3), True),
        ("", ["X"], None, (0, 0), True),
        ("", ["1W", "X"], (1, 0), (1, 0), True),
    ],
)
def test_the_damage_of_a_phase_adds_up(
    before: str, results: list[str], told: tuple[int, int] | None, now: tuple[int, int], sunk: bool
) -> None:
    board = damage_board(f"hood 2512 A 4 {before}".strip(), "bismarck 3512 A 4")
    settle(board, [Struck("hood", (3, 4), 0, harm_of(result)) for result in results])
    events = [told_.variants[0].event for told_ in board.told]
    damaged = [event for event in events if isinstance(event, Damaged)]
    assert [(one.weapons, one.hull, one.now_weapons, one.now_hull) for one in damaged] == (
        [(*told, *now)] if told else []
    )
    assert [event.at for event in events if isinstance(event, Sunk)] == ["2512"] * sunk
    assert board.ship("hood").fate == ("sunk" if sunk else "")


@rule("battleships", "3.1a")
@rule("battleships", "5.2")
def test_two_ships_sink_each_other() -> None:
    """What is struck in the phase fires with what she had before it."""
    fought = fight(
        ("hood 2512 A 4", "bismarck 2912 A 4"), ("hood>bismarck", "bismarck>hood"),
        {"hood>bismarck": (5, 6, 6, 5, 6), "bismarck>hood": (6, 5, 6, 6)},
    )  # fmt: skip
    assert fought.sunk == {"hood", "bismarck"}


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


@rule("battleships", "3.1c")
def test_damage_counts_in_the_move_of_the_same_turn() -> None:
    board = at_sea("hood 2512 A 5", "bismarck 4512 A 4")
    waters = waters_of(board, "british")
    before = sailing(board, waters, board.ship("hood")).most
    board.harm(board.ship("hood"), Harm(0, 1))
    assert (before, sailing(board, waters, board.ship("hood")).most) == (5, 3)


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
