"""15.0 The picture of the campaign: each month's points as bars, the score and the required score as lines.

Below the chart are texts on cargo, losses, docks and operations, and the routes of the last operation. At the end of
the campaign, the routes of all operations are shown.
"""

from msgspec import structs

from games.kernel.picture import Layer
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import campaign
from games.titles.pq17.presentation.board.chart import Chart
from games.titles.pq17.presentation.board.diagram import Diagram
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words, fortnight_name
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import wrap

HEAD, LINE, SMALL = 16.0, 13.0, 9.5
HIGH, FOOT = 96.0, 16.0
"""The height of the chart of points, and the height of the names of the months below the chart."""
LABEL = 10.0
"""The room above the bars for the figure of the highest score."""
INDENT = 10.0
"""The indentation of the second and later lines of a long text."""
BAR = 0.5
"""The width of a bar, as a share of the width of its month."""
MOST = 30
"""The most lines of one part of the texts; the text board has all of them."""


def draw_campaign(box: Box, view: View, say: Words, ink: Ink, x: float, y: float, width: float) -> float:
    """Draw the texts on the campaign and the chart of points; return the y of the lower edge."""
    for index, (title, told) in enumerate(campaign.parts(box, view, say)):
        ink.text(x, y + HEAD - 4, title, 11, bold=True)
        y += HEAD
        if index == 1:
            y = draw_scores(box, view, say, ink, x, y, width)
        for line in told[-MOST:]:
            for number, part in enumerate(wrap(line, width - INDENT, SMALL)):
                ink.text(x + (INDENT if number else 0), y + SMALL, part, SMALL)
                y += LINE
        y += 4
    return y


def draw_scores(box: Box, view: View, say: Words, ink: Ink, x: float, y: float, width: float) -> float:
    """15.9 Draw a bar for each month's points, a line for the score, and a dashed line for the required score.

    Return the y of the lower edge.
    """
    scores = campaign.months(box, view.roster.ledger) if view.roster is not None else []
    if not scores:
        return y
    y += LABEL
    figures = [one for score in scores for one in (score.points, score.total, score.needed)]
    top, low = max(0, *figures), min(0, *figures)
    scale, each = HIGH / max(top - low, 1), width / max(len(scores), 6)

    def at(points: int) -> float:
        return y + (top - points) * scale

    ink.line([(x, at(0)), (x + width, at(0))], "faint", 1)
    for index, one in enumerate(scores):
        left, middle = x + index * each + each * (1 - BAR) / 2, x + (index + 0.5) * each
        colour = "allied" if one.points >= 0 else "axis"
        ink.rect(left, min(at(one.points), at(0)), each * BAR, abs(one.points) * scale, colour)
        ink.text(middle, y + HIGH + 12, campaign.month_name(one.month, say), SMALL, anchor="middle")
    middles = [x + (index + 0.5) * each for index in range(len(scores))]
    ink.line([(m, at(one.needed)) for m, one in zip(middles, scores, strict=True)], "alarm", 1.4, dash="4 3")
    ink.line([(m, at(one.total)) for m, one in zip(middles, scores, strict=True)], "gold", 2.2)
    for m, one in zip(middles, scores, strict=True):
        ink.disc(m, at(one.total), 2.6, "gold", edge="halo", line=0.8)
        ink.text(m + 5, at(one.total) - 4, say.half(one.total), SMALL, bold=True, halo="halo")
    return _key(say, ink, x, y + HIGH + FOOT)


def _key(say: Words, ink: Ink, x: float, y: float) -> float:
    """Draw the legend of the two lines; return the y below it."""
    for offset, colour, dash, text in (
        (0.0, "gold", "", say("score", "累計VP")),
        (110.0, "alarm", "4 3", say("needed by the Allies", "連合軍の必要VP")),
    ):
        ink.line([(x + offset, y + 6), (x + offset + 18, y + 6)], colour, 2, dash)
        ink.text(x + offset + 22, y + 9, text, SMALL, colour="faint")
    return y + 16


def diagrams(box: Box, view: View, say: Words, chart: Chart, ink: Ink, x: float, y: float) -> tuple[list[Layer], float]:
    """Draw the routes that the seat knows of the last operation; return the layers and the y of their lower edge.

    At the end of the campaign, draw the routes of all operations.
    """
    layers: list[Layer] = []
    for one in view.history if view.over else view.history[-1:]:
        if not one.tracks:
            continue
        past = structs.replace(view, fortnight=one.key, tracks=one.tracks, losses=one.losses)
        name = fortnight_name(one.key, say)
        ink.text(x, y + HEAD - 4, say(f"Operation of the {name}", f"{name}の作戦"), 11, bold=True)
        diagram = Diagram(box, past, say, chart)
        layers += diagram.layers(x, y + HEAD)
        y = diagram.draw_key(ink, x, y + HEAD + chart.height + 4, chart.width) + 6
    return layers, y
