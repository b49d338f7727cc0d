"""The files for production: what they must not open, and that they name what is there."""

import json
import re
import subprocess
from base64 import b64decode
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.conf import settings

from pbem.environment import Environment, variable_name
from pbem.setting_values import cache_settings
from tools.launch import ROOT


@pytest.fixture(scope="module")
def services() -> dict[str, dict[str, Any]]:
    parts: dict[str, dict[str, Any]] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return parts


def test_only_the_web_server_is_reachable_and_only_from_the_machine(services: dict[str, dict[str, Any]]) -> None:
    published = {name: part["ports"] for name, part in services.items() if "ports" in part}
    assert published == {"web": ["127.0.0.1:8000:8000"], "lmtp": ["127.0.0.1:8024:8024"]}
    assert services["lmtp"]["profiles"] == ["lmtp"]


def test_the_file_fits_the_schema_of_compose() -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    content = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    assert [error.message for error in validator.iter_errors(content)] == []
    content["services"]["web"]["enviroment"] = {}
    assert [error.json_path for error in validator.iter_errors(content)] == ["$.services.web"]


class _Replaced(dict[str, Any]):
    """A value that stands in the place of another one, instead of being merged with it."""


class _Overrides(yaml.SafeLoader):
    """Reads Compose's tags `!reset` and `!override`."""


def _replaced(loader: yaml.SafeLoader, node: yaml.Node) -> _Replaced:
    build = loader.construct_mapping if isinstance(node, yaml.MappingNode) else loader.construct_sequence
    return _Replaced(value=build(node))  # type: ignore[arg-type]


for _tag in ("!reset", "!override"):
    _Overrides.add_constructor(_tag, _replaced)


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Merge two files as Compose does: maps by key, everything else by the later file."""
    made = dict(base)
    for key, value in over.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict) and not isinstance(value, _Replaced)
        made[key] = _merged(base[key], value) if both else value["value"] if isinstance(value, _Replaced) else value
    return made


@pytest.fixture(scope="module")
def several() -> dict[str, Any]:
    base = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    over = yaml.load((ROOT / "docker-compose.several.yml").read_text(), _Overrides)  # noqa: S506  # a SafeLoader
    return _merged(base, over)


def test_the_files_for_several_machines_fit_the_schema_of_compose(several: dict[str, Any]) -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text())
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(several)] == []


def test_each_machine_of_several_runs_what_its_profile_says(several: dict[str, Any]) -> None:
    """No part needs a service of its own machine; database and broker are elsewhere; one profile has the scheduler."""
    parts: dict[str, dict[str, Any]] = several["services"]
    assert {name: part["profiles"] for name, part in parts.items()} == {
        "postgres": ["never"], "redis": ["never"], "migrate": ["migrate"], "web": ["web"], "beat": ["clock"],
        "imap": ["imap"], "lmtp": ["lmtp"], "worker": ["worker"], "mail": ["worker"],
        "inbound": ["worker"], "webhooks": ["worker"], "think": ["worker"],
    }  # fmt: skip
    for name, part in parts.items():
        if part["image"] == "sealed-orders":
            assert part["depends_on"] == {}, name
            assert "${POSTGRES_HOST:?" in part["environment"]["DATABASE_URL"]
            assert "${REDIS_HOST:?" in part["environment"]["REDIS_URL"]
            assert part["environment"].keys() >= REQUIRED | FIXED, name
    assert parts["web"]["ports"] == ["${WEB_LISTEN:-127.0.0.1}:8000:8000"]


REQUIRED = {"PBEM_SECRET_KEY", "PBEM_SIGNING_KEY", "PBEM_BASE_URL", "PBEM_MAIL_URL", "PBEM_MAIL_FROM"}
FIXED = {"DATABASE_URL", "REDIS_URL", "PBEM_DATA_DIR", "PBEM_HTTPS"}


def test_every_setting_reaches_every_process(services: dict[str, dict[str, Any]]) -> None:
    """`env_file` hands on all variables; what a service sets itself is required, fixed, or a default."""
    known = {variable_name(name) for name in Environment.__struct_fields__}
    for name, part in services.items():
        if part["image"] != "sealed-orders":
            continue
        assert part["env_file"] == ".env", name
        own = {"PBEM_LMTP_LISTEN"} if name == "lmtp" else set()
        assert part["environment"].keys() == REQUIRED | FIXED | {"PBEM_TRUSTED_PROXIES"} | own, name
        assert part["environment"].keys() <= known
        for setting in REQUIRED:
            assert part["environment"][setting] == f"${{{setting}:?set {setting} in .env}}"
        assert part["environment"]["PBEM_TRUSTED_PROXIES"].startswith("${PBEM_TRUSTED_PROXIES:-")


def test_the_listeners_for_replies_are_there(services: dict[str, dict[str, Any]]) -> None:
    for name, command in (("imap", "poll_imap"), ("lmtp", "serve_lmtp")):
        assert services[name]["command"] == ["python", "manage.py", command]
        assert services[name]["profiles"] == [name]
    assert "inbound" in services["inbound"]["command"]
    assert "profiles" not in services["inbound"]


def test_the_settings_are_checked_before_the_migration(services: dict[str, dict[str, Any]]) -> None:
    check, migrate = services["migrate"]["command"][-1].split(" && ")
    assert check == "python manage.py check --deploy --database default"
    assert "manage.py migrate" in migrate
    assert services["migrate"]["depends_on"].keys() == {"postgres", "redis"}


def test_the_page_for_hosts_starts_production_with_three_commands(tmp_path: Path) -> None:
    section = (ROOT / "docs" / "hosts" / "install.md").read_text().partition("## With Docker")[2]
    block = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[0].strip()
    create, start, administrator = re.split(r"\n(?! )", block)
    assert start == "docker compose up --build --detach"
    assert administrator == "docker compose run --rm web python manage.py createsuperuser"
    subprocess.run(["sh", "-euc", create], cwd=tmp_path, check=True)
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
    given = dict(line.split("=", 1) for line in (tmp_path / ".env").read_text().splitlines())
    assert given.keys() == REQUIRED | {"POSTGRES_PASSWORD", "REDIS_PASSWORD"}
    assert len(b64decode(given["PBEM_SIGNING_KEY"], validate=True)) == 32
    assert all(len(given[name]) >= 50 and given[name].isalnum() for name in ("PBEM_SECRET_KEY", "REDIS_PASSWORD"))


def test_no_secret_is_written_down(services: dict[str, dict[str, Any]]) -> None:
    for part in services.values():
        for name, value in part.get("environment", {}).items():
            if re.search("PASSWORD|SECRET|AUTH|_URL", name):
                assert re.search(r"\$\{\w+:\?", value), name


def test_the_scheduler_runs_once(services: dict[str, dict[str, Any]]) -> None:
    schedulers = [part for part in services.values() if "beat" in part.get("command", ())]
    assert len(schedulers) == 1
    assert "deploy" not in schedulers[0]


def test_each_queue_has_workers_of_its_own(services: dict[str, dict[str, Any]]) -> None:
    commands = [part["command"] for part in services.values() if "worker" in part.get("command", ())]
    queues = [command[command.index("--queues") + 1] for command in commands]
    assert sorted(queues) == sorted(settings.CELERY_TASK_QUEUES) == ["inbound", "mail", "play", "think", "webhooks"]


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
    for name in ("worker", "mail", "inbound", "webhooks", "think"):
        assert "--hostname" not in services[name]["command"], "it is called celery@HOSTNAME"
        assert "celery@$$HOSTNAME" in watched[name]


def test_the_client_is_named_by_the_proxy_on_this_machine_alone(services: dict[str, dict[str, Any]]) -> None:
    networks = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["networks"]
    (subnet,) = networks["default"]["ipam"]["config"]
    assert services["web"]["environment"]["PBEM_TRUSTED_PROXIES"] == f"${{PBEM_TRUSTED_PROXIES:-{subnet['gateway']}}}"


def test_the_cache_makes_room_and_never_the_broker(services: dict[str, dict[str, Any]]) -> None:
    command = " ".join(services["redis"]["command"])
    assert re.search(r"--maxmemory \d+mb --maxmemory-policy volatile-lru", command)
    most = int(re.findall(r"--maxmemory (\d+)mb", command)[0])
    assert most < int(services["redis"]["mem_limit"].removesuffix("m"))
    url = services["web"]["environment"]["REDIS_URL"].replace("${REDIS_PASSWORD:?set REDIS_PASSWORD in .env}", "word")
    assert cache_settings("", url)["LOCATION"] == "redis://:word@redis:6379/1"


def test_the_image_takes_every_package_of_the_server() -> None:
    copied = set(re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert {"pbem", "games", "api", "worker", "locale"} <= copied
    assert "--require-hashes" in (ROOT / "Dockerfile").read_text()
