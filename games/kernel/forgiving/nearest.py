"""The names that come nearest to the words of a refused line that mean nothing."""

import re
from collections.abc import Sequence
from itertools import takewhile

from games.kernel.forgiving.dictionary import Dictionary
from games.kernel.forgiving.tokens import tokens_of
from games.kernel.forgiving.words import Words
from games.kernel.orders import Orders
from games.kernel.plans import RulePlan
from games.kernel.text import Text

MOST_UNKNOWN = 5
MOST_LOOKED_UP = 12
"""Words of a letter that mean nothing and for which the nearest names are looked up."""
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}")
"""Like no name: all that hold a number would be near."""


class Nearest:
    """Looks them up for the lines of one letter: only so many words, each as often as it stands there."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.looked_up: set[str] = set()

    def to(self, row: str) -> tuple[Text, ...]:
        """The names that come nearest to the words that mean nothing, or to a few of them together."""
        found: dict[str, None] = {}
        tokens = tokens_of(row)[: MOST_UNKNOWN * 4]
        if tokens and isinstance(self.words.form, Orders | RulePlan):
            self._looks_up(tokens[0], self.words.verbs, found)
            tokens = tokens[1:] if self.words.verbs.meant(tokens[0]) or isinstance(self.words.form, RulePlan) else []
        while tokens:
            tokens = tokens[self._near(tokens, found) :]
        return tuple(self.words.named(word) for word in found)

    def _near(self, tokens: Sequence[str], found: dict[str, None]) -> int:
        """Adds what comes nearest to the first of the tokens, and says how many of them have been looked at."""
        tokens = [token.removesuffix(",") for token in tokens]
        *words, last = tokens[0].rpartition("=")[2].split(",")[:MOST_UNKNOWN]
        run = self.words.values.run([last, *tokens[1:]], meant=True)
        together = self.words.values.run([*takewhile(self.words.names_something, [last, *tokens[1:]])])
        if not run and len(together) > 1 and self._looks_up(" ".join(together), self.words.values, found):
            run = together
        for word in words if run else (*words, last):
            self._looks_up(word, self.words.values, found)
        return max(len(run), 1)

    def _looks_up(self, word: str, known: Dictionary, found: dict[str, None]) -> bool:
        """Adds what comes nearest to a word that means nothing; whether anything does."""
        if not self.is_unknown(word, known) or len(found) >= MOST_UNKNOWN:
            return False
        self.looked_up.add(word)
        near = known.near(word)
        found |= dict.fromkeys(near)
        return bool(near)

    def is_unknown(self, word: str, known: Dictionary) -> bool:
        """Whether a word means nothing, and is to be compared with what does."""
        if not word or _SHORT_NUMBER.fullmatch(word):
            return False
        if word not in self.looked_up and len(self.looked_up) >= MOST_LOOKED_UP:
            return False
        return not (known.meant(word) or self.words.values.meant(word) or self.words.keys.exactly(word))
