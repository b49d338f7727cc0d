"""Summarize an e-mail about a game in a few words, for subjects, webhooks and notifications."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from games.kernel.text import Text, join_texts
from games.kernel.title import Title
from games.models import OutgoingMail, Player
from games.selectors.local_times import format_short_time

Kind = OutgoingMail.Kind
ASKING_KINDS = (Kind.STOP, Kind.REMINDER)
MAX_GAME_NAME = 60
"""The maximum length of a game's name in a subject, in characters."""
YOUR_DECISION = Text("your decision", "あなたの決定")
"""The short name of a question without a short name in the title."""
_PLAIN = {
    Kind.OVER: Text("Final standings", "最終順位"),
    Kind.NOTICE: Text("Notice", "お知らせ"),
    Kind.ADVICE: Text("Advice for you", "助言が届きました"),
}
_UNTIL = Text(" · by {time}", "・{time}まで")


class Question(Protocol):
    """The attributes of a question that a summary needs; `Decision` and `OpenRequest` have them."""

    @property
    def kind(self) -> str:
        """The kind of question, as the title names it."""

    @property
    def ready(self) -> bool:
        """True if the question's answer is submitted."""

    @property
    def due_at(self) -> datetime | None:
        """The question's deadline, if it has one."""


def summarize_email(
    kind: str, title: Title[Any], questions: Sequence[Question], *, sender: Text | None = None, advises: bool = False
) -> Text:
    """Return a summary of an e-mail of this kind (`OutgoingMail.Kind`), such as "Your move: torpedoes".

    `questions` are the questions in the e-mail, `sender` is the name of the seat that wrote a message, and `advises` is
    true if the e-mail asks its reader for advice.
    """
    if kind in _PLAIN:
        return _PLAIN[Kind(kind)]
    if kind == Kind.REMINDER:
        return Text("Reminder: {questions}", "催促：{questions}").format(questions=_names(title, questions))
    if kind == Kind.MESSAGE and sender is not None:
        return Text("Message from {seat}", "{seat}からのメッセージ").format(seat=sender)
    if is_pending(questions):
        return Text("Your move: {questions}", "あなたの番：{questions}").format(questions=_names(title, questions))
    return Text("Your advice is wanted", "助言の依頼") if advises else Text("News", "経過")


def summarize_deadline(kind: str, questions: Sequence[Question], player: Player) -> str:
    """Return the nearest deadline of the questions, as the end of a line: " · by Mon 30 Nov 18:00".

    Returns "" without a deadline, or if all questions are answered. The player's language must be active.
    """
    due = min((one.due_at for one in questions if one.due_at), default=None)
    if kind not in ASKING_KINDS or due is None or not is_pending(questions):
        return ""
    return _UNTIL.get(player.language).format(time=format_short_time(due, player))


def is_pending(questions: Sequence[Question]) -> bool:
    """Return True if a question has no submitted answer."""
    return any(not one.ready for one in questions)


def shorten_game_name(name: str) -> str:
    """Return a game's name in one line of at most `MAX_GAME_NAME` characters."""
    line = " ".join(part.strip() for part in name.splitlines() if part.strip())
    return line if len(line) <= MAX_GAME_NAME else f"{line[: MAX_GAME_NAME - 1]}…"


def _names(title: Title[Any], questions: Sequence[Question]) -> Text:
    """Return the short names of the questions without a submitted answer, each once."""
    names = title.presentation.question_names
    kinds = dict.fromkeys(one.kind for one in questions if not one.ready)
    found = [names.get(kind, YOUR_DECISION) for kind in kinds]
    return join_texts(found, ", ", ", ") if found else YOUR_DECISION
