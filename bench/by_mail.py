"""Mail, and a whole turn from the answer to the last letter."""

import os
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection

from bench.hop import broker_hops
from bench.report import Measure, at_least, at_most, clocked, median, progress
from bench.sink import Sink, listen
from bench.stored import BareRow, held_by, host
from games import registry
from games.models import OpenRequest, OutgoingMail, Player
from games.selectors.letters import letter_for
from games.services.answers import do_submit_answer
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.stored import packing
from pbem.pictures import draw_png
from worker.mail import message
from worker.mail.delivery import deliver


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def game_of_people(scenario: str) -> UUID:
    """A started game in which players, not bots, hold all seats."""
    roles = registry.current_title("pirates").seats(scenario)
    players = [host() for _ in roles]
    wishes = [SeatWish(role=role) for role in roles]
    game = do_create_game(host=players[0], title="pirates", scenario=scenario, seats=wishes, name="North Sea 12")
    for player, role in zip(players, roles, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    return game.pk


def answer_open(game_id: UUID) -> None:
    """Every open question of a game gets its form's example."""
    for request in OpenRequest.objects.filter(game=game_id, closed_at=None).select_related("seat__player"):
        form = packing.read_question(registry.game_title(request.game), request.question).form
        example = msgspec.json.encode(form.write(form.example()))
        do_submit_answer(player=held_by(request.seat), request_id=request.pk, answer=example)


@contextmanager
def outside_sink() -> Iterator[int]:
    """A sink in a process of its own; its port."""
    port = free_port()
    child = subprocess.Popen([sys.executable, "-m", "bench.sink", str(port)])
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        child.terminate()
        child.wait(10)


def _mail_to(port: int) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_TIMEOUT = "worker.mail.smtp.Backend", 30
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False


def sending(letters: int) -> Iterator[Measure]:
    """Letters per second over one connection, beside a ready letter of theirs sent as often by bare smtplib."""
    count = _write_up(letters)
    with outside_sink() as port:
        _mail_to(port)
        ready = _ready_letter()
        bare = [_bare_rate(port, ready, 100)]
        progress(f"{count} letters")
        with _clocked_pictures() as pictures:
            began = time.perf_counter()
            sent = deliver(budget=600).sent
            seconds = time.perf_counter() - began
        bare.append(_bare_rate(port, ready, 100))
    rate, writing = sum(bare) / len(bare), sent / (seconds - sum(pictures))
    size = f"{len(ready) / 1000:.0f} kB, one connection"
    yield Measure("a ready letter sent by bare smtplib", rate, "1/s", note=size)
    yield Measure("letters drawn, written and sent", sent / seconds, "1/s", note=f"{sent} letters, one process")
    yield Measure("drawing the pictures, for each letter", 1000 * sum(pictures) / sent, "ms")
    yield Measure("letters written and sent, pictures apart", writing, "1/s")
    yield at_least("letters beside the bare SMTP rate, pictures apart", writing / rate, "of its rate", 0.7)


@contextmanager
def _clocked_pictures() -> Iterator[list[float]]:
    """The seconds that each picture of a letter takes to be drawn, while letters are written in this process."""
    times: list[float] = []
    draw = draw_png

    def clocked_draw(picture: Any, *, width: int) -> bytes:
        with clocked(times):
            return draw(picture, width=width)

    with patch.object(message, "draw_png", clocked_draw):
        yield times


def _write_up(letters: int) -> int:
    """Play until so many letters are owed; how many are."""
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    queued = OutgoingMail.objects.filter(status=OutgoingMail.Status.QUEUED)
    while queued.count() < letters:
        game_id = game_of_people("four_players")
        for _ in range(8):
            do_resolve(game_id)
            answer_open(game_id)
    surplus = list(queued.order_by("pk").values_list("pk", flat=True)[letters:])
    OutgoingMail.objects.filter(pk__in=surplus).update(status=OutgoingMail.Status.SENT)
    return letters


def _ready_letter() -> bytes:
    """The first letter that is owed, as it goes over the line."""
    mail = OutgoingMail.objects.filter(status=OutgoingMail.Status.QUEUED).order_by("pk")[0]
    letter = letter_for(mail)
    if letter is None:
        raise ValueError("nobody wants the letter")
    return message.message_of(letter).message().as_bytes()


def _bare_rate(port: int, letter: bytes, count: int) -> float:
    with smtplib.SMTP("127.0.0.1", port) as line:
        began = time.perf_counter()
        for _ in range(count):
            line.sendmail("a@example.org", ["b@example.org"], letter)
        return count / (time.perf_counter() - began)


@contextmanager
def _worker(port: int) -> Iterator[None]:
    """A Celery worker in a process of its own, with its mail going to the sink."""
    mail = {"PBEM_MAIL_URL": f"smtp://127.0.0.1:{port}"}
    command = [sys.executable, "-m", "celery", "-A", "pbem", "worker", "--pool", "solo", "--loglevel", "ERROR"]
    command += ["--include", "bench.hop", "--without-gossip", "--without-mingle"]
    child = subprocess.Popen(command, env={**os.environ, **mail})
    try:
        yield
    finally:
        child.terminate()
        child.wait(30)


class _Table:
    """A game of four people, whose letters are awaited in the sink."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        arrived = len(sink.letters)
        self.game_id = game_of_people("four_players")
        self._await(arrived + 4)

    def turn(self) -> float:
        """Seconds from the sealed answer to the last of the four letters that it brings about."""
        time.sleep(0.3)
        arrived = len(self.sink.letters)
        began = time.perf_counter()
        answer_open(self.game_id)
        self._await(arrived + 4)
        return self.sink.letters[arrived + 3][1] - began

    def _await(self, count: int) -> None:
        if not self.sink.wait_for(count, 60):
            raise TimeoutError("no letters")


def whole_turn(turns: int) -> Iterator[Measure]:
    """From a sealed answer over the broker and the resolve to four letters in the sink, without pictures and with."""
    if connection.vendor != "postgresql":
        return
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    sink, port = Sink(), free_port()
    controller = listen(sink, port)
    times: dict[bool, list[float]] = {False: [], True: []}
    try:
        with _worker(port), BareRow() as row:
            progress("waiting for the worker")
            hops = broker_hops(50)
            tables = {pictures: _Table(sink) for pictures in times}
            _without_pictures(tables[False].game_id)
            for number in range(turns):
                progress(f"turn {number + 1} of {turns}")
                for pictures, table in tables.items():
                    times[pictures].append(table.turn())
                row.sample(30)
            bare = row.seconds
    finally:
        controller.stop()
    plain, drawn = median(times[False]), median(times[True])
    yield Measure("broker hop, publish to start of the task, p50", 1000 * median(hops), "ms")
    yield Measure("whole turn: answer, broker, resolve, four letters", 1000 * plain, "ms", note="pictures apart")
    yield at_most("whole turn in bare commits", plain / bare, "×", 40, f"pictures apart; {1000 * bare:.2f} ms each")
    yield Measure("four pictures of the turn", 1000 * (drawn - plain), "ms", note="by difference")


def _without_pictures(game_id: UUID) -> None:
    """The readers of a game want letters of text and HTML alone."""
    Player.objects.filter(seats__game=game_id).update(mail_preferences={"pictures": False})
