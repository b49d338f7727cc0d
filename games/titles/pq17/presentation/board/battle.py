"""7.5.2 The battle display: the units of both sides in their areas, as both sides in the battle see them."""

from typing import get_args

from msgspec import Struct

from games.kernel.hotspots import Hotspot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.symbols import silhouette_of
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.battle import Area, Battle, Unit
from games.titles.pq17.state.counters import Counter
from games.toolkit.text_metrics import text_width

GAP, HIGH = 6.0, 17.0
"""The distance between counters, and their height."""
AREAS: tuple[Area, ...] = get_args(Area)
ROW, HEAD, SIZE = 20.0, 22.0, 9.5
"""The distance of rows of counters, large enough for taps; the height of an area's name; the letter size."""
NAME = 120.0
"""The width of the spot of an area's name."""


def unit_line(box: Box, unit: Unit, say: Words) -> str:
    """Return the ships and the actions of a unit; a second unit of a kind also has its id, which orders use."""
    held = say.join([lines.counter_line(box, counter, say) for counter in unit.counters]) or "?"
    held = (say(f"{say.name(unit.name)}: ", f"{say.name(unit.name)}：") if "." in unit.name else "") + held
    marks = [say("evading", "回避")] if unit.evading else []
    if unit.screens:
        marks.append(say("screens off ", "煙幕: ") + say.names(unit.screens))
    return held + (f" [{say.marks(marks)}]" if marks else "")


def battle_title(battle: Battle, say: Words) -> str:
    """Return the title of the display: the round, the attacker, and the surprised side."""
    attacker = say.name(battle.attacker)
    text = say(
        f"Surface battle, round {battle.round}: the {attacker} attack",
        f"水上戦闘・第{battle.round}ラウンド: {attacker}の攻撃",
    )
    if battle.surprised:
        caught = say.name(battle.surprised)
        text += say(f", the {caught} surprised", f"・{caught}は奇襲を受けた")
    return text


class Piece(Struct, frozen=True):
    """A counter on the display: its silhouette, name, strength, and states as a note.

    A piece without a name is only a note, or a label if `is_label`.
    """

    ship: str
    name: str
    strength: str
    note: str
    is_label: bool = False

    @property
    def before(self) -> float:
        """Return the width that the silhouette takes."""
        return 30.0 if self.ship else 6.0

    @property
    def plate(self) -> float:
        """Return the width of the plate."""
        if not self.name:
            return 0.0
        strength = text_width(self.strength, SIZE + 0.5, bold=True)
        return self.before + text_width(self.name, SIZE, bold=True) + 8 + strength + 5

    @property
    def width(self) -> float:
        """Return the width of the plate and of the note beside it."""
        return self.plate + (text_width(self.note, SIZE, bold=self.is_label) + 6 if self.note else 0)


class Display:
    """The battle display at a position of the page (left, top, width), areas one below the other.

    `places`: the hotspots of units and of the areas' names.
    """

    def __init__(self, ink: Ink, box: Box, battle: Battle, say: Words) -> None:
        self.ink, self.box, self.battle, self.say = ink, box, battle, say
        self.places: list[Hotspot] = []

    def draw(self, x: float, top: float, width: float) -> float:
        """Draw the display; return the y below."""
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
        """Return a unit with its counters, divided into as many rows as they need."""
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
        """Return the counters of a unit, and its actions as a note."""
        found = [self._piece(one) for one in unit.counters] or [Piece("", "?", "", "")]
        if "." in unit.name:  # a second unit of a kind, which orders call by its number
            name = self.say.name(unit.name)
            found.insert(0, Piece("", "", "", self.say(f"{name}:", f"{name}："), is_label=True))
        marks = [self.say("evading", "回避")] if unit.evading else []
        if unit.screens:
            marks.append(self.say("screens off ", "煙幕: ") + self.say.names(unit.screens))
        return [*found, *(Piece("", "", "", mark) for mark in marks)]

    def _piece(self, counter: Counter) -> Piece:
        ship, say = self.box.ships[counter.ship], self.say
        whole = f"/{ship.strength}" if ship.is_single and counter.strength < ship.strength else ""
        states = say.marks(lines.counter_states(self.box, counter, say))
        return Piece(silhouette_of(ship.type), say.name(counter.ship), f"{counter.strength}{whole}", states)

    def _unit(self, unit: Unit, rows: list[list[Piece]], left: float, y: float, width: float) -> None:
        for index, row in enumerate(rows):
            x = left
            for piece in row:
                self._draw(piece, unit.side, x, y + index * ROW)
                x += piece.width + GAP
        high = ROW * len(rows)
        self.places.append(Hotspot(unit.name, left + width / 2, y + high / 2 - 1, width, high - 4))

    def _draw(self, piece: Piece, side: Side, x: float, y: float) -> None:
        """Draw a counter: silhouette, name and strength on a plate, and its states beside the plate."""
        ink, letters = self.ink, self.ink.label_colour(side)
        right = x + piece.plate
        if piece.name:
            ink.rect(x, y, piece.plate, HIGH, side, edge="white", line=0.8, round_=2.5)
            if piece.ship:
                ink.use(piece.ship, x + 15, y + 9, colour=letters)
            ink.text(x + piece.before, y + 12, piece.name, SIZE, colour=letters, bold=True)
            ink.text(right - 5, y + 12, piece.strength, SIZE + 0.5, colour=letters, bold=True, anchor="end")
        if piece.note:
            colour = f"{side}_line" if piece.is_label else "alarm"
            ink.text(right + 4, y + 12, piece.note, SIZE, colour=colour, bold=piece.is_label)
