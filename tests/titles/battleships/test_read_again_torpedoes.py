"""6, 10.3, 10.5 Torpedoes, worked out a second time: who may launch at whom, and how every torpedo runs.

The battles of `skirmishes.py`, torpedo phase by torpedo phase, against `by_hand.py`.
"""

import os
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import pytest

from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit
from tests.titles.battleships import by_hand
from tests.titles.battleships.skirmishes import moments

rule = pytest.mark.rule
BATTLES = int(os.environ.get("SKIRMISHES", "20"))
FIRST = 60_000
"""Other battles than those of `test_skirmishes.py`."""


class Salvoes(NamedTuple):
    """A board before torpedoes are launched, and what was told then: launches, and each torpedo's tests and hits."""

    board: Board
    launched: list[Launched]
    runs: dict[str, list[Any]]


@cache
def salvoes() -> tuple[Salvoes, ...]:
    return tuple(_salvoes())


def _salvoes() -> Iterator[Salvoes]:
    for board, events in moments(range(FIRST, FIRST + BATTLES), "gunnery", "torpedoes"):
        runs = [event for event in events if isinstance(event, Ran | TorpedoHit)]
        by_ship = {name: list(hers) for name, hers in groupby(runs, lambda one: one.ship)}
        yield Salvoes(board, [event for event in events if isinstance(event, Launched)], by_ship)


@rule("battleships", "6.2")
def test_who_may_launch_at_whom_by_the_words_of_the_text() -> None:
    found = 0
    for board, _, _ in salvoes():
        for side in board.sides if board.battle.moles is None else ():
            offered = {(one.ship, one.at): one.number for one in torpedo_form(board, side).salvoes}
            for ship in board.fleet(side):
                for target in board.enemies(ship):
                    number = offered.get((ship.id, target.id))
                    assert (number is not None) is by_hand.may_launch(board, ship, target), (ship, target)
                    assert number in (None, by_hand.number_to_hit(board, ship, target) if number is not None else None)
            found += len(offered)
    assert found >= BATTLES


@rule("battleships", "6.2a")
@rule("battleships", "6.2d")
def test_torpedoes_test_whoever_lies_on_five_hexes_of_their_line_nearest_first_until_one_is_struck() -> None:
    launched = 0
    for board, launches, runs in salvoes():
        for launch in launches if board.battle.open_sea else ():
            events = runs.get(launch.ship, [])
            tests = [event for event in events if isinstance(event, Ran)]
            hits = [event for event in events if isinstance(event, TorpedoHit)]
            ship, target = board.ship(launch.ship), board.ship(launch.target)
            on_line = {one.id for one in board.afloat if by_hand.run_through(ship.at, target.at, one.at)}
            far = [by_hand.distance(ship.at, board.ship(test.against).at) for test in tests]
            assert far == sorted(far)
            assert [test.number for test in tests] == [
                by_hand.number_to_hit(board, ship, board.ship(test.against)) for test in tests
            ]
            assert [test.struck for test in tests] == [sum(test.dice) <= test.number for test in tests]
            assert [hit.against for hit in hits] == [test.against for test in tests if test.struck]
            tested = {test.against for test in tests}
            missed = {name for name in on_line - tested if not hits or by_hand.distance(
                ship.at, board.ship(name).at) < far[-1]}  # fmt: skip
            assert tested <= on_line
            assert not missed
            for hit in hits:
                _check_hit(board, hit)
            launched += 1
    assert launched >= BATTLES // 5


def _check_hit(board: Board, hit: TorpedoHit) -> None:
    """6.1, 6.2 The odds of the launcher; three less from ahead or astern."""
    ship, against = board.ship(hit.ship), board.ship(hit.against)
    end_on = by_hand.arc(against.at, against.heading, ship.at) != "broadside"
    result = by_hand.result(hit.odds, sum(hit.combat) - 3 * end_on)
    if result == "X" and board.counter(against).kind == "bb":
        result = "X" if hit.saved == 6 else "2W2S"
    assert hit.result == result
