"""Parse requests into typed structs: strict types, no unknown or duplicate fields, all problems reported together."""

from collections.abc import Iterator
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from django.http import QueryDict
from msgspec import Struct

from games.kernel.errors import Malformed, Problem, forbidden_character_problem, pointer
from games.kernel.text import Text, sanitized
from games.kernel.type_errors import missing_text, type_error_text

T = TypeVar("T", bound=Struct)


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of the structs of request bodies and query strings."""


def read_body(raw: object, kind: type[T]) -> T:
    """Return the decoded JSON of a request as a struct of the type `kind`.

    Raises Malformed with a problem for every wrong field.
    """
    return _read(raw, kind, strict=True)


def read_query(query: QueryDict, kind: type[T]) -> T:
    """Return a query string as a struct of the type `kind`; its texts are converted to the types of the fields.

    Raises Malformed with a problem for every wrong parameter.
    """
    twice = [name for name, values in query.lists() if len(values) > 1]
    if twice:
        raise Malformed(*(_problem(pointer(name), "twice", "Given twice.", "重複しています。") for name in twice))
    require_plain_texts(query.dict())
    return _read(query.dict(), kind, strict=False)


def require_plain_texts(raw: object) -> None:
    """Raise Malformed if a text in decoded JSON contains a control or bidirectional character.

    The error has the JSON pointer to every such text.
    """
    if problems := tuple(_unfit_texts(raw, "")):
        raise Malformed(*problems)


def _unfit_texts(raw: object, at: str) -> Iterator[Problem]:
    if isinstance(raw, str):
        problem = forbidden_character_problem(at, raw, allow_lines=True)
        if problem is not None:
            yield problem
    elif isinstance(raw, dict):
        for name, inner in raw.items():
            yield from _unfit_texts(name, at)
            yield from _unfit_texts(inner, at + pointer(name))
    elif isinstance(raw, list):
        for index, inner in enumerate(raw):
            yield from _unfit_texts(inner, f"{at}/{index}")


def _read(raw: object, kind: type[T], *, strict: bool) -> T:
    try:
        return msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as error:
        found = list(_wrong(raw, kind, "", strict)) or [_mistyped("", error)]
        raise Malformed(*found) from None


def _wrong(raw: object, kind: Any, at: str, strict: bool) -> Iterator[Problem]:
    """Yield a problem for every reason why `raw` is not a value of the type `kind`."""
    bare = _arm(raw, _bare(kind))
    if isinstance(bare, type) and issubclass(bare, Struct) and isinstance(raw, dict):
        yield from _wrong_members(raw, bare, at, strict)
    elif get_origin(bare) is dict and isinstance(raw, dict):
        inner = get_args(bare)[1]
        found = [
            problem for key, item in raw.items() for problem in _wrong(item, inner, at + pointer(str(key)), strict)
        ]
        yield from found or _refused(raw, kind, at, strict)
    elif get_origin(bare) in (list, tuple) and isinstance(raw, list):
        found = [
            problem for i, item in enumerate(raw) for problem in _wrong(item, get_args(bare)[0], f"{at}/{i}", strict)
        ]
        yield from found or _refused(raw, kind, at, strict)
    else:
        yield from _refused(raw, kind, at, strict)


def _arm(raw: object, kind: Any) -> Any:
    """Return the member of a union type that `raw` is meant to be; other types unchanged."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    arms = [_bare(arm) for arm in get_args(kind)]
    if isinstance(raw, dict):
        return next((arm for arm in arms if isinstance(arm, type) and issubclass(arm, Struct)), kind)
    if isinstance(raw, list):
        return next((arm for arm in arms if get_origin(arm) is list), kind)
    return kind


def _bare(kind: Any) -> Any:
    """Return the type without its `Annotated` metadata."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _wrong_members(raw: dict[Any, Any], kind: type[Struct], at: str, strict: bool) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name in raw:
        if name not in fields:
            word = sanitized(str(name))
            yield _problem(
                at + pointer(name), "unknown_field", "There is no {word!r} here.", "「{word}」はありません。", word=word
            )
    for name, field in fields.items():
        if name in raw:
            yield from _wrong(raw[name], field.type, at + pointer(name), strict)
        elif field.required:
            yield Problem(at + pointer(name), "required", missing_text(name))


def _refused(raw: object, kind: Any, at: str, strict: bool) -> Iterator[Problem]:
    try:
        msgspec.convert(raw, kind, strict=strict)
    except msgspec.ValidationError as error:
        allowed = _allowed(kind)
        yield _none_of(at, allowed) if allowed else _mistyped(at, error)


def _allowed(kind: Any) -> tuple[Any, ...]:
    """Return the values of an enumerated type; none for other types."""
    bare = _bare(kind)
    arms = get_args(bare) if get_origin(bare) in (Union, UnionType) else (bare,)
    return next((get_args(arm) for arm in map(_bare, arms) if get_origin(arm) is Literal), ())


def _none_of(at: str, allowed: tuple[Any, ...]) -> Problem:
    values = ", ".join(str(value) for value in allowed if value != "")
    return _problem(at, "type", "One of: {values}.", "次のいずれかです：{values}", values=values)


def _mistyped(at: str, error: msgspec.ValidationError) -> Problem:
    """Return msgspec's error as a problem; the path in its message continues the JSON pointer `at`."""
    text, inside = type_error_text(error)
    return Problem(at + inside, "type", text)


def _problem(at: str, code: str, en: str, ja: str, **values: object) -> Problem:
    return Problem(at, code, Text(en, ja).format(**values))
