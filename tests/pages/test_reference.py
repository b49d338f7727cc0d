"""What there is to look up, as a page, beside a decision, and by REST."""

import re

import pytest
from django.test import Client

from games.models import Game, OpenRequest, OutgoingMail, Player
from games.selectors.email_context import load_email_context
from tests.pages.conftest import browser
from worker.mail.outbound.mime_message import build_message

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("key", "id_", "en", "ja"), [("pirates", "trap", "Trap", "罠"), ("goeben", "wireless", "Wireless", "無線")]
)
def test_everybody_may_look_things_up(client: Client, key: str, id_: str, en: str, ja: str) -> None:
    page = client.get(f"/titles/{key}/reference/").content.decode()
    assert re.search(rf'<article class="card" id="{id_}"><h3>{en}', page)
    assert "<dt>" in page
    japanese = client.get(f"/titles/{key}/reference/", headers={"Accept-Language": "ja"}).content.decode()
    assert ja in japanese
    assert client.get("/titles/chess/reference/").status_code == 404


def test_the_same_by_rest(client: Client) -> None:
    found = client.get("/api/v1/titles/pirates/reference/").json()
    assert [chapter["key"] for chapter in found["chapters"]] == ["actions", "ships", "merchants", "terms"]
    trap = next(entry for entry in found["chapters"][0]["entries"] if entry["id"] == "trap")
    assert trap["text"]["en"]
    assert trap["text"]["ja"]
    assert {"name", "value"} == trap["facts"][0].keys()
    assert client.get("/api/v1/titles/chess/reference/").status_code == 404


def test_beside_a_decision_stands_what_its_options_are(plan: tuple[Client, OpenRequest]) -> None:
    """Of each kind once, and nothing that is in nobody's answer."""
    client, request = plan
    page = client.get(f"/decisions/{request.pk}/").content.decode()
    (beside,) = re.findall(r'<details class="card looked-up">.*?</details>', page, re.DOTALL)
    named = re.findall(r"<dt>([^<]+?)(?: <span|</dt>)", beside)
    assert len(named) == len(set(named)) > 5
    assert "/titles/pirates/reference/" in beside


def test_letters_and_the_page_of_the_game_lead_there(pirates: Game, anna: Player) -> None:
    assert "/titles/pirates/reference/" in browser(anna).get(f"/games/{pirates.pk}/").content.decode()
    letter = load_email_context(OutgoingMail.objects.filter(game=pirates, kind="stop").latest("id"))
    assert letter is not None
    assert "/titles/pirates/reference/" in build_message(letter).body


@pytest.mark.django_db
def test_a_page_that_names_its_reader_is_not_kept(client: Client) -> None:
    assert "no-store" in client.get("/titles/pirates/reference/").headers["Cache-Control"]
