"""4.1.2, 15.2 The admiral's decisions between operations: the bid, and the convoys that sail.

The admiral does not declare operation EV, which costs the merchants of a fortnight (15.8.3). It calls no emergency
forces, because each strength costs a point for one operation (15.4).
"""

from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.convoys import ConvoyOrder, ConvoysForm, Hold
from games.titles.pq17.state.sailing import do_convoys_sail
from games.titles.pq17.visibility.view import View

SAILING, PASS = "1", "0"
"""4.1.2 A tie is Allied: the lowest bid lets convoys sail; if no side bids there is no operation."""


def usual_bid(box: Box, view: View) -> str:
    """4.1.2 Return the side's bid; the Axis bids 0, because an operation without a convoy is of no use to it."""
    sails = view.roster is None or do_convoys_sail(box, view.roster)
    return SAILING if view.seat == "allied" and sails else PASS


def convoys(box: Box, view: View, form: ConvoysForm) -> tuple[ConvoyOrder, ...]:
    """15.2 Return no orders if convoys should sail in this fortnight, otherwise orders that hold all of them.

    Without orders all convoys sail with their usual escort.
    """
    sails = view.roster is None or do_convoys_sail(box, view.roster)
    return () if sails else tuple(Hold(one.convoy) for one in form.convoys)
