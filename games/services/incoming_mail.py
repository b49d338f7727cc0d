"""Store incoming e-mails as rows, process each of them once, and queue the reply."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.database.batch import insert, key, moment, send_update_of_first, update_where
from games.errors import missing
from games.kernel.text import Text, join_sentences
from games.models import IncomingMail, OutgoingMail, Player
from games.models.compression import deflate
from games.persistence.mail_replies import MailReply, encrypt_reply
from games.persistence.mail_tags import INVITATION, OPENING, SEATLESS_KINDS, START, UMPIRE, UNTAGGED
from games.selectors.access import may_see
from games.selectors.incoming_mail import (
    check_copies_and_rate,
    find_by_message_id,
    get_answered_opening,
    get_game_and_seat,
    get_waiting_mail,
    has_reply_limit_reached,
    has_untagged_limit_reached,
    load_parents,
)
from games.selectors.invitations import get_invitation
from games.selectors.mail_tag_targets import (
    TagTarget,
    make_invitation_reply_address,
    make_opening_reply_address,
    make_start_reply_address,
)
from games.services import outbox, triggers
from games.services.account_emails import do_queue_account_email
from games.services.mail_quarantine import discard

Status = IncomingMail.Status
T = TypeVar("T")

MAX_PER_HOUR = 60
"""The number of messages that are accepted from one player in an hour."""
MAX_UNTAGGED = 10
"""The number of messages without a tag in the address that are accepted from one player in an hour.

Further ones get no reply. So senders who forge a player's address can neither flood the player's mailbox with replies
nor use up `MAX_PER_HOUR`.
"""
_MANY = "many-mails."
"""The reference prefix of the e-mail that tells a player that too many messages came."""
MAX_ATTEMPTS = 3
MAX_READINGS = 3
"""The maximum number of times that one attempt reads a message; a change of the question requires another reading."""
RETRY_DELAY = timedelta(seconds=60)
logger = logging.getLogger(__name__)


def do_store_incoming(
    *,
    target: TagTarget,
    raw: bytes,
    digest: str,
    message_id: str,
    sender: str,
    sent_at: datetime | None,
    channel: str,
    is_authenticated: bool,
    unreadable_reason: str = "",
) -> str:
    """Store an incoming message.

    Returns ``taken`` if the message was stored, ``known`` if it is a copy of a stored message, or ``too_often`` if the
    sender has exceeded a limit. `target` is the meaning of the tag in the recipient's address, `digest` identifies the
    message's contents, and `channel` says how the message came in. `unreadable_reason`, if not empty, says why the
    message must be answered without being read; the row has it as `outcome` until the message is processed. A date
    (`sent_at`) in the future counts as now. When this returns, the mail server may delete the message.
    """
    if target.tag == UNTAGGED and has_untagged_limit_reached(target.player, MAX_UNTAGGED):
        return "too_often"
    known, too_many = check_copies_and_rate(target.player, digest, MAX_PER_HOUR)
    if known or too_many:
        return "known" if known else _too_often(target.player)
    row = IncomingMail(
        digest=digest,
        message_id=message_id,
        way=channel,
        raw=deflate(raw),
        sender=sender,
        tag=target.tag.kind + target.tag.subject.hex,
        **_place(target),
        proven=is_authenticated,
        dated=sent_at and min(sent_at, timezone.now().replace(microsecond=0)),
        outcome=unreadable_reason,
    )
    with transaction.atomic():
        if message_id and _is_copy(row, target.player, sent_at):
            return "known"
        insert([row], conflict="ON CONFLICT (digest) DO NOTHING")
        triggers.trigger_after_commit(triggers.INBOUND, "")
    return "taken"


def _place(about: TagTarget) -> dict[str, Any]:
    """Return the columns of a message that its tag determines: player, question and, if there is one, seat and game."""
    place = {"seat": about.seat, "game_id": about.seat.game_id} if about.seat else {}
    return {"player": about.player, "request": about.request, **place}


def _too_often(player: Player) -> str:
    """Notify the player that the hourly limit of messages is exceeded, and return the result ``"too_often"``.

    Locks the player's row, so that concurrent messages lead to one notice only.
    """
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        _tell_of_many(player)
    return "too_often"


def _tell_of_many(player: Player) -> None:
    """Queue an e-mail, at most once an hour, that tells a player that some messages are not read or not answered."""
    lately = timezone.now() - timedelta(hours=1)
    if OutgoingMail.objects.filter(player=player, reference__startswith=_MANY, created_at__gt=lately).exists():
        return
    facts = {
        "read": str(MAX_PER_HOUR),
        "answered": str(min(settings.PBEM_MAIL_REPLIES_PER_HOUR, MAX_PER_HOUR)),
        "until": (timezone.now() + timedelta(hours=1)).isoformat(),
        "url": f"{settings.PBEM_BASE_URL}/",
    }
    do_queue_account_email(
        template="many_mails", address=player.email, player=player, facts=facts, reference_prefix=_MANY
    )


def _is_copy(row: IncomingMail, player: Player, dated: datetime | None) -> bool:
    """Return True if a message with the same Message-ID, tag and date is stored already, perhaps in another encoding.

    `dated` is the date in the message; if it is unknown or in the future, dates are not compared. If only the new copy
    is authenticated, the stored one counts as authenticated too, unless its processing has started.
    """
    told = dated is not None and dated <= timezone.now()
    same = [
        one
        for one in find_by_message_id(player, row.message_id)
        if one.tag == row.tag and (not told or one.dated == row.dated)
    ]
    if row.proven and same and not any(one.proven for one in same):
        IncomingMail.objects.filter(pk=same[0].pk, status=Status.QUEUED, attempts=0).update(proven=True)
    return bool(same)


class _Lost(Exception):
    """Another worker has processed the message in the meantime."""


_OPEN = f"status IN ('{Status.QUEUED}', '{Status.WAITING}')"


class Outdated(Exception):
    """The question that a message answers has changed since the message was read: the message must be read again."""


def do_handle_next(read: Callable[[IncomingMail], T], handle: Callable[[IncomingMail, T], MailReply | None]) -> bool:
    """Process the message that has been due the longest, in one transaction with all its effects.

    `read` parses the message's text before the transaction begins, because that may take long. `handle` gets the result
    of `read`, changes the game or account, sets the row's ``status`` and ``outcome``, and returns the reply to queue,
    if there is one; if it raises `Outdated`, the text is read again. Returns False if no message is due. Each attempt
    is counted before it begins, so that a message that kills workers is given up after some attempts.
    """
    now = timezone.now()
    row = send_update_of_first(
        IncomingMail,
        changes="attempts = attempts + 1, next_try_at = %s",
        where=f"{_OPEN} AND next_try_at <= %s",
        order="next_try_at, received_at",
        values=(moment(now + RETRY_DELAY), moment(now)),
    )()
    if row is None:
        return False
    if row.attempts > MAX_ATTEMPTS:
        _give_up(row)
        return True
    try:
        if not any(_is_handled(row, read(row), handle) for _ in range(MAX_READINGS)):
            raise Outdated  # it has its next attempt
    except _Lost:
        logger.info("incoming mail %s was handled elsewhere", row.pk)
    except Exception as error:
        logger.exception("incoming mail %s cannot be handled", row.pk)
        IncomingMail.objects.filter(pk=row.pk).update(error=f"{type(error).__name__}: {error}"[:2000])
    return True


def _is_handled(row: IncomingMail, text: T, handle: Callable[[IncomingMail, T], MailReply | None]) -> bool:
    """Process a message whose text was read; return False if it must be read again. Raises _Lost."""
    attempt, waited = row.attempts, row.status == Status.WAITING
    try:
        with transaction.atomic():
            reply = handle(row, text)
            _finish(row, attempt)
            if reply is not None:
                _owe_reply(row, reply, again=waited)
    except Outdated:
        return False
    return True


_GIVEN_UP = Text(
    "Your mail could not be handled, and nothing of it counts. Please send it again, or answer on the page.",
    "メールを処理できず、無効になりました。もう一度送るか、ページから回答してください。",
)


def _give_up(row: IncomingMail) -> None:
    """Mark a message as failed, for the operator to look at, and queue a reply that says so."""
    logger.error("incoming mail %s is given up: %s", row.pk, row.error)
    with transaction.atomic():
        changed = IncomingMail.objects.filter(pk=row.pk, status__in=(Status.QUEUED, Status.WAITING))
        if changed.update(status=Status.FAILED) and load_parents(row):
            name = row.message_id if row.message_id.isascii() and row.message_id.isprintable() else ""
            _owe_reply(row, MailReply(outcome="rejected", answering=name, notes=(_GIVEN_UP,)), again=False)


def _finish(row: IncomingMail, attempt: int) -> None:
    """Store the message's new status, and wipe its text and the sender's address unless it waits in quarantine.

    `attempt`: the number of attempts that this worker has read in the row. Raises _Lost if another worker has processed
    the message since; this rolls back the transaction and its effects.
    """
    if row.status != Status.WAITING:
        row.raw, row.sender = b"", ""
    changed = update_where(
        IncomingMail,
        where=f"id = %s AND attempts = %s AND {_OPEN}",
        values=(key(row.pk), attempt),
        raw=row.raw,
        sender=row.sender,
        status=row.status,
        outcome=row.outcome,
        next_try_at=row.next_try_at,
        cancel_digest=row.cancel_digest,
        revision=row.revision,
        pending=row.pending,
        attempts=row.attempts,
    )
    if not changed:
        raise _Lost


def _owe_reply(row: IncomingMail, reply: MailReply, *, again: bool) -> None:
    """Queue the reply to a message (`again`: its second one), unless its sender has had too many recently.

    A message that enters quarantine, or cancels another one there, always gets a reply, so that the player notices what
    a forger has sent.
    """
    player, most = row.player, settings.PBEM_MAIL_REPLIES_PER_HOUR
    kind = outbox.Kind.ACCOUNT if row.tag.startswith(SEATLESS_KINDS) else outbox.Kind.REPLY
    is_owed = row.status == Status.WAITING or row.has_stopped_others
    if player is None or (not is_owed and has_reply_limit_reached(player, most, kind)):
        logger.warning("incoming mail %s gets no answer: too many in an hour", row.pk)
        if player is not None:
            _tell_of_many(player)
        return
    if kind == outbox.Kind.ACCOUNT:
        _owe_personal(row, player, reply)
        return
    reference = f"{row.pk.hex}.2" if again else row.pk.hex
    game, seat = get_game_and_seat(row)
    mail = outbox.make_outgoing_mail(game, seat, outbox.Kind.REPLY, seat_stop=0, reference=reference)
    mail.sealed = encrypt_reply(reply)
    if settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS and reply.is_plain_receipt:
        outbox.delay_receipt(mail, settings.PBEM_MAIL_RECEIPT_WAIT_SECONDS)
    outbox.queue_mail([mail])
    triggers.trigger_after_commit(triggers.MAIL, game.pk)


def _owe_personal(row: IncomingMail, player: Player, reply: MailReply) -> None:
    """Queue a reply to a message about something other than a seat, such as an invitation."""
    if row.tag.startswith(OPENING):
        _owe_opening(row, player, reply)
        return
    what, about = _asked_as(row)
    game = get_game_and_seat(row)[0]
    facts = {
        **about,
        "game": game.name if what != START_REPLY or may_see(player, game) else "",
        "says": join_sentences(reply.notes).get(player.language),
        "cancel": reply.cancel,
        "answering": reply.answering,
        "chain": " ".join(reply.chain),
    }
    facts |= {"until": reply.counts_at} if reply.counts_at else {}
    do_queue_account_email(template=what, address=player.email, player=player, facts=facts)


START_REPLY = "start_reply"
"""The template of the reply to a start command; its sender may be anybody, so it does not name a hidden game."""


def _asked_as(row: IncomingMail) -> tuple[str, dict[str, str]]:
    """Return the template of the reply to a message without a seat, and the facts for its reply address."""
    if row.tag.startswith(START):
        return START_REPLY, {"reply_to": make_start_reply_address(get_game_and_seat(row)[0])}
    if row.tag.startswith(UMPIRE):
        return "umpire_reply", {}
    invited = get_invitation(UUID(row.tag[1:])) if row.tag.startswith(INVITATION) else None
    if invited:
        return "invitation_reply", {"reply_to": make_invitation_reply_address(invited)}
    return "reserve_reply", {"call": str(UUID(row.tag[1:]))}


def _owe_opening(row: IncomingMail, player: Player, reply: MailReply) -> None:
    """Queue a reply to a message about opening a game, or to one without a tag that could not be understood."""
    says = join_sentences(reply.notes).get(player.language)
    chain = " ".join(reply.chain)
    if reply.outcome == "rejected" and not reply.facts and row.tag[1:] == UNTAGGED.subject.hex:
        facts = {"says": says, "answering": reply.answering, "chain": chain, "url": f"{settings.PBEM_BASE_URL}/"}
        do_queue_account_email(template="unread_mail", address=player.email, player=player, facts=facts)
        return
    opening = get_answered_opening(row)
    reply_to = make_opening_reply_address(opening) if opening else settings.PBEM_MAIL_REPLY_ADDRESS
    facts = {"reply_to": reply_to, "says": says, "cancel": reply.cancel, "answering": reply.answering, "chain": chain}
    facts |= {"until": reply.counts_at} if reply.counts_at else {}
    do_queue_account_email(template="opening", address=player.email, player=player, facts=facts | reply.facts)


def do_cancel_incoming(*, token: str) -> None:
    """Cancel an e-mail that waits in quarantine; the cancel link's `token` is the only permission.

    Raises Missing if no e-mail in quarantine has this token.
    """
    with transaction.atomic():
        row = IncomingMail.objects.select_for_update(of=("self",)).get(pk=get_waiting_mail(token).pk)
        if row.status != Status.WAITING:
            raise missing()
        discard(row, Status.CANCELLED)
