"""A battle against the captain, in a browser: from the e-mail to the page, by taps, by fingers, in writing."""

import re
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, OpenRequest, OutgoingMail, Player
from games.persistence import position
from games.selectors.email_context import load_email_context
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.titles.battleships.components import hexes
from tests.e2e.conftest import fits, log_in, posted, turned
from tests.e2e.test_taps import DESK, TELEPHONE, card_of, tap, wanted, way_of
from worker.mail.outbound.mime_message import build_message

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def battle(transactional_db: None, live_server: LiveServer, settings: Any) -> Game:
    """Denmark Strait; Anna has the British, the captain the Germans."""
    settings.PBEM_BASE_URL = live_server.url
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    seats = [SeatAssignment(role="british", player="anna"), SeatAssignment(role="german", bot="captain")]
    game = do_create_game(host=anna, title="battleships", scenario="denmark_strait", name="Holland", seats=seats)
    if not game.seats.filter(role="british", player=anna).exists():
        do_join_game(player=anna, game_id=game.pk, role="british")
    do_start_game(player=anna, game_id=game.pk)
    played_on(game)
    return game


def played_on(game: Game) -> None:
    """The worker, which lets the captain answer."""
    while advance_slice(game.pk):
        pass
    game.refresh_from_db()


def way_in(game: Game) -> str:
    """Where the link in Anna's newest letter about a decision leads."""
    for mail in OutgoingMail.objects.filter(game=game, player__username="anna").order_by("-pk"):
        letter = load_email_context(mail)
        found = re.search(r"/decisions/[0-9a-f-]{36}/", build_message(letter).body) if letter is not None else None
        if found:
            return found[0]
    raise AssertionError("no letter leads to a decision")


def state_of(game: Game) -> Any:
    """What is true on the table."""
    return position.rebuild_present_state(game)


def follow_the_letter(page: Any, game: Game) -> None:
    """From the letter to the question, through the door."""
    page.goto(way_in(game))
    page.get_by_label("Name or e-mail address").fill("anna")
    page.get_by_label("Password").fill("pw")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/decisions/**")
    page.locator("html.js").wait_for()


def seal(page: Any, game: Game) -> None:
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    played_on(game)


def take(page: Any, words: str, *, finger: bool) -> None:
    """The first offer with these words."""
    offer = page.locator("#card .offer:not(.refused)", has_text=words).first
    posted(page, offer.tap if finger else offer.click)


def fight_a_turn(page: Any, game: Game, *, finger: bool) -> None:
    """Targets for both battleships, courses for both, all by taps; the picture fits the window."""
    assert wanted(game).kind == "targets"
    assert finger is False or fits(page)
    for ship in ("hood", "prince_of_wales"):
        tap(page, ship, finger=finger)
        assert card_of(page) == ship
        tap(page, "bismarck", finger=finger)
        take(page, "Target", finger=finger)
    assert page.locator("#row-1").count() == 1
    seal(page, game)
    assert {marker.target for marker in _british(game)} <= {"bismarck", "prinz_eugen"}
    assert wanted(game).kind == "courses"
    page.goto(way_in(game))
    page.locator("html.js").wait_for()
    before = {ship.id: ship.at for ship in state_of(game).ships}
    tap(page, "hood", finger=finger)
    tap(page, _ahead(game, "hood", 3), finger=finger)
    take(page, "Course", finger=finger)
    assert "Hood" in way_of(page)
    seal(page, game)
    after = {ship.id: ship.at for ship in state_of(game).ships}
    assert after["hood"] != before["hood"]


def _british(game: Game) -> list[Any]:
    return [one for one in state_of(game).markers if one.firer in ("hood", "prince_of_wales")]


def _ahead(game: Game, name: str, far: int) -> str:
    """The hex so far right ahead of a ship."""
    ship = next(ship for ship in state_of(game).ships if ship.id == name)
    at: str = ship.at
    for _ in range(far):
        at = hexes.neighbour(at, ship.heading)
    return at


def test_a_turn_is_fought_by_taps_on_a_desk(page: Any, battle: Game) -> None:
    page.set_viewport_size(DESK)
    follow_the_letter(page, battle)
    fight_a_turn(page, battle, finger=False)
    assert state_of(battle).turn == 2


def test_a_turn_is_fought_by_fingers_on_a_telephone(touch: Any, battle: Game) -> None:
    follow_the_letter(touch, battle)
    fight_a_turn(touch, battle, finger=True)
    assert state_of(battle).turn == 2


@pytest.mark.parametrize("size", [DESK, TELEPHONE])
def test_a_turn_is_fought_in_writing(page: Any, battle: Game, size: dict[str, int]) -> None:
    """The notation of the letter, in the box of the page: a doctrine, then steps for several turns."""
    page.set_viewport_size(size)
    follow_the_letter(page, battle)
    _write(page, "engage bismarck,nearest within=20")
    played_on(battle)
    assert {marker.target for marker in _british(battle)} == {"bismarck"}
    page.goto(way_in(battle))
    _write(page, 'steer hood by="ahead 2; on 2" until=loss\nsteer prince_of_wales by="ahead 2; on 2"\n')
    played_on(battle)
    assert set(state_of(battle).laid) == {"hood", "prince_of_wales"}


def _write(page: Any, text: str) -> None:
    """Orders in writing."""
    page.get_by_text("Type your orders").click()
    page.get_by_label("Your orders").fill(text)
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")


def test_without_a_script_the_same_is_done_by_the_list(plain_page: Any, battle: Game) -> None:
    log_in(plain_page, "anna")
    plain_page.goto(way_in(battle))
    for place in ("hood", "bismarck"):
        plain_page.get_by_label("Place").select_option(place)
        turned(plain_page, plain_page.get_by_role("button", name="What can be done?").click)
    turned(plain_page, plain_page.locator("#card .offer:not(.refused)", has_text="Target").first.click)
    plain_page.get_by_role("button", name="Submit orders").click()
    plain_page.wait_for_url("**/receipt/")
    played_on(battle)
    assert OpenRequest.objects.filter(game=battle, closed_at=None, kind="courses").exists()
