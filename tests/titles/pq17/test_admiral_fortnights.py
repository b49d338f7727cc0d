"""The admiral between operations: when convoys sail in a campaign, and what he bids for it."""

from typing import Any

import pytest

from games.kernel.pick import whims
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pq17.bot.admiral import admiral
from games.titles.pq17.orders.convoys import ConvoysForm, Hold, Offered
from games.titles.pq17.rules.campaign.fortnight import _bid
from games.titles.pq17.seen.redeal import redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.roster import Unit
from games.titles.pq17.table.sea import Sea
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

KEYS = [one.key for one in BOX.campaign.fortnights]
FORM = ConvoysForm(convoys=(Offered("pq17", "reykjavik"), Offered("qp13m", "murmansk")))
HELD = (Hold("pq17"), Hold("qp13m"))


def at(key: str, *, laden: int, months: int = 10) -> Sea:
    """A fortnight in which so many laden merchants wait."""
    sea = campaign()
    sea.roster.fortnight, sea.roster.months = KEYS.index(key), months
    sea.roster.units = [one for one in sea.roster.units if not one.laden] + [Unit("mv", laden, "reykjavik", laden=True)]
    return sea


def answers(sea: Sea, seat: Any = "allied") -> tuple[str, tuple[Any, ...]]:
    """What he bids, and which convoys he holds."""
    choose, seen = admiral(BOX), view(sea, seat)
    question = Ask[Any](key="convoys", kind="convoys", seat=seat, rule="15.2", prompt=Text("?", "?"), form=FORM)
    return str(choose(seen, _bid(seat), whims(1))), choose(seen, question, whims(1))


@pytest.mark.parametrize("key", ["mar_1", "apr_2", "nov_1", "dec_1"])
def test_in_the_long_nights_convoys_sail_every_fortnight(key: str) -> None:
    assert answers(at(key, laden=15)) == ("1", ())


@pytest.mark.parametrize(
    ("laden", "expected"), [(15, ("0", HELD)), (29, ("0", HELD)), (30, ("1", ())), (45, ("1", ()))]
)
def test_by_the_light_of_summer_they_gather_first(laden: int, expected: tuple[str, tuple[Any, ...]]) -> None:
    assert answers(at("jun_1", laden=laden)) == expected


def test_those_that_cannot_sail_are_not_counted() -> None:
    sea = at("jun_1", laden=29)
    sea.roster.units += [Unit("mv", 4, "reykjavik", laden=True, crippled=True), Unit("mv", 4, "reykjavik")]
    assert answers(sea) == ("0", HELD)


def test_whoever_waits_sails_before_the_campaign_is_over() -> None:
    assert answers(at("jun_2", laden=15, months=4)) == ("1", ())
    assert answers(at("jun_2", laden=15)) == ("0", HELD)


def test_the_axis_bids_nothing() -> None:
    assert answers(at("jun_1", laden=45), "axis")[0] == "0"
    assert answers(at("mar_1", laden=15), "axis")[0] == "0"


def test_he_decides_by_what_he_sees_alone() -> None:
    sea = at("jun_1", laden=29)
    other = Sea(redeal(BOX, sea.state, "allied", lambda count: min(1, count - 1)), BOX)
    assert answers(other) == answers(sea)
