"""Convert an HTML e-mail to text, line by line, with quotes marked as in plain text.

The page is split at angle brackets, so that the conversion takes linear time for any markup.
"""

import re
from html import unescape

_NAME = re.compile(r"(/?)([a-zA-Z][a-zA-Z0-9:]{0,20})")
_HIDDEN = frozenset({"style", "script", "head", "title", "template", "noscript"})
_LINES = frozenset(
    {"p", "div", "br", "tr", "li", "ul", "ol", "table", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "blockquote"}
)
_STRUCK = frozenset({"s", "strike", "del"})
"""Tags of struck-out text, which is dropped; without an end tag the text is dropped up to the end of the page."""
_CELLS = frozenset({"td", "th"})
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_DEEPEST = 12
_MOST_TAGS = 12_000


def html_to_text(page: str) -> str:
    """Return the text of an HTML page. Lines of a block quotation begin with ``>``."""
    return _Page(page).text()


class _Page:
    def __init__(self, page: str) -> None:
        self.page = _without_comments(page)
        self.lines: list[str] = []
        self.line: list[str] = []
        self.depth, self.hidden, self.verbatim = 0, "", 0
        self.struck = self.spans = 0

    def text(self) -> str:
        """Return the text of the page, converted in one pass."""
        head, *pieces = self.page.split("<", _MOST_TAGS)
        self.add_text(head)
        for piece in pieces:
            tag, closed, after = piece.partition(">")
            name = _NAME.match(tag)
            if not closed or (name is None and not tag.startswith(("!", "?"))):
                self.add_text("<" + piece)
                continue
            if name is not None:
                self.handle_tag(name[2].casefold(), ending=bool(name[1]), tag=tag)
            self.add_text(after)
        self.end_line()
        return "\n".join(self.lines)

    def add_text(self, words: str) -> None:
        """Add the words between two tags to the text."""
        if words and not self.hidden and not self.struck:
            said = _unescaped(words).replace("\xa0", " ")
            if not self.verbatim:
                self.line.append(_BLANKS.sub(" ", said))
                return
            first, *rest = said.split("\n")
            self.line.append(first)
            for one in rest:
                self.end_line()
                self.line.append(one)

    def handle_tag(self, name: str, *, ending: bool, tag: str) -> None:
        """Handle a tag: it can hide content, end a line, or begin or end a quotation."""
        if self.hidden:
            self.hidden = "" if ending and name == self.hidden else self.hidden
            return
        if name in _HIDDEN and not ending and not tag.endswith("/"):
            self.hidden = name
            return
        if name in _LINES and (name == "br" or not ending or self.line):
            self.end_line(empty=name == "br")
        if name in _STRUCK:
            self.toggle_strike(ending=ending)
        if name in ("span", "font"):
            self.handle_style(ending=ending, tag=tag)
        if name in _CELLS:
            self.line.append(" ")
        if name == "pre":
            self.verbatim = max(self.verbatim + (-1 if ending else 1), 0)
        if name == "blockquote":
            self.depth = min(max(self.depth + (-1 if ending else 1), 0), _DEEPEST)

    def toggle_strike(self, *, ending: bool) -> None:
        """Begin or end struck-out text at a tag, which can be nested."""
        self.struck = max(self.struck + (-1 if ending else 1), 0)

    def handle_style(self, *, ending: bool, tag: str) -> None:
        """Begin or end text that a style attribute strikes out, from the outermost such tag to its end."""
        if self.spans or (not ending and "line-through" in tag.casefold()):
            self.spans = max(self.spans + (-1 if ending else 1), 0)
            if self.spans == (0 if ending else 1):
                self.toggle_strike(ending=ending)

    def end_line(self, *, empty: bool = False) -> None:
        """Begin a new line; with `empty`, an empty line is kept."""
        said = "".join(self.line)
        said = said.rstrip() if self.verbatim else said.strip()
        self.line = []
        if said or empty:
            self.lines.append("> " * self.depth + said if self.depth else said)


_LONG_NUMBER = re.compile(r"&#(?:x[0-9a-f]{8}|[0-9]{8})[0-9a-f]*;?", re.IGNORECASE)
"""A reference to a character by a number that is too long; the standard library refuses very long numbers."""


def _unescaped(words: str) -> str:
    """Return words with their character references replaced."""
    return unescape(_LONG_NUMBER.sub("\ufffd", words) if "&#" in words else words)


def _without_comments(page: str) -> str:
    """Return the page without comments, including conditional comments for old Outlook versions."""
    if "<!--" not in page:
        return page
    kept: list[str] = []
    at = 0
    while (begin := page.find("<!--", at)) >= 0:
        kept.append(page[at:begin])
        end = page.find("-->", begin)
        if end < 0:
            return "".join(kept)
        at = end + 3
    return "".join([*kept, page[at:]])
