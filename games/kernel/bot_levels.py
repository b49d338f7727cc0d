"""The levels of bots: what a player may expect of each, in every title alike."""

from collections.abc import Mapping
from typing import NamedTuple

from games.kernel.text import Text

RANDOM, CADET, CAPTAIN, ADMIRAL = "random", "cadet", "captain", "admiral"


class BotLevel(NamedTuple):
    """A level in words: its name, and one sentence about its play."""

    name: Text
    note: Text


LEVELS: Mapping[str, BotLevel] = {
    RANDOM: BotLevel(
        Text("Random play", "無作為"),
        Text("Gives any legal orders, without a plan.", "方針を持たず、合法な命令を無作為に選びます。"),
    ),
    CADET: BotLevel(
        Text("Cadet", "士官候補生"),
        Text(
            "Misjudges ranges and odds and overlooks chances, as beginners do.",
            "初心者のように、距離や勝算を見誤り、好機を見落とします。",
        ),
    ),
    CAPTAIN: BotLevel(
        Text("Captain", "艦長"),
        Text("Weighs every order by what it may gain and lose.", "すべての命令を、予想される得失で比べて選びます。"),
    ),
    ADMIRAL: BotLevel(
        Text("Admiral", "提督"),
        Text("Plays like the captain, and plans farther ahead.", "艦長と同じ判断に加えて、より先まで計画します。"),
    ),
}
"""The levels by key, the weakest first. A title offers random play, and each level for which it has a bot."""


def describe_level(key: str) -> BotLevel:
    """Return the name and description of a level.

    `key`: a key of `BOT_LEVELS`, or the name of another bot. The result for another bot has that name and no sentence.
    """
    return LEVELS.get(key) or BotLevel(Text.same(key), Text("", ""))
