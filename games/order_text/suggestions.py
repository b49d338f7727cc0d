"""Suggestions: the nearest names to the unknown words of a refused line."""

import re
from collections.abc import Sequence
from itertools import takewhile

from games.kernel.notation import display_verb
from games.kernel.text import Text
from games.order_text.dictionary import Dictionary, normalize_spelling
from games.order_text.ordinary_words import is_ordinary
from games.order_text.tokens import split_tokens
from games.order_text.vocabulary import Vocabulary
from games.orders.order_set import Orders
from games.orders.rule_plan import RulePlan

MOST_UNKNOWN = 5
MOST_LOOKED_UP = 12
"""The number of unknown words of an e-mail with a search for the nearest names."""
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}")
"""A short number: it has no suggestions, because all names with a number would be near."""


class SuggestionFinder:
    """Finds the nearest names for the lines of one e-mail, with a limit on the number of words."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.looked_up: set[str] = set()

    def suggest(self, row: str, named: Sequence[str] = ()) -> tuple[Text, ...]:
        """Return the nearest names to the unknown words, or to a few of them together.

        If a sentence begins with no verb, only the words quoted in its refusal (`named`) are looked up.
        """
        found: dict[str, None] = {}
        tokens = split_tokens(row)[: MOST_UNKNOWN * 4]
        verbs: Sequence[str] = ()
        if tokens and isinstance(self.words.form, Orders | RulePlan):
            self._looks_up(tokens[0], self.words.verbs, found)
            verbs = self.words.verbs.matches(tokens[0])
            tokens = tokens[1:] if verbs or isinstance(self.words.form, RulePlan) else []
            tokens = tokens[self._near_to_who(verbs, tokens, found) :]
        while tokens:
            tokens = tokens[self._near(tokens, found) :]
        if not found and not verbs:
            for word in named[:MOST_UNKNOWN]:
                self._looks_up(word, self.words.values, found)
        return tuple(self.words.name_of(word) for word in found)

    def _near_to_who(self, verbs: Sequence[str], tokens: Sequence[str], found: dict[str, None]) -> int:
        """Like `_near`, for the subject: only units that an order with the verb can name are near."""
        able = self.words.grammar.candidates(display_verb(verbs[0])) if len(verbs) == 1 else {}
        if not tokens or not able:
            return 0
        near: dict[str, None] = {}
        taken = self._near(tokens, near)
        found |= dict.fromkeys(one for one in near if one in able)
        return taken

    def _near(self, tokens: Sequence[str], found: dict[str, None]) -> int:
        """Add the nearest names to the first tokens, and return the number of tokens used."""
        tokens = [token.removesuffix(",") for token in tokens]
        *words, last = tokens[0].rpartition("=")[2].split(",")[:MOST_UNKNOWN]
        run = self.words.values.name_tokens([last, *tokens[1:]], meant=True)
        together = self.words.values.name_tokens([*takewhile(self.words.names_something, [last, *tokens[1:]])])
        if not run and len(together) > 1 and self._looks_up(" ".join(together), self.words.values, found):
            run = together
        for word in words if run else (*words, last):
            self._looks_up(word, self.words.values, found)
        return max(len(run), 1)

    def _looks_up(self, word: str, known: Dictionary, found: dict[str, None]) -> bool:
        """Add the nearest names to an unknown word; True if there are any."""
        if not self.is_unknown(word, known) or len(found) >= MOST_UNKNOWN:
            return False
        self.looked_up.add(word)
        near = known.similar(word)
        found |= dict.fromkeys(near)
        return bool(near)

    def is_unknown(self, word: str, known: Dictionary) -> bool:
        """Return True if a word is unknown and may be a misspelling, which an ordinary word is not."""
        if not word or _SHORT_NUMBER.fullmatch(word) or is_ordinary(normalize_spelling(word)):
            return False
        if word not in self.looked_up and len(self.looked_up) >= MOST_LOOKED_UP:
            return False
        return not (known.matches(word) or self.words.values.matches(word) or self.words.keys.exact_match(word))
