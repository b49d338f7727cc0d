"""Readings of the README judged once more against the sentences of the rulebook, by a reader who had nothing else.

The positions are worked out by hand; each says which sentence decides.
"""

import pytest

from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.state.roster import Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.rosters import lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.7.2")
def test_of_ships_by_type_those_in_the_channel_go_first_whatever_their_strength() -> None:
    """April I: a CL and two destroyers. Who went to the Channel went there to leave; the weakest goes elsewhere."""
    there = roster("apr_1", Unit("kenya", 4, "english_channel"), Unit("nigeria", 2, "scapa_flow"),
                   Unit("dd_a_i", 3, "scapa_flow"), Unit("dd_j_r", 2, "english_channel"))  # fmt: skip
    assert withdrawals.withdraw_units(BOX, there) == 0
    assert sorted((one.unit.kind, one.unit.strength) for one in there.away) == [("dd_j_r", 2), ("kenya", 4)]
    assert (lies(there, "nigeria"), lies(there, "dd_a_i")) == ([(2, "scapa_flow")], [(3, "scapa_flow")])


@rule("pq17", "15.7.2a")
def test_half_is_paid_for_those_of_a_type_that_are_missing_and_nobody_is_taken_elsewhere() -> None:
    """One destroyer of two at home, four in Murmansk: half of the cheapest, which is worth a point."""
    there = roster(
        "apr_1", Unit("nigeria", 4, "scapa_flow"), Unit("dd_a_i", 1, "scapa_flow"), Unit("dd_j_r", 4, "murmansk")
    )
    assert withdrawals.withdraw_units(BOX, there) == -1
    assert lies(there, "dd_j_r") == [(4, "murmansk")]
