"""The page of a game as one reads it: the log at every size, boards by night, everything on paper."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageStat

from games.models import Game, OpenRequest, Player
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.titles.goeben.state.board import Board
from games.titles.goeben.visibility.view import view
from tests.e2e.conftest import fits, log_in, turned
from tests.titles.goeben.boards import WORDS, crowded, quiet
from tests.titles.pirates.table import states
from tests.titles.pirates.test_board import picture as table_picture

pytestmark = pytest.mark.e2e

CONTRAST = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
SIZES = ((1366, 768), (390, 844))


@pytest.fixture
def at_home(page: Any, played: Game) -> Any:
    """The page of a game under way, open."""
    log_in(page, "anna")
    page.goto(f"/games/{played.pk}/?seat=red")
    return page


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_the_log_is_readable_at_every_size(page: Any, played: Game, size: tuple[int, int], language: str) -> None:
    log_in(page, "anna")
    Player.objects.filter(username="anna").update(language=language)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/games/{played.pk}/?seat=red")
    assert fits(page)
    small = "[...document.querySelectorAll('.log li')].filter(one => parseFloat(getComputedStyle(one).fontSize) < 14)"
    assert page.evaluate(f"{small}.length") == 0
    folded = page.locator(".log .chapter:not([open])")
    folded.last.locator("summary").click()
    assert page.locator(".log .chapter").last.locator("li").first.is_visible()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_menu_of_a_telephone_has_one_line_below_the_name(page: Any, played: Game, language: str) -> None:
    log_in(page, "anna")
    Player.objects.filter(username="anna").update(language=language)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    entries = page.locator(".masthead nav a, .masthead nav button").all()
    tops = [entry.bounding_box()["y"] for entry in entries]
    assert len(tops) == 4
    assert max(tops) - min(tops) < 6


def test_a_rewind_leaves_the_page_as_wide_as_it_was(page: Any, played: Game) -> None:
    """The announcement names the new dice by a hash that has no place to break."""
    do_rewind(by=Player.objects.get(username="ulla"), game_id=played.pk, number=2, reason="A wrong card.")
    log_in(page, "anna")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{played.pk}/?seat=red")
        assert page.locator(".log del").first.is_visible()
        assert fits(page)


def test_the_log_leads_to_the_board_as_it_was_then(at_home: Any) -> None:
    for chapter in at_home.locator(".log .chapter:not([open]) > summary").all():
        chapter.click()
    turned(at_home, at_home.get_by_role("link", name="Show this position").last.click)
    assert at_home.get_by_text("Step 1 of").is_visible()
    assert at_home.get_by_role("heading", name="What happened in this step").is_visible()


def test_a_decision_goes_on_paper_with_its_board(page: Any, plan: OpenRequest) -> None:
    assert plan.seat.player is not None
    log_in(page, plan.seat.player.username)
    page.goto(f"/decisions/{plan.pk}/")
    paper = page.pdf(format="A4", print_background=True, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 2
    page.emulate_media(media="print")
    assert page.locator("#sea-sheet input[type=image], .board img").first.is_visible()
    assert not page.locator(".foot").first.is_visible()


def _brightness(page: Any) -> float:
    picture = Image.open(BytesIO(page.locator(".board img").screenshot())).convert("L")
    return float(ImageStat.Stat(picture).mean[0])


def test_boards_follow_the_dark_look(at_home: Any) -> None:
    by_day = _brightness(at_home)
    at_home.emulate_media(color_scheme="dark")
    at_home.reload()
    assert by_day > 150
    assert _brightness(at_home) < 90


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("scenario", ["two_players", "teams", "four_players", "solitaire"])
def test_every_text_of_the_table_stands_out_by_day_and_by_night(page: Any, scenario: str, look: str) -> None:
    state = list(states(scenario, 3))[-1]
    page.emulate_media(color_scheme=look)
    page.set_viewport_size({"width": 1000, "height": 1600})
    page.set_content(table_picture(state, state.fleets[0].seat))
    found = page.evaluate(CONTRAST)
    assert len(found) > 40
    assert not [one for one in found if one[0] < 4.4]


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("board", [quiet, crowded])
def test_every_text_of_the_sea_stands_out_by_day_and_by_night(page: Any, board: Callable[[], Board], look: str) -> None:
    page.emulate_media(color_scheme=look)
    page.set_viewport_size({"width": 1000, "height": 2600})
    page.set_content(WORDS.render_board(view(board(), "commander"), "en").svg())
    found = page.evaluate(CONTRAST)
    assert len(found) > 300
    assert not [one for one in found if one[0] < 4.5]


def test_board_sheets_and_log_go_on_few_pages(at_home: Any) -> None:
    """By night, too, paper stays white; what only screens need is left out, what is folded is laid open."""
    at_home.emulate_media(color_scheme="dark")
    paper = at_home.pdf(format="A4", print_background=True, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 3
    at_home.emulate_media(media="print")
    assert at_home.locator(".log li").first.is_visible()
    assert at_home.locator(".log .chapter").last.locator("li").first.is_visible()
    for left_out in (".masthead", ".steps", ".tabs"):
        assert not at_home.locator(left_out).first.is_visible()
    assert at_home.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_crowded_board_goes_on_paper_in_parts_none_of_them_cut(page: Any, transactional_db: None) -> None:
    anna, ben = (Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("anna", "ben"))
    game = do_create_game(host=anna, title="pq17", scenario="pq17", deadline_hours=48)
    do_join_game(player=anna, game_id=game.pk, role="axis")
    do_join_game(player=ben, game_id=game.pk, role="allied")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    log_in(page, "anna")
    page.goto(f"/games/{game.pk}/?seat=axis")
    paper = page.pdf(format="A4", print_background=True, prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) <= 3
    page.set_viewport_size({"width": 710, "height": 1030})
    page.emulate_media(media="print")
    assert not page.locator(".board .whole").is_visible()
    assert page.locator(".board .on-paper").count() == 3
    for part in page.locator(".board .on-paper").all():
        part.evaluate("one => one.decode()")
        box = part.bounding_box()
        assert part.evaluate("one => one.naturalWidth") >= 800
        assert 400 < box["width"] <= 710
        assert box["height"] <= 1030
        assert part.evaluate("one => getComputedStyle(one).breakInside") == "avoid"
