"""7.1 Attacks are declared anew where a combat has changed something: once, and of no pack after its segment."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.search.contacts import contact
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN, facing

rule = pytest.mark.rule
NOBODY = {"strikes": "pass"}


def changed(*forces: Force, level: int | None = None) -> Sea:
    """A convoy after an air attack, with these blocks of the Axis in its hex, at this ID."""
    sea = facing(force("pq", "allied", "convoy", OPEN, "mv 8"), *forces)
    for one in forces:
        if level is not None:
            sea.identify(one, level)
    sea.phase.stirred = [OPEN]
    return sea


def ship() -> Force:
    return force("tf", "axis", "task_force", OPEN, "lutzow")


def boats() -> Force:
    return force("pack", "axis", "wolfpack", OPEN, "ss_german 2")


def questions(sea: Sea) -> list[Any]:
    """What is asked in both segments, nobody attacking."""
    return [*play(submarine_combat(sea), says=dict(NOBODY)).asked, *play(surface_combat(sea)).asked]


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
    sea = changed(pack, level=1)
    pack.moved = 1
    assert play(submarine_combat(sea)).asked == [], "an identified pack that moved attacks nobody"
    pack.moved, sea.phase.stirred = 0, [OPEN]
    assert play(submarine_combat(sea), says=dict(NOBODY)).asked


@rule("pq17", "7.1b")
def test_what_boats_have_changed_ships_are_asked_about_and_packs_no_more() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    sea = changed(prey, ship())
    sea.identify(prey, 1)
    (question,) = play(surface_combat(sea), says=dict(NOBODY)).asked
    assert [one.block for one in question.form.targets] == [contact(sea.force("pq"))]


@rule("pq17", "7.1b")
def test_boats_that_all_know_are_not_asked_about_in_the_surface_segment() -> None:
    assert play(surface_combat(changed(boats(), level=1))).asked == []


@rule("pq17", "7.1b")
def test_no_pack_is_hunted_in_the_surface_segment() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    sea = facing(prey, ship())
    sea.phase.stirred = [OPEN]
    assert play(surface_combat(sea)).asked == []


@rule("pq17", "7.1")
def test_who_is_asked_again_orders_his_attack_anew_and_the_others_keep_theirs() -> None:
    sea = changed(ship())
    at, elsewhere = contact(sea.force("pq")), Attack("far", "contact_99")
    sea.phase.attacks = (Attack("tf", at), elsewhere)
    play(submarine_combat(sea), says=dict(NOBODY))
    assert sea.phase.attacks == (elsewhere,)
