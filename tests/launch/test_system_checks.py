"""The checks at the start: each finds what would fail later, in one line, and passes over what is right."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from redis import RedisError

from pbem import system_checks
from tools.launch import ROOT

COMPOSE = {
    "PBEM_SECRET_KEY": "5f1c9e0a7b3d8246" * 4 + "!%&/()",
    "PBEM_SIGNING_KEY": "A" * 43 + "=",
    "PBEM_BASE_URL": "https://orders.example.org",
    "PBEM_HTTPS": "true",
    "PBEM_MAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "PBEM_MAIL_FROM": "Sealed Orders <orders@example.org>",
}


def check(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DATABASE_", "REDIS_"))}
    words = [sys.executable, "manage.py", "check", "--deploy", "--database", "default"]
    environment = {**kept, **COMPOSE, "PBEM_DATA_DIR": str(folder), **more}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def ids(found: Any) -> list[str]:
    assert not any("\n" in one.msg for one in found)
    return [one.id for one in found]


def test_the_settings_of_compose_pass_every_check_for_deployment(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("System check identified no issues")


def test_the_check_stops_the_start_and_shows_no_password(tmp_path: Path) -> None:
    done = check(tmp_path, PBEM_IMAP_URL="imaps://user:hidden@mail.example.org/INBOX")
    assert done.returncode == 1
    assert "(pbem.E004) PBEM_IMAP_URL needs PBEM_MAIL_REPLY_ADDRESS." in done.stderr
    assert "hidden" not in done.stderr


class Postgres:
    """A connection to a PostgreSQL database of an encoding."""

    vendor = "postgresql"

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding

    def cursor(self) -> "Postgres":
        return self

    def __enter__(self) -> "Postgres":
        return self

    def __exit__(self, *failure: object) -> None:
        pass

    def execute(self, statement: str) -> None:
        assert statement == "SHOW server_encoding"

    def fetchone(self) -> tuple[str]:
        return (self.encoding,)


@pytest.mark.parametrize(
    ("encoding", "wanted"), [("UTF8", []), ("SQL_ASCII", ["pbem.E001"]), ("LATIN1", ["pbem.E001"])]
)
def test_a_database_of_another_encoding_is_reported(
    monkeypatch: pytest.MonkeyPatch, encoding: str, wanted: list[str]
) -> None:
    monkeypatch.setattr(system_checks, "connections", {"default": Postgres(encoding)})
    assert ids(system_checks.check_encoding(databases=["default"])) == wanted
    assert system_checks.check_encoding(databases=None) == []


@pytest.mark.postgresql
@pytest.mark.django_db
def test_the_database_of_the_tests_has_the_right_encoding() -> None:
    assert system_checks.check_encoding(databases=["default"]) == []


def test_a_data_folder_without_room_for_files_is_reported(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    assert system_checks.check_data_folder() == []
    assert list(tmp_path.iterdir()) == []
    settings.DATA_DIR = tmp_path / "file"
    settings.DATA_DIR.write_text("")
    (found,) = system_checks.check_data_folder()
    assert found.id == "pbem.E002"
    assert str(settings.DATA_DIR) in found.msg


def test_a_data_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = check(tmp_path / "file" / "data")
    assert done.returncode != 0
    assert f"PBEM_DATA_DIR: {tmp_path / 'file' / 'data'} cannot be created" in done.stderr


HERE, BESIDE, ELSEWHERE = "redis://:word@redis:6379/0", "redis://:word@redis/1", "redis://:word@cache:6379/0"


@pytest.mark.parametrize(
    ("policy", "cache", "wanted"),
    [
        ("volatile-lru", BESIDE, []),
        ("noeviction", BESIDE, ["pbem.E003"]),
        ("allkeys-lru", BESIDE, ["pbem.E003"]),
        ("noeviction", ELSEWHERE, []),
        ("allkeys-lru", ELSEWHERE, ["pbem.E003"]),
        (RedisError("word"), BESIDE, ["pbem.W003"]),
    ],
)
def test_a_policy_that_harms_the_broker_is_reported(
    settings: Any, monkeypatch: pytest.MonkeyPatch, policy: str | RedisError, cache: str, wanted: list[str]
) -> None:
    def read(url: str) -> str:
        if isinstance(policy, RedisError):
            raise policy
        return policy

    monkeypatch.setattr(system_checks, "read_policy", read)
    settings.CELERY_BROKER_URL, settings.CACHES = HERE, {"default": {"LOCATION": cache}}
    found = system_checks.check_redis_policy()
    assert ids(found) == wanted
    assert not any("word" in one.msg for one in found)
    settings.CELERY_BROKER_URL = "filesystem://"
    assert system_checks.check_redis_policy() == []


@pytest.mark.skipif(not shutil.which("redis-server"), reason="no redis-server here")
def test_the_policy_is_read_from_a_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["redis-server", "--port", str(port), "--save", "", "--maxmemory-policy", "volatile-ttl"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as server:
        try:
            for _ in range(100):
                try:
                    assert system_checks.read_policy(f"redis://127.0.0.1:{port}/0") == "volatile-ttl"
                    break
                except RedisError:
                    time.sleep(0.1)
            else:
                pytest.fail("the server does not answer")
        finally:
            server.terminate()


@pytest.mark.parametrize(
    "given",
    [
        {"PBEM_MAIL_VERP": True},
        {"PBEM_LMTP_LISTEN": "127.0.0.1:8024"},
        {"PBEM_IMAP_URL": "imaps://user:word@mail.example.org/INBOX"},
        {"PBEM_IMAP_URL": "http://mail.example.org", "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org"},
        {"PBEM_LMTP_LISTEN": "8024", "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org"},
        {"DEFAULT_FROM_EMAIL": "Sealed Orders"},
    ],
)
def test_mail_settings_that_cannot_work_are_reported(settings: Any, given: dict[str, Any]) -> None:
    assert system_checks.check_mail_settings() == []
    for name, value in given.items():
        setattr(settings, name, value)
    assert ids(system_checks.check_mail_settings()) == ["pbem.E004"]


def test_a_public_server_without_a_mail_server_is_reported(settings: Any) -> None:
    settings.EMAIL_BACKEND = "worker.mail.outbound.eml_backend.EmlFolderBackend"
    assert ids(system_checks.check_mail_deployment()) == ["pbem.W005"]
    settings.EMAIL_BACKEND = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend"
    settings.DEFAULT_FROM_EMAIL = "Sealed Orders <orders@localhost>"
    assert ids(system_checks.check_mail_deployment()) == ["pbem.W006"]
    settings.DEFAULT_FROM_EMAIL = "Sealed Orders <orders@example.org>"
    assert system_checks.check_mail_deployment() == []
