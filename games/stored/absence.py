"""What becomes of a seat whose player stays away, as agreed on when its game was opened (docs/time.md)."""

from collections.abc import Collection, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.mistyped import read_finding
from games.kernel.text import Text

MOST_MISSES = 100


class Absence(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """After so many deadlines missed in a row (`after`) a bot stands in for the player, who keeps the seat."""

    after: Annotated[int, Meta(ge=0, le=MOST_MISSES)] = 0
    bot: str = ""


NOTHING = Absence()


def absence_of(stored: dict[str, Any]) -> Absence:
    """What was agreed on, as a game stores it. Raises `msgspec.ValidationError`."""
    return msgspec.convert(stored, Absence)


def stored_absence(agreed: Absence) -> dict[str, Any]:
    """It as a game stores it: what is as usual is left out."""
    found: dict[str, Any] = msgspec.to_builtins(agreed)
    return found


def absence_problems(stored: object, bots: Collection[str]) -> Iterator[Problem]:
    """What is wrong with it as it was asked for, or stands in a document."""
    try:
        agreed = msgspec.convert(stored, Absence)
    except msgspec.ValidationError as error:
        text, inside = read_finding(error)
        yield Problem(f"/absence{inside}", "absence", text)
        return
    if agreed.bot and agreed.bot != "random" and agreed.bot not in bots:
        yield Problem("/absence/bot", "bot", Text("There is no such bot.", "そのボットはありません。"))
    if bool(agreed.bot) != bool(agreed.after):
        text = Text("A bot, and after how many missed deadlines.", "ボットと期限切れの回数の両方を指定してください。")
        yield Problem("/absence/after" if agreed.bot else "/absence/bot", "needs", text)


def absence_words(agreed: Absence) -> Text:
    """It in words."""
    if not agreed.bot:
        return Text("Nobody stands in for who is absent.", "不在者の代役はありません。")
    return Text(
        f"After {agreed.after} deadlines missed in a row the bot “{agreed.bot}” stands in until the player is back.",
        f"期限切れが{agreed.after}回続くと、本人が戻るまでボット「{agreed.bot}」が代役を務めます。",
    )
