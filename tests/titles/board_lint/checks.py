"""The rules for boards: what each of them finds on one picture."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from games.kernel.rectangles import Point, Rectangle, crosses
from games.toolkit.svg import contrast
from tests.titles.board_lint.raster import Raster
from tests.titles.board_lint.shapes import Plate, Sketch, Text

DESK, PHONE = 942.0, 390.0
"""The width of the chart on a page of 1366 pixels, and of a phone's window."""
DESK_TEXT, PHONE_TEXT = 10.0, 9.0
CONTRAST, SHARE = 4.5, 0.12
"""The least contrast, and the part of the letters' ground that may have less: an edge that is blended."""
SLACK = 0.75
"""Lengths up to this, in units of the picture, are ignored."""
COVERED = 0.08
HEX_NUMBER = "figure"
"""The name of the colour in which titles draw the numbers of their hexes, and nothing else."""
NEAR = 20.0
"""The greatest distance of a counter without a leader from its place, in pixels of the desk."""


class Finding(NamedTuple):
    """A fault: its kind, what is wrong, and where on the page."""

    kind: str
    text: str
    box: Rectangle


class Counter(NamedTuple):
    """A counter on the board and the place where it stands, both on the page."""

    name: str
    area: Rectangle
    place: Point


def desk_scale(width: float) -> float:
    """Return the pixels for a unit of a picture of that width, on a page of 1366 pixels."""
    return DESK / width


def phone_scale(width: float) -> float:
    """Return the pixels for a unit of a picture on a phone, as the page opens."""
    enlarged = min(820.0, width * 1.2) / width
    return max(1.0, 0.8 * enlarged**2, PHONE / width)


def findings(
    sketch: Sketch, raster: Raster, counters: Sequence[Counter] = (), lines: Sequence[Sequence[Point]] = ()
) -> list[Finding]:
    """Return everything that is wrong with a picture, its counters, and the order arrows drawn on it."""
    return [
        *overlapping(sketch.texts),
        *beyond(sketch),
        *small(sketch),
        *pale(sketch.texts, raster),
        *hidden(sketch.texts, raster),
        *astray(sketch, counters),
        *struck_out(sketch.texts, lines),
    ]


def overlapping(texts: Sequence[Text]) -> Iterator[Finding]:
    """Yield the texts whose letters overlap."""
    for one, other in combinations(sorted(texts, key=lambda text: text.box.left), 2):
        if one.box.right > other.box.left and one.box.overlap(other.box, SLACK) and one.words != other.words:
            yield Finding("overlap", f"{one.words} / {other.words}", other.box)


def beyond(sketch: Sketch) -> Iterator[Finding]:
    """Yield the texts that leave their plate, or the part of the page to which their layer is cut."""
    for text in sketch.texts:
        if out_of(text.box, text.clip):
            yield Finding("clipped", text.words, text.box)
            continue
        plate = plate_of(text, sketch.plates)
        if plate is not None and out_of(text.box, plate.box):
            yield Finding("off its plate", text.words, text.box)


def plate_of(text: Text, plates: Sequence[Plate]) -> Plate | None:
    """Return the smallest plate below the middle of a text."""
    x, y = (text.box.left + text.box.right) / 2, (text.box.top + text.box.bottom) / 2
    below = [
        plate
        for plate in plates
        if plate.order < text.order
        and plate.box.left <= x <= plate.box.right
        and plate.box.top <= y <= plate.box.bottom
    ]
    return min(below, key=lambda plate: _size(plate.box), default=None)


def out_of(box: Rectangle, plate: Rectangle) -> bool:
    """Return True if a box leaves a plate."""
    sides = (plate.left - box.left, box.right - plate.right, plate.top - box.top, box.bottom - plate.bottom)
    return max(sides) > SLACK


def _size(box: Rectangle) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def small(sketch: Sketch) -> Iterator[Finding]:
    """Yield the texts that are too small on a desk or a phone."""
    for text in sketch.texts:
        desk, phone = text.size * desk_scale(sketch.width), text.size * phone_scale(sketch.width)
        if desk < DESK_TEXT - 0.05 or phone < PHONE_TEXT - 0.05:
            yield Finding("small", f"{text.words}: {desk:.1f} px, phone {phone:.1f} px", text.box)


def pale(texts: Sequence[Text], raster: Raster) -> Iterator[Finding]:
    """Yield the texts with too little contrast to what lies below them."""
    for text in texts:
        for look, colour in enumerate((text.light, text.dark)):
            least = _contrast(colour, raster.below(text.box, look))
            if least < CONTRAST - 0.05:
                shade = ("light", "dark")[look]
                yield Finding("contrast", f"{text.words}: {least:.2f}:1 in {shade}", text.box)


def _contrast(colour: str, ground: Sequence[tuple[int, tuple[int, int, int]]]) -> float:
    """Return the contrast that all but a small share of the ground has."""
    total = sum(count for count, _ in ground)
    left = SHARE * total
    for ratio, count in sorted((contrast(colour, f"#{bytes(shade).hex()}"), count) for count, shade in ground):
        left -= count
        if left < 0:
            return ratio
    return 21.0


def hidden(texts: Sequence[Text], raster: Raster) -> Iterator[Finding]:
    """Yield the texts that later marks cover."""
    for text in texts:
        share = raster.covered(text.box)
        if share > COVERED:
            yield Finding("covered", f"{text.words}: {share:.0%}", text.box)


def astray(sketch: Sketch, counters: Sequence[Counter]) -> Iterator[Finding]:
    """Yield the counters too far from their place without a leader, and the leaders that cross a name."""
    scale = desk_scale(sketch.width)
    for counter in counters:
        far = distance(counter.place, counter.area) * scale
        if far > NEAR and not any(_leads(leader, counter) for leader in sketch.leaders):
            yield Finding("astray", f"{counter.name}: {far:.0f} px", counter.area)
    for leader in sketch.leaders:
        for text in sketch.texts:
            if crosses(leader, text.box, SLACK):
                yield Finding("leader", text.words, text.box)


def _leads(leader: tuple[Point, Point], counter: Counter) -> bool:
    """Return True if a leader goes from the place to the counter's block."""
    near = [distance(counter.place, Rectangle(*end, *end)) < 3 for end in leader]
    return any(near)


def distance(point: Point, area: Rectangle) -> float:
    """Return the distance of a point from an area; 0 within."""
    across = max(area.left - point[0], 0.0, point[0] - area.right)
    along = max(area.top - point[1], 0.0, point[1] - area.bottom)
    return (across**2 + along**2) ** 0.5


def struck_out(texts: Sequence[Text], lines: Sequence[Sequence[Point]]) -> Iterator[Finding]:
    """Yield the texts that an order arrow crosses.

    The numbers of the hexes are none of them: a path from hex to hex cannot but cross some, and its order names them.
    """
    texts = [text for text in texts if text.kind != HEX_NUMBER]
    for line in lines:
        for step in pairwise(line):
            yield from (Finding("arrow", text.words, text.box) for text in texts if crosses(step, text.box, SLACK))


def counted(found: Sequence[Finding]) -> Mapping[str, int]:
    """Return the number of findings of each kind."""
    kinds = sorted({one.kind for one in found})
    return {kind: sum(one.kind == kind for one in found) for kind in kinds}
