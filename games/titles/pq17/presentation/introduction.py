"""The texts that introduce the title to players who choose a game."""

from games.kernel.scenarios import Introduction
from games.kernel.text import Text
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.presentation.first_turn import FIRST_TURN

INTRODUCTION = Introduction(
    about=Text(
        "Convoys to Russia, 1941 to 1943. One player brings merchants through ice and air attacks to Murmansk "
        "and Arkhangelsk, the other hunts them with U-boats, bombers and Tirpitz.",
        "1941〜1943年の援ソ船団。一方は氷と空襲の中、商船をムルマンスクやアルハンゲリスクへ送り届け、もう一方"
        "はUボート、爆撃機、ティルピッツで船団を狩ります。",
    ),
    hidden=Text(
        "Which ships a block holds, which blocks are dummies, and where they are bound. Search reveals it bit by bit.",
        "ブロックの中の艦、ダミーかどうか、行き先。索敵で少しずつ明らかになります。",
    ),
    length=Text(
        "up to 30 turns; campaigns of one, four or ten months", "最長30ターン。1・4・10か月のキャンペーンもある"
    ),
    alone=Text("Yes, against a bot.", "できます（対ボット）。"),
    difficulty="hard",
    picture=Text("games/titles/pq17.png", "games/titles/pq17.ja.png"),
    maps="games/titles/maps/pq17-{}.png",
    first_scenario="pq6",
    first_turn=FIRST_TURN,
)

OPERATION_WAITS = (45, 100)
"""How often a game of bots waited for a player's answer in one operation: the least and the greatest number."""
CAMPAIGN_WAITS = {1: (105, 130), 4: (315, 360), 10: (720, 830)}
"""The least and the greatest number for campaigns, by the number of months."""
LAST_TURN = 30


def operation_length(operation: Operation) -> Text:
    """8.3 Return a text with the largest number of turns of an operation."""
    turns = LAST_TURN + 1 - operation.first_turn.number
    return Text(f"up to {turns} turns of half a day", f"半日単位で最長{turns}ターン")


def campaign_length(months: int) -> Text:
    """15.9 Return a text with the number of fortnights of a campaign."""
    return Text(f"{2 * months} fortnights", f"半月×{2 * months}")
