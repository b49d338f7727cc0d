"""What the page for hosts says holds: its table of settings, and a backup from which the same games come back."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.settings import Environment, _variable
from tools.launch import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text()


def test_the_table_has_every_setting_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", PAGE, re.MULTILINE))
    defaults = Environment()
    wanted = {_variable(name): getattr(defaults, name) for name in Environment.__struct_fields__}
    shown = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in wanted.items()}
    assert rows == {name: f"`{value}`" if value else "–" for name, value in shown.items()}


def test_every_setting_that_the_page_speaks_of_exists() -> None:
    known = {_variable(name) for name in Environment.__struct_fields__}
    assert set(re.findall(r"PBEM_[A-Z_]+", PAGE)) <= known


def _manage(data: Path, *words: str) -> str:
    """A command with this data folder, in a process of its own; what it printed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    variables = {**kept, "PBEM_DATA_DIR": str(data), "PYTHONPATH": str(ROOT), "PBEM_MAIL_URL": f"files:{data}/mail"}
    variables.pop("DATABASE_URL", None)
    variables.pop("REDIS_URL", None)
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_a_backup_brings_every_view_back(tmp_path: Path) -> None:
    """Backup, loss of the data folder, restore as the page says: the same boards for every seat, dice that verify."""
    data, kept = tmp_path / "data", tmp_path / "backup"
    _manage(data, "migrate", "--verbosity", "0")
    _manage(data, "create_player", "anna", "anna@example.org", "--staff", "--password", "a fine new one 7")
    _manage(data, "seed_demo")
    game = "Demonstration: you against the phantom"
    looks = [
        ("show_view", game, "--json"),
        ("show_view", game, "--seat", "red", "--by", "anna", "--json"),
        ("show_view", "Demonstration: two captains", "--seat", "black", "--by", "anna", "--json"),
        ("where",),
    ]
    before = [_manage(data, *words) for words in looks]
    said = _manage(data, "backup", str(kept)).split()
    assert said == ["sealed.sqlite3", "secret_key", "signing_key"]
    assert {path.stat().st_mode & 0o077 for path in (kept / "secret_key", kept / "signing_key", kept)} == {0}
    keys = {name: (data / name).read_text() for name in ("secret_key", "signing_key")}
    shutil.rmtree(data)
    data.mkdir()
    for path in kept.iterdir():
        shutil.copy(path, data / path.name)
    assert [_manage(data, *words) for words in looks] == before
    assert {name: (data / name).read_text() for name in keys} == keys
    _manage(data, "check_replays")


def test_a_backup_is_not_written_over_another(tmp_path: Path) -> None:
    from django.core.management import call_command
    from django.core.management.base import CommandError

    (tmp_path / "there").write_text("before")
    with pytest.raises(CommandError, match="not empty"):
        call_command("backup", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
