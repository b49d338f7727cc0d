"""The names and notes of the optional rules, for players who agree on them before a game."""

from games.kernel.text import Text

OPTION_NAMES = {
    "training": Text("Training", "訓練"),
    "second_card": Text("Second locating card only from a shadower", "追尾による2枚目のカード"),
    "air_groups": Text("Air attacks in groups", "調整された航空攻撃"),
    "air_surprise": Text("Surprise in the air", "航空奇襲"),
    "face_down": Text("Face down by night", "夜間の伏せ配置"),
    "destroyer_fate": Text("Fate of destroyers", "駆逐艦の運命"),
    "variable_start": Text("Variable start", "可変開始"),
    "from_day_one": Text("From day 1", "1日目からの開始"),
    "storm_combining": Text("Combining in a storm", "嵐の中の統合"),
    "soviet_fuel": Text("Soviet fuel", "ソ連艦の燃料"),
    "historical_forces": Text("Historical forces", "史実外の部隊"),
    "carrier_duel": Text("Carrier duel", "空母戦"),
    "green_crews": Text("Green crews", "未熟な乗組員"),
    "sailing_home": Text("Sailing home", "本国への回航"),
}

OPTION_NOTES = {
    "training": Text(
        "Once an Axis task force may put out for training, without Command Points.",
        "枢軸軍は1回、CPを使わずに訓練のため任務部隊を出港させられます。",
    ),
    "second_card": Text(
        "Who attacks draws a second card to find his target only if something shadows it, and profits from that.",
        "攻撃時の2枚目の確認カードは、追尾の利益を受ける側だけが引きます。",
    ),
    "air_groups": Text(
        "Aircraft may attack in several groups. Each group must find the target on its own.",
        "航空部隊は複数のグループに分かれ、各々が目標を確認して攻撃できます。",
    ),
    "air_surprise": Text(
        "Attacking aircraft may surprise the fighters that scramble.",
        "攻撃する航空部隊は、迎撃に上がる戦闘機を奇襲できることがあります。",
    ),
    "face_down": Text(
        "By night ships stay face down on the battle display until the fight shows them.",
        "夜戦では、艦は戦闘で判明するまで伏せて置かれます。",
    ),
    "destroyer_fate": Text(
        "A die tells whether a destroyer that is hit sinks or goes home damaged.",
        "命中した駆逐艦が沈むか、損傷して帰港するかをサイコロで決めます。",
    ),
    "variable_start": Text("A die names the turn on which play starts.", "開始ターンをサイコロで決めます。"),
    "from_day_one": Text("All turns from day 1 PM on are played.", "1日目午後からすべてのターンをプレイします。"),
    "storm_combining": Text(
        "In a storm or gale forces must find each other by a card before they combine.",
        "嵐や強風では、カードで互いを見つけなければ統合できません。",
    ),
    "soviet_fuel": Text("Soviet ships have fuel for six turns.", "ソ連艦の燃料は6ターン分です。"),
    "historical_forces": Text(
        "Ships that were not there may be bought before the game, for victory points.",
        "史実で参加しなかった艦を、VPを払って加えられます。",
    ),
    "carrier_duel": Text(
        "Graf Zeppelin and an Allied carrier that find each other strike at the same time.",
        "グラーフ・ツェッペリンと連合軍空母は同時に攻撃し合います。",
    ),
    "green_crews": Text("New ships may come early, with green crews.", "新造艦は未熟な乗組員で早く登場できます。"),
    "sailing_home": Text(
        "German ships that are due at home must be sailed there.",
        "本国へ戻るドイツ艦は実際に回航しなければなりません。",
    ),
}
