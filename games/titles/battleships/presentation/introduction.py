"""The texts that introduce the title to players before they choose it."""

from msgspec.structs import replace

from games.kernel.scenarios import Introduction, Scenario
from games.kernel.text import Text
from games.titles.battleships.components.box import Box
from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.presentation.first_turn import FIRST_TURN

INTRODUCTION = Introduction(
    about=Text(
        "Surface actions of 1939 to 1945, ship by ship: Denmark Strait, North Cape, the Solomons and nine "
        "more. You choose courses, targets and torpedoes for every ship, ten minutes a turn.",
        "1939〜1945年の水上戦闘を一隻ずつ指揮します。デンマーク海峡、北岬、ソロモンなど12の海戦です。1ター"
        "ンは10分で、全艦の針路、目標、魚雷を決めます。",
    ),
    hidden=Text(
        "All ships are in view. Torpedoes, mines and the choice of flagships are secret until they are shown.",
        "艦の位置は公開です。魚雷、機雷、旗艦の選択は、明かされるまで秘密です。",
    ),
    length=Text("10 to 18 turns at most", "最長10〜18ターン"),
    alone=Text("Yes, against a bot.", "できます（対ボット）。"),
    difficulty="medium",
    picture=Text("games/titles/battleships.png", "games/titles/battleships.ja.png"),
    maps="games/titles/maps/battleships-{}.png",
    first_scenario="denmark_strait",
    first_turn=FIRST_TURN,
)

WAITS = {
    "lofoten": (22, 56),
    "mers_el_kebir": (39, 50),
    "calabria": (64, 70),
    "spartivento": (24, 47),
    "denmark_strait": (30, 39),
    "last_battle": (4, 38),
    "force_z": (9, 30),
    "tirpitz": (7, 37),
    "casablanca": (27, 56),
    "third_solomon": (22, 55),
    "north_cape": (6, 45),
    "san_bernardino": (34, 54),
}
"""How often games of bots waited for answers: (smallest usual number, largest usual number), by scenario."""


def scenarios(box: Box) -> dict[str, Scenario]:
    """11.0 Return the scenarios by key, each with its length in turns."""
    return {key: replace(one, length=_length(box, key), waits=WAITS[key]) for key, one in SCENARIOS.items()}


def _length(box: Box, scenario: str) -> Text:
    turns = box.battles[scenario].turns
    return Text(f"up to {turns} turns", f"最長{turns}ターン")
