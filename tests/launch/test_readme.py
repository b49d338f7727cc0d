"""The pages at the top of the repository: the README's commands play a turn, and every link leads to a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launch.test_serve import QUIETLY, Server
from tools.launch import ROOT
from tools.launch.checks import checks

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / ".github").rglob("*.md"))]
LONGEST = {"README.md": 110, "CONTRIBUTING.md": 120, "SECURITY.md": 40, "CODE_OF_CONDUCT.md": 20}
"""The limit of lines, so that a newcomer can read the page at once."""
WIDEST = 110


@pytest.mark.skipif(sys.platform != "linux", reason="the server of these tests looks at processes through /proc")
def test_the_commands_of_the_readme_play_a_first_turn(tmp_path: Path) -> None:
    section = README.partition("## Play your first game")[2]
    (commands,) = re.findall(r"```sh\n(U=.*?)```", section, re.DOTALL)
    server = Server(tmp_path / "data", *QUIETLY)
    try:
        server.wait_for("Ctrl-C stops everything")
        _write_launcher(tmp_path / "run", tmp_path / "data")
        here = commands.replace("http://127.0.0.1:8000/", server.address)
        apart = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
        done = subprocess.run(
            ["sh", "-euc", here], cwd=tmp_path, env=apart, capture_output=True, text=True, check=False, timeout=120
        )
    finally:
        server.end()
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("open\nrunning\nYour turn:")
    assert "\nintercept " in done.stdout
    assert "Turn 1: Red.\nRed assigns 1 card:" in done.stdout
    assert "\nRed reveals " in done.stdout
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def _write_launcher(path: Path, data: Path) -> None:
    """Write a `./run` for these data."""
    inside = f'{sys.executable} -m tools.launch.inside manage --data {data} "$@"'
    path.write_text(f'#!/bin/sh\n[ "$1" = manage ] && shift && cd {ROOT} && exec {inside}\n')
    path.chmod(0o755)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [*re.findall(r"\]\(([^)#:]+)[^):]*\)", text), *re.findall(r"^\[\d+\]: (\S+)$", text, re.MULTILINE)]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("name", LONGEST)
def test_a_page_is_short(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= LONGEST[name]
    assert [number for number, line in enumerate(lines, start=1) if len(line) > WIDEST] == []


def test_the_pictures_are_small() -> None:
    pictures = sorted((ROOT / "docs" / "images").glob("*.png"))
    assert {path.stem for path in pictures} >= {"pirates", "goeben", "battleships", "pq17"}
    assert [path.name for path in pictures if os.stat(path).st_size > 150_000] == []


def test_the_hooks_before_a_commit_run_checks_that_exist() -> None:
    entries = re.findall(r"^ +entry: \.venv/bin/(.+)$", (ROOT / ".pre-commit-config.yaml").read_text(), re.MULTILINE)
    known = {" ".join(check.command[1:]) for check in checks()}
    for entry in entries:
        module = entry.removeprefix("python ").removesuffix(" --force-exclude")
        assert module in known or f"-m {module} ." in known
    assert len(entries) >= 8
