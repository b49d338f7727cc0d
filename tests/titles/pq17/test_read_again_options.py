"""Starts, and options in combination, read by somebody who had not seen the code: `08_14_options_together.toml`."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.situations import Buy, price
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.forces.limits import Strength as ForceStrength
from games.titles.pq17.rules.forces.limits import actual_strength, attack_forbidden_by
from games.titles.pq17.rules.operation.setup import new_game
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.special.history import _buy
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import phase, play

rule = pytest.mark.rule


def duel(*, surprised: bool = False, level: int | None = 1, light: str = "jul_1") -> list[str]:
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin")
    other = force("x", "axis", "task_force", "0613", "admiral_scheer")
    british = force("b", "allied", "task_force", "0612", "victorious")
    units = [
        AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin"), AirUnit("albacore", 2, id="817", base="victorious"),
        AirUnit("fulmar", 2, id="809", base="victorious"),
    ]  # fmt: skip
    board = phase(arctic(german, other, british, air=units, options=Options(carrier_duel=True), light=light), "axis")
    for one in (german, other):
        if level is not None:
            board.identify(one, level)
    found = second_strikes(board, "axis", british, [units[0]], surprised=surprised)
    return [f"{bomber.id} at {one.id}" for one, _, flown in found for bomber in flown]


@rule("pq17", "14.1", "14.1a", "14.1b", "7.2.1o")
def test_pp274_pp275_when_and_at_whom_a_carrier_strikes_back() -> None:
    assert duel() == ["817 at g"]
    assert duel(surprised=True) == duel(level=None) == duel(light="dec_1") == []


@rule("pq17", "14.1a", "7.8")
def test_pp276_the_second_strike_flies_before_aircraft_go_with_their_carrier() -> None:
    """What Victorious loses by the first strike is settled after it: the steps are drawn then."""
    british = force("b", "allied", "task_force", "0612", "victorious")
    board = arctic(british, air=[AirUnit("albacore", 2, id="817", base="victorious")])
    before = strength_by_ship(BOX, british)
    british.counters[0].strength -= 2
    assert board.state.air[0].flying == 2
    play(settle_losses(board, british, before, key="k"))
    assert board.state.air == []


@rule("pq17", "14.0", "14.0a")
@pytest.mark.parametrize(
    ("ship", "side", "group", "score"),
    [("scharnhorst", "axis", "", 36), ("dorsetshire", "allied", "group_1", -3), ("howe", "allied", "group_2", -15)],
)
def test_pp277_what_historical_forces_cost(ship: str, side: Side, group: str, score: int) -> None:
    scenario = "pq13" if ship == "dorsetshire" else "pq18"
    board = Board(new_game(BOX, scenario, Options(historical_forces=True)), BOX)
    costs = {one.ship: one.cost for one in board.operation.historical}
    assert price(costs[ship], group=bool(group)) == abs(score)
    _buy(board, side, (Buy(ship, group),))
    assert sum(one.points for one in board.state.bookings) == score


@rule("pq17", "14.0", "7.5.7", "7.5.7a")
def test_pp278_a_battle_cruiser_that_was_bought_is_one() -> None:
    two = ForceStrength(cruisers=2)
    assert attack_forbidden_by(actual_strength(BOX, ships("gneisenau")), two) == ""
    assert attack_forbidden_by(actual_strength(BOX, ships("admiral_hipper")), two) == "7.5.7a"
