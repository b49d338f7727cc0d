"""15.1 The Command Points with which a fortnight begins, in halves."""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.table.roster import Roster
from games.titles.pq17.table.state import Command, Points, Tally

HALVES = 2
"""4.3.2 Half points in a Command Point."""


def draws_for_fuel(box: Box, roster: Roster) -> bool:
    """15.1a Whether a second chit is drawn for German fuel: not in March."""
    return box.campaign.fortnights[roster.fortnight].month not in box.campaign.rules.gruppe_nord.not_in


def begin(box: Box, roster: Roster, chit: str = "") -> dict[Command, Points]:
    """15.1 to 15.1b The Home Fleet begins anew; Severny Flot gets two more and keeps what it has, up to its limit;
    Gruppe Nord gets what the chit for fuel gives, if one was drawn, up to its own.
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


def keep(box: Box, roster: Roster, left: dict[Command, Points], tallies: list[Tally], sunk: dict[str, int]) -> None:
    """15.1b After an operation: what two commands have left stays with them, and where the Axis has sunk a third of the
    merchants of one convoy Severny Flot may hold more from now on. `sunk`: merchants by convoy.
    """
    roster.severny_flot, roster.gruppe_nord = left["severny_flot"].left, left["gruppe_nord"].left
    third = box.campaign.rules.severny_flot_third
    roster.raised = roster.raised or any(sunk.get(one.convoy, 0) * third >= one.began for one in tallies if one.began)
