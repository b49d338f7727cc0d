"""6.0 What the options and their values are called, in both languages: `field`, or `field/value`."""

from collections.abc import Iterator

from msgspec.structs import fields

from games.kernel.text import Text
from games.titles.pirates.options import Options

OPTION_NAMES = {
    "removed": Text(
        "Action cards removed in each round (2.1.4)", "各ラウンドで除外するアクションカードの枚数（2.1.4）"
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

SEEN = ("removed", "tempo")
"""Agreements that a board shows in their own places: as cards set aside, and beside the title."""


def agreed(options: Options, language: str) -> Iterator[str]:
    """What was agreed on, one option after the other, as far as it is not the usual."""
    for field in fields(Options):
        value = getattr(options, field.name)
        if field.name in SEEN or value == field.default:
            continue
        name = OPTION_NAMES[field.name].get(language)
        yield name if value is True else f"{name}: {OPTION_NAMES[f'{field.name}/{value}'].get(language)}"
