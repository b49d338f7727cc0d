"""Checks that several forms share: lists of strings, values that are no option, and repeated values."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.errors import Malformed, Problem, malformed
from games.kernel.text import Text, sanitized
from games.kernel.unavailable import Unavailable, find_unavailable, unavailable_problem


def not_an_option(where: str, value: str, rule: str = "") -> Problem:
    """Return the problem of a value that is no option of the form."""
    value = sanitized(value)
    return Problem(
        where,
        "not_an_option",
        Text("{value!r} is not one of the options.", "「{value}」は選択肢にありません。").format(value=value),
        rule,
    )


def unavailable_option(where: str, value: str, unavailable: Sequence[Unavailable], rule: str = "") -> Problem:
    """Return the problem of a value that is no option, with the reason from `unavailable` if that has the value."""
    found = find_unavailable(unavailable, value)
    return not_an_option(where, value, rule) if found is None else unavailable_problem(where, value, found)


def with_unavailable(schema: dict[str, Any], unavailable: Sequence[Unavailable]) -> dict[str, Any]:
    """Return the schema with the unavailable values added as ``x-unavailable``."""
    return schema | {"x-unavailable": [one.as_schema() for one in unavailable]} if unavailable else schema


def read_strings(raw: object) -> tuple[str, ...]:
    """Return the strings in the list `raw`. Raises Malformed, with a problem for each member that is no string."""
    if not isinstance(raw, list):
        raise malformed("", "This must be a list.", "リストで答えてください。", "type")
    wrong = [
        Problem(f"/{index}", "type", Text("This must be a text.", "文字列で答えてください。"))
        for index, value in enumerate(raw)
        if not isinstance(value, str)
    ]
    if wrong:
        raise Malformed(*wrong)
    return tuple(raw)


def repeated_values(answer: tuple[str, ...]) -> Iterator[Problem]:
    """Yield a problem for each repetition of a value."""
    seen: set[str] = set()
    for index, value in enumerate(answer):
        if value in seen:
            name = sanitized(value)
            yield Problem(
                f"/{index}", "twice", Text("{name!r} is named twice.", "「{name}」が重複しています。").format(name=name)
            )
        seen.add(value)
