"""The diagram of a battle that is over: the tracks of all ships turn by turn, hits, sinkings, and a legend."""

from collections.abc import Iterator, Sequence
from math import dist

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Areas, Point, Rectangle
from games.titles.battleships.presentation.board.hexes import HIGH, Part, along, numbers
from games.titles.battleships.presentation.board.ink import Ink
from games.titles.battleships.presentation.board.placing import Wanted, placed
from games.titles.battleships.presentation.board.symbols import definitions
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Blow, Leg, Scene, Vessel
from games.toolkit.text_metrics import cut, text_width

NAME, TURN, KEY = 9.5, 9.0, 9.0
"""The font sizes of ships' names, of the turns' numbers beside the tracks, and of the legend."""
APART = 1.8
"""The distance between the tracks of two ships that run beside each other through a hex."""
DOT = 2.2
LINE, WIDE = 14.0, 700.0
"""The height of a line of the legend, and the least width at which the legend has four columns."""
YARDS = "2,000"
"""9.3 The width of a hex in yards, as text."""


class BattleDiagram:
    """Draws the tracks, hits and losses of a scene on one part of the map."""

    def __init__(self, scene: Scene, say: Words, part: Part, obstacles: Sequence[Rectangle] = ()) -> None:
        self.scene, self.say, self.part, self.ink = scene, say, part, Ink()
        self._drawn = list(obstacles)
        self._taken = Areas()
        for area in obstacles:
            self._taken.add(area)

    def layer(self, x: float, y: float) -> Layer:
        """Draw all marks and return them as a layer, with its upper left corner at (x, y) of the page."""
        for blow in self.scene.blows:
            self._blow(blow)
        for ship in self.scene.vessels:
            self._track(ship)
        for blow in self.scene.blows:
            if self._is_shown(blow):
                self._sign("blast", self._point(blow.ship, blow.end), 0.45)
        self._losses()
        self._north()
        self._names()
        self._turns()
        self.ink.marks.insert(0, numbers(self.part, self._taken))
        area = Area(0, 0, self.part.width, self.part.height)
        return Layer(self.ink.svg(), area, x, y, Area(x, y, area.width, area.height), defs=definitions())

    # --- tracks

    def _aside(self, ship: str) -> float:
        """Return the offset of a ship's track from the middle of the hexes, so that tracks do not cover each other."""
        index = next(number for number, one in enumerate(self.scene.vessels) if one.id == ship)
        return (index % 7 - 3) * APART

    def _point(self, ship: str, space: str) -> Point:
        x, y = self.part.centre(space)
        return x + self._aside(ship), y + self._aside(ship) / 2

    def _legs(self, ship: str) -> Iterator[tuple[Leg, list[Point]]]:
        for leg in self.scene.tracks.get(ship, ()):
            if all(map(self.part.holds, leg.spaces)):
                yield leg, [self._point(ship, space) for space in leg.spaces]

    def _track(self, ship: Vessel) -> None:
        colour = colour_of(self.scene, ship)
        for _, points in self._legs(ship.id):
            self.ink.line(points, "halo", 3.2)
            self.ink.line(points, colour, 1.7)
            self._keep(along(points))
        for _, points in self._legs(ship.id):
            self.ink.disc(*points[-1], DOT, colour, edge="halo", line=0.6)

    def _turns(self) -> None:
        """Write the number of the turn at the end of each move, if there is room."""
        for ship in self.scene.vessels:
            for leg, points in self._legs(ship.id):
                text, (x, y) = str(leg.turn), points[-1]
                half = text_width(text, TURN) / 2
                for right, down in ((7, -4), (-7, -4), (7, 10), (-7, 10)):
                    area = Rectangle(x + right - half, y + down - 7, x + right + half, y + down + 1)
                    if self._taken.is_free(area) and _is_within(area, self.part):
                        self._taken.add(area)
                        colour = colour_of(self.scene, ship)
                        self.ink.text(x + right, y + down, text, TURN, colour=colour, anchor="middle", halo="halo")
                        break

    # --- hits and losses

    def _blow(self, blow: Blow) -> None:
        """Draw the line of a shot or torpedo that hit a ship."""
        vessel = self.scene.vessel(blow.by)
        if vessel is None or not self._is_shown(blow):
            return
        ends = [self._point(blow.by, blow.start), self._point(blow.ship, blow.end)]
        colour = "torpedo" if blow.torpedo else colour_of(self.scene, vessel)
        self.ink.line(ends, colour, 0.8, dash="6 3" if blow.torpedo else "1.5 3")
        self._keep(along(ends))

    def _is_shown(self, blow: Blow) -> bool:
        return self.part.holds(blow.start) and self.part.holds(blow.end)

    def _losses(self) -> None:
        """Draw a cross where a ship was sunk."""
        for loss in self.scene.sinkings:
            if loss.how == "sunk" and loss.at and self.part.holds(loss.at):
                self._sign("wreck", self._point(loss.ship, loss.at), 0.9)

    def _sign(self, sign: str, place: Point, size: float) -> None:
        (x, y), half = place, 8 * size
        self.ink.use(sign, x, y, size=size)
        self._keep([Rectangle(x - half, y - half, x + half, y + half)])

    def _keep(self, areas: Iterator[Rectangle] | list[Rectangle]) -> None:
        """Record the areas of marks, which names and numbers avoid."""
        for area in areas:
            self._drawn.append(area)
            self._taken.add(area)

    # --- names and north

    def _ends(self) -> Iterator[tuple[str, str]]:
        """Yield each ship with her last hex on the map."""
        lost = {one.ship: one.at for one in self.scene.sinkings}
        for ship in self.scene.vessels:
            at = ship.at or lost.get(ship.id, "")
            if at and self.part.holds(at):
                yield ship.id, at

    def _names(self) -> None:
        """Write the name of each ship at the end of her track."""
        wanted = []
        for ship, at in self._ends():
            x, y = self._point(ship, at)
            wide = text_width(self.say.name(ship), NAME, bold=True)
            wanted.append(Wanted(ship, x, y, 6.0, wide + 4, NAME + 2))
        hulls = [Rectangle(one.x - 5, one.y - 5, one.x + 5, one.y + 5) for one in wanted]
        for ship, area in placed(wanted, hulls, self._drawn, self.part.width, self.part.height).items():
            vessel = self.scene.vessel(ship)
            if vessel is not None:
                colour = colour_of(self.scene, vessel)
                middle = (area.left + area.right) / 2
                self.ink.text(middle, area.top + NAME * 0.95, self.say.name(ship), NAME, colour=colour, bold=True,
                              anchor="middle", halo="halo")  # fmt: skip
                self._taken.add(area)

    def _north(self) -> None:
        """Draw an arrow to the north, and the width of a hex in yards, in the corner farthest from the tracks."""
        corners = [(24.0, 30.0), (24.0, self.part.height - 34), (self.part.width - 60, self.part.height - 34)]
        used = [self.part.centre(space) for space in self.scene.battlefield() if self.part.holds(space)]
        x, y = max(corners, key=lambda corner: min((dist(corner, one) for one in used), default=0.0))
        self.ink.line([(x, y + 14), (x, y - 12)], "ink", 1.6)
        self.ink.raw(f'<path d="M{x:g} {y - 20:g}l4.5 10h-9z" {self.ink.fill("ink")}/>')
        self.ink.text(x + 8, y - 8, self.say("N", "北"), 11, colour="ink", bold=True, halo="halo")
        long = self.part.side * HIGH
        self.ink.line([(x - 8, y + 18), (x - 8 + long, y + 18)], "ink", 1.6)
        text = self.say(f"{YARDS} yd", f"{YARDS}ヤード")
        self.ink.text(x - 8, y + 30, text, TURN, colour="ink", halo="halo")
        self._keep([Rectangle(x - 12, y - 22, x + max(long, text_width(text, TURN)), y + 33)])


def _is_within(area: Rectangle, part: Part) -> bool:
    return not area.overflow(part.width, part.height)


def colour_of(scene: Scene, ship: Vessel) -> str:
    """Return the key in the palette of the colour of a ship's track: one of four shades for her nation."""
    fleet = [one.id for one in scene.vessels if one.nation == ship.nation]
    return f"way_{ship.nation}_{fleet.index(ship.id) % 4}"


def draw_key(scene: Scene, say: Words, ink: Ink, x: float, y: float, width: float) -> float:
    """Draw the legend: each ship with her track and her fate. Return the y of its lower edge.

    `x`, `y`: its upper left corner. `width`: its width.
    """
    columns = 4 if width >= WIDE else 3
    shown = list(scene.vessels)
    rows = -(-len(shown) // columns)
    for index, ship in enumerate(shown):
        left, top = x + index // rows * (width / columns), y + index % rows * LINE
        ink.line([(left, top + 6), (left + 18, top + 6)], colour_of(scene, ship), 2.2)
        text = f"{say.name(ship.id)}: {_fate(scene, ship, say)}"
        ink.text(left + 22, top + 9, cut(text, width / columns - 28, KEY), KEY)
    below = y + rows * LINE + 2
    ink.use("blast", x + 9, below + 6, size=0.6)
    ink.use("wreck", x + 25, below + 6, size=0.7)
    notes = say(
        "hit by gunfire (dotted) or torpedo (dashed) · sunk · dots and figures: the end of each turn, ten minutes",
        "砲撃（点線）・魚雷（破線）の命中・沈没・点と数字は各ターン（10分）の終わり",
    )
    ink.text(x + 36, below + 9, cut(notes, width - 40, KEY), KEY, colour="faint")
    return below + 16


def _fate(scene: Scene, ship: Vessel, say: Words) -> str:
    """Return as text how and when a ship was lost, or if she is afloat, her damage."""
    loss = next((one for one in scene.sinkings if one.ship == ship.id), None)
    if loss is None:
        return ship.damage or say("unhurt", "無傷")
    return say(f"{say.name(ship.gone)}, turn {loss.turn}", f"第{loss.turn}ターンに{say.name(ship.gone)}")
