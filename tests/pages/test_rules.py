"""The pages of rules, the links to them, and what can be looked up beside a decision."""

import re

import pytest
from django.test import Client

from games.models import OpenRequest, Player
from games.registry import TITLES, current_title
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.pages.conftest import browser

pytestmark = pytest.mark.django_db


def test_a_rule_has_a_page_with_neighbours_related_rules_and_charts(client: Client) -> None:
    page = client.get("/titles/pirates/rules/3.2.7/").content.decode()
    assert "How dice decide" in page
    assert "only the highest die counts" in page
    assert '<a class="button" rel="prev" href="/titles/pirates/rules/3.2.6.1/">' in page
    assert '<a class="button" rel="next" href="/titles/pirates/rules/3.2.7.3/">' in page
    assert '<a href="/titles/pirates/rules/3.2.7.4/" class="rule">Rule 3.2.7.4</a> Damage' in page
    assert "<summary>Results of an attack</summary>" in page
    assert 'by option <a href="/titles/pirates/rules/6.8/">6.8</a>' in page


def test_it_is_in_the_readers_language_and_german_for_pirates_alone(client: Client) -> None:
    japanese = client.get("/titles/goeben/rules/14.3/", headers={"Accept-Language": "ja"}).content.decode()
    assert "接敵" in japanese
    german = client.get("/titles/pirates/rules/3.2.5/", headers={"Accept-Language": "de"}).content.decode()
    assert "Eine Prise" in german or "Prise wird ein Handelsschiff" in german
    english = client.get("/titles/goeben/rules/14.3/", headers={"Accept-Language": "de"}).content.decode()
    assert "A die is rolled" in english


@pytest.mark.parametrize("address", ["pirates/rules/99.9", "chess/rules/1.1", "chess/rules"])
def test_an_unknown_rule_or_title_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/titles/{address}/").status_code == 404


@pytest.mark.parametrize("key", TITLES)
def test_every_rule_of_every_title_has_its_page(client: Client, key: str) -> None:
    rules = [*current_title(key).presentation.rule_texts]
    for rule in rules[:: max(len(rules) // 8, 1)] + [one for one in rules if "/" in one or "(" in one][:3]:
        assert client.get(f"/titles/{key}/rules/{rule}/").status_code == 200, rule


def test_rules_are_listed_and_searched(client: Client) -> None:
    assert "Playing assigned cards" in client.get("/titles/pirates/rules/").content.decode()
    found = client.get("/titles/pirates/rules/?q=black+marker").content.decode()
    assert "Out of supply" in found
    assert "Playing assigned cards" not in found
    assert "Nothing was found." in client.get("/titles/pirates/rules/?q=zeppelin").content.decode()


def test_the_rule_of_a_question_is_a_link_and_its_chart_lies_beside_it(plan: tuple[Client, OpenRequest]) -> None:
    client, request = plan
    page = client.get(f"/decisions/{request.pk}/").content.decode()
    assert f'<a href="/titles/pirates/rules/{request.rule}/" class="rule">Rule {request.rule}</a>' in page
    (beside,) = re.findall(r'<details class="look-up">.*?</div>\s*<p class="quiet">', page, re.DOTALL)
    assert "Before anything is shown" in beside
    assert '<details class="chart" data-look' in beside
    assert 'form="look-up-form"' in beside
    assert 'action="/titles/pirates/reference/" target="_blank"' in page


def test_a_refusal_names_its_rule_as_a_link(plan: tuple[Client, OpenRequest]) -> None:
    client, request = plan
    hand = [card for card in request_hand(client, request) if card.startswith("discard")][:1]
    answer = {"how": "text", "do": "submit", "text": "\n".join([*hand, *hand])}
    page = client.post(f"/decisions/{request.pk}/", answer).content.decode()
    assert re.search(r'<a href="/titles/pirates/rules/3\.[\d.]+/" class="rule">Rule 3\.', page)


def request_hand(client: Client, request: OpenRequest) -> list[str]:
    """Orders that the page offers as an example, once each."""
    page = client.get(f"/decisions/{request.pk}/").content.decode()
    (example,) = re.findall(r'<pre class="example"[^>]*>(.*?)</pre>', page, re.DOTALL)
    card = re.findall(r"[a-z_]+_\d+|[a-z_]+", example)[-1]
    return [f"discard cards={card}"]


def test_the_log_and_the_options_of_a_game_link_to_the_rules(anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="pirates", scenario="two_players", options={"after_1914": True})
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    page = browser(anna).get(f"/games/{game.pk}/").content.decode()
    options = page[page.index('id="facts"') :]
    assert '<a href="/titles/pirates/rules/6.5/">6.5</a>' in options
    log = page[page.index('class="log"') : page.index('id="facts"')]
    assert '<a href="/titles/pirates/rules/6.5.1/">6.5.1</a>' in log


def test_the_reference_is_searched_with_its_charts_and_rules(client: Client) -> None:
    page = client.get("/titles/battleships/reference/?q=torpedo").content.decode()
    assert "Torpedo hits" in page
    assert "Where torpedoes run" in page
    assert "<h3>Hood" not in page
    assert "<h3>Hood" in client.get("/titles/battleships/reference/").content.decode()


def test_ships_stand_side_by_side_with_their_differences_marked(client: Client) -> None:
    page = client.get("/titles/battleships/reference/?compare=hood&compare=bismarck&compare=nobody").content.decode()
    (table,) = re.findall(r'<table class="table compared">.*?</table>', page, re.DOTALL)
    assert re.findall(r'<a href="#(\w+)">', table) == ["hood", "bismarck"]
    rows = re.findall(r"<tr([^>]*)><th scope=\"row\">([\w ]+)", table)
    marked = {name.strip() for mark, name in rows if "differs" in mark}
    assert "defence" in marked
    assert marked < {name.strip() for _, name in rows}
    assert table.count("≠") == len(marked)


@pytest.mark.parametrize("chosen", ["?compare=hood", "?side=ships"])
def test_one_ship_cannot_be_compared(client: Client, chosen: str) -> None:
    assert "Choose two to 6 to compare." in client.get(f"/titles/battleships/reference/{chosen}").content.decode()


@pytest.mark.parametrize(("address", "rule"), [("goeben/suez_canal", "22.0"), ("pq17/jw51b", "9.4")])
def test_an_option_links_to_its_rule_before_the_game(as_anna: Client, address: str, rule: str) -> None:
    page = as_anna.get(f"/games/new/{address}/").content.decode()
    assert f'<a href="/titles/{address.partition("/")[0]}/rules/{rule}/" class="rule">Rule {rule}</a>' in page
