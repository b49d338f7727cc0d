"""The guided first turn: what the decision page shows to a player who is new to the title, step by step."""

from games.kernel.text import Text

FIRST_TURN = (
    Text(
        "This is your board: hexes with your ships and, as far as they are sighted, the enemy's. A ship's "
        "bow shows her course. Tap a ship to see what she can do now.",
        "これが盤面です。ヘクスの上に自艦と、発見されている敵艦が見えます。艦首の向きが針路です。艦をタッ"
        "プすると、今できることが表示されます。",
    ),
    Text(
        "You answer one question at a time. Each turn asks both sides at the same time: gunnery targets, "
        "then torpedoes when a ship can launch them, then courses. Neither side sees the other's answer "
        "before both are in.",
        "質問に1つずつ答えます。毎ターン両軍に同時に、砲撃目標、雷撃（可能な艦がいる時）、針路の順に聞か"
        "れます。両軍がそろうまで相手の回答は見えません。",
    ),
    Text(
        "Give an order below, or tap a ship and then her target or the hexes of her course; the price is "
        "shown. A turn of 60 degrees is free, 120 degrees cost 2 and 180 degrees 3 movement points. A "
        "proposal fills in a complete answer that you can still change.",
        "下で命令を選ぶか、艦、目標または針路のヘクスの順にタップすると、費用が表示されます。60度の回頭"
        "は無料、120度は2、180度は3移動力です。提案を使うと回答がすべて入力され、その後も変更でき"
        "ます。",
    ),
    Text(
        "The bar at the bottom says whether your orders are legal. “Submit” seals them; you can change "
        "them until the enemy has answered too. A fire plan as a standing order answers later turns for "
        "you, so that fewer e-mails come.",
        "下のバーに命令が有効かどうか表示されます。「提出」すると封印され、相手が回答するまで変更できます"
        "。射撃計画を予約命令にすると以後のターンに自動で回答され、メールが減ります。",
    ),
)
"""The steps of the guided first turn: the board, the question, how to order, and how to submit."""
