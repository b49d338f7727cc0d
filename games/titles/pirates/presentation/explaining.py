"""What a seat must decide, in a few sentences: what happened, and what the answers do."""

from collections.abc import Callable, Iterable
from typing import Any

from games.kernel.forms import ChooseSome
from games.kernel.requests import Ask
from games.titles.pirates.components import Components
from games.titles.pirates.forms import KeepForm, PlanForm, PlayForm
from games.titles.pirates.legality import Prospects
from games.titles.pirates.orders import CardOrder, Intercept, Mines, Resupply, kind_of
from games.titles.pirates.passage import Passage
from games.titles.pirates.phantom.choice import PhantomChoice
from games.titles.pirates.presentation.dice import coin_text, signed
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.prizes import Stores
from games.titles.pirates.pursuit import Prey
from games.titles.pirates.reactions import Aftermath, Attack

Explainer = Callable[["Explaining", Ask[Any], Words], list[str]]


class Explaining:
    """The explanations of all questions."""

    def __init__(self, components: Components, labels: Labels) -> None:
        self.components = components
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """A paragraph; below it, for a choice among cards, a line on each of them."""
        say = Words(self.labels, language)
        explainer = EXPLAINERS.get(ask.kind)
        if explainer is None:
            return ask.prompt.get(language)
        return say(" ", "").join(explainer(self, ask, say)) + self._card_lines(ask, say)

    def summary(self, kind: str, say: Words) -> str:
        """What a kind of card does."""
        return self.components.kinds[kind].summary.get(say.language)

    def figures(self, card: str, say: Words) -> str:
        """Value and coins of a ship that nobody has yet."""
        if card in self.components.ships:
            ship = self.components.ships[card]
            attack, defence = coin_text(ship.attack), coin_text(ship.defence)
            return say(
                f"{ship.vp} points, attack {attack}, defence {defence}", f"{ship.vp}点、攻撃{attack}、防御{defence}"
            )
        merchant = self.components.merchants[card]
        defence, mine, theirs = map(coin_text, (merchant.defence, merchant.challenge, merchant.response))
        return say(
            f"{merchant.vp} points, defence {defence}, safe port {mine} against {theirs}",
            f"{merchant.vp}点、防御{defence}、安全な航路{mine}対{theirs}",
        )

    def _card_lines(self, ask: Ask[Any], say: Words) -> str:
        """One line for each kind of card among the options of a reaction or among the cards laid down."""
        if ask.kind in ("react", "aftermath", "reflag", "arrange", "exchange_information"):
            cards: Iterable[str] = (option.partition("/")[0] for option in ask.form.values())
        elif isinstance(ask.form, PlayForm):
            cards = ask.form.cards
        else:
            return ""
        kinds = dict.fromkeys(kind_of(card) for card in cards)
        return "".join(f"\n- {say.name(kind)}: {self.summary(kind, say)}" for kind in kinds)


# --- the turn


def _plan(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
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
        lines.append(say(f"{ships} may leave the island refuge.", f"{ships}は島の避難場所を出られます。"))
        lines.append(_to_partner(form.prospects.partner, say))
    lines += _stores(form.prospects, say)
    if form.prospects.partner:
        lines.append(_alliance(form.prospects.partner, say))
    return list(filter(None, lines))


def _alliance(partner: str, say: Words) -> str:
    """4.2-4.4 What does not go for the partner."""
    name = say.name(partner)
    return say(
        f"{name} is your partner: no card can be used on that fleet, for good or ill.",
        f"{name}は味方なので、その船団は敵味方どちらの効果の対象にもなりません。",
    )


def _to_partner(partner: str, say: Words) -> str:
    """4.6 The argument `to` of an order to leave."""
    if not partner:
        return ""
    name = say.name(partner)
    return say(
        f"A ship that leaves may join {name}'s fleet at once (to={partner}).",
        f"避難場所を出る艦は、直ちに{name}の船団へ渡すこともできます（to={partner}）。",
    )


def _idle(form: PlanForm, say: Words) -> list[str]:
    """A turn without cards."""
    lines = [say("You can assign no action cards this turn.", "このターンはアクションカードを割り当てられません。")]
    if form.refuges:
        names = say.names(form.refuges)
        lines.append(
            say(
                f"{names} may put to sea or stay at the island refuge.",
                f"{names}は島の避難場所を出るか、とどまるかを選べます。",
            )
        )
        lines.append(_to_partner(form.prospects.partner, say))
    return list(filter(None, lines)) + _stores(form.prospects, say)


def _stores(prospects: Prospects, say: Words) -> list[str]:
    """6.12.1 Ships that could be supplied from prizes, where there are both."""
    if not prospects.wanting or not prospects.laden:
        return []
    ships, prizes = say.names(prospects.wanting), say.names(prospects.laden)
    return [
        say(
            f"Out of supply: {ships}; {prizes} may supply one ship each, and may be exhausted and scuttled by it.",
            f"補給欠乏の{ships}は、拿捕船{prizes}から1隻につき1隻ずつ再補給できます"
            "（拿捕船は補給が尽きて自沈することがあります）。",
        )
    ]


def _reach(prospects: Prospects, say: Words) -> str:
    """Who may intercept, and against which opponents."""
    seats = say.names(seat for seat, row in prospects.merchants.items() if row)
    if not prospects.ships or not seats:
        return ""
    ships = say.labels(prospects.ships)
    return say(
        f"Ready to intercept: {ships}; within reach are the merchants of {seats}.",
        f"迎撃できる艦は{ships}、狙える商船は{seats}のものです。",
    )


def _sealed_plan(prospects: Prospects, say: Words) -> str:
    """How a plan is carried out in the sealed tempo."""
    if not prospects.sealed:
        return ""
    return say(
        "The turn then runs by itself: the cards come up in the order in which you write them."
        " `instead` names targets to fall back on, the best first; `only` says what must be so when the card comes up."
        " A card that finds no target then stays unplayed.",
        "ターンは自動で進み、カードは書いた順に公開されます。"
        "instead には代わりの目標を優先順に、only には公開の時点で満たすべき条件を書けます。"
        "その時点で目標がないカードは使われません。",
    )


def _reactions(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    """The reaction plan of the sealed tempo, and the one that stands."""
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
        lines.append(say("Now it says:", "現在の計画:"))
    told = [f"\n- {line}" for line in ask.form.describe(present, say.language, say.labelled).split("\n") if present]
    return [*lines[:-1], lines[-1] + "".join(told)]


def _play(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    form = ask.form
    if not isinstance(form, PlayForm):
        return [ask.prompt.get(say.language)]
    lines = [
        say(
            f"Of your assigned cards these still lie face down: {say.labels(form.cards)}."
            " Choose the next to reveal, and its target; without one your turn ends and they are discarded.",
            f"伏せたまま残っている割り当てカードは{say.labels(form.cards)}です。"
            "次に公開するカードと目標を選んでください。選ばなければターンは終わり、残りは捨て札になります。",
        )
    ]
    if form.prospects.attacked:
        seat = say.name(form.prospects.attacked)
        lines.append(
            say(f"All further attacks of this turn go against {seat}.", f"このターンの攻撃相手は{seat}に限られます。")
        )
    lines += _stores(form.prospects, say)
    ready = form.default()
    if ready and not isinstance(ready[0], Resupply):
        planned = _intention(ready[0], say)
        lines.append(say(f"Your plan says: {planned}.", f"計画では次は{planned}です。"))
    return lines


def _intention(order: CardOrder, say: Words) -> str:
    """What the plan would do next."""
    card = say.label(order.card)
    if isinstance(order, Intercept):
        ship, targets = say.name(order.ship), say.names(order.targets)
        return say(f"{card}, {ship} intercepts {targets}", f"{card}（{ship}が{targets}を迎撃）")
    target = order.against if isinstance(order, Mines) else order.target
    return say(f"{card} against {say.name(target)}", f"{card}（目標は{say.name(target)}）") if target else card


# --- reactions


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


def _react(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
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


def _aftermath(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
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
        _pass_line(ask, say),
    ]
    return list(filter(None, lines))


def _reflag(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
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


# --- other choices


def _passage(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Passage):
        return [ask.prompt.get(say.language)]
    prize, against = ask.context.target, say.name(ask.context.against)
    merchant = explaining.components.merchants[prize]
    name = say.name(prize)
    doubled = merchant.vp * explaining.components.numbers.score.doubled
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


def _arrange(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    cards = say.labels(ask.form.values())
    return [
        say(
            f"Intelligence shows you the next action cards, the next one first: {cards}."
            " Put them back in the order in which they shall be drawn.",
            f"情報のカードにより次のアクションカードが分かりました（先頭が次）: {cards}。"
            "引かれる順に並べて戻してください。",
        )
    ]


def _share_breakout(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    ships = say.labels(ask.form.values())
    return [
        say(
            f"{ships} have broken out. One stays in your fleet, the other joins your partner's:"
            " which do you hand over?",
            f"{ships}が包囲を突破しました。1隻は自分の船団に残り、もう1隻は味方に渡します。渡す艦を選んでください。",
        )
    ]


def _exchange_information(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    return [
        say(
            "Exchange Information: you and your partner hand each other as many cards as you like, at the same time."
            " What you keep stays hidden from your partner, and what you give from your opponents.",
            "情報交換により、あなたと味方は好きな枚数の手札を同時に渡し合います。"
            "手元に残すカードは味方に、渡すカードは敵に知られません。",
        )
    ]


def _exchange_ships(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    return [
        say(
            f"You carry {say.labels(ask.form.values())} over. Partners may exchange such ships.",
            f"{say.labels(ask.form.values())}を持ち越します。味方同士は持ち越す艦をやり取りできます。",
        ),
        say(
            "Both gifts take place, or none if either of you would then carry more ships than a player may.",
            "どちらかの持ち越せる隻数を超える場合、やり取りは行われません。",
        ),
        say(
            "Each of you is then dealt one action card less for every ship carried over in the end.",
            "その後、最終的に持ち越した1隻につき手札が1枚減ります。",
        ),
    ]


def _carry_over(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    cards = explaining.components.numbers.hand
    cleared = say("The round is over, and the table is cleared.", "ラウンドが終わり、場のカードは片付けられます。")
    if isinstance(ask.form, KeepForm):
        return [cleared, _both_sides(ask.form, say)]
    if isinstance(ask.form, ChooseSome):
        hands = {ships: count for ships, count in sorted(cards.carried_over.items()) if ships <= ask.form.most}
        dealt = say(", ", "、").join(
            say(f"{count} with {ships}", f"{ships}隻なら{count}枚") for ships, count in hands.items()
        )
        return [
            cleared,
            say(
                f"You may keep up to {ask.form.most} surviving ships for the next round, repaired, supplied and"
                f" disguised. You are dealt {cards.actions} action cards if you keep none; {dealt}.",
                f"生き残った艦を{ask.form.most}隻まで次のラウンドに持ち越せます"
                "（マーカーは除かれ、偽装状態に戻ります）。"
                f"配られる手札は、持ち越さなければ{cards.actions}枚、{dealt}です。",
            ),
        ]
    fewer = cards.carried_over[1]
    return [
        cleared,
        say(
            f"You may keep one surviving ship for the next round, repaired, supplied and disguised;"
            f" then you are dealt {fewer} action cards instead of {cards.actions}.",
            f"生き残った艦のうち1隻を次のラウンドに持ち越せます（マーカーは除かれ、偽装状態に戻ります）。"
            f"その場合、配られる手札は{cards.actions}枚ではなく{fewer}枚です。",
        ),
    ]


def _chase(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Prey):
        return [ask.prompt.get(say.language)]
    numbers = explaining.components.numbers
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


def _pursue(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Prey):
        return [ask.prompt.get(say.language)]
    ship, target = say.name(ask.context.ship), say.name(ask.context.target)
    kind = explaining.components.kinds[kind_of(ask.context.card)]
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


def _resupply(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, Stores):
        return [ask.prompt.get(say.language)]
    ship, prize = say.name(ask.context.ship), say.name(ask.context.prize)
    numbers = explaining.components.numbers
    mine, theirs = (
        coin_text(numbers.prize_supply.exhausted_challenge),
        coin_text(numbers.prize_supply.exhausted_response),
    )
    points = explaining.components.merchants[ask.context.prize].vp
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


def _wishes(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    """What is dealt, how wishes are weighed, and the figures of all ships to wish for."""
    lines = [
        say(
            "The fleets of the first round are equal: everybody gets one cruiser, two raiders, and one merchant of each"
            " value.",
            "第1ラウンドの船団は均等です。各プレイヤーに巡洋艦1隻、通商破壊艦2隻、各得点の商船1隻ずつが配られます。",
        ),
        say(
            "From the list below name the ships you wish for, the best first. Everybody's wishes are opened"
            " together; where several want the same ship, dice decide, and the others take their next wish. What you do"
            " not name may be dealt to you blindly.",
            "下の一覧から、希望する船を望む順に挙げてください。"
            "希望は全員同時に公開され、重なればダイスで決め、外れた人は次の希望に進みます。"
            "希望がなければ無作為に配られます。",
        ),
    ]
    rows: dict[str, list[str]] = {}
    for card in ask.form.values():
        rows.setdefault(explaining.figures(card, say), []).append(say.name(card))
    ships = (f"\n- {say(', ', '、').join(names)}: {figures}" for figures, names in rows.items())
    return [*lines[:-1], lines[-1] + "".join(ships)]


def _both_sides(form: KeepForm, say: Words) -> str:
    """5.2.4 The live player decides for the phantom too."""
    return say(
        f"You decide for both sides: up to {form.each} surviving ship(s) of your own fleet and up to {form.each} of the"
        " phantom's stay for the next round, repaired, supplied and disguised. Each costs its side an action card.",
        f"両方の陣営について決めてください。自軍とファントムそれぞれ{form.each}隻まで次のラウンドに持ち越せます"
        "（マーカーは除かれ、偽装状態に戻ります）。1隻につきその陣営の手札が1枚減ります。",
    )


def _phantom_target(explaining: Explaining, ask: Ask[Any], say: Words) -> list[str]:
    if not isinstance(ask.context, PhantomChoice):
        return [ask.prompt.get(say.language)]
    action = say.name(ask.context.action)
    if ask.context.role == "ship":
        which = say("Which of its ships shall do it?", "どの艦に実行させますか?")
    else:
        which = say("Which ship shall it be?", "どの船を選びますか?")
    return [
        say(f"The phantom's card says: {action}.", f"ファントムのカードの指示は「{action}」です。"),
        say("You choose in its place, for its good.", "ファントムの立場で、最も望ましいものを選んでください。"),
        which,
    ]


EXPLAINERS: dict[str, Explainer] = {
    "plan": _plan,
    "reactions": _reactions,
    "play": _play,
    "react": _react,
    "aftermath": _aftermath,
    "reflag": _reflag,
    "passage": _passage,
    "chase": _chase,
    "pursue": _pursue,
    "resupply": _resupply,
    "arrange": _arrange,
    "share_breakout": _share_breakout,
    "exchange_information": _exchange_information,
    "carry_over": _carry_over,
    "wishes": _wishes,
    "exchange_ships": _exchange_ships,
    "phantom_target": _phantom_target,
}
