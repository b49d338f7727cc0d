"""The table as text, with the contents of the picture, no wider than a terminal or an e-mail."""

from collections.abc import Iterator

from games.kernel.events import UMPIRE
from games.kernel.standing_orders import Rule
from games.orders.rule_plan import describe_rule
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.agreements import agreed
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.lines import (
    headline,
    in_reading_order,
    report_line,
    use_line,
)
from games.titles.pirates.presentation.text_fleet import TextFleets
from games.titles.pirates.visibility.foreseen import foreseen_kinds
from games.titles.pirates.visibility.view import FleetView, View
from games.toolkit.text_columns import pad, page_rule, wrap

Lines = Iterator[str]


class TextBoard:
    """Draws the table as text."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box = box
        self.labels = labels

    def draw(self, view: View, language: str) -> str:
        """Return the board of a view as text."""
        page = _Page(self.box, view, Words(self.labels, language))
        return "\n".join(page.lines()) + "\n"


class _Page:
    """Writes one text board, for a view and a language."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say
        self.fleets = TextFleets(box, view, say)

    def lines(self) -> Lines:
        """Yield the title, the decks, the other fleets, the reader's own fleet and cards, and the reader's reports."""
        yield from self._head()
        for fleet in in_reading_order(self.view):
            yield ""
            yield from self.fleets.lines(fleet)
        for fleet in self.view.fleets:
            if fleet.hand:
                yield ""
                yield from self._hand(fleet)
        if self.view.assigned:
            yield ""
            yield from self._assigned()
        for fleet in self.view.fleets:
            if fleet.reaction_plan is not None:
                yield ""
                yield from self._reaction_plan(fleet, fleet.reaction_plan)
        if self.view.reports:
            yield ""
            yield from self._reports()
        if self.view.seat == UMPIRE:
            yield ""
            yield from self._umpire()

    # --- the table

    def _head(self) -> Lines:
        say, view = self.say, self.view
        yield page_rule(headline(view, say))
        top = say.names(view.discards_top)
        shown = say(" (top: {top})", "（上から {top}）", top=top) if top else ""
        if view.phantom is not None:  # 5.3.1
            shown = say(", face down", "（裏向き）")
        yield from wrap(
            say(
                "Action deck {deck} | discards {discards}{shown} | set aside unseen {removed}",
                "山札 {deck}枚 | 捨て札 {discards}枚{shown} | 除外 {removed}枚",
                deck=view.deck,
                discards=view.discards,
                shown=shown,
                removed=view.removed,
            ),
            "",
            "  ",
        )
        yield say(
            "Ship decks: German {german_deck}, merchants {merchant_deck}",
            "船の山札：ドイツ艦 {german_deck}枚、商船 {merchant_deck}枚",
            german_deck=view.german_deck,
            merchant_deck=view.merchant_deck,
        )
        yield from self._agreed()
        yield from self._phantom()
        yield from self._turn()

    def _agreed(self) -> Lines:
        """6.0 Yield the options in force, and the cards that are out of the game by them or by 5.2."""
        say, view = self.say, self.view
        if view.options.tempo == "sealed":
            yield say("Sealed tempo: plan and reactions are given at once.", "計画とリアクションを同時に提出する。")
        if options := list(agreed(view.options, say.language)):
            yield from wrap(say("Agreed: ", "取り決め：") + say("; ", "、").join(options), "", "  ")
        for rule_, cards in absent(self.box, view.left_out, say):
            yield from wrap(
                say("Out of the game ({rule}): ", "使用しないカード（{rule}）：", rule=rule_) + cards, "", "  "
            )

    def _phantom(self) -> Lines:
        """Yield the solitaire deck: how many cards it holds, which were drawn, and the restrictions on the phantom."""
        say, phantom = self.say, self.view.phantom
        if phantom is None:
            return
        drawn = say.join([card.rpartition("_")[2] for card in phantom.used])
        shown = (
            say(", drawn since the shuffle: no. {drawn}", "、切り直してから引かれた番号 {drawn}", drawn=drawn)
            if drawn
            else ""
        )
        yield from wrap(
            say("Solitaire deck {deck}{shown}", "ソリティアの山札 {deck}枚{shown}", deck=phantom.deck, shown=shown),
            "",
            "  ",
        )
        if phantom.scouted:
            yield say(
                "Recon Aircraft: the phantom's next turn is a single card.",
                "偵察機：ファントムの次のターンはカード1枚だけ。",
            )

    def _turn(self) -> Lines:
        """Yield the events of the turn so far."""
        say, view = self.say, self.view
        if view.attacked or view.other:
            attacked, other = say.name(view.attacked), say.name(view.other)
            parts = (
                [say("attacks go against {attacked}", "攻撃相手 {attacked}", attacked=attacked)]
                if view.attacked
                else []
            )
            parts += (
                [say("other cards against {other}", "その他のカードの相手 {other}", other=other)] if view.other else []
            )
            yield say("This turn: ", "このターン：") + say("; ", "、").join(parts)
        rows = ((say("Ships used", "行動済み"), view.engaged), (say("Intercepted", "被迎撃"), view.intercepted))
        for name, cards in rows:
            if cards:
                yield from wrap(f"{name}: {say.names(cards)}", "", "  ")
        if view.played:
            yield from wrap(say("Played: ", "使用済み：") + say.names(view.played), "", "  ")
        for seat, cards in view.reactions.items():
            yield from wrap(
                say("Reactions of {seat}: ", "{seat}のリアクション：", seat=say.name(seat)) + say.names(cards),
                "",
                "  ",
            )

    # --- cards

    def _hand(self, fleet: FleetView) -> Lines:
        say = self.say
        own = fleet.seat == self.view.seat
        title = (
            say("Your hand", "あなたの手札")
            if own
            else say("Hand of {seat}", "{seat}の手札", seat=say.name(fleet.seat))
        )
        yield page_rule(f"{title} ({len(fleet.hand)})", "-")
        for card in fleet.hand:
            yield from self._card(card, own)

    def _card(self, card: str, with_text: bool) -> Lines:
        """Yield lines with both uses of an action card: its dice for an intercept, and with `with_text` its text."""
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
        """Yield lines with the cards laid face down, if the view shows them."""
        say = self.say
        own = say(
            "Your assigned cards, face down for the others", "あなたが割り当てたカード（他のプレイヤーには裏向き）"
        )
        yield page_rule(own if self.view.seat != UMPIRE else say("Assigned cards", "割り当てられたカード"), "-")
        for assigned in self.view.assigned:
            yield from wrap(f"{say.label(assigned.card)}: {use_line(assigned, say)}", "", "    ")
        if self.view.as_planned:
            yield say("They are played as planned.", "計画どおりに自動で実行されます。")

    def _reaction_plan(self, fleet: FleetView, plan: list[Rule]) -> Lines:
        """Yield lines with the rules of a seat's reaction plan (sealed tempo)."""
        say, seat = self.say, self.say.name(fleet.seat)
        own = fleet.seat == self.view.seat
        title = say("Your reaction plan", "あなたのリアクション計画")
        yield page_rule(title if own else say("Reaction plan of {seat}", "{seat}のリアクション計画", seat=seat), "-")
        if not plan:
            yield say("No rules: no reaction is played.", "ルールなし（リアクションは使わない）。")
        kinds = {kind.kind: kind for kind in foreseen_kinds(self.box)}
        for number, order in enumerate(plan, start=1):
            line = describe_rule(kinds[order.kind], order, say.language, say.labelled)
            yield from wrap(f"{number}. {line}", "", "    ")

    def _reports(self) -> Lines:
        say = self.say
        yield page_rule(say("What you know of hidden cards", "あなたが知っている伏せたカード"), "-")
        for report in self.view.reports:
            yield from wrap(report_line(report, say), "", "  ")

    def _umpire(self) -> Lines:
        say = self.say
        yield page_rule(say("For the umpire", "審判用"), "-")
        yield from wrap(say("Deck, top first: ", "山札（上から）：") + say.label_list(self.view.deck_order), "", "  ")
        yield from wrap(say("Set aside: ", "除外：") + say.label_list(self.view.removed_cards), "", "  ")
        if self.view.solitaire_order:
            order = say.label_list(self.view.solitaire_order)
            yield from wrap(say("Solitaire deck, top first: ", "ソリティアの山札（上から）：") + order, "", "  ")
