"""What is wrong with the markup of a page: what the Nu checker and html-validate find most, without either."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

import html5lib

IDS = (
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
    "aria-owns",
    "aria-details",
    "for",
    "list",
    "form",
)
"""Attributes that hold ids of the same page."""
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)")
"""A moment as HTML reads it; other values of ``datetime`` are not used here."""
NAMELESS = {"p", "span", "b", "i", "em", "strong", "small", "code", "div", "sub", "sup", "time", "bdi", "legend"}
"""Elements without a role, which no name may be given to."""
PHRASING = {"p", "span", "b", "i", "em", "strong", "small", "code", "label", "button", "bdi", "summary"} | {
    f"h{level}" for level in range(1, 7)
}
BLOCKS = {"p", "div", "ul", "ol", "dl", "table", "form", "fieldset", "section", "details", "pre", "figure", "nav"}
CONTROLS = {"a", "button", "select", "input", "textarea", "summary"}


def faults(text: str, *, is_email: bool = False) -> list[str]:
    """Return the faults of a whole page, each with its place or its element. An e-mail needs no headings."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page = parser.parse(text)
    syntax = [f"{code} {names} at {line}:{column}" for (line, column), code, names in parser.errors]
    rest = (_ids(page), () if is_email else _headings(page), _attributes(page), _nesting(page))
    return [*syntax, *(fault for some in rest for fault in some)]


def _elements(page: Element) -> Iterator[Element]:
    return (one for one in page.iter() if isinstance(one.tag, str))


def _ids(page: Element) -> Iterator[str]:
    """Ids that stand twice, and references to ids that stand nowhere."""
    known = Counter(one.attrib["id"] for one in _elements(page) if "id" in one.attrib)
    yield from (f"the id {name} stands {times} times" for name, times in known.items() if times > 1)
    for one in _elements(page):
        for name in IDS:
            missing = [target for target in one.get(name, "").split() if target not in known]
            yield from (f"{_named(one)}: {name} names {target}, which is nowhere" for target in missing)


def _headings(page: Element) -> Iterator[str]:
    """One heading of the first level, and no level left out."""
    levels = [int(one.tag[1]) for one in _elements(page) if re.fullmatch("h[1-6]", one.tag)]
    if levels.count(1) != 1:
        yield f"{levels.count(1)} headings of the first level"
    yield from (f"h{after} follows h{before}" for before, after in pairwise(levels) if after > before + 1)


def _attributes(page: Element) -> Iterator[str]:
    """Moments that cannot be read, names of what has no role, fields that nobody fills in, pictures without words."""
    for one in _elements(page):
        if "datetime" in one.attrib and not MOMENT.fullmatch(one.attrib["datetime"]):
            yield f"{_named(one)}: datetime {one.attrib['datetime']}"
        if one.tag in NAMELESS and "role" not in one.attrib and {"aria-label", "aria-labelledby"} & one.attrib.keys():
            yield f"{_named(one)}: a name without a role"
        if one.attrib.get("type") == "hidden" and one.attrib.get("autocomplete") in ("on", "off"):
            yield f"{_named(one)}: nobody fills in a hidden field"
        if one.tag == "img" and "alt" not in one.attrib:
            yield f"{_named(one)}: no alt"


def _nesting(page: Element) -> Iterator[str]:
    """Blocks within lines of text, controls within controls."""
    for one in _elements(page):
        if one.tag in PHRASING:
            inside = [inner for inner in one.iter() if inner is not one and inner.tag in BLOCKS]
            yield from (f"{_named(inner)} within {_named(one)}" for inner in inside)
        if one.tag in {"a", "button"}:
            inside = [inner for inner in one.iter() if inner is not one and inner.tag in CONTROLS]
            yield from (f"{_named(inner)} within {_named(one)}" for inner in inside)


def _named(one: Element) -> str:
    marks = [f'{name}="{one.attrib[name]}"' for name in ("id", "class", "name", "href") if name in one.attrib]
    return f"<{' '.join([one.tag, *marks])}>"
