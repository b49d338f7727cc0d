"""The page for visitors: what this server is, its titles, how a turn works, and the ways in."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import registry
from games.models import Game, Player

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
        about, picture = title.introduction.about, title.introduction.picture
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


def test_it_names_no_game(client: Client, running: Game) -> None:
    """Every page of a game is for signed-in players, also of a public one."""
    Game.objects.filter(pk=running.pk).update(status=Game.Status.OVER, visibility=Game.Visibility.PUBLIC)
    page = landing(client)
    assert str(running.pk) not in page
    assert running.name not in page
    assert client.get(reverse("game", args=[running.pk])).status_code == 302


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
