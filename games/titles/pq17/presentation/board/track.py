"""8.1 The time track of fifteen days: day and night, the current turn, and the fuel marks of the seat's own forces."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

CELL, ROW, MOST_ROWS = 17.0, 11.5, 6
LETTERS = 9.0


class Track:
    """The time track of a view."""

    def __init__(self, box: Box, view: View, say: Words, ink: Ink) -> None:
        self.box, self.view, self.say, self.ink = box, view, say, ink
        self.turns = max(2 * box.numbers.turns.days, view.turn)

    @property
    def marks(self) -> list[tuple[int, str, str, str]]:
        """11.1.1 Return the fuel marks of the seat's own forces: turn, name of the force, side, and state of fuel."""
        found = [
            (force.fuel.turn, self.say.name(force.id), force.side, force.fuel.state)
            for force in self.view.own
            if force.fuel is not None and force.fuel.state != "critical"
        ]
        return sorted(found)

    def rows(self) -> list[list[tuple[float, float, str, str, str]]]:
        """Return the fuel marks in as few rows as possible so that no names overlap.

        Each mark has the x and width of its text, the name of the force, its side and its state of fuel.
        """
        each = self._each(796.0)
        rows: list[list[tuple[float, float, str, str, str]]] = []
        for turn, name, side, state in self.marks:
            text = cut(name, 90, LETTERS)
            x, wide = (min(turn, self.turns) - 0.5) * each, text_width(text, LETTERS) + 10
            row = next((one for one in rows if one[-1][0] + one[-1][1] < x - 5), None)
            if row is None:
                rows.append(row := [])
            row.append((x, wide, text, side, state))
        return rows[:MOST_ROWS]

    @property
    def height(self) -> float:
        """Return the height of the track with its rows of fuel marks."""
        return 15 + CELL + 4 + ROW * len(self.rows())

    def _each(self, width: float) -> float:
        return width / self.turns

    def draw(self, x: float, y: float, width: float) -> float:
        """Draw the track with its upper left corner at a point; return the y of its lower edge."""
        each = self._each(width)
        operation = self.box.known(self.view.calendar)
        dates = lines.Dates(self.box, self.view.calendar, self.say)
        for turn in range(1, self.turns + 1):
            day = operation is None or self.box.charts.daylight.is_day(operation.light, Turn(turn))
            self._cell(x + (turn - 1) * each, y + 13, each, turn, day=day)
            if turn % 2:
                text = dates.day(1) if turn == 1 else str(Turn(turn).day)
                anchor = "" if turn == 1 else "middle"
                left = x + (turn - 1) * each + (0 if turn == 1 else each)
                self.ink.text(left, y + 9, text, LETTERS, colour="faint", anchor=anchor)
        for index, row in enumerate(self.rows()):
            down = y + 13 + CELL + 4 + index * ROW
            for right, wide, text, side, state in row:
                self._mark(x + right, down, wide, text, side, state)
        return y + self.height

    def _cell(self, x: float, y: float, wide: float, turn: int, *, day: bool) -> None:
        now, past = turn == self.view.turn, turn < self.view.turn
        colour = "gold" if now else "empty" if past else "day" if day else "night"
        self.ink.rect(x + 0.6, y, wide - 1.2, CELL, colour, edge="steel", line=1.8 if now else 0.6, round_=2)
        text = "ink" if past else self.ink.label_colour(colour)
        half = self.say("A" if turn % 2 else "P", "前" if turn % 2 else "後")
        self.ink.text(x + wide / 2, y + 12, half, 9, colour=text, bold=now, anchor="middle")

    def _mark(self, x: float, y: float, wide: float, text: str, side: str, state: str) -> None:
        colour = "fuel" if state == "full" else "alarm"
        self.ink.use("drop", x, y + 4.5, size=0.9, colour=colour)
        if x + wide > 800:
            self.ink.text(x - 5, y + 7.5, text, LETTERS, colour=f"{side}_line", anchor="end")
        else:
            self.ink.text(x + 5, y + 7.5, text, LETTERS, colour=f"{side}_line")
