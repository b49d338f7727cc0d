"""Plans of the first phase drawn at random: what the form takes, the day carries out, to the last piece and die.

With players who see each other (not captains, 25.2) nothing can come between.
"""

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from unittest.mock import patch

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.dayplan import DayPlan
from games.titles.goeben.orders.orders import DayOrder, Hand, Leave, Repair, Take
from games.titles.goeben.orders.prospects import REPAIRED
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import repairs
from games.titles.goeben.rules.ships.cargo import boxes, may_carry
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events.day import RepairRolled
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import Played, at_sea
from tests.titles.goeben.skirmishes import played_out

rule = pytest.mark.rule

EACH = int(os.environ.get("SKIRMISHES", "150"))
PORTS = ("pola", "messina", "athens", "trieste", "ionian_c")
"""Of every kind in which cargo is bought or changes ships, and the open sea."""


@rule("goeben", "4.1.1")
@rule("goeben", "8.6.2")
@rule("goeben", "10.1")
def test_every_plan_that_is_taken_is_carried_out() -> None:
    taken = 0
    for seed in range(EACH):
        dice = Random(seed)
        board = _lying_in_port(dice)
        plan = _plan(plan_form(board, "commander"), dice)
        taken += sum(isinstance(order, Hand | Repair) for order in plan)
        board.day.plans["commander"] = plan
        cargo = {ship.id: Counter(ship.cargo) for ship in board.afloat}
        with patch.object(repairs, "damage", lambda *_: dict.fromkeys(REPAIRED, 99)):
            played_out(outfit(board), dice)
        assert {ship.id: Counter(ship.cargo) for ship in board.afloat} == _stowed(cargo, plan), (seed, plan)
        assert [len(event.dice) for event in Played(board).told(RepairRolled)] == list(_allotted(plan)), (seed, plan)
    assert taken > EACH, "many of each"


def _lying_in_port(dice: Random) -> Board:
    """All four ships in one place, damaged, and more or less laden."""
    port = dice.choice(PORTS)
    options = Options(fleet="all_four", seaplane=True, mines=True)
    board = at_sea(options=options, goeben=port, moltke=port, breslau=port, stralsund=port)
    for ship in board.afloat:
        ship.hull, ship.leadership = dice.randint(1, BOX.german[ship.id].hull - 1), dice.randint(0, 6)
        ship.engines, ship.secondary = 2, 1
        kinds = may_carry(board, ship)
        for kind in dice.sample(kinds, dice.randint(0, len(kinds))):
            if boxes(board, [*ship.cargo, kind]) <= ship.hull and board.state.available[kind]:
                ship.cargo.append(kind)
                board.state.available[kind] -= 1
    return board


def _plan(form: DayPlan, dice: Random) -> tuple[DayOrder, ...]:
    """A few orders, each of which is legal after those before it, and many of which free boxes for others."""
    plan: tuple[DayOrder, ...] = ()
    for _ in range(dice.randint(2, 8)):
        more = tuple(_order(form, dice) for _ in range(dice.randint(1, 2)))
        longer = tuple(dice.sample((*plan, *more), len(plan) + len(more))) if dice.random() < 0.3 else (*plan, *more)
        if next(form.problems(longer), None) is None and not _passes_through(longer):
            plan = longer
    return plan


def _passes_through(plan: tuple[DayOrder, ...]) -> bool:
    """8.2 A piece that is handed on by who has just got it needs a box on the way, which a form does not ask for."""
    handed = [order for order in plan if isinstance(order, Hand)]
    return any(one.to == other.ship and {*one.cargo} & {*other.cargo} for one in handed for other in handed)


def _order(form: DayPlan, dice: Random) -> DayOrder:
    ways = [way for way in form.cached_templates if way.verb in ("take", "hand", "leave", "repair")]
    way = dice.choice(ways)
    fields = {field.name: field.values for field in way.fields}
    ship = fields["ship"][0]
    if way.verb == "repair":
        return Repair(ship, **{dice.choice([name for name in fields if name != "ship"]): str(dice.randint(1, 6))})
    cargo = tuple(dice.sample(fields["cargo"], min(dice.randint(1, 2), len(fields["cargo"]))))
    if way.verb == "hand":
        return Hand(ship, fields["to"][0], cargo)
    return Take(ship, cargo) if way.verb == "take" else Leave(ship, cargo)


def _stowed(cargo: dict[str, Counter[str]], plan: tuple[DayOrder, ...]) -> dict[str, Counter[str]]:
    """8.3, 8.5, 8.6 What is aboard when all is done."""
    for order in plan:
        if isinstance(order, Leave | Hand):
            cargo[order.ship].subtract(order.cargo)
        if isinstance(order, Take | Hand):
            cargo[order.to if isinstance(order, Hand) else order.ship].update(order.cargo)
    return {ship: +kinds for ship, kinds in cargo.items()}


def _allotted(plan: tuple[DayOrder, ...]) -> Iterator[int]:
    """10.1 The dice of each repair, in the order of writing."""
    for order in plan:
        if isinstance(order, Repair):
            yield from (int(dice) for track in REPAIRED if (dice := getattr(order, track)))
