"""What options and their values are called."""

from games.kernel.text import Text
from games.titles.goeben.scenarios import SCENARIOS

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
