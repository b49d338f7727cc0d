"""Find things by their names as people write them: without case, width, spaces and punctuation."""

import unicodedata
from collections.abc import Iterable, Mapping

Names = Mapping[str, Iterable[str]]
_BEGUN = 3
"""The number of Latin letters from which on a substring of a name matches."""


def normalize_name(words: str) -> str:
    """Return a name without differences of case, width, spaces and punctuation."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", words).casefold() if sign.isalnum())


def find_by_name(word: str, names: Names) -> list[str]:
    """Return the matching keys: exact names, or else prefixes, or else substrings."""
    said = normalize_name(word)
    if not said:
        return []
    written = {key: [normalize_name(name) for name in given] for key, given in names.items()}
    exact = [key for key, known in written.items() if said in known]
    begun = [key for key, known in written.items() if any(name.startswith(said) for name in known)]
    long_enough = len(said) >= (_BEGUN if said.isascii() else 2)
    within = [key for key, known in written.items() if any(said in name for name in known)] if long_enough else []
    return exact or begun or within
