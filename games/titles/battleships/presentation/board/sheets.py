"""2.6a The ships of both sides, a line for each: printed and present values, damage, course, torpedoes and repairs."""

from games.titles.battleships.presentation.board.ink import Ink
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Scene, Vessel
from games.toolkit.text_metrics import cut, text_width

ROW, HEAD = 17.0, 38.0
HEADINGS = "ABCDEF"
WIDEST = 106.0
"""The width at which a ship's name is cut."""
STEPS = 3
"""5.14 The number of damage boxes for weapons, and the number for the hull."""
ATTACK, DEFENCE, RANGE, MOVE, COURSE, WEAPONS, HULL, TORPEDOES, REPAIRS = 162, 193, 215, 240, 266, 286, 318, 352, 378
"""The x of each column of the table, from the left edge of its side's half."""


class ShipSheets:
    """Draws the table of the ships."""

    def __init__(self, scene: Scene, say: Words, ink: Ink) -> None:
        self.scene, self.say, self.ink = scene, say, ink

    def draw(self, x: float, y: float, width: float) -> float:
        """Draw two columns, one for each side. Return the y of the lower edge.

        `x`, `y`: the upper left corner. `width`: the width of both columns.
        """
        sides = [[one for one in self.scene.vessels if one.side == side] for side in self.scene.sides]
        height = HEAD + ROW * max((len(ships) for ships in sides), default=0)
        for index, (side, ships) in enumerate(zip(self.scene.sides, sides, strict=True)):
            left = x + index * (width / 2 + 2)
            self.ink.rect(left, y, width / 2 - 2, height, "paper", edge="steel", round_=5)
            self.ink.text(left + 8, y + 15, self.say.name(side), 11, bold=True)
            self._columns(left, y + 29)
            for row, vessel in enumerate(ships):
                self._ship(left + 6, y + 34 + row * ROW, vessel)
        return y + height + 8

    def _columns(self, x: float, y: float) -> None:
        say = self.say
        heads = (
            (ATTACK, say("attack", "攻撃")), (DEFENCE, say("def", "防御")), (RANGE, say("range", "射程")),
            (MOVE, say("move", "移動")), (COURSE, say("now", "針路")), (WEAPONS + 11, "W"), (HULL + 11, "S"),
            (TORPEDOES, say("torp", "魚雷")), (REPAIRS, say("mend", "修理")),
        )  # fmt: skip
        for right, head in heads:
            self.ink.text(x + right, y, head, 9, colour="faint", anchor="middle")

    def _ship(self, x: float, y: float, vessel: Vessel) -> None:
        ink, say, base = self.ink, self.say, y + 11.5
        gone = bool(vessel.gone)
        ink.rect(x, y, 30, ROW - 2.5, "empty" if gone else vessel.nation, edge="#fff", round_=2)
        kind = say("bat", "砲台") if vessel.kind == "battery" else vessel.kind.upper()
        letters = "ink" if gone else ink.label_colour(vessel.nation)
        ink.text(x + 15, y + 11, kind, 9, colour=letters, bold=True, anchor="middle")
        size = 9.5 if text_width(say.name(vessel.id), 9.5, bold=True) <= WIDEST else 9
        name = cut(say.name(vessel.id), WIDEST, size, bold=True)
        ink.text(x + 35, base, name, size, colour="faint" if gone else "ink", bold=True)
        if gone:
            ink.text(x + ATTACK - 22, base, say.name(vessel.gone), 9.5, colour="gun", bold=True)
            return
        self._figure(x + ATTACK - 6, base, vessel.attack_now, vessel.attack)
        ink.text(x + DEFENCE - 6, base, str(vessel.defence), 9.5, anchor="middle")
        ink.text(x + RANGE - 6, base, str(vessel.range), 9.5, anchor="middle")
        if vessel.kind != "battery":
            self._figure(x + MOVE - 6, base, vessel.move_now, vessel.move)
            ink.text(
                x + COURSE - 6, base, f"{HEADINGS[vessel.heading]} {vessel.speed}", 9.5, bold=True, anchor="middle"
            )
        self._steps(x + WEAPONS - 6, y, vessel.weapons, "gun")
        self._steps(x + HULL - 6, y, vessel.hull, "hull")
        if vessel.torpedoes:
            ink.use("fish", x + TORPEDOES - 6, y + 7.5, size=1.1)
        colour = "gun" if vessel.repairs >= vessel.defence else "faint"
        ink.text(x + REPAIRS - 4, base, f"{vessel.repairs}/{vessel.defence}", 9, colour=colour, anchor="middle")

    def _figure(self, x: float, y: float, now: int, printed: int) -> None:
        """Draw a present value, and the printed value if it differs."""
        text = str(now) if now == printed else f"{now}/{printed}"
        self.ink.text(x, y, text, 9.5, colour="ink" if now == printed else "gun", bold=True, anchor="middle")

    def _steps(self, x: float, y: float, taken: int, colour: str) -> None:
        """Draw the three damage boxes for weapons or for the hull, with `taken` of them filled."""
        for step in range(STEPS):
            self.ink.rect(x + step * 8, y + 4, 6.5, 7.5, colour if step < taken else "empty", edge="steel", line=0.6)
