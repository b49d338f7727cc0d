"""The presentation of a title: interfaces of the formatters and renderers that each title implements.

`language` is the code of the language of the result, such as "en"; `view` is a view that the title has built.
"""

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
    """Formats events as lines of the game's log."""

    def describe(self, event: Event, language: str) -> str:
        """Return the log line of an event, in the variant that one audience gets."""

    def group_title(self, event: Event, language: str) -> str:
        """Return the title of the group of log lines that the event begins, or "" if the event begins no group."""

    def emphasis(self, event: Event) -> str:
        """Return the reason to emphasize the event's line: "sinking", "capture", "points" or the empty string."""


class PromptFormatter(Protocol):
    """Formats the prompts: the texts that explain questions to the seats that are asked."""

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return the text that explains the seat's decision and the effects of its answers."""


class TextBoardRenderer(Protocol):
    """Draws a seat's view as text."""

    def draw(self, view: Any, language: str) -> str:
        """Return the view as text of several lines for a fixed-width font."""


class BoardRenderer(Protocol):
    """Draws a seat's view as pictures in layers: the complete board, and a smaller picture for e-mails."""

    def render(self, view: Any, language: str) -> RenderedBoard:
        """Return the picture of the complete board, with the hotspots where a tap selects a thing."""

    def thumbnail(self, view: Any, language: str) -> Picture:
        """Return the picture for e-mails: the part of the board that matters most, legible at a small width."""


class Presentation:
    """The texts and pictures of a title for one set of components.

    Its attributes and methods are the functions that a `TitlePresentation` needs. `label` returns the name of an id,
    `headline` the state of the game in a few words. The texts of the reference's entries become descriptions for screen
    readers.
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
        """Return the picture of the board in a view, with its hotspots and their names for screen readers."""
        drawn = self._board.render(view, language)
        return drawn._replace(accessible_names=self._names.svg(drawn.hotspots, language))
