"""The complete picture: the turn, the map, the events of the turn, and the ships of both sides."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil
from typing import NamedTuple

from msgspec import structs

from games.kernel.picture import Area, Layer, Picture
from games.kernel.rectangles import Rectangle
from games.titles.battleships.components.hexes import distance
from games.titles.battleships.presentation import lines
from games.titles.battleships.presentation.board.colours import COLOURS
from games.titles.battleships.presentation.board.counters import Counters
from games.titles.battleships.presentation.board.diagram import BattleDiagram, draw_key
from games.titles.battleships.presentation.board.hexes import Ground, Part, parts_around, sheet_of
from games.titles.battleships.presentation.board.ink import PALETTE, TRACK_COLOURS, Ink, styles
from games.titles.battleships.presentation.board.legend import HIGH as LEGEND
from games.titles.battleships.presentation.board.legend import legend
from games.titles.battleships.presentation.board.sheets import ShipSheets
from games.titles.battleships.presentation.board.symbols import definitions
from games.titles.battleships.presentation.labels import Words
from games.titles.battleships.presentation.scene import Scene
from games.toolkit.text_metrics import cut, text_width, wrap

PAGE, LEFT, WIDTH, SPACE = 820.0, 12.0, 796.0, 8.0
HIGHEST = 860.0
"""The height that the map exceeds only if ships would otherwise not be legible."""
HEAD, CAPTION = 78.0, 18.0
LINE = 13.5
SCALE = 9.0
"""The font size of the text beside the scale bar."""


class Panel(NamedTuple):
    """A part of the map with its marks, and the y of its upper edge on the page (`top`).

    `far` is the distance in hexes between the ships of this panel and those of the panel above; 0 for the first panel.
    """

    part: Part
    scene: Scene
    top: float
    far: int

    @property
    def bottom(self) -> float:
        """The y of the lower edge of the panel on the page."""
        return self.top + self.part.height


def panels_of(scene: Scene, parts: Sequence[Part], top: float) -> tuple[Panel, ...]:
    """Return a panel for each part of the map, with the ships in that part, one below the other from `top` on."""
    found: list[Panel] = []
    for part in parts:
        own = scene if len(parts) == 1 else within(scene, part)
        above = found[-1] if found else None
        far = least_distance(above.scene.places(), own.places()) if above is not None else 0
        found.append(Panel(part, own, above.bottom + CAPTION if above is not None else top, far))
    return tuple(found)


def least_distance(some: Sequence[str], others: Sequence[str]) -> int:
    """Return the least distance in hexes between two groups of hexes; 0 if a group is empty."""
    return min((distance(one, other) for one in some for other in others), default=0)


def within(scene: Scene, part: Part) -> Scene:
    """Return the scene reduced to the marks in a part of the map."""
    return structs.replace(
        scene,
        vessels=tuple(one for one in scene.vessels if not one.at or part.holds(one.at)),
        shots=tuple(one for one in scene.shots if part.holds(one.start) and part.holds(one.end)),
        runs=tuple(one for one in scene.runs if all(map(part.holds, one.spaces))),
        losses=tuple(one for one in scene.losses if not one.at or part.holds(one.at)),
        ways={ship: way for ship, way in scene.ways.items() if all(map(part.holds, way))},
        shells=tuple(filter(part.holds, scene.shells)),
        struck=tuple(filter(part.holds, scene.struck)),
        mines=tuple(filter(part.holds, scene.mines)),
    )


def counters_of(one: Panel, ground: Ground, say: Words) -> Counters:
    """Return the drawing of a panel's ships and events. Names avoid the lines of `ground` and the scale bar."""
    areas = scale_areas(one.scene, say, one.part)
    return Counters(one.scene, say, one.part, (*sheet_of(one.part, ground).line_areas, *areas))


def has_diagram(scene: Scene) -> bool:
    """Return True if the battle is over and ships have moved. The map is then the diagram of the battle."""
    return scene.over and bool(scene.tracks)


def marks_of(one: Panel, ground: Ground, counters: Counters, say: Words) -> Counters | BattleDiagram:
    """Return the drawing of a panel: the ships and events of this turn or, after the end, of the whole battle."""
    if not has_diagram(one.scene):
        return counters
    areas = scale_areas(one.scene, say, one.part)
    return BattleDiagram(one.scene, say, one.part, (*sheet_of(one.part, ground).line_areas, *areas))


def panel(ink: Ink, one: Panel, ground: Ground, counters: Counters, say: Words, left: float) -> Iterator[Layer]:
    """Yield the layers of a panel: map and marks.

    Draw its frame, its scale bar and the distance to the panel above in `ink`. `one`: the panel. `left`: the x of its
    left edge on the page.
    """
    part, y = one.part, one.top
    yield sheet_of(part, ground).printed(left, y)
    yield marks_of(one, ground, counters, say).layer(left, y)
    ink.rect(left, y, part.width, part.height, "none", edge="night" if one.scene.night else "ink", line=1.8)
    scale_bar(ink, one.scene, say, part, left, y)
    if one.far:
        text = say(f"{one.far} hexes from the ships above", f"上の艦から{one.far}ヘックス")
        ink.text(left + 2, y - 4, text, 9.5, bold=True)


class Page:
    """One complete picture that is being drawn."""

    def __init__(self, scene: Scene, ground: Ground, say: Words) -> None:
        self.scene, self.ground, self.say = scene, ground, say
        self.ink = Ink()

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The visible parts of the map, one below the other; usually one."""
        scene = self.scene
        parts = (
            parts_around(scene.battlefield(), WIDTH, HIGHEST)
            if has_diagram(scene)
            else parts_around(scene.places(), WIDTH, HIGHEST, scene.reach())
        )
        return panels_of(self.scene, parts, self.map_top)

    @cached_property
    def counters(self) -> tuple[Counters, ...]:
        """The drawing of each panel's ships and events."""
        return tuple(counters_of(one, self.ground, self.say) for one in self.panels)

    @property
    def aims(self) -> list[str]:
        """11.13 The victory conditions of the scenario, as lines of text."""
        return wrap(lines.goal_line(self.scene, self.say), WIDTH - 20, 9.5, most=4)

    @property
    def head_high(self) -> float:
        """The height of the head of the page."""
        return HEAD + 13 * len(self.aims)

    @property
    def map_top(self) -> float:
        """The y of the upper edge of the map."""
        return 12 + self.head_high + SPACE

    def draw(self) -> Picture:
        """Draw the complete picture and return it."""
        self._head(12)
        layers = [
            layer
            for one, counters in zip(self.panels, self.counters, strict=True)
            for layer in panel(self.ink, one, self.ground, counters, self.say, LEFT)
        ]
        y = self.panels[-1].bottom + SPACE
        if has_diagram(self.scene):
            y = draw_key(self.scene, self.say, self.ink, LEFT, y, WIDTH) + SPACE
        layers.append(legend(LEFT, y, self.say.language))
        y += LEGEND + SPACE
        y = self._told(y)
        y = ShipSheets(self.scene, self.say, self.ink).draw(LEFT, y, WIDTH)
        height = float(ceil(y + 6))
        back = Ink()
        back.rect(3, 3, PAGE - 6, height - 6, "none", edge="ink", line=1)
        marks = Layer(back.svg() + self.ink.svg(), Area(0, 0, PAGE, height), defs=definitions())
        return framed(Area(0, 0, PAGE, height), (*layers, marks), self.scene, self.say)

    # --- the head

    def _head(self, y: float) -> None:
        """Draw the head of the page: the battle, the turn, the visibility and the points."""
        say, ink, scene = self.say, self.ink, self.scene
        ink.rect(LEFT, y, WIDTH, self.head_high, "paper", edge="steel", round_=5)
        ink.text(LEFT + 10, y + 17, say("BATTLESHIPS", "戦艦の戦い"), 10.5, colour="faint", bold=True)
        title = lines.battle_name(scene.scenario, say)
        size = next((one for one in (19.0, 16.0, 14.0) if text_width(title, one, bold=True) <= 420), 12.0)
        ink.text(LEFT + 10, y + 38, cut(title, 430, size, bold=True), size, bold=True)
        ink.text(LEFT + 10, y + 54, cut(lines.weather_line(scene, say), 600, 10.5), 10.5)
        ink.text(LEFT + 10, y + 69, cut(lines.order_line(scene, say), 600, 10.5), 10.5)
        for index, line in enumerate(self.aims):
            ink.text(LEFT + 10, y + 84 + 13 * index, line, 9.5, colour="faint")
        self._turns(LEFT + 452, y + 12)
        self._points(LEFT + WIDTH - 136, y + 34)

    def _turns(self, x: float, y: float) -> None:
        """3.1 Draw the turn record, with a box for each turn of the scenario."""
        say, ink, scene = self.say, self.ink, self.scene
        ink.text(x - 6, y + 11, say("Turn", "ターン"), 9.5, bold=True, anchor="end")
        for turn in range(1, scene.turns + 1):
            left, now, past = x + (turn - 1) * 18.4, turn == scene.turn, turn < scene.turn
            ink.rect(left, y, 16.5, 16, "blast" if now else "steel" if past else "paper", edge="steel", round_=3)
            colour = ink.label_colour("blast" if now else "steel") if past or now else "ink"
            ink.text(left + 8.2, y + 11.8, str(turn), 9.5, colour=colour, bold=now, anchor="middle")

    def _points(self, x: float, y: float) -> None:
        """9.1 Draw the points of both sides."""
        for index, side in enumerate(self.scene.sides):
            left = x + index * 66
            self.ink.rect(left, y, 62, 38, "black", round_=5)
            name = cut(self.say.name(side), 58, 9, bold=True)
            self.ink.text(left + 31, y + 12, name, 9, colour="#fff", bold=True, anchor="middle")
            points = self.scene.points.get(side, "–")
            self.ink.text(left + 31, y + 31, points, 15, colour="#f2cf6b", bold=True, anchor="middle")

    # --- what happened

    def _told(self, y: float) -> float:
        """Draw the list of the turn's shots, torpedoes and losses in two columns. Return the y below it."""
        told = lines.turn_lines(self.scene, self.say)
        if not told:
            return y
        each = (len(told) + 1) // 2
        height = 24 + LINE * each
        self.ink.rect(LEFT, y, WIDTH, height, "paper", edge="steel", round_=5)
        self.ink.text(LEFT + 10, y + 15, self.say("What the turn brought", "このターンの経過"), 10.5, bold=True)
        for index, line in enumerate(told):
            x, row = LEFT + 10 + (index // each) * WIDTH / 2, index % each
            self.ink.text(x, y + 29 + row * LINE, cut(line, WIDTH / 2 - 16, 9.5), 9.5)
        return y + height + SPACE


def scale_areas(scene: Scene, say: Words, part: Part) -> Iterator[Rectangle]:
    """Yield the rectangles on the map that names must avoid: the scale bar and its text."""
    if scene.sighting:
        right, wide = part.width - 12, text_width(scale_text(scene, say), SCALE, bold=True)
        yield Rectangle(right - 6, 12, right + 6, 16 + part.side * 3**0.5 * scale_hexes(scene, part))
        yield Rectangle(right - 11 - wide, 13, right - 6, 26)


def scale_text(scene: Scene, say: Words) -> str:
    """Return the text beside the scale bar."""
    return say(f"sighting {scene.sighting}", f"視認 {scene.sighting}")


def scale_hexes(scene: Scene, part: Part) -> int:
    """Return the length of the scale bar in hexes: the turn's sighting distance, or less if the part is too low."""
    return min(scene.sighting, int((part.height - 40) / (part.side * 3**0.5)))


def scale_bar(ink: Ink, scene: Scene, say: Words, part: Part, x: float, y: float) -> None:
    """4.1 Draw a bar as long as this turn's sighting distance, at the scale of the map.

    `x`, `y`: the upper left corner of the part on the page.
    """
    if not scene.sighting:
        return
    pitch = part.side * 3**0.5
    shown = scale_hexes(scene, part)
    right, top = x + part.width - 12, y + 14
    ink.line([(right - 5, top), (right + 5, top), (right, top), (right, top + pitch * shown)], "aim", 1.4)
    ink.line([(right - 5, top + pitch * shown), (right + 5, top + pitch * shown)], "aim", 1.4)
    for hexes in range(1, shown):
        wide = 3.5 if hexes % 5 == 0 else 2
        ink.line([(right - wide, top + hexes * pitch), (right, top + hexes * pitch)], "aim", 1)
    ink.text(right - 9, top + 9, scale_text(scene, say), SCALE, colour="aim", bold=True, anchor="end", halo="halo")


def framed(page: Area, layers: Sequence[Layer], scene: Scene, say: Words) -> Picture:
    """Return a picture of the layers on the background of the page, with a description for screen readers."""
    return Picture(
        width=page.width,
        height=page.height,
        ground=PALETTE["board"][0],
        ground_class="board",
        layers=tuple(layers),
        attributes=f'fill="{PALETTE["ink"][0]}" class="ink"',
        title=lines.headline(scene, say),
        description=lines.description(scene, say),
        styles=styles(),
        palette=(*COLOURS, *TRACK_COLOURS) if has_diagram(scene) else COLOURS,
    )
