"""Windows are lent to one test after the other: nothing stays in them, and what goes wrong in them is heard."""

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from tests.e2e.conftest import Windows, log_in

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SHAPE: dict[str, Any] = {"viewport": {"width": 500, "height": 400}, "color_scheme": "dark"}
STATE = (
    "[localStorage.length, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, matchMedia('print').matches]"
)
THROWN = "void setTimeout(() => { throw new Error('overboard') })"


def test_a_window_that_was_given_back_is_as_a_new_one(windows: Windows, live_server: LiveServer, anna: Player) -> None:
    complaints: list[str] = []
    with windows.lent(complaints, SHAPE) as page:
        log_in(page, "anna")
        page.goto("/profile/")
        new = page.evaluate(STATE)
        page.evaluate("localStorage.setItem('kept', 'much')")
        page.set_viewport_size({"width": 700, "height": 400})
        page.emulate_media(media="print", color_scheme="light")
        page.route("**/*", lambda route: route.abort())
        assert page.evaluate(STATE) == [1, 700, False, True]
    with windows.lent(complaints, SHAPE) as again:
        assert again is page
        assert (again.url, again.context.cookies()) == ("about:blank", [])
        again.goto("/profile/")
        assert "/login/" in again.url
        assert again.evaluate(STATE) == new == [0, 500, True, False]
        with windows.lent(complaints, SHAPE) as other:
            assert other.context != again.context
    assert not complaints


def test_what_a_script_throws_and_the_policy_blocks_is_heard(windows: Windows, live_server: LiveServer) -> None:
    """By whoever has the window then, and by nobody else."""
    thrown: list[str] = []
    with windows.lent(thrown, SHAPE) as page:
        page.goto("/login/")
        with page.expect_event("pageerror"):
            page.evaluate(THROWN)
    blocked: list[str] = []
    with windows.lent(blocked, SHAPE) as page:
        page.goto("/login/")
        with page.expect_console_message(lambda line: "Security Policy" in line.text):
            page.evaluate("void document.head.append(Object.assign(document.createElement('script'), {text: '1'}))")
        with page.expect_event("pageerror"):
            page.evaluate(THROWN)
    assert [len(thrown), "overboard" in thrown[0]] == [1, True]
    assert ["Security Policy" in blocked[0], "overboard" in blocked[1], len(blocked)] == [True, True, 2]
