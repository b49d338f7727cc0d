"""A letter as a MIME message: text, HTML that says the same, the board's picture inside, and the threading headers."""

import logging
from collections.abc import Sequence
from email.utils import formatdate
from functools import lru_cache

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from games.kernel.picture import Picture
from games.models import Game, OutgoingMail
from games.selectors.letters import Letter
from games.selectors.views import StoredView, board_glance
from games.services.outbox import SUSPECT
from games.stored.tags import bounce_address
from pbem.pictures import CannotDraw, draw_png
from worker.inbound.noise import OWN_MARK
from worker.mail import links, mime
from worker.mail.answers import answer_of
from worker.mail.blocks import Content
from worker.mail.blocks import Picture as Place
from worker.mail.content import content_of
from worker.mail.evidence import signed
from worker.mail.plaintext import as_text
from worker.mail.replying import reply_to
from worker.mail.service import named_for_service
from worker.mail.wishes import unsubscribing

logger = logging.getLogger(__name__)

PICTURE_WIDTHS = (760, 600, 480, 360)
"""Pixels, tried in this order until the picture fits; readers see it at 584."""
MOST_BYTES = 195_000
"""Of a whole letter; some mail servers of old refuse more than 200 kB."""
_HEADERS = 2_000
"""Bytes for the headers of a letter, and between its parts."""
_BASE64 = 1.37
"""By how much a picture grows in the mail: four bytes for three, and line ends."""


def message_of(letter: Letter) -> EmailMultiAlternatives:
    """The letter ready to be sent, in its reader's language, and signed. Reads the store; takes no lock."""
    with translation.override(letter.player.language):
        content = answer_of(letter) if letter.mail.kind == OutgoingMail.Kind.REPLY else content_of(letter)
    text = as_text(content)
    evidence = signed(letter, text)
    said = "\n".join((text, *evidence, ""))
    headers, words = _headers(letter, content), mime.part(said, "plain")
    cid = f"board.{letter.mail.message_id.strip('<>')}" if _wants_picture(letter, content) else ""
    html = as_html(content, cid, evidence)
    page, picture = mime.part(html, "html"), b""
    if cid:
        room = MOST_BYTES - _HEADERS - len(words) - len(page)
        if png := _picture(letter, int(room / _BASE64)):
            picture = mime.picture_part(png, cid)
        else:
            html = as_html(content, "", evidence)
            page = mime.part(html, "html")
    return mime.Ready(
        mime.whole(headers, words, page, picture),
        html=html,
        subject=content.subject,
        body=said,
        from_email=bounce_address(letter.mail.pk) or settings.DEFAULT_FROM_EMAIL,
        to=[letter.player.email],
        headers=headers,
    )


def as_html(content: Content, picture: str, evidence: Sequence[str] = ()) -> str:
    """The HTML part; `picture` is the Content-ID of the board, empty for none; `evidence` is signed."""
    context = {"content": content, "sections": content.shown(picture=bool(picture)), "picture": picture}
    context["evidence"] = evidence
    with translation.override(content.language):
        page = render_to_string("worker/letter.html", context)
    return _inliner().inline(page)


def personal(content: Content, address: str, mail: OutgoingMail, reply_to: str = "") -> EmailMultiAlternatives:
    """A letter to a person: it belongs to no game's thread, and names no seat whose evidence it could carry."""
    sender = settings.DEFAULT_FROM_EMAIL
    more = {"Reply-To": f"Sealed Orders <{reply_to}>"} if reply_to else {}
    if content.answering:
        more |= {"In-Reply-To": content.answering, "References": content.answering}
    message = EmailMultiAlternatives(
        subject=content.subject,
        body=as_text(content),
        from_email=bounce_address(mail.pk) or sender,
        to=[address],
        headers={"From": sender, "Message-ID": mail.message_id, "Auto-Submitted": "auto-generated", OWN_MARK: "letter"}
        | named_for_service(mail.message_id)
        | more,
    )
    message.attach_alternative(as_html(content, ""), "text/html")
    return message


def _headers(letter: Letter, content: Content) -> dict[str, str]:
    headers = {
        "Subject": content.subject,
        "From": settings.DEFAULT_FROM_EMAIL,
        "To": mime.addressed(letter.player.email),
        "Date": formatdate(localtime=False),
        "Message-ID": letter.mail.message_id,
        "MIME-Version": "1.0",
        "Auto-Submitted": "auto-generated",
        "List-Id": f"<{letter.game.pk}.{settings.PBEM_MAIL_DOMAIN}>",
        "List-Unsubscribe": f"<{links.preferences_page()}>",
        OWN_MARK: "letter",
    }
    headers |= unsubscribing(letter.mail, letter.player) | named_for_service(letter.mail.message_id)
    if address := reply_to(letter):
        headers["Reply-To"] = f"Sealed Orders <{address}>"
    if content.answering:
        headers |= {"In-Reply-To": content.answering, "References": content.answering}
    elif letter.previous:
        thread = dict.fromkeys((letter.root, letter.previous))
        headers |= {"In-Reply-To": letter.previous, "References": " ".join(thread)}
    return headers


def _wants_picture(letter: Letter, content: Content) -> bool:
    placed = any(isinstance(block, Place) for section in content.sections for block in section.blocks)
    shows_board = letter.view is not None and placed and letter.mail.deaths < SUSPECT
    return shows_board and bool(letter.player.mail_preferences.get("pictures", True))


def _picture(letter: Letter, room: int) -> bytes:
    """The board as PNG of at most `room` bytes; nothing where it cannot be that small, or not be drawn at all."""
    if letter.view is None:
        return b""
    try:
        return _drawn(letter, letter.view, room)
    except (CannotDraw, ValueError):
        logger.exception("letter %s goes without a picture", letter.mail.pk)
        return b""


def _drawn(letter: Letter, view: StoredView, room: int) -> bytes:
    """The widest picture that fits. Raises CannotDraw, and ValueError where the board is no picture."""
    board = board_glance(letter.game, view, letter.player.language)
    for width in _widths(board):
        if _forecast(letter.game, board, width) > room:
            continue
        png = draw_png(board, width=width)
        _weights[letter.game.title] = len(png) / _extent(board, width)
        if len(png) <= room:
            return png
    return b""


def _widths(board: Picture) -> tuple[int, ...]:
    """The widths to try. What is cut out of a larger sheet is drawn no larger: so all parts share its drawing."""
    if all(layer.window is None for layer in board.layers):
        return PICTURE_WIDTHS
    return tuple(width for width in PICTURE_WIDTHS if width <= board.width)


_GROWTH = 1.9
"""A picture of twice the width is 2 to this power as heavy."""
_SURE = 0.85
_weights: dict[str, float] = {}
"""What the last picture of a title weighed, for each pixel as counted below."""


def _forecast(game: Game, board: Picture, width: int) -> float:
    """The bytes below which the PNG will hardly stay: what is too large is not begun."""
    return _SURE * _weights.get(game.title, 0.0) * _extent(board, width)


def _extent(board: Picture, width: int) -> float:
    """Its pixels, of which the more there are, the less each weighs."""
    return (width**2 * board.height / board.width) ** (_GROWTH / 2)


@lru_cache(maxsize=1)
def _inliner() -> css_inline.CSSInliner:
    """Copies the rules of the style sheet to where mail programs look for them; the sheet stays for dark screens."""
    return css_inline.CSSInliner(keep_style_tags=True, load_remote_stylesheets=False)
