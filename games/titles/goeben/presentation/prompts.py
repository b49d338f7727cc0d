"""Explanations of questions in a few sentences: the situation, and the effects of the answers."""

from collections.abc import Callable
from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.presentation.labels import Labels, Words

HINTS = {
    "stow": Text(
        "Each ship has cargo points. One piece of cargo fills one hull box; the first pieces of your list lie"
        " in the safest boxes. A box that is hit loses its cargo.",
        "各艦は資材ポイントの範囲で積み込みます。資材1つが船体1ボックスを占め、先に書いたものほど安全で、"
        "被弾したボックスの資材は失われます。",
    ),
    "doctrine": Text(
        "Your doctrine holds for every battle until you change it: targets, double ammunition, torpedoes,"
        " coal, when to break off, and whether you want to be asked. If ships of several captains fight, the"
        " senior officer alone decides whether all of them break off, spend coal for speed or land marines.",
        "ここで書いた方針は変更するまで全ての戦闘に適用されます。目標の優先順、弾薬の倍消費、魚雷や石炭の使用、"
        "回避の条件、戦闘ごとに確認するかどうかを決められます。複数の艦長の艦が共に戦う時、全艦の回避、"
        "速度のための石炭、海兵の上陸は先任士官の方針だけで決まります。",
    ),
    "plan": Text(
        "Ships may sail together or separately, and act in the order in which you write them. Cruise speed is"
        " free. A higher speed costs coal, and emergency speed may damage the engines. A ship stops in a"
        " patrol zone or port.",
        "艦は一緒にも別々にも移動でき、書いた順に行動します。巡航速度は無料、"
        "それ以上は石炭が必要で、緊急速度は機関を傷めることがあります。哨戒ゾーンと港では停止します。",
    ),
    "revise": Text(
        "You have learned something new. You may change the movement that you planned. Without an answer your"
        " plan is carried out.",
        "新しい事実が判明しました。移動を変更できます。回答がなければ元の計画のままです。",
    ),
    "share": Text(
        "There is not enough for all ships. Decide how much each ship takes.",
        "全艦に行き渡りません。配分を決めてください。",
    ),
    "reveal": Text(
        "All counters in this place are turned face up, and stay face up.",
        "選んだ場所のカウンターを公開します。公開後もその場に残ります。",
    ),
    "choice": Text(
        "A look reveals all counters in one place. Jamming lowers the alert level.",
        "敵情を探れば1か所の全カウンターを公開し、妨害すれば警戒レベルが下がります。",
    ),
    "berlin": Text(
        "A look reveals all counters in one place. Jamming lowers the alert level.",
        "敵情を探れば1か所の全カウンターを公開し、妨害すれば警戒レベルが下がります。",
    ),
    "evade": Text(
        "Ships that spend coal are safe. For each other ship a die is rolled, and a torpedo may hit her.",
        "石炭を払う艦は安全です。払わない艦はダイスを振り、魚雷を受けることがあります。",
    ),
    "ram": Text(
        "The submarine is sunk and scores points. The ship that rams her loses one hull box.",
        "潜水艦を撃沈して得点しますが、体当たりした艦は船体を1失います。",
    ),
    "contact": Text(
        "Your fastest ship counts for contact. Maximum speed costs her one coal, and you are more likely to"
        " fire first.",
        "接敵値には最速の艦の速度を使います。最大速度は石炭1を要し、先に射撃しやすくなります。",
    ),
    "engage": Text(
        "Each ship fires at the first target of her list that is afloat. A battle costs one ammunition;"
        " maximum fire costs two and doubles the dice. Torpedoes are spent one at a time. The side that fires"
        " first may break off. A ship without orders fires as your doctrine says. Order her to hold her fire"
        " if she must not fire.",
        "各艦は目標リストの先頭から浮いている敵を撃ちます。砲撃は戦闘全体で弾薬1、全力射撃は弾薬2でダイス倍。"
        "魚雷は1本ずつ消費します。先に射撃する側なら回避もできます。"
        "命令のない艦はドクトリンに従って射撃します。射撃させないなら、そう命令してください。",
    ),
    "round": Text(
        "You may name new targets for the batteries that have not fired yet.",
        "まだ射撃していない砲種の目標を変更できます。",
    ),
    "land": Text(
        "The Seebataillon holds the port as long as one of your warships stays there. Your ships can coal and"
        " repair there, but not take on ammunition.",
        "海兵大隊は軍艦がいる間だけ港を占領します。給炭と修理はできますが再武装はできません。",
    ),
    "declare": Text(
        "If you sail on, you may score more points. The conditions of the mission must still be met when it ends.",
        "続行すればさらに得点できますが、終了時に条件を満たしている必要があります。",
    ),
    "bonus": Text(
        "Your choice holds for the rest of the campaign.",
        "選んだ特典はキャンペーンの残り全体に適用されます。",
    ),
}
"""The effects of the answers, by kind of question."""
DOCTRINE = (
    ("targets", "which class your ships fire at first, the best first", "優先して撃つ艦種（優先順）"),
    ("maximum", "twice the ammunition, for twice the dice, against these", "弾薬2でダイス2倍の射撃をする相手"),
    ("torpedoes", "launch at these; “most” limits how many in one battle", "魚雷を撃つ相手。mostは1戦闘の最大本数"),
    ("break_off", "leave if one of these is there and you fire first", "先に射撃できて相手にこの艦種がいれば回避"),
    ("steam", "spend one coal at contact, against these or all", "接敵時に石炭1を使う相手（なければ全部）"),
    ("landing", "Seebataillon goes ashore wherever it may", "海兵大隊を可能な港すべてに上陸"),
    ("each_round", "you are asked again before each battery fires", "砲種ごとに質問"),
    ("ask_first", "you give the orders for each battle yourself", "戦闘ごとに自分で命令"),
)
"""14.0 What each order of a doctrine does, by its verb."""
ENEMY_CLASSES = ("bc", "ca", "cp", "cl", "dd")
COLLIER = Text("The collier gives coal once, where she waits.", "給炭艦は待機地点で一度だけ石炭を補給します。")


class PromptFormatter:
    """Explains questions to players."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return the explanation of a question: the situation and the effects of the answers.

        If the form has orders for many ships, there is a line for each ship.
        """
        say = Words(self.labels, language)
        parts = [ask.prompt.get(language)]
        if ask.kind in HINTS:
            parts.append(HINTS[ask.kind].get(language))
        if isinstance(ask.form, Stowage) and ask.form.colliers:
            parts.append(COLLIER.get(language))
        text = say(" ", "").join(parts)
        return "\n".join([text, *(f"- {line}" for line in self._details(ask, say))])

    def _details(self, ask: Ask[Any], say: Words) -> list[str]:
        if isinstance(ask.form, DoctrineForm):
            return self._of_doctrine(ask.form.labels_in_context(self.labels.label), say)
        if isinstance(ask.form, DayPlan):
            return [self._berth(berth, say) for berth in ask.form.berths]
        if isinstance(ask.form, Stowage):
            return [
                say(
                    f"{say.name(hold.ship)}: {hold.points} points, {hold.room} empty boxes",
                    f"{say.name(hold.ship)}：{hold.points}ポイント、空きボックス{hold.room}",
                )
                for hold in ask.form.holds
            ] + [self._ware(kind, say) for kind in ask.form.wares if any(kind in hold.shop for hold in ask.form.holds)]
        return []

    def _of_doctrine(self, labels: Callable[[str], Text], say: Words) -> list[str]:
        """14.0 Return what the orders of a doctrine do, and what the short names of classes mean."""
        told = [f"{labels(verb).get(say.language)}{say(': ', '：')}{say(en, ja)}" for verb, en, ja in DOCTRINE]
        classes = (f"{labels(kind).get(say.language)} {say.class_name(kind)}" for kind in ENEMY_CLASSES)
        return [*told, say("Classes: ", "艦種：") + say.marks(classes)]

    def _berth(self, berth: Any, say: Words) -> str:
        """Return in words where a ship is, how far she can sail, and what restricts her."""
        ship, at = say.name(berth.ship), say.name(berth.at)
        text = say(
            f"{ship}, {at}: speed {berth.cruise}, {berth.maximum} with coal, {berth.emergency} in an emergency",
            f"{ship}、{at}：巡航{berth.cruise}、最大{berth.maximum}、緊急{berth.emergency}",
        )
        if berth.dice and berth.damage:
            text += say(f"; {berth.dice} repair dice", f"、修理ダイス{berth.dice}")
        if berth.bound:
            text += say("; must leave port", "、出港必須")
        return text

    def _ware(self, kind: str, say: Words) -> str:
        cargo = self.box.cargo[kind]
        effect = cargo.effect.get(say.language)
        return say(f"{say.name(kind)} ({cargo.points}): {effect}", f"{say.name(kind)}（{cargo.points}）：{effect}")
