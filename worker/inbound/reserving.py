"""Answers by mail of those who are asked to take a seat."""

import re
from collections.abc import Mapping
from unicodedata import normalize
from uuid import UUID

from games.kernel.errors import GameError
from games.kernel.text import Text
from games.models import IncomingMail, Player
from games.selectors.inbound import place_of
from games.selectors.notices import seat_name
from games.services.reserves import do_answer_call, do_withdraw
from games.stored.replies import Reply
from worker.inbound.doubt import is_doubtful, waiting
from worker.inbound.reading import Read

ACCEPT, DECLINE, WITHDRAW = "accept", "decline", "withdraw"

_WORDS = {
    ACCEPT: (
        *("accept", "i accept", "yes", "yes please", "yes, please", "accepted", "ok"),
        *("受諾", "承諾", "引き受けます", "引き受ける", "はい", "参加", "参加します"),
    ),
    DECLINE: (
        *("decline", "i decline", "no", "no thanks", "no, thanks", "no thank you", "no, thank you", "declined"),
        *("辞退", "辞退します", "断ります", "いいえ", "不参加", "参加しません"),
    ),
    WITHDRAW: ("withdraw", "i withdraw", "補欠 取消", "補欠取消", "補欠をやめます"),
}
_MEANT = {word: name for name, words in _WORDS.items() for word in words}
_END = re.compile(r"[.!。！]{1,3}$")


def words_meant(read: Read, meant: Mapping[str, str] = _MEANT) -> set[str]:
    """What a message says by words on lines of their own: to accept, to decline, to be a reserve no more; or whatever
    other words mean (`meant`).
    """
    return {meant[word] for line in read.said if (word := _plain(line)) in meant}


ACCEPT_OR_DECLINE = Text(
    "Reply with one of these words on a line of its own: accept, decline; or withdraw, to be asked no more.",
    "「受諾」か「辞退」のどちらかを1行で返信してください。以後の打診も断るには「補欠取消」です。",
)
_UNDERSTOOD = {
    ACCEPT: Text("Understood: you take the seat.", "席を引き受けると理解しました。"),
    DECLINE: Text("Understood: you decline the seat.", "辞退すると理解しました。"),
    WITHDRAW: Text("Understood: you are a reserve no more.", "補欠をやめると理解しました。"),
}
_DECLINED = Text("You have declined; nobody is told.", "辞退しました。誰にも知らされません。")
_WITHDRAWN = Text("You are no reserve of this game any more.", "このゲームの補欠から外れました。")


def answer_call(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """Take the seat or decline it, as the message says; what it says besides does nothing."""
    meant = words_meant(read)
    if len(meant) != 1:
        return Reply(outcome="rejected", notes=(ACCEPT_OR_DECLINE,))
    what = meant.pop()
    if is_doubtful(row, waited=waited):
        return waiting(row, None, notes=(_UNDERSTOOD[what],))
    try:
        return Reply(outcome="words", notes=(_done(row, player, what),))
    except GameError as error:
        return Reply(outcome="rejected", notes=(error.detail,))


def _plain(line: str) -> str:
    """A line as words are compared: of any width, without what ends a sentence."""
    return " ".join(_END.sub("", normalize("NFKC", line).strip()).split()).casefold()


def _done(row: IncomingMail, player: Player, what: str) -> Text:
    if what == WITHDRAW:
        do_withdraw(player=player, game_id=place_of(row)[0].pk)
        return _WITHDRAWN
    do_answer_call(player=player, step_id=UUID(row.tag[1:]), accept=what == ACCEPT)
    if what == DECLINE:
        return _DECLINED
    game, seat = place_of(row)
    name = seat_name(game, seat.role)
    return Text(
        f"You play {name.en} from now on; the next letter is about it.",
        f"これより{name.ja}を担当していただきます。続けて手紙をお送りします。",
    )
