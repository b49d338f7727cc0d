"""10.1, 12.3, 15.0 The chances shown beside a day's orders are the frequencies of the rules."""

from collections import defaultdict
from collections.abc import Callable, Coroutine
from fractions import Fraction
from typing import Any

import pytest

from games.kernel.odds import Odds
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from tests.titles.every_throw import every_end
from tests.titles.goeben.laid_out import at_sea, ordered

rule = pytest.mark.rule


def shown(board: Board, text: str, rule: str) -> list[Odds]:
    """The odds by a rule that the form shows for an order."""
    form = plan_form(board, "commander")
    lines = form.preview(form.write(form.accept(form.parse(text)))).lines
    found = [line.odds for line in lines if line.odds is not None and line.odds.rule == rule]
    assert all(odds.outcomes or odds.expected for odds in found)
    return found


def ends(
    make: Callable[[], Board], procedure: Callable[[Board], Coroutine[Any, Any, Any]], result: Callable[[Board], int]
) -> dict[int, Fraction]:
    """The probability of each result of a procedure."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    for weight, board in every_end(make, procedure, alike=True):
        found[result(board)] += weight
    return dict(found)


def chance(odds: Odds, name: str) -> int:
    return next((one.chance for one in odds.outcomes if one.name.en == name), 0)


@rule("goeben", "10.1")
@pytest.mark.parametrize(("hull", "dice"), [(11, 1), (11, 3), (10, 4), (8, 5), (7, 2)])
def test_the_chances_of_repairs_are_those_of_all_dice(hull: int, dice: int) -> None:
    def make() -> Board:
        return ordered(at_sea(goeben=f"pola+hull={hull}"), f"repair goeben hull={dice}")

    (odds,) = shown(make(), f"repair goeben hull={dice}", "10.1")
    found = ends(make, outfit, lambda board: board.ship("goeben").hull - hull)
    lost = 12 - hull
    assert abs(chance(odds, "all repaired") - 1000 * found.get(lost, 0)) <= 1
    assert abs(chance(odds, "some repaired") - 1000 * sum(found.get(one, 0) for one in range(1, lost))) <= 1
    assert abs(chance(odds, "no effect") - 1000 * found[0]) <= 1
    mean = sum(boxes * weight for boxes, weight in found.items())
    assert abs(odds.expected[0].hundredths - 100 * mean) <= 1


@rule("goeben", "10.1")
def test_each_damaged_track_has_its_chances() -> None:
    board = at_sea(goeben="pola+hull=10+engines=4")
    engines, hull = shown(board, "repair goeben engines=3 hull=2", "10.1")
    assert engines.means.en == "Repair of engines, 3 dice"
    assert hull.means.en == "Repair of hull, 2 dice"


@rule("goeben", "12.3")
def test_the_chances_of_a_breakdown_are_those_of_all_dice() -> None:
    order = "move goeben way=sicily_e,ionian_c,zante,matapan,kithera,cyclades_w"

    def make() -> Board:
        return ordered(at_sea(), order)

    ship = make().ship("goeben")
    berth = next(berth for berth in plan_form(make(), "commander").berths if berth.ship == "goeben")
    assert berth.maximum < 6 <= berth.emergency
    (odds,) = shown(make(), order, "12.3")
    found = ends(make, movement, lambda board: ship.engines - board.ship("goeben").engines)
    assert abs(chance(odds, "engines lose a box") - 1000 * found[1]) <= 1
    assert abs(chance(odds, "no effect") - 1000 * found[0]) <= 1
    assert odds.note.en
    assert shown(make(), "move goeben way=sicily_e,ionian_c", "12.3") == []


@rule("goeben", "15.0")
@rule("goeben", "15.crew")
@pytest.mark.parametrize("cargo", ["", "+cargo=seebataillon"])
@pytest.mark.parametrize("count", [1, 2])
def test_the_points_of_a_raid_are_those_of_all_dice(count: int, cargo: str) -> None:
    lying = " ".join(f"merchantman_{number}+up" for number in range(1, count + 1))
    ships = {"goeben": "malta_pz", "breslau": f"sicily_e{cargo}"}
    order = "move goeben,breslau way=ionian_c"
    start = at_sea(lying={"ionian_c": lying}, goeben="sicily_e", breslau=ships["breslau"])

    def make() -> Board:
        board = at_sea(lying={"ionian_c": lying}, goeben="ionian_c", breslau=f"ionian_c{cargo}")
        groups.begin(board, "raiding")
        return board

    async def raid(board: Board) -> None:
        await raiding(board)

    (odds,) = shown(start, order, "15.0")
    found = ends(make, raid, lambda board: board.state.vp)
    assert f"{min(found)} to {max(found)} points" in odds.means.en
    assert odds.expected[0].hundredths == 100 * sum(points * weight for points, weight in found.items())
    assert {one.rule for one in odds.modifiers} == {"15.0", *(["15.crew"] if cargo else [])}


@rule("goeben", "15.0")
def test_counters_that_lie_face_down_show_no_raid() -> None:
    board = at_sea(lying={"ionian_c": "merchantman_1"}, goeben="sicily_e")
    assert shown(board, "move goeben way=ionian_c", "15.0") == []
