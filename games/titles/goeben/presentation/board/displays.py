"""The pictures of the German ship displays (2.1, 8.2): tracks as rows of boxes, with the cargo in the hull boxes."""

from collections.abc import Sequence

from games.kernel.rectangles import Rectangle
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import TRACKS
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.board.noted import Noted
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.state import Warship
from games.titles.goeben.visibility.view import ShipView, View
from games.toolkit.text_metrics import cut, text_width, wrap

HEAD, PITCH, CELL, TALL = 24.0, 18.0, 17.0, 14.0
LABEL = 78.0
SECOND = 216.0
NARROW = 62.0
HEIGHT = 173.0
RADIUS = 40.0
"""The greatest distance of a tap from the part of a display that it selects."""
FILLS = {
    "leadership": "gold", "engines": "power", "hull": "hull", "primary": "fire", "secondary": "fire",
    "tertiary": "fire", "ammunition": "brass", "torpedoes": "torpedo", "coal": "coal",
}  # fmt: skip
LEFT_TRACKS = ("leadership", "engines", "primary", "secondary", "tertiary")
RIGHT_TRACKS = ("ammunition", "torpedoes", "coal")
LINES = 2
"""The number of lines for the names of the cargo below the hull boxes."""
LEADERSHIP = 6
"""The least number of leadership boxes that are drawn."""


class Display:
    """The picture of a German ship display."""

    def __init__(self, box: Box, say: Words, view: View, ink: Ink, noted: Noted) -> None:
        self.box, self.say, self.view, self.ink, self.noted = box, say, view, ink, noted

    def draw(self, x: float, y: float, width: float, known: ShipView) -> None:
        """Draw the display of a ship, `width` units wide, with its upper left corner at (`x`, `y`)."""
        ship = known.ship
        self.noted.pane(ship.id, self.box.german[ship.id].name, (x, y, width, HEIGHT), RADIUS)
        self.noted.legible(Rectangle(x, y, x + width, y + HEAD))
        self.noted.spot(ship.id, x + 62, y + HEAD / 2, 112, HEAD - 4)
        self.ink.rect(x, y, width, HEIGHT, "paper", edge="steel", round_=5)
        self._head(x, y, width, known)
        if ship.sunk:
            self.ink.text(
                x + width / 2, y + 96, self.say("SUNK", "沈没"), 30, colour="allied", bold=True, anchor="middle"
            )
            return
        for row, track in enumerate(LEFT_TRACKS):
            self._track(x + 10, y + HEAD + 7 + row * PITCH, ship, track)
        for row, track in enumerate(RIGHT_TRACKS):
            self._track(x + SECOND, y + HEAD + 7 + row * PITCH, ship, track, NARROW)
        self._speeds(x + SECOND, y + HEAD + 7 + 3 * PITCH, ship)
        self._hull(x + 10, y + HEAD + 9 + 5 * PITCH, width - 20, ship)

    def _head(self, x: float, y: float, width: float, known: ShipView) -> None:
        say, ink, ship = self.say, self.ink, known.ship
        ground = "steel" if known.since is not None else "black"
        ink.rect(x + 1, y + 1, width - 2, HEAD - 2, ground, round_=4)
        ink.use("flag-germany", x + 15, y + 12, size=1.1)
        used = (
            x
            + 28
            + ink.text(x + 28, y + 16.5, f"SMS {say.name(ship.id)}", 13, colour=ink.label_colour(ground), bold=True)
        )
        kind = self.box.german[ship.id].type
        ink.use(f"ship-{kind}", used + 30, y + 15, size=0.66, colour="#c9d3d8")
        place = cut(lines.where(known, say), x + width - used - 62, 10.5, bold=True)
        ink.text(x + width - 9, y + 16, place, 10.5, colour=ink.label_colour(ground), bold=True, anchor="end")

    def _track(self, x: float, y: float, ship: Warship, track: str, label: float = LABEL) -> None:
        """Draw a track: its name, and a box for each point, filled if the ship still has the point."""
        full: int = getattr(self.box.german[ship.id], track)
        left: int = getattr(ship, track)
        count = max(full, left, LEADERSHIP if track == "leadership" else 0) if full else 1
        wide = label + count * CELL
        self.noted.spot(track, x + wide / 2, y + TALL / 2, wide, TALL)
        self.noted.legible(Rectangle(x, y, x + wide, y + TALL))
        self.ink.text(x, y + 10.6, self.say.name(track).capitalize(), 9, colour="ink" if full else "faint")
        if not full:
            self.ink.text(x + label, y + 10.6, "–", 9, colour="faint")
            return
        for index in range(count):
            self._cell(x + label + index * CELL, y, str(index + 1), FILLS[track] if index < left else "")

    def _cell(self, x: float, y: float, text: str, colour: str, width: float = CELL - 2) -> None:
        self.ink.rect(x, y, width, TALL, colour or "empty", edge="steel", line=0.7, round_=1.5)
        self.ink.text(
            x + width / 2,
            y + 10.4,
            text,
            9,
            colour=self.ink.label_colour(colour) if colour else "faint",
            bold=bool(colour),
            anchor="middle",
        )

    def _speeds(self, x: float, y: float, ship: Warship) -> None:
        """12.1–12.4 Write the speeds that the engines allow on this day."""
        display, say = self.box.german[ship.id], self.say
        rows = (
            (say("Cruise", "巡航"), display.cruise, 0),
            (say("Maximum", "最大"), display.maximum, 1),
            (say("Emergency", "緊急"), display.emergency, 1),
        )
        text = "  ".join(f"{name} {min(speed, ship.engines)}" for name, speed, coal in rows if not coal or ship.coal)
        self.noted.legible(Rectangle(x, y, x + text_width(text, 9), y + 10.6 + 16))
        self.ink.text(x, y + 10.6, say("Speed", "速度"), 9, bold=True)
        self.ink.text(x, y + 10.6 + 14, text, 9)

    def _hull(self, x: float, y: float, width: float, ship: Warship) -> None:
        """8.2 Draw the hull boxes with their cargo; lost boxes are crossed out."""
        full, say, ink = self.box.german[ship.id].hull, self.say, self.ink
        self.noted.spot("hull", x + 18, y + 10, 36, 16)
        self.noted.legible(Rectangle(x, y, x + width, y + 20))
        ink.text(x, y + 13, say.name("hull").capitalize(), 9, bold=True)
        codes = [code for kind in ship.cargo for code in [kind] * self.box.cargo[kind].boxes]
        wide = min(26.0, (width - 46) / full)
        for index in range(full):
            left, code = x + 42 + index * wide, codes[index] if index < len(codes) else ""
            lost = index >= ship.hull
            ink.rect(
                left,
                y,
                wide - 2,
                20,
                "empty" if lost else "brass" if code else "hull",
                edge="steel",
                line=0.7,
                round_=1.5,
            )
            if lost:
                ink.line([(left + 3, y + 3), (left + wide - 5, y + 17)], "allied", 1.4)
                ink.line([(left + 3, y + 17), (left + wide - 5, y + 3)], "allied", 1.4)
            elif code:
                self.noted.spot(code, left + wide / 2 - 1, y + 10, wide - 2, 20)
                text = lines.CODES[code][say.language == "ja"]
                letters = ink.label_colour("brass")
                ink.text(left + wide / 2 - 1, y + 13.8, text, 10, colour=letters, bold=True, anchor="middle")
        self._cargo(x, y + 31, width, ship.cargo)

    def _cargo(self, x: float, y: float, width: float, cargo: Sequence[str]) -> None:
        say = self.say
        names = say.join(
            [f"{lines.CODES[kind][say.language == 'ja']} {say.name(kind)}" for kind in dict.fromkeys(cargo)]
        )
        text = names or say("no cargo", "資材なし")
        for index, row in enumerate(wrap(text, width, 9, most=LINES)):
            self.noted.legible(Rectangle(x, y - 10 + index * 11, x + text_width(row, 9), y + 3 + index * 11))
            self.ink.text(x, y + index * 11, row, 9, colour="ink" if cargo else "faint")


__all__ = ["HEIGHT", "TRACKS", "Display"]
