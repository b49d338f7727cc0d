"""Names of things, and sentences made of them, in one language."""

import re
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from games.kernel.catalogues import translate, translate_counted
from games.kernel.text import Text, values_in

PLURAL_NOUNS = {
    "battleships", "boats", "carriers", "cruisers", "destroyers", "escorts", "merchants", "minesweepers", "oilers",
    "ships", "submarines", "tankers", "trawlers", "u-boats", "vessels",
}  # fmt: skip
"""English nouns at the end of a name that stands for a group of ships, such as "British destroyers 2"."""
_TAIL = re.compile(r" \(.*\)$|,.*$|(?: \d+)+$")


def is_plural(name: str) -> bool:
    """Return True if an English name stands for a group, so that its verb is in the plural."""
    words = _TAIL.sub("", _TAIL.sub("", name)).lower().split()
    return bool(words) and words[-1] in PLURAL_NOUNS


_IRREGULAR = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do", "tries": "try"}


def plural_verb(verb: str) -> str:
    """Return the plural of an English verb in the third person singular."""
    return _IRREGULAR.get(verb) or verb.removesuffix("es" if verb.endswith(("ches", "shes", "sses", "xes")) else "s")


class NameSource(Protocol):
    """A title's names: `label` distinguishes copies, `name` is the everyday name."""

    def label(self, value: str) -> Text:
        """Return the label of an option."""

    def name(self, value: str, language: str) -> str:
        """Return the name of a thing in a sentence."""


N = TypeVar("N", bound=NameSource)


class Sentences(Generic[N]):
    """The names in one language, and helpers to build sentences."""

    def __init__(self, labels: N, language: str) -> None:
        self.language = language
        self._labels = labels

    def __call__(self, en: str, ja: str, **values: object) -> str:
        """Return the sentence in this language, with the values for its placeholders."""
        written = {"en": en, "ja": ja}  # may be empty: Japanese sentences have no blanks between them
        sentence = written[self.language] if self.language in written else translate(self.language, en, ja) or en
        return sentence.format(**values_in(self.language, values)) if values else sentence

    def does(self, name: str, verb: str) -> str:
        """Return a name with its English verb, given in the singular: "Hood fires", "British destroyers fire"."""
        return f"{name} {plural_verb(verb) if is_plural(name) else verb}"

    def counted(self, count: int, one: str, many: str, ja: str, **values: object) -> str:
        """Return the sentence for a count: `one` in the singular, `many` in the plural, `ja` in Japanese.

        The count and `values` fill the placeholders.
        """
        sentence = ja if self.language == "ja" else translate_counted(self.language, one, many, count)
        return sentence.format(count=count, **values_in(self.language, values))

    def name(self, value: str) -> str:
        """Return a thing's name."""
        return self._labels.name(value, self.language)

    def label(self, value: str) -> str:
        """Return a thing's label, which distinguishes copies."""
        return self._labels.label(value).get(self.language)

    def names(self, values: Iterable[str]) -> str:
        """Return a list for a sentence: "A, B and C"."""
        return self.join([self.name(value) for value in values])

    def labels(self, values: Iterable[str]) -> str:
        """Return a list for a sentence, with labels that distinguish copies."""
        return self.join([self.label(value) for value in values])

    def marks(self, marks: Iterable[str]) -> str:
        """Return short texts, such as the states of a ship, side by side."""
        return self(", ", "・").join(marks)

    def signed(self, number: int) -> str:
        """Return a modifier with its sign."""
        return f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0"

    def join(self, names: list[str]) -> str:
        """Join names as a list in a sentence."""
        *most, last = names or [""]
        between = self(", ", "、")
        return self("{most} and {last}", "{most}、{last}", most=between.join(most), last=last) if most else last
