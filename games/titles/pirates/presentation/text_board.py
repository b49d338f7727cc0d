"""The table as text: the same as the picture says, no wider than a terminal or a mail."""

from collections.abc import Callable, Iterator

from games.kernel.columns import pad, rule, wrap
from games.kernel.events import UMPIRE
from games.kernel.plans import describe_rule
from games.kernel.standing import Rule
from games.titles.pirates.components import Components
from games.titles.pirates.foresight import foreseen
from games.titles.pirates.modifiers import traits
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.agreements import agreed
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.telling import place_line
from games.titles.pirates.state import PHANTOM, Assigned, Report, Trophy, Vessel
from games.titles.pirates.view import FleetView, View

Lines = Iterator[str]

NAME, DICE, WORTH = 29, 22, 7
"""Columns of a row of ships: two blanks before the name, then the marks to the end of the line."""


class TextBoard:
    """Boards in text."""

    def __init__(self, components: Components, labels: Labels) -> None:
        self.components = components
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """The whole board for the reader of the view."""
        page = _Page(self.components, view, Words(self.labels, language))
        return "\n".join(page.lines()) + "\n"


class _Page:
    """One board being written."""

    def __init__(self, components: Components, view: View, say: Words) -> None:
        self.box, self.view, self.say = components, view, say

    def lines(self) -> Lines:
        """Title, decks, the others, the reader's own fleet and cards, and what the reader knows."""
        yield from self._head()
        for fleet in in_reading_order(self.view):
            yield ""
            yield from self._fleet(fleet)
        for fleet in self.view.fleets:
            if fleet.hand:
                yield ""
                yield from self._hand(fleet)
        if self.view.assigned:
            yield ""
            yield from self._assigned()
        for fleet in self.view.fleets:
            if fleet.plan is not None:
                yield ""
                yield from self._plan(fleet, fleet.plan)
        if self.view.reports:
            yield ""
            yield from self._reports()
        if self.view.seat == UMPIRE:
            yield ""
            yield from self._umpire()

    # --- the table

    def _head(self) -> Lines:
        say, view = self.say, self.view
        yield rule(headline(view, say))
        top = say.names(view.discards_top)
        shown = say(f" (top: {top})", f"（上から {top}）") if top else ""
        if view.phantom is not None:  # 5.3.1
            shown = say(", face down", "（裏向き）")
        yield from wrap(
            say(
                f"Action deck {view.deck} | discards {view.discards}{shown} | set aside unseen {view.removed}",
                f"山札 {view.deck}枚 | 捨て札 {view.discards}枚{shown} | 除外 {view.removed}枚",
            ),
            "",
            "  ",
        )
        yield say(
            f"Ship decks: German {view.german_deck}, merchants {view.merchant_deck}",
            f"船の山札: ドイツ艦 {view.german_deck}枚、商船 {view.merchant_deck}枚",
        )
        yield from self._agreed()
        yield from self._phantom()
        yield from self._turn()

    def _agreed(self) -> Lines:
        """6.0 What was agreed on, and which cards are out of the game by it or by 5.2."""
        say, view = self.say, self.view
        if view.options.tempo == "sealed":
            yield say("Sealed tempo: plan and reactions are given at once.", "計画とリアクションを同時に提出する。")
        if options := list(agreed(view.options, say.language)):
            yield from wrap(say("Agreed: ", "取り決め: ") + say("; ", "、").join(options), "", "  ")
        for rule_, cards in absent(self.box, view.left_out, say):
            yield from wrap(say(f"Out of the game ({rule_}): ", f"使用しないカード（{rule_}）: ") + cards, "", "  ")

    def _phantom(self) -> Lines:
        """The solitaire deck: how many cards it holds, which were drawn, and what binds the phantom."""
        say, phantom = self.say, self.view.phantom
        if phantom is None:
            return
        drawn = say.join([card.rpartition("_")[2] for card in phantom.used])
        shown = say(f", drawn since the shuffle: no. {drawn}", f"、切り直してから引かれた番号 {drawn}") if drawn else ""
        yield from wrap(
            say(f"Solitaire deck {phantom.deck}{shown}", f"ソリティアの山札 {phantom.deck}枚{shown}"), "", "  "
        )
        if phantom.scouted:
            yield say(
                "Recon Aircraft: the phantom's next turn is a single card.",
                "偵察機: ファントムの次のターンはカード1枚だけ。",
            )

    def _turn(self) -> Lines:
        """What the turn has brought so far."""
        say, view = self.say, self.view
        if view.attacked or view.other:
            attacked, other = say.name(view.attacked), say.name(view.other)
            parts = [say(f"attacks go against {attacked}", f"攻撃相手 {attacked}")] if view.attacked else []
            parts += [say(f"other cards against {other}", f"その他のカードの相手 {other}")] if view.other else []
            yield say("This turn: ", "このターン: ") + say("; ", "、").join(parts)
        rows = ((say("Ships used", "行動済み"), view.engaged), (say("Intercepted", "被迎撃"), view.intercepted))
        for name, cards in rows:
            if cards:
                yield from wrap(f"{name}: {say.names(cards)}", "", "  ")
        if view.played:
            yield from wrap(say("Played: ", "使用済み: ") + say.names(view.played), "", "  ")
        for seat, cards in view.reactions.items():
            yield from wrap(
                say(f"Reactions of {say.name(seat)}: ", f"{say.name(seat)}のリアクション: ") + say.names(cards),
                "",
                "  ",
            )

    def _fleet(self, fleet: FleetView) -> Lines:
        say = self.say
        yield rule(self._fleet_title(fleet), "-")
        if fleet.weather:
            yield self._weather(fleet.weather)
        if fleet.skipped:
            yield say("Misses the next turn (Bounding Main)", "次のターンは飛ばされる（荒れ模様）")
        dice = say("attack / defence", "攻撃 / 防御")
        port = say("defence | safe port", "防御 | 安全な航路")
        yield from self._row(say("Ships", "ドイツ艦"), dice, fleet.ships, self._ship)
        if fleet.prizes:
            yield from self._row(say("Prizes", "拿捕船"), port, fleet.prizes, self._merchant)
        yield from self._row(say("Merchants", "商船"), port, fleet.merchants, self._merchant)
        laid = [place for place in self.view.laid if self.view.active == fleet.seat]
        if laid:
            places = say.join([place_line(place, say) for place in laid])
            yield from wrap(say("Face down: ", "伏せ札: ") + places, "", "  ")
        pile = say(", ", "、").join(self._trophy(trophy) for trophy in fleet.pile)
        yield from wrap(
            say(f"Pile {fleet.pile_value}", f"得点パイル {fleet.pile_value}点") + (f": {pile}" if pile else ""),
            "",
            "  ",
        )
        yield from self._past(fleet)

    def _weather(self, card: str) -> str:
        """The card before a fleet; the phantom's is only remembered (5.4.3.6)."""
        say, name = self.say, self.say.name(card)
        if card in self.box.cards:
            return say(f"Before the fleet: {name}", f"船団の前: {name}")
        return say(f"For the next turn, by the phantom: {name}", f"次のターン、ファントムによる: {name}")

    def _fleet_title(self, fleet: FleetView) -> str:
        say = self.say
        title = say.name(fleet.seat)
        if fleet.seat == self.view.seat:
            title += say(" (you)", "（あなた）")
        if fleet.seat == PHANTOM:
            title += say(" (played by its own deck)", "（専用の山札が操作）")
        title += partner_mark(fleet, self.view, say)
        title += say(f" | hand {fleet.cards}", f" | 手札 {fleet.cards}枚")
        if fleet.seat == self.view.active and not self.view.over:
            title += say(" | active", " | 手番")
        return title

    def _past(self, fleet: FleetView) -> Lines:
        """The rounds that were scored."""
        say = self.say
        if not fleet.round_points:
            return
        rounds = say(", ", "、").join(
            say(f"round {number}: {points} RP ({victory} VP)", f"第{number}ラウンド {points}点（勝利得点{victory}）")
            for number, (points, victory) in enumerate(
                zip(fleet.round_points, fleet.victory_points, strict=False), start=1
            )
        )
        total = sum(fleet.round_points)
        yield from wrap(say(f"Round points {total}: {rounds}", f"ラウンドポイント {total}: {rounds}"), "", "  ")

    def _row(self, title: str, dice: str, vessels: list[Vessel], write: Callable[[Vessel], str]) -> Lines:
        if not vessels:
            yield f"{title}: {self.say('none', 'なし')}"
            return
        yield pad(title, NAME) + dice
        for vessel in vessels:
            yield from wrap(write(vessel), "", " " * 6)

    def _ship(self, vessel: Vessel) -> str:
        ship = self.box.ships[vessel.card]
        dice = f"{coin_text(ship.attack)} / {coin_text(ship.defence)}"
        return self._line(ship.name, dice, ship.vp, self._ship_marks(vessel))

    def _line(self, name: str, dice: str, points: int, marks: Lines) -> str:
        worth = self.say(f"{points:>2} VP", f"{points:>2}点")
        return f"  {pad(name, NAME - 2)}{pad(dice, DICE)}{pad(worth, WORTH)}{self.say.marks(marks)}"

    def _ship_marks(self, vessel: Vessel) -> Lines:
        ship, say = self.box.ships[vessel.card], self.say
        if ship.warship:
            yield say("warship", "軍艦")
        elif vessel.identified:
            yield say("IDENTIFIED", "確認済")
        else:
            yield say("disguised", "偽装中")
        yield from self._damage(vessel)
        if vessel.unsupplied:
            yield say("NO SUPPLY", "補給欠乏")
        if vessel.refuge:
            yield say("refuge", "島に避難")
        if ship.mines:
            yield say("mines", "機雷")
        yield from map(say.name, traits(ship, self.view.options))

    def _merchant(self, vessel: Vessel) -> str:
        merchant = self.box.merchants[vessel.card]
        port = self.say(
            f"{coin_text(merchant.challenge)} against {coin_text(merchant.response)}",
            f"{coin_text(merchant.challenge)} 対 {coin_text(merchant.response)}",
        )
        dice = f"{coin_text(merchant.defence)} | {port}"
        return self._line(merchant.name, dice, merchant.vp, self._merchant_marks(vessel))

    def _merchant_marks(self, vessel: Vessel) -> Lines:
        say = self.say
        if any(vessel in fleet.prizes for fleet in self.view.fleets):
            yield say("IDENTIFIED", "確認済") if vessel.identified else say("disguised", "偽装中")
        yield from self._damage(vessel)
        if self.view.options.sailing_merchants and self.box.merchants[vessel.card].sail:
            yield say.name("sail")

    def _damage(self, vessel: Vessel) -> Lines:
        """1.3, 6.8.1 Damaged, or how often."""
        times = f" x{vessel.damage}" if vessel.damage > 1 else ""
        if vessel.damage:
            yield self.say("DAMAGED", "損傷") + times

    def _trophy(self, trophy: Trophy) -> str:
        box = self.box
        times = f"x{box.numbers.score.doubled}" if trophy.doubled else ""
        return f"{self.say.name(trophy.card)} {box.value(trophy.card)}{times}"

    # --- cards

    def _hand(self, fleet: FleetView) -> Lines:
        say = self.say
        own = fleet.seat == self.view.seat
        title = (
            say("Your hand", "あなたの手札")
            if own
            else say(f"Hand of {say.name(fleet.seat)}", f"{say.name(fleet.seat)}の手札")
        )
        yield rule(f"{title} ({len(fleet.hand)})", "-")
        for card in fleet.hand:
            yield from self._card(card, own)

    def _card(self, card: str, with_text: bool) -> Lines:
        """Both uses of a card: her dice as an intercept, her text otherwise."""
        say, kind = self.say, self.box.kind_of(card)
        use = {
            "action": say("action", "アクション"),
            "reaction": say("reaction", "リアクション"),
            "support": say("support", "補助"),
            "both": say("action/reaction", "両用"),
        }[kind.category]
        dice = coin_text(kind.intercept) + (say(" night", " 夜間") if self.box.card(card).night else "")
        line = pad(say.label(card), 36) + "  " + pad(dice, 18) + "  " + use
        yield line.rstrip()
        if with_text:
            yield from wrap(kind.summary.get(say.language), "    ", "    ")

    def _assigned(self) -> Lines:
        """The faces of the cards laid down, for those who may see them."""
        say = self.say
        own = say(
            "Your assigned cards, face down for the others", "あなたが割り当てたカード（他のプレイヤーには裏向き）"
        )
        yield rule(own if self.view.seat != UMPIRE else say("Assigned cards", "割り当てられたカード"), "-")
        for assigned in self.view.assigned:
            yield from wrap(f"{say.label(assigned.card)}: {use_line(assigned, say)}", "", "    ")
        if self.view.as_planned:
            yield say("They are played as planned.", "計画どおりに自動で実行されます。")

    def _plan(self, fleet: FleetView, plan: list[Rule]) -> Lines:
        """What a seat has ordered for when it is attacked (sealed tempo)."""
        say, seat = self.say, self.say.name(fleet.seat)
        own = fleet.seat == self.view.seat
        title = say("Your reaction plan", "あなたのリアクション計画")
        yield rule(title if own else say(f"Reaction plan of {seat}", f"{seat}のリアクション計画"), "-")
        if not plan:
            yield say("No rules: no reaction is played.", "ルールなし（リアクションは使わない）。")
        kinds = {kind.kind: kind for kind in foreseen(self.box)}
        for number, order in enumerate(plan, start=1):
            line = describe_rule(kinds[order.kind], order, say.language, say.labelled)
            yield from wrap(f"{number}. {line}", "", "    ")

    def _reports(self) -> Lines:
        say = self.say
        yield rule(say("What you know of hidden cards", "あなたが知っている伏せたカード"), "-")
        for report in self.view.reports:
            yield from wrap(report_line(report, say), "", "  ")

    def _umpire(self) -> Lines:
        say = self.say
        yield rule(say("For the umpire", "審判用"), "-")
        yield from wrap(say("Deck, top first: ", "山札（上から）: ") + say.labels(self.view.deck_order), "", "  ")
        yield from wrap(say("Set aside: ", "除外: ") + say.labels(self.view.removed_cards), "", "  ")
        if self.view.solitaire_order:
            order = say.labels(self.view.solitaire_order)
            yield from wrap(say("Solitaire deck, top first: ", "ソリティアの山札（上から）: ") + order, "", "  ")


def in_reading_order(view: View) -> list[FleetView]:
    """The others clockwise from the reader's left, the reader last; for an onlooker in table order."""
    seats = [fleet.seat for fleet in view.fleets]
    if view.seat not in seats:
        return list(view.fleets)
    start = seats.index(view.seat) + 1
    return view.fleets[start:] + view.fleets[:start]


def partner_mark(fleet: FleetView, view: View, say: Words) -> str:
    """4.0 After a seat's name, whose partner it is; nothing where everybody plays for himself."""
    if not fleet.partner:
        return ""
    if fleet.partner == view.seat:
        return say(" (your partner)", "（味方）")
    name = say.name(fleet.partner)
    return say(f" (with {name})", f"（{name}と同じチーム）")


def headline(view: View, say: Words) -> str:
    """Where the game stands, in a few words."""
    if view.over:
        return say("The game is over", "ゲーム終了")
    if not view.round:
        return say("Before the first round", "開始前")
    parts = [say(f"Round {view.round}", f"ラウンド{view.round}")]
    if view.active:
        seat = say.name(view.active)
        parts.append(say(f"turn {view.turn}, {seat} to play", f"ターン{view.turn}・{seat}の番"))
        if view.extra_turn:
            parts.append(say("extra turn", "追加ターン"))
    return say(", ", "・").join(parts)


def use_line(assigned: Assigned, say: Words) -> str:
    """How its owner means to use an assigned card."""
    targets, supports = say.names(assigned.use.targets), say.names(assigned.use.supports)
    place = say.name(assigned.place)
    if assigned.place and assigned.sideways:
        text = say(f"{place} intercepts", f"{place}で迎撃")
    elif assigned.place:
        text = say(f"mines from {place}", f"{place}で機雷攻撃")
    elif assigned.sideways:
        text = say("British intercept", "イギリス軍の迎撃")
    else:
        text = say("upright, for its text", "縦向き、本文のアクション")
    instead, only = say.names(assigned.use.instead), say.names(assigned.use.only)
    text += say(f"; target {targets}", f"、目標 {targets}") if targets else ""
    text += say(f", else {instead}", f"（だめなら {instead}）") if instead else ""
    text += say(f"; only if {only}", f"、条件 {only}") if only else ""
    text += say(f"; with {supports}", f"、補助 {supports}") if supports else ""
    boarding = say.names(assigned.use.boarding)
    text += say(f"; boarding {boarding}", f"、切り込み {boarding}") if boarding else ""
    return text + (say("; stays unplayed", "、使わずに終わる") if assigned.passed else "")


def report_line(report: Report, say: Words) -> str:
    """What the reader was told in secret, and when: the cards that lay in a hand or on the deck then."""
    cards, place = say.labels(report.cards), say.name(report.place)
    if report.place == "deck":
        where = say("on top of the deck, next first", "山札の上から")
    else:
        where = say(f"in {place}'s hand", f"{place}の手札")
    return say(f"Turn {report.turn}, {where}: {cards}", f"ターン{report.turn}・{where}: {cards}")
