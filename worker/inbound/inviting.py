"""Answers by mail of those who are asked into a game: of players here, and of strangers, who have no name yet."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from games.kernel.errors import GameError
from games.kernel.text import Text
from games.models import IncomingMail, Invitation, OutgoingMail, Player
from games.selectors.inbound import place_of
from games.selectors.invitations import player_invited
from games.selectors.notices import seat_name
from games.selectors.tags import invitation_tag, invited
from games.services.invitations import do_answer_invitation
from games.services.personal import do_owe_letter
from games.stored.replies import Reply
from games.stored.tags import Tag
from worker.inbound.doubt import is_doubtful, waiting
from worker.inbound.noise import says_away
from worker.inbound.reading import Read, read_message
from worker.inbound.reserving import ACCEPT, DECLINE, words_meant

YES_OR_NO = Text(
    "Reply with one of these words on a line of its own: accept, decline.",
    "「受諾」か「辞退」のどちらかを1行で返信してください。",
)
_UNDERSTOOD = {
    ACCEPT: Text("Understood: you come.", "参加すると理解しました。"),
    DECLINE: Text("Understood: you do not come.", "参加しないと理解しました。"),
}
_DECLINED = Text("You have declined; who invited you is told.", "辞退しました。招待した方にお知らせします。")
_HOW = "invitation-how."


def answer_invitation(row: IncomingMail, player: Player, read: Read, *, waited: bool) -> Reply:
    """Sit down or decline, as the message says; what it says besides does nothing."""
    meant = words_meant(read)
    if len(meant) != 1 or not meant <= {ACCEPT, DECLINE}:
        return Reply(outcome="rejected", notes=(YES_OR_NO,))
    (what,) = meant
    if is_doubtful(row, waited=waited):
        return waiting(row, None, notes=(_UNDERSTOOD[what],))
    try:
        seat = do_answer_invitation(player=player, invitation_id=UUID(row.tag[1:]), accept=what == ACCEPT)
    except GameError as error:
        return Reply(outcome="rejected", notes=(error.detail,))
    if seat is None:
        return Reply(outcome="words", notes=(_DECLINED,))
    name = seat_name(place_of(row)[0], seat.role)
    took = Text(
        f"You play {name.en}. The next letter comes as soon as there is something to tell or to decide.",
        f"{name.ja}を担当していただきます。お知らせや質問があり次第、手紙をお送りします。",
    )
    return Reply(outcome="words", notes=(took,))


def answered_by_stranger(tags: Iterable[Tag], sender: str, raw: bytes) -> bool:
    """Whether a message answers an invitation whose reader has no account here. Nothing of it is stored: it declines,
    or its sender is told, once in an hour, how to come.
    """
    row = next((found for tag in tags if sender and (found := invited(tag, sender)) is not None), None)
    if row is None or player_invited(row) is not None:
        return False
    read = read_message(raw)
    if read.noise or says_away(read.said):
        return True
    try:
        if words_meant(read) == {DECLINE}:
            do_answer_invitation(player=None, invitation_id=row.pk, accept=False)
            _owe(row, "invitation_reply", {"says": _DECLINED.get(row.language), "cancel": ""})
            return True
    except GameError as error:
        _owe(row, "invitation_reply", {"says": error.detail.get(row.language), "cancel": ""})
        return True
    _owe(row, "invitation_how", {})
    return True


def _owe(row: Invitation, what: str, facts: dict[str, str]) -> None:
    """A letter to a stranger about an invitation, unless one has gone there within the hour."""
    named, lately = f"{_HOW}{row.pk.hex[:12]}.{what[-3:]}.", timezone.now() - timedelta(hours=1)
    if row.game is None or OutgoingMail.objects.filter(reference__startswith=named, created_at__gt=lately).exists():
        return
    about = {"reply_to": invitation_tag(row), "game": row.game.name}
    do_owe_letter(what=what, address=row.address, language=row.language, facts=about | facts, named=named)
