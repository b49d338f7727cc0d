"""The decision page of Goeben: each fact once, and no value without its meaning."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.models import OpenRequest, Player
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.state.board import Board
from pbem.web.pages.order_form.board_panel import BoardContext, list_places
from pbem.web.pages.order_form.tap_editor import EditorState, list_suggested_edits
from tests.pages.conftest import browser
from tests.table import answer
from tests.titles.goeben.laid_out import at_sea

PANE = Region("sea", registry.current_title("goeben").name, (0, 0, 100, 100), 20)


@pytest.fixture
def fitting_out(anna: Player) -> tuple[Client, OpenRequest]:
    """A commander's first question: what his ships take aboard."""
    game = do_create_game(host=anna, title="goeben", scenario="ottoman_alliance", name="Messina")
    do_join_game(player=anna, game_id=game.pk, role="commander")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return browser(anna), OpenRequest.objects.get(game=game, closed_at=None)


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "cost"), [("en", "costs 2"), ("ja", "費用2")])
def test_a_price_is_called_one(fitting_out: tuple[Client, OpenRequest], language: str, cost: str) -> None:
    """A bare number beside a name may as well be how many there are."""
    client, asked = fitting_out
    Player.objects.filter(username="anna").update(language=language)
    text = client.get(reverse("decision", args=[asked.pk])).content.decode()
    assert f'<span class="price">{cost}</span>' in text
    assert not re.search(r'<span class="price">\d+</span>', text)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_explanation_does_not_repeat_the_question(fitting_out: tuple[Client, OpenRequest], language: str) -> None:
    client, asked = fitting_out
    Player.objects.filter(username="anna").update(language=language)
    text = client.get(reverse("decision", args=[asked.pk])).content.decode()
    question = re.search(r'<h1 class="question">(.*?)</h1>', text)
    explained = re.search(r'<div class="explanation">(.*?)</div>', text, re.S)
    assert question is not None
    assert explained is not None
    assert question[1] not in explained[1]
    assert re.search(r"<p>[^<]{20}", explained[1])


def damaged() -> Board:
    return at_sea(goeben="messina+hull=11")


def test_the_list_of_places_has_no_entry_without_a_name() -> None:
    """What is withheld as a whole, such as dice for guns that are sound, is no place."""
    form, labels = plan_form(damaged(), "commander"), registry.current_title("goeben").presentation.labels
    assert any(not bar.value for bar in form.unavailable_values())
    spots = BoardHotspots((100, 100), (PANE,), (Hotspot("goeben", 10, 10),))
    places = list_places(BoardContext(form, form.labels_in_context(labels), "en", spots), EditorState(), (), ())
    assert places
    assert all(one.value and one.label for one in places)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"), [("en", "with “Ask at the start of each battle” you"), ("ja", "「戦闘ごとに確認」を入れると")]
)
def test_a_question_names_an_order_as_the_page_calls_it(
    fitting_out: tuple[Client, OpenRequest], anna: Player, language: str, said: str
) -> None:
    """Not by the word that letters write."""
    client, asked = fitting_out
    answer(asked.game, "commander")
    do_resolve(asked.game_id)
    Player.objects.filter(pk=anna.pk).update(language=language)
    doctrine = OpenRequest.objects.get(game=asked.game, closed_at=None)
    for place in (reverse("decision", args=[doctrine.pk]), reverse("home")):
        text = client.get(place).content.decode()
        assert said in text
        assert "ask-first" not in text.split("<textarea", 1)[0].split("<h1", 1)[1].split("</h1>", 1)[0]


@pytest.mark.django_db
def test_an_adviser_sees_what_is_written_folded_away_as_the_decider_does(anna: Player, ben: Player) -> None:
    """All controls of all orders were forty-seven buttons."""
    bots = [SeatAssignment(role=role, bot="random") for role in ("gunnery", "engineer")]
    game = do_create_game(host=anna, title="goeben", scenario="officers", name="Pola", seats=bots)
    for player, role in ((anna, "commander"), (ben, "first_officer")):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    Player.objects.filter(pk=ben.pk).update(language="en")
    asked = OpenRequest.objects.get(game=game, closed_at=None)
    place, client = reverse("advice", args=[asked.pk]), browser(ben)
    text = client.get(place).content.decode()
    assert text.count('class="row-fields"') == 3
    assert 'class="row-fields" open' not in text
    held = {"row.0.order": "1", "row.0.ship": "goeben", "row.0.cargo": "optics", "do": "more:0.1.0"}
    assert 'class="row-fields" open' in client.post(place, held).content.decode(), "of what is being written"


def test_an_order_that_was_begun_is_not_offered_anew_as_well() -> None:
    """A tap on a space says where the collier waits that was called for; it does not call for a second one."""
    form, labels = stowage(at_sea(), "commander"), registry.current_title("goeben").presentation.labels
    held = EditorState(tapped="kithera", focus=0)
    offers = list_suggested_edits(form, [{"order": "station"}], held, form.labels_in_context(labels))
    assert [(one.kind, one.text.en) for one in offers] == [("set", "Station a collier · Kithera Channel")]
    (alone,) = list_suggested_edits(form, [], EditorState(tapped="kithera"), form.labels_in_context(labels))
    assert alone.kind == "new"
