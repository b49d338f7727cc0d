"""The scenarios with their seats."""

from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text

PHANTOM = "phantom"
"""5.0 The fleet without a player. It is one of the fleets, but not a seat, and is never asked."""

SEATS = (
    SeatRole("red", Text("Red", "赤")),
    SeatRole("black", Text("Black", "黒")),
    SeatRole("white", Text("White", "白")),
    SeatRole("blue", Text("Blue", "青")),
)

ROUNDS = Text("3 rounds", "3ラウンド")

TEAMS = "teams"
"""4.0 The scenario for two players against two."""

SCENARIOS = {
    scenario.key: scenario
    for scenario in (
        Scenario(
            "two_players",
            Text("Two players", "2人プレイ"),
            SEATS[:2],
            Text("Three rounds with forty action cards each.", "40枚のアクションカードで3ラウンド。"),
            length=ROUNDS,
            waits=(180, 200),
        ),
        Scenario(
            "three_players",
            Text("Three players", "3人プレイ"),
            SEATS[:3],
            Text("Three rounds with sixty action cards each.", "60枚のアクションカードで3ラウンド。"),
            length=ROUNDS,
            waits=(280, 330),
        ),
        Scenario(
            "four_players",
            Text("Four players, each for themselves", "4人プレイ（個人戦）"),
            SEATS,
            Text("Three rounds with eighty action cards each.", "80枚のアクションカードで3ラウンド。"),
            length=ROUNDS,
            waits=(360, 410),
        ),
        Scenario(
            TEAMS,
            Text("Four players in two teams", "4人プレイ（チーム戦）"),
            SEATS,
            Text(
                "Red and White against Black and Blue: partners sit opposite, and hands stay secret.",
                "赤・白 対 黒・青。味方は向かい合って座り、手札は味方にも見せない。",
            ),
            length=ROUNDS,
            waits=(365, 400),
        ),
        Scenario(
            "solitaire",
            Text("Solitaire, against the phantom", "ソリティア（対ファントム）"),
            SEATS[:1],
            Text("Three rounds with forty action cards each.", "40枚のアクションカードで3ラウンド。"),
            automata=(SeatRole(PHANTOM, Text("Phantom", "ファントム")),),
            length=ROUNDS,
            waits=(60, 80),
        ),
    )
}
