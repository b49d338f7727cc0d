"""The battle as an SVG picture: the part of the hex map that has ships, and the events of the turn."""

from games.kernel.hotspots import BoardHotspots, Hotspot, Region, RenderedBoard
from games.kernel.picture import Picture
from games.kernel.text import Text
from games.titles.battleships.presentation.board.glance import Glance
from games.titles.battleships.presentation.board.hexes import HIGH, Ground
from games.titles.battleships.presentation.board.page import LEFT, PAGE, Page
from games.titles.battleships.presentation.board.tapping import hex_spots
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.visibility.view import View

MAP = Text("The sea", "海")


class BoardRenderer:
    """Draws pictures of the battle."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def render(self, view: View, language: str) -> RenderedBoard:
        """Return the picture of a view, 820 units wide and as high as needed.

        Each visible hex and each ship has a hotspot. In a hex with ships, a tap on a hull selects the ship. A tap on
        the hex's number or on one of its corners selects the hex.
        """
        page = Page(read(view), ground_of(view), Words(self.labels, language))
        picture = page.draw()
        return RenderedBoard(picture, spots_of(page, picture.height))

    def thumbnail(self, view: View, language: str) -> Picture:
        """Return a picture of the ships and their actions for e-mails, 600 units wide."""
        return Glance(read(view), ground_of(view), Words(self.labels, language)).draw()


def spots_of(page: Page, height: float) -> BoardHotspots:
    """Return the hotspots of hexes and hulls on a page. `height`: the height of the page."""
    panes: list[Region] = []
    spots: list[Hotspot] = []
    names: list[tuple[float, float, float, float]] = []
    for number, (part, scene, top, _) in enumerate(page.panels):
        area = LEFT, top, part.width, part.height
        panes.append(Region(f"map_{number}" if number else "map", MAP, area, part.side * HIGH / 2))
        counters = page.counters[number]
        hulls = counters.hulls()
        names += [(LEFT + one.left, top + one.top, LEFT + one.right, top + one.bottom) for one in counters.named]
        taken = {vessel.at for vessel in scene.afloat()}
        spots += [Hotspot(ship, LEFT + x, top + y) for ship, (x, y) in hulls.items()]
        spots += [Hotspot(space, LEFT + x, top + y) for space, x, y in hex_spots(part, hulls, frozenset(taken))]
    return BoardHotspots((PAGE, height), tuple(panes), tuple(spots), names=tuple(names))


def ground_of(view: View) -> Ground:
    """9.3 Return the land, hexsides and exits of the map in a view."""
    return Ground(frozenset(view.land), frozenset(view.moles), frozenset(view.nets), view.night, exits=read(view).exits)
