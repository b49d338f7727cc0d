"""Replace the ids in the texts of problems by names for players."""

import re
from collections.abc import Iterable
from typing import Any

from games.kernel.forms import Form
from games.kernel.text import Labels, argument_label
from games.orders.order_set import Orders
from pbem.web.pages.order_form.controls import ShownProblem

_QUOTED = re.compile(r"'([^']+)'|「([^」]+)」")
_ID = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
_FIRST = re.compile(r"^([a-z_]+)(?=: |：)")
_WORD = re.compile(r"(?<![\w`'\"=“-])[a-z0-9]+(?![\w`'\"=”-])", re.ASCII)
_AIMED = re.compile(r"\b[a-z0-9_]+(?= →)|(?<=→ )[a-z0-9_]+\b")
_LIST = re.compile(r"^(Missing: |不足：)(.*?)(\.?)$")


class ProblemNamer:
    """Replaces the ids of a form in texts of problems by names for players.

    An id is recognized in quotes, at the beginning before a colon, in a list of missing values, at either end of an
    arrow, or with an underscore. A single word is an id in Japanese texts; in others only if it is a subject whose name
    differs from the id by capitals alone (such as "hood"), because "attack" may be a verb.
    """

    def __init__(self, form: Form[Any], labels: Labels, language: str) -> None:
        self.labels, self.language = labels, language
        self.ids = set(form.values()) | {bar.value for bar in form.unavailable_values()}
        self.fields: dict[str, str] = {}
        self.actors: set[str] = set()
        if isinstance(form, Orders):
            self.actors = _actors(form) or set(self.ids)
            self.ids |= {template.verb for template in form.cached_templates}
            for template in form.cached_templates:
                for field in template.fields:
                    self._call(field.name, argument_label(labels, template.verb, field.name).get(language))

    def _call(self, name: str, called: str) -> None:
        """Store `called` as the name of argument `name`, as one order calls it.

        If orders call the argument differently, store the name that the title's labels give.
        """
        if self.fields.setdefault(name, called) != called:
            self.fields[name] = self.labels(name).get(self.language)

    def name_problems(self, problems: Iterable[ShownProblem]) -> tuple[ShownProblem, ...]:
        """Return the problems with names instead of ids in their texts."""
        return tuple(ShownProblem(self.name_text(problem.message), problem.rule) for problem in problems)

    def name_text(self, message: str) -> str:
        """Return a text with names instead of ids."""
        message = _FIRST.sub(lambda found: self.fields.get(found[1]) or self._word(found[1], self.ids), message)
        message = _QUOTED.sub(self._quoted, message)
        message = _LIST.sub(self._listed, message)
        message = _AIMED.sub(self._found, message)
        message = _ID.sub(self._found, message)
        return _WORD.sub(lambda found: found[0] if self._is_named(found) else self._alone(found[0]), message)

    def _found(self, found: re.Match[str]) -> str:
        return found[0] if self._is_named(found) else self._word(found[0], self.ids)

    def _is_named(self, found: re.Match[str]) -> bool:
        """Return True if the id's full name is in the text already, such as the hex "0812" in "0812 (Narvik)"."""
        return found.string.startswith(self._word(found[0], self.ids), found.start())

    def _word(self, value: str, known: set[str]) -> str:
        return self.labels(value).get(self.language) if value in known else value

    def _alone(self, word: str) -> str:
        if self.language == "ja":
            return self._word(word, self.ids)
        name = self._word(word, self.actors)
        return name if name.casefold() == word else word

    def _quoted(self, found: re.Match[str]) -> str:
        inside = found[1] or found[2]
        values = inside.split(", ")
        if not all(value in self.ids for value in values):
            return found[0]
        named = ", ".join(self._word(value, self.ids) for value in values)
        return f"“{named}”" if found[1] else f"「{named}」"

    def _listed(self, found: re.Match[str]) -> str:
        mark = "、" if "、" in found[2] else ", "
        return found[1] + mark.join(self._word(value, self.ids) for value in found[2].split(mark)) + found[3]


def _actors(form: Orders[Any]) -> set[str]:
    """Return the ids of all units to which the form's orders can be given."""
    subjects = (
        field for template in form.cached_templates for field in template.fields if field.name == template.subject
    )
    return {who for field in subjects for who in field.values}
