"""The texts that introduce the title to players who choose a game."""

from msgspec.structs import replace

from games.kernel.scenarios import Introduction, Scenario
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.scenarios import SCENARIOS
from games.titles.goeben.presentation.first_turn import FIRST_TURN

INTRODUCTION = Introduction(
    about=Text(
        "August 1914: the battlecruiser Goeben and the cruiser Breslau are alone in a hostile Mediterranean. "
        "You plan each day at sea, find coal, and carry out your mission before the Allies catch you.",
        "1914年8月、敵だらけの地中海に巡洋戦艦ゲーベンと軽巡洋艦ブレスラウだけがいます。一日ごとの行動を計画し、"
        "石炭を確保し、連合軍に捕まる前に任務を果たします。",
    ),
    hidden=Text(
        "What the face-down Allied counters are. With several captains, each knows only what his own ship sees.",
        "裏向きの連合軍カウンターの正体。艦長が複数いる場合、各艦長が知るのは自艦が見たものだけです。",
    ),
    length=Text(
        "6 to 10 turns, one for each day; a campaign is longer", "1日1ターンで6〜10ターン。キャンペーンはさらに長い"
    ),
    alone=Text(
        "Yes: most scenarios are for one player against the rules.",
        "できます。ほとんどのシナリオは、ルールを相手にする1人用です。",
    ),
    difficulty="medium",
    picture=Text("games/titles/goeben.png", "games/titles/goeben.ja.png"),
    maps="games/titles/maps/goeben-{}.png",
    first_scenario="ottoman_alliance",
    first_turn=FIRST_TURN,
)

WAITS = {
    "atlantic_breakout": (11, 14),
    "austro_hungarian_pact": (13, 19),
    "raid_convoys": (17, 26),
    "italian_alliance": (22, 25),
    "ottoman_alliance": (15, 20),
    "suez_canal": (14, 21),
    "campaign": (55, 110),
}
"""How often a game waits for answers, by scenario: the range that holds for most games of bots.

A scenario without a fixed mission has the range `ANY_MISSION`.
"""
ANY_MISSION = (14, 27)


def scenarios(box: Box) -> dict[str, Scenario]:
    """Return the scenarios by key, each with its length in days."""
    return {
        key: replace(one, length=_length(box, key), waits=WAITS.get(key, ANY_MISSION)) for key, one in SCENARIOS.items()
    }


def _length(box: Box, scenario: str) -> Text:
    """17.0, 24.0 Return in words the days of a scenario's mission, or the range over all missions."""
    if scenario == "campaign":
        return Text("several missions", "複数の任務")
    if scenario in box.missions:
        exact = box.missions[scenario].days
        return Text(f"{exact} days", f"{exact}日")
    days = [one.days for one in box.missions.values()]
    return Text(f"{min(days)} to {max(days)} days", f"{min(days)}〜{max(days)}日")
