"""E-mails of a crowded board link to its parts, as the reader saw them at that stop."""

import html
import re

import pytest
from django.test import Client

from games.models import Game, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.titles.pq17.presentation.board.parts import PARTS
from tests.worker.conftest import html_of, text_of
from tests.worker.test_turn_emails import Send, To

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ADDRESS = re.compile(r"""http://127\.0\.0\.1:8000(/games/[^\s"<]*?/board\.svg[^\s"<]*)""")


def test_each_letter_leads_to_the_parts_of_what_its_own_reader_sees(
    anna: Player, ben: Player, send: Send, client: Client
) -> None:
    for reader in (anna, ben):
        reader.mail_preferences = {"pictures": False}
        reader.save()
    game = do_create_game(host=anna, title="pq17", scenario="jw51a", deadline_hours=48)
    do_join_game(player=anna, game_id=game.pk, role="axis")
    do_join_game(player=ben, game_id=game.pk, role="allied")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    sent = [*send(), *send()]  # on a busy machine the time of one call may be over after the first letter
    letters = {letter.to[0].partition("@")[0]: letter for letter in sent}
    for name, role, language in (("anna", "axis", "en"), ("ben", "allied", "ja")):
        told = ADDRESS.findall(text_of(letters[name]))
        assert [one.partition("part=")[2] for one in told] == ["", *PARTS]
        assert told == [html.unescape(one) for one in ADDRESS.findall(html_of(letters[name]))]
        assert all(f"?seat={role}&stop=" in one for one in told)
        assert all(words.get(language) in text_of(letters[name]) for words in PARTS.values())
        assert max(len(line.encode()) for line in html_of(letters[name]).splitlines()) < 998, "mail takes no such line"
    (_, theirs, *_) = ADDRESS.findall(text_of(letters["anna"]))
    assert client.get(theirs).status_code == 302, "nobody is shown anything who does not log in"
    client.force_login(ben)
    assert client.get(theirs).status_code == 403, "nor what is another's"
    client.force_login(anna)
    assert client.get(theirs).content.startswith(b"<svg")


def test_of_a_picture_that_has_no_parts_nothing_is_said(running: Game, to: To) -> None:
    assert not [one for one in ADDRESS.findall(text_of(to("anna"))) if "part=" in one]
