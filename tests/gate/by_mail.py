"""What a player hears when replying to a letter: the receipts and rejections of one open question, then undone."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.test import override_settings

from games import registry
from games.models import Game, IncomingMail, OpenRequest, OutgoingMail, Player
from games.persistence import serialization
from games.persistence.mail_tags import QUESTION, SEAT
from games.selectors.email_context import load_email_context
from games.selectors.mail_tag_targets import make_seat_reply_address
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest
from worker.mail.outbound.mime_message import build_message

NONSENSE = (
    ["nonsense", "choose break_contact_1"],
    ["pass x=y"],
    ["show"],
    ["board", "history"],
    ["ready"],
    ["standing"],
)
_CHANCE = re.compile(r"orders\+[a-z2-7]{43}@|\b[0-9a-f]{64}\b")
"""Tags are codes over random ids, hashes of receipts are salted."""


def by_mail(player: Player, game: Game) -> Iterator[tuple[str, Callable[[], str]]]:
    """The answers to orders that make sense and to others, as letters; afterwards nothing has happened."""
    with override_settings(
        PBEM_MAIL_REPLY_ADDRESS="orders@example.org", PBEM_MAIL_GRACE_SECONDS=0, PBEM_MAIL_REPLIES_PER_HOUR=10**6
    ):
        for request in OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).select_related(
            "seat"
        ):
            form = serialization.read_question(registry.game_title(game), request.question).form
            example = form.render(form.example()).splitlines()
            tag = make_seat_reply_address(QUESTION, request.pk, request.seat)
            for lines in (example, [*example, "nonsense"], [*example, "not ready"], *NONSENSE):
                yield f"mail: {' / '.join(lines)[:80]}", partial(_heard, player, tag, lines)
            for lines in (["show"], ["letters arrive"]):
                yield f"mail while marked: {lines[0]}", partial(_heard_marked, player, tag, lines)
            yield (
                "mail to the seat",
                partial(_heard, player, make_seat_reply_address(SEAT, game.pk, request.seat), example),
            )


def _heard_marked(player: Player, tag: str, lines: list[str]) -> str:
    """What is heard by who gets no other letters; afterwards the address is as it was."""
    with transaction.atomic():
        since = datetime(2026, 11, 1, tzinfo=UTC)
        marks = {"bounced_address": player.email, "bounced_at": since, "bounced_why": "5.1.1"}
        Player.objects.filter(pk=player.pk).update(**marks)
        said = _heard(player, tag, lines)
        transaction.set_rollback(True)
    return said


def _heard(player: Player, tag: str, lines: list[str]) -> str:
    raw = f"From: {player.email}\nTo: {tag}\nMessage-ID: <a@example.org>\n\n" + "\n".join([*lines, ""])
    with transaction.atomic():
        before = OutgoingMail.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        assert ingest(raw.encode(), channel="pipe") == "taken"
        handle_inbound()
        assert IncomingMail.objects.get(message_id="<a@example.org>").status == "handled"
        (mail,) = OutgoingMail.objects.filter(pk__gt=before, kind=OutgoingMail.Kind.REPLY)
        letter: Any = load_email_context(mail)
        said = build_message(letter).message().as_string()
        transaction.set_rollback(True)
    return _CHANCE.sub("~", said)
