"""10.6 The mines and nets that a side knows, and the odds of courses that run into them."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from games.kernel.odds import Chances, Odds, name_chances
from games.kernel.text import Text
from games.titles.battleships.orders.chances import NAMES

_MINE = Text("Mine at {at}", "{at}の機雷")
_NET = Text("Mine net before {at}", "{at}手前の機雷ネット")
_NOTE = Text("Each mine on the course strikes; this is one alone.", "針路上の機雷はすべて命中します。これは1個分です。")


class Minefield(Struct, frozen=True):
    """10.6 The mined hexes and the hexsides of nets that a side knows.

    `chances`: by ship, the chances of one mine against her with her present damage.
    """

    mines: tuple[str, ...]
    nets: tuple[tuple[str, str], ...]
    chances: dict[str, Chances]

    def odds_on(self, ship: str, path: tuple[str, ...]) -> Iterator[Odds]:
        """10.6 Yield the odds of each mine and net that a ship meets on a path.

        `path`: the hexes, beginning with the hex that she leaves.
        """
        for before, at in pairwise(path):
            if at in self.mines:
                yield name_chances(self.chances[ship], _MINE.format(at=at), NAMES.__getitem__, _NOTE)
            elif (before, at) in self.nets or (at, before) in self.nets:
                yield name_chances(self.chances[ship], _NET.format(at=at), NAMES.__getitem__, _NOTE)
