"""``hint/`` over REST: what the bot would do, and why, where the table has agreed to it."""

import pytest

from games.models import BotHint, Game
from tests.api.conftest import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def planner(red: Caller, black: Caller, pirates: Game) -> Caller:
    """The player who makes the first plan of a game of The Kaiser's Pirates, in which hints are allowed."""
    Game.objects.filter(pk=pirates.pk).update(hints_allowed=True)
    return red if red.get("decisions/", {"game": str(pirates.pk)}).json()["results"] else black


def test_a_hint_can_be_submitted_as_it_is(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    hint = planner.post(path + "hint/").json()
    assert set(hint) == {"answer", "notation", "text", "reason"}
    assert hint["reason"]["en"].endswith(".")
    assert hint["reason"]["ja"].endswith("。")
    assert planner.post(path + "check/", {"answer": hint["answer"]}).status_code == 200
    assert planner.raw("POST", path + "check/", hint["notation"], "text/plain; charset=utf-8").status_code == 200
    assert planner.post(path + "hint/").json() == hint


def test_hints_are_counted_for_the_seat(planner: Caller, pirates: Game) -> None:
    path = f"games/{pirates.pk}/"
    assert planner.get(path).json()["hints_allowed"] is True
    assert planner.get(path).json()["hints_used"] == {}
    planner.post(planner.decision(pirates) + "hint/")
    seat = planner.get(planner.decision(pirates)).json()["seat"]
    assert planner.get(path).json()["hints_used"] == {seat: 1}


def test_a_proposal_counts_as_a_hint(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    assert planner.get(path + "proposal/").json()["answer"] == planner.post(path + "hint/").json()["answer"]
    assert BotHint.objects.count() == 1


def test_without_the_agreement_there_is_no_hint_and_no_proposal(planner: Caller, pirates: Game) -> None:
    Game.objects.filter(pk=pirates.pk).update(hints_allowed=False)
    path = planner.decision(pirates)
    problem(planner.post(path + "hint/"), 409, "wrong_state")
    assert planner.get(path + "proposal/").json() == {"answer": None, "notation": None, "text": None}
    assert not BotHint.objects.exists()


def test_another_seats_decision_is_not_there(planner: Caller, red: Caller, black: Caller, pirates: Game) -> None:
    other = black if planner is red else red
    problem(other.post(planner.decision(pirates) + "hint/"), 404, "not_found")


@pytest.mark.parametrize(("wanted", "allowed"), [({}, False), ({"hints_allowed": True}, True)])
def test_a_host_allows_hints(red: Caller, wanted: dict[str, bool], allowed: bool) -> None:
    body = {"title": "pirates", "scenario": "two_players", **wanted}
    game = red.post("games/", body).json()
    assert game["hints_allowed"] is allowed
    assert red.get(f"games/{game['id']}/").json()["hints_allowed"] is allowed
