"""The outbox: e-mail rows created with the events they report, claimed with a lease, sent at least once."""

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
"""The reason of an e-mail that waits for its reader's delivery hours."""
FOLLOW_UP_SECONDS = 3.0
"""Seconds until news that waits for an automatic continuation is looked at again."""
MAX_DELAY = timedelta(hours=12)
"""The longest time that news waits for the end of a turn."""
RECHECK_SECONDS = 3600.0
"""Seconds until a waiting e-mail is looked at again."""
SUSPECT_DEATHS = 2
"""After so many sender deaths an e-mail is sent last, alone, and without a picture."""
MAX_DEATHS = 3
"""After so many sender deaths only the operator can release the e-mail."""

logger = logging.getLogger(__name__)


def make_seat_message_id(game_id: UUID, role: str, *parts: object) -> str:
    """Return the Message-ID of an e-mail to a seat, which is the same at every attempt.

    It is an HMAC, so that it does not reveal the number of e-mails.
    """
    return id_of(message_id_source(game_id, role, *parts))


def make_outgoing_mail(game: Game, seat: Seat, kind: str, *, seat_stop: int, reference: str = "") -> OutgoingMail:
    """Return an unsaved row for the player in `seat` at the game's present stop."""
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
    """Delay news of the start briefly, so that the e-mail about the next stop includes it."""
    mail.error, mail.next_try_at = WAIT_FOR_NEXT_STOP, now + timedelta(seconds=FOLLOW_UP_SECONDS)


def delay_for_phase_end(mail: OutgoingMail, now: datetime) -> None:
    """Delay news until a short turn ends, but not indefinitely: a player may think for days."""
    mail.error, mail.next_try_at = WAIT_FOR_PHASE_END, now + MAX_DELAY


def delay_receipt(mail: OutgoingMail, seconds: float) -> None:
    """Delay the receipt for orders, so that the next turn e-mail includes it.

    It waits equally long whether or not others have answered: the time must not reveal it.
    """
    mail.error, mail.next_try_at = WAIT_FOR_QUESTION, timezone.now() + timedelta(seconds=seconds)


def release_delayed(game: Game, now: datetime, except_seats: Iterable[int]) -> int:
    """Release news that waited for the end of a turn; return how many.

    News for readers in `except_seats` stays unsent: their new e-mail includes it.
    """
    waiting = OutgoingMail.objects.filter(game=game, status=Spelled(Status.QUEUED), error=WAIT_FOR_PHASE_END)
    return waiting.exclude(seat__in=[*except_seats]).update(next_try_at=now)


def queue_mail(mails: Iterable[OutgoingMail]) -> int:
    """Store new rows; return how many."""
    rows = list(mails)
    insert(rows, conflict="ON CONFLICT DO NOTHING")
    return len(rows)


def claim_mail(holder: UUID, *, lease_seconds: float, suspects: bool = False) -> OutgoingMail | None:
    """Claim the e-mail that has been due the longest until the lease expires; no other sender gets it.

    The attempt is counted now, even if the sender dies. E-mails at which senders died come last, and only with
    `suspects`. An e-mail waits while an earlier one to the same reader is due or claimed, so that a slow picture does
    not change the order; one that is retried later blocks no other.
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
    """Return the e-mail that would be claimed now."""
    where = f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {_SOUND} AND {_FIRST_OF_ITS_READER}"
    return SelectQuery(OutgoingMail, where, (now, SUSPECT_DEATHS, now, now), "ORDER BY next_try_at, id LIMIT 1")


def _taking(condition: str, holder: UUID, now: datetime, seconds: timedelta) -> Callable[[], OutgoingMail | None]:
    """Claim in one statement; it spells out the status so that PostgreSQL uses the partial index."""
    return send_update_of_first(
        OutgoingMail,
        changes=f"status = '{Status.SENDING}', attempts = attempts + 1, lease = %s, leased_until = %s",
        where=f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {condition} AND {_FIRST_OF_ITS_READER}",
        order="next_try_at, id",
        values=(key(holder), moment(now + seconds), moment(now), SUSPECT_DEATHS, moment(now), moment(now)),
    )


def renew_lease(mail: OutgoingMail, *, lease_seconds: float) -> bool:
    """Renew the lease before a long step. Returns False if another sender has the e-mail."""
    now = timezone.now()
    if mail.leased_until is not None and mail.leased_until - now > timedelta(seconds=lease_seconds * 2 / 3):
        return True
    mail.leased_until = now + timedelta(seconds=lease_seconds)
    return _change_held(mail, leased_until=mail.leased_until)


def release_leases(holder: UUID) -> int:
    """Release the e-mails of a dead sender of that name; return how many."""
    return sum(map(_bury, OutgoingMail.objects.filter(status=Spelled(Status.SENDING), lease=holder)))


def release_expired_leases() -> int:
    """Release the e-mails whose leases expired; return how many."""
    return sum(map(_bury, mail_with_expired_lease()))


def _bury(mail: OutgoingMail) -> bool:
    """Count one more sender death for this e-mail. Returns False if it was counted already."""
    error = f"its sender died, {mail.deaths + 1} in all"
    if mail.deaths + 1 >= MAX_DEATHS or mail.attempts >= MAX_ATTEMPTS:
        logger.error("letter %s is given up, see the outbox: %s", mail.pk, error)
        return _close(mail, status=Status.FAILED, deaths=mail.deaths + 1, error=error)
    return _close(mail, status=Status.QUEUED, deaths=mail.deaths + 1, error=error, next_try_at=timezone.now())


def _nothing() -> None:
    """Do nothing."""


def mark_sent(mail: OutgoingMail) -> bool:
    """Mark an e-mail as sent. Returns False if another sender has taken over the lease.

    The delivery history records the sending and the address in either case.
    """
    with transaction.atomic():
        return _sent(mail)()


def _sent(mail: OutgoingMail) -> Callable[[], bool]:
    """Mark it as sent. The lease is checked afterwards, so that the next statement need not wait for the answer."""
    sent = _closing(mail, status=Status.SENT, sent_at=timezone.now(), error="", sealed=b"")
    if mail.went_to:
        insert([MailEvent(mail=mail, what=MailEvent.What.SENT, source="smtp", address=address_digest(mail.went_to))])
    wiped = _wipe_receipts(mail) if mail.has_receipts else _none_wiped
    return lambda: bool((sent(), wiped())[0])


def _wipe_receipts(mail: OutgoingMail) -> Callable[[], int]:
    """Wipe the data of the receipts that this e-mail has delivered."""
    where = f"{_SAME_READER} AND status = '{Status.MERGED}' AND kind = '{Kind.REPLY}' AND error = %s"
    values = (mail.seat_id, mail.player_id, merged_reason(mail.pk))
    return send_update(OutgoingMail, where=where, values=values, sealed=b"")


def _none_wiped() -> int:
    return 0


def mark_sent_and_claim(
    mail: OutgoingMail, *, lease_seconds: float, suspects: bool = False, while_committing: Callable[[], None] = _nothing
) -> tuple[bool, OutgoingMail | None, OutgoingMail | None]:
    """Run `mark_sent`, and `claim_mail` for the same holder, in one transaction with a single disk sync.

    Returns whether the mark was made, the claimed e-mail, and the one likely to be claimed next; the latter is only for
    prefetching, because another sender may claim it. `while_committing` runs while the database works, and must not
    query it.
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
    """Mark a failed attempt: retry in `retry_in` seconds, or give up (None, or after 12 attempts).

    Returns False if another sender has the e-mail.
    """
    if retry_in is None or mail.attempts >= MAX_ATTEMPTS:
        return _close(mail, status=Status.FAILED, error=error[:2000])
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, error=error[:2000], next_try_at=later)


def mark_bounced(mail: OutgoingMail, error: str) -> bool:
    """Mark an e-mail as bounced: the address accepts no mail. Returns False if another sender has it."""
    return _close(mail, status=Status.BOUNCED, error=error[:2000])


def mark_dropped(mail: OutgoingMail, reason: str) -> bool:
    """Mark an e-mail as dropped: it must not or need not be sent any more. Returns False if another sender has it."""
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=reason[:2000], sealed=b"")


def mark_held_back(mail: OutgoingMail, reason: str) -> bool:
    """Mark an e-mail as held back; its sealed data is kept until it can be sent.

    Returns False if another sender has it.
    """
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=reason[:2000])


def recheck_held_mail(player: Player) -> int:
    """Make the e-mails that wait for a player's delivery hours due for another check; return how many."""
    where = f"player_id = %s AND status = '{Status.QUEUED}' AND error = %s"
    return update_where(OutgoingMail, where=where, values=(player.pk, WAIT_FOR_MAIL_HOURS), next_try_at=timezone.now())


def hold_mail(mail: OutgoingMail, *, seconds: float, reason: str = WAIT_FOR_MAIL_HOURS) -> bool:
    """Return an e-mail to the outbox until its reader's delivery hours. Returns False if another sender has it.

    It is checked again within the hour, because deadlines move.
    """
    return return_to_queue(mail, reason, retry_in=min(seconds, RECHECK_SECONDS))


def has_later_mail(mail: OutgoingMail) -> bool:
    """Return True if a later e-mail about a stop, to the same reader in the same seat, is due."""
    where = f"{_SAME_READER} AND id > %s AND status = '{Status.QUEUED}' AND kind IN ({_OF_STOPS}) AND next_try_at <= %s"
    values = (mail.seat_id, mail.player_id, mail.pk, moment(timezone.now()))
    return bool(select(OutgoingMail, where=where, values=values, tail="LIMIT 1", only=("id",)))


def merge_earlier(mail: OutgoingMail, *, reason: Sequence[str] = ()) -> int:
    """Merge earlier waiting e-mails about stops, to the same reader in the same seat, into this one; return how many.

    With `reason`, merge only those that wait for one of these reasons.
    """
    where = f"{_SAME_READER} AND id < %s AND status = '{Status.QUEUED}' AND kind = '{Kind.STOP}'"
    values: list[object] = [mail.seat_id, mail.player_id, mail.pk]
    if reason:
        where, values = f"{where} AND error IN ({', '.join(['%s'] * len(reason))})", [*values, *reason]
    return update_where(OutgoingMail, where=where, values=values, status=Status.MERGED)


def merge_receipts(mail: OutgoingMail) -> int:
    """Merge the waiting receipts of the same reader in the same seat into this e-mail; return how many.

    Their rows keep their data until this e-mail is sent, and name it: no attempt loses a receipt, and no other e-mail
    repeats it.
    """
    where = f"{_SAME_READER} AND id < %s AND status = '{Status.QUEUED}' AND kind = '{Kind.REPLY}' AND error = %s"
    values = (mail.seat_id, mail.player_id, mail.pk, WAIT_FOR_QUESTION)
    merged = {"status": Status.MERGED, "error": merged_reason(mail.pk)}
    return update_where(OutgoingMail, where=where, values=values, **merged)


_SAME_READER = "seat_id = %s AND player_id = %s"
_OF_STOPS = f"'{Kind.STOP}', '{Kind.OVER}'"


def mark_merged(mail: OutgoingMail) -> bool:
    """Mark an e-mail as merged into a later one. Returns False if another sender has it."""
    return _close(mail, status=Status.MERGED, attempts=mail.attempts - 1, error="")


def return_to_queue(mail: OutgoingMail, reason: str, *, retry_in: float) -> bool:
    """Return an e-mail unsent without counting the attempt, because the failure was not its fault.

    Returns False if another sender has it.
    """
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, attempts=mail.attempts - 1, error=reason[:2000], next_try_at=later)


_HELD = f"id = %s AND lease = %s AND status = '{Status.SENDING}'"
"""The condition that the e-mail is still leased by its claimer."""


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
    """Queue an e-mail again, under the same Message-ID. For staff or the game's umpire; leaves an audit entry.

    Raises Forbidden, Missing, and WrongState for a sent personal e-mail: its link or code has been wiped.
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
    """Reset an e-mail so that it is sent again; the caller holds its row."""
    mail.status, mail.next_try_at, mail.attempts, mail.error = Status.QUEUED, timezone.now(), 0, ""
    mail.lease, mail.leased_until, mail.deaths = None, None, 0
    mail.save(update_fields=["status", "next_try_at", "attempts", "error", "lease", "leased_until", "deaths"])
    MailEvent.objects.create(mail=mail, what=MailEvent.What.AGAIN, source=source)


def do_resend_to_seat(*, by: Player, game_id: UUID | str, mail_id: int) -> OutgoingMail:
    """Queue an e-mail of a game again, by the game's umpire or staff.

    Raises as `do_resend`, and Missing for an e-mail of another game.
    """
    game = get_game(by, game_id)
    if not may_umpire(by, game):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    if not OutgoingMail.objects.filter(pk=mail_id, game=game).exists():
        raise missing()
    return do_resend(by=by, mail_id=mail_id)
