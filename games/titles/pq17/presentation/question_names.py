"""The short names of the kinds of questions, for the subjects of e-mails and for lists."""

from games.kernel.text import Text

QUESTION_NAMES = {
    "administration": Text("order of battle", "戦闘序列"),
    "air_defence": Text("air defence", "防空"),
    "air_strike": Text("air strike", "航空攻撃"),
    "appear": Text("where the ships appear", "艦艇の出現位置"),
    "battle": Text("surface battle", "水上戦"),
    "bid": Text("bid for the initiative", "主導権の入札"),
    "convoys": Text("convoys", "輸送船団"),
    "dummies": Text("dummies", "ダミー"),
    "ev": Text("operation EV", "EV作戦"),
    "event": Text("event", "イベント"),
    "options": Text("historical forces", "歴史上の部隊"),
    "orders": Text("orders for the phase", "フェーズの命令"),
    "plans": Text("plans before play", "開始前の計画"),
    "preparations": Text("emergency reinforcements", "緊急増援"),
    "recall": Text("return from the Atlantic", "大西洋からの帰還"),
    "refuse": Text("refusal of a search", "索敵の無効"),
    "revise": Text("changed orders", "再命令"),
    "set_up": Text("set-up", "初期配置"),
    "strikes": Text("shadowing and attacks", "追尾と攻撃"),
}
