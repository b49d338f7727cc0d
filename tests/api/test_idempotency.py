"""A repeated call with the same Idempotency-Key: the same answer again, and nothing twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone
from knox.models import AuthToken

from games.models import (
    Game,
    IdempotentResponse,
    Invitation,
    Message,
    OutgoingMail,
    Player,
    StandingOrder,
    Webhook,
)
from games.services import idempotency
from games.services.creation import do_create_game
from games.services.idempotency import RETENTION, do_delete_expired_responses
from games.services.invitations import do_invite, do_send_invitation
from tests.api.conftest import Caller, problem
from tests.api.openapi import OPERATIONS
from tests.api.test_standing_orders import TRUMP
from tests.worker.webhooks.browser import Browser

pytestmark = pytest.mark.django_db

KEY = {"Idempotency-Key": "a-1"}
READING = {
    "decisions_check",
    "decisions_reach",
    "decisions_offers",
    "decisions_hint",
    "decisions_trials",
    "standing_orders_preview",
}
"""Calls by POST that change nothing in the game: a hint to a question counts once, however often it is asked for."""
LAST = {"players_me_delete"}
"""Calls after which the caller has no account: a repetition is refused as from nobody."""

NEW_GAME = {"title": "toy", "scenario": "standard"}
BROWSER = Browser("https://push.example.org/abc")
CREATED: dict[str, tuple[str, Any, Any]] = {
    "a game": ("games/", NEW_GAME, Game),
    "a message": ("games/{running}/messages/", {"text": "Good luck.", "to": ["black"]}, Message),
    "a standing order": ("games/{running}/standing-orders/", TRUMP, StandingOrder),
    "an invitation": ("games/{open}/invitations/", {"email": "friend@example.org"}, Invitation),
    "a token": ("tokens/", {"hours": 24}, AuthToken),
    "a webhook": ("webhooks/", {"url": "https://example.org/hook"}, Webhook),
    "a device": ("devices/", {"endpoint": BROWSER.endpoint, "keys": BROWSER.keys}, Webhook),
}


@pytest.fixture
def filled(running: Game, anna: Player) -> Callable[[str], str]:
    """An address with the ids of the games in it."""
    open_ = do_create_game(host=anna, title="toy", scenario="standard")
    return lambda path: path.format(running=running.pk, open=open_.pk)


def test_every_call_that_changes_something_takes_a_key() -> None:
    posts = {name: operation for name, (method, _, operation) in OPERATIONS.items() if method == "post"}
    taking = {
        name
        for name, operation in posts.items()
        if any(one["name"] == "Idempotency-Key" for one in operation.get("parameters", ()))
    }
    assert taking == posts.keys() - READING - LAST
    assert posts.keys() > READING | LAST


@pytest.mark.parametrize("what", CREATED)
def test_what_is_created_is_created_once(red: Caller, filled: Callable[[str], str], what: str) -> None:
    path, body, model = CREATED[what]
    before, mails = model.objects.count(), OutgoingMail.objects.count()
    first = red.post(filled(path), body, **KEY)
    assert first.status_code == 201, first.content
    sent = OutgoingMail.objects.count() - mails
    again = [red.post(filled(path), body, **KEY) for _ in range(2)]
    for one in again:
        assert (one.status_code, one.content) == (first.status_code, first.content)
        names = {name for name in {*first.headers, *one.headers} if not name.startswith("RateLimit")}
        assert {name: one.headers.get(name) for name in names} == {name: first.headers.get(name) for name in names}
    assert model.objects.count() == before + 1
    assert OutgoingMail.objects.count() == mails + sent


def test_the_answer_is_the_one_without_a_key(red: Caller, running: Game) -> None:
    path, body = f"games/{running.pk}/messages/", {"text": "Good luck.", "to": ["black"]}
    plain, keyed = red.post(path, body), red.post(path, body, **KEY)
    assert plain.status_code == keyed.status_code
    assert plain.json().keys() == keyed.json().keys()
    assert plain.headers.keys() == keyed.headers.keys()
    assert {name: value for name, value in plain.headers.items() if name in ("Content-Type", "Allow", "Vary")} == {
        name: value for name, value in keyed.headers.items() if name in ("Content-Type", "Allow", "Vary")
    }


def test_a_call_without_content_is_repeated_too(red: Caller, stranger: Caller, toy: Any) -> None:
    assert red.player is not None
    open_ = do_create_game(host=red.player, title="toy", scenario="standard")
    body = {"token": do_send_invitation(do_invite(by=red.player, game_id=open_.pk, player="carl"))}
    for _ in range(2):
        response = stranger.post("invitations/decline/", body, **KEY)
        assert (response.status_code, response.content) == (204, b"")
        assert "Content-Type" not in response.headers
    problem(stranger.post("invitations/decline/", body, **{"Idempotency-Key": "a-2"}), 404, "not_found")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_another_body_or_call_under_the_same_key_is_refused(red: Caller, running: Game, language: str) -> None:
    path = f"games/{running.pk}/messages/"
    spoken = {**KEY, "Accept-Language": language}
    assert red.post(path, {"text": "One.", "to": ["black"]}, **spoken).status_code == 201
    assert red.post(path, {"to": ["black"], "text": "One."}, **spoken).status_code == 201, "the order means nothing"
    for other, body in ((path, {"text": "Two."}), ("tokens/", {}), (path + "?x=1", {"text": "One.", "to": ["black"]})):
        found = problem(red.post(other, body, **spoken), 422, "idempotency_key_reused")
        assert (
            found["detail"]
            == {
                "en": "This key was used for another call or another body.",
                "ja": "このキーは別の呼び出しまたは別の内容に使用済みです。",
            }[language]
        )
    assert Message.objects.count() == 1
    assert AuthToken.objects.filter(user=red.player).count() == 1


def test_keys_belong_to_their_player(red: Caller, black: Caller, running: Game) -> None:
    path = f"games/{running.pk}/messages/"
    assert red.post(path, {"text": "One."}, **KEY).json()["sender"] == "red"
    assert black.post(path, {"text": "One."}, **KEY).json()["sender"] == "black"
    assert Message.objects.count() == 2


def test_a_refused_call_leaves_its_key_unused(red: Caller, running: Game) -> None:
    path = f"games/{running.pk}/messages/"
    problem(red.post(path, {"text": "One.", "to": ["nobody"]}, **KEY), 400, "malformed")
    assert not IdempotentResponse.objects.exists()
    assert red.post(path, {"text": "One.", "to": ["black"]}, **KEY).status_code == 201


def test_what_cannot_be_kept_did_not_happen(red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(_: Any) -> bytes:
        raise RuntimeError

    monkeypatch.setattr(idempotency, "encrypt", burst)
    red.http.raise_request_exception = False
    assert red.post(f"games/{running.pk}/messages/", {"text": "One."}, **KEY).status_code == 500
    assert not Message.objects.exists()
    assert not IdempotentResponse.objects.exists()


@pytest.mark.parametrize("key", ["x" * 201, "a b", "日本", ""])
def test_a_key_that_is_none_is_refused(red: Caller, key: str) -> None:
    problem(red.post("tokens/", {}, **{"Idempotency-Key": key}), 400, "malformed")
    assert AuthToken.objects.filter(user=red.player).count() == 1


def test_a_key_is_forgotten_after_its_time(red: Caller) -> None:
    first = red.post("tokens/", {}, **KEY).json()
    IdempotentResponse.objects.update(created_at=timezone.now() - RETENTION + timedelta(minutes=5))
    do_delete_expired_responses(timezone.now())
    assert red.post("tokens/", {}, **KEY).json() == first
    IdempotentResponse.objects.update(created_at=timezone.now() - RETENTION - timedelta(minutes=5))
    assert red.post("tokens/", {}, **KEY).json() != first, "also before the sweep has deleted it"
    IdempotentResponse.objects.update(created_at=timezone.now() - RETENTION - timedelta(minutes=5))
    do_delete_expired_responses(timezone.now())
    assert not IdempotentResponse.objects.exists()


def test_the_database_holds_neither_key_nor_token(red: Caller) -> None:
    shown = red.post("tokens/", {}, **{"Idempotency-Key": "my-very-own-key"}).json()["token"]
    row = IdempotentResponse.objects.values().get()
    kept = " ".join(str(bytes(one) if isinstance(one, bytes | memoryview) else one) for one in row.values())
    assert shown not in kept
    assert "my-very-own-key" not in kept


def test_after_a_change_of_the_servers_key_nothing_happens_twice(red: Caller, settings: Any) -> None:
    assert red.post("tokens/", {}, **KEY).status_code == 201
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another one", []
    problem(red.post("tokens/", {}, **KEY), 422, "idempotency_key_reused")
    assert AuthToken.objects.filter(user=red.player).count() == 2


def test_a_player_who_is_deleted_leaves_no_answers(red: Caller, stranger: Caller) -> None:
    stranger.post("tokens/", {}, **KEY)
    assert stranger.player is not None
    stranger.player.delete()
    assert not IdempotentResponse.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_call_many_times_at_once_is_made_once(running: Game, anna: Player) -> None:
    callers = [Caller(anna) for _ in range(4)]
    gate = Barrier(len(callers))

    def send(caller: Caller) -> tuple[int, bytes]:
        gate.wait()
        try:
            response = caller.post(f"games/{running.pk}/messages/", {"text": "Good luck."}, **KEY)
            return response.status_code, response.content
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(callers)) as pool:
        answers = set(pool.map(send, callers))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 201
    assert Message.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_bodies_at_once_one_counts(running: Game, anna: Player) -> None:
    callers = [Caller(anna) for _ in range(2)]
    gate = Barrier(len(callers))

    def send(text: str, caller: Caller) -> int:
        gate.wait()
        try:
            return int(caller.post(f"games/{running.pk}/messages/", {"text": text}, **KEY).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(callers)) as pool:
        assert sorted(pool.map(send, ("One.", "Two."), callers)) == [201, 422]
    assert Message.objects.count() == 1
