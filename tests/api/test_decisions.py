"""``decisions/``: what must be decided, and the sealed answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from knox.crypto import hash_token

from games import registry
from games.database import batch
from games.database.batch import fetch_batch
from games.database.pipeline import pipelined
from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.models import Game, OpenRequest, Player, SealedAnswer
from games.persistence import serialization
from games.selectors.access import own_request_by_token_query
from games.services.resolve.advance import do_resolve
from tests.api.conftest import Caller, problem, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_my_decisions_are_listed(red: Caller, running: Game) -> None:
    (line,) = red.get("decisions/").json()["results"]
    assert (line["game"], line["seat"], line["kind"], line["rule"]) == (str(running.pk), "red", "bid", "2.1")
    assert line["prompt"] == {"en": "Bid a card.", "ja": "カードを1枚出してください。"}
    assert line["due_at"]
    assert red.get("decisions/", {"game": str(uuid4())}).json()["results"] == []


def test_a_decision_says_all_that_an_answer_needs(red: Caller, running: Game) -> None:
    response = red.get(red.decision())
    found = response.json()
    form = found["form"]
    assert form["schema"]["enum"] == [option["value"] for option in form["options"]]
    assert form["example"] in form["schema"]["enum"]
    assert form["default"] in form["schema"]["enum"]
    assert form["notation"] == f"choose {form['example']}"
    assert set(form["options"][0]["label"]) == {"en", "ja"}
    assert (found["revision"], found["answer"], found["receipt"]) == (0, None, None)
    assert response["ETag"] == '"0"'


def test_an_answer_is_sealed_with_a_receipt(red: Caller, running: Game) -> None:
    path = red.decision()
    card = red.get(path).json()["form"]["options"][1]["value"]
    response = red.put(path + "answer/", {"answer": card})
    assert response.status_code == 202
    assert response["ETag"] == '"1"'
    receipt = response.json()
    assert (receipt["answer"], receipt["notation"], receipt["revision"]) == (card, f"choose {card}", 1)
    assert len(receipt["nonce"]) == 32
    assert len(receipt["hash"]) == 64
    found = red.get(path).json()
    assert (found["answer"], found["revision"], found["ready"], found["receipt"]) == (card, 1, True, receipt)


def test_an_answer_takes_three_batches(red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Token and question, lock and what is open, the answer: and no statement besides."""
    path = red.decision()
    card = red.get(path).json()["form"]["example"]
    batches: list[list[str]] = []

    @contextmanager
    def noting() -> Iterator[None]:
        before = len(captured)
        with pipelined():
            yield
        words = [query["sql"].split()[0] for query in captured.captured_queries[before:]]
        batches.append([word for word in words if word != "SAVEPOINT"])

    monkeypatch.setattr(batch, "pipelined", noting)
    with CaptureQueriesContext(connection) as captured:
        assert red.put(path + "answer/", {"answer": card}).status_code == 202
    assert batches == [["SELECT", "SELECT"], ["SELECT", "SELECT"], ["INSERT", "UPDATE"]]
    words = [query["sql"].split()[0] for query in captured.captured_queries]
    assert len([word for word in words if word not in ("SAVEPOINT", "RELEASE")]) == 6


@pytest.mark.both_databases
def test_with_a_token_comes_no_question_but_those_of_its_player(
    red: Caller, black: Caller, running: Game, anna: Player
) -> None:
    """Not even to be thrown away: what is not there takes as long as what belongs to others."""
    mine = OpenRequest.objects.get(game=running, seat__player=anna, closed_at=None)

    def found(token: str) -> list[OpenRequest]:
        return fetch_batch(own_request_by_token_query(hash_token(token), mine.pk))[0]

    assert found(red.token) == [mine]
    assert found(black.token) == found("0" * 64) == []


def test_an_answer_to_the_question_of_another_is_refused_as_to_one_that_there_is_not(
    red: Caller, black: Caller, running: Game
) -> None:
    path = red.decision()
    body = {"answer": red.get(path).json()["form"]["example"]}
    theirs = problem(black.put(path + "answer/", body), 404, "not_found")
    none = problem(black.put(f"decisions/{uuid4()}/answer/", body), 404, "not_found")
    assert {**theirs, "instance": ""} == {**none, "instance": ""}
    assert not SealedAnswer.objects.exists()


def test_an_answer_can_be_written_as_text(red: Caller, running: Game) -> None:
    path = red.decision()
    notation = red.get(path).json()["form"]["notation"]
    response = red.raw(
        "PUT", path + "answer/?ready=false", f"# mine\n{notation.upper()}\n", "text/plain; charset=utf-8"
    )
    assert response.status_code == 202, response.content
    assert (response.json()["notation"], response.json()["ready"]) == (notation, False)


def test_a_text_that_is_no_order_is_refused(red: Caller, running: Game) -> None:
    path = red.decision() + "answer/"
    problem(red.raw("PUT", path, "choose", "text/plain"), 422, "illegal")
    problem(red.raw("PUT", path, "choose a b=c", "text/plain"), 400, "malformed")
    problem(red.raw("PUT", path, "", "text/plain"), 400, "malformed")
    problem(red.raw("PUT", path, b"\xff\xfe", "text/plain"), 400, "malformed")
    assert not SealedAnswer.objects.exists()


def test_checking_changes_nothing(red: Caller, running: Game) -> None:
    path = red.decision()
    card = red.get(path).json()["form"]["example"]
    response = red.post(path + "check/", {"answer": card})
    assert response.status_code == 200
    assert response.json() == {
        "answer": card,
        "notation": f"choose {card}",
        "description": {"en": card, "ja": card},
        "outlook": {"lines": [], "spent": {}},
        "marks": [{"kind": "at", "places": [card], "tone": "", "pointer": "", "label": ""}],
    }
    assert red.raw("POST", path + "check/", f"choose {card}", "text/plain").json() == response.json()
    problem(red.post(path + "check/", {"answer": "c99"}), 422, "illegal")
    problem(red.post(path + "check/", {"answer": 5}), 400, "malformed")
    assert not SealedAnswer.objects.exists()


def test_an_illegal_answer_names_field_code_and_rule(red: Caller, running: Game) -> None:
    found = problem(red.put(red.decision() + "answer/", {"answer": "c99"}), 422, "illegal")
    assert wrong(found) == {"/answer": "not_an_option"}
    assert not SealedAnswer.objects.exists()


def test_a_pirates_plan_is_refused_with_every_wrong_order(red: Caller, black: Caller, pirates: Game) -> None:
    active = red if red.get("decisions/").json()["results"] else black
    path = active.decision(pirates)
    assert active.get(path).json()["form"]["form"] == "pirates.plan"
    path += "answer/"
    orders = [
        {"order": "leave", "ship": "dreadnought"},
        {"order": "sink", "card": "x"},
        {"order": "play", "cards": "x"},
    ]
    found = problem(active.put(path, {"answer": orders}), 400, "malformed")
    assert {"/answer/1/order", "/answer/2/cards", "/answer/2/card"} <= set(wrong(found))
    found = problem(active.put(path, {"answer": orders[:1]}), 422, "illegal")
    assert list(wrong(found)) == ["/answer/0/order"]


def test_a_replaced_revision_is_noticed(red: Caller, running: Game) -> None:
    path = red.decision()
    first, second = (option["value"] for option in red.get(path).json()["form"]["options"][:2])
    assert red.put(path + "answer/", {"answer": first}, **{"If-Match": '"0"'}).status_code == 202
    problem(red.put(path + "answer/", {"answer": second}, **{"If-Match": '"0"'}), 412, "revision_replaced")
    problem(red.put(path + "answer/", {"answer": second}, **{"If-Match": '"yes"'}), 412, "revision_replaced")
    problem(red.delete(path + "answer/", **{"If-Match": '"7"'}), 412, "revision_replaced")
    assert red.get(path).json()["answer"] == first
    assert red.put(path + "answer/", {"answer": second}, **{"If-Match": '"1"'}).json()["revision"] == 2
    assert red.put(path + "answer/", {"answer": first}).json()["revision"] == 3


def test_the_same_key_and_body_get_the_first_response_again(red: Caller, black: Caller, running: Game) -> None:
    path = red.decision()
    first, second = (option["value"] for option in red.get(path).json()["form"]["options"][:2])
    key = {"Idempotency-Key": "a-1"}
    once = red.put(path + "answer/", {"answer": first}, **key)
    assert once.status_code == 202
    again = red.put(path + "answer/", {"ready": True, "answer": first}, **key)
    assert (again.status_code, again.content, again["ETag"]) == (202, once.content, once["ETag"])
    problem(red.put(path + "answer/", {"answer": second}, **key), 422, "idempotency_key_reused")
    answer_first(black)
    do_resolve(running.pk)
    late = red.put(path + "answer/", {"answer": first}, **key)
    assert (late.status_code, late.content) == (202, once.content)
    assert SealedAnswer.objects.filter(request__seat__role="red").count() == 1


def test_a_key_must_be_short_and_visible(red: Caller, running: Game) -> None:
    body = {"answer": "c01"}
    problem(red.put(red.decision() + "answer/", body, **{"Idempotency-Key": "x" * 201}), 400, "malformed")


def test_an_answer_can_be_taken_back_until_it_closes(red: Caller, black: Caller, running: Game) -> None:
    path = red.decision()
    problem(red.delete(path + "answer/"), 404, "not_found")
    answer_first(red)
    response = red.delete(path + "answer/")
    assert (response.status_code, response["ETag"], response.content) == (204, '"2"', b"")
    assert (red.get(path).json()["answer"], red.get(path).json()["ready"]) == (None, False)
    answer_first(red)
    answer_first(black)
    do_resolve(running.pk)
    problem(red.delete(path + "answer/"), 409, "stale")


def test_a_closed_decision_takes_no_answer(red: Caller, black: Caller, running: Game) -> None:
    path = red.decision()
    answer_first(red)
    answer_first(black)
    do_resolve(running.pk)
    body = {"answer": red.get(path).json()["form"]["example"]}
    problem(red.put(path + "answer/", body), 409, "stale")
    problem(red.post(path + "check/", body), 409, "stale")
    assert red.get(path).json()["closed_at"]


def test_a_draft_moves_nothing(red: Caller, black: Caller, running: Game) -> None:
    answer_first(black)
    path = red.decision()
    card = red.get(path).json()["form"]["example"]
    receipt = red.put(path + "answer/", {"answer": card, "ready": False}).json()
    assert (receipt["ready"], receipt["closes"]) == (False, "when_ready")
    assert not do_resolve(running.pk).has_advanced


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"/answer": "required"}),
        ({"answer": "c01", "revision": 1}, {"/revision": "unknown_field"}),
        ({"answer": "c01", "ready": "yes"}, {"/ready": "type"}),
        ({"answer": "c01", "ready": 1}, {"/ready": "type"}),
        ({"answer": 7}, {"/answer": "type"}),
        ({"answer": ["c01"]}, {"/answer": "type"}),
        ({"answer": None}, {"/answer": "type"}),
        ([], {"": "type"}),
        ("c01", {"": "type"}),
    ],
)
def test_wrong_shapes_are_refused(red: Caller, running: Game, body: Any, fields: dict[str, str]) -> None:
    assert wrong(problem(red.put(red.decision() + "answer/", body), 400, "malformed")) == fields
    assert not SealedAnswer.objects.exists()


def answer_first(caller: Caller) -> None:
    """Answer the first open decision with its example."""
    path = caller.decision()
    body = {"answer": caller.get(path).json()["form"]["example"]}
    assert caller.put(path + "answer/", body).status_code == 202


@pytest.mark.both_databases
def test_unknown_decisions_are_not_found(red: Caller, running: Game) -> None:
    for path in (f"decisions/{uuid4()}/", "decisions/none/"):
        problem(red.get(path), 404, "not_found")
    problem(red.put(f"decisions/{uuid4()}/answer/", {"answer": "c01"}), 404, "not_found")
    assert OpenRequest.objects.filter(closed_at=None).count() == 2


@pytest.mark.both_databases
def test_a_refusal_of_what_is_withheld_carries_the_rule_and_why(red: Caller, running: Game) -> None:
    path, row = red.decision(), OpenRequest.objects.get(seat__role="red")
    question = serialization.read_question(registry.game_title(running), row.question)
    spent = Unavailable("c99", "2.4", Text("It was bid before.", "すでに出したカードです。"))
    form = msgspec.structs.replace(question.form, unavailable=(spent,))
    row.question = serialization.pack(msgspec.structs.replace(question, form=form))
    row.save()
    named = {"value": "c99", "rule": "2.4", "en": "It was bid before.", "ja": "すでに出したカードです。"}
    assert red.get(path).json()["form"]["schema"]["x-unavailable"] == [named]
    for found in (
        problem(red.put(path + "answer/", {"answer": "c99"}), 422, "illegal"),
        problem(red.raw("PUT", path + "answer/", "choose c99", "text/plain"), 422, "illegal"),
    ):
        (error,) = found["errors"]
        assert (found["rule"], error["rule"], error["pointer"], error["code"]) == ("2.4", "2.4", "/answer", "barred")
        assert error["detail"] == "c99: It was bid before."
    assert not SealedAnswer.objects.exists()
