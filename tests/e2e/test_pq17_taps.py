"""PQ-17 by taps in a browser: a strike with its odds, a round of a battle, and a campaign's orders."""

from typing import Any

import pytest
from msgspec import structs
from pytest_django.live_server_helper import LiveServer

from games.kernel.driver import initial_checkpoint
from games.models import Game, OpenRequest, Player
from games.services import lifecycle
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.location import cards
from games.titles.pq17.state.board import Board
from tests.e2e.conftest import fits, posted, settled
from tests.e2e.test_taps import CONTROLS, DESK, open_at, tap
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.boards import crowded
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase
from tests.titles.pq17.strikes import NEAR, air
from tests.titles.pq17.test_board import setting_up

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def begun(transactional_db: None, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Begins a game with a position laid out: Anna has a side, the admiral the other. Who is looked for is found."""
    monkeypatch.setattr(cards, "card_finds", lambda card, look: True)

    def begin(board: Board, step: str, role: str) -> Game:
        anna = Player.objects.create_user("anna", "anna@example.org", "pw")
        other = "axis" if role == "allied" else "allied"
        seats = [SeatAssignment(role=role, player="anna"), SeatAssignment(role=other, bot="captain")]
        game = do_create_game(host=anna, title="pq17", scenario=board.state.scenario, name="Arctic", seats=seats)
        monkeypatch.setattr(
            lifecycle,
            "initial_checkpoint",
            lambda title, _: structs.replace(initial_checkpoint(title, board.state), step=step),
        )
        lifecycle.do_join_game(player=anna, game_id=game.pk, role=role)
        lifecycle.do_start_game(player=anna, game_id=game.pk)
        return played_on(game)

    return begin


def played_on(game: Game) -> Game:
    while advance_slice(game.pk):
        pass
    game.refresh_from_db()
    return game


def wanted(game: Game) -> OpenRequest:
    """What Anna is asked."""
    found = OpenRequest.objects.select_related("seat__player")
    return found.get(game=game, closed_at=None, seat__player__username="anna")


def met() -> Board:
    """Lützow and bombers over a convoy that the search has just found."""
    board = arctic(
        force("pq17", "allied", "convoy", NEAR, "mv 8", "dd_a_i 3"),
        force("escorts_trondheim", "axis", "task_force", NEAR, "lutzow", "dd_36a 2"),
        air=[
            air("ju_88", "ju_88_1", "banak", mission="attack", at=NEAR),
            air("he_111", "he_111_1", "banak", mission="attack", at=NEAR),
        ],
    )
    board.identify(board.force("pq17"), 2)
    board.state.instructions = {
        "axis": Instructions(asks="each_round", asks_air="once", stands="stay"),
        "allied": Instructions(asks="never", stands="stay", torpedo_round="never", refuses="never"),
    }
    return phase(board, "axis", found=["pq17"])


def take(page: Any, words: str, *, finger: bool = False) -> None:
    """The first offer with these words."""
    offer = page.locator("#card .offer:not(.refused)", has_text=words).first
    posted(page, offer.tap if finger else offer.click)


def notes(page: Any) -> str:
    said: str = " ".join(page.locator(".one-order .price").all_inner_texts())
    return said


def seal(page: Any, game: Game) -> None:
    page.get_by_role("button", name="Submit orders").click()
    page.wait_for_url("**/receipt/")
    played_on(game)


def send(page: Any, prey: str) -> None:
    """Both bombers in one strike, and the ships, each by a tap on who and a tap on whom."""
    posted(page, page.get_by_role("button", name="No orders").click)
    for who, words in (("ju_88_1", "Strike"), ("he_111_1", "Add this"), ("escorts_trondheim", "Attack")):
        tap(page, who)
        tap(page, prey)
        take(page, words)
    assert page.locator(".one-order").count() == 2
    assert notes(page).count("located by") == 2


def drop(page: Any) -> None:
    """The torpedo bombers at the merchants."""
    tap(page, "he_111_1")
    page.get_by_label("Place").select_option("mv")
    posted(page, page.get_by_role("button", name="What can be done?").click)
    take(page, "Attack a stack")
    assert "torpedoes: 4 dice, 7 or more counts, 1.2 on average" in notes(page)


def fight(page: Any) -> None:
    """Guns at the escorts; destroyers that would close too early."""
    tap(page, "lutzow")
    tap(page, "dd_a_i")
    assert "guns: 4 dice" in page.locator("#card .offer").first.inner_text(), "the odds stand on the offer"
    take(page, "Aim")
    tap(page, "dd_36a")
    tap(page, "torpedo")
    take(page, "Post")
    assert "Not in its first round" in notes(page)
    assert page.evaluate(CONTROLS) <= 40


def test_a_strike_and_a_round_of_a_battle_are_ordered_by_taps(page: Any, begun: Any) -> None:
    page.set_viewport_size(DESK)
    board = met()
    game = begun(board, "strikes", "axis")
    open_at(page, wanted(game))
    send(page, contact_name(board.force("pq17")))
    seal(page, game)
    assert wanted(game).kind == "air_strike"
    page.goto(f"/decisions/{wanted(game).pk}/")
    drop(page)
    seal(page, game)
    while wanted(game).kind == "strikes":  # what the aircraft have changed is looked at again before boats and ships
        page.goto(f"/decisions/{wanted(game).pk}/")
        seal(page, game)
    assert wanted(game).kind == "battle"
    page.goto(f"/decisions/{wanted(game).pk}/")
    fight(page)
    seal(page, game)
    assert wanted(game).kind != "battle" or wanted(game).key == "battle.2", "the round is fought"


def fortnight() -> Board:
    """The order of battle of June: two cruisers lie damaged, Kent patrols the strait."""
    board = Board(new_game(BOX, "campaign", Options()), BOX)
    board.roster.fortnight = [one.key for one in BOX.campaign.fortnights].index("jun_2")
    board.roster.ev = "declared"
    for unit in board.roster.units:
        if unit.kind in ("london", "suffolk"):
            unit.strength, unit.place = 1, "scapa_flow"
    return board


def choose(page: Any, label: str, option: str) -> None:
    posted(page, lambda: page.get_by_label(label, exact=True).last.select_option(label=option))


def choose_while_the_server_looks(page: Any) -> None:
    """Two fields, the second before the answer to the first: both stay chosen."""
    slow: list[Any] = []
    page.route("**/decisions/**", lambda route: slow.append(route) if not slow else route.continue_())
    page.get_by_label("steps", exact=True).last.select_option(label="1")
    page.get_by_label("back at", exact=True).last.select_option(label="English Channel")
    page.locator("form[aria-busy=true]").wait_for()
    slow[0].continue_()
    settled(page)
    page.unroute("**/decisions/**")


def add(page: Any, menu: str, name: str) -> None:
    """An order about somebody, by the menu."""
    page.locator("summary", has_text=menu).first.tap()
    posted(page, page.get_by_role("button", name=f"{menu}: {name}").first.tap)


def test_the_sheet_of_a_fortnight_is_ordered_by_fingers(touch: Any, begun: Any) -> None:
    game = begun(fortnight(), "order_of_battle", "allied")
    open_at(touch, wanted(game))
    posted(touch, touch.get_by_role("button", name="No orders").tap)
    add(touch, "Repair", "London")
    choose_while_the_server_looks(touch)
    assert "Away for 5 fortnights, then at “English Channel”." in notes(touch)
    assert not touch.get_by_text("still missing").count(), "what is chosen is looked at at once"
    assert touch.locator("details.row-fields[open]").count() == 1, "what is being written stays unfolded"
    add(touch, "Relieve on Patrol White", "Kent")
    choose(touch, "by", "Berwick")
    assert fits(touch)
    assert touch.evaluate(CONTROLS) <= 30
    touch.get_by_role("button", name="Submit orders").tap()
    touch.wait_for_url("**/receipt/")
    understood = touch.locator(".understood").inner_text()
    assert "Repair · London · steps: 1" in understood
    assert "Relieve on Patrol White · Kent · by: Berwick" in understood


RULES_FIT = """() => {
  const board = document.querySelector(".text-board"), probe = document.createElement("span");
  const lines = board.textContent.split("\\n").filter(line => /[-=]{3}$/.test(line));
  probe.style.cssText = "position: absolute; white-space: pre"; board.append(probe);
  const widest = Math.max(...lines.map(line => { probe.textContent = line; return probe.offsetWidth; }));
  probe.remove();
  const { paddingLeft, paddingRight } = getComputedStyle(board);
  return lines.length > 2 && widest <= board.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}"""


def test_the_top_bar_and_the_rules_of_the_board_in_words_fit_a_telephone(touch: Any, begun: Any) -> None:
    game = begun(met(), "strikes", "axis")
    open_at(touch, wanted(game))
    out = touch.get_by_role("button", name="Log out").bounding_box()
    assert 0 <= out["x"] < out["x"] + out["width"] <= touch.viewport_size["width"]
    assert touch.locator(".masthead nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth")
    touch.locator("summary", has_text="The board in words").tap()
    assert touch.evaluate(RULES_FIT)


def test_notes_beside_the_seal_leave_a_telephone_most_of_its_screen(touch: Any, begun: Any) -> None:
    """Where forces begin says a line of each of them; all but the first are behind it."""
    open_at(touch, wanted(begun(setting_up("axis"), "set_up_axis", "axis")))
    bar, notes = touch.locator("#bar"), touch.locator("#bar details")
    assert bar.bounding_box()["height"] <= touch.viewport_size["height"] / 5
    hidden = notes.locator("p")
    assert not hidden.is_visible()
    notes.locator("summary").tap()
    assert hidden.is_visible()
    assert "unless you say otherwise" in hidden.inner_text()


def test_the_range_of_an_aircraft_is_outlined_on_the_map_while_it_is_selected(page: Any, begun: Any) -> None:
    page.set_viewport_size(DESK)
    board = crowded()
    game = begun(phase(board, "axis"), "orders", "axis")
    open_at(page, wanted(game))
    range_ = page.locator("#over polygon[fill-opacity]")
    assert range_.count() == 0
    tap(page, "fw_200_vaernes_6")
    assert range_.count() >= 1
    assert page.locator(".key", has_text="in range").count() == 1
    rings = page.locator("#over [stroke='#1d7a45']")
    assert rings.count() > 2, "the blocks that it may search or attack have rings"


def test_beside_an_open_card_the_submit_button_stays_on_a_telephone(touch: Any, begun: Any) -> None:
    """A force at sea has rings, dots, units without orders: of these the bar says less while the card is open."""
    game = begun(phase(crowded(), "axis"), "orders", "axis")
    open_at(touch, wanted(game))
    force_ = touch.locator("select[name=place] option", has_text="force").first.get_attribute("value")
    for _ in range(2):
        touch.select_option("select[name=place]", force_)
        posted(touch, touch.get_by_role("button", name="What can be done?").click)
        touch.evaluate("scrollTo(0, 0)")
        button = touch.get_by_role("button", name="Submit orders").bounding_box()
        assert button["y"] + button["height"] <= touch.viewport_size["height"]
