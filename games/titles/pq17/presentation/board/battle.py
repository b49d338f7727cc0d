"""7.5.2 The battle display: the units of both sides in their areas, as the sides in the battle see them."""

from collections.abc import Sequence
from typing import get_args

from games.kernel.hotspots import Hotspot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.orders.battle import covered_name, covered_number
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.pieces import Piece, draw_piece, piece_of
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.battle import Area, Battle, Unit

GAP = 6.0
"""The distance between two counters in a row."""
AREAS: tuple[Area, ...] = get_args(Area)
ROW, HEAD = 20.0, 22.0
"""The distance of rows of counters, large enough for taps, and the height of the line with an area's name."""
NAME = 120.0
"""The width of the hotspot of an area's name."""


def unit_line(box: Box, unit: Unit, say: Words) -> str:
    """Return the ships and the actions of a unit as text.

    The text begins with the unit's name if orders need the name: if the side has several units of the same kind, or the
    unit is face down.
    """
    held = say.join([lines.counter_line(box, counter, say) for counter in unit.counters]) or "?"
    if "." in unit.name or covered_number(unit.name):
        held = say(f"{unit_name(unit.name, say)}: ", f"{unit_name(unit.name, say)}：") + held
    marks = [say("evading", "回避")] if unit.evading else []
    if unit.screens:
        marks.append(say("screens off ", "煙幕：") + say.join([unit_name(one, say) for one in unit.screens]))
    return held + (f" [{say.marks(marks)}]" if marks else "")


def unit_name(unit: str, say: Words) -> str:
    """Return the name of a unit. The name of a face-down counter is its number (7.5.9)."""
    covered = covered_name(unit)
    return say.name(unit) if covered is None else covered.get(say.language)


def say_covered(number: str, say: Words) -> str:
    """7.5.9 Return the text for a face-down counter with this number, such as "Counter 2"; "?" if `number` is ""."""
    return say(f"Counter {number}", f"カウンター{number}") if number else "?"


def battle_title(battle: Battle, say: Words) -> str:
    """Return the title of the display: the round, the attacking side, and the surprised side if there is one."""
    attacker = say.name(battle.attacker)
    text = say(
        f"Surface battle, round {battle.round}: the {attacker} attack",
        f"水上戦闘・第{battle.round}ラウンド：{attacker}の攻撃",
    )
    if battle.surprised:
        caught = say.name(battle.surprised)
        text += say(f", the {caught} surprised", f"・{caught}は奇襲を受けた")
    return text


class Display:
    """The battle display, with the areas one below the other.

    `places`: the hotspots of units and of the areas' names.
    """

    def __init__(self, ink: Ink, box: Box, battle: Battle, say: Words) -> None:
        self.ink, self.box, self.battle, self.say = ink, box, battle, say
        self.places: list[Hotspot] = []

    def draw(self, x: float, top: float, width: float) -> float:
        """Draw the display with its upper left corner at `x`, `top`; return the y of its lower edge."""
        self.ink.text(x, top + 11, battle_title(self.battle, self.say), 11, bold=True)
        y = top + 17
        for area in AREAS:
            y = self._area(area, x, y, width) + 3
        return y

    def _area(self, area: Area, x: float, y: float, width: float) -> float:
        each = width / 2 - 12
        ranks = {side: [self._rows(one, each) for one in self.battle.of(side) if one.area == area] for side in SIDES}
        high = HEAD + max(ROW, *(sum(ROW * len(rows) for _, rows in units) for units in ranks.values()))
        self.ink.rect(x, y, width, high, "paper", edge="steel", round_=4)
        self.ink.text(x + width / 2, y + 14, self.say.name(area), 10, colour="faint", bold=True, anchor="middle")
        self.places.append(Hotspot(area, x + width / 2, y + HEAD / 2, NAME, HEAD - 4))
        for column, side in enumerate(SIDES):
            left, down = x + 6 + column * width / 2, y + HEAD
            for unit, rows in ranks[side]:
                self._unit(unit, rows, left, down, each)
                down += ROW * len(rows)
        return y + high

    def _rows(self, unit: Unit, width: float) -> tuple[Unit, list[list[Piece]]]:
        """Return a unit and its counters, divided into rows that fit the width."""
        rows: list[list[Piece]] = [[]]
        used = 0.0
        for piece in self._pieces(unit):
            if rows[-1] and used + piece.width > width:
                rows.append([])
                used = 0.0
            rows[-1].append(piece)
            used += piece.width + GAP
        return unit, rows

    def _pieces(self, unit: Unit) -> list[Piece]:
        """Return the counters of a unit, followed by notes on its actions.

        A counter that is face down (7.5.9) shows its number, which orders use.
        """
        number = covered_number(unit.name)
        found = [piece_of(self.box, one, self.say) for one in unit.counters]
        found = found or [Piece("", say_covered(number, self.say), "?", "")]
        name = self.say.name(unit.name) if "." in unit.name else number if number and unit.counters else ""
        if name:  # a second unit of a kind, which orders call by its number
            found.insert(0, Piece("", "", "", self.say(f"{name}:", f"{name}："), is_label=True))
        marks = [self.say("evading", "回避")] if unit.evading else []
        if unit.screens:
            marks.append(self.say("screens off ", "煙幕：") + self._named(unit.screens))
        return [*found, *(Piece("", "", "", mark) for mark in marks)]

    def _named(self, units: Sequence[str]) -> str:
        """Return the names of units in a list."""
        return self.say.join([unit_name(one, self.say) for one in units])

    def _unit(self, unit: Unit, rows: list[list[Piece]], left: float, y: float, width: float) -> None:
        for index, row in enumerate(rows):
            x = left
            for piece in row:
                draw_piece(self.ink, piece, unit.side, x, y + index * ROW)
                x += piece.width + GAP
        high = ROW * len(rows)
        self.places.append(Hotspot(unit.name, left + width / 2, y + high / 2 - 1, width, high - 4))
