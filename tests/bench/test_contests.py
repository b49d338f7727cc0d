"""Bot against bot is counted game by game, and can be repeated."""

from types import SimpleNamespace

from bench.contests import HISTORY, Meeting, mean_points, merchants_lost, met, outcomes
from games.titles.pq17.table.state import Booking, Loss
from tests.titles.loading import load


def meeting(winner: str, *points: int) -> Meeting:
    return Meeting(winner, SimpleNamespace(bookings=[Booking(1, one, "sunk") for one in points]))


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    title = load("pq17")
    one, again = (met(title, "pq6", 3, "admiral", ("allied", "axis")) for _ in range(2))
    assert one.winner in ("allied", "axis", "")
    assert title.write_state(one.state) == title.write_state(again.state)


def test_whom_the_bot_does_not_lead_chance_does() -> None:
    title = load("pq17")
    led, alone = (met(title, "pq6", 3, "admiral", led) for led in (("allied", "axis"), ("allied",)))
    assert title.write_state(led.state) != title.write_state(alone.state)


def test_wins_draws_and_points_are_counted() -> None:
    found = [meeting("axis", -6, 1), meeting("", 1), meeting("axis", -2)]
    assert outcomes(found, ("allied", "axis")) == "allied 0, axis 2, drawn 1"
    assert mean_points(found) == -1.0


def test_merchants_that_were_sunk_are_counted_by_strength() -> None:
    losses = [
        Loss("allied", "mv", 2, 9, "sunk"), Loss("allied", "mo", 1, 9, "scuttled"), Loss("allied", "mv", 4, 9, "ice"),
        Loss("allied", "kent", 2, 9, "sunk"),
        Loss("axis", "mv_german", 1, 9, "sunk"),
    ]  # fmt: skip
    assert merchants_lost(SimpleNamespace(losses=losses)) == 3


def test_every_operation_has_its_history() -> None:
    assert set(HISTORY) == {key for key in load("pq17").scenarios if not key.startswith("campaign")}
