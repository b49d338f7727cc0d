"""Accessible names for screen readers: an SVG ``title`` at each card, ship and place of a picture that can be tapped.

The names come from the hotspots of the seat's own picture and from the game's components, never from a state.
"""

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.reference import Entry, entry_of
from games.kernel.text import LIST_COMMA, Labels

POINT = 10.0
"""The largest half width of the invisible element at a hotspot without a size, in units of the picture."""

MOST_NAMES = 8192
"""The size of the cache of names; a title has fewer places, ships and cards."""


class AccessibleNames:
    """Makes the accessible names of a title's pictures, from the names of its ids and the entries of its reference.

    Names are cached, because a map has hundreds of places.
    """

    def __init__(self, label: Labels, entries: Mapping[str, Entry]) -> None:
        self._label, self._entries = label, entries
        self._said = lru_cache(maxsize=MOST_NAMES)(self._say)

    def svg(self, board: BoardHotspots, language: str) -> str:
        """Return SVG elements to add to a picture: an invisible element with a ``title`` at each hotspot.

        Small elements lie above large ones. Return "" if there are no hotspots.
        """
        placed = sorted(board.hotspots, key=lambda spot: -spot.width * spot.height)
        parts = [_part(spot, _radius(board.regions, spot), self._said(spot.id, language)) for spot in placed]
        return f'<g fill="none" pointer-events="all">{"".join(parts)}</g>' if placed else ""

    def _say(self, value: str, language: str) -> str:
        """Return the SVG elements ``title`` and ``desc`` with the name and description of the thing `value`."""
        name, entry = self._label(value).get(language), entry_of(value, self._entries)
        more = _said(entry, language) if entry is not None else ""
        described = f"<desc>{escape(more, quote=False)}</desc>" if more else ""
        return f"<title>{escape(name, quote=False)}</title>{described}"


def _part(spot: Hotspot, radius: float, said: str) -> str:
    if spot.width:
        left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
        shape = f'<rect x="{left:.1f}" y="{top:.1f}" width="{spot.width:.1f}" height="{spot.height:.1f}"/>'
    else:
        shape = f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{radius:g}"/>'
    return f'<g role="graphics-symbol img">{said}{shape}</g>'


def _said(entry: Entry, language: str) -> str:
    """Return the description of a thing from its entry in the reference: the text, then the figures."""
    figures = (f"{fact.name.get(language)} {fact.value.get(language)}" for fact in entry.facts)
    comma = LIST_COMMA.get(language)
    return " ".join(part for part in (entry.text.get(language), comma.join(figures)) if part)


def _radius(panes: tuple[Region, ...], spot: Hotspot) -> float:
    for pane in panes:
        if _holds(pane, spot):
            return min(POINT, pane.radius)
    return POINT


def _holds(pane: Region, spot: Hotspot) -> bool:
    left, top, width, height = pane.box
    return left <= spot.x <= left + width and top <= spot.y <= top + height
