"""3.1-3.3 The explanations of questions in a player's own turn."""

from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.orders.forms import PlanForm, PlayForm
from games.titles.pirates.orders.legality import Prospects
from games.titles.pirates.orders.orders import CardOrder, Intercept, Leave, Mines, Resupply
from games.titles.pirates.presentation.figures import Explainer, Figures
from games.titles.pirates.presentation.labels import Words


def _plan(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    form = ask.form
    if not isinstance(form, PlanForm):
        return [ask.prompt.get(say.language)]
    if not form.hand:
        return _idle(form, say)
    lines = [
        say(
            "Your turn: assign the action cards that you mean to use, face down."
            " The others see where they lie and which way round, not what they are.",
            "あなたのターンです。使うアクションカードを裏向きで割り当ててください。"
            "他のプレイヤーに見えるのは置き場所と向きだけで、内容は見えません。",
        ),
        say(
            "A card sideways on a ship makes her intercept merchants, sideways before the fleet it is a British"
            " intercept, upright it is played for its text; supports go with another card.",
            "艦の上に横向きなら商船の迎撃、船団の前に横向きならイギリス軍の迎撃、縦向きなら本文のアクションです。"
            "補助カードはほかのカードに添えます。",
        ),
        _reach(form.prospects, say),
        _sealed_plan(form.prospects, say),
    ]
    if form.refuges:
        ships = say.names(form.refuges)
        lines.append(say("{ships} may leave the island refuge.", "{ships}は島の避難場所を出られます。", ships=ships))
        lines.append(_to_partner(form.prospects.partner, say))
    lines += _stores(form.prospects, say)
    if form.prospects.partner:
        lines.append(_alliance(form.prospects.partner, say))
    return list(filter(None, lines))


def _alliance(partner: str, say: Words) -> str:
    """4.2-4.4 Return a sentence about what cards may not do to the partner's fleet."""
    name = say.name(partner)
    return say(
        "{name} is your partner: no card can be used on that fleet, for good or ill.",
        "{name}は味方なので、その船団は敵味方どちらの効果の対象にもなりません。",
        name=name,
    )


def _to_partner(partner: str, say: Words) -> str:
    """4.6 Return a sentence that says to which fleet a ship goes that leaves its refuge."""
    if not partner:
        return ""
    name = say.name(partner)
    return say(
        "A ship that leaves joins {name}'s fleet at once.",
        "避難場所を出る艦は、直ちに{name}の船団に加わります。",
        name=name,
    )


def _idle(form: PlanForm, say: Words) -> list[str]:
    """Return sentences about the plan of a turn in which no cards can be used."""
    lines = [say("You can assign no action cards this turn.", "このターンはアクションカードを割り当てられません。")]
    if form.refuges:
        names = say.names(form.refuges)
        lines.append(
            say(
                "{names} may put to sea or stay at the island refuge.",
                "{names}は島の避難場所を出るか、とどまるかを選べます。",
                names=names,
            )
        )
        lines.append(_to_partner(form.prospects.partner, say))
    return list(filter(None, lines)) + _stores(form.prospects, say)


def _stores(prospects: Prospects, say: Words) -> list[str]:
    """6.12.1 Return a sentence about ships out of supply and prizes that can supply them, if there are both."""
    if not prospects.wanting or not prospects.laden:
        return []
    ships, prizes = say.names(prospects.wanting), say.names(prospects.laden)
    return [
        say(
            "Out of supply: {ships}; {prizes} may supply one ship each, and may be exhausted and scuttled by it.",
            "補給欠乏の{ships}は、拿捕船{prizes}から1隻につき1隻ずつ再補給できます"
            "（拿捕船は補給が尽きて自沈することがあります）。",
            ships=ships,
            prizes=prizes,
        )
    ]


def _reach(prospects: Prospects, say: Words) -> str:
    """Return a sentence about the ships that may intercept, and the opponents that they may attack."""
    seats = say.names(seat for seat, row in prospects.merchants.items() if row)
    if not prospects.ships or not seats:
        return ""
    ships = say.label_list(prospects.ships)
    return say(
        "Ready to intercept: {ships}; within reach are the merchants of {seats}.",
        "迎撃できる艦は{ships}、狙える商船は{seats}のものです。",
        ships=ships,
        seats=seats,
    )


def _sealed_plan(prospects: Prospects, say: Words) -> str:
    """Return a sentence that says how a plan is carried out in the sealed tempo."""
    if not prospects.sealed:
        return ""
    return say(
        "The turn then runs automatically: the cards come up in the order in which you write them. “instead” "
        "names targets to fall back on, the best first; “only” says what must be so when the card comes up. A "
        "card that finds no target then stays unplayed.",
        "ターンは自動で進み、カードは書いた順に公開されます。"
        "instead には代わりの目標を優先順に、only には公開の時点で満たすべき条件を書けます。"
        "その時点で目標がないカードは使われません。",
    )


def _reactions(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    """Return sentences that explain the reaction plan of the sealed tempo and list the plan in force."""
    lines = [
        say(
            "Another player's turn begins, and it runs through without asking you."
            " Say now how you answer attacks: for each question the first rule counts whose conditions hold"
            " and whose card you hold; without one you pass.",
            "他のプレイヤーのターンが始まり、途中であなたに質問せずに進みます。"
            "攻撃への対応を決めておいてください。質問ごとに、条件が当てはまりカードが手札にある最初のルールに従い、"
            "なければ何も使いません。",
        ),
        say(
            "The plan holds in later turns too, until you change it.",
            "計画は変更するまで以後のターンでも有効です。",
        ),
    ]
    present = ask.form.default()
    if present:
        lines.append(say("Now it says:", "現在の計画："))
    told = [f"\n- {line}" for line in ask.form.describe(present, say.language, say.labelled).split("\n") if present]
    return [*lines[:-1], lines[-1] + "".join(told)]


def _play(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    form = ask.form
    if not isinstance(form, PlayForm):
        return [ask.prompt.get(say.language)]
    lines = [_face_down(form, say) if form.cards else _all_played(say)]
    if form.prospects.attacked:
        seat = say.name(form.prospects.attacked)
        lines.append(
            say(
                "All further attacks of this turn go against {seat}.",
                "このターンの攻撃相手は{seat}に限られます。",
                seat=seat,
            )
        )
    if form.refuges:
        lines.append(_at_anchor(form, say))
    lines += _stores(form.prospects, say)
    ready = form.default()
    if ready and not isinstance(ready[0], Leave | Resupply):
        planned = _intention(ready[0], say)
        lines.append(say("Your plan says: {planned}.", "計画では次は{planned}です。", planned=planned))
    return lines


def _face_down(form: PlayForm, say: Words) -> str:
    return say(
        "Of your assigned cards these still lie face down: {cards}."
        " Choose the next to reveal, and its target; without one your turn ends and they are discarded.",
        "伏せたまま残っている割り当てカードは{cards}です。"
        "次に公開するカードと目標を選んでください。選ばなければターンは終わり、残りは捨て札になります。",
        cards=say.label_list(form.cards),
    )


def _all_played(say: Words) -> str:
    return say(
        "All your cards are played. A ship may still leave her refuge or take stores; without an order your turn ends.",
        "カードはすべて使いました。避難場所からの出港や再補給を命じなければ、ターンは終わります。",
    )


def _at_anchor(form: PlayForm, say: Words) -> str:
    """3.3.20.4 Return a sentence about the ships that may leave their refuge before any card of the turn."""
    ships = say.names(form.refuges)
    joins = _to_partner(form.prospects.partner, say)
    return say(
        "{ships} may leave refuge now. {joins}", "{ships}は今、避難場所を出られます。{joins}", ships=ships, joins=joins
    ).strip()


def _intention(order: CardOrder, say: Words) -> str:
    """Return a sentence about the next order of the plan."""
    card = say.label(order.card)
    if isinstance(order, Intercept):
        ship, targets = say.name(order.ship), say.names(order.targets)
        return say(
            "{card}, {ship} intercepts {targets}",
            "{card}（{ship}が{targets}を迎撃）",
            card=card,
            ship=ship,
            targets=targets,
        )
    target = order.against if isinstance(order, Mines) else order.target
    return (
        say("{card} against {target}", "{card}（目標は{target}）", card=card, target=say.name(target))
        if target
        else card
    )


def _arrange(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    cards = say.label_list(ask.form.values())
    return [
        say(
            "Intelligence shows you the next action cards, the next one first: {cards}."
            " Put them back in the order in which they shall be drawn.",
            "情報のカードにより次のアクションカードが分かりました（先頭が次）：{cards}。"
            "引かれる順に並べて戻してください。",
            cards=cards,
        )
    ]


def _share_breakout(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    ships = say.label_list(ask.form.values())
    return [
        say(
            "{ships} have broken out. One stays in your fleet, the other joins your partner's: which do you hand over?",
            "{ships}が包囲を突破しました。1隻は自分の船団に残り、もう1隻は味方に渡します。渡す艦を選んでください。",
            ships=ships,
        )
    ]


def _exchange_information(figures: Figures, ask: Ask[Any], say: Words) -> list[str]:
    return [
        say(
            "Exchange Information: you and your partner hand each other as many cards as you like, at the same time."
            " What you keep stays hidden from your partner, and what you give from your opponents.",
            "情報交換により、あなたと味方は好きな枚数の手札を同時に渡し合います。"
            "手元に残すカードは味方に、渡すカードは敵に知られません。",
        )
    ]


EXPLAINERS: dict[str, Explainer] = {
    "plan": _plan,
    "reactions": _reactions,
    "play": _play,
    "arrange": _arrange,
    "share_breakout": _share_breakout,
    "exchange_information": _exchange_information,
}
