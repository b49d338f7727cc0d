"""Press by REST: said, listed, marked as read; every refusal with its pointer and rule."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import override_settings

from games.kernel.text import Text
from games.kernel.title import Title
from games.models import AuditEntry, Game, Message
from games.services.messages import MAX_MESSAGES_PER_HOUR
from tests.api.conftest import Caller, problem, wrong
from tests.kernel.toy import TOY

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def place(game: Game, rest: str = "") -> str:
    return f"games/{game.pk}/messages/{rest}"


def say(caller: Caller, game: Game, text: str = "Ahoy.", *to: str, **more: Any) -> Any:
    response = caller.post(place(game), {"text": text, "to": list(to), **more})
    assert response.status_code == 201, response.content
    return response.json()


def test_a_message_is_sent_and_read(red: Caller, black: Caller, running: Game) -> None:
    response = red.post(place(running), {"text": "Ahoy.", "to": ["black"]})
    sent = response.json()
    assert response.status_code == 201
    assert response["Location"].endswith(f"/messages/{sent['id']}/")
    assert (sent["seat"], sent["number"], sent["sender"], sent["receivers"]) == ("red", 1, "red", ["black"])
    assert sent["read_at"] is not None
    assert red.get(response["Location"]).json() == sent
    box = black.get(place(running)).json()
    (got,) = box["results"]
    assert (box["unread"], box["next"], box["seat"], box["partners"]) == (1, None, "black", ["red"])
    assert (got["text"], got["sender"], got["receivers"], got["read_at"]) == ("Ahoy.", "red", ["black"], None)
    marked = black.put(place(running, f"{got['id']}/"), {"read": True})
    assert marked.json()["read_at"] is not None
    assert marked["Cache-Control"] == "private, no-cache"
    assert black.get(place(running)).json()["unread"] == 0
    assert black.put(place(running, f"{got['id']}/"), {"read": False}).json()["read_at"] is None


@pytest.mark.both_databases
def test_what_is_new_is_asked_for(red: Caller, black: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.views.messages.PAGE", 2)
    for number in range(3):
        say(red, running, f"Number {number}.")
    first = black.get(place(running)).json()
    assert ([one["number"] for one in first["results"]], first["next"]) == ([1, 2], 2)
    rest = black.get(place(running), {"after": first["next"], "unread": "true"}).json()
    assert ([one["number"] for one in rest["results"]], rest["next"]) == ([3], None)


def test_the_rule_of_the_title_is_named(
    red: Caller, black: Caller, running: Game, new_rules: Callable[[Title[Any]], None]
) -> None:
    words = Text("Red listens.", "赤は聞くだけです。")
    new_rules(TOY.evolve(may_talk=lambda state, a, b: a == "black", talk_rule="9.1", talk_text=words))
    found = problem(red.post(place(running), {"text": "Ahoy.", "to": ["black"]}), 422, "illegal")
    assert wrong(found) == {"/to/0": "may_not_talk"}
    assert found["rule"] == "9.1"
    box = red.get(place(running)).json()
    assert (box["partners"], box["rule"], box["about"]["en"]) == ([], "9.1", "Red listens.")
    assert say(black, running)["receivers"] == ["red"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, {"/text": "required"}),
        ({"text": " "}, {"/text": "type"}),
        ({"text": "a" * 4001}, {"/text": "type"}),
        ({"text": "Ahoy.", "to": ["green", "red"]}, {"/to/0": "unknown", "/to/1": "yourself"}),
        ({"text": "Ahoy.", "to": "black"}, {"/to": "type"}),
        ({"text": "Ahoy.", "cc": []}, {"/cc": "unknown_field"}),
    ],
)
def test_a_wrong_field_is_named(red: Caller, running: Game, body: Any, pointers: dict[str, str]) -> None:
    assert wrong(problem(red.post(place(running), body), 400, "malformed")) == pointers
    assert not Message.objects.exists()


def test_too_many_are_too_many(red: Caller, running: Game) -> None:
    for _ in range(MAX_MESSAGES_PER_HOUR):
        say(red, running)
    problem(red.post(place(running), {"text": "Ahoy."}), 429, "throttled")


def test_writes_are_counted(red: Caller, running: Game) -> None:
    with override_settings(PBEM_WRITES_PER_MINUTE=2):
        say(red, running)
        say(red, running)
        problem(red.post(place(running), {"text": "Ahoy."}), 429, "throttled")


def test_not_before_the_game(red: Caller, seated: Game) -> None:
    problem(red.post(place(seated), {"text": "Ahoy."}), 409, "wrong_state")


def test_nobody_else_finds_it(
    red: Caller, black: Caller, stranger: Caller, umpire: Caller, nobody: Caller, running: Game
) -> None:
    sent = say(red, running)
    for caller in (black, stranger, umpire):
        problem(caller.get(place(running, f"{sent['id']}/")), 404, "not_found")
        problem(caller.put(place(running, f"{sent['id']}/"), {"read": True}), 404, "not_found")
    for caller in (stranger, umpire):
        problem(caller.get(place(running)), 404, "not_found")
        problem(caller.post(place(running), {"text": "Ahoy."}), 404, "not_found")
    problem(black.get(place(running), {"seat": "red"}), 404, "not_found")
    problem(black.post(place(running), {"text": "I am Red.", "seat": "red"}), 404, "not_found")
    problem(red.get(place(running, f"{uuid4()}/")), 404, "not_found")
    problem(nobody.get(place(running)), 401, "not_authenticated")


def test_the_umpire_reads_through_the_guarded_door(red: Caller, umpire: Caller, running: Game) -> None:
    say(red, running, "Ahoy.")
    path = f"games/{running.pk}/admin/messages/"
    (said,) = umpire.get(path).json()["results"]
    assert (said["sender"], said["receivers"], said["text"]) == ("red", ["black"], "Ahoy.")
    assert AuditEntry.objects.filter(action="looked_at_messages").count() == 1
    problem(red.get(path), 403, "forbidden")


def test_mail_of_messages_is_a_wish(red: Caller) -> None:
    assert red.get("players/me/").json()["mail_preferences"]["messages"] is True
    changed = red.patch("players/me/", {"mail_preferences": {"messages": False}}).json()["mail_preferences"]
    assert (changed["messages"], changed["stops"]) == (False, True)
