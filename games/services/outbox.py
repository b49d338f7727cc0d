"""The outbox: rows of e-mails to send, stored in the same transaction as the events that they report.

A sender process *claims* an e-mail with a lease, sends it and marks the result. If it dies, the e-mail is sent again.
In this module a *reader* is the player to whom an e-mail goes, and *news* is an e-mail that asks nothing.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.database.batch import (
    SelectQuery,
    Spelled,
    insert,
    key,
    moment,
    overlapped_transaction,
    select,
    send_query,
    send_update,
    send_update_of_first,
    update_where,
)
from games.errors import forbidden, missing, wrong_state
from games.models import Game, MailEvent, OutgoingMail, Player, Seat
from games.persistence.address_digest import address_digest
from games.persistence.audit import record_audit_entry
from games.persistence.message_ids import message_id as id_of
from games.persistence.message_ids import message_id_source
from games.selectors.access import get_game, may_umpire
from games.selectors.outbox import (
    WAIT_FOR_NEXT_STOP,
    WAIT_FOR_PHASE_END,
    WAIT_FOR_QUESTION,
    mail_with_expired_lease,
    merged_reason,
)

Kind = OutgoingMail.Kind
Status = OutgoingMail.Status
MAX_ATTEMPTS = 12
WAIT_FOR_MAIL_HOURS = "for the hours of its reader"
"""The reason stored with an e-mail that waits for its reader's delivery hours."""
FOLLOW_UP_SECONDS = 3.0
"""Seconds for which news waits because the game may continue at once without its reader."""
MAX_DELAY = timedelta(hours=12)
"""The longest time that news waits for the end of a turn."""
RECHECK_SECONDS = 3600.0
"""Seconds after which an e-mail that waits for delivery hours is checked again."""
SUSPECT_DEATHS = 2
"""An e-mail is a suspect if at least this many sender processes died while they sent it.

Suspects are sent after all other e-mails, one at a time, and without a picture.
"""
MAX_DEATHS = 3
"""If this many sender processes died while they sent an e-mail, it is given up; the operator can queue it again."""

logger = logging.getLogger(__name__)


def make_seat_message_id(game_id: UUID, role: str, *parts: object) -> str:
    """Return the Message-ID of an e-mail to a seat: an HMAC of the arguments, the same at every attempt to send.

    An HMAC does not reveal how many e-mails there are.
    """
    return id_of(message_id_source(game_id, role, *parts))


def make_outgoing_mail(game: Game, seat: Seat, kind: str, *, seat_stop: int, reference: str = "") -> OutgoingMail:
    """Return the unsaved row of an e-mail of this kind to the player in `seat`, about the game's present stop.

    `seat_stop` is the seat's own number of the stop; `reference` distinguishes e-mails of one kind about one stop.
    """
    return OutgoingMail(
        game=game,
        seat=seat,
        player_id=seat.player_id,
        kind=kind,
        stop=game.stop,
        seat_stop=seat_stop,
        reference=reference,
        message_id=make_seat_message_id(game.pk, seat.role, kind, game.stop, reference),
    )


def delay_for_next_stop(mail: OutgoingMail, now: datetime) -> None:
    """Delay an unsaved e-mail with news by `FOLLOW_UP_SECONDS`, so that the next stop's e-mail can include it."""
    mail.error, mail.next_try_at = WAIT_FOR_NEXT_STOP, now + timedelta(seconds=FOLLOW_UP_SECONDS)


def delay_for_phase_end(mail: OutgoingMail, now: datetime) -> None:
    """Delay an unsaved e-mail with news that comes during a short sequence of questions until the sequence ends.

    An example is a turn with its reactions (`TitleRules.deferrable`). At the end `release_delayed` makes the news due;
    without an end, it is due after `MAX_DELAY`.
    """
    mail.error, mail.next_try_at = WAIT_FOR_PHASE_END, now + MAX_DELAY


def delay_receipt(mail: OutgoingMail, seconds: float) -> None:
    """Delay the unsaved e-mail with a receipt for orders by `seconds`, so that the next turn e-mail can include it.

    The delay does not depend on whether other players have answered: otherwise the delay would reveal who has answered.
    """
    mail.error, mail.next_try_at = WAIT_FOR_QUESTION, timezone.now() + timedelta(seconds=seconds)


def release_delayed(game: Game, now: datetime, except_seats: Iterable[int]) -> int:
    """Make news that waited for the end of a turn due now; return how many e-mails.

    `except_seats` are primary keys of seats whose news keeps waiting, because their new e-mail will include it.
    """
    kept = [*except_seats]
    where = f"game_id = %s AND status = '{Status.QUEUED}' AND error = %s"
    if kept:
        where += f" AND (seat_id IS NULL OR seat_id NOT IN ({', '.join(['%s'] * len(kept))}))"
    return update_where(OutgoingMail, where=where, values=(key(game.pk), WAIT_FOR_PHASE_END, *kept), next_try_at=now)


def queue_mail(mails: Iterable[OutgoingMail]) -> int:
    """Store new e-mails; return how many."""
    rows = list(mails)
    insert(rows, conflict="ON CONFLICT DO NOTHING")
    return len(rows)


def claim_mail(holder: UUID, *, lease_seconds: float, suspects: bool = False) -> OutgoingMail | None:
    """Claim the e-mail that has been due the longest for the sender `holder`, and return it; None if no e-mail is due.

    Until the lease expires, no other sender can claim the e-mail. The claim counts as an attempt, even if the sender
    process dies. A suspect, an e-mail during which `SUSPECT_DEATHS` senders died, is claimed only with `suspects`, and
    only if no other e-mail is due. An e-mail is not claimed while an earlier e-mail to the same reader is due or
    claimed, so that the reader gets both in order; an e-mail that waits for a later attempt does not block others.
    """
    lease = (holder, timezone.now(), timedelta(seconds=lease_seconds))
    return _taking(_SOUND, *lease)() or (_taking(_SUSPECTED, *lease)() if suspects else None)


_SOUND, _SUSPECTED = f"deaths < {SUSPECT_DEATHS}", f"deaths >= {SUSPECT_DEATHS}"


_FIRST_OF_ITS_READER = (
    "NOT EXISTS (SELECT 1 FROM games_outgoingmail AS earlier WHERE earlier.player_id = games_outgoingmail.player_id"
    " AND earlier.id < games_outgoingmail.id"
    " AND earlier.status IN ('queued', 'sending') AND earlier.deaths < %s"
    " AND (earlier.status = 'queued' AND earlier.next_try_at <= %s"
    " OR earlier.status = 'sending' AND earlier.leased_until > %s))"
)


def _due(now: Any) -> SelectQuery:
    """Return the query for the e-mail that would be claimed at `now`, without suspects."""
    where = f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {_SOUND} AND {_FIRST_OF_ITS_READER}"
    return SelectQuery(OutgoingMail, where, (now, SUSPECT_DEATHS, now, now), "ORDER BY next_try_at, id LIMIT 1")


def _taking(condition: str, holder: UUID, now: datetime, seconds: timedelta) -> Callable[[], OutgoingMail | None]:
    """Send the claim of an e-mail that fulfils the SQL `condition`; return a function that returns the e-mail or None.

    The statement contains the status as a literal, so that PostgreSQL can use the partial index.
    """
    return send_update_of_first(
        OutgoingMail,
        changes=f"status = '{Status.SENDING}', attempts = attempts + 1, lease = %s, leased_until = %s",
        where=f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {condition} AND {_FIRST_OF_ITS_READER}",
        order="next_try_at, id",
        values=(key(holder), moment(now + seconds), moment(now), SUSPECT_DEATHS, moment(now), moment(now)),
    )


def renew_lease(mail: OutgoingMail, *, lease_seconds: float) -> bool:
    """Renew the lease of a claimed e-mail. Returns False if another sender has claimed the e-mail meanwhile."""
    now = timezone.now()
    if mail.leased_until is not None and mail.leased_until - now > timedelta(seconds=lease_seconds * 2 / 3):
        return True
    mail.leased_until = now + timedelta(seconds=lease_seconds)
    return _change_held(mail, leased_until=mail.leased_until)


def release_leases(holder: UUID) -> int:
    """Let other senders claim the e-mails that a dead sender process (`holder`) had claimed; return how many."""
    return sum(map(_bury, OutgoingMail.objects.filter(status=Spelled(Status.SENDING), lease=holder)))


def release_expired_leases() -> int:
    """Let other senders claim the claimed e-mails whose leases have expired; return how many."""
    return sum(map(_bury, mail_with_expired_lease()))


def _bury(mail: OutgoingMail) -> bool:
    """Count one more death of a sender for a claimed e-mail, and queue it again or give it up (`MAX_DEATHS`).

    Returns False if another process has counted this death.
    """
    error = f"its sender died, {mail.deaths + 1} in all"
    if mail.deaths + 1 >= MAX_DEATHS or mail.attempts >= MAX_ATTEMPTS:
        logger.error("letter %s is given up, see the outbox: %s", mail.pk, error)
        return _close(mail, status=Status.FAILED, deaths=mail.deaths + 1, error=error)
    return _close(mail, status=Status.QUEUED, deaths=mail.deaths + 1, error=error, next_try_at=timezone.now())


def _nothing() -> None:
    """Do nothing."""


def mark_sent(mail: OutgoingMail) -> bool:
    """Mark an e-mail as sent. Returns False if another sender has claimed the e-mail meanwhile.

    In both cases the sending and the address are recorded in the delivery history (`MailEvent`).
    """
    with transaction.atomic():
        return _sent(mail)()


def _sent(mail: OutgoingMail) -> Callable[[], bool]:
    """Send the statements that mark an e-mail as sent; return a function that returns True if the lease was still held.

    The caller can send more statements before it calls that function.
    """
    sent = _closing(mail, status=Status.SENT, sent_at=timezone.now(), error="", sealed=b"")
    if mail.went_to:
        insert([MailEvent(mail=mail, what=MailEvent.What.SENT, source="smtp", address=address_digest(mail.went_to))])
    wiped = _wipe_receipts(mail) if mail.has_receipts else _none_wiped
    return lambda: bool((sent(), wiped())[0])


def _wipe_receipts(mail: OutgoingMail) -> Callable[[], int]:
    """Send the statement that wipes the data of the receipts merged into `mail`; return a function for their number."""
    where = f"{_SAME_READER} AND status = '{Status.MERGED}' AND kind = '{Kind.REPLY}' AND error = %s"
    values = (mail.seat_id, mail.player_id, merged_reason(mail.pk))
    return send_update(OutgoingMail, where=where, values=values, sealed=b"")


def _none_wiped() -> int:
    return 0


def mark_sent_and_claim(
    mail: OutgoingMail, *, lease_seconds: float, suspects: bool = False, while_committing: Callable[[], None] = _nothing
) -> tuple[bool, OutgoingMail | None, OutgoingMail | None]:
    """Run `mark_sent`, and `claim_mail` for the same holder, in one transaction with a single disk sync.

    `lease_seconds` and `suspects` are those of `claim_mail`. Returns three values: the result of `mark_sent`; the
    claimed e-mail or None; and the e-mail that will probably be claimed next or None, so that its data can be
    prefetched (another sender may claim it). `while_committing` is called while the database commits, and must not
    query the database.
    """
    lease = (_holder(mail), timezone.now(), timedelta(seconds=lease_seconds))

    def send() -> Callable[[], tuple[bool, OutgoingMail | None, list[OutgoingMail]]]:
        sent, claimed, after = _sent(mail), _taking(_SOUND, *lease), send_query(_due(moment(lease[1])))
        return lambda: (sent(), claimed(), after())

    sent, claimed, after = overlapped_transaction(send, while_committing)
    following = claimed or (_taking(_SUSPECTED, *lease)() if suspects else None)
    return sent, following, next(iter(after), None) if following else None


def _holder(mail: OutgoingMail) -> UUID:
    if mail.lease is None:
        raise ValueError("nobody has claimed this letter")
    return mail.lease


def mark_failed(mail: OutgoingMail, error: str, *, retry_in: float | None = None) -> bool:
    """Mark a failed attempt with the text `error`: retry after `retry_in` seconds.

    Without `retry_in`, or after `MAX_ATTEMPTS`, give up. Returns False if another sender has claimed the e-mail
    meanwhile.
    """
    if retry_in is None or mail.attempts >= MAX_ATTEMPTS:
        return _close(mail, status=Status.FAILED, error=error[:2000])
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, error=error[:2000], next_try_at=later)


def mark_bounced(mail: OutgoingMail, error: str) -> bool:
    """Mark an e-mail as bounced, with the text `error`: its address accepts no e-mail.

    Returns False if another sender has claimed it.
    """
    return _close(mail, status=Status.BOUNCED, error=error[:2000])


def mark_dropped(mail: OutgoingMail, reason: str) -> bool:
    """Mark an e-mail as dropped: it must not or need not be sent. Returns False if another sender has claimed it."""
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=reason[:2000], sealed=b"")


def mark_held_back(mail: OutgoingMail, reason: str) -> bool:
    """Mark an e-mail as held back until its address works; the e-mail's encrypted data is kept.

    Returns False if another sender has claimed it.
    """
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=reason[:2000])


def recheck_delayed_mail(player: Player) -> int:
    """Make the e-mails that wait for a player's delivery hours due for another check; return how many."""
    where = f"player_id = %s AND status = '{Status.QUEUED}' AND error = %s"
    return update_where(OutgoingMail, where=where, values=(player.pk, WAIT_FOR_MAIL_HOURS), next_try_at=timezone.now())


def delay_mail(mail: OutgoingMail, *, seconds: float, reason: str = WAIT_FOR_MAIL_HOURS) -> bool:
    """Queue a claimed e-mail again, to be checked after `seconds` or `RECHECK_SECONDS`, whichever is less.

    It is checked early because a moved deadline can make an e-mail urgent. `reason` is stored with the e-mail. Returns
    False if another sender has claimed it.
    """
    return return_to_queue(mail, reason, retry_in=min(seconds, RECHECK_SECONDS))


def has_later_mail(mail: OutgoingMail) -> bool:
    """Return True if a later e-mail about a stop is due for the same reader in the same seat."""
    where = f"{_SAME_READER} AND id > %s AND status = '{Status.QUEUED}' AND kind IN ({_OF_STOPS}) AND next_try_at <= %s"
    values = (mail.seat_id, mail.player_id, mail.pk, moment(timezone.now()))
    return bool(select(OutgoingMail, where=where, values=values, tail="LIMIT 1", only=("id",)))


def merge_earlier(mail: OutgoingMail, *, reason: Sequence[str] = ()) -> int:
    """Merge earlier queued e-mails about stops, for the same reader in the same seat, into this one; return how many.

    With `reason`, merge only e-mails whose stored reason for waiting is one of these.
    """
    where = f"{_SAME_READER} AND id < %s AND status = '{Status.QUEUED}' AND kind = '{Kind.STOP}'"
    values: list[object] = [mail.seat_id, mail.player_id, mail.pk]
    if reason:
        where, values = f"{where} AND error IN ({', '.join(['%s'] * len(reason))})", [*values, *reason]
    return update_where(OutgoingMail, where=where, values=values, status=Status.MERGED)


def merge_receipts(mail: OutgoingMail) -> int:
    """Merge the waiting receipts for the same reader in the same seat into this e-mail; return how many.

    The receipts' rows keep their data until this e-mail is sent, and store this e-mail's id: so a failed attempt loses
    no receipt, and no other e-mail repeats one.
    """
    where = f"{_SAME_READER} AND id < %s AND status = '{Status.QUEUED}' AND kind = '{Kind.REPLY}' AND error = %s"
    values = (mail.seat_id, mail.player_id, mail.pk, WAIT_FOR_QUESTION)
    merged = {"status": Status.MERGED, "error": merged_reason(mail.pk)}
    return update_where(OutgoingMail, where=where, values=values, **merged)


_SAME_READER = "seat_id = %s AND player_id = %s"
_OF_STOPS = f"'{Kind.STOP}', '{Kind.OVER}'"


def mark_merged(mail: OutgoingMail) -> bool:
    """Mark an e-mail as merged into a later e-mail. Returns False if another sender has claimed `mail`."""
    return _close(mail, status=Status.MERGED, attempts=mail.attempts - 1, error="")


def return_to_queue(mail: OutgoingMail, reason: str, *, retry_in: float) -> bool:
    """Queue a claimed e-mail again, due in `retry_in` seconds, without counting the attempt.

    For failures that do not depend on the e-mail. Returns False if another sender has claimed it.
    """
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, attempts=mail.attempts - 1, error=reason[:2000], next_try_at=later)


_HELD = f"id = %s AND lease = %s AND status = '{Status.SENDING}'"
"""The SQL condition that an e-mail is still claimed under the given lease."""


def _change_held(mail: OutgoingMail, **fields: object) -> bool:
    return bool(_changing(mail, **fields)())


def _changing(mail: OutgoingMail, **fields: object) -> Callable[[], int]:
    held = (mail.pk, None if mail.lease is None else key(mail.lease))
    return send_update(OutgoingMail, where=_HELD, values=held, **fields)


def _close(mail: OutgoingMail, **fields: object) -> bool:
    return bool(_closing(mail, **fields)())


def _closing(mail: OutgoingMail, **fields: object) -> Callable[[], int]:
    return _changing(mail, lease=None, leased_until=None, **fields)


def do_resend(*, by: Player, mail_id: int) -> OutgoingMail:
    """Queue an e-mail again, under the same Message-ID; record this in the audit log. For staff and the game's umpire.

    `mail_id` is the primary key. Raises WrongState for a sent e-mail about an account, because its link or code has
    been wiped, and for a player whose address accepts no e-mail; Missing if there is no such e-mail; Forbidden if the
    player may not do this.
    """
    with transaction.atomic():
        mail = OutgoingMail.objects.select_for_update(of=("self",)).select_related("game").filter(pk=mail_id).first()
        if not by.is_staff and not (mail and mail.game and may_umpire(by, mail.game)):
            raise forbidden("Only staff and umpire may resend mail.", "メールの再送はスタッフと審判のみ可能です。")
        if mail is None:
            raise missing()
        if mail.kind in (Kind.ACCOUNT, Kind.REPLY) and not mail.sealed:
            raise wrong_state(
                "An e-mail with a link or code goes out once.", "リンクやコードのメールは再送できません。"
            )
        if mail.player is not None and mail.player.is_unreachable:
            raise wrong_state("This player's address takes no mail.", "このプレイヤーのアドレスには届きません。")
        requeue(mail, source="umpire")
        record_audit_entry(by, "resend_mail", mail.game_id, mail=mail.pk)
    return mail


def requeue(mail: OutgoingMail, *, source: str) -> None:
    """Reset an e-mail so that it is sent again; the caller has locked its row.

    `source` says in the delivery history who wanted this, such as "umpire".
    """
    mail.status, mail.next_try_at, mail.attempts, mail.error = Status.QUEUED, timezone.now(), 0, ""
    mail.lease, mail.leased_until, mail.deaths = None, None, 0
    mail.save(update_fields=["status", "next_try_at", "attempts", "error", "lease", "leased_until", "deaths"])
    MailEvent.objects.create(mail=mail, what=MailEvent.What.AGAIN, source=source)


def do_resend_to_seat(*, by: Player, game_id: UUID | str, mail_id: int) -> OutgoingMail:
    """Queue an e-mail of a game again, for staff and the game's umpire.

    Raises as `do_resend`, and Missing for an e-mail of another game.
    """
    game = get_game(by, game_id)
    if not may_umpire(by, game):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    if not OutgoingMail.objects.filter(pk=mail_id, game=game).exists():
        raise missing()
    return do_resend(by=by, mail_id=mail_id)
