"""2.3 The sources of the round points of a game."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.scenarios import PointSource
from games.kernel.text import Text
from games.titles.pirates.state.events.rounds import RoundScored

RULE = "2.3.3"
REASON = Text("round {round}: {victory} victory points", "第{round}ラウンド：勝利得点{victory}")


def point_sources(view: Any, events: Sequence[Any]) -> tuple[PointSource, ...]:
    """Return the round points of each seat and round, in the order of scoring.

    The reason of each gives the seat's victory points in that round. `events`: the events that the seat has received.
    `view` is not used.
    """
    return tuple(_sources(events))


def _sources(events: Sequence[Any]) -> Iterator[PointSource]:
    for event in events:
        if isinstance(event, RoundScored):
            for seat, points in event.round_points.items():
                reason = REASON.format(round=event.round, victory=event.victory_points[seat])
                yield PointSource(seat, str(points), reason, RULE)
