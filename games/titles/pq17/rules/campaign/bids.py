"""4.1.2 The bid for the initiative in a fortnight of the campaign, and its cost."""

from msgspec import Struct

from games.titles.pq17.components.pieces import Side

HIGHEST = 9
"""4.1.2 The highest number to which a die can be set."""
HALVES = 2
"""Half points in a victory point."""


class Bid(Struct, frozen=True, gc=False):
    """4.1.2 A side's bid: the number to which it set its die, and whether its chit bears an asterisk."""

    die: int
    asterisk: bool = False

    @property
    def compared(self) -> int:
        """Return the number that is compared with the enemy's number. An asterisk adds one, except to a bid of 0."""
        return self.die + self.asterisk if self.die else 0


class Initiative(Struct, frozen=True, gc=False):
    """4.1.2 The result of the bids: the side with the initiative, the cost, and whether an operation is played.

    `points`: the cost as a change of the score in half points; positive points favour the Allies.
    """

    side: Side
    points: int = 0
    operation: bool = True


def resolve_bids(allied: Bid, axis: Bid) -> Initiative:
    """4.1.2, 15.9a Return the result of both bids: the higher compared number wins.

    The winner pays the number of its own die. The Allies win a tie, and pay. Two zeros give the Allies the initiative
    at no cost, without an operation. Raises ValueError for a die above 9.
    """
    for bid in (allied, axis):
        if not 0 <= bid.die <= HIGHEST:
            raise ValueError("a die shows 0 to 9")
    if not allied.die and not axis.die:
        return Initiative("allied", operation=False)
    if axis.compared > allied.compared:
        return Initiative("axis", axis.die * HALVES)
    return Initiative("allied", -allied.die * HALVES)
