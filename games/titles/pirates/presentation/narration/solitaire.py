"""5.0 The lines of text for events of the phantom's draws and actions."""

from typing import Any

from games.kernel.events import Event
from games.kernel.text import Text
from games.titles.pirates.orders.legality import FOR_OWN
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import card_count
from games.titles.pirates.state.events import solitaire as told


def entry_line(event: told.SolitaireDrawn, say: Words) -> str:
    """Return an entry of a phantom's card as text.

    Examples: "Interrogate, highest value", "British interception d10+d6", "Breakout (ends the turn)".
    """
    parts = say.name(event.entry)
    if event.coin:
        parts += f" {coin_text(event.coin)}"
    if event.aim:
        parts += AIMS[event.aim].get(say.language)
    return parts + (say(" (ends the turn)", "（ターン終了）") if event.ends_turn else "")


AIMS = {
    "low": Text(", lowest value", "（最低得点）"),
    "high": Text(", highest value", "（最高得点）"),
    "random": Text(", at random", "（ランダム）"),
}


DRAWN = {
    "attack": Text(
        "The phantom draws {card}, red die {die}: {entry}.", "ファントムが{card}を引く。赤ダイス{die}：{entry}。"
    ),
    "deceived": Text(
        "Deceived, the phantom draws {card}, red die {die}: {entry}.",
        "欺瞞工作を受けたファントムが{card}を引く。赤ダイス{die}：{entry}。",
    ),
    "defence": Text(
        "The phantom's answer: {card}, red die {die}: {entry}.", "ファントムの対応：{card}、赤ダイス{die}：{entry}。"
    ),
    "special": Text("A special action? {card}: {entry}.", "スペシャルアクションの確認：{card}、{entry}。"),
    "reflag": Text(
        "May the phantom disguise a ship again? {card}: {entry}.", "ファントムは船を偽装し直せるか：{card}、{entry}。"
    ),
}


NOTHING = {
    "defence": Text("no response", "リアクションなし"),
    "special": Text("blank", "空欄"),
    "reflag": Text("blank", "空欄"),
}


def _solitaire_drawn(figures: Figures, event: told.SolitaireDrawn, say: Words) -> str:
    entry = entry_line(event, say) if event.entry else NOTHING[event.purpose].get(say.language)
    return DRAWN[event.purpose].get(say.language).format(card=say.name(event.card), die=event.die, entry=entry)


def _phantom_acted(figures: Figures, event: told.PhantomActed, say: Words) -> str:
    ship, targets, supports = say.name(event.ship), say.names(event.targets), say.names(event.supports)
    action = say.name(event.action)
    more = say(", with {supports}", "（{supports}を併用）", supports=supports) if supports else ""
    if event.action in ("warship_intercept", "raider_intercept"):
        return say(
            "The phantom's {ship} intercepts {targets}{more}.",
            "ファントムの{ship}が{targets}を迎撃{more}。",
            ship=ship,
            targets=targets,
            more=more,
        )
    if ship:
        return say(
            "The phantom's {ship}: {action} against {targets}{more}.",
            "ファントムの{ship}：{action}、目標は{targets}{more}。",
            ship=ship,
            action=action,
            targets=targets,
            more=more,
        )
    both = {"action": action, "targets": targets}
    if not targets:
        return say("The phantom: {action}.", "ファントム：{action}。", action=action)
    if event.action in FOR_OWN:
        return say("The phantom: {action} for {targets}.", "ファントム：{action}、対象は{targets}。", **both)
    return say("The phantom: {action} against {targets}.", "ファントム：{action}、目標は{targets}。", **both)


IGNORED = {
    "impossible": Text("{action} cannot be done now and is ignored.", "{action}は今は実行できず、無視される。"),
    "repeated": Text(
        "{action} came a second time: it counts once, and no more is drawn.",
        "{action}が重複した。効果は1回分で、これ以上は引かない。",
    ),
    "no_fit": Text(
        "{action} does not fit this attack: no response.", "{action}はこの攻撃に適応しない。リアクションなし。"
    ),
}


def _phantom_ignored(figures: Figures, event: told.PhantomIgnored, say: Words) -> str:
    return IGNORED[event.reason].get(say.language).format(action=say.name(event.action))


ENDED = {
    "no_action": Text("The phantom's turn ends without action.", "行動なし。ファントムのターンは終わる。"),
    "impossible": Text(
        "A second entry that cannot be done ends the phantom's turn.",
        "2の項目が実行できないため、ファントムのターンは終わる。",
    ),
    "ends_turn": Text(
        "The phantom's turn ends: the entry said so (ET).", "「ET」の指示により、ファントムのターンは終わる。"
    ),
    "scouted": Text(
        "After Recon Aircraft the phantom has this one card: its turn ends.",
        "偵察機の効果によりこの1枚だけで、ファントムのターンは終わる。",
    ),
    "deceived": Text(
        "Deceived, the phantom has this one card: its turn ends.",
        "欺瞞工作の効果によりこの1枚だけで、ファントムのターンは終わる。",
    ),
}


def _phantom_turn_ended(figures: Figures, event: told.PhantomTurnEnded, say: Words) -> str:
    return ENDED[event.reason].get(say.language)


def _cards_buried(figures: Figures, event: told.CardsBuried, say: Words) -> str:
    seat, by, cards = say.name(event.seat), say.name(event.by), say.label_list(event.cards)
    shown = say(": ", "：") + cards if cards else ""
    return say(
        "{by} puts {count} from {seat}'s hand face down on the discards{shown}.",
        "{by}が{seat}の手札から{number}枚を裏向きで捨て札にする{shown}。",
        by=by,
        count=card_count(event.count, say),
        seat=seat,
        shown=shown,
        number=event.count,
    )


def _drew_unseen(figures: Figures, event: told.DrewUnseen, say: Words) -> str:
    seat = say.name(event.seat)
    return say(
        "{seat} draws a card and lays it on the discards unseen; {left} left.",
        "{seat}が1枚引き、見ずに裏向きで捨てる。残り{left}枚。",
        seat=seat,
        left=event.left,
    )


TELLERS: dict[type[Event], Any] = {
    told.SolitaireDrawn: _solitaire_drawn,
    told.PhantomActed: _phantom_acted,
    told.PhantomIgnored: _phantom_ignored,
    told.PhantomTurnEnded: _phantom_turn_ended,
    told.CardsBuried: _cards_buried,
    told.DrewUnseen: _drew_unseen,
}
