"""2.0 The list of the points that a game has scored, with their reasons."""

from collections.abc import Sequence
from typing import Any

from games.kernel.scenarios import PointSource
from games.kernel.text import Text
from games.titles.pq17.presentation.labels import Labels, Words
from games.titles.pq17.presentation.narration.victory import points_reason
from games.titles.pq17.state.events.victory import Scored

RULES = {
    "sunk": "2.1.1",
    "scuttled": "2.0",
    "shot_down": "2.0",
    "damaged": "2.4",
    "unarrived": "2.1.2",
    "command": "2.3",
    "critical_fuel": "2.2a",
    "bid": "4.1.2",
}
"""The number of the rule for each reason; other reasons have RULE."""
RULE = "2.0"


class PointTable:
    """Lists the points of a game, with the reason for each."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def sources(self, view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
        """Return the reason for each scored point, in order, with the side that it favours.

        Points from secret sheets are included if they are among `events`.
        """
        scored = (event for event in events if isinstance(event, Scored))
        return tuple(
            PointSource(
                "allied" if event.points > 0 else "axis",
                Words(self.labels, "en").half(abs(event.points)),
                self._reasons(event),
                RULES.get(event.why, RULE),
            )
            for event in scored
        )

    def _reasons(self, event: Scored) -> Text:
        return Text.each(lambda language: self._reason(event, language))

    def _reason(self, event: Scored, language: str) -> str:
        say = Words(self.labels, language)
        strength = f" {event.strength}" if event.strength > 1 else ""
        unit = f"{say.name(event.unit)}{strength}" if event.unit else ""
        return say(": ", "：").join(filter(None, (points_reason(event.why, say), unit)))
