"""Advice by REST."""

from typing import Any

import pytest

from games.models import Game, Player
from games.services.resolve.advance import do_resolve
from tests.api.conftest import Caller, problem, wrong
from tests.table import answer, asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def green(carl: Player) -> Caller:
    return Caller(carl)


@pytest.fixture
def blue(dora: Player) -> Caller:
    return Caller(dora)


def wanted(caller: Caller) -> Any:
    return caller.get("decisions/").json()["advice_requests"]


def test_advice_is_wanted_left_and_read(council: Game, green: Caller, red: Caller) -> None:
    (line,) = wanted(green)
    assert green.get("decisions/").json()["results"] == []
    assert (line["seat"], line["adviser"], line["kind"], line["advised"]) == ("red", "green", "bid", False)
    path = f"decisions/{line['id']}/advice/"
    body = green.get(path).json()
    assert (body["answer"], body["closed_at"]) == (None, None)
    left = green.put(path, {"answer": body["form"]["example"]})
    assert (left.status_code, left.json()["answer"]) == (200, body["form"]["example"])
    assert wanted(green)[0]["advised"] is True
    (said,) = red.get(f"decisions/{line['id']}/").json()["advice"]
    assert (said["seat"], said["answer"]) == ("green", body["form"]["example"])
    assert said["text"]["en"]
    assert green.raw("PUT", path, body["form"]["notation"], "text/plain").status_code == 200
    assert green.delete(path).status_code == 204
    assert red.get(f"decisions/{line['id']}/").json()["advice"] == []


def test_a_draft_must_be_legal(council: Game, green: Caller) -> None:
    path = f"decisions/{wanted(green)[0]['id']}/advice/"
    assert set(wrong(problem(green.put(path, {"answer": "c99"}), 422, "illegal"))) == {"/answer"}
    assert wrong(problem(green.put(path, {}), 400, "malformed")) == {"/answer": "required"}


def test_nobody_else_finds_it(council: Game, green: Caller, red: Caller, black: Caller, blue: Caller) -> None:
    request = asked(council, "red")
    path = f"decisions/{request.pk}/advice/"
    for caller in (red, black, blue):
        problem(caller.get(path), 404, "not_found")
        problem(caller.put(path, {"answer": example(request)}), 404, "not_found")
        problem(caller.delete(path), 404, "not_found")
    problem(green.get(f"decisions/{request.pk}/"), 404, "not_found")
    problem(green.put(f"decisions/{request.pk}/answer/", {"answer": example(request)}), 404, "not_found")


def test_it_can_be_too_late(council: Game, green: Caller) -> None:
    request = asked(council, "red")
    for role in ("red", "black"):
        answer(council, role)
    do_resolve(council.pk)
    path = f"decisions/{request.pk}/advice/"
    problem(green.put(path, {"answer": example(request)}), 409, "stale")
    assert green.get(path).json()["closed_at"] is not None
