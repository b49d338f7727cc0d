"""The reference of a title in one language, and what it says of a single thing."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import registry
from games.kernel.reference import Entry, Reference, entries_in, entry_of
from games.models import Game


@dataclass(frozen=True)
class Told:
    """An entry in the reader's words. `facts` are pairs of name and value."""

    id: str
    name: str
    text: str
    rule: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ToldChapter:
    """A chapter in the reader's words."""

    key: str
    name: str
    entries: tuple[Told, ...]


def in_words(reference: Reference, language: str) -> list[ToldChapter]:
    """All chapters in one language."""
    return [
        ToldChapter(one.key, one.name.get(language), tuple(_told(entry, language) for entry in one.entries))
        for one in reference
    ]


def looked_up(game: Game, values: Iterable[str], language: str) -> list[Told]:
    """What the reference of the game's title says of these things, by their ids as in answers; of each kind once.

    Of a copy (`trap_2`) it says what there is to say of its kind.
    """
    entries = entries_in(registry.naming_title(game).reference)
    found = (entry_of(value, entries) for value in values) if entries else ()
    return [_told(entry, language) for entry in {entry.id: entry for entry in found if entry}.values()]


def _told(entry: Entry, language: str) -> Told:
    facts = tuple((fact.name.get(language), fact.value.get(language)) for fact in entry.facts)
    return Told(entry.id, entry.name.get(language), entry.text.get(language), entry.rule, facts)
