"""A letter as a MIME message: text, HTML that says the same, the board's picture inside, and the threading headers."""

from email.mime.image import MIMEImage
from functools import lru_cache
from typing import Any

import css_inline
import django
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from games.models import OutgoingMail
from games.selectors.letters import Letter
from games.selectors.views import board_svg
from pbem.pictures import render_png
from worker.mail import links
from worker.mail.blocks import Content
from worker.mail.content import content_of
from worker.mail.plaintext import as_text

PICTURE_WIDTHS = (1000, 760, 560)
"""Pixels, tried in this order until a picture is small enough; readers see it at 584."""
PICTURE_BYTES = 100_000
"""A picture takes a third more in the mail; the whole stays below 200 kB."""


def message_of(letter: Letter) -> EmailMultiAlternatives:
    """The letter ready to be sent, in its reader's language. Reads the store; takes no lock."""
    with translation.override(letter.player.language):
        content = content_of(letter)
        picture = _picture(letter)
    cid = _content_id(letter.mail) if picture else ""
    message = EmailMultiAlternatives(
        subject=content.subject,
        body=as_text(content),
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[letter.player.email],
        headers=_headers(letter),
    )
    message.attach_alternative(as_html(content, cid), "text/html")
    if picture:
        attach_inline(message, picture, cid)
    return message


def as_html(content: Content, picture: str) -> str:
    """The HTML part; `picture` is the Content-ID of the board, empty for none."""
    context = {"content": content, "sections": content.beside(picture=bool(picture)), "picture": picture}
    with translation.override(content.language):
        page = render_to_string("worker/letter.html", context)
    return _inliner().inline(page)


def attach_inline(message: EmailMultiAlternatives, png: bytes, cid: str) -> None:
    """Put a picture into the message, to be shown where the HTML names its Content-ID."""
    part: Any
    if django.VERSION >= (6, 0):
        from email.message import MIMEPart

        part = MIMEPart()
        part.set_content(png, "image", "png", disposition="inline", filename="board.png", cid=f"<{cid}>")
    else:
        part = MIMEImage(png, "png")
        part.add_header("Content-ID", f"<{cid}>")
        part.add_header("Content-Disposition", "inline", filename="board.png")
    message.attach(part)


def _headers(letter: Letter) -> dict[str, str]:
    headers = {
        "Message-ID": letter.mail.message_id,
        "Auto-Submitted": "auto-generated",
        "List-Id": f"<{letter.game.pk}.{settings.PBEM_MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{links.preferences_page()}>",
    }
    if letter.previous:
        thread = dict.fromkeys((letter.root, letter.previous))
        headers |= {"In-Reply-To": letter.previous, "References": " ".join(thread)}
    return headers


def _picture(letter: Letter) -> bytes:
    """The board as PNG; nothing where the reader wants none, or it cannot be made small enough."""
    if letter.view is None or letter.mail.kind == OutgoingMail.Kind.NOTICE:
        return b""
    if not letter.player.mail_preferences.get("pictures", True):
        return b""
    svg = board_svg(letter.game, letter.view, letter.player.language)
    for width in PICTURE_WIDTHS:
        png = render_png(svg, width=width)
        if len(png) <= PICTURE_BYTES:
            return png
    return b""


def _content_id(mail: OutgoingMail) -> str:
    return f"board.{mail.message_id.strip('<>')}"


@lru_cache(maxsize=1)
def _inliner() -> css_inline.CSSInliner:
    """Copies the rules of the style sheet to where mail programs look for them; the sheet stays for dark screens."""
    return css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
