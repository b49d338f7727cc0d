"""The complete picture: a chart with the state of the decks, the other fleets, the reader's own fleet, and a legend."""

from collections.abc import Iterator

from games.kernel.hotspots import BoardHotspots, RenderedBoard
from games.kernel.picture import Area, Layer, Picture
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.absent import absent
from games.titles.pirates.presentation.agreements import agreed
from games.titles.pirates.presentation.board.cards import MINI_WIDTH, Cards, frames
from games.titles.pirates.presentation.board.colours import COLOURS
from games.titles.pirates.presentation.board.fleets import LEFT, WIDTH, FleetPanel
from games.titles.pirates.presentation.board.ink import (
    BRASS,
    FAINT,
    GRATICULE,
    INK,
    KINDS,
    PAPER,
    RED,
    SEA,
    SEATS,
    STEEL,
    Ink,
)
from games.titles.pirates.presentation.board.night import styles
from games.titles.pirates.presentation.board.symbols import definitions
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import headline, in_reading_order, partner_mark, report_line
from games.titles.pirates.state.modifiers import traits
from games.titles.pirates.visibility.view import PhantomView, View
from games.toolkit.svg import number
from games.toolkit.text_metrics import text_width, wrap

PAGE = 600.0
"""The width of the picture."""
SPACE = 9.0
"""The distance between panels."""
SYMBOLS = definitions(frames())


class Page:
    """One picture that is being drawn, from the top to the bottom."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say
        self.ink = Ink()
        self.panels: list[FleetPanel] = []

    def drawn(self) -> RenderedBoard:
        """Return the picture with the hotspots of the fleets and their cards."""
        picture = self._draw()
        spots = BoardHotspots(
            size=(picture.width, picture.height),
            regions=tuple(pane for panel in self.panels for pane in panel.panes),
            hotspots=tuple(spot for panel in self.panels for spot in panel.spots),
        )
        return RenderedBoard(picture, spots)

    def _draw(self) -> Picture:
        """Draw all parts of the page, from the top to the bottom, and return the picture."""
        y = self._head(12)
        for fleet in in_reading_order(self.view):
            self.panels.append(FleetPanel(self.box, self.say, self.view, fleet, self.ink))
            y = self.panels[-1].draw(y + SPACE)
        if self.view.reports:
            y = self._reports(y + SPACE)
        y = self._agreements(y + SPACE)
        y = self._legend(y)
        return self._sheet(y + 14)

    # --- the chart

    def _sheet(self, height: float) -> Picture:
        """Return the picture: everything drawn so far on an admiralty chart, with the text for screen readers."""
        chart = Ink()
        self._graticule(chart, height)
        return Picture(
            width=PAGE,
            height=height,
            ground=SEA,
            layers=(Layer(chart.svg() + self.ink.svg(), Area(0, 0, PAGE, height), defs=SYMBOLS),),
            attributes=f'fill="{INK}"',
            styles=styles(),
            title=headline(self.view, self.say),
            description=self._description(),
            palette=COLOURS,
        )

    def _graticule(self, chart: Ink, height: float) -> None:
        """Draw the lines of latitude and longitude and the graduated border of an admiralty chart."""
        lines = "".join(f"M{x} 0V{number(height)}" for x in range(60, 600, 60))
        lines += "".join(f"M0 {y}H600" for y in range(60, int(height), 60))
        chart.raw(
            f'<path shape-rendering="crispEdges" d="{lines}" stroke="{GRATICULE}" stroke-width=".8" fill="none"/>'
        )
        for inset, line in ((2.5, 1), (8, 0.8)):
            chart.rect(inset, inset, PAGE - 2 * inset, height - 2 * inset, "none", edge=INK, line=line)
        chart.raw(
            f'<rect x="5.2" y="5.2" width="589.6" height="{number(height - 10.4)}" fill="none" stroke="{INK}"'
            ' stroke-width="2.6" stroke-dasharray="30 30"/>'
        )

    def _description(self) -> str:
        """Return the cards of all fleets as text, for screen readers."""
        say = self.say
        parts = []
        for fleet in self.view.fleets:
            name = say.name(fleet.seat) + partner_mark(fleet, self.view, say)
            ships = say.names(vessel.card for vessel in (*fleet.ships, *fleet.prizes))
            merchants = say.names(vessel.card for vessel in fleet.merchants)
            parts.append(
                say(
                    "{name}: ships {ships}; merchants {merchants}; hand {cards}; pile {pile_value}.",
                    "{name}：艦船 {ships}、商船 {merchants}、手札{cards}枚、得点{pile_value}。",
                    name=name,
                    ships=ships,
                    merchants=merchants,
                    cards=fleet.cards,
                    pile_value=fleet.pile_value,
                )
            )
        return say(" ", "").join(parts)

    # --- title and decks

    def _head(self, y: float) -> float:
        """Draw the head of the page: the status of the game, the deck and the open discards. Return the y below it."""
        say, ink = self.say, self.ink
        ink.rect(LEFT, y, WIDTH, 66, PAPER, edge=STEEL, round_=5)
        ink.text(LEFT + 10, y + 15, say("THE KAISER'S PIRATES", "カイザーの海賊たち"), 9.5, fill=FAINT, bold=True)
        title = self._title()
        if self.view.options.tempo == "sealed":
            text = say("sealed tempo", "同時提出")
            ink.use("seal", LEFT + 133, y + 11.5)
            ink.text(LEFT + 142, y + 15, text, 9, fill=RED, bold=True)
        ink.text(LEFT + 10, y + 34, title, 16, bold=True)
        self._whose_turn(y)
        self._decks(LEFT + 204, y)
        return y + 66

    def _title(self) -> str:
        say, view = self.say, self.view
        if view.over or not view.active:
            return headline(view, say)
        return say("Round {round}, turn {turn}", "ラウンド{round}・ターン{turn}", round=view.round, turn=view.turn)

    def _whose_turn(self, y: float) -> None:
        say, view, ink = self.say, self.view, self.ink
        if view.over or not view.active:
            return
        ink.rect(LEFT + 10, y + 45, 14, 10, SEATS[view.active][0], edge=INK)
        name = say.name(view.active)
        text = say("{name} to play", "{name}の番", name=name)
        if view.extra_turn:
            text += say(" (extra turn)", "（追加ターン）")
        ink.text(LEFT + 30, y + 54, text, 11.5, bold=True)

    def _decks(self, x: float, y: float) -> None:
        """Draw the action deck face down, the discards with the top two open, and the decks of ships."""
        say, view, ink = self.say, self.view, self.ink
        cards = Cards(self.box, say, ink)
        if view.deck:
            ink.use("back", x + 20, y + 24)
            ink.use("back", x + 17, y + 23)
        ink.text(x + 18, y + 58, say("deck {deck}", "山札 {deck}", deck=view.deck), 10, bold=True, anchor="middle")
        x += 48
        if view.phantom is not None:
            self._face_down(x, y, view.phantom)
        else:
            for index, card in enumerate(view.discards_top[:2]):
                cards.mini(x + index * (MINI_WIDTH + 4), y + 6, card)
            if not view.discards_top:
                ink.rect(x, y + 6, MINI_WIDTH, 38, "none", edge="#b9ad8c", round_=3)
            ink.text(x, y + 58, say("discards {discards}", "捨て札 {discards}", discards=view.discards), 10, bold=True)
        x += 2 * MINI_WIDTH + 16
        rows = (
            (say("German ship deck", "ドイツ艦の山札"), view.german_deck),
            (say("merchant deck", "商船の山札"), view.merchant_deck),
            (say("set aside unseen", "除外（非公開）"), view.removed),
        )
        for index, (name, count) in enumerate(rows):
            ink.text(x, y + 19 + index * 17, name, 9, fill=FAINT)
            ink.text(LEFT + WIDTH - 8, y + 19 + index * 17, str(count), 10, bold=True, anchor="end")

    def _face_down(self, x: float, y: float, phantom: PhantomView) -> None:
        """5.3.1, 5.1 Draw the face-down discards of a solitaire game, and the phantom's deck.

        The numbers of the cards that were drawn from the phantom's deck are beside it.
        """
        say, view, ink = self.say, self.view, self.ink
        if view.discards:
            ink.use("back", x + 32, y + 24, turn=90)
        else:
            ink.rect(x + 15, y + 12, 34, 24, "none", edge="#b9ad8c", round_=3)
        ink.text(
            x + 32,
            y + 58,
            say("discards {discards}", "捨て札 {discards}", discards=view.discards),
            10,
            bold=True,
            anchor="middle",
        )
        x += 78
        if phantom.deck:
            ink.use("solitaire", x + 15, y + 24)
            ink.use("solitaire", x + 12, y + 23)
        ink.text(x, y + 58, say("solitaire deck {deck}", "ソリティアの山札 {deck}", deck=phantom.deck), 10, bold=True)
        if phantom.used:
            ink.text(x + 32, y + 17, say("drawn", "引かれた番号"), 9, fill=FAINT)
            drawn = " ".join(card.rpartition("_")[2] for card in phantom.used)
            for index, line in enumerate(wrap(drawn, 66, 9, most=3)):
                ink.text(x + 32, y + 28 + index * 10, line, 9)

    # --- below the fleets

    def _reports(self, y: float) -> float:
        """Draw the reader's reports of hidden cards, each with its turn. Return the y below them."""
        lines = [
            (line, index > 0)
            for report in self.view.reports
            for index, line in enumerate(wrap(report_line(report, self.say), WIDTH - 24, 9.5))
        ]
        height = 21 + 13 * len(lines)
        self.ink.rect(LEFT, y, WIDTH, height, PAPER, edge=STEEL, round_=5)
        title = self.say("What you know of hidden cards", "あなたが知っている伏せたカード")
        self.ink.text(LEFT + 8, y + 14, title, 10, bold=True)
        for index, (line, hanging) in enumerate(lines):
            self.ink.text(LEFT + (18 if hanging else 8), y + 27 + index * 13, line, 9.5)
        return y + height

    def _agreements(self, y: float) -> float:
        """6.0 Write the options in force, and below them the cards that are out of the game. Return the y below."""
        say, ink, x = self.say, self.ink, LEFT
        options = list(agreed(self.view.options, say.language))
        for text in options:
            width = text_width(text, 9) + 12
            if x > LEFT and x + width > LEFT + WIDTH:
                x, y = LEFT, y + 18
            ink.rect(x, y, width, 14, PAPER, edge=BRASS, round_=7)
            ink.text(x + 6, y + 10.3, text, 9)
            x += width + 5
        y += 21 if options else 0
        for rule, cards in absent(self.box, self.view.left_out, say):
            note = say(
                "Out of the game ({rule}): {cards}.", "使用しないカード（{rule}）：{cards}。", rule=rule, cards=cards
            )
            for line in wrap(note, WIDTH - 4, 9):
                ink.text(LEFT + 2, y + 8, line, 9)
                y += 11.5
            y += 2
        return y + (4 if self.view.left_out else 0)

    def _traits(self) -> list[str]:
        """Return the keys of the traits that the options give ships."""
        ships = [ship for fleet in self.view.fleets for ship in fleet.ships]
        return list(
            dict.fromkeys(name for ship in ships for name in traits(self.box.ships[ship.card], self.view.options))
        )

    def _signs(self) -> Iterator[tuple[str, str]]:
        """Yield pairs (symbol, meaning) of the signs on the cards."""
        say = self.say
        yield "attack", say("attack", "攻撃")
        yield "defence", say("defence", "防御")
        yield "port", say("safe port", "安全な航路")
        yield "ensign", say("British intercept", "イギリス軍の迎撃")
        yield "moon", say("night −1", "夜間 −1")
        yield "mines", say("minelayer", "機雷敷設艦")
        yield "damage", say("damaged", "損傷")
        yield "unsupplied", say("out of supply", "補給欠乏")
        yield "spent", say("acted or intercepted this turn", "このターンに行動済み・被迎撃")
        for trait in self._traits():
            yield f"trait-{trait}", say.name(trait)

    def _legend(self, y: float) -> float:
        """Draw the legend of the signs and the colours of the cards. Return the y below it."""
        say, ink, x = self.say, self.ink, LEFT + 2
        for sign, text in self._signs():
            width = 20 + text_width(text, 9) + 8
            if x + width > LEFT + WIDTH:
                x, y = LEFT + 2, y + 17
            ink.use(sign, x + 8, y + 8)
            ink.text(x + 19, y + 11.3, text, 9)
            x += width
        for category, text in (
            ("action", say("action", "アクション")),
            ("reaction", say("reaction", "リアクション")),
            ("support", say("support", "補助")),
        ):
            width = 16 + text_width(text, 9) + 8
            if x + width > LEFT + WIDTH:
                x, y = LEFT + 2, y + 17
            ink.rect(x + 2, y + 3, 10, 10, KINDS[category][0])
            ink.text(x + 16, y + 11.3, text, 9)
            x += width
        return y + 15
