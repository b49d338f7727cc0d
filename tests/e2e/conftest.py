"""A real browser on a real server."""

import os
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import connections
from django.test import Client
from pytest_django.live_server_helper import LiveServer

from games import registry
from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tools.launch.children import wait_until
from tools.launch.testing import browser

playwright = pytest.importorskip("playwright.sync_api")

PATIENCE = 60_000
"""Milliseconds that a browser waits for what must come: long, because the machine may be busy."""
CHROMIUM = browser()


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_the_browser() -> Iterator[None]:
    """The browser's driver keeps an event loop in this thread; the tests use the database beside it all the same."""
    patch = pytest.MonkeyPatch()
    patch.setitem(os.environ, "DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    yield
    patch.undo()


@pytest.fixture(scope="session")
def site(django_db_setup: None, live_server: LiveServer) -> Iterator[str]:
    """The server's address. The browser ends before the server, and both before the database is dropped.

    Each browser window keeps up to six connections to the server, and each of them a thread. A thread gives its
    connection to the database back after each request, or the database would soon accept no more.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connections.databases["default"], "CONN_MAX_AGE", 0)
        yield live_server.url
    assert wait_until(
        lambda: not any("process_request_thread" in one.name for one in threading.enumerate()), seconds=30
    )


@pytest.fixture(scope="session")
def chromium(site: str) -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Answering:
    """Counts the requests that the server is answering at this moment.

    A window that is given back drops its requests, but the server goes on: it would meet the tables being emptied.
    """

    def __init__(self) -> None:
        self._lock, self._count = threading.Lock(), 0

    def begun(self, **_: Any) -> None:
        with self._lock:
            self._count += 1

    def ended(self, **_: Any) -> None:
        with self._lock:
            self._count -= 1

    def is_idle(self) -> bool:
        return self._count == 0


@pytest.fixture(scope="session")
def answering() -> Iterator[Answering]:
    counter = Answering()
    request_started.connect(counter.begun)
    request_finished.connect(counter.ended)
    yield counter
    request_started.disconnect(counter.begun)
    request_finished.disconnect(counter.ended)


class Windows:
    """Windows that tests use one after the other: opening one costs a browser as much as a handful of pages.

    Whoever gets one finds it as a new one would be: empty, as wide as it was, without cookies, and with nothing kept.
    """

    def __init__(self, browser: Any, address: str) -> None:
        self._browser, self._address = browser, address
        self._free: defaultdict[str, list[Any]] = defaultdict(list)

    @contextmanager
    def lent(self, complaints: list[str], shape: dict[str, Any]) -> Iterator[Any]:
        """A window of this shape. What the content policy blocks in it, or a script throws, is a complaint."""

        def said(line: Any) -> None:
            if "Content Security Policy" in line.text:
                complaints.append(line.text)

        def threw(error: Any) -> None:
            complaints.append(str(error))

        free = self._free[repr(shape)]
        page = free.pop() if free else self._opened(shape)
        page.on("console", said)
        page.on("pageerror", threw)
        yield page
        _as_new(page, shape)
        page.remove_listener("console", said)
        page.remove_listener("pageerror", threw)
        free.append(page)

    def _opened(self, shape: dict[str, Any]) -> Any:
        page = self._browser.new_context(base_url=self._address, **shape).new_page()
        page.set_default_timeout(PATIENCE)
        return page


def _as_new(page: Any, shape: dict[str, Any]) -> None:
    """Nothing of a test stays in the window, which must be the only one."""
    page.unroute_all(behavior="ignoreErrors")
    assert page.context.pages == [page]
    shell = page.context.new_cdp_session(page)
    shell.send("Network.clearBrowserCache")
    shell.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    shell.detach()
    page.goto("about:blank")
    page.emulate_media(media="null", color_scheme=shape.get("color_scheme", "light"))
    page.set_viewport_size(shape["viewport"])


Lend = Callable[..., Any]
"""Opens a window of the shape that is named; the test gives it back at its end."""


@pytest.fixture(scope="session")
def windows(chromium: Any, site: str) -> Windows:
    return Windows(chromium, site)


@pytest.fixture
def lend(windows: Windows, answering: Answering) -> Iterator[Lend]:
    """Windows on the server. What the content policy blocks, or a script throws, fails the test."""
    complaints: list[str] = []
    with ExitStack() as stack:
        yield lambda **shape: stack.enter_context(windows.lent(complaints, shape))
    assert not complaints
    assert wait_until(answering.is_idle, seconds=30), "the server still answers a request of a closed page"


@pytest.fixture
def page(lend: Lend) -> Any:
    """A window on the server."""
    return lend(viewport={"width": 1200, "height": 900})


@pytest.fixture
def plain_page(lend: Lend) -> Any:
    """A window without JavaScript, as wide as a telephone."""
    return lend(viewport={"width": 390, "height": 800}, java_script_enabled=False)


@pytest.fixture
def touch(lend: Lend) -> Any:
    """A telephone with fingers."""
    return lend(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)


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


def fits(page: Any) -> bool:
    """Return True if nothing is wider than the window, once the page has loaded."""
    page.wait_for_load_state()
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def walk_in(page: Any, name: str) -> None:
    """By the door, as everybody does."""
    page.goto("/login/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill("pw")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/")


def log_in(page: Any, name: str) -> None:
    """The window belongs to somebody who has come in by the door before; it shows nothing yet."""
    client = Client()
    client.force_login(Player.objects.get(username=name))
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": session.key, "value": session.value, "domain": "localhost", "path": "/"}])


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


@pytest.fixture
def scene(
    windows: Windows,
    council: Game,
    anna: Player,
    ben: Player,
    own_cache: None,  # mailed codes are counted by address
    settings: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Any]:
    """Something on every page."""
    from tests.e2e.page_kinds import set_up

    settings.EMAIL_BACKEND = "worker.mail.outbound.eml_backend.EmlFolderBackend"
    settings.EMAIL_FILE_PATH, settings.PBEM_OPEN_SIGN_UP = str(tmp_path), True
    monkeypatch.setattr(registry, "TITLES", (*registry.TITLES, "goeben", "battleships", "pq17"))
    ready = set_up(council, anna, ben)
    yield ready
    ready.close()
