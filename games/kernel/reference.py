"""What players look up: the pieces of a title with their figures, and its words, in chapters.

It holds what lies in the box and nothing of any game, so that everybody may read all of it.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.kernel.text import Text

UNTOLD = Text("", "")


class Fact(Struct, frozen=True, gc=False):
    """A figure of an entry: what it is called, and what it is."""

    name: Text
    value: Text


class Entry(Struct, frozen=True, gc=False):
    """A card, a ship, a place, a word: its id as in answers and views, what it is called, and what it does or means.

    `rule` is the rule that says so, where there is one.
    """

    id: str
    name: Text
    text: Text = UNTOLD
    rule: str = ""
    facts: tuple[Fact, ...] = ()


class Chapter(Struct, frozen=True, gc=False):
    """Entries of one sort."""

    key: str
    name: Text
    entries: tuple[Entry, ...]


Reference = tuple[Chapter, ...]


def entries_in(reference: Reference) -> dict[str, Entry]:
    """All entries by their ids."""
    return {entry.id: entry for chapter in reference for entry in chapter.entries}


def entry_of(value: str, entries: Mapping[str, Entry]) -> Entry | None:
    """The entry of a thing, or of the kind that it is a copy of: of `trap_2` that of `trap`."""
    while value not in entries and "_" in value:
        value = value.rpartition("_")[0]
    return entries.get(value)


def number(value: int) -> Text:
    """A figure, the same in every language."""
    return Text(str(value), str(value))


def facts(*pairs: tuple[Text, Text | int | str]) -> tuple[Fact, ...]:
    """Figures by name; what is zero or empty is left out."""
    found = ((name, number(value) if isinstance(value, int) else value) for name, value in pairs)
    texts = ((name, Text(value, value) if isinstance(value, str) else value) for name, value in found)
    return tuple(Fact(name, value) for name, value in texts if value.en not in ("", "0"))
