"""The pages that show the OpenAPI document, in a browser that holds them to their content policy."""

from typing import Any

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PATIENCE = 30_000
"""Milliseconds: the document is long."""


def test_swagger_shows_every_call(page: Any) -> None:
    page.goto("/api/v1/docs/")
    expect(page.locator("#operations-games-games_list")).to_be_visible(timeout=PATIENCE)
    assert page.get_by_role("heading", name="Warning").count() == 0


def test_redoc_shows_every_call_and_fetches_nothing_from_its_makers(chromium: Any, live_server: LiveServer) -> None:
    """It wants to show its makers' mark from their server; the policy forbids it."""
    context = chromium.new_context(base_url=live_server.url)
    page, asked = context.new_page(), []
    page.on("requestfinished", lambda request: asked.append(request.url))
    page.goto("/api/v1/redoc/")
    expect(page.get_by_role("heading", name="Games, newest first")).to_be_visible(timeout=PATIENCE)
    context.close()
    assert {url for url in asked if not url.startswith((live_server.url, "blob:", "data:"))} == set()
