"""Write the text part of an e-mail."""

import re
from functools import singledispatch

from games.kernel.text_columns import column_width, pad_to_width, wrap_line
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

WIDTH = 76
"""The maximum length of a line, in characters; a quoted line still fits within 80."""


def render_text(content: EmailContent) -> str:
    """Return the e-mail in plain text, with sentences in lines of at most `WIDTH` characters."""
    lines = [content.reply_separator] if content.reply_separator else []
    lines += [*wrap_text(content.heading), *wrap_text(content.role_line), ""]
    for section in content.sections:
        if said := _section(section):
            lines += [*said, ""]
    lines += ["-" * WIDTH, *(line for block in content.footer for line in _lines(block))]
    return "\n".join(lines).rstrip() + "\n"


def wrap_text(text: str, *, first: str = "", then: str = "") -> list[str]:
    """Return the text in lines of at most `WIDTH` characters; line breaks in the text are kept.

    The first line begins with `first`, the others with `then`.
    """
    head, *rest = text.splitlines() or [""]
    lines = [*wrap_line(head, WIDTH, first, then)]
    return [*lines, *(line for paragraph in rest for line in wrap_line(paragraph, WIDTH, then, then))]


def _section(section: Section) -> list[str]:
    """Return the lines of a section, with an empty line between its blocks; empty if it has only a picture."""
    blocks = [said for block in section.blocks if (said := _lines(block))]
    if not blocks:
        return []
    heading = [section.heading, "=" * min(WIDTH, column_width(section.heading))] if section.heading else []
    between = [line for said in blocks for line in ("", *said)][1:]
    return [*heading, *between]


@singledispatch
def _lines(block: Block) -> list[str]:
    raise TypeError(f"no text for {type(block).__name__}")


@_lines.register
def _words(block: Paragraph) -> list[str]:
    return wrap_text(block.text)


@_lines.register
def _points(block: BulletList) -> list[str]:
    return [line for item in block.items for line in wrap_text(item, first="- ", then="  ")]


@_lines.register
def _numbered(block: NumberedList) -> list[str]:
    rows = enumerate(block.items, 1)
    return [line for number, item in rows for line in wrap_text(item, first=f"{number}. ", then="   ")]


@_lines.register
def _pairs(block: DefinitionTable) -> list[str]:
    width = min(max((column_width(name) for name, _ in block.rows), default=0), 28)
    lines: list[str] = []
    for name, meaning in block.rows:
        lines += wrap_text(meaning, first=f"  {pad_to_width(name, width)}  ", then=" " * (width + 4))
    return lines


@_lines.register
def _verbatim(block: Verbatim) -> list[str]:
    lines = block.text.rstrip().splitlines()
    keeps = [block.is_notation and not line.startswith("#") for line in lines]
    return [part for line, keep in zip(lines, keeps, strict=True) for part in ([line] if keep else _fitted(line))]


_LEAD = re.compile(r"#?\s*(?:- )?")
_RULE = re.compile(r"(?<=[-=]{4})[-=]+$")


def _fitted(line: str) -> list[str]:
    """Return a preformatted line in lines of at most `WIDTH` characters.

    A line of punctuation is shortened; a comment or sentence is wrapped, and its further lines are indented.
    """
    over = column_width(line) - WIDTH
    if over <= 0:
        return [line]
    if (rule := _RULE.search(line)) is not None and len(rule[0]) >= over:
        return [line[:-over]]
    found = _LEAD.match(line)
    lead = found[0] if found else ""
    then = ("#" if lead.startswith("#") else "").ljust(len(lead)) + "  "
    return [*wrap_line(line[len(lead) :], WIDTH, lead, then)]


@_lines.register
def _link(block: Link) -> list[str]:
    colon = ":" if column_width(block.label) == len(block.label) else "："
    return [f"{block.label}{colon}", f"  {block.url}"]


@_lines.register
def _links(block: Links) -> list[str]:
    return [*filter(None, [block.label]), *(f"- {name}: {url}" for name, url in block.pages)]


@_lines.register
def _picture(block: Picture) -> list[str]:
    return []
