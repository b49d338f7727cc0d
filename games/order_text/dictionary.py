"""Words by spelling: prefixes, parts, and the nearest words to a misspelling."""

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
"""The cost in steps of the first look-up of a word, and the number of names searched per step."""
LONGEST_WORD = 40
_LEAST_OF_TAIL = 2
"""The shortest abbreviation, in letters, by the end of a name."""
SAY_NOTHING = frozenset(
    {"the", "a", "an", "of", "and", "at", "in", "on", "to", "by", "with", "from", "for", "off", "s"}
)
"""Words that are in many names and identify none."""
_LEAST_ALIKE = 4
"""The shortest word, in letters, with interchangeable umlauts."""
_LEAST_OF_MANY = 4
"""The shortest plural in -s, in letters, that may stand for several things."""


def compared(names: int) -> int:
    """Return the cost in budget steps of comparing a misspelling with that many names."""
    return 3 + names // 4


class Dictionary:
    """Words by spelling, with search by prefix.

    With `inner`, parts within names are found, too; with `tails`, the ends of Japanese names, which have no blanks.
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
        """Return the words with this spelling, or else with this prefix. An ordinary word abbreviates none."""
        plain = normalize_spelling(spelling)
        self.budget.spend()
        if plain not in self._meant:
            self.budget.spend(NEW_WORD + len(self._sorted) // NAMES_A_STEP)
            self._meant[plain] = self._found(plain)
        return [*self._meant[plain]]

    def _found(self, plain: str) -> list[str]:
        """Return the same for a normalized spelling."""
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
        """Return the words with this spelling apart from umlauts: ``Moewe`` for Möwe, ``Göben`` for Goeben.

        With `begun`, also return those whose first word has it.
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
        """Return True if a word may abbreviate a longer one; an ordinary word may do so for a verb only."""
        return not (self.inner and is_ordinary(plain)) and not (self.tails and has_function_word(plain))

    def _numbered(self, plain: str) -> list[str]:
        """Return the words whose Japanese names differ only by a number or brackets at the end: 罠 for 罠 1."""
        found: dict[str, None] = {}
        for at in range(bisect_left(self._sorted, plain), 0 if plain.isascii() else len(self._sorted)):
            name = self._sorted[at]
            if not name.startswith(plain):
                break
            if _NUMBER_OR_BRACKET.fullmatch(name, len(plain)):
                found |= self._meanings[name]
        return list(found)

    def _ending(self, plain: str) -> list[str]:
        """Return the words whose Japanese names have this end."""
        is_tail = self.tails and len(plain) >= _LEAST_OF_TAIL and not any(map(str.isascii, plain))
        names = (one for one in self._sorted if is_tail and one.endswith(plain))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def _of_one(self, plain: str) -> list[str]:
        """Return the words for the singular of a collective name: ``merchants`` for Merchant vessels."""
        one = plain.removesuffix("s")
        several = self.inner and one != plain and len(one) >= _LEAST_OF_MANY and not one.endswith("s")
        return [*(self._meanings.get(one, {}) or self._within(one))] if several else []

    def _within(self, plain: str) -> dict[str, None]:
        """Return the words whose names contain this word after the beginning: ``Hipper`` for Admiral Hipper."""
        inside = f" {plain} "
        may = self.inner and any(map(str.isalpha, plain)) and plain not in SAY_NOTHING
        names = (one for one in self._sorted if may and inside in f" {one} ")
        return {word: None for name in names for word in self._meanings[name]}

    def exact_match(self, spelling: str, among: Container[str] = ()) -> str:
        """Return the word with this spelling, of several the one in `among`; empty for none or several."""
        plain = normalize_spelling(spelling)
        self.budget.spend()
        if plain not in self._exact:
            self._exact[plain] = self._meanings.get(plain, {}) or self._alike(plain, begun=False)
        found = self._exact[plain]
        if len(found) > 1:
            found = {word: None for word in found if word in among}
        return next(iter(found)) if len(found) == 1 else ""

    def name_tokens(self, tokens: Sequence[str], *, meant: bool = False) -> list[str]:
        """Return the tokens at the beginning that may form one name; with `meant`, only those that match a name."""
        words = list(takewhile(is_word, tokens[: self._widest]))
        counts = range(len(words), 1, -1) if meant else ()
        return next(
            (words[:count] for count in counts if self.matches(" ".join(words[:count]))), [] if meant else words
        )

    def ending_with(self, spelling: str) -> list[str]:
        """Return the words whose names have several words and end with this one."""
        plain = normalize_spelling(spelling)
        names = (one for one in self._sorted if plain.isalpha() and one.endswith(f" {plain}"))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def resolve(self, spelling: str, among: Container[str] = ()) -> str:
        """Return the word that is meant; empty for none. Raises Malformed if it is ambiguous.

        Of several things that are not places, the one in `among` is meant.
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
        """Return the only word in `among` with this prefix, although another has this spelling."""
        plain = normalize_spelling(spelling)
        after = islice(self._sorted, bisect_left(self._sorted, f"{plain} "), None)
        begun = takewhile(lambda one: one.startswith(f"{plain} "), after if plain else ())
        found = {word: None for one in begun for word in self._meanings[one] if word in among}
        return [*found] if len(found) == 1 else []

    def longest_match(
        self, tokens: Sequence[str], *, commas: bool = False, among: Container[str] = ()
    ) -> tuple[str, int]:
        """Return the word for as many tokens as possible, and their number. Raises Malformed if it is ambiguous.

        With `commas`, a comma may follow a token, for a name that has one; `among` as in `exact_match`.
        """
        begins = tuple(token.removesuffix(",") if commas else token for token in tokens[: self._widest])
        found = self._several.get(begins)
        if found is None:
            found = self._several[begins] = self._of_several(begins)
        self.budget.spend()
        return found if found[0] else (self.resolve(tokens[0], among), 1)

    def _of_several(self, tokens: Sequence[str]) -> tuple[str, int]:
        """Return the word for as many tokens as possible, at least two, and their number."""
        for count in range(len(tokens), 1, -1):
            run = tokens[:count]
            if all(map(is_word, run)) and len(found := self.matches(" ".join(run))) == 1:
                return found[0], count
        return "", 1

    def similar(self, spelling: str) -> list[str]:
        """Return the words that a misspelling may mean."""
        plain = normalize_spelling(spelling[:LONGEST_WORD])
        close = [one for one in self._sorted if abs(len(one) - len(plain)) <= 3][:MOST_COMPARED]
        self.budget.spend(compared(len(close)))
        return [next(iter(self._meanings[one])) for one in get_close_matches(plain, close, 3, 0.6)]


_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_UMLAUT = re.compile(r"(?<=[aou])e")
_NUMBER_OR_BRACKET = re.compile(r" [0-9]{1,3}(?: ?\(.*\))?| ?\(.*\)")
_BEFORE_BRACKET = re.compile(r"(?<=[^\s(])\(")


def fold_umlauts(plain: str) -> str:
    """Return a normalized word without the second letter by which other keyboards write an umlaut."""
    return _UMLAUT.sub("", plain)


_AFTER_WORD = re.compile(r",(?=\s|$)")
_BETWEEN = re.compile(r"[_.\-\u2010-\u2015\u2212・]+")


_MOST_COMPARED_BEFORE = 4096


@lru_cache(_MOST_COMPARED_BEFORE)
def normalize_spelling(spelling: str) -> str:
    """Return the normalized spelling of a word for comparison.

    It ignores case, width, underscores, full stops, hyphens and dashes; ヴ equals ブ, since most names have both
    spellings.
    """
    flat = _AFTER_WORD.sub("", unicodedata.normalize("NFKC", spelling[:200]).casefold())
    if not flat.isascii():
        flat = _V.sub(lambda found: _AS_B[found[0]], _without_marks(flat))
    return " ".join(_BETWEEN.sub(" ", _BEFORE_BRACKET.sub(" (", flat)).split())


_AS_B = {"ヴァ": "バ", "ヴィ": "ビ", "ヴェ": "ベ", "ヴォ": "ボ", "ヴュ": "ビュ", "ヴ": "ブ"}
_V = re.compile("|".join(_AS_B))
_LATIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_MARKS = re.compile("[\u0300-\u036f]")
"""Combining marks of European letters; the Japanese ones distinguish letters."""


def _without_marks(flat: str) -> str:
    """Return European letters without marks, as other keyboards write them: Tromso for Tromsø."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", flat.translate(_LATIN)))
    return unicodedata.normalize("NFC", bare)


def may_begin_word(plain: str) -> bool:
    """Return True if a word may be a prefix of another.

    A bare number never is. A word that ends in a number, and a single Japanese letter, may only be followed by a
    further word: otherwise it could be a truncated number, or 北 of 北アフリカ.
    """
    if not plain or plain.isdigit():
        return False
    return len(plain) > 1 or not plain.isascii()


def ambiguous_word(spelling: str, candidates: Sequence[str]) -> Malformed:
    """Return the refusal of an ambiguous word, with the candidates."""
    written = ", ".join(map(normalize_name, candidates[:8]))
    return malformed(
        "",
        "{spelling!r} may be {written}: write which.",
        "「{spelling}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
        spelling=sanitized(spelling),
        written=written,
    )
