"""6.0 The names of the options and of their values, in all languages, by ``field`` and by ``field/value``."""

from collections.abc import Iterator

from msgspec.structs import fields

from games.kernel.text import Text
from games.titles.pirates.components.options import Options

OPTION_NAMES = {
    "removed": Text(
        "Action cards removed in each round (2.1.4)", "各ラウンドで除外するアクションカードの枚数（2.1.4）"
    ),
    "removed_second": Text(
        "Action cards removed in the second round (2.1.4)", "第2ラウンドで除外するアクションカードの枚数（2.1.4）"
    ),
    "removed_third": Text(
        "Action cards removed in the third round (2.1.4)", "第3ラウンドで除外するアクションカードの枚数（2.1.4）"
    ),
    "first_player": Text("First player (3.1, 5.2.3)", "先手の決め方（3.1、5.2.3）"),
    "first_player/dice": Text("highest die", "ダイスの最高値"),
    "first_player/fleet": Text("weakest fleet", "最も弱い船団"),
    "first_player/live": Text("the player (solitaire)", "プレイヤー（ソリティア）"),
    "first_player/phantom": Text("the phantom (solitaire)", "ファントム（ソリティア）"),
    "tempo": Text("Tempo", "進行方式"),
    "tempo/interactive": Text("each reaction asked as it comes", "リアクションをその都度たずねる"),
    "tempo/sealed": Text("plan and reactions given at once", "計画とリアクションを同時に提出する"),
    "phantom_targets": Text("The phantom's targets (5.4.3)", "ファントムの目標（5.4.3）"),
    "phantom_targets/random": Text("by dice", "無作為"),
    "phantom_targets/best": Text("the best for it", "最も有利な目標"),
    "phantom_targets/player": Text("chosen by the player", "プレイヤーが選ぶ"),
    "coal_hogs": Text("Coal hogs (6.1)", "石炭の山（6.1）"),
    "sail": Text("Seeadler under sail (6.2)", "セイル（6.2）"),
    "aircraft": Text("Wolf's aircraft (6.3)", "子オオカミ（6.3）"),
    "tournament": Text("Tournament balance: the cruisers (6.4.1)", "トーナメントバランス：軍艦（6.4.1）"),
    "tournament/off": Text("not played", "使用しない"),
    "tournament/random": Text("dealt at random", "無作為に配る"),
    "tournament/chosen": Text("chosen", "任意に選ぶ"),
    "tournament_merchants": Text("Tournament balance: the merchants (6.4.3)", "トーナメントバランス：商船（6.4.3）"),
    "tournament_merchants/random": Text("dealt at random", "無作為に配る"),
    "tournament_merchants/chosen": Text("chosen", "任意に選ぶ"),
    "after_1914": Text("After 1914 (6.5)", "1914年より後の時代設定（6.5）"),
    "without_breakout": Text("After 1914: without Breakout (6.5.3)", "1914年より後：包囲の突破を除く（6.5.3）"),
    "without_lost_merchants": Text(
        "After 1914: without the merchants lost in 1914 (6.5.4)", "1914年より後：1914年に失われた商船を除く（6.5.4）"
    ),
    "fast_raiders": Text("Fast raiders (6.6)", "高速な通商破壊艦（6.6）"),
    "carry_over_three": Text("Up to three ships carried over (6.7)", "船の持ち越し：3隻まで（6.7）"),
    "cumulative_damage": Text("Additional damage (6.8)", "追加ダメージ（6.8）"),
    "prize_torpedo": Text("Prizes may be torpedoed (6.9)", "拿捕船への魚雷攻撃（6.9）"),
    "pursuit": Text("Pursuit in shallow water (6.10)", "浅瀬の追撃（6.10）"),
    "sailing_merchants": Text("Merchants under sail (6.11)", "帆船型の商船（6.11）"),
    "prize_supply": Text("Resupply from prizes (6.12)", "拿捕船による再補給（6.12）"),
}

OPTION_NOTES = {
    "removed": Text(
        "Taken out unseen. Left empty: as many as the rules say for so many players. The more, the shorter the game.",
        "見ずに取り除く枚数。空欄ならプレイヤー人数に応じたルールどおりの枚数。多いほど短いゲームになります。",
    ),
    "removed_second": Text("Left empty: as many as in the first round.", "空欄なら第1ラウンドと同じ枚数です。"),
    "removed_third": Text("Left empty: as many as in the second round.", "空欄なら第2ラウンドと同じ枚数です。"),
    "first_player": Text(
        "Who begins the first round; in the solitaire game it may also be decided.",
        "第1ラウンドの先手。ソリティアでは任意に決めることもできます。",
    ),
    "tempo": Text(
        "At once, a turn takes one exchange of e-mails: everyone says beforehand how to react.",
        "同時提出では全員がリアクションを前もって指示し、1ターンが1回のやり取りで済みます。",
    ),
    "phantom_targets": Text(
        "For the solitaire game: how ships are found where the phantom's card leaves them open.",
        "ソリティア用。ファントムのカードで船が決まらないときの決め方。",
    ),
    "coal_hogs": Text(
        "Ships with the coal symbol have more trouble with supply.", "石炭マークの船は補給が難しくなります。"
    ),
    "sail": Text(
        "Seeadler is supplied more easily, and hunts and flees less well.",
        "Seeadlerは補給が容易になり、追跡と逃走が不利になります。",
    ),
    "aircraft": Text(
        "Wolf's aircraft helps her surprise attacks and her escapes.", "Wolfの搭載機が奇襲と離脱を助けます。"
    ),
    "tournament": Text(
        "Equal fleets in the first round: a cruiser for everybody.",
        "第1ラウンドの艦隊を公平にし、全員に軍艦を配ります。",
    ),
    "tournament_merchants": Text(
        "With 6.4.1: merchants of equal value for everybody.", "6.4.1と併用。全員に同じ価値の商船を配ります。"
    ),
    "after_1914": Text(
        "Without the eight ships lost or interned in 1914; Breakout and reshuffled ships are limited.",
        "1914年に失われた8隻を除きます。包囲の突破と船の再登場も制限されます。",
    ),
    "without_breakout": Text("For four players, with 6.5.", "4人プレイ用。6.5と併用します。"),
    "without_lost_merchants": Text("Nineteen merchants; with 6.5.", "商船19隻を除きます。6.5と併用します。"),
    "fast_raiders": Text(
        "Five raiders may chase a Fast Ship, and have a deep draught.",
        "高速の5隻は高速船を追跡できますが、浅瀬が苦手です。",
    ),
    "carry_over_three": Text(
        "Between rounds, instead of one; each costs an action card.", "通常は1隻。1隻につき手札が1枚減ります。"
    ),
    "cumulative_damage": Text(
        "Damage adds up, and is repaired one marker at a time.", "損傷が累積し、修理では1つずつ取り除きます。"
    ),
    "prize_torpedo": Text(
        "A submarine may take a prize for a merchant, and torpedo her.",
        "潜水艦が拿捕船を商船と誤認して雷撃することがあります。",
    ),
    "pursuit": Text(
        "Who flees into the shallows may be followed there, at a risk.", "浅瀬へ逃げた船を、危険を冒して追撃できます。"
    ),
    "sailing_merchants": Text(
        "Twelve merchants are sailing ships, harder to defend.", "商船12隻を帆船として扱い、守りにくくなります。"
    ),
    "prize_supply": Text(
        "Prizes give stores to German ships, and may be used up.",
        "拿捕船がドイツ艦に補給でき、物資が尽きることもあります。",
    ),
}
"""The explanation of each option that a page shows beside its name."""

SEEN = ("removed", "removed_second", "removed_third", "tempo")
"""The options that a board's list of options leaves out. The board shows them as cards set aside, or in its title."""


_FIELDS = fields(Options)


def agreed(options: Options, language: str) -> Iterator[str]:
    """Yield as text each option of a game that differs from its default."""
    for field in _FIELDS:
        value = getattr(options, field.name)
        if field.name in SEEN or value == field.default:
            continue
        name = OPTION_NAMES[field.name].get(language)
        yield name if value is True else f"{name}: {OPTION_NAMES[f'{field.name}/{value}'].get(language)}"
