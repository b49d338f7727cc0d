"""`./run serve`: a whole server in one command. SQLite, an embedded broker, web, workers and scheduler."""

import json
import os
import secrets
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from tools.launch import ROOT, LaunchError, broker, ports
from tools.launch.embedded import Place
from tools.launch.supervisor import Program, Supervisor, say_plainly

REPORT = "@report "
"""The beginning of a line with which `tools.launch.prepare` reports to the launcher and not to the user."""
ADMIN = "admin"
DATA = ROOT / "var"
"""The default data folder."""
WORKER_NICENESS = 5
"""The niceness of workers whose results no player waits for."""
BROKER_GREETING = "Reading config from stdin"
"""The only line that the broker prints if it has no problem."""


@dataclass
class _Console:
    """Shows the programs' output lines, and stores the report that the preparation prints as a line."""

    data: Path
    password: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    report: dict[str, Any] = field(default_factory=dict)

    def tell_password(self) -> None:
        """Print the administrator's name and password once, if this start created one."""
        if self.report.pop("admin", False):
            say_plainly(
                f"  User       {ADMIN}\n  Password   {self.password}\n"
                f"             shown only this once; change it with: {self._manage()} changepassword {ADMIN}\n"
            )

    def _manage(self) -> str:
        """Return the beginning of the command line for a management command on this server's data."""
        return "./run manage" if self.data == DATA else f"./run manage --data {shlex.quote(str(self.data))}"

    def __call__(self, name: str, line: str) -> None:
        if name == "prepare" and line.startswith(REPORT):
            self.report.update(json.loads(line.removeprefix(REPORT)))
        elif name != "broker" or not line.endswith(BROKER_GREETING):
            say_plainly(f"{name:<8}| {line}")


def serve(*, host: str, port: int, data: Path, demo: bool) -> int:
    """Run the server until Ctrl-C or TERM; return the exit code. Raises LaunchError if the server cannot start.

    `port`: 0 for any free port. `data`: the folder for all data of the server. `demo`: add the demonstration game.
    """
    place = Place(data=data, host=host, port=port or ports.free(host))
    ports.must_be_free(place.host, place.port)
    os.umask(0o077)  # games are secret to other users of this machine
    place.make()
    lock = place.lock()
    console = _Console(data=place.data)
    supervisor = Supervisor(say=console)
    supervisor.watch_signals()
    try:
        return _run(supervisor, console, place, demo=demo)
    finally:
        console.tell_password()  # where the start failed half-way
        supervisor.stop()
        place.note_broker(None)
        os.close(lock)
        say_plainly("Stopped.")


def manage(data: Path, rest: list[str]) -> int:
    """Replace this process by the management command `rest`, on the data of `./run serve`.

    The command knows the URL of the server and, while the server runs, of its broker.
    """
    place = Place(data=data)
    os.environ.update(place.variables(place.noted_address() | dict(os.environ), place.noted_broker()))
    os.execv(sys.executable, [sys.executable, str(ROOT / "manage.py"), *rest])


def programs(place: Place, variables: Mapping[str, str]) -> list[Program]:
    """Return the programs of a server: web, workers for games, mail, webhooks and long computations, and scheduler.

    There are few processes, because SQLite has one writer at a time. There is a worker for incoming e-mails only if
    players can reply to e-mails.
    """
    host = f"[{place.host}]" if ":" in place.host else place.host
    web = ("gunicorn", "pbem.wsgi:application", "--bind", f"{host}:{place.port}", "--worker-class", "gthread")
    celery = ("celery", "--app", "pbem", "--quiet")
    log = ("--loglevel", "WARNING")
    inbound = [_later(_python("inbound", variables, *celery, *_queue("inbound", processes=1), *log))]
    return [
        _python("web", variables, *web, "--workers", "1", "--threads", "8", "--log-level", "warning", *_quiet_web()),
        _python("worker", variables, *celery, *_queue("play", processes=2), *log),
        _python("mail", variables, *celery, *_queue("mail", processes=1), *log),
        _later(_python("webhooks", variables, *celery, *_queue("webhooks", processes=2), *log)),
        _later(_python("think", variables, *celery, *_queue("think", processes=1), *log)),
        *(inbound if variables.get("PBEM_MAIL_REPLY_ADDRESS") else ()),
        _python("beat", variables, *celery, "beat", "--pidfile=", *log),
        *(_python(name, variables, "django", command) for name, command in _ways_in(variables)),
    ]


def _ways_in(variables: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the programs that receive mail, as pairs of name and management command, if the settings request them."""
    ways = {"PBEM_LMTP_LISTEN": ("lmtp", "serve_lmtp"), "PBEM_IMAP_URL": ("mailbox", "poll_imap")}
    return [ways[name] for name in ways if variables.get(name) and variables.get("PBEM_MAIL_REPLY_ADDRESS")]


def _queue(name: str, *, processes: int) -> tuple[str, ...]:
    own = ("--queues", name, "--hostname", f"{name}@%h", "--concurrency", str(processes))
    return ("worker", *own, "--without-gossip", "--without-mingle")


def _quiet_web() -> tuple[str, ...]:
    return ("--graceful-timeout", "5", "--no-control-socket", "--logger-class", "pbem.access_log.RouteLogger")


def _python(name: str, variables: Mapping[str, str], *words: str) -> Program:
    return Program(name=name, command=(sys.executable, "-m", *words), env=variables)


def _later(program: Program) -> Program:
    """Return the program with a low processor priority, because no player waits for its results."""
    return replace(program, command=("nice", "-n", str(WORKER_NICENESS), *program.command))


def _run(supervisor: Supervisor, console: _Console, place: Place, *, demo: bool) -> int:
    broker_url = _start_broker(supervisor)
    place.note_broker(broker_url)
    variables = place.variables(os.environ, broker_url)
    place.note_address(variables["PBEM_BASE_URL"])
    if not _prepare(supervisor, variables, console.password, demo=demo):
        return 0 if supervisor.stopping else 1
    for program in programs(place, variables):
        supervisor.start(program)
    if not supervisor.wait_for(lambda: _answers(place), seconds=180):
        if not supervisor.stopping:
            raise LaunchError("the web server does not answer after three minutes; its lines above say why")
        return supervisor.run()
    _announce(place, console)
    return supervisor.run()


def _start_broker(supervisor: Supervisor) -> str | None:
    """Start the embedded broker and return its URL.

    Return None if REDIS_URL names another broker, or if the embedded one cannot run; a folder then takes its place.
    """
    if os.environ.get("REDIS_URL"):
        return None
    found = broker.prepare()
    if found is not None:
        env = {"PATH": os.environ.get("PATH", "")}
        supervisor.start(
            Program(name="broker", command=found.command, env=env, stdin=found.configuration, layer=0, grace=5.0)
        )
        if supervisor.wait_for(found.answers, seconds=10):
            return found.url
        supervisor.drop("broker")
    if not supervisor.stopping:
        say_plainly("No embedded broker on this machine: a folder takes its place. Everything works, a little slower.")
    return None


def _prepare(supervisor: Supervisor, variables: Mapping[str, str], password: str, *, demo: bool) -> bool:
    """Run the start-up step (`prepare`), which migrates the database; return False if it failed or was stopped.

    `password`: the password of an administrator that this step creates. `demo`: as for `serve`.
    """
    own = {"PBEM_ADMIN_NAME": ADMIN, "PBEM_ADMIN_PASSWORD": password, "PBEM_DEMO": "1" if demo else ""}
    program = _python("prepare", {**variables, **own}, "tools.launch.prepare")
    return supervisor.run_once(replace(program, grace=30.0)) == 0 and not supervisor.stopping


def _answers(place: Place) -> bool:
    """Return True if the web server answers a request with any page that is no server error."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(place.host, place.host)  # noqa: S104  # asked, not listened on
    connection = HTTPConnection(host, place.port, timeout=2)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status < 500
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _announce(place: Place, console: _Console) -> None:
    """Print the server's URLs, and on the first start the administrator's password."""
    pages = dict(console.report.get("pages", {}))
    home = str(console.report.get("home", "/"))
    lines = ["", "Sealed Orders is running.", "", f"  Players    {place.address}{home}"]
    lines += [f"  {label:<10} {place.address}{path}" for label, path in pages.items()]
    lines += [f"  Data       {place.data} (mail in {place.data / 'mail'})", ""]
    say_plainly("\n".join(lines))
    console.tell_password()
    if console.report.get("demo"):
        say_plainly(f"  {console.report['demo']}\n")
    say_plainly("Ctrl-C stops everything.\n")
