"""The policy for absent players, as agreed when a game is opened (docs/players/organising.md)."""

from collections.abc import Collection, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.kernel.type_errors import type_error_text

MAX_MISSES = 100
MAX_RESERVE_ANSWER_HOURS = 168
"""The maximum number of hours that a reserve has to answer."""


class AbsencePolicy(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The consequence of missing `after` deadlines in a row.

    With `reserves`, the reserves are asked to take the seat; each has `answer_hours` to answer. A `bot` stands in for
    the player, who keeps the seat: at once, or when no reserve is left.
    """

    after: Annotated[int, Meta(ge=0, le=MAX_MISSES)] = 0
    bot: str = ""
    reserves: bool = False
    answer_hours: Annotated[int, Meta(ge=1, le=MAX_RESERVE_ANSWER_HOURS)] = 24


NO_ABSENCE_POLICY = AbsencePolicy()


def load_absence_policy(stored: dict[str, Any]) -> AbsencePolicy:
    """Return a game's stored policy. Raises `msgspec.ValidationError`."""
    return msgspec.convert(stored, AbsencePolicy)


def dump_absence_policy(policy: AbsencePolicy) -> dict[str, Any]:
    """Return the policy as a game stores it: defaults are left out."""
    found: dict[str, Any] = msgspec.to_builtins(policy)
    return found


def absence_policy_problems(stored: object, bots: Collection[str]) -> Iterator[Problem]:
    """Return the problems of a requested or imported policy."""
    try:
        agreed = msgspec.convert(stored, AbsencePolicy)
    except msgspec.ValidationError as error:
        text, inside = type_error_text(error)
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


def describe_absence_policy(policy: AbsencePolicy) -> Text:
    """Return the policy in words."""
    if policy.reserves:
        return _with_reserves(policy)
    if not policy.bot:
        return Text("Nobody stands in for who is absent.", "不在者の代役はありません。")
    return Text(
        "After {after} deadlines missed in a row the bot “{bot}” stands in until the player is back.",
        "期限切れが{after}回続くと、本人が戻るまでボット「{bot}」が代役を務めます。",
    ).format(after=policy.after, bot=policy.bot)


def _with_reserves(agreed: AbsencePolicy) -> Text:
    hours = agreed.answer_hours
    bot = Text("", "")
    if agreed.bot:
        bot = Text(
            " When nobody is left, the bot “{bot}” stands in until the player is back.",
            "誰もいなければ、本人が戻るまでボット「{bot}」が代役を務めます。",
        ).format(bot=agreed.bot)
    return Text(
        "After {after} deadlines missed in a row, and when a player has left, the reserves are asked one after "
        "the other, with {hours} hours to answer; who accepts has the seat for good.{bot}",
        "期限切れが{after}回続くか参加者が抜けると、補欠に順に打診します（回答期限は各{hours}時間）。"
        "引き受けた人が席を引き継ぎます。{bot}",
    ).format(after=agreed.after, hours=hours, bot=bot)
