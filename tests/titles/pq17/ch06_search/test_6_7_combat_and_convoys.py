"""6.5, 6.7, 6.8: ID levels of dummies, after combat, of convoys and of their dispersed parts."""

from typing import Any

import pytest

from games.titles.pq17.rules.search import identification
from games.titles.pq17.rules.search.identification import level_after_combat
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.searchers import Lookout, may_search
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Convoy, Points, Shadow, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import convoy_in_gale
from tests.titles.pq17.ch06_search.searches import row_of, searcher
from tests.titles.pq17.ch06_search.shadowers import (
    ASIDE,
    HEX,
    attacks,
    cruiser_followed,
    dummies_at,
    small_convoy,
    two_boats,
)
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.playing import a_card, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import moved

rule = pytest.mark.rule
BESIDE = "0309"
"""Open sea outside all radii and sectors, and the hex west of it."""


@rule("pq17", "6.5", "6.2")
def test_6_5_a_dummy_that_finds_stays_and_is_not_shown() -> None:
    board = phase(arctic(force("l", "axis", "dummy", OPEN), force("x", "allied", "task_force", OPEN, "kent")), "axis")
    play(search(board), cards=[a_card("force", "U", submarine=False)])
    assert board.force("x").level is not None
    assert (board.force("l").level, board.force("l").is_dummy) == (None, True)
    assert [one.level for one in view(board, "allied").blocks if one.side == "axis"] == [None]


@rule("pq17", "6.7", position="PP65")
def test_6_7_combat_raises_and_never_lowers() -> None:
    assert [level_after_combat(level, "surface", day=True) for level in (None, 1, 3)] == [3, 3, 3]
    assert [level_after_combat(level, "surface", day=False) for level in (None, 1, 3)] == [2, 2, 3]
    assert [level_after_combat(0, "air", day=day) for day in (True, False)] == [2, 1]
    assert [level_after_combat(level, "submarine", day=True) for level in (None, 0, 2)] == [1, 1, 2]


@rule("pq17", "6.7")
@pytest.mark.parametrize(
    ("cause", "day", "least"),
    [("surface", True, 3), ("surface", False, 2), ("air", True, 2), ("air", False, 1), ("submarine", True, 1),
     ("submarine", False, 1)],
)  # fmt: skip
def test_6_7_by_what_fight_a_force_is_known_how_well(cause: Any, day: bool, least: int) -> None:
    assert [identification.level_after_combat(level, cause, day=day) for level in (None, 0, 1, 2, 3)] == [
        least, *(max(level, least) for level in (0, 1, 2, 3))
    ]  # fmt: skip


@rule("pq17", "6.7a")
def test_6_7a_a_fight_opens_the_report_of_its_level_once() -> None:
    board = packs_hunted("mv 8", boats=1, level=0)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(8,), (0,)])
    on_convoy = [one for one in board.state.reports if one.to == "axis"]
    assert [(one.source, one.level) for one in on_convoy] == [("submarine_combat", 1)]
    board = packs_hunted("mv 8", boats=1, level=2)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(8,), (0,)])
    assert [one for one in board.state.reports if one.to == "axis"] == [], "no higher than before"


@rule("pq17", "6.8")
def test_6_8_a_convoy_without_warships_searches_nothing() -> None:
    assert not may_search(BOX, convoy_in_gale("mv 3", "aldersdale"))
    assert may_search(BOX, convoy_in_gale("mv 3", "es_british 1"))


@rule("pq17", "6.8", "6.2", position="PP67")
def test_6_8_a_convoy_without_warships_does_not_search() -> None:
    board = arctic(searcher(), force("pq", "allied", "convoy", OPEN, "mv 8"))
    assert row_of(board, "axis", "pq") == "force"
    assert row_of(board, "allied", "hunter") is None
    board.force("pq").counters.append(Counter("dd_a_i", 1))
    assert row_of(board, "allied", "hunter") == "force"
    board.force("pq").counters[-1].tows = True
    assert row_of(board, "allied", "hunter") is None, "7.0f: a ship that tows searches nothing"


@rule("pq17", "6.8.1", "6.3.5b")
def test_6_8_1_none_comes_while_somebody_else_follows_still() -> None:
    board = cruiser_followed(0)
    board.state.shadows.append(Shadow("t", "wolfpack", "pack"))
    board.place(force("pack", "axis", "wolfpack", HEX, "ss_german 3"))
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    assert (len(board.state.shadows), dummies_at(board), board.force("t").level) == (1, [], 0)


@rule("pq17", "6.8.1")
def test_6_8_1_a_scattered_convoy_is_searched_from_next_to_it() -> None:
    convoy = Convoy(laden=True, destinations=("arkhangelsk",), scattered=True)
    board = arctic(searcher(BESIDE), force("pq", "allied", "convoy", OPEN, "mv 8", convoy=convoy))
    assert row_of(board, "axis", "pq") == "force"
    board.force("pq").convoy.scattered = False
    assert row_of(board, "axis", "pq") is None


@rule("pq17", "6.8.1", "7.1")
@pytest.mark.parametrize(
    ("scattered", "at", "near"),
    [(True, OPEN, True), (True, ASIDE, True), (True, "0308", False), (False, OPEN, True), (False, ASIDE, False)],
)
def test_6_8_1_a_scattered_convoy_is_attacked_and_searched_from_the_next_hex_too(
    scattered: bool, at: str, near: bool
) -> None:
    prey = small_convoy(convoy=Convoy(laden=True, destinations=("arkhangelsk",), scattered=scattered))
    hunter = two_boats(at=at)
    assert attacks(hunter, prey) is near
    board = phase(arctic(prey, hunter), "axis")
    assert [one.id for one in Lookout(board, "axis").forces(prey)] == (["pack"] if near else [])
    hunter.moved = 0
    board.identify(prey, 1)
    assert (public_targets(board, "axis") == [prey]) is near


@rule("pq17", "6.8.1", "6.6")
@pytest.mark.parametrize("turn", [9, 10])
def test_6_8_1_a_scattered_convoy_stays_at_id_3(turn: int) -> None:
    voyage = Convoy(laden=True, destinations=("murmansk",), destination="murmansk", scattered=True)
    one = force("c", "allied", "convoy", "0610", "mv 9", level=3, convoy=voyage)
    board = arctic(one, turn=turn, start=8, command={"home_fleet": Points(left=4), "severny_flot": Points()})
    moved(board)
    assert one.level == 3
