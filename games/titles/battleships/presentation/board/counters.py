"""The marks on the map: hulls with names, wakes, gunfire and its effect, torpedo tracks, star shells and mines."""

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Areas, Point, Rectangle
from games.titles.battleships.presentation.board.hexes import HIGH, Part, along, numbers, outline
from games.titles.battleships.presentation.board.ink import Ink, fill, stroke
from games.titles.battleships.presentation.board.placing import Wanted, placed
from games.titles.battleships.presentation.board.symbols import definitions
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Leg, Run, Scene, Shot, Vessel
from games.toolkit.svg import number
from games.toolkit.text_metrics import text_width

NAME, LINE, GAP = 9.5, 11.0, 3.6
"""The font size and line height of a ship's name, and the space between name, speed and damage."""
REACH = 7.0
"""Half the width of a symbol at scale 1."""
LARGEST = 2.8
"""The largest scale of hulls."""
ABREAST = {"bb": 5.2, "bc": 4.8, "pb": 4.4, "ca": 4.0, "cl": 6.4, "dd": 8.0, "battery": 10.0}
"""The width that a hull takes beside others in one hex, by kind of ship, at scale 1."""
START = 2.6
"""The radius of the dot at the beginning of a ship's path this turn."""
BEND = 0.06
"""The bend of a line of fire, relative to its length.

The bend keeps the lines of two ships that fire at each other apart.
"""


class Hull(NamedTuple):
    """A hull on the map.

    `x`, `y`: its centre. `turned`: its angle in degrees clockwise from north. `size`: its scale.
    """

    vessel: Vessel
    x: float
    y: float
    turned: float
    size: float


class Counters:
    """Draws the ships and events of a scene on one part of the map.

    The attribute `named` has the rectangles of the ships' names after a call of `layer`.
    """

    def __init__(self, scene: Scene, say: Words, part: Part, obstacles: Sequence[Rectangle] = ()) -> None:
        self.scene, self.say, self.part = scene, say, part
        self.size = min(part.side * 1.12 / 10, LARGEST)
        self.ink = Ink()
        self._drawn = list(obstacles)
        self._kept: list[Rectangle] = []
        self.named: tuple[Rectangle, ...] = ()

    def layer(self, x: float, y: float) -> Layer:
        """Draw all marks and return them as a layer, with its upper left corner at (x, y) of the page."""
        self._lit()
        lit = len(self.ink.marks)
        for legs in self.scene.tracks.values():
            self._past(legs)
        for way in self.scene.ways.values():
            self._wake(way)
        for run in self.scene.runs:
            self._torpedo(run)
        for shot in self.scene.shots:
            self._shot(shot)
        stacks = self._stacks()
        for vessels in stacks.values():
            for hull in self._hulls(vessels):
                self._turned(f"ship-{hull.vessel.kind}", hull.x, hull.y, hull.turned, hull.size, hull.vessel.nation)
        for loss in self.scene.losses:
            if loss.how == "sunk" and loss.at and self.part.holds(loss.at):
                self._sign("wreck", *self.part.centre(loss.at), size=self.size)
        self._mines()
        self._effects()
        self._names(stacks)
        self.ink.marks.insert(lit, numbers(self.part, self._taken()))
        area = Area(0, 0, self.part.width, self.part.height)
        window = Area(x, y, self.part.width, self.part.height)
        return Layer(self.ink.svg(), area, x, y, window, defs=definitions())

    # --- beneath the ships

    def _lit(self) -> None:
        """4.3a Draw the hexes under star shells."""
        for space in self.scene.shells:
            if self.part.holds(space):
                x, y = self.part.centre(space)
                self.ink.raw(f'<path d="{outline(x, y, self.part.side)}" {fill("lit")} {stroke("shell", 1.4)}/>')
                self._sign("star", x, y - self.part.side * 0.55, size=self.size * 0.6)

    def _past(self, legs: Sequence[Leg]) -> None:
        """7.0 Draw the path of a ship in earlier turns, with a dot where each turn began."""
        last = max((leg.turn for way in self.scene.tracks.values() for leg in way), default=0)
        for leg in legs:
            if leg.turn < last and all(map(self.part.holds, leg.spaces)):
                points = [self.part.centre(space) for space in leg.spaces]
                self.ink.line(points, "wake", 1, dash="1 3")
                self.ink.disc(*points[0], 1.4, "wake")
                self._mark(points)

    def _wake(self, way: Sequence[str]) -> None:
        """7.0 Draw the path of a ship in this turn."""
        points = [self.part.centre(space) for space in way]
        if len(points) > 1:
            self.ink.line(points, "wake", 2.2, dash="2 3")
            self._mark(points)
            (x, y), rim = points[0], START + 1
            self.ink.disc(x, y, START, "wake")
            self._kept.append(Rectangle(x - rim, y - rim, x + rim, y + rim))

    def _torpedo(self, run: Run) -> None:
        """6.2a Draw the track of a torpedo from its start to its end."""
        points = [self.part.centre(space) for space in (run.start, run.end or run.spaces[-1])]
        self.ink.line(points, "torpedo", 1.8, dash="6 3")
        (x1, y1), (x2, y2) = points
        turned = degrees(atan2(y2 - y1, x2 - x1)) + 90
        x, y = x1 + (x2 - x1) * 0.62, y1 + (y2 - y1) * 0.62
        self._turned("fish", x, y, turned, self.size * 0.7)
        self._mark(points)

    def _shot(self, shot: Shot) -> None:
        """5.1 Draw a line from the firer to her target; it is thin if the target is marked but not yet fired at."""
        (x1, y1), (x2, y2) = self.part.centre(shot.start), self.part.centre(shot.end)
        long = hypot(x2 - x1, y2 - y1) or 1.0
        off = 0.55 * self.part.side / long
        x1, y1, x2, y2 = x1 + (x2 - x1) * off, y1 + (y2 - y1) * off, x2 - (x2 - x1) * off, y2 - (y2 - y1) * off
        middle = ((x1 + x2) / 2 + (y2 - y1) * BEND, (y1 + y2) / 2 - (x2 - x1) * BEND)
        wide, dash = (1.6, "") if shot.fired else (1.3, "5 3")
        if shot.secondary:
            wide, dash = 0.9, "2 2.5"
        colour = self._colour(shot.firer)
        path = f"M{number(x1)} {number(y1)}Q{number(middle[0])} {number(middle[1])} {number(x2)} {number(y2)}"
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.ink.raw(f'<path d="{path}" fill="none" {stroke(colour, wide)}{dashes}/>')
        self._arrow(middle, (x2, y2), colour)
        self._mark([_bent((x1, y1), middle, (x2, y2), part / 8) for part in range(9)])

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        turned = atan2(end[1] - start[1], end[0] - start[0])
        tips = [
            (end[0] - 6 * cos(turned + aside), end[1] - 6 * sin(turned + aside))
            for aside in (radians(24), -radians(24))
        ]
        points = "L".join(f"{number(x)} {number(y)}" for x, y in (end, *tips))
        self.ink.raw(f'<path d="M{points}z" {fill(colour)}/>')

    def _colour(self, ship: str) -> str:
        vessel = self.scene.vessel(ship)
        return vessel.nation if vessel is not None else "aim"

    def _mark(self, points: Sequence[tuple[float, float]]) -> None:
        """Record a line as small rectangles, which the names of ships avoid."""
        self._drawn += along(points)

    # --- ships

    def _stacks(self) -> dict[str, list[Vessel]]:
        found: dict[str, list[Vessel]] = {}
        for vessel in self.scene.afloat():
            if self.part.holds(vessel.at):
                found.setdefault(vessel.at, []).append(vessel)
        return found

    def hulls(self) -> dict[str, tuple[float, float]]:
        """Return the centre of each hull, by ship, measured from the upper left corner of the part."""
        return {
            hull.vessel.id: (hull.x, hull.y) for vessels in self._stacks().values() for hull in self._hulls(vessels)
        }

    def _hulls(self, vessels: Sequence[Vessel]) -> Iterator[Hull]:
        """7.2 Yield the ships of one hex with their positions: side by side, and smaller if there are many."""
        room = sum(ABREAST[vessel.kind] for vessel in vessels)
        size = min(self.size, self.size * 17 / room)
        aside = -room / 2
        for vessel in vessels:
            aside += ABREAST[vessel.kind] / 2
            x, y = self.part.centre(vessel.at)
            turned = 0 if vessel.kind == "battery" else 60 * vessel.heading
            x += cos(radians(turned)) * aside * size
            y += sin(radians(turned)) * aside * size
            yield Hull(vessel, x, y, turned, size)
            aside += ABREAST[vessel.kind] / 2

    def _sign(self, symbol: str, x: float, y: float, *, size: float) -> None:
        """Draw a symbol, and record its area, which the numbers of hexes avoid."""
        self.ink.use(symbol, x, y, size=size)
        half = REACH * size
        self._kept.append(Rectangle(x - half, y - half, x + half, y + half))

    def _taken(self) -> Areas:
        """Return the areas of all marks so far, which the numbers of hexes avoid."""
        taken = Areas()
        for area in (*self._drawn, *self._kept):
            taken.add(area)
        return taken

    def _turned(self, symbol: str, x: float, y: float, turned: float, size: float, colour: str = "") -> None:
        place = f'transform="translate({number(x)} {number(y)}) rotate({number(turned)}) scale({size:.3g})"'
        self.ink.raw(f'<use href="#{symbol}" {place}{" " + fill(colour) if colour else ""}/>')

    def _mines(self) -> None:
        """10.6 Draw the mines that the view shows, and those that ships have struck."""
        for space in (*self.scene.mines, *self.scene.struck):
            if self.part.holds(space):
                self._sign("mine", *self.part.centre(space), size=self.size * 0.8)

    # --- what the fire did

    def _effects(self) -> None:
        """Draw the effects of fire: a splash for a miss, a burst for damage, and a flame on a burning ship."""
        done: dict[str, list[Shot]] = {}
        for shot in self.scene.shots:
            if shot.fired and self.part.holds(shot.end):
                done.setdefault(shot.end, []).append(shot)
        for space, shots in done.items():
            x, y = self.part.centre(space)
            misses = [shot for shot in shots if not shot.damage]
            for index, _ in enumerate(misses[:3]):
                self._sign("splash", x - self.part.side * 0.68, y + index * 6 - 4, size=self.size * 0.62)
            if any(shot.damage for shot in shots):
                self._sign("blast", x + self.part.side * 0.66, y - self.part.side * 0.5, size=self.size * 0.5)
        for run in self.scene.runs:
            if run.struck and run.end and self.part.holds(run.end):
                x, y = self.part.centre(run.end)
                self._sign("blast", x - self.part.side * 0.6, y + self.part.side * 0.5, size=self.size * 0.5)
        for vessel in self.scene.afloat():
            if "burning" in vessel.flags and self.part.holds(vessel.at):
                x, y = self.part.centre(vessel.at)
                self._sign("flame", x + self.part.side * 0.55, y, size=self.size * 0.8)

    # --- names

    def _names(self, stacks: dict[str, list[Vessel]]) -> None:
        wanted, reach = [], self.part.side * HIGH / 2 * 0.82
        for space, vessels in stacks.items():
            wide = max(text_width(self._said(vessel), NAME, bold=True) for vessel in vessels)
            x, y = self.part.centre(space)
            ahead = sorted({vessel.heading for vessel in vessels if vessel.kind != "battery"})
            wanted.append(Wanted(space, x, y, reach * 0.75, wide + 4, LINE * len(vessels), tuple(map(_way, ahead))))
        hulls = []
        for space in stacks:
            x, y = self.part.centre(space)
            hulls.append(Rectangle(x - reach * 0.8, y - reach * 0.8, x + reach * 0.8, y + reach * 0.8))
        areas = placed(wanted, hulls, self._drawn, self.part.width, self.part.height)
        self.named = tuple(areas.values())
        self._kept += [*hulls, *self.named]
        for space, area in areas.items():
            for index, vessel in enumerate(stacks[space]):
                self._name(vessel, (area.left + area.right) / 2, area.top + LINE * index + NAME * 0.92)

    def _said(self, vessel: Vessel) -> str:
        """Return the text beside a ship: her name, speed and damage."""
        speed = "" if vessel.kind == "battery" else f"  {vessel.speed}"
        return f"{self.say.name(vessel.id)}{speed}  {vessel.damage}".rstrip()

    def _name(self, vessel: Vessel, x: float, y: float) -> None:
        """Draw a ship's name, speed and damage on one line, the damage in red."""
        pieces = [(self.say.name(vessel.id), "ink")]
        if vessel.kind != "battery":
            pieces.append((f" {vessel.speed}", "faint"))
        if vessel.damage:
            pieces.append((f" {vessel.damage}", "gun"))
        wide = sum(text_width(text.lstrip(), NAME, bold=True) + GAP * text.startswith(" ") for text, _ in pieces)
        left = x - wide / 2
        for text, colour in pieces:
            shown = text.lstrip()
            left += GAP * (len(text) - len(shown))
            left += self.ink.text(left, y, shown, NAME, colour=colour, bold=True, halo="halo")


def _way(heading: int) -> Point:
    """Return the unit vector of a heading (0 to 5 for A to F) in the picture."""
    return sin(radians(60 * heading)), -cos(radians(60 * heading))


def _bent(start: Point, middle: Point, end: Point, part: float) -> Point:
    """Return the point at `part` (0 to 1) of the curve from `start` to `end` that is bent towards `middle`."""
    weights = (1 - part) ** 2, 2 * part * (1 - part), part**2
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, (start, middle, end), strict=True))
            for axis in (0, 1))  # fmt: skip
    return x, y


def hot(scene: Scene) -> Iterator[str]:
    """Yield the hexes with shots, torpedoes, losses and star shells of this turn; a hex may appear several times."""
    for shot in scene.shots:
        yield from (shot.start, shot.end)
    for run in scene.runs:
        yield from (run.start, *run.spaces)
    yield from (loss.at for loss in scene.losses if loss.at)
    yield from scene.shells
