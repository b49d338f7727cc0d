"""Forward replies to a press message, or to a question to the umpire, to the author of that message or question."""

from uuid import UUID

from django.conf import settings

from games.kernel.errors import GameError
from games.kernel.text import Text
from games.models import MessageCopy
from games.order_text.corrections import begins_with_correction
from games.persistence.mail_replies import MailReply
from games.selectors.incoming_mail import get_game_and_seat
from games.services.messages import do_send_message
from games.services.umpire_questions import do_answer_question
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.replacement import replace_earlier, reply_part

NOTHING_WRITTEN = Text(
    "There was nothing in your e-mail that you wrote yourself, outside of what it quotes.",
    "引用部分のほかに、あなたが書いた文章が見つかりませんでした。",
)

_ANSWERED = Text("Your answer is on its way to the player.", "回答をプレイヤーに送りました。")


def send_press_reply(mail: ReceivedMail) -> MailReply:
    """Forward a reply to the author of a press message, without quotations and addresses of this server.

    Returns the reply to the sender of the e-mail: the message was sent, was refused, or waits in quarantine.
    """
    copy = MessageCopy.objects.select_related("message").filter(pk=mail.row.tag[1:]).first()
    said = "\n".join(line for line in mail.text.rest.raw_lines if not _has_server_address(line))
    if copy is None or not said:
        return MailReply(outcome="rejected", notes=(NOTHING_WRITTEN,))
    corrected = {reply_part(mail.row)} if not mail.has_waited and begins_with_correction(said) else ()
    if mail.must_wait:
        return replace_earlier(mail.quarantine(), mail.row, corrected)
    try:
        game, seat = get_game_and_seat(mail.row)
        do_send_message(player=mail.player, game_id=game.pk, seat=seat.role, to=[copy.message.sender], text=said)
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))
    sent = MailReply(outcome="words", notes=(Text("Your message is on its way.", "メッセージを届けました。"),))
    return replace_earlier(sent, mail.row, corrected)


def send_umpire_answer(mail: ReceivedMail) -> MailReply:
    """Send an umpire's, host's or staff member's answer to the player who asked.

    Returns the reply to the sender of the e-mail: the answer was sent, was refused, or waits in quarantine.
    """
    said = "\n".join(line for line in mail.text.rest.raw_lines if not _has_server_address(line))
    if not said.strip():
        return MailReply(outcome="rejected", notes=(NOTHING_WRITTEN,))
    if mail.must_wait:
        return mail.quarantine()
    try:
        do_answer_question(player=mail.player, question_id=UUID(mail.row.tag[1:]), text=said)
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))
    return MailReply(outcome="words", notes=(_ANSWERED,))


def _has_server_address(line: str) -> bool:
    """Return True if a line contains an address of this server, by which a reader could answer as another player."""
    name, _, domain = settings.PBEM_MAIL_REPLY_ADDRESS.partition("@")
    return f"{name}+" in line.casefold() and f"@{domain}" in line.casefold()
