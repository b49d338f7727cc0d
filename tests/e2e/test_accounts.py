"""From the invitation to the seat, the umpire's page, and log-in by a mailed code, in a real browser."""

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import Lend
from tests.e2e.windows import Window, letter

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.usefixtures("own_cache")  # mailed codes are counted by address
@pytest.mark.slow
@pytest.mark.parametrize(("language", "width"), [("en", 1366), ("ja", 390), ("en", 390), ("ja", 1366)])
def test_from_the_letter_to_the_table(
    lend: Lend, live_server: LiveServer, settings: Any, language: str, width: int
) -> None:
    settings.PBEM_BASE_URL = live_server.url
    Player.objects.create_superuser("hana", "hana@example.org", "pw", language=language)
    host, guest, again = (Window(lend, width, language) for _ in range(3))

    game = _invited(host)
    _seated(guest, game, language)
    _umpired(host, game)
    for path in ("/profile/", "/profile/address/", f"/games/{game.pk}/resign/?seat=red"):
        guest.open(path)
    host.open("/operator/")
    _back_in(again)


def _invited(host: Window) -> Game:
    """The host logs in, and opens a game to which nina is invited."""
    page = host.open("/login/")
    page.fill("#id_username", "hana@example.org")
    page.fill("#id_password", "pw")
    host.press()
    page = host.open("/games/new/pirates/two_players/")
    page.fill("#id_name", "Emden")
    page.select_option("#id_my_seat", "")
    page.fill("#id_guests", "nina@example.org")
    page.select_option("#id_others", "bot:captain")
    host.press()
    return Game.objects.get(name="Emden")


def _seated(guest: Window, game: Game, language: str) -> None:
    """The guest follows the letter's link to the seat."""
    page = guest.open(letter()["url"])
    page.fill("#id_name", "nina")
    page.select_option("#id_language", language)
    page.select_option("#id_time_zone", "Asia/Tokyo")
    guest.press()
    assert page.url.endswith(f"/games/{game.pk}/")
    nina = Player.objects.get(username="nina")
    assert game.seats.get(role="red").player == nina


def _umpired(host: Window, game: Game) -> None:
    """The host starts the game and pauses it."""
    host.open(f"/games/{game.pk}/")
    host.press("form[action$='/start/'] button")
    do_resolve(game.pk)
    host.open(f"/games/{game.pk}/umpire/")
    host.press("form[action$='/pause/'] button")
    host.press("button[name=confirmed]")
    game.refresh_from_db()
    assert game.status == "paused"


def _back_in(again: Window) -> None:
    """The guest comes back by a mailed code."""
    page = again.open("/login/code/")
    page.fill("#id_email", "nina@example.org")
    again.press()
    page.locator("#id_code").wait_for()
    page.fill("#id_code", letter()["code"])
    again.press()
    assert "nina" in (page.locator(".masthead").text_content() or ""), "a telephone leaves the name out"
