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
"""English plural nouns that end the name of a group of ships, perhaps before a number, as in "British destroyers 2"."""
_TAIL = re.compile(r" \(.*\)$|,.*$|(?: \d+)+$")


def is_plural(name: str) -> bool:
    """Return True if an English name is that of a group of ships, so that its verb must be in the plural."""
    words = _TAIL.sub("", _TAIL.sub("", name)).lower().split()
    return bool(words) and words[-1] in PLURAL_NOUNS


_IRREGULAR = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do", "tries": "try"}


def plural_verb(verb: str) -> str:
    """Return the plural form of an English verb that is given in the third person singular: "fire" for "fires"."""
    return _IRREGULAR.get(verb) or verb.removesuffix("es" if verb.endswith(("ches", "shes", "sses", "xes")) else "s")


class NameSource(Protocol):
    """The names of a title's things by id: labels, which distinguish copies of a thing, and names for sentences."""

    def label(self, value: str) -> Text:
        """Return the label of the thing with an id, such as "Trap 1", in every language."""

    def name(self, value: str, language: str) -> str:
        """Return the name of the thing with an id, such as "the trap", for a sentence in a language."""


N = TypeVar("N", bound=NameSource)


class Sentences(Generic[N]):
    """Builds sentences in one language, with the names of a title's things."""

    def __init__(self, labels: N, language: str) -> None:
        self.language = language
        self._labels = labels

    def __call__(self, en: str, ja: str, **values: object) -> str:
        """Return a sentence in this language, with its placeholders filled in; `en` and `ja` are its two originals."""
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
        """Return the name of the thing with an id, for a sentence in this language."""
        return self._labels.name(value, self.language)

    def label(self, value: str) -> str:
        """Return the label of the thing with an id in this language; it distinguishes copies: "Trap 1"."""
        return self._labels.label(value).get(self.language)

    def names(self, values: Iterable[str]) -> str:
        """Return the names of the things with these ids as a list for a sentence: "A, B and C"."""
        return self.join([self.name(value) for value in values])

    def label_list(self, values: Iterable[str]) -> str:
        """Return the labels of the things with these ids as a list for a sentence: "Trap 1 and Trap 2"."""
        return self.join([self.label(value) for value in values])

    def marks(self, marks: Iterable[str]) -> str:
        """Return short texts in this language, such as the states of a ship, joined by commas."""
        return self(", ", "・").join(marks)

    def signed(self, number: int) -> str:
        """Return a modifier with its sign: "+2", "−1", "0"."""
        return f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0"

    def join(self, names: list[str]) -> str:
        """Return names or other words as a list for a sentence: "A, B and C"; "" for an empty list."""
        *most, last = names or [""]
        between = self(", ", "、")
        return self("{most} and {last}", "{most}、{last}", most=between.join(most), last=last) if most else last
