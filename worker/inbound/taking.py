"""Every way in leads here: a raw message is stored if it is a player's, and is nobody's business otherwise."""

import logging
from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db import DataError

from games.kernel.text import shown
from games.selectors.tags import Addressed, addressed, untagged
from games.services.inbound import do_take_in
from games.stored.tags import names_us, tags_in
from worker.inbound.headers import Headers, split_message
from worker.inbound.inviting import answered_by_stranger
from worker.inbound.noise import noise_in
from worker.inbound.openings.words import what_is_said
from worker.inbound.proof import is_proven
from worker.inbound.reading import MOST_BYTES, digest_of, only_sender, read_message
from worker.inbound.reports import is_report, note_report

logger = logging.getLogger(__name__)

_RECIPIENTS = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Forwarded-To")


def take_in(raw: bytes, *, way: str, recipients: Iterable[str] = ()) -> str:
    """Store a message that a player wrote to one of our tags, once; in a word what became of it.

    ``taken`` or ``known`` for a player's, ``noted`` for a report about a letter of ours, and for
    what a stranger answers to an invitation; ``nobody``, ``noise``,
    ``too_often``, ``too_large`` for what gets no answer,
    ``unfit`` for what the store will never take. Raises DatabaseError: then the message must be brought again.
    """
    try:
        return _taken_in(raw, way, recipients)
    except DataError:
        logger.exception("a message by %s cannot be stored, now or later", way)
        return "unfit"


def _taken_in(raw: bytes, way: str, recipients: Iterable[str]) -> str:
    if len(raw) > MOST_BYTES:
        return _left("too_large", way, "", f"{len(raw)} bytes")
    headers, body = split_message(raw)
    sender, digest = only_sender(headers), digest_of(headers, body)
    named = [*recipients, *headers.addresses(*_RECIPIENTS)]
    if is_report(headers):
        return _left(note_report(headers, body, named, digest), way, sender, "a report about a letter")
    if noise := noise_in(headers):
        return _left("noise", way, sender, noise)
    about = _about(named, sender) or _asking(named, sender, headers, raw)
    if about is None and settings.PBEM_MAIL_REPLY and answered_by_stranger(tags_in(named), sender, raw):
        return _left("noted", way, sender, "an answer to an invitation")
    if about is None:
        return _left("nobody", way, sender, "no valid tag from a registered address")
    taken = do_take_in(
        about=about,
        raw=raw,
        digest=digest,
        message_id=headers.first("Message-ID")[:250],
        sender=sender,
        dated=headers.moment("Date"),
        way=way,
        proven=is_proven(headers, sender),
    )
    return _left(taken, way, sender, "") if taken == "too_often" else taken


def _about(addresses: Iterable[str], sender: str) -> Addressed | None:
    if not (sender and settings.PBEM_MAIL_REPLY):
        return None
    return next((found for tag in tags_in(addresses) if (found := addressed(tag, sender)) is not None), None)


def _asking(addresses: Sequence[str], sender: str, headers: Headers, raw: bytes) -> Addressed | None:
    """Who writes to the server itself. A reply that has lost its tag is none of these, unless it says a word for it."""
    about = untagged(sender) if settings.PBEM_MAIL_REPLY and sender and names_us(addresses) else None
    if about is None or not headers.first("In-Reply-To"):
        return about
    return about if what_is_said(read_message(raw).lines) else None


def _left(what: str, way: str, sender: str, why: str) -> str:
    """Say in the log that a message was left alone."""
    logger.info("mail by %s from %s is left alone: %s %s", way, shown(sender) or "nobody", what, why)
    return what
