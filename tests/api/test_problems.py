"""Bad input and faults: a problem document in the reader's language, nothing changed."""

from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from api.problems import PROBLEM_TYPES
from games.models import Game, Player, SealedAnswer
from tests.api.conftest import API, Caller, problem, wrong

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "not_json"),
        (b"", None),
        (b'{"answer": "c01", "answer": "c02"}', "duplicate_key"),
        (b'{"answer": ' + b"[" * 40 + b"]" * 40 + b"}", "too_deep"),
        (b'{"answer": NaN}', "not_json"),
        (b'{"answer": 1e999}', "not_json"),
        (b'{"answer": 99999999999999999999}', "not_json"),
        (b'{"answer": "\\ud800"}', "not_json"),
        (b'\xff{"answer": "c01"}', "not_json"),
        (b'{"answer": "c01"} x', "not_json"),
    ],
)
def test_json_that_is_none_is_refused(red: Caller, running: Game, body: bytes, code: str | None) -> None:
    found = problem(red.raw("PUT", red.decision() + "answer/", body), 400, "malformed")
    assert code is None or wrong(found) == {"": code}
    assert not SealedAnswer.objects.exists()


@pytest.mark.parametrize("media", ["application/json", "text/plain"])
def test_oversize_bodies_are_refused_unread(red: Caller, running: Game, media: str) -> None:
    body = b'{"answer": "' + b"x" * 70_000 + b'"}'
    problem(red.raw("PUT", red.decision() + "answer/", body, media), 413, "too_large")
    problem(red.raw("PUT", red.decision() + "answer/", b"{}", media, CONTENT_LENGTH="99999999"), 413, "too_large")


@pytest.mark.parametrize("media", ["application/xml", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_unknown_formats_are_refused(red: Caller, running: Game, media: str) -> None:
    problem(red.raw("PUT", red.decision() + "answer/", b"<a/>", media), 415, "unsupported_media_type")
    problem(red.raw("POST", f"games/{running.pk}/join/", b"<a/>", media), 415, "unsupported_media_type")
    problem(red.raw("POST", f"games/{running.pk}/join/", b"choose", "text/plain"), 415, "unsupported_media_type")


def test_who_is_nobody_gets_nothing(nobody: Caller, running: Game) -> None:
    for path in ("games/", f"games/{running.pk}/", "decisions/", "players/me/", "tokens/"):
        response = nobody.get(path)
        problem(response, 401, "not_authenticated")
        assert response["WWW-Authenticate"] == "Token"
    problem(nobody.post("games/", {}), 401, "not_authenticated")


@pytest.mark.parametrize("token", ["Token", "Token x", "Token a b", "Token é", "Bearer x", "Token " + "0" * 64])
def test_wrong_tokens_are_refused(nobody: Caller, token: str) -> None:
    problem(nobody.get("players/me/", Authorization=token), 401, "not_authenticated")


@pytest.mark.both_databases
def test_the_token_of_a_player_who_was_shut_out_is_dead(red: Caller, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    problem(red.get("players/me/"), 401, "not_authenticated")


def test_methods_that_a_call_has_not_are_refused(red: Caller) -> None:
    for method in ("PUT", "DELETE", "PATCH", "TRACE"):
        response = red.raw(method, "games/", b"{}")
        problem(response, 405, "method_not_allowed")
        assert "GET, POST" in response["Allow"]


def test_addresses_that_do_not_exist_are_problems_too(red: Caller) -> None:
    problem(red.get("nowhere/"), 404, "not_found")
    problem(red.get("games/7/view/"), 404, "not_found")


def test_outside_of_the_interface_pages_stay_pages(client: Client) -> None:
    assert client.get("/nowhere/")["Content-Type"].startswith("text/html")


def test_a_fault_says_nothing_of_the_inside(red: Caller, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: Any, **__: Any) -> None:
        raise RuntimeError("the deck is c01 c02")

    monkeypatch.setattr("api.views.games.get_game_state", burst)
    red.http.raise_request_exception = False
    response = red.get(f"games/{running.pk}/")
    problem(response, 500, "error")
    assert b"deck" not in response.content


@override_settings(ALLOWED_HOSTS=["example.org"])
def test_a_host_that_we_are_not_is_refused(red: Caller) -> None:
    problem(red.get("games/"), 400, "malformed")


def test_problems_speak_the_readers_language(red: Caller, black: Caller, running: Game) -> None:
    english, japanese = {"Accept-Language": "en"}, {"Accept-Language": "ja,en;q=0.5"}
    path = f"games/{running.pk}/view/"
    assert problem(red.get(path, {"seat": "black"}), 403, "forbidden")["title"] == "Not allowed"
    assert problem(red.get(path, {"seat": "black"}, **japanese), 403, "forbidden")["title"] == "許可されていません"
    assert problem(black.get(path, {"seat": "red"}), 403, "forbidden")["detail"] == "これは別の席の視点です。"
    assert problem(black.get(path, {"seat": "red"}, **english), 403, "forbidden")["title"] == "Not allowed"
    assert problem(black.put("games/"), 405, "method_not_allowed")["title"] == "この操作はできません"
    assert problem(black.post("games/", {"x": 1}), 400, "malformed")["errors"][0]["detail"].endswith("ありません。")


def test_every_sort_of_problem_is_listed(nobody: Caller) -> None:
    listed = nobody.get("problems/").json()["results"]
    assert {one["code"]: one["status"] for one in listed} == {code: sort.status for code, sort in PROBLEM_TYPES.items()}


def test_a_session_needs_the_csrf_token(client: Client, anna: Player) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    assert strict.get(API + "players/me/").json()["name"] == "anna"
    path, body = API + "players/me/", '{"language": "ja"}'
    problem(strict.patch(path, body, content_type="application/json"), 403, "forbidden")
    strict.cookies["csrftoken"] = "a" * 32
    done = strict.patch(path, body, content_type="application/json", headers={"X-CSRFToken": "a" * 32})
    assert done.status_code == 200, done.content


@override_settings(PBEM_WRITES_PER_MINUTE=3)
def test_too_many_writes_are_refused_for_a_while(red: Caller, black: Caller, running: Game) -> None:
    for _ in range(3):
        assert red.patch("players/me/", {}).status_code == 200
    response = red.patch("players/me/", {})
    problem(response, 429, "throttled")
    assert 0 < int(response["Retry-After"]) <= 60
    assert red.get("players/me/").status_code == 200
    assert black.patch("players/me/", {}).status_code == 200


def test_the_documentation_loads_nothing_from_elsewhere(client: Client) -> None:
    for name in ("docs", "redoc"):
        page = client.get(reverse(name))
        assert page.status_code == 200
        assert b"https://" not in page.content
        assert b"/static/drf_spectacular_sidecar/" in page.content
