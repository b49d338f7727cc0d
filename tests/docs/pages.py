"""The pages of the documentation, and what a reader sees of them."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_FENCE = re.compile(r"^(```|~~~)")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_DEFINITION = re.compile(r"^\[[^\]]+\]: (\S+)")
_CODE = re.compile(r"`[^`]*`")


def pages(root: Path = ROOT) -> list[Path]:
    """Return README, the other pages beside it for outsiders, and all pages in docs."""
    top = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md") if (root / name).exists()]
    return [*top, *sorted((root / "docs").rglob("*.md"))]


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines outside code blocks, with their numbers."""
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if _FENCE.match(line.strip()):
            inside = not inside
        elif not inside:
            yield number, line


def links(text: str) -> Iterator[tuple[int, str]]:
    """Yield the targets of relative links, with the numbers of their lines."""
    for number, line in prose(text):
        for target in [*_LINK.findall(without_code(line)), *_DEFINITION.findall(line)]:
            if not re.match(r"[a-z]+:", target):
                yield number, target


def without_code(line: str) -> str:
    """Return the line with its code spans emptied."""
    return _CODE.sub("``", line)


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings, as GitHub makes them."""
    found: set[str] = set()
    for _, line in prose(text):
        if heading := re.match(r"#{1,6} (.+)", line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


def link_problems(page: Path) -> Iterator[str]:
    """Yield the relative links of a page whose file or heading does not exist."""
    text = page.read_text(encoding="utf-8")
    for number, target in links(text):
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists():
            yield f"{number}: {target}: no such file"
        elif anchor and anchor not in anchors(there.read_text(encoding="utf-8")):
            yield f"{number}: {target}: no such heading"


def long_lines(text: str, most: int) -> Iterator[str]:
    """Yield the lines of prose that are too long. Tables are exempt, and so is a line with a link."""
    for number, line in prose(text):
        if len(line) > most and not line.startswith("|") and not _LINK.search(line):
            yield f"{number}: {len(line)} characters"


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DIARY = re.compile(
    rf"\bissues? #?\d+|\b20\d\d-\d\d-\d\d\b|\b\d{{1,2}} (?:{_MONTHS})\b|\b(?:{_MONTHS}) (?:\d{{1,2}}, )?20\d\d\b",
    re.IGNORECASE,
)


def diary(text: str) -> Iterator[str]:
    """Yield numbers of issues and dates of work. Code is exempt: it may show a date as an example."""
    for number, line in prose(text):
        for found in _DIARY.finditer(without_code(line)):
            yield f"{number}: {found[0]}"
