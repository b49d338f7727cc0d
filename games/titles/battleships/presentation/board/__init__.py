"""The battle as a picture: the part of the hex map where the ships are, with all that the turn brought, as SVG."""

from games.kernel.byhand.spots import Drawn, Pane, Place, Spots
from games.kernel.picture import Picture
from games.kernel.text import Text
from games.titles.battleships.presentation.board.counters import Counters
from games.titles.battleships.presentation.board.glance import Glance
from games.titles.battleships.presentation.board.hexes import HIGH, Ground
from games.titles.battleships.presentation.board.page import LEFT, PAGE, Page
from games.titles.battleships.presentation.board.tapping import hex_spots
from games.titles.battleships.presentation.labels import Labels, Words
from games.titles.battleships.presentation.reading import read
from games.titles.battleships.seen.view import View

MAP = Text("The sea", "海")


class Board:
    """Pictures of the battle."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def drawn(self, view: View, language: str) -> Drawn:
        """The picture for the reader of the view, 820 wide, as high as it must be.

        Every hex that is shown can be tapped, the nearest spot means it; where ships lie, their hulls mean them, and
        the number or a corner of the hex means the hex.
        """
        page = Page(read(view), ground_of(view), Words(self.labels, language))
        picture = page.draw()
        return Drawn(picture, spots_of(page, picture.height))

    def glance(self, view: View, language: str) -> Picture:
        """The ships and what they did, 600 wide."""
        return Glance(read(view), ground_of(view), Words(self.labels, language)).draw()


def spots_of(page: Page, height: float) -> Spots:
    """Where hexes and hulls are on a page that high."""
    panes: list[Pane] = []
    spots: list[Place] = []
    for number, (part, scene, top, _) in enumerate(page.panels):
        area = LEFT, top, part.width, part.height
        panes.append(Pane(f"map_{number}" if number else "map", MAP, area, part.side * HIGH / 2))
        hulls = Counters(scene, page.say, part).hulls()
        taken = {vessel.at for vessel in scene.afloat()}
        spots += [Place(ship, LEFT + x, top + y) for ship, (x, y) in hulls.items()]
        spots += [Place(space, LEFT + x, top + y) for space, x, y in hex_spots(part, hulls, frozenset(taken))]
    return Spots((PAGE, height), tuple(panes), tuple(spots))


def ground_of(view: View) -> Ground:
    """9.3 What the map has beside water."""
    return Ground(frozenset(view.land), frozenset(view.moles), frozenset(view.nets), view.night)
