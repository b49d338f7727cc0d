"""The names and notes of the options, for players who agree on them before a game."""

from games.kernel.text import Text
from games.titles.goeben.components.scenarios import SCENARIOS

OPTION_NAMES = {
    "orders": Text("Orders", "命令"),
    "orders/drawn": Text("Drawn at random", "無作為に引く"),
    **{
        f"orders/{key}": SCENARIOS[key].name
        for key in (
            "atlantic_breakout", "austro_hungarian_pact", "raid_convoys", "italian_alliance", "ottoman_alliance",
            "suez_canal", "campaign",
        )
    },
    "variable_start": Text("Variable initial deployment", "初期配置の変更"),
    "fleet": Text("German ships", "ドイツ艦"),
    "fleet/historical": Text("Goeben and Breslau", "ゲーベンとブレスラウ"),
    "fleet/moltke": Text("Moltke and Breslau", "モルトケとブレスラウ"),
    "fleet/stralsund": Text("Goeben, Breslau and Stralsund", "ゲーベン、ブレスラウ、シュトラールズント"),
    "fleet/moltke_and_stralsund": Text("Moltke, Breslau and Stralsund", "モルトケ、ブレスラウ、シュトラールズント"),
    "fleet/all_four": Text("All four ships", "4隻すべて"),
    "austro_hungarian": Text("Austro-Hungarian warships", "オーストリア＝ハンガリー戦闘艦"),
    "seaplane": Text("Seaplane", "水上機"),
    "night": Text("Night combat", "夜間戦闘"),
    "mines": Text("Mines", "機雷"),
    "return_on_alert": Text("Ships found slip away when the alert changes", "発見した艦は警戒変化時に離脱"),
}  # fmt: skip

OPTION_NOTES = {
    "orders": Text(
        "The mission, where the scenario does not name one: drawn when the game begins, chosen, or all in a campaign.",
        "シナリオが任務を指定しない場合の任務。開始時に引くか、選ぶか、全任務のキャンペーン。",
    ),
    "variable_start": Text(
        "The task force begins where a die says, not at Messina.",
        "タスクフォースはメッシーナではなくダイスで決めた場所から始めます。",
    ),
    "fleet": Text(
        "Ships that history did not send cost points: Moltke for Goeben 5, Stralsund 10, all four 50. With all four,"
        " HMS New Zealand and a second collier come too.",
        "史実にない艦は得点を失います。モルトケ5、シュトラールズント10、4隻すべてで50。4隻ならニュージーランドと"
        "2隻目の給炭艦も加わります。",
    ),
    "austro_hungarian": Text(
        "Ships of the ally may come out of Pola when their marker is drawn.",
        "マーカーが引かれると同盟国の艦がポーラから出撃します。",
    ),
    "seaplane": Text("A battlecruiser may carry one, to scout.", "巡洋戦艦に偵察用の水上機を積めます。"),
    "night": Text(
        "A die may put a battle into the night: guns are halved, but not with searchlights.",
        "ダイスで夜間戦闘となり、砲力は半減します（サーチライトがあれば影響なし）。",
    ),
    "mines": Text("Light cruisers may carry mines and lay them.", "軽巡洋艦が機雷を積んで敷設できます。"),
    "return_on_alert": Text(
        "Ships found by intelligence do not lie there for good: they go back into the pool when the alert changes.",
        "インテリジェンスで発見した艦は、警戒レベルが変わるとプールへ戻ります。",
    ),
}
"""The explanation of each option."""
