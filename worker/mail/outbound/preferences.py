"""E-mail preferences by kind of e-mail, and one-click unsubscribing (RFC 8058)."""

from django.conf import settings

from games.models import OutgoingMail, Player
from games.persistence.unsubscribe_tokens import write_unsubscribe_token
from games.selectors.email_context import EmailContext
from worker.mail.outbound import links

Kind = OutgoingMail.Kind

PREFERENCE_BY_KIND = {Kind.STOP: "stops", Kind.REMINDER: "reminders", Kind.MESSAGE: "messages", Kind.ADVICE: "messages"}
"""The player's preference for each kind of e-mail; other kinds, and e-mails with questions, are always sent."""


def is_wanted(context: EmailContext) -> bool:
    """Return True if the player wants e-mails of this kind, by the settings of the player.

    An e-mail with a question is always wanted. An e-mail whose questions are all answered or closed meanwhile counts as
    news, so the setting for news decides.
    """
    wish = PREFERENCE_BY_KIND.get(Kind(context.mail.kind))
    if wish is None or context.player.mail_preferences.get(wish, True):
        return True
    asks = any(one.stop <= context.mail.seat_stop and not one.ready for one in context.decisions)
    return context.mail.kind == Kind.STOP and asks


def unsubscribe_headers(mail: OutgoingMail, player: Player) -> dict[str, str]:
    """Return the unsubscribe headers of an e-mail; {} for a kind of e-mail that is always sent.

    One-click unsubscribing needs HTTPS (RFC 8058).
    """
    wish = PREFERENCE_BY_KIND.get(Kind(mail.kind))
    if wish is None:
        return {}
    page = links.unsubscribe_url(write_unsubscribe_token(player.pk, wish, player.email))
    headers = {"List-Unsubscribe": f"<{page}>"}
    if settings.PBEM_BASE_URL.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
