"""A checkout of its own in a temporary folder, for commands that write into the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("api", "bench", "games", "locale", "pbem", "tests", "tools", "worker", "manage.py", "pyproject.toml")
KEPT = ("turns", "whole_games", "playthroughs", "__pycache__")
"""Folders of kept games are many files that no command reads."""


def make_checkout(folder: Path) -> Path:
    """Copy the sources into a folder."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns(*KEPT), symlinks=True)
        else:
            shutil.copy(source, folder / name)
    return folder


def run_in(checkout: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run Python in a checkout, with its sources in place of ours."""
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=checkout, env=variables(checkout), capture_output=True, text=True, check=False)


def run_shell(checkout: Path, line: str) -> "subprocess.CompletedProcess[str]":
    """Run a line of shell in a checkout, with its sources in place of ours."""
    return subprocess.run(
        line, shell=True, cwd=checkout, env=variables(checkout), capture_output=True, text=True, check=False
    )


def variables(checkout: Path) -> dict[str, str]:
    """The environment of a program that runs in a checkout."""
    kept = {name: value for name, value in os.environ.items() if name != "WRITE_PLAYTHROUGHS"}
    return kept | {"PYTHONPATH": str(checkout), "PBEM_DATA_DIR": str(checkout / "var")}


def require(done: "subprocess.CompletedProcess[str]") -> str:
    """Return what a program printed. Fails if it ended with an error."""
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_tests(checkout: Path, *words: str) -> str:
    """Run tests of a checkout. Fails if one of them does."""
    return require(run_in(checkout, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words))
