"""Store raw messages of players from all inputs, and ignore other messages."""

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import DataError

from games.kernel.text import sanitized
from games.persistence.mail_tags import UNTAGGED, find_tags, has_server_address
from games.selectors.mail_tag_targets import TagTarget, resolve_tag, resolve_untagged
from games.selectors.mail_threads import resolve_thread
from games.services.incoming_mail import do_store_incoming
from worker.mail.inbound.authentication_results import is_authenticated
from worker.mail.inbound.auto_replies import FORWARDER_REASONS, LIST, auto_reply_reason
from worker.mail.inbound.delivery_reports import is_report, record_report
from worker.mail.inbound.headers import Headers, split_message
from worker.mail.inbound.mail_parser import MAX_BYTES, content_digest, find_single_sender, read_message
from worker.mail.inbound.openings.server_commands import read_server_command
from worker.mail.inbound.seat_replies import handle_stranger_reply
from worker.mail.inbound.stripping import MAX_STORED_BYTES, strip_unread_content
from worker.mail.inbound.unreadable_mail import NO_TAG, TOO_LARGE, UNFIT

logger = logging.getLogger(__name__)

_RECIPIENTS = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Forwarded-To")


_NAME = re.compile(r"<[^<>\s]{1,198}>")


def ingest(raw: bytes, *, channel: str, recipients: Iterable[str] = ()) -> str:
    """Store a player's message once, or handle a report; return the result in a word.

    - ``taken``: a player's message was stored, also an unreadable one. ``known``: the message was stored before.
    - ``noted``: a report about this server's e-mails, or a reply to an invitation from a person without an account.
    - ``nobody`` (not from a player), ``noise`` (automatic), ``too_often``: messages that get no reply.
    - ``unfit``: a player's message that the database can never store; it gets no reply.

    `channel` names the input, `recipients` are the envelope's recipients if known. Of a message above `MAX_BYTES` the
    caller need pass only more than `MAX_BYTES` bytes. Raises DatabaseError if the database fails; the message must then
    be delivered again.
    """
    headers, body = split_message(raw[:MAX_BYTES])
    sender, named = find_single_sender(headers), [*recipients, *headers.addresses(*_RECIPIENTS)]
    if is_report(headers):
        return _left(record_report(headers, body, named, content_digest(headers, body)), channel, sender, "a report")
    noise = auto_reply_reason(headers)
    if noise and noise not in FORWARDER_REASONS:
        return _left("noise", channel, sender, noise)
    about, how = _whose(named, sender, headers, raw)
    if noise and about is not None and not _is_beyond_noise(noise, how):
        return _left("noise", channel, sender, noise)
    if (
        about is None
        and settings.PBEM_MAIL_REPLY_ADDRESS
        and handle_stranger_reply(find_tags(named), sender, raw[:MAX_BYTES])
    ):
        return _left("noted", channel, sender, "an answer to an invitation")
    if about is None:
        return _left("noise" if noise else "nobody", channel, sender, noise or "no valid tag from a registered address")
    message = _Message(raw, headers, body, sender, channel)
    taken = message.stored(about, NO_TAG if how == "unknown" else "")
    return _left(taken, channel, sender, "") if taken in ("too_often", "unfit") else taken


@dataclass(frozen=True)
class _Message:
    """A message of a player that is about to be stored."""

    raw: bytes
    headers: Headers
    body: bytes
    sender: str
    way: str

    def stored(self, about: TagTarget, why: str) -> str:
        """Store the readable parts of the message; return the result in a word.

        `about` is what the message is about; `why` is the reason why it is answered without being read, or "".
        """
        text = strip_unread_content(self.raw) if len(self.raw) <= MAX_BYTES else b""
        if not text or len(text) > MAX_STORED_BYTES:
            text, why = b"", why or TOO_LARGE
        try:
            return self._row(about, text, why)
        except DataError:
            logger.exception("a message by %s cannot be stored as it is", self.way)
        try:
            return self._row(about, b"", UNFIT)
        except DataError:
            logger.exception("a message by %s cannot be stored, now or later", self.way)
            return "unfit"

    def _row(self, about: TagTarget, text: bytes, why: str) -> str:
        return do_store_incoming(
            target=about,
            raw=text,
            digest=content_digest(self.headers, self.body),
            message_id=self.headers.first("Message-ID")[:250] if why != UNFIT else "",
            sender=self.sender,
            sent_at=self.headers.read_date("Date") if why != UNFIT else None,
            channel=self.way,
            is_authenticated=is_authenticated(self.headers, self.sender),
            unreadable_reason=why,
        )


def _is_beyond_noise(noise: str, how: str) -> bool:
    """Return True if a message counts although `noise` calls it automatic, because a forwarder may have caused that.

    That is so for a reply to a tag (`how`): mail programs do not mark replies as bulk mail.
    """
    return how == "tag" or (how == "thread" and noise == LIST)


def _whose(named: Sequence[str], sender: str, headers: Headers, raw: bytes) -> tuple[TagTarget | None, str]:
    """Return what a message is about and who sent it, and how that was found: by its ``tag`` or ``thread``.

    A message to the server's own address is ``asking``, or ``unknown`` if it replies to an unknown message. `named` are
    the addresses to which it was sent.
    """
    if not (sender and settings.PBEM_MAIL_REPLY_ADDRESS):
        return None, ""
    tags = list(find_tags(named))
    if tags:
        return next((found for tag in tags if (found := resolve_tag(tag, sender)) is not None), None), "tag"
    answered = _answered(headers)
    person = resolve_untagged(sender) if has_server_address(named) else None
    if person is not None and (not answered or read_server_command(read_message(raw).lines)):
        return person, "asking"
    if answered and (about := resolve_thread(answered, sender)) is not None:
        return about, "unknown" if about.tag == UNTAGGED else "thread"
    return person, "unknown"


def _answered(headers: Headers) -> list[str]:
    """Return the Message-IDs to which a message refers, that of the answered message first (RFC 5322, 3.6.4)."""
    chain = _NAME.findall(headers.first("References"))[::-1]
    found = [*_NAME.findall(headers.first("In-Reply-To")), *chain]
    given = headers.first("In-Reply-To").strip()
    return list(dict.fromkeys(found)) or ([given] if given else [])


def _left(what: str, way: str, sender: str, why: str) -> str:
    """Log that a message was ignored, and return the result `what`."""
    logger.info("mail by %s from %s is left alone: %s %s", way, sanitized(sender) or "nobody", what, why)
    return what
