"""Positions of `positions/` that had a test of their rule alone, each played with both its halves."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "11.3.2")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_pp171_submarine_combat_may_cancel_refuelling(die: int, goes_on: bool) -> None:
    """By day and in fair weather the three destroyers alone take one off the die: it comes to 3, or to 4."""
    board = arctic(
        force("c", "allied", "convoy", OPEN, "mv 8", "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 1", level=0),
        turn=10,
    )
    convoy = board.force("c")
    convoy.counters[1].oil = 20
    phase(board, "axis")
    board.identify(convoy, 1)
    board.phase.attacks = (Attack("pack", contact_name(convoy)),)
    fought(submarine_combat(board), a_card("force", "0"), die)
    assert convoy.refuelling is goes_on
    play(fuel(board))
    assert convoy.fuel == Fuel(22 if goes_on else 16)


def fought(procedure: Any, card: str, first: int = 0) -> None:
    """A fight whose first die falls so, and all others on nought."""
    faces, answer = [first], None
    try:
        while True:
            request: Any = procedure.send(answer)
            if hasattr(request, "sides"):
                answer = tuple((faces.pop() if faces else 0) or 10 for _ in request.sides)
            else:
                answer = (request.pool.index(card),) if card in request.pool else tuple(range(request.count))
    except StopIteration:
        return


@rule("pq17", "11.3.2")
def test_pp171_an_air_attack_always_does() -> None:
    board = arctic(
        force("c", "allied", "task_force", OPEN, "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        air=[AirUnit("he_111", 1, id="he", base="bardufoss", mission="attack", at=OPEN)],
        turn=10,
    )
    one = board.force("c")
    one.counters[0].oil = 20
    phase(board, "axis")
    board.identify(one, 1)
    board.phase.attacks = (Strike(("he",), contact_name(one)),)
    fought(air_combat(board), a_card("air", "0"))
    assert not one.refuelling
    play(fuel(board))
    assert one.fuel == Fuel(15)
