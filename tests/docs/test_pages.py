"""The documentation: links lead somewhere, pages are short, and no page is a diary."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.docs.blocks import documents
from tests.docs.pages import DOCS, ROOT, anchors, diary, link_problems, long_lines, pages

WIDTH = 110
LIMITS = {
    "index.md": 40,
    "architecture.md": 150,
    "glossary.md": 60,
    "players/*.md": 100,
    "hosts/settings.md": 160,
    "hosts/*.md": 100,
    "api/*.md": 150,
    "titles/tutorial.md": 150,
    "titles/reference.md": 120,
    "titles/*.md": 100,
    "adr/*.md": 60,
    "development/performance.md": 80,
    "development/*.md": 60,
}
"""The largest number of lines of a page; the first pattern that fits counts. The page of settings is generated."""
SOURCES = ("api", "bench", "games", "pbem", "tests", "tools", "worker")
SUFFIXES = {".py", ".toml", ".yml", ".html", ".md"}
RECORD = re.compile(r"\bADR (\d+)\b")
PATH = re.compile(r"\bdocs/(?:[\w-]+/)*[\w-]+(?:\.md)?")
LINKED = [*documents(), ROOT / "CHANGELOG.md", ROOT / "CODE_OF_CONDUCT.md"]
PAGES = {page.relative_to(ROOT).as_posix(): page for page in pages()}


def records() -> list[Path]:
    return sorted((DOCS / "adr").glob("0*.md"))


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    assert list(link_problems(page)) == []


@pytest.mark.parametrize("name", PAGES)
def test_lines_are_short(name: str) -> None:
    assert list(long_lines(PAGES[name].read_text(encoding="utf-8"), WIDTH)) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_no_issue_and_no_date(name: str) -> None:
    assert list(diary(PAGES[name].read_text(encoding="utf-8"))) == []


def test_pages_are_short() -> None:
    found = {}
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).as_posix()
        most = next((most for pattern, most in LIMITS.items() if fnmatch(name, pattern)), None)
        length = len(page.read_text(encoding="utf-8").splitlines())
        if most is None or length > most:
            found[name] = length
    assert found == {}


def test_records_are_numbered_without_holes() -> None:
    assert [int(page.name[:4]) for page in records()] == list(range(1, len(records()) + 1))
    for number, page in enumerate(records(), start=1):
        assert page.read_text(encoding="utf-8").startswith(f"# {number}. ")


def test_the_index_lists_every_record() -> None:
    index = (DOCS / "adr" / "index.md").read_text(encoding="utf-8")
    lines = []
    for page in records():
        number, _, title = page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ").partition(". ")
        lines.append(f"{number}. [{title}]({page.name})")
    assert [line for line in index.splitlines() if re.match(r"\d+\. ", line)] == lines


def test_the_map_leads_to_every_page() -> None:
    """Every page is on the map in docs/index.md; records are in their own index, a host's pages follow from two."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    shown = {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")} - {"index.md"}
    unnamed = {name for name in shown if f"({name})" not in text}
    assert {name for name in unnamed if not fnmatch(name, "adr/0*.md") and not fnmatch(name, "hosts/*.md")} == set()


def test_code_names_pages_and_records_that_exist() -> None:
    known = {int(page.name[:4]) for page in records()}
    wrong = []
    files = [path for folder in SOURCES for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES]
    files += [path for path in ROOT.iterdir() if path.suffix in SUFFIXES and path.name != "CHANGELOG.md"]
    for path in files:
        if path.is_relative_to(Path(__file__).parent) or path.name == "test_public_api.py":
            continue
        text = path.read_text(encoding="utf-8")
        place = path.relative_to(ROOT)
        wrong += [f"{place}: ADR {number}" for number in RECORD.findall(text) if int(number) not in known]
        wrong += [f"{place}: {name}" for name in PATH.findall(text) if not _exists(name)]
    assert wrong == []


def _exists(name: str) -> bool:
    """True if a page, a folder, a picture, or a record by its number has the name."""
    there = ROOT / name
    return there.exists() or any(there.parent.glob(f"{there.name}-*.md")) or any(there.parent.glob(f"{there.name}.*"))


def test_what_is_looked_for_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("## A heading, here\n")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md#a-heading-here) [b](gone.md) [c](other.md#gone) `[d](code.md)`\n```\n[e](x.md)\n```\n[1]: f.png\n"
    )
    assert list(link_problems(page)) == [
        "1: gone.md: no such file",
        "1: other.md#gone: no such heading",
        "5: f.png: no such file",
    ]
    assert anchors("# `GET games/` and *more*\n") == {"get-games-and-more"}
    assert list(long_lines("| table " + "x" * 200 + "\n" + "word " * 30, 110)) == ["2: 150 characters"]
    dated = "On 3 March.\nMay 2001\n2001-02-03 issue 9\n`2001-02-03`\nThe campaign of March 1942\n"
    assert list(diary(dated)) == ["1: 3 March", "2: May 2001", "3: 2001-02-03", "3: issue 9"]
