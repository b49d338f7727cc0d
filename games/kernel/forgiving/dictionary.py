"""Words by how they are spelled: their beginnings, their parts, and what comes nearest to a slip of the pen."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile

from games.kernel.errors import Malformed, malformed
from games.kernel.forgiving.tokens import is_word
from games.kernel.notation import (
    name_of,
)
from games.kernel.text import shown

MOST_COMPARED = 250
LONGEST_WORD = 40
_LEAST_OF_TAIL = 2
"""Letters with which a name may end that are understood for it."""
SAY_NOTHING = frozenset(
    {"the", "a", "an", "of", "and", "at", "in", "on", "to", "by", "with", "from", "for", "off", "s"}
)
"""Words that are in many names, and mean none of them by themselves."""
_LEAST_OF_MANY = 4
"""Letters of a word that may stand for several by an s."""


class Dictionary:
    """Words by how they are spelled, so that beginnings are found; with `inner` what stands inside of names, too, with
    `tails` what Japanese ones end with, which are written without blanks.
    """

    def __init__(self, spellings: Iterable[tuple[str, str]], *, inner: bool = False, tails: bool = False) -> None:
        self.inner, self.tails = inner, tails
        self._meanings: dict[str, dict[str, None]] = {}
        for spelling, word in spellings:
            if plain := as_compared(spelling):
                self._meanings.setdefault(plain, {})[word] = None
                if _JAPANESE.match(plain) and " " in plain:  # as written where nobody puts a blank before a number
                    self._meanings.setdefault(plain.replace(" ", ""), {})[word] = None
        self._sorted = sorted(self._meanings)
        self._widest = max((spelling.count(" ") + 1 for spelling in self._sorted), default=1)

    def meant(self, spelling: str) -> list[str]:
        """The words that are spelled so, or else begin so."""
        plain = as_compared(spelling)
        if plain in self._meanings:
            return list(self._meanings[plain])
        if not can_begin(plain):
            return []
        begun = f"{plain} " if plain[-1].isdigit() else plain
        found: dict[str, None] = {}
        for at in range(bisect_left(self._sorted, begun), len(self._sorted)):
            if not self._sorted[at].startswith(begun):
                break
            found |= self._meanings[self._sorted[at]]
        return list(found or self._within(plain) or self._of_one(plain) or self._ending(plain))

    def _ending(self, plain: str) -> list[str]:
        """The words whose Japanese names end with this: a search sector for what is called a sector."""
        is_tail = self.tails and len(plain) >= _LEAST_OF_TAIL and not any(map(str.isascii, plain))
        names = (one for one in self._sorted if is_tail and one.endswith(plain))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def _of_one(self, plain: str) -> list[str]:
        """What several are called by the name of one: `merchants` for Merchant vessels."""
        one = plain.removesuffix("s")
        several = self.inner and one != plain and len(one) >= _LEAST_OF_MANY and not one.endswith("s")
        return [*(self._meanings.get(one, {}) or self._within(one))] if several else []

    def _within(self, plain: str) -> dict[str, None]:
        """The words in whose names this stands whole, though not at their beginning: `Hipper` for Admiral Hipper."""
        inside = f" {plain} "
        may = self.inner and any(map(str.isalpha, plain)) and plain not in SAY_NOTHING
        names = (one for one in self._sorted if may and inside in f" {one} ")
        return {word: None for name in names for word in self._meanings[name]}

    def exactly(self, spelling: str, among: Container[str] = ()) -> str:
        """The one word that is spelled so, of several the one that is `among` these; empty for none, or for several."""
        found = self._meanings.get(as_compared(spelling), {})
        if len(found) > 1:
            found = {word: None for word in found if word in among}
        return next(iter(found)) if len(found) == 1 else ""

    def run(self, tokens: Sequence[str], *, meant: bool = False) -> list[str]:
        """The tokens that could be one name together; of those that are, or begin, one (`meant`) the most, or none."""
        words = list(takewhile(is_word, tokens[: self._widest]))
        counts = range(len(words), 1, -1) if meant else ()
        return next((words[:count] for count in counts if self.meant(" ".join(words[:count]))), [] if meant else words)

    def inside(self, spelling: str) -> list[str]:
        """The words whose names of several words end with this one."""
        plain = as_compared(spelling)
        names = (one for one in self._sorted if plain.isalpha() and one.endswith(f" {plain}"))
        return list(dict.fromkeys(word for name in names for word in self._meanings[name]))

    def whole(self, spelling: str, among: Container[str] = ()) -> str:
        """The one word that is meant; empty for none. Raises Malformed where it may be several: of things that are no
        places the one is meant that is `among` these.
        """
        found = self.meant(spelling)
        if found and not any(one in among for one in found):
            found = self._begun_among(spelling, among) or found
        if len(found) > 1:
            possible = [] if any(one[0].isdigit() for one in found) else [one for one in found if one in among]
            if len(possible) != 1:
                raise several(spelling, possible or found)
            found = possible
        return found[0] if found else ""

    def _begun_among(self, spelling: str, among: Container[str]) -> list[str]:
        """The one word `among` these that begins so, though another is spelled so: the wolfpack, where there is one."""
        plain = as_compared(spelling)
        begun = (one for one in self._sorted if plain and one.startswith(f"{plain} "))
        found = {word: None for one in begun for word in self._meanings[one] if word in among}
        return [*found] if len(found) == 1 else []

    def longest(self, tokens: Sequence[str], *, commas: bool = False, among: Container[str] = ()) -> tuple[str, int]:
        """The word that as many of the tokens as possible stand for, and how many. Raises Malformed for several.

        With `commas` one may stand behind a token, for a name that has one; `among` as in `whole`.
        """
        for count in range(min(self._widest, len(tokens)), 1, -1):
            run = [token.removesuffix(",") for token in tokens[:count]] if commas else tokens[:count]
            if all(map(is_word, run)) and len(found := self.meant(" ".join(run))) == 1:
                return found[0], count
        return self.whole(tokens[0], among), 1

    def near(self, spelling: str) -> list[str]:
        """The words that a slip of the pen may have meant."""
        plain = as_compared(spelling[:LONGEST_WORD])
        close = [one for one in self._sorted if abs(len(one) - len(plain)) <= 3][:MOST_COMPARED]
        return [next(iter(self._meanings[one])) for one in get_close_matches(plain, close, 3, 0.6)]


_JAPANESE = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")
_AFTER_WORD = re.compile(r",(?=\s|$)")
_BETWEEN = re.compile(r"[_.\-\u2010-\u2015\u2212・]+")


def as_compared(spelling: str) -> str:
    """How a word is compared: without case, width, underscores, points, hyphens and dashes of any length; ヴ is as good
    as ブ, since most names are written with either.
    """
    flat = _AFTER_WORD.sub("", unicodedata.normalize("NFKC", spelling[:200]).casefold())
    if not flat.isascii():
        flat = _V.sub(lambda found: _AS_B[found[0]], _without_marks(flat))
    return " ".join(_BETWEEN.sub(" ", flat).split())


_AS_B = {"ヴァ": "バ", "ヴィ": "ビ", "ヴェ": "ベ", "ヴォ": "ボ", "ヴュ": "ビュ", "ヴ": "ブ"}
_V = re.compile("|".join(_AS_B))
_LATIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_MARKS = re.compile("[\u0300-\u036f]")
"""What stands above and below letters of Europe; those of Japan are another's."""


def _without_marks(flat: str) -> str:
    """Letters of Europe as they are written where keyboards have no others: Tromso for Tromsø."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", flat.translate(_LATIN)))
    return unicodedata.normalize("NFC", bare)


def can_begin(plain: str) -> bool:
    """Whether a word may be the beginning of another: a bare number never is, and what ends in one may only go on with
    another word, since else it may be a number cut short.
    """
    if not plain or plain.isdigit():
        return False
    return len(plain) > 1 or not plain.isascii()


def several(spelling: str, found: Sequence[str]) -> Malformed:
    """The refusal of a word that may be several, which it names."""
    written = ", ".join(map(name_of, found[:8]))
    return malformed(
        "",
        f"{shown(spelling)!r} may be {written}: write which.",
        f"「{shown(spelling)}」は {written} のどれかです。区別して書いてください。",
        "ambiguous",
    )
