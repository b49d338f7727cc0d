"""Whole games in a real browser: from the letter that invites to the standings, every decision by hand."""

import random
import secrets
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games.models import Game, OpenRequest, Player
from games.services.bots import advance_slice
from tests.e2e.conftest import Lend, posted
from tests.e2e.test_taps import tap
from tests.e2e.windows import Window, letter

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MANY = 60
"""More decisions than either game asks of one seat."""
NORTHWARD = ("pola", "adriatic_n", "adriatic_c", "adriatic_s", "adriatic_pz", "corfu_sea", "gulf_of_taranto")
"""Where Goeben would rather be, the best first: the Austrians wait at Pola."""
HAND = """() => {
    const names = JSON.parse(document.getElementById('over').dataset.names);
    const low = Math.max(...names.map(one => one[2]));
    return names.filter(one => one[2] === low).map(one => one[0]);
}"""
"""The cards of the own hand: the lowest row of the picture."""
FRAMED = """() => {
    const names = JSON.parse(document.getElementById('over').dataset.names);
    const middles = [...document.querySelectorAll('#over [fill=none][stroke="#1d7a45"]')].map(one => one.getBBox());
    const holds = (box, [, x, y]) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 1;
    return names.filter(one => middles.some(box => holds(box, one))).sort((a, b) => b[2] - a[2]).map(one => one[0]);
}"""
"""What is framed in green, the lowest first, which is one's own: what can be named next."""
IN_REACH = "[...document.querySelectorAll('#row-0 .path option')].map(one => one.value)"


@pytest.fixture
def house(live_server: LiveServer, settings: Any, monkeypatch: pytest.MonkeyPatch) -> LiveServer:
    """The server, whose letters lead to it; every run deals alike."""
    settings.PBEM_BASE_URL = live_server.url
    monkeypatch.setattr(secrets, "token_bytes", random.Random(5).randbytes)
    return live_server


def invited(host: Window, language: str, scenario: str, seat: str, chosen: dict[str, str]) -> Game:
    """The host logs in, and opens a game in which one seat waits for nina."""
    Player.objects.create_superuser("hana", "hana@example.org", "pw", language=language)
    page = host.open("/login/")
    page.fill("#id_username", "hana@example.org")
    page.fill("#id_password", "pw")
    host.press()
    page = host.open(f"/games/new/{scenario}/")
    page.fill("#id_name", "Nordsee")
    for fold in page.locator("form details > summary").all():
        fold.click()
    page.select_option(f"#id_seat_{seat}", "invited")
    page.fill(f"#id_guest_{seat}", "nina@example.org")
    for name, value in chosen.items():
        if page.locator(f'input[name={name}][value="{value}"]').count():
            page.check(f'[name={name}][value="{value}"]')
            continue
        field = page.locator(f"#id_{name}")
        if field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    host.press()
    return Game.objects.get(name="Nordsee")


def seated(guest: Window, host: Window, game: Game, language: str) -> None:
    """The guest comes by the letter, is made known and sits down; then the host begins."""
    page = guest.open(letter()["url"])
    page.fill("#id_name", "nina")
    page.select_option("#id_language", language)
    guest.press()
    host.open(f"/games/{game.pk}/")
    host.press("form[action$='/start/'] button")
    advance_slice(game.pk)
    page.goto(f"/games/{game.pk}/")


def asked(game: Game) -> OpenRequest | None:
    return OpenRequest.objects.filter(game=game, seat__player__username="nina", closed_at=None).first()


def played(guest: Window, game: Game, order: Any) -> list[str]:
    """Every decision from the page of the game to its receipt and back, until the game is over; what was asked."""
    kinds: list[str] = []
    for _ in range(MANY):
        request = asked(game)
        if request is None:
            break
        guest.press(".call a.primary")
        kinds.append(request.kind)
        order(guest.page, request)
        guest.fits()
        seal(guest)
        advance_slice(game.pk)
        guest.press(".receipt a.primary")
    return kinds


def seal(guest: Window) -> None:
    """Seal what is on the page; a turn that passes unused is asked back, and meant."""
    guest.press("button[value=submit]")
    again = guest.page.locator("button[value='submit:confirmed']")
    if again.is_visible():
        guest.press("button[value='submit:confirmed']")
    assert guest.page.url.endswith("/receipt/"), guest.page.locator(".problem, .bar-wrong").all_inner_texts()


def over(guest: Window, game: Game, places: int) -> None:
    """The page of a finished game: its state beside its name, and who came where, with nothing over them."""
    game.refresh_from_db()
    assert game.status == "over"
    assert guest.page.locator(".badge.over").first.bounding_box()["height"] < 60
    assert guest.page.locator(".standings li").count() == places
    guest.press(".masthead a")
    assert guest.page.locator(".badge.over").first.bounding_box()["height"] < 60


def proposed(page: Any) -> None:
    """Take the first thing that is proposed, if anything is."""
    first = page.locator(".proposals button").first
    if first.is_visible():
        posted(page, first.click)
    elif not page.locator("input[name=choice]:checked").count() and page.locator(".pick").count():
        page.locator(".pick").first.click()


def sail(page: Any, request: OpenRequest) -> None:
    """Goeben's day: she sails for Pola by taps as far as it goes; what else is asked is taken as it is proposed."""
    if request.kind != "plan":
        proposed(page)
        return
    tap(page, "goeben")
    reached = [place for place in NORTHWARD if place in page.evaluate(IN_REACH)]
    if not reached:
        page.goto(f"/decisions/{request.pk}/")
        proposed(page)
        return
    tap(page, reached[0])
    tap(page, reached[0])


@pytest.mark.usefixtures("own_cache")  # invitations are counted
@pytest.mark.parametrize(("language", "width"), [("en", 1366), ("ja", 390)])
def test_a_mission_of_goeben_from_the_letter_to_its_end(
    lend: Lend, house: LiveServer, language: str, width: int
) -> None:
    host, guest = (Window(lend, width, language) for _ in range(2))
    game = invited(host, language, "goeben/austro_hungarian_pact", "commander", {})
    seated(guest, host, game, language)
    kinds = played(guest, game, sail)
    assert {"stow", "doctrine", "plan"} <= set(kinds)
    over(guest, game, 1)


def intercept(page: Any, request: OpenRequest) -> None:
    """A turn of the raiders: a card of the hand, then what is framed, until nothing is wrong any more."""
    if request.kind != "plan":
        proposed(page)
        return
    for card in page.evaluate(HAND):
        take(page, card)
        named: list[str] = []
        while not page.locator(".bar-good").is_visible():
            framed = [value for value in page.evaluate(FRAMED) if value not in named]
            if not framed:
                break
            named.append(framed[0])
            take(page, framed[0])
        if page.locator("#row-0").count():
            return


def take(page: Any, value: str) -> None:
    """A tap, and the first thing that it can mean."""
    tap(page, value)
    offer = page.locator("#card button.offer").first
    if offer.is_visible():
        posted(page, offer.click)


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(("language", "width"), [("ja", 1366), ("en", 390)])
def test_a_game_of_pirates_for_three_from_the_letter_to_its_end(
    lend: Lend, house: LiveServer, language: str, width: int
) -> None:
    """Two of the three are bots. So many cards are laid aside that a round is soon over; there are three."""
    host, guest = (Window(lend, width, language) for _ in range(2))
    others = {"seat_black": "bot:captain", "seat_white": "bot:captain"}
    short = {"option_tempo": "sealed", "option_removed": "78"}
    game = invited(host, language, "pirates/three_players", "red", others | short)
    seated(guest, host, game, language)
    kinds = played(guest, game, intercept)
    assert kinds.count("plan") >= 3, "a round each at least"
    over(guest, game, 3)
