"""4.1.2, 15.2 The decisions of a bot, the captain, between operations of a campaign: its bid, and which convoys sail.

The captain never declares operation EV, because no merchants arrive until EV is carried out (15.3.1, 15.8.3). It calls
no emergency forces, because each strength costs a victory point but serves in one operation only (15.4).
"""

from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.convoys import ConvoyOrder, ConvoysForm, Hold
from games.titles.pq17.state.sailing import do_convoys_sail

SAILING, PASS = "1", "0"
"""4.1.2 The two bids: the Allies win a tie, so the lowest bid lets convoys sail; with no bid there is no operation."""


def usual_bid(judge: Judgement) -> str:
    """4.1.2 Return the side's bid as an option of the form: "0" for no bid, or "1", the lowest bid.

    The Axis always bids 0, because an operation without a convoy is of no use to it. The Allies bid 1 if convoys should
    sail in this fortnight.
    """
    if judge.view.seat != "allied":
        return judge.reasons.note(PASS, words.BID_PASS)
    if _do_sail(judge):
        return judge.reasons.note(SAILING, words.BID_TO_SAIL)
    return judge.reasons.note(PASS, words.BID_IDLE)


def convoys(judge: Judgement, form: ConvoysForm) -> tuple[ConvoyOrder, ...]:
    """15.2 Return no orders if convoys should sail in this fortnight, otherwise orders that hold all of them in port.

    Without orders all convoys sail with their usual escort.
    """
    if _do_sail(judge):
        return judge.reasons.note((), words.IN_STEP)
    return tuple(judge.reasons.note(Hold(one.convoy), words.NO_CONVOYS, who=one.convoy) for one in form.convoys)


def _do_sail(judge: Judgement) -> bool:
    roster = judge.view.roster
    return roster is None or do_convoys_sail(judge.box, roster)
