"""The captain's reasons, as sentences with placeholders. The placeholder ``who`` means the ships that act."""

from games.kernel.text import Text

# targets
BOMBARD = Text("{who}: bombard, which is her task here (11.10).", "{who}：任務である陸上砲撃を行います（11.10）。")
LIGHT = Text(
    "{who}: light up the enemies that others want to fire at (4.3).",
    "{who}：味方が砲撃したい敵を星弾で照らします（4.3）。",
)
FIRE = Text(
    "{who}: fire at {at}, where the most damage is to be expected.",
    "{who}：最も大きな損害を見込める{at}を砲撃します。",
)
FIRE_AT_PRIZE = Text(
    "{who}: fire at {at}, whose loss decides the battle (11.13).",
    "{who}：撃沈が勝敗を決める{at}を砲撃します（11.13）。",
)
HOLD_FIRE = Text(
    "{who}: hold fire, since no throw at a target in range does damage (5.3).",
    "{who}：射程内の目標に損害を与える目がないため、砲撃しません（5.3）。",
)

# torpedoes
LAUNCH = Text(
    "{who}: launch at {at}, where torpedoes promise enough damage to be worth them.",
    "{who}：魚雷に見合う損害を見込める{at}に発射します。",
)
LAUNCH_LATE = Text(
    "{who}: launch at {at}, since the battle ends soon and torpedoes kept are worth nothing.",
    "{who}：戦闘は間もなく終わり、魚雷を残しても無駄なので、{at}に発射します。",
)
KEEP_TORPEDOES = Text(
    "{who}: keep the torpedoes for a better chance than this.",
    "{who}：より良い機会まで魚雷を温存します。",
)
FRIEND_IN_LINE = Text(
    "{who}: keep the torpedoes, since a friend is in the line of each target (6.2a).",
    "{who}：どの目標の線上にも味方がいるため、魚雷を発射しません（6.2a）。",
)

# courses
LEAVE = Text("{who}: leave the map by the {edge}, which is the aim.", "{who}：目的である{edge}から離脱します。")
EXIT = Text("{who}: make for the {edge}, where leaving the map pays.", "{who}：離脱が有利な{edge}へ向かいます。")
GUNS = Text("{who}: bring the guns to bear on {foe}.", "{who}：{foe}に砲を有効に向けます。")
TORPEDOES = Text("{who}: reach a place to launch torpedoes at {foe}.", "{who}：{foe}を雷撃できる位置に着きます。")
SHELTER = Text("{who}: lower the danger from enemy fire.", "{who}：敵の砲火にさらされる危険を減らします。")
CLOSE = Text("{who}: close with {foe}.", "{who}：{foe}に接近します。")
GUARD = Text("{who}: keep between {foe} and the {edge}.", "{who}：{foe}と{edge}の間を保ちます。")
ASHORE = Text(
    "{who}: reach the rows from which she can bombard (11.10).", "{who}：陸上砲撃できる列へ向かいます（11.10）。"
)
ANY = Text(
    "{who}: nothing to fire at, to fear or to make for, so every course is as good.",
    "{who}：撃つ相手も恐れる相手も向かう先もないため、どの針路も同じです。",
)
STUCK = Text("{who}: unable to choose a course this turn.", "{who}：このターンは針路を選べません。")
LEAST_BAD = Text(
    "{who}: every course has its price; this one has the lowest.",
    "{who}：どの針路にも代償があり、これが最も小さいものです。",
)
