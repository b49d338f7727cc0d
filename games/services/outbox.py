"""Mail owed to seats: rows made with what they tell of, claimed with a lease, sent at least once."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID, uuid4

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.errors import forbidden, missing
from games.models import Game, OutgoingMail, Player, Seat
from games.models.quick import insert
from games.services.audit import record

Kind = OutgoingMail.Kind
Status = OutgoingMail.Status
MAX_ATTEMPTS = 12


def message_id(game_id: UUID, role: str, *parts: object) -> str:
    """The same Message-ID at every attempt; an HMAC, so that it counts nothing."""
    text = "|".join(map(str, (game_id, role, *parts)))
    code = salted_hmac("games.outbox.message", text, algorithm="sha256").hexdigest()[:40]
    return f"<{code}@{settings.PBEM_MAIL_DOMAIN}>"


def owed(game: Game, seat: Seat, kind: str, *, seat_stop: int, reference: str = "") -> OutgoingMail:
    """An unsaved row for the player in `seat` at the game's present stop."""
    return OutgoingMail(
        game=game,
        seat=seat,
        player_id=seat.player_id,
        kind=kind,
        stop=game.stop,
        seat_stop=seat_stop,
        reference=reference,
        message_id=message_id(game.pk, seat.role, kind, game.stop, reference),
    )


def post(mails: Iterable[OutgoingMail]) -> int:
    """Store rows that do not exist yet; how many were handed in."""
    rows = list(mails)
    insert(rows, conflict="ON CONFLICT DO NOTHING")
    return len(rows)


def claim_mail(*, limit: int = 20, lease_seconds: int = 120) -> list[OutgoingMail]:
    """Take up to `limit` letters that are due, for as long as the lease runs; nobody else gets them meanwhile.

    Letters whose sender died come back when their lease has run out. The oldest go first.
    """
    now = timezone.now()
    due = Q(status=Status.QUEUED, next_try_at__lte=now) | Q(status=Status.SENDING, leased_until__lte=now)
    lease = uuid4()
    with transaction.atomic():
        rows = OutgoingMail.objects.filter(due).order_by("id")
        if connection.features.has_select_for_update_skip_locked:
            rows = rows.select_for_update(skip_locked=True)
        ids = list(rows.values_list("pk", flat=True)[:limit])
        if not ids:
            return []
        until = now + timedelta(seconds=lease_seconds)
        OutgoingMail.objects.filter(pk__in=ids).update(status=Status.SENDING, lease=lease, leased_until=until)
    claimed = OutgoingMail.objects.filter(pk__in=ids, lease=lease).order_by("id")
    return list(claimed.select_related("game", "seat", "player"))


def mark_sent(mail: OutgoingMail) -> bool:
    """The server took the letter. False when the lease was lost to another sender in the meantime."""
    return _close(mail, status=Status.SENT, sent_at=timezone.now(), attempts=mail.attempts + 1, error="")


def mark_failed(mail: OutgoingMail, error: str, *, retry_in: float | None = None) -> bool:
    """The letter did not go out: try again in `retry_in` seconds, or give it up (None, or after 12 attempts)."""
    attempts = mail.attempts + 1
    if retry_in is None or attempts >= MAX_ATTEMPTS:
        return _close(mail, status=Status.FAILED, attempts=attempts, error=error[:2000])
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, attempts=attempts, error=error[:2000], next_try_at=later)


def mark_bounced(mail: OutgoingMail, error: str) -> bool:
    """The address does not take mail."""
    return _close(mail, status=Status.BOUNCED, attempts=mail.attempts + 1, error=error[:2000])


def mark_dropped(mail: OutgoingMail, why: str) -> bool:
    """The letter must not or need not go out any more."""
    return _close(mail, status=Status.DROPPED, error=why[:2000])


def put_back(mails: Iterable[OutgoingMail], why: str, *, retry_in: float) -> int:
    """Hand letters back unsent, without counting an attempt: it was not their fault. How many that were."""
    rows = list(mails)
    later = timezone.now() + timedelta(seconds=retry_in)
    held = OutgoingMail.objects.filter(
        pk__in=[row.pk for row in rows], lease__in={row.lease for row in rows}, status=Status.SENDING
    )
    return held.update(status=Status.QUEUED, lease=None, leased_until=None, error=why[:2000], next_try_at=later)


def _close(mail: OutgoingMail, **fields: object) -> bool:
    held = OutgoingMail.objects.filter(pk=mail.pk, lease=mail.lease, status=Status.SENDING)
    return bool(held.update(lease=None, leased_until=None, **fields))


def do_resend(*, by: Player, mail_id: int) -> OutgoingMail:
    """Queue a letter again, under the same Message-ID. Staff only; leaves an audit entry."""
    if not by.is_staff:
        raise forbidden("Only staff may resend mail.", "メールの再送はスタッフのみ可能です。")
    with transaction.atomic():
        mail = OutgoingMail.objects.select_for_update().filter(pk=mail_id).first()
        if mail is None:
            raise missing()
        mail.status, mail.next_try_at, mail.attempts, mail.error = Status.QUEUED, timezone.now(), 0, ""
        mail.lease = mail.leased_until = None
        mail.save(update_fields=["status", "next_try_at", "attempts", "error", "lease", "leased_until"])
        record(by, "resend_mail", mail.game_id, mail=mail.pk)
    return mail
