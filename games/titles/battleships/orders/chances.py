"""5.4, 6.2 The names of results and modifiers in the odds of shots and torpedoes, and the notes of these odds."""

from games.kernel.odds import Chances, Odds, name_chances
from games.kernel.text import Text

RESULTS = {
    "sunk": Text("sunk", "沈没"),
    "damaged": Text("damaged", "損傷"),
    "nothing": Text("no effect", "効果なし"),
    "steps": Text("steps on average", "平均喪失ステップ"),
    "special": Text("special damage", "特殊損害"),
    "astray": Text("falls on a friend", "味方に誤射"),
    "friend_struck": Text("hits a friend", "味方に命中"),
    "other_struck": Text("hits another enemy", "他の敵に命中"),
    "guns_and_hull": Text("guns and hull repaired", "砲と船体を修理"),
    "guns": Text("guns repaired", "砲を修理"),
    "hull": Text("hull repaired", "船体を修理"),
    "repaired": Text("steps repaired on average", "平均修理ステップ"),
}
MODIFIERS = {
    "slow_target": Text("slow target", "低速目標"),
    "concentration": Text("several ships fire", "集中砲撃"),
    "fore_or_aft": Text("ahead or astern", "前方・後方射界"),
    "under_fire": Text("under fire", "被砲撃"),
    "good_crew": Text("good crew", "優秀な乗組員"),
    "poor_crew": Text("poor crew", "拙劣な乗組員"),
    "star_shell": Text("star shell", "星弾"),
    "aircraft": Text("by aircraft", "観測機"),
    "radar": Text("radar", "レーダー"),
    "turned": Text("has turned", "回頭"),
    "burning": Text("on fire", "火災"),
    "end_on": Text("target end on", "目標が縦向き"),
}
"""The names of the modifiers of gunfire and of torpedoes, by key."""
NAMES = RESULTS | MODIFIERS
SHOT_NOTE = Text(
    "This shot alone. If the enemy then fires at the firer, its roll is worse (5.6).",
    "この射撃のみ。その後に敵が射撃艦を狙うと修正が不利になります（5.6）。",
)
TORPEDO_NOTE = Text(
    "This launch alone, with the ships now on its line.", "この雷撃のみ。現在射線上にいる艦を含みます。"
)


def shot_odds(chances: Chances, attack: int, distance: int) -> Odds:
    """5.3 Return the chances of a shot of main guns as odds with the names that players see.

    `attack`: the ship's attack at the distance. `distance`: in hexes.
    """
    means = Text("Main guns, range {far}, attack {attack}", "主砲、距離{far}、攻撃力{attack}")
    return name_chances(chances, means.format(far=distance, attack=attack), NAMES.__getitem__, SHOT_NOTE)


def secondary_odds(chances: Chances) -> Odds:
    """5.11 Return the chances of a shot of secondary guns as odds with the names that players see."""
    return name_chances(chances, Text("Secondary guns", "副砲"), NAMES.__getitem__, SHOT_NOTE)


def torpedo_odds(chances: Chances, distance: int, number: int) -> Odds:
    """6.1 Return the chances of a torpedo launch as odds with the names that players see.

    `distance`: in hexes. `number`: the highest total of two dice that hits.
    """
    means = Text("Torpedoes, range {far}, hit on {number} or less", "魚雷、距離{far}、{number}以下で命中")
    return name_chances(chances, means.format(far=distance, number=number), NAMES.__getitem__, TORPEDO_NOTE)
