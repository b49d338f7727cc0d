"""The page on which a player tries orders: from the decision and back, without JavaScript."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, Player, SealedAnswer, TrialPlan, WorkingDraft
from tests.pages.conftest import browser
from tests.store.test_trials import against_bot, asked

pytestmark = pytest.mark.django_db


def page(anna: Player) -> tuple[Client, str, str]:
    Player.objects.filter(pk=anna.pk).update(language="en")
    anna.refresh_from_db()
    request = asked(against_bot(anna))
    return browser(anna), reverse("decision", args=[request.pk]), reverse("trial", args=[request.pk])


def answer_in(text: str) -> str:
    found = re.search(r'name="answer" value="([^"]*)"', text)
    assert found is not None
    return html.unescape(found[1])


def test_orders_are_tried_kept_compared_and_used(anna: Player) -> None:
    client, decision, trial = page(anna)
    assert f'formaction="{trial}"' in client.get(decision).content.decode()
    tried = client.post(trial, {"how": "form", "do": "try"})
    text = tried.content.decode()
    assert tried.status_code == 200
    assert "A trial in an invented world" in text
    assert "Results in 10 worlds" in text
    assert "Your ships sunk" in text
    assert "data:image/svg+xml;base64," in text
    fields = {"answer": answer_in(text), "seed": "1", "worlds": "5"}
    kept = client.post(trial, fields | {"do": "keep", "name": "Hold fire"}).content.decode()
    assert "Results in 5 worlds" in kept
    plan = TrialPlan.objects.get()
    assert f'value="{plan.pk}" checked' in kept
    other = client.post(trial, fields | {"do": "other", "plan": str(plan.pk)}).content.decode()
    assert 'name="seed" value="2"' in other
    assert "All plans meet the same worlds" in other
    used = client.post(trial, fields | {"do": f"use:{plan.pk}"})
    assert (used.status_code, used["Location"]) == (302, decision)
    client.post(trial, fields | {"do": f"delete:{plan.pk}"})
    assert not TrialPlan.objects.exists()
    assert not SealedAnswer.objects.filter(channel="web").exists()


def test_a_world_is_shown_in_detail(anna: Player) -> None:
    client, _, trial = page(anna)
    fields = {"answer": answer_in(client.post(trial, {"how": "form", "do": "try"}).content.decode()), "worlds": "5"}
    assert "World 3 in detail" in client.post(trial, fields | {"do": "world:3"}).content.decode()


def test_wrong_orders_come_back_with_their_problems(anna: Player) -> None:
    client, _, trial = page(anna)
    refused = client.post(trial, {"how": "text", "text": "sail to the moon", "do": "try"})
    assert refused.status_code == 422
    assert "sail to the moon" in refused.content.decode()
    assert WorkingDraft.objects.exists(), "what was written is kept"
    for nonsense in ("{", "[1]", "null", ""):
        assert client.post(trial, {"answer": nonsense, "do": "try"}).status_code in (200, 400, 409, 422)
    assert client.post(trial, {"answer": "[1]", "do": "use:"}).status_code in (400, 422)
    assert client.post(trial, {"answer": "[]", "do": "keep", "name": ""}).status_code == 200


def test_where_the_host_allows_none_there_is_no_button_and_the_page_says_so(anna: Player, ben: Player) -> None:
    client, decision, trial = page(anna)
    Game.objects.update(trials=Game.Trials.OFF)
    assert trial not in client.get(decision).content.decode()
    for found in (client.get(trial), client.post(trial, {"answer": "[]", "do": "try"})):
        assert "Trials are not allowed in this game." in found.content.decode()
    assert browser(ben).get(trial).status_code == 404


def test_all_players_see_the_rule_about_trials(anna: Player, ben: Player) -> None:
    Player.objects.update(language="en")
    game = against_bot(anna)
    for player in (anna, ben):
        shown = browser(Player.objects.get(pk=player.pk)).get(reverse("game", args=[game.pk])).content.decode()
        assert "only while all other seats are bots" in shown
