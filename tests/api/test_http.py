"""HTTP around the calls: methods, limits, other origins, compression, and refusals before a view is reached."""

import gzip
import re

import pytest
from django.core.exceptions import ImproperlyConfigured, RequestDataTooBig
from django.test import Client, RequestFactory, override_settings

from api.problems import bad_request
from games.kernel.codec import MAX_ANSWER_BYTES
from games.models import Game, Player
from pbem.setting_values import read_origins
from tests.api.conftest import API, Caller, problem
from tests.api.test_trailing_slash import METHODS, OPERATIONS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PATHS = sorted({path for _, path in OPERATIONS})


# ---------------------------------------------------------------- methods
@pytest.mark.parametrize("path", PATHS)
def test_allow_names_the_methods_that_are_served(red: Caller, path: str) -> None:
    """What `Allow` names is not refused as a method, and what it does not name is."""
    allow = set(red.raw("TRACE", f"/{path}", b"")["Allow"].split(", "))
    served = {
        method
        for method in (*map(str.upper, METHODS), "HEAD", "OPTIONS")
        if red.raw(method, f"/{path}", b'{"x": 1}').status_code != 405
    }
    assert served == allow


def test_options_lists_the_methods(red: Caller) -> None:
    response = red.raw("OPTIONS", "games/", b"")
    assert (response.status_code, response.content) == (204, b"")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


# ---------------------------------------------------------------- limits
@override_settings(PBEM_WRITES_PER_MINUTE=2, PBEM_PREVIEWS_PER_MINUTE=5)
def test_a_counted_call_says_how_many_are_left(red: Caller, running: Game) -> None:
    responses = [red.patch("players/me/", {}) for _ in range(3)]
    assert [response.status_code for response in responses] == [200, 200, 429]
    for response, left in zip(responses, (1, 0, 0), strict=True):
        assert response["RateLimit-Policy"] == '"writes";q=2;w=60'
        found = re.fullmatch(r'"writes";r=(\d+);t=(\d+)', response["RateLimit"])
        assert found
        assert int(found[1]) == left
        assert 0 < int(found[2]) <= 60
    assert int(responses[-1]["Retry-After"]) >= int(responses[-1]["RateLimit"].rpartition("=")[2]) - 1
    tap = red.post(red.decision() + "reach/", {"answer": None})
    assert tap["RateLimit-Policy"] == '"previews";q=5;w=60'
    assert tap["RateLimit"].startswith('"previews";r=4;t=')


def test_a_call_that_is_not_counted_says_nothing(red: Caller) -> None:
    assert "RateLimit" not in red.get("players/me/").headers
    with override_settings(PBEM_WRITES_PER_MINUTE=0):
        assert "RateLimit" not in red.patch("players/me/", {}).headers


# ---------------------------------------------------------------- other origins
OURS, OTHER = "https://bots.example.org", "https://evil.example.org"
PREFLIGHT = {
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization,content-type,idempotency-key",
}


@override_settings(CORS_ALLOWED_ORIGINS=[OURS])
def test_pages_of_a_named_origin_may_call(red: Caller, client: Client) -> None:
    asked = client.options(f"{API}games/", headers={"Origin": OURS, **PREFLIGHT})
    assert asked.status_code == 200
    assert asked["Access-Control-Allow-Origin"] == OURS
    assert "POST" in asked["Access-Control-Allow-Methods"]
    allowed = set(asked["Access-Control-Allow-Headers"].split(", "))
    assert {"authorization", "content-type", "if-match", "if-none-match", "idempotency-key"} <= allowed
    made = red.post("tokens/", {}, Origin=OURS)
    assert made.status_code == 201
    assert made["Access-Control-Allow-Origin"] == OURS
    shown = set(made["Access-Control-Expose-Headers"].split(", "))
    assert {"etag", "location", "retry-after", "ratelimit", "ratelimit-policy"} <= shown
    assert "origin" in made["Vary"].lower()
    assert problem(red.get("nowhere/", Origin=OURS), 404, "not_found")


@override_settings(CORS_ALLOWED_ORIGINS=[OURS])
@pytest.mark.parametrize(
    ("path", "origin"), [(f"{API}games/", OTHER), ("/login/", OURS), ("/", OURS), ("/admin/login/", OURS)]
)
def test_no_other_origin_and_no_page_is_open(client: Client, anna: Player, path: str, origin: str) -> None:
    client.force_login(anna)
    for response in (client.get(path, headers={"Origin": origin}), client.options(path, headers={"Origin": origin})):
        assert not [name for name in response.headers if name.lower() == "access-control-allow-origin"]


@override_settings(CORS_ALLOWED_ORIGINS=[OURS])
def test_cookies_of_other_origins_are_never_welcome(client: Client, anna: Player) -> None:
    client.force_login(anna)
    for response in (
        client.get(f"{API}players/me/", headers={"Origin": OURS}),
        client.options(f"{API}players/me/", headers={"Origin": OURS, **PREFLIGHT}),
    ):
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_unless_set_no_origin_may_call(red: Caller) -> None:
    assert "Access-Control-Allow-Origin" not in red.get("games/", Origin=OURS).headers


def test_origins_are_written_asread_origins() -> None:
    assert read_origins("") == []
    assert read_origins("https://bots.example.org, http://localhost:3000") == [OURS, "http://localhost:3000"]
    for wrong in ("*", "bots.example.org", "https://bots.example.org/", "https://Bots.example.org", "null"):
        with pytest.raises(ImproperlyConfigured, match="PBEM_CORS_ORIGINS"):
            read_origins(wrong)


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    "path", ["/api/", "/api/v1/nowhere/", "/api/v2/games/", "/api/v1/games/7/", "/api/v1/decisions/x"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address_is_a_problem_in_words(nobody: Caller, path: str, method: str) -> None:
    for language, words in (("en", "There is nothing at this URL."), ("ja", "このURLには何もありません。")):
        response = nobody.raw(method, path, b"", HTTP_ACCEPT_LANGUAGE=language)
        assert problem(response, 404, "not_found")["detail"] == words


def test_a_body_that_is_too_long_hears_the_limit(red: Caller) -> None:
    body = b'{"title": "' + b"x" * MAX_ANSWER_BYTES + b'"}'
    for language, words in (
        ("en", "The body of a call has at most 65,536 bytes."),
        ("ja", "要求の本文は65,536バイトまでです。"),
    ):
        response = red.raw("POST", "games/", body, HTTP_ACCEPT_LANGUAGE=language)
        assert problem(response, 413, "too_large")["detail"] == words


def test_django_s_own_limit_is_the_same_refusal() -> None:
    response = bad_request(RequestFactory().post(f"{API}games/"), RequestDataTooBig())
    assert (response.status_code, response["Content-Type"]) == (413, "application/problem+json")


# ---------------------------------------------------------------- compression
PACKED = {"Accept-Encoding": "gzip, br"}


def test_answers_to_tokens_travel_compressed(red: Caller, client: Client) -> None:
    plain, small = red.get("titles/"), red.get("titles/", **PACKED)
    assert small["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) < len(plain.content) / 3
    assert "Accept-Encoding" in small["Vary"]


def test_with_a_cookie_nothing_is_compressed(red: Caller, anna: Player, client: Client) -> None:
    client.force_login(anna)
    for headers in (PACKED, {**PACKED, **red.credentials()}):
        response = client.get(f"{API}titles/", headers=headers)
        assert response.status_code == 200
        assert "Content-Encoding" not in response.headers
    assert "Content-Encoding" not in Client().get(f"{API}titles/", headers=PACKED).headers


def test_the_tag_of_a_compressed_answer_is_good_for_the_next_call(red: Caller, running: Game) -> None:
    path = red.decision()
    tag = red.get(path, **PACKED)["ETag"]
    assert tag.startswith("W/")
    choice = red.get(path).json()["form"]["example"]
    assert red.put(path + "answer/", {"answer": choice}, **{"If-Match": tag}).status_code == 202
    problem(red.put(path + "answer/", {"answer": choice}, **{"If-Match": tag}), 412, "revision_replaced")
