"""Deterministic encoding: states, answers and events as JSON bytes, and their digests."""

import json
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from games.kernel.errors import malformed
from games.kernel.text import sanitized

T = TypeVar("T")

MAX_ANSWER_BYTES = 64 * 1024
MAX_DEPTH = 16
MAX_NUMBER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (RFC 8259)."""

_encoder = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def encode(value: object) -> bytes:
    """Return the JSON bytes of a struct or of builtins, with fields and keys in the order that the value has."""
    return _encoder.encode(value)


def decode(data: bytes, type_: type[T]) -> T:
    """Return the value that `encode` wrote, validated against its type.

    Raises msgspec.ValidationError if the bytes do not fit.
    """
    decoder = _decoders.get(type_)
    if decoder is None:
        decoder = _decoders[type_] = msgspec.json.Decoder(type_)
    value: T = decoder.decode(data)
    return value


def digest(data: bytes) -> str:
    """Return a short digest (64 bits, hexadecimal) to compare data that the server itself wrote."""
    return blake2b(data, digest_size=8).hexdigest()


def read_external_json(data: bytes, *, max_bytes: int = MAX_ANSWER_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Return untrusted JSON as builtins.

    Raises Malformed for JSON that is too long, nested too deeply or invalid, for a duplicate key, for a number that is
    not finite or exceeds `MAX_NUMBER`, and for a lone surrogate.
    """
    if len(data) > max_bytes:
        raise malformed(
            "",
            "The answer is longer than {max_bytes} bytes.",
            "回答が{max_bytes}バイトを超えています。",
            "too_large",
            max_bytes=max_bytes,
        )
    if _depth(data) > max_depth:
        raise malformed("", "The answer is nested too deeply.", "回答の入れ子が深すぎます。", "too_deep")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_no_twins,
            parse_constant=_no_constant,
            parse_float=_number,
            parse_int=_whole,
        )
        if b"\\u" in data:
            _encoder.encode(value)  # JSON can escape a lone surrogate, but UTF-8 cannot encode it
        return value
    except (ValueError, RecursionError) as error:
        if isinstance(error, _Twin):
            raise malformed(
                "", "The key {key!r} stands twice.", "キー「{key}」が重複しています。", "duplicate_key", key=error.key
            ) from None
        raise malformed("", "This is not JSON.", "JSONとして読めません。", "not_json") from None


class _Twin(ValueError):
    def __init__(self, key: str) -> None:
        self.key = sanitized(key, 80)
        super().__init__(key)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twin(key)
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _number(text: str) -> int | float:
    """Return a JSON number as an integer if its value is whole: JSON Schema takes ``245.0`` and ``245`` as equal."""
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text[:40])
    return int(value) if value.is_integer() and abs(value) <= MAX_NUMBER else value


def _whole(text: str) -> int:
    if len(text) > len(str(-MAX_NUMBER)) or abs(int(text)) > MAX_NUMBER:
        raise ValueError(text[:40])
    return int(text)


def _depth(data: bytes) -> int:
    """Return an upper bound of the nesting depth of JSON, because brackets inside strings are counted too."""
    depth = deepest = 0
    for byte in data:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
