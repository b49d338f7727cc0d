"""Read one board: draw it, find its counters and order arrows, and apply the checks."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.hotspots import BoardHotspots, Hotspot, Region, RenderedBoard
from games.kernel.random_source import random_source
from games.kernel.rectangles import Rectangle
from games.orders.order_set import Orders
from games.titles.pq17.presentation.reading import contacts
from tests.titles.board_lint.checks import Counter, Finding, findings
from tests.titles.board_lint.positions import SeenBoard
from tests.titles.board_lint.raster import Raster
from tests.titles.board_lint.shapes import lines_of, sketch
from tests.titles.loading import load

SAMPLES = 3
"""The number of answers to a question whose order arrows are read."""


class Linted(NamedTuple):
    """A board that was read: its SVG with the order arrows, and what is wrong with it."""

    board: SeenBoard
    svg: str
    found: list[Finding]


def lint(key: str, board: SeenBoard) -> Linted:
    """Draw a board and read it."""
    title = load(key)
    view = title.secrecy.view(board.position.state, board.seat)
    rendered = title.presentation.render_board(view, board.language)
    svg = rendered.picture.svg()
    overlay = _orders(key, board, rendered)
    lines = [line for drawn in overlay for line in lines_of(drawn)]
    found = findings(sketch(svg), Raster(svg), list(_counters(key, view, rendered.hotspots)), lines)
    return Linted(board, svg.removesuffix("</svg>") + "".join(overlay) + "</svg>", found)


# --- counters


def _counters(key: str, view: Any, spots: BoardHotspots) -> Iterator[Counter]:
    """Yield the counters that have a place on the same region of the board."""
    where = dict(_places(key, view))
    for pane in spots.regions:
        within = {spot.id: spot for spot in spots.hotspots if _holds(pane, spot)}
        for name, place in where.items():
            if name in within and place in within and within[name].width:
                at = within[place]
                yield Counter(name, _area(within[name]), (at.x, at.y))


def _places(key: str, view: Any) -> Iterator[tuple[str, str]]:
    """Yield each counter with the place where it stands, as the view has it."""
    if key == "goeben":
        yield from ((one.ship.id, one.ship.at) for one in view.ships)
        yield from ((one.id, one.at) for one in view.consorts)
        yield from ((name, space) for space, note in view.spaces.items() for name in note.up)
    elif key == "pq17":
        yield from ((one.id, one.port or one.at) for one in view.forces)
        yield from ((one.id, one.block.port or one.block.at) for one in contacts(view))


def _holds(pane: Region, spot: Hotspot) -> bool:
    left, top, width, height = pane.box
    return left <= spot.x <= left + width and top <= spot.y <= top + height


def _area(spot: Hotspot) -> Rectangle:
    wide, high = spot.width / 2, spot.height / 2
    return Rectangle(spot.x - wide, spot.y - high, spot.x + wide, spot.y + high)


# --- arrows


def _orders(key: str, board: SeenBoard, rendered: RenderedBoard) -> list[str]:
    """Return the overlay of sampled orders of the seat, as its page draws it."""
    from pbem.web.pages.order_form.overlay import Overlay  # needs Django's settings

    labels = load(key).presentation.labels
    drawn = []
    for asked in board.position.asked:
        if asked.seat != board.seat or not isinstance(asked.form, Orders):
            continue
        for number in range(SAMPLES):
            raw = asked.form.write(asked.form.sample(random_source("arrows", number)))
            over = Overlay(rendered.hotspots, labels, board.language)
            over.draw_orders(asked.form, raw, asked.form.annotations(raw))
            size = f'width="{rendered.picture.width:g}" height="{rendered.picture.height:g}"'
            drawn.append(str(over.svg()).replace("<svg ", f'<svg xmlns="http://www.w3.org/2000/svg" {size} ', 1))
    return drawn
