"""Orders by taps in a browser: taps, drags, pinches and keys; on a phone and a desk; without a script."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game, OpenRequest, Player, SealedAnswer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from tests.e2e.conftest import fits, log_in, posted, settled, turned
from tests.table import answer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

DESK, TELEPHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}
PLACED = """id => {
    const picture = document.querySelector('#sea input').getBoundingClientRect();
    const over = document.getElementById('over');
    const unit = picture.width / over.firstElementChild.viewBox.baseVal.width;
    const one = JSON.parse(over.dataset.names).filter(one => one[0] === id)[0];
    const sea = document.getElementById('sea');
    sea.scrollLeft = one[1] * unit - sea.clientWidth / 2;
    sea.scrollTop = one[2] * unit - sea.clientHeight / 2;
    const now = document.querySelector('#sea input').getBoundingClientRect();
    return [now.left + one[1] * unit, now.top + one[2] * unit, unit];
}"""
CONTROLS = """[...document.querySelectorAll('button, select, textarea, input:not([type=hidden])')]
    .filter(one => one.checkVisibility()).length"""


@pytest.fixture
def sailing(transactional_db: None) -> Game:
    """Goeben on the morning of the first day; Anna commands."""
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    game = do_create_game(host=anna, title="goeben", scenario="atlantic_breakout", name="Souchon")
    do_join_game(player=anna, game_id=game.pk, role="commander")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    while wanted(game).kind != "plan":
        answer(game, "commander")
        do_resolve(game.pk)
    return game


def wanted(game: Game) -> OpenRequest:
    return OpenRequest.objects.select_related("seat__player").get(game=game, closed_at=None)


def open_at(page: Any, request: OpenRequest) -> None:
    log_in(page, request.seat.player.username)
    page.goto(f"/decisions/{request.pk}/")
    page.locator("html.js").wait_for()


def tap(page: Any, value: str, aside: float = 0, *, finger: bool = False) -> None:
    """A tap on a thing, or so many units beside its middle; the card that opens says so."""
    settled(page)
    x, y, unit = page.evaluate(PLACED, value)
    posted(page, lambda: (page.touchscreen.tap if finger else page.mouse.click)(x + aside * unit, y))


def card_of(page: Any) -> str:
    held: str = page.evaluate("document.querySelector('#card input[name=card]')?.value ?? ''")
    return held


def way_of(page: Any) -> str:
    written: str = page.locator("#row-0 h3").inner_text()
    return written.replace("\n", " ")


def walk(page: Any, *, finger: bool) -> None:
    """Who, where, and the first offer; then on by a second tap; sealed."""
    tap(page, "goeben", finger=finger)
    tap(page, "zante", aside=4, finger=finger)
    assert card_of(page) == "zante"
    offer = page.locator("#card .offer").first
    assert "cruise: no coal" in offer.inner_text()
    bar, window = page.locator("#bar").bounding_box(), page.evaluate("innerHeight")
    assert bar["y"] + bar["height"] <= window + 1, "the seal bar stays in sight beneath the card"
    tap(page, "zante", finger=finger)
    assert card_of(page) == "", "the same tap again has taken the first offer"
    assert "Zante" in way_of(page)
    tap(page, "matapan", finger=finger)
    (offer.tap if finger else offer.click)()
    page.locator("#card .offer").first.wait_for(state="detached")
    assert "Cape Matapan" in way_of(page)
    assert page.evaluate(CONTROLS) <= 60
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")


@pytest.mark.smoke
def test_a_ship_is_sent_by_taps_on_a_desk(page: Any, sailing: Game) -> None:
    page.set_viewport_size(DESK)
    open_at(page, wanted(sailing))
    walk(page, finger=False)


def test_a_ship_is_sent_by_fingers_on_a_telephone(touch: Any, sailing: Game) -> None:
    open_at(touch, wanted(sailing))
    assert fits(touch)
    walk(touch, finger=True)


def boxes(page: Any) -> list[list[str]]:
    """The ids of the orders in each box."""
    found: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll('.orders > li')]
            .map(box => [...box.querySelectorAll('.one-order')].map(one => one.id))"""
    )
    return found


def more_for_goeben(page: Any, act: Callable[[Any, Callable[[], object]], None]) -> None:
    """A second order of hers by the button of her box, without the picture: both stand under her name."""
    more = page.get_by_role("button", name="More orders: Goeben")
    assert more.count() == 1
    act(page, more.first.click)
    offer = page.locator("#card .offer:not(.refused)", has_text="Goeben").first
    offer.wait_for()


def test_a_box_asks_for_more_orders_of_whoever_it_is_about(page: Any, sailing: Game) -> None:
    page.set_viewport_size(DESK)
    open_at(page, wanted(sailing))
    tap(page, "goeben")
    tap(page, "zante")
    posted(page, page.locator("#card .offer").first.click)
    assert boxes(page) == [["row-0"]]
    more_for_goeben(page, posted)
    assert page.evaluate("document.activeElement.classList.contains('offer')"), "the keys go on in the card"
    assert page.evaluate(CONTROLS) <= 60


def test_a_box_asks_for_more_orders_without_a_script(plain_page: Any, sailing: Game) -> None:
    page = plain_page
    log_in(page, "anna")
    page.goto(f"/decisions/{wanted(sailing).pk}/")
    spots, wide = places(page)
    click(page, "goeben", spots, wide)
    click(page, "sicily_e", spots, wide)
    turned(page, page.locator("#card .offer").first.click)
    more_for_goeben(page, turned)


def test_a_drag_moves_the_chart_and_orders_nothing(page: Any, sailing: Game) -> None:
    page.set_viewport_size(DESK)
    open_at(page, wanted(sailing))
    x, y, _unit = page.evaluate(PLACED, "zante")
    before = page.evaluate("document.getElementById('sea').scrollTop")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y - 60, steps=4)
    page.mouse.up()
    page.wait_for_timeout(200)
    assert page.evaluate("document.getElementById('sea').scrollTop") > before + 30
    assert card_of(page) == ""


SHOWN = """() => {
    const [sea, picture] = [document.getElementById('sea'), document.querySelector('#sea input')];
    return [picture.offsetWidth, sea.scrollLeft, sea.scrollTop];
}"""
"""How wide the board is drawn, and where it is scrolled to."""


def test_the_wheel_scrolls_the_page_and_zooms_the_board_with_control(page: Any, sailing: Game) -> None:
    page.set_viewport_size({"width": 1366, "height": 400})
    open_at(page, wanted(sailing))
    page.mouse.move(300, 200)
    before = page.evaluate(SHOWN)
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => window.scrollY > 60")
    assert page.evaluate(SHOWN) == before
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("wide => document.querySelector('#sea input').offsetWidth > wide", arg=before[0])


def test_the_board_keeps_place_and_zoom_across_taps_and_pages(page: Any, sailing: Game) -> None:
    for shape in (DESK, TELEPHONE):
        page.set_viewport_size(shape)
        open_at(page, wanted(sailing))
        page.get_by_role("button", name="Larger").click()
        page.get_by_role("button", name="Larger").click()
        tap(page, "zante")
        before = page.evaluate(SHOWN)
        page.goto("/")
        page.goto(f"/decisions/{wanted(sailing).pk}/")
        page.locator("html.js").wait_for()
        after = page.evaluate(SHOWN)
        assert after[0] == before[0]
        assert max(abs(a - b) for a, b in zip(after, before, strict=True)) <= 2


def test_a_tap_before_the_answer_to_the_last_one_is_not_lost(page: Any, sailing: Game) -> None:
    """Who is quicker than the server taps ship and goal at once; a third tap takes the place of one that waits."""
    page.set_viewport_size(DESK)
    open_at(page, wanted(sailing))
    slow: list[Any] = []
    page.route("**/decisions/**", lambda route: slow.append(route) if len(slow) < 1 else route.continue_())
    for place in ("goeben", "matapan", "zante"):
        x, y, _unit = page.evaluate(PLACED, place)
        page.mouse.click(x, y)
    page.locator("form[aria-busy=true]").wait_for()
    slow[0].continue_()
    settled(page)
    assert card_of(page) == "zante"


def test_seal_waits_for_the_proposal_that_was_pressed_before_it(page: Any, plan: OpenRequest) -> None:
    """Who is quicker than the server seals the proposal, and is not asked whether the turn is to pass unused."""
    page.set_viewport_size(DESK)
    open_at(page, plan)
    slow: list[Any] = []
    page.route("**/decisions/**", lambda route: route.continue_() if slow else slow.append(route))
    page.get_by_role("button", name="every ship hunts").click()
    page.locator("form[aria-busy=true]").wait_for()
    page.locator("#bar button.primary").click()
    slow[0].continue_()
    page.wait_for_url("**/receipt/")
    assert b"intercept" in SealedAnswer.objects.get(request=plan).answer


def test_two_fingers_make_the_chart_larger_and_tap_nothing(touch: Any, sailing: Game) -> None:
    open_at(touch, wanted(sailing))
    wide = touch.evaluate("document.querySelector('#sea input').offsetWidth")
    hand = touch.context.new_cdp_session(touch)

    def fingers(kind: str, *apart: int) -> None:
        points = [{"x": 195 + side * far, "y": 300, "id": side} for far in apart for side in (-1, 1)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", 30)
    for apart in (40, 50, 60):
        fingers("touchMove", apart)
    fingers("touchEnd")
    assert touch.evaluate("document.querySelector('#sea input').offsetWidth") > wide * 1.5
    assert card_of(touch) == ""


def test_the_chart_is_walked_with_keys(page: Any, sailing: Game) -> None:
    page.set_viewport_size(DESK)
    open_at(page, wanted(sailing))
    page.locator("#sea input[type=image]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.locator("#cursor").count() == 1
    posted(page, lambda: page.keyboard.press("Enter"))
    page.locator("#card .offers").wait_for()
    page.keyboard.press("Escape")
    page.locator("#card .offers").wait_for(state="detached")
    assert page.evaluate("document.activeElement.name") == "at"


def test_the_outfit_of_goeben_is_short_on_a_telephone(page: Any, transactional_db: None) -> None:
    anna = Player.objects.create_user("anna", "anna@example.org", "pw")
    game = do_create_game(host=anna, title="goeben", scenario="atlantic_breakout", name="Souchon")
    do_join_game(player=anna, game_id=game.pk, role="commander")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    page.set_viewport_size(TELEPHONE)
    open_at(page, wanted(game))
    assert wanted(game).kind == "stow"
    assert page.evaluate("document.getElementById('answer').offsetHeight") <= 1800
    page.locator(".order", has=page.locator(".basket")).first.locator("summary").first.click()
    assert page.locator(".basket .order-tools").first.is_visible()
    assert page.evaluate(CONTROLS) <= 60
    assert fits(page)


@pytest.mark.parametrize("size", [DESK, TELEPHONE])
def test_form_picture_and_seal_are_in_sight_together(page: Any, plan: OpenRequest, size: dict[str, int]) -> None:
    page.set_viewport_size(size)
    open_at(page, plan)
    low = size["height"] + 1
    for what in ("#sea", "#bar", ".orders-side .question"):
        box = page.locator(what).bounding_box()
        assert box["y"] < low
        assert box["height"] > 20
    bar = page.locator("#bar").bounding_box()
    assert bar["y"] + bar["height"] <= low
    hand = page.evaluate("JSON.parse(document.getElementById('over').dataset.names).at(-1)[0]")
    x, y, _unit = page.evaluate(PLACED, hand)
    assert 0 < x < size["width"]
    assert 0 < y < size["height"], "the own hand too"


# ---------------------------------------------------------------- without a script


def click(page: Any, value: str, spots: dict[str, tuple[float, float]], wide: float) -> None:
    """A click on the picture where a thing is."""
    chart = page.locator("#sea input[type=image]")
    unit = chart.evaluate("one => one.offsetWidth") / wide
    x, y = spots[value]
    turned(page, lambda: chart.click(position={"x": x * unit, "y": y * unit}))


def places(page: Any) -> tuple[dict[str, tuple[float, float]], float]:
    names = page.evaluate("JSON.parse(document.getElementById('over').dataset.names)")
    wide = page.evaluate("document.getElementById('over').firstElementChild.viewBox.baseVal.width")
    found: dict[str, tuple[float, float]] = {}
    for value, x, y, _name in names:
        found.setdefault(value, (x, y))
    return found, wide


def test_two_days_of_goeben_without_a_script(plain_page: Any, sailing: Game) -> None:
    """The first by clicks on the picture, the second by the list of places."""
    page = plain_page
    log_in(page, "anna")
    page.goto(f"/decisions/{wanted(sailing).pk}/")
    spots, wide = places(page)
    click(page, "goeben", spots, wide)
    click(page, "sicily_e", spots, wide)
    turned(page, page.locator("#card .offer").first.click)
    assert "East of Sicily" in way_of(page)
    turned(page, page.get_by_role("button", name="150 %").click)
    click(page, "ionian_c", spots, wide)
    assert card_of(page) == "ionian_c", "a click means the same in every size"
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    do_resolve(sailing.pk)
    while wanted(sailing).kind != "plan":
        answer(sailing, "commander")
        do_resolve(sailing.pk)
    page.goto(f"/decisions/{wanted(sailing).pk}/")
    page.get_by_label("Place").select_option("goeben")
    turned(page, page.get_by_role("button", name="What can be done?").click)
    turned(page, page.locator("#card .offer:not(.refused)").first.click)
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")


def test_a_plan_of_the_pirates_without_a_script(plain_page: Any, plan: OpenRequest) -> None:
    page = plain_page
    log_in(page, plan.seat.player.username)
    page.goto(f"/decisions/{plan.pk}/")
    spots, wide = places(page)
    card, *_ = [value for value in spots if spots[value][1] == max(y for _x, y in spots.values())]
    click(page, card, spots, wide)
    turned(page, page.locator("#card .offer:not(.refused)", has_text="Intercept").first.click)
    assert page.locator("#row-0").count() == 1
    turned(page, page.get_by_role("button", name="Save draft").click)
    assert page.locator(".order-fields .problem").count() + page.locator(".receipt").count() >= 1
