"""``help/`` and ``odds/`` over REST: what an order means, and the chances of an attack, from what the seat knows."""

import pytest

from games.models import Game
from tests.api.conftest import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def planner(red: Caller, black: Caller, pirates: Game) -> Caller:
    """The player who makes the first plan of a game of The Kaiser's Pirates."""
    return red if red.get("decisions/", {"game": str(pirates.pk)}).json()["results"] else black


def test_odds_come_with_their_modifiers_and_rules(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates) + "odds/"
    known = planner.get(path).json()
    assert known["results"] == []
    assert set(known["units"][0]["name"]) >= {"en", "ja"}
    ids = [one["id"] for one in known["units"]]
    found = planner.get(path, {"units": f"{ids[0]} {ids[-1]}"}).json()["results"]
    assert [(one["attacker"], one["target"]) for one in found] == [(ids[0], ids[-1])]
    (shot,) = found[0]["odds"]
    assert shot["rule"] == "3.2.7"
    assert sum(one["chance"] for one in shot["outcomes"]) == 1000
    problem(planner.get(path, {"units": "nobody"}), 400, "malformed")
    problem(planner.get(path, {"units": "x" * 201}), 400, "malformed")


def test_a_title_without_odds_has_none(red: Caller, running: Game) -> None:
    path = red.decision() + "odds/"
    assert red.get(path).json() == {"units": [], "results": []}
    problem(red.get(path, {"units": "hood"}), 400, "malformed")


def test_help_explains_an_order_or_the_question(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates) + "help/"
    (question,) = planner.get(path).json()["results"]
    assert question["lines"]
    found = planner.get(path, {"word": "intercept"}).json()["results"]
    assert any(one["lines"] for one in found)
    assert all(set(one["name"]) >= {"en", "ja"} for one in found)
    problem(planner.get(path, {"word": "zzz"}), 400, "malformed")


def test_another_seats_decision_is_not_there(red: Caller, black: Caller, running: Game) -> None:
    for what in ("help/", "odds/"):
        problem(black.get(red.decision() + what), 404, "not_found")


def test_an_offer_and_the_check_of_an_answer_come_with_the_odds(planner: Caller, pirates: Game) -> None:
    path = planner.decision(pirates)
    proposals = planner.get(path).json()["form"]["proposals"]
    hunts = [order for one in proposals for order in one["answer"] if order["order"] == "intercept"]
    order = hunts[0]
    (line, *_) = [
        line
        for line in planner.post(path + "check/", {"answer": [order]}).json()["outlook"]["lines"]
        if line.get("odds")
    ]
    assert {"rule", "outcomes", "modifiers"} <= set(line["odds"])
    draft = [{key: order[key] for key in ("order", "card", "ship")}]
    tap = {"answer": draft, "value": order["targets"][0], "actors": [order["card"]]}
    offers = planner.post(path + "offers/", tap).json()["results"]
    assert line["odds"] in [odds for one in offers for odds in one["odds"]]
