"""Changes to a page of Markdown before Sphinx reads it for the site; the files in the checkout are not changed."""

import re
from pathlib import Path

from tools.docs_site import navigation, sequence

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#:]+(?:#[\w-]+)?)\)")
_DIAGRAM = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def prepare(page: str, text: str, root: Path) -> str:
    """Return the text of a page for the site; `page` is its path in the docs without suffix, `root` the checkout.

    Mermaid diagrams become SVG, because the browser would load Mermaid from another server. A link to a folder of the
    checkout becomes plain text. A link whose text is a file name gets the page's title as its text. The pages that
    define the side bar get Sphinx's directives for it.
    """
    text = _DIAGRAM.sub(lambda found: sequence.draw(found[1]), text)
    folder = (root / page).parent
    text = _LINK.sub(lambda found: _link(found[1], found[2], folder), text)
    return text + navigation.toctrees(page)


def _link(words: str, target: str, folder: Path) -> str:
    """Return the Markdown of a link (its words and its target) for the site; the page is in `folder`."""
    path = target.partition("#")[0]
    if (folder / path).is_dir():
        return words
    return f"[]({target})" if words.endswith(".md") else f"[{words}]({target})"
