"""The pages for hosts are true: the settings that they name, and a backup that restores the same games."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from pbem.environment import Environment, variable_name
from pbem.setting_values import find_site_logo, read_site_contact
from tools import settings_page
from tools.launch import ROOT

PAGES = sorted((ROOT / "docs" / "hosts").glob("*.md"))
SETTINGS = ROOT / "docs" / "hosts" / "settings.md"


def test_the_page_has_every_setting_with_its_default() -> None:
    rows = re.findall(r"^- `([A-Z_]+)`(?:\s\(default\s`(.*?)`\))?:\s", SETTINGS.read_text(), re.MULTILINE)
    defaults = Environment()
    wanted = {variable_name(name): getattr(defaults, name) for name in Environment.__struct_fields__}
    shown = {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in wanted.items()}
    assert rows == list(shown.items())


def test_the_page_of_settings_is_as_generated() -> None:
    assert settings_page.main(["--check"]) == 0
    assert set(settings_page.SECTIONS) <= set(Environment.__struct_fields__)


def test_an_outdated_page_of_settings_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "settings.md"
    page.write_text(SETTINGS.read_text().replace("(default `20`)", "(default `21`)"))
    monkeypatch.setattr(settings_page, "PAGE", page)
    assert settings_page.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().out
    assert settings_page.main([]) == 0
    assert page.read_text() == SETTINGS.read_text()


def test_a_setting_without_a_description_is_refused() -> None:
    source = "SHARED_NAMES = {}\nclass Environment:\n    debug: bool = False\n    port: int = 1\n    'A port.'\n"
    with pytest.raises(ValueError, match="debug has no description"):
        settings_page.read_settings(source)


@pytest.mark.parametrize("contact", ["", "host@example.org", "https://example.org/club?a=1"])
def test_a_contact_is_an_address_or_a_page(contact: str) -> None:
    assert read_site_contact(contact) == contact


@pytest.mark.parametrize("contact", ["example.org", "javascript:alert(1)", "a b@example.org", "a@example.org?bcc=b@c"])
def test_any_other_contact_stops_the_start(contact: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PBEM_SITE_CONTACT"):
        read_site_contact(contact)


def test_a_logo_that_browsers_cannot_show_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "logo.png").touch()
    (tmp_path / "logo.exe").touch()
    assert find_site_logo("", tmp_path) is None
    assert find_site_logo("logo.png", tmp_path) == tmp_path / "logo.png"
    for wrong in ("logo.exe", "none.png"):
        with pytest.raises(ImproperlyConfigured, match="PBEM_SITE_LOGO"):
            find_site_logo(wrong, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_that_a_page_names_exists(page: Path) -> None:
    known = {variable_name(name) for name in Environment.__struct_fields__}
    assert set(re.findall(r"PBEM_[A-Z_]+", page.read_text())) - {"PBEM_"} <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)[^)]*\)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


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
