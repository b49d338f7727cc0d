"""A linter of the HTML of e-mails: which mail programs do not support what it uses, by the data of caniemail.com."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

DATA = json.loads(Path(__file__).with_name("caniemail.json").read_text(encoding="utf-8"))
CLIENTS: list[str] = DATA["clients"]
FEATURES: dict[str, str] = DATA["features"]

_TAGS = {
    **dict.fromkeys(("ul", "ol", "li", "dl"), "html-lists"),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "html-h1-h6"),
    **dict.fromkeys(("table", "tr", "td", "th", "tbody"), "html-table"),
    "body": "",
}
"""The features of elements that are not called as they are. Mail programs replace the body, and its styles with it: the
table within it has them too.
"""
_SHORT = {
    "background-color": "css-background-color",
    "border-left": "css-border",
    "border-top": "css-border",
    "border-bottom": "css-border",
    "font-family": "css-font",
    **{f"padding-{side}": "css-padding" for side in ("left", "right", "top", "bottom")},
    **{f"margin-{side}": "css-margin" for side in ("left", "right", "top", "bottom")},
}
_UNITS = re.compile(r"(?<![\w#])-?[\d.]+(px|em|rem|%|vw|vh|pt|ch|ex)\b|(?<=\d)(%)")


class Unsupported(NamedTuple):
    """A feature that a client does not support, and where it is used."""

    feature: str
    client: str
    where: str


def unsupported(page: str) -> set[Unsupported]:
    """Return what the page uses and a client does not support.

    The rules that only the style sheet has are enhancements, and are not counted.
    """
    found = set()
    for feature, where in used(page):
        for client, mark in zip(CLIENTS, FEATURES.get(feature, ""), strict=False):
            if mark == "n":
                found.add(Unsupported(feature, client, where))
    return found


def used(page: str) -> Iterator[tuple[str, str]]:
    """Yield the features of the elements, their attributes and their own styles, with the place."""
    reader = _Reader()
    reader.feed(page)
    yield from reader.features


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.features: dict[tuple[str, str], None] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(_TAGS.get(tag, f"html-{tag}"), f"<{tag}>")
        for name, value in attrs:
            if name == "style":
                self._styles(tag, value or "")
            else:
                self._add(f"html-{name}", f"<{tag} {name}>")

    def _styles(self, tag: str, style: str) -> None:
        for name, _, value in (part.partition(":") for part in style.split(";") if part.strip()):
            said = name.strip()
            where = f"<{tag}> {said}:{value.strip()}"
            self._add(_SHORT.get(said, f"css-{said}"), where)
            self._add(f"css-{said}-{value.strip()}", where)
            for unit, percent in _UNITS.findall(value):
                self._add(f"css-unit-{'percent' if percent or unit == '%' else unit}", where)

    def _add(self, feature: str, where: str) -> None:
        if feature in FEATURES:
            self.features[feature, where] = None
