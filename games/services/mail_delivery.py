"""Record the delivery results of e-mails and their consequences for the address."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.errors import missing, wrong_state
from games.models import MailEvent, OutgoingMail, Player
from games.persistence.address_digest import address_digest
from games.persistence.audit import record_audit_entry
from games.selectors.mail_delivery import BOUNCE_MEMORY, HELD_BACK_REASON, find_held_back_mail
from games.services import outbox, triggers
from games.services.departures import announce_unreachable
from games.services.invitation_bounces import notify_of_undelivered_invitation

What = MailEvent.What
Status = OutgoingMail.Status

logger = logging.getLogger(__name__)

MAX_SOFT_BOUNCES = 5
SOFT_BOUNCE_WINDOW = timedelta(days=3)
"""`MAX_SOFT_BOUNCES` temporary bounces mark an address as failing if the first and the last are this far apart.

Bounces before an e-mail that arrived do not count.
"""
RESEND_PAUSE = timedelta(minutes=5)
"""The time that must pass before a player may have the same e-mail resent."""
MAX_RELEASED_EMAILS = 50
"""The maximum number of e-mails sent when an address works again: the newest ones, which contain earlier news."""

_BECOMES = {What.DELIVERED: Status.DELIVERED, What.BOUNCED: Status.BOUNCED, What.COMPLAINED: Status.COMPLAINED}
_BEFORE = {
    What.DELIVERED: (Status.SENT,),
    What.BOUNCED: (Status.SENT, Status.DELIVERED),
    What.COMPLAINED: (Status.SENT, Status.DELIVERED),
}


class DeliveryReport(NamedTuple):
    """A delivery result of an e-mail, as the mail server or a mail service reported it."""

    what: str
    """A value of `MailEvent.What`."""
    source: str
    """Where the report came from: "smtp", "report" (an e-mail) or "service"."""
    hard: bool = False
    """True for a permanent failure."""
    code: str = ""
    """The status code, such as "5.1.1"."""
    detail: str = ""
    """The message of the mail server."""
    report: str = ""
    """The digest of the delivery report; empty without one."""
    tried: datetime | None = None
    """The time of the delivery attempt by the clock of the remote server; None if the report does not tell."""


def delivered_address_digest(mail: OutgoingMail) -> str:
    """Return the digest of the address that an e-mail last went to; empty if it did not go out."""
    sent = MailEvent.objects.filter(mail=mail, what=What.SENT).order_by("-id").values_list("address", flat=True)
    return sent.first() or ""


def do_record_delivery_event(mail: OutgoingMail, report: DeliveryReport, *, address: str) -> str:
    """Record a delivery result of an e-mail to the address with the digest `address`, and change the e-mail's status.

    Returns ``noted``, or ``known`` for a repeated report. The caller has verified that the source is trustworthy.
    """
    with transaction.atomic():
        try:
            with transaction.atomic():
                MailEvent.objects.create(mail=mail, address=address, **_cut(report))
        except IntegrityError:
            return "known"
        what = What(report.what)
        if what in _BECOMES:
            rows = OutgoingMail.objects.filter(pk=mail.pk, status__in=_BEFORE[what])
            rows.update(status=_BECOMES[what], error=report.detail[:2000] if what != What.DELIVERED else "")
        if what == What.BOUNCED:
            notify_of_undelivered_invitation(mail)
        if what in (What.BOUNCED, What.COMPLAINED) and mail.player_id is not None:
            _judge(mail, mail.player_id, address, report)
    return "noted"


def _cut(told: DeliveryReport) -> dict[str, object]:
    fields = told._asdict() | {"code": told.code[:12], "detail": told.detail.replace("\0", "")[:500]}
    del fields["tried"]
    return fields


def _judge(mail: OutgoingMail, player_id: int, address: str, told: DeliveryReport) -> None:
    """Mark the player as unreachable if the address accepts no mail, and notify the other players, once."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if address_digest(player.email) != address or player.is_unreachable or _is_past(mail, player, told):
        return
    if not (told.hard or told.what == What.COMPLAINED or _failed_often(address, player.mail_works_since)):
        return
    player.bounced_address, player.bounced_at = player.email, timezone.now()
    player.bounced_why = (told.detail or told.code or told.what)[:200]
    player.save(update_fields=["bounced_address", "bounced_at", "bounced_why"])
    logger.warning("letters to player %s come back: %s", player.pk, told.code or told.what)
    announce_unreachable(player)


def _is_past(mail: OutgoingMail, player: Player, told: DeliveryReport) -> bool:
    """Return True if a bounce is out of date: the e-mail was sent before the player said that e-mails arrive.

    If the e-mail was sent again since then, `told.tried` decides (to the second) which attempt bounced; without it, the
    last attempt.
    """
    if player.mail_works_since is None or told.what != What.BOUNCED or told.source == "smtp":
        return False
    if told.tried is not None and told.tried < player.mail_works_since.replace(microsecond=0):
        return True
    return not MailEvent.objects.filter(mail=mail, what=What.SENT, at__gt=player.mail_works_since).exists()


def _failed_often(address: str, since: datetime | None) -> bool:
    """Return True if too many e-mails to the address bounced temporarily after `since` and the last delivery."""
    now = timezone.now()
    events = MailEvent.objects.filter(address=address, what__in=(What.BOUNCED, What.DELIVERED))
    times: list[datetime] = []
    for event in events.filter(at__gt=max(since or now - BOUNCE_MEMORY, now - BOUNCE_MEMORY)).order_by("-id")[:200]:
        if event.what == What.DELIVERED:
            break
        times.append(event.at)
    return len(times) >= MAX_SOFT_BOUNCES and times[0] - times[-1] >= SOFT_BOUNCE_WINDOW


def do_mark_address_working(*, player: Player, by: Player | None = None) -> int:
    """Mark the player's address as working and queue the e-mails that were held back for it; return how many.

    `by` is the staff member who says that the address works; this is recorded in the audit log. Raises WrongState if
    the address is not marked as failing.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        held = find_held_back_mail(row)
        if held is None:
            raise wrong_state("Your e-mails arrive, as far as is known.", "メールは届いているようです。")
        row.bounced_address, row.bounced_why, row.bounced_at = "", "", None
        row.mail_works_since = timezone.now()
        row.save(update_fields=["bounced_address", "bounced_why", "bounced_at", "mail_works_since"])
        if by is not None:
            record_audit_entry(by, "address_works", player=row.pk)
        return _release(held.mail_ids)


def _release(letters: list[int]) -> int:
    """Queue the newest of the held back e-mails (`letters`: primary keys); mark older ones about stops as merged.

    Returns the number of queued e-mails.
    """
    keys, older = letters[:MAX_RELEASED_EMAILS], letters[MAX_RELEASED_EMAILS:]
    OutgoingMail.objects.filter(pk__in=older, kind=outbox.Kind.STOP).update(status=Status.MERGED)
    rows = OutgoingMail.objects.select_for_update(of=("self",), no_key=True)
    for mail in rows.filter(pk__in=keys).order_by("pk"):
        outbox.requeue(mail, source="player")
    triggers.trigger_after_commit(triggers.MAIL, "")
    return len(keys)


def do_hold_back_mail(mail: OutgoingMail) -> bool:
    """Hold back an e-mail until its recipient's address works; if it works already, queue the e-mail again.

    Returns True if the e-mail is held back. This function and `do_mark_address_working` lock the player's row, so that
    no e-mail stays held back after the address works.
    """
    with transaction.atomic():
        reader = Player.objects.select_for_update(of=("self",), no_key=True).filter(mails=mail).first()
        if reader is None or reader.is_unreachable:
            notify_of_undelivered_invitation(mail)
            return outbox.mark_held_back(mail, HELD_BACK_REASON)
        outbox.return_to_queue(mail, "", retry_in=0)
    return False


def do_resend_newest_email(*, player: Player, game_id: UUID) -> OutgoingMail:
    """Resend the newest e-mail about a stop of the player's seat, under its old Message-ID, and return it.

    Raises Missing without such an e-mail; WrongState if it is being sent, was just sent, or the address accepts no
    mail.
    """
    with transaction.atomic():
        kinds = (outbox.Kind.STOP, outbox.Kind.OVER)
        rows = OutgoingMail.objects.filter(game=game_id, seat__player=player, player=player, kind__in=kinds)
        mail = rows.select_for_update(of=("self",)).order_by("-id").first()
        if mail is None:
            raise missing()
        if Player.objects.get(pk=player.pk).is_unreachable:
            raise wrong_state("Your address takes no mail.", "あなたのアドレスにはメールが届きません。")
        fresh = mail.sent_at is not None and mail.sent_at > timezone.now() - RESEND_PAUSE
        if fresh or mail.status in (Status.QUEUED, Status.SENDING):
            raise wrong_state("This e-mail is on its way.", "このメールは配送中です。")
        outbox.requeue(mail, source="player")
        triggers.trigger_after_commit(triggers.MAIL, mail.game_id)
    return mail
