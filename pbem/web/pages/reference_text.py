"""The reference of a title in one language, and its entries for single things."""

from collections.abc import Iterable
from dataclasses import dataclass

from games import registry
from games.kernel.reference import Entry, Reference, entries_in, entry_of
from games.models import Game


@dataclass(frozen=True)
class ReferenceEntry:
    """An entry in the reader's language. `facts` are pairs of name and value."""

    id: str
    name: str
    text: str
    rule: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ReferenceChapter:
    """A chapter in the reader's language."""

    key: str
    name: str
    entries: tuple[ReferenceEntry, ...]


def build_reference(reference: Reference, language: str) -> list[ReferenceChapter]:
    """Return all chapters in one language."""
    return [
        ReferenceChapter(one.key, one.name.get(language), tuple(_told(entry, language) for entry in one.entries))
        for one in reference
    ]


def find_reference_entries(game: Game, values: Iterable[str], language: str) -> list[ReferenceEntry]:
    """Return the reference entries of these things, by their ids as in answers; each kind once.

    A copy (``trap_2``) has the entry of its kind.
    """
    entries = entries_in(registry.title_for_names(game).presentation.reference)
    found = (entry_of(value, entries) for value in values) if entries else ()
    return [_told(entry, language) for entry in {entry.id: entry for entry in found if entry}.values()]


def _told(entry: Entry, language: str) -> ReferenceEntry:
    facts = tuple((fact.name.get(language), fact.value.get(language)) for fact in entry.facts)
    return ReferenceEntry(entry.id, entry.name.get(language), entry.text.get(language), entry.rule, facts)
