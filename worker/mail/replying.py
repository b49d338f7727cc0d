"""Where a reply to a letter goes, and what the letter says of replying."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import OutgoingMail
from games.selectors.letters import Letter
from games.selectors.tags import tag_within
from games.stored.tags import MESSAGE, QUESTION, SEAT
from worker.inbound.quotes import MARK
from worker.mail.blocks import Block, Words

Kind = OutgoingMail.Kind


def reply_to(letter: Letter) -> str:
    """The address with the tag of what the letter is about; empty where this server takes no replies."""
    if letter.message is not None:
        return tag_within(MESSAGE, letter.message.id, letter.seat, letter.tenures)
    asked = [one for one in letter.decisions if letter.mail.kind != Kind.STOP or one.stop <= letter.mail.seat_stop]
    if asked and letter.mail.kind != Kind.OVER:
        return tag_within(QUESTION, asked[0].id, letter.seat, letter.tenures)
    return tag_within(SEAT, letter.game.pk, letter.seat, letter.tenures)


def mark() -> str:
    """The first line of a letter that can be replied to: what stands behind it when it comes back is quoted."""
    if not settings.PBEM_MAIL_REPLY:
        return ""
    return f"{MARK} " + _("Reply above this line, or between the lines that your mail program quotes.")


def how_to_reply() -> Iterator[Block]:
    """How to give orders by replying."""
    if settings.PBEM_MAIL_REPLY:
        yield Words(
            _(
                "Reply to this letter: write your orders above what your mail program quotes, or between its lines. "
                "What is quoted is never an order. An answer says what was understood. Other words are: ready, not "
                "ready, show, board, history, again, help."
            )
        )
