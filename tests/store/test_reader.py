"""Rows out of a document, field by field: what is taken, what is refused, and in which words."""

from base64 import b64encode
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from games.kernel.errors import Malformed
from games.models import Game, JournalSegment, MessageCopy, OpenRequest, SealedAnswer, Seat, StandingOrder
from games.services.importing.row_reader import MAX_PROBLEMS, RowReader

ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
AT = "2026-03-01T12:00:00+00:00"
SMALL, LARGE = 2**15 - 1, 2**31 - 1


def read(model: Any, **raw: Any) -> tuple[Any, list[tuple[str, str, str]]]:
    """The row of an object, and what is wrong with it: the field, the code and the beginning of what is said."""
    reader = RowReader()
    row = reader.read_row(model, raw, "/at", extra_members=("aside",), only=raw)
    return row, [(one.pointer, one.code, one.message.en) for one in reader.problems]


GOOD: dict[str, tuple[Any, str, Any, Any]] = {
    "bytes": (SealedAnswer, "answer", b64encode(b"\0me").decode(), b"\0me"),
    "a time": (OpenRequest, "opened_at", AT, datetime(2026, 3, 1, 12, tzinfo=UTC)),
    "the first year": (OpenRequest, "opened_at", "2000-01-01T00:00:00+00:00", datetime(2000, 1, 1, tzinfo=UTC)),
    "the last year": (OpenRequest, "opened_at", "2199-12-31T00:00:00+00:00", datetime(2199, 12, 31, tzinfo=UTC)),
    "no time": (OpenRequest, "closed_at", None, None),
    "an id": (Game, "origin", ID, UUID(ID)),
    "true": (OpenRequest, "ready", True, True),
    "false": (OpenRequest, "ready", False, False),
    "an object": (Game, "options", {"wind": [1, "calm"]}, {"wind": [1, "calm"]}),
    "lines in an object": (Game, "options", {"a": "b\nc"}, {"a": "b\nc"}),
    "fifty deep": (Game, "options", None, None),
    "nothing": (OpenRequest, "entry", 0, 0),
    "the highest number": (OpenRequest, "entry", LARGE, LARGE),
    "the highest of few": (Seat, "position", SMALL, SMALL),
    "words": (Game, "name", "North Sea", "North Sea"),
    "as many signs as fit": (Game, "name", "x" * 120, "x" * 120),
    "a choice": (JournalSegment, "cause", "rewind", "rewind"),
    "a choice that may be none": (OpenRequest, "outcome", "", ""),
    "lines in a text": (Game, "hold_reason", "one\ntwo", "one\ntwo"),
}


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else "deep"


GOOD["fifty deep"] = (Game, "options", nested(50), nested(50))


@pytest.mark.parametrize("what", GOOD)
def test_what_fits_its_column_is_taken_as_it_stands(what: str) -> None:
    model, name, raw, wanted = GOOD[what]
    row, problems = read(model, **{name: raw})
    assert problems == []
    assert getattr(row, name) == wanted
    assert type(getattr(row, name)) is type(wanted)


BAD: dict[str, tuple[Any, str, Any, str]] = {
    "no base64": (SealedAnswer, "answer", "*", "this cannot be read: "),
    "base64 and more": (SealedAnswer, "answer", "AA==*", "this cannot be read: "),
    "a number for bytes": (SealedAnswer, "answer", 3, "this cannot be read: "),
    "no time": (OpenRequest, "closed_at", "yesterday", "this cannot be read: "),
    "null for words": (Game, "name", None, "a text"),
    "without offset": (OpenRequest, "closed_at", "2026-03-01T12:00:00", "a time of these centuries, with its offset"),
    "long ago": (OpenRequest, "closed_at", "1999-12-31T00:00:00+00:00", "a time of these centuries"),
    "far ahead": (OpenRequest, "closed_at", "2200-01-01T00:00:00+00:00", "a time of these centuries"),
    "no id": (Game, "origin", "mine", "this cannot be read: "),
    "one for true": (OpenRequest, "ready", 1, "true or false"),
    "word for true": (OpenRequest, "ready", "true", "true or false"),
    "true for one": (OpenRequest, "entry", True, "a whole number from 0 to 2147483647"),
    "half": (OpenRequest, "entry", 0.5, "a whole number from 0 to 2147483647"),
    "less than nothing": (OpenRequest, "entry", -1, "a whole number from 0 to 2147483647"),
    "too much": (OpenRequest, "entry", LARGE + 1, "a whole number from 0 to 2147483647"),
    "too much of few": (Seat, "position", SMALL + 1, "a whole number from 0 to 32767"),
    "number for words": (Game, "name", 7, "a text"),
    "a sign too many": (Game, "name", "x" * 121, "at most 120 characters"),
    "no words": (JournalSegment, "cause", "", "a text that is not empty"),
    "no such choice": (JournalSegment, "cause", "luck", "one of resolve, rewind, hold, import"),
    "turned words": (Game, "name", "a\u202eb", ""),
    "lines in a name": (Game, "name", "a\nb", ""),
    "turned words in a text": (Game, "hold_reason", "a\u202eb", ""),
    "turned words in an object": (Game, "options", {"a": ["b\u202e"]}, "texts without control"),
    "turned words in a key": (Game, "options", {"b\u202e": 1}, "texts without control"),
    "too deep": (Game, "options", nested(51), "nothing that is nested so deep"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_does_not_fit_is_named_and_the_default_stands_in(what: str) -> None:
    model, name, raw, says = BAD[what]
    row, problems = read(model, **{name: raw})
    ((pointer, code, words),) = problems
    assert (pointer, code) == (f"/at/{name}", "value")
    assert words.startswith(says)
    assert words
    assert getattr(row, name) == model._meta.get_field(name).get_default()


def test_of_a_long_complaint_the_beginning_is_said() -> None:
    _, ((_, _, words),) = read(OpenRequest, opened_at="x" * 300)
    assert len(words) == 200


def test_fields_that_are_missing_or_strange_are_named_and_what_has_a_default_may_be_left_out() -> None:
    reader = RowReader()
    reader.read_row(
        StandingOrder, {"hat": 1, "seat": "red", "a/b": 2, "kind": "bid"}, "/orders/0", extra_members=("seat",)
    )
    found = {(one.pointer, one.code) for one in reader.problems}
    assert {place for place, code in found if code == "unknown"} == {"/orders/0/hat", "/orders/0/a~1b"}
    assert {place for place, code in found if code == "required"} == {"/orders/0/content", "/orders/0/position"}
    assert "content: missing." in {one.message.en for one in reader.problems}


def test_keys_of_a_database_are_no_fields_of_a_document() -> None:
    reader = RowReader()
    for name in ("id", "game", "author", "seat", "player", "request", "message"):
        reader.read_row(MessageCopy, {name: 1, "number": 1}, "/copy")
        assert [(one.pointer, one.code) for one in reader.problems] == [(f"/copy/{name}", "unknown")]
        reader.problems.clear()


def test_what_is_given_is_no_field_of_the_document_either() -> None:
    reader = RowReader()
    seat = reader.read_row(Seat, {"position": 3}, "/s", only=("position",), role="red")
    assert (seat.role, seat.position, reader.problems) == ("red", 3, [])
    reader.read_row(Seat, {"role": "black", "kind": "open", "position": 0}, "/s", role="red")
    assert ("/s/role", "unknown") in {(one.pointer, one.code) for one in reader.problems}


@pytest.mark.parametrize("raw", [None, [], "row", 3])
def test_what_is_no_object_is_no_row(raw: Any) -> None:
    reader = RowReader()
    row = reader.read_row(Seat, raw, "/seats/1", role="red")
    assert row.role == "red"
    assert [(one.pointer, one.code) for one in reader.problems] == [("/seats/1", "type")]


def test_nothing_wrong_refuses_nothing_and_of_much_the_beginning_is_told() -> None:
    reader = RowReader()
    reader.raise_problems()
    for number in range(MAX_PROBLEMS + 1):
        reader.add_problem(f"/{number}", "No.", "いいえ。")
    with pytest.raises(Malformed) as refusal:
        reader.raise_problems()
    assert len(refusal.value.problems) == 50
    one = refusal.value.problems[0]
    assert (one.pointer, one.code, one.message.en, one.message.ja) == ("/0", "malformed", "No.", "いいえ。")
