"""What the site changes in a page of Markdown before Sphinx reads it; the files in the checkout stay as they are."""

import re
from pathlib import Path

from tools.docs_site import navigation, sequence

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#:]+(?:#[\w-]+)?)\)")
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def prepare(page: str, text: str, root: Path) -> str:
    """Return the text of a page (its path without suffix) for the site.

    Mermaid diagrams become SVG, because the browser would load Mermaid from elsewhere. A link to a folder of the
    checkout becomes plain text. A link that shows a file name shows the page's title. The pages with the side bar get
    it.
    """
    text = _DIAGRAM.sub(lambda found: sequence.draw(found[1]), text)
    folder = (root / page).parent
    text = _LINK.sub(lambda found: _link(found[1], found[2], folder), text)
    return text + navigation.toctrees(page)


def _link(words: str, target: str, folder: Path) -> str:
    """Return a link of a page in a folder as the site shows it."""
    path = target.partition("#")[0]
    if (folder / path).is_dir():
        return words
    return f"[]({target})" if words.endswith(".md") else f"[{words}]({target})"
