"""9.1, 9.2 The sources of the victory points of a battle."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kernel.scenarios import PointSource
from games.kernel.text import Text, join_texts
from games.titles.battleships.components.box import Box
from games.titles.battleships.presentation.labels import Labels
from games.titles.battleships.state.points import SIXTHS, sixths_of_ship
from games.titles.battleships.visibility.view import ShipView, View

SUNK, DAMAGED, LEFT = Text("sunk", "沈没"), Text("damaged", "損傷"), Text("left the map", "離脱")


class PointTable:
    """Lists the sources of victory points."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.box, self.labels = box, labels

    def sources(self, view: View, events: Sequence[Any]) -> tuple[PointSource, ...]:
        """Return the points for each ship that has scored any.

        The enemy scores for the damage of a ship. The owner scores for a ship that left for full value. `events` is not
        used.
        """
        return tuple(one for side in view.sides for one in self._of(view, side))

    def _of(self, view: View, side: str) -> Iterator[PointSource]:
        lasting = self.box.battles[view.scenario].lasting_hull
        for one in view.ships:
            ship = one.ship
            sixths = sixths_of_ship(ship, one.value, one.defence, lasting.get(ship.id, 0))
            if ship.side != side and sixths:
                yield self._line(side, sixths, one, SUNK if ship.fate == "sunk" else DAMAGED, "9.1")
            elif ship.side == side and ship.full:
                yield self._line(side, SIXTHS * one.value, one, LEFT, "9.2")

    def _line(self, side: str, sixths: int, one: ShipView, why: Text, rule: str) -> PointSource:
        whole, rest = divmod(sixths, SIXTHS)
        points = f"{whole} {rest}/{SIXTHS}" if rest else str(whole)
        return PointSource(side, points, join_texts((self.labels.label(one.ship.id), why), ": ", "："), rule)
