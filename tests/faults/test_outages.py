"""A web server in a process of its own, with neither database nor broker: it starts, and says what is the matter."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPException, HTTPResponse

import pytest

from tests.worker.post_office import free_port
from tools.launch import ROOT, children

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def forsaken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a web server whose database takes no connections and whose broker never answers."""
    port, silent = free_port(), socket.create_server(("127.0.0.1", 0))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    own = {
        "DATABASE_URL": f"postgres://nobody@127.0.0.1:{free_port()}/nothing",
        "REDIS_URL": f"redis://127.0.0.1:{silent.getsockname()[1]}/0",
        "PBEM_DATA_DIR": str(tmp_path_factory.mktemp("data")),
    }
    words = ["--bind", f"127.0.0.1:{port}", "--threads", "4", "--log-level", "error", "--no-control-socket"]
    child = subprocess.Popen([sys.executable, "-m", "gunicorn", "pbem.wsgi", *words], cwd=ROOT, env=kept | own)
    try:
        assert children.wait_until(lambda: _reply(port, "/healthz") is not None, seconds=60)
        yield port
    finally:
        child.terminate()
        child.wait(30)
        silent.close()


def _reply(port: int, path: str, **headers: str) -> tuple[HTTPResponse, bytes] | None:
    """What the server answers; None while nobody listens."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "media", "word"),
    [
        ("/healthz", "text/plain", b"no database"),
        ("/api/v1/games/", "application/problem+json", b'"code":"unavailable"'),
        ("/games/", "text/html", b"Back in a moment"),
    ],
)
def test_a_server_without_database_and_broker_says_so(forsaken: int, path: str, media: str, word: bytes) -> None:
    mine = {"Authorization": "Token " + "0" * 64, "Cookie": "sessionid=" + "a" * 32}
    reply = _reply(forsaken, path, **({} if path == "/healthz" else mine))
    assert reply is not None
    response, body = reply
    assert (response.status, response.headers["Content-Type"].partition(";")[0]) == (503, media)
    assert int(response.headers["Retry-After"]) > 0
    assert word in body
    assert b"refused" not in body, "where the database is concerns nobody"
