"""Measure incoming e-mail, from the raw message to the receipt in the outbox."""

import time
from collections.abc import Iterator
from email.message import EmailMessage
from itertools import product

import msgspec
from django.conf import settings

from bench.by_mail import game_of_people
from bench.report import Measure, at_most, median, progress
from games import registry
from games.models import IncomingMail, OpenRequest
from games.order_text.tokens import MOST_LETTERS
from games.orders.order_set import Orders
from games.persistence import serialization
from games.persistence.mail_tags import QUESTION
from games.selectors.mail_tag_targets import make_seat_reply_address
from games.services import incoming_mail
from games.services.resolve.advance import do_resolve
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

QUOTED_LINES = 400
"""The number of lines that each reply quotes, which is more than our longest e-mail has."""
MILLISECONDS = 8.0
"""The target for the processor time of a reply, in milliseconds."""

HOSTILE_MILLISECONDS = 100.0


def receiving(count: int) -> Iterator[Measure]:
    """Measure the processing of replies with orders; each reply quotes a whole e-mail."""
    settings.PBEM_MAIL_REPLY_ADDRESS, settings.PBEM_TRUSTED_AUTHSERV_IDS = "orders@example.org", ["mx.example.org"]
    settings.PBEM_MAIL_REPLIES_PER_HOUR = incoming_mail.MAX_PER_HOUR = 1_000_000
    game_id = game_of_people("two_players")
    do_resolve(game_id)
    request = OpenRequest.objects.select_related("seat__player", "game").filter(game=game_id, closed_at=None)[0]
    raws = [_reply(request, number) for number in range(count + 5)]
    progress(f"{count} messages")
    for raw in raws[:5]:
        _received(raw)
    began, spent = time.perf_counter(), [_received(raw) for raw in raws[5:]]
    lasted = time.perf_counter() - began
    answered = IncomingMail.objects.filter(game=game_id, outcome="receipt").count()
    assert answered == count + 5, f"{answered} of {count + 5} were understood"
    yield at_most("inbound: processor time from message to receipt, median", 1000 * median(spent), "ms", MILLISECONDS)
    yield Measure("inbound: messages taken in and answered", count / lasted, "1/s")
    dearest = max(map(_received, _hostile(request)))
    yield at_most("inbound: processor time of the dearest hostile message", 1000 * dearest, "ms", HOSTILE_MILLISECONDS)


def _received(raw: bytes) -> float:
    began = time.process_time()
    ingest(raw, channel="bench")
    handle_inbound()
    return time.process_time() - began


def _hostile(request: OpenRequest) -> Iterator[bytes]:
    """Yield messages with many lines that take long to read, each as long as the limits for messages allow."""
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    verb = next(iter(form.templates_by_verb)) if isinstance(form, Orders) else "choose"
    names = list(form.values())
    lines = [
        f"{verb} {'x ' * 250}",
        f"{verb} {'x,' * 900}",
        f"{verb} {(names[0][:3] + ' ') * 300}",
        "note x",
        "standing x",
    ]
    lines += [
        " ".join(names)[:1900],
        ",".join(names)[:1900],
        "\ufdfa " * 100,
        '"' * 600,
        "vacation 2030-01-01",
        "a b c d e f",
        " and ".join(names)[:MOST_LETTERS],
        ", ".join(f"{name} at {names[0]}" for name in names)[:MOST_LETTERS],
    ]
    lines += ["_" * 60, "On 1", "From: x", form.render(form.example())]
    for number, (line, most) in enumerate(product(lines, (19_900, 990_000))):
        message = _addressed(request, f"hostile-{number}")
        written = line.encode() + b"\n"
        yield message.as_bytes() + written * min(most // len(written), 395 if most < 20_000 else most)


def _reply(request: OpenRequest, number: int) -> bytes:
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    message = _addressed(request, str(number))
    quoted = [f"> line {line} of a letter: choose nothing of this, please" for line in range(QUOTED_LINES)]
    said = form.render(form.read(msgspec.json.decode(msgspec.json.encode(form.write(form.example())))))
    message.set_content("\n".join([said, "", "On Sunday Sealed Orders <orders@example.org> wrote:", *quoted]))
    return message.as_bytes()


def _addressed(request: OpenRequest, name: str) -> EmailMessage:
    """Return an empty message to a question, from its player; by its header, a trusted relay verified the sender."""
    player = request.seat.player
    assert player is not None
    message = EmailMessage()
    message["Authentication-Results"] = f"mx.example.org; dmarc=pass header.from={player.email.rpartition('@')[2]}"
    message["From"], message["To"] = player.email, make_seat_reply_address(QUESTION, request.pk, request.seat)
    message["Message-ID"] = f"<bench-{request.pk}-{name}@example.org>"
    message["Content-Type"] = "text/plain; charset=utf-8"
    return message
