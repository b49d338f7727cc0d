"""Naming things and making sentences of the names, in one language."""

from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from games.kernel.text import Text


class Names(Protocol):
    """What a title calls its things: `label` tells copies apart, `name` is what one says at the table."""

    def label(self, value: str) -> Text:
        """The label of an option."""

    def name(self, value: str, language: str) -> str:
        """What a thing is called in a sentence."""


N = TypeVar("N", bound=Names)


class Words(Generic[N]):
    """The names in one language, and the means to make sentences of them."""

    def __init__(self, labels: N, language: str) -> None:
        self.language = language
        self._labels = labels

    def __call__(self, en: str, ja: str) -> str:
        """The sentence of this language."""
        return ja if self.language == "ja" else en

    def name(self, value: str) -> str:
        """What a thing is called."""
        return self._labels.name(value, self.language)

    def label(self, value: str) -> str:
        """What a thing is called where copies must be told apart."""
        return self._labels.label(value).get(self.language)

    def names(self, values: Iterable[str]) -> str:
        """A list in a sentence: "A, B and C"."""
        return self.join([self.name(value) for value in values])

    def labels(self, values: Iterable[str]) -> str:
        """A list in a sentence, copies told apart."""
        return self.join([self.label(value) for value in values])

    def marks(self, marks: Iterable[str]) -> str:
        """Short marks side by side."""
        return self(", ", "・").join(marks)

    def signed(self, number: int) -> str:
        """A modifier with its sign."""
        return f"+{number}" if number > 0 else f"\u2212{-number}" if number else "0"

    def join(self, names: list[str]) -> str:
        """Names as a sentence lists them."""
        if self.language == "ja":
            return "、".join(names)
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
