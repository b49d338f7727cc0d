"""`manage.py new_title`: what it writes works, keeps the kernel's contract and stands on the plan of the house."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

ROOT = Path(__file__).parents[2]
SHARED = ("aloud", "borders", "layers", "naming", "reference", "schema")
"""Tests that ask the same of all titles that are offered."""
ROOMS = ("box", "orders", "table", "seen", "rules", "presentation", "bot", "data")


def write(root: Path, *words: str) -> str:
    out = StringIO()
    call_command("new_title", *words, "--into", str(root), stdout=out)
    return out.getvalue()


@pytest.mark.thorough
def test_the_title_it_writes_passes_its_own_tests_and_conformance(tmp_path: Path) -> None:
    said = write(tmp_path, "regatta", "The Regatta")
    title = tmp_path / "games" / "titles" / "regatta"
    assert all((title / room).is_dir() for room in ROOMS)
    assert "games.registry.TITLES" in said
    done = run_tests(tmp_path, str(tmp_path / "tests"))
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.thorough
def test_the_title_it_writes_passes_what_is_asked_of_every_title(tmp_path: Path) -> None:
    write(tmp_path, "regatta", "The Regatta")
    done = run_tests(
        tmp_path, *(str(ROOT / "tests" / "titles" / f"test_{name}.py") for name in SHARED), "-k", "regatta"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " deselected" in done.stdout


@pytest.mark.thorough
def test_the_types_of_the_title_it_writes_hold(tmp_path: Path) -> None:
    """Checked where it will stand, in a checkout that has nothing else of its own."""
    for name in ("pyproject.toml", "pbem", "api", "worker"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "games" / "titles").mkdir(parents=True)
    for path in (*(ROOT / "games").iterdir(), ROOT / "games" / "titles" / "__init__.py"):
        if path.name != "titles":
            (tmp_path / path.relative_to(ROOT)).symlink_to(path)
    write(tmp_path, "regatta")
    words = ["--cache-dir", str(tmp_path / "cache"), "--follow-imports=silent", "games/titles/regatta"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_title_it_writes_is_tidy(tmp_path: Path) -> None:
    write(tmp_path, "regatta")
    rules = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
    for words in (["check", "--ignore", "S101", *rules], ["format", "--check", *rules]):
        done = subprocess.run([sys.executable, "-m", "ruff", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("key", "why"), [("Big", "no key"), ("a-b", "no key"), ("x", "no key")])
def test_a_key_that_is_none_is_refused(tmp_path: Path, key: str, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        write(tmp_path, key)
    assert list(tmp_path.iterdir()) == []


def test_a_title_is_never_overwritten(tmp_path: Path) -> None:
    write(tmp_path, "regatta")
    with pytest.raises(CommandError, match="there already"):
        write(tmp_path, "regatta")


def run_tests(root: Path, *asked: str) -> "subprocess.CompletedProcess[str]":
    """Tests with the title found beside those of this checkout, and offered in their place."""
    home = root / "games" / "titles"
    program = (
        "import sys, pytest, games.titles;"
        f"games.titles.__path__.append({str(home)!r});"
        "import django; django.setup();"
        "from pathlib import Path; from games import registry; from tests.titles import loading;"
        f"registry.TITLES, registry._SHIPPED, loading.TITLES = ('regatta',), Path({str(home)!r}), Path({str(home)!r});"
        f"sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '--import-mode=importlib', '--rootdir', {str(ROOT)!r},"
        f" '-c', {str(ROOT / 'pyproject.toml')!r}, *{asked!r}]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
