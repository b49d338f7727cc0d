"""The chart of the chances of a finished game: a line for each side over the steps of the game.

Chances may be computed for some steps only. Over the steps between them, the line is dashed and shows no values.
"""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from games.kernel.picture import Area, Layer, Picture
from games.kernel.text import Text
from games.toolkit.svg import SvgCanvas, number
from games.toolkit.text_metrics import text_width, wrap

WIDE, NARROW = (960, 460), (360, 400)
"""Width and height of the chart for large and for small screens."""
LEFT, RIGHT, BOTTOM = 44, 14, 40
SIZE, LEADING = 13.0, 19.0
SERIES = ("first", "second", "third", "fourth", "fifth", "sixth")
CHANCE = Text("Chance to win", "勝率")
STEPS = Text("Steps of the game", "ゲームの進行")
STOP = Text("step {stop}", "第{stop}手")


class Side(Struct, frozen=True):
    """The line of one side in the chart."""

    name: str
    """The side's name for players."""
    values: tuple[float, ...]
    """The side's chance to win, from 0 to 1, for each computed step."""
    margins: tuple[float, ...]
    """Half the width of the confidence interval of each chance."""


class ChanceChart(Struct, frozen=True):
    """The data of the chart of a finished game's chances."""

    sides: tuple[Side, ...]
    """The line of each side."""
    numbers: tuple[int, ...]
    """The numbers of the computed steps."""
    stops: tuple[int, ...]
    """For each computed step, the number of the next position in which the game waited for answers."""
    step_count: int
    """The number of all steps of the game."""
    marks: tuple[int, ...] = ()
    """The numbers of the steps after which chances changed most, the biggest change first."""


class _Canvas(SvgCanvas):
    palette = {
        "ink": ("#1b2a33", "#e9e3d3"),
        "faint": ("#586970", "#a3adb0"),
        "paper": ("#fbf7ea", "#1d262c"),
        "mesh": ("#d5d9d2", "#38454d"),
        "first": ("#1f5fa8", "#7db4f0"),
        "second": ("#b5361f", "#ff9277"),
        "third": ("#2f7a3d", "#86d296"),
        "fourth": ("#7a4aa0", "#c9a0ea"),
        "fifth": ("#8a6a10", "#e2c25a"),
        "sixth": ("#136f70", "#70cfd0"),
    }


class _Frame(Struct, frozen=True):
    """The area of the picture in which the lines are drawn, and the number of steps of the game."""

    top: float
    width: float
    height: float
    steps: int

    def at(self, step: int, value: float) -> tuple[float, float]:
        """Return the point in the picture for a chance at a step."""
        span = self.width - LEFT - RIGHT
        x = LEFT + span * step / max(self.steps - 1, 1)
        return x, self.top + (1 - value) * (self.height - self.top - BOTTOM)


def draw_chances(chart: ChanceChart, language: str, *, narrow: bool = False) -> Picture:
    """Return the chart as an SVG picture, in the size for large screens or, with `narrow`, for small ones.

    `language` is the language of the texts.
    """
    width, height = NARROW if narrow else WIDE
    canvas = _Canvas()
    top = _legend(canvas, chart, language, width)
    frame = _Frame(top, width, height, chart.step_count)
    _grid(canvas, frame, chart, language)
    for colour, side in zip(SERIES, chart.sides, strict=False):
        _band(canvas, frame, chart, side, colour)
    for colour, side in zip(SERIES, chart.sides, strict=False):
        _line(canvas, frame, chart, side, colour)
    _marks(canvas, frame, chart)
    return Picture(
        width,
        height,
        _Canvas.palette["paper"][0],
        (Layer(canvas.svg(), Area(0, 0, width, height)),),
        ground_class="paper",
        title=CHANCE.get(language),
        description="; ".join(_described(chart)),
        styles=_Canvas.styles(),
    )


def _described(chart: ChanceChart) -> Iterator[str]:
    """Yield the first and the last chance of each side in words, for screen readers."""
    for side in chart.sides:
        if side.values:
            yield f"{side.name}: {percent(side.values[0])} – {percent(side.values[-1])}"


def percent(value: float) -> str:
    """Return a value from 0 to 1 as a whole percentage, as text."""
    return f"{round(100 * value)}%"


def _legend(canvas: SvgCanvas, chart: ChanceChart, language: str, width: float) -> float:
    """Write the heading and the names of the sides. Return the y at which the area of the lines begins."""
    canvas.text(LEFT, 24, CHANCE.get(language), 15, colour="ink", bold=True)
    x, y = float(LEFT), 24 + LEADING + 4
    for colour, side in zip(SERIES, chart.sides, strict=False):
        lines = wrap(side.name, width - LEFT - RIGHT - 24, SIZE, most=2)
        needed = max(text_width(line, SIZE) for line in lines) + 42
        if x + needed > width and x > LEFT:
            x, y = float(LEFT), y + LEADING
        canvas.line(((x, y - 4), (x + 18, y - 4)), colour and _Canvas.palette[colour][0], 4)
        for line in lines:
            canvas.text(x + 24, y, line, SIZE, colour="ink")
            y += LEADING
        y -= LEADING
        x += needed
    return y + 24


def _grid(canvas: SvgCanvas, frame: _Frame, chart: ChanceChart, language: str) -> None:
    mesh = _Canvas.palette["mesh"][0]
    for quarter in range(5):
        value = quarter / 4
        (left, y), (right, _) = frame.at(0, value), frame.at(frame.steps - 1, value)
        canvas.line(((left, y), (right, y)), mesh, 1.6 if quarter == 2 else 1)
        canvas.text(LEFT - 6, y + 4, percent(value), 11, colour="faint", anchor="end")
    y = frame.height - BOTTOM + 18
    if chart.stops:
        canvas.text(LEFT, y, STOP.get(language).format(stop=chart.stops[0]), 11, colour="faint")
        last = STOP.get(language).format(stop=chart.stops[-1])
        canvas.text(frame.width - RIGHT, y, last, 11, colour="faint", anchor="end")
    canvas.text((LEFT + frame.width - RIGHT) / 2, y, STEPS.get(language), 11, colour="faint", anchor="middle")


def _band(canvas: SvgCanvas, frame: _Frame, chart: ChanceChart, side: Side, colour: str) -> None:
    """Draw the confidence intervals of a side as a band."""
    known = list(zip(chart.numbers, side.values, side.margins, strict=True))
    above = [frame.at(step, min(value + margin, 1)) for step, value, margin in known]
    below = [frame.at(step, max(value - margin, 0)) for step, value, margin in known]
    way = "L".join(f"{number(x)} {number(y)}" for x, y in (*above, *reversed(below)))
    if way:
        canvas.raw(f'<path d="M{way}Z" {canvas.fill(colour)} fill-opacity="0.14"/>')


def _line(canvas: SvgCanvas, frame: _Frame, chart: ChanceChart, side: Side, colour: str) -> None:
    """Draw the values of a side: solid between neighbours, dashed over steps that were not computed."""
    edge, known = _Canvas.palette[colour][0], list(zip(chart.numbers, side.values, strict=True))
    for (one, before), (other, after) in pairwise(known):
        dash = "" if other == one + 1 else "5 4"
        canvas.line((frame.at(one, before), frame.at(other, after)), edge, 2.4 if not dash else 1.8, dash)
    if len(known) < chart.step_count:
        for step, value in known:
            canvas.disc(*frame.at(step, value), 2.6, colour)


def _marks(canvas: SvgCanvas, frame: _Frame, chart: ChanceChart) -> None:
    """Draw numbers on the first side's line at the biggest changes: 1 for the biggest."""
    if not chart.sides:
        return
    at = dict(zip(chart.numbers, chart.sides[0].values, strict=True))
    for place, step in enumerate(chart.marks, start=1):
        x, y = frame.at(step, at[step])
        canvas.disc(x, y, 8.5, "paper", _Canvas.palette["ink"][0], 1.4)
        canvas.text(x, y + 4, str(place), 11, colour="ink", bold=True, anchor="middle")
