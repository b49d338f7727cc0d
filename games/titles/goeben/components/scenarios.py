"""3.0(5), 24.0, 25.0 The scenarios: each mission, a random mission, the campaign, and games for several players."""

from typing import Literal

from msgspec import structs

from games.kernel.scenarios import Scenario, SeatRole
from games.kernel.text import Text
from games.titles.goeben.components.options import Options, Orders
from games.titles.goeben.components.pieces import GermanShip

Mode = Literal["solitaire", "officers", "captains", "austrian"]

COMMANDER = SeatRole("commander", Text("Commander", "司令官"))
OFFICERS = (
    COMMANDER,
    SeatRole("first_officer", Text("First officer", "第一士官")),
    SeatRole("gunnery", Text("Gunnery officer", "砲術士官")),
    SeatRole("engineer", Text("Chief engineer", "機関士")),
)
AUSTRIAN = SeatRole("austrian", Text("Austro-Hungarian commander", "オーストリア＝ハンガリー司令官"))
CAPTAINS = {
    "goeben": SeatRole("goeben", Text("Captain of Goeben", "ゲーベン艦長")),
    "moltke": SeatRole("moltke", Text("Captain of Moltke", "モルトケ艦長")),
    "breslau": SeatRole("breslau", Text("Captain of Breslau", "ブレスラウ艦長")),
    "stralsund": SeatRole("stralsund", Text("Captain of Stralsund", "シュトラールズント艦長")),
}
"""The seats of captains, each with its ship, in the order of precedence (25.2)."""


def _alone(key: str, en: str, ja: str, summary: Text) -> Scenario:
    return Scenario(key, Text(en, ja), (COMMANDER,), summary)


SCENARIOS = {
    scenario.key: scenario
    for scenario in (
        _alone(
            "atlantic_breakout", "Atlantic Breakout", "大西洋突破",
            Text("Six days to reach the Atlantic with 60 points.", "6日以内に60ポイントを得て大西洋へ。"),
        ),
        _alone(
            "austro_hungarian_pact", "Austro-Hungarian Naval Pact", "オーストリア＝ハンガリー海軍条約",
            Text("Six days to reach Pola with 60 points.", "6日以内に60ポイントを得てポーラへ。"),
        ),
        _alone(
            "raid_convoys", "Raid French African Convoys", "フランスアフリカ軍護送船団襲撃",
            Text(
                "Ten days: silence Algiers, Philippeville and Bone, and come into a base with 100 points.",
                "10日以内にアルジェ、フィリップヴィル、ボーヌを制圧し、100ポイントを得て海軍基地へ。",
            ),
        ),
        _alone(
            "italian_alliance", "Italian Alliance", "イタリア王国と同盟",
            Text("Ten days to reach Genoa with 100 points.", "10日以内に100ポイントを得てジェノバへ。"),
        ),
        _alone(
            "ottoman_alliance", "Ottoman Alliance", "オスマン帝国と同盟",
            Text(
                "Eight days to reach Constantinople with 75 points.",
                "8日以内に75ポイントを得てコンスタンチノープルへ。",
            ),
        ),
        _alone(
            "suez_canal", "Suez Canal Operation", "スエズ運河作戦",
            Text(
                "Eight days: silence Alexandria and Port Said, and come into a base with 75 points.",
                "8日以内にアレクサンドリアとポートサイドを制圧し、75ポイントを得て海軍基地へ。",
            ),
        ),
        _alone(
            "random", "Sealed orders", "無作為の任務",
            Text("One of the six missions, drawn at the start.", "6つの任務から1つを開始時に引く。"),
        ),
        _alone(
            "campaign", "Campaign", "キャンペーン",
            Text("Mission after mission, each with what earlier ones brought.", "任務を重ね、成果を次に引き継ぐ。"),
        ),
        Scenario(
            "officers", Text("Officers of the task force", "タスクフォース士官"), OFFICERS,
            Text("Three officers advise, the commander decides.", "3人の士官が進言し、司令官が決める。"),
            partners=(tuple(role.key for role in OFFICERS),),
        ),
        Scenario(
            "captains", Text("Two captains", "2人の艦長"), (CAPTAINS["goeben"], CAPTAINS["breslau"]),
            Text(
                "Each captain knows only what his own ship sees.",
                "各艦長が知るのは、自艦の見たものだけ。",
            ),
        ),
        Scenario(
            "captains_four", Text("Four captains", "4人の艦長"), tuple(CAPTAINS.values()),
            Text("All four ships, each with its own captain.", "4隻すべてにそれぞれの艦長。"),
        ),
        Scenario(
            "austrian", Text("With an Austro-Hungarian ally", "オーストリア＝ハンガリーの味方"), (COMMANDER, AUSTRIAN),
            Text(
                "A second player commands the Austro-Hungarian ships.",
                "2人目がオーストリア＝ハンガリーの艦を指揮する。",
            ),
        ),
    )
}  # fmt: skip

_MODES: dict[str, Mode] = {
    "officers": "officers", "captains": "captains", "captains_four": "captains", "austrian": "austrian",
}  # fmt: skip
_OPEN = ("officers", "captains", "captains_four", "austrian")
_NAMED: dict[str, Orders] = {
    "atlantic_breakout": "atlantic_breakout", "austro_hungarian_pact": "austro_hungarian_pact",
    "raid_convoys": "raid_convoys", "italian_alliance": "italian_alliance", "ottoman_alliance": "ottoman_alliance",
    "suez_canal": "suez_canal", "campaign": "campaign",
}  # fmt: skip


def mode_of(scenario: str) -> Mode:
    """25.0 Return how the players of a scenario share the ships.

    "solitaire": one player commands all ships. "officers": one player commands all ships, and the others give advice.
    "captains": each player commands one ship or more. "austrian": one player commands the German ships, another the
    Austro-Hungarian ships.
    """
    return _MODES.get(scenario, "solitaire")


def effective_options(scenario: str, options: Options) -> Options:
    """20.0.5 Return the options as they apply in a scenario.

    A scenario with an Austro-Hungarian commander always has the option `austro_hungarian`.
    """
    return structs.replace(options, austro_hungarian=options.austro_hungarian or mode_of(scenario) == "austrian")


def orders_of(scenario: str, options: Options) -> Orders:
    """Return the mission that the scenario fixes, or else the mission in the options, as an id.

    "drawn" means that the mission is drawn at random, "campaign" that the game is a campaign.
    """
    return options.orders if scenario in _OPEN else _NAMED.get(scenario, "drawn")


def fixed_options(scenario: str) -> frozenset[str]:
    """Return the names of the fields of Options that the scenario fixes, so that players cannot choose them."""
    names = {"orders": scenario not in _OPEN, "fleet": scenario == "captains_four"}
    names["austro_hungarian"] = mode_of(scenario) == "austrian"
    return frozenset(name for name, is_settled in names.items() if is_settled)


def fleet_of(scenario: str, options: Options) -> tuple[str, ...]:
    """3.0, 19.0 Return the ids of the German ships in a game, in the order of precedence (25.2)."""
    fleet = "all_four" if scenario == "captains_four" else options.fleet
    battlecruisers = {
        "moltke": ("moltke",), "moltke_and_stralsund": ("moltke",), "all_four": ("goeben", "moltke"),
    }.get(fleet, ("goeben",))  # fmt: skip
    cruisers = ("breslau",) if fleet in ("historical", "moltke") else ("breslau", "stralsund")
    return (*battlecruisers, *cruisers)


def captain_of(scenario: str, ship: GermanShip) -> str:
    """Return the seat that commands a German ship in a scenario."""
    if mode_of(scenario) != "captains":
        return COMMANDER.key
    seats = [role.key for role in SCENARIOS[scenario].seats]
    if ship.id in seats:
        return ship.id
    return "goeben" if ship.type == "bc" else "breslau"
