"""7.1 Attacks are declared anew where a combat has changed something: once, and of no pack after its segment."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule
NOBODY = {"strikes": "pass"}


def changed(*forces: Force, level: int | None = None) -> Board:
    """A convoy after an air attack, with these blocks of the Axis in its hex, at this ID."""
    board = facing(force("pq", "allied", "convoy", OPEN, "mv 8"), *forces)
    for one in forces:
        if level is not None:
            board.identify(one, level)
    board.phase.stirred = [OPEN]
    return board


def ship() -> Force:
    return force("tf", "axis", "task_force", OPEN, "lutzow")


def boats() -> Force:
    return force("pack", "axis", "wolfpack", OPEN, "ss_german 2")


def questions(board: Board) -> list[Any]:
    """What is asked in both segments, nobody attacking."""
    return [*play(submarine_combat(board), says=dict(NOBODY)).asked, *play(surface_combat(board)).asked]


@rule("pq17", "7.1")
def test_after_an_air_attack_boats_and_ships_are_ordered_anew_in_one_question() -> None:
    (question,) = questions(changed(ship(), boats()))
    assert [one.forces for one in question.form.targets] == [("tf", "pack")]


@rule("pq17", "7.1")
@pytest.mark.parametrize("block", [ship(), boats(), force("lure", "axis", "dummy", OPEN)], ids=lambda one: one.kind)
def test_whatever_an_unidentified_block_is_its_owner_is_asked_as_often(block: Force) -> None:
    assert len(questions(changed(block))) == 1


@rule("pq17", "7.1", "5.2")
def test_nobody_is_asked_again_where_all_can_see_that_no_block_there_attacks() -> None:
    pack = boats()
    board = changed(pack, level=1)
    pack.moved = 1
    assert play(submarine_combat(board)).asked == [], "an identified pack that moved attacks nobody"
    pack.moved, board.phase.stirred = 0, [OPEN]
    assert play(submarine_combat(board), says=dict(NOBODY)).asked


@rule("pq17", "7.1b")
def test_what_boats_have_changed_ships_are_asked_about_and_packs_no_more() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    board = changed(prey, ship())
    board.identify(prey, 1)
    (question,) = play(surface_combat(board), says=dict(NOBODY)).asked
    assert [one.block for one in question.form.targets] == [contact_name(board.force("pq"))]


@rule("pq17", "7.1b")
def test_boats_that_all_know_are_not_asked_about_in_the_surface_segment() -> None:
    assert play(surface_combat(changed(boats(), level=1))).asked == []


@rule("pq17", "7.1b")
def test_no_pack_is_hunted_in_the_surface_segment() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    board = facing(prey, ship())
    board.phase.stirred = [OPEN]
    assert play(surface_combat(board)).asked == []


@rule("pq17", "7.1")
def test_who_is_asked_again_orders_his_attack_anew_and_the_others_keep_theirs() -> None:
    board = changed(ship())
    at, elsewhere = contact_name(board.force("pq")), Attack("far", "contact_99")
    board.phase.attacks = (Attack("tf", at), elsewhere)
    play(submarine_combat(board), says=dict(NOBODY))
    assert board.phase.attacks == (elsewhere,)
