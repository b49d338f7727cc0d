"""What is withheld from an answer, and why: a value that a player may ask after, the rule, and the reason in words.

A form lists what can be chosen; beside it stands what cannot, where the player knows the thing and may wonder. It rests
on the form's own fields alone, as all that a form says, so that a refusal tells nothing that its seat does not know.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text, shown


class Barred(Struct, frozen=True, gc=False):
    """A value that cannot be given now (the empty one: any), the rule that withholds it, and why."""

    value: str
    rule: str
    why: Text

    def written(self) -> dict[str, Any]:
        """As it stands in a schema's ``x-barred``."""
        return {"value": self.value, "rule": self.rule, "en": self.why.en, "ja": self.why.ja}


def find_bar(barred: Sequence[Barred], value: str) -> Barred | None:
    """What bars a value, if anything does; the first reason of several."""
    return next((bar for bar in barred if bar.value in (value, "")), None)


def barred_problem(where: str, value: str, bar: Barred) -> Problem:
    """The refusal of a value that is barred."""
    name = shown(value)
    return Problem(where, "barred", Text(f"{name}: {bar.why.en}", f"{name}: {bar.why.ja}"), bar.rule)
