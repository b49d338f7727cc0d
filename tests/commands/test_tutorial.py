"""`docs/titles/tutorial.md`, followed to the letter in a checkout of its own; then its game is played."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from games.kernel.title import Title
from games.kernel.title_parts import TitleOptions, TitlePresentation, TitleRules, TitleSecrecy, TitleStandingOrders
from tests.commands.checkouts import ROOT, make_checkout, require, run_in, run_tests
from tests.commands.following import Page

TUTORIAL = ROOT / "docs" / "titles" / "tutorial.md"
MOST = {"tutorial.md": 150, "reference.md": 120}
"""The lines that each page may have."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which somebody has followed the tutorial."""
    root = make_checkout(tmp_path_factory.mktemp("tutorial"))
    Page(TUTORIAL, root, "rps").follow()
    return root


@pytest.mark.thorough
def test_its_game_is_played_over_the_api_and_keeps_its_secret(checkout: Path) -> None:
    assert "2 passed" in run_tests(checkout, "tests/commands/game_of_tutorial.py")


@pytest.mark.thorough
def test_its_title_is_tidy_and_keeps_the_import_contracts(checkout: Path) -> None:
    require(run_in(checkout, "-m", "ruff", "check", "--no-cache", "games/titles/rps", "tests/titles/rps"))
    words = ["--cache-dir", str(checkout / "cache"), "--follow-imports=silent", "games/titles/rps"]
    require(run_in(checkout, "-m", "mypy", *words))
    program = "from importlinter.cli import lint_imports_command as run; run()"
    assert " 0 broken" in require(run_in(checkout, "-c", program, "--no-cache", "--no-logo"))


@pytest.mark.thorough
def test_its_title_passes_the_tests_that_are_shared_by_all_titles(checkout: Path) -> None:
    shared = sorted(str(path) for path in (checkout / "tests" / "titles").glob("test_*.py"))
    assert " deselected" in run_tests(checkout, *shared, "-k", "rps or registered")


def test_the_reference_names_every_field_of_a_title() -> None:
    named = set(re.findall(r"`(\w+)`", (TUTORIAL.parent / "reference.md").read_text("utf-8")))
    parts = (TitleRules, TitleSecrecy, TitlePresentation, TitleStandingOrders, TitleOptions)
    assert {field.name for kind in (Title, *parts) for field in fields(kind)} <= named


@pytest.mark.parametrize("name", MOST)
def test_a_page_is_short_and_narrow(name: str) -> None:
    lines = (TUTORIAL.parent / name).read_text("utf-8").splitlines()
    assert len(lines) <= MOST[name]
    assert max(map(len, lines)) <= 110
