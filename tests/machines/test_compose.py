"""The commands and the environment of docker-compose.yml, without containers: a game is played by e-mail to its end."""

import json
import os
import re
import secrets
import smtplib
import subprocess
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import ExitStack
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import psycopg
import pytest
import yaml

from tests.api.know_nothing import KnowNothing, Reply, Send
from tests.worker.inbound.writing import reply
from tests.worker.post_office import free_port, open_office
from tools.launch import ROOT
from tools.launch.children import spawn, stop, wait_until
from tools.launch.services import OwnPostgres, OwnRedis

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]

PATIENCE = 500.0
"""Seconds for the start, and for the game, on a busy machine."""
RUNNING = ("web", "worker", "mail", "inbound", "webhooks", "lmtp", "beat")
"""The services of the profile `lmtp` that stay; `migrate` ends before they start."""
ROLES = {"anna": "red", "ben": "black"}


class Deployment:
    """The services of docker-compose.yml as processes of this machine.

    Other than there are the addresses of database, broker, mail server and ports, and the data folder.
    """

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        file = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
        self._services, self._folder = file["services"], folder
        self.web_port, self.mail_port = free_port(), free_port()
        postgres, redis = OwnPostgres(durable=True), OwnRedis()
        stack.callback(postgres.close)
        stack.callback(redis.close)
        postgres.start()
        redis.start()
        with psycopg.connect(postgres.url.rpartition("/")[0] + "/postgres", autocommit=True) as line:
            line.execute("CREATE DATABASE sealed_orders")
        self.office, smtp_port = stack.enter_context(open_office())
        self._written = _written(smtp_port)
        self._own = {
            "DATABASE_URL": postgres.url,
            "REDIS_URL": redis.url,
            "PBEM_DATA_DIR": str(folder / "data"),
            "PBEM_TRUSTED_PROXIES": "127.0.0.1",
            "PBEM_LMTP_LISTEN": f"127.0.0.1:{self.mail_port}",
        }

    def environment(self, name: str) -> dict[str, str]:
        """Return what Compose would give a service: the file `.env`, then its own lines with the values put in."""
        path = f"{ROOT / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
        lines = self._services[name]["environment"]
        merged = {**lines.pop("<<", {}), **lines} if "<<" in lines else lines
        put_in = {key: _with_values(str(value), self._written) for key, value in merged.items()}
        here = {key: value for key, value in self._own.items() if key in put_in}
        return {"PATH": path, "HOME": str(self._folder), "LANG": "C.UTF-8", **self._written, **put_in, **here}

    def command(self, name: str) -> list[str]:
        """Return the command of a service; that of the web server is the image's."""
        words: Any = self._services[name].get("command") or _image_command()
        return [
            _with_values(word, self._written).replace("$$", "$").replace("0.0.0.0:8000", f"127.0.0.1:{self.web_port}")
            for word in words
        ]

    def run(self, name: str, *words: str) -> str:
        """Run a command in the environment of a service; return what it prints."""
        command = list(words) or self.command(name)
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment(name), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.strip()

    def start(self, stack: ExitStack) -> None:
        """Migrate, then start all services that stay."""
        self.run("migrate")
        for name in RUNNING:
            with (self._folder / f"{name}.log").open("wb") as log:
                child = spawn(self.command(name), env=self.environment(name), output=log, cwd=str(ROOT))
            stack.callback(stop, child, grace=30)

    def logs(self) -> str:
        """Return the end of what each service said."""
        return "\n".join(
            f"--- {one.stem}\n{one.read_text(errors='replace')[-2000:]}" for one in self._folder.glob("*.log")
        )

    def as_proxy(self, token: str) -> Send:
        """Return a way to send calls as the proxy in front does."""

        def send(method: str, path: str, body: bytes | None, content_type: str) -> Reply:
            request = Request(f"http://127.0.0.1:{self.web_port}{path}", data=body, method=method)
            for name, value in {
                "Host": "orders.example.org",
                "X-Forwarded-Proto": "https",
                "X-Forwarded-For": "192.0.2.7",
                "Authorization": f"Token {token}",
                "Content-Type": content_type,
            }.items():
                request.add_header(name, value)
            with urlopen(request, timeout=60) as response:
                content = response.read()
                return Reply(response.status, json.loads(content) if content else None)

        return send


def _written(smtp_port: int) -> dict[str, str]:
    """Return a file `.env` as docker-compose.yml asks for it, with replies by e-mail."""
    return {
        "POSTGRES_PASSWORD": secrets.token_hex(16),
        "REDIS_PASSWORD": secrets.token_hex(16),
        "PBEM_SECRET_KEY": secrets.token_urlsafe(50),
        "PBEM_SIGNING_KEY": b64encode(secrets.token_bytes(32)).decode(),
        "PBEM_BASE_URL": "https://orders.example.org",
        "PBEM_MAIL_URL": f"smtp://127.0.0.1:{smtp_port}",
        "PBEM_MAIL_FROM": "Sealed Orders <orders@example.org>",
        "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org",
        "PBEM_TRUSTED_AUTHSERV_IDS": "mx.example.org",
        "PBEM_SWEEP_SECONDS": "1",
        "COMPOSE_PROFILES": "lmtp",
    }


def _with_values(text: str, values: dict[str, str]) -> str:
    """Put in values as Compose does: `${NAME:?why}` and `${NAME:-default}`."""
    return re.sub(r"\$\{(\w+):([?-])([^}]*)\}", lambda found: _value(found, values), text)


def _value(found: re.Match[str], values: dict[str, str]) -> str:
    name, kind, other = found.groups()
    assert name in values or kind == "-", f"{name}: {other}"
    return values.get(name, other)


def _image_command() -> list[str]:
    """Return the CMD of the image."""
    text = (ROOT / "Dockerfile").read_text().partition("\nCMD ")[2].replace("\\\n", "")
    words: list[str] = json.loads(text)
    return words


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[Deployment]:
    with ExitStack() as stack:
        made = Deployment(stack, tmp_path)
        made.start(stack)
        assert wait_until(lambda: _answers(made), seconds=PATIENCE, every=0.5), made.logs()
        yield made


def _answers(deployment: Deployment) -> bool:
    try:
        with smtplib.LMTP("127.0.0.1", deployment.mail_port):
            pass
        with urlopen(f"http://127.0.0.1:{deployment.web_port}/healthz", timeout=5):
            return True
    except OSError:
        return False


def begin(deployment: Deployment) -> tuple[KnowNothing, str]:
    """Start a short game; return a client of its host, and the game's id."""
    players = {}
    for number, name in enumerate(ROLES):
        said = deployment.run("web", "python", "manage.py", "create_player", name, f"{name}@example.org", "--token")
        players[name] = KnowNothing(deployment.as_proxy(said.splitlines()[-1]), Random(number))
    wish = {"title": "pirates", "scenario": "two_players", "name": "Shoal water", "options": {"removed": 75}}
    game: str = players["anna"].call("games_create", wish).body["id"]
    for name, role in ROLES.items():
        assert players[name].call("players_me_change", {"mail_preferences": {"pictures": False}}).status == 200
        assert players[name].call("games_join", {"seat": role}, game_id=game).status == 200
    assert players["anna"].call("games_start", {}, game_id=game).status == 202
    return players["anna"], game


def answer_letters(deployment: Deployment, answered: set[str]) -> int:
    """Answer each question that has come by e-mail once, with its first proposal; return how many these were."""
    found = 0
    for raw in list(deployment.office.letters):
        letter: EmailMessage = message_from_bytes(raw.as_bytes(), policy=policy.default)
        address = str(letter["Reply-To"] or "")
        if "orders+q" not in address or address in answered:
            continue
        answered.add(address)
        found += 1
        sender = str(letter["To"].addresses[0].addr_spec)
        text = reply(letter, "1", sender=sender, vouched="mx.example.org; dmarc=pass header.from=example.org")
        with smtplib.LMTP("127.0.0.1", deployment.mail_port, timeout=60) as line:
            line.sendmail(sender, [letter["Reply-To"].addresses[0].addr_spec], text)
    return found


def test_a_game_is_played_by_email_on_the_shipped_deployment(deployment: Deployment) -> None:
    host, game = begin(deployment)
    answered, until = set[str](), time.monotonic() + PATIENCE

    def is_over() -> bool:
        return bool(host.call("games_retrieve", game_id=game).body["status"] == "over")

    while not is_over():
        assert time.monotonic() < until, f"{len(answered)} answered\n{deployment.logs()}"
        if not answer_letters(deployment, answered):
            time.sleep(0.3)
    assert len(answered) > 10
    over = host.call("games_retrieve", game_id=game).body
    assert sorted(one["seat"] for one in over["standings"]) == ["black", "red"]
    said = deployment.run("web", "python", "manage.py", "check_replays", "--whole")
    assert "held" not in said, said
