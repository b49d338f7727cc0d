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
"""The maximum number of unknown words of an e-mail for which the nearest names are searched."""
_SHORT_NUMBER = re.compile(r"[0-9]{1,2}")
"""A short number, for which no names are suggested, because all names with a number are near."""


_GOAL = re.compile(r"\bto (?:the )?(\w+)")
"""The word after "to", which names a place in a sentence without a verb: "both to Tromso"."""


def _goals(row: str) -> list[str]:
    return _GOAL.findall(row)


class SuggestionFinder:
    """Finds known names that are similar to unknown words in the lines of one e-mail.

    `looked_up` are the words for which names were searched; at most `MOST_LOOKED_UP`, to limit the work.
    """

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.looked_up: set[str] = set()

    def suggest(self, row: str, named: Sequence[str] = ()) -> tuple[Text, ...]:
        """Return the names most similar to the unknown words of a refused row; several words may be one name.

        `named` are the words that the refusal of the row quotes. If the row begins with no verb, only its first word is
        examined, and then the words in `named` and those after "to".
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
            for word in (*named, *_goals(row))[:MOST_UNKNOWN]:
                self._looks_up(word, self.words.values, found)
        return tuple(self.words.name_of(word) for word in found)

    def _near_to_who(self, verbs: Sequence[str], tokens: Sequence[str], found: dict[str, None]) -> int:
        """Do what `_near` does for an order's subject: add only units that can get an order with the verb."""
        able = self.words.grammar.candidates(display_verb(verbs[0])) if len(verbs) == 1 else {}
        if not tokens or not able:
            return 0
        near: dict[str, None] = {}
        taken = self._near(tokens, near)
        found |= dict.fromkeys(one for one in near if one in able)
        return taken

    def _near(self, tokens: Sequence[str], found: dict[str, None]) -> int:
        """Add the names nearest to the first tokens to `found`, and return the number of tokens that were examined."""
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
        """Add the names nearest to an unknown word to `found`; return True if there are any."""
        if not self.is_unknown(word, known) or len(found) >= MOST_UNKNOWN:
            return False
        self.looked_up.add(word)
        near = known.similar(word)
        found |= dict.fromkeys(near)
        return bool(near)

    def is_unknown(self, word: str, known: Dictionary) -> bool:
        """Return True if similar names should be searched for a word, and the limit on such searches allows it.

        That is the case if the word is not in `known`, and is no name, ordinary word or short number.
        """
        if not word or _SHORT_NUMBER.fullmatch(word) or is_ordinary(normalize_spelling(word)):
            return False
        if word not in self.looked_up and len(self.looked_up) >= MOST_LOOKED_UP:
            return False
        return not (known.matches(word) or self.words.values.matches(word) or self.words.keys.exact_match(word))
