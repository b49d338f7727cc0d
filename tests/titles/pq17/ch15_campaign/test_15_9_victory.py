"""15.9: the score of a campaign."""

import pytest

from games.titles.pq17.rules.campaign import unloading
from games.titles.pq17.rules.campaign.fortnight import fortnight, next_fortnight
from games.titles.pq17.rules.campaign.special_forces import required_points, verdict
from games.titles.pq17.rules.forces.victory_points import HALVES
from games.titles.pq17.state.roster import Boxes
from games.titles.pq17.state.state import Booking
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.orders_of_battle import merchant_unit
from tests.titles.pq17.playing import play
from tests.titles.pq17.rosters import roster

rule = pytest.mark.rule


@rule("pq17", "15.9")
@pytest.mark.parametrize(("points", "verdict"), [(60, "allied"), (59, "axis")])
def test_15_9_a_month_asks_for_thirty_points(points: int, verdict: str) -> None:
    board = campaign("campaign_march")
    play(fortnight(board))
    board.roster.fortnight, board.roster.bids = 1, {"allied": 0, "axis": 0}
    board.state.bookings = []
    board.state.bookings.append(Booking(1, points, "arrived"))
    assert play(next_fortnight(board)).result is None
    assert (board.state.verdict, board.state.over) == (verdict, True)


@rule("pq17", "15.9", position="P62")
def test_15_9_four_months_ask_for_a_hundred_and_twenty() -> None:
    assert required_points(BOX, 4) == 120 * HALVES
    assert (verdict(BOX, 4, 240), verdict(BOX, 4, 239)) == ("allied", "axis")


@rule("pq17", "15.9", position="PP222")
@pytest.mark.parametrize(
    ("months", "score", "winner"),
    [
        (4, 2 * 119, "axis"), (4, 2 * 120, "allied"), (1, 60, "allied"), (1, 59, "axis"), (4, 240, "allied"),
        (4, 239, "axis"), (10, 600, "allied"),
    ],
)  # fmt: skip
def test_15_9_thirty_points_for_each_month(months: int, score: int, winner: str) -> None:
    assert verdict(BOX, months, score) == winner


@rule("pq17", "15.9.1", "15.2.2a")
def test_15_9_1_crippled_merchants_are_unloaded_last_without_a_point_and_then_are_gone() -> None:
    boxes = Boxes(unloading=[merchant_unit(2, crippled=True), merchant_unit(10)])
    there = roster("apr_1", boxes={"murmansk": boxes})
    assert unloading.unload_merchants(BOX, there) == 2 * 10
    assert [(unit.strength, unit.crippled) for unit in boxes.down] == [(10, False), (1, True)]
    unloading.put_in_boxes(BOX, there)
    assert [(unit.strength, unit.crippled) for unit in boxes.down] == [(10, False)]
