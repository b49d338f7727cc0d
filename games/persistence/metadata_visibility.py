"""Metadata visibility: who sees whose turn it is, chosen when a game is opened (docs/players/organising.md)."""

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.text import Text
from games.kernel.type_errors import type_error_text

VisibleTo = Literal["all", "table", "umpire"]

VISIBLE_TO_TEXTS: dict[str, Text] = {
    "all": Text("everyone who finds the game", "ゲームを見られる全員"),
    "table": Text("those who play, and the umpire", "参加者と審判"),
    "umpire": Text("the umpire alone", "審判だけ"),
}


class MetadataVisibility(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Who may see which facts about a seat's activity; every seat sees its own facts."""

    awaited: VisibleTo = "all"
    """Who sees that the seat has an open question, and its deadline."""
    late: VisibleTo = "all"
    """Who sees a missed deadline, also during the grace period, and that the default was played."""
    absent: VisibleTo = "all"
    """Who sees a vacation, or too many missed deadlines."""
    last: bool = False
    """True if a player learns that all other players have answered."""


DEFAULT_METADATA_VISIBILITY = MetadataVisibility()


class Viewer(NamedTuple):
    """A reader of a game's page."""

    seats: Collection[str]
    """The roles that the reader holds."""
    is_moderator: bool
    """True for a moderator (umpire, host or staff) without a seat."""

    def may_see(self, visible_to: str, role: str) -> bool:
        """Return True if the viewer may see a fact about the seat `role`; `visible_to` is the setting for this fact."""
        return (
            visible_to == "all"
            or self.is_moderator
            or role in self.seats
            or (visible_to == "table" and bool(self.seats))
        )


def load_metadata_visibility(stored: dict[str, Any]) -> MetadataVisibility:
    """Return the settings stored in the column `Game.openness`. Raises `msgspec.ValidationError` for invalid data."""
    return msgspec.convert(stored, MetadataVisibility)


def dump_metadata_visibility(policy: MetadataVisibility) -> dict[str, Any]:
    """Return the settings as the column `Game.openness` stores them: without fields that have their default."""
    found: dict[str, Any] = msgspec.to_builtins(policy)
    return found


def metadata_visibility_problems(stored: object) -> Iterator[Problem]:
    """Yield the problems of settings, as JSON, that were requested for a new game or imported with a game."""
    try:
        msgspec.convert(stored, MetadataVisibility)
    except msgspec.ValidationError as error:
        text, inside = type_error_text(error)
        yield Problem(f"/openness{inside}", "openness", text)


def describe_metadata_visibility(policy: MetadataVisibility) -> tuple[Text, ...]:
    """Return the settings in words, a sentence each."""
    awaited, late, absent = (VISIBLE_TO_TEXTS[who] for who in (policy.awaited, policy.late, policy.absent))
    last = Text(
        "Nobody is notified that all others have answered.", "他の全員が回答済みであることは、誰にも知らせません。"
    )
    if policy.last:
        last = Text(
            "The last player to answer is notified of that.",
            "最後の回答者には、他の全員が回答済みであることを知らせます。",
        )
    return (
        Text("Whose turn it is: seen by {awaited}.", "回答待ちの席を見られるのは{awaited}です。").format(
            awaited=awaited
        ),
        Text("Who is late: seen by {late}.", "期限に遅れた席を見られるのは{late}です。").format(late=late),
        Text("Who is away or absent: seen by {absent}.", "休暇中・不在の席を見られるのは{absent}です。").format(
            absent=absent
        ),
        last,
    )
