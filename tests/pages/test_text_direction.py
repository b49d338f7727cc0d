"""Names and messages are isolated, so that text from right to left does not turn a line around."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

import html5lib
import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game, OpenRequest, Player
from games.services.messages import do_send_message

pytestmark = pytest.mark.django_db

NAME, GAME, WORDS = "דוד", "ים סוער 12", "שלום, 7!"
NO_MARKUP = {"option", "title", "textarea"}
"""Elements that hold text alone."""


def bare(one: Element, *, apart: bool = False) -> Iterator[str]:
    """The texts with Hebrew that do not stand apart."""
    apart = apart or one.tag in {"bdi", *NO_MARKUP} or one.get("dir") == "auto"
    for text, inside in ((one.text, apart), *((child.tail, apart) for child in one)):
        if text and not inside and any("\u0590" <= letter <= "\u05ff" for letter in text):
            yield f"<{one.tag}>: {text.strip()}"
    for child in one:
        yield from bare(child, apart=apart)


@pytest.fixture
def named(running: Game, anna: Player, ben: Player) -> Game:
    """A game with a Hebrew name, of players with Hebrew names, one of whom has written."""
    for player, suffix in ((anna, ""), (ben, "ב")):
        Player.objects.filter(pk=player.pk).update(username=NAME + suffix)
    Game.objects.filter(pk=running.pk).update(name=GAME, umpire=ben)
    return running


def test_names_and_messages_stand_apart(client: Client, named: Game, anna: Player, ben: Player) -> None:
    do_send_message(player=ben, game_id=named.pk, to=["red"], text=WORDS)
    client.force_login(Player.objects.get(pk=anna.pk))
    asked = OpenRequest.objects.get(game=named, seat__role="red", closed_at=None)
    of_game = [reverse(name, args=[named.pk]) for name in ("game", "messages", "clock", "standing_orders")]
    of_player = [reverse(name) for name in ("home", "games", "settings", "webhooks")]
    seen = 0
    for path in (*of_game, *of_player, reverse("decision", args=[asked.pk])):
        text = client.get(path).content.decode()
        seen += text.count(NAME) + text.count(GAME) + text.count(WORDS)
        assert list(bare(html5lib.parse(text, namespaceHTMLElements=False))) == [], path
    assert seen > 20
