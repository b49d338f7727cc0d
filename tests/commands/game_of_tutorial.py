"""The game of the tutorial over the API, run in a checkout that has followed it. Pytest is given this file by name."""

from datetime import timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import override_settings
from msgspec import json

from games.models import Game
from games.persistence import position
from tests.api.conftest import Caller
from tests.gate.reading import Read, differences, everything, newest_letter
from tests.gate.secret_actions import asked, player_of
from tests.gate.worlds import START, resolve, started, submit

pytestmark = pytest.mark.django_db
SEATS = ("red", "black")


@pytest.fixture(autouse=True)
def _remember_at_once(monkeypatch: pytest.MonkeyPatch, own_cache: None) -> None:
    """A world is played within a transaction that is rolled back."""
    monkeypatch.setattr(position, "on_commit", lambda call: call())


def test_a_game_is_played_to_its_end_over_the_api() -> None:
    game = started("rps", "standard")
    callers = {seat: Caller(player_of(game, seat)) for seat in SEATS}
    throws = {"red": "rock", "black": "scissors"}
    for turn in range(1, 6):
        for answers in (dict.fromkeys(SEATS, str(turn)), throws):
            for seat, caller in callers.items():
                found = caller.put(f"{caller.decision(game)}answer/", {"answer": answers[seat]})
                assert found.status_code == 202, found.content
            resolve(game)
        if game.status == "over":
            break
    body = callers["red"].get(f"games/{game.pk}/").json()
    assert body["status"] == "over"
    assert {one["seat"]: (one["place"], one["points"]) for one in body["standings"]} == {"red": (1, 8), "black": (2, 0)}
    assert turn == 3, "2 + 4 + 6 are beyond the goal of 8"


def read_by_red(game: Game, bid_of_black: str, *, is_shown: bool) -> Read:
    """All that red can read of a world in which black has bid this, before or after the bids are shown."""
    with time_machine.travel(START, tick=False) as clock, transaction.atomic():
        letters = newest_letter()
        steps = [{"red": "3", "black": bid_of_black}, {"red": "rock", "black": "scissors"}]
        for answers in steps[: 1 + is_shown]:
            for seat, answer in answers.items():
                assert asked(game, seat)
                submit(game, seat, json.encode(answer))
            resolve(game)
        clock.move_to(START + timedelta(hours=2))
        found = everything(player_of(game, "red"), game, letters_after=letters)
        transaction.set_rollback(True)
    position._kept.clear()
    game.refresh_from_db()
    return found


@override_settings(PBEM_PREVIEWS_PER_MINUTE=1_000_000)
def test_the_bid_of_the_other_side_is_seen_nowhere_until_it_is_shown() -> None:
    game = started("rps", "standard", deadline_hours=48)
    one, other = (read_by_red(game, bid, is_shown=False) for bid in ("1", "5"))
    assert len(one) > 10
    assert not list(differences(one, other))
    one, other = (read_by_red(game, bid, is_shown=True) for bid in ("1", "5"))
    assert list(differences(one, other)), "the comparison is blind: the bids have been shown"
