"""The short names of the kinds of questions, for the subjects of e-mails and for lists."""

from games.kernel.text import Text

QUESTION_NAMES = {
    "bonus": Text("bonus of the campaign", "キャンペーンの特典"),
    "choice": Text("intelligence", "情報活動"),
    "contact": Text("speed at contact", "接敵時の速度"),
    "declare": Text("end of the mission", "任務の終了"),
    "doctrine": Text("doctrine", "戦闘方針"),
    "engage": Text("battle orders", "海戦の命令"),
    "evade": Text("submarine", "潜水艦の回避"),
    "land": Text("landing party", "上陸部隊"),
    "plan": Text("the day's plan", "1日の計画"),
    "ram": Text("ramming", "潜水艦への衝突"),
    "reveal": Text("the place to look into", "敵情を探る場所"),
    "revise": Text("revised plan", "計画の変更"),
    "round": Text("battery orders", "砲火の命令"),
    "share": Text("how to share supplies", "補給品の配分"),
    "stow": Text("coal and cargo", "石炭と資材"),
}
