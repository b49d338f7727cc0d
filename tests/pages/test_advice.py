"""The adviser's page, and what of it the decider sees."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Advice, Game, Player
from tests.pages.conftest import browser
from tests.table import asked, example

pytestmark = pytest.mark.django_db


def test_advice_is_left_and_taken_back(as_anna: Client, council: Game, carl: Player) -> None:
    request, as_carl = asked(council, "red"), browser(carl)
    page = reverse("advice", args=[request.pk])
    for url in (reverse("home"), reverse("game", args=[council.pk])):
        assert page in as_carl.get(url).content.decode()
        assert page not in as_anna.get(url).content.decode()
    text = as_carl.get(page).content.decode()
    assert "Red is asked this" in text
    assert example(request) in text
    done = as_carl.post(page, {"how": "text", "text": f"choose {example(request)}", "do": "submit"})
    assert (done.status_code, done["Location"]) == (302, page)
    shown = as_anna.get(reverse("decision", args=[request.pk])).content.decode()
    assert "What others advise" in shown
    assert "<b>Green: </b>" in shown
    assert "Your advice lies before Red." in as_carl.get(page).content.decode()
    assert 'value="adopt:green"' in shown
    adopted = as_anna.post(reverse("decision", args=[request.pk]), {"do": "adopt:green"}).content.decode()
    assert re.search(rf'value="{example(request)}" checked', adopted)
    assert "Nothing is chosen yet." not in adopted
    as_anna.post(reverse("decision", args=[request.pk]), {"do": "adopt:nobody"})
    as_carl.post(page, {"do": "withdraw"})
    assert not Advice.objects.exclude(answer=None).exists()


def test_a_choice_must_be_made(council: Game, carl: Player) -> None:
    page = reverse("advice", args=[asked(council, "red").pk])
    assert browser(carl).post(page, {"how": "form", "do": "submit"}).status_code == 422


def test_others_find_no_page(as_anna: Client, as_ben: Client, council: Game, dora: Player) -> None:
    page = reverse("advice", args=[asked(council, "red").pk])
    for client in (as_anna, as_ben, browser(dora)):
        assert client.get(page).status_code == 404
        assert client.post(page, {"do": "withdraw"}).status_code == 404
