"""What a letter says, before it is text or HTML: sections of blocks. Both parts are made of the same ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import ClassVar

from games.kernel.text import with_short_rules


@dataclass(frozen=True)
class Block:
    """The base of all blocks; `kind` names the piece of the HTML template that shows it."""

    kind: ClassVar[str] = ""


@dataclass(frozen=True)
class Words(Block):
    """A paragraph; `strong` for the one that must not be missed."""

    kind: ClassVar[str] = "words"
    text: str
    strong: bool = False

    @property
    def lines(self) -> list[str]:
        """The text's own lines."""
        return self.text.splitlines()


@dataclass(frozen=True)
class Points(Block):
    """A list of sentences."""

    kind: ClassVar[str] = "points"
    items: Sequence[str]


def counted(said: Iterable[str]) -> list[str]:
    """Sentences for a list: the same several times in a row is one, with how often it was said."""
    runs = ((line, len([*same])) for line, same in groupby(said))
    return [line if times == 1 else f"{line} ×{times}" for line, times in runs]


@dataclass(frozen=True)
class Pairs(Block):
    """A table of two columns: a name or a word of the notation, and what it means."""

    kind: ClassVar[str] = "pairs"
    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Verbatim(Block):
    """Something to copy, or a board in letters: shown as it is, in a fixed-width font."""

    kind: ClassVar[str] = "verbatim"
    text: str

    @property
    def narrow(self) -> str:
        """The text where a screen may be a telephone's."""
        return with_short_rules(self.text)


@dataclass(frozen=True)
class Link(Block):
    """A page to open. Opening it changes nothing: mail scanners follow links."""

    kind: ClassVar[str] = "link"
    label: str
    url: str


@dataclass(frozen=True)
class Links(Block):
    """Pages beside one another, by name and address: none of them is what the letter is about."""

    kind: ClassVar[str] = "links"
    label: str
    pages: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Picture(Block):
    """The place of the board's picture; a text-only reader has the board in letters."""

    kind: ClassVar[str] = "picture"
    alt: str


@dataclass(frozen=True)
class Section:
    """Blocks under a heading. `urgent` marks what the reader has to do."""

    heading: str
    blocks: Sequence[Block]
    urgent: bool = False


@dataclass(frozen=True)
class Content:
    """A whole letter. `preview` is the line that mail programs show beside the subject.

    `mark` stands before everything else of a letter that can be replied to; `answering` is the Message-ID of the mail
    that a letter answers.
    """

    subject: str
    heading: str
    who_you_are: str
    preview: str
    sections: Sequence[Section]
    footer: Sequence[Link] = field(default_factory=tuple)
    language: str = "en"
    mark: str = ""
    answering: str = ""

    def shown(self, *, picture: bool) -> list[Section]:
        """The sections of the HTML part, with or without the place of a picture."""
        if picture:
            return list(self.sections)
        return [section for section in self.sections if not any(isinstance(b, Picture) for b in section.blocks)]
