"""The languages of the server, and the translations of those that are not written in the code.

English and Japanese are written in the code, side by side. Every other language comes from gettext catalogues, which
`games` installs before anything else is imported.
"""

from collections.abc import Iterable
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from itertools import chain

WRITTEN = ("en", "ja")
"""The languages that are written in the code."""
MOST_SENTENCES = 32768
"""The size of the cache of sentences: more than the server and its titles have."""

_catalogues: dict[str, list[GNUTranslations]] = {}


class _Missing(NullTranslations):
    """Returns the empty string for a sentence that a catalogue lacks: gettext itself would return the sentence."""

    def gettext(self, message: str) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def install(catalogues: Iterable[tuple[str, GNUTranslations]]) -> None:
    """Add catalogues with the codes of their languages; of two with the same sentence the earlier one counts."""
    for code, catalogue in catalogues:
        if code not in WRITTEN:
            catalogue.add_fallback(_Missing())
            _catalogues.setdefault(code, []).append(catalogue)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, as in HTML and in Django's settings."""
    return (*WRITTEN, *sorted(_catalogues))


def supported(code: str | None) -> str:
    """Return the language of the server for a code: ``de`` for ``de-at``, English for an unknown one."""
    for known in (code or "").lower(), (code or "").lower().partition("-")[0]:
        if known in languages():
            return known
    return "en"


@lru_cache(maxsize=MOST_SENTENCES)
def translate(language: str, en: str, ja: str = "") -> str:
    """Return a sentence in an added language, or the empty string if no catalogue has it.

    A sentence with two meanings may have an entry for each, with the Japanese sentence as its context (``msgctxt``).
    """
    if not en:
        return ""
    catalogues = _catalogues.get(language, ())
    in_context = (one.pgettext(ja, en) for one in catalogues)
    plain = (one.gettext(en) for one in catalogues)
    return next(filter(None, chain(in_context, plain)), "")


@lru_cache(maxsize=MOST_SENTENCES)
def translate_counted(language: str, one: str, many: str, count: int) -> str:
    """Return the form of a sentence for a count, by the plural rule of the language; English without a translation."""
    found = (catalogue.ngettext(one, many, count) for catalogue in _catalogues.get(language, ()))
    return next(filter(None, found), one if count == 1 else many)
