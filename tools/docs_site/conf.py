"""Configuration of Sphinx for the documentation site; the pages are the Markdown files of the checkout."""

from typing import Any

from tools.docs_site import markdown, navigation
from tools.launch import ROOT
from tools.launch.arguments import version as release_version

PAGES = {"docs", "games"}

project = "Sealed Orders"
version = release = release_version()
html_title = f"Sealed Orders {release}"
root_doc = navigation.INDEX
language = "en"

extensions = ["myst_parser"]
myst_heading_anchors = 4
nitpicky = True

include_patterns = ["*.md", "docs/**", "games/titles/*/README.md"]
exclude_patterns = [
    *(path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in PAGES),
    *(f"games/{path.name}" for path in (ROOT / "games").iterdir() if path.name != "titles"),
]

html_theme = "furo"
html_favicon = "../../pbem/static/pages/seal.svg"
html_logo = html_favicon
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_static_path = ["static"]
html_css_files = ["site.css"]
templates_path = ["templates"]
html_additional_pages = {"index": "to_first_page.html"}
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app: Any) -> None:
    """Prepare each page before it is parsed."""
    app.connect("source-read", _prepare)


def _prepare(app: Any, page: str, source: list[str]) -> None:
    source[0] = markdown.prepare(page, source[0], ROOT)
