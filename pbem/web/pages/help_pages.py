"""The players' documentation as HTML. The files are part of the program."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(settings.BASE_DIR) / "docs" / "players"
TITLES = {
    "web": _("Playing in the browser"),
    "email": _("Playing by e-mail"),
    "standing-orders": _("Standing orders"),
    "absence": _("When you are away"),
    "dice": _("Fair dice and proof"),
    "organising": _("Organising a game"),
}
"""The title of each page by its file's name without ``.md``, in the order of the list of pages."""
_PAGE = re.compile(r"(?P<name>[\w-]+)\.md(?P<anchor>#[\w-]+)?")
_KEPT = re.compile(r"https?://|#")


@cache
def render_page(name: str) -> str:
    """Return a page of the documentation as HTML, without pictures, because they show pages of this site.

    HTML in the file is shown as text; a link to a page that the server does not offer becomes plain text.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_pictures(parser.parse((FOLDER / f"{name}.md").read_text(encoding="utf-8")))
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(tokens[place + 1]))
        if token.type == "inline" and token.children:
            token.children = _with_served_links(token.children)
    html: str = parser.renderer.render(tokens, parser.options, {})
    return html.replace("<table>", '<div class="scroll"><table class="table">').replace("</table>", "</table></div>")


def _without_pictures(tokens: list[Token]) -> list[Token]:
    """Return the Markdown tokens of a page without the paragraphs that contain only pictures."""
    pictures = {
        place
        for place, token in enumerate(tokens)
        if token.children and {child.type for child in token.children} <= {"image", "softbreak"}
    }
    return [token for place, token in enumerate(tokens) if not pictures & {place - 1, place, place + 1}]


def _anchor(heading: Token) -> str:
    """Return the anchor of a heading as GitHub computes it, from the heading's text token."""
    text = "".join(one.content for one in heading.children or [])
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def _with_served_links(tokens: list[Token]) -> list[Token]:
    """Return a paragraph's tokens. Links between pages get this server's URLs, links to other files become text."""
    found: list[Token] = []
    plain = False
    for token in tokens:
        if token.type == "link_open":
            target = _address(str(token.attrGet("href")))
            plain = not target
            token.attrSet("href", target)
        if found and found[-1].type == "link_open" and (named := _PAGE.fullmatch(token.content)):
            token.content = _english_title(named["name"])
        if not (plain and token.type in ("link_open", "link_close")):
            found.append(token)
    return found


def _english_title(name: str) -> str:
    """Return a page's English title, which replaces the file's name as the text of a link."""
    with translation.override("en"):
        return str(TITLES[name])


def _address(target: str) -> str:
    """Return the URL for a link's target in a file, relative to the page; empty if the server does not offer it."""
    if match := _PAGE.fullmatch(target):
        return f"../{match['name']}/{match['anchor'] or ''}" if match["name"] in TITLES else ""
    return target if _KEPT.match(target) else ""
