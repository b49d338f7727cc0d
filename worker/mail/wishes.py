"""Which letters a player may do without, and how a mail program turns them off with one click (RFC 8058)."""

from django.conf import settings

from games.models import OutgoingMail, Player
from games.selectors.letters import Letter
from games.stored.unsubscribing import write_wish
from worker.mail import links

Kind = OutgoingMail.Kind

WISHES = {Kind.STOP: "stops", Kind.REMINDER: "reminders", Kind.MESSAGE: "messages", Kind.ADVICE: "messages"}
"""The preference that decides on letters of a kind; others always go out, and what asks a question does, too."""


def is_wanted(letter: Letter) -> bool:
    """Whether the player wants letters of this kind. One that asks goes out all the same: without it none could answer.

    Once all that it asks is answered or closed, it is news.
    """
    wish = WISHES.get(Kind(letter.mail.kind))
    if wish is None or letter.player.mail_preferences.get(wish, True):
        return True
    asks = any(one.stop <= letter.mail.seat_stop and not one.ready for one in letter.decisions)
    return letter.mail.kind == Kind.STOP and asks


def unsubscribing(mail: OutgoingMail, player: Player) -> dict[str, str]:
    """The headers by which a mail program turns such letters off. One click is for HTTPS alone (RFC 8058)."""
    wish = WISHES.get(Kind(mail.kind))
    if wish is None:
        return {}
    page = links.unsubscribe_page(write_wish(player.pk, wish, player.email))
    headers = {"List-Unsubscribe": f"<{page}>"}
    if settings.PBEM_BASE_URL.startswith("https://"):
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
