"""15.1 The Command Points of a fortnight, in half points."""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Command, Points, Tally

HALVES = 2
"""4.3.2 Half points in a Command Point."""


def draws_for_fuel(box: Box, roster: Roster) -> bool:
    """15.1a Return True if the Axis draws a second chit for German fuel in this fortnight: not in March."""
    return box.campaign.fortnights[roster.fortnight].month not in box.campaign.rules.gruppe_nord.not_in


def begin_fortnight(box: Box, roster: Roster, chit: str = "") -> dict[Command, Points]:
    """15.1 to 15.1b Return the Command Points at the beginning of a fortnight, and store them in the roster.

    The Home Fleet starts with its full number. Severny Flot keeps the points that it has left and gets two more points,
    up to its limit. Gruppe Nord gets the points of the fuel chit (`chit`: its letter, or ""), up to its own limit.
    """
    rules = box.campaign.rules
    most = rules.severny_flot.most_later if roster.raised else rules.severny_flot.most
    roster.severny_flot = min(roster.severny_flot + HALVES * rules.severny_flot.each, HALVES * most)
    if chit:
        more = HALVES * box.charts.fuel.points(chit)
        roster.gruppe_nord = min(roster.gruppe_nord + more, HALVES * rules.gruppe_nord.most)
    return {
        "home_fleet": Points(left=HALVES * rules.home_fleet),
        "severny_flot": Points(left=roster.severny_flot),
        "gruppe_nord": Points(left=roster.gruppe_nord),
    }


def carry_over_points(
    box: Box, roster: Roster, left: dict[Command, Points], tallies: list[Tally], sunk: dict[str, int]
) -> None:
    """15.1b Store in the roster the points that Severny Flot and Gruppe Nord have left (`left`) after an operation.

    The limit of Severny Flot rises permanently once the Axis has sunk a third of the merchants of one convoy.
    `tallies`: the convoys of the operation. `sunk`: the merchants that the Axis sank, by convoy.
    """
    roster.severny_flot, roster.gruppe_nord = left["severny_flot"].left, left["gruppe_nord"].left
    third = box.campaign.rules.severny_flot_third
    roster.raised = roster.raised or any(sunk.get(one.convoy, 0) * third >= one.began for one in tallies if one.began)
