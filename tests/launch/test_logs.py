"""No log holds a link that is a key: every route with words in its address is called, and the logs are read."""

import io
import logging
import os
import re
import shlex
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Player
from pbem.log_redaction import UNKNOWN, redact_path, redact_urls
from tests.launch.processes import descendants
from tests.worker.post_office import free_port
from tools.launch import ROOT, serve
from tools.launch.children import wait_until
from tools.launch.embedded import Place

SECRET = "Y2FyZCBvciBzaGlw-secret"
HOLES = re.compile(r"\(\?P<\w+>(?:\[[^\]]*\]|[^)])*\)|<(?:(\w+):)?\w+>")
BY_TYPE = {"uuid": "00000000-0000-4000-8000-000000000000", "int": "7"}


def _routes(resolver: Any, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        place = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _routes(one, place)
        elif isinstance(one, URLPattern):
            yield place


ROUTES = sorted({route for route in _routes(get_resolver()) if not route.startswith("admin/")})
SECRET_PATHS = sorted(
    {
        "/" + HOLES.sub(lambda hole: BY_TYPE.get(hole[1] or "", SECRET), route).replace("^", "").rstrip("$")
        for route in ROUTES
        if any(hole[1] not in BY_TYPE for hole in HOLES.finditer(route))
    }
)
"""One address for each route that takes words."""
KEYS = {"invitations", "observe", "cancel", "unsubscribe", "address", "password", "sign-up"}
"""Where the links in e-mails lead."""
TRIED = [
    *SECRET_PATHS,
    *(path.removesuffix("/") for path in SECRET_PATHS),
    *(f"{path}more/" for path in SECRET_PATHS),
    f"/login/?next=/invitations/{SECRET}/",
    f"/?{SECRET}",
    f"/{SECRET}",
    f"/api/v1/observe/{SECRET}/",
    f"/invitations/%22{SECRET}%22/",
    f"/invitations/x%20{SECRET}/",
    f"/nowhere%20{SECRET}",
    f"/nowhere%23{SECRET}",
    f"/nowhere%3F{SECRET}",
    f"/static/%0A{SECRET}",
]


def test_the_addresses_are_those_of_the_links() -> None:
    assert {path.split("/")[1] for path in SECRET_PATHS} >= KEYS
    assert all(SECRET in path for path in SECRET_PATHS)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"/invitations/{SECRET}/", "/invitations/<token>/"),
        (f"/invitations/{SECRET}", "/invitations/<token>/"),
        (f"/password/new/3-{SECRET}/", "/password/new/<uidb36>-<key>/"),
        (f"GET /login/?next=/observe/{SECRET}/ HTTP/1.1", "GET /login/?<query> HTTP/1.1"),
        (
            f"Referer checking failed - https://x.org/observe/{SECRET}/ is.",
            "Referer checking failed - https://x.org/observe/<token>/ is.",
        ),
        ("Listening at: http://127.0.0.1:8000 (7)", "Listening at: http://127.0.0.1:8000 (7)"),
        ("/static/pages/style.css", "/static/pages/style.css"),
        (f"/nowhere/{SECRET}", UNKNOWN),
        ("Not Found: /api/v1/games/7/", f"Not Found: {UNKNOWN}"),
        ("What is it?", "What is it?"),
    ],
)
def test_what_stays_of_a_text(text: str, found: str) -> None:
    assert redact_urls(text) == found


def test_a_line_break_in_a_path_makes_no_line_of_its_own() -> None:
    assert redact_path(f"/static/a\n{SECRET}") == UNKNOWN


@pytest.fixture
def console() -> Iterator[io.StringIO]:
    """What the server's own handler would print."""
    root = logging.getLogger()
    (handler,) = [one for one in root.handlers if type(one) is logging.StreamHandler]
    found = io.StringIO()
    before = handler.setStream(found)
    yield found
    if before is not None:
        handler.setStream(before)


@pytest.mark.postgresql
@pytest.mark.django_db
@pytest.mark.one_database
def test_djangos_logs_hold_no_link(console: io.StringIO, anna: Player) -> None:
    """Refusals and faults of every route: not found, forbidden, CSRF, 500."""
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.force_login(anna)
    for path in TRIED:
        for call in (strict.get, strict.post):
            call(path, headers={"Referer": f"http://testserver/observe/{SECRET}/"})
        strict.post(path, secure=True, headers={"Referer": f"https://elsewhere.example/observe/{SECRET}/"})
    strict.get(f"/games/{BY_TYPE['uuid']}/board.svg")
    said = console.getvalue()
    assert "Not Found: /games/<game_id>/board.svg\n" in said
    assert "Forbidden (" in said
    assert "/invitations/<token>/" in said
    assert SECRET not in said


@pytest.mark.parametrize("debug", [False, True])
def test_no_handler_of_djangos_own_is_left(debug: bool) -> None:
    said = subprocess.run(
        [sys.executable, "-c", _HANDLERS],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "pbem.settings", "PBEM_DEBUG": str(debug).lower()},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert said == ["True", "True"]


_HANDLERS = """
import logging, django
django.setup()
for name in ("django", "django.server"):
    logger = logging.getLogger(name)
    print(not logger.handlers and logger.propagate)
"""


def _commands() -> dict[str, list[str]]:
    """How the image and `./run serve` start the web server."""
    image = re.search(r"^CMD \[(.*?)\]$", (ROOT / "Dockerfile").read_text(), re.MULTILINE | re.DOTALL)
    assert image
    (web,) = [one for one in serve.programs(Place(data=Path("/nowhere")), {}) if one.name == "web"]
    return {"image": shlex.split(image[1].replace(",", " ").replace("\\\n", " ")), "serve": list(web.command)}


@pytest.mark.parametrize("way", ["image", "serve"])
def test_the_web_server_is_started_with_the_logger(way: str) -> None:
    command = _commands()[way]
    assert command[command.index("--logger-class") + 1] == "pbem.access_log.RouteLogger"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
def test_the_web_servers_logs_hold_no_link(tmp_path: Path) -> None:
    """gunicorn as the image starts it, each address requested with and without a key in the Referer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PBEM_", "DATABASE_", "REDIS_"))}
    env = kept | {"PBEM_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "pbem.settings", "PBEM_LOG_LEVEL": "DEBUG"}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    port, log = free_port(), tmp_path / "log"
    command = [word for word in _commands()["image"] if word != "--preload"]
    command[command.index("--bind") + 1] = f"127.0.0.1:{port}"
    command[command.index("--workers") + 1] = "1"
    with log.open("w") as file:
        web = subprocess.Popen(
            [sys.executable, "-m", *command, "--log-level", "debug"], cwd=ROOT, env=env, stdout=file, stderr=file
        )
    try:
        assert wait_until(lambda: _status(port, "/healthz") == 200, seconds=120), log.read_text()
        for path in TRIED:
            _status(port, path)
            _status(port, path, {"Referer": f"http://127.0.0.1:{port}/observe/{SECRET}/"})
            _status(port, path, {"Authorization": f"Token {SECRET}"}, b"{}")
        said = log.read_text()
    finally:
        assert descendants(web.pid)
        web.terminate()
        web.wait(60)
    said = log.read_text()
    assert said.count('"GET /invitations/<token>/ HTTP/1.1" ') >= 2
    assert f'"http://127.0.0.1:{port}/observe/<token>/"' in said
    assert '"GET /login/?<query> HTTP/1.1" 200' in said
    assert SECRET not in said


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _status(port: int, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, headers or {})
    try:
        with urllib.request.build_opener(_Stay).open(request, timeout=30) as response:
            return int(response.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
    except OSError:
        return 0


def test_static_files_are_named(settings: Any) -> None:
    assert redact_path(f"{settings.STATIC_URL}pages/style.css").endswith("pages/style.css")
