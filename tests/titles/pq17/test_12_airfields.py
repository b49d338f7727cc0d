"""Raids on airfields: the aircraft on the ground in their row, who goes for them, and surprise; worked out by hand."""

import pytest

from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.presentation.prompts import PromptFormatter
from games.titles.pq17.state.events import air as told
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.raids import (
    BOMBERS,
    HURRICANES,
    field_attacked,
    raid_course,
)
from tests.titles.pq17.procedures import events_for

rule = pytest.mark.rule


@pytest.mark.parametrize(
    ("language", "row", "event"),
    [
        ("en", "from left to right: Hurricane 2 | Pe-2 1.", "aircraft on the ground at 0817"),
        ("ja", "左から右へ: ハリケーン 2｜Pe-2 1。", "の地上の連合軍機: ハリケーン 2｜Pe-2 1。"),
    ],
)
def test_what_lies_there_is_read(language: str, row: str, event: str) -> None:
    board = field_attacked(HURRICANES, BOMBERS, axis=True)
    (question,) = raid_course(board).asked
    assert row in PromptFormatter(Labels(BOX)).explain(question, language)
    (laid,) = [one for one in events_for(board, "allied") if isinstance(one, told.Grounded)]
    assert event in EventFormatter(Labels(BOX)).describe(laid, language)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "no counter lies on the ground"), ("ja", "地上にカウンターはありません")]
)
def test_where_nothing_lies_one_is_told_so(language: str, words: str) -> None:
    (question,) = raid_course(field_attacked(axis=True)).asked
    assert words in PromptFormatter(Labels(BOX)).explain(question, language)
