"""What travels compressed, and what never does."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from games.models import Game
from pbem.response_compression import is_safe_to_compress

pytestmark = pytest.mark.django_db

ASKED = {"HTTP_ACCEPT_ENCODING": "gzip, br"}
PARTS = {"X-Page-Parts": "1"}
TOKEN = {"Authorization": "Token 0123"}


def test_pictures_travel_compressed_and_are_known_again(as_anna: Client, pirates: Game) -> None:
    path = f"/games/{pirates.pk}/board.svg"
    plain, small = as_anna.get(path), as_anna.get(path, **ASKED)
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(plain.content) / 3
    assert gzip.decompress(small.content) == plain.content
    again = as_anna.get(path, **ASKED, HTTP_IF_NONE_MATCH=small["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_pages_travel_compressed_and_are_never_twice_as_long(as_anna: Client, pirates: Game) -> None:
    """A page's length is blurred, so that it cannot be measured to the byte."""
    pages = [as_anna.get(f"/games/{pirates.pk}/", **ASKED) for _ in range(12)]
    assert all(page["Content-Encoding"] == "gzip" for page in pages)
    assert len({len(page.content) for page in pages}) > 3


def test_what_brings_back_words_of_the_caller_is_not_compressed(as_anna: Client, pirates: Game) -> None:
    page = f"/games/{pirates.pk}/"
    for path in (f"{page}?seat=red&a=b", f"{page}messages/?seat=red", "/login/?next=/games/"):
        assert "Content-Encoding" not in as_anna.get(path, **ASKED)


def test_a_page_that_names_a_seat_is_compressed_if_the_seat_exists(as_anna: Client, pirates: Game) -> None:
    """Its address holds no words of a caller: any other seat is refused."""
    page = as_anna.get(f"/games/{pirates.pk}/?seat=red", **ASKED)
    assert (page.status_code, page["Content-Encoding"]) == (200, "gzip")
    for seat in ("purple", "red_guess"):
        refused = as_anna.get(f"/games/{pirates.pk}/?seat={seat}", **ASKED)
        assert refused.status_code == 404
        assert "Content-Encoding" not in refused


@pytest.mark.parametrize(
    ("request_", "kind", "may"),
    [
        (RequestFactory().get("/games/"), "text/html; charset=utf-8", True),
        (RequestFactory().get("/games/?name=a"), "text/html; charset=utf-8", False),
        (RequestFactory().get("/games/1/?seat=red"), "text/html; charset=utf-8", True),
        (RequestFactory().get("/games/1/?seat=red&seat=guess"), "text/html; charset=utf-8", False),
        (RequestFactory().get("/games/1/?seat=Guess.1"), "text/html; charset=utf-8", False),
        (RequestFactory().post("/decisions/1/", {"answer": "a"}), "text/html; charset=utf-8", False),
        (RequestFactory().post("/decisions/1/", headers=PARTS), "text/html; charset=utf-8", True),
        (RequestFactory().get("/games/?name=a", headers=PARTS), "text/html; charset=utf-8", False),
        (RequestFactory().post("/games/1/messages/", headers=PARTS), "text/html; charset=utf-8", False),
        (RequestFactory().get("/games/1/messages/"), "text/html; charset=utf-8", False),
        (RequestFactory().get("/admin/games/"), "text/html", False),
        (RequestFactory().get("/api/v1/games/"), "application/json", False),
        (RequestFactory().get("/api/v1/games/", headers=TOKEN), "application/json", True),
        (RequestFactory().post("/api/v1/games/", headers=TOKEN), "application/problem+json", True),
        (RequestFactory().get("/api/v1/games/", headers={**TOKEN, "Cookie": "a=b"}), "application/json", False),
        (RequestFactory().get("/games/", headers=TOKEN), "text/csv", False),
        (RequestFactory().get("/games/1/board.svg?seat=red"), "image/svg+xml", True),
    ],
    ids=str,
)
def test_which_answers_may_be_compressed(request_: HttpRequest, kind: str, may: bool) -> None:
    assert is_safe_to_compress(request_, HttpResponse(b"", content_type=kind)) is may
