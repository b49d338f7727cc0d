"""7.1, 7.2 How often a side wants to be asked about air attacks: the offer of an operation's first phase."""

from games.kernel.text import Text
from games.titles.pq17.orders.doctrine import Standing

AIR_OFFER: tuple[tuple[Text, tuple[Standing, ...]], ...] = (
    (
        Text(
            "Air attacks: ask me in each one. You choose who attacks after a search, then in each attack the fighters "
            "and formation, or the targets of your bombers. This brings the most e-mails.",
            "航空攻撃：毎回確認。索敵後に攻撃する部隊を選び、攻撃ごとに戦闘機と隊形、または爆撃機の目標も決めます。"
            "メールは最も多くなります。",
        ),
        (Standing("strikes", "ask"), Standing("asks_air", "once")),
    ),
    (
        Text(
            "Air attacks: ask me only before my own. You choose who attacks after a search; in the attacks, and when "
            "the enemy attacks, your instructions decide.",
            "航空攻撃：自軍の攻撃前だけ確認。索敵後に攻撃する部隊を選びます。攻撃中と敵の攻撃時は常時指示に従います。",
        ),
        (Standing("strikes", "ask"), Standing("asks_air", "never")),
    ),
    (
        Text(
            "Air attacks: never ask me. After a search your aircraft, and also your ships and submarines, attack every "
            "target that is not hopeless. This brings the fewest e-mails.",
            "航空攻撃：確認しない。索敵後、航空部隊に加えて艦隊と潜水艦も、見込みのある目標をすべて攻撃します。"
            "メールは最も少なくなります。",
        ),
        (Standing("strikes", "always"), Standing("asks_air", "never")),
    ),
)
"""The choices with the instructions that they give, from the most questions to the fewest.

No instruction asks a side only when its ships are at risk: `asks_air` is about its own air attacks and the enemy's.
"""
