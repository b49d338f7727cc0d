"""17.1 The list of the victory points that a game has scored, with their reasons."""

from collections.abc import Sequence
from typing import Any

from games.kernel.scenarios import PointSource
from games.kernel.text import Text, join_texts
from games.titles.goeben.presentation.labels import Labels
from games.titles.goeben.state.events import News
from games.titles.goeben.state.events.day import Scored

RULE = "17.1"
OTHER = Text("other points", "その他")


class PointTable:
    """Lists the victory points of a game, with the reason for each."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def sources(self, view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
        """Return the points of the last mission and the reason for each, in the order of scoring.

        `events`: the events that the seat has received. `view` is not used, because all seats share the points. Each
        mission begins with 0 points.
        """
        found: list[PointSource] = []
        before = 0
        for event in (one.news if isinstance(one, News) else one for one in events):
            if not isinstance(event, Scored):
                continue
            if event.vp != before + event.points:
                found.clear()
            before = event.vp
            found.append(PointSource("", _signed(event.points), self._reason(event), RULE))
        return tuple(found)

    def _reason(self, event: Scored) -> Text:
        why = self.labels.label(event.why) if event.why else OTHER
        return join_texts((why, self.labels.label(event.what)), ": ", "：") if event.what else why


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"\u2212{-points}"
