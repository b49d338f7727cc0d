"""The text part of a letter."""

from functools import singledispatch

from worker.mail.blocks import Block, Content, Link, Links, Pairs, Picture, Points, Section, Verbatim, Words
from worker.mail.columns import WIDTH, columns, pad, wrap


def as_text(content: Content) -> str:
    """The letter in plain text; prose within 76 columns."""
    lines = [content.mark] if content.mark else []
    lines += [*wrap(content.heading), *wrap(content.who_you_are), ""]
    for section in content.sections:
        if said := _section(section):
            lines += [*said, ""]
    lines += ["-" * WIDTH, *(line for block in content.footer for line in _lines(block))]
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section) -> list[str]:
    """The section with an empty line between its blocks; nothing where it is all picture."""
    blocks = [said for block in section.blocks if (said := _lines(block))]
    if not blocks:
        return []
    heading = [section.heading, "=" * min(WIDTH, columns(section.heading))] if section.heading else []
    between = [line for said in blocks for line in ("", *said)][1:]
    return [*heading, *between]


@singledispatch
def _lines(block: Block) -> list[str]:
    raise TypeError(f"no text for {type(block).__name__}")


@_lines.register
def _words(block: Words) -> list[str]:
    return wrap(block.text)


@_lines.register
def _points(block: Points) -> list[str]:
    return [line for item in block.items for line in wrap(item, first="- ", then="  ")]


@_lines.register
def _pairs(block: Pairs) -> list[str]:
    width = min(max((columns(name) for name, _ in block.rows), default=0), 28)
    lines: list[str] = []
    for name, meaning in block.rows:
        lines += wrap(meaning, first=f"  {pad(name, width)}  ", then=" " * (width + 4))
    return lines


@_lines.register
def _verbatim(block: Verbatim) -> list[str]:
    return block.text.rstrip().splitlines()


@_lines.register
def _link(block: Link) -> list[str]:
    return [f"{block.label}:", f"  {block.url}"]


@_lines.register
def _links(block: Links) -> list[str]:
    return [block.label, *(f"- {name}: {url}" for name, url in block.pages)]


@_lines.register
def _picture(block: Picture) -> list[str]:
    return []
