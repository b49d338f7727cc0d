"""Unavailable values: values that a player may ask about but cannot choose, each with the rule and the reason.

A form lists the values that can be chosen, and those that cannot if the player knows the thing and may wonder. Like
everything in a form, they depend on its own fields only: a refusal reveals nothing hidden from its seat.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from games.kernel.errors import Problem
from games.kernel.text import Text, sanitized


class Unavailable(Struct, frozen=True, gc=False):
    """A value that cannot be given now (the empty string: any value), the rule that forbids it, and the reason."""

    value: str
    rule: str
    why: Text

    def as_schema(self) -> dict[str, Any]:
        """Return the entry for a schema's ``x-unavailable``."""
        return {"value": self.value, "rule": self.rule, **to_builtins(self.why)}


def find_unavailable(unavailable: Sequence[Unavailable], value: str) -> Unavailable | None:
    """Return the first entry that forbids a value, or None."""
    return next((bar for bar in unavailable if bar.value in (value, "")), None)


def unavailable_problem(where: str, value: str, found: Unavailable) -> Problem:
    """Return the problem of an unavailable value: its name and the reason.

    If no value at all is allowed, it is only the reason.
    """
    if not found.value and value.isdecimal():
        return Problem(where, "barred", found.why, found.rule)
    name = sanitized(value)
    return Problem(where, "barred", Text("{name}: {why}", "{name}: {why}").format(name=name, why=found.why), found.rule)
