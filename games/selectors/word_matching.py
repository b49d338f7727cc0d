"""Find names as people write them: differences of case, width, spaces and punctuation do not count."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

Names = Mapping[str, Iterable[str]]
_BEGUN = 3
"""The least number of Latin letters that match as a substring of a name."""


def normalize_name(words: str) -> str:
    """Return a name in lower case and normal width, without spaces and punctuation."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", words).casefold() if sign.isalnum())


normalize_known_name = lru_cache(maxsize=4096)(normalize_name)
"""The same for the names that are searched, which are few and come again with each search."""


def find_by_name(word: str, names: Names) -> list[str]:
    """Return the keys in `names` with a matching name: an exact match, or else a prefix, or else a substring."""
    said = normalize_name(word)
    if not said:
        return []
    written = {key: [normalize_known_name(name) for name in given] for key, given in names.items()}
    exact = [key for key, known in written.items() if said in known]
    begun = [key for key, known in written.items() if any(name.startswith(said) for name in known)]
    long_enough = len(said) >= (_BEGUN if said.isascii() else 2)
    within = [key for key, known in written.items() if any(said in name for name in known)] if long_enough else []
    return exact or begun or within
