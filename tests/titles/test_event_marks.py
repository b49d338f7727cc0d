"""The marks of every title's events: the named fields exist, and games of all titles have tracks, shots or losses."""

from typing import Any, get_args

import msgspec
import pytest

from games.kernel.event_marks import MarkFields
from games.registry import TITLES
from tests.titles.loading import load


def _events(key: str) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(load(key).rules.event_type)}


def _fields(marks: MarkFields) -> list[str]:
    named = [marks.unit, *marks.track, *(marks.shot or ()), marks.lost, marks.lost_if]
    return [name.partition(".")[0] for name in named if name]


@pytest.mark.parametrize("key", TITLES)
def test_every_field_belongs_to_its_event(key: str) -> None:
    events, fields = _events(key), load(key).presentation.mark_fields
    assert {*fields} <= {*events}
    for tag, marks in fields.items():
        assert {*_fields(marks)} <= {one.name for one in msgspec.structs.fields(events[tag])}, tag


@pytest.mark.parametrize("key", ["pirates", "goeben", "battleships", "pq17"])
def test_naval_titles_draw_shots_and_losses(key: str) -> None:
    fields = load(key).presentation.mark_fields.values()
    assert any(marks.shot for marks in fields)
    assert any(marks.lost for marks in fields)
