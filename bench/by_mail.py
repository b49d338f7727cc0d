"""Mail, and a whole turn from the answer to the last letter."""

import os
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import connection

from bench.report import Measure, at_least, at_most, median, progress
from bench.sink import Sink, listen
from bench.stored import bare_commit, host
from games import registry, store
from games.models import OpenRequest, OutgoingMail
from games.services.advance import do_resolve
from games.services.answers import do_submit_answer
from games.services.creation import SeatWish, do_create_game
from games.services.lifecycle import do_join_game, do_start_game


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
        form = store.read_question(registry.game_title(request.game), request.question).form
        example = msgspec.json.encode(form.write(form.example()))
        do_submit_answer(player=request.seat.player, request_id=request.pk, answer=example)


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
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False


def sending(letters: int) -> Iterator[Measure]:
    """Letters per second over one connection, written and drawn on the way, beside ready letters of the same size."""
    from worker.mail.delivery import deliver

    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    while OutgoingMail.objects.filter(status=OutgoingMail.Status.QUEUED).count() < letters:
        game_id = game_of_people("four_players")
        for _ in range(8):
            do_resolve(game_id)
            answer_open(game_id)
    count = OutgoingMail.objects.filter(status=OutgoingMail.Status.QUEUED).count()
    progress(f"{count} letters")
    with outside_sink() as port:
        _mail_to(port)
        began = time.perf_counter()
        done = deliver(budget=600)
        rate = done.sent / (time.perf_counter() - began)
        bare = _bare_rate(port, 200)
    yield Measure("letters, rendered and sent", rate, "1/s", note=f"{done.sent} letters, one process")
    yield at_least("letters beside the bare SMTP rate", rate / bare, "of its rate", 0.7, f"bare: {bare:.0f}/s")


def _bare_rate(port: int, count: int) -> float:
    letter = EmailMessage()
    letter["Subject"], letter["From"], letter["To"] = "bare", "a@example.org", "b@example.org"
    letter.set_content("one line\n" * 200)
    letter.add_attachment(os.urandom(45_000), maintype="image", subtype="png")
    body = letter.as_bytes(policy=SMTP)
    with smtplib.SMTP("127.0.0.1", port) as line:
        began = time.perf_counter()
        for _ in range(count):
            line.sendmail("a@example.org", ["b@example.org"], body)
        return count / (time.perf_counter() - began)


@contextmanager
def _worker(port: int) -> Iterator[None]:
    """A Celery worker in a process of its own, with its mail going to the sink."""
    mail = {"PBEM_MAIL_URL": f"smtp://127.0.0.1:{port}"}
    command = [sys.executable, "-m", "celery", "-A", "pbem", "worker", "--pool", "solo", "--loglevel", "ERROR"]
    child = subprocess.Popen([*command, "--without-gossip", "--without-mingle"], env={**os.environ, **mail})
    try:
        yield
    finally:
        child.terminate()
        child.wait(30)


def whole_turn(turns: int) -> Iterator[Measure]:
    """From a sealed answer over the broker and the resolve to four letters in the sink."""
    if connection.vendor != "postgresql":
        return
    bare = bare_commit()
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    sink, port = Sink(), free_port()
    controller = listen(sink, port)
    times: list[float] = []
    try:
        with _worker(port):
            game_id = game_of_people("four_players")
            progress("waiting for the worker")
            if not sink.wait_for(4, 60):
                raise TimeoutError("no letters")
            time.sleep(1)
            for number in range(turns):
                progress(f"turn {number + 1} of {turns}")
                before = len(sink.letters)
                began = time.perf_counter()
                answer_open(game_id)
                if not sink.wait_for(before + 4, 60):
                    raise TimeoutError("no letters")
                times.append(sink.letters[before + 3][1] - began)
                time.sleep(0.5)
    finally:
        controller.stop()
    yield Measure("whole turn: answer, broker, resolve, four letters", 1000 * median(times), "ms")
    yield at_most("whole turn in bare commits, pictures included", median(times) / bare, "×", 40)
