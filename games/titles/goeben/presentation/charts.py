"""The charts of the game."""

from games.kernel.reference import Chart
from games.titles.goeben.components.box import Box


def charts(box: Box) -> tuple[Chart, ...]:
    """Return the charts, with the figures of the box."""
    return ()
