"""Bot against bot is counted game by game, and can be repeated."""

from types import SimpleNamespace
from typing import Any

import pytest

from bench import contests
from bench.contests import (
    HISTORY,
    Match,
    Meeting,
    matches,
    mean_margin,
    mean_points,
    merchants_lost,
    met,
    outcomes,
    tally,
)
from games.titles.pq17.state.state import Booking, Loss
from tests.titles.loading import load


def meeting(winner: str, *points: int, seed: int = 0) -> Meeting:
    return Meeting(winner, SimpleNamespace(bookings=[Booking(1, one, "sunk") for one in points], losses=[]), seed)


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    title = load("pq17")
    one, again = (met(title, "pq6", 3, "captain", ("allied", "axis")) for _ in range(2))
    assert one.winner in ("allied", "axis", "")
    assert title.write_state(one.state) == title.write_state(again.state)


def test_whom_the_bot_does_not_lead_chance_does() -> None:
    title = load("pq17")
    led, alone = (met(title, "pq6", 3, "captain", led) for led in (("allied", "axis"), ("allied",)))
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


# --- matches


def test_a_match_is_two_games_of_one_seed_with_sides_swapped() -> None:
    """Both are won by the Allies; the bot's brought more, or allowed more."""
    against = {
        "allied": [meeting("allied", 20, 4, seed=3), meeting("allied", 8, seed=4), meeting("axis", -2, seed=5)],
        "axis": [meeting("axis", -2, seed=5), meeting("allied", 9, seed=4), meeting("allied", 23, seed=3)],
    }
    found = matches(against)
    assert found == [Match(24, 23), Match(8, 9), Match(-2, -2)]
    assert tally(found) == "won 1, lost 1, drawn 1"
    assert mean_margin(found) == 0


def test_games_of_other_seeds_make_no_match() -> None:
    with pytest.raises(KeyError):
        matches({"allied": [meeting("", seed=1)], "axis": [meeting("", seed=2)]})


def test_admirals_play_a_match_of_each_seed_beside_the_plain_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against chance the bot leads each side once on every seed; its Allies get 5, its Axis allows 4 or 5."""
    played: list[tuple[int, tuple[str, ...]]] = []

    def meet(title: Any, scenario: str, seed: int, bot: str, led: list[str]) -> Meeting:
        played.append((seed, tuple(led)))
        return meeting("allied", 10 if led == ["allied"] or seed == 1 else 8, seed=seed)

    monkeypatch.setattr(contests, "met", meet)
    points, won = list(contests.admirals(3))[:2]
    assert played[:9] == [(seed, led) for led in (("allied", "axis"), ("allied",), ("axis",)) for seed in range(3)]
    assert (points.name, won.name) == ("pq6, mean points of the Allies", "pq6, matches won against chance")
    assert (won.value, won.unit) == (2, "of 3")
    assert points.note.endswith("; matches won 2, lost 0, drawn 1, +0.7")
