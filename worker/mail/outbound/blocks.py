"""The content of an e-mail, independent of text and HTML: sections of blocks. Both parts are rendered from them."""

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
    """A paragraph; `strong` if it must not be missed."""

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
    """Return sentences for a list: consecutive repetitions become one sentence with a count."""
    runs = ((line, len([*same])) for line, same in groupby(said))
    return [line if times == 1 else f"{line} ×{times}" for line, times in runs]


@dataclass(frozen=True)
class DefinitionTable(Block):
    """A table of two columns: a name or a word of the notation, and its meaning."""

    kind: ClassVar[str] = "pairs"
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Verbatim(Block):
    """Preformatted text: something to copy, or a text board, in a fixed-width font.

    Lines of a notation are never wrapped: one order would become two.
    """

    kind: ClassVar[str] = "verbatim"
    text: str
    is_notation: bool = False

    @property
    def narrow(self) -> str:
        """Return the text for narrow screens."""
        return shorten_rules(self.text)


@dataclass(frozen=True)
class Link(Block):
    """A link to a page. Opening it changes nothing: mail scanners follow links."""

    kind: ClassVar[str] = "link"
    label: str
    url: str


@dataclass(frozen=True)
class Links(Block):
    """A row of secondary links, by name and address."""

    kind: ClassVar[str] = "links"
    label: str
    pages: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture(Block):
    """The place of the board's picture; a text-only reader gets the text board."""

    kind: ClassVar[str] = "picture"
    alt: str


@dataclass(frozen=True)
class Section:
    """Blocks under a heading. `urgent` marks the reader's tasks; `language` is set if it is not the e-mail's."""

    heading: str
    blocks: Sequence[Block]
    urgent: bool = False
    language: str = ""

    @property
    def has_picture(self) -> bool:
        """Return True for the section of the picture, which phones show in their whole width."""
        return any(isinstance(block, Picture) for block in self.blocks)


@dataclass(frozen=True)
class EmailContent:
    """A whole e-mail. `preview` is the line that mail programs show beside the subject.

    `reply_separator` comes first in an e-mail that accepts replies; `in_reply_to` is the Message-ID of the answered
    message, `references` the Message-IDs that this message itself referred to.
    """

    subject: str
    heading: str
    role_line: str
    preview: str
    sections: Sequence[Section]
    footer: Sequence[Link] = field(default_factory=tuple)
    language: str = "en"
    reply_separator: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()

    def html_sections(self, *, picture: bool) -> list[Section]:
        """Return the sections of the HTML part, with or without the place of a picture."""
        if picture:
            return list(self.sections)
        return [one for one in self.sections if not all(isinstance(block, Picture) for block in one.blocks)]
