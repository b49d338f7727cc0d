"""The button for a hint on the decision page, without a script, and what the players read about hints."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import BotHint, Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.invitations import do_invite, do_send_invitation
from tests.pages.conftest import browser
from tests.pages.test_create import PLAIN

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Plan = tuple[Client, OpenRequest]


@pytest.fixture
def hinted(plan: Plan) -> Plan:
    """The first plan of a game with hints."""
    Game.objects.filter(pk=plan[1].game_id).update(hints_allowed=True)
    return plan


def text_of(client: Client, request: OpenRequest) -> str:
    return client.get(reverse("decision", args=[request.pk])).content.decode()


def pressed(client: Client, request: OpenRequest, button: str) -> str:
    given = {"do": button, "how": "form", "revision": "0"}
    return client.post(reverse("decision", args=[request.pk]), given).content.decode()


def test_a_hint_is_shown_with_its_reason_and_then_written_into_the_form(hinted: Plan) -> None:
    client, request = hinted
    assert "Ask for a hint" in text_of(client, request)
    shown = pressed(client, request, "hint")
    assert "A hint by the bot" in shown
    (panel,) = re.findall(r'<section class="card bot-hint".*?</section>', shown, re.DOTALL)
    assert re.search(r"attack|worth", panel)
    orders = re.findall(r"<li>(.*?)</li>", panel)
    assert orders
    taken = pressed(client, request, "take_hint")
    assert "The hint is in the form" in taken
    assert '<p class="bar-good">' in taken or "you will be asked to confirm it" in taken
    assert BotHint.objects.count() == 1


def test_without_the_agreement_there_is_no_button(plan: Plan) -> None:
    client, request = plan
    assert "Ask for a hint" not in text_of(client, request)
    assert "A hint by the bot" not in pressed(client, request, "hint")
    assert "A sensible answer" in text_of(client, request), "it explains a new kind of question"
    pressed(client, request, "suggest")
    pressed(client, request, "hints:seen")
    assert "A sensible answer" not in text_of(client, request)
    assert '<p class="bar-good">' not in pressed(client, request, "suggest")
    assert not BotHint.objects.exists()


def test_looking_at_the_page_counts_nothing(hinted: Plan) -> None:
    text_of(*hinted)
    assert not BotHint.objects.exists()


def test_the_game_page_tells_the_agreement_and_the_own_number(hinted: Plan) -> None:
    client, request = hinted
    page = reverse("game", args=[request.game_id])
    assert "Players may ask the bot for hints." in client.get(page).content.decode()
    pressed(client, request, "hint")
    assert "1 hint<" in client.get(page).content.decode()


def test_a_host_chooses_on_the_page(as_anna: Client) -> None:
    place = reverse("create", args=["pirates", "two_players"])
    for chosen, allowed in (("", False), ("yes", True), ("no", False)):
        form = {**PLAIN, "seat_black": "open", "hints": chosen}
        assert as_anna.post(place, form).status_code == 302
        assert Game.objects.order_by("-created_at")[0].hints_allowed is allowed


def test_all_who_find_the_game_are_told(anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="pirates", scenario="two_players", name="Cocos", hints_allowed=True)
    Player.objects.filter(pk=ben.pk).update(language="en")
    page = browser(Player.objects.get(pk=ben.pk)).get(reverse("game", args=[game.pk])).content.decode()
    assert "Players may ask the bot for hints." in page


def test_an_invitation_says_that_hints_are_allowed(anna: Player) -> None:
    for allowed in (True, False):
        game = do_create_game(host=anna, title="pirates", scenario="two_players", hints_allowed=allowed)
        row = do_invite(by=anna, game_id=game.pk, email="nina@example.org", language="en")
        told = Client().get(reverse("invitation", args=[do_send_invitation(row)])).content.decode()
        assert ("Players may ask the bot for hints." in told) is allowed
