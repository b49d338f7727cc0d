"""The explanation of each question in a few sentences, with the effects of the answers."""

from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.battleships.presentation.labels import Labels, Words

HINTS = {
    "set_up": Text(
        "What you write here stays secret. If your flagship is sunk, all your crews are a grade worse; mines"
        " strike both"
        " sides.",
        "ここでの決定は相手に知られません。旗艦が沈むと全艦の乗組員の質が下がり、機雷は敵味方の両方を攻撃します。",
    ),
    "targets": Text(
        "Each ship may mark one enemy for her main guns, a capital ship one small enemy besides for her"
        " secondaries within"
        " 7 hexes; at most five markers lie on one ship. Two ships at one target, a target ahead or astern, and being"
        " fired at make it worse, a target at speed 0 or 1 better. By night star shells light a hex within 5."
        " `engage bismarck,capital,nearest within=18` says what your ships fire at of themselves; it may be a"
        " standing order for the battle.",
        "各艦は主砲の目標を1隻、主力艦はさらに7ヘクス以内の小艦艇1隻を副砲の目標に指定できます。1隻への目標は5つまで。"
        "集中砲撃、前後方向の射撃、被砲撃は不利、速度0か1の目標は有利です。夜間は5ヘクス以内に星弾を撃てます。"
        "engage bismarck,capital,nearest within=18 のように優先順位でも書け、予約命令にすれば戦闘を通して有効です。",
    ),
    "torpedoes": Text(
        "A ship launches once in the game, to port or starboard, up to 5 hexes. The torpedoes run on the whole line:"
        " friends and foes on it are tried, the nearest first. Both sides decide at once."
        " `strike capital within=4` says what ships launch at of themselves; it may stand for the battle.",
        "雷撃は1ゲームに一度、右舷か左舷へ5ヘクスまで。線上の艦は敵味方を問わず近い順に命中判定を受けます。両軍同時です。"
        "strike capital within=4 のように優先順位で書き、予約命令にすれば戦闘を通して有効です。",
    ),
    "courses": Text(
        "Write every hex entered. A turn of 60 degrees before a hex is free, 120 costs 2, 180 costs 3; capital"
        " ships turn"
        " twice a move, small ones three times. From half to twice last turn's speed may be spent. What is not written"
        " goes on as it did, as far as it may. Repairs and a fire plan for the next turn can be given along."
        ' `steer hood by="ahead 2, port, ahead 2; on 3" until=sighted within=12` gives steps, of several turns too; you'
        " are not asked until one of these happens.",
        "進入する全ヘクスを書きます。60度の回頭は無料、120度は2、180度は3移動力。回頭は主力艦2回、小艦艇3回まで。"
        "前ターンの速度の半分から2倍まで使えます。書かない艦は今までどおり進みます。修理と次ターンの射撃計画も書けます。"
        'steer hood by="ahead 2, port, ahead 2; on 3" until=sighted within=12 のように数ターン分の操舵も書けます。'
        "条件が起きるまで質問は来ません。",
    ),
}
"""The effects of answers, by kind of question."""


class PromptFormatter:
    """Explains the questions to players."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return the question and the effects of the answers as text."""
        say = Words(self.labels, language)
        hint = HINTS.get(ask.kind)
        return say(" ", "").join([ask.prompt.get(language), *([hint.get(language)] if hint else [])])
