"""4.1.2 Who has the initiative in a fortnight of the campaign, and what he pays for it."""

from msgspec import Struct

from games.titles.pq17.box.pieces import Side

HIGHEST = 9
"""4.1.2 The highest figure that a die can be set to."""
HALVES = 2
"""Half points in a victory point."""


class Bid(Struct, frozen=True, gc=False):
    """What a side set its die to, and whether its chit bears an asterisk."""

    die: int
    asterisk: bool = False

    @property
    def compared(self) -> int:
        """The figure that counts: the asterisk adds one, but makes no bid of a nought."""
        return self.die + self.asterisk if self.die else 0


class Initiative(Struct, frozen=True, gc=False):
    """Who has it, the half points it cost (positive for the Allies), and whether an operation is played."""

    side: Side
    points: int = 0
    operation: bool = True


def initiative(allied: Bid, axis: Bid) -> Initiative:
    """4.1.2, 15.9a The higher figure wins and pays what his die showed; a tie goes to the Allies, who pay; two noughts
    are a draw without an operation, the initiative Allied and nothing paid. Raises ValueError for a die beyond 9.
    """
    for bid in (allied, axis):
        if not 0 <= bid.die <= HIGHEST:
            raise ValueError("a die shows 0 to 9")
    if not allied.die and not axis.die:
        return Initiative("allied", operation=False)
    if axis.compared > allied.compared:
        return Initiative("axis", axis.die * HALVES)
    return Initiative("allied", -allied.die * HALVES)
