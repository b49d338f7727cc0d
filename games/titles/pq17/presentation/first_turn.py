"""The guided first turn: texts that the decision page shows, step by step, to a player who is new to the title."""

from games.kernel.text import Text

FIRST_TURN = (
    Text(
        "This is your board: the Barents Sea with your blocks. Of the enemy you see where the blocks are, "
        "not what they hold, and some are dummies. Tap a block or a place to see what it can do.",
        "これが盤面です。バレンツ海と自軍の積み木が見えます。敵は積み木の位置だけが見え、内容は見えません"
        "。ダミーもあります。積み木や場所をタップすると、できることが表示されます。",
    ),
    Text(
        "You answer one question at a time. You set up your forces, then the Allies plan their convoys. "
        "After that each phase asks for all orders at once: movement, aircraft and search sectors, and "
        "standing instructions for what you find.",
        "質問に1つずつ答えます。まず部隊を配置し、連合軍は船団を計画します。その後は各フェーズの命令をま"
        "とめて聞かれます。移動、航空部隊と索敵セクター、発見した敵への常時指示です。",
    ),
    Text(
        "Give an order below, or tap a block and then its goal; the price in Command Points is shown. "
        "What you leave out follows its earlier order. A proposal fills in a complete answer that you can "
        "still change.",
        "下で命令を選ぶか、積み木、目的地の順にタップすると、必要なCPが表示されます。書かないものは前の"
        "命令どおりです。提案を使うと回答がすべて入力され、その後も変更できます。",
    ),
    Text(
        "The bar at the bottom says whether your orders are legal, and “Submit” seals them. An "
        "instruction such as “always attack” answers repeated questions for you, so that fewer e-mails "
        "come. The next question appears here and comes by e-mail.",
        "下のバーに命令が有効かどうか表示され、「提出」すると封印されます。「常に攻撃」のような常時指示は"
        "繰り返しの質問に自動で回答し、メールが減ります。次の質問はこのサイトに表示され、メールでも届きま"
        "す。",
    ),
)
"""The steps of the guide: the board, the question, how to order, and how to submit."""
