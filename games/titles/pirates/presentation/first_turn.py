"""The guided first turn: what the decision page shows to a player who is new to the title, step by step."""

from games.kernel.text import Text

FIRST_TURN = (
    Text(
        "This is your board: your fleet with its ships and cards, and the fleets of the others. You see their "
        "identified ships, and the backs of all other cards. Tap a ship to see what she can do now.",
        "これが盤面です。自分の船団の艦とカード、そして他のプレイヤーの船団が見えます。他の船団は正体の分"
        "かった船と裏向きのカードだけが見えます。艦をタップすると、今できることが表示されます。",
    ),
    Text(
        "You answer one question at a time. In your own turn you assign action cards face down: sideways "
        "on a ship to intercept a merchant, sideways before the fleet as a British intercept, upright for "
        "their text. In the turns of the others you may be asked for a reaction.",
        "質問に1つずつ答えます。自分のターンにはアクションカードを裏向きで割り当てます。艦の上に横向きな"
        "ら商船の迎撃、船団の前に横向きならイギリス軍の迎撃、縦向きなら本文のアクションです。他のプレイヤ"
        "ーのターンにはリアクションを聞かれることがあります。",
    ),
    Text(
        "Choose a card below, then its ship or target; fields that are not possible now say why. A "
        "proposal fills in a complete answer that you can still change.",
        "下でカードを選び、次に艦や目標を選びます。今は選べないものには理由が表示されます。提案を使うと回"
        "答がすべて入力され、その後も変更できます。",
    ),
    Text(
        "The bar at the bottom says whether your orders are legal. “Submit” seals them: nobody else sees "
        "them before everyone has answered, and you can change them until then. The next question appears "
        "here and comes by e-mail.",
        "下のバーに命令が有効かどうか表示されます。「提出」すると封印され、全員が回答するまで誰にも見えず"
        "、それまでは変更もできます。次の質問はこのサイトに表示され、メールでも届きます。",
    ),
)
"""The steps of the guided first turn: the board, the question, how to order, and how to submit."""
