"""A real browser on a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve

playwright = pytest.importorskip("playwright.sync_api")

PATIENCE = 60_000
"""Milliseconds that a browser waits for what must come: long, because the machine may be busy."""
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_the_browser() -> Iterator[None]:
    """The browser's driver keeps an event loop in this thread; the tests use the database beside it all the same."""
    patch = pytest.MonkeyPatch()
    patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    yield
    patch.undo()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any, live_server: LiveServer) -> Iterator[Any]:
    """A window on the server. What the content policy blocks, or a script throws, fails the test."""
    context = chromium.new_context(base_url=live_server.url, viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if "Content Security Policy" in line.text else None)
    yield page
    context.close()
    assert not complaints


@pytest.fixture
def plain_page(chromium: Any, live_server: LiveServer) -> Iterator[Any]:
    """A window without JavaScript, as wide as a telephone."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 800}, java_script_enabled=False
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def settled(page: Any) -> None:
    """Wait until the page shows what came back from the last tap."""
    page.locator("form[aria-busy]").wait_for(state="detached")


def posted(page: Any, act: Callable[[], object]) -> None:
    """Do what sends the form, and wait until the page shows the answer."""
    settled(page)
    with page.expect_response(lambda response: response.request.method == "POST"):
        act()
    settled(page)


def turned(page: Any, act: Callable[[], object]) -> None:
    """Do what leads to another page, and wait until that one is whole."""
    with page.expect_navigation():
        act()


def log_in(page: Any, name: str) -> None:
    page.goto("/login/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill("pw")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")


@pytest.fixture
def plan(transactional_db: None) -> OpenRequest:
    """The first plan in a game of The Kaiser's Pirates; whoever makes it reads English."""
    players = [Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("anna", "ben")]
    game = do_create_game(host=players[0], title="pirates", scenario="two_players", name="Cocos Island")
    for player, role in zip(players, ("red", "black"), strict=True):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=players[0], game_id=game.pk)
    do_resolve(game.pk)
    return OpenRequest.objects.select_related("seat__player", "game").get(game=game, closed_at=None)


@pytest.fixture
def played(plan: OpenRequest) -> Game:
    """The same game some stops later, and a member of staff to look at it."""
    from tests.table import answer

    Player.objects.create_superuser("ulla", "ulla@example.org", "pw")
    for _ in range(6):
        for role in OpenRequest.objects.filter(game=plan.game, closed_at=None).values_list("seat__role", flat=True):
            answer(plan.game, role)
        do_resolve(plan.game_id)
    plan.game.refresh_from_db()
    return plan.game
