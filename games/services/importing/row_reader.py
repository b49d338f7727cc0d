"""Read the rows of an exported document into unsaved models, and report every wrong field."""

import binascii
from base64 import b64decode
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db import models

from games.kernel.errors import Malformed, Problem, forbidden_character_problem, pointer
from games.kernel.text import Text, forbidden_character
from games.services.export import SKIPPED_FIELDS

M = TypeVar("M", bound=models.Model)

_YEARS = range(2000, 2200)
_KEYS = SKIPPED_FIELDS | {"seat", "player", "request", "message"}
"""Columns with database keys, which an exported document does not contain."""
MAX_PROBLEMS = 50


class RowReader:
    """A reader of rows that collects their problems, each with the JSON pointer of the wrong field."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add_problem(self, at: str, en: str, ja: str, code: str = "malformed", **values: object) -> None:
        """Add a problem of the field at the JSON pointer `at`.

        `en` and `ja` are its message; `values` fill the placeholders of the message.
        """
        self.problems.append(Problem(at, code, Text(en, ja).format(**values)))

    def raise_problems(self) -> None:
        """Raise Malformed with the collected problems, if there are any."""
        if self.problems:
            raise Malformed(*self.problems[:MAX_PROBLEMS])

    def read_row(
        self,
        model: type[M],
        raw: object,
        at: str,
        *,
        extra_members: Collection[str] = (),
        only: Collection[str] = (),
        **given: Any,
    ) -> M:
        """Return an unsaved row of `model` with the columns that could be read from the JSON object `raw`.

        `at` is the object's JSON pointer. `extra_members` names members that are allowed but are no columns. With
        `only`, no other columns are read. `given` are columns that the caller sets.
        """
        found = model(**given)
        if not isinstance(raw, dict):
            self.add_problem(at, "This must be an object.", "オブジェクトで指定してください。", "type")
            return found
        names = only or {field.name for field in model._meta.concrete_fields} - _KEYS - given.keys()
        fields = {field.name: field for field in model._meta.concrete_fields if field.name in names}
        for name in raw.keys() - fields.keys() - set(extra_members):
            self.add_problem(at + pointer(name), "There is no such field.", "そのような項目はありません。", "unknown")
        for name, field in fields.items():
            if name in raw:
                setattr(found, name, self._value(field, raw[name], at + pointer(name)))
            elif not (field.has_default() or field.null):
                self.add_problem(at + pointer(name), "{name}: missing.", "{name}：必要です。", "required", name=name)
        return found

    def _value(self, field: Any, value: Any, at: str) -> Any:
        """Return a column's value from its JSON `value`; if it cannot be read, add a problem and return the default."""
        if value is None and field.null:
            return None
        why = ""
        try:
            read = next(read for kind, read in _READERS if isinstance(field, kind))
            return read(field, value)
        except _Unfit as error:
            why = str(error)
        except (ValueError, TypeError, OverflowError, binascii.Error) as error:
            why = f"this cannot be read: {error}"
        self.add_problem(at, why[:200], "値が不正です。", "value")
        return field.get_default()


class _Unfit(Exception):
    """A value does not fit its column; the message gives the reason."""


def _bytes(field: Any, value: Any) -> bytes:
    return b64decode(value, validate=True)


def _moment(field: Any, value: Any) -> datetime:
    found = datetime.fromisoformat(value)
    if found.utcoffset() is None or found.year not in _YEARS:
        raise _Unfit("a time of these centuries, with its offset from UTC")
    return found


def _flag(field: Any, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Unfit("true or false")
    return value


def _number(field: Any, value: Any) -> int:
    most = 2**15 - 1 if isinstance(field, models.PositiveSmallIntegerField) else 2**31 - 1
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise _Unfit(f"a whole number from 0 to {most}")
    return value


def _words(field: Any, value: Any) -> str:
    if not isinstance(value, str):
        raise _Unfit("a text")
    if field.max_length is not None and len(value) > field.max_length:
        raise _Unfit(f"at most {field.max_length} characters")
    if not value and not field.blank:
        raise _Unfit("a text that is not empty")
    if field.choices and value and value not in dict(field.flatchoices):
        raise _Unfit(f"one of {', '.join(key for key, _ in field.flatchoices)}")
    if problem := forbidden_character_problem("", value, allow_lines=isinstance(field, models.TextField)):
        raise _Unfit(problem.message.en)
    return value


def _json(field: Any, value: Any) -> Any:
    if any(forbidden_character(text, allow_lines=True) for text in _texts(value)):
        raise _Unfit("texts without control and bidirectional characters")
    return value


def _texts(value: Any, depth: int = 0) -> list[str]:
    if depth > 50:
        raise _Unfit("nothing that is nested so deep")
    if isinstance(value, str):
        return [value]
    inner = [*value.keys(), *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for one in inner for text in _texts(one, depth + 1)]


_READERS: tuple[tuple[Any, Callable[[Any, Any], Any]], ...] = (
    (models.BinaryField, _bytes),
    (models.DateTimeField, _moment),
    (models.UUIDField, lambda field, value: UUID(value)),
    (models.BooleanField, _flag),
    (models.JSONField, _json),
    (models.IntegerField, _number),
    (models.CharField, _words),
    (models.TextField, _words),
)
