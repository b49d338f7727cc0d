"""Type errors of msgspec in the words of players, in English and Japanese."""

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
import pytest
from msgspec import Meta

from games.kernel.type_errors import missing_text, type_error_text


class Closed(msgspec.Struct, forbid_unknown_fields=True):
    ship: str


class Pair(msgspec.Struct):
    """Something with a field that has to be there."""

    ship: str


SAID: list[tuple[object, Any, str]] = [
    (5, str, "This must be text, not a whole number."),
    (None, str | int, "This must be a whole number or text, not null."),
    ({}, list[int], "This must be a list, not an object."),
    ([], dict[str, int], "This must be an object, not a list."),
    (1.5, int, "This must be a whole number, not a number."),
    (3, bool, "This must be true or false, not a whole number."),
    ("abcd", Annotated[str, Meta(max_length=3)], "At most 3 letters and signs."),
    ([], Annotated[list[int], Meta(min_length=1)], "At least 1 entry."),
    (-1, Annotated[int, Meta(ge=0)], "At least 0."),
    (6, Annotated[int, Meta(le=5)], "At most 5."),
    ("x", UUID, "This is no UUID."),
    ("x", datetime, "This must be a date and time."),
    ("x", date, "This must be a date."),
    ({}, Pair, "Object missing required field `ship`."),
    ("c", Literal["a", "b"], "Invalid enum value 'c'."),
]


def finding(raw: object, kind: Any) -> Exception:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(raw, kind)
    return caught.value


@pytest.mark.parametrize(("raw", "kind", "said"), SAID)
def test_a_wrong_type_is_told_in_words(raw: object, kind: Any, said: str) -> None:
    text, where = type_error_text(finding(raw, kind))
    assert (text.en, where) == (said, "")
    assert not re.search("[A-Za-z]", text.ja), text.ja


def test_the_place_within_the_value_is_a_pointer() -> None:
    assert type_error_text(finding([{"ship": 5}], list[Pair]))[1] == "/0/ship"


def test_a_field_that_there_is_not_is_told_by_its_own_place() -> None:
    text, where = type_error_text(finding({"ship": "emden", "sh/ape": 1}, Closed))
    assert (text.en, text.ja, where) == ("There is no 'sh/ape' here.", "「sh/ape」はありません。", "/sh~1ape")


def test_what_is_missing_is_said_alike_of_one_and_of_several() -> None:
    assert missing_text("targets").en == "targets: still missing."
    assert missing_text("ship").ja == "ship：指定してください。"
