"""The layout of every kind of page, measured at the size of a laptop and of a telephone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import Game, Player
from tests.e2e.conftest import Lend
from tests.e2e.page_kinds import ELSEWHERE, NO_PAGES, PAGES, SIZES, Scene, opened

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True), pytest.mark.one_database]

LAYOUT = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")


def _patterns(resolver: URLResolver) -> Iterator[str]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield one.name or str(one.pattern)
        elif str(one.pattern) not in ELSEWHERE:
            yield from _patterns(one)


def test_every_address_is_a_page_that_is_measured_or_none() -> None:
    known = set(_patterns(get_resolver()))
    assert not known - PAGES.keys() - NO_PAGES.keys(), "a new page: give it a line in PAGES, or in NO_PAGES"
    assert NO_PAGES.keys() <= known
    assert PAGES.keys() - known == {
        "landing",
        "refusal",
        "missing page",
        "game at a step",
        "game of a visitor",
        "home of a reserve",
        "decision on a chart",
        "decision in the Arctic",
        "decision in a battle",
    }


def test_what_is_no_page_shows_none(played: Game) -> None:
    client = Client()
    client.force_login(Player.objects.get(username="anna"))
    for pattern in _leaves(get_resolver()):
        name = pattern.name or str(pattern.pattern)
        if name not in NO_PAGES or name == "account_login":
            continue
        given = {one: 1 if one == "stop" else played.pk for one in pattern.pattern.converters}
        path = reverse(name, kwargs=given) if pattern.name else f"/{name}"
        shown = client.get(path)
        assert shown.status_code != 200 or not shown["Content-Type"].startswith("text/html"), name


def _leaves(resolver: URLResolver) -> Iterator[URLPattern]:
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield one
        elif str(one.pattern) not in ELSEWHERE:
            yield from _leaves(one)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES, ids=["laptop", "telephone"])
def test_nothing_sticks_out_overlaps_or_is_too_small(
    scene: Scene, lend: Lend, size: tuple[int, int], language: str
) -> None:
    Player.objects.update(language=language)
    found: dict[str, list[str]] = {}
    for kind in PAGES:
        wrong = opened(scene, lend, kind, size, language).evaluate(LAYOUT)
        if wrong:
            found[kind] = wrong
    assert not found, "\n".join(f"{kind}: {line}" for kind, lines in found.items() for line in lines)


@pytest.mark.parametrize("size", SIZES, ids=["laptop", "telephone"])
def test_every_e_mail_of_a_game_fits_its_window(scene: Scene, lend: Lend, size: tuple[int, int]) -> None:
    page = opened(scene, lend, "mail", size, "en")
    links = [str(one.get_attribute("href")) for one in page.locator("main td a").all()]
    found: dict[str, list[str]] = {}
    for link in links:
        response = page.goto(f"{link}html/")
        if response.status == 200 and (wrong := page.evaluate(LAYOUT)):
            found[page.title()] = wrong
    assert len(links) > 10
    assert not found, "\n".join(f"{kind}: {line}" for kind, lines in found.items() for line in lines)
