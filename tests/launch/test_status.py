"""The tests that docs/status.md and docs/done.md name exist: a demand whose test was renamed is shown by nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("status.md", "done.md")
QUOTED = re.compile(r"`([^`]+)`")
A_TEST = re.compile(r"(?:[\w*]+/)*test_[\w*]*\.py")


def named_on(page: str) -> Iterator[tuple[str, str]]:
    """The tests that a page names, as patterns, each with its line; a bare name lies beside the one before."""
    for number, line in enumerate((ROOT / "docs" / page).read_text(encoding="utf-8").splitlines(), start=1):
        folder = ""
        for quoted in QUOTED.findall(line):
            for name in A_TEST.findall(quoted):
                folder = name.rpartition("/")[0] or folder
                yield f"{page}:{number}", f"{folder or '**'}/{name.rpartition('/')[2]}"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_tests_that_exist(page: str) -> None:
    gone = [f"{where} {name}" for where, name in named_on(page) if not any((ROOT / "tests").glob(name))]
    assert not gone


def test_a_bare_name_lies_beside_the_one_before() -> None:
    named = [name for _, name in named_on("status.md")]
    assert len(named) > 100
    assert "titles/pq17/test_01_units.py" in named
