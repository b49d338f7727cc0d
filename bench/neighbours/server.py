"""A server that `./run serve` starts in its own folder, on SQLite or on a given PostgreSQL."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple
from urllib.request import urlopen

import django

from bench.report import progress
from tools.launch import ROOT, LaunchError, children, ports
from tools.launch.embedded import Place

REPLY_ADDRESS = "orders@example.org"


class Server(NamedTuple):
    """A running server."""

    address: str
    """The URL of the pages."""
    mail_port: int
    """The port that receives e-mails by LMTP."""


@contextmanager
def serving(folder: Path, *, on: str, hook_port: int) -> Iterator[Server]:
    """Run a server, and configure Django for its database. Webhooks may call the port `hook_port` of this machine.

    `on`: ``sqlite`` or ``postgresql``; the latter needs DATABASE_URL. Raises LaunchError if the server does not start.
    """
    place = Place(data=folder / "data", port=ports.free("127.0.0.1"))
    mail_port = ports.free("127.0.0.1")
    variables = _variables(on, hook_port, mail_port)
    log = folder / "server.log"
    command = [sys.executable, "-m", "tools.launch.inside", "serve", "--no-demo"]
    command += ["--port", str(place.port), "--data", str(place.data)]
    with log.open("wb") as output:
        child = children.spawn(command, env=variables, output=output, cwd=str(ROOT))
        try:
            progress(f"starting ./run serve on {on}")
            if not children.wait_until(lambda: _answers(child, place.address, log), seconds=180, every=0.5):
                raise LaunchError(f"the server does not answer; see {log}")
            own = place.variables(variables, place.noted_broker())
            os.environ.clear()  # a DATABASE_URL of the caller is not the server's
            os.environ.update(own)
            django.setup()
            yield Server(place.address, mail_port)
        finally:
            children.stop(child, grace=60)


def _answers(child: Popen[bytes], address: str, log: Path) -> bool:
    """Return True when the web server responds. Raises LaunchError if the server has ended."""
    if child.poll() is not None:
        raise LaunchError(f"the server has ended: {log.read_text(errors='replace')[-500:]}")
    try:
        with urlopen(f"{address}/healthz", timeout=5):
            return True
    except OSError:
        return False


def _variables(on: str, hook_port: int, mail_port: int) -> dict[str, str]:
    """Return the environment of a server in production, except that webhooks may call this machine.

    E-mails are read at once. The broker is the server's own, because workers of other servers would take tasks from a
    shared one.
    """
    own = ("PBEM_", "DJANGO_", "REDIS_URL", *(("DATABASE_URL",) if on == "sqlite" else ()))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    return kept | {
        "PBEM_WEBHOOK_ALLOW_PRIVATE": "true",
        "PBEM_WEBHOOK_PORTS": f"443,{hook_port}",
        "PBEM_MAIL_REPLY_ADDRESS": REPLY_ADDRESS,
        "PBEM_MAIL_GRACE_MINUTES": "0",
        "PBEM_LMTP_LISTEN": f"127.0.0.1:{mail_port}",
    }
