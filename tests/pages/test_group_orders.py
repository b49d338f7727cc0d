"""One order for several pieces, without JavaScript: ticked in the list of pieces, given once, undone once."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest

from games.models import OpenRequest, Player
from games.services.answers import do_submit_answer
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from pbem.web.pages.order_form.tap_editor import list_actors
from tests.pages.conftest import browser
from tests.pages.test_decision import sealed
from tests.pages.test_tap_editor import Desk
from tests.table import example

pytestmark = pytest.mark.django_db


class Writing(Desk):
    """A browser that sends the lines of text, too."""

    def held(self) -> dict[str, list[str]]:
        answer = self.text.split('id="answer"', 1)[1].split("</form>", 1)[0]
        lines = [tag for tag in re.findall(r"<input[^>]*>", answer) if 'type="text"' in tag]
        named = ((re.findall(r' name="([^"]+)"', tag), re.findall(r' value="([^"]*)"', tag)) for tag in lines)
        return super().held() | {name[0]: [unescape(value[0])] for name, value in named if name and value}


def at_question(anna: Player, title: str, scenario: str, seat: str, other: str, kind: str) -> Writing:
    """Anna's browser at the first question of that kind; a bot has the other seat."""
    seats = [SeatAssignment(role=seat, player="anna"), SeatAssignment(role=other, bot="random")]
    game = do_create_game(host=anna, title=title, scenario=scenario, name="Many", seats=seats)
    do_join_game(player=anna, game_id=game.pk, role=seat)
    do_start_game(player=anna, game_id=game.pk)
    for _ in range(12):
        while advance_slice(game.pk):
            pass
        request = OpenRequest.objects.select_related("seat__player").get(game=game, seat__role=seat, closed_at=None)
        if request.kind == kind:
            return Writing(browser(anna), request)
        do_submit_answer(player=anna, request_id=request.pk, answer=msgspec.json.encode(example(request)))
    raise AssertionError(f"no {kind} asked")


@pytest.fixture
def fleet(anna: Player) -> Desk:
    """Calabria; Anna orders the courses of the Italians."""
    return at_question(anna, "battleships", "calabria", "italian", "british", "courses")


def boxes(desk: Desk) -> dict[str, bool]:
    """The boxes of the list of pieces, and whether they are ticked."""
    found = re.findall(r'type="checkbox" name="tick" value="([^"]+)"( checked)?', desk.text)
    return {unit: bool(ticked) for unit, ticked in found}


def groups(desk: Desk) -> dict[str, str]:
    """The buttons that tick several pieces: their words, and what they send."""
    return {name: do for do, name in re.findall(r'name="do" value="(tick:[^"]*)"[^>]*>([^<]+)</button>', desk.text)}


def orders(desk: Desk) -> list[Any]:
    """The orders of the page, as they are submitted."""
    desk.press("submit")
    found = sealed(desk.request)
    assert isinstance(found, list)
    return found


def test_a_fleet_gets_its_course_in_three_presses(fleet: Desk) -> None:
    ships = set(boxes(fleet))
    assert ships == set(list_actors(fleet.form))
    fleet.press(next(do for name, do in groups(fleet).items() if name.startswith("All")))
    assert all(boxes(fleet).values())
    words = next(iter(fleet.offers()))
    some = int(re.findall(r"For (?:all )?(\d+)", words)[0])
    fleet.press(fleet.offers()[words])
    steered = {ship: order for order in orders(fleet) for ship in order["ships"]}
    assert len(steered) == some > len(ships) / 2
    assert steered.keys() <= ships
    assert {order["order"] for order in steered.values()} == {"steer"}
    assert len({order["by"] for order in steered.values()}) == 1


def test_who_cannot_is_named_with_the_reason_and_keeps_its_orders(fleet: Desk) -> None:
    fleet.press(groups(fleet)[next(name for name in groups(fleet) if name.startswith("All"))])
    words = next(one for one in fleet.offers() if re.search(r"For \d+ of ", one) and "Not " in one)
    some, all_ = map(int, re.findall(r"For (\d+) of (\d+)", words)[0])
    fleet.press(fleet.offers()[words])
    given = {ship for order in orders(fleet) for ship in order["ships"]}
    assert 0 < len(given) == some < all_


def test_ticks_of_the_list_count_with_any_button_and_one_undo_takes_all_back(fleet: Desk) -> None:
    *_, first, second = boxes(fleet)
    fleet.press("many", tick=[first, second])
    assert [unit for unit, ticked in boxes(fleet).items() if ticked] == [first, second]
    fleet.press("many", many_line="on 2")
    (words,) = [one for one in fleet.offers() if "on 2" in one]
    assert "For all 2" in words
    fleet.press(fleet.offers()[words])
    assert fleet.text.count('value="on 2"') == 2
    fleet.press("undo")
    assert 'value="on 2"' not in fleet.text.split('id="sheet"', 1)[1]
    assert orders(fleet) == []


def test_a_second_order_replaces_the_first_one_and_says_so(fleet: Desk) -> None:
    *_, first, second = boxes(fleet)
    fleet.press("many", tick=[first, second])
    fleet.press("many", many_line="on 2")
    fleet.press(fleet.offers()[next(one for one in fleet.offers() if "on 2" in one)])
    fleet.press("many")
    fleet.press("many", many_line="on 3")
    words = next(one for one in fleet.offers() if "on 3" in one)
    assert "Changes the orders of" in words
    fleet.press(fleet.offers()[words])
    found = orders(fleet)
    assert [order["by"] for order in found] == ["on 3"] * len(found)
    assert {ship for order in found for ship in order["ships"]} == {first, second}


def test_a_plain_tap_on_a_piece_selects_it_alone_and_one_with_shift_adds_it(fleet: Desk) -> None:
    drawn = [unit for unit in boxes(fleet) if unit in fleet.spots]
    fleet.click(drawn[0])
    width = int(re.findall(r'type="image"[^>]* width="(\d+)"', fleet.text)[0])
    for unit in drawn[1:3]:
        spot, scale = fleet.spots[unit], width / fleet.size[0]
        at = {"at.x": f"{spot.x * scale:.0f}", "at.y": f"{spot.y * scale:.0f}", "also": "1"}
        fleet.press("", **at)
    assert {unit for unit, ticked in boxes(fleet).items() if ticked} == set(drawn[:3])
    fleet.click(drawn[4])
    assert [unit for unit, ticked in boxes(fleet).items() if ticked] == [drawn[4]]


def test_one_tap_on_a_hex_sends_all_forces_there_for_whom_it_is_possible(anna: Player) -> None:
    desk = at_question(anna, "pq17", "pq12", "allied", "axis", "orders")
    forces = list(boxes(desk))
    assert len(forces) > 5
    desk.press("tick:" + ",".join(forces))
    desk.click("0909")
    words = next(one for one in desk.offers() if one.startswith("Move"))
    some = int(re.findall(r"For (?:all )?(\d+)", words)[0])
    desk.press(desk.offers()[words])
    moved = [order for order in orders(desk) if order["order"] == "move"]
    assert len(moved) == some > 1
    assert {order["way"][-1] for order in moved} == {"0909"}


def test_ships_of_one_berth_get_one_order_together(anna: Player) -> None:
    desk = at_question(anna, "goeben", "austrian", "commander", "austrian", "plan")
    desk.press("tick:goeben,breslau")
    desk.click("naples")
    (words,) = [one for one in desk.offers() if one.startswith("Sail: Naples")]
    assert "For all 2" in words
    desk.press(desk.offers()[words])
    (order,) = orders(desk)
    assert (order["ships"], order["way"][-1]) == (["goeben", "breslau"], "naples")


def test_without_a_tick_the_button_says_what_to_do(fleet: Desk) -> None:
    assert "Tick pieces in the list first." in fleet.press("many")
    first, *_ = boxes(fleet)
    fleet.press("many", tick=[first])
    assert f'name="card" value="{first}"' in fleet.text


def test_ids_that_cannot_act_are_not_selected(fleet: Desk) -> None:
    fleet.press("tick:warspite,<script>," + "x" * 400)
    assert not any(boxes(fleet).values())
    assert 'name="acting"' not in fleet.text
