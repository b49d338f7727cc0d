"""4.1.2, 15.2 Between operations: what the admiral bids, and which convoys sail (`table.sailing`).

Operation EV he does not declare: it costs the merchants of a fortnight (15.8.3). Nor does he call emergency forces, of
which each strength costs a point for one operation (15.4).
"""

from games.titles.pq17.box.contents import Box
from games.titles.pq17.orders.convoys import ConvoyOrder, ConvoysForm, Hold
from games.titles.pq17.seen.view import View
from games.titles.pq17.table.sailing import do_convoys_sail

SAILING, PASS = "1", "0"
"""4.1.2 A tie is Allied: the least bid lets convoys sail; where nobody bids there is no operation."""


def usual_bid(box: Box, view: View) -> str:
    """4.1.2 What the side bids; the Axis passes, for it needs no operation in which nobody sails."""
    sails = view.roster is None or do_convoys_sail(box, view.roster)
    return SAILING if view.seat == "allied" and sails else PASS


def convoys(box: Box, view: View, form: ConvoysForm) -> tuple[ConvoyOrder, ...]:
    """15.2 All convoys sail with their usual escort, or none."""
    sails = view.roster is None or do_convoys_sail(box, view.roster)
    return () if sails else tuple(Hold(one.convoy) for one in form.convoys)
