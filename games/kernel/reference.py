"""The reference of a title: chapters about its pieces, with their figures, and about its terms; and its charts.

It describes the printed components, not a certain game, so everybody may read all of it.
"""

from collections.abc import Mapping

from msgspec import Struct

from games.kernel.text import Text

NO_TEXT = Text("", "")


class Fact(Struct, frozen=True, gc=False):
    """A figure of an entry: its name and its value."""

    name: Text
    value: Text


class Entry(Struct, frozen=True, gc=False):
    """An entry of the reference: a card, a ship, a place or a term.

    `id` is the id of the thing in answers and views, `text` the effect or meaning. `rule` is the number of the rule
    that defines the thing, if there is one.
    """

    id: str
    name: Text
    text: Text = NO_TEXT
    rule: str = ""
    facts: tuple[Fact, ...] = ()


class Chapter(Struct, frozen=True, gc=False):
    """A chapter of the reference: entries of one kind."""

    key: str
    name: Text
    entries: tuple[Entry, ...]


class Chart(Struct, frozen=True, gc=False):
    """A chart or table of the game.

    `rules` are the numbers of the rules that use the chart. The first column of each row names the row; `note` is a
    line below the table.
    """

    key: str
    name: Text
    rules: tuple[str, ...]
    columns: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    note: Text = NO_TEXT


Reference = tuple[Chapter, ...]


def entries_in(reference: Reference) -> dict[str, Entry]:
    """Return all entries by their ids."""
    return {entry.id: entry for chapter in reference for entry in chapter.entries}


def entry_of(value: str, entries: Mapping[str, Entry]) -> Entry | None:
    """Return the entry of a thing; for a copy such as ``trap_2``, the entry of its kind ``trap``."""
    while value not in entries and "_" in value:
        value = value.rpartition("_")[0]
    return entries.get(value)


def number(value: int) -> Text:
    """Return a number as a text that is the same in every language."""
    return Text(str(value), str(value))


def facts(*pairs: tuple[Text, Text | int | str]) -> tuple[Fact, ...]:
    """Return a fact for each pair (name, value) with a value that is neither zero nor empty."""
    found = ((name, number(value) if isinstance(value, int) else value) for name, value in pairs)
    texts = ((name, Text(value, value) if isinstance(value, str) else value) for name, value in found)
    return tuple(Fact(name, value) for name, value in texts if value.en not in ("", "0"))
