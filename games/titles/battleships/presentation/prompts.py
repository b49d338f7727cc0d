"""The explanation of each question in a few sentences, with the effects of the answers."""

from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.battleships.presentation.labels import Labels, Words

HINTS = {
    "set_up": Text(
        "The enemy does not learn what you decide here. If your flagship sinks, all your crews become one"
        " grade worse. Mines hit ships of both sides.",
        "ここでの決定は相手に知られません。旗艦が沈むと全艦の乗組員の質が下がり、機雷は敵味方の両方を攻撃します。",
    ),
    "targets": Text(
        "Each ship may mark one enemy for her main guns. A capital ship may also mark a small ship within 7"
        " hexes for her secondary guns. At most five markers may lie on one ship. Two ships at one target, a"
        " target ahead or astern, and being under fire are disadvantages; a target at speed 0 or 1 is an"
        " advantage. By night star shells light a hex within 5 hexes. “engage bismarck,capital,nearest"
        " within=18” lists targets in order of preference; as a standing order it holds for the whole battle.",
        "各艦は主砲の目標を1隻、主力艦はさらに7ヘクス以内の小艦艇1隻を副砲の目標に指定できます。1隻への目標は5つまで。"
        "集中砲撃、前後方向の射撃、被砲撃は不利、速度0か1の目標は有利です。夜間は5ヘクス以内に星弾を撃てます。"
        "engage bismarck,capital,nearest within=18 のように優先順位でも書け、予約命令にすれば戦闘を通して有効です。",
    ),
    "torpedoes": Text(
        "A ship launches torpedoes once in the game, to port or starboard, at most 5 hexes far. All ships on"
        " the line may be hit, friends too, the nearest first. Both sides decide at the same time. “strike"
        " capital within=4” lists targets in order of preference; as a standing order it holds for the whole"
        " battle.",
        "雷撃は1ゲームに一度、右舷か左舷へ5ヘクスまで。線上の艦は敵味方を問わず近い順に命中判定を受けます。両軍同時です。"
        "strike capital within=4 のように優先順位で書き、予約命令にすれば戦闘を通して有効です。",
    ),
    "courses": Text(
        "Write every hex that a ship enters. A turn of 60 degrees is free, 120 degrees cost 2 and 180 degrees"
        " 3 movement points. Capital ships may turn twice in a move, small ships three times. A ship may spend"
        " between half and twice the speed of her last turn. A ship without an order keeps her course and"
        " speed as far as possible. You may add repairs, and a fire plan for the next turn. “steer hood"
        ' by="ahead 2, port, ahead 2; on 3" until=sighted within=12” orders steps for several turns; you are'
        " not asked again until its condition occurs.",
        "進入する全ヘクスを書きます。60度の回頭は無料、120度は2、180度は3移動力。回頭は主力艦2回、小艦艇3回まで。"
        "前ターンの速度の半分から2倍まで使えます。書かない艦は今までどおり進みます。修理と次ターンの射撃計画も書けます。"
        'steer hood by="ahead 2, port, ahead 2; on 3" until=sighted within=12 のように数ターン分の操舵も書けます。'
        "条件が起きるまで質問は来ません。",
    ),
}
"""The texts that explain the effects of answers, by kind of question."""


class PromptFormatter:
    """Explains the questions to players."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return a text with the question and the effects of answers."""
        say = Words(self.labels, language)
        hint = HINTS.get(ask.kind)
        return say(" ", "").join([ask.prompt.get(language), *([hint.get(language)] if hint else [])])
