"""Write the HTML part of an e-mail.

The template `letter.html` has a *piece* of markup for each kind of block, between comments `<!--|name-->`, with places
`@name@` for texts. Mail programs need the style of each element in an attribute: each process writes these attributes
into the pieces once, and an e-mail only fills in texts. The style sheet is kept for dark mode and narrow screens.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape

import css_inline
from django.template.loader import get_template

from worker.mail.outbound.blocks import (
    Block,
    BulletList,
    DefinitionTable,
    EmailContent,
    Link,
    Links,
    NumberedList,
    Paragraph,
    Picture,
    Section,
    Verbatim,
)

TEMPLATE = "worker/letter.html"
_PIECE = re.compile(r"<!--\|(\w+)-->")
_PLACE = re.compile(r"@(\w+)@")


class Pieces:
    """The pieces of `letter.html` with their styles, by name."""

    def __init__(self, page: str) -> None:
        inliner = css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
        first, *rest = _PIECE.split(inliner.inline(page))
        named = {"top": first, **dict(zip(rest[::2], rest[1::2], strict=True))}
        self._parts = {name: _PLACE.split(text.strip()) for name, text in named.items()}

    @property
    def names(self) -> list[str]:
        """Return the names of all pieces."""
        return list(self._parts)

    def texts(self, name: str) -> list[str]:
        """Return the markup of a piece, split at the places for texts."""
        return self._parts[name][::2]

    def fill(self, name: str, **texts: str) -> str:
        """Return a piece with these texts, escaped, at their places."""
        return self.wrap(name, {place: escape(text) for place, text in texts.items()})

    def wrap(self, name: str, markup: Mapping[str, str]) -> str:
        """Return a piece with this markup, not escaped, at its places."""
        parts = self._parts[name]
        if len(parts) == 1:
            return parts[0]
        return "".join(markup[part] if at % 2 else part for at, part in enumerate(parts))


@lru_cache(maxsize=1)
def load_pieces() -> Pieces:
    """Return the pieces of the template, which each process reads once."""
    return Pieces(get_template(TEMPLATE).render())


def render_html(content: EmailContent, picture: str, signature_lines: Sequence[str] = ()) -> str:
    """Return the HTML part of an e-mail.

    `picture` is the Content-ID of the board's picture, "" without one. `signature_lines` are shown at the end.
    """
    pieces = load_pieces()
    fill = pieces.fill
    found = [fill("top", language=content.language, subject=content.subject, preview=content.preview)]
    if content.reply_separator:
        found.append(fill("mark", mark=content.reply_separator))
    found.append(fill("sheet", heading=content.heading, role=content.role_line))
    for section in content.html_sections(picture=bool(picture)):
        found += _section(pieces, section, content.language, picture)
    found.append(fill("foot"))
    found.append(" · ".join(fill("foot_page", url=link.url, text=link.label) for link in content.footer))
    if signature_lines:
        found.append(fill("evidence", text="".join(f"{line}\n" for line in signature_lines)))
    return "\n".join([*found, fill("end"), ""])


def _section(pieces: Pieces, section: Section, language: str, picture: str) -> Iterable[str]:
    kind = "urgent" if section.urgent else "wide" if section.has_picture and picture else "part"
    yield pieces.fill(kind, language=section.language or language)
    if section.heading:
        yield pieces.fill("heading", text=section.heading)
    for block in section.blocks:
        if isinstance(block, Picture):
            if picture:
                yield pieces.fill("picture", picture=picture, text=block.alt)
        else:
            yield _BLOCKS[type(block)](pieces, block)
    yield pieces.fill(f"{kind}_end")


def _words(pieces: Pieces, block: Paragraph) -> str:
    return pieces.wrap("strong" if block.strong else "words", {"text": "<br>".join(map(escape, block.lines))})


def _items(pieces: Pieces, block: BulletList | NumberedList) -> str:
    kind = block.kind
    items = [pieces.fill(f"{kind}_item", text=item) for item in block.items]
    return "\n".join([pieces.fill(kind), *items, pieces.fill(f"{kind}_end")])


def _pairs(pieces: Pieces, block: DefinitionTable) -> str:
    rows = [pieces.fill("pairs_item", term=term, meaning=meaning) for term, meaning in block.rows]
    return "\n".join([pieces.fill("pairs"), *rows, pieces.fill("pairs_end")])


def _verbatim(pieces: Pieces, block: Verbatim) -> str:
    return pieces.fill("verbatim", text=block.narrow)


def _link(pieces: Pieces, block: Link) -> str:
    return pieces.fill("link", url=block.url, text=block.label)


def _links(pieces: Pieces, block: Links) -> str:
    pages = " ·\n".join(pieces.fill("page", url=url, text=name) for name, url in block.pages)
    return pieces.wrap("words", {"text": "\n".join(filter(None, [escape(block.label), pages]))})


_BLOCKS: Mapping[type[Block], Callable[..., str]] = {
    Paragraph: _words,
    BulletList: _items,
    NumberedList: _items,
    DefinitionTable: _pairs,
    Verbatim: _verbatim,
    Link: _link,
    Links: _links,
}
