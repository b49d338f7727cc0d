"""Bytes that mean the same every time: states, answers and events as JSON, and their digests."""

import json
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from games.kernel.errors import Malformed, Problem
from games.kernel.text import Text, shown

T = TypeVar("T")

MAX_ANSWER_BYTES = 64 * 1024
MAX_DEPTH = 16
MAX_NUMBER = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly (RFC 8259)."""

_encoder = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def encode(value: object) -> bytes:
    """JSON bytes of a struct or of builtins; the order of fields and keys is kept, so equal values give equal bytes."""
    return _encoder.encode(value)


def decode(data: bytes, type_: type[T]) -> T:
    """The value that `encode` wrote, checked against its type.

    Raises msgspec.ValidationError where the bytes do not fit.
    """
    decoder = _decoders.get(type_)
    if decoder is None:
        decoder = _decoders[type_] = msgspec.json.Decoder(type_)
    value: T = decoder.decode(data)
    return value


def digest(data: bytes) -> str:
    """A short fingerprint (64 bits, hexadecimal) for comparing what the server itself wrote."""
    return blake2b(data, digest_size=8).hexdigest()


def read_json(data: bytes, *, max_bytes: int = MAX_ANSWER_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Read JSON that came from outside.

    Refuses what is too long or too deep, names a key twice, holds a number that is not finite or is beyond
    `MAX_NUMBER`, holds half a character, or is no JSON at all. Raises Malformed.
    """
    if len(data) > max_bytes:
        raise _unreadable(
            f"The answer is longer than {max_bytes} bytes.", f"回答が{max_bytes}バイトを超えています。", "too_large"
        )
    if _depth(data) > max_depth:
        raise _unreadable("The answer is nested too deeply.", "回答の入れ子が深すぎます。", "too_deep")
    try:
        value = json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_no_twins,
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_whole,
        )
        if b"\\u" in data:
            _encoder.encode(value)  # a lone surrogate can be escaped in JSON, but never be written again
        return value
    except (ValueError, RecursionError) as error:
        if isinstance(error, _Twin):
            raise _unreadable(
                f"The key {error.key!r} stands twice.", f"キー「{error.key}」が重複しています。", "duplicate_key"
            ) from None
        raise _unreadable("This is not JSON.", "JSONとして読めません。", "not_json") from None


class _Twin(ValueError):
    def __init__(self, key: str) -> None:
        self.key = shown(key, 80)
        super().__init__(key)


def _unreadable(en: str, ja: str, code: str) -> Malformed:
    return Malformed(Problem("", code, Text(en, ja)))


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twin(key)
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(text[:40])
    return value


def _whole(text: str) -> int:
    if len(text) > len(str(-MAX_NUMBER)) or abs(int(text)) > MAX_NUMBER:
        raise ValueError(text[:40])
    return int(text)


def _depth(data: bytes) -> int:
    """The deepest nesting of brackets; those inside strings count too, which errs on the safe side."""
    depth = deepest = 0
    for byte in data:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
