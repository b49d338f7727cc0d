"""The reference of a title in one language: its entries, charts, a search in them, and ships side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games import registry
from games.kernel.reference import Chart, Entry, Reference, entries_in, entry_of
from games.models import Game
from games.selectors.word_matching import normalize_name

MAX_COMPARED = 6
"""The maximum number of entries that are shown side by side."""


@dataclass(frozen=True)
class ReferenceEntry:
    """An entry of a title's reference, such as a ship, in the reader's language."""

    id: str
    name: str
    text: str
    rule: str
    """The number of the rule about it, or empty."""
    facts: tuple[tuple[str, str], ...]
    """Pairs of the name and the value of a fact."""


@dataclass(frozen=True)
class ReferenceChapter:
    """A chapter of a title's reference in the reader's language."""

    key: str
    name: str
    entries: tuple[ReferenceEntry, ...]

    @property
    def can_compare(self) -> bool:
        """Return True if at least two entries have facts to compare."""
        return sum(bool(entry.facts) for entry in self.entries) > 1


@dataclass(frozen=True)
class ReferenceChart:
    """A chart (a table) of a title's reference in the reader's language."""

    key: str
    name: str
    rules: tuple[str, ...]
    """The numbers of the rules that use it."""
    columns: tuple[str, ...]
    """The headings."""
    rows: tuple[tuple[str, ...], ...]
    """The cells of each row."""
    note: str
    """A text below the table."""


@dataclass(frozen=True)
class ComparedRow:
    """A fact of several entries: its name, and its value for each entry, empty for an entry without this fact."""

    name: str
    values: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Return True if the entries have different values of this fact."""
        return len(set(self.values)) > 1


@dataclass(frozen=True)
class Comparison:
    """Entries side by side, with a row for each fact that any of these entries has."""

    entries: tuple[ReferenceEntry, ...]
    rows: tuple[ComparedRow, ...]


def build_reference(reference: Reference, language: str) -> list[ReferenceChapter]:
    """Return all chapters of a title's reference in one language."""
    return [
        ReferenceChapter(one.key, one.name.get(language), tuple(_told(entry, language) for entry in one.entries))
        for one in reference
    ]


def build_charts(charts: Iterable[Chart], language: str) -> list[ReferenceChart]:
    """Return the texts of charts in one language."""
    return [
        ReferenceChart(
            one.key,
            one.name.get(language),
            one.rules,
            tuple(column.get(language) for column in one.columns),
            tuple(tuple(cell.get(language) for cell in row) for row in one.rows),
            one.note.get(language),
        )
        for one in charts
    ]


def search_chapters(chapters: Iterable[ReferenceChapter], words: str) -> list[ReferenceChapter]:
    """Return the entries that contain all `words`, in their chapters; chapters without such entries are left out."""
    kept = (
        replace(one, entries=tuple(entry for entry in one.entries if contains_words(_words_of(entry), words)))
        for one in chapters
    )
    return [one for one in kept if one.entries]


def search_charts(charts: Iterable[ReferenceChart], words: str) -> list[ReferenceChart]:
    """Return the charts that contain all `words` in their names or their cells."""
    return [one for one in charts if contains_words(_words_of_chart(one), words)]


def contains_words(parts: Iterable[str], words: str) -> bool:
    """Return True if each of the `words` (separated by blanks) is in at least one of the texts `parts`."""
    said = [normalize_name(part) for part in parts]
    return all(any(normalize_name(word) in part for part in said) for word in words.split())


def compare_entries(chapters: Iterable[ReferenceChapter], ids: Sequence[str]) -> Comparison | None:
    """Return the entries with these ids for display side by side; None if fewer than two of them are known."""
    known = {entry.id: entry for chapter in chapters for entry in chapter.entries if entry.facts}
    found = tuple(known[one] for one in dict.fromkeys(ids) if one in known)[:MAX_COMPARED]
    if len(found) < 2:
        return None
    names = dict.fromkeys(name for entry in found for name, _ in entry.facts)
    figures = [dict(entry.facts) for entry in found]
    return Comparison(found, tuple(ComparedRow(name, tuple(one.get(name, "") for one in figures)) for name in names))


def find_reference_entries(game: Game, values: Iterable[str], language: str) -> list[ReferenceEntry]:
    """Return the reference entries of these values (ids as in answers), each entry once.

    A numbered copy of a thing (``trap_2``) has the entry of its kind (``trap``).
    """
    entries = entries_in(registry.title_for_names(game).presentation.reference)
    found = (entry_of(value, entries) for value in values) if entries else ()
    return [_told(entry, language) for entry in {entry.id: entry for entry in found if entry}.values()]


def _words_of(entry: ReferenceEntry) -> tuple[str, ...]:
    return (entry.name, entry.text, entry.rule, *(word for fact in entry.facts for word in fact))


def _words_of_chart(chart: ReferenceChart) -> tuple[str, ...]:
    return (chart.name, chart.note, *chart.rules, *chart.columns, *(cell for row in chart.rows for cell in row))


def _told(entry: Entry, language: str) -> ReferenceEntry:
    facts = tuple((fact.name.get(language), fact.value.get(language)) for fact in entry.facts)
    return ReferenceEntry(entry.id, entry.name.get(language), entry.text.get(language), entry.rule, facts)
