"""The guided first turn: texts that the decision page shows, step by step, to a player who is new to the title."""

from games.kernel.text import Text

FIRST_TURN = (
    Text(
        "This is your board: the Mediterranean of 1914 with your ships. A face-down counter is an Allied "
        "force, and you do not know what it is until you look or meet it. Tap a ship or a place to see "
        "what she can do there.",
        "これが盤面です。1914年の地中海と自艦が見えます。裏向きのカウンターは連合軍の部隊で、調べるか"
        "出会うまで正体は分かりません。艦や場所をタップすると、そこでできることが表示されます。",
    ),
    Text(
        "You answer one question at a time. The first ones prepare the mission: coal and cargo, then your "
        "doctrine for battles. After that you plan one day at a time: your ships act in the order in "
        "which you list them.",
        "質問に1つずつ答えます。最初は任務の準備で、石炭と資材、次に海戦の方針を決めます。その後は1日ず"
        "つ計画し、艦は書いた順に行動します。",
    ),
    Text(
        "Give an order below, or tap a ship and then her goal; each order shows its price. Cruise speed "
        "is free, a higher speed costs coal, and emergency speed may damage the engines. A proposal fills "
        "in a complete answer that you can still change.",
        "下で命令を選ぶか、艦、目的地の順にタップします。各命令には費用が表示されます。巡航速度は無料、そ"
        "れ以上は石炭が必要で、緊急速度は機関を傷めることがあります。提案を使うと回答がすべて入力され、そ"
        "の後も変更できます。",
    ),
    Text(
        "The bar at the bottom says whether your orders are legal. “Submit” seals them; while others are "
        "still asked you can change them. The next question appears here and comes by e-mail.",
        "下のバーに命令が有効かどうか表示されます。「提出」すると封印されます。他の人が回答中なら変更もで"
        "きます。次の質問はこのサイトに表示され、メールでも届きます。",
    ),
)
"""The steps of the guide: the board, the question, how to order, and how to submit."""
