"""A dictionary of a form's names: finds ids by a name, its abbreviation, a part of it, or a misspelling."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice, takewhile

from games.kernel.errors import Malformed, malformed
from games.kernel.notation import (
    normalize_name,
)
from games.kernel.text import sanitized
from games.order_text.budget import Budget, unlimited
from games.order_text.ordinary_words import has_function_word, is_ordinary
from games.order_text.tokens import is_word

MOST_COMPARED = 250
NEW_WORD, NAMES_A_STEP = 3, 25
"""The cost of the first look-up of a word, in budget steps; and the number of names that one more step searches."""
LONGEST_WORD = 40
_LEAST_OF_TAIL = 2
"""The minimum length of the end of a Japanese name that abbreviates the name."""
SAY_NOTHING = frozenset(
    {"the", "a", "an", "of", "and", "at", "in", "on", "to", "by", "with", "from", "for", "off", "s"}
)
"""Words that occur in many names and identify none."""
_LEAST_ALIKE = 4
"""The minimum length of a word in which ``oe`` and ``ö`` (and so on) are interchangeable."""
_LEAST_OF_MANY = 4
"""The minimum length, without the -s, of a plural that may stand for a collective name."""


def compared(names: int) -> int:
    """Return the cost, in steps of a `Budget`, of comparing a misspelling with this number of names."""
    return 3 + names // 4


class Dictionary:
    """Ids by their spellings: names and words that mean them. A spelling is also found by its beginning.

    It is made from pairs of a spelling and the id that the spelling means. With `inner`, a name is also found by a word
    within the name; with `tails`, a Japanese name is also found by its end, because it has no blanks. Look-ups spend
    steps of `budget` (by default without a limit), and raise Spent when it is used up.
    """

    def __init__(
        self,
        spellings: Iterable[tuple[str, str]],
        *,
        inner: bool = False,
        tails: bool = False,
        budget: Budget | None = None,
    ) -> None:
        self.inner, self.tails, self.budget = inner, tails, budget or unlimited()
        self._meanings: dict[str, dict[str, None]] = {}
        self._meant: dict[str, list[str]] = {}
        self._several: dict[tuple[str, ...], tuple[str, int]] = {}
        self._exact: dict[str, dict[str, None]] = {}
        for spelling, word in spellings:
            if plain := normalize_spelling(spelling):
                self._meanings.setdefault(plain, {})[word] = None
                if _JAPANESE.match(plain) and " " in plain:  # Japanese has no blank before a number
                    self._meanings.setdefault(plain.replace(" ", ""), {})[word] = None
        self._sorted = sorted(self._meanings)
        self._folded = sorted((fold_umlauts(plain), plain) for plain in self._sorted)
        self._widest = max((spelling.count(" ") + 1 for spelling in self._sorted), default=1)

    def matches(self, spelling: str) -> list[str]:
        """Return the ids with this spelling or, if there are none, the ids whose spellings it may abbreviate.

        The spelling need not be normalized. An ordinary word abbreviates no name.
        """
        plain = normalize_spelling(spelling)
        self.budget.spend()
        if plain not in self._meant:
            self.budget.spend(NEW_WORD + len(self._sorted) // NAMES_A_STEP)
            self._meant[plain] = self._found(plain)
        return [*self._meant[plain]]

    def _found(self, plain: str) -> list[str]:
        """Return the result of `matches` for a normalized spelling."""
        if plain in self._meanings:
            return list(self._meanings[plain])
        if not may_begin_word(plain):
            return []
        if not self._may_be_short(plain):
            return self._numbered(plain)
        begun = f"{plain} " if plain[-1].isdigit() or (self.inner and len(plain) == 1) else plain
        found: dict[str, None] = {}
        for at in range(bisect_left(self._sorted, begun), len(self._sorted)):
            if not self._sorted[at].startswith(begun):
                break
            found |= self._meanings[self._sorted[at]]
        return list(
            found or self._within(plain) or self._of_one(plain) or self._ending(plain) or self._alike(plain, begun=True)
        )

    def _alike(self, plain: str, *, begun: bool) -> dict[str, None]:
        """Return the ids whose spelling differs only in umlauts: Möwe for ``Moewe``, Goeben for ``Göben``.

        With `begun`, also return the ids whose first word has such a spelling.
        """
        said = fold_umlauts(plain)
        found: dict[str, None] = {}
        for at in range(bisect_left(self._folded, (said, "")), len(self._folded)):
            name, word = self._folded[at]
            if len(said) < _LEAST_ALIKE or not name.startswith(said):
                break
            if name == said or (begun and name.startswith(f"{said} ")):
                found |= self._meanings[word]
        return found

    def _may_be_short(self, plain: str) -> bool:
        """Return True if a word may abbreviate a longer spelling; an ordinary word may abbreviate a verb only."""
        return not (self.inner and is_ordinary(plain)) and not (self.tails and has_function_word(plain))

    def _numbered(self, plain: str) -> list[str]:
        """Return the ids whose Japanese names have only a number or brackets after this word: 罠 1 for ``罠``."""
        found: dict[str, None] = {}
        for at in range(bisect_left(self._sorted, plain), 0 if plain.isascii() else len(self._sorted)):
            name = self._sorted[at]
            if not name.startswith(plain):
                break
            if _NUMBER_OR_BRACKET.fullmatch(name, len(plain)):
                found |= self._meanings[name]
        return list(found)

    def _ending(self, plain: str) -> list[str]:
        """Return the ids whose Japanese names end with this word."""
        is_tail = self.tails and len(plain) >= _LEAST_OF_TAIL and not any(map(str.isascii, plain))
        names = (one for one in self._sorted if is_tail and one.endswith(plain))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def _of_one(self, plain: str) -> list[str]:
        """Return the ids for the singular of a plural in -s: Merchant vessels for ``merchants``."""
        one = plain.removesuffix("s")
        several = self.inner and one != plain and len(one) >= _LEAST_OF_MANY and not one.endswith("s")
        return [*(self._meanings.get(one, {}) or self._within(one))] if several else []

    def _within(self, plain: str) -> dict[str, None]:
        """Return the ids whose names contain this word after their beginning: Admiral Hipper for ``Hipper``."""
        inside = f" {plain} "
        may = self.inner and any(map(str.isalpha, plain)) and plain not in SAY_NOTHING
        names = (one for one in self._sorted if may and inside in f" {one} ")
        return {word: None for name in names for word in self._meanings[name]}

    def exact_match(self, spelling: str, among: Container[str] = ()) -> str:
        """Return the id with this spelling; "" if there is none.

        If several ids have it, return the only one of them in `among`; "" if that is not exactly one. Abbreviations do
        not count. If no spelling is equal, ``oe`` matches ``ö`` and so on.
        """
        plain = normalize_spelling(spelling)
        self.budget.spend()
        if plain not in self._exact:
            self._exact[plain] = self._meanings.get(plain, {}) or self._alike(plain, begun=False)
        found = self._exact[plain]
        if len(found) > 1:
            found = {word: None for word in found if word in among}
        return next(iter(found)) if len(found) == 1 else ""

    def name_tokens(self, tokens: Sequence[str], *, meant: bool = False) -> list[str]:
        """Return the tokens at the beginning that may form one name: at most as many as the longest name has words.

        With `meant`, return the longest sequence of at least two tokens that matches a name; [] if none does.
        """
        words = list(takewhile(is_word, tokens[: self._widest]))
        counts = range(len(words), 1, -1) if meant else ()
        return next(
            (words[:count] for count in counts if self.matches(" ".join(words[:count]))), [] if meant else words
        )

    def ending_with(self, spelling: str) -> list[str]:
        """Return the ids whose names have several words, with this word as the last one."""
        plain = normalize_spelling(spelling)
        names = (one for one in self._sorted if plain.isalpha() and one.endswith(f" {plain}"))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def resolve(self, spelling: str, among: Container[str] = ()) -> str:
        """Return the id that a spelling, perhaps abbreviated, means; "" if it means nothing.

        If it may mean several ids, return the only one of them in `among`, such as the values that an order can have
        here. Raises Malformed if that is not exactly one, or if an id begins with a digit, as ids of places may.
        """
        found = self.matches(spelling)
        if found and not any(one in among for one in found):
            found = self._begun_among(spelling, among) or found
        if len(found) > 1:
            possible = [] if any(one[0].isdigit() for one in found) else [one for one in found if one in among]
            if len(possible) != 1:
                raise ambiguous_word(spelling, possible or found)
            found = possible
        return found[0] if found else ""

    def _begun_among(self, spelling: str, among: Container[str]) -> list[str]:
        """Return the id in `among` whose spelling begins with this word and a blank, if it is the only one; else []."""
        plain = normalize_spelling(spelling)
        after = islice(self._sorted, bisect_left(self._sorted, f"{plain} "), None)
        begun = takewhile(lambda one: one.startswith(f"{plain} "), after if plain else ())
        found = {word: None for one in begun for word in self._meanings[one] if word in among}
        return [*found] if len(found) == 1 else []

    def longest_match(
        self, tokens: Sequence[str], *, commas: bool = False, among: Container[str] = ()
    ) -> tuple[str, int]:
        """Return the id that the longest name at the beginning of the tokens means, and the name's number of tokens.

        Return ("", 1) if the tokens begin with no name. With `commas`, a comma after a token is ignored, because some
        names contain commas. `tokens` must not be empty. Raises Malformed if no longer name matches and the first token
        is ambiguous; `among` decides as in `resolve`.
        """
        begins = tuple(token.removesuffix(",") if commas else token for token in tokens[: self._widest])
        found = self._several.get(begins)
        if found is None:
            found = self._several[begins] = self._of_several(begins)
        self.budget.spend()
        return found if found[0] else (self.resolve(tokens[0], among), 1)

    def _of_several(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the id meant by as many first tokens as possible, at least two, and their number; else "" and 1."""
        for count in range(len(tokens), 1, -1):
            run = tokens[:count]
            if all(map(is_word, run)) and len(found := self.matches(" ".join(run))) == 1:
                return found[0], count
        return "", 1

    def similar(self, spelling: str) -> list[str]:
        """Return up to three ids that a misspelling may mean, the nearest first."""
        plain = normalize_spelling(spelling[:LONGEST_WORD])
        close = [one for one in self._sorted if abs(len(one) - len(plain)) <= 3][:MOST_COMPARED]
        self.budget.spend(compared(len(close)))
        return [next(iter(self._meanings[one])) for one in get_close_matches(plain, close, 3, 0.6)]


_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_UMLAUT = re.compile(r"(?<=[aou])e")
_NUMBER_OR_BRACKET = re.compile(r" [0-9]{1,3}(?: ?\(.*\))?| ?\(.*\)")
_BEFORE_BRACKET = re.compile(r"(?<=[^\s(])\(")


def fold_umlauts(plain: str) -> str:
    """Return a normalized spelling without each ``e`` after a, o or u: ``goeben`` becomes ``goben``.

    Keyboards without umlauts write ``oe`` for ``ö``, so both spellings become equal.
    """
    return _UMLAUT.sub("", plain)


_AFTER_WORD = re.compile(r",(?=\s|$)")
_BETWEEN = re.compile(r"[_.\-\u2010-\u2015\u2212・]+")


_MOST_COMPARED_BEFORE = 4096


@lru_cache(_MOST_COMPARED_BEFORE)
def normalize_spelling(spelling: str) -> str:
    """Return a spelling in the form in which spellings are compared: in lower case, with single blanks.

    Case, width, marks on letters, underscores, full stops, hyphens and dashes do not matter; ヴ becomes バ, ビ and so
    on, because most names have both spellings.
    """
    flat = _AFTER_WORD.sub("", unicodedata.normalize("NFKC", spelling[:200]).casefold())
    if not flat.isascii():
        flat = _V.sub(lambda found: _AS_B[found[0]], _without_marks(flat))
    return " ".join(_BETWEEN.sub(" ", _BEFORE_BRACKET.sub(" (", flat)).split())


_AS_B = {"ヴァ": "バ", "ヴィ": "ビ", "ヴェ": "ベ", "ヴォ": "ボ", "ヴュ": "ビュ", "ヴ": "ブ"}
_V = re.compile("|".join(_AS_B))
_LATIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_MARKS = re.compile("[\u0300-\u036f]")
"""Combining marks of European letters; Japanese marks are kept, because they distinguish letters."""


def _without_marks(flat: str) -> str:
    """Return a text with European letters without their marks, as other keyboards write them: Tromso for Tromsø."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", flat.translate(_LATIN)))
    return unicodedata.normalize("NFC", bare)


def may_begin_word(plain: str) -> bool:
    """Return True if a word may abbreviate longer spellings: it is neither a number nor a single Latin letter.

    `Dictionary` lets two kinds of word abbreviate a spelling only if a blank follows in the spelling: a word that ends
    in a digit, which could be a truncated number, and a single letter within names, such as 北 of 北アフリカ.
    """
    if not plain or plain.isdigit():
        return False
    return len(plain) > 1 or not plain.isascii()


def ambiguous_word(spelling: str, candidates: Sequence[str]) -> Malformed:
    """Return the refusal of an ambiguous spelling; its text lists the first eight of `candidates` (ids)."""
    written = ", ".join(map(normalize_name, candidates[:8]))
    return malformed(
        "",
        "{spelling!r} may be {written}: write which.",
        "「{spelling}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
        spelling=sanitized(spelling),
        written=written,
    )
