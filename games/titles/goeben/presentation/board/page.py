"""The whole picture: tracks, the two sheets of the chart, the battle, the ships, known facts, and a legend."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Area, Layer, Picture
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import Readout
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board.battle import BattlePanel
from games.titles.goeben.presentation.board.chart import Sheet
from games.titles.goeben.presentation.board.colours import COLOURS
from games.titles.goeben.presentation.board.counters import NATIONS, Counters
from games.titles.goeben.presentation.board.displays import HEIGHT, Display
from games.titles.goeben.presentation.board.ink import PALETTE, Ink, styles
from games.titles.goeben.presentation.board.legend import LOW, broad_legend
from games.titles.goeben.presentation.board.noted import Noted
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.visibility.view import View
from games.toolkit.text_metrics import cut, text_width, wrap

PAGE, LEFT, WIDTH, SPACE = 820.0, 12.0, 796.0, 8.0
DAYS, ALERTS = 10, 6
ALERT_COLOURS = ("#4f7d40", "#8f9a3c", "#c3a12e", "#c97f2b", "#bd5529", "#a32623")
ROW = 17.0
REPORTS = 6
NAMES = (Text("West", "西"), Text("East", "東"))
"""The names of the sheets of the chart."""
RADIUS = 28.0
"""The greatest distance of a tap from the space or counter that it selects: the size of a finger tip."""


class Page:
    """One picture of a view, with its hotspots."""

    def __init__(self, box: Box, view: View, say: Words, sheets: Sequence[Sheet]) -> None:
        self.box, self.view, self.say, self.sheets = box, view, say, sheets
        self.ink, self.noted = Ink(), Noted()

    def drawn(self) -> RenderedBoard:
        """Return the picture with its hotspots."""
        picture = self._draw()
        return RenderedBoard(picture, self.noted.spots(picture.width, picture.height))

    def _draw(self) -> Picture:
        """Draw the picture from top to bottom and return it."""
        layers: list[Layer] = []
        y = self._head(12) + SPACE
        if self.view.battle is not None:  # the next decision is about it
            battle = BattlePanel(self.box, self.say, self.view, self.ink, self.noted)
            y = battle.draw(LEFT, y, WIDTH, self.view.battle) + SPACE
        for index, sheet in enumerate(self.sheets):
            counters = Counters(self.box, self.say, self.view, sheet)
            layers += counters.layers(LEFT, y)
            self._note(sheet, NAMES[index], counters, y)
            self.ink.rect(LEFT, y, sheet.width, sheet.height, "none", edge="ink", line=1.6)
            y += sheet.height + SPACE
            if not index:
                layers.append(broad_legend(LEFT, y, sheet.language))
                y += LOW + SPACE
        y = self._displays(y)
        y = self._enemies(y)
        return self._framed(float(ceil(self._lines(y) + 6)), layers)

    def _note(self, sheet: Sheet, name: Text, counters: Counters, y: float) -> None:
        """Record the hotspots of a sheet: its spaces, then the counters beside them."""
        self.noted.begin(_printed(sheet, name, y))
        for counter, (right, down, width, height) in counters.laid.items():
            self.noted.spot(counter, LEFT + right, y + down, width, height)
        for plate in counters.plates:
            self.noted.legible(plate, LEFT, y)

    def _framed(self, height: float, layers: Sequence[Layer]) -> Picture:
        back = Ink()
        back.rect(3, 3, PAGE - 6, height - 6, "none", edge="ink", line=1)
        back.rect(6, 6, PAGE - 12, height - 12, "none", edge="ink", line=0.7)
        marks, whole = back.svg() + self.ink.svg(), Area(0, 0, PAGE, height)
        return framed(whole, (*layers, Layer(marks, whole, defs=self.sheets[0].symbols)), self.box, self.view, self.say)

    # --- the head

    def _head(self, y: float) -> float:
        """Draw the head of the page: mission, day, alert level and victory points; return the y below it."""
        say, ink, view = self.say, self.ink, self.view
        ink.rect(LEFT, y, WIDTH, 92, "paper", edge="steel", round_=5)
        ink.use("flag-germany", LEFT + 19, y + 17, size=1.3)
        ink.text(LEFT + 36, y + 20, "GOEBEN, 1914", 11, colour="faint", bold=True)
        mission = say.name(view.mission) if view.mission else say("No orders yet", "命令なし")
        title = (lines.verdict_line(view, say) if view.over else "") or mission
        size = next((one for one in (20.0, 17.0, 15.0, 13.0) if text_width(title, one, bold=True) <= 400), 13.0)
        ink.text(LEFT + 10, y + 46, title, size, bold=True)
        for index, line in enumerate(wrap(lines.goal_line(self.box, view, say), 400, 10.5, most=2)):
            ink.text(LEFT + 10, y + 63 + 14 * index, line, 10.5)
        self._days(LEFT + 426, y + 12)
        self._alert(LEFT + 426, y + 52)
        self._points(LEFT + WIDTH - 92, y + 10)
        return y + 92

    def _days(self, x: float, y: float) -> None:
        """Draw a box for each day of the mission, with the current day marked."""
        say, ink, view = self.say, self.ink, self.view
        ink.text(x, y + 9, say("Day", "日"), 9.5, bold=True)
        for day in range(1, DAYS + 1):
            left = x + 34 + (day - 1) * 23
            now, past, none = day == view.turn, day < view.turn, day > view.days
            colour = "brass" if now else "empty" if none else "steel" if past else "paper"
            ink.rect(left, y - 5, 20, 20, colour, edge="steel", line=1.8 if now else 0.7, round_=3)
            text = "ink" if not (now or past) else ink.label_colour(colour)
            if not none:
                ink.text(left + 10, y + 9, str(day), 11, colour=text, bold=now, anchor="middle")

    def _alert(self, x: float, y: float) -> None:
        """Draw the Allied alert level."""
        say, ink, view = self.say, self.ink, self.view
        ink.text(x, y + 9, say("Alert", "警戒"), 9.5, bold=True)
        for level in range(1, ALERTS + 1):
            left, now = x + 34 + (level - 1) * 23, level == view.alert
            colour = ALERT_COLOURS[level - 1] if level <= view.alert else "empty"
            ink.rect(left, y - 5, 20, 20, colour, edge="steel", line=1.8 if now else 0.7, round_=10)
            shown = ink.label_colour(colour) if level <= view.alert else "faint"
            ink.text(left + 10, y + 9, str(level), 11, colour=shown, bold=now, anchor="middle")
        if view.pool:
            ink.text(x + 34 + 6 * 23 + 4, y + 9, say(f"pool {view.pool}", f"プール {view.pool}"), 9.5, colour="faint")

    def _points(self, x: float, y: float) -> None:
        """Draw the victory points, and the points that the mission needs."""
        mission = self.box.missions.get(self.view.mission)
        self.ink.rect(x, y, 82, 72, "black", round_=6)
        self.ink.text(x + 41, y + 42, str(self.view.vp), 32, colour="#f2cf6b", bold=True, anchor="middle")
        wanted = self.say(f"of {mission.points} VP", f"目標 {mission.points}") if mission is not None else "VP"
        self.ink.text(x + 41, y + 61, wanted, 11, colour="#fff", anchor="middle")

    # --- ships

    def _displays(self, y: float) -> float:
        """Draw the German ships in two columns, then the Austro-Hungarian ships; return the y below them."""
        wide = (WIDTH - SPACE) / 2
        for index, known in enumerate(self.view.ships):
            x = LEFT + (index % 2) * (wide + SPACE)
            Display(self.box, self.say, self.view, self.ink, self.noted).draw(
                x, y + (index // 2) * (HEIGHT + SPACE), wide, known
            )
        y += (len(self.view.ships) + 1) // 2 * (HEIGHT + SPACE)
        if self.view.unknown:
            names = self.say.names(self.view.unknown)
            y = self._panel(
                y, self.say("No news", "消息不明"), [self.say(f"{names}: whereabouts unknown.", f"{names}：所在不明。")]
            )
        out = [one for one in self.view.consorts if one.at and not one.gone]
        rows = [(self.box.austrian[one.id], self.say.name(one.at)) for one in out]
        return self._readouts(y, self.say("Austro-Hungarian ships", "オーストリア＝ハンガリー艦"), rows)

    def _enemies(self, y: float) -> float:
        """Draw a table of the face-up Allied ships with their printed values; return the y below it."""
        rows = []
        for space, note in self.view.spaces.items():
            for counter in note.up:
                if counter in self.box.allied:
                    old = self.say(f" (day {note.turn})", f"（{note.turn}日目）") if note.turn < self.view.turn else ""
                    rows.append((self.box.allied[counter], self.say.name(space) + old))
        return self._readouts(y, self.say("Allied ships known to lie there", "位置の判明した連合軍艦艇"), rows)

    def _readouts(self, y: float, title: str, rows: list[tuple[Readout, str]]) -> float:
        """Draw a table of ships in two columns: class, name, guns, torpedoes, armour, speed, and place.

        `rows`: the ships, each with its place. Return the y below the table.
        """
        if not rows:
            return y
        ink, wide, each = self.ink, WIDTH / 2, (len(rows) + 1) // 2
        height = 34 + ROW * each
        ink.rect(LEFT, y, WIDTH, height, "paper", edge="steel", round_=5)
        ink.text(LEFT + 10, y + 15, title, 10.5, bold=True)
        for column in range(2 if len(rows) > 1 else 1):
            self._columns(LEFT + column * wide, y + 27)
        for index, (ship, place) in enumerate(rows):
            x, top = LEFT + index // each * wide, y + 31 + index % each * ROW
            self._readout(x + 8, top, ship, place)
        return y + height + SPACE

    def _columns(self, x: float, y: float) -> None:
        say = self.say
        heads = (
            say("pri", "大"),
            say("sec", "中"),
            say("ter", "小"),
            say("torp", "雷"),
            say("arm", "装"),
            say("spd", "速"),
        )
        for index, head in enumerate(heads):
            self.ink.text(x + 186 + index * 22, y, head, 9, colour="faint", anchor="middle")

    def _readout(self, x: float, y: float, ship: Readout, place: str) -> None:
        ink, say = self.ink, self.say
        ink.rect(x, y, 36, ROW - 2, NATIONS[ship.nation], edge="#fff", round_=2)
        ink.text(
            x + 18,
            y + 11,
            say.name(ship.type),
            9,
            colour=ink.label_colour(NATIONS[ship.nation]),
            bold=True,
            anchor="middle",
        )
        ink.text(x + 42, y + 11.5, cut(say.name(ship.id), 118, 9.5, bold=True), 9.5, bold=True)
        figures = (ship.primary, ship.secondary, ship.tertiary, ship.torpedoes, ship.armour, ship.speed)
        for index, figure in enumerate(figures):
            colour = "ink" if figure else "faint"
            ink.text(x + 178 + index * 22, y + 11.5, str(figure), 10, colour=colour, bold=bool(figure), anchor="middle")
        ink.text(x + 308, y + 11.5, cut(place, 76, 9), 9, colour="faint")

    # --- notes

    def _panel(self, y: float, title: str, written: Sequence[str]) -> float:
        """Draw a panel with a title and lines of text; return the y below it."""
        broken = [part for line in written for part in wrap(line, WIDTH - 24, 9.5)]
        height = 22 + 13.5 * len(broken)
        self.ink.rect(LEFT, y, WIDTH, height, "paper", edge="steel", round_=5)
        self.ink.text(LEFT + 10, y + 15, title, 10.5, bold=True)
        for index, line in enumerate(broken):
            self.ink.text(LEFT + 10, y + 29 + index * 13.5, line, 9.5)
        return y + height + SPACE

    def _lines(self, y: float) -> float:
        """Draw the notes on losses, available cargo, reports, and the results of a campaign; return the y below."""
        say, notes = self.say, lines.notes(self.box, self.view, self.say)
        if notes:
            y = self._panel(y, say("Notes", "記録"), notes)
        reports = [lines.report_line(report, say) for report in lines.latest(self.view.reports, REPORTS)]
        return self._panel(y, say("Latest reports", "最近の報告"), reports) if reports else y


def framed(page: Area, layers: Sequence[Layer], box: Box, view: View, say: Words) -> Picture:
    """Return the picture of a page: its background, the layers, and a description of the view for screen readers.

    `page`: the rectangle of the page. `say`: the words of the language.
    """
    return Picture(
        width=page.width,
        height=page.height,
        ground=PALETTE["board"][0],
        ground_class="board",
        layers=tuple(layers),
        attributes=f'fill="{PALETTE["ink"][0]}" class="ink"',
        title=lines.headline(box, view, say),
        description=_description(box, view, say),
        styles=styles(),
        palette=COLOURS,
    )


def _description(box: Box, view: View, say: Words) -> str:
    """Return the positions of the ships, in sentences."""
    parts = [
        say(
            f"{say.name(known.ship.id)}: {lines.where(known, say)}, hull {known.ship.hull}.",
            f"{say.name(known.ship.id)}：{lines.where(known, say)}、船体{known.ship.hull}。",
        )
        for known in view.ships
    ]
    return say(" ", "").join([*parts, lines.goal_line(box, view, say) + say(".", "。")])


@lru_cache(maxsize=32)
def _printed(sheet: Sheet, name: Text, y: float) -> Noted:
    """Return the hotspots of a sheet's spaces, and its bent lines, which are the same in every picture."""
    noted = Noted()
    noted.pane(name.en.lower(), name, (LEFT, y, sheet.width, sheet.height), RADIUS)
    for space in sheet.spaces:
        right, down = sheet.place(space)
        noted.spot(space, LEFT + right, y + down)
        noted.name(sheet.names[space].area, LEFT, y)
    for line in sheet.box.waters.lines:
        if line.bends and line.a in sheet.spaces and line.b in sheet.spaces:
            points = [sheet.at(*bend) for bend in line.bends]
            noted.bend(line.a, line.b, [(LEFT + right, y + down) for right, down in points])
    return noted
