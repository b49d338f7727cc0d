"""PQ-17 by taps in a browser: carriers' aircraft against a port and against ships, a wolfpack that goes and one that
attacks, and the sheets of a fortnight: what leaves, is unloaded, replaced and called.
"""

import re
from typing import Any

import pytest

from games.models import Player
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign.beginning import new_game
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Boxes, Unit
from games.titles.pq17.state.state import Points
from tests.e2e.conftest import Lend, fits, log_in, posted
from tests.e2e.test_pq17_taps import add, begun, choose, notes, played_on, seal, take, wanted
from tests.e2e.test_taps import CONTROLS, DESK, TELEPHONE, open_at, tap
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase
from tests.titles.pq17.strikes import NEAR, air

__all__ = ["begun"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

COMMAND = {name: Points() for name in ("home_fleet", "severny_flot", "gruppe_nord")}
SEAWARD = "0713"
"""Off Narvik, beside `NEAR`."""
SILENT = Instructions(
    refuses="never", revises="never", asks="never", scramble="none", torpedo_round="never", stands="stay"
)  # fmt: skip


def carrier() -> Board:
    """Victorious off Narvik: Scheer lies there, Lützow was found at sea."""
    board = arctic(
        force("home_fleet", "allied", "task_force", SEAWARD, "victorious", "norfolk", "dd_a_i 3"),
        force("lying", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        force("raiders", "axis", "task_force", NEAR, "lutzow", "dd_36a 2"),
        air=[air("albacore", name, "victorious") for name in ("albacore_817", "albacore_832", "albacore_820")],
        command=COMMAND,
    )
    board.identify(board.force("raiders"), 2)
    board.state.instructions = {"allied": Instructions(asks_air="once", revises="never"), "axis": SILENT}
    return phase(board, "allied")


def on(page: Any, game: Any) -> str:
    """The page of what Anna is asked now, and its kind."""
    page.goto(f"/decisions/{wanted(game).pk}/")
    page.locator("html.js").wait_for()
    kind: str = wanted(game).kind
    return kind


def order_flights(page: Any) -> None:
    """Two squadrons raid the port, the third flies at the ships: who, where, and the offer."""
    for who, where, words in (
        ("albacore_817", "narvik", "Raid"),
        ("albacore_832", "narvik", "Add this"),
        ("albacore_820", NEAR, "mission: attack"),
    ):
        tap(page, who)
        tap(page, where)
        take(page, words)
    said = page.locator(".one-order h3").all_inner_texts()
    assert "Raid · Narvik · units: Albacore 817, Albacore 832" in said[0].replace("\n", " ")
    assert "Fly · Albacore 820 · mission: attack" in said[1].replace("\n", " ")
    assert page.evaluate(CONTROLS) <= 60


def test_aircraft_of_a_carrier_strike_a_port_and_ships_at_sea(page: Any, begun: Any) -> None:
    page.set_viewport_size(DESK)
    board = carrier()
    game = begun(board, "orders", "allied")
    open_at(page, wanted(game))
    order_flights(page)
    seal(page, game)
    assert on(page, game) == "strikes"
    page.get_by_role("button", name="No orders").click()
    tap(page, "albacore_820")
    tap(page, contact_name(board.force("raiders")))
    take(page, "Strike")
    assert "located by" in notes(page)
    seal(page, game)
    assert on(page, game) == "air_strike", "the raid comes first: the ships in port lie in a row"
    tap(page, "albacore_817")
    page.get_by_label("Place").select_option("admiral_scheer")
    page.get_by_role("button", name="What can be done?").click()
    take(page, "Attack a stack")
    assert "bombs: 2 dice" in notes(page)
    seal(page, game)
    assert on(page, game) == "air_strike", "then the ships at sea"
    assert '"lutzow"' in page.locator("#over").get_attribute("data-names"), "they lie on the picture, to be tapped"
    seal(page, game)
    page.goto(f"/games/{game.pk}/")
    told = page.locator("main").inner_text()
    assert "raid Narvik" in told


def hunters() -> Board:
    """Two packs: one in the hex of a convoy that was found, the other beside it."""
    board = arctic(
        force("pq17", "allied", "convoy", NEAR, "mv 8", "dd_a_i 3"),
        force("pack_1", "axis", "wolfpack", NEAR, "ss_german 3"),
        force("pack_2", "axis", "wolfpack", SEAWARD, "ss_german 2"),
        command=COMMAND,
    )
    board.identify(board.force("pq17"), 1)
    board.state.instructions = {"axis": Instructions(revises="never"), "allied": SILENT}
    return phase(board, "axis")


def test_one_wolfpack_goes_and_another_attacks(touch: Any, begun: Any) -> None:
    board = hunters()
    game = begun(board, "orders", "axis")
    open_at(touch, wanted(game))
    tap(touch, "pack_2", finger=True)
    tap(touch, NEAR, finger=True)
    take(touch, "Move", finger=True)
    assert "1 hex, there on day 5 AM at the earliest" in notes(touch)
    seal(touch, game)
    assert on(touch, game) == "strikes"
    touch.get_by_role("button", name="No orders").tap()
    tap(touch, "pack_1", finger=True)
    tap(touch, contact_name(board.force("pq17")), finger=True)
    take(touch, "Attack", finger=True)
    assert "boats that attack, of 3: on average" in notes(touch)
    assert "a torpedo hits transports on 7 or more" in notes(touch)
    assert fits(touch)
    seal(touch, game)
    played_on(game)
    touch.goto(f"/games/{game.pk}/")
    told = touch.locator("main").inner_text()
    assert re.search(r"Wolfpack 2 \(block \d\) moves from 0713", told)
    assert "German submarine attack on Allied block 1 in 0714 (NE of Narvik) by Wolfpack 1" in told


def fortnight() -> Board:
    """The first order of battle of June: merchants wait in Murmansk, and every air unit has lost a step."""
    board = Board(new_game(BOX, "campaign", Options()), BOX)
    board.roster.fortnight = [one.key for one in BOX.campaign.fortnights].index("jun_1")
    board.roster.boxes["murmansk"] = Boxes(unloading=[Unit("mv", 6, "murmansk"), Unit("mo", 3, "murmansk")])
    for unit in board.roster.units:
        if unit.kind in BOX.aircraft and unit.strength > 1:
            unit.strength -= 1
    return board


def test_what_leaves_and_what_is_unloaded_first(touch: Any, begun: Any) -> None:
    game = begun(fortnight(), "order_of_battle", "allied")
    open_at(touch, wanted(game))
    add(touch, "Let leave", "Nigeria")
    touch.locator("summary", has_text="More orders").first.tap()
    add(touch, "Unload", "Murmansk · Tankers")
    choose(touch, "strength", "2")
    assert fits(touch)
    assert touch.evaluate(CONTROLS) <= 40
    seal(touch, game)
    understood = touch.locator(".understood").inner_text()
    assert "Let leave · Nigeria" in understood
    assert "Unload · Murmansk · ship: Tankers · strength: 2" in understood


def test_aircraft_are_replaced(touch: Any, begun: Any) -> None:
    """Instead of what is usual, one step of one kind."""
    game = begun(fortnight(), "order_of_battle", "axis")
    open_at(touch, wanted(game))
    posted(touch, touch.get_by_role("button", name="No orders").tap)
    add(touch, "Replace aircraft", "Ju 88 A-4 · Stavanger Sola")
    choose(touch, "steps", "1")
    seal(touch, game)
    assert "Replace aircraft · Ju 88 A-4 · base: Stavanger Sola" in touch.locator(".understood").inner_text()


def test_emergency_reinforcements_are_called(touch: Any, begun: Any) -> None:
    game = begun(fortnight(), "preparations", "allied")
    open_at(touch, wanted(game))
    add(touch, "Call", "A to I class destroyers")
    choose(touch, "strength", "3")
    assert "Costs 3 VP at once" in notes(touch)
    assert touch.evaluate(CONTROLS) <= 30
    seal(touch, game)
    assert "Call · A to I class destroyers · strength: 3" in touch.locator(".understood").inner_text()


UNTRANSLATED = re.compile(r"[A-Za-z][a-z]+(?: [a-z]+){2,}")
"""Words of a sentence; the example of the notation has none."""


@pytest.fixture
def by_night(lend: Lend) -> Any:
    """A telephone in the dark."""
    return lend(viewport=TELEPHONE, has_touch=True, is_mobile=True, color_scheme="dark")


def test_a_sheet_in_japanese_fits_a_telephone_with_all_unfolded(by_night: Any, begun: Any) -> None:
    game = begun(fortnight(), "order_of_battle", "allied")
    log_in(by_night, "anna")
    Player.objects.filter(username="anna").update(language="ja")
    on(by_night, game)
    by_night.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert fits(by_night)
    said = by_night.locator("main").inner_text()
    assert "戦闘序列" in said
    assert UNTRANSLATED.findall(said) == []
