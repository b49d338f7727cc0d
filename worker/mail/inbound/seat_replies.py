"""Execute replies to an invitation, to a reserve call, and to the e-mail that offers to start the game.

Only a few words of such an e-mail count. The recipient of an invitation may have no account.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from games.kernel.errors import GameError
from games.kernel.text import Text
from games.models import Game, Invitation, OutgoingMail
from games.persistence.mail_replies import MailReply
from games.persistence.mail_tags import Tag
from games.selectors.incoming_mail import get_game_and_seat
from games.selectors.invitations import find_invited_player
from games.selectors.mail_tag_targets import find_tagged_invitation, make_invitation_reply_address
from games.selectors.notices import get_seat_name
from games.services.account_emails import do_queue_account_email, localized_facts
from games.services.invitations import do_answer_invitation
from games.services.lifecycle import do_start_game
from games.services.locks import lock_game
from games.services.reserves import do_answer_reserve_call, do_withdraw_reserve
from worker.mail.inbound.auto_replies import is_out_of_office
from worker.mail.inbound.mail_parser import read_message
from worker.mail.inbound.received_mail import ReceivedMail
from worker.mail.inbound.reply_words import ACCEPT, DECLINE, WITHDRAW, read_answer_words

YES_OR_NO = Text(
    "Reply with one of these words on a line of its own: accept, decline.",
    "「受諾」か「辞退」のどちらかを1行で返信してください。",
)
ACCEPT_OR_DECLINE = Text(
    "Reply with one of these words on a line of its own: accept, decline; or withdraw, to be asked no more.",
    "「受諾」か「辞退」のどちらかを1行で返信してください。以後の打診も断るには「補欠取消」です。",
)
HOW_TO_START = Text(
    "Reply with this word on a line of its own: start.", "「開始」または「はじめる」と1行で返信してください。"
)
_INVITATION_UNDERSTOOD = {
    ACCEPT: Text("Understood: you come.", "参加すると理解しました。"),
    DECLINE: Text("Understood: you do not come.", "参加しないと理解しました。"),
}
_INVITATION_DECLINED = Text(
    "You have declined; the player who invited you is notified.", "辞退しました。招待した方にお知らせします。"
)
_CALL_UNDERSTOOD = {
    ACCEPT: Text("Understood: you take the seat.", "席を引き受けると理解しました。"),
    DECLINE: Text("Understood: you decline the seat.", "辞退すると理解しました。"),
    WITHDRAW: Text("Understood: you are a reserve no more.", "補欠をやめると理解しました。"),
}
_CALL_DECLINED = Text("You have declined; nobody is notified.", "辞退しました。誰にも知らされません。")
_WITHDRAWN = Text("You are no reserve of this game any more.", "このゲームの補欠から外れました。")
_START_UNDERSTOOD = Text("Understood: the game is to begin.", "ゲームを開始すると理解しました。")
_STARTED = Text(
    "The game has begun. What it asks comes in e-mails of its own.",
    "ゲームが始まりました。質問は続くメールでお届けします。",
)
_STARTED_BEFORE = Text(
    "The game has begun already; nothing was changed.", "ゲームはすでに始まっています。何も変更していません。"
)
_HOW = "invitation-how."


def answer_invitation(mail: ReceivedMail) -> MailReply:
    """Accept or decline an invitation, and return the reply to the sender."""
    word = _single_word(mail, _INVITATION_UNDERSTOOD)
    if word is None:
        return MailReply(outcome="rejected", notes=(YES_OR_NO,))
    if mail.must_wait:
        return mail.quarantine(notes=(_INVITATION_UNDERSTOOD[word],))
    try:
        invitation = UUID(mail.row.tag[1:])
        seat = do_answer_invitation(player=mail.player, invitation_id=invitation, accept=word == ACCEPT)
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))
    if seat is None:
        return MailReply(outcome="words", notes=(_INVITATION_DECLINED,))
    name = get_seat_name(get_game_and_seat(mail.row)[0], seat.role)
    took = Text(
        "You play {name}. The next e-mail comes as soon as there is something to tell or to decide.",
        "{name}を担当していただきます。お知らせや質問があり次第、メールをお送りします。",
    ).format(name=name)
    return MailReply(outcome="words", notes=(took,))


def answer_reserve_call(mail: ReceivedMail) -> MailReply:
    """Take or decline the seat that a reserve is asked to take, or stop being a reserve; return the reply."""
    word = _single_word(mail, _CALL_UNDERSTOOD)
    if word is None:
        return MailReply(outcome="rejected", notes=(ACCEPT_OR_DECLINE,))
    if mail.must_wait:
        return mail.quarantine(notes=(_CALL_UNDERSTOOD[word],))
    try:
        return MailReply(outcome="words", notes=(_answer_reserve_call(mail, word),))
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))


def _answer_reserve_call(mail: ReceivedMail, word: str) -> Text:
    if word == WITHDRAW:
        do_withdraw_reserve(player=mail.player, game_id=get_game_and_seat(mail.row)[0].pk)
        return _WITHDRAWN
    do_answer_reserve_call(player=mail.player, step_id=UUID(mail.row.tag[1:]), accept=word == ACCEPT)
    if word == DECLINE:
        return _CALL_DECLINED
    game, seat = get_game_and_seat(mail.row)
    name = get_seat_name(game, seat.role)
    return Text(
        "You play {name} from now on; the next e-mail is about it.",
        "これより{name}を担当していただきます。続けてメールをお送りします。",
    ).format(name=name)


def _single_word(mail: ReceivedMail, known: Mapping[str, Text]) -> str | None:
    """Return the only answer in an e-mail; None if there is none, an unknown one, or more than one."""
    words = mail.text.phrases
    return next(iter(words)) if len(words) == 1 and words <= known.keys() else None


def start_game(mail: ReceivedMail) -> MailReply:
    """Start the game, as the button on its page does. Return the reply, which may be a refusal."""
    if not mail.text.phrases:
        return MailReply(outcome="rejected", notes=(HOW_TO_START,))
    if mail.must_wait:
        return mail.quarantine(notes=(_START_UNDERSTOOD,))
    game_id = get_game_and_seat(mail.row)[0].pk
    try:
        has_started = lock_game(game_id).status == Game.Status.RUNNING
        do_start_game(player=mail.player, game_id=game_id)
    except GameError as error:
        return MailReply(outcome="rejected", notes=(error.detail,))
    return MailReply(outcome="words", notes=(_STARTED_BEFORE if has_started else _STARTED,))


def handle_stranger_reply(tags: Iterable[Tag], sender: str, raw: bytes) -> bool:
    """Handle a reply to an invitation whose recipient has no account; return False for any other message.

    `tags` are those in the recipient addresses, `raw` is the message. The message is not stored. If the sender
    declines, the invitation is declined. Otherwise the sender gets instructions on joining, at most once an hour.
    """
    row = next((found for tag in tags if sender and (found := find_tagged_invitation(tag, sender)) is not None), None)
    if row is None or find_invited_player(row) is not None:
        return False
    read = read_message(raw)
    if read.auto_reply_reason or is_out_of_office(read.raw_lines):
        return True
    try:
        if read_answer_words(read) == {DECLINE}:
            do_answer_invitation(player=None, invitation_id=row.pk, accept=False)
            _queue_reply(row, "invitation_reply", _INVITATION_DECLINED)
            return True
    except GameError as error:
        _queue_reply(row, "invitation_reply", error.detail)
        return True
    _queue_reply(row, "invitation_how")
    return True


def _queue_reply(row: Invitation, template: str, says: Text | None = None) -> None:
    """Queue an e-mail to an invited person without an account, unless one was sent within the last hour."""
    named, lately = f"{_HOW}{row.pk.hex[:12]}.{template[-3:]}.", timezone.now() - timedelta(hours=1)
    if row.game is None or OutgoingMail.objects.filter(reference__startswith=named, created_at__gt=lately).exists():
        return
    about = {"reply_to": make_invitation_reply_address(row), "game": row.game.name, "cancel": ""}
    do_queue_account_email(
        template=template,
        address=row.address,
        language=row.language,
        facts=about | (localized_facts(row.language, {"says": says}) if says else {}),
        reference_prefix=named,
    )
