"""The explanation of a seat's decision in a few sentences: the situation and the effects of the answers."""

from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.stowage import Stowage
from games.titles.goeben.presentation.labels import Labels, Words

HINTS = {
    "stow": Text(
        "Each ship has cargo points; one piece of cargo fills one hull box, the safest box first, and boxes that are"
        " hit lose what is in them.",
        "各艦は資材ポイントの範囲で積み込みます。資材1つが船体1ボックスを占め、先に書いたものほど安全で、"
        "被弾したボックスの資材は失われます。",
    ),
    "doctrine": Text(
        "What you write here stands for every battle until you change it: whom to aim at, when to spend double"
        " ammunition, torpedoes or coal, when to break off, and whether to be asked at all."
        " Where ships of several captains fight, the senior officer's word alone decides whether all of them break off,"
        " spend coal for speed or land marines.",
        "ここで書いた方針は変更するまで全ての戦闘に適用されます。目標の優先順、弾薬の倍消費、魚雷や石炭の使用、"
        "回避の条件、戦闘ごとに確認するかどうかを決められます。複数の艦長の艦が共に戦う時、全艦の回避、"
        "速度のための石炭、海兵の上陸は先任士官の方針だけで決まります。",
    ),
    "plan": Text(
        "Ships may sail together or apart, and act in the order of writing."
        " Cruise speed is free, more costs coal, emergency speed may cost engines. A patrol zone or port ends the way.",
        "艦は一緒にも別々にも移動でき、書いた順に行動します。巡航速度は無料、"
        "それ以上は石炭が必要で、緊急速度は機関を傷めることがあります。哨戒ゾーンと港では停止します。",
    ),
    "revise": Text(
        "New facts have come in; you may sail otherwise than planned. Without an answer your plan stands.",
        "新しい事実が判明しました。移動を変更できます。回答がなければ元の計画のままです。",
    ),
    "share": Text(
        "There is less than all could take; share it out.",
        "全艦に行き渡りません。配分を決めてください。",
    ),
    "reveal": Text(
        "The counters of the place you name are turned up and stay there.",
        "選んだ場所のカウンターを公開します。公開後もその場に残ります。",
    ),
    "choice": Text(
        "A look shows all that lies in one place; jamming lowers the alert level.",
        "敵情を探れば1か所の全カウンターを公開し、妨害すれば警戒レベルが下がります。",
    ),
    "berlin": Text(
        "A look shows all that lies in one place; jamming lowers the alert level.",
        "敵情を探れば1か所の全カウンターを公開し、妨害すれば警戒レベルが下がります。",
    ),
    "evade": Text(
        "Ships that spend coal are safe; for the others a die is rolled, and a torpedo may hit.",
        "石炭を払う艦は安全です。払わない艦はダイスを振り、魚雷を受けることがあります。",
    ),
    "ram": Text(
        "The submarine is lost and brings points, but the ship that rams her loses a hull box.",
        "潜水艦を撃沈して得点しますが、体当たりした艦は船体を1失います。",
    ),
    "contact": Text(
        "The fastest ship counts at contact; maximum speed costs her a coal and makes it likelier to fire first.",
        "接敵値には最速の艦の速度を使います。最大速度は石炭1を要し、先に射撃しやすくなります。",
    ),
    "engage": Text(
        "A ship's guns fire at the first of her targets that is afloat. A battle costs one ammunition, maximum fire two"
        " for double dice. Torpedoes are spent one by one. Who is first to fire may break off."
        " Ships without orders fire as the doctrine says; to hold their fire they need an order.",
        "各艦は目標リストの先頭から浮いている敵を撃ちます。砲撃は戦闘全体で弾薬1、全力射撃は弾薬2でダイス倍。"
        "魚雷は1本ずつ消費します。先に射撃する側なら回避もできます。"
        "命令のない艦はドクトリンに従って射撃します。射撃させないなら、そう命令してください。",
    ),
    "round": Text(
        "New targets may be named for the batteries that have not fired yet.",
        "まだ射撃していない砲種の目標を変更できます。",
    ),
    "land": Text(
        "The Seebataillon holds the port while a warship stays: it coals and repairs there, but does not rearm.",
        "海兵大隊は軍艦がいる間だけ港を占領します。給炭と修理はできますが再武装はできません。",
    ),
    "declare": Text(
        "If you sail on, you may win more points, but the mission must still be fulfilled when it ends.",
        "続行すればさらに得点できますが、終了時に条件を満たしている必要があります。",
    ),
    "bonus": Text(
        "What you choose holds for the rest of the campaign.",
        "選んだ特典はキャンペーンの残り全体に適用されます。",
    ),
}
"""The effect of the answers, by kind of question."""
COLLIER = Text("The collier gives coal once, where she waits.", "給炭艦は待機地点で一度だけ石炭を補給します。")


class PromptFormatter:
    """Explains the questions to players."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return a paragraph about a question. For the larger forms, add a line about each ship."""
        say = Words(self.labels, language)
        parts = [ask.prompt.get(language)]
        if ask.kind in HINTS:
            parts.append(HINTS[ask.kind].get(language))
        if isinstance(ask.form, Stowage) and ask.form.colliers:
            parts.append(COLLIER.get(language))
        text = say(" ", "").join(parts)
        return "\n".join([text, *(f"- {line}" for line in self._details(ask, say))])

    def _details(self, ask: Ask[Any], say: Words) -> list[str]:
        if isinstance(ask.form, DayPlan):
            return [self._berth(berth, say) for berth in ask.form.berths]
        if isinstance(ask.form, Stowage):
            return [
                say(
                    f"{say.name(hold.ship)}: {hold.points} points, {hold.room} empty boxes",
                    f"{say.name(hold.ship)}: {hold.points}ポイント、空きボックス{hold.room}",
                )
                for hold in ask.form.holds
            ] + [self._ware(kind, say) for kind in ask.form.wares if any(kind in hold.shop for hold in ask.form.holds)]
        return []

    def _berth(self, berth: Any, say: Words) -> str:
        """Return where a ship is, how far she may go, and her restrictions."""
        ship, at = say.name(berth.ship), say.name(berth.at)
        text = say(
            f"{ship}, {at}: speed {berth.cruise}, {berth.maximum} with coal, {berth.emergency} in an emergency",
            f"{ship}、{at}: 巡航{berth.cruise}、最大{berth.maximum}、緊急{berth.emergency}",
        )
        if berth.dice and berth.damage:
            text += say(f"; {berth.dice} repair dice", f"、修理ダイス{berth.dice}")
        if berth.bound:
            text += say("; must leave port", "、出港必須")
        return text

    def _ware(self, kind: str, say: Words) -> str:
        cargo = self.box.cargo[kind]
        effect = cargo.effect.get(say.language)
        return say(f"{say.name(kind)} ({cargo.points}): {effect}", f"{say.name(kind)}（{cargo.points}）: {effect}")
