"""The settings of a game for absent players, chosen when the game is opened (docs/players/organising.md)."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games.kernel.bot_levels import describe_level
from games.kernel.errors import Problem
from games.kernel.text import Text
from games.kernel.title import Title
from games.kernel.type_errors import type_error_text

MAX_MISSES = 100
MAX_RESERVE_ANSWER_HOURS = 168
"""The maximum number of hours that a reserve has to answer."""


class AbsencePolicy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What happens after a player has missed several deadlines in a row."""

    after: Annotated[int, Meta(ge=0, le=MAX_MISSES)] = 0
    """The number of missed deadlines after which it happens; 0: never."""
    bot: str = ""
    """The name of the bot that then answers for the player, who keeps the seat; empty: none. It begins at once or, with
    `reserves`, when no reserve is left to ask.
    """
    reserves: bool = False
    """True if the reserves (players who volunteered) are asked, one after the other, to take the seat."""
    answer_hours: Annotated[int, Meta(ge=1, le=MAX_RESERVE_ANSWER_HOURS)] = 24
    """The hours that each reserve has to answer."""


NO_ABSENCE_POLICY = AbsencePolicy()


def load_absence_policy(stored: dict[str, Any]) -> AbsencePolicy:
    """Return the absence policy stored in the column `Game.absence`.

    Raises `msgspec.ValidationError` for invalid data.
    """
    return msgspec.convert(stored, AbsencePolicy)


def dump_absence_policy(policy: AbsencePolicy) -> dict[str, Any]:
    """Return the policy as the column `Game.absence` stores it: without fields that have their default."""
    found: dict[str, Any] = msgspec.to_builtins(policy)
    return found


def absence_policy_problems(stored: object, title: Title[Any]) -> Iterator[Problem]:
    """Yield the problems of an absence policy, as JSON, that was requested for a new game or imported with a game."""
    try:
        agreed = msgspec.convert(stored, AbsencePolicy)
    except msgspec.ValidationError as error:
        text, inside = type_error_text(error)
        yield Problem(f"/absence{inside}", "absence", text)
        return
    if agreed.bot and not title.has_bot(agreed.bot):
        yield Problem("/absence/bot", "bot", Text("There is no such bot.", "そのボットはありません。"))
    chosen = bool(agreed.bot) or agreed.reserves
    if chosen != bool(agreed.after):
        text = Text(
            "A bot or reserves, and after how many missed deadlines.",
            "ボットか補欠と、期限切れの回数の両方を指定してください。",
        )
        yield Problem("/absence/after" if chosen else "/absence/bot", "needs", text)


def describe_absence_policy(policy: AbsencePolicy) -> Text:
    """Return the absence policy in words for players."""
    if policy.reserves:
        return _with_reserves(policy)
    if not policy.bot:
        return Text("Nobody stands in for an absent player.", "不在者の代役はありません。")
    return Text(
        "After {after} deadlines missed in a row the bot “{bot}” stands in until the player is back.",
        "期限切れが{after}回続くと、本人が戻るまでボット「{bot}」が代役を務めます。",
    ).format(after=policy.after, bot=describe_level(policy.bot).name)


def _with_reserves(agreed: AbsencePolicy) -> Text:
    hours = agreed.answer_hours
    bot = Text("", "")
    if agreed.bot:
        bot = Text(
            " When nobody is left, the bot “{bot}” stands in until the player is back.",
            "誰もいなければ、本人が戻るまでボット「{bot}」が代役を務めます。",
        ).format(bot=describe_level(agreed.bot).name)
    return Text(
        "After {after} deadlines missed in a row, and when a player has left, the reserves are asked one after "
        "the other, with {hours} hours to answer; who accepts has the seat for good.{bot}",
        "期限切れが{after}回続くか参加者が抜けると、補欠に順に打診します（回答期限は各{hours}時間）。"
        "引き受けた人が席を引き継ぎます。{bot}",
    ).format(after=agreed.after, hours=hours, bot=bot)
