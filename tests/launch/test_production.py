"""The files for production: what they must not open, and that they name what is there."""

import re
from typing import Any

import pytest
import yaml

from tools.launch import ROOT


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    parts: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return parts


def test_only_the_web_server_is_reachable_and_only_from_the_machine(services: dict[str, dict[str, Any]]) -> None:
    published = {name: part["ports"] for name, part in services.items() if "ports" in part}
    assert published == {"web": ["127.0.0.1:8000:8000"]}


def test_no_secret_is_written_down(services: dict[str, dict[str, Any]]) -> None:
    for part in services.values():
        for name, value in part.get("environment", {}).items():
            if re.search("PASSWORD|SECRET|AUTH|_URL", name):
                assert re.search(r"\$\{\w+:\?", value), name


def test_the_scheduler_runs_once(services: dict[str, dict[str, Any]]) -> None:
    schedulers = [part for part in services.values() if "beat" in part.get("command", ())]
    assert len(schedulers) == 1
    assert "deploy" not in schedulers[0]


def test_the_image_takes_every_package_of_the_server() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert {"pbem", "games", "api", "worker", "locale"} <= copied
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()
