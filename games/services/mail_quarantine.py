"""Quarantine: commands of e-mails from unauthenticated senders wait for a grace period, in which they can be cancelled.

A *part* of an e-mail is one thing that it changes: the orders to a question, a vacation, a standing order. The column
`pending` of a quarantined e-mail lists the names of its waiting parts, one per line (`orders ID`, `vacation` …). A
later e-mail with a part of the same name removes that part here; a quarantined e-mail without parts is cancelled.

The player's row is locked while an e-mail is processed, before any game (`games.services.locks` has the order). So if
two e-mails of a player are processed at the same time, the second sees the effects of the first, and neither locks a
game that the other needs.
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
"""Quarantined orders are executed at the latest this long before the deadline."""
REREAD_DELAY = timedelta(seconds=5)
"""How much longer quarantined orders wait while a later e-mail of the player is not processed yet."""
NO_WAIT_BEFORE_DEADLINE = timedelta(seconds=30)
"""From this long before the deadline, quarantined orders no longer wait for a later e-mail."""
REPLACED = "replaced"
"""The outcome of a quarantined e-mail that a later e-mail replaced."""


def lock_mail_of_player(row: IncomingMail) -> None:
    """Lock the row of the message's player, so that the player's other e-mails wait until this transaction ends.

    Call it before any other row is locked.
    """
    if row.player_id is not None:
        Player.objects.select_for_update(no_key=True).only("pk").filter(pk=row.player_id).first()


def quarantine(row: IncomingMail, due: datetime | None, parts: Collection[str]) -> tuple[str, datetime]:
    """Put parts of an e-mail into quarantine; return the cancel link's token and the time of execution.

    `parts`: the names of the parts. `due`: the deadline of the question, if there is one. The caller saves `row`.
    """
    now = timezone.now()
    counts = now + timedelta(seconds=settings.PBEM_MAIL_GRACE_SECONDS)
    if due is not None:
        counts = max(min(counts, due - DEADLINE_MARGIN), now)
    token, row.cancel_digest = make_link_token()
    row.status, row.outcome, row.next_try_at, row.attempts = Status.WAITING, "waiting", counts, 0
    row.pending = "\n".join(parts)
    return token, counts


def accept_with(row: IncomingMail, revision: int) -> None:
    """Keep the player's other quarantined e-mails about a question valid when the orders of `row` have been stored.

    A quarantined e-mail is valid only while the answer has the revision number that the e-mail expects, so that a
    change by a page or REST call makes it invalid. This function sets the expected number to `revision`, that of the
    stored orders.
    """
    waiting = IncomingMail.objects.filter(request=row.request_id, status=Status.WAITING, revision=revision - 1)
    waiting.exclude(pk=row.pk).update(revision=revision)


def list_waiting_parts(row: IncomingMail) -> frozenset[str]:
    """Return the names of the e-mail's parts that are still in quarantine."""
    return frozenset(row.pending.split("\n")) - {""}


def replace_quarantined(row: IncomingMail, parts: Collection[str]) -> int:
    """Remove these parts from the player's other quarantined e-mails, because `row` replaces them.

    `parts`: the names of the parts. Return the number of e-mails that lost a part. An e-mail without remaining parts is
    cancelled, and its text deleted.
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
    """Cancel the player's other quarantined e-mails with the tag of `row`, and those about `seat`; return how many."""
    about = Q(tag=row.tag) if seat is None else Q(tag=row.tag) | Q(seat=seat)
    waiting = IncomingMail.objects.filter(about, player=row.player_id, status=Status.WAITING).exclude(pk=row.pk)
    found = [*waiting.select_for_update(of=("self",))]
    for one in found:
        discard(one, Status.CANCELLED)
    row.has_stopped_others |= bool(found)
    return len(found)


def discard(row: IncomingMail, outcome: str) -> None:
    """Cancel a quarantined e-mail and delete its text; `outcome` is the word that its row stores as the reason.

    The caller has locked the e-mail's row.
    """
    row.status, row.outcome, row.raw, row.sender = Status.CANCELLED, outcome, b"", ""
    row.save(update_fields=["status", "outcome", "raw", "sender"])


def quarantined_until(row: IncomingMail, part: str) -> datetime | None:
    """Return when this part will be executed if another e-mail in quarantine has it; else None.

    `part`: the name of the part. Only other e-mails of the player of `row` count.
    """
    waiting = IncomingMail.objects.filter(player=row.player_id, status=Status.WAITING).exclude(pk=row.pk)
    return next((one.next_try_at for one in waiting.order_by("-next_try_at") if part in list_waiting_parts(one)), None)


def is_older_than_quarantined(row: IncomingMail, part: str) -> bool:
    """Return True if another quarantined e-mail of the player has this part and a later date than `row`.

    `part`: the name of the part.
    """
    if row.dated is None:
        return False
    waiting = IncomingMail.objects.filter(player=row.player_id, status=Status.WAITING, dated__gt=row.dated)
    return any(part in list_waiting_parts(one) for one in waiting.exclude(pk=row.pk).only("pending"))


def leave_quarantine(row: IncomingMail) -> bool:
    """Lock an e-mail whose grace period is over, and reload its parts; return True if it must be executed now.

    Return False if it was cancelled or replaced. Return False also if it must wait `REREAD_DELAY` longer because a
    later e-mail of the player is not processed yet (`waits_for_later`). In this case `row` gets a new time of
    execution, and the caller saves it. The caller has locked the player's row.
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
    """Return True if a later e-mail of the same player is not processed yet, and the deadline leaves time to wait."""
    due = row.request.due_at if row.request else None
    if due is not None and timezone.now() >= due - NO_WAIT_BEFORE_DEADLINE:
        return False
    unread = IncomingMail.objects.filter(player=row.player_id, status=Status.QUEUED, attempts__lte=1)
    return unread.filter(received_at__gt=row.received_at).exists()
