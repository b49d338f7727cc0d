"""7.1, 7.2 The proposals of an operation's first phase. They set how often the side is asked about air attacks."""

from games.kernel.text import Text
from games.titles.pq17.orders.doctrine import Standing

AIR_OFFER: tuple[tuple[Text, tuple[Standing, ...]], ...] = (
    (
        Text(
            "Air attacks: ask me each time – who attacks, my fighters, my bombers’ targets (most e-mails)",
            "航空攻撃：毎回確認（攻撃部隊、戦闘機と隊形、爆撃機の目標。メール最多）",
        ),
        (Standing("strikes", "ask"), Standing("asks_air", "once")),
    ),
    (
        Text(
            "Air attacks: ask me only who attacks – after a search; instructions decide the rest",
            "航空攻撃：索敵後の攻撃部隊だけ確認（攻撃中と敵の攻撃時は常時指示に従う）",
        ),
        (Standing("strikes", "ask"), Standing("asks_air", "never")),
    ),
    (
        Text(
            "Air attacks: never ask me – aircraft, ships and boats attack what is not hopeless (fewest e-mails)",
            "航空攻撃：確認しない（航空部隊、艦隊、潜水艦が見込みのある目標をすべて攻撃。メール最少）",
        ),
        (Standing("strikes", "always"), Standing("asks_air", "never")),
    ),
)
"""The proposals, each with its text and its instructions, from the most questions to the fewest.

No instruction asks a side only when its ships are at risk: `asks_air` applies to its own air attacks and to the
enemy's.
"""
