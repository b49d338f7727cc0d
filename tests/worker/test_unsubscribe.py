"""E-mails that are turned off with one click, and e-mails that wait for their domain."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from games.models import Game, OutgoingMail, Player, Seat
from games.persistence.unsubscribe_tokens import write_unsubscribe_token
from pbem.setting_values import read_domain_limits
from tests.table import play_out
from tests.worker.conftest import parsed, status_of
from worker.mail.outbound import delivery

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

To = Callable[[str], EmailMessage]


@pytest.fixture
def page(running: Game, to: To, settings: Any) -> str:
    """The path of the link in Anna's letter."""
    settings.PBEM_BASE_URL = "https://orders.example.org"
    letter = parsed(to("anna"))
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(letter["List-Unsubscribe"])
    assert link.startswith("<https://orders.example.org/unsubscribe/")
    return link.strip("<>").removeprefix("https://orders.example.org")


def wishes(player: Player) -> dict[str, bool]:
    return dict(Player.objects.get(pk=player.pk).mail_preferences)


def test_one_click_turns_the_letters_off_and_leaves_the_seat(page: str, running: Game, anna: Player) -> None:
    """By a mail program: no session, no cookie, no token against forgery."""
    answer = Client(enforce_csrf_checks=True).post(page, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert wishes(anna) == {
        "stops": False,
        "pictures": True,
        "reminders": True,
        "messages": True,
        "watch": False,
        "calendar": False,
    }
    assert Seat.objects.get(game=running, role="red").player == anna


def test_looking_changes_nothing(page: str, anna: Player) -> None:
    assert Client().get(page).status_code == 200
    assert wishes(anna)["stops"] is True


def test_a_link_is_of_this_server_and_of_an_address_that_is_still_theirs(page: str, anna: Player, ben: Player) -> None:
    middle = len(page) // 2
    forged = page[:middle] + ("x" if page[middle] != "x" else "y") + page[middle + 1 :]
    assert Client().post(forged).status_code == 404
    Player.objects.filter(pk=anna.pk).update(email="anna@example.net")
    assert Client().post(page).status_code == 404
    assert wishes(anna)["stops"] is wishes(ben)["stops"] is True


def test_without_https_there_is_no_click(running: Game, to: To) -> None:
    letter = parsed(to("anna"))
    assert "List-Unsubscribe" in letter
    assert "List-Unsubscribe-Post" not in letter


@pytest.mark.both_databases
def test_the_end_of_a_game_cannot_be_turned_off(running: Game, mailoutbox: list[EmailMessage]) -> None:
    play_out(running)
    delivery.send_due_mail()
    kinds = dict(OutgoingMail.objects.values_list("message_id", "kind"))
    found = {
        (kinds[str(one["Message-ID"])], "/unsubscribe/" in str(one["List-Unsubscribe"]))
        for one in map(parsed, mailoutbox)
    }
    assert found == {("stop", True), ("over", False)}


@pytest.mark.both_databases
def test_no_link_for_unsubscribing_needs_a_log_in(running: Game, mailoutbox: list[EmailMessage]) -> None:
    play_out(running)
    delivery.send_due_mail()
    links = [str(one["List-Unsubscribe"]) for one in map(parsed, mailoutbox) if one["List-Unsubscribe"]]
    assert links
    for link in links:
        page = Client().get(link.strip("<>").removeprefix("http://127.0.0.1:8000"))
        assert page.status_code == 200, link


def test_a_token_is_the_same_at_every_attempt(anna: Player) -> None:
    token = write_unsubscribe_token(anna.pk, "stops", anna.email)
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert write_unsubscribe_token(anna.pk, "stops", anna.email) == token


def test_a_token_does_not_show_the_address(anna: Player) -> None:
    assert anna.email not in write_unsubscribe_token(anna.pk, "stops", anna.email)


@pytest.mark.both_databases
def test_letters_above_a_domains_limit_wait_untried(running: Game, settings: Any, mailoutbox: list[Any]) -> None:
    cache.clear()
    settings.PBEM_MAIL_DOMAIN_LIMITS = {"example.org": 1}
    minute = timezone.now().replace(second=5) + timedelta(minutes=1)
    with time_machine.travel(minute, tick=False):
        assert delivery.send_due_mail().sent == 1
        assert delivery.send_due_mail().sent == 0
    assert sorted(status_of(running)) == ["queued", "sent"]
    assert OutgoingMail.objects.get(status="queued").attempts == 0
    with time_machine.travel(minute + timedelta(minutes=1), tick=False):
        assert delivery.send_due_mail().sent == 1


def test_another_domain_does_not_wait(running: Game, settings: Any) -> None:
    cache.clear()
    settings.PBEM_MAIL_DOMAIN_LIMITS = {"example.com": 1}
    assert delivery.send_due_mail().sent == 2


@pytest.mark.parametrize("wrong", ["gmail.com", "gmail.com=", "gmail.com=0", "=5", "*=many"])
def test_a_limit_that_is_none_stops_the_start(wrong: str) -> None:
    assert read_domain_limits("Gmail.com=30, *=100") == {"gmail.com": 30, "*": 100}
    with pytest.raises(ImproperlyConfigured):
        read_domain_limits(wrong)
