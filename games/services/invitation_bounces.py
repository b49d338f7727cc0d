"""Notify the inviter when an invitation's e-mail cannot be delivered, so that the address can be corrected."""

from django.conf import settings
from django.utils import timezone

from games.models import Invitation, OutgoingMail
from games.services.account_emails import do_queue_account_email


def notify_of_undelivered_invitation(mail: OutgoingMail) -> None:
    """Mark an open invitation as undelivered and notify its inviter, if `mail` is the invitation's newest e-mail.

    A repeated call does nothing. The notification names the recipient as the inviter did: for a player invited by name
    it does not show the address.
    """
    rows = Invitation.objects.filter(mail=mail, undelivered_at=None, accepted_at=None, declined_at=None)
    row = rows.filter(withdrawn_at=None).select_related("game", "player", "invited_by").first()
    if row is None or row.game is None:
        return
    row.undelivered_at = timezone.now()
    row.save(update_fields=["undelivered_at"])
    host = row.invited_by
    if host is None or not host.is_active:
        return
    facts = {
        "game": row.game.name,
        "who": row.player.username if row.player else row.address,
        "url": f"{settings.PBEM_BASE_URL}/games/{row.game.pk}/",
    }
    do_queue_account_email(template="undelivered", address=host.email, player=host, facts=facts)
