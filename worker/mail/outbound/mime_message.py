"""Make the MIME message of an e-mail: text, equivalent HTML, the board's picture, and the threading headers."""

import json
import logging
from email.utils import formatdate

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils import translation

from games.kernel.picture import Picture
from games.models import Game, OutgoingMail
from games.persistence.mail_tags import bounce_address
from games.selectors.calendar import find_deadlines, write_calendar
from games.selectors.email_context import EmailContext
from games.selectors.email_pictures import EmailPicture, draw_question_picture
from games.selectors.views import StoredView
from games.services.outbox import SUSPECT_DEATHS
from pbem.rendering.renderer_pool import RenderingFailed, draw_png
from worker.mail.inbound.auto_replies import LOOP_HEADER
from worker.mail.outbound import mime_encoding
from worker.mail.outbound.blocks import EmailContent
from worker.mail.outbound.blocks import Picture as Place
from worker.mail.outbound.content import build_content
from worker.mail.outbound.html_part import render_html
from worker.mail.outbound.plain_text import render_text
from worker.mail.outbound.preferences import unsubscribe_headers
from worker.mail.outbound.reply_address import make_reply_address
from worker.mail.outbound.reply_content import build_reply_content
from worker.mail.outbound.signature import make_signature_lines

logger = logging.getLogger(__name__)

PICTURE_WIDTHS = (760, 600, 480, 360)
"""Widths in pixels that are tried until the PNG is small enough."""
SHOWN_WIDTH = 584
"""The width in pixels at which large screens show the picture."""
PART_SCALES = (2.5, 2.0, 1.5)
"""Pixels per unit of a part of the board, tried in this order; phones show the part over their whole width."""
MAX_BYTES = 195_000
"""The maximum size of a whole e-mail, in bytes; some old mail servers refuse more than 200 kB."""
SMALL_BYTES = 100_000
"""The maximum size of an e-mail whose picture has more pixels than necessary."""
_ASKING = (OutgoingMail.Kind.STOP, OutgoingMail.Kind.REMINDER)
_HEADERS = 2_000
"""The bytes reserved for the headers of an e-mail and of its parts."""
_BASE64 = 1.37
"""The growth of a picture in base64: four bytes for three, and line ends."""


def build_message(context: EmailContext) -> EmailMultiAlternatives:
    """Return the e-mail ready to be sent, in its reader's language, and signed. Reads the database; takes no lock."""
    with translation.override(context.player.language):
        content = (
            build_reply_content(context) if context.mail.kind == OutgoingMail.Kind.REPLY else build_content(context)
        )
    text = render_text(content)
    evidence = make_signature_lines(context, text)
    said = "\n".join((text, *evidence, ""))
    headers, words = _headers(context, content), mime_encoding.make_text_part(said, "plain")
    cid = f"board.{context.mail.message_id.strip('<>')}" if _wants_picture(context, content) else ""
    html = render_html(content, cid, evidence)
    page, picture = mime_encoding.make_text_part(html, "html"), b""
    if cid:
        room = MAX_BYTES - _HEADERS - len(words) - len(page)
        if png := _picture(context, int(room / _BASE64)):
            picture = mime_encoding.make_picture_part(png, cid)
        else:
            html = render_html(content, "", evidence)
            page = mime_encoding.make_text_part(html, "html")
    return mime_encoding.PreparedEmail(
        mime_encoding.assemble_message(headers, words, page, picture, _calendar(context)),
        html=html,
        subject=content.subject,
        body=said,
        from_email=bounce_address(context.mail.pk) or settings.DEFAULT_FROM_EMAIL,
        to=[context.player.email],
        headers=headers,
    )


def _calendar(context: EmailContext) -> bytes:
    """Return the deadline as a calendar file, if the player wants one and the e-mail has a question; else b""."""
    if context.mail.kind not in _ASKING or not context.player.mail_preferences.get("calendar", False):
        return b""
    deadlines = find_deadlines(context.decisions)
    if not deadlines:
        return b""
    return mime_encoding.make_calendar_part(write_calendar(deadlines, context.player.language))


def build_account_message(
    content: EmailContent, address: str, mail: OutgoingMail, reply_to: str = ""
) -> EmailMultiAlternatives:
    """Return an e-mail about an account. The e-mail belongs to no game's thread and has no witness."""
    sender = settings.DEFAULT_FROM_EMAIL
    more = {"Reply-To": f"Sealed Orders <{reply_to}>"} if reply_to else {}
    if content.in_reply_to:
        more |= _in_reply_to(*content.references, content.in_reply_to)
    message = EmailMultiAlternatives(
        subject=mime_encoding.escape_subject(content.subject).replace("\r\n", ""),
        body=render_text(content),
        from_email=bounce_address(mail.pk) or sender,
        to=[address],
        headers={
            "From": sender,
            "Message-ID": mail.message_id,
            "Auto-Submitted": "auto-generated",
            LOOP_HEADER: "letter",
        }
        | service_headers(mail.message_id)
        | more,
    )
    message.attach_alternative(render_html(content, ""), "text/html")
    return message


def _headers(context: EmailContext, content: EmailContent) -> dict[str, str]:
    headers = {
        "Subject": content.subject,
        "From": settings.DEFAULT_FROM_EMAIL,
        "To": mime_encoding.to_ascii_address(context.player.email),
        "Date": formatdate(localtime=False),
        "Message-ID": context.mail.message_id,
        "MIME-Version": "1.0",
        "Auto-Submitted": "auto-generated",
        "List-Id": f"<{context.game.pk}.{settings.PBEM_MESSAGE_ID_DOMAIN}>",
        LOOP_HEADER: "letter",
    }
    headers |= unsubscribe_headers(context.mail, context.player) | service_headers(context.mail.message_id)
    if address := make_reply_address(context):
        headers["Reply-To"] = f"Sealed Orders <{address}>"
    if content.in_reply_to:
        # A mail program may give no References of its own, and its reader may keep no sent mail.
        headers |= _in_reply_to(*context.thread_ids, *content.references, content.in_reply_to)
    elif context.thread_ids:
        headers |= _in_reply_to(*context.thread_ids)
    return headers


def _in_reply_to(*thread: str) -> dict[str, str]:
    """Return the headers that thread an e-mail below the last of these Message-IDs (RFC 5322, 3.6.4)."""
    return {"In-Reply-To": thread[-1], "References": " ".join(dict.fromkeys(thread))}


def _wants_picture(context: EmailContext, content: EmailContent) -> bool:
    placed = any(isinstance(block, Place) for section in content.sections for block in section.blocks)
    shows_board = context.view is not None and placed and context.mail.deaths < SUSPECT_DEATHS
    return shows_board and bool(context.player.mail_preferences.get("pictures", True))


def _picture(context: EmailContext, room: int) -> bytes:
    """Return the board as a PNG of at most `room` bytes; ``b""`` without a view, or if no picture can be made."""
    if context.view is None:
        return b""
    try:
        return _drawn(context, context.view, room)
    except (RenderingFailed, ValueError):
        logger.exception("letter %s goes without a picture", context.mail.pk)
        return b""


def _drawn(context: EmailContext, view: StoredView, room: int) -> bytes:
    """Return the widest picture with which the e-mail is small, else one of at most `room` bytes, ``b""`` if none is.

    Raises RenderingFailed, and ValueError for an invalid board.
    """
    questions = [one.question for one in context.decisions]
    board = draw_question_picture(context.game, view, context.player.language, questions)
    made: dict[int, bytes] = {}
    for width, limit in _tries(board, room):
        if width not in made:
            if _forecast(context.game, board, width) > limit:
                continue
            made[width] = draw_png(board.picture, width=width)
            _weights[context.game.title, board.is_part] = len(made[width]) / _extent(board.picture, width)
        if len(made[width]) <= limit:
            return made[width]
    return b""


def _tries(board: EmailPicture, room: int) -> list[tuple[int, int]]:
    """Return the widths to try, each with the maximum size of its PNG in bytes.

    First come the widths with which the e-mail remains small, the widest first. If none of them does, a part of the
    board gets its smallest width, and a whole board the smallest with a pixel for each pixel of the screen.
    """
    widths, small = _widths(board), int(room - (MAX_BYTES - SMALL_BYTES) / _BASE64)
    enough = [width for width in widths if board.is_part or width >= SHOWN_WIDTH]
    tries = [(width, small) for width in enough if small > 0]
    rest = [width for width in widths if width not in enough]
    return [*tries, *((width, room) for width in [*reversed(enough), *rest])]


def _widths(board: EmailPicture) -> tuple[int, ...]:
    """Return the widths in pixels to try for a picture."""
    picture = board.picture
    if board.is_part:
        return tuple(int(picture.width * scale) for scale in PART_SCALES)
    if all(layer.clip is None for layer in picture.layers):
        return PICTURE_WIDTHS
    return tuple(width for width in PICTURE_WIDTHS if width <= picture.width)


_GROWTH = 1.9
"""The exponent by which a picture's bytes grow with its width."""
_SURE = 0.85
_weights: dict[tuple[str, bool], float] = {}
"""The bytes per weighted pixel (`_extent`) of each title's last picture of the board (False) or of a part (True)."""


def _forecast(game: Game, board: EmailPicture, width: int) -> float:
    """Return the least number of bytes that the PNG will probably have; if that is too many, it is not rendered."""
    return _SURE * _weights.get((game.title, board.is_part), 0.0) * _extent(board.picture, width)


def _extent(board: Picture, width: int) -> float:
    """Return the number of pixels, weighted because in a larger picture a pixel needs fewer bytes."""
    return (width**2 * board.height / board.width) ** (_GROWTH / 2)


def service_headers(message_id: str) -> dict[str, str]:
    """Return the headers by which the operator's mail service identifies the e-mail in its events.

    The service returns them as an event's metadata. Mailgun needs no such header, because it keeps the Message-ID.
    """
    if settings.PBEM_MAIL_SERVICE == "postmark":
        return {"X-PM-Metadata-letter": message_id}
    named = {"letter": message_id}
    told: dict[str, tuple[str, object]] = {
        "mailjet": ("X-MJ-EventPayload", named),
        "brevo": ("X-Mailin-custom", named),
        "sendgrid": ("X-SMTPAPI", {"unique_args": named}),
        "sparkpost": ("X-MSYS-API", {"metadata": named}),
    }
    if settings.PBEM_MAIL_SERVICE not in told:
        return {}
    header, says = told[settings.PBEM_MAIL_SERVICE]
    return {header: json.dumps(says)}
