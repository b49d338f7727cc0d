"""What a trial keeps of the truth: the seat's own answers and open dice, and no request of another kind."""

from dataclasses import replace
from typing import Any

import pytest

from games.kernel.errors import GameError
from games.kernel.journal import Entry, SeatAnswer
from games.kernel.title_parts import TitleTrials, TrialFigure
from games.kernel.trials import NotTriable, can_be_tried, find_start, play_world
from tests.titles.loading import load
from tests.titles.test_trials import occasions

TITLE = load("battleships")


def first_occasion(kind: str = "courses") -> Any:
    return next(one for one in occasions(TITLE, "denmark_strait", {}) if one.question.kind == kind)


def entry(kind: str, key: str, *given: SeatAnswer, drawn: tuple[int, ...] = ()) -> Entry:
    return Entry(0, kind, key, "", given, drawn)


def test_only_own_answers_and_open_dice_are_kept() -> None:
    one = first_occasion()
    seat = one.question.seat
    recorded = [
        entry("ask", "any", SeatAnswer(seat, ["own"]), SeatAnswer("enemy", ["secret"])),
        entry("ask", "any", SeatAnswer("enemy", ["secret"])),
        entry("roll", "aircraft.german", drawn=(4,)),
    ]
    start = find_start(TITLE, one.checkpoint, recorded, one.question)
    assert start.given == (["own"],)
    assert start.rolled == (("aircraft.german", (4,)),)


@pytest.mark.parametrize("hidden", [("roll", "mine.hood"), ("draw", "aircraft.german"), ("draw", "torpedo.order")])
def test_after_any_other_request_there_is_no_trial(hidden: tuple[str, str]) -> None:
    one = first_occasion()
    with pytest.raises(NotTriable):
        find_start(TITLE, one.checkpoint, [entry(*hidden)], one.question)


def test_a_title_may_have_no_trials_or_no_bot() -> None:
    one = first_occasion()
    step = one.checkpoint.step or ""
    assert can_be_tried(TITLE, one.question.kind, step)
    other_kinds = replace(TITLE.trials, kinds=frozenset(("targets",)))
    unfit_step = replace(TITLE.trials, unfit_steps=frozenset((step,)))
    parts = (TitleTrials(), other_kinds, unfit_step)
    for title in (replace(TITLE, bots={}), *(replace(TITLE, trials=part) for part in parts)):
        assert not can_be_tried(title, one.question.kind, step)
        with pytest.raises(NotTriable):
            find_start(title, one.checkpoint, one.recorded, one.question)


def test_orders_that_the_form_refuses_are_refused() -> None:
    one = first_occasion()
    start = find_start(TITLE, one.checkpoint, one.recorded, one.question)
    with pytest.raises(GameError):
        play_world(TITLE, start, [{"order": "fly"}], 1, 1)


def test_figures_have_one_order_and_a_wish() -> None:
    one = first_occasion()
    start = find_start(TITLE, one.checkpoint, one.recorded, one.question)
    worlds = [play_world(TITLE, start, one.answer, 1, number) for number in (1, 2)]
    keys = [[figure.key for figure in world.figures] for world in worlds]
    assert keys[0] == keys[1]
    assert all(isinstance(figure, TrialFigure) and figure.wish for figure in worlds[0].figures)
    assert [world.number for world in worlds] == [1, 2]
