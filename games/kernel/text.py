"""Texts for players, in every language of the server, and checks of the characters that players may write."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, defstruct, field
from msgspec.structs import force_setattr

from games.kernel.catalogues import WRITTEN, languages, translate, translate_counted

LANGUAGES = languages()
"""The codes of all languages: English, Japanese, and those with a catalogue."""
_FIELDS = tuple((code, code.replace("-", "_")) for code in LANGUAGES if code not in WRITTEN)
"""The languages that catalogues add: pairs of (code, name of the field of `Text`)."""


_VALUE = re.compile(r"\{[^}]*\}")


@lru_cache(maxsize=1024)
def _has_words(template: str) -> bool:
    """Return True if a template has letters outside its placeholders."""
    return any(map(str.isalpha, _VALUE.sub("", template)))


class Phrase(Struct, frozen=True):
    """A phrase in English and Japanese, which the code contains, and in the languages of the catalogues."""

    en: str
    ja: str

    def __post_init__(self) -> None:
        for code, name in _FIELDS:
            if not getattr(self, name):
                force_setattr(self, name, translate(code, self.en, self.ja))

    def get(self, language: str) -> str:
        """Return the phrase in `language`; in English if there is no translation."""
        if language == "ja":
            return self.ja
        return self.en if language == "en" else getattr(self, language.replace("-", "_"), "") or self.en

    def _is_translated(self, language: str) -> bool:
        """Return True if the phrase has a translation, or needs none because it consists of placeholders only."""
        return bool(getattr(self, language.replace("-", "_"), "")) or not _has_words(self.en)

    def format(self, **values: object) -> "Text":
        """Return the phrase with its placeholders filled in as by `str.format`, in every language.

        Values that are texts appear in the language of the phrase; in English if the phrase has no translation.
        """
        if not values:
            return cast("Text", self)

        def fill(language: str) -> str:
            if language not in WRITTEN and not self._is_translated(language):
                language = "en"
            return self.get(language).format(**values_in(language, values))

        return Text.each(fill)

    @classmethod
    def each(cls, say: Callable[[str], str]) -> "Text":
        """Return a text that has, for each language, the result of `say(language)`."""
        en = say("en")
        added = {name: said for code, name in _FIELDS if (said := say(code)) != en}
        return Text(en, say("ja"), **added)

    @classmethod
    def counted(cls, count: int, one: str, many: str, ja: str, **values: object) -> "Text":
        """Return the phrase for a count: `one` if the count is 1, else `many`, in Japanese always `ja`.

        Catalogues have an entry with the message `one` and the plural `many`. `values` fill the placeholders.
        """

        def fill(language: str) -> str:
            sentence = ja if language == "ja" else translate_counted(language, one, many, count)
            return sentence.format(count=count, **values_in(language, values))

        return Text.each(fill)

    @classmethod
    def same(cls, value: object) -> "Text":
        """Return a text that is the same in every language: a name, a number."""
        return Text(str(value), str(value))

    def abbreviated(self, language: str) -> str:
        """Return the short form for lists, if a subclass has one, otherwise the complete phrase."""
        return self.get(language)

    def aliases(self, language: str) -> str:
        """Return further names, joined by "|", that players may write if they are unambiguous; "" if there are none."""
        return ""


if TYPE_CHECKING:

    class Text(Phrase, frozen=True):
        """A phrase in every language of the server."""

        def __init__(self, en: str, ja: str, **added: str) -> None: ...

else:
    Text = defstruct(
        "Text",
        [(name, str, field(default="", name=code)) for code, name in _FIELDS],
        bases=(Phrase,),
        module=__name__,
        namespace={"__doc__": "A phrase in every language of the server."},
        frozen=True,
        kw_only=True,
        omit_defaults=True,
    )
    """Text: encoded as ``{"en": …, "ja": …}``, with a key for each further language in which it is translated."""


_LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(?:-[a-z0-9]{2,8})*")


def without_translations(value: Any) -> Any:
    """Return decoded JSON in which each text has only English and Japanese, the languages of the code.

    Two servers may have different catalogues. Without the translations, their stored data can be compared.
    """
    if isinstance(value, list):
        return [without_translations(one) for one in value]
    if not isinstance(value, dict):
        return value
    is_text = all(isinstance(value.get(language), str) for language in WRITTEN)
    return {
        key: without_translations(one)
        for key, one in value.items()
        if not (is_text and key not in WRITTEN and _LANGUAGE_TAG.fullmatch(key))
    }


LIST_COMMA = Text(", ", "、")
"""The separator between the entries of a list in a sentence."""


def values_in(language: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return values for placeholders by name, with each text replaced by its string in this language."""
    return {name: value.get(language) if isinstance(value, Phrase) else value for name, value in values.items()}


def join_texts(parts: Iterable[Text], en: str = ", ", ja: str = "、") -> Text:
    """Return texts as one text; `en` is the separator in English and other languages, `ja` the one in Japanese."""
    texts = list(parts)
    between = Text(en, ja)
    return Text.each(lambda language: between.get(language).join(text.get(language) for text in texts))


def join_sentences(sentences: Iterable[Text]) -> Text:
    """Return sentences as one text: with spaces between them, in Japanese without."""
    return join_texts(sentences, " ", "")


def quote_all(names: Iterable[Text]) -> Text:
    """Return names as a list, each in quotation marks."""
    quoted = Text("'{name}'", "「{name}」")
    return join_texts((quoted.format(name=name) for name in names), ja="")


def and_more(known: Text, more: int) -> Text:
    """Return the list of names `known`, followed by the number of names left out (`more`) if that is above 0."""
    return Text("{known} and {more} more", "{known}ほか{more}").format(known=known, more=more) if more > 0 else known


NARROW = 36
"""The number of columns of a fixed-width font that fit on a phone, with a margin for wide letters in a title."""
RULE = 12
"""The smallest number of "-" or "=" at the end of a line that count as a ruled line and not as text."""


def shorten_rules(text: str) -> str:
    """Return a text in a fixed-width font with its horizontal lines shortened, so that a phone does not wrap them."""
    return "\n".join(map(_short_rule, text.split("\n")))


def _short_rule(line: str) -> str:
    title = line.rstrip("-=")
    return line if len(line) - len(title) < RULE else line[: max(len(title) + 3, NARROW)]


Labels = Callable[[str], Text]
"""Return the name that players read for an id in a form."""


def sanitized(value: str, max_length: int = 60) -> str:
    """Return a player's text for use in a server message: cut to `max_length`, with control characters replaced."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in value[:max_length])


def shortened_names(values: Sequence[str], language: str, labels: Labels) -> list[str]:
    """Return names for a list: short forms, except for the last, so that the destination of a path is complete.

    `labels` returns the name of an id; `values` are the ids.
    """
    return [labels(one).abbreviated(language) for one in values[:-1]] + [
        labels(one).get(language) for one in values[-1:]
    ]


_TURNS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Characters that change the direction of writing, and the byte order mark: they can disguise a text."""

_FORMAT_AND_HALVES = rf"\u007f-\u009f\u2028\u2029\ud800-\udfff{_TURNS}"
_UNFIT = re.compile(rf"[\u0000-\u001f{_FORMAT_AND_HALVES}]")
_UNFIT_IN_LINES = re.compile(rf"[\u0000-\u0008\u000b-\u001f{_FORMAT_AND_HALVES}]")
"""Control characters, line and paragraph separators and surrogates: the Unicode categories Cc, Zl, Zp and Cs."""


def forbidden_character(value: str, *, allow_lines: bool = False) -> str:
    """Return the first character that players may not write, or the empty string if all are allowed.

    Forbidden are all control characters (`allow_lines` permits line ends and tabs), all characters that change the
    direction of writing, and lone surrogates. Every other character of every script is allowed.
    """
    if value.isascii() and value.isprintable():
        return ""
    found = _UNFIT_IN_LINES.search(value.replace("\r\n", "\n")) if allow_lines else _UNFIT.search(value)
    return found[0] if found else ""


def id_label(value: str) -> Text:
    """Return the id itself as the label, for a thing without a name."""
    return Text.same(value)


def argument_label(labels: Labels, verb: str, name: str) -> Text:
    """Return the label of an order's argument: the label of this verb (``launch.at``), else that of all verbs (``at``).

    `labels` returns the id itself, perhaps within other words, for an id without a label.
    """
    own = f"{verb}.{name}"
    found = labels(own)
    return labels(name) if own in found.en.casefold() else found
