"""`manage.py new_title`: the title works, keeps the kernel's contract, and is registered without any work by hand."""

import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.management import title_scaffold
from tests.commands.checkouts import ROOT, make_checkout, require, run_in, run_tests

FOLDERS = ("components", "orders", "state", "visibility", "rules", "presentation", "bot", "data")
REGISTERED = ("games/registry.py", "pyproject.toml")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a new title, as the command leaves it."""
    root = make_checkout(tmp_path_factory.mktemp("checkout"))
    require(run_in(root, "manage.py", "new_title", "regatta", "The Regatta", "--japanese", "レガッタ"))
    return root


def listed(root: Path) -> Path:
    """A folder with nothing but the files that list the titles."""
    for name in REGISTERED:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")
    return root


@pytest.mark.thorough
def test_the_title_passes_its_own_tests_and_conformance(checkout: Path) -> None:
    assert all((checkout / "games" / "titles" / "regatta" / folder).is_dir() for folder in FOLDERS)
    assert "passed" in run_tests(checkout, "tests/titles/regatta")
    require(run_in(checkout, "manage.py", "rules", "regatta", "--gaps"))


@pytest.mark.thorough
def test_the_title_passes_the_tests_that_are_shared_by_all_titles(checkout: Path) -> None:
    shared = sorted(str(path) for path in (checkout / "tests" / "titles").glob("test_*.py"))
    said = run_tests(checkout, *shared, "-k", "regatta or registered")
    assert " deselected" in said
    assert "skipped" not in said


@pytest.mark.thorough
def test_the_title_is_registered_for_games_and_releases(checkout: Path) -> None:
    run_tests(checkout, "tests/store/test_packs.py", "-k", "regatta or kept", "--ds", "pbem.settings")
    assert len(list((checkout / "tests/titles/regatta/whole_games").glob("*.txt"))) >= 3


@pytest.mark.thorough
def test_the_title_keeps_the_import_contracts(checkout: Path) -> None:
    program = "from importlinter.cli import lint_imports_command as run; run()"
    said = require(run_in(checkout, "-c", program, "--no-cache", "--no-logo"))
    assert "The Regatta: the chapters of the rulebook KEPT" in said
    assert " 0 broken" in said


@pytest.mark.thorough
def test_the_types_of_the_title_hold(checkout: Path) -> None:
    words = ["--cache-dir", str(checkout / "cache"), "--follow-imports=silent", "games/titles/regatta"]
    require(run_in(checkout, "-m", "mypy", *words))


@pytest.mark.thorough
def test_the_title_is_tidy(checkout: Path) -> None:
    written = ["games/titles/regatta", "tests/titles/regatta", "games/registry.py"]
    require(run_in(checkout, "-m", "ruff", "check", "--no-cache", *written))
    require(run_in(checkout, "-m", "ruff", "format", "--check", "--no-cache", *written))
    assert "regatta" not in run_in(checkout, "-m", "tools.lengths").stdout


@pytest.mark.thorough
def test_the_mutation_tool_knows_the_title(checkout: Path) -> None:
    program = "from tools.mutate.suites import suite_of; print(suite_of('games/titles/regatta/title.py').tests)"
    assert "tests/titles/regatta" in require(run_in(checkout, "-c", program))


def test_the_title_speaks_of_no_sea() -> None:
    text = "\n".join(path.read_text("utf-8") for path in title_scaffold.TEMPLATES.rglob("*.txt")).lower()
    assert not [word for word in ("sea", "boat", "sail", "ashore", "ship") if word in text.split()]
    assert "class board(" in text


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Big",), "no key"),
        (("a-b",), "no key"),
        (("x",), "no key"),
        (("fine", 'A "name"'), "quotation marks"),
        (("fine", "Fine", "--japanese", "$x"), "dollar signs"),
    ],
)
def test_a_bad_key_or_name_is_refused(tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("new_title", *words, "--into", str(tmp_path), stdout=StringIO())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no checkout"):
        call_command("new_title", "regatta", "--into", str(tmp_path), stdout=StringIO())
    assert list(tmp_path.iterdir()) == []


def test_a_title_is_never_overwritten(tmp_path: Path) -> None:
    title_scaffold.write_title(listed(tmp_path), "regatta", "Regatta", "レガッタ")
    with pytest.raises(title_scaffold.InvalidTitleKey, match="exists already"):
        title_scaffold.write_title(tmp_path, "regatta", "Regatta", "レガッタ")


def test_titles_are_registered_one_after_the_other(tmp_path: Path) -> None:
    keys = ["regatta", "kontor", "flotilla"]
    for key in keys:
        title_scaffold.write_title(listed(tmp_path) if key == keys[0] else tmp_path, key, key.capitalize(), key)
    registry = (tmp_path / "games" / "registry.py").read_text("utf-8")
    assert '"pq17", "regatta", "kontor", "flotilla")' in registry
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))
    assert list(project["tool"]["sealed-orders"]["complete-titles"])[-3:] == keys
    contracts = {one["name"]: one for one in project["tool"]["importlinter"]["contracts"]}
    plan = contracts["Every title is built on the same plan"]["containers"]
    assert plan[-3:] == [f"games.titles.{key}" for key in keys]
    assert {f"{key.capitalize()}: the chapters of the rulebook" for key in keys} <= contracts.keys()


@pytest.mark.parametrize(("name", "line"), [(REGISTERED[0], "TITLES: tuple"), (REGISTERED[1], 'name = "Every title')])
def test_a_list_that_is_not_found_is_named_and_nothing_is_written(tmp_path: Path, name: str, line: str) -> None:
    path = listed(tmp_path) / name
    path.write_text(path.read_text("utf-8").replace(line, "other"), "utf-8")
    with pytest.raises(title_scaffold.InvalidTitleKey, match="does not list the titles"):
        title_scaffold.write_title(tmp_path, "regatta", "Regatta", "レガッタ")
    assert not (tmp_path / "games" / "titles").exists()
