"""The side bar of the documentation site, in the order of `docs/index.md`, as Sphinx's ``toctree`` directives."""

INDEX = "docs/index"
RECORDS = "docs/adr/index"
NAVIGATION = {
    "Play": [
        "docs/players/web",
        "docs/players/email",
        "docs/players/standing-orders",
        "docs/players/absence",
        "docs/players/dice",
        "docs/players/organising",
    ],
    "Games": [
        "games/titles/pirates/README",
        "games/titles/goeben/README",
        "games/titles/battleships/README",
        "games/titles/pq17/README",
    ],
    "Host a server": [
        "README",
        "docs/hosts/install",
        "docs/hosts/operate",
        "docs/hosts/settings",
        "docs/hosts/mail",
        "docs/hosts/mail-server",
        "docs/hosts/several-machines",
        "CHANGELOG",
        "SECURITY",
    ],
    "Write a client or a bot": ["docs/api/guide", "docs/api/webhooks", "docs/api/permissions"],
    "Add a game": ["docs/titles/tutorial", "docs/titles/reference", "docs/titles/translating"],
    "Change the code": [
        "CONTRIBUTING",
        "docs/architecture",
        "docs/glossary",
        RECORDS,
        "docs/development/testing",
        "docs/development/performance",
        "docs/development/bots",
        "docs/development/workbench",
        "docs/development/roadmap",
        "CODE_OF_CONDUCT",
    ],
}
"""The pages for each group of readers, as paths without suffix, relative to the checkout."""
SHORT_TITLES = {"README": "First steps"}
"""Titles of the side bar that differ from the page's heading."""


def toctrees(page: str) -> str:
    """Return the hidden ``toctree`` directives of a page, which list its subpages; empty if it has none.

    `page` is the path of the page in the docs without suffix.
    """
    if page == RECORDS:
        return _toctree("", ["0*"], ":glob:")
    if page == INDEX:
        return "".join(_toctree(caption, [_entry(name) for name in pages]) for caption, pages in NAVIGATION.items())
    return ""


def _entry(page: str) -> str:
    title = SHORT_TITLES.get(page)
    return f"{title} </{page}>" if title else f"/{page}"


def _toctree(caption: str, entries: list[str], *options: str) -> str:
    lines = ["", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), *options, ""]
    return "\n".join([*lines, *entries, "```", ""])
