"""3.2.2-3.2.7 The explanations of questions when ships attack or are attacked."""

from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack, Passage, Prey, Stores
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words

_ATTACKS = {
    "intercept": (
        "{attacker}'s {ship} intercepts your merchant {target}{night}{more}.",
        "{attacker}の{ship}があなたの商船{target}を{night}迎撃します{more}。",
    ),
    "mines": (
        "{attacker} lays mines against all your merchants ({by}){more}.",
        "{attacker}（{by}）があなたの全商船に機雷攻撃を行います{more}。",
    ),
    "torpedo": (
        "{attacker}'s {card} fires a torpedo at your {target}{more}.",
        "{attacker}の{card}があなたの{target}を雷撃します{more}。",
    ),
    "interned": (
        "{attacker} plays {card} to have your {target} interned.",
        "{attacker}が{card}であなたの{target}を中立港に拘束しようとしています。",
    ),
    "transfer_command": (
        "{attacker} plays {card} to take command of your {target}.",
        "{attacker}が{card}であなたの{target}の指揮権を奪おうとしています。",
    ),
}
_BRITISH = (
    "The Royal Navy, led by {attacker} with {card}, intercepts your {target}{night}{more}.",
    "{attacker}の指揮するイギリス軍（{card}）があなたの{target}を{night}迎撃します{more}。",
)


def _attack_line(attack: Attack, say: Words) -> str:
    """Return the attacker, the target and the weapon, in a sentence."""
    attacker, target = say.name(attack.attacker), say.name(attack.target)
    ship, card = say.name(attack.ship), say.name(attack.card)
    night = say(" by night", "夜間に") if attack.night else ""
    supports = say.names(attack.supports)
    more = say(", with {supports}", "（{supports}を併用）", supports=supports) if supports else ""
    lines = _ATTACKS.get(attack.weapon, _BRITISH)
    return say(*lines, attacker=attacker, ship=ship, card=card, by=ship or card, target=target, night=night, more=more)


def _pass_line(ask: Ask[Any], say: Words) -> str:
    """Return a sentence that says what happens if the seat plays no card, or that it has no fitting card."""
    if any(True for _ in ask.form.values()):
        return ""
    return say(
        "Your hand holds no card for this, so you can only pass.",
        "手札に使えるカードがないため、見送るしかありません。",
    )


def _react(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    attack = ask.context
    lines = [
        _attack_line(attack, say) if isinstance(attack, Attack) else "",
        say(
            "You may answer with one reaction from your hand; if you pass, the dice decide.",
            "手札からリアクションカードを1枚使えます。使わなければダイスで決まります。",
        ),
        _pass_line(ask, say),
    ]
    return list(filter(None, lines))


def _aftermath(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    after = ask.context
    if not isinstance(after, Aftermath):
        return [ask.prompt.get(say.language)]
    attacker, target = say.name(after.attacker), say.name(after.target)
    by = say.name(after.ship or after.card)
    lines = [
        say(
            "{attacker} has sunk your merchant {target} ({by}).",
            "あなたの商船{target}が{attacker}（{by}）に撃沈されました。",
            attacker=attacker,
            target=target,
            by=by,
        ),
        say(
            "You may play one reaction to the sinking, or pass.",
            "撃沈に対するリアクションカードを1枚使うか、見送るかを選んでください。",
        ),
        _later_line(ask, say),
        _pass_line(ask, say),
    ]
    return list(filter(None, lines))


def _later_line(ask: Ask[Any], say: Words) -> str:
    """3.3.30.1 Return a sentence about the answer that keeps Recalled for later; empty if that is no option."""
    if LATER not in ask.form.values():
        return ""
    return say(
        "Recalled can be played at any time until the turn ends: to be asked again after what comes next, say later,"
        " whether you hold it or not.",
        "帰還命令はこのターンの間いつでも使えます。後で改めて尋ねてほしい場合は「後で」を選んでください"
        "（カードを持っていなくても選べます）。",
    )


def _reflag(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Attack):
        return [ask.prompt.get(say.language)]
    ship = say.name(ask.context.target)
    lines = [
        say(
            "Your {ship} has been identified and is open to British intercepts.",
            "あなたの{ship}が確認され、イギリス軍の迎撃を受けるようになりました。",
            ship=ship,
        ),
        say(
            "With Reflag you may disguise her again at once.",
            "国籍変更のカードを使えば、直ちに偽装し直せます。",
        ),
        _pass_line(ask, say),
    ]
    return list(filter(None, lines))


def _passage(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Passage):
        return [ask.prompt.get(say.language)]
    prize, against = ask.context.target, say.name(ask.context.against)
    merchant = figures.box.merchants[prize]
    name = say.name(prize)
    doubled = merchant.vp * figures.box.numbers.score.doubled
    mine, theirs = coin_text(merchant.challenge), coin_text(merchant.response)
    return [
        say(
            "Your prize {name} outlived the intercept undamaged.",
            "拿捕船{name}は無傷で迎撃を生き延びました。",
            name=name,
        ),
        say(
            "She may make for a safe port: if your {mine} beats {against}'s {theirs} she scores {doubled} points at"
            " once, and a failure costs nothing.",
            "安全な航路への脱出を試みられます。あなたの{mine}が{against}の{theirs}を上回れば直ちに{doubled}点となり、"
            "失敗しても失うものはありません。",
            mine=mine,
            against=against,
            theirs=theirs,
            doubled=doubled,
        ),
        say(
            "If she stays and lives through the round, she counts the same.",
            "とどまってラウンドを生き残っても、得点は同じです。",
        ),
    ]


def _chase(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Prey):
        return [ask.prompt.get(say.language)]
    numbers = figures.box.numbers
    ship, target, malus = say.name(ask.context.ship), say.name(ask.context.target), numbers.cards.fast_ship
    mine, theirs = coin_text(numbers.fast.chase_challenge), coin_text(numbers.fast.chase_response)
    return [
        say(
            "{target} turns out to be a fast ship: {ship} attacks her with {signed}, or chases her without it.",
            "{target}は高速船でした。{ship}は{signed}の修正で攻撃するか、追跡して修正を打ち消せます。",
            target=target,
            ship=ship,
            signed=signed(malus),
        ),
        say(
            "After a chase {ship} runs out of supply unless your {mine} beats their {theirs}.",
            "追跡した場合、迎撃の後に{mine}が{theirs}を上回らなければ{ship}は補給欠乏となります。",
            ship=ship,
            mine=mine,
            theirs=theirs,
        ),
    ]


def _pursue(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Prey):
        return [ask.prompt.get(say.language)]
    ship, target = say.name(ask.context.ship), say.name(ask.context.target)
    kind = figures.box.kinds[kind_of(ask.context.card)]
    mine, theirs = coin_text(kind.challenge), coin_text(kind.response)
    return [
        say(
            "{target} flees through shoal water, which ends the intercept unless {ship} pursues her.",
            "{target}が浅瀬へ逃げ込みます。{ship}が追撃しなければ迎撃は終わります。",
            target=target,
            ship=ship,
        ),
        say(
            "In pursuit both roll {mine} against {theirs}: who fails is damaged, or sinks if damaged already."
            " Then the intercept goes on.",
            "追撃すると双方が{mine}対{theirs}をロールし、失敗した船は損傷し、すでに損傷していれば沈没します。"
            "その後、迎撃を解決します。",
            mine=mine,
            theirs=theirs,
        ),
    ]


def _resupply(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Stores):
        return [ask.prompt.get(say.language)]
    ship, prize = say.name(ask.context.ship), say.name(ask.context.prize)
    numbers = figures.box.numbers
    mine, theirs = (
        coin_text(numbers.prize_supply.exhausted_challenge),
        coin_text(numbers.prize_supply.exhausted_response),
    )
    points = figures.box.merchants[ask.context.prize].vp
    return [
        say(
            "{ship} is out of supply and may take stores from her prize {prize}.",
            "補給欠乏の{ship}は、拿捕船{prize}から再補給できます。",
            ship=ship,
            prize=prize,
        ),
        say(
            "Then {prize} is scuttled, for {points} points, if {mine} beats {theirs};"
            " as a prize she may bring {points2}.",
            "その際{mine}が{theirs}を上回ると{prize}は自沈して{points}点となります（拿捕船のまま残れば{points2}点）。",
            prize=prize,
            points=points,
            mine=mine,
            theirs=theirs,
            points2=points * numbers.score.doubled,
        ),
    ]


EXPLAINERS: dict[str, Explainer] = {
    "react": _react,
    "aftermath": _aftermath,
    "reflag": _reflag,
    "passage": _passage,
    "chase": _chase,
    "pursue": _pursue,
    "resupply": _resupply,
}
