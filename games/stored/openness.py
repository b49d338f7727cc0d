"""Who learns whom a game waits for: its metadata policy, chosen when it is opened (docs/time.md)."""

from collections.abc import Collection, Iterator
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct

from games.kernel.errors import Problem
from games.kernel.mistyped import read_finding
from games.kernel.text import Text

Who = Literal["all", "table", "umpire"]

WHO: dict[str, Text] = {
    "all": Text("everybody who finds the game", "ゲームを見られる全員"),
    "table": Text("those who play, and the umpire", "参加者と審判"),
    "umpire": Text("the umpire alone", "審判だけ"),
}


class Openness(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Who sees which seat is asked and until when (`awaited`), which has let its deadline pass (`late`: while grace
    lasts, and that a default was played), and which is away or has missed too many (`absent`).

    Every seat sees its own. With `last` a player hears that all others have answered.
    """

    awaited: Who = "all"
    late: Who = "all"
    absent: Who = "all"
    last: bool = False


ALL_SEE = Openness()


class Eyes(NamedTuple):
    """Who looks: the seats that are theirs, and whether they rule the game and hold none."""

    own: Collection[str]
    rules: bool

    def see(self, who: str, role: str) -> bool:
        """Whether what is shown to `who` about a seat is shown here."""
        return who == "all" or self.rules or role in self.own or (who == "table" and bool(self.own))


def openness_of(stored: dict[str, Any]) -> Openness:
    """The policy as a game stores it. Raises `msgspec.ValidationError`."""
    return msgspec.convert(stored, Openness)


def stored_openness(policy: Openness) -> dict[str, Any]:
    """The policy as a game stores it: what is as usual is left out."""
    found: dict[str, Any] = msgspec.to_builtins(policy)
    return found


def openness_problems(stored: object) -> Iterator[Problem]:
    """What is wrong with a policy as it was asked for, or stands in a document."""
    try:
        msgspec.convert(stored, Openness)
    except msgspec.ValidationError as error:
        text, inside = read_finding(error)
        yield Problem(f"/openness{inside}", "openness", text)


def openness_words(policy: Openness) -> tuple[Text, ...]:
    """The policy in words, a sentence each."""
    awaited, late, absent = (WHO[who] for who in (policy.awaited, policy.late, policy.absent))
    last = Text("Nobody is told that all others have answered.", "他の全員が回答済みであることは、誰にも知らせません。")
    if policy.last:
        last = Text(
            "Who is the last to answer is told so.", "最後の回答者には、他の全員が回答済みであることを知らせます。"
        )
    return (
        Text(f"Whom the game waits for: seen by {awaited.en}.", f"回答待ちの席を見られるのは{awaited.ja}です。"),
        Text(f"Who is late: seen by {late.en}.", f"期限に遅れた席を見られるのは{late.ja}です。"),
        Text(f"Who is away or absent: seen by {absent.en}.", f"休暇中・不在の席を見られるのは{absent.ja}です。"),
        last,
    )
