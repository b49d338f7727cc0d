"""5.1, 6.1 Doctrines of guns and torpedoes: given once, they answer for the whole battle."""

from typing import Any

import pytest

from games.kernel.errors import GameError
from games.kernel.requests import Ask
from games.kernel.standing_orders import NO_FIT
from games.kernel.text import Text
from games.persistence.standing_orders import OrderSpec, evaluate_order, read_order
from games.titles.battleships.orders.orders import Launch, Secondary, StarShell, Target
from games.titles.battleships.rules.gunnery.targets import first_targets, target_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Marked
from games.titles.battleships.state.events.torpedoes import Launched
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.loading import load

rule = pytest.mark.rule


def guns(board: Board, text: str) -> list[Any]:
    """What a doctrine of guns comes to."""
    form = target_form(board, board.sides[0])
    return list(form.meant(form.accept(form.parse(text))))


def fish(board: Board, text: str) -> list[Any]:
    """What a doctrine of torpedoes comes to."""
    form = torpedo_form(board, board.sides[0])
    return list(form.meant(form.accept(form.parse(text))))


# --- guns


@rule("battleships", "5.1")
def test_ships_mark_the_first_of_the_doctrine_that_they_may() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4012 A 4", "prinz_eugen 3512 A 4", sight=30)
    assert guns(board, "engage bismarck,prinz_eugen") == [Target("hood", "bismarck")]
    assert guns(board, "engage prinz_eugen,bismarck") == [Target("hood", "prinz_eugen")]


def test_kinds_and_the_nearest_are_meant_too() -> None:
    ships = ("hood 2512 A 4", "bismarck 4012 A 4", "lutzow 3812 A 4", "prinz_eugen 3512 A 4")
    assert guns(at_sea(*ships), "engage capital") == [Target("hood", "lutzow")]
    assert guns(at_sea(*ships), "engage bb,capital") == [Target("hood", "bismarck")]
    assert guns(at_sea(*ships), "engage nearest") == [Target("hood", "prinz_eugen")]
    assert guns(at_sea(*ships), "engage dd") == []


@pytest.mark.parametrize(("within", "fires"), [(14, False), (15, True)])
def test_fire_is_held_beyond_the_distance_of_the_doctrine(within: int, fires: bool) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4012 A 4")
    assert guns(board, f"engage bismarck within={within}") == [Target("hood", "bismarck")] * fires


@rule("battleships", "5.1b")
def test_no_more_markers_than_the_doctrine_allows_lie_on_one_ship() -> None:
    ships = ("hood 2512 A 4", "renown 2612 A 4", "rodney 2712 A 4", "bismarck 3512 A 4", "prinz_eugen 3712 A 4")
    found = guns(at_sea(*ships), "engage bismarck,nearest most=1")
    assert found == [Target("hood", "bismarck"), Target("renown", "prinz_eugen")]


def test_whoever_has_a_target_keeps_it_and_only_named_ships_follow() -> None:
    ships = ("hood 2512 A 4", "renown 2612 A 4", "rodney 2712 A 4", "bismarck 3512 A 4", "prinz_eugen 3712 A 4")
    found = guns(at_sea(*ships), "target hood at=prinz_eugen\nengage bismarck ships=hood,renown")
    assert found == [Target("hood", "prinz_eugen"), Target("renown", "bismarck")]


@rule("battleships", "5.11")
def test_secondaries_follow_the_doctrine_as_well() -> None:
    board = at_sea("bismarck 2512 A 4", "hood 3512 A 4", "gb_dd 2912 A 4")
    assert guns(board, "engage hood,small") == [Target("bismarck", "hood"), Secondary("bismarck", "gb_dd")]


@rule("battleships", "4.3")
def test_by_night_star_shells_are_fired_only_if_it_says_so() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2713 A 4", "bismarck 3112 A 4", night=True, sight=3)
    assert guns(board, "engage bismarck") == []
    lit = guns(board, "engage bismarck light=yes")
    assert StarShell("norfolk", "3112") in lit
    assert {order.ship for order in lit if isinstance(order, Target)} == {"hood", "norfolk"}
    assert sum(isinstance(order, StarShell) for order in lit) == 1


def test_a_doctrine_is_carried_out_and_its_marks_are_told() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    played = play(board, first_targets(board), says={"targets": "engage nearest"})
    assert [mark.target for mark in played.told(Marked)] == ["bismarck"]


def test_the_preview_says_what_a_doctrine_comes_to() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 3512 A 4")
    form = target_form(board, "british")
    (line,) = form.preview(form.parse("engage nearest")).lines
    assert line.text.en.startswith("hood → bismarck: range 10")


@rule("battleships", "T.mod")
@rule("battleships", "5.5")
def test_a_target_is_offered_with_range_arc_modifiers_and_odds() -> None:
    """Bismarck slow and abeam: +2; a second ship at her makes it +1, for both."""
    board = at_sea("hood 2512 A 4", "renown 2612 A 4", "bismarck 3512 A 1")
    form = target_form(board, "british")
    alone = form.parse("target hood at=bismarck")
    both = form.parse("target hood at=bismarck\ntarget renown at=bismarck")
    (line,) = form.preview(alone).lines
    said = (
        "range 10, broadside, attack 42, in sight: sunk <1% · damaged 70% · 1.2 steps on average · +2 slow target 5.8"
    )
    assert line.text.en == said
    for draft in (both, form.parse("engage bismarck")):
        lines = form.preview(draft).lines
        assert [sum(one.amount for one in line.odds.modifiers) for line in lines if line.odds] == [1, 1]


def test_what_fires_at_the_nearest_is_proposed_whole() -> None:
    form = target_form(at_sea("hood 2512 A 4", "bismarck 4012 A 4", "prinz_eugen 3512 A 4"), "british")
    first, last = form.proposals()
    assert form.accept(first.answer) == (Target("hood", "prinz_eugen"),)
    assert last.answer == []


# --- torpedoes


@rule("battleships", "6.1")
def test_torpedoes_follow_their_doctrine() -> None:
    ships = ("jp_dd 2512 A 4", "iowa 2812 A 1", "us_dd 2712 A 6")
    assert fish(at_sea(*ships), "strike capital,nearest") == [Launch("jp_dd", "iowa")]
    assert fish(at_sea(*ships), "strike capital within=2") == []
    assert fish(at_sea(*ships), "strike small,capital") == [Launch("jp_dd", "us_dd")]


@pytest.mark.parametrize("more", [0, 1])
def test_torpedoes_wait_for_the_chance_that_is_wanted(more: int) -> None:
    board = at_sea("jp_dd 2512 A 4", "iowa 2812 A 1")
    (salvo,) = torpedo_form(board, "japanese").salvoes
    assert bool(fish(board, f"strike capital chance={salvo.number + more}")) is not bool(more)


@rule("battleships", "6.2a")
def test_no_doctrine_launches_along_a_line_on_which_a_friend_lies() -> None:
    board = at_sea("jp_dd 2512 A 4", "atago 2611 A 4 spent", "iowa 2711 A 1")
    form = torpedo_form(board, "japanese")
    risky = {salvo.at for salvo in form.salvoes if salvo.friend}
    assert risky == {"iowa"}
    assert fish(board, "strike capital") == []
    assert fish(board, "launch jp_dd at=iowa") == [Launch("jp_dd", "iowa")]
    (line,) = form.preview(form.parse("launch jp_dd at=iowa")).lines
    assert line.tone == "risk"


def test_a_doctrine_of_torpedoes_is_carried_out() -> None:
    board = at_sea("jp_dd 2512 A 4", "iowa 2812 A 1")
    played = play(board, torpedoes(board), says={"torpedoes@japanese": "strike capital"}, dice=[(6, 6)])
    assert [launch.target for launch in played.told(Launched)] == ["iowa"]


# --- as standing orders


def judged(board: Board, kind: str, answer: Any) -> Any:
    """What a standing order of that kind makes of the question of the first side."""
    side = board.sides[0]
    form: Any = target_form(board, side) if kind == "targets" else torpedo_form(board, side)
    asked = Ask(key=kind, kind=kind, seat=side, rule="5.1", prompt=Text("?", "?"), form=form)
    title = load("battleships")
    return evaluate_order(title, read_order(title, {"kind": kind, "answer": answer}), asked, {}, view(board, side))


def test_a_doctrine_stands_for_the_battle_whoever_is_left() -> None:
    """It names ships that are gone by now, and is followed all the same; one that fits nobody is no answer less."""
    doctrine = [{"order": "engage", "at": ["bismarck", "prinz_eugen", "nearest"], "ships": ["hood", "prince_of_wales"]}]
    board = at_sea("hood 2512 A 4", "prince_of_wales 2612 A 4", "bismarck 3512 A 4", "prinz_eugen 3612 A 4")
    board.remove(board.ship("bismarck"), "sunk")
    board.remove(board.ship("hood"), "sunk")
    verdict = judged(board, "targets", doctrine)
    assert verdict.answer is not NO_FIT
    assert verdict.off_reason is None
    form = target_form(board, "british")
    assert form.meant(verdict.answer) == (Target("prince_of_wales", "prinz_eugen"),)


def test_a_doctrine_of_torpedoes_stands_too() -> None:
    board = at_sea("jp_dd 2512 A 4", "iowa 2812 A 1")
    verdict = judged(board, "torpedoes", [{"order": "strike", "at": ["capital"], "within": "4"}])
    assert torpedo_form(board, "japanese").meant(verdict.answer) == (Launch("jp_dd", "iowa"),)


@pytest.mark.parametrize(
    ("kind", "answer", "where"),
    [
        ("targets", [{"order": "target", "ship": "hood", "at": "bismarck"}], "/answer/0/order"),
        ("targets", [{"order": "engage", "at": ["nobody"]}], "/answer/0/at"),
        ("targets", [{"order": "engage", "at": []}], "/answer/0/at"),
        ("targets", [{"order": "engage", "at": ["bb"], "within": "31"}], "/answer/0/within"),
        ("targets", [{"order": "engage", "at": ["bb"], "most": "6"}], "/answer/0/most"),
        ("torpedoes", [{"order": "strike", "at": ["bb"], "within": "6"}], "/answer/0/within"),
    ],
)
def test_what_no_question_could_ever_fit_is_refused_when_it_is_written(kind: str, answer: Any, where: str) -> None:
    with pytest.raises(GameError) as refused:
        read_order(load("battleships"), {"kind": kind, "answer": answer})
    assert [problem.pointer for problem in refused.value.problems] == [where]


def test_courses_are_not_answered_for_ever() -> None:
    """They are laid with the move, where what ends them is asked."""
    assert set(load("battleships").standing_orders.plans) == {"targets", "torpedoes"}
    assert OrderSpec(kind="targets").lasts == "game"
