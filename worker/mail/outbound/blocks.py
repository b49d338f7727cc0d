"""The content of an e-mail as sections of blocks, from which both the text and the HTML part are made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import ClassVar

from games.kernel.text import shorten_rules


@dataclass(frozen=True)
class Block:
    """The base of all blocks; `kind` names the fragment of the HTML template that shows it."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True)
class Paragraph(Block):
    """A paragraph; `strong` is true if the reader must not miss it."""

    kind: ClassVar[str] = "words"
    text: str
    strong: bool = False

    @property
    def lines(self) -> list[str]:
        """Return the lines of the text."""
        return self.text.splitlines()


@dataclass(frozen=True)
class BulletList(Block):
    """A list of sentences."""

    kind: ClassVar[str] = "points"
    items: Sequence[str]


@dataclass(frozen=True)
class NumberedList(Block):
    """A list of sentences with numbers from 1."""

    kind: ClassVar[str] = "numbered"
    items: Sequence[str]


def merge_repeated(said: Iterable[str]) -> list[str]:
    """Return sentences for a list, in which consecutive repetitions are one sentence with a count."""
    runs = ((line, len([*same])) for line, same in groupby(said))
    return [line if times == 1 else f"{line} ×{times}" for line, times in runs]


@dataclass(frozen=True)
class DefinitionTable(Block):
    """A table of two columns: a name or a word of an order, and its meaning."""

    kind: ClassVar[str] = "pairs"
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Verbatim(Block):
    """Preformatted text in a fixed-width font: something to copy, or the board as text.

    With `is_notation` the text consists of orders: their lines are never wrapped, because one order would become two.
    """

    kind: ClassVar[str] = "verbatim"
    text: str
    is_notation: bool = False

    @property
    def narrow(self) -> str:
        """Return the text as it is shown on narrow screens."""
        return shorten_rules(self.text)


@dataclass(frozen=True)
class Link(Block):
    """A link to a page. Opening the page changes nothing, because mail scanners open links."""

    kind: ClassVar[str] = "link"
    label: str
    url: str


@dataclass(frozen=True)
class Links(Block):
    """A row of less important links, as pairs of name and URL."""

    kind: ClassVar[str] = "links"
    label: str
    pages: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture(Block):
    """The place of the board's picture; `alt` is the text shown instead if the picture cannot be shown."""

    kind: ClassVar[str] = "picture"
    alt: str


@dataclass(frozen=True)
class Section:
    """Blocks under a heading. `urgent` is true for what the reader must do.

    `language` is the code of the second language in an e-mail in two languages; else it is empty.
    """

    heading: str
    blocks: Sequence[Block]
    urgent: bool = False
    language: str = ""

    @property
    def has_picture(self) -> bool:
        """Return True if the section contains the picture, which phones show over their whole width."""
        return any(isinstance(block, Picture) for block in self.blocks)


@dataclass(frozen=True)
class EmailContent:
    """A whole e-mail."""

    subject: str
    heading: str
    role_line: str
    """The line with the reader's role in the game."""
    preview: str
    """The line that mail programs show beside the subject."""
    sections: Sequence[Section]
    """The content."""
    footer: Sequence[Link] = field(default_factory=tuple)
    """The links at the end."""
    language: str = "en"
    reply_separator: str = ""
    """The first line of an e-mail that accepts replies; empty for others."""
    in_reply_to: str = ""
    """The Message-ID of the message that this e-mail answers."""
    references: tuple[str, ...] = ()
    """The Message-IDs in the References header of that message."""

    def html_sections(self, *, picture: bool) -> list[Section]:
        """Return the sections of the HTML part; without `picture`, the section with the board's picture is left out."""
        if picture:
            return list(self.sections)
        return [one for one in self.sections if not all(isinstance(block, Picture) for block in one.blocks)]
