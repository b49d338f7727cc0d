"""Unavailable values: values that a player may ask about but cannot choose, each with the rule and the reason.

A form lists the values that can be chosen. It also lists those that cannot be chosen now if the player knows the thing
and may ask why. Both lists are fields of the form, so a refusal reveals nothing that is hidden from the seat.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from games.kernel.errors import Problem
from games.kernel.text import Text, sanitized


class Unavailable(Struct, frozen=True, gc=False):
    """A value that cannot be chosen now (the empty string: no value can), the rule that forbids it, and the reason."""

    value: str
    rule: str
    why: Text

    def as_schema(self) -> dict[str, Any]:
        """Return the value, rule and reason as JSON, for the list ``x-unavailable`` of a form's schema."""
        return {"value": self.value, "rule": self.rule, **to_builtins(self.why)}


def find_unavailable(unavailable: Sequence[Unavailable], value: str) -> Unavailable | None:
    """Return the first entry that forbids a value, or None."""
    return next((bar for bar in unavailable if bar.value in (value, "")), None)


def unavailable_problem(where: str, value: str, found: Unavailable) -> Problem:
    """Return the problem of an unavailable value; its message is the value's name and the reason.

    `where` is the JSON pointer to the value in the answer. The message is only the reason if `found` forbids all values
    and `value` is a number.
    """
    if not found.value and value.isdecimal():
        return Problem(where, "barred", found.why, found.rule)
    name = sanitized(value)
    return Problem(where, "barred", Text("{name}: {why}", "{name}：{why}").format(name=name, why=found.why), found.rule)
