"""Words for players, in every language the server speaks; and what players may write."""

import unicodedata
from collections.abc import Callable, Sequence

from msgspec import Struct

LANGUAGES = ("en", "ja")


class Text(Struct, frozen=True):
    """A phrase in English and Japanese."""

    en: str
    ja: str

    def get(self, language: str) -> str:
        """The phrase in `language`; English for a language the server does not speak."""
        return self.ja if language == "ja" else self.en

    def brief(self, language: str) -> str:
        """The phrase where many stand side by side: the whole of it, unless the title knows a shorter one."""
        return self.get(language)

    def also(self, language: str) -> str:
        """What players may write for it besides, where nothing else is called so: several names with a bar between
        them; empty for none.
        """
        return ""


NARROW = 36
"""Columns of a fixed-width font that a telephone shows, with room to spare for wide letters in a title."""
RULE = 12
"""So many signs at the end of a line are drawn, not written."""


def with_short_rules(text: str) -> str:
    """A text in a fixed-width font where a screen may be a telephone's: rules across the page end early, so that none
    is broken.
    """
    return "\n".join(map(_short_rule, text.split("\n")))


def _short_rule(line: str) -> str:
    title = line.rstrip("-=")
    return line if len(line) - len(title) < RULE else line[: max(len(title) + 3, NARROW)]


Labels = Callable[[str], Text]
"""Names an option: from the id that stands in a form to what a player calls it."""


def shown(value: str, most: int = 60) -> str:
    """What a player wrote, fit to stand in a message: cut short, and without control characters."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in value[:most])


def listed(values: Sequence[str], language: str, labels: Labels) -> list[str]:
    """Names side by side: of several all but the last in brief, so that it is told in full where a way ends."""
    return [labels(one).brief(language) for one in values[:-1]] + [labels(one).get(language) for one in values[-1:]]


_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that turn the direction of writing, and the mark of byte order: they make a text look like another."""


def unfit(value: str, *, lines: bool = False) -> str:
    """The first character that has no place in what a player writes, or the empty string.

    That is every control character (of one-line texts line ends and tabs, too; with `lines` those may stand), every
    character that turns the direction of writing, and every half of one. Each other character of each script is fit.
    """
    if value.isascii() and value.isprintable():
        return ""
    written = value.replace("\r\n", "\n") if lines else value
    return next((letter for letter in written if _is_unfit(letter, lines)), "")


def _is_unfit(letter: str, lines: bool) -> bool:
    if lines and letter in "\n\t":
        return False
    return letter in _TURNS or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")


def plain(value: str) -> Text:
    """The label of last resort: the id itself."""
    return Text(value, value)


def argument(labels: Labels, verb: str, name: str) -> Text:
    """What an argument of an order is called: by a label of its own (``launch.at``), else as in all orders (``at``).

    Labels name what they do not know by its id, perhaps dressed up.
    """
    own = f"{verb}.{name}"
    found = labels(own)
    return labels(name) if own in found.en.casefold() else found
