"""What tests of boards and words share: both languages, what must never be read, pictures as trees."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pbem

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "ja")
RAW = re.compile(r"[a-z]+_[a-z0-9_]+|\bNone\b|[{}]")
"""What nobody should have to read: names of the code, values that are none, braces of a template."""
FONTS = [str(path) for path in (Path(pbem.__file__).parent / "assets" / "fonts").glob("*.ttf")]
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree."""
    return ElementTree.fromstring(svg)  # noqa: S314 (our own picture)


def words(svg: str) -> list[str]:
    """Every text of the picture but its description."""
    return [element.text or "" for element in parsed(svg).iter(f"{SVG}text")]


def symbols(svg: str, name: str) -> int:
    """How often a symbol is used, the legend left out."""
    return svg.count(f'href="#{name}"')


def assert_a_sentence(line: str, language: str) -> None:
    """A line of the log is one whole sentence in its language, and nothing raw stands in it."""
    assert not RAW.search(line), line
    assert line.endswith("。" if language == "ja" else "."), line
    assert "\n" not in line
    assert "  " not in line
    if language == "ja":
        assert _JAPANESE.search(line), line
