"""The battle as an SVG picture: the part of the hex map with the ships, and the events of the turn."""

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
        """Return the picture of a view, 820 wide and as high as needed.

        A tap selects the nearest hotspot. Each visible hex has one. Where ships are, their hulls select the ships, and
        the number or a corner of the hex selects the hex.
        """
        page = Page(read(view), ground_of(view), Words(self.labels, language))
        picture = page.draw()
        return RenderedBoard(picture, spots_of(page, picture.height))

    def thumbnail(self, view: View, language: str) -> Picture:
        """Return a picture of the ships and their actions, 600 wide."""
        return Glance(read(view), ground_of(view), Words(self.labels, language)).draw()


def spots_of(page: Page, height: float) -> BoardHotspots:
    """Return the hotspots of hexes and hulls on a page with that height."""
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
    """9.3 Return the features of the map other than water."""
    return Ground(frozenset(view.land), frozenset(view.moles), frozenset(view.nets), view.night, exits=read(view).exits)
