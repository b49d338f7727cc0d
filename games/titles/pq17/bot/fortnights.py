"""4.1.2, 15.2 Between operations: when the Allies let convoys sail, and what is bid for it.

By the light of summer boats and aircraft find every convoy and sink what they have bombs and torpedoes for, however
many merchants there are. So they gather there, and sail together; fortnights between cost idle ballast alone.
"""

from games.titles.pq17.box.contents import WINTER, Box
from games.titles.pq17.orders.convoys import ConvoyOrder, ConvoysForm, Hold
from games.titles.pq17.seen.view import View

TOGETHER = 30
"""15.3.1, 15.2.2 Laden merchants that sail together in summer: what comes in two fortnights, and more than the Soviet
ports unload in one.
"""
SAILING, PASS = "1", "0"
"""4.1.2 A tie is Allied: the least bid lets convoys sail; where nobody bids there is no operation."""


def usual_bid(box: Box, view: View) -> str:
    """4.1.2 What the side bids; the Axis passes, for it needs no operation in which nobody sails."""
    return SAILING if view.seat == "allied" and do_convoys_sail(box, view) else PASS


def convoys(box: Box, view: View, form: ConvoysForm) -> tuple[ConvoyOrder, ...]:
    """15.2 All convoys sail with their usual escort, or none."""
    return () if do_convoys_sail(box, view) else tuple(Hold(one.convoy) for one in form.convoys)


def do_convoys_sail(box: Box, view: View) -> bool:
    """15.2 In the months of long nights; in the others when enough have gathered, and before the campaign is over."""
    roster = view.roster
    if roster is None:
        return True
    month = box.campaign.fortnights[roster.fortnight].calendar_month
    is_last = roster.fortnight + 1 == 2 * roster.months
    return month in WINTER or is_last or waiting(view) >= TOGETHER


def waiting(view: View) -> int:
    """15.3.1 Laden merchants in the west that can sail; those in Soviet ports lie in boxes (15.2.2)."""
    units = view.roster.units if view.roster is not None else []
    return sum(unit.strength for unit in units if unit.laden and not (unit.crippled or unit.dead))
