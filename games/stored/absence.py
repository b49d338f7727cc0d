"""What becomes of a seat whose player stays away, as agreed on when its game was opened (docs/time.md)."""

from collections.abc import Collection, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.mistyped import read_finding
from games.kernel.text import Text

MOST_MISSES = 100
MOST_HOURS = 168
"""That a reserve has to answer."""


class Absence(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What follows so many deadlines missed in a row (`after`).

    With `reserves` the reserves are asked to take the seat, each with `answer_hours` to answer. A `bot` stands in for
    the player, who keeps the seat: at once, or when no reserve is left.
    """

    after: Annotated[int, Meta(ge=0, le=MOST_MISSES)] = 0
    bot: str = ""
    reserves: bool = False
    answer_hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = 24


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
    chosen = bool(agreed.bot) or agreed.reserves
    if chosen != bool(agreed.after):
        text = Text(
            "A bot or reserves, and after how many missed deadlines.",
            "ボットか補欠と、期限切れの回数の両方を指定してください。",
        )
        yield Problem("/absence/after" if chosen else "/absence/bot", "needs", text)


def absence_words(agreed: Absence) -> Text:
    """It in words."""
    if agreed.reserves:
        return _with_reserves(agreed)
    if not agreed.bot:
        return Text("Nobody stands in for who is absent.", "不在者の代役はありません。")
    return Text(
        f"After {agreed.after} deadlines missed in a row the bot “{agreed.bot}” stands in until the player is back.",
        f"期限切れが{agreed.after}回続くと、本人が戻るまでボット「{agreed.bot}」が代役を務めます。",
    )


def _with_reserves(agreed: Absence) -> Text:
    hours = agreed.answer_hours
    bot = Text("", "")
    if agreed.bot:
        bot = Text(
            f" When nobody is left, the bot “{agreed.bot}” stands in until the player is back.",
            f"誰もいなければ、本人が戻るまでボット「{agreed.bot}」が代役を務めます。",
        )
    return Text(
        f"After {agreed.after} deadlines missed in a row, and when a player has left, the reserves are asked one after "
        f"the other, with {hours} hours to answer; who accepts has the seat for good.{bot.en}",
        f"期限切れが{agreed.after}回続くか参加者が抜けると、補欠に順に打診します（回答期限は各{hours}時間）。"
        f"引き受けた人が席を引き継ぎます。{bot.ja}",
    )
