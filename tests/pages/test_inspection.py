"""A tap shows what the seat knows: the card of a thing on the decision page and on the game page."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db

PARTS = {"X-Page-Parts": "1"}


def started(player: Player, title: str, scenario: str, seat: str, others: dict[str, Player]) -> Game:
    """A game of a title at its first decision."""
    player.language = "en"
    player.save()
    game = do_create_game(host=player, title=title, scenario=scenario, name="Inspected", deadline_hours=24)
    for role, who in {seat: player, **others}.items():
        do_join_game(player=who, game_id=game.pk, role=role)
    do_start_game(player=player, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


def card_of(client: Client, request: OpenRequest, thing: str) -> str:
    """The card of a thing on the decision page, as text."""
    page = client.post(reverse("decision", args=[request.pk]), {"do": f"open:{thing}", "revision": "0"}, headers=PARTS)
    assert page.status_code == 200
    found = page.content.decode().partition('<div id="card"')[2].partition('name="focus"')[0]
    return text_of(found)


def text_of(page: str) -> str:
    """The words of a page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


@pytest.fixture
def goeben(anna: Player, ben: Player) -> Game:
    return started(anna, "goeben", "captains", "goeben", {"breslau": ben})


def asked(game: Game, seat: str) -> OpenRequest:
    return OpenRequest.objects.select_related("seat__player").get(game=game, seat__role=seat, closed_at=None)


def test_the_card_of_an_own_ship_shows_her_state_her_place_and_what_is_with_her(goeben: Game, anna: Player) -> None:
    card = card_of(browser(anna), asked(goeben, "goeben"), "goeben")
    assert "battlecruiser · " in card
    assert "primary guns 5/5" in card
    assert "Also here:" in card


def inspected(client: Client, game: Game, **asked: str) -> str:
    """The answer to a question about the board, as a script gets it, as text."""
    answer = client.get(reverse("inspect", args=[game.pk]), asked, headers=PARTS)
    assert answer.status_code == 200
    assert len(answer.content) < 20_000
    return text_of(answer.content.decode())


def test_the_card_of_a_port_lists_what_lies_there_and_each_opens_its_card(goeben: Game, anna: Player) -> None:
    client, request = browser(anna), asked(goeben, "goeben")
    page = client.post(reverse("decision", args=[request.pk]), {"do": "open:goeben", "revision": "0"}, headers=PARTS)
    place = re.findall(r'value="open:([a-z_0-9]+)"', page.content.decode())[0]
    assert "Goeben" in card_of(client, request, place).partition("Also here:")[2]


def test_the_game_page_lists_the_own_units_and_what_they_may_do(goeben: Game, anna: Player) -> None:
    page = browser(anna).get(reverse("game", args=[goeben.pk])).content.decode()
    units = page.partition('id="unit-lines"')[2].partition("</ul>")[0]
    assert "Goeben" in units
    assert "Breslau" not in units
    assert "hull 12/12" in text_of(units)
    assert "Take aboard" in text_of(units)


def test_a_tap_on_the_game_page_shows_the_card_and_the_orders_that_are_possible_now(goeben: Game, anna: Player) -> None:
    client = browser(anna)
    told = inspected(client, goeben, seat="goeben", thing="goeben")
    assert "primary guns 5/5" in told
    assert "May be ordered now:" in told
    other = inspected(client, goeben, seat="goeben", thing="malta")
    assert "naval base" in other
    assert "May be ordered" not in other


def test_a_search_finds_a_thing_by_its_name_or_offers_what_it_may_be(goeben: Game, anna: Player) -> None:
    client = browser(anna)
    assert "naval base" in inspected(client, goeben, find="Malta", do="find")
    assert "Nothing is known about this: nowhere" in inspected(client, goeben, find="nowhere", do="find")


def test_distances_are_measured_along_the_lines_of_the_map(goeben: Game, anna: Player) -> None:
    client = browser(anna)
    assert "moves along the lines of the map" in inspected(client, goeben, **{"from": "malta", "to": "Messina"})
    assert "marked on the board" in inspected(client, goeben, **{"from": "malta", "ring": "2"})
    assert "radius of 1 to 99" in inspected(client, goeben, **{"from": "malta", "ring": "0"})


def test_without_a_script_the_page_shows_the_same_and_a_click_on_the_picture_counts(goeben: Game, anna: Player) -> None:
    client = browser(anna)
    page = client.get(reverse("inspect", args=[goeben.pk]), {"thing": "malta"})
    assert "naval base" in text_of(page.content.decode())
    point = page.content.decode().partition('data-point="')[2].partition('"')[0].split(",")
    clicked = client.get(reverse("inspect", args=[goeben.pk]), {"at.x": point[0], "at.y": point[1]})
    assert "Malta" in text_of(clicked.content.decode()).partition("To the game")[2][:40]


def test_a_link_to_a_decision_opens_the_card_of_a_unit(goeben: Game, anna: Player) -> None:
    page = browser(anna).get(reverse("decision", args=[asked(goeben, "goeben").pk]), {"open": "goeben"})
    assert 'name="card" value="goeben"' in page.content.decode()


def test_another_seats_card_is_refused_and_a_stranger_sees_the_public_board(goeben: Game, anna: Player) -> None:
    client = browser(anna)
    assert client.get(reverse("inspect", args=[goeben.pk]), {"seat": "breslau", "thing": "breslau"}).status_code == 403
    assert "primary guns" not in inspected(client, goeben, seat="public", thing="malta")


def test_cards_are_limited_as_previews_are(goeben: Game, anna: Player, settings: Any) -> None:
    client, url = browser(anna), reverse("inspect", args=[goeben.pk]) + "?thing=breslau"
    settings.PBEM_PREVIEWS_PER_MINUTE = 1000
    assert client.get(url).status_code == 200
    settings.PBEM_PREVIEWS_PER_MINUTE = 1
    assert [client.get(url).status_code for _ in range(2)][-1] == 429
