"""Ordinary words: a name may be abbreviated only to a part that is no ordinary word of the language.

``Hipper`` abbreviates Admiral Hipper in any form. ``west`` does not abbreviate West of Corsica, even if no other name
in the form begins with it, because the writer may mean something else.
"""

import re
from functools import lru_cache

from games.order_text import common_english, common_japanese

FUNCTION_WORDS = common_english.FUNCTION_WORDS
"""English function words: no verb of a form begins with one of them."""
_ENGLISH = FUNCTION_WORDS.union(
    common_english.VERBS,
    common_english.TIME_WORDS,
    common_english.COURTESIES,
    common_english.MAIL_WORDS,
    common_english.NOUNS,
    common_english.ADJECTIVES,
    common_english.COUNTRIES,
    common_english.GIVEN_NAMES,
    common_english.OTHER,
)
_JAPANESE = common_japanese.COMMON | common_japanese.NAMES
_HIRAGANA = re.compile("[\u3041-\u309f\u30fc\u301c]+")
_POLITE = re.compile("(?:様|さん|さま|君|殿|です|ます|する|した|して|こと|的な?|[のはがをにへともで])$")
"""Endings after an ordinary Japanese word; the word with the ending is ordinary, too."""
_ENDS = (
    ("ies", "y"),
    ("es", ""),
    ("s", ""),
    ("ied", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
)
_LEAST_OF_STEM = 3
_MOST = 4096


@lru_cache(_MOST)
def is_ordinary(plain: str) -> bool:
    """Return True if a spelling is an ordinary word, or consists of ordinary words.

    The spelling must be normalized (`dictionary.normalize_spelling`). Of several words, all must be
    ordinary and longer than one letter, and the first or the last must be a function word: `west of` is ordinary,
    `king george` and `a to i` are not.
    """
    words = plain.split()
    if len(words) > 1:
        return all(len(word) > 1 and _is_one(word) for word in words) and has_function_word(words[0], words[-1])
    return _is_one(plain)


def has_function_word(*words: str) -> bool:
    """Return True if one of the words is a function word, such as "of". No verb is abbreviated to a function word."""
    return any(word in FUNCTION_WORDS or _HIRAGANA.fullmatch(word) for word in words)


def _is_one(word: str) -> bool:
    """Return True if a single word is ordinary."""
    return _is_english(word.strip("'’")) if word.isascii() else _is_japanese(word)


def _is_english(word: str) -> bool:
    if word in _ENGLISH or word.removesuffix("'s") in _ENGLISH:
        return True
    stems = (word.removesuffix(end) + base for end, base in _ENDS if word.endswith(end))
    return any(stem in _ENGLISH or _undoubled(stem) in _ENGLISH for stem in stems if len(stem) >= _LEAST_OF_STEM)


def _undoubled(stem: str) -> str:
    """Return a stem without its doubled last letter: ``stop`` for ``stopp``, which is left of ``stopped``."""
    return stem[:-1] if stem[-1:] == stem[-2:-1] else stem


def _is_japanese(word: str) -> bool:
    if len(word) == 1 or word in _JAPANESE or _HIRAGANA.fullmatch(word):
        return True
    bare = _POLITE.sub("", word)
    return bare != word and (len(bare) <= 1 or bare in _JAPANESE)
