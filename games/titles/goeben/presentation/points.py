"""17.1 The sources of the victory points of a game."""

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
    """Lists the sources of points."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels

    def sources(self, view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
        """Return the points of the last mission in order; all seats share them. A new mission begins at 0."""
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
