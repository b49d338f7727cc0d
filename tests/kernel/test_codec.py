"""JSON from outside is read strictly; what the server writes comes back as it was."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from games.kernel.codec import MAX_ANSWER_BYTES, MAX_NUMBER, decode, digest, encode, read_external_json
from games.kernel.errors import Malformed

SCALARS = st.none() | st.booleans() | st.integers(-MAX_NUMBER, MAX_NUMBER) | st.text(max_size=20)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner))


def code_of(data: bytes) -> str:
    with pytest.raises(Malformed) as caught:
        read_external_json(data)
    return caught.value.problems[0].code


@given(VALUES)
def test_any_sensible_json_is_read(value: object) -> None:
    assert read_external_json(json.dumps(value).encode(), max_depth=50) == value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"a": 1, "a": 2}', "duplicate_key"),
        (b'[{"x": {"b": 1, "\\u0062": 2}}]', "duplicate_key"),
        (b"NaN", "not_json"),
        (b"[Infinity]", "not_json"),
        (b"-Infinity", "not_json"),
        (b"1e999", "not_json"),
        (str(MAX_NUMBER + 1).encode(), "not_json"),
        (b"9" * 5000, "not_json"),
        (b'"\\ud800"', "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"\xef\xbb\xbf{}", "not_json"),
        (b"", "not_json"),
        (b"{", "not_json"),
        (b"[1,]", "not_json"),
        (b"{'a': 1}", "not_json"),
        (b"\x00", "not_json"),
        (b"[" * 17 + b"]" * 17, "too_deep"),
        (b"[" * 60_000, "too_deep"),
        (b"[0," * 17 + b"0" + b"]" * 17, "too_deep"),
        (b'"' + b"x" * MAX_ANSWER_BYTES + b'"', "too_large"),
    ],
)
def test_hostile_json_is_refused(data: bytes, code: str) -> None:
    assert code_of(data) == code


def test_the_limits_themselves_are_allowed() -> None:
    assert read_external_json(b"[" * 16 + b"]" * 16)
    assert read_external_json(str(MAX_NUMBER).encode()) == MAX_NUMBER
    assert read_external_json(b'"' + b"x" * (MAX_ANSWER_BYTES - 2) + b'"')


def test_refusals_are_quick() -> None:
    start = time.process_time()
    for data in (b"[" * 10_000_000, b'{"a":' * 12_000, b'"' + b"\\u0041" * 10_000 + b'"x'):
        assert code_of(data)
    assert time.process_time() - start < 3


def test_a_key_named_twice_is_said_without_control_characters() -> None:
    with pytest.raises(Malformed) as caught:
        read_external_json(b'{"a\\u0000": 1, "a\\u0000": 2}')
    assert "\0" not in caught.value.problems[0].message.ja


class Point(Struct):
    name: str
    spots: dict[str, int]


def test_the_order_of_keys_is_part_of_the_bytes() -> None:
    one, other = Point("a", {"x": 1, "y": 2}), Point("a", {"y": 2, "x": 1})
    assert encode(one) != encode(other)
    assert encode(decode(encode(other), Point)) == encode(other)
    assert digest(encode(one)) != digest(encode(other))
    assert len(digest(b"")) == 16
