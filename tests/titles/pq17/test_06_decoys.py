"""6.3.5b, 1.3a A dummy beside who is followed no longer, by standing instruction; each result worked out by hand."""

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.moves import Combine, Decoy, Move
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing, forget_force
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import Plan, Shadow, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.ch06_search.shadowers import HEX, cruiser_followed, dummies_at
from tests.titles.pq17.playing import a_card, heard, phase, play

rule = pytest.mark.rule


@rule("pq17", "6.3.5b", "1.3a")
@pytest.mark.parametrize("decoys", ["yes", "no"])
@pytest.mark.parametrize("level", [0, 1])
def test_who_the_weather_frees_at_id_0_has_a_dummy_if_that_stands_ordered(level: int, decoys: str) -> None:
    """Gale grounds the seaplane: ID 1 falls to 0 and the block stays up; ID 0 stands up, and a dummy may come."""
    board = cruiser_followed(level, decoys)
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    comes = level == 0 and decoys == "yes"
    assert dummies_at(board) == ([("allied", HEX)] if comes else [])
    assert board.force("t").level == (None if level == 0 else 0)
    if comes:
        assert [one for one in heard(board, "axis") if isinstance(one, BlocksChanged)] == [
            BlocksChanged("allied", HEX, 1, 2)
        ]


@rule("pq17", "6.3.5b", "6.3.5", "6.2.1f")
@pytest.mark.parametrize("decoys", ["yes", "no"])
def test_who_a_search_fails_to_find_again_has_one_and_nobody_is_asked(decoys: str) -> None:
    board = phase(cruiser_followed(0, decoys), "axis")
    played = play(search(board), cards=[a_card("air", "-")])
    assert (board.state.shadows, board.force("t").level) == ([], None)
    assert dummies_at(board) == ([("allied", HEX)] if decoys == "yes" else [])
    assert played.asked == []


@rule("pq17", "6.3.5b", "6.3.2")
def test_who_is_let_go_in_the_enemys_combine_segment_has_one() -> None:
    """The shadowing cruiser joins a convoy, which follows nobody."""
    target = force("t", "axis", "task_force", "0410", "lutzow", level=0)
    convoy = force("pq", "allied", "convoy", "0410", "mv 9", "dd_a_i 2")
    board = cruiser_followed(0, "no", force("a", "allied", "task_force", "0410", "kent"), convoy, target=target)
    board.state.shadows, board.state.air = [Shadow("t", "task_force", "a")], []
    board.state.instructions["axis"] = Instructions(decoys="yes")
    play(combine_segment(phase(board, "allied", orders=(Combine(("a", "pq")),))))
    assert (board.state.shadows, dummies_at(board)) == ([], [("axis", "0410")])


@rule("pq17", "6.3.5b", "1.3a")
def test_on_the_way_it_comes_once_and_where_the_force_stops() -> None:
    """5.3 A He 115 flies 3 hexes from Tromso (0711): 0608 is out of range. The force goes on to 0607."""
    target = force(
        "t", "allied", "task_force", "0609", "norfolk", level=0, plan=Plan(0, ("0608", "0607"), pace="cruise")
    )
    board = cruiser_followed(0, target=target)
    play(movement(phase(board, "allied")))
    assert (target.at, board.state.shadows) == ("0607", [])
    assert dummies_at(board) == [("allied", "0607")]


@rule("pq17", "6.3.5b")
def test_the_enemy_hears_of_it_what_he_hears_of_one_that_was_ordered() -> None:
    told = []
    for decoys, orders in (("yes", ()), ("no", (Decoy("t"),))):
        target = force("t", "allied", "task_force", "0609", "norfolk", level=0)
        board = cruiser_followed(0, decoys, target=target)
        play(movement(phase(board, "allied", orders=(Move("t", ("0608", "0607")), *orders))))
        told.append((heard(board, "axis"), view(board, "axis"), view(board, "public")))
    assert told[0] == told[1]


@rule("pq17", "6.3.5b")
def test_none_comes_beside_a_force_that_is_gone() -> None:
    board = cruiser_followed(0)
    forget_force(board, board.force("t"))
    assert (board.state.shadows, dummies_at(board)) == ([], [])


@rule("pq17", "6.8.1", "6.3.5b")
def test_none_comes_while_somebody_else_follows_still() -> None:
    board = cruiser_followed(0)
    board.state.shadows.append(Shadow("t", "wolfpack", "pack"))
    board.place(force("pack", "axis", "wolfpack", HEX, "ss_german 3"))
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    assert (len(board.state.shadows), dummies_at(board), board.force("t").level) == (1, [], 0)
