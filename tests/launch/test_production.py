"""The files for production: what they must not open, and that they name what is there."""

import re
from typing import Any

import pytest
import yaml
from django.conf import settings

from pbem.settings import _cache
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


def test_letters_and_games_have_workers_of_their_own(services: dict[str, dict[str, Any]]) -> None:
    commands = [part["command"] for part in services.values() if "worker" in part.get("command", ())]
    queues = [command[command.index("--queues") + 1] for command in commands]
    assert sorted(queues) == sorted(settings.CELERY_TASK_QUEUES) == ["mail", "play"]


def test_every_part_is_confined(services: dict[str, dict[str, Any]]) -> None:
    """No rights to gain, nothing to write to but its volumes, so much of the machine and no more."""
    for name, part in services.items():
        assert part["cap_drop"] == ["ALL"], name
        assert "cap_add" not in part, name
        assert "privileged" not in part, name
        assert part["security_opt"] == ["no-new-privileges:true"], name
        assert part["read_only"] is True, name
        assert {"mem_limit", "cpus", "pids_limit"} <= part.keys(), name
        assert part["logging"]["options"].keys() == {"max-size", "max-file"}, name


def test_nothing_runs_as_root(services: dict[str, dict[str, Any]]) -> None:
    assert re.search(r"^USER sealed$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for name, part in services.items():
        assert part["image"] == "sealed-orders" or part["user"] in ("postgres", "redis"), name


def test_every_part_that_stays_is_looked_after(services: dict[str, dict[str, Any]]) -> None:
    watched = {name: " ".join(part["healthcheck"]["test"]) for name, part in services.items() if "healthcheck" in part}
    assert watched.keys() == services.keys() - {"migrate"}
    assert "http://127.0.0.1:8000/healthz" in watched["web"]
    for name in ("worker", "mail"):
        assert "--hostname" not in services[name]["command"], "it is called celery@HOSTNAME"
        assert "celery@$$HOSTNAME" in watched[name]


def test_the_client_is_named_by_the_proxy_on_this_machine_alone(services: dict[str, dict[str, Any]]) -> None:
    networks = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["networks"]
    (subnet,) = networks["default"]["ipam"]["config"]
    assert services["web"]["environment"]["PBEM_TRUSTED_PROXIES"] == subnet["gateway"]


def test_the_cache_makes_room_and_never_the_broker(services: dict[str, dict[str, Any]]) -> None:
    command = " ".join(services["redis"]["command"])
    assert re.search(r"--maxmemory \d+mb --maxmemory-policy volatile-lru", command)
    most = int(re.findall(r"--maxmemory (\d+)mb", command)[0])
    assert most < int(services["redis"]["mem_limit"].removesuffix("m"))
    url = services["web"]["environment"]["REDIS_URL"].replace("${REDIS_PASSWORD:?set it in .env}", "word")
    assert _cache("", url)["LOCATION"] == "redis://:word@redis:6379/1"


def test_the_image_takes_every_package_of_the_server() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert {"pbem", "games", "api", "worker", "locale"} <= copied
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()
