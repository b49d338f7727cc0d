"""The reasons that the captain gives for its orders, as sentences with placeholders.

`{who}`: the forces, aircraft or sectors that act.
"""

from games.kernel.text import Text

# convoys
SHORTEST = Text(
    "{who}: the shortest way is also the cheapest by ice and aircraft.",
    "{who}：最短の航路が流氷と航空機の点でも最も安全です。",
)
ROUND = Text(
    "{who}: go round ice and aircraft; fewer ships should be lost than on the shortest way.",
    "{who}：流氷と航空機を避け、最短の航路より損害を減らします。",
)
OUTSIDE = Text(
    "{who}: leave ships behind for which the Russian port has no room (5.1.2a).",
    "{who}：ロシアの港に入りきらない艦を残します（5.1.2a）。",
)
THIRSTY = Text(
    "{who}: refuel, since the fuel is running low (11.3.2).",
    "{who}：燃料が減ったため給油します（11.3.2）。",
)
SAIL_AT_ONCE = Text(
    "{who}: sail at once, because only a timely arrival scores (12.3).",
    "{who}：期限内の到着だけが得点になるため、すぐ出港します（12.3）。",
)
IN_STEP = Text(
    "Convoys sail with their usual escorts: the nights are long, time is short, or enough merchants wait.",
    "夜が長いか、期限が近いか、十分な商船が集まったため、船団を通常の護衛で出港させます。",
)
NO_CONVOYS = Text(
    "{who}: stay in port until enough merchants are there to sail together in the long days.",
    "{who}：日の長い季節なので、まとめて出港できる数の商船が集まるまで待ちます。",
)

# searches and aircraft
SECTOR = Text(
    "{who}: search where most is to be found, and not where an air radius searches anyway (6.4).",
    "{who}：航続範囲が自動で索敵する場所を避け、最も見込みのある場所を探します（6.4）。",
)
SEARCH = Text(
    "{who}: search the block at {at}, which may be worth an attack.",
    "{who}：攻撃に値しうる{at}の積み木を索敵します。",
)
ATTACK = Text("{who}: attack the identified enemy at {at}.", "{who}：発見済みの{at}の敵を攻撃します。")
ATTACK_HOPED = Text(
    "{who}: be ready to attack at {at}, where the search may find a target first.",
    "{who}：索敵で先に目標が見つかりうる{at}への攻撃に備えます。",
)
ESCORT = Text("{who}: escort the bombers that attack at {at}.", "{who}：{at}を攻撃する爆撃機を護衛します。")

# boats and dummies
WAIT = Text(
    "{who}: wait, since prey is in this hex, and boats that move cannot attack (7.3.2a).",
    "{who}：このヘックスに獲物がおり、移動すると攻撃できないため、待ち伏せます（7.3.2a）。",
)
AMBUSH = Text(
    "{who}: lie in wait at {at}, where a convoy is likely to pass.",
    "{who}：船団が通りそうな{at}で待ち伏せます。",
)
FEEL = Text(
    "{who}: go to a block that may be a convoy, and search it.",
    "{who}：船団かもしれない積み木へ向かい、索敵します。",
)

# ships
SORTIE = Text("{who}: attack a convoy that is near and not covered.", "{who}：掩護のない近くの船団を攻撃します。")
SHIPS_WAIT = Text("{who}: stay with what may be a convoy.", "{who}：船団かもしれない積み木のそばに留まります。")
HOME = Text(
    "{who}: return to port, with no task left or too little fuel for it (2.2a).",
    "{who}：任務が終わったか燃料が足りないため、帰港します（2.2a）。",
)
UNBIND = Text(
    "{who}: part from Tirpitz, who must stay in port, so that the others can sail (5.1.8).",
    "{who}：出港できないティルピッツから分かれ、他の艦を出港可能にします（5.1.8）。",
)
COVER = Text(
    "{who}: heavy ships cover the laden convoy where German ships may attack it (7.5.1).",
    "{who}：ドイツ艦が襲いうる海域で、重量艦が積荷のある船団を掩護します（7.5.1）。",
)
JOIN = Text(
    "{who}: heavy ships join the laden convoy, because German ships attack none that is so strong (7.5.7).",
    "{who}：十分に強い船団はドイツ艦に攻撃されないため、重量艦を積荷のある船団に合流させます（7.5.7）。",
)
GATHER = Text(
    "{who}: light ships go where convoys are put together, to escort them (15.2).",
    "{who}：護衛のため、軽量艦を船団の編成港へ集めます（15.2）。",
)
TOGETHER = Text(
    "{who}: one force instead of several, because blocks are few (1.2c).",
    "{who}：積み木が限られるため、一つの部隊にまとめます（1.2c）。",
)
NO_ORDERS = Text(
    "No force has better to do than it was ordered before.",
    "どの部隊も、以前の命令より良い行動はありません。",
)

# attacks after a search
STRIKE = Text("{who}: attack {at} while it is found.", "{who}：発見している間に{at}を攻撃します。")
FOLLOW = Text("{who}: shadow {at}, so that it is found again.", "{who}：{at}を見失わないよう追尾します。")
FOLLOW_INSTEAD = Text(
    "{who}: shadow {at}; its escorts would keep the boats down (7.4.1).",
    "{who}：護衛艦に潜航を強いられるため、攻撃せず{at}を追尾します（7.4.1）。",
)
SPARED = Text(
    "{who}: do not attack {at}, since its escorts would keep the boats down (7.4.1).",
    "{who}：護衛艦に潜航を強いられるため、{at}を攻撃しません（7.4.1）。",
)
NOTHING_TO_DO = Text(
    "Nothing found can be followed or attacked with a chance of success.",
    "発見した敵を、見込みをもって追尾・攻撃できる部隊はありません。",
)

# other questions
BID_TO_SAIL = Text(
    "The lowest bid is enough to let convoys sail, because a tie is Allied (4.1.2).",
    "同数なら連合軍の主導権なので、出港には最低の入札で足ります（4.1.2）。",
)
BID_IDLE = Text(
    "Pass: no convoy should sail in this half of the month.",
    "この期は船団を出港させないため、パスします。",
)
BID_PASS = Text(
    "Pass: an operation without a convoy is of no use to the Axis.",
    "船団のいない作戦は枢軸軍に無意味なので、パスします。",
)
USUAL_PLANS = Text("The usual plans: sail at once, on the usual way.", "通常の計画で、すぐ通常の航路を進みます。")
STANDING = Text("The standing instructions say what to do.", "常時指示に従います。")
NO_CALL = Text(
    "No emergency forces: each strength costs a point for one operation (15.4).",
    "緊急増援は1CSごとに得点を失うため呼びません（15.4）。",
)
NO_EV = Text(
    "No operation EV: it costs the merchants of a fortnight (15.8.3).",
    "EV作戦は1期分の商船を失うため宣言しません（15.8.3）。",
)
UPKEEP = Text(
    "Repair as the standing instruction says, and fill up the squadrons in order.",
    "常時指示どおり修理し、航空部隊を順に補充します。",
)
USUAL_PLACES = Text(
    "The usual places; the bot does not compare others.",
    "通常の配置にします。ボットは他の配置と比較しません。",
)
NO_PURCHASE = Text(
    "The usual answer: ships that are bought cost points at once.",
    "通常の回答です。購入した艦は直ちに得点を失わせます。",
)
COME_BACK = Text(
    "The usual answer: ships in the Atlantic may come back.",
    "通常の回答で、大西洋の艦を帰還可能にします。",
)
MIDDLE = Text("The usual answer: the middle of the edge.", "通常の回答で、端の中央に現れます。")
ON_COURSE = Text("The other orders still serve; nothing needs to change.", "残りの命令は今も有効なので変更しません。")
ACCEPT_SEARCH = Text("The usual answer: the bot does not refuse a search.", "通常の回答で、索敵を拒否しません。")
USUAL_EVENT = Text(
    "The usual choice; the bot does not compare others.",
    "通常の選択にします。ボットは他の選択と比較しません。",
)
