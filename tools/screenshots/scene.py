"""A server in a process of its own, with the demonstration games and one game of each title against a bot."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tools.launch import ROOT, LaunchError
from tools.launch.children import wait_until

READY = "Ctrl-C stops everything"
PATIENCE = 300
"""Seconds for the start of the server, and for a bot's turn."""
PLAYER, PASSWORD = "anna", "a picture of a ship"
GAMES = {
    "pirates": ("solitaire", "Cruise of the Emden", {"red": PLAYER}, {"first_player": "live"}),
    "goeben": ("ottoman_alliance", "Run for the Dardanelles", {"commander": PLAYER}, {}),
    "battleships": ("denmark_strait", "Hood and Bismarck", {"british": PLAYER, "german": "captain"}, {}),
    "pq17": ("jw51b", "Barents Sea", {"axis": PLAYER, "allied": "captain"}, {}),
}
"""For each title, the game to play: its scenario, its name, the player or bot of each seat, and its options."""
TURNS = {"pirates": 4, "goeben": 2, "battleships": 2, "pq17": 3}
"""The number of questions of each title's game that are answered before the pictures are taken."""


@dataclass
class Server:
    """A `./run serve` on a free port."""

    data: Path
    process: "subprocess.Popen[str]"
    lines: list[str] = field(default_factory=list)

    def read_lines(self) -> None:
        """Store the lines that the server prints, until it ends."""
        for line in self.process.stdout or ():
            self.lines.append(line.rstrip())

    def find(self, pattern: str) -> str:
        """Return the first group of a pattern in the server's output. Raises LaunchError if nothing matches."""
        found = re.search(pattern, "\n".join(self.lines))
        if found is None:
            raise LaunchError("the server did not start:\n" + "\n".join(self.lines))
        return found[1]

    @property
    def address(self) -> str:
        """The address of the server, without a slash at the end."""
        return self.find(r"Players\s+(http://\S+?)/?(?:\n|$)")

    @property
    def admin_password(self) -> str:
        """The password of the administrator."""
        return self.find(r"Password\s+(\S+)")

    def manage(self, *words: str) -> str:
        """Run a management command on the server's data and return its output."""
        command = [sys.executable, "-m", "tools.launch.inside", "manage", "--data", str(self.data), *words]
        done = subprocess.run(command, cwd=ROOT, env=_environment(), capture_output=True, text=True, check=True)
        return done.stdout.strip()


@dataclass(frozen=True)
class Scene:
    """A server with games."""

    server: Server
    games: dict[str, str]
    """The id of each title's game, by the title's key."""
    decisions: dict[str, str]
    """The id of its open question, by the title's key."""
    answered: str
    """The id of a question that is already answered."""


@contextmanager
def set_up(data: Path, language: str) -> Iterator[Scene]:
    """Start a server with the data folder, start the games and answer the first questions; yield the scene.

    The server is stopped at the end of the block.
    """
    server = _start(data)
    try:
        token = server.manage(
            "create_player", PLAYER, f"{PLAYER}@example.org", "--token", "--password", PASSWORD, "--language", language
        )
        client = Client(server.address, token)
        games = {title: _begin(client, title) for title in GAMES}
        answered = client.open_question(games["pirates"])
        decisions = {title: client.play_on(game, TURNS[title]) for title, game in games.items()}
        yield Scene(server, games, decisions, answered)
    finally:
        server.process.terminate()
        server.process.wait(60)


def _environment() -> dict[str, str]:
    """Return the environment variables without settings of this project, because the server starts its own services."""
    foreign = ("PBEM_", "DJANGO_", "DATABASE_URL", "REDIS_URL")
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)}


def _start(data: Path) -> Server:
    command = [sys.executable, "-m", "tools.launch.inside", "serve", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(
        command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    server = Server(data, process)
    threading.Thread(target=server.read_lines, daemon=True).start()
    wait_until(lambda: process.poll() is not None or any(READY in line for line in server.lines), seconds=PATIENCE)
    return server


class Client:
    """A client for the REST calls that the pictures need."""

    def __init__(self, address: str, token: str) -> None:
        self._host, self._token = address.removeprefix("http://"), token

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Return the decoded response to a call. Raises LaunchError with the message of a refusal."""
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
        connection = HTTPConnection(self._host, timeout=60)
        try:
            connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            content = response.read().decode()
        finally:
            connection.close()
        if response.status >= 400:
            raise LaunchError(f"{method} {path}: {response.status} {content}")
        return json.loads(content)

    def play_on(self, game: str, answers: int) -> str:
        """Answer a number of questions of a game with proposals of the server; return the id of the next question."""
        question = self.open_question(game)
        for _ in range(answers):
            form = self.call("GET", f"decisions/{question}/")["form"]
            answer = next((one["answer"] for one in form["proposals"] if one["answer"]), form["example"])
            self.call("PUT", f"decisions/{question}/answer/", {"answer": answer, "confirm": True})
            question = self.open_question(game, after=question)
        return question

    def open_question(self, game: str, *, after: str = "") -> str:
        """Wait for an open question of a game, and return its id.

        `after` is the id of an earlier question, which does not count.
        """
        found: list[str] = []

        def ask() -> bool:
            lines = self.call("GET", "decisions/")["results"]
            found[:] = [line["id"] for line in lines if line["game"] == game and line["id"] != after]
            return bool(found)

        if not wait_until(ask, seconds=PATIENCE):
            raise LaunchError(f"the game {game} asks nothing")
        return found[0]


def _begin(client: Client, title: str) -> str:
    """Begin the game of a title and return its id."""
    scenario, name, seats, options = GAMES[title]
    wishes = [{"seat": seat, "player" if who == PLAYER else "bot": who} for seat, who in seats.items()]
    body = {"title": title, "scenario": scenario, "name": name, "seats": wishes, "options": options}
    game = str(client.call("POST", "games/", body | {"deadline_hours": 72})["id"])
    own = next(seat for seat, who in seats.items() if who == PLAYER)
    client.call("POST", f"games/{game}/join/", {"seat": own})
    client.call("POST", f"games/{game}/start/", {})
    return game
