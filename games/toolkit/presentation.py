"""The presentation of a title: interfaces of the formatters and renderers that each title implements."""

from collections.abc import Callable
from typing import Any, Protocol

from games.kernel.events import Event
from games.kernel.hotspots import RenderedBoard
from games.kernel.picture import Picture
from games.kernel.reference import Reference, entries_in
from games.kernel.requests import Ask
from games.kernel.text import Labels
from games.toolkit.accessible_names import AccessibleNames


class EventFormatter(Protocol):
    """Formats events for the log."""

    def describe(self, event: Event, language: str) -> str:
        """Return the log line of this variant of an event."""

    def group_title(self, event: Event, language: str) -> str:
        """Return the title of the group that the event begins in the log, or the empty string."""

    def emphasis(self, event: Event) -> str:
        """Return the reason to emphasize the line: "sinking", "capture", "points" or the empty string."""


class PromptFormatter(Protocol):
    """Formats the prompts of questions."""

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return the text that explains the seat's decision and the effects of its answers."""


class TextBoardRenderer(Protocol):
    """Draws a seat's view as text."""

    def draw(self, view: Any, language: str) -> str:
        """Return the view as text."""


class BoardRenderer(Protocol):
    """Draws a seat's view in layers: the complete board, and the thumbnail for e-mails."""

    def render(self, view: Any, language: str) -> RenderedBoard:
        """Return the complete board with its hotspots."""

    def thumbnail(self, view: Any, language: str) -> Picture:
        """Return the picture for e-mails."""


class Presentation:
    """The title's texts and pictures for one set of components. Every language is "en" or "ja".

    `label` returns an option's name in a list, `headline` the state of the game in a few words; ``reference`` holds the
    entries that players can look up.
    """

    def __init__(
        self,
        *,
        labels: Labels,
        event_formatter: EventFormatter,
        prompt_formatter: PromptFormatter,
        text_board: TextBoardRenderer,
        board: BoardRenderer,
        headline: Callable[[Any, str], str],
        reference: Reference = (),
    ) -> None:
        self.label, self.headline = labels, headline
        self.describe_event, self.group_title, self.emphasis = (
            event_formatter.describe,
            event_formatter.group_title,
            event_formatter.emphasis,
        )
        self.explain_question = prompt_formatter.explain
        self.text_board, self.email_picture = text_board.draw, board.thumbnail
        self._board, self._names = board, AccessibleNames(labels, entries_in(reference))

    def render_board(self, view: Any, language: str) -> RenderedBoard:
        """Return the picture and its hotspots, drawn once, with accessible names and descriptions."""
        drawn = self._board.render(view, language)
        return drawn._replace(accessible_names=self._names.svg(drawn.hotspots, language))
