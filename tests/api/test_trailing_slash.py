"""A call without the trailing slash of its address is the same call: nothing that is written gets lost on the way."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from games.models import Game, Message
from tests.api.conftest import Caller, problem

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

FILLED = {
    "<uuid:game_id>": str(UUID(int=7, version=4)),
    "<uuid:decision_id>": str(UUID(int=7, version=4)),
    "<uuid:invitation_id>": str(UUID(int=7, version=4)),
    "<uuid:message_id>": str(UUID(int=7, version=4)),
    "<uuid:order_id>": str(UUID(int=7, version=4)),
    "<uuid:call_id>": str(UUID(int=7, version=4)),
    "<uuid:plan_id>": str(UUID(int=7, version=4)),
    "<uuid:webhook_id>": str(UUID(int=7, version=4)),
    "<uuid:device_id>": str(UUID(int=7, version=4)),
    "<int:letter_id>": "7",
    "<int:stop>": "1",
    "<path:rule>": "3.1",
    "<str:key>": "pirates",
    "^tokens/(?P<token_id>[0-9a-f]{16})/$": "tokens/0123456789abcdef/",
}
METHODS = ("get", "post", "put", "patch", "delete")


def _operations(resolver: Any, before: str = "") -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        place = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _operations(one, place)
        elif isinstance(one, URLPattern) and place.endswith(("/", "/$")):
            for hole, filling in FILLED.items():
                place = place.replace(hole, filling)
            served = getattr(one.callback, "cls", None)
            yield from ((method, place) for method in METHODS if served is None or hasattr(served, method))


OPERATIONS = [one for one in _operations(get_resolver()) if one[1].startswith("api/")]


def test_the_list_has_every_operation() -> None:
    assert len(OPERATIONS) > 80
    assert not [path for _, path in OPERATIONS if set(path) & set("<>()^$")]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_both_forms_of_an_address_get_the_same_answer(red: Caller, method: str, path: str) -> None:
    """The reference of a title and the like differ in nothing either."""
    with time_machine.travel(timezone.now(), tick=False):
        whole, short = (red.raw(method.upper(), f"/{form}", b'{"x": 1}') for form in (path, path.removesuffix("/")))
    assert short.status_code == whole.status_code
    assert short.status_code not in (301, 302, 307, 308)
    assert short.content == whole.content
    assert short.headers.get("Allow") == whole.headers.get("Allow")


def test_a_message_without_the_slash_is_sent(red: Caller, pirates: Game) -> None:
    sent = red.post(f"games/{pirates.pk}/messages", {"text": "Good luck.", "to": ["black"]})
    assert sent.status_code == 201
    assert Message.objects.get().text == "Good luck."
    assert sent["Location"].endswith(f"/api/v1/games/{pirates.pk}/messages/{sent.json()['id']}/")
    assert red.get(sent["Location"].removesuffix("/")).json() == sent.json()


def test_a_created_game_is_found_under_its_location(red: Caller, toy: Any) -> None:
    made = red.post("games", {"title": "toy", "scenario": "standard"})
    assert made.status_code == 201
    assert red.get(made["Location"]).json()["id"] == made.json()["id"]


def test_an_address_that_does_not_exist_stays_one(red: Caller) -> None:
    problem(red.post("nowhere", {}), 404, "not_found")
    problem(red.get("/api/v1/nowhere"), 404, "not_found")
    problem(red.get("/api/v2"), 404, "not_found")


def test_pages_are_redirected_as_before(client: Client) -> None:
    assert client.get("/login").status_code == 301
