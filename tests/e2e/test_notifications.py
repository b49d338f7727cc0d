"""A browser is allowed to show notifications, shows what its push service brings, and opens the page of a tap."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Player, Webhook
from tests.e2e.conftest import fits, log_in, turned
from tests.worker.webhooks.browser import Browser

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SIZES = [{"width": 1366, "height": 900}, {"width": 390, "height": 800}]
SUBSCRIBE = """([endpoint, keys]) => {
    const found = { endpoint, toJSON: () => ({ endpoint, keys }), options: { applicationServerKey: null } };
    window.asked = [];
    PushManager.prototype.subscribe = async function (options) {
        window.asked.push(options.applicationServerKey, options.userVisibleOnly);
        return found;
    };
}"""
"""The push service is on the internet, so the browser's call to it is replaced; all else is the browser's own."""
UNDECIDED = "Object.defineProperty(Notification, 'permission', { get: () => 'default' })"
"""A browser without a screen blocks all notifications; this one is as a new browser on a desk."""
WORKER = """async ([told, open]) => {
    const heard = {}, shown = [], opened = [], focused = [];
    const self = {
        addEventListener: (name, act) => { heard[name] = act; },
        registration: { showNotification: async (title, how) => shown.push({ title, ...how }) },
        clients: {
            matchAll: async () => open.map((url) => ({ url, focus: () => focused.push(url) })),
            openWindow: async (url) => opened.push(url),
        },
    };
    const work = [], waitUntil = (one) => work.push(one);
    (() => { SCRIPT })();
    heard.push({ waitUntil, data: { json: () => told } });
    await Promise.all(work);
    heard.notificationclick({ waitUntil, notification: { close: () => {}, data: shown[0].data } });
    await Promise.all(work);
    return { shown, opened, focused };
}"""
"""Run the script as a service worker would, with the parts of the browser that it needs."""


@contextmanager
def window(chromium: Any, site: str, script: str, size: dict[str, int]) -> Iterator[Any]:
    """A window of its own, in which the script runs before those of each page."""
    context = chromium.new_context(base_url=site, viewport=size)
    context.add_init_script(script)
    page = context.new_page()
    log_in(page, "anna")
    page.goto(reverse("devices"))
    yield page
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_browser_is_allowed_and_can_be_removed(chromium: Any, site: str, anna: Player, size: dict[str, int]) -> None:
    with window(chromium, site, UNDECIDED, size) as page:
        _allow_and_remove(page, anna)


def _allow_and_remove(page: Any, anna: Player) -> None:
    browser = Browser("https://push.example.org/v1/abc")
    page.get_by_label("Name of this device").fill("Telephone")
    assert fits(page)
    page.evaluate(SUBSCRIBE, [browser.endpoint, browser.keys])
    turned(page, page.get_by_role("button", name="Allow notifications").click)
    assert page.get_by_text("This browser now shows notifications.").is_visible()
    row = Webhook.objects.get()
    assert (row.player, row.url, row.label) == (anna, browser.endpoint, "Telephone")
    assert page.get_by_text("Telephone").is_visible()
    assert fits(page)
    turned(page, page.get_by_role("button", name="Send a test").click)
    assert row.calls.count() == 1
    turned(page, page.get_by_role("button", name="Remove").click)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("is_open", [False, True])
def test_the_script_shows_what_is_pushed_and_opens_its_page(page: Any, client: Client, is_open: bool) -> None:
    script = client.get(reverse("notification_worker")).content.decode()
    told = {"id": "7", "title": "North Sea 12", "body": "Your move: bid", "url": "https://orders.example.org/games/"}
    open_pages = ["https://orders.example.org/", *([told["url"]] if is_open else [])]
    found = page.evaluate(WORKER.replace("SCRIPT", script), [told, open_pages])
    (shown,) = found["shown"]
    assert (shown["title"], shown["body"], shown["tag"]) == ("North Sea 12", "Your move: bid", "7")
    assert shown["icon"].endswith(".png")
    assert found["opened" if not is_open else "focused"] == [told["url"]]
    assert found["focused" if not is_open else "opened"] == []


def test_the_browser_takes_the_script_for_the_whole_site(page: Any, anna: Player, site: str) -> None:
    log_in(page, "anna")
    page.goto(reverse("devices"))
    register = "async (script) => (await navigator.serviceWorker.register(script)).scope"
    assert page.evaluate(register, reverse("notification_worker")) == f"{site}/"
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.unregister())")


def test_without_scripts_the_page_says_what_it_needs(plain_page: Any, anna: Player) -> None:
    log_in(plain_page, "anna")
    plain_page.goto(reverse("devices"))
    assert plain_page.get_by_text("turn JavaScript on for this page").is_visible()
    assert not plain_page.get_by_role("button", name="Allow notifications").is_visible()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("delete window.PushManager", "This browser cannot show notifications here."),
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })", "This browser blocks"),
    ],
)
def test_a_browser_that_cannot_says_so(chromium: Any, site: str, anna: Player, script: str, words: str) -> None:
    with window(chromium, site, script, SIZES[0]) as page:
        page.get_by_text(words).wait_for()
        assert not page.get_by_role("button", name="Allow notifications").is_visible()
        assert not page.get_by_text("turn JavaScript on for this page").is_visible()
