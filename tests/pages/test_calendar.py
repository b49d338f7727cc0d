"""Deadlines in a calendar: a feed by a secret link, and a file with the e-mail for those who want it."""

from collections.abc import Callable
from email.message import EmailMessage as Parsed
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.test import Client
from icalendar import Calendar

from games.models import Game, OpenRequest, Player
from pbem.log_redaction import redact_path
from tests.table import answer, asked
from tests.worker.conftest import parsed, send, to

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
"""`send` and `to` are fixtures of the worker's tests."""
__all__ = ["send", "to"]


def feed(client: Client, path: str) -> list[Any]:
    """The events of a feed."""
    response = client.get(path)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def make_link(client: Client, player: Player, do: str = "renew") -> str:
    """The path of a new link, as the settings show it once."""
    client.force_login(player)
    page = client.post("/profile/calendar/", {"do": do}, follow=True).content.decode()
    assert "calendar/" not in client.get("/profile/").content.decode().replace("profile/calendar/", "")
    return page.partition("/calendar/")[2].partition(".ics")[0].rpartition("/")[2]


def path_of(token: str) -> str:
    return f"/calendar/{token}.ics"


def test_the_feed_shows_the_deadlines_that_still_need_an_answer(running: Game, anna: Player, client: Client) -> None:
    path = path_of(make_link(client, anna))
    stranger = Client()
    (event,) = feed(stranger, path)
    request = asked(running, "red")
    assert event["SUMMARY"] == "[North Sea 12] Your move"
    assert request.due_at is not None
    assert event.decoded("DTSTART").replace(microsecond=0) == request.due_at.replace(microsecond=0)
    assert str(request.pk) in event["UID"]
    assert set(event) == {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "URL", "TRANSP"}
    answer(running, "red")
    assert feed(stranger, path) == []


def test_a_new_link_ends_the_old_one_and_none_is_guessed(running: Game, anna: Player, client: Client) -> None:
    old = path_of(make_link(client, anna))
    new = path_of(make_link(client, anna))
    assert old != new
    assert client.get(old).status_code == 404
    assert len(feed(client, new)) == 1
    client.post("/profile/calendar/", {"do": "close"})
    for path in (new, path_of(""), path_of("x"), path_of(Player.objects.get(pk=anna.pk).calendar_digest or "0")):
        assert client.get(path).status_code == 404


def test_the_feed_of_one_player_shows_nothing_of_another(
    running: Game, anna: Player, ben: Player, client: Client
) -> None:
    (event,) = feed(Client(), path_of(make_link(client, ben)))
    assert str(asked(running, "black").pk) in event["UID"]
    assert event["SUMMARY"] == "[North Sea 12] あなたの番です"


def test_a_player_who_is_gone_or_a_game_that_is_paused_has_no_deadlines(
    running: Game, anna: Player, client: Client
) -> None:
    path = path_of(make_link(client, anna))
    Game.objects.filter(pk=running.pk).update(status="paused")
    assert feed(Client(), path) == []
    OpenRequest.objects.update(due_at=None)
    Game.objects.filter(pk=running.pk).update(status="running")
    assert feed(Client(), path) == []
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    assert Client().get(path).status_code == 404


def test_the_log_holds_the_route_and_not_the_token() -> None:
    assert redact_path("/calendar/abc-DEF_123.ics") == "/calendar/<token>.ics"


def calendars(letter: Parsed) -> list[str]:
    """The iCalendar files of an e-mail."""
    return [part.get_content() for part in letter.walk() if part.get_content_type() == "text/calendar"]


def test_an_email_has_the_file_only_if_its_player_wants_it(
    running: Game, anna: Player, to: Callable[[str], EmailMessage]
) -> None:
    assert calendars(parsed(to("anna"))) == []


def test_the_file_says_what_the_feed_says(running: Game, anna: Player, to: Callable[[str], EmailMessage]) -> None:
    Player.objects.filter(pk=anna.pk).update(mail_preferences={"calendar": True})
    letter = parsed(to("anna"))
    (document,) = calendars(letter)
    text = document if isinstance(document, str) else document.decode()
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    assert event["SUMMARY"] == "[North Sea 12] Your move"
    kinds = [part.get_content_type() for part in letter.walk()]
    assert kinds[:3] == ["multipart/mixed", "multipart/alternative", "text/plain"]
    (attached,) = [part for part in letter.walk() if part.get_content_type() == "text/calendar"]
    assert attached.get_filename() == "deadline.ics"
    assert attached.get_content_disposition() == "attachment"
