"""How a title speaks and looks, as `Title` wants it: its means in one place, each of them made by the title."""

from collections.abc import Callable
from typing import Any, Protocol

from games.kernel.byhand.spots import Drawn
from games.kernel.craft.aloud import Names
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

    def drawn(self, view: Any, language: str) -> Drawn:
        """All of it, and where things are on it."""

    def glance(self, view: Any, language: str) -> Picture:
        """What a letter shows."""


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
        self.text_board, self.glance = text_board.draw, board.glance
        self._board, self._names = board, Names(labels, entries_in(reference))

    def drawn(self, view: Any, language: str) -> Drawn:
        """The picture and its spots, drawn once; cards, ships and places by name, with what the box says of them."""
        drawn = self._board.drawn(view, language)
        return drawn._replace(heard=self._names.aloud(drawn.spots, language))
