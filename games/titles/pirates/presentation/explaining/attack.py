"""3.2.2-3.2.7 What there is to decide when ships attack or are attacked."""

from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.orders.occasions import LATER, Aftermath, Attack, Passage, Prey, Stores
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words


def _attack_line(attack: Attack, say: Words) -> str:
    """Who attacks whom with what."""
    attacker, target = say.name(attack.attacker), say.name(attack.target)
    ship, card = say.name(attack.ship), say.name(attack.card)
    night = say(" by night", "夜間に") if attack.night else ""
    supports = say.names(attack.supports)
    more = say(f", with {supports}", f"（{supports}を併用）") if supports else ""
    lines = {
        "intercept": (
            f"{attacker}'s {ship} intercepts your merchant {target}{night}{more}.",
            f"{attacker}の{ship}があなたの商船{target}を{night}迎撃します{more}。",
        ),
        "mines": (
            f"{attacker} lays mines against all your merchants ({ship or card}){more}.",
            f"{attacker}（{ship or card}）があなたの全商船に機雷攻撃を行います{more}。",
        ),
        "torpedo": (
            f"{attacker}'s {card} fires a torpedo at your {target}{more}.",
            f"{attacker}の{card}があなたの{target}を雷撃します{more}。",
        ),
        "interned": (
            f"{attacker} plays {card} to have your {target} interned.",
            f"{attacker}が{card}であなたの{target}を中立港に拘束しようとしています。",
        ),
        "transfer_command": (
            f"{attacker} plays {card} to take command of your {target}.",
            f"{attacker}が{card}であなたの{target}の指揮権を奪おうとしています。",
        ),
    }
    british = (
        f"The Royal Navy, led by {attacker} with {card}, intercepts your {target}{night}{more}.",
        f"{attacker}の指揮するイギリス軍（{card}）があなたの{target}を{night}迎撃します{more}。",
    )
    return say(*lines.get(attack.weapon, british))


def _pass_line(ask: Ask[Any], say: Words) -> str:
    """What happens without a card; and that there is none, where there is none."""
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
            f"{attacker} has sunk your merchant {target} ({by}).",
            f"あなたの商船{target}が{attacker}（{by}）に撃沈されました。",
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
    """3.3.30.1 What it means to wait."""
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
            f"Your {ship} has been identified and is open to British intercepts.",
            f"あなたの{ship}が確認され、イギリス軍の迎撃を受けるようになりました。",
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
        say(f"Your prize {name} outlived the intercept undamaged.", f"拿捕船{name}は無傷で迎撃を生き延びました。"),
        say(
            f"She may make for a safe port: if your {mine} beats {against}'s {theirs} she scores {doubled} points at"
            " once, and a failure costs nothing.",
            f"安全な航路への脱出を試みられます。あなたの{mine}が{against}の{theirs}を上回れば直ちに{doubled}点となり、"
            "失敗しても失うものはありません。",
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
            f"{target} turns out to be a fast ship: {ship} attacks her with {signed(malus)}, or chases her without it.",
            f"{target}は高速船でした。{ship}は{signed(malus)}の修正で攻撃するか、追跡して修正を打ち消せます。",
        ),
        say(
            f"After a chase {ship} runs out of supply unless your {mine} beats their {theirs}.",
            f"追跡した場合、迎撃の後に{mine}が{theirs}を上回らなければ{ship}は補給欠乏となります。",
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
            f"{target} flees through shoal water, which ends the intercept unless {ship} pursues her.",
            f"{target}が浅瀬へ逃げ込みます。{ship}が追撃しなければ迎撃は終わります。",
        ),
        say(
            f"In pursuit both roll {mine} against {theirs}: who fails is damaged, or sinks if damaged already."
            " Then the intercept goes on.",
            f"追撃すると双方が{mine}対{theirs}をロールし、失敗した船は損傷し、すでに損傷していれば沈没します。"
            "その後、迎撃を解決します。",
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
            f"{ship} is out of supply and may take stores from her prize {prize}.",
            f"補給欠乏の{ship}は、拿捕船{prize}から再補給できます。",
        ),
        say(
            f"Then {prize} is scuttled, for {points} points, if {mine} beats {theirs};"
            f" as a prize she may bring {points * numbers.score.doubled}.",
            f"その際{mine}が{theirs}を上回ると{prize}は自沈して{points}点となります"
            f"（拿捕船のまま残れば{points * numbers.score.doubled}点）。",
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
