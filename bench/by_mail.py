"""Measure how fast queued e-mails are written and sent."""

import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID

import msgspec
from django.conf import settings
from django.utils import timezone

from bench.report import Measure, at_least, clocked, progress
from bench.stored import held_by, host
from games import registry
from games.models import Game, OpenRequest, OutgoingMail
from games.persistence import serialization
from games.selectors.email_context import load_email_context
from games.selectors.outbox import WAIT_REASONS, due_mail
from games.services.answers import do_submit_answer
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from pbem.rendering.renderer_pool import draw_png
from worker.mail.outbound import mime_message
from worker.mail.outbound.delivery import send_due_mail


def free_port() -> int:
    """Return a TCP port that no process uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def game_of_people(scenario: str) -> UUID:
    """Start a game in which players, not bots, hold all seats; return its id."""
    roles = registry.current_title("pirates").seats(scenario)
    players = [host() for _ in roles]
    wishes = [SeatAssignment(role=role) for role in roles]
    game = do_create_game(host=players[0], title="pirates", scenario=scenario, seats=wishes, name="North Sea 12")
    for player, role in zip(players, roles, strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    return game.pk


def answer_open(game_id: UUID) -> None:
    """Answer every open question of a game with the example of its form."""
    for request in OpenRequest.objects.filter(game=game_id, closed_at=None).select_related("seat__player"):
        form = serialization.read_question(registry.game_title(request.game), request.question).form
        example = msgspec.json.encode(form.write(form.example()))
        do_submit_answer(player=held_by(request.seat), request_id=request.pk, answer=example)


@contextmanager
def outside_sink() -> Iterator[int]:
    """Run a mail server that accepts everything (`bench.sink`) in its own process, and yield its port."""
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
    settings.EMAIL_BACKEND, settings.EMAIL_TIMEOUT = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend", 30
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False


def sending(letters: int) -> Iterator[Measure]:
    """Measure how many of `letters` queued e-mails are sent per second over one connection.

    For comparison, smtplib sends a prepared e-mail as often.
    """
    count = _write_up(letters)
    with outside_sink() as port:
        _mail_to(port)
        ready = _ready_letter()
        bare = [_bare_rate(port, ready, 100)]
        progress(f"{count} letters")
        with _clocked_pictures() as pictures:
            began = time.perf_counter()
            sent = send_due_mail(budget=600).sent
            seconds = time.perf_counter() - began
        if sent != count:
            raise RuntimeError(f"{sent} of {count} letters were sent: the others wait, are told in others or dropped")
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
    """Yield a list that gets the seconds for drawing each picture of an e-mail in this process."""
    times: list[float] = []
    draw = draw_png

    def clocked_draw(picture: Any, *, width: int) -> bytes:
        with clocked(times):
            return draw(picture, width=width)

    with patch.object(mime_message, "draw_png", clocked_draw):
        yield times


def _write_up(letters: int) -> int:
    """Play games until so many e-mails are due now; return their number.

    Each e-mail is about one stop, as in the targets and figures of earlier commits: news that would wait for the seat's
    next e-mail is sent separately (`turns.py` counts how many e-mails this saves). The release hour of the games is
    tomorrow, because fresh news would wait for the next stop if the games continued at once.
    """
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    while due_mail().count() < letters:
        game_id = game_of_people("four_players")
        for _ in range(8):
            do_resolve(game_id)
            answer_open(game_id)
        now = timezone.now()
        Game.objects.filter(pk=game_id).update(due_from=now + timedelta(days=1), wake_at=now + timedelta(days=1))
        OutgoingMail.objects.filter(game=game_id, error__in=WAIT_REASONS).update(error="", next_try_at=now)
    surplus = list(due_mail().order_by("pk").values_list("pk", flat=True)[letters:])
    OutgoingMail.objects.filter(pk__in=surplus).update(status=OutgoingMail.Status.SENT)
    return letters


def _ready_letter() -> bytes:
    """Return the first due e-mail in the form in which SMTP transfers it."""
    mail = due_mail().order_by("pk")[0]
    letter = load_email_context(mail)
    if letter is None:
        raise ValueError("nobody wants the letter")
    return mime_message.build_message(letter).message().as_bytes()


def _bare_rate(port: int, letter: bytes, count: int) -> float:
    with smtplib.SMTP("127.0.0.1", port) as line:
        began = time.perf_counter()
        for _ in range(count):
            line.sendmail("a@example.org", ["b@example.org"], letter)
        return count / (time.perf_counter() - began)
