"""The ways of newcomers in a real browser, with their clicks and pages: a guest, a host, two players of each title."""

from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

from games import registry
from games.models import Game, OpenRequest, Player, Seat
from games.selectors.point_sources import list_points
from games.services.bots import advance_slice
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import Lend, log_in, settled
from tests.e2e.windows import Window, letter

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WIDTHS = (1366, 390)
SHORT_GAMES = [
    ("pirates", "two_players", {"removed": 78, "tempo": "sealed"}),
    ("goeben", "captains", {}),
    ("battleships", "last_battle", {}),
    ("pq17", "pq12", {}),
]
"""A short game of each title between two players."""
FIRST_TURN_CLICKS = 5
"""Decide, the guide's first step is skipped, the proposal is opened, written into the form, and submitted."""
MANY_SLICES = 200


class Walker(Window):
    """A window that counts the clicks of its person and the pages that came."""

    def __init__(self, lend: Lend, width: int, language: str = "en") -> None:
        super().__init__(lend, width, language)
        self.clicks = self.pages = 0

    def open(self, path: str) -> Any:
        """Go there, as by a link of an e-mail."""
        self.pages += 1
        return super().open(path)

    def press(self, button: str = "main button.primary") -> None:
        """Press a button or a link, and count the page that comes."""
        self.clicks += 1
        self.pages += 1
        super().press(button)

    def tap(self, button: str) -> None:
        """Press a button that changes a part of the page."""
        self.clicks += 1
        self.page.locator(button).first.click()
        settled(self.page)
        self.fits()


@pytest.fixture
def house(live_server: LiveServer, settings: Any) -> LiveServer:
    """The server, whose letters lead to it."""
    settings.PBEM_BASE_URL = live_server.url
    return live_server


@pytest.mark.usefixtures("own_cache", "house")
@pytest.mark.parametrize("width", WIDTHS)
def test_a_visitor_becomes_a_player_by_invitation(lend: Lend, width: int) -> None:
    """Four clicks and four pages lead from the e-mail to the first answer's form."""
    host = Player.objects.create_user("hana", "hana@example.org", "pw")
    visitor = Walker(lend, width)
    assert visitor.open("/").locator("main img").count() >= 4, "a picture of each title"
    game = opened_by(lend, host)
    guest = Walker(lend, width)
    page = guest.open(letter()["url"])
    page.fill("#id_name", "nina")
    guest.press()
    assert page.url.endswith(f"/games/{game.pk}/")
    do_start_game(player=host, game_id=game.pk)
    advance_slice(game.pk)
    guest.open(f"/games/{game.pk}/")
    guest.press("a.button.primary[href^='/decisions/']")
    assert page.locator("#first-time").inner_text()
    assert (guest.clicks, guest.pages) == (2, 4)


def opened_by(lend: Lend, host: Player) -> Game:
    """A game that its host opens on the page, with a seat for nina."""
    window = Walker(lend, 1366)
    log_in(window.page, host.username)
    page = window.open("/games/new/pirates/two_players/?preset=relaxed")
    page.fill("#id_name", "Emden")
    page.fill("#id_guests", "nina@example.org")
    window.press()
    return Game.objects.get(name="Emden")


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("width", WIDTHS)
def test_a_host_opens_a_game_for_three_on_one_page_and_one_alone_with_three_clicks(
    lend: Lend, width: int, ben: Player
) -> None:
    host = Player.objects.create_user("hana", "hana@example.org", "pw")
    window = Walker(lend, width)
    page = window.page
    log_in(page, host.username)
    window.open("/games/new/pirates/three_players/?preset=relaxed")
    window.clicks = window.pages = 0
    page.fill("#id_name", "Club")
    page.fill("#id_guests", "ben, nina@example.org")
    window.press()
    assert (window.clicks, window.pages) == (1, 1)
    club = Game.objects.get(name="Club")
    assert club.options == {"tempo": "sealed"}
    for guest in (ben, Player.objects.create_user("nina", "nina@example.org", "pw")):
        do_join_game(player=guest, game_id=club.pk)
    window.open("/")
    window.clicks = window.pages = 0
    window.press("#desk a:has-text('start the game')")
    window.press()
    assert (window.clicks, window.pages) == (2, 2), "from the desk to the game under way"
    club.refresh_from_db()
    assert club.status == Game.Status.RUNNING
    window.open("/games/new/")
    window.clicks = window.pages = 0
    window.press("button[name=preset][value=solo]")
    game = Game.objects.exclude(name="Club").get()
    assert game.status == Game.Status.RUNNING
    advance_slice(game.pk)
    page.reload()
    window.press("a.button.primary[href^='/decisions/']")
    assert window.clicks <= 3


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("title", "scenario", "options"), SHORT_GAMES)
def test_two_newcomers_play_a_short_game(
    lend: Lend, anna: Player, ben: Player, width: int, title: str, scenario: str, options: dict[str, Any]
) -> None:
    """Each first question is explained, answered by the proposal, and the end says where the points come from."""
    Player.objects.update(language="en")
    game = do_create_game(host=anna, title=title, scenario=scenario, options=options, name="Two")
    for player, seat in zip((anna, ben), game.seats.order_by("position"), strict=True):
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    for player in (anna, ben):
        first_turn(lend, width, game, player)
        do_resolve(game.pk)
    finished(game)
    window = Walker(lend, width)
    log_in(window.page, anna.username)
    page = window.open(f"/games/{game.pk}/")
    lists = list_points(game)
    assert page.locator("details.points caption").count() == len(lists), "a game may end without a point"
    assert page.locator(".standings").bounding_box()["y"] < WIDTHS[0], "how it ended is at the head of the page"
    if lists:
        window.tap("details.points > summary")
        assert page.locator("details.points tbody tr").count() == sum(len(one.sources) for one in lists)


@pytest.mark.usefixtures("house")
def test_a_rematch_needs_two_clicks(lend: Lend, anna: Player, ben: Player) -> None:
    Player.objects.update(language="en")
    game = do_create_game(host=anna, title="battleships", scenario="last_battle", name="Two", deadline_hours=24)
    for player, seat in zip((anna, ben), game.seats.order_by("position"), strict=True):
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=anna, game_id=game.pk)
    Game.objects.update(status=Game.Status.OVER, standings=[{"seat": "german", "place": 1, "points": 1}])
    OpenRequest.objects.all().delete()
    window = Walker(lend, 390)
    log_in(window.page, anna.username)
    window.open(f"/games/{game.pk}/")
    window.press(".standing-card a[href*='rematch']")
    window.press()
    assert (window.clicks, window.pages) == (2, 3)
    again = Game.objects.exclude(pk=game.pk).get()
    assert (again.deadline_hours, again.scenario) == (24, game.scenario)
    assert letter()["url"], "the opponent is invited"


def first_turn(lend: Lend, width: int, game: Game, player: Player) -> None:
    """The player's first question, from the page of the game to the receipt; nothing if the player is not asked yet."""
    request = OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).first()
    if request is None:
        return
    window = Walker(lend, width)
    log_in(window.page, player.username)
    window.open(f"/games/{game.pk}/")
    window.press("a.button.primary[href^='/decisions/']")
    window.tap("button[value='guide:0']")
    window.tap("details.sensible > summary")
    window.tap("button[value='suggest']")
    window.press("button[value='submit']")
    if "/receipt/" not in window.page.url:
        window.press("button[value='submit:confirmed']")
    assert "/receipt/" in window.page.url
    assert window.clicks <= FIRST_TURN_CLICKS + 1
    assert window.pages <= 4


def finished(game: Game) -> None:
    """Bots play the rest."""
    bot = registry.game_title(game).usual_bot
    Seat.objects.filter(game=game).update(kind=Seat.Kind.BOT, player=None, bot=bot)
    for _ in range(MANY_SLICES):
        if not advance_slice(game.pk):
            break
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
