"""The grace period of e-mails: quarantine, replace, cancel and execute orders from unproven addresses.

A quarantined row's `pending` lists its waiting parts, one per line (`orders ID`, `vacation` …). A later e-mail about
the same subject removes the part; a row without parts is cancelled.

The player's row is locked while an e-mail is processed, before any game (`games.services.locks` has the order). So if
two e-mails of a player are processed at the same time, the second one sees the effects of the first, and neither blocks
a game that the other needs.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from games.models import IncomingMail, Player, Seat
from games.persistence.link_tokens import make_link_token

Status = IncomingMail.Status

DEADLINE_MARGIN = timedelta(seconds=60)
"""An order that waits counts so long before the deadline at the latest."""
REREAD_DELAY = timedelta(seconds=5)
"""How long an order waits for a later e-mail that is being read."""
NO_WAIT_BEFORE_DEADLINE = timedelta(seconds=30)
"""So long before the deadline an order waits for no other e-mail."""
REPLACED = "replaced"
"""The outcome of an e-mail that a later one replaced."""


def lock_mail_of_player(row: IncomingMail) -> None:
    """Lock the player's row before any other: the player's other e-mails wait until this transaction ends."""
    if row.player_id is not None:
        Player.objects.select_for_update(no_key=True).only("pk").filter(pk=row.player_id).first()


def quarantine(row: IncomingMail, due: datetime | None, parts: Collection[str]) -> tuple[str, datetime]:
    """Put these parts of an e-mail into quarantine; return the token of the cancel link, and the time of execution."""
    now = timezone.now()
    counts = now + timedelta(seconds=settings.PBEM_MAIL_GRACE_SECONDS)
    if due is not None:
        counts = max(min(counts, due - DEADLINE_MARGIN), now)
    token, row.cancel_digest = make_link_token()
    row.status, row.outcome, row.next_try_at, row.attempts = Status.WAITING, "waiting", counts, 0
    row.pending = "\n".join(parts)
    return token, counts


def accept_with(row: IncomingMail, revision: int) -> None:
    """After an answer was sealed as `revision`, keep the player's other quarantined e-mails about its question valid.

    Of two quarantined e-mails the one with the later date counts. An answer that comes by page or REST meanwhile
    replaces both.
    """
    waiting = IncomingMail.objects.filter(request=row.request_id, status=Status.WAITING, revision=revision - 1)
    waiting.exclude(pk=row.pk).update(revision=revision)


def list_waiting_parts(row: IncomingMail) -> frozenset[str]:
    """Return the names of an e-mail's parts that are still in quarantine."""
    return frozenset(row.pending.split("\n")) - {""}


def replace_quarantined(row: IncomingMail, parts: Collection[str]) -> int:
    """Remove these parts from the player's other quarantined e-mails, because `row` replaces them.

    Return the number of e-mails that lost a part. An e-mail without parts is cancelled, and its text is forgotten.
    """
    wanted = frozenset(parts)
    others = IncomingMail.objects.filter(player=row.player_id, status=Status.WAITING).exclude(pk=row.pk)
    if not wanted or not any(wanted & list_waiting_parts(one) for one in others.only("pending")):
        return 0
    changed = 0
    for one in others.select_for_update(of=("self",)):
        if not wanted & list_waiting_parts(one):
            continue
        changed += 1
        one.pending = "\n".join(part for part in one.pending.split("\n") if part not in wanted)
        if one.pending:
            one.save(update_fields=["pending"])
        else:
            discard(one, REPLACED)
    row.has_stopped_others |= bool(changed)
    return changed


def cancel_quarantined(row: IncomingMail, seat: Seat | None) -> int:
    """Cancel the player's other quarantined e-mails about the same seat, or with the same tag; return how many."""
    about = Q(tag=row.tag) if seat is None else Q(tag=row.tag) | Q(seat=seat)
    waiting = IncomingMail.objects.filter(about, player=row.player_id, status=Status.WAITING).exclude(pk=row.pk)
    found = [*waiting.select_for_update(of=("self",))]
    for one in found:
        discard(one, Status.CANCELLED)
    row.has_stopped_others |= bool(found)
    return len(found)


def discard(row: IncomingMail, outcome: str) -> None:
    """Cancel a quarantined e-mail; the caller holds its row."""
    row.status, row.outcome, row.raw, row.sender = Status.CANCELLED, outcome, b"", ""
    row.save(update_fields=["status", "outcome", "raw", "sender"])


def quarantined_until(row: IncomingMail, part: str) -> datetime | None:
    """Return when the player's other quarantined e-mail with this part is executed; None if there is none."""
    waiting = IncomingMail.objects.filter(player=row.player_id, status=Status.WAITING).exclude(pk=row.pk)
    return next((one.next_try_at for one in waiting.order_by("-next_try_at") if part in list_waiting_parts(one)), None)


def is_older_than_quarantined(row: IncomingMail, part: str) -> bool:
    """Return True if a quarantined e-mail with the same part has a later date than `row`."""
    if row.dated is None:
        return False
    waiting = IncomingMail.objects.filter(player=row.player_id, status=Status.WAITING, dated__gt=row.dated)
    return any(part in list_waiting_parts(one) for one in waiting.exclude(pk=row.pk).only("pending"))


def leave_quarantine(row: IncomingMail) -> bool:
    """Lock an e-mail whose grace period is over, and reload the parts that are still pending.

    Return False if it must not be executed now: it was cancelled or replaced, or a later e-mail of the same player is
    not processed yet. In the latter case it waits a moment longer, but not beyond the last moment before the deadline.
    The caller holds the player's row.
    """
    found = IncomingMail.objects.select_for_update(of=("self",)).only("status", "pending").get(pk=row.pk)
    row.pending = found.pending
    if found.status != Status.WAITING:
        return False
    if waits_for_later(row):
        row.next_try_at, row.attempts = timezone.now() + REREAD_DELAY, 0
        return False
    return True


def waits_for_later(row: IncomingMail) -> bool:
    """Return True if a later e-mail of the same player is not processed yet, and the deadline leaves time for it."""
    due = row.request.due_at if row.request else None
    if due is not None and timezone.now() >= due - NO_WAIT_BEFORE_DEADLINE:
        return False
    unread = IncomingMail.objects.filter(player=row.player_id, status=Status.QUEUED, attempts__lte=1)
    return unread.filter(received_at__gt=row.received_at).exists()
