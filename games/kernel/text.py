"""Words for players, in every language the server speaks."""

from collections.abc import Callable

from msgspec import Struct

LANGUAGES = ("en", "ja")


class Text(Struct, frozen=True):
    """A phrase in English and Japanese."""

    en: str
    ja: str

    def get(self, language: str) -> str:
        """The phrase in `language`; English for a language the server does not speak."""
        return self.ja if language == "ja" else self.en


Labels = Callable[[str], Text]
"""Names an option: from the id that stands in a form to what a player calls it."""


def shown(value: str, most: int = 60) -> str:
    """What a player wrote, fit to stand in a message: cut short, and without control characters."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in value[:most])


def plain(value: str) -> Text:
    """The label of last resort: the id itself."""
    return Text(value, value)
