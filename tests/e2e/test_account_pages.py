"""A newcomer's form, the deletion of an account and the host's page, in a browser: wide, narrow, without scripts."""

from typing import Any

import pytest

from games.models import Game, Invitation, Player, Seat
from games.services.invitations import do_invite
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import Lend, fits, log_in, turned
from tests.store.test_invitations import letters

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SIZES = [{"width": 1366, "height": 900}, {"width": 390, "height": 800}]


def link(game: Game, host: Player) -> str:
    do_invite(by=host, game_id=game.pk, role="black", email="nina@example.org")
    return str(letters()[-1]["url"]).removeprefix("http://127.0.0.1:8000")


@pytest.mark.parametrize("size", SIZES)
def test_the_browser_presets_its_time_zone_and_shows_the_login_name(
    lend: Lend, announced: Game, anna: Player, size: Any
) -> None:
    page = lend(viewport=size, timezone_id="Asia/Tokyo")
    page.goto(link(announced, anna))
    page.locator("#id_name").fill("Anna  Berg")
    assert page.locator("#login-name").inner_text() == "Anna.Berg"
    assert page.get_by_label("Time zone").input_value() == "Asia/Tokyo"
    assert page.locator("#password-rules li").count() == 3
    assert fits(page)
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url(f"**/games/{announced.pk}/")
    assert page.get_by_text("Your login name is “Anna.Berg”.").is_visible()
    assert Player.objects.get(username="Anna.Berg").time_zone == "Asia/Tokyo"


def test_without_scripts_the_form_works_too(plain_page: Any, announced: Game, anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(time_zone="Europe/Paris")
    anna.refresh_from_db()
    plain_page.goto(link(announced, anna))
    plain_page.locator("#id_name").fill("Anna Berg")
    plain_page.get_by_role("button", name="Take the seat").click()
    plain_page.wait_for_url(f"**/games/{announced.pk}/")
    assert Player.objects.get(username="Anna.Berg").time_zone == "Europe/Paris"


@pytest.mark.parametrize("size", SIZES)
def test_a_player_deletes_the_account(lend: Lend, announced: Game, anna: Player, size: Any) -> None:
    page = lend(viewport=size)
    log_in(page, "anna")
    page.goto("/profile/")
    assert fits(page)
    page.get_by_role("link", name="Delete my account").click()
    page.wait_for_url("**/profile/delete/")
    assert page.get_by_text(announced.name).is_visible()
    assert fits(page)
    page.get_by_label("Password").fill("pw")
    page.get_by_role("button", name="Delete my account for good").click()
    page.wait_for_url("**/login/")
    assert page.get_by_text("Your account is deleted.").is_visible()
    assert not Player.objects.filter(username="anna").exists()


@pytest.mark.parametrize("size", SIZES)
def test_the_host_replaces_a_player_who_is_gone(
    lend: Lend, running: Game, anna: Player, ben: Player, size: Any
) -> None:
    do_resolve(running.pk)
    Seat.objects.filter(game=running, role="black").update(misses=3)
    page = lend(viewport=size)
    log_in(page, "anna")
    page.goto(f"/games/{running.pk}/")
    page.get_by_role("link", name="Manage the game").click()
    page.wait_for_url("**/umpire/")
    assert fits(page)
    page.get_by_label("Invite: name or address").fill("nina@example.org")
    turned(page, page.get_by_role("button", name="Replace a player").click)
    assert fits(page)
    page.get_by_role("button", name="Replace a player").click()
    page.wait_for_url("**/umpire/")
    assert Invitation.objects.filter(game=running, role="black").exists()
    page.goto(f"/games/{running.pk}/")
    assert fits(page)
