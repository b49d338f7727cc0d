"""The page for visitors: what this server is, its titles, how a turn works, and the ways in."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from games import registry
from games.models import Game, OpenRequest, Player
from games.services.resolve.advance import do_resolve
from pbem.web.pages.views import watch
from tests.table import answer

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "ja", "de")


def landing(client: Client, language: str = "en") -> str:
    response = client.get("/", headers={"Accept-Language": language})
    assert response.status_code == 200
    return str(response.content.decode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_visitor_reads_about_every_title(client: Client, language: str) -> None:
    page = landing(client, language)
    assert f'<html lang="{language}">' in page
    for key in registry.title_keys():
        title = registry.current_title(key)
        about, picture = title.introduction.about, title.introduction.picture.get(language)
        assert escape(title.name.get(language)) in page
        assert about.en
        assert about.ja
        assert escape(about.get(language)) in page
        assert f"/static/{picture}" in page
        assert finders.find(picture), "the picture exists"
        assert reverse("reference", args=[key]) in page
    assert re.search({"en": "1 to 4 players", "ja": "1〜4人", "de": "1 bis 4 Spieler"}[language], page)


@pytest.mark.parametrize(
    ("language", "steps"),
    [("en", "How a turn works"), ("ja", "ターンの流れ"), ("de", "So läuft ein Zug ab")],
)
def test_it_explains_a_turn_in_three_steps(client: Client, language: str, steps: str) -> None:
    page = landing(client, language)
    found = re.search(rf"{steps}</h2>\s*<ol[^>]*>(.*?)</ol>", page, re.DOTALL)
    assert found
    assert found[1].count("<li>") == 3


def test_a_player_logs_in_there(client: Client, anna: Player) -> None:
    page = landing(client)
    assert f'action="{reverse("login")}"' in page
    response = client.post(reverse("login"), {"username": "anna", "password": "pw", "next": ""})
    assert response["Location"] == reverse("home")
    assert "My desk" in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("status", "visibility", "shows"),
    [("running", "public", True), ("over", "unlisted", True), ("over", "private", True), ("over", "public", False)],
)
def test_a_game_that_goes_on_or_is_not_public_is_not_there(
    client: Client, running: Game, settings: Any, status: str, visibility: str, *, shows: bool
) -> None:
    settings.PBEM_VISITORS_WATCH = shows
    Game.objects.filter(pk=running.pk).update(status=status, visibility=visibility, ended_at=timezone.now())
    page = landing(client)
    assert str(running.pk) not in page
    assert running.name not in page
    assert client.get(reverse("game", args=[running.pk])).status_code == 302
    assert client.get(reverse("watch", args=[running.pk])).status_code == 404
    assert client.get(reverse("watch_picture", args=[running.pk, 1])).status_code == 404


def test_a_visitor_watches_a_finished_public_game_to_its_end(client: Client, pirates: Game) -> None:
    """Every step as the public saw it; nothing names the game or its players."""
    for _ in range(4):
        for role in OpenRequest.objects.filter(game=pirates, closed_at=None).values_list("seat__role", flat=True):
            answer(pirates, role)
        do_resolve(pirates.pk)
    standings = [{"seat": "black", "place": 1, "points": 30}, {"seat": "red", "place": 2, "points": 7}]
    changed = {"status": Game.Status.OVER, "visibility": "public", "ended_at": timezone.now(), "standings": standings}
    Game.objects.filter(pk=pirates.pk).update(**changed)
    found = re.search(r'href="(/watch/[^"]+)"', landing(client))
    assert found
    address, pages = found[1], 0
    while address and pages < 40:
        page = client.get(address).content.decode()
        picture = re.search(r'<img class="watched" src="([^"]+)"', page)
        assert picture
        shown = client.get(picture[1])
        assert shown["Content-Type"].startswith("image/svg+xml")
        size = re.search(r'class="watched"[^>]* width="(\d+)" height="(\d+)"', page)
        assert size, "the page does not move when the picture comes"
        assert f'viewBox="0 0 {size[1]} {size[2]}"' in shown.content.decode()
        assert "Black" in page
        names = {pirates.name, *Player.objects.values_list("username", flat=True)}
        assert not [name for name in names if name in page or name in shown.content.decode()]
        following = re.search(r'rel="next" href="([^"#]+)', page)
        address = f"/watch/{pirates.pk}/{following[1].replace('&amp;', '&')}" if following else ""
        pages += 1
    assert pages > 4
    assert_leads_anywhere(client, f"/watch/{pirates.pk}/")


def assert_leads_anywhere(client: Client, address: str) -> None:
    """A visitor jumps to the last step, to a step by its number, and reads about the pieces."""
    page = client.get(address).content.decode()
    last = re.search(r'href="(\?[^"#]+)#seen">Last', page)
    newest = re.search(r'name="stop" min="1" max="(\d+)"', page)
    assert last
    assert newest
    end = client.get(address + last[1].replace("&amp;", "&")).content.decode()
    assert 'rel="prev"' in end
    assert 'rel="next"' not in end
    middle = client.get(f"{address}?stop={int(newest[1]) // 2}").content.decode()
    assert 'rel="prev"' in middle
    assert 'rel="next"' in middle
    assert reverse("reference", args=["pirates"]) in page


@pytest.mark.parametrize("limit", ["MAX_VIEWS_PER_MINUTE", "MAX_VIEWS_OF_ALL_PER_MINUTE"])
def test_watching_has_limits_for_one_address_and_for_all(
    client: Client, running: Game, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    Game.objects.filter(pk=running.pk).update(status="over", visibility="public", ended_at=timezone.now())
    monkeypatch.setattr(watch, limit, 2)
    cache.clear()
    addresses = [f"192.0.{number if 'ALL' in limit else 2}.7" for number in range(3)]
    statuses = [
        client.get(reverse("watch", args=[running.pk]), REMOTE_ADDR=address).status_code for address in addresses
    ]
    assert statuses[2] == 429


def test_a_draw_and_a_lost_mission_are_not_won_by_anybody(client: Client, running: Game) -> None:
    """Every seat has place 1; the list shows the result in words."""
    lost = {"en": "Mission failed", "ja": "任務失敗"}
    standings = [{"seat": role, "place": 1, "points": 0, "detail": lost} for role in ("red", "blue")]
    Game.objects.filter(pk=running.pk).update(
        status="over", visibility="public", ended_at=timezone.now(), standings=standings
    )
    page = landing(client)
    assert "Mission failed" in page
    assert "won by" not in page
    assert client.get(reverse("watch", args=[running.pk])).content.decode().count("Mission failed") == 2


def test_without_sign_up_one_needs_an_invitation(client: Client, settings: Any) -> None:
    settings.PBEM_OPEN_SIGN_UP, settings.PBEM_SITE_CONTACT = False, ""
    page = landing(client)
    assert reverse("account_signup") not in page
    assert "You need an invitation" in page
    assert "Ask for an invitation" not in page
    settings.PBEM_SITE_CONTACT = "host@example.org"
    assert 'href="mailto:host@example.org?subject=' in landing(client)
    settings.PBEM_SITE_CONTACT = "https://example.org/club"
    page = landing(client)
    assert 'href="https://example.org/club"' in page
    assert "Ask for an invitation" in page


def test_where_sign_up_is_open_a_link_leads_there(client: Client, settings: Any) -> None:
    settings.PBEM_OPEN_SIGN_UP = True
    page = landing(client)
    assert f'href="{reverse("account_signup")}"' in page
    assert "You need an invitation" not in page


@pytest.mark.parametrize("address", ["/", "/login/", "/login/code/", "/help/"])
def test_every_page_for_visitors_has_the_name_of_the_site(address: str, client: Client) -> None:
    """Django's log-in page has a name of its own: the host of the request."""
    page = client.get(address).content.decode()
    assert re.search(r'class="wordmark"[^\n]*>Sealed Orders</a>', page)
    assert " · Sealed Orders</title>" in page or "<title>Sealed Orders" in page


def test_the_host_sets_name_and_welcome(client: Client, settings: Any) -> None:
    settings.PBEM_SITE_NAME = "Club <Neptun>"
    settings.PBEM_SITE_WELCOME, settings.PBEM_SITE_WELCOME_JA = "Games of our club.\nBe kind.", "クラブの対戦です。"
    page = landing(client)
    assert "Club &lt;Neptun&gt;</title>" in page
    assert re.search(r'class="wordmark"[^\n]*Club &lt;Neptun&gt;', page)
    assert "Games of our club.<br>Be kind." in page
    japanese = landing(client, "ja")
    assert "クラブの対戦です。" in japanese
    assert "Games of our club." not in japanese
    settings.PBEM_SITE_WELCOME_JA = ""
    assert "Games of our club." in landing(client, "ja")


def test_the_hosts_logo_is_served_as_a_picture(client: Client, settings: Any, tmp_path: Path) -> None:
    assert client.get(reverse("logo")).status_code == 404
    assert "/static/pages/seal.svg" in landing(client)
    logo = tmp_path / "logo.svg"
    logo.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    settings.PBEM_SITE_LOGO = logo
    assert re.search(r'class="wordmark"[^\n]*src="/logo"', landing(client))
    response = client.get(reverse("logo"))
    assert response["Content-Type"] == "image/svg+xml"
    assert response.content == logo.read_bytes()
    assert "sandbox" in response["Content-Security-Policy"]


def test_it_needs_no_script_or_style_of_its_own(client: Client) -> None:
    page = landing(client)
    assert "<script" not in page
    assert " style=" not in page
