"""The short name of each kind of question, for subjects of e-mails and lists."""

from games.kernel.text import Text

QUESTION_NAMES = {
    "aftermath": Text("reaction to a sinking", "撃沈へのリアクション"),
    "arrange": Text("order of the next cards", "次のカードの順番"),
    "carry_over": Text("ships to carry over", "持ち越す船"),
    "chase": Text("chase", "追跡"),
    "exchange_information": Text("cards for your partner", "味方に渡す手札"),
    "exchange_ships": Text("ships for your partner", "味方に渡す艦"),
    "passage": Text("safe passage", "安全航行"),
    "phantom_target": Text("the phantom's target", "ファントムの目標"),
    "plan": Text("the turn's cards", "ターンのカード"),
    "play": Text("the next card", "次のカード"),
    "pursue": Text("pursuit into shoal water", "浅瀬への追撃"),
    "react": Text("reaction", "リアクション"),
    "reactions": Text("reactions in advance", "事前のリアクション"),
    "reflag": Text("Reflag", "国籍変更"),
    "resupply": Text("resupply from a prize", "拿捕船からの再補給"),
    "share_breakout": Text("a ship for your partner", "味方に渡す突破艦"),
    "wishes": Text("ships that you wish for", "希望する船"),
}
