"""The parts of a picture by name, for readers by ear: a title at each card, ship and place that can be tapped.

What is said comes from where a seat's own things are on the picture, and from the box: never from a state.
"""

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from games.kernel.byhand.spots import Pane, Place, Spots
from games.kernel.reference import Entry, entry_of
from games.kernel.text import Labels

POINT = 10.0
"""How far around a point it is told of, at most, in units of the picture."""

MOST_NAMES = 8192
"""Names that are kept; a title has fewer places, ships and cards."""


class Names:
    """What is said of things by their ids, worked out once: hundreds of places of a map are named each time."""

    def __init__(self, label: Labels, entries: Mapping[str, Entry]) -> None:
        self._label, self._entries = label, entries
        self._said = lru_cache(maxsize=MOST_NAMES)(self._say)

    def aloud(self, spots: Spots, language: str) -> str:
        """SVG that shows nothing and says everything: each spot a part of its own, small ones over large ones."""
        placed = sorted(spots.spots, key=lambda spot: -spot.width * spot.height)
        parts = [_part(spot, _radius(spots.panes, spot), self._said(spot.id, language)) for spot in placed]
        return f'<g fill="none" pointer-events="all">{"".join(parts)}</g>' if placed else ""

    def _say(self, value: str, language: str) -> str:
        """The elements that name and describe a thing."""
        name, entry = self._label(value).get(language), entry_of(value, self._entries)
        more = _said(entry, language) if entry is not None else ""
        described = f"<desc>{escape(more, quote=False)}</desc>" if more else ""
        return f"<title>{escape(name, quote=False)}</title>{described}"


def _part(spot: Place, radius: float, said: str) -> str:
    if spot.width:
        left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
        shape = f'<rect x="{left:.1f}" y="{top:.1f}" width="{spot.width:.1f}" height="{spot.height:.1f}"/>'
    else:
        shape = f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{radius:g}"/>'
    return f'<g role="graphics-symbol img">{said}{shape}</g>'


def _said(entry: Entry, language: str) -> str:
    """What the box says of a thing: its words, then its figures."""
    figures = (f"{fact.name.get(language)} {fact.value.get(language)}" for fact in entry.facts)
    comma = "、" if language == "ja" else ", "
    return " ".join(part for part in (entry.text.get(language), comma.join(figures)) if part)


def _radius(panes: tuple[Pane, ...], spot: Place) -> float:
    for pane in panes:
        if _holds(pane, spot):
            return min(POINT, pane.radius)
    return POINT


def _holds(pane: Pane, spot: Place) -> bool:
    left, top, width, height = pane.box
    return left <= spot.x <= left + width and top <= spot.y <= top + height
