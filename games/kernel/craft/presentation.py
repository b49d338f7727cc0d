"""How a title speaks and looks, as `Title` wants it: its means in one place, each of them made by the title."""

from collections.abc import Callable
from typing import Any, Protocol

from games.kernel.byhand.spots import Spots
from games.kernel.craft.aloud import aloud
from games.kernel.events import Event
from games.kernel.picture import Picture
from games.kernel.reference import Reference, entries_in
from games.kernel.requests import Ask
from games.kernel.text import Labels


class Teller(Protocol):
    """Tells what happened."""

    def tell(self, event: Event, language: str) -> str:
        """One line on what happened, for those who saw it in this form."""

    def heading(self, event: Event, language: str) -> str:
        """The heading that the event begins in the log, or nothing."""

    def stress(self, event: Event) -> str:
        """What makes its line stand out: "sinking", "capture", "points" or nothing."""


class Explainer(Protocol):
    """Explains questions."""

    def explain(self, ask: Ask[Any], language: str) -> str:
        """What a seat has to decide, and what its answers do."""


class Drawing(Protocol):
    """Draws what a seat sees, as text."""

    def draw(self, view: Any, language: str) -> str:
        """The view, drawn."""


class Painting(Protocol):
    """Paints what a seat sees, in layers; whole, and what of it a letter shows."""

    def picture(self, view: Any, language: str) -> Picture:
        """All of it."""

    def glance(self, view: Any, language: str) -> Picture:
        """What a letter shows."""

    def spots(self, view: Any, language: str) -> Spots:
        """Where things are on all of it."""


class Presentation:
    """The title's words and pictures, for one box. Every language is "en" or "ja".

    `label` says what an id is called in a list to choose from, `headline` where the game stands, in a few words;
    `reference` is what there is to look up.
    """

    def __init__(
        self,
        *,
        labels: Labels,
        telling: Teller,
        explaining: Explainer,
        text_board: Drawing,
        board: Painting,
        headline: Callable[[Any, str], str],
        reference: Reference = (),
    ) -> None:
        self.label, self.headline = labels, headline
        self.tell, self.heading, self.stress = telling.tell, telling.heading, telling.stress
        self.explain = explaining.explain
        self.text_board, self.picture, self.glance = text_board.draw, board.picture, board.glance
        self.spots, self._entries = board.spots, entries_in(reference)

    def board(self, view: Any, language: str) -> str:
        """The picture as SVG, its cards, ships and places by name and with what the box says of them."""
        heard = aloud(self.spots(view, language), self.label, self._entries, language)
        return self.picture(view, language).svg(heard)
