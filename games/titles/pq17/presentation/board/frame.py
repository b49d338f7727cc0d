"""The page around the layers of a picture."""

from collections.abc import Sequence

from games.kernel.picture import Area, Layer, Picture
from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.colours import COLOURS
from games.titles.pq17.presentation.board.ink import PALETTE, styles
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.reading import contacts
from games.titles.pq17.visibility.view import View


def framed_page(page: Area, layers: Sequence[Layer], box: Box, view: View, say: Words) -> Picture:
    """Return the picture of a page: its background, the layers, and a description for screen readers."""
    return Picture(
        width=page.width,
        height=page.height,
        ground=PALETTE["board"][0],
        ground_class="board",
        layers=tuple(layers),
        attributes=f'fill="{PALETTE["ink"][0]}" class="ink"',
        title=lines.headline(box, view, say),
        description=lines.description(box, view, contacts(view), say),
        styles=styles(),
        palette=COLOURS,
    )
