"""Explanations of questions in a few sentences, with the effects of the answers."""

from collections.abc import Iterable, Iterator
from typing import Any

from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.orders.air_battle import AirDefenceForm, AirStrikeForm
from games.titles.pq17.orders.attacks import StrikesForm
from games.titles.pq17.orders.battle import BattleForm, Laid
from games.titles.pq17.orders.convoys import ConvoysForm
from games.titles.pq17.orders.refusals import RefusalForm
from games.titles.pq17.orders.setup import Piece, SetUpForm
from games.titles.pq17.presentation import sheets
from games.titles.pq17.presentation.labels import Labels, Words

AXIS_PLANS = Text(
    "Routes and sailing turns stay secret. Heavy ships that sail cost Command Points."
    " The plans of your special situation belong here too.",
    "航路と出港ターンは秘密です。重量艦の出港にはCPが必要です。特別状況の計画もここに書きます。",
)
HINTS = {
    "options": Text(
        "The ships that you buy join one of your forces. You pay their victory points at once.",
        "購入した艦は自軍の部隊に加わり、そのVPは直ちに計上されます。",
    ),
    "set_up": Text(
        "The enemy sees where your blocks are, but not what they hold. A dummy looks like any other block.",
        "敵には積み木の位置だけが見え、内容は見えません。ダミーも同じ積み木です。",
    ),
    "plans": Text(
        "Routes and sailing turns stay secret. A convoy must move every turn, may not enter a hex twice, and"
        " may not move away from its goal by more than one hex. Heavy ships that sail cost Command"
        " Points. The plans of your special situation belong here too.",
        "航路と出港ターンは秘密です。輸送船団は毎ターン移動し、同じヘックスに戻れず、目的地から1ヘックスを超えて"
        "遠ざかれません。重量艦の出港にはCPが必要です。特別状況の計画もここに書きます。",
    ),
    "dummies": Text(
        "The enemy cannot tell your dummies from forces. They start in one of your ports or in open water.",
        "敵にはダミーと部隊の区別がつきません。自軍の港か、流氷のない海域から始まります。",
    ),
    "recall": Text(
        "Ships that broke out into the Atlantic may come back. You draw a chit that says when, and only you read"
        " it; if you decline, they do not return.",
        "大西洋に突破した艦は帰還できます。チットを引くと時期が決まり、内容は枢軸軍だけが見ます。引かなければ帰還しません。",
    ),
    "ev": Text(
        "Operation EV can be declared once in a campaign. The laden convoy of the next fortnight carries it out.",
        "EV作戦を宣言できるのはキャンペーン中に1回です。次の期の積荷のある船団が実行します。",
    ),
    "orders": Text(
        "Your orders for the whole phase: movement, with what to do if the ice is worse than expected; splits"
        " and dummies; refuelling; aircraft and search sectors; and standing instructions, for example whether"
        " to attack or shadow what you find, and what to do in the enemy's phase. A force without an order"
        " continues as ordered before. The enemy sees only the hexes that your blocks enter.",
        "フェーズ全体の命令書です。移動（流氷が予想より悪い場合の指示を含む）、分離とダミー、給油、航空部隊とセクター、"
        "発見した敵を攻撃するか追尾するか、敵フェーズ中の指示を書きます。書かないものは前の命令どおりです。敵に見えるのは積み木が通るヘックスだけです。",
    ),
    "revise": Text(
        "One of your blocks was found while it moved, or was stopped by ice. You may give new orders to"
        " blocks that have not moved, to aircraft and to sectors. All others keep their orders.",
        "自軍の積み木が通過中に発見されたか、流氷に阻まれました。まだ移動していない積み木、航空部隊、セクターに再命令"
        "できます。書かないものは前の命令どおりです。",
    ),
    "refuse": Text(
        "A search has succeeded against these blocks. A carrier or a CAM ship may drive the aircraft away,"
        " and a wolfpack may dive; the enemy is told which of these you use. Without an answer the search"
        " succeeds.",
        "これらの積み木への索敵が成功しました。空母やCAMで索敵機を退けたり、ウルフパックを潜航させたりできますが、"
        "その理由は敵に告げられます。何もしなければ索敵は成功のままです。",
    ),
    "strikes": Text(
        "You may shadow or attack what you have found. An attack must still locate its target with a card;"
        " for a shadowed target you draw two cards. A wolfpack that shadows cannot attack.",
        "発見した目標を追尾・攻撃できます。攻撃には目標確認カードが必要で、追尾中の目標なら2枚引けます。"
        "追尾中のウルフパックは攻撃できません。",
    ),
    "battle": Text(
        "Both sides write their orders at the same time: areas, targets, torpedoes, and when to withdraw. The"
        " battle is fought with these orders. A ship without an order still fights: it fires at the most valuable enemy"
        " in reach at which no other of your ships fires. It stays in its area or withdraws as your standing"
        " instructions say, and light ships close for torpedoes or screen ships that withdraw.",
        "両軍が同時に記入し、その指示（エリア、目標、雷撃、撤退条件）で戦闘を解決します。命令のない艦も戦います。射程内で味方が"
        "狙っていない最も価値の高い敵を砲撃し、常時指示どおりにエリアに留まるか撤退します。軽量艦は雷撃に向かうか、"
        "撤退する艦のために煙幕を張ります。",
    ),
    "air_defence": Text(
        "Decide which fighters take off and what they attack, how the ships are placed in the row, and from"
        " how many attackers on CAM ships launch. Carriers that may strike back at an attacking carrier also"
        " need their bombers named. Anything without an order follows your standing instructions.",
        "戦闘機の発進と目標、艦の並び、CAM機の発進条件を書きます。攻撃してきた空母に反撃できる空母は、その爆撃機も"
        "指定できます。書かないものは常時指示どおりです。",
    ),
    "air_strike": Text(
        "The fighters have fought, and the row of ships is revealed. Decide which units attack which stack,"
        " in which wave and with what. Units without an order attack as your standing instructions say.",
        "空中戦が終わり、目標が並びました。目標、攻撃波、兵装を書きます。書かない部隊は常時指示どおりに攻撃します。",
    ),
    "combine": Text(
        "You may combine forces in one hex. The enemy sees that blocks came together, but not what they hold.",
        "同じヘックスの部隊を統合できます。敵に見えるのは積み木の数だけです。",
    ),
    "event": Text("A random event gives you a choice.", "ランダムイベントの選択をしてください。"),
    "raid": Text(
        "Your aircraft may attack the place that the event names. The attackers may suffer losses.",
        "イベントが示す場所を航空部隊で攻撃できます。攻撃側も損害を受けることがあります。",
    ),
    "appear": Text(
        "A task force and a dummy appear on the western edge. The enemy cannot tell which is which.",
        "任務部隊とダミーが西端に現れます。敵にはどちらが本物か分かりません。",
    ),
    "bid": Text(
        "The higher number wins; the Allies win a tie. The winner pays this number of victory points, sets up"
        " last and must spend a Command Point in the first movement. If the Allies win, a convoy must sail on"
        " day 1. If both sides pass, there is no operation in this fortnight.",
        "大きい数が勝ち、同数なら連合軍が主導権を取ります。勝った側はその数のVPを支払い、後からセットアップし、最初の移動で"
        "CPを使います。連合軍が勝てば、輸送船団の1つは1日目に出港します。両軍がパスすれば、この期に作戦はありません。",
    ),
    "convoys": Text(
        "Each convoy sails with its usual escort, as far as these ships are in port, unless you name another"
        " escort, send the convoy alone, or keep it in port for this fortnight. The enemy sees at most the"
        " blocks in a port.",
        "各船団は、別の指示がなければ在港艦から通常の護衛を伴って出港します。護衛の指定、護衛なしの出港、"
        "この期の出港見送りもできます。敵に見えるのは港の積み木だけです。",
    ),
    "administration": Text(
        "Anything without an order follows your standing instructions. The enemy learns nothing about it.",
        "書かないことは常時指示どおりに行います。敵には知らされません。",
    ),
    "preparations": Text(
        "Each strength point that you call costs one victory point at once, on your own sheet, and arrives"
        " after this fortnight.",
        "呼び寄せた1CSにつき直ちに1VPを計画シートで支払い、この期の戦闘序列フェーズに到着します。",
    ),
}
"""The effects of the answers, by kind of question."""
NOBODY_CAN = Text(
    "None of your forces and aircraft can follow or attack what was found: submit no orders, or change your"
    " instructions. You are asked whenever something was found, so that being asked tells the enemy nothing.",
    "発見した目標を追尾・攻撃できる部隊はありません。命令なしで提出するか、常時指示を変更してください。"
    "発見のたびに必ず質問されるため、質問があっても敵には何も知られません。",
)
"""6.3, 7.1 The explanation of a question about attacks when no force can attack."""
NOBODY_REFUSES = Text(
    "A search has succeeded, and no block that it found holds a carrier or a CAM that can serve, or is a wolfpack:"
    " submit no orders. You are asked whenever a card leaves it open, so that being asked tells the enemy nothing; an"
    " instruction to refuse always or never spares you the question.",
    "索敵が成功しましたが、空母、使えるCAM、ウルフパックはありません。命令なしで提出してください。拒否の余地があるカード"
    "では必ず質問されるため、質問があっても敵には何も知られません。「常に拒否」か「拒否しない」を常時指示にすれば、以後は"
    "質問されません。",
)
"""6.2.2b The explanation of a question about refusing a search when no block can refuse."""


class PromptFormatter:
    """Explains questions."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return the prompt of a question, followed by the effects of its answers and facts that help to decide."""
        say = Words(self.labels, language)
        hint = AXIS_PLANS if (ask.kind, ask.seat) == ("plans", "axis") else HINTS.get(ask.kind)
        told = [hint.get(language)] if hint else []
        if isinstance(ask.form, StrikesForm) and ask.form.is_idle():
            told = [NOBODY_CAN.get(language)]  # the effects of attacks are not needed
        if isinstance(ask.form, RefusalForm) and ask.form.is_idle():
            told = [NOBODY_REFUSES.get(language)]
        if isinstance(ask.form, SetUpForm) and ask.form.pieces:
            told.append(self._forces(ask.form, say))
        if isinstance(ask.form, AirDefenceForm):
            told += _attackers(ask.form, say)
        elif isinstance(ask.form, AirStrikeForm):
            told += _row(ask.form, say)
        elif isinstance(ask.form, BattleForm):
            told += _battle(ask.form, say)
        elif isinstance(ask.form, ConvoysForm):
            told += sheets.convoys(ask.form, say)
        elif isinstance(ask.form, AdministrationForm):
            told += sheets.administration(ask.form, self.labels.box.campaign.rules, say)
        return say(" ", "").join([ask.prompt.get(language), *told])

    def _forces(self, form: SetUpForm, say: Words) -> str:
        """4.1.3 Return the side's forces in words, each on a line, with their default places."""
        places = form.placed(())
        told = (self._force(one, places[one.force], say) for one in form.pieces)
        return "\n".join([say("Your forces:", "自軍部隊："), *(f"- {line}" for line in told)])

    def _force(self, piece: Piece, place: str, say: Words) -> str:
        ships = self.labels.box.ships
        held = [
            say.name(ship) if ships[ship].is_single else f"{say.name(ship)} {strength}"
            for ship, strength in piece.holds.items()
        ]
        at = say.where(place)
        what = say(": ", "：") + say(", ", "、").join(held) if held else ""
        return say(f"{say.name(piece.force)}, {at}{what}", f"{say.name(piece.force)}・{at}{what}")


def _attackers(form: AirDefenceForm, say: Words) -> Iterator[str]:
    """7.2.1 Yield sentences on the place of an air attack, the attackers, and the attacked ships."""
    at, come = say.where(form.at), _with_strength(form.attackers, say)
    yield say(f"Over {at}: {come}.", f"{at}上空：{come}。")
    if form.ships:
        ships = _with_strength(form.ships, say)
        yield say(f"Ships there: {ships}.", f"攻撃される艦：{ships}。")


def _row(form: AirStrikeForm, say: Words) -> Iterator[str]:
    """7.2.4 Yield sentences on the row of ships, and on aircraft that can still attack them."""
    at = say.where(form.at)
    row = say(" | ", "｜").join(_with_strength(one.ships, say) for one in form.row) or say("nobody", "なし")
    if form.grounded and not form.row:
        yield say(f"At {at} no counter lies on the ground.", f"{at}の地上にカウンターはありません。")
    else:
        yield say(f"In {at}, from left to right: {row}.", f"{at}、左から右へ：{row}。")
    if not form.units:
        yield say("None of your bombers is left to attack.", "攻撃できる爆撃機は残っていません。")


def _battle(form: BattleForm, say: Words) -> Iterator[str]:
    """7.5.2 Yield sentences on the round, the attacker and the surprised side, and the visible units of both sides."""
    attacks = say(f"{say.name(form.attacker)} attack", f"{say.name(form.attacker)}の攻撃")
    yield say(f"Round {form.round}; the {attacks}.", f"第{form.round}ラウンド、{attacks}。")
    if form.surprised:
        yield say(f"The {say.name(form.surprised)} are surprised.", f"{say.name(form.surprised)}は奇襲を受けました。")
    for ours, whose in ((True, say("Your ships", "自軍")), (False, say("The enemy's", "敵軍"))):
        units = [_laid(one, say) for one in form.units if (one.side == form.side) == ours]
        yield say(f"{whose}: {'; '.join(units)}.", f"{whose}：{'；'.join(units)}。")


def _laid(unit: Laid, say: Words) -> str:
    """Return a unit with its ships, and its remaining torpedoes if they are known.

    If the side has several units of its kind, its name comes first.
    """
    held = _with_strength(unit.ships, say) or say.name(unit.name)
    if unit.ships and "." in unit.name:
        held = say(f"{say.name(unit.name)} ({held})", f"{say.name(unit.name)}（{held}）")
    torpedoes = say(f", torpedoes {unit.torpedoes}", f"・魚雷{unit.torpedoes}") if unit.torpedoes else ""
    return held + torpedoes


def _with_strength(units: Iterable[tuple[str, int]], say: Words) -> str:
    return say.marks(f"{say.name(name)} {strength}" for name, strength in units)
