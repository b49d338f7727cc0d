"""The fleets on the text board: a row for each ship with its dice, points and markers."""

from collections.abc import Callable, Iterator

from games.titles.pirates.components.box import Box
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.presentation.lines import partner_mark, place_line
from games.titles.pirates.state.modifiers import traits
from games.titles.pirates.state.state import Trophy, Vessel
from games.titles.pirates.visibility.view import FleetView, View
from games.toolkit.text_columns import pad, page_rule, wrap

Lines = Iterator[str]

NAME, DICE, WORTH = 29, 22, 7
"""The widths of the columns in a row for a ship; markers follow up to the end of the line."""


class TextFleets:
    """Draws the fleets of one view as text, in one language."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say

    def lines(self, fleet: FleetView) -> Lines:
        """Yield the lines of text for one fleet: ships, prizes, merchants, face-down cards and the pile."""
        say = self.say
        yield page_rule(self._title(fleet), "-")
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
            yield from wrap(say("Face down: ", "伏せ札：") + places, "", "  ")
        pile = say(", ", "、").join(self._trophy(trophy) for trophy in fleet.pile)
        yield from wrap(
            say("Pile {pile_value}", "得点パイル {pile_value}点", pile_value=fleet.pile_value)
            + (say(": ", "：") + pile if pile else ""),
            "",
            "  ",
        )
        yield from self._past(fleet)

    def _weather(self, card: str) -> str:
        """Return the weather card in front of a fleet as text; for one of the phantom, its effect (5.4.3.6)."""
        say, name = self.say, self.say.name(card)
        if card in self.box.cards:
            return say("Before the fleet: {name}", "船団の前：{name}", name=name)
        return say("For the next turn, by the phantom: {name}", "次のターン、ファントムによる：{name}", name=name)

    def _title(self, fleet: FleetView) -> str:
        say = self.say
        title = say.name(fleet.seat)
        if fleet.seat == self.view.seat:
            title += say(" (you)", "（あなた）")
        if fleet.seat == PHANTOM:
            title += say(" (played by its own deck)", "（専用の山札が操作）")
        title += partner_mark(fleet, self.view, say)
        title += say(" | hand {cards}", " | 手札 {cards}枚", cards=fleet.cards)
        if fleet.seat == self.view.active and not self.view.over:
            title += say(" | active", " | 手番")
        return title

    def _past(self, fleet: FleetView) -> Lines:
        """Yield the scores of earlier rounds."""
        say = self.say
        if not fleet.round_points:
            return
        rounds = say(", ", "、").join(
            say(
                "round {number}: {points} RP ({victory} VP)",
                "第{number}ラウンド {points}点（勝利得点{victory}）",
                number=number,
                points=points,
                victory=victory,
            )
            for number, (points, victory) in enumerate(
                zip(fleet.round_points, fleet.victory_points, strict=False), start=1
            )
        )
        total = sum(fleet.round_points)
        yield from wrap(
            say("Round points {total}: {rounds}", "ラウンドポイント {total}：{rounds}", total=total, rounds=rounds),
            "",
            "  ",
        )

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
        return self._line(ship.name, dice, ship.vp, self.ship_marks(vessel))

    def _line(self, name: str, dice: str, points: int, marks: Lines) -> str:
        worth = self.say("{points:>2} VP", "{points:>2}点", points=points)
        return f"  {pad(name, NAME - 2)}{pad(dice, DICE)}{pad(worth, WORTH)}{self.say.marks(marks)}"

    def ship_marks(self, vessel: Vessel) -> Lines:
        """3.2.3, 3.2.7 Yield the markers and traits of a German ship as words."""
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
            "{coin_text} against {coin_text2}",
            "{coin_text} 対 {coin_text2}",
            coin_text=coin_text(merchant.challenge),
            coin_text2=coin_text(merchant.response),
        )
        dice = f"{coin_text(merchant.defence)} | {port}"
        return self._line(merchant.name, dice, merchant.vp, self.merchant_marks(vessel))

    def merchant_marks(self, vessel: Vessel) -> Lines:
        """3.2.5 Yield the markers of a merchant or a prize as words."""
        say = self.say
        if any(vessel in fleet.prizes for fleet in self.view.fleets):
            yield say("IDENTIFIED", "確認済") if vessel.identified else say("disguised", "偽装中")
        yield from self._damage(vessel)
        if self.view.options.sailing_merchants and self.box.merchants[vessel.card].sail:
            yield say.name("sail")

    def _damage(self, vessel: Vessel) -> Lines:
        """1.3, 6.8.1 Yield a word for the damage of a ship, with the number of markers if there are several."""
        times = f" x{vessel.damage}" if vessel.damage > 1 else ""
        if vessel.damage:
            yield self.say("DAMAGED", "損傷") + times

    def _trophy(self, trophy: Trophy) -> str:
        box = self.box
        times = f"x{box.numbers.score.doubled}" if trophy.doubled else ""
        return f"{self.say.name(trophy.card)} {box.value(trophy.card)}{times}"
