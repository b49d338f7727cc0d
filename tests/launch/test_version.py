"""The version of the release: pyproject.toml names it, and everything else repeats that."""

import re
import subprocess
import sys
import tomllib

import pytest
from django.conf import settings
from django.test import Client

from tests.api.openapi import DOCUMENT
from tools.launch import ROOT, arguments

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
VERSION = PROJECT["version"]
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
GROUPS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The headings of Keep a Changelog."""
LONGEST = 150
"""The largest number of lines of one release."""


def test_the_server_reads_it_from_the_project_file() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    assert settings.PBEM_VERSION == VERSION


def test_a_management_command_prints_it() -> None:
    command = [sys.executable, "manage.py", "show_version"]  # as it is typed: Django keeps some words for itself
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{VERSION}\n"


def test_the_launcher_prints_it_without_an_environment(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        arguments.parse(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"{VERSION}\n")
    done = subprocess.run([sys.executable, "-I", ROOT / "run", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{VERSION}\n"


def test_the_api_reports_it(client: Client) -> None:
    assert DOCUMENT["info"]["version"] == VERSION
    assert client.get("/api/v1/").json() == {"name": "Sealed Orders", "version": VERSION}


def test_the_image_is_labelled_and_holds_the_project_file() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]*)"', dockerfile))
    assert labels == {"title": "Sealed Orders", "version": VERSION, "licenses": PROJECT["license"]}
    assert re.search(r"^COPY .*\bpyproject\.toml\b.* \./$", dockerfile, re.MULTILINE)


def test_the_changelog_has_a_section_for_this_release_below_an_empty_or_growing_one() -> None:
    sections = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
    assert sections[0] == "[Unreleased]"
    assert re.fullmatch(rf"\[{re.escape(VERSION)}\] - \d{{4}}-\d\d-\d\d", sections[1])
    assert len(set(sections)) == len(sections)
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= GROUPS


def test_the_changelog_is_short() -> None:
    lines = CHANGELOG.splitlines()
    assert max(len(section.splitlines()) for section in CHANGELOG.split("\n## ")) <= LONGEST
    assert [number for number, line in enumerate(lines, start=1) if len(line) > 110] == []
