"""The languages of the server, and the translations to the languages that are not written in the code.

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
"""The size of the cache of translated sentences, larger than the number of sentences in the server and its titles."""

_catalogues: dict[str, list[GNUTranslations]] = {}


class _Missing(NullTranslations):
    """Fallback of a catalogue: returns "" for a missing sentence, where gettext would return the sentence itself."""

    def gettext(self, message: str) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


def install(catalogues: Iterable[tuple[str, GNUTranslations]]) -> None:
    """Add catalogues, given as pairs (language code, catalogue).

    If two catalogues of a language translate the same sentence, the earlier catalogue is used.
    """
    for code, catalogue in catalogues:
        if code not in WRITTEN:
            catalogue.add_fallback(_Missing())
            _catalogues.setdefault(code, []).append(catalogue)


def languages() -> tuple[str, ...]:
    """Return the codes of all languages, such as ``de``: English, Japanese, then the others in alphabetical order."""
    return (*WRITTEN, *sorted(_catalogues))


def supported(code: str | None) -> str:
    """Return the server's language for a language code: ``de`` for ``de-at``, ``en`` for an unknown code or None."""
    for known in (code or "").lower(), (code or "").lower().partition("-")[0]:
        if known in languages():
            return known
    return "en"


@lru_cache(maxsize=MOST_SENTENCES)
def translate(language: str, en: str, ja: str = "") -> str:
    """Return the translation of the English sentence `en`, or the empty string if no catalogue has one.

    If an English sentence has two meanings, a catalogue may translate each: the Japanese sentence `ja` then is the
    context (``msgctxt``) of the entry.
    """
    if not en:
        return ""
    catalogues = _catalogues.get(language, ())
    in_context = (one.pgettext(ja, en) for one in catalogues)
    plain = (one.gettext(en) for one in catalogues)
    return next(filter(None, chain(in_context, plain)), "")


@lru_cache(maxsize=MOST_SENTENCES)
def translate_counted(language: str, one: str, many: str, count: int) -> str:
    """Return the translated singular or plural for `count`, by the plural rule of the language.

    `one` and `many` are the English singular and plural; one of them is returned if there is no translation.
    """
    found = (catalogue.ngettext(one, many, count) for catalogue in _catalogues.get(language, ()))
    return next(filter(None, found), one if count == 1 else many)
