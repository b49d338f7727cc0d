"""Read and execute stored e-mails. `MAIL_KINDS` has the functions for each kind of e-mail.

`ingest` stores the e-mails of players. This module reads each of them outside of transactions (`interpretation`), then
executes it within a transaction by the same services as REST and pages, and returns the reply.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from games.models import IncomingMail, Player
from games.models.compression import inflate
from games.order_text.corrections import is_only_correction
from games.persistence.mail_replies import MailReply
from games.persistence.mail_tags import INVITATION, MESSAGE, OPENING, QUESTION, RESERVE, SEAT, START, UMPIRE
from games.selectors.incoming_mail import load_parents
from games.services import triggers
from games.services.incoming_mail import do_handle_next
from games.services.mail_quarantine import leave_quarantine, lock_mail_of_player, waits_for_later
from worker.mail.inbound.auto_replies import is_automatic, is_out_of_office
from worker.mail.inbound.cancel_phrases import is_cancel
from worker.mail.inbound.commands import mark_address_working
from worker.mail.inbound.interpretation import (
    InterpretedMail,
    read_answer,
    read_opening,
    read_orders,
    read_press,
    read_start,
    reading_basis,
    without_address_line,
)
from worker.mail.inbound.mail_parser import ParsedMail, read_message
from worker.mail.inbound.openings.opening_replies import (
    MOST_HELP,
    NOT_UNDERSTOOD,
    handle_opening_mail,
    was_told_recently,
)
from worker.mail.inbound.orders_execution import NOTHING_ASKED, execute_orders
from worker.mail.inbound.press_replies import send_press_reply, send_umpire_answer
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.replacement import cancel_waiting_mail, replace_earlier, reply_part
from worker.mail.inbound.seat_replies import (
    ACCEPT_OR_DECLINE,
    HOW_TO_START,
    YES_OR_NO,
    answer_invitation,
    answer_reserve_call,
    start_game,
)
from worker.mail.inbound.unreadable_mail import UNREADABLE_TEXTS, explain_empty_mail

Status = IncomingMail.Status

SLICE_SECONDS = 10.0
"""Seconds after which a task starts no further message, so that other tasks get their turn."""


class MailKind(NamedTuple):
    """The handling of one kind of e-mail."""

    read: Callable[[IncomingMail, Player, InterpretedMail], InterpretedMail]
    """Interprets the text of the e-mail."""
    execute: Callable[[ReceivedMail], MailReply]
    """Executes the e-mail and returns the reply."""
    has_commands: bool = False
    """True if the e-mail may contain any command. In other kinds there are only two commands, which this module
    executes: "cancel", and the line that says that e-mails arrive again.
    """
    adds_up: bool = False
    """True if a later e-mail to the same tag does not replace an earlier one in quarantine, so that both count."""


MAIL_KINDS: Mapping[str, MailKind] = {
    QUESTION: MailKind(read_orders, execute_orders, has_commands=True),
    SEAT: MailKind(read_orders, execute_orders, has_commands=True),
    MESSAGE: MailKind(read_press, send_press_reply, adds_up=True),
    RESERVE: MailKind(read_answer, answer_reserve_call),
    INVITATION: MailKind(read_answer, answer_invitation),
    START: MailKind(read_start, start_game),
    UMPIRE: MailKind(read_press, send_umpire_answer, adds_up=True),
    OPENING: MailKind(read_opening, handle_opening_mail),
}
"""The handling of an e-mail by the kind of its tag (`games.persistence.mail_tags`).

`OPENING` is also the kind of an e-mail to the server's own address. Bounces are not among the kinds, because they are
not stored (see `delivery_reports`).
"""


def handle_inbound(*, budget: float = SLICE_SECONDS) -> bool:
    """Process messages until none is due or `budget` seconds are over; return True if more may be due."""
    until = time.monotonic() + budget
    with triggers.collect_triggers():
        while do_handle_next(interpret, handle_message):
            if time.monotonic() > until:
                return True
    return False


def _kind_of(row: IncomingMail) -> MailKind:
    return MAIL_KINDS[row.tag[0]]


def interpret(row: IncomingMail) -> InterpretedMail:
    """Parse a stored e-mail, and read its text as its kind requires.

    An automatic message, and a message that cannot be executed now, is parsed but not read.
    """
    read = read_message(inflate(bytes(row.raw)))
    plain = InterpretedMail(read, read, is_automatic=is_automatic(read.auto_reply_reason, read.raw_lines))
    if not load_parents(row) or plain.is_automatic or row.player is None:
        return plain
    if row.status == Status.WAITING and waits_for_later(row):
        return plain
    kind, text = _kind_of(row), replace(plain, basis=reading_basis(row))
    return kind.read(row, row.player, text if kind.has_commands else without_address_line(row, row.player, text))


def handle_message(row: IncomingMail, text: InterpretedMail) -> MailReply | None:
    """Execute a message, set its `status` and `outcome`, and return the reply, if there is one.

    Call it within a transaction; `text` is the result of `interpret`. Raises Outdated if the message must be read
    again.
    """
    lock_mail_of_player(row)
    if not load_parents(row) or text.is_automatic or row.player is None:
        row.status, row.outcome = Status.IGNORED, "noise" if text.is_automatic else "left"
        return None
    has_waited = row.status == Status.WAITING
    if has_waited and not leave_quarantine(row):
        return None
    text.refuse_outdated(row)
    row.status = Status.HANDLED
    reply = _explain_unread(row, text.read) or _execute(ReceivedMail(row, row.player, text, has_waited))
    most = MOST_HELP if NOT_UNDERSTOOD in reply.notes else 1
    if _is_nothing_understood(reply) and (is_out_of_office(text.read.raw_lines) or was_told_recently(row, most)):
        row.status, row.outcome = Status.IGNORED, "noise"
        return None
    if row.status == Status.HANDLED:
        row.outcome = reply.outcome
        is_done = reply.outcome in ("receipt", "draft", "partial", "words")
        if has_waited and is_done and not (reply.refused or reply.notes or reply.sections):
            return None  # its first reply said so already
    if not _is_printable(row.message_id):
        return reply
    return msgspec.structs.replace(reply, answering=row.message_id, chain=text.read.thread_ids)


def _explain_unread(row: IncomingMail, read: ParsedMail) -> MailReply | None:
    """Return the reply to a message that could not be read or contains no text; None for other messages."""
    note = UNREADABLE_TEXTS.get(row.outcome)
    if note is None and not any(line.strip() for line in read.raw_lines):
        note = explain_empty_mail(read.unread)
    return None if note is None else MailReply(outcome="rejected", decision=str(row.request_id or ""), notes=(note,))


def _execute(mail: ReceivedMail) -> MailReply:
    """Execute an e-mail with the functions for its kind, and return the reply."""
    kind, text = _kind_of(mail.row), mail.text
    if kind.has_commands:
        return kind.execute(mail)
    if text.rest is text.read:
        return _execute_reply(mail, kind)
    if any(line.strip() for line in text.rest.raw_lines):
        found = _execute_reply(mail, kind)
    else:
        found = mail.quarantine() if mail.must_wait else MailReply(outcome="words")
    if found.outcome == "waiting":
        return found
    return msgspec.structs.replace(found, notes=(*found.notes, mark_address_working(mail.player)))


def _execute_reply(mail: ReceivedMail, kind: MailKind) -> MailReply:
    """Execute an e-mail of a kind without commands, and return the reply.

    The e-mail may cancel earlier ones in quarantine, or replace an earlier one to the same tag.
    """
    if not mail.has_waited and _is_only_cancel(mail.text.rest):
        note = cancel_waiting_mail(mail.row, None)
        if note is not None:
            return MailReply(outcome="words", notes=(note,))
    found = kind.execute(mail)
    if kind.adds_up or mail.has_waited or found.outcome not in ("waiting", "words"):
        return found
    return replace_earlier(found, mail.row, {reply_part(mail.row)})


def _is_only_cancel(read: ParsedMail) -> bool:
    """Return True if a message only cancels earlier messages."""
    lines = [line for line in read.lines if line.strip()]
    return bool(lines) and (all(map(is_cancel, lines)) or is_only_correction("\n".join(lines)))


def _is_nothing_understood(reply: MailReply) -> bool:
    """Return True if no part of a message was understood, so that it may be an automatic one without such headers."""
    return (
        reply.outcome == "rejected"
        and not reply.sections
        and set(reply.notes)
        <= {NOTHING_ASKED, ACCEPT_OR_DECLINE, YES_OR_NO, HOW_TO_START, NOT_UNDERSTOOD, *UNREADABLE_TEXTS.values()}
    )


def _is_printable(name: str) -> bool:
    """Return True if this Message-ID can be written into the headers of a reply."""
    return name.isascii() and name.isprintable()
