"""The scenarios of the title, each with its seats."""

from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text

PHANTOM = "phantom"
"""5.0 The key of the phantom: the fleet without a player in the solitaire game. It is not a seat and is never asked."""

SEATS = (
    SeatRole("red", Text("Red", "赤")),
    SeatRole("black", Text("Black", "黒")),
    SeatRole("white", Text("White", "白")),
    SeatRole("blue", Text("Blue", "青")),
)

ROUNDS = Text("3 rounds", "3ラウンド")

TEAMS = "teams"
"""4.0 The key of the scenario for teams of two players."""

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


def fixed_options(scenario: str) -> frozenset[str]:
    """Return the names of the options that have no effect in a scenario.

    They are the phantom's options in a scenario without a phantom, and 6.5.3 with fewer than four seats. For an unknown
    scenario, return none.
    """
    chosen = SCENARIOS.get(scenario)
    if chosen is None:
        return frozenset()
    names = {"phantom_targets": not chosen.automata, "without_breakout": len(chosen.seats) < len(SEATS)}
    return frozenset(name for name, is_idle in names.items() if is_idle)
