"""Mail that comes in: from the raw message to the receipt in the outbox."""

import time
from collections.abc import Iterator
from email.message import EmailMessage

import msgspec
from django.conf import settings

from bench.by_mail import game_of_people
from bench.report import Measure, at_most, median, progress
from games import registry
from games.models import IncomingMail, OpenRequest
from games.selectors.tags import reply_tag
from games.services import inbound
from games.services.resolve.advance import do_resolve
from games.stored import packing
from games.stored.tags import QUESTION
from worker.inbound.handling import handle_inbound
from worker.inbound.taking import take_in

QUOTED_LINES = 400
"""Of the letter that each reply quotes: more than the longest of ours has."""
MILLISECONDS = 8.0
"""Processor time that one message may take; the judge of another game takes 11."""


def receiving(count: int) -> Iterator[Measure]:
    """Replies with orders, each quoting a whole letter, taken in and answered one by one."""
    settings.PBEM_MAIL_REPLY, settings.PBEM_MAIL_RELAYS = "orders@example.org", ["mx.example.org"]
    settings.PBEM_MAIL_ANSWERS_PER_HOUR = inbound.MOST_AN_HOUR = 1_000_000
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


def _received(raw: bytes) -> float:
    began = time.process_time()
    take_in(raw, way="bench")
    handle_inbound()
    return time.process_time() - began


def _reply(request: OpenRequest, number: int) -> bytes:
    form = packing.read_question(registry.game_title(request.game), request.question).form
    player = request.seat.player
    assert player is not None
    message = EmailMessage()
    message["Authentication-Results"] = f"mx.example.org; dmarc=pass header.from={player.email.rpartition('@')[2]}"
    message["From"], message["To"] = player.email, reply_tag(QUESTION, request.pk, request.seat)
    message["Message-ID"] = f"<bench-{request.pk}-{number}@example.org>"
    quoted = [f"> line {line} of a letter: choose nothing of this, please" for line in range(QUOTED_LINES)]
    said = form.render(form.read(msgspec.json.decode(msgspec.json.encode(form.write(form.example())))))
    message.set_content("\n".join([said, "", "On Sunday Sealed Orders <orders@example.org> wrote:", *quoted]))
    return message.as_bytes()
