"""Make the reply address of an e-mail, and the text about replying."""

from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _

from games.models import OutgoingMail
from games.persistence.mail_tags import MESSAGE, QUESTION, SEAT
from games.selectors.email_context import EmailContext
from games.selectors.mail_tag_targets import make_seat_reply_address_from
from worker.mail.inbound.quote_stripping import REPLY_SEPARATOR
from worker.mail.outbound.blocks import Block, Paragraph

Kind = OutgoingMail.Kind


def make_reply_address(context: EmailContext) -> str:
    """Return the reply address with the e-mail's tag; "" if this server accepts no replies."""
    if context.message is not None:
        return make_seat_reply_address_from(MESSAGE, context.message.id, context.seat, context.tenures)
    asked = [one for one in context.decisions if context.mail.kind != Kind.STOP or one.stop <= context.mail.seat_stop]
    if asked and context.mail.kind != Kind.OVER:
        return make_seat_reply_address_from(QUESTION, asked[0].id, context.seat, context.tenures)
    return make_seat_reply_address_from(SEAT, context.game.pk, context.seat, context.tenures)


def make_reply_separator() -> str:
    """Return the first line of an e-mail that accepts replies; in a reply, the text below this line is quoted."""
    if not settings.PBEM_MAIL_REPLY_ADDRESS:
        return ""
    return f"{REPLY_SEPARATOR} " + _("Reply above this line, or between the lines that are quoted.")


def describe_how_to_reply() -> Iterator[Block]:
    """Yield the instructions for giving orders by reply."""
    if settings.PBEM_MAIL_REPLY_ADDRESS:
        yield Paragraph(
            _(
                "Reply to this e-mail: write your orders above what your mail program quotes, or between its "
                "lines. What is quoted is never an order. An answer says what was understood. Other words are: "
                "ready, not ready, show, board, history, again, help."
            )
        )
