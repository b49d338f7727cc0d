"""Refusals in the words of players: ids that a form knows become the names of things."""

import re
from collections.abc import Iterable
from typing import Any

from games.kernel.forms import Form
from games.kernel.orders import Orders
from games.kernel.text import Labels, argument
from pbem.pages.answers.controls import Shown

_QUOTED = re.compile(r"'([^']+)'|「([^」]+)」")
_ID = re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b")
_FIRST = re.compile(r"^([a-z_]+)(?=: )")
_WORD = re.compile(r"(?<![\w`'\"=“-])[a-z0-9]+(?![\w`'\"=”-])", re.ASCII)
_AIMED = re.compile(r"\b[a-z0-9_]+(?= →)|(?<=→ )[a-z0-9_]+\b")
_LIST = re.compile(r"^(Missing: |不足: )(.*?)(\.?)$")


class Names:
    """What a form's ids are called. Ids stand in refusals quoted, first, in a list of what is missing, at either end of
    an arrow, or alone where they cannot be words: in Japanese, and where the name of somebody who acts differs from his
    id by capitals alone ("hood"; "attack" may be what he does).
    """

    def __init__(self, form: Form[Any], labels: Labels, language: str) -> None:
        self.labels, self.language = labels, language
        self.ids = set(form.values()) | {bar.value for bar in form.withheld()}
        self.fields: dict[str, str] = {}
        self.actors: set[str] = set()
        if isinstance(form, Orders):
            self.actors = _actors(form) or set(self.ids)
            self.ids |= {way.verb for way in form.listed}
            for way in form.listed:
                for field in way.fields:
                    self._call(field.name, argument(labels, way.verb, field.name).get(language))

    def _call(self, name: str, called: str) -> None:
        """An argument is called what its order calls it, as its control is; what several orders call it each by a name
        of its own has the common one.
        """
        if self.fields.setdefault(name, called) != called:
            self.fields[name] = self.labels(name).get(self.language)

    def all(self, problems: Iterable[Shown]) -> tuple[Shown, ...]:
        """Problems in names."""
        return tuple(Shown(self.text(problem.message), problem.rule) for problem in problems)

    def text(self, message: str) -> str:
        """A refusal in names."""
        message = _FIRST.sub(lambda found: self.fields.get(found[1]) or self._word(found[1], self.ids), message)
        message = _QUOTED.sub(self._quoted, message)
        message = _LIST.sub(self._listed, message)
        message = _AIMED.sub(lambda found: self._word(found[0], self.ids), message)
        message = _ID.sub(lambda found: self._word(found[0], self.ids), message)
        return _WORD.sub(lambda found: self._alone(found[0]), message)

    def _word(self, value: str, known: set[str]) -> str:
        return self.labels(value).get(self.language) if value in known else value

    def _alone(self, word: str) -> str:
        if self.language != "en":
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
    """Those of whom a form says that they act; nobody where it says of nobody."""
    subjects = (field for way in form.listed for field in way.fields if field.name == way.subject)
    return {who for field in subjects for who in field.values}
